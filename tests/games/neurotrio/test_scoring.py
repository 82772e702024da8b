"""The evaluator against handed cases, hands worked by hand, and the oracle."""

from __future__ import annotations

import json
import random
from collections import Counter
from concurrent.futures import Executor, Future
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from neuroanalysis.core.work import Cancel, Cancelled, processes
from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.neurotrio import scoring
from neuroanalysis.games.neurotrio.evaluation import Group
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import PRESETS, Bonus, Rules
from neuroanalysis.games.neurotrio.scoring import (
    distance,
    distance_many,
    evaluate,
    evaluate_many,
    explain,
    finish_many,
)
from neuroanalysis.texts import speaking
from tests.cases import handed_cases
from tests.error_calls import raised_keys
from tests.games.neurotrio.support import (
    Question,
    batch,
    default_hands,
    oracle_grouping,
    oracle_rules,
    random_hand,
    random_question,
)
from tests.oracles import neurotrio as oracle
from tests.refusals import answer_or_none

ROOT = Path(__file__).parents[3]
CASES = handed_cases("neurotrio")
BEST_HAND = "1cn*4 1cv*4 1cb*4 1eb*4 1rb*2"


def rules_of(case):
    return Rules.from_mapping(case.get("rules", {}))


# --- Handed cases --------------------------------------------------------------------------------


def test_the_handed_cases_are_all_there():
    assert len(CASES) >= 125
    assert any("rules" in case for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["hand"])
def test_a_handed_case(case):
    answer = evaluate(case["hand"], rules=rules_of(case))
    assert answer.points == case["points"]
    assert answer.finish == case["finish"]
    assert answer.distance == case["distance"]
    assert distance(case["hand"], rules=rules_of(case)) == case["distance"]


def test_the_handed_cases_in_batches():
    by_rules: dict[Rules, list[dict]] = {}
    for case in CASES:
        by_rules.setdefault(rules_of(case), []).append(case)
    assert len(by_rules) > 1
    for rules, cases in by_rules.items():
        hands = batch([oracle.parse(case["hand"]) for case in cases])
        finishes = [-1 if case["finish"] is None else case["finish"] for case in cases]
        assert evaluate_many(hands, rules=rules).tolist() == [case["points"] for case in cases]
        assert finish_many(hands, rules=rules).tolist() == finishes
        assert distance_many(hands, rules=rules).tolist() == [case["distance"] for case in cases]


# --- Worked by hand ------------------------------------------------------------------------------


def test_the_best_hand_of_the_rules_page_gives_50():
    answer = evaluate(BEST_HAND)
    assert (answer.points, answer.finish, answer.distance) == (40, 50, 0)
    [grouping] = answer.finishes
    assert answer.finish_count == 1
    assert [group.kind for group in grouping.groups] == ["carre"] * 4 + ["duo"]
    assert grouping.group_points == 32
    assert {bonus.code: bonus.points for bonus in grouping.bonuses} == {
        "S3_2": 4,
        "D_S2_2": 2,
        "D_S4_1": 2,
    }
    assert grouping.finish_points == 10


def group(position, text):
    """A group from its cards; what kind it is follows from how many and how alike they are."""
    cards = tuple(kind for kind, n in enumerate(oracle.parse(text)) for _ in range(n))
    kind, points = {
        (2, 1): ("duo", 0),
        (3, 1): ("triple", 4),
        (3, 2): ("trio", 2),
        (3, 3): ("trio", 2),
        (4, 1): ("carre", 8),
    }[len(cards), len(set(cards))]
    return Group(kind, cards, points)


# Groups of a grouping, with cards in no group behind a slash; what counts; what is contained in
# what. The planes are 1** and the like, the lines 1c*, 1*n and *cn.
GROUPINGS = {
    "four structures on a line": (
        "1cn*3, 1cv*3, 1cb*3, 1cn 1cv 1cb",
        {"S4_2": 16},
        {"S3_2": ["S4_2"], "S4_1": ["S4_2"]},
    ),
    "the duo shares one value with them": (
        "1cn*3, 1cv*3, 1cb*3, 1cn 1cv 1cb, 2cv*2",
        {"S4_2": 16, "D_S4_1": 2},
        {"S3_2": ["S4_2"], "S4_1": ["S4_2", "D_S4_1"]},
    ),
    "a duo and three structures on a line": (
        "1cn*3, 1cv*3, 1cn 1cb 1cb, 1cb*2",
        {"D_S3_2": 8},
        {"S3_2": ["D_S3_2"], "D_S2_2": ["D_S3_2"]},
    ),
    "three structures on a line, the duo elsewhere": (
        "1cn*3, 1cv*3, 1cb*3, 2rn*2",
        {"S3_2": 4},
        {},
    ),
    "a duo on another line with two of them": (
        "1cn*3, 1cv*3, 1cb*3, 2cn*3, 3cn*2",
        {"S3_2": 4, "D_S2_2": 2, "D_S4_1": 2},
        {"S4_1": ["D_S4_1"]},
    ),
    "a duo and two structures on a line": ("1cn*3, 1cv*3, 1cb*2", {"D_S2_2": 2}, {}),
    "two structures on a line, the duo not": ("1cn*3, 1cv*3, 2cv*2", {}, {}),
    "four structures with a force": ("1cn*3, 1ev*3, 1rb*3, 1en*3, 2rv*2", {"S4_1": 1}, {}),
    "a duo and four structures with a force": (
        "1cn*3, 1ev*3, 1rb*3, 1en*3, 1rv*2",
        {"D_S4_1": 2},
        {"S4_1": ["D_S4_1"]},
    ),
    "four structures with a nature": ("1cn*3, 2cv*3, 3cb*3, 2cn*3", {"S4_1": 1}, {}),
    "four structures with a background": ("1cv 1ev 1rv, 2cv*4, 3ev*3, 3rv*3", {"S4_1": 1}, {}),
    "three structures with a force": ("1cn*3, 1ev*3, 1rb*3, 2en*3, 2rv*2", {}, {}),
    "a trio of a line has its two values only": (
        "1cn 1cv 1cb, 1cn 2cn 3cn, 1cn*2",
        {},
        {},
    ),
    "eight kinds": ("/ 1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en", {}, {}),
    "nine kinds": ("/ 1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv", {"N9": 1}, {}),
    "ten kinds": (
        "/ 1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv 1cv",
        {"N10": 2},
        {"N9": ["N10"]},
    ),
    "eleven kinds": (
        "/ 1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv 1cv 1eb",
        {"N11": 3},
        {"N9": ["N11"], "N10": ["N11"]},
    ),
    "twelve kinds": (
        "/ 1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv 1cv 1eb 1rn",
        {"N12": 4},
        {"N9": ["N12"], "N10": ["N12"], "N11": ["N12"]},
    ),
    "thirteen kinds": (
        "/ 1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv 1cv 1eb 1rn 2cb",
        {"N13": 6},
        {"N9": ["N13"], "N10": ["N13"], "N11": ["N13"], "N12": ["N13"]},
    ),
    "fourteen kinds": (
        "/ 1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv 1cv 1eb 1rn 2cb 2en",
        {"N13": 6},
        {"N9": ["N13"], "N10": ["N13"], "N11": ["N13"], "N12": ["N13"]},
    ),
    "kinds and groups add up": (
        "1cn 1cv 1cb, 1cn 1cv 1cb, 1cn 1cv 1cb, 1en*2 / 1rb 2eb 3en 2rn 3rv 2cv",
        {"S3_2": 4, "N10": 2},
        {"N9": ["N10"]},
    ),
}


@pytest.mark.parametrize(("cards", "counted", "dropped"), GROUPINGS.values(), ids=GROUPINGS)
def test_the_bonuses_of_a_grouping(cards, counted, dropped):
    grouped, _, rest = cards.partition("/")
    position = Position.of(f"{grouped} {rest}")
    groups = [group(position, text) for text in grouped.split(",") if text.strip()]
    grouping = explain(position, groups)
    assert {bonus.code: bonus.points for bonus in grouping.bonuses} == counted
    assert {bonus.code: list(bonus.contained_in) for bonus in grouping.dropped} == dropped
    assert len(grouping.rest) == sum(oracle.parse(rest))
    assert grouping.points == sum(g.points for g in groups) + sum(counted.values())


def test_each_bonus_and_each_containment_of_the_rules_page_was_met():
    counted = {code for _, counted, _ in GROUPINGS.values() for code in counted}
    dropped = {
        (outer, inner)
        for _, _, dropped in GROUPINGS.values()
        for inner, outers in dropped.items()
        for outer in outers
    }
    kinds = ["N9", "N10", "N11", "N12", "N13"]
    assert counted == {"S4_2", "D_S3_2", "S3_2", "D_S2_2", "D_S4_1", "S4_1", *kinds}
    assert dropped == {
        ("S4_2", "S3_2"),
        ("S4_2", "S4_1"),
        ("D_S3_2", "S3_2"),
        ("D_S3_2", "D_S2_2"),
        ("D_S4_1", "S4_1"),
        *((kinds[high], kinds[low]) for high in range(5) for low in range(high)),
    }


HANDS = [
    # hand, best value, finishing total
    ("1cn", 0, None),
    ("1cn 2ev 3rb", 0, None),
    ("1cn*2", 0, None),
    ("1cn 1cn 1cv", 2, None),
    ("1cn 1cv 1cb", 2, None),
    ("1cn*3", 4, None),
    ("1cn*4", 8, None),
    ("1cn*2 1cv*2 1cb*2", 4, None),
    ("1cn*3 1cv*3 1cb*2", 4 + 4 + 2, None),  # D_S2_2
    ("1cn*3 1cv*3 1cb*3 1eb*2", 12 + 4, None),  # S3_2; the duo is on no line with two structures
    ("1cn*4 1cv*4 1cb*3", 8 + 8 + 4 + 4, None),  # beats a duo and three trios, 10 + D_S3_2
    ("1cn*4 1cv*4 1cb*4 2cv*2", 4 + 4 + 4 + 2 + 16 + 2, 42),  # S4_2, D_S4_1
    ("1cn*3 1ev*3 1rb*3 1en*3 2rv*2", 16 + 1, 27),  # S4_1
    ("1cn*3 1ev*3 1rb*3 1en*3 1rv*2", 16 + 2, 28),  # D_S4_1
    ("1cn*3 1ev*3 1rb*3 2en*3 3rv 3cb", 16, None),  # no duo
    ("1cn 1cv 1cb 2en 2ev 2eb 3rn 3rv 3rb 1cn 1en 1rn 3cv*2", 8 + 4, 22),  # N12
    ("1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv 1cv 1eb 1rn 2cb", 6, None),  # N13
]


@pytest.mark.parametrize(("hand", "points", "finish"), HANDS, ids=[hand for hand, *_ in HANDS])
def test_a_hand_worked_by_hand(hand, points, finish):
    answer = evaluate(hand)
    assert (answer.points, answer.finish) == (points, finish)
    assert all(grouping.points == points for grouping in answer.groupings)
    assert all(grouping.points == finish for grouping in answer.finishes)


def test_the_causes_of_a_bonus_name_values_and_groups():
    [grouping] = evaluate("1cn*3 1cv*3 1cb*2").groupings
    assert [g.kind for g in grouping.groups] == ["triple", "triple", "duo"]
    [bonus] = grouping.bonuses
    assert bonus.to_dict() == {
        "code": "D_S2_2",
        "points": 2,
        "times": 1,
        "causes": [{"shared": ["1", "c"], "groups": [0, 1, 2]}],
    }


def test_what_a_bonus_of_kinds_is_due_to():
    [grouping] = evaluate("1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv 1cv").groupings
    assert [bonus.to_dict() for bonus in grouping.bonuses] == [
        {"code": "N10", "points": 2, "times": 1, "causes": [{"distinct": 10}]}
    ]
    assert [bonus.to_dict() for bonus in grouping.dropped] == [
        {"code": "N9", "points": 1, "contained_in": ["N10"]}
    ]


# --- Options -------------------------------------------------------------------------------------


def test_kinds_in_groups_only():
    single = "1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv"
    assert evaluate(single).points == 1
    assert evaluate(single, rules=Rules(distinct_scope="grouped")).points == 0
    # Two trios and three duos have nine kinds; no two of the duos' kinds share a line.
    mixed = "1cn 1cv 1cb 2en 2ev 2eb 3rn*2 3cv*2 3eb*2"
    assert evaluate(mixed).points == 4 + 1
    assert evaluate(mixed, rules=Rules(distinct_scope="grouped")).points == 4 + 1
    assert evaluate(mixed, rules=Rules(distinct_scope="grouped", one_duo=True)).points == 4


def test_one_duo_lists_each_choice_of_it():
    hand = "1cn 1cv 1cb 3rn*2 2eb*2"
    several = evaluate(hand)
    assert several.grouping_count == 1
    assert [g.kind for g in several.groupings[0].groups] == ["trio", "duo", "duo"]
    one = evaluate(hand, rules=Rules(one_duo=True))
    assert one.points == several.points == 2
    duos = [[g.cards for g in grouping.groups if g.kind == "duo"] for grouping in one.groupings]
    assert sorted(duos) == [[(14, 14)], [(24, 24)]]
    assert one.grouping_count == 2
    limited = evaluate(hand, rules=Rules(one_duo=True), limit=1)
    assert (len(limited.groupings), limited.grouping_count) == (1, 2)


def test_repeated_bonuses():
    # Duo 1cn: 1cv and 1cb are on its line 1c*, 1en and 1rn on its line 1*n; all have force 1.
    hand = "1cn*2 1cv*3 1cb*3 1en*3 1rn*3"
    assert evaluate(hand).finish == 16 + 2 + 2 + 10
    answer = evaluate(hand, rules=Rules(repeat_bonuses=True))
    assert answer.finish == 16 + 2 * 2 + 2 + 10
    [bonus] = [one for one in answer.finishes[0].bonuses if one.code == "D_S2_2"]
    assert (bonus.times, bonus.points) == (2, 4)
    assert [cause.to_dict()["shared"] for cause in bonus.causes] == [["1", "c"], ["1", "n"]]


def test_other_points_and_no_carre():
    hand = "1cn*4 1cv*2 1eb*2"
    for changes, points in [
        ({}, 8),
        ({"carre_points": 11}, 11),
        ({"carre": False}, 4 + 2),
        ({"carre": False, "triple_points": 9, "trio_points": 1}, 10),
        ({"duo_points": 3}, 8 + 3 + 3),
        ({"duo_points": 5}, 20),
        ({"duo_points": 5, "one_duo": True}, 13),
    ]:
        assert evaluate(hand, rules=Rules(bonuses=(), **changes)).points == points


def test_a_bonus_of_a_designer():
    table = (Bonus("TWINS", 5, duos=2, shared=2),)
    assert evaluate("1cn*2 1cv*2", rules=Rules(bonuses=table)).points == 5
    assert evaluate("1cn*2 2ev*2", rules=Rules(bonuses=table)).points == 0


@pytest.mark.parametrize(
    ("preset", "hand", "finish"),
    [
        ("one_deck_shape", "1cn 1cv 1cb 1en 1ev 1eb 1rn 1rv 1rb 2cn*2", 6 + 10 + 2),  # N10
        ("one_deck_shape", "1cn*2 1cv*2 1cb*2 1en 1ev 1eb 1rb*2", 6 + 10),
        ("two_duos_two_trios", "1cn*3 2cn 2cv 2cb 3ev*2 3rb*2", 4 + 2 + 10),
        ("two_duos_two_trios", "1cn*3 1cv*3 1cb*2 3rb*2", 8 + 2 + 10),  # D_S2_2
        ("three_trios", "1cn*3 1cv*3 1cb*3", 12 + 4 + 10),  # S3_2
        ("three_trios", "1cn*3 1cv*3 1cb*2 2rv", None),
    ],
)
def test_a_smaller_shape(preset, hand, finish):
    answer = evaluate(hand, rules=PRESETS[preset])
    assert answer.finish == finish
    assert answer.distance == (0 if finish else 1)


# --- Laid carrés ---------------------------------------------------------------------------------


def test_a_laid_carre_stays_one():
    in_hand = evaluate("1cn*4 1cv*4 1cb*4 2cv*2")
    assert in_hand.points == 32  # four trios of a line
    assert not any(g.kind == "carre" for g in in_hand.groupings[0].groups)
    beside = evaluate("1cv*4 1cb*4 2cv*2", laid="1cn*4")
    assert beside.points == 24 + 4  # three carrés and S3_2
    for grouping in (*beside.groupings, *beside.finishes):
        assert grouping.groups[0].to_dict() == {
            "kind": "carre",
            "cards": ["1cn"] * 4,
            "points": 8,
            "laid": True,
        }


def test_a_laid_carre_counts_among_kinds():
    eight = "1en 2ev 3eb 1rv 2rb 3rn 3cv 2cb"
    assert evaluate(eight).points == 0
    assert evaluate(eight, laid="1cn*4").points == 8 + 1


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        (BEST_HAND, ""),
        ("1cv*4 1cb*4 1eb*4 1rb*2", "1cn*4"),
        ("1cv*4 1cb*4 1rb*2", "1cn*4 1eb*4"),
        ("1rb*2", "1cn*4 1cv*4 1cb*4 1eb*4"),
    ],
)
def test_the_best_hand_with_carres_laid(hand, laid):
    answer = evaluate(hand, laid=laid)
    assert (answer.points, answer.finish, answer.distance) == (40, 50, 0)
    lacking = answer.finishes[0].carres_to_lay
    assert len(lacking) == 4 - len(laid.split())
    assert distance(hand, laid=laid) == 0


def test_cards_of_a_laid_carre_are_gone():
    # The third kind of the line is laid: the trio needs another copy of a kind held.
    rules = Rules(hand_size=5, duos=0, structures=2, bonuses=())
    assert distance("1cn 1cv", rules=rules, laid="1cb*4") == 1
    assert evaluate("1rb 1ev", laid="1cn*4 1cv*4 1cb*4 1eb*4").finish is None


# --- Minimum -------------------------------------------------------------------------------------


def test_the_minimum_is_reached_or_not():
    hand = "1cn*3 1ev*3 1rb*3 1en*3 2rv*2"
    reached, missed = evaluate(hand, minimum=27), evaluate(hand, minimum=28)
    assert (reached.finish, missed.finish) == (27, 27)
    assert reached.can_finish
    assert not missed.can_finish
    assert reached.best is reached.finishes[0]
    assert missed.best is missed.groupings[0]
    assert not evaluate("1cn*3", minimum=0).can_finish


# --- Views of an answer --------------------------------------------------------------------------


def test_an_answer_as_json():
    record = json.loads(json.dumps(evaluate("1cn*3 1cv*3 1cb*2", minimum=22).to_dict()))
    assert record["hand"] == "1cn*3 1cv*3 1cb*2"
    assert (record["points"], record["finish"], record["can_finish"]) == (10, None, False)
    assert (record["minimum"], record["grouping_count"], record["finish_count"]) == (22, 1, 0)
    [grouping] = record["groupings"]
    assert grouping["points"] == 10
    assert grouping["groups"][2] == {"kind": "duo", "cards": ["1cb", "1cb"], "points": 0}
    assert grouping["rest"] == []


@pytest.mark.parametrize("hand", [BEST_HAND, "1cn*2 1cv*2 1cb*2 3rv 3en", "1cn"])
def test_an_answer_as_a_table(hand):
    answer = evaluate(hand)
    frame = answer.to_frame()
    assert list(frame.columns) == ["finishing", "grouping", "part", "what", "points"]
    sums = frame.groupby(["finishing", "grouping"])["points"].sum()
    for finishing, groupings in ((False, answer.groupings), (True, answer.finishes)):
        for number, grouping in enumerate(groupings, start=1):
            assert sums[finishing, number] == grouping.points
    # Each grouping shows every card once.
    cards = frame[~frame["part"].isin(["bonus", "finish"])]
    for _, rows in cards.groupby(["finishing", "grouping"]):
        assert oracle.parse(" ".join(rows["what"])) == oracle.parse(hand)


def test_an_answer_as_a_sentence():
    with speaking("en"):
        assert str(evaluate(BEST_HAND)) == "40 points; finishes with 50"
        assert str(evaluate("1cn*3")) == "4 points; cannot finish (distance 11)"
    with speaking("fr"):
        assert str(evaluate(BEST_HAND)) == "40 points ; finit avec 50"
        assert str(evaluate("1cn*3")) == "4 points ; ne finit pas (distance 11)"


def test_a_limit_shortens_the_list_and_not_the_number():
    hand = "1cn*2 1cv*2 1cb*2 2en*2 2ev*2 2eb*2"
    everything = evaluate(hand)
    assert everything.grouping_count == len(everything.groupings) == 16  # four ways a line
    first = evaluate(hand, limit=3)
    assert first.groupings == everything.groupings[:3]
    assert first.grouping_count == 16
    finishing = hand + " 3rv*2"
    assert evaluate(finishing, limit=1).finish_count == 16
    assert len(evaluate(finishing, limit=1).finishes) == 1


# --- The oracle ----------------------------------------------------------------------------------


def assert_agrees(question: Question) -> None:
    """Compare all of an evaluation with the oracle: numbers, groupings, and every bonus."""
    rules = oracle_rules(question.rules)
    asked = (question.hand, question.laid, rules)
    answer = evaluate(
        question.hand, rules=question.rules, laid=question.laid_cards, limit=1_000_000
    )
    points, groupings = oracle.evaluate(*asked)
    finish, finishes = oracle.finish(*asked)
    shown = (question, answer.points, points)
    assert (answer.points, answer.finish) == (points, finish), shown
    assert answer.distance == oracle.distance(*asked), shown
    assert answer.grouping_count == len(answer.groupings) == len(groupings), shown
    assert answer.finish_count == len(answer.finishes) == len(finishes), shown
    assert {oracle_grouping(grouping) for grouping in answer.groupings} == groupings, shown
    assert {oracle_grouping(grouping) for grouping in answer.finishes} == finishes, shown
    for grouping in (*answer.groupings[:20], *answer.finishes[:20]):
        counted, dropped = oracle.bonuses(oracle_grouping(grouping), *asked)
        assert {bonus.code: bonus.times for bonus in grouping.bonuses} == counted, shown
        assert {bonus.code for bonus in grouping.dropped} == dropped, shown
        explained = oracle.grouping_value(oracle_grouping(grouping), *asked)
        assert grouping.points == explained + grouping.finish_points, shown
        held = Counter(grouping.rest)
        held.update(card for g in grouping.groups if not g.laid for card in g.cards)
        assert held == Counter({k: n for k, n in enumerate(question.hand) if n}), shown


@pytest.mark.parametrize("seed", range(4))
def test_the_oracle_agrees_on_hands_under_random_rules(seed):
    rng = random.Random(seed)
    for _ in range(40):
        assert_agrees(random_question(rng))


@pytest.mark.parametrize(("cards", "n"), [(13, 60), (14, 60), (15, 15), (16, 15), (17, 9), (18, 6)])
def test_the_oracle_agrees_on_hands_of_the_two_deck_game(cards, n):
    for hand in default_hands(cards, cards, n):
        assert_agrees(Question(hand))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 112))
def test_the_oracle_agrees_on_many_hands_under_random_rules(seed):
    rng = random.Random(seed)
    for _ in range(250):
        assert_agrees(random_question(rng))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "n"), [(13, 1200), (14, 1200), (15, 240), (16, 180), (17, 120), (18, 60)]
)
def test_the_oracle_agrees_on_many_hands_of_the_two_deck_game(cards, n):
    for hand in default_hands(1000 + cards, cards, n):
        assert_agrees(Question(hand))


def test_some_of_the_random_hands_finish():
    # Else the tests above would say little about finishing.
    hands = batch(default_hands(14, 14, 300))
    assert np.count_nonzero(finish_many(hands) >= 0) >= 10
    rng = random.Random(5)
    finishing = 0
    for _ in range(200):
        question = random_question(rng)
        hands, laid = batch([question.hand]), batch([question.on_table])
        finishing += finish_many(hands, rules=question.rules, laid=laid)[0] >= 0
    assert finishing >= 10


def best_with_any_duos(question: Question) -> int:
    """The best value when a player may also leave pairs undeclared, as the rules page lets him."""
    rules = oracle_rules(question.rules)
    best = 0
    for structures, left in oracle.structure_choices(question.hand, question.laid, rules):
        pairs = oracle.duos_within(left)
        most = 1 if question.rules.one_duo else len(pairs)
        choices = {
            tuple(pair for pair, taken in zip(pairs, mask, strict=True) if taken)
            for mask in product((0, 1), repeat=len(pairs))
            if sum(mask) <= most
        }
        for duos in choices:
            value = oracle.grouping_value((structures, duos), question.hand, question.laid, rules)
            best = max(best, value)
    return best


def test_no_choice_of_duos_beats_declaring_them_all():
    rng = random.Random(7)
    for _ in range(60):
        question = random_question(rng)
        hands, laid = batch([question.hand]), batch([question.on_table])
        value = evaluate_many(hands, rules=question.rules, laid=laid)[0]
        assert value == best_with_any_duos(question), question


# --- Symmetry and growth -------------------------------------------------------------------------


@st.composite
def hands(draw, least=1, most=18):
    """Hands of the two-deck game, many of them of few kinds."""
    kinds = draw(st.lists(st.integers(0, 26), min_size=1, max_size=27, unique=True))
    counts = [0] * 27
    for kind in kinds:
        counts[kind] = draw(st.integers(1, 4))
    assume(least <= sum(counts))
    while sum(counts) > most:
        counts[next(kind for kind in kinds if counts[kind])] -= 1
    return tuple(counts)


RELABELLINGS = st.tuples(st.permutations(range(3)), *(st.permutations(range(3)) for _ in range(3)))


def relabelled(counts, relabelling):
    """The hand with attributes swapped, then the values of each renamed."""
    order, *names = relabelling
    renamed = [0] * 27
    for kind, n in enumerate(counts):
        levels = (kind // 9, kind // 3 % 3, kind % 3)
        force, nature, background = (names[place][levels[order[place]]] for place in range(3))
        renamed[9 * force + 3 * nature + background] = n
    return renamed


VARIANTS = [
    Rules(),
    Rules(distinct_scope="grouped", repeat_bonuses=True),
    Rules(distinct_scope="grouped", one_duo=True, duo_points=1),
    PRESETS["one_deck_shape"],
    PRESETS["two_duos_two_trios"],
    PRESETS["three_trios"],
]


@given(hand=hands(), relabelling=RELABELLINGS, rules=st.sampled_from(VARIANTS))
def test_relabelling_changes_no_answer(hand, relabelling, rules):
    hand = [min(n, rules.copies) for n in hand]
    both = batch([hand, relabelled(hand, relabelling)])
    for question in (evaluate_many, finish_many, distance_many):
        one, other = question(both, rules=rules)
        assert one == other


def test_every_relabelling_of_one_hand():
    hand = oracle.parse("1cn*3 1cv*2 1cb 2en*3 2rv 3ev*2 3rb*2")
    images = batch(
        [
            relabelled(hand, relabelling)
            for relabelling in product(*[list(permutations(range(3)))] * 4)
        ]
    )
    assert len({tuple(row) for row in images.tolist()}) > 100
    for question in (evaluate_many, finish_many, distance_many):
        assert len(set(question(images).tolist())) == 1


@given(hand=hands(most=17), card=st.integers(0, 26))
def test_one_more_card_never_costs(hand, card):
    # True by the rules: what was grouped may stay so, the card in the rest, and no bonus of the
    # default table counts less than those it contains. One card ends one lack at most.
    assume(hand[card] < 4)
    more = list(hand)
    more[card] += 1
    both = batch([hand, more])
    before, after = evaluate_many(both).tolist()
    assert after >= before
    before, after = distance_many(both).tolist()
    assert before - 1 <= after <= before


# --- Distance ------------------------------------------------------------------------------------


def is_complete(counts, rules):
    """Whether the duos and trios are among the cards: every choice of trios is looked at."""
    for trios in oracle.choices(list(counts), rules.structures, oracle.TRIOS):
        if len(trios) == rules.structures:
            left = list(counts)
            for trio in trios:
                left = oracle.without(left, trio)
            if len(oracle.duos_within(left)) >= rules.duos:
                return True
    return False


def test_so_many_cards_complete_a_hand_and_no_fewer():
    met = Counter()
    for hand in default_hands(3, 14, 400):
        lacking = distance(hand)
        if lacking <= 2 and met[lacking] < 6:
            met[lacking] += 1
            for number in range(lacking + 1):
                completes = any(
                    is_complete(more, Rules())
                    for added in combinations_with_replacement(range(27), number)
                    for more in [[n + added.count(kind) for kind, n in enumerate(hand)]]
                    if max(more) <= 4
                )
                assert completes == (number == lacking)
    assert min(met[number] for number in range(3)) == 6


TINY = [
    Rules(hand_size=4, duos=1, structures=1, bonuses=()),
    Rules(hand_size=4, duos=1, structures=1, copies=2, carre=False, bonuses=()),
    Rules(hand_size=6, duos=2, structures=1, copies=3, carre=False, bonuses=()),
    Rules(hand_size=5, duos=0, structures=2, copies=1, carre=False, bonuses=(), players_max=4),
    Rules(hand_size=5, duos=0, structures=2, bonuses=()),
]


@pytest.mark.parametrize("rules", TINY)
def test_distance_by_every_complete_hand(rules):
    rng = random.Random(rules.hand_size + rules.copies)
    for number in range(4):
        hand = random_hand(rng, rng.randint(1, rules.finish_size), rules.copies, number % 3)
        wanted = oracle.brute_distance(hand, (), oracle_rules(rules))
        assert distance(hand, rules=rules) == wanted


def test_distance_where_copies_run_out():
    rules = Rules(hand_size=6, duos=2, structures=1, copies=3, carre=False, bonuses=())
    for hand in ("1cn*3 1cv*3", "1cn*3 2ev*3", "1cn*3 1cv"):
        wanted = oracle.brute_distance(oracle.parse(hand), (), oracle_rules(rules))
        assert distance(hand, rules=rules) == wanted
    rules = Rules(hand_size=7, duos=1, structures=2, bonuses=())
    for hand in ("1cn 1cv", "1cn*3 1cv*3", "1cv*2 1en"):
        laid = [oracle.CODES.index("1cb")]
        wanted = oracle.brute_distance(oracle.parse(hand), laid, oracle_rules(rules))
        assert distance(hand, rules=rules, laid="1cb*4") == wanted


def test_distance_where_every_kind_exists_once():
    rng = random.Random(1)
    rules = Rules(
        copies=1, hand_size=11, duos=0, structures=4, carre=False, players_min=1, players_max=2
    )
    lines = list(oracle.LINES)
    for _ in range(30):
        # Some whole lines, so that what is left has hardly one.
        rng.shuffle(lines)
        held: set[int] = set()
        for line in lines[:6]:
            if not held.intersection(line) and len(held) < 9:
                held.update(line)
        hand = [int(kind in held) for kind in range(27)]
        assert distance(hand, rules=rules) == oracle.distance(hand, (), oracle_rules(rules))


# --- Batches -------------------------------------------------------------------------------------

QUESTIONS = [evaluate_many, finish_many, distance_many]


@pytest.fixture(scope="module")
def many():
    """Enough hands for several chunks once these are made small."""
    return batch([random_hand(random.Random(n), 14, sort=n % 3) for n in range(500)])


@pytest.fixture(scope="module")
def answers(many):
    return {question: [question(row[np.newaxis])[0] for row in many] for question in QUESTIONS}


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(scoring, "_CHUNK", 37)


class InTurn(Executor):
    """An executor that does everything at once, in the caller's thread."""

    def submit(self, fn, /, *args, **kwargs):
        future: Future = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("how", [{"workers": 1}, {"workers": 2}, {"workers": 5}, {}])
def test_a_batch_gives_the_same_with_any_number_of_threads(many, answers, question, how):
    assert question(many, **how).tolist() == answers[question]


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_batch_gives_the_same_with_another_executor(many, answers, question):
    assert question(many, executor=InTurn(), workers=2).tolist() == answers[question]


@pytest.mark.slow
@pytest.mark.usefixtures("small_chunks")
def test_a_batch_gives_the_same_with_processes(many, answers, monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    with processes(2) as pool:
        for question in QUESTIONS:
            found = question(many, executor=pool, workers=2)
            assert found.tolist() == answers[question]


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
def test_laid_carres_of_a_batch(question):
    rng = random.Random(4)
    questions = [random_question(rng, Rules()) for _ in range(80)]
    found = question(
        batch([one.hand for one in questions]), laid=batch([one.on_table for one in questions])
    )
    for one, answer in zip(questions, found.tolist(), strict=True):
        [alone] = question(batch([one.hand]), laid=np.array(one.on_table))
        assert answer == alone
        if question is distance_many:
            assert answer == oracle.distance(one.hand, one.laid)


def test_the_types_of_answers():
    hands = np.zeros((3, 27), dtype=np.int64)
    assert [question(hands).tolist() for question in QUESTIONS] == [[0] * 3, [-1] * 3, [14] * 3]
    assert all(question(hands).shape == (3,) for question in QUESTIONS)
    assert all(question(hands[:0]).shape == (0,) for question in QUESTIONS)


def test_a_batch_is_not_changed(many):
    before = many.copy()
    for question in QUESTIONS:
        question(many)
    assert np.array_equal(many, before)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
def test_progress_is_told(many, question):
    told = []
    question(many, workers=2, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, len(many))
    assert told[-1] == (len(many), len(many))
    assert told == sorted(told)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_batch_can_be_cancelled(many, question):
    cancel = Cancel()
    with pytest.raises(Cancelled):
        question(many, workers=2, cancel=cancel, progress=lambda *_: cancel.cancel())
    with pytest.raises(Cancelled):
        question(many, cancel=cancel)


def test_a_running_batch_hears_a_cancel():
    # One chunk of many slow hands: only the kernel itself can end it early.
    rows = np.repeat(batch(default_hands(2, 18, 60)), 4000, axis=0)
    cancel, told = Cancel(), []

    def progress(done, total):
        told.append(done)
        if done:
            cancel.cancel()

    with pytest.raises(Cancelled):
        evaluate_many(rows, workers=1, cancel=cancel, progress=progress)
    assert 0 < told[-1] < len(rows)


# --- Bad input -----------------------------------------------------------------------------------

ZERO = np.zeros((1, 27), dtype=np.int64)


def filled(rows, **places):
    """Rows of zeros with some counts set: `r1k3=5` is row 1, kind 3."""
    counts = np.zeros((rows, 27), dtype=np.int64)
    for place, n in places.items():
        row, kind = place[1:].split("k")
        counts[int(row), int(kind)] = n
    return counts


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("ask", "kind", "said"),
    [
        (lambda q: q(np.zeros(27)), CardError, "counts of shape (27,); expected (n, 27)"),
        (lambda q: q(np.zeros((2, 26))), CardError, "counts of shape (2, 26); expected (n, 27)"),
        (
            lambda q: q(np.zeros((2, 27))),
            CardError,
            "counts of type float64; whole numbers from 0 to 4 are expected",
        ),
        (
            lambda q: q(filled(3, r2k0=5, r2k1=7)),
            CardError,
            "hand 2 of the batch: 5 copies of 1cn; there are only 4",
        ),
        (lambda q: q(filled(1, r0k26=5)), CardError, "5 copies of 3rb; there are only 4"),
        (
            lambda q: q(filled(2, r1k1=-1)),
            CardError,
            "hand 1 of the batch: a count below 0 for 1cv",
        ),
        (
            lambda q: q(filled(2, r1k1=3), rules=PRESETS["one_deck_shape"]),
            CardError,
            "hand 1 of the batch: 3 copies of 1cv; there are only 2",
        ),
        (
            lambda q: q(filled(3), laid=filled(2)),
            CardError,
            "counts of shape (2, 27); expected (27,) or (3, 27)",
        ),
        (
            lambda q: q(filled(3), laid=filled(3, r1k0=4)),
            CardError,
            "hand 1 of the batch: 4 copies of 1cn; there are only 1",
        ),
        (
            lambda q: q(filled(3, r2k0=1), laid=filled(1, r0k0=1)),
            CardError,
            "hand 2 of the batch: 5 copies of 1cn; there are only 4",
        ),
        (
            lambda q: q(filled(1), laid=np.ones(27, dtype=int)),
            PositionError,
            "27 laid carrés; a hand has at most 4 structures",
        ),
        (
            lambda q: q(filled(1), laid=filled(1, r0k0=1), rules=Rules(carre=False)),
            PositionError,
            "1 laid carrés; a hand has at most 0 structures",
        ),
    ],
)
def test_a_batch_that_is_not_valid(question, ask, kind, said):
    with pytest.raises(kind) as caught:
        ask(question)
    assert str(caught.value) == said
    with speaking("fr"):
        french = str(caught.value)
    assert french != said
    assert "{" not in french


@pytest.mark.parametrize("limit", [0, -1, 2**20 + 1])
def test_a_limit_out_of_range(limit):
    with pytest.raises(InputError) as caught:
        evaluate("2eb", limit=limit)
    assert str(caught.value) == f"limit: {limit} is outside 1 to 1048576"
    with speaking("fr"):
        assert str(caught.value) == f"limit : {limit} n’est pas entre 1 et 1048576"


def test_the_errors_of_this_room_are_all_met_above():
    keys = raised_keys(Path(scoring.__file__))
    assert keys == {"card.shape", "card.many", "input.limit", "position.laid_many"}


def test_a_hand_far_beyond_play_is_refused_and_named():
    hands = np.zeros((3, 27), dtype=np.uint8)
    hands[1, :5] = 4
    for many in (evaluate_many, finish_many, distance_many):
        with pytest.raises(CardError) as caught:
            many(hands)
        assert str(caught.value) == "hand 1 of the batch has 20 cards; a batch takes up to 19"
        hands[1, 0] = 3
        assert len(many(hands)) == 3
        hands[1, 0] = 4


def test_points_beyond_sixteen_bits_are_counted():
    # Each of six triples lies on three lines, so each of the three bonuses counts 18 times.
    bonuses = tuple(Bonus(code, 999, structures=1, shared=2, per_line=True) for code in "ABC")
    rules = Rules(structures=6, hand_size=19, players_max=4, repeat_bonuses=True, bonuses=bonuses)
    answer = evaluate("1cn*3 2ev*3 3rb*3 1rv*3 2cb*3 3en*3", rules=rules)
    assert answer.points == 6 * 4 + 3 * 18 * 999
    batch = answer.position.counts[np.newaxis]
    assert evaluate_many(batch, rules=rules).tolist() == [answer.points]


@settings(max_examples=60)
@given(hand=st.text(alphabet="123cervnb hskg*x,;|\t0489é²", max_size=60), laid=st.text(max_size=10))
def test_junk_is_answered_or_refused(hand, laid):
    for ask in (evaluate, distance):
        answer_or_none(ask, hand, laid=laid)
