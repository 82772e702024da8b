"""What a hand lacks to a winning hand of a stated shape: exact, kind by kind.

A *shape* names combinations that must be there, which further runs, triplets and pairs may, and in
which parts of the kinds some group must be. The recursion goes through all kinds in their order;
its state is how many runs began one and two kinds before, the combinations and the pair so far,
whether the part that it is in has a group, and the cards beyond the copies that exist, which must
be jokers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels.layout import REAL

NEVER: Final = 99
ENDS: Final = 1
"""At a kind where a part ends that must have a group; 0 where none ends."""
MET: Final = 2
"""Where a part ends that has one laid."""
_MOST: Final = 5  # 0 to 4 combinations, or runs
_LAYERS: Final = 7
_JOKER: Final = REAL
_SIZE: Final = _MOST * _MOST * _MOST * 2 * 2 * _LAYERS


class Shapes(NamedTuple):
    """Shapes, one a row."""

    fixed: NDArray[np.int64]
    """(n, 34): the cards of the combinations that must be there."""
    runs: NDArray[np.uint8]
    """(n, 34): 1 where a further run may begin."""
    triplets: NDArray[np.uint8]
    """(n, 34): 1 for the kinds of further triplets."""
    pairs: NDArray[np.uint8]
    """(n, 34): 1 for the kinds of the pair."""
    ends: NDArray[np.uint8]
    """(n, 34): whether the part of a kind ends there, see above."""
    further: NDArray[np.int64]
    """(n,): combinations besides those that must be there."""


@kernel
def _place(earlier: Int, later: Int, combinations: Int, pair: Int, some: Int) -> Int:
    """Return where a state's costs begin."""
    return ((((earlier * _MOST + later) * _MOST + combinations) * 2 + pair) * 2 + some) * _LAYERS


@kernel
def lacking(
    hands: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    shapes: Shapes,
    answers: NDArray[np.int64],
    progress: NDArray[np.int64],
) -> None:
    """Write the fewest further cards of hands to each shape.

    Parameters
    ----------
    hands
        (n, 36): the cards in hand.
    laid
        (34,): the real cards of laid combinations.
    shapes
        The shapes.
    answers
        (n, shapes): what is written, `NEVER` for what cannot be.
    progress
        How far it is.
    """
    now = np.zeros(_SIZE, dtype=np.int64)
    then = np.zeros(_SIZE, dtype=np.int64)
    for row in range(len(hands)):
        jokers = np.int64(hands[row, _JOKER])
        for shape in range(len(shapes.further)):
            if progress[1]:
                return
            further = shapes.further[shape]
            now[:] = NEVER
            now[0] = 0
            for kind in range(REAL):
                then[:] = NEVER
                held = np.int64(hands[row, kind])
                limit = 4 - np.int64(laid[kind])
                fixed = shapes.fixed[shape, kind]
                ends = shapes.ends[shape, kind]
                for before in range(further + 1):
                    for earlier in range(before + 1):
                        for later in range(before - earlier + 1):
                            for state in range(4):
                                pair, some = state // 2, state % 2
                                begin = _place(earlier, later, before, pair, some)
                                for layer in range(jokers + 1):
                                    cost = now[begin + layer]
                                    if cost == NEVER:
                                        continue
                                    room = further - before
                                    most_runs = room * shapes.runs[shape, kind]
                                    for runs in range(most_runs + 1):
                                        slots = (room - runs) * shapes.triplets[shape, kind]
                                        for triplets in range(slots + 1):
                                            places = (1 - pair) * shapes.pairs[shape, kind]
                                            for more in range(places + 1):
                                                wanted = fixed + earlier + later + runs
                                                wanted += 3 * triplets + 2 * more
                                                beyond = layer + max(0, wanted - limit)
                                                if beyond > jokers:
                                                    continue
                                                full = some > 0 or runs + triplets + more > 0
                                                if ends == ENDS and not full:
                                                    continue
                                                to = _place(
                                                    later,
                                                    runs,
                                                    before + runs + triplets,
                                                    pair + more,
                                                    np.int64(full and ends == 0),
                                                )
                                                to += beyond
                                                sum_ = cost + max(0, wanted - held)
                                                then[to] = min(then[to], sum_)
                now, then = then, now
            best = np.int64(NEVER)
            for some in range(2):
                begin = _place(np.int64(0), np.int64(0), further, np.int64(1), some)
                for layer in range(jokers + 1):
                    best = min(best, now[np.int64(begin + layer)])
            answers[row, shape] = best if best == NEVER else max(np.int64(0), best - jokers)
        progress[0] += 1
