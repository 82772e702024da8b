"""Random deals played by the solved solitaire: the curve lies where they say."""

from __future__ import annotations

import numpy as np
import pytest

from neuroanalysis.core.hands import deal_hands
from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.draw_tree import DrawTree
from neuroanalysis.games.neurotrio.analysis.simulated import simulate_solitaire
from neuroanalysis.games.neurotrio.analysis.solitaire import solve
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules

# Carrés are laid under these rules, and two of them at most.
TWO = Rules(structures=2, hand_size=7)


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    return solve(TWO, [14, 18], 8, folder=tmp_path_factory.mktemp("two"))


@pytest.fixture(scope="module")
def trios(tmp_path_factory):
    return solve(PRESETS["three_trios"], [18], 8, folder=tmp_path_factory.mktemp("trios"))


def inside(solution, minimum, draws, deals, seed):
    """Return whether the curve lies within four standard deviations of what was played."""
    played = simulate_solitaire(solution, minimum, draws, deals=deals, seed=seed)
    exact = solution.curve_of_deals(minimum).values[draws - 1]
    spread = np.sqrt(exact * (1 - exact) / deals)
    assert (played.n, played.seed) == (deals, seed)
    return abs(played.value - exact) < 4 * spread + solution.error


@pytest.mark.parametrize(("minimum", "draws"), [(14, 1), (14, 4), (14, 8), (18, 8)])
def test_with_carres_the_curve_is_where_the_deals_are(two, minimum, draws):
    assert inside(two, minimum, draws, 6000, seed=draws)


def test_without_carres_too(trios):
    assert inside(trios, 18, 8, 6000, seed=1)
    # So many deals tell one draw fewer apart.
    played = simulate_solitaire(trios, 18, 8, deals=6000, seed=1)
    assert not played.interval.covers(trios.curve_of_deals(18).values[6])


def test_the_same_seed_gives_the_same_answer_whatever_the_workers(two):
    one = simulate_solitaire(two, 14, 4, deals=5000, seed=3, workers=1)
    assert simulate_solitaire(two, 14, 4, deals=5000, seed=3, workers=2) == one
    assert simulate_solitaire(two, 14, 4, deals=5000, seed=4, workers=2) != one


def test_what_is_refused(two):
    with pytest.raises(InputError, match="deals"):
        simulate_solitaire(two, 14, 4, deals=0)
    with pytest.raises(InputError, match="draws"):
        simulate_solitaire(two, 14, 9, deals=1)
    with pytest.raises(InputError, match="minimum 15 is not solved"):
        simulate_solitaire(two, 15, 4, deals=1)
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        simulate_solitaire(two, 14, 4, deals=1, cancel=cancel)


# --- the default rules, where they are solved on this machine ------------------------------------


@pytest.fixture(scope="module")
def whole():
    solution = Solution.find()
    if solution is None:
        pytest.skip("the default rules are not solved here: neuroanalysis solve neurotrio")
    return solution


@pytest.mark.slow
@pytest.mark.parametrize("draws", [1, 7, 15])
def test_the_default_curve_is_where_the_deals_are(whole, draws):
    assert all(inside(whole, minimum, draws, 20_000, seed=7) for minimum in whole.minimums)


@pytest.mark.slow
def test_the_tree_search_agrees_under_the_default_rules(whole):
    hands = deal_hands(10, 13, [4] * 27, np.random.default_rng(11))
    nothing = np.zeros_like(hands)
    for minimum in whole.minimums:
        tree = DrawTree(Rules(), hands, nothing, None, nothing[0], 2, minimum)
        for draws in (1, 2):
            found = whole.chances(hands, nothing, draws, minimum)
            expected = [tree.worth(row, draws)[0] for row in range(len(hands))]
            assert found == pytest.approx(expected, abs=whole.error)
