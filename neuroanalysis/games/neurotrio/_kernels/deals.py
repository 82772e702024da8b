"""Counting over classes of hands: their weights, what is counted of a hand, exact sums."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.classes import GROUP_ORDER
from neuroanalysis.games.neurotrio._kernels.cube import KINDS

# Sums of weights may need more than 64 bits, so they are kept in two halves of this many bits.
HALF_BITS: Final = 32
_HALF_MASK: Final = (1 << HALF_BITS) - 1


@kernel
def class_weights(
    counts: NDArray[np.uint8],
    stabilisers: NDArray[np.int16],
    ways: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> None:
    """Fill `weights` with how many deals each class has; `ways[n]` is C(copies, n)."""
    for hand in range(len(counts)):
        weight = np.int64(GROUP_ORDER) // np.int64(stabilisers[hand])
        for kind in range(KINDS):
            weight *= ways[counts[hand, kind]]
        weights[hand] = weight


@kernel
def kinds_held(counts: NDArray[np.uint8], copies: Int, answers: NDArray[np.int64]) -> None:
    """Fill `answers` with how many kinds each hand holds exactly `copies` of; -1: any number."""
    for hand in range(len(counts)):
        n: Int = 0
        for kind in range(KINDS):
            held = np.int64(counts[hand, kind])
            n += held > 0 if copies < 0 else held == copies
        answers[hand] = n


@kernel
def tally(
    outcomes: NDArray[np.int64],
    weights: NDArray[np.int64],
    low: NDArray[np.int64],
    high: NDArray[np.int64],
) -> None:
    """Add the weight of each hand to its outcome's sum, in two halves that cannot overflow."""
    for hand in range(len(outcomes)):
        outcome = outcomes[hand]
        low[outcome] += weights[hand] & _HALF_MASK
        high[outcome] += weights[hand] >> HALF_BITS
