"""The solved solitaire: the graph of held and drawn classes, and one sweep backwards over it.

A *held* class is a hand between turns with its laid carrés; drawing leads to a *drawn* class, and
from there discarding leads to a held class, laying a carré to a held class with one more laid. An
edge is one 32-bit number: the place of the held class, then the number of unseen cards that lead
from that held class back to this drawn one, counted over all kinds whose discard leads there.

That number serves both ways. Over a held class's count vectors ``N_h`` and a drawn class's ``N_d``,
``N_d`` times it is ``N_h`` times the number of unseen cards that lead from a hand of the held class
to the drawn class: both count the same pairs of hands.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.class_index import find
from neuroanalysis.games.neurotrio._kernels.classes import (
    GROUP_ORDER,
    LAID_CARDS,
    ClassTables,
    canonical_key,
    hands_of_keys,
)
from neuroanalysis.games.neurotrio._kernels.cube import KINDS

WEIGHT_BITS: Final = 8
_WEIGHT_MASK: Final = (1 << WEIGHT_BITS) - 1


@kernel
def split_laid(
    digits: NDArray[np.uint8],
    tables: ClassTables,
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
) -> None:
    """Write the counts in hand and the laid carrés of each row of digits."""
    mark = tables.base - 1 if tables.marked != 0 else 255
    for row in range(len(digits)):
        for kind in range(KINDS):
            is_laid = digits[row, kind] == mark
            laid[row, kind] = 1 if is_laid else 0
            counts[row, kind] = 0 if is_laid else digits[row, kind]


@kernel
def list_edges(
    keys: NDArray[np.int64],
    copies: Int,
    tables: ClassTables,
    held: NDArray[np.int64],
    held_bits: Int,
    held_slots: NDArray[np.int32],
    laid: NDArray[np.int64],
    laid_bits: Int,
    laid_slots: NDArray[np.int32],
    edges: NDArray[np.uint32],
    lengths: NDArray[np.uint8],
    lays: NDArray[np.int32],
) -> tuple[Int, Int]:
    """List the edges of drawn classes; return how many discards and how many lays there are.

    `held` are the numbers of the held classes with as many laid carrés, `laid` of those with one
    more. `lengths` gets the number of edges of each class; `lays` (n, 2) gets the class's row here
    and the place of the held class it leads to.
    """
    digits = np.empty((1, KINDS), dtype=np.uint8)
    codes = np.empty(9, dtype=np.int64)
    mark = tables.base - 1 if tables.marked != 0 else 255
    n = np.int64(0)
    n_lays = np.int64(0)
    for row in range(len(keys)):
        hands_of_keys(keys[row : row + 1], tables, digits)
        first = n
        for kind in range(KINDS):
            count = digits[0, kind]
            if count == 0 or count == mark:
                continue
            digits[0, kind] = count - 1
            key, _ = canonical_key(digits[0], codes, tables)
            place = find(key, held, held_bits, held_slots)
            weight = np.int64(copies) + 1 - np.int64(count)
            known = first
            while known < n and np.int64(edges[known]) >> WEIGHT_BITS != place:
                known += 1
            if known == n:
                edges[n] = np.uint32(place << WEIGHT_BITS)
                n += 1
            edges[known] = np.uint32(np.int64(edges[known]) + weight)
            if count >= LAID_CARDS and len(laid) > 0:
                digits[0, kind] = mark
                key, _ = canonical_key(digits[0], codes, tables)
                lays[n_lays, 0] = row
                lays[n_lays, 1] = find(key, laid, laid_bits, laid_slots)
                n_lays += 1
            digits[0, kind] = count
        lengths[row] = n - first
    return n, n_lays


@kernel
def sweep(
    finishes: NDArray[np.int16],
    orders: NDArray[np.int16],
    edges: NDArray[np.uint32],
    lengths: NDArray[np.uint8],
    lays: NDArray[np.int32],
    minimums: NDArray[np.int64],
    before: NDArray[np.float64],
    laid: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Add to `sums` what some drawn classes are worth to the held classes that lead to them.

    `before` has the chances of the held classes with a draw less, `laid` those of the held classes
    with one more laid carré and as many draws; a row a class, a column a minimum.
    """
    best = np.empty(len(minimums), dtype=np.float64)
    edge = np.int64(0)
    lay = np.int64(0)
    for drawn in range(len(finishes)):
        end = edge + lengths[drawn]
        best[:] = 0.0
        for e in range(edge, end):
            place = edges[e] >> WEIGHT_BITS
            for column in range(len(minimums)):
                best[column] = max(best[column], before[place, column])
        while lay < len(lays) and lays[lay, 0] == drawn:
            for column in range(len(minimums)):
                best[column] = max(best[column], laid[lays[lay, 1], column])
            lay += 1
        for column in range(len(minimums)):
            if finishes[drawn] >= minimums[column]:
                best[column] = 1.0
        size = GROUP_ORDER / orders[drawn]
        for e in range(edge, end):
            place = edges[e] >> WEIGHT_BITS
            weight = size * (edges[e] & _WEIGHT_MASK)
            for column in range(len(minimums)):
                sums[place, column] += weight * best[column]
        edge = end


@kernel
def mean_over_draws(
    sums: NDArray[np.float64],
    more: NDArray[np.float64],
    orders: NDArray[np.int16],
    unseen: Int,
    chances: NDArray[np.float64],
) -> None:
    """Turn sums over the drawn classes into chances of the held ones; clear the sums."""
    for held in range(len(chances)):
        share = orders[held] / (GROUP_ORDER * unseen)
        for column in range(chances.shape[1]):
            chances[held, column] = (sums[held, column] + more[held, column]) * share
            sums[held, column] = 0.0
            more[held, column] = 0.0
