"""Runs, triplets and pairs by number, and tables of what each holds.

The number of a group is three times its lowest kind, and 0 for a triplet, 1 for a run, 2 for a
pair. So groups in the order of their numbers are in the order of their lowest kinds.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing._kernels.layout import DRAGONS, RANKS, REAL, WINDS

TRIPLET: Final = 0
RUN: Final = 1
PAIR: Final = 2
SORTS: Final = 3
GROUPS: Final = SORTS * REAL
"""How many numbers there are; some of them are of no group (runs of honours, or past the nine)."""
CARDS: Final = 3
SLOTS: Final = 5
"""Groups of a hand: four combinations and the pair."""

WIND: Final = 3
DRAGON: Final = 4
"""What a group is of: suit 0, 1 or 2, winds, dragons."""


def _members() -> NDArray[np.int64]:
    table = np.full((GROUPS, CARDS), -1, dtype=np.int64)
    for kind in range(REAL):
        table[SORTS * kind + TRIPLET] = kind
        table[SORTS * kind + PAIR, :2] = kind
        if kind < WINDS and kind % RANKS <= RANKS - CARDS:
            table[SORTS * kind + RUN] = (kind, kind + 1, kind + 2)
    return table


MEMBERS: Final = _members()
"""(groups, 3): the kinds that each group holds, then -1; -1 alone for a number of no group."""


def _families() -> NDArray[np.int64]:
    kinds = np.arange(GROUPS) // SORTS
    return np.where(kinds < WINDS, kinds // RANKS, np.where(kinds < DRAGONS, WIND, DRAGON))


FAMILIES: Final = _families()
"""(groups,): what each group is of."""
