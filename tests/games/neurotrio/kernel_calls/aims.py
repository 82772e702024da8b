"""Calls of the kernels that look for goals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.neurotrio._kernels import goals
from neuroanalysis.games.neurotrio.rules import Rules
from tests.oracles import neurotrio as oracle

RULES = Rules(structures=1, hand_size=4).to_arrays()
HAND = np.array(oracle.parse("1cn 1cv 2ev 2ev"), dtype=np.uint8)
NOTHING = np.zeros(27, dtype=np.uint8)
EXIST = np.full(27, 4, dtype=np.uint8)


def searched() -> list[int]:
    """Find the hands that lack a card, and rank them."""
    table, values = np.zeros((64, 2), dtype=np.uint64), np.full(64, -1, dtype=np.int32)
    number = goals.search(HAND, NOTHING, EXIST, NOTHING, RULES, 1, 12, False, table, values)
    levels, tallies = np.array([12, 13]), np.zeros(2, dtype=np.int64)
    found, worth = np.zeros((2, 2, 2), dtype=np.uint64), np.zeros((2, 2, 2), dtype=np.int64)
    goals.nearest(table, values, HAND, EXIST - HAND, levels, tallies, found, worth)
    return [int(number), *tallies.tolist(), *found.ravel().tolist(), *worth.ravel().tolist()]


def kept() -> list[int]:
    """Put a packed hand into a table twice."""
    table, values = np.zeros((4, 2), dtype=np.uint64), np.full(4, -1, dtype=np.int32)
    low, high = np.uint64(5), np.uint64(3)
    new = [int(goals.put(table, values, low, high, value)) for value in (7, 9)]
    return [*new, *values.tolist()]


CALLS: dict[str, Callable[[], list[int]]] = {
    "goals.search goals.nearest": searched,
    "goals.put": kept,
    "goals.workspace": lambda: [len(array) for array in goals.workspace(5)],
}
