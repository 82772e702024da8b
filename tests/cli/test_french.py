"""In French, no English word is left in what is said."""

from __future__ import annotations

import re
from functools import cache

import pytest

from neuroanalysis.cli.app import app
from neuroanalysis.games import conquete, mhing, okey51, tichu
from neuroanalysis.games.conquete.analysis.deals import QUESTIONS as CONQUETE_QUESTIONS
from neuroanalysis.games.conquete.study import TARGETS as CONQUETE_TARGETS
from neuroanalysis.games.mhing.analysis import AIMS
from neuroanalysis.games.mhing.analysis.deals import QUESTIONS
from neuroanalysis.games.mhing.policies import PLAYERS_KNOWN
from neuroanalysis.games.neurotrio import PRESETS, Rules
from neuroanalysis.games.tichu.analysis.deals import QUESTIONS as TICHU_QUESTIONS
from neuroanalysis.games.tichu.policies import PLAYERS_KNOWN as TICHU_PLAYERS
from neuroanalysis.texts import catalogue

WORD = re.compile(r"[^\W\d_]{2,}")
FIELD = re.compile(r"\{\w[^{}]*\}")
# What is typed or written to files is the same in every language: names of options, presets, keys.
NAMES = {
    word
    for name in [
        *Rules().to_mapping(),
        *Rules().to_mapping()["minimums"],
        *PRESETS,
        *okey51.Rules().to_mapping(),
        *okey51.PRESETS,
        *mhing.Rules().to_mapping(),
        *mhing.PRESETS,
        *tichu.Rules().to_mapping(),
        *tichu.PRESETS,
        *TICHU_QUESTIONS,
        *TICHU_PLAYERS,
        *conquete.Rules().to_mapping(),
        *conquete.PRESETS,
        *conquete.PLAYERS_KNOWN,
        *CONQUETE_QUESTIONS,
        *CONQUETE_TARGETS,
        *("domain", "player", "enlarged", "unseen"),
        *AIMS,
        *QUESTIONS,
        *PLAYERS_KNOWN,
        "goals",
        "all",
        *("trick", "wish", "others", "play", "exchanged", "next", "partner", "off", "mandatory"),
        *(word for words in okey51.Rules.choices.values() for word in words),
        *(code for rules in PRESETS.values() for code in rules.by_code),
        *(entry.name for entry in app.registered_commands),
        *("hand", "grouped", "true", "false", "error", "rules", "jsonl", "toml", "json", "input"),
        *("laid", "kept", "seen", "minimum", "position", "save", "limit", "advice", "no", "list"),
        *("lang", "help", "version", "preset", "option", "browser", "port", "lab", "neuroanalysis"),
        *("mah", "jong", "french", "pang", "data", "deals", "csv", "value", "distance", "finish"),
        *("distinct", "duos", "triples", "carres", "bonus", "code", "none", "verify", "build"),
        *(
            "low",
            "high",
            "tolerance",
            "target",
            "melds",
            "threshold",
            "opened",
            "okey",
            "indicator",
            "opening",
            "ways",
            "pairs",
        ),
        *(
            "print",
            "deck",
            "decks",
            "scores",
            "paper",
            "letter",
            "backs",
            "out",
            "pdf",
            "html",
            "md",
        ),
        *("exercises", "students", "sections", "key", "class", "cube", "trios", "multisets"),
        *(
            "chances",
            "symmetry",
            "inclusion",
            "plays",
            "answers",
            "melds",
            "hands",
            "waits",
            "deals",
        ),
        *("into", "force", "recompute", "workers", "exact", "samples", "seed", "players", "cards"),
    ]
    for word in WORD.findall(name)
}
# English that libraries would say by themselves, besides all that our English catalogue says.
ENGLISH = set(
    WORD.findall(
        """
        about accepted an and argument arguments are available be by cannot command commands could
        default delimiter denied directory error exit expected expecting file for found from get got
        given has have if in invalid is it line message missing must no not of one option options or
        permission please positional required show such than that the this to traceback try
        unexpected usage use valid value was were with you your
        """
    )
)


def words_of(lang):
    # The names of fields are nobody's words.
    entries = (FIELD.sub(" ", entry) for entry in catalogue(lang).values())
    return {word for entry in entries for word in WORD.findall(entry)}


@cache
def english_words():
    """The words that are English only; found once, for it is asked word by word."""
    said = {word.lower() for word in words_of("en") | ENGLISH}
    return said - {word.lower() for word in words_of("fr") | NAMES}


def test_there_are_words_to_look_for():
    assert {"worth", "points"} - english_words() == {"points"}
    assert len(english_words()) > 200


CORNER = "0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2"
RUNS = [
    (["--help"], 0),
    ([], 2),
    *(([command, "--help"], 0) for command in ("evaluate", "rules", "lab", "warmup", "deals")),
    (["data", "--help"], 0),
    (["data", "verify"], 0),
    (["print", "--help"], 0),
    (["print"], 2),
    (["print", "deck", "--help"], 0),
    (["print", "scores", "--help"], 0),
    (["print", "exercises", "--help"], 0),
    (["print", "deck", "tichu", "--out", "x.pdf"], 1),
    (["print", "deck", "neurotrio", "--out", "x.png"], 2),
    (["print", "deck", "neurotrio", "--out", "x.pdf", "--paper", "x"], 1),
    (["data", "build", "--help"], 0),
    (["data", "verify", "--preset", "x"], 2),
    (["deals", "neurotrio", "--cards", "2", "--exact"], 0),
    (["deals", "neurotrio", "--samples", "100", "--of", "finish"], 0),
    (["deals", "neurotrio", "--exact", "--cards", "2", "--hand", "1cn*2"], 0),
    (["deals", "neurotrio", "--exact", "--hand", "1cn*2"], 2),
    (["deals", "neurotrio", "--samples", "100", "--players", "4"], 0),
    (["deals", "neurotrio", "--of", "value,distance", "--cards", "2", "--hand", "1cn*2"], 0),
    (["deals", "neurotrio", "--exact", "--seed", "1"], 2),
    (["data", "build", "--into", "x/y"], 1),
    (["data", "build", "--only", "x"], 2),
    (["deals", "neurotrio", "--of", "x"], 1),
    (["simulate", "--help"], 0),
    (["simulate", "neurotrio", "--players", "hiker,child", "--rounds", "60"], 0),
    (["simulate", "neurotrio", "--players", "hiker,child", "--rounds", "2"], 0),
    (["simulate", "neurotrio", "--players", "hiker"], 1),
    (["simulate", "neurotrio", "--players", "x,y"], 1),
    (["simulate", "neurotrio"], 2),
    (["design", "--help"], 0),
    (["design", "neurotrio", "--players", "child,child", "--rounds", "100", "--high", "18"], 0),
    (["design", "neurotrio", "--players", "child,child", "--low", "20", "--high", "19"], 1),
    (["design", "neurotrio", "--players", "child,child", "--tolerance", "x"], 2),
    (["rules", "neurotrio"], 0),
    (["rules", "neurotrio", "--preset", "one_deck_shape", "-o", "repeat_bonuses=true"], 0),
    (["rules", "neurotrio", "--list"], 0),
    (["evaluate", "okey51", "r10 r11 r12 r13 b1 k1 y1 b5 b6 k7 y3 y8 k2 r4", "--okey", "y2"], 0),
    (["evaluate", "okey51", "r5 b3 k4", "--okey", "y2", "--opened", "--melds", "r6-r7*-r8"], 0),
    (["evaluate", "okey51", "r5*2"], 1),
    (["odds", "okey51", "r10 r11 r12 r13 b1 k1 y1 b5 b6 k7 y3 y8 k2 r4", "--okey", "y2"], 0),
    (["deals", "okey51", "--of", "ways", "--samples", "100"], 0),
    (["simulate", "okey51", "--players", "random,opener,counter,pairs", "--rounds", "60"], 0),
    (["rules", "okey51"], 0),
    (["odds", "--help"], 0),
    (["evaluate", "mhing", "555m 5555p 5555s J J J"], 0),
    (["evaluate", "mhing", "123m 456m 77p 23s J F", "--laid", "555z", "--seen", "9p"], 0),
    (["evaluate", "mhing", "123m 456m 77p 23s J F", "--laid", "555z", "-o", "min_credits=9"], 0),
    (["evaluate", "mhing", "123345567m 99m 2p 1z"], 0),
    (["evaluate", "mhing", "123345567m 99m 2p 1z 5p"], 0),
    (["evaluate", "mhing", "1m*5"], 1),
    (["evaluate", "mhing", "11m", "--laid", "124m"], 1),
    (["odds", "mhing", "123456789m 11z 23p", "--draws", "2"], 0),
    (["odds", "mhing", "123456789m 11z 235p", "--goals", "all", "--samples", "9"], 0),
    (["odds", "mhing", "123456789m 11z 23p", "--goals", "x"], 1),
    (["odds", "mhing", "123456789m 11z 23p", "--minimum", "x"], 1),
    (["deals", "mhing", "--of", "unmatched_distance", "--exact"], 0),
    (["deals", "mhing", "--of", "credits", "--samples", "20"], 0),
    (["deals", "mhing", "--of", "credits", "--exact"], 1),
    (["deals", "mhing", "--samples", "20", "--players", "2"], 1),
    (["simulate", "mhing", "--players", "fast,rich", "--rounds", "2"], 0),
    (["simulate", "mhing", "--players", "fast,rich", "--minimums", "2,2"], 1),
    (["design", "mhing", "--players", "fast,fast", "--rounds", "20", "--high", "0"], 0),
    (["rules", "mhing"], 0),
    (["evaluate", "tichu", "3s 4h 5d 6c 7s 7h 7d 8s 9h Tc Jd As Ah Ph"], 0),
    (["evaluate", "tichu", "7s 7h Ts Th Ph As", "--trick", "5s-5d", "--wish", "7"], 0),
    (["evaluate", "tichu", "7s 7h 7d 7c Dog MJ", "--seen", "Dr", "--others", "3 4 5"], 0),
    (["evaluate", "tichu", "Ks 2h", "--trick", "As", "--play", "Ks"], 1),
    (["evaluate", "tichu", "As As"], 1),
    (["odds", "tichu", "Dr Ph As Ah Ad Ac Ks Kh", "--samples", "10"], 0),
    (["odds", "tichu", "Dr Ph As Ah"], 1),
    (["deals", "tichu", "--of", "strongest_bomb", "--exact"], 0),
    (["deals", "tichu", "--of", "fewest_plays", "--samples", "100"], 0),
    (["deals", "tichu", "--of", "fewest_plays", "--exact"], 1),
    (["simulate", "tichu", "--players", "caller,planner,random,shedder", "--rounds", "9"], 0),
    (["simulate", "tichu", "--players", "caller,planner"], 1),
    (["design", "tichu", "--players", "caller,planner,caller,planner"], 1),
    (["rules", "tichu"], 0),
    (["evaluate", "conquete", "2cv 1ev 2ev", "--domain", CORNER, "--player", "1"], 0),
    (["evaluate", "conquete", "2cv", "--domain", CORNER, "--play", "2cv 1,1"], 0),
    (["evaluate", "conquete", "1ev", "--domain", CORNER, "--play", "1ev 1,1"], 1),
    (["evaluate", "conquete", "1rn", "--domain", CORNER, "--enlarged", "1"], 0),
    (["evaluate", "conquete", "2eb*2", "--domain", CORNER], 1),
    (["evaluate", "conquete", "2eb"], 1),
    (["odds", "conquete", "1cn", "--domain", CORNER, "--draws", "13"], 0),
    (["odds", "conquete", "1cn", "--domain", CORNER, "--minimum", "1"], 0),
    (["odds", "conquete", "1cn", "--domain", CORNER, "--minimum", "x"], 1),
    (["deals", "conquete", "--of", "vp", "--cards", "5", "--exact"], 0),
    (["deals", "conquete", "--of", "accepting_cards", "--samples", "100"], 0),
    (["deals", "conquete", "--of", "compatible", "--cards", "1", "--hand", "2eb"], 1),
    (["simulate", "conquete", "--players", "builder,greedy,patient", "--rounds", "9"], 0),
    (["simulate", "conquete", "--players", "builder"], 1),
    (["design", "conquete", "--players", "greedy,greedy", "--rounds", "20", "--high", "1"], 0),
    (["rules", "conquete"], 0),
    (["warmup"], 0),
    (["evaluate", "neurotrio", "1cn*4 1cv*4 1cb*4 1eb*4 1rb*2"], 0),
    (["evaluate", "neurotrio", "1cn*4 1cv*4 1cb*4 1eb*4 1rb*2", "--minimum", "51"], 0),
    (["evaluate", "neurotrio", "1cn*2", "--laid", "2eb*4", "--seen", "3rn", "--kept", "1cn"], 0),
    (["evaluate", "neurotrio", "1cn*2 1cv*2 1cb*2 2en*2 2ev*2 2eb*2 3rn 3rn"], 0),
    (["evaluate", "neurotrio", "1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2 3cn"], 0),
    (["evaluate", "neurotrio", "4cn"], 1),
    (["evaluate", "neurotrio", "2eb*5"], 1),
    (["evaluate", "neurotrio", ""], 1),
    (["evaluate", "neurotrio", "2eb", "--laid", "1cn"], 1),
    (["evaluate", "neurotrio", "2eb", "--kept", "1cn"], 1),
    (["evaluate", "neurotrio", "2eb | hond 1cn"], 1),
    (["evaluate", "neurotrio", "2eb", "-o", "copies=x"], 1),
    (["evaluate", "neurotrio", "2eb", "-o", "one_duo"], 1),
    (["evaluate", "neurotrio", "2eb", "-o", "distinct_scope=x"], 1),
    (["evaluate", "neurotrio", "2eb", "-o", "copies=99"], 1),
    (["evaluate", "neurotrio", "2eb", "--preset", "x"], 1),
    (["evaluate", "neurotrio", "2eb", "--limit", "0"], 1),
    (["evaluate", "neurotrio", "2eb", "--rules", "x.toml"], 1),
    (["evaluate", "x", "2eb"], 1),
    (["evaluate", "neurotrio", "2eb", "--limit", "x"], 2),
    (["evaluate", "neurotrio", "2eb", "--laid"], 2),
    (["evaluate", "neurotrio", "2eb", "--json=x"], 2),
    (["evaluate", "neurotrio", "2eb", "--laud", "x"], 2),
    (["evaluate", "neurotrio", "2eb", "2ev"], 2),
    (["evaluate", "neurotrio"], 2),
    (["evaluate"], 2),
    (["x"], 2),
    (["rules", "neurotrio", "--json", "--toml"], 2),
]


def english_left(said):
    return {word for word in WORD.findall(said) if word.lower() in english_words()}


@pytest.mark.parametrize(("words", "code"), RUNS)
def test_what_is_said_in_french_is_french(cli, words, code):
    ran = cli("--lang", "fr", *words)
    assert ran.code == code
    assert english_left(ran.out + ran.err) == set()
    english = cli("--lang", "en", *words)
    assert english_left(english.out + english.err), "the same in English would not have been seen"


def test_making_and_checking_tables_is_told_in_french(cli, tmp_path):
    for _ in ("made", "left as it is"):
        ran = cli("--lang", "fr", "data", "build", "--preset", "three_trios", "--into", tmp_path)
        assert ran.code == 0
        assert "three_trios/deals.csv\u00a0: " in ran.err
        assert english_left(ran.out + ran.err) == set()


def test_errors_of_lines_are_french(cli):
    lines = [
        "{",
        "[1]",
        '{"hand": 3}',
        "{}",
        '{"hand": "x"}',
        '{"hand": "2eb", "rules": 3}',
        "\xff",
    ]
    content = "\n".join([*lines, "[" * 100_000, "9" * 5000]).encode("latin-1")
    ran = cli("evaluate", "neurotrio", "--input", "-", "--lang", "fr", stdin=content)
    assert len(ran.records) == len(lines) + 2
    for record in ran.records:
        assert english_left(record["error"]) == set()
    assert english_left(ran.err) == set()


def test_bad_toml_is_told_in_french(cli, tmp_path):
    file = tmp_path / "r"
    for content in ("a = = 3", "[bonuses", 'a = "'):
        file.write_text(content)
        ran = cli("rules", "neurotrio", "--rules", file, "--lang", "fr")
        assert ran.code == 1
        assert english_left(ran.err.replace(str(tmp_path), "")) == set()
