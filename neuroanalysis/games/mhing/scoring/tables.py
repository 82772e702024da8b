"""What kernels are handed: the tables of blocks, and the numbers of groups."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing._kernels.layout import HONOURS, RANKS
from neuroanalysis.games.mhing.pieces import REAL
from neuroanalysis.games.mhing.position import Combination, Position

if TYPE_CHECKING:
    from neuroanalysis.games.mhing._kernels.blocks import Tables

__all__ = ["block_tables", "group_number", "laid_cards", "laid_groups"]

_BASE: Final = 5
_SUMS: Final = 1 << 15
_MOST_LAID: Final = 4
_SORTS: Final = 3


@cache
def block_tables() -> Tables:
    """Return the tables of this process, which fill themselves; see ``_kernels/blocks.py``.

    They take up to 18 MB, of which only what is used costs memory.
    """
    from neuroanalysis.games.mhing._kernels.blocks import Tables

    return Tables(
        np.zeros((2, _BASE**RANKS), dtype=np.int32),
        np.zeros((2, _BASE**HONOURS), dtype=np.int32),
        np.zeros(_SUMS, dtype=np.int64),
        np.zeros(_BASE**RANKS, dtype=np.int8),
    )


def group_number(combination: Combination) -> int:
    """Return the number by which kernels know a combination.

    Examples
    --------
    >>> group_number(Combination.of("111m")), group_number(Combination.of("123m"))
    (0, 1)
    """
    return _SORTS * combination.kinds[0] + (combination.kind == "run")


def laid_groups(position: Position) -> NDArray[np.int64]:
    """Return the numbers of the laid combinations, then -1."""
    numbers = np.full(_MOST_LAID, -1, dtype=np.int64)
    for place, combination in enumerate(position.laid):
        numbers[place] = group_number(combination)
    return numbers


def laid_cards(position: Position) -> NDArray[np.uint8]:
    """Return how many real cards of each kind lie in laid combinations."""
    counts = position.laid_counts
    return np.array([counts[kind] for kind in range(REAL)], dtype=np.uint8)
