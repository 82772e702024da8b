"""Where each number of the rules stands in the arrays that the kernels get."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

# Places in `RuleArrays.numbers`.
DUOS: Final = 0
STRUCTURES: Final = 1
CARRE: Final = 2
COPIES: Final = 3
DUO_POINTS: Final = 4
TRIO_POINTS: Final = 5
TRIPLE_POINTS: Final = 6
CARRE_POINTS: Final = 7
FINISH_POINTS: Final = 8
GROUPED_SCOPE: Final = 9
ONE_DUO: Final = 10
PANG: Final = 11
NUMBERS: Final = 12

# Columns of `RuleArrays.needs`: what a bonus of groups asks, and its points for each further line.
NEED_DUOS: Final = 0
NEED_STRUCTURES: Final = 1
NEED_SHARED: Final = 2
REPEAT_POINTS: Final = 3

MAX_STRUCTURES: Final = 6
MAX_DUOS: Final = 4
MAX_COPIES: Final = 7
MAX_BONUSES: Final = 16


class RuleArrays(NamedTuple):
    """A rule set as the kernels read it.

    Bonuses are bits of a set: first those of groups, in the order of `needs`, then those of
    distinct kinds. What a set of satisfied bonuses is worth, once those contained in another are
    dropped, is a table with one entry for each set, so that no kernel knows what contains what.
    """

    numbers: NDArray[np.int64]
    """Single numbers, by the places above."""
    needs: NDArray[np.int64]
    """(bonuses of groups, 4): duos, structures, shared values asked; points of a repetition."""
    distinct_bits: NDArray[np.int64]
    """(28,): the bonuses satisfied by that many distinct kinds."""
    points: NDArray[np.int64]
    """(2**bonuses,): what a set of satisfied bonuses is worth."""
    bound: NDArray[np.int64]
    """(2**bonuses,): the greatest worth of any of its subsets, repetitions left out."""
    survivors: NDArray[np.int64]
    """(2**bonuses,): the bonuses of the set that no other of the set contains."""


_ROW: Final = np.zeros(1, dtype=np.int64)
EXAMPLE: Final = RuleArrays(_ROW, np.zeros((1, 4), dtype=np.int64), _ROW, _ROW, _ROW, _ROW)
"""Arrays of the types that every rule set has; they are good for nothing else."""
