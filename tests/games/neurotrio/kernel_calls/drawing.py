"""A call of the kernels that look at all that one hand can draw."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.neurotrio.analysis.draw_tree import DrawTree
from neuroanalysis.games.neurotrio.rules import Rules
from tests.oracles import neurotrio as oracle

RULES = Rules(structures=1, hand_size=4)


def looked_ahead() -> list[float]:
    """Look two draws ahead with a hand that may lay a carré, in both models."""
    hand = np.array([oracle.parse("1cn*3 2ev")], dtype=np.uint8)
    unseen = np.full((1, 27), 4, dtype=np.uint8) - hand
    nothing = np.zeros((1, 27), dtype=np.uint8)
    answers: list[float] = []
    for stock in (None, unseen):
        tree = DrawTree(RULES, hand, nothing, stock, nothing[0], 2, 10)
        answers += [*tree.worth(0, 2), *tree.outcomes(0, 2).tolist()]
    return answers


CALLS: dict[str, Callable[[], list[float]]] = {
    "odds.intern odds.fill_state_slots odds.list_draws odds.list_moves odds.forget_unseen "
    "odds.unpack_states odds.value_drawn odds.value_held odds.spread_held "
    "odds.spread_drawn": looked_ahead,
}
