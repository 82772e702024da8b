"""How a domain lies in its array, and where each number of the rules stands in the kernels' array.

A domain is a flat array of ``SIDE * SIDE`` cells, ``cell = SIDE * row + column``: 0 is a free cell,
``kind + 1`` a card. Whoever fills it puts the start card near ``MIDDLE`` and shifts coordinates
so; a border cell is never reached, for a domain of all cards is at most ``MOST_CARDS`` long.
A set of kinds is an int64 whose bit ``kind`` is set.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

KINDS: Final = 27
MOST_COPIES: Final = 4
MOST_CARDS: Final = KINDS * MOST_COPIES
MOST_PLAYERS: Final = 8
SIDES: Final = 4  # neighbours of a cell
SIDE: Final = 2 * MOST_CARDS + 2
MIDDLE: Final = SIDE * (SIDE // 2) + SIDE // 2

# Places in `RuleArrays.numbers`.
COPIES: Final = 0
START_VP: Final = 1
EXTRA_CARD_VP: Final = 2
NEEDED: Final = 3  # compatible neighbours where several cards are touched
PASS_COST: Final = 4
MAY_PASS_WHEN_ABLE: Final = 5
VP_MAY_GO_NEGATIVE: Final = 6
MOST_ROWS: Final = 7
MOST_COLUMNS: Final = 8
EITHER_WAY_UP: Final = 9
SHAPE_RATIO: Final = 10  # 0: any shape
ROWS_ENLARGED: Final = 11
COLUMNS_ENLARGED: Final = 12
SET_LESS: Final = 13
ROUNDS_OF_PASSES: Final = 14
PLACES: Final = 15


class RuleArrays(NamedTuple):
    """A rule set as the kernels read it."""

    numbers: NDArray[np.int64]
    """Single numbers, by the places above; yes is 1, no is 0."""
    compatible: NDArray[np.int64]
    """(kinds,): the set of kinds with which each kind is compatible."""
    placing: NDArray[np.int64]
    """(sides + 1,): VP for a card by the number of compatible neighbours; the first is unused."""
    finishing: NDArray[np.int64]
    """(3,): VP of the first, second and third to have placed all cards."""
