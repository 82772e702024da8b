"""The worth of a grouping beyond its groups: which bonuses it satisfies, and their points.

What groups have in common is a 64-bit set of *features* (see ``cube``). ``unary[n]`` is the set of
features that at least ``n`` groups have, so "three structures with two values in common" is: some
line is in ``unary[3]``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.cube import LEVEL_FEATURES, U64, bit_count
from neuroanalysis.games.neurotrio._kernels.layout import (
    NEED_DUOS,
    NEED_SHARED,
    NEED_STRUCTURES,
    REPEAT_POINTS,
    RuleArrays,
)


@kernel
def clear_unary(unary: NDArray[np.uint64]) -> None:
    """Make it say that no group has anything, and at least 0 groups have everything."""
    unary[:] = U64(0)
    unary[0] = ~U64(0)


@kernel
def add_group(unary: NDArray[np.uint64], features: np.uint64) -> None:
    """Count one more group with the given features."""
    for n in range(len(unary) - 1, 0, -1):
        unary[n] |= unary[n - 1] & features


@kernel
def bonus_points(
    structures: NDArray[np.uint64],
    duos: NDArray[np.uint64],
    distinct: Int,
    rules: RuleArrays,
) -> tuple[Int, Int]:
    """Return the points of all bonuses that count, and these as bits, from unary sets and kinds."""
    satisfied = rules.distinct_bits[distinct]
    needs = rules.needs
    repeated = False
    for bonus in range(len(needs)):
        common = (
            structures[needs[bonus, NEED_STRUCTURES]]
            & duos[needs[bonus, NEED_DUOS]]
            & LEVEL_FEATURES[needs[bonus, NEED_SHARED]]
        )
        if common != U64(0):
            satisfied |= np.int64(1) << bonus
            repeated |= needs[bonus, REPEAT_POINTS] > 0
    counted = rules.survivors[satisfied]
    points = rules.points[satisfied]
    if repeated:
        for bonus in range(len(needs)):
            if needs[bonus, REPEAT_POINTS] > 0 and counted >> bonus & 1:
                common = (
                    structures[needs[bonus, NEED_STRUCTURES]]
                    & duos[needs[bonus, NEED_DUOS]]
                    & LEVEL_FEATURES[needs[bonus, NEED_SHARED]]
                )
                points += needs[bonus, REPEAT_POINTS] * (bit_count(common) - 1)
    return points, counted
