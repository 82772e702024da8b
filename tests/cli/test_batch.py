"""Files of questions: the JSON contract, line by line."""

from __future__ import annotations

import json

import pytest

from tests.cases import HERE, handed_cases

GIVEN = {"hand", "rules", "note"}
HAND = "2eb 2ev 2en"


def lines(*records):
    return "".join(f"{json.dumps(record)}\n" for record in records)


def test_the_handed_cases_agree(cli):
    cases = handed_cases("neurotrio")
    ran = cli("evaluate", "neurotrio", "--input", HERE / "neurotrio.jsonl", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.records) == len(cases) > 100
    for case, answer in zip(cases, ran.records, strict=True):
        wanted = {name: value for name, value in case.items() if name not in GIVEN}
        assert {"points", "finish", "distance"} <= set(wanted)
        assert {name: answer[name] for name in wanted} == wanted, case


def test_json_is_what_a_file_of_questions_gets_anyway(cli):
    questions = lines({"hand": HAND})
    with_json = cli("evaluate", "neurotrio", "--input", "-", "--json", stdin=questions)
    assert cli("evaluate", "neurotrio", "--input", "-", stdin=questions) == with_json


# What is wrong with a line, and what its error has to name.
WRONG = [
    (b'{"hand": "2eb 4cn"}', ["4cn", "position 2", "nearest", "1cn"]),
    (b'{"hand": "2eb*5"}', ["5 copies of 2eb", "only 4"]),
    (b'{"hand": "2eb*2", "laid": "2eb*4"}', ["6 copies of 2eb", "only 4"]),
    (b'{"hand": ""}', ["no card", "1 to 18"]),
    (b'{"hand": "1cn*4 1cv*4 1cb*4 1en*4 2rb*3"}', ["19 cards", "1 to 18"]),
    (b'{"hand": "2eb", "laid": "1cn*3"}', ["laid", "3 of 1cn", "four alike"]),
    (b'{"hand": "2eb", "laid": "1cn*3 1cv"}', ["laid", "four alike"]),
    (b'{"hand": "2eb", "kept": "1cn"}', ["1cn", "kept"]),
    (b'{"hand": "2eb", "minimum": "many"}', ["many", "minimum"]),
    (b'{"hand": "2eb", "rules": {"copys": 4}}', ["copys", "copies"]),
    (b'{"hand": "2eb", "rules": {"copies": "four"}}', ["copies", "four", "whole number"]),
    (b'{"hand": "2eb", "rules": {"copies": true}}', ["copies", "true", "whole number"]),
    (b'{"hand": "2eb", "rules": {"one_duo": 1}}', ["one_duo", "true or false"]),
    (b'{"hand": "2eb", "rules": {"distinct_scope": "all"}}', ["distinct_scope", "grouped"]),
    (b'{"hand": "2eb", "rules": {"preset": "three_decks"}}', ["three_decks", "two_decks"]),
    (b'{"hand": "2eb", "rules": {"hand_size": 12}}', ["hand_size", "12"]),
    (b'{"hand": "2eb", "rules": "two_decks"}', ["rules", "table"]),
    (b'{"hand": "2eb", "rules": null}', ["rules", "null", "table"]),
    (b'{"hand": 3}', ["hand", "3", "text"]),
    (b'{"hand": null}', ["hand", "null", "text"]),
    (b'{"hands": "2eb"}', ["hand", "missing"]),
    (b"2eb 2eb", ["not JSON"]),
    (b'{"hand": "2eb"', ["not JSON"]),
    (b'["2eb"]', ["JSON object"]),
    (b'"2eb"', ["JSON object"]),
    (b'{"hand": "2eb \xff"}', ["UTF-8"]),
    (b"[" * 100_000, ["not JSON", "nested"]),
    (b'{"hand": "2eb", "n": ' + b"9" * 5000 + b"}", ["not JSON", "digits"]),
    (b'{"hand": "\\ud800"}', ["unknown card"]),
]


@pytest.mark.parametrize(("line", "named"), WRONG)
def test_a_wrong_line_gets_its_error_and_the_others_their_answers(cli, line, named):
    good = lines({"hand": HAND}).encode()
    ran = cli("evaluate", "neurotrio", "--input", "-", "--json", stdin=good + line + b"\n" + good)
    assert ran.code == 1
    first, wrong, last = ran.records
    assert first == last
    assert first["points"] == 2
    assert set(wrong) == {"error"}
    for part in ["line 2", *named]:
        assert part in wrong["error"]
    assert wrong["error"].count("line 2") == 1
    assert ran.err == (
        "error: 1 of 3 lines of standard input are not valid; each has its error in its place\n"
    )


def test_what_is_no_input_is_ignored_and_blank_lines_are_skipped(cli):
    content = "\ufeff" + lines({"hand": HAND}) + "\n  \n\r\n"
    content += lines({"hand": HAND, "points": 99, "note": "x", "extra": [1]})
    ran = cli("evaluate", "neurotrio", "--input", "-", "--json", stdin=content)
    assert ran.code == 0
    assert [record["points"] for record in ran.records] == [2, 2]


def test_the_last_line_needs_no_end(cli):
    ran = cli("evaluate", "neurotrio", "--input", "-", stdin=lines({"hand": HAND}).rstrip())
    assert ran.record["points"] == 2


def test_errors_name_the_line_of_the_file_not_of_the_answers(cli):
    ran = cli("evaluate", "neurotrio", "--input", "-", stdin="\n\n" + lines({"hand": "x"}))
    assert "line 3" in ran.record["error"]


def test_a_line_has_its_own_rules_over_those_of_the_command(cli, tmp_path):
    rules = tmp_path / "rules.toml"
    rules.write_text("trio_points = 30\ntriple_points = 40\n")
    questions = lines(
        {"hand": HAND},
        {"hand": HAND, "rules": {"triple_points": 7}},
        {"hand": HAND, "rules": {"trio_points": 5}},
        {"hand": "2eb*3", "rules": {"trio_points": 5}},
        {"hand": HAND, "rules": {"preset": "two_decks"}},
        {"hand": HAND},
    )
    words = ("--rules", rules, "--option", "triple_points=50")
    ran = cli("evaluate", "neurotrio", "--input", "-", *words, stdin=questions)
    assert ran.code == 0
    assert [record["points"] for record in ran.records] == [30, 30, 5, 50, 2, 30]


def test_parts_of_a_position_are_fields(cli):
    record = {"hand": HAND, "laid": "1cn*4", "seen": "2eb*3", "minimum": 26}
    ran = cli("evaluate", "neurotrio", "--input", "-", "--advice", stdin=lines(record))
    assert ran.record["points"] == 10
    assert (ran.record["laid"], ran.record["minimum"]) == ("1cn*4", 26)
    assert "2eb" not in [card["card"] for card in ran.record["useful"]]


def test_useful_cards_and_discards_come_when_asked_for(cli):
    questions = lines(
        {"hand": "1cn*3 1cv*3 1cb*3 1eb*3 1rb"}, {"hand": "1cn*3 1cv*3 1cb*3 1eb*4 1rb"}
    )
    plain = cli("evaluate", "neurotrio", "--input", "-", stdin=questions)
    assert all(not {"useful", "discards"} & set(record) for record in plain.records)
    waiting, drawn = cli(
        "evaluate", "neurotrio", "--input", "-", "--advice", stdin=questions
    ).records
    assert {card["card"]: card["copies"] for card in waiting["useful"]}["1rb"] == 3
    assert "discards" not in waiting
    assert {row["card"] for row in drawn["discards"]} == {"1cn", "1cv", "1cb", "1eb", "1rb"}
    assert "useful" not in drawn


def test_the_limit_shortens_the_list_and_not_the_number(cli):
    questions = lines({"hand": "1cn*2 1cv*2 1cb*2 2en*2 2ev*2 2eb*2 3rn"})
    few, many = (
        cli("evaluate", "neurotrio", "--input", "-", "--limit", n, stdin=questions).record
        for n in (1, 1000)
    )
    assert few["grouping_count"] == many["grouping_count"] == len(many["groupings"]) > 1
    assert few["groupings"] == many["groupings"][:1]


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_empty_file_is_an_error(cli, tmp_path, content):
    file = tmp_path / "empty.jsonl"
    file.write_text(content)
    ran = cli("evaluate", "neurotrio", "--input", file)
    assert (ran.code, ran.out, ran.err) == (1, "", f"error: {file} is empty\n")
    ran = cli("evaluate", "neurotrio", "--input", "-", stdin=content)
    assert (ran.code, ran.err) == (1, "error: standard input is empty\n")


def test_a_file_that_cannot_be_read_is_an_error(cli, tmp_path):
    missing = tmp_path / "none.jsonl"
    ran = cli("evaluate", "neurotrio", "--input", missing)
    assert (ran.code, ran.out, ran.err) == (1, "", f"error: there is no file {missing}\n")
    ran = cli("evaluate", "neurotrio", "--input", tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"error: cannot read {tmp_path}: ")
    ran = cli("evaluate", "neurotrio", "--input", "a\0b")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: cannot read a b: ")


@pytest.mark.parametrize("option", ["--laid", "--kept", "--seen", "--minimum", "--save"])
def test_what_only_one_hand_has_does_not_go_with_a_file(cli, option):
    ran = cli("evaluate", "neurotrio", "--input", "-", option, "1", stdin=lines({"hand": HAND}))
    assert (ran.code, ran.out) == (2, "")
    assert option in ran.err


@pytest.mark.parametrize("option", ["--input", "--position", "--rules"])
@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_of_a_file_is_said(cli, option, name):
    hand = ["2eb"] if option == "--rules" else []
    ran = cli("evaluate", "neurotrio", *hand, option, name)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "error: the name of the file is empty; write its path\n"


def test_an_empty_name_of_a_file_to_save_is_said(cli):
    ran = cli("evaluate", "neurotrio", "2eb", "--save", "")
    assert (ran.code, ran.out) == (1, "")
    assert "the name of the file is empty" in ran.err


def test_a_long_line_gets_a_short_error(cli):
    content = lines({"hand": "z" * 1_000_000}, {"hand": HAND})
    ran = cli("evaluate", "neurotrio", "--input", "-", stdin=content)
    wrong, right = ran.records
    assert len(wrong["error"]) < 120
    assert right["points"] == 2
