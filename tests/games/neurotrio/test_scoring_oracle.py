"""The evaluator against the oracle on random hands, and what no rule set may change."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from neuroanalysis.games.neurotrio.rules import PRESETS, Rules
from neuroanalysis.games.neurotrio.scoring import (
    distance_many,
    evaluate,
    evaluate_many,
    finish_many,
)
from tests.games.neurotrio.support import (
    Question,
    batch,
    default_hands,
    oracle_grouping,
    oracle_rules,
    random_question,
)
from tests.oracles import neurotrio as oracle

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
