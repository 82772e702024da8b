"""The Neurotrio reference against handed cases, published figures and examples worked by hand."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from . import neurotrio as oracle

ROOT = Path(__file__).resolve().parents[2]
PLACES = [ROOT / "tests/cases/neurotrio.jsonl", ROOT.parent / "shared/cases/neurotrio.jsonl"]


def handed_cases() -> list[Any]:
    lines = next(place for place in PLACES if place.exists()).read_text("utf-8").splitlines()
    return [
        pytest.param(json.loads(line), id=f"line {number}")
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]


CASES = handed_cases()


def kind(code: str) -> int:
    return oracle.CODES.index(code)


def random_hand(rng: random.Random, cards: int, copies: int = 4) -> list[int]:
    deck = [card for card in oracle.KINDS for _ in range(copies)]
    dealt = rng.sample(deck, cards)
    return [dealt.count(card) for card in oracle.KINDS]


# --- Handed cases and published figures ------------------------------------------------------


def test_the_handed_cases_are_all_there() -> None:
    assert len(CASES) >= 125


@pytest.mark.parametrize("case", CASES)
def test_handed_case(case: dict[str, Any]) -> None:
    counts = oracle.parse(case["hand"])
    rules = oracle.make_rules(**case.get("rules", {}))
    assert oracle.evaluate(counts, rules=rules)[0] == case["points"]
    assert oracle.finish(counts, rules=rules)[0] == case["finish"]
    assert oracle.distance(counts, rules=rules) == case["distance"]


def test_published_figures() -> None:
    assert len(oracle.TRIOS) == 216
    assert Counter(len(set(trio)) for trio in oracle.TRIOS) == {3: 27, 2: 27 * 6, 1: 27}
    assert len(oracle.LINES) == 27
    on_lines = Counter(card for line in oracle.LINES for card in line)
    assert on_lines == dict.fromkeys(range(27), 3)


def test_the_best_hand_of_the_rules_page_gives_50() -> None:
    counts = oracle.parse("1cn*4 1cv*4 1cb*4 1eb*4 1rb*2")
    value, optimal = oracle.evaluate(counts)
    assert value == 40
    assert oracle.finish(counts) == (50, optimal)
    (grouping,) = optimal
    assert oracle.bonuses(grouping, counts) == (
        {"S3_2": 1, "D_S2_2": 1, "D_S4_1": 1},
        {"S4_1"},
    )


def test_no_four_carres_and_a_duo_give_more_than_50() -> None:
    # Relabelling values turns any carré into one of 1cn, so the first is that. Three carrés or
    # fewer cannot reach 40: 24 + 4 for groups, and 10 for D_S3_2 and D_S4_1, are 38; S4_2 needs
    # its four structures within the 12 cards of a line, so at most 14 + 16 + 2 with bonuses.
    best = 0
    for others in combinations(range(1, 27), 3):
        carres = tuple((card,) * 4 for card in (0, *others))
        for pair in set(range(27)) - {0, *others}:
            counts = [4 * (k in (0, *others)) + 2 * (k == pair) for k in range(27)]
            best = max(best, oracle.grouping_value((carres, ((pair, pair),)), counts))
    assert best + oracle.DEFAULT["finish_points"] == 50


# --- Parsing ---------------------------------------------------------------------------------


def test_kind_numbers_follow_force_nature_background() -> None:
    assert [kind(code) for code in ("1cn", "1cv", "1cb", "1en", "3rb")] == [0, 1, 2, 3, 26]


def test_notations_of_one_hand() -> None:
    expected = oracle.parse("2eb 2eb 2eb 1cn 3rv")
    for text in ("2eb*3 1cn 3rv", "3rg, 2SB x3, 1hk", "1CN,2eb*2,3rv 2sb"):
        assert oracle.parse(text) == expected
    with pytest.raises(ValueError, match="not a hand"):
        oracle.parse("2eb 4eb")


# --- Values worked by hand -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "value", "optimal"),
    [
        ("1cn", 0, 1),
        ("1cn 2ev 3rb", 0, 1),
        ("1cn 1cn 1cn", 4, 1),
        ("1cn 1cn 1cv", 2, 1),
        ("1cn*4", 8, 1),
        ("1cn 1cv 1cb 1eb 1rb", 2, 2),  # the 1cb serves either line
        ("1cn*2 1cv*2 1cb*2", 4, 4),  # abc abc, aab bcc, aac bbc, abb acc
        ("1cn*4 1cv*4 1cb*4 2cv*2", 32, 1),  # S4_2 beats three carrés: 4+4+4+2+16, D_S4_1 2
        ("1cn*3 1cv*3 1cb*3 1eb*2", 16, 1),  # 12 + S3_2; the duo is on no line with two of them
        ("1cn*4 1cv*3 1cb*3 2rv*2", 20, 1),  # 8+4+4 + S3_2
        ("1cn*4 1cv*4 1cb*3", 24, 1),  # 8+8+4 + S3_2, or 4+4+4 (or 8+4+2) + D_S3_2 = 20, 22
    ],
)
def test_small_hands(hand: str, value: int, optimal: int) -> None:
    found, groupings = oracle.evaluate(oracle.parse(hand))
    assert (found, len(groupings)) == (value, optimal)


def test_all_groupings_of_four_alike() -> None:
    assert set(oracle.groupings(oracle.parse("1cn*4"))) == {
        ((), ((0, 0), (0, 0))),
        (((0, 0, 0),), ()),
        (((0, 0, 0, 0),), ()),
    }


def test_containment_goes_through() -> None:
    counts = [1] * 13 + [0] * 14
    grouping = ((), ())
    counted, dropped = oracle.bonuses(grouping, counts)
    assert counted == {"N13": 1}
    assert dropped == {"N12", "N11", "N10", "N9"}
    assert oracle.grouping_value(grouping, counts) == 6


def test_containment_goes_through_a_bonus_that_is_not_earned() -> None:
    table = [
        oracle.bonus("outer", 5, duos=2, contains=["between"]),
        oracle.bonus("between", 3, structures=1, contains=["inner"]),
        oracle.bonus("inner", 1, duos=1),
    ]
    counts = oracle.parse("1cn*2 2ev*2")
    (grouping,) = oracle.groupings(counts)
    rules = oracle.make_rules(bonuses=table)
    assert oracle.bonuses(grouping, counts, (), rules) == ({"outer": 1}, {"inner"})


def test_without_containment_bonuses_add_up() -> None:
    table = [{**entry, "contains": []} for entry in oracle.DEFAULT["bonuses"]]
    counts = [1] * 13 + [0] * 14
    assert oracle.grouping_value(((), ()), counts, rules=oracle.make_rules(bonuses=table)) == 16


def test_duo_and_two_structures_on_two_lines() -> None:
    # Duo 1cn; 1cv and 1cb on its line 1c*, 1en and 1rn on its line 1*n; all of force 1.
    counts = oracle.parse("1cn*2 1cv*3 1cb*3 1en*3 1rn*3")
    assert oracle.finish(counts)[0] == 16 + 2 + 2 + 10
    assert oracle.finish(counts, rules=oracle.make_rules(repeat_bonuses=True))[0] == 32


def test_distinct_kinds_by_scope_and_number_of_duos() -> None:
    counts = oracle.parse("1cn 1cv 1cb 2en*2 3rv*2 2rb")
    table = [
        oracle.bonus("N6", 3, distinct=6, contains=["N5"]),
        oracle.bonus("N5", 2, distinct=5, contains=["N4"]),
        oracle.bonus("N4", 1, distinct=4),
    ]
    examples: list[tuple[dict[str, Any], tuple[int, int]]] = [
        ({}, (5, 1)),
        ({"distinct_scope": "grouped"}, (4, 1)),
        ({"distinct_scope": "grouped", "one_duo": True}, (3, 2)),  # either duo
    ]
    for options, expected in examples:
        rules = oracle.make_rules(bonuses=table, **options)
        value, optimal = oracle.evaluate(counts, rules=rules)
        assert (value, len(optimal)) == expected


@pytest.mark.parametrize(
    ("entry", "hand", "times"),
    [
        (oracle.bonus("X", 1, duos=2, shared=3), "1cn*4", 1),
        (oracle.bonus("X", 1, duos=2, shared=3), "1cn*2 1cv*2", 0),
        (oracle.bonus("X", 1, duos=2, shared=2), "1cn*2 1cv*2", 1),
        (oracle.bonus("X", 1, duos=2, shared=1, per_line=True), "1cn*2 1cv*2", 2),
        (oracle.bonus("X", 1, duos=2, shared=1), "1cn*2 1cv*2", 1),
        (oracle.bonus("X", 1, duos=2), "1cn*2 2ev*2", 1),
        (oracle.bonus("X", 1, duos=2, shared=1), "1cn*2 2ev*2", 0),
        (oracle.bonus("X", 1, duos=1, distinct=3), "1cn*2 2ev*2", 0),
        (oracle.bonus("X", 1, duos=1, distinct=2), "1cn*2 2ev*2", 1),
    ],
)
def test_a_designers_bonus(entry: dict[str, Any], hand: str, times: int) -> None:
    rules = oracle.make_rules(bonuses=[entry], structures=0, repeat_bonuses=True)
    assert oracle.evaluate(oracle.parse(hand), rules=rules)[0] == times


def test_other_points_and_no_carre() -> None:
    counts = oracle.parse("1cn*4 1cv*2 1eb*2")
    examples: list[tuple[dict[str, Any], int]] = [
        ({}, 8 + 0),
        ({"carre_points": 11}, 11),
        ({"carre": False}, 6),  # 1cn*3 and 1cn 1cv 1cv
        ({"carre": False, "three_alike_points": 9, "trio_points": 1}, 10),
        ({"duo_points": 3}, 8 + 3 + 3),
        ({"duo_points": 5}, 20),  # four duos: the carré is worth more as two
        ({"structures": 0, "duo_points": 5}, 20),
        ({"structures": 0, "duo_points": 5, "one_duo": True}, 5),
    ]
    for options, expected in examples:
        rules = oracle.make_rules(bonuses=[], **options)
        assert oracle.evaluate(counts, rules=rules)[0] == expected


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(KeyError, match="copeis"):
        oracle.make_rules(copeis=2)


# --- Laid carrés -----------------------------------------------------------------------------


def test_a_laid_carre_stays_one() -> None:
    in_hand = oracle.parse("1cn*4 1cv*4 1cb*4 2cv*2")
    beside = oracle.parse("1cv*4 1cb*4 2cv*2")
    assert oracle.evaluate(in_hand)[0] == 32
    value, optimal = oracle.evaluate(beside, [kind("1cn")])
    assert value == 28  # three carrés and S3_2
    assert all((0, 0, 0, 0) in structures for structures, _ in optimal)


def test_a_laid_carre_counts_among_kinds_and_structures() -> None:
    counts = oracle.parse("1en 2ev 3eb 1rv 2rb 3rn 3cv 2cb")
    assert oracle.evaluate(counts, [kind("1cn")])[0] == 8 + 1  # the ninth kind is on the table
    rules = oracle.make_rules(structures=1)
    assert oracle.evaluate(oracle.parse("2en*3"), [kind("1cn")], rules)[0] == 8


def test_finishing_with_laid_carres() -> None:
    counts = oracle.parse("1cv*4 1cb*4 1eb*4 1rb*2")
    assert oracle.finish(counts, [kind("1cn")])[0] == 50
    counts = oracle.parse("1cv*4 1cb*4 1rb*2")
    assert oracle.finish(counts, [kind("1cn"), kind("1eb")])[0] == 50
    counts = oracle.parse("1rb*2")
    laid = [kind(code) for code in ("1cn", "1cv", "1cb", "1eb")]
    assert oracle.finish(counts, laid)[0] == 50
    assert oracle.finish(oracle.parse("1rb 1ev"), laid) == (None, set())


@pytest.mark.parametrize("hand", ["1cn*3 1cv*3 1cb*3 1eb*3", "1cn*3 1cv*3 1cb*3 1eb*3 2rv 3rv"])
def test_not_finished(hand: str) -> None:
    assert oracle.finish(oracle.parse(hand)) == (None, set())


def test_finishing_in_another_shape() -> None:
    rules = oracle.make_rules(duos=2, structures=2, finish_points=7)
    counts = oracle.parse("1cn*3 2cn 2cv 2cb 3ev*2 3rb*2")
    assert oracle.finish(counts, rules=rules)[0] == 4 + 2 + 7
    assert oracle.finish(counts) == (None, set())


# --- Distance --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "rules", "expected"),
    [
        ("", {}, 14),
        ("1cn", {}, 13),
        ("1cn*4", {}, 10),
        ("1cn*4", {"duos": 1, "structures": 1}, 1),  # a duo, and two of a trio
        ("1cn*3", {"duos": 2, "structures": 0}, 1),
        ("1cn*3", {"duos": 2, "structures": 0, "copies": 3}, 2),  # the fourth does not exist
        ("1cn*3", {"duos": 2, "structures": 0, "copies": 1}, None),
        ("1cn 2ev 3rb", {"duos": 0, "structures": 1}, 2),
        ("1cn*3 1cv*3 1cb*3 1en*3 2rv", {}, 1),
        ("1cn*4 1cv*4 1cb*4", {}, 2),  # four trios of a line; no duo
        ("1cn*4 1cv*4 1cb*3", {}, 3),  # a duo and three trios of that line, or three trios and 2
    ],
)
def test_distances_worked_by_hand(hand: str, rules: dict[str, Any], expected: int | None) -> None:
    assert oracle.distance(oracle.parse(hand), rules=oracle.make_rules(**rules)) == expected


def test_cards_of_a_laid_carre_are_gone() -> None:
    rules = oracle.make_rules(duos=0, structures=2)
    counts = oracle.parse("1cn 1cv")
    assert oracle.useful_cards(counts, (), oracle.make_rules(duos=0, structures=1)) == {0, 1, 2}
    assert oracle.distance(counts, [kind("1cb")], rules) == 1
    assert oracle.useful_cards(counts, [kind("1cb")], rules) == {0, 1}
    seen = oracle.parse("1cn*3")
    assert oracle.useful_cards(counts, [kind("1cb")], rules, seen) == {1}


@pytest.mark.parametrize(
    ("duos", "structures", "copies", "cards", "hands"),
    [
        (1, 1, 4, 5, 8),
        (1, 1, 2, 6, 8),
        (1, 1, 4, 1, 3),
        (0, 2, 2, 7, 4),
        (2, 1, 3, 7, 2),
        (2, 1, 2, 4, 1),
    ],
)
def test_distance_by_every_complete_hand(
    duos: int, structures: int, copies: int, cards: int, hands: int
) -> None:
    rules = oracle.make_rules(duos=duos, structures=structures, copies=copies)
    rng = random.Random(f"{duos}{structures}{copies}{cards}")
    for _ in range(hands):
        counts = random_hand(rng, cards, copies)
        assert oracle.distance(counts, (), rules) == oracle.brute_distance(counts, (), rules)


def test_distance_by_every_complete_hand_where_copies_run_out() -> None:
    rules = oracle.make_rules(duos=2, structures=1, copies=3)
    for hand in ("1cn*3 1cv*3", "1cn*3 2ev*3", "1cn*3 1cv"):
        counts = oracle.parse(hand)
        assert oracle.distance(counts, (), rules) == oracle.brute_distance(counts, (), rules)
    laid, rules = [kind("1cb")], oracle.make_rules(duos=1, structures=2)
    for hand in ("1cn 1cv", "1cn*4 1cv*4", "1cv*2 1en"):
        counts = oracle.parse(hand)
        assert oracle.distance(counts, laid, rules) == oracle.brute_distance(counts, laid, rules)


def is_complete(counts: Sequence[int]) -> bool:
    """Whether four trios and a duo are among the cards."""
    for trios in oracle.choices(counts, 4, oracle.TRIOS):
        left = Counter(dict(enumerate(counts)))
        left.subtract(card for trio in trios for card in trio)
        if len(trios) == 4 and max(left.values()) >= 2:
            return True
    return False


def some_cards_complete(counts: Sequence[int], number: int) -> bool:
    """Whether that many further cards, tried in every way, complete the hand."""
    for added in combinations_with_replacement(range(27), number):
        more = [held + added.count(k) for k, held in enumerate(counts)]
        if max(more) <= 4 and is_complete(more):
            return True
    return False


def test_distance_by_adding_every_choice_of_cards() -> None:
    rng = random.Random(2)
    met: Counter[int] = Counter()
    while min(met[1], met[2]) < 5:
        counts = random_hand(rng, 13)
        distance = oracle.distance(counts)
        assert distance is not None
        if distance <= 2 and met[distance] < 5:
            met[distance] += 1
            assert not some_cards_complete(counts, distance - 1)
            assert some_cards_complete(counts, distance)


def test_useful_cards_bring_the_hand_one_card_nearer_and_others_none() -> None:
    rng = random.Random(3)
    for _ in range(10):
        counts = random_hand(rng, 13)
        here = oracle.distance(counts)
        assert here is not None
        useful = oracle.useful_cards(counts)
        assert useful
        for card in range(27):
            if counts[card] < 4:
                more = [held + (k == card) for k, held in enumerate(counts)]
                assert oracle.distance(more) == here - (card in useful)


def test_a_complete_hand_has_no_useful_card() -> None:
    assert oracle.useful_cards(oracle.parse("1cn*3 1cv*3 1cb*3 1eb*3 1rb*2")) == set()
