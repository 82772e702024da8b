"""What a hand may still come to, alone: chances over its next draws, and hands played out.

A player draws a tile that he does not see, uniformly, and goes no further once the goal is reached;
else he discards a tile, which never comes back. The goal is reached by melds or by pairs, whichever
is nearer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels.layout import IDENTITIES
from neuroanalysis.games.okey51._kernels.nearest import (
    NEVER,
    NO_TILE,
    WILD,
    Goal,
    Items,
    nearest,
)
from neuroanalysis.games.okey51._kernels.nearest_pairs import nearest_pairs

_FAR: Final = 1 << 20


class Aim(NamedTuple):
    """What is to be reached: melds and tiles laid off, or so many pairs (0: not by pairs)."""

    items: Items
    goal: Goal
    pairs: int
    okey_pairs: bool


@kernel
def either_way(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    wilds: Int,
    left_wilds: Int,
    aim: Aim,
    removed: NDArray[np.int64],
    draws: NDArray[np.int64],
    useful: NDArray[np.uint64],
    copies: NDArray[np.int64],
) -> None:
    """Find the fewest draws by melds or by pairs, and what lessens them; see `nearest.nearest`.

    Parameters
    ----------
    copies
        Filled in: how many useful tiles are left.
    """
    nearest(held, left, wilds, left_wilds, aim.items, aim.goal, removed, draws, useful)
    if aim.pairs > 0:
        other = np.zeros(len(removed), dtype=np.int64)
        bits = np.zeros(len(removed), dtype=np.uint64)
        nearest_pairs(
            held, left, wilds, left_wilds, aim.pairs, aim.okey_pairs, removed, other, bits
        )
        for row in range(len(removed)):
            if other[row] == NEVER:
                continue
            if draws[row] == NEVER or other[row] < draws[row]:
                draws[row] = other[row]
                useful[row] = bits[row]
            elif other[row] == draws[row]:
                useful[row] |= bits[row]
    for row in range(len(removed)):
        copies[row] = 0
        for identity in range(IDENTITIES):
            if useful[row] >> np.uint64(identity) & np.uint64(1):
                copies[row] += left[identity]
        if useful[row] >> np.uint64(WILD) & np.uint64(1):
            copies[row] += left_wilds


@kernel
def nearest_many(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    wilds: NDArray[np.int64],
    left_wilds: NDArray[np.int64],
    aim: Aim,
    draws: NDArray[np.int64],
) -> None:
    """Find the fewest draws of many hands: (n, 52) tiles held and left, (n,) wilds; see above."""
    removed = np.full(1, NO_TILE, dtype=np.int64)
    useful = np.zeros(1, dtype=np.uint64)
    copies = np.zeros(1, dtype=np.int64)
    for row in range(len(held)):
        either_way(
            held[row],
            left[row],
            wilds[row],
            left_wilds[row],
            aim,
            removed,
            draws[row : row + 1],
            useful,
            copies,
        )


@kernel
def _rows(held: NDArray[np.int64], wilds: Int, removed: NDArray[np.int64]) -> int:
    """List the tiles that may be discarded; return how many."""
    n = 0
    for identity in range(IDENTITIES):
        if held[identity] > 0:
            removed[n] = identity
            n += 1
    if wilds > 0:
        removed[n] = WILD
        n += 1
    return n


@kernel
def draw_one(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    wilds: Int,
    left_wilds: Int,
    aim: Aim,
    within: NDArray[np.int64],
) -> None:
    """Count the ways to reach the goal with the next draw, and with the next two.

    Parameters
    ----------
    held, left, wilds, left_wilds, aim
        A hand between turns.
    within
        Filled in: of all tiles left those that reach it; of all ordered pairs of them those that
        do so, the discard between them being the best one for that.
    """
    removed = np.zeros(IDENTITIES + 1, dtype=np.int64)
    draws = np.zeros(IDENTITIES + 1, dtype=np.int64)
    useful = np.zeros(IDENTITIES + 1, dtype=np.uint64)
    copies = np.zeros(IDENTITIES + 1, dtype=np.int64)
    within[:] = 0
    total = left_wilds + left.sum()
    have, rest = held.copy(), left.copy()
    for tile in range(IDENTITIES + 1):
        weight = left_wilds if tile == WILD else left[tile]
        if weight == 0:
            continue
        own, more = wilds, left_wilds
        if tile == WILD:
            own += 1
            more -= 1
        else:
            have[tile] += 1
            rest[tile] -= 1
        n = _rows(have, own, removed)
        either_way(have, rest, own, more, aim, removed[:n], draws[:n], useful[:n], copies[:n])
        most = 0
        for row in range(n):
            if draws[row] == 0:
                most = total - 1
                within[0] += weight
                break
            if draws[row] == 1:
                most = max(most, copies[row])
        within[1] += weight * most
        if tile != WILD:
            have[tile] -= 1
            rest[tile] += 1


@kernel
def play_out(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    wilds: Int,
    left_wilds: Int,
    aim: Aim,
    chances: NDArray[np.float64],
    reached: NDArray[np.int64],
) -> None:
    """Play a hand between turns out many times, always discarding what leaves it nearest.

    Of discards that leave the fewest draws that one goes which leaves most useful tiles; of equals
    the first, by identity, wilds last.

    Parameters
    ----------
    held, left, wilds, left_wilds, aim
        The hand; there are at least as many tiles left as draws.
    chances
        (n, draws) numbers from 0 up to 1 that decide the draws.
    reached
        Filled in: the draw of each time that reached the goal, from 1; 0 if none did.
    """
    removed = np.zeros(IDENTITIES + 1, dtype=np.int64)
    draws = np.zeros(IDENTITIES + 1, dtype=np.int64)
    useful = np.zeros(IDENTITIES + 1, dtype=np.uint64)
    copies = np.zeros(IDENTITIES + 1, dtype=np.int64)
    start = left_wilds + left.sum()
    for time in range(len(chances)):
        have, rest = held.copy(), left.copy()
        own, more, total = wilds, left_wilds, start
        reached[time] = 0
        for turn in range(chances.shape[1]):
            which = int(chances[time, turn] * total)
            tile = 0
            while tile < WILD and which >= rest[tile]:
                which -= rest[tile]
                tile += 1
            total -= 1
            if tile == WILD:
                own += 1
                more -= 1
            else:
                have[tile] += 1
                rest[tile] -= 1
            n = _rows(have, own, removed)
            either_way(have, rest, own, more, aim, removed[:n], draws[:n], useful[:n], copies[:n])
            best = 0
            for row in range(n):
                near, far = draws[row], draws[best]
                near = _FAR if near == NEVER else near
                far = _FAR if far == NEVER else far
                if near < far or (near == far and copies[row] > copies[best]):
                    best = row
            if draws[best] == 0:
                reached[time] = turn + 1
                break
            if removed[best] == WILD:
                own -= 1
            else:
                have[removed[best]] -= 1
