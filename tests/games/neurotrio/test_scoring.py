"""The evaluator against handed cases and hands worked by hand, and what its answers show."""

from __future__ import annotations

import json

import pytest

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
from tests.games.neurotrio.support import (
    batch,
)
from tests.oracles import neurotrio as oracle

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
        assert str(evaluate(BEST_HAND)) == "40 points\u202f; finit avec 50"
        assert str(evaluate("1cn*3")) == "4 points\u202f; ne finit pas (distance 11)"


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
