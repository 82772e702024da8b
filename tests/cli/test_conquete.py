"""Neurotrio conquête on the command line: the contract's JSON, the readable answers, refusals."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from neuroanalysis.cli.conquete.board import Board
from neuroanalysis.games.conquete import PIECES, Domain
from tests.cases import HERE, handed_cases
from tests.oracles import conquete as oracle
from tests.oracles import conquete_deals as deals_oracle

DOMAIN = "0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2"
ASKED = ("2cv 1ev 2ev", "--domain", DOMAIN)
LINE = "conquete | domain 0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2 | hand 2cv 1ev 2ev | player 1"
FOUR = ("--players", "builder,greedy,patient,random")


def test_the_handed_cases_come_out_of_the_batch(cli):
    ran = cli("evaluate", "conquete", "--input", HERE / "conquete.jsonl", "--json")
    assert (ran.code, ran.err) == (0, "")
    cases = handed_cases("conquete")
    assert len(ran.records) == len(cases) == 121
    for answer, case in zip(ran.records, cases, strict=True):
        assert answer["placements"] == case["placements"], case["note"]


def test_a_bad_line_has_its_error_and_the_others_their_answers(cli, tmp_path):
    corner = [[0, 0, "2eb"], [0, 1, "2ev"]]
    good = {"domain": corner, "hand": ""}
    bad = [
        ({**good, "hand": "2eb 2eb"}, "3 copies of 2eb"),
        ({**good, "hand": "2eb*3"}, "2eb"),
        ({"hand": "2eb"}, "domain"),
        ({"domain": corner}, "hand"),
        ({**good, "domain": []}, "no card"),
        ({**good, "domain": [[0, 0, "2eb"], [0, 0, "2ev"]]}, "same cell 0,0"),
        ({**good, "domain": [[0, 0, "2eb"], [1, 1, "2ev"]]}, "2ev"),
        ({**good, "domain": [[0, 0, "2eb"], [0, 1, "1cn"]]}, "compatible with none"),
        ({**good, "domain": [[0, n, "2eb"] for n in range(3)]}, "copies"),
        ({**good, "domain": [[0, 0, "2eb"], ["0", 1, "2ev"]]}, "2ev"),
        ({**good, "domain": 3}, "domain"),
        ({**good, "player": 9}, "9"),
        ({**good, "enlarged": -1}, "-1"),
        ({**good, "rules": {"need": 1}}, "needed"),
        ({**good, "hand": "2cv", "play": "2cv 4,4"}, "touches no card"),
    ]
    last = {**good, "hand": "2rv", "rules": {"two_vp": 7}}
    path = tmp_path / "positions.jsonl"
    lines = [good, *(line for line, _ in bad), last]
    path.write_text("\n".join(map(json.dumps, lines)))
    ran = cli("evaluate", "conquete", "--input", path, "--json")
    assert ran.code == 1
    assert f"{len(bad)} of {len(lines)} lines" in ran.err
    first, *refused, end = ran.records
    assert first["placements"] == []
    assert end["placements"] == [[-1, 1, "2rv", 0], [1, 1, "2rv", 0]]
    for record, (_, said) in zip(refused, bad, strict=True):
        assert list(record) == ["error"]
        assert said in record["error"]


def test_letters_of_the_other_language_and_ownership_are_taken(cli, tmp_path):
    english = {"domain": [[0, 0, "2sb", None], [0, 1, "2sg", 3]], "hand": "1sb 2hb", "player": 3}
    path = tmp_path / "positions.jsonl"
    path.write_text(json.dumps(english))
    [record] = cli("evaluate", "conquete", "--input", path, "--json").records
    assert {card for _, _, card, _ in record["placements"]} == {"1eb", "2cb"}
    assert (record["sets"], record["sets_score"]) == ([1], -1)


@pytest.mark.parametrize("form", ["options", "line", "file", "french"])
def test_a_position_is_given_in_several_ways(cli, tmp_path, form):
    kept = tmp_path / "position.txt"
    words = {
        "options": (*ASKED, "--player", 1, "--save", kept),
        "line": (LINE,),
        "file": ("--position", kept),
        "french": (LINE.replace("domain", "domaine").replace("hand", "main"),),
    }
    said = {name: cli("evaluate", "conquete", *words[name], "--json") for name in ("options", form)}
    assert said[form].code == 0
    assert said[form].record == said["options"].record
    assert [1, 1, "2cv", 1] in said[form].record["placements"]


def test_the_best_sequence_is_that_of_the_oracle(cli):
    rng = random.Random(7)
    for _ in range(4):
        domain, left = oracle.grow(rng, 5, 2, {})
        hand = rng.sample(left, 2)
        text = " ; ".join(
            f"{row},{column} {card}" + ("" if owner is None else f" {owner}")
            for (row, column), (card, owner) in domain.items()
        )
        words = ("evaluate", "conquete", " ".join(hand), "--domain", text, "--player", 1, "--json")
        plan = cli(*words).record["plan"]
        assert plan["is_best"]
        assert plan["value"] == oracle.best_value(domain, hand, 1, {})
        assert cli(*words, "--no-advice").record["plan"] is None


def test_a_person_reads_placements_and_the_best_sequence(cli):
    out = cli("evaluate", "conquete", *ASKED, "--player", 1).out
    assert "11 legal placements; the best: 2cv 1,1, 1 VP at once, 2 with connected sets" in out
    assert re.search(r"2cv +1,1 +2 +2 +1 +2 +\+1 +2", out)
    assert "Proved: no sequence brings more." in out
    # The corner is the only cell that brings anything.
    board = out.splitlines()[4:9]
    assert [line.count("+1") for line in board] == [0, 0, 0, 1, 0]
    french = cli("evaluate", "conquete", *ASKED, "--player", 1, "--lang", "fr").out
    assert "11 poses permises" in french
    blocked = cli("evaluate", "conquete", "1rn", "--domain", DOMAIN)
    assert (blocked.code, "Blocked" in blocked.out) == (0, True)
    assert "No card in hand" in cli("evaluate", "conquete", "", "--domain", DOMAIN).out
    played = cli("evaluate", "conquete", *ASKED, "--play", "2cv 1,1").out
    assert "It may be placed." in played


def test_the_chances_are_those_of_all_cards_counted(cli):
    words = ("odds", "conquete", *ASKED, "--draws", 3)
    record = cli(*words, "--json").record
    lying = {(0, 0): "2eb", (0, 1): "2ev", (1, 0): "2cb"}
    rules = deals_oracle.Rules()
    unseen = deals_oracle.unseen([*lying.values(), "2cv", "1ev", "2ev"], rules)
    cells = deals_oracle.free_cells(lying, rules)
    worth = {
        cell: [deals_oracle.on_cell(card, cell, lying, rules) for card in unseen] for cell in cells
    }
    assert [(one["row"], one["column"]) for one in record["cells"]] == cells

    def holding(goes):
        hands = [any(goes[card] for card in hand) for hand in combinations(range(len(unseen)), 2)]
        return Fraction(sum(hands), len(hands))

    for one in record["cells"]:
        scores = worth[one["row"], one["column"]]
        goes = [score != "none" for score in scores]
        assert Fraction(one["fractions"][0]) == Fraction(sum(goes), len(unseen))
        assert Fraction(one["fractions"][1]) == holding(goes)
        earned = sum(score for score in scores if score != "none")
        assert one["expected_vp"] == pytest.approx(earned / len(unseen), abs=1e-12)
    anywhere = [any(worth[cell][n] != "none" for cell in cells) for n in range(len(unseen))]
    assert [Fraction(chance) for chance in record["fractions"][:2]] == [
        Fraction(sum(anywhere), len(unseen)),
        holding(anywhere),
    ]
    assert (record["kind"], record["model"], record["unseen"]) == ("computed", "unseen", 48)
    for chance, exact in zip(record["probability"], record["fractions"], strict=True):
        assert abs(Fraction(chance) - Fraction(exact)) <= record["error"]
    # Two cards of 48 bring anything: 2cv and 2eb in the corner.
    valued = cli(*words, "--minimum", 1, "--json").record
    assert [Fraction(chance) for chance in valued["fractions"]] == [
        1 - Fraction(comb(46, n), comb(48, n)) for n in (1, 2, 3)
    ]
    assert re.search(r"1,1 +2 +2 +2 +4.17 % +0.0417", cli(*words, "--minimum", 1).out)
    assert "une main de 3" in cli(*words, "--lang", "fr").out


def test_odds_of_lines(cli, tmp_path):
    path = tmp_path / "positions.jsonl"
    corner = {"domain": [[0, 0, "2eb"]], "hand": ""}
    lines = [
        {**corner, "draws": 2},
        {**corner, "draws": 54},
        {**corner, "draws": 0},
        {**corner, "minimum": "x"},
        {**corner, "model": "without-replacement"},
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    ran = cli("odds", "conquete", "--input", path, "--json")
    assert ran.code == 1
    good, *bad = ran.records
    # 13 of the 53 others go with the start card.
    assert good["fractions"] == ["13/53", str(1 - Fraction(comb(40, 2), comb(53, 2)))]
    for record, said in zip(bad, ("54", "0", "'x'", "unseen"), strict=True):
        assert said in record["error"]


def test_a_domain_that_nothing_may_follow_is_told(cli):
    closed = ("odds", "conquete", "", "--domain", "0,0 2eb", "-o", "shape_ratio=1")
    assert "The shape allows no card more." in cli(*closed).out
    assert cli(*closed, "--json").record["probability"] == [0.0]


def test_two_cards_share_attributes_as_the_rules_page_says(cli):
    words = ("--cards", 2, "--of", "shared_attributes", "--exact", "--json")
    record = cli("deals", "conquete", *words).record
    assert (record["total"], record["exact"]) == (1431, True)
    assert record["counts"] == {"0": 432, "1": 648, "2": 324, "3": 27}
    # Without a question a game's first is asked.
    assert cli("deals", "conquete", "--exact", "--json").record == record


@pytest.mark.parametrize(
    ("of", "cards"), [("fit", 3), ("vp", 3), ("accepting", 2), ("common", 2), ("pairs", 3)]
)
def test_deals_are_those_of_the_oracle(cli, of, cards):
    record = cli("deals", "conquete", "--of", of, "--cards", cards, "--exact", "--json").record
    slow = deals_oracle.counts(of, cards, deals_oracle.Rules())
    factor = Fraction(record["total"], sum(slow.values()))
    assert record["counts"] == {str(key): n * factor for key, n in slow.items() if n}


def test_the_order_of_cards_says_which_is_placed(cli):
    words = ("deals", "conquete", "--of", "vp", "--cards", 4, "--exact", "--json")
    for hand, vp in (("2ev 1ev 3ev 2cv", "5"), ("1ev 2ev 3ev 2cv", "1"), ("2ev*2 3ev 2cv", "5")):
        record = cli(*words, "--hand", hand).record
        assert record["outcome"] == vp
        assert record["below"] + record["equal"] + record["above"] == pytest.approx(1)
    held = ("deals", "conquete", "--of", "compatible", "--cards", 3, "--exact", "--json")
    record = cli(*held, "--hand", "2ev 2ev 1rn | domain 0,0 2eb").record
    assert record["outcome"] == "2"


def test_deals_are_sampled_and_told_in_words(cli):
    words = ("deals", "conquete", "--of", "vp", "--cards", 5, "--samples", 4000, "--seed", 3)
    record = cli(*words, "--json").record
    assert (record["n"], record["seed"], record["exact"]) == (4000, 3, False)
    low, high = record["intervals"]["none"]
    assert low < 11870820 / 15812550 < high
    out = cli(*words, "--hand", "2ev 1ev 3ev 2cv 2rv", "--lang", "fr").out
    assert "20 ◂" in out
    assert "PV d’une carte sur une case" in out


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rounds_are_told_in_80_columns(cli, monkeypatch, lang):
    monkeypatch.setenv("COLUMNS", "80")
    out = cli("simulate", "conquete", *FOUR, "--rounds", 40, "--lang", lang).out
    lines = out.splitlines()
    for place in (1, 2, 3, 4):
        assert sum(f" {place}. " in f" {line}" for line in lines) == 1
    assert max(map(len, lines)) <= 80
    wanted = ("VP by seat", "compatible") if lang == "en" else ("PV par place", "compatibles")
    for words in wanted:
        assert words in out


def test_rounds_are_told_as_json_and_kept_in_a_file(cli, tmp_path):
    path = tmp_path / "rounds.parquet"
    words = ("simulate", "conquete", *FOUR, "--rounds", 6, "--seed", 7, "--json")
    ran = cli(*words, "--out", path)
    assert (ran.code, path.exists()) == (0, True)
    record = ran.record
    assert (record["game"], record["rounds"], record["seed"]) == ("conquete", 6, 7)
    assert [player["minimum"] for player in record["players"]] == [0] * 4
    assert sum(share["value"] for share in record["ends"].values()) == pytest.approx(1)
    assert cli(*words, "--workers", 1).record == record


def test_the_vp_for_a_card_more_are_designed(cli):
    words = ("design", "conquete", "--players", "greedy,greedy", "--rounds", 20, "--seed", 2)
    found = cli(*words, "--low", 1, "--high", 3, "--json").record
    assert [one["extra_card_vp"] for one in found["surface"]] == [1, 2, 3]
    # One VP more for one of the two moves him up by one on the same deals.
    gaps = [one["gap"]["value"] for one in found["surface"]]
    assert [gap - gaps[0] for gap in gaps] == pytest.approx([0, 1, 2])
    assert found["extra_card_vp"] == 1 + min(range(3), key=lambda n: abs(gaps[n]))
    assert found["target"] == "extra-card"
    again = cli(*words, "--low", 9, "--rounds", 20, "--json").record
    assert [one["extra_card_vp"] for one in again["surface"]] == [9]
    for lang, said in (("en", "for a card more"), ("fr", "pour une carte de plus")):
        assert said in cli(*words, "--high", 1, "--lang", lang).out
    seats = cli(*words, "--high", 0, "--target", "equal-seats").out
    assert "VP by seat" in seats


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("width", [80, 40, 20])
def test_no_number_is_cut_where_the_terminal_is_narrow(cli, monkeypatch, lang, width):
    monkeypatch.setenv("COLUMNS", str(width))
    for command in ("evaluate", "odds"):
        out = cli(command, "conquete", *ASKED, "--lang", lang).out
        assert max(map(len, out.splitlines())) <= max(width, 30)
        assert "…" not in out
        # The domain as a grid, or as a list, says each card and its owner.
        for card in ("2eb", "2ev:1", "2cb:2"):
            assert card in out


def test_the_board_has_each_card_and_mark_in_its_row_and_column():
    from rich.console import Console

    domain = Domain.of("-1,9 2eb ; -1,10 2ev 1 ; 0,10 2cv 2")
    console = Console(width=60)
    with console.capture() as shown:
        console.print(Board(domain, {(0, 9): "+20", (-2, 10): "+0"}))
    heading, *lines = (line.split() for line in shown.get().splitlines())
    assert heading == ["9", "10"]
    assert lines == [["-2", "+0"], ["-1", "2eb", "2ev:1"], ["0", "+20", "2cv:2"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("evaluate", "2cv"), "domain"),
        (("evaluate", "2cv", "--domain", "2eb"), "'2eb'"),
        (("evaluate", "2cv", "--domain", "0,0 2xb"), "'2xb'"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--player", "x"), "'x'"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--player", "9"), "'9'"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--enlarged", "x"), "'x'"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--play", "2cv"), "'2cv'"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--play", "2cv 0,0"), "2eb lies there"),
        (("evaluate", "2cv 1ev", "--domain", DOMAIN, "--play", "1ev 1,1"), "clause 3.3"),
        (("evaluate", "2cv 1ev", "--domain", DOMAIN, "--play", "1ev 1,-1"), "clause 3.2"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--play", "2ev 1,1"), "not in hand"),
        (("evaluate", "2eb*2", "--domain", DOMAIN), "3 copies of 2eb"),
        (("evaluate", "2cv", "--domain", "0,0 2eb ; 2,0 2ev"), "2ev"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--minimum", "2"), "'minimum'"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--laid", "2eb"), "'laid'"),
        (("evaluate", "2cv", "--domain", DOMAIN, "--limit", "0"), "limit"),
        (("evaluate", "tichu | hand 2cv"), "'tichu'"),
        (("odds", "2cv"), "domain"),
        (("odds", "2cv", "--domain", DOMAIN, "--draws", "51"), "50"),
        (("odds", "2cv", "--domain", DOMAIN, "--minimum", "x"), "'x'"),
        (("odds", "2cv", "--domain", DOMAIN, "--model", "x"), "unseen"),
        (("deals", "--of", "value"), "'value'"),
        (("deals", "--cards", "3"), "3"),
        (("deals", "--of", "kinds", "--cards", "55"), "54"),
        (("deals", "--of", "fit", "--cards", "6"), "6"),
        (("deals", "--samples", "10", "--players", "2"), "2 hands"),
        (("deals", "--exact", "--hand", "2eb 2ev 2en"), "3 card"),
        (("deals", "--exact", "--hand", "2eb 2xv"), "'2xv'"),
        (("deals", "--of", "kinds", "--cards", "3", "--exact", "--hand", "2eb*3"), "2eb"),
        (("deals", "--exact", "--hand", "2eb 2ev | domain 0,0 2en"), "without a domain"),
        (("deals", "--of", "compatible", "--cards", "1", "--exact", "--hand", "2eb"), "start card"),
        (("deals", "--exact", "--hand", "2eb 2ev | player 1"), "'player'"),
        (("deals", "--exact", "--hand", f"2eb 2ev | domain {DOMAIN}"), "3 cards in the domain"),
        (("simulate", "--players", "greedy"), "2 to 8"),
        (("simulate", "--players", "a,b"), "'a'"),
        (("simulate", *FOUR, "--minimums", "1,1,1,1"), "minimums"),
        (("design", *FOUR, "--target", "equal-points"), "extra-card"),
        (("design", *FOUR, "--low", "3", "--high", "2"), "low: 3"),
        (("solve",), "conquete"),
        (("rules", "-o", "need=1"), "needed"),
        (("rules", "--preset", "mhing"), "conquete"),
    ],
)  # fmt: skip
def test_what_is_refused(cli, words, said):
    command, *rest = words
    for lang in ("en", "fr"):
        ran = cli(command, "conquete", *rest, "--lang", lang)
        assert ran.code != 0
        assert ran.out == ""
        assert "Traceback" not in ran.err
        if lang == "en":
            assert said in ran.err


def test_the_rules_are_shown_and_written(cli):
    assert "what passing costs" in cli("rules", "conquete").out
    assert "ce que coûte" in cli("rules", "conquete", "--lang", "fr").out
    assert "pass_cost = 2" in cli("rules", "conquete", "-o", "pass_cost=2", "--toml").out
    assert cli("rules", "conquete", "--list").out.count("\n") == 1


@pytest.mark.parametrize("option", ["--domain", "--player", "--enlarged"])
@pytest.mark.parametrize("command", ["evaluate", "odds"])
def test_its_parts_are_refused_by_other_games(cli, command, option):
    ran = cli(command, "neurotrio", "2eb", option, "7")
    assert ran.code == 1
    assert f"'{option[2:]}'" in ran.err


def test_all_kinds_are_written_in_the_letters_of_the_cases():
    cards = {card for case in handed_cases("conquete") for *_, card, _ in case["placements"]}
    assert cards <= set(PIECES.codes)
