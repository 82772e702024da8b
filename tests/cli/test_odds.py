"""``neuroanalysis odds``: the contract's JSON, the readable screens, what is refused."""

from __future__ import annotations

import pytest

from tests.cases import HERE, handed_cases

WAITING = "3cn*4 2rn*3 3ev*2 1eb 3rv 1cb*2"
HELD = "1cn*4 1cb 2en*2 2eb*2 3rn 1eb 2rv*2"
DRAWN = f"{HELD} 3rb"


def test_the_handed_cases_agree(cli):
    ran = cli("odds", "neurotrio", "--input", HERE / "neurotrio_odds.jsonl", "--json")
    cases = handed_cases("neurotrio_odds")
    assert ran.code == 0
    assert len(ran.records) == len(cases) > 10
    for record, case in zip(ran.records, cases, strict=True):
        assert record["probability"] == pytest.approx(case["probability"], abs=1e-9)
        assert (record["model"], record["minimum"]) == (case["model"], case["minimum"])
        assert record["kind"] == "computed"
        assert record["error"] <= 1e-9


def test_a_hand_to_discard_from_has_all_its_discards(cli):
    words = ("odds", "neurotrio", DRAWN, "--draws", 2, "--minimum", 20, "--json")
    record = cli(*words).record
    codes = {word.split("*")[0] for word in DRAWN.split()}
    assert {row["card"] for row in record["discards"]} == codes
    assert [row["card"] for row in record["lays"]] == ["1cn"]
    moves = record["discards"] + record["lays"]
    best = [max(row["probability"][t] for row in moves) for t in (0, 1)]
    assert record["probability"] == best
    assert record["finish"] is False
    assert sum(record["outcomes"].values()) == pytest.approx(1)
    # Without the drawn card it is the hand between turns.
    left = next(row for row in record["discards"] if row["card"] == "3rb")
    held = cli("odds", "neurotrio", HELD, "--draws", 2, "--minimum", 20, "--json").record
    assert left["probability"] == pytest.approx(held["probability"], abs=1e-12)


def test_what_is_missing_has_its_default(cli):
    record = cli("odds", "neurotrio", WAITING, "--json").record
    assert (record["minimum"], record["model"], record["draws"]) == (18, "discards-return", 3)


def test_parts_and_model_are_taken(cli):
    words = ("odds", "neurotrio", WAITING, "--draws", 1, "--minimum", 18, "--json")
    open_, closed = (
        cli(*words, "--model", "without-replacement", *more).record["probability"][0]
        for more in ((), ("--seen", "1eb*3 1cb*2"))
    )
    assert open_ != closed
    laid = cli("odds", "neurotrio", "1eb 3rv 1cb*2", "--laid", "3cn*4 2rn*4 3ev*4", "--json").record
    assert laid["probability"][0] > 0


def test_a_person_reads_moves_and_why(cli):
    said = cli("odds", "neurotrio", DRAWN, "--draws", 2, "--minimum", 20).out
    assert "Chance to finish with 20 points or more" in said
    assert "within 1" in said
    assert "lay 1cn*4" in said
    assert "the next best" in said
    french = cli("odds", "neurotrio", WAITING, "--draws", 1, "--lang", "fr").out
    assert "Chance de finir avec 18 points ou plus" in french
    assert "pioche" in french


def test_a_position_in_a_file_is_asked(cli, tmp_path):
    file = tmp_path / "position.txt"
    file.write_text(f"neurotrio\nhand {WAITING}\nminimum 20\n", encoding="utf-8")
    words = ("--draws", 1, "--json")
    there = cli("odds", "neurotrio", "--position", file, *words).record
    assert there == cli("odds", "neurotrio", WAITING, "--minimum", 20, *words).record


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ((), 2, "give one of"),
        ((WAITING, "--draws", "many"), 2, "--draws"),
        ((WAITING, "--draws", "0"), 1, "draws: 0 is outside 1 to 40"),
        ((WAITING, "--draws", "41"), 1, "draws: 41 is outside 1 to 40"),
        ((WAITING, "--model", "magic"), 1, '"magic" is none of discards-return'),
        ((WAITING, "--seen", "3cn"), 1, "3cn"),
        ((WAITING, "--draws", "9"), 1, "neuroanalysis solve neurotrio"),
        (("1cn",), 1, "13 between turns or 14 after a draw"),
        (("--input", "hands.jsonl", "--draws", "2"), 2, "--draws"),
    ],
)
def test_a_mistake_is_named(cli, monkeypatch, tmp_path, words, code, message):
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    ran = cli("odds", "neurotrio", *words)
    assert ran.code == code
    assert message in ran.err
    assert ran.out == ""


def test_a_wrong_line_leaves_the_others(cli):
    lines = [
        f'{{"hand": "{WAITING}", "draws": 1}}',
        f'{{"hand": "{WAITING}", "draws": "two"}}',
        f'{{"hand": "{WAITING}", "draws": 1, "model": 7}}',
        f'{{"hand": "{WAITING}", "draws": 1, "rules": {{"finish_points": 11}}}}',
    ]
    ran = cli("odds", "neurotrio", "--input", "-", stdin="\n".join(lines))
    first, second, third, fourth = ran.records
    assert ran.code == 1
    assert "draws" in second["error"]
    assert "model" in third["error"]
    assert first["minimum"] == fourth["minimum"] == 18
    assert fourth["probability"][0] >= first["probability"][0]


def test_a_minimum_nobody_reaches_is_no_error(cli):
    ran = cli("odds", "neurotrio", WAITING, "--minimum", 500, "--draws", 9, "--json")
    assert ran.code == 0
    assert ran.record["probability"] == [0.0] * 9
    assert "500" in ran.record["remark"]
