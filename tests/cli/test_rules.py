"""``neuroanalysis rules``: the rules in force, readable, as JSON and as TOML."""

from __future__ import annotations

import json
import tomllib

import pytest

from neuroanalysis.games.neurotrio import PRESETS, Rules


def squeezed(words):
    return " ".join(words.replace("─", " ").split())


def test_every_option_stands_there_with_its_value_and_meaning(cli):
    ran = cli("rules", "neurotrio")
    assert (ran.code, ran.err) == (0, "")
    said = squeezed(ran.out)
    for name, value in Rules().to_mapping().items():
        if name not in {"game", "bonuses", "minimums"}:
            assert f"{name} {json.dumps(value).strip(chr(34))} " in said
    # The rules page's table.
    for row in [
        "S4_2 16 4 structures with 2 attribute values in common S3_2 S4_1",
        "D_S3_2 8 1 duo and 3 structures with 2 attribute values in common S3_2 D_S2_2",
        "S3_2 4 3 structures with 2 attribute values in common",
        "D_S2_2 2 1 duo and 2 structures with 2 attribute values in common",
        "D_S4_1 2 1 duo and 4 structures with 1 attribute value in common S4_1",
        "S4_1 1 4 structures with 1 attribute value in common",
        "N13 6 13 distinct kinds or more N12",
        "N9 1 9 distinct kinds or more",
        "child 18 8 years old",
        "mythical 26 mythical knight",
    ]:
        assert row in said


def test_rules_come_back_from_what_is_printed(cli, tmp_path):
    words = ("--preset", "three_trios", "-o", "trio_points=3", "-o", "bonuses.S3_2=5")
    printed = cli("rules", "neurotrio", *words, "--toml")
    assert tomllib.loads(printed.out)["trio_points"] == 3
    file = tmp_path / "rules.toml"
    file.write_text(printed.out)
    again = cli("rules", "neurotrio", "--rules", file, "--json").record
    assert again == cli("rules", "neurotrio", *words, "--json").record
    assert (again["trio_points"], again["hand_size"]) == (3, 8)
    assert {row["code"]: row["points"] for row in again["bonuses"]}["S3_2"] == 5


def test_what_differs_from_a_preset_is_said(cli):
    ran = cli("rules", "neurotrio", "--preset", "one_deck_shape", "-o", "repeat_bonuses=true")
    assert "one_deck_shape repeat_bonuses=true" in ran.out
    assert "once for each line" in squeezed(ran.out)


def test_a_designer_s_bonus_and_minimum_are_described(cli, tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text(
        'minimums = {club = 21}\nbonuses = [{code = "D2_1", points = 3, duos = 2, shared = 1}]\n'
    )
    said = squeezed(cli("rules", "neurotrio", "--rules", file).out)
    assert "D2_1 3 2 duos with 1 attribute value in common" in said
    assert "club 21" in said


def test_presets_are_listed(cli):
    lines = cli("rules", "neurotrio", "--list").out.splitlines()
    assert [line.split(":")[0] for line in lines] == list(PRESETS)
    records = cli("rules", "neurotrio", "--list", "--json").records
    assert {record["preset"]: record["rules"]["hand_size"] for record in records} == {
        "two_decks": 13,
        "one_deck_shape": 10,
        "two_duos_two_trios": 9,
        "three_trios": 8,
    }


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--preset", "none"], 1),
        (["--option", "copies=9"], 1),
        (["--option", "copies=four"], 1),
        (["--json", "--toml"], 2),
        (["--list", "--toml"], 2),
        (["--limit", "3"], 2),
        (["2eb"], 2),
    ],
)
def test_mistakes(cli, words, code):
    ran = cli("rules", "neurotrio", *words)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("error: ")
