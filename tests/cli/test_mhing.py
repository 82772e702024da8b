"""Mhing on the command line: the contract's JSON, the readable answers, what is refused."""

from __future__ import annotations

import json
import re
from math import comb

import pytest

from tests.cases import HERE, handed_cases
from tests.oracles.mhing import points

WAITING = "123456789m 11z 23p"
TO_DISCARD = "123345567m 99m 2p 1z 5p"
FIELDS = ("wins", "credits", "points", "distance")


def test_the_handed_cases_come_out_of_the_batch(cli):
    ran = cli("evaluate", "mhing", "--input", HERE / "mhing.jsonl", "--json")
    assert (ran.code, ran.err) == (0, "")
    cases = handed_cases("mhing")
    assert len(ran.records) == len(cases) == 164
    for answer, case in zip(ran.records, cases, strict=True):
        told = [name for name in FIELDS if name in case]
        assert [answer[name] for name in told] == [case[name] for name in told]
        assert ("wins" in answer) == ("wins" in case)
        accepted = case.get("breakdowns", [case.get("breakdown")])
        assert answer["breakdown"] in accepted


BAD = [
    ("5555m 5m 11z", "5 copies of 5m", "5 exemplaires de 5m"),
    ("J J J J J J J 11z", "7 copies of J", "7 exemplaires de J"),
    ("123m F F F F F F F F F", "9 copies of F", "9 exemplaires de F"),
    ("123456789m 123456p", "15 cards", "15 cartes"),
    ("123m 12x", "'12x'", "«\u00a012x\u00a0»"),
    ("8z", "'8z'", "«\u00a08z\u00a0»"),
    ("9zephyr", "'9zephyr'", "«\u00a09zephyr\u00a0»"),
    ("F F", "no card", "aucune carte"),
]


def test_a_bad_line_has_its_error_and_the_others_their_answers(cli, tmp_path):
    lines = [{"hand": WAITING}, *({"hand": hand} for hand, *_ in BAD)]
    lines += [{"hand": WAITING, "rules": {"min_credit": 1}}, {"laid": "123m"}, {"hand": "11m"}]
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    ran = cli("evaluate", "mhing", "--input", path, "--json")
    assert ran.code == 1
    assert "10 of 12 lines" in ran.err
    first, *bad, last = ran.records
    assert (first["distance"], last["distance"]) == (1, 12)
    said = [*(english for _, english, _ in BAD), "min_credit", "hand"]
    for record, words in zip(bad, said, strict=True):
        assert words in record["error"]


@pytest.mark.parametrize(("hand", "english", "french"), BAD)
@pytest.mark.parametrize("command", ["evaluate", "odds"])
def test_bad_hands_are_refused_in_both_languages(cli, command, hand, english, french):
    for lang, said in (("en", english), ("fr", french)):
        ran = cli(command, "mhing", hand, "--lang", lang)
        assert (ran.code, ran.out) == (1, "")
        assert said in ran.err
        assert "Traceback" not in ran.err


def test_a_person_reads_each_credit_and_what_earned_it(cli):
    out = cli("evaluate", "mhing", "123m 456m 77p 23s J F", "--laid", "555z").out
    assert "Mhing: 3 credits, 8 points." in out
    for words in (
        r"1 +triplet \(laid\) +555z",
        r"4 +run +1s\*-2s-3s",
        r"flowers +1",
        r"double run +groups 2\+4 +1",
        r"honour triplet +group 1 +1",
    ):
        assert re.search(words, out)
    many = cli("evaluate", "mhing", "555m 5555p 5555s J J J", "--lang", "fr").out
    assert "Meilleure lecture 2 sur 2\u00a0: 20 crédits" in many
    assert re.search(r"double brelan \(6 fois\) +groupes 1\+2, .* 3\+4 +6", many)
    assert re.search(r"basse main +toute la main +5", many)
    one = cli("evaluate", "mhing", "555m 5555p 5555s J J J", "--limit", 1).out
    assert "1 of 2 are shown; --limit 2 shows all." in one
    unmatched = cli("evaluate", "mhing", "147m 4p 258s 123456z J", "--lang", "fr").out
    assert "rien ne s’accorde, avec honneurs" in unmatched
    assert "7z*" in unmatched


def test_a_hand_short_of_the_credits_asked_is_said_to_be(cli):
    words = ("evaluate", "mhing", "123m 456m 789s 123p 99p", "-o", "min_credits=7")
    assert "but 7 are asked to go out" in cli(*words).out
    record = cli(*words, "--json").record
    assert (record["wins"], record["complete"], record["credits"]) == (False, True, None)
    waiting = cli("evaluate", "mhing", WAITING, "-o", "min_credits=5").out
    assert re.search(r"4p +4 of circles +4 +4 +-", waiting)
    assert "short of the 5 credits" in waiting


def test_one_card_away_every_winning_card_is_told_with_copies_and_credits(cli):
    out = cli("evaluate", "mhing", WAITING, "--seen", "1p").out
    assert "3 kinds win, 13 copies unseen" in out
    assert re.search(r"1p +1 of circles +3 +5 +32", out)
    assert re.search(r"4p +4 of circles +4 +4 +16", out)
    assert re.search(r"royal run +3 +1\b", out)
    french = cli("evaluate", "mhing", WAITING, "--lang", "fr").out
    assert re.search(r"1p +1 de cercles +4 +5 +32", french)
    assert "Il manque une carte" in french


def test_what_to_discard_comes_with_what_is_left_then(cli):
    out = cli("evaluate", "mhing", TO_DISCARD, "--lang", "fr").out
    assert "Pas de Mhing" in out
    assert "Une fois 1z écartée" in out
    assert re.search(r"couleur unique +8 +3", out)
    record = cli("evaluate", "mhing", TO_DISCARD, "--json").record
    assert record["discards"][0]["card"] == "1z"
    assert record["after"]["distances"]["combinations"] == 2
    bare = cli("evaluate", "mhing", TO_DISCARD, "--json", "--no-advice").record
    assert "discards" not in bare
    assert "after" not in bare


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("width", [80, 40, 20])
def test_no_number_is_cut_where_the_terminal_is_narrow(cli, monkeypatch, lang, width):
    monkeypatch.setenv("COLUMNS", str(width))
    for words in (("evaluate", TO_DISCARD), ("evaluate", WAITING), ("odds", WAITING)):
        command, hand = words
        out = cli(command, "mhing", hand, "--lang", lang).out
        assert max(map(len, out.splitlines())) <= max(width, 30)
        assert "…" not in out.replace(" …", "")


def test_deals_are_counted_and_sampled(cli):
    record = cli("deals", "mhing", "--of", "jokers", "--exact", "--json").record
    assert record["total"] == comb(142, 13)
    assert record["counts"]["6"] == comb(136, 7)
    assert cli("deals", "mhing", "--of", "flowers", "--exact", "--json").record["total"] == comb(
        150, 8
    )
    # Without a question a game's first is asked.
    first = cli("deals", "mhing", "--exact", "--json", "--cards", 2).record
    assert (first["of"], sum(first["counts"].values())) == ("distance", comb(142, 2))
    hand = cli(
        "deals", "mhing", "--of", "nothing_matches", "--exact", "--hand", "147m 258p 369s 1234z F"
    ).out
    assert "1 ◂" in hand
    words = ("deals", "mhing", "--of", "points", "--samples", 60, "--seed", 3)
    sampled = cli(*words, "--json").record
    assert (sampled["n"], sampled["seed"], sum(sampled["counts"].values())) == (60, 3, 60)
    assert set(sampled["counts"]) <= {"none", "0", *(str(2**n) for n in range(1, 14))}
    assert "points de la main gagnée" in cli(*words, "--lang", "fr").out
    for wrong, said in (
        (("--of", "credits", "--exact"), "sampling"),
        (("--of", "value"), "'value'"),
        (("--of", "jokers", "--samples", 10, "--players", 3), "3 hands"),
        (("--exact", "--hand", "11m"), "13"),
    ):
        refused = cli("deals", "mhing", *wrong)
        assert refused.code != 0
        assert said in refused.err


def test_odds_by_draw_by_discard_and_goals(cli):
    record = cli("odds", "mhing", WAITING, "--draws", 1, "--json").record
    # 1p, 4p and the jokers, of the 129 cards unseen that are no flower.
    assert record["probability"] == [pytest.approx((4 + 4 + 6) / 129, abs=1e-12)]
    # Flowers that come before the card are laid: a credit each.
    expected, chance = 0.0, 1.0
    for flowers in range(9):
        last = chance * 129 / (137 - flowers)
        expected += last * (10 * points(5 + flowers) + 4 * points(4 + flowers)) / 129
        chance *= (8 - flowers) / (137 - flowers)
    assert record["points"]["value"] == [pytest.approx(expected, abs=1e-9)]
    rich = cli("odds", "mhing", WAITING, "--draws", 1, "--minimum", 5, "--json").record
    assert rich["minimum"] == 5
    # The 4p is enough only where a flower comes before it.
    chance = 10 / 129 + 4 / 129 * 8 / 137
    assert rich["probability"] == [pytest.approx(chance, abs=1e-12)]
    drawn = cli("odds", "mhing", WAITING + " 9s", "--draws", 1, "--json").record
    assert drawn["discards"][0]["card"] == "9s"
    assert len(drawn["discards"]) == 13
    words = ("odds", "mhing", TO_DISCARD, "--samples", 20)
    goals = cli(*words, "--draws", 3, "--goals", "fast,one_suit:m", "--json").record["goals"]
    assert {goal["aim"] for goal in goals["goals"]} == {"fast", "one_suit:m"}
    out = cli(*words, "--draws", 3, "--goals", "fast,one_suit:m", "--lang", "fr").out
    assert "couleur unique (m)" in out
    assert "Ce que donne chaque but en 3 pioches" in out
    assert "Chance de faire Mhing avec au moins 0 crédit" in out


def test_odds_of_lines(cli, tmp_path):
    path = tmp_path / "hands.jsonl"
    lines = [{"hand": WAITING, "draws": 2}, {"hand": WAITING, "draws": "2"}, {"hand": "11m"}]
    path.write_text("\n".join(map(json.dumps, lines)))
    ran = cli("odds", "mhing", "--input", path, "--json")
    assert ran.code == 1
    good, *bad = ran.records
    assert len(good["probability"]) == 2
    for record, said in zip(bad, ("draws", "13"), strict=True):
        assert said in record["error"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rounds_are_told_in_80_columns(cli, monkeypatch, lang):
    monkeypatch.setenv("COLUMNS", "80")
    out = cli("simulate", "mhing", "--players", "fast,balanced", "--rounds", 4, "--lang", lang).out
    lines = out.splitlines()
    for place in (1, 2):
        assert sum(line.startswith(f" {place}. ") for line in lines) == 1
    assert max(map(len, lines)) <= 80
    wanted = ("Points by seat", "It ends") if lang == "en" else ("Points par place", "Elle finit")
    for words in wanted:
        assert words in out


def test_rounds_are_told_as_json_and_kept_in_a_file(cli, tmp_path):
    path = tmp_path / "rounds.parquet"
    words = ("simulate", "mhing", "--players", "fast,fast", "--rounds", 3, "--seed", 7, "--json")
    ran = cli(*words, "--out", path)
    assert ran.code == 0
    assert path.exists()
    record = ran.record
    assert (record["game"], record["rounds"], record["seed"]) == ("mhing", 3, 7)
    assert sum(share["value"] for share in record["ends"].values()) == pytest.approx(1)
    assert cli(*words, "--workers", 1).record == record


def test_credits_asked_are_designed(cli):
    words = ("design", "mhing", "--players", "fast,fast", "--rounds", 20, "--high", 0)
    record = cli(*words, "--json").record
    assert (record["target"], record["minimums"]) == ("equal-points", [0, 0])
    assert [row["minimum"] for row in record["surface"]] == [0]
    out = cli(*words, "--target", "equal-finishes", "--lang", "fr").out
    assert re.search("crédits? exigés? pour faire Mhing", out)
    assert "manches gagnées en %" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "--players", "fast"), "2 to 6"),
        (("simulate", "--players", "a,b"), "'a'"),
        (("simulate", "--players", "fast,fast", "--minimums", "1,2"), "min_credits=3"),
        (("design", "--players", "fast,fast", "--target", "x"), "equal-points"),
        (("design", "--players", "fast,fast", "--rounds", "5"), "rounds"),
        (("evaluate", WAITING, "--kept", "1m"), "'kept'"),
        (("evaluate", WAITING, "--okey", "1m"), "'okey'"),
        (("evaluate", WAITING, "--laid", "124m"), "'124m'"),
        (("evaluate", "mhing | hand 11m | hant 12m"), "'hant'"),
        (("evaluate", "okey51 | hand r5"), "'okey51'"),
        (("odds", WAITING, "--draws", "0"), "draws"),
        (("odds", WAITING, "--draws", "61"), "draws"),
        (("odds", WAITING, "--minimum", "many"), "'many'"),
        (("odds", WAITING, "--goals", "x"), "'x'"),
        (("odds", WAITING, "--model", "discards-return"), "without-replacement"),
        (("odds", "11m"), "13"),
        (("solve",), "mhing"),
        (("rules", "-o", "min_credit=6"), "min_credits"),
        (("rules", "-o", "honour_triplets_double=true", "-o", "same_kind_triplets_match=false"),
         "honour_triplets_double"),
        (("rules", "--preset", "okey51"), "mhing"),
    ],
)  # fmt: skip
def test_what_is_refused(cli, words, said):
    command, *rest = words
    for lang in ("en", "fr"):
        ran = cli(command, "mhing", *rest, "--lang", lang)
        assert ran.code != 0
        assert ran.out == ""
        assert "Traceback" not in ran.err
        if lang == "en":
            assert said in ran.err


def test_the_rules_are_shown_and_written(cli):
    assert "credits of each flower" in cli("rules", "mhing").out
    french = cli("rules", "mhing", "--lang", "fr").out
    assert "crédits de chaque double suite identique" in french
    assert "min_credits = 3" in cli("rules", "mhing", "-o", "min_credits=3", "--toml").out
    assert cli("rules", "mhing", "--list").out.count("\n") == 1


def test_goals_are_refused_by_other_games(cli):
    ran = cli("odds", "neurotrio", "2eb", "--goals", "all")
    assert ran.code == 1
    assert "'goals'" in ran.err
