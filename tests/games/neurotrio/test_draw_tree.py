"""All that one hand can draw: against the handed cases, and a plain recursion in fractions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.games.neurotrio.analysis.draw_tree import DrawTree
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import Rules, preset
from tests.cases import handed_cases
from tests.games.neurotrio.support import oracle_rules
from tests.oracles.odds import Solitaire

NOTHING = np.zeros(27, dtype=np.uint8)
TINY = Rules(structures=1, hand_size=4)


def tree_of(position: Position, model: str, draws: int, cancel: Cancel | None = None) -> DrawTree:
    """Build the tree of a position, between turns or after a draw."""
    unseen = np.array([position.unseen], dtype=np.uint8)
    return DrawTree(
        position.rules,
        position.counts[np.newaxis],
        position.laid_counts[np.newaxis],
        None if model == "discards-return" else unseen,
        np.array(position.kept, dtype=np.uint8),
        draws,
        position.minimum,
        cancel,
        after_draw=position.to_discard,
    )


CASES = handed_cases("neurotrio_odds")


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_handed_cases_agree(case):
    position = Position.of(case["hand"], minimum=case["minimum"])
    tree = tree_of(position, case["model"], case["draws"])
    chances = [tree.worth(0, draws)[0] for draws in range(1, case["draws"] + 1)]
    assert chances == pytest.approx(case["probability"], abs=1e-9)


@pytest.mark.parametrize("case", CASES[:8], ids=range(8))
def test_outcomes_add_up_to_what_the_hand_is_worth(case):
    position = Position.of(case["hand"], minimum=case["minimum"])
    tree = tree_of(position, case["model"], case["draws"])
    for draws in range(1, case["draws"] + 1):
        outcomes = tree.outcomes(0, draws)
        chance, points, most = tree.worth(0, draws)
        assert outcomes.sum() == pytest.approx(1, abs=1e-12)
        assert outcomes @ np.arange(len(outcomes)) == pytest.approx(points, abs=1e-9)
        # Who did not finish may still hold that many points, so this is a bound only.
        assert outcomes[case["minimum"] :].sum() >= chance - 1e-12
        assert most >= points - 1e-12


def positions(rules: Rules, seed: int, n: int, *, drawn: int = 0):
    """Give random positions with kept and seen cards, near to finishing; `drawn` cards more."""
    rng = random.Random(seed)
    for _ in range(n):
        few = [kind for kind in rng.sample(range(27), 3) for _ in range(rules.copies)]
        hand = [0] * 27
        for kind in rng.sample(few, rules.hand_size + drawn):
            hand[kind] += 1
        kept = [0] * 27
        held = [kind for kind in range(27) if hand[kind]]
        kept[rng.choice(held)] = rng.randint(0, 1)
        seen = [rng.randint(0, rules.copies - n) if rng.random() < 0.5 else 0 for n in hand]
        yield Position.of(hand, rules=rules, kept=kept, seen=seen, minimum=rng.randint(10, 20))


@pytest.mark.parametrize("model", ["discards-return", "without-replacement"])
@pytest.mark.parametrize(
    ("rules", "seed"), [(TINY, 1), (TINY, 2), (Rules(structures=1, hand_size=2, duos=0), 3)]
)
def test_a_plain_recursion_agrees(model, rules, seed):
    for position in positions(rules, seed, 2):
        returning = model == "discards-return"
        judge = Solitaire(oracle_rules(rules), position.minimum, returning, position.kept)
        unseen = (0,) * 27 if returning else position.unseen
        tree = tree_of(position, model, 2)
        for draws in (1, 2):
            chance, points = judge.best_chance(position.hand, position.laid, unseen, draws)
            most = judge.most_points(position.hand, position.laid, unseen, draws)
            expected = (float(chance), float(points), float(most))
            assert tree.worth(0, draws) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("model", ["discards-return", "without-replacement"])
@pytest.mark.parametrize(
    ("rules", "seed"), [(TINY, 4), (TINY, 5), (Rules(structures=1, hand_size=2, duos=0), 6)]
)
def test_a_plain_recursion_agrees_on_each_move_after_a_draw(model, rules, seed):
    for position in positions(rules, seed, 3, drawn=1):
        returning = model == "discards-return"
        judge = Solitaire(oracle_rules(rules), position.minimum, returning, position.kept)
        unseen = (0,) * 27 if returning else position.unseen
        tree = tree_of(position, model, 1)
        for draws in (0, 1):
            moves = tree.moves(0, draws)
            chance, points = judge.best_move(position.hand, position.laid, unseen, draws)
            assert tree.worth(0, draws)[:2] == pytest.approx((float(chance), float(points)))
            discards = {kind for kind in range(27) if position.hand[kind] > position.kept[kind]}
            assert {move for move in moves if 0 <= move < 27} == discards
            for kind in discards:
                left = tuple(n - (at == kind) for at, n in enumerate(position.hand))
                chance, points = judge.best_chance(left, position.laid, unseen, draws)
                most = judge.most_points(left, position.laid, unseen, draws)
                expected = (float(chance), float(points), float(most))
                assert moves[kind] == pytest.approx(expected, abs=1e-12)
            outcomes = tree.outcomes(0, draws)
            assert outcomes.sum() == pytest.approx(1, abs=1e-12)
            assert outcomes @ np.arange(len(outcomes)) == pytest.approx(tree.worth(0, draws)[1])


@pytest.mark.slow
@pytest.mark.parametrize("model", ["discards-return", "without-replacement"])
def test_a_plain_recursion_agrees_on_hundreds_of_positions(model):
    returning = model == "discards-return"
    for drawn in (0, 1):
        for position in positions(TINY, 7 + drawn, 100, drawn=drawn):
            judge = Solitaire(oracle_rules(TINY), position.minimum, returning, position.kept)
            unseen = (0,) * 27 if returning else position.unseen
            asked = judge.best_move if drawn else judge.best_chance
            chance, points = asked(position.hand, position.laid, unseen, 1)
            tree = tree_of(position, model, 1)
            expected = (float(chance), float(points))
            assert tree.worth(0, 1)[:2] == pytest.approx(expected, abs=1e-12)


def test_nothing_left_to_draw_counts_the_points_held():
    rules = preset("three_trios")
    hand = "1cn*4 1cv*4"
    seen = " ".join(f"{code}*4" for code in _others(hand))
    position = Position.of(hand, rules=rules, seen=seen, minimum=10)
    tree = tree_of(position, "without-replacement", 2)
    # Two triples of 4 each; or one of them, a mixed trio and a duo, with D_S2_2: 8 as well.
    assert tree.worth(0, 2) == (0.0, 8.0, 8.0)


def _others(hand: str) -> list[str]:
    kinds = [f"{f}{n}{b}" for f in "123" for n in "cer" for b in "nvb"]
    return [code for code in kinds if code not in hand]


def test_chances_never_fall_with_more_draws_and_are_never_above_one():
    position = Position.of("1cn*3 1cv*2 1cb 2cn*2 2cv 3rb*2 3rn 3rv", minimum=20)
    for model in ("discards-return", "without-replacement"):
        tree = tree_of(position, model, 2)
        first, second = tree.worth(0, 1)[0], tree.worth(0, 2)[0]
        assert 0 <= first <= second <= 1


def test_it_can_be_cancelled():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        tree_of(Position.of("1cn*4 2cn*4 3cn*4 1eb"), "discards-return", 2, cancel)
