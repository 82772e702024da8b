"""Where each number of the rules stands in the array that the kernels get."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

COLOURS: Final = 4
NUMBERS: Final = 13
IDENTITIES: Final = COLOURS * NUMBERS
"""What a tile can stand for: ``13 * colour + number - 1``."""

# Places in `RuleArrays.numbers`.
WRAP: Final = 0
ONE_AFTER_13: Final = 1
OKEY_PAIRS: Final = 2
HAND_SIZE: Final = 3
THRESHOLD: Final = 4
PAIRS_TO_OPEN: Final = 5
OKEY_LEFT: Final = 6
DOUBLING: Final = 7
TEAMS: Final = 8
STEAL_BEFORE_OPENING: Final = 9
TAKEN_MAY_RETURN: Final = 10
TAKEN_NEW_MELD: Final = 11
PENALISED: Final = 12
LAYOFFS_PER_TURN: Final = 13
FINISH_POINTS: Final = 14
DOUBLE_FINISH_POINTS: Final = 15
UNOPENED_POINTS: Final = 16
DOUBLE_UNOPENED_POINTS: Final = 17
LEFT_FACTOR: Final = 18
DOUBLE_LEFT_FACTOR: Final = 19
LAYOFF_FACTOR: Final = 20
TAKEN_FACTOR: Final = 21
STEAL_POINTS: Final = 22
STEAL_FACTOR: Final = 23
PENALISED_POINTS: Final = 24
PLACES: Final = 25


class RuleArrays(NamedTuple):
    """A rule set as the kernels read it."""

    numbers: NDArray[np.int64]
    """Single numbers, by the places above; yes is 1, no is 0."""
