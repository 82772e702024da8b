"""Finishing hands under many sets of points at once.

Which groupings a hand has, and which bonuses each satisfies, does not depend on points. So the
groupings are listed once, by a search under rules in which nothing is worth anything, and each is
added up under all sets of points.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels import layout
from neuroanalysis.games.neurotrio._kernels.bonuses import add_group, clear_unary
from neuroanalysis.games.neurotrio._kernels.cube import (
    KIND_FEATURES,
    KINDS,
    LEVEL_FEATURES,
    STRUCTURE_FEATURES,
    TRIO_KINDS,
    TRIPLES,
    U64,
    bit_count,
)
from neuroanalysis.games.neurotrio._kernels.finish import DUO, optimal_finishes
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio._kernels.value import IMPOSSIBLE, STRIDE

_FIRST_ROOM = 64


@kernel
def _add_up(
    groups: NDArray[np.int64],
    distinct: Int,
    free: RuleArrays,
    numbers: NDArray[np.int64],
    repeats: NDArray[np.int64],
    points: NDArray[np.int64],
    unary: NDArray[np.uint64],
    duos: NDArray[np.uint64],
    best: NDArray[np.int32],
) -> None:
    """Raise `best` to what one grouping is worth under each set of points."""
    clear_unary(unary)
    clear_unary(duos)
    n_duos = np.int64(0)
    n_trios = np.int64(0)
    n_triples = np.int64(0)
    n_carres = np.int64(0)
    for group in groups:
        if group >= DUO:
            add_group(duos, KIND_FEATURES[group - DUO])
            n_duos += 1
            continue
        add_group(unary, STRUCTURE_FEATURES[group])
        if group >= TRIO_KINDS:
            n_carres += 1
        elif group < TRIPLES:
            n_triples += 1
        else:
            n_trios += 1
    satisfied = free.distinct_bits[distinct]
    needs = free.needs
    for bonus in range(len(needs)):
        common = (
            unary[needs[bonus, layout.NEED_STRUCTURES]]
            & duos[needs[bonus, layout.NEED_DUOS]]
            & LEVEL_FEATURES[needs[bonus, layout.NEED_SHARED]]
        )
        if common != U64(0):
            satisfied |= np.int64(1) << bonus
    for place in range(len(best)):
        total = (
            numbers[place, layout.FINISH_POINTS]
            + n_duos * numbers[place, layout.DUO_POINTS]
            + n_trios * numbers[place, layout.TRIO_POINTS]
            + n_triples * numbers[place, layout.TRIPLE_POINTS]
            + n_carres * numbers[place, layout.CARRE_POINTS]
            + points[place, satisfied]
        )
        for bonus in range(len(needs)):
            if repeats[place, bonus] > 0 and free.survivors[satisfied] >> bonus & 1:
                common = (
                    unary[needs[bonus, layout.NEED_STRUCTURES]]
                    & duos[needs[bonus, layout.NEED_DUOS]]
                    & LEVEL_FEATURES[needs[bonus, layout.NEED_SHARED]]
                )
                total += repeats[place, bonus] * (bit_count(common) - 1)
        best[place] = max(np.int64(best[place]), total)


@kernel
def repriced_finishes(
    counts: NDArray[np.uint8],
    free: RuleArrays,
    numbers: NDArray[np.int64],
    repeats: NDArray[np.int64],
    points: NDArray[np.int64],
    totals: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Fill `totals` with each hand's best finishing total under each set of points, -1 for none.

    `free` are the rules without any points; `numbers`, `repeats` and `points` have a row a set:
    `RuleArrays.numbers`, the last column of `RuleArrays.needs`, and `RuleArrays.points`. No carré
    is laid: a hand of more cards than duos and trios need counts its carrés as if they were.
    """
    groups = free.numbers[layout.DUOS] + free.numbers[layout.STRUCTURES]
    laid = np.zeros(KINDS, dtype=np.uint8)
    found = np.empty((_FIRST_ROOM, groups), dtype=np.int64)
    unary = np.empty(layout.MAX_STRUCTURES + 1, dtype=np.uint64)
    duos = np.empty(layout.MAX_DUOS + 1, dtype=np.uint64)
    for hand in range(len(counts)):
        if hand % STRIDE == 0:
            if progress[1] != 0:
                return
            progress[0] = hand
        totals[hand, :] = IMPOSSIBLE
        number = optimal_finishes(counts[hand], laid, free, 0, found)
        if number > len(found):
            found = np.empty((number, groups), dtype=np.int64)
            optimal_finishes(counts[hand], laid, free, 0, found)
        distinct = np.int64(0)
        for kind in range(KINDS):
            distinct += counts[hand, kind] > 0
        for place in range(number):
            _add_up(
                found[place], distinct, free, numbers, repeats, points, unary, duos, totals[hand]
            )
    progress[0] = len(counts)
