"""How near a hand is to one in which nothing matches (clause 2.4).

In a suit such a hand has at most three kinds, each two at least 3 apart: 41 sets. For each set of
kinds held and each size, a table says how many of the kinds held a set of that size can keep. The
three suits and the honours are then put together by their sizes, 14 in all.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels.layout import HONOURS, RANKS, REAL, SUITS, WINDS

APART: Final = 3
CARDS: Final = 14
_JOKER: Final = REAL
_SIZES: Final = 4


def _spaced() -> list[tuple[int, ...]]:
    return [
        ranks
        for size in range(_SIZES)
        for ranks in combinations(range(RANKS), size)
        if all(high - low >= APART for low, high in pairwise(ranks))
    ]


SPACED: Final = _spaced()
"""The places of a suit's numbers, each two of them far enough apart; by size."""


def _kept() -> NDArray[np.int64]:
    table = np.zeros((1 << RANKS, _SIZES), dtype=np.int64)
    sets = [(len(ranks), sum(1 << rank for rank in ranks)) for ranks in SPACED]
    for held in range(1 << RANKS):
        for size, chosen in sets:
            table[held, size] = max(table[held, size], (held & chosen).bit_count())
    return table


KEPT: Final = _kept()
"""(sets of kinds held in a suit, size): the most of them that a spaced set of that size keeps."""


@kernel
def most_kept(real: NDArray[np.uint8]) -> tuple[Int, Int]:
    """Return how many of the real cards held hands in which nothing matches can keep.

    The first is of hands with all seven honours, the second of hands without one of them.
    """
    honours = 0
    for kind in range(WINDS, WINDS + HONOURS):
        honours += real[kind] > 0
    held = np.zeros(SUITS, dtype=np.int64)
    for suit in range(SUITS):
        for rank in range(RANKS):
            if real[RANKS * suit + rank] > 0:
                held[suit] |= 1 << rank
    whole = 0
    other = 0
    for first in range(_SIZES):
        for second in range(_SIZES):
            for third in range(_SIZES):
                free = CARDS - first - second - third
                if free > HONOURS:
                    continue
                kept = KEPT[held[0], first] + KEPT[held[1], second] + KEPT[held[2], third]
                kept += min(free, honours)
                if free == HONOURS:
                    whole = max(whole, kept)
                else:
                    other = max(other, kept)
    return whole, other


@kernel
def unmatched_distances(
    counts: NDArray[np.uint8],
    joker_fits: Int,
    answers: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Write the fewest further cards of each hand to the hands in which nothing matches.

    Parameters
    ----------
    counts
        (n, 36): the hands, of which no card is laid.
    joker_fits
        Whether a joker may stand in such a hand.
    answers
        (n, 2): the distance to any of them, and to one with all honours.
    progress
        How far it is.
    """
    for row in range(len(counts)):
        if progress[1]:
            return
        whole, other = most_kept(counts[row])
        jokers = np.int64(counts[row, _JOKER]) if joker_fits else np.int64(0)
        answers[row, 0] = max(0, CARDS - max(whole, other) - jokers)
        answers[row, 1] = max(0, CARDS - whole - jokers)
        progress[0] += 1
