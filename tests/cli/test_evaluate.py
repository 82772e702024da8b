"""One hand on the command line: what a person reads, and the same as JSON."""

from __future__ import annotations

import json

import pytest

BEST = "1cn*4 1cv*4 1cb*4 1eb*4 1rb*2"
WAITING = "1cn 1cv 1cb 2en 2en 2en 3rb 3rv 3rn 1eb 2eb 2rv 2rv"


def squeezed(words):
    """Text without the spaces and lines of tables."""
    return " ".join(words.replace("─", " ").split())


def test_the_best_hand_is_explained(cli):
    ran = cli("evaluate", "neurotrio", BEST)
    assert (ran.code, ran.err) == (0, "")
    said = squeezed(ran.out)
    for part in [
        "Hand (18) 1cn*4 1cv*4 1cb*4 1eb*4 1rb*2",
        "Worth 40 points without finishing",
        "Can finish with 50 points; the minimum of 18 is reached",
        "Lay first: 1cn*4 1cv*4 1cb*4 1eb*4",
        "1 carré 1cn 1cn 1cn 1cn 8",
        "5 duo 1rb 1rb 0",
        "S3_2 3 structures with 2 attribute values in common: force 1 + heart (groups 1, 2, 3) 4",
        "D_S4_1 1 duo and 4 structures with 1 attribute value in common: force 1",
        "S4_1 not counted: contained in D_S4_1 (1)",
        "finishing 10",
    ]:
        assert part in said


def test_a_waiting_hand_shows_its_useful_cards_with_the_copies_left(cli):
    said = squeezed(cli("evaluate", "neurotrio", WAITING, "--seen", "3eb 1eb").out)
    assert "1 more card would complete the groups (distance 1)" in said
    # 1eb and 2eb wait for the third 1 or 2 on blue, or for 3eb; a copy of 1eb and 3eb is gone.
    assert "Useful cards: 3 kinds, 8 copies left to draw" in said
    assert "1eb 1 star on blue 2" in said
    assert "3eb 3 stars on blue 3" in said
    assert "discard" not in said


def test_a_hand_about_to_discard_shows_its_discards_and_why(cli):
    ran = cli("evaluate", "neurotrio", f"{WAITING} 3cn")
    said = squeezed(ran.out)
    assert "What to discard" in said
    # Without 3cn it is the hand above: one away, with three kinds and ten copies.
    assert "3cn 1 3 10" in said
    assert "3cn leaves a hand at distance 1; the next best" in said
    kept = squeezed(cli("evaluate", "neurotrio", f"{WAITING} 3cn", "--kept", "3cn").out)
    assert "3cn 1 3 10" not in kept
    assert "What to discard" in kept


def test_a_hand_of_which_all_is_kept_has_no_discards(cli):
    hand = f"{WAITING} 3cn"
    ran = cli("evaluate", "neurotrio", hand, "--kept", hand)
    assert ran.code == 0
    assert "discard" not in ran.out
    # Another copy of a panged kind may go.
    again = cli("evaluate", "neurotrio", hand, "--kept", hand.replace("2en 2en 2en", "2en 2en"))
    assert "2en" in squeezed(again.out).split("What to discard")[1]


def test_no_advice_is_given_when_none_is_wanted(cli):
    assert "Useful" not in cli("evaluate", "neurotrio", WAITING, "--no-advice").out
    record = cli("evaluate", "neurotrio", WAITING, "--no-advice", "--json").record
    assert "useful" not in record


def test_rest_dropped_bonuses_and_further_groupings_are_shown(cli):
    hand = "2eb 2eb 2ev 2en 1rb 3rb 2rb 1cn*3 1cv 1cb 3en"
    ran = cli("evaluate", "neurotrio", hand, "--limit", 2)
    said = squeezed(ran.out)
    assert "Best grouping 1 of 3: 10 points" in said
    assert "rest 1cv 1cb 2eb 3en 0" in said
    assert "N10 10 distinct kinds or more: there are 10 2" in said
    assert "N9 not counted: contained in N10 (1)" in said
    assert "2 of 3 are shown; --limit 3 shows all." in said
    assert "grouping 3 of 3" in squeezed(cli("evaluate", "neurotrio", hand).out)


def test_a_minimum_that_is_not_reached_is_said(cli):
    hand = "1cn 1cv 1cb 2en 2ev 2eb 3rn 3rv 3rb 1en*3 2cv*2"
    low, high = (cli("evaluate", "neurotrio", hand, "--minimum", n) for n in (18, 26))
    assert "the minimum of 18 is reached" in low.out
    assert "the minimum of 26 is not reached" in high.out
    assert (
        cli("evaluate", "neurotrio", hand, "--minimum", 26, "--json").record["can_finish"] is False
    )


def test_a_laid_carre_is_told_from_the_others(cli):
    said = squeezed(cli("evaluate", "neurotrio", "2eb*2", "--laid", "1cn*4").out)
    assert "1 carré (laid) 1cn 1cn 1cn 1cn 8" in said
    assert "Laid 1cn*4" in said
    alone = cli("evaluate", "neurotrio", "", "--laid", "1cn*4", "--json")
    assert alone.record["points"] == 8


def test_json_is_one_line_with_the_contract_s_fields(cli):
    ran = cli("evaluate", "neurotrio", BEST, "--json")
    assert ran.out.count("\n") == 1
    record = ran.record
    assert (record["points"], record["finish"], record["distance"]) == (40, 50, 0)
    assert record["can_finish"] is True
    [finishing] = record["finishes"]
    assert sum(group["points"] for group in finishing["groups"]) == 32
    assert {bonus["code"] for bonus in finishing["bonuses"]} == {"S3_2", "D_S2_2", "D_S4_1"}


def test_options_files_and_presets_change_the_rules_in_that_order(cli, tmp_path):
    rules = tmp_path / "rules.toml"
    rules.write_text("trio_points = 30\ntriple_points = 40\n")
    hand, triple = "2eb 2ev 2en", "2eb*3"

    def points(cards, *words):
        return cli("evaluate", "neurotrio", cards, "--json", *words).record["points"]

    assert points(hand) == 2
    assert points(hand, "--rules", rules) == 30
    assert points(hand, "--rules", rules, "--option", "trio_points=5") == 5
    assert points(triple, "--rules", rules, "-o", "trio_points=5") == 40
    assert points(hand, "-o", "trio_points=5", "-o", "trio_points=6") == 6
    assert points(hand, "--preset", "three_trios", "--rules", rules) == 30
    ran = cli("evaluate", "neurotrio", hand, "--preset", "three_trios", "--rules", rules, "--json")
    assert ran.record["distance"] == 6


def test_the_rules_in_force_are_said(cli):
    ran = cli(
        "evaluate", "neurotrio", "2eb", "-o", "one_duo=true", "--preset", "two_duos_two_trios"
    )
    assert "two_duos_two_trios one_duo=true" in ran.out


# --- positions -----------------------------------------------------------------------------------


def test_a_pasted_position_is_the_same_as_its_parts(cli):
    parts = ("--laid", "1cn*4", "--kept", "2ev", "--seen", "3cb", "--minimum", "22")
    apart = cli("evaluate", "neurotrio", "2eb*2 2ev", *parts, "--json")
    line = "neurotrio | hand 2eb*2 2ev | laid 1cn*4 | kept 2ev | seen 3cb | minimum 22"
    assert cli("evaluate", "neurotrio", line, "--json") == apart
    mixed = cli(
        "evaluate",
        "neurotrio",
        "neurotrio | hand 2eb*2 2ev | kept 2ev",
        *parts[:2],
        *parts[4:],
        "--json",
    )
    assert mixed == apart


def test_a_part_given_twice_is_refused(cli):
    ran = cli("evaluate", "neurotrio", "2eb | minimum 20", "--minimum", 22)
    assert (ran.code, ran.out) == (1, "")
    assert "'minimum' stands twice" in ran.err


def test_a_position_is_saved_loaded_and_asked_again(cli, tmp_path):
    file = tmp_path / "hand.txt"
    words = ("--laid", "1cn*4", "--minimum", "22", "-o", "one_duo=true", "--json")
    saved = cli("evaluate", "neurotrio", "2eb*2 2ev*2", *words, "--save", file)
    assert saved.code == 0
    assert saved.err == f"position written to {file}\n"
    loaded = cli("evaluate", "neurotrio", "--position", file, "--json")
    assert loaded.record == saved.record
    pasted = " | ".join(file.read_text().splitlines())
    assert cli("evaluate", "neurotrio", pasted, "--json").record == saved.record


def test_options_hold_over_the_rules_of_a_position(cli):
    line = "neurotrio | hand 2eb 2ev 2en | rules two_decks trio_points=3 triple_points=9"
    assert cli("evaluate", "neurotrio", line, "--json").record["points"] == 3
    changed = cli("evaluate", "neurotrio", line, "-o", "trio_points=5", "--json")
    assert changed.record["points"] == 5
    triple = line.replace("2eb 2ev 2en", "2eb*3")
    assert (
        cli("evaluate", "neurotrio", triple, "-o", "trio_points=5", "--json").record["points"] == 9
    )


def test_a_file_may_hold_just_a_hand(cli, tmp_path):
    file = tmp_path / "hand.txt"
    file.write_text("# from the club evening\n2eb 2ev 2en\n")
    assert cli("evaluate", "neurotrio", "--position", file, "--json").record["points"] == 2


# --- what is wrong -------------------------------------------------------------------------------

WRONG = [
    (["4cn"], ["4cn", "position 1", "1cn"]),
    (["2eb*5"], ["5 copies of 2eb"]),
    (["2eb 2eb 2eb 2eb 2eb"], ["5 copies of 2eb"]),
    (["2eb*0"], ["0", "position 1"]),
    ([""], ["no card", "1 to 18"]),
    (["1cn*4 1cv*4 1cb*4 1en*4 2rb*3"], ["19 cards", "1 to 18"]),
    (["2eb", "--laid", "1cn*3"], ["3 of 1cn", "four alike"]),
    (["2eb", "--kept", "1cn"], ["1cn", "kept"]),
    (["2eb", "--minimum", "lots"], ["lots", "minimum"]),
    (["2eb | hond 1cn"], ["hond", "hand"]),
    (["2eb", "--option", "one_duo=3"], ["one_duo", "true or false"]),
    (["2eb", "--option", "one_duo"], ["one_duo", "no value"]),
    (["2eb", "--option", "one_dou=true"], ["one_dou", "one_duo"]),
    (["2eb", "--option", "bonuses.S5_2=3"], ["bonuses.S5_2", "S4_2"]),
    (["2eb", "--preset", "three_decks"], ["three_decks", "two_decks"]),
    (["2eb", "--rules", "missing.toml"], ["no file missing.toml"]),
    (["--position", "missing.txt"], ["no file missing.txt"]),
    (["2eb", "--limit", "0"], ["limit", "0"]),
    (["2eb", "--save", "missing/hand.txt"], ["cannot write missing"]),
]


@pytest.mark.parametrize(("words", "named"), WRONG)
def test_a_mistake_is_one_clear_line_and_exit_1(cli, words, named):
    ran = cli("evaluate", "neurotrio", *words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    for part in named:
        assert part in ran.err


def test_letters_are_a_card_that_is_not_known_and_another_games_line_is_said(cli):
    ran = cli("evaluate", "neurotrio", "zz")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: unknown card 'zz' at position 1; nearest: ")
    ran = cli("evaluate", "neurotrio", "okey51 | hand 2eb*2")
    said = "error: this position is of the game 'okey51'; accepted: neurotrio\n"
    assert (ran.code, ran.out, ran.err) == (1, "", said)


def test_an_unknown_game_is_named_with_the_nearest(cli):
    ran = cli("evaluate", "neutrio", "2eb")
    assert (ran.code, ran.err) == (1, "error: unknown game 'neutrio'; accepted: neurotrio\n")


@pytest.mark.parametrize(
    ("option", "content", "named"),
    [
        ("--rules", "copies = = 3", ["not valid TOML", "line 1, column 10"]),
        ("--rules", "[bonuses", ["not valid TOML"]),
        ("--rules", "a = " + "[" * 100_000, ["not valid TOML"]),
        ("--rules", "a = " + "9" * 5000, ["not valid TOML"]),
        ("--rules", "copys = 3", ["copys", "copies"]),
        ("--rules", "copies = 'four'", ["copies", "four"]),
        ("--rules", 'game = "tichu"', ["tichu", "neurotrio"]),
        ("--rules", "\n", ["is empty"]),
        ("--position", "hand 2eb 4cn", ["4cn", "position 2"]),
        ("--position", "", ["is empty"]),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_name(cli, tmp_path, option, content, named):
    file = tmp_path / "given.txt"
    file.write_text(content)
    hand = ["2eb"] if option == "--rules" else []
    ran = cli("evaluate", "neurotrio", *hand, option, file)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    assert ran.err.count(str(file)) == 1
    for part in named:
        assert part in ran.err


def test_a_file_that_is_no_text_is_an_error(cli, tmp_path):
    file = tmp_path / "rules.toml"
    file.write_bytes(b"\xff\xfe\x00")
    ran = cli("evaluate", "neurotrio", "2eb", "--rules", file)
    assert (ran.code, ran.err) == (1, f"error: {file} is not UTF-8 text\n")


def test_a_hand_may_hold_what_a_terminal_would_take_as_markup(cli):
    ran = cli("evaluate", "neurotrio", "[red]2eb[/red]")
    assert ran.code == 1
    assert "'[red]2eb[/red]'" in ran.err


def test_a_saved_file_is_untouched_when_the_question_is_wrong(cli, tmp_path):
    file = tmp_path / "hand.txt"
    file.write_text("mine")
    assert cli("evaluate", "neurotrio", "9zz", "--save", file).code == 1
    assert file.read_text() == "mine"


def test_json_answers_are_ascii(cli):
    out = cli("evaluate", "neurotrio", WAITING + " 3cn", "--json", "--lang", "fr").out
    assert out.isascii()
    assert "à distance" in json.loads(out)["why"]
