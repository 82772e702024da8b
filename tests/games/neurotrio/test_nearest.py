"""The player who only minimises his distance: against a plain recursion in fractions."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.games.neurotrio.analysis.graph import Graph, build_graph
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.analysis.nearest import NearestSweeper, held_ranks
from neuroanalysis.games.neurotrio.analysis.solitaire import Sweeper
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import Rules
from tests.games.neurotrio.support import oracle_rules
from tests.oracles.odds import Nearest

TINY = Rules(structures=1, hand_size=4)
PLAIN = Rules(structures=1, hand_size=4, carre=False, copies=2, players_max=6)
TWO = Rules(structures=2, hand_size=7, bonuses=())
MINIMUMS = [12, 14, 18]


@cache
def moves(rules: Rules) -> Graph:
    return build_graph(rules)


def held_hands(graph: Graph, laid: int, places: list[int]) -> list[tuple[tuple[int, ...], ...]]:
    """Give the canonical hands of some held classes, and their laid carrés."""
    from neuroanalysis.games.neurotrio._kernels.classes import hands_of_keys

    tables = class_tables(graph.rules.copies, laid=graph.rules.carre)
    digits = np.zeros((len(places), KINDS), dtype=np.uint8)
    hands_of_keys(graph.held[laid].keys[places], tables, digits)
    return [
        (tuple(0 if n > 4 else n for n in row), tuple(int(n > 4) for n in row))
        for row in digits.tolist()
    ]


@pytest.mark.parametrize("rules", [TINY, PLAIN, TWO], ids=["tiny", "plain", "two"])
def test_ranks_are_distances_then_useful_cards(rules):
    graph = moves(rules)
    judge = Nearest(oracle_rules(rules), 18)
    rng = random.Random(1)
    for level, ranks in zip(graph.held, held_ranks(graph), strict=True):
        places = sorted(rng.sample(range(len(ranks)), min(12, len(ranks))))
        for place, hand in zip(places, held_hands(graph, level.laid, places), strict=True):
            distance, useful = judge.rank(*hand)
            assert ranks[place] == 256 * distance + 255 + useful


@pytest.mark.parametrize("rules", [TINY, PLAIN], ids=["tiny", "plain"])
def test_a_plain_recursion_has_the_same_chances(rules):
    graph = moves(rules)
    sweeper = NearestSweeper(graph, MINIMUMS, held_ranks(graph), workers=2)
    rng = random.Random(2)
    judges = [Nearest(oracle_rules(rules), minimum) for minimum in MINIMUMS]
    for draws in (1, 2):
        sweeper.advance()
        for level, chances in zip(graph.held, sweeper.chances, strict=True):
            places = rng.sample(range(len(chances)), min(2, len(chances)))
            for place, hand in zip(places, held_hands(graph, level.laid, places), strict=True):
                for column, judge in enumerate(judges):
                    judge.ranks = judges[0].ranks
                    judged = judge.chance(*hand, draws)
                    assert chances[place, column] == pytest.approx(float(judged), abs=1e-12)


def test_nobody_does_better_than_the_best_player_and_workers_do_not_matter():
    graph = moves(TWO)
    ranks = held_ranks(graph, workers=1)
    best = Sweeper(graph, MINIMUMS)
    nearest, alone = (
        NearestSweeper(graph, MINIMUMS, ranks),
        NearestSweeper(graph, [14], held_ranks(graph, workers=2), workers=1),
    )
    for _ in range(6):
        for sweeper in (best, nearest, alone):
            sweeper.advance()
    for most, some, one in zip(best.chances, nearest.chances, alone.chances, strict=True):
        assert (some <= most + 1e-12).all()
        assert np.array_equal(one[:, 0], some[:, 1])
    # Points matter: who looks at distances alone is behind.
    assert (best.chances[0][:, 2] > nearest.chances[0][:, 2] + 0.01).any()


def test_it_can_be_cancelled():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        held_ranks(moves(TINY), cancel=cancel)
