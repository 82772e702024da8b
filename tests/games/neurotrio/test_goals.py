"""Goals against plain search over all finishing hands and against integer programmes."""

from __future__ import annotations

import importlib
import random
from dataclasses import replace

import pytest

from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.neurotrio import PIECES, Position, Rules, distance, evaluate, goals, preset
from neuroanalysis.games.neurotrio.rules import PRESETS, Bonus
from neuroanalysis.texts import speaking
from tests.games.neurotrio.support import oracle_rules, random_hand, random_rules
from tests.oracles import neurotrio as oracle
from tests.oracles import neurotrio_goals as slowly
from tests.refusals import answer_or_none

HAND = "1cn 1cv 1cb 2en 2en 2en 3rb 3rv 3rn 1eb 2eb 2rv 2rv"


def random_position(rng, rules, cards, *, sort=0, laid=None):
    """Deal a hand, perhaps with laid carrés, some cards kept and some seen elsewhere."""
    most = rules.structures if rules.carre else 0
    n_laid = rng.choice([0, 0, 0, 1, 2]) if laid is None else laid
    on_table = tuple(sorted(rng.sample(range(27), min(n_laid, most))))
    cards = max(1, cards - 3 * len(on_table))
    hand = random_hand(rng, cards, rules.copies, sort, on_table)
    kept = [0] * 27
    held = [kind for kind in range(27) for _ in range(hand[kind])]
    if rng.random() < 0.4:
        for kind in rng.sample(held, rng.randint(1, min(3, cards))):
            kept[kind] += 1
    left = [rules.copies - hand[k] - 4 * (k in on_table) for k in range(27)]
    seen = [0] * 27
    if rng.random() < 0.6:
        pile = [kind for kind in range(27) for _ in range(left[kind])]
        for kind in rng.sample(pile, rng.randint(1, len(pile) * 2 // 3)):
            seen[kind] += 1
    return {
        "hand": hand,
        "laid": [4 * (k in on_table) for k in range(27)],
        "kept": kept,
        "seen": seen,
    }, on_table


def judged(parts, on_table, rules, most):
    """Return all finishing hands within reach, by the slow twin."""
    return slowly.finishing_hands(
        parts["hand"], most, on_table, parts["kept"], parts["seen"], oracle_rules(rules)
    )


def check_goals(parts, on_table, rules, most, limit=4):
    """Compare each total's goal with the slow twin's, as far as it looked; return how many."""
    table = goals(**parts, rules=rules, limit=limit)
    hands = judged(parts, on_table, rules, most)
    exist = slowly.available(on_table, parts["seen"], oracle_rules(rules))
    best = max((total for _, total in hands.values()), default=-1)
    nearer = {goal.minimum: goal for goal in table.rows if goal.distance <= most}
    assert (max(nearer) if nearer else -1) == best
    for minimum, goal in nearer.items():
        enough = {hand: lack for hand, (lack, total) in hands.items() if total >= minimum}
        assert goal.distance == min(enough.values())
        nearest = [hand for hand, lack in enough.items() if lack == goal.distance]
        assert goal.count == len(nearest)
        ranked = sorted(
            ((slowly.ways(parts["hand"], h, exist), hands[h][1]) for h in nearest), reverse=True
        )
        assert [(target.ways, target.points) for target in goal.targets] == ranked[:limit]
        for target in goal.targets:
            assert hands[target.cards] == (goal.distance, target.points)
            assert len(set(goal.targets)) == len(goal.targets)
        assert distance(**parts, rules=rules, minimum=minimum) == goal.distance
    return len(nearer)


SMALL = {
    "two structures": Rules(hand_size=5, duos=0, structures=2),
    "a structure and two duos": Rules(hand_size=6, duos=2, structures=1, duo_points=1),
    "repeated bonuses": Rules(
        hand_size=5,
        duos=0,
        structures=2,
        repeat_bonuses=True,
        bonuses=(
            Bonus("A", 3, structures=1, shared=2, per_line=True),
            Bonus("B", 5, structures=2, shared=3),
            Bonus("C", 2, structures=2, shared=0, contains=("A",)),
            Bonus("N4", 4, distinct=4),
        ),
    ),
    "cheap carrés": Rules(
        hand_size=5, duos=0, structures=2, carre_points=1, triple_points=0, trio_points=3
    ),
    "two copies": Rules(hand_size=7, duos=1, structures=2, copies=2, carre=False),
    "seven copies": Rules(hand_size=4, duos=1, structures=1, copies=7),
}


@pytest.mark.parametrize("rules", SMALL.values(), ids=SMALL)
def test_every_goal_of_small_games(rules):
    rng = random.Random(7)
    compared = 0
    most = rules.most_cards if rules.structures + rules.duos < 3 else 4
    for place in range(6):
        cards = rules.hand_size + rng.randint(0, 1)
        parts, on_table = random_position(rng, rules, cards, sort=place % 3, laid=place % 2)
        compared += check_goals(parts, on_table, rules, most)
    assert compared > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_the_near_goals_of_the_presets(name):
    rng = random.Random(len(name))
    compared = 0
    for place in range(12):
        rules = preset(name)
        if place % 2:
            rules = replace(rules, repeat_bonuses=True, duo_points=1, triple_points=place % 5)
        cards = rules.hand_size + rng.randint(0, 1)
        parts, on_table = random_position(rng, rules, cards, sort=place % 3)
        near = distance(parts["hand"], rules=rules, laid=parts["laid"])
        if near <= 3 - (name == "two_decks"):
            compared += check_goals(parts, on_table, rules, near + (near < 2))
    assert compared > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_near_goals_of_many_odd_hands(seed):
    rng = random.Random(seed)
    compared = 0
    for place in range(36):
        rules = random_rules(rng)
        parts, on_table = random_position(rng, rules, rules.hand_size + 1, sort=place % 3)
        near = distance(parts["hand"], rules=rules, laid=parts["laid"])
        if near <= 2:
            compared += check_goals(parts, on_table, rules, near)
    assert compared > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_near_goals_of_many_hands(seed):
    rng = random.Random(seed)
    compared = 0
    for place in range(60):
        parts, on_table = random_position(rng, Rules(), rng.choice([13, 14]), sort=place % 3)
        near = distance(parts["hand"], laid=parts["laid"])
        if near <= 2:
            compared += check_goals(parts, on_table, Rules(), near)
    assert compared > 40


@pytest.mark.slow  # a programme may take many seconds
@pytest.mark.parametrize("seed", range(12))
def test_far_goals_against_an_integer_programme(seed):
    rng = random.Random(seed)
    parts, on_table = random_position(rng, Rules(), rng.choice([13, 14]), sort=seed % 2)
    table = goals(**parts)
    for minimum in (22 + 2 * seed, 26 + seed):
        asked = slowly.programmed_distance(
            parts["hand"], minimum, on_table, parts["kept"], parts["seen"]
        )
        goal = table.worth(minimum)
        assert (None if goal is None else goal.distance) == asked
        assert distance(**parts, minimum=minimum) == asked


def test_a_programme_agrees_with_plain_search():
    counts = oracle.parse(HAND)
    hands = slowly.finishing_hands(counts, 2).values()
    for minimum in (18, 23, 24, 27):
        near = min(lack for lack, total in hands if total >= minimum)
        assert slowly.programmed_distance(counts, minimum) == near


# --- Worked by hand ------------------------------------------------------------------------------


def test_the_best_hand_there_is():
    table = goals("1cn*4 1cv*4 1cb*4 1eb*4 1rb*2")
    [best] = table.worth(50).targets
    assert (table.greatest, table.worth(50).distance, best.missing, best.ways) == (50, 0, (), 1)
    assert best.grouping.points == best.points == 50
    assert distance("1cn*4 1cv*4 1cb*4 1eb*4 1rb*2", minimum=51) is None


def test_without_a_minimum_the_distance_is_as_before():
    # A kept card that fits nowhere and seen cards change nothing without a minimum.
    hand = "1cn*3 1cv*3 1cb*3 2en*3 3rb"
    assert distance(hand) == distance(hand, kept="3rb", seen="3rb*3") == 1
    assert distance(hand, minimum=18) == 1


def test_a_kept_card_must_be_part_of_the_hand():
    # Four trios and a lone 3rb: its duo lacks one card; without copies it needs a trio of its own.
    hand = "1cn*3 1cv*3 1cb*3 2en*3 3rb"
    assert distance(hand, kept="3rb", minimum=18) == 1
    # A duo of 1cb, the trio 3rb 3rv 3rn and three of the trios held: two cards are lacking.
    assert distance(hand, kept="3rb", seen="3rb*3", minimum=18) == 2
    # Nine kept cards, no two on a common line, can never all be part of a finishing hand.
    apart = "1cn 1ev 1rb 2cv 2eb 2rn 3cb 3en 3rv"
    assert distance(apart, kept=apart, minimum=18) is None
    assert goals(f"{apart} 1cn*3 1ev", kept=apart).rows == ()
    assert goals(f"{apart} 1cn*3 1ev", kept=apart).greatest is None


def test_seen_cards_cannot_be_drawn():
    # Three carrés and the duo are held; the last carré lacks its fourth card.
    hand = "1cn*4 1cv*4 1cb*4 1eb*3 1rb*2"
    assert distance(hand, minimum=50) == 1
    assert distance(hand, minimum=50, seen="1eb") != 1


def test_laid_carres_stay():
    # 34 by groups alone: a laid carré, three triples and a duo make 8 + 12 + 10.
    table = goals("1ev*3 2cb*3 3rn*3 2rb", laid="1cn*4")
    assert table.worth(30).distance == 1
    assert all(t.cards[PIECES.kind("1cn")] == 0 for goal in table.rows for t in goal.targets)
    # With all structures laid nothing but the duo is lacking.
    laid = "1cn*4 1cv*4 1cb*4 1eb*4"
    assert distance("1rb", laid=laid, minimum=50) == 1
    three = Rules(hand_size=8, duos=0, structures=3)
    assert distance([0] * 27, laid="1cn*4 1cv*4 1cb*4", rules=three, minimum=30) == 0
    assert goals([0] * 27, laid="1cn*4 1cv*4 1cb*4", rules=three).worth(30).distance == 0


def test_a_target_says_what_it_uses_and_why_it_is_worth_that():
    table = goals(HAND, limit=3)
    for goal in table.rows:
        assert goal.distance == distance(HAND, minimum=goal.minimum)
        assert len(goal.targets) == min(3, goal.count)
        for target in goal.targets:
            assert sum(card.number for card in target.missing) == goal.distance
            missing = {card.kind: card.number for card in target.missing}
            whole = [target.used[k] + missing.get(k, 0) for k in range(27)]
            assert tuple(whole) == target.cards
            assert target.points >= goal.minimum
            assert target.grouping.points == target.points == evaluate(list(target.cards)).finish
            assert target.finish_count == evaluate(list(target.cards)).finish_count
            assert target.grouping.finish_points == 10
    assert [goal.minimum for goal in table.rows] == list(range(18, 51))


def test_a_whole_position_may_be_asked():
    position = Position.of(HAND, kept="1eb", seen="3eb*4", minimum=30)
    asked = [goal.distance for goal in goals(position).rows]
    assert asked == [goal.distance for goal in goals(HAND, kept="1eb", seen="3eb*4").rows]
    assert distance(position, minimum=24) == distance(HAND, kept="1eb", seen="3eb*4", minimum=24)
    assert distance(position) == distance(HAND)


def test_a_table_that_grows_answers_the_same(monkeypatch):
    before = goals(HAND).rows
    module = importlib.import_module("neuroanalysis.games.neurotrio.analysis.goals")
    monkeypatch.setattr(module, "_PLACES", 2)
    assert goals(HAND).rows == before


def test_goals_as_json_and_as_a_table():
    table = goals(HAND, limit=2)
    record = table.to_dict()
    assert record["greatest"] == 50
    first = record["goals"][0]
    assert (first["minimum"], first["distance"], first["count"]) == (18, 1, 3)
    assert first["targets"][0]["missing"] == [{"card": "3eb", "number": 1, "copies": 4}]
    assert first["targets"][0]["grouping"]["points"] == 23
    frame = table.to_frame()
    assert len(frame) == sum(len(goal.targets) for goal in table.rows)
    assert frame["missing"][0] == "3eb*1"
    assert goals(HAND, kept=HAND).to_frame().columns.tolist() == frame.columns.tolist()


# --- Refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("minimum", [-1, 1000, "many", True, 2.5])
def test_a_minimum_that_is_none_is_refused(minimum):
    with pytest.raises((PositionError, InputError), match="minimum"):
        distance(HAND, minimum=minimum)


@pytest.mark.parametrize("limit", [0, 1001])
def test_a_limit_out_of_range_is_refused(limit):
    with pytest.raises(InputError, match="limit"):
        goals(HAND, limit=limit)


def test_a_hand_too_short_for_goals_is_refused():
    for language, words in (("en", "at least 10"), ("fr", "au moins 10")):
        with speaking(language), pytest.raises(CardError, match=words):
            goals("1cn*3", laid="2cn*4")
    assert distance("1cn*3", minimum=18) == 11
    assert distance("1cn", minimum=50) == 17


def test_nonsense_is_refused_by_name():
    for parts in ({"hand": "9zz"}, {"hand": HAND, "kept": "3cn"}, {"hand": HAND, "seen": "2en*2"}):
        assert answer_or_none(lambda parts=parts: goals(**parts)) is None
