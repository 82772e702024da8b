"""A player who only minimises his distance, on the graph of the solved solitaire.

A held class has a *rank*, the less the better: its distance, then how many unseen cards would
lessen that. The player leaves a hand of the least rank; among several classes of that rank each is
as likely. He lays a carré when that takes him no further away than his best discard.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.classes import GROUP_ORDER
from neuroanalysis.games.neurotrio._kernels.solve import WEIGHT_BITS

_WEIGHT_MASK: Final = (1 << WEIGHT_BITS) - 1
RANK_BITS: Final = 8
"""A rank is the distance, then, in so many bits, how many cards short of all are useful."""
_MOST_USEFUL: Final = (1 << RANK_BITS) - 1
_NO_RANK: Final = np.int64(1) << 40


@kernel
def add_useful(
    finishes: NDArray[np.int16],
    orders: NDArray[np.int16],
    edges: NDArray[np.uint32],
    lengths: NDArray[np.uint8],
    distances: NDArray[np.int32],
    sums: NDArray[np.int32],
) -> None:
    """Add to `sums` the cards that lead from held classes to some drawn ones that are nearer.

    A hand that holds a drawn card is as far away as the nearest of the hands that a discard leaves,
    since a card that the nearest finishing hand does not use can go; unless it finishes.
    """
    edge = np.int64(0)
    for drawn in range(len(finishes)):
        end = edge + lengths[drawn]
        distance: Int = 0
        if finishes[drawn] < 0:
            distance = _NO_RANK
            for e in range(edge, end):
                distance = min(distance, np.int64(distances[edges[e] >> WEIGHT_BITS]))
        size = np.int64(GROUP_ORDER // orders[drawn])
        for e in range(edge, end):
            place = edges[e] >> WEIGHT_BITS
            if distance < distances[place]:
                sums[place] += size * np.int64(edges[e] & _WEIGHT_MASK)
        edge = end


@kernel
def rank_held(
    distances: NDArray[np.int32],
    orders: NDArray[np.int16],
    sums: NDArray[np.int32],
    more: NDArray[np.int32],
    ranks: NDArray[np.uint16],
) -> None:
    """Fill in the ranks of held classes from what `add_useful` has added up."""
    for held in range(len(ranks)):
        # Over the class's hands every one has as many useful cards.
        useful = (np.int64(sums[held]) + np.int64(more[held])) * orders[held] // GROUP_ORDER
        ranks[held] = np.int64(distances[held]) << RANK_BITS | (_MOST_USEFUL - useful)


@kernel
def sweep_nearest(
    finishes: NDArray[np.int16],
    orders: NDArray[np.int16],
    edges: NDArray[np.uint32],
    lengths: NDArray[np.uint8],
    lays: NDArray[np.int32],
    minimums: NDArray[np.int64],
    ranks: NDArray[np.uint16],
    before: NDArray[np.float64],
    laid_ranks: NDArray[np.uint16],
    laid: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Do for this player what `solve.sweep` does for the best one; the other parameters are its."""
    mean = np.empty(len(minimums), dtype=np.float64)
    edge = np.int64(0)
    lay = np.int64(0)
    for drawn in range(len(finishes)):
        end = edge + lengths[drawn]
        first = lay
        while lay < len(lays) and lays[lay, 0] == drawn:
            lay += 1
        least = _NO_RANK
        for e in range(edge, end):
            least = min(least, np.int64(ranks[edges[e] >> WEIGHT_BITS]))
        least_laid = _NO_RANK
        for row in range(first, lay):
            least_laid = min(least_laid, np.int64(laid_ranks[lays[row, 1]]))
        mean[:] = 0.0
        ties = 0
        if least_laid >> RANK_BITS <= least >> RANK_BITS:
            for row in range(first, lay):
                place = lays[row, 1]
                again = False
                for other in range(first, row):
                    again |= lays[other, 1] == place
                if not again and laid_ranks[place] == least_laid:
                    ties += 1
                    for column in range(len(minimums)):
                        mean[column] += laid[place, column]
        else:
            for e in range(edge, end):
                to = edges[e] >> WEIGHT_BITS
                if ranks[to] == least:
                    ties += 1
                    for column in range(len(minimums)):
                        mean[column] += before[to, column]
        for column in range(len(minimums)):
            mean[column] = 1.0 if finishes[drawn] >= minimums[column] else mean[column] / ties
        size = GROUP_ORDER / orders[drawn]
        for e in range(edge, end):
            to = edges[e] >> WEIGHT_BITS
            weight = size * (edges[e] & _WEIGHT_MASK)
            for column in range(len(minimums)):
                sums[to, column] += weight * mean[column]
        edge = end
