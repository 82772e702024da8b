"""Okey 51 on the command line: the contract's JSON, the readable answers, what is refused."""

from __future__ import annotations

import json

import pytest

from tests.cases import HERE, handed_cases

RACK = "r10 r11 r12 r13 b1 k1 y1 b5 b6 k7 y3 y8 k2 r4"
FIELDS = ("meld_value", "least_left_count", "least_left_value", "pairs", "opens")


def test_the_handed_cases_come_out_of_the_batch(cli):
    ran = cli("evaluate", "okey51", "--input", HERE / "okey51.jsonl", "--json")
    assert (ran.code, ran.err) == (0, "")
    cases = handed_cases("okey51")
    assert len(ran.records) == len(cases) == 164
    for answer, case in zip(ran.records, cases, strict=True):
        assert [answer[name] for name in FIELDS] == [case[name] for name in FIELDS]


def test_a_bad_line_has_its_error_and_the_others_their_answers(cli, tmp_path):
    lines = [
        {"hand": RACK, "okey": "y2"},
        {"hand": "r5 r5 r5", "okey": "y2"},
        {"hand": RACK},
        {"hand": RACK, "okey": "fo"},
        {"hand": "r5 g7", "okey": "y2"},
        {"hand": RACK + " b9 b9", "okey": "y2"},
        {"hand": "fo fo fo", "okey": "y2"},
        {"hand": RACK, "indicator": "y1"},
    ]
    path = tmp_path / "racks.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    ran = cli("evaluate", "okey51", "--input", path, "--json")
    assert ran.code == 1
    first, *bad, last = ran.records
    assert first["meld_value"] == last["meld_value"] == 49
    said = [
        "3 copies of r5",
        "okey is not said",
        "a fake okey is none",
        "'g7'",
        "16 tiles",
        "of fo",
    ]
    for record, words in zip(bad, said, strict=True):
        assert words in record["error"]


def test_a_person_reads_the_verdict_and_the_melds(cli):
    out = cli("evaluate", "okey51", f"{RACK} y2", "--okey", "y2").out
    for words in ("Opens with melds worth 67", "r10-r11-r12-r13", "b5-b6-b7*", "b1-k1-y1"):
        assert words in out
    french = cli("evaluate", "okey51", RACK, "--indicator", "y1", "--lang", "fr").out
    assert "N’ouvre pas" in french
    assert "Chevalet (14)" in french


def test_open_melds_take_tiles_off_the_rack(cli):
    words = ("evaluate", "okey51", "r5 b3", "--okey", "y2", "--opened", "--json", "--no-advice")
    assert cli(*words).record["least_left_count"] == 2
    record = cli(*words, "--melds", "r6-r7-r8").record
    assert (record["least_left_count"], record["goes_out"]) == (1, "melds")


def test_the_exact_figure_of_the_rules_page(cli):
    record = cli(
        "deals", "okey51", "--cards", 14, "--of", "pairs", "--exact", "--json"
    ).record  # fmt: skip
    assert record["total"] == 91748617512913200
    assert sum(n for most, n in record["counts"].items() if int(most) >= 5) == 51296550740400


def test_openings_are_sampled_with_intervals_that_hold_the_known_share(cli):
    words = ("deals", "okey51", "--of", "opening", "--samples", 40_000, "--seed", 3, "--json")
    record = cli(*words).record
    assert (record["exact"], record["n"], record["seed"], record["level"]) == (
        False,
        40_000,
        3,
        0.95,
    )
    low, high = record["intervals"]["1"]
    # Three times the interval's half width: this sample is one of many that might be drawn.
    middle, half = (low + high) / 2, (high - low) / 2
    assert abs(middle - 0.1930) < 1.5 * half
    refused = cli("deals", "okey51", "--of", "opening", "--exact")
    assert refused.code != 0
    assert "pairs" in refused.err


def test_odds_by_draw_and_by_discard(cli):
    rack = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9"
    record = cli("odds", "okey51", rack, "--okey", "y2", "--draws", 2, "--json").record
    assert record["minimum"] == 51
    assert record["probability"][0] == pytest.approx(
        10 / 91, abs=1e-12
    )  # two each of r9, r12, k10, y10 and the okey
    assert record["kind"] == "computed"
    drawn = cli("odds", "okey51", f"{rack} r12", "--okey", "y2", "--draws", 1, "--json").record
    assert drawn["now"] is True
    assert {row["card"] for row in drawn["discards"]} == set(rack.split()) | {"r12"}
    table = cli("odds", "okey51", rack, "--okey", "y2", "--draws", 2, "--lang", "fr").out
    assert "Chance exacte d’ouvrir à 51" in table


def test_rounds_and_the_balanced_threshold(cli):
    words = ("--players", "counter,opener,counter,pairs", "--rounds", 100, "--seed", 7)
    ran = cli("simulate", "okey51", *words, "--json")
    assert (ran.code, ran.err) == (0, "")
    record = ran.record
    assert (record["game"], record["rounds"], record["seed"]) == ("okey51", 100, 7)
    assert [row["policy"] for row in record["players"]] == ["counter", "opener", "counter", "pairs"]
    assert sum(share["value"] for share in record["ends"].values()) == pytest.approx(1)
    assert cli("simulate", "okey51", *words, "--workers", 1, "--json").out == ran.out
    assert "Points by seat" in cli("simulate", "okey51", *words).out
    assert "Points par place" in cli("simulate", "okey51", *words, "--lang", "fr").out
    design = cli(
        "design", "okey51", "--players", "opener,opener,opener,opener", "--rounds", 100, "--json"
    ).record  # fmt: skip
    assert design["target"] == "even-openings"
    assert {row["threshold"] for row in design["surface"]} >= {design["threshold"]}


def test_what_is_refused(cli):
    for words, said in (
        (("simulate", "okey51", "--players", "counter,opener"), "4"),
        (("simulate", "okey51", "--players", "a,b,c,d"), "'a'"),
        (
            ("simulate", "okey51", "--players", "opener,opener,opener,opener", "--minimums", "60"),
            "",
        ),
        (("evaluate", "okey51", RACK, "--okey", "y2", "--kept", "r4"), "'kept'"),
        (("solve", "okey51"), "okey51"),
        (("rules", "okey51", "-o", "treshold=60"), "threshold"),
    ):
        ran = cli(*words)
        assert ran.code != 0
        assert said in ran.err
        assert "Traceback" not in ran.err
        assert ran.out == ""


def test_the_rules_are_shown_and_written(cli):
    assert "tiles dealt to each player" in cli("rules", "okey51").out
    assert "tuiles distribuées à chacun" in cli("rules", "okey51", "--lang", "fr").out
    toml = cli("rules", "okey51", "--preset", "okey101", "--toml").out
    assert "hand_size = 21" in toml
    assert cli("rules", "okey51", "--list").out.count("\n") == 2
