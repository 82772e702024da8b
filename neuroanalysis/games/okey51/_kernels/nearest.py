"""How few tiles a hand lacks, and which: a search over melds by what they lack, with bounds.

A way to reach a goal is a multiset of *items*: melds and, where melds are open, tiles laid off on
them. It asks some copies of each identity; those not held are *lacking*, and each is drawn or is a
wild. So a way with `u` lacking tiles takes `u` less the held wilds draws, and it can be done if the
tiles of which no copy is left are no more than all wilds there are (`room`). The search goes over
multisets of items in one order, those that lack least at first sight in front, under a bound on
`u` that grows until a way is found; then all ways with that `u` are looked at, so that every tile
which some best way lacks is known.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels.layout import IDENTITIES, NUMBERS

NO_TILE: Final = -1
"""In `removed`: the hand as it is."""
WILD: Final = IDENTITIES
"""In `removed`: a wild goes; in `useful`: the bit of a wild that is drawn."""
NEVER: Final = -1
"""In `draws`: the goal cannot be reached with the tiles that are left."""

_LONGEST: Final = 64
# Below every bound on lacking tiles.
_FAR: Final = 1 << 20


class Items(NamedTuple):
    """What tiles can be put into: `slots` (n, longest) identities, `sizes`, `values`, `on`.

    The last is -1 for a meld; of the items with the same number from 0 up only one can be used:
    they are the ways to lay off on one open meld. The search is quickest with the most valuable in
    front.
    """

    slots: NDArray[np.int64]
    sizes: NDArray[np.int64]
    values: NDArray[np.int64]
    on: NDArray[np.int64]


class Goal(NamedTuple):
    """What a way must have: between `fewest` and `most` tiles, and at least `value` in melds."""

    fewest: int
    most: int
    value: int


class Wanted(NamedTuple):
    """What is asked of the hand less one tile each, and found: see `nearest`."""

    removed: NDArray[np.int64]
    lacking: NDArray[np.int64]
    useful: NDArray[np.uint64]


class _Order(NamedTuple):
    """Items by what they lack of the hand alone, and the most that those from a place on have."""

    item: NDArray[np.int64]
    lacks: NDArray[np.int64]
    size: NDArray[np.int64]
    least: NDArray[np.int64]
    saved: NDArray[np.int64]
    value: NDArray[np.int64]


@kernel
def _ordered(held: NDArray[np.int64], items: Items) -> _Order:
    """Sort items by what they lack; equals stay as they are."""
    n = len(items.sizes)
    lacks = np.zeros(n, dtype=np.int64)
    need = np.zeros(IDENTITIES, dtype=np.int64)
    begin = np.zeros(_LONGEST, dtype=np.int64)
    for i in range(n):
        for s in range(items.sizes[i]):
            identity = items.slots[i, s]
            need[identity] += 1
            if need[identity] > held[identity]:
                lacks[i] += 1
        for s in range(items.sizes[i]):
            need[items.slots[i, s]] = 0
        begin[lacks[i] + 1] += 1
    for q in range(1, _LONGEST):
        begin[q] += begin[q - 1]
    order = np.zeros(n, dtype=np.int64)
    falls = np.zeros(n, dtype=np.int64)
    for i in range(n):
        place = begin[lacks[i]]
        begin[lacks[i]] += 1
        order[place] = i
        falls[place] = lacks[i]
    size = np.zeros(n + 1, dtype=np.int64)
    least = np.full(n + 1, _FAR, dtype=np.int64)
    saved = np.zeros(n + 1, dtype=np.int64)
    value = np.zeros(n + 1, dtype=np.int64)
    for k in range(n - 1, -1, -1):
        i = order[k]
        size[k] = max(size[k + 1], items.sizes[i])
        least[k] = min(least[k + 1], items.sizes[i])
        saved[k] = max(saved[k + 1], items.sizes[i] - lacks[i])
        value[k] = max(value[k + 1], items.values[i])
    return _Order(order, falls, size, least, saved, value)


@kernel
def _ceiling(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    room: Int,
    items: Items,
    goal: Goal,
    most: Int,
) -> int:
    """Return a value that no way with at most `most` lacking tiles exceeds: that of the dearest
    tiles there are, whether they make melds or not.
    """
    dearest = np.zeros(IDENTITIES, dtype=np.int64)
    for identity in range(IDENTITIES):
        dearest[identity] = identity % NUMBERS + 1
    for i in range(len(items.sizes)):
        # What a meld is worth beyond its numbers, its 1 is worth.
        more = items.values[i]
        for s in range(items.sizes[i]):
            more -= items.slots[i, s] % NUMBERS + 1
        for s in range(items.sizes[i]):
            if more > 0 and items.slots[i, s] % NUMBERS == 0:
                dearest[items.slots[i, s]] = max(dearest[items.slots[i, s]], 1 + more)
    own = np.zeros(_LONGEST, dtype=np.int64)
    others = np.zeros(_LONGEST, dtype=np.int64)
    for identity in range(IDENTITIES):
        own[dearest[identity]] += held[identity]
        others[dearest[identity]] += left[identity]
    others[dearest.max()] += room
    total, open_size = 0, goal.most
    for worth in range(_LONGEST - 1, 0, -1):
        drawn = min(most, others[worth])
        most -= drawn
        count = min(open_size, own[worth] + drawn)
        open_size -= count
        total += count * worth
    return total


@kernel
def _search(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    room: Int,
    items: Items,
    order: _Order,
    goal: Goal,
    most: Int,
    wanted: Wanted,
    pending: NDArray[np.bool_],
) -> None:
    """Look at all ways with at most `most` lacking tiles, and keep the best for each hand asked.

    Parameters
    ----------
    pending
        The hands asked that are still open; with none True, all are. What is kept of one of them
        with `most` tiles uses the tile that it is less by: only ways without it can be new.
    """
    n = len(order.item)
    narrow = False
    for row in range(len(pending)):
        narrow = narrow or pending[row]
    demand = np.zeros(IDENTITIES, dtype=np.int64)
    chosen = np.zeros(_LONGEST, dtype=np.int64)
    place = np.zeros(_LONGEST, dtype=np.int64)
    full = np.zeros(_LONGEST, dtype=np.bool_)
    depth, lacking, beyond, size, value = 0, 0, 0, 0, 0
    while depth >= 0:
        k = place[depth]
        stop = k >= n
        if not stop:
            q = order.lacks[k]
            spare = most - lacking
            open_size = goal.most - size
            stop = q > spare
            if not stop and goal.fewest > size:
                # So many tiles must still come, in items that lack q at least.
                short = goal.fewest - size
                stop = q * (-(-short // order.size[k])) > spare
                stop = stop or (open_size // order.least[k]) * order.saved[k] < short - spare
            if not stop and goal.value > value:
                count = open_size // order.least[k]
                if q > 0:
                    count = min(count, spare // q)
                stop = count * order.value[k] < goal.value - value
        if stop:
            depth -= 1
            if depth >= 0:
                i = chosen[depth]
                for s in range(items.sizes[i]):
                    identity = items.slots[i, s]
                    if demand[identity] > held[identity]:
                        lacking -= 1
                        if demand[identity] > held[identity] + left[identity]:
                            beyond -= 1
                    demand[identity] -= 1
                size -= items.sizes[i]
                value -= items.values[i]
                if items.on[i] >= 0:
                    full[items.on[i]] = False
            continue
        place[depth] = k + 1
        i = order.item[k]
        if size + items.sizes[i] > goal.most or (items.on[i] >= 0 and full[items.on[i]]):
            continue
        for s in range(items.sizes[i]):
            identity = items.slots[i, s]
            demand[identity] += 1
            if demand[identity] > held[identity]:
                lacking += 1
                if demand[identity] > held[identity] + left[identity]:
                    beyond += 1
        size += items.sizes[i]
        value += items.values[i]
        chosen[depth] = i
        deeper = lacking <= most and beyond <= room
        if deeper and narrow:
            deeper = False
            for row in range(len(pending)):
                if pending[row] and not deeper:
                    x = wanted.removed[row]
                    deeper = wanted.lacking[row] > most or x < 0 or x == WILD
                    deeper = deeper or demand[x] < held[x]
        if deeper and size >= goal.fewest and value >= goal.value:
            _keep(held, left, room, demand, lacking, beyond, wanted, pending, narrow)
            deeper = False
        if deeper and size < goal.most:
            if items.on[i] >= 0:
                full[items.on[i]] = True
            depth += 1
            place[depth] = k
            continue
        for s in range(items.sizes[i]):
            identity = items.slots[i, s]
            if demand[identity] > held[identity]:
                lacking -= 1
                if demand[identity] > held[identity] + left[identity]:
                    beyond -= 1
            demand[identity] -= 1
        size -= items.sizes[i]
        value -= items.values[i]


@kernel
def _keep(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    room: Int,
    demand: NDArray[np.int64],
    lacking: Int,
    beyond: Int,
    wanted: Wanted,
    pending: NDArray[np.bool_],
    narrow: bool,
) -> None:
    """Keep a way for the hands asked for which it is as good as the best so far, or better."""
    lacked = np.uint64(0)
    for identity in range(IDENTITIES):
        if demand[identity] > held[identity] and left[identity] > 0:
            lacked |= np.uint64(1) << np.uint64(identity)
    for row in range(len(wanted.removed)):
        if narrow and not pending[row]:
            continue
        x = wanted.removed[row]
        u, over, mask, allowed = lacking, beyond, lacked, room
        if x == WILD:
            allowed -= 1
        elif x >= 0 and demand[x] >= held[x]:
            u += 1
            if left[x] > 0:
                mask |= np.uint64(1) << np.uint64(x)
            if demand[x] >= held[x] + left[x]:
                over += 1
        if over > allowed:
            continue
        if u < wanted.lacking[row]:
            wanted.lacking[row] = u
            wanted.useful[row] = mask
        elif u == wanted.lacking[row]:
            wanted.useful[row] |= mask


@kernel
def nearest(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    wilds: Int,
    left_wilds: Int,
    items: Items,
    goal: Goal,
    removed: NDArray[np.int64],
    draws: NDArray[np.int64],
    useful: NDArray[np.uint64],
) -> None:
    """Find the fewest draws to a goal, of a hand and of what each discard leaves of it.

    Parameters
    ----------
    held, left
        Of each identity, the copies held and those that may be drawn; wilds left out.
    wilds, left_wilds
        The same of wilds.
    items, goal
        What tiles go into, and what is to be reached.
    removed
        For each hand asked the identity of the tile that it is less by, `WILD` or `NO_TILE`; one
        that is held.
    draws
        Filled in: for each hand asked the fewest draws, or `NEVER`.
    useful
        Filled in: the identities, as bits, whose next copy lessens the draws; 0 where none are
        needed. A wild, which always does, is bit `WILD` if one is left.
    """
    rows = len(removed)
    room = wilds + left_wilds
    order = _ordered(held, items)
    # The last row is the whole hand: what a discard leaves is no nearer, so it is looked for first.
    asked = np.full(rows + 1, NO_TILE, dtype=np.int64)
    asked[:rows] = removed
    lacking = np.full(rows + 1, _FAR, dtype=np.int64)
    masks = np.zeros(rows + 1, dtype=np.uint64)
    wanted = Wanted(asked, lacking, masks)
    pending = np.zeros(rows + 1, dtype=np.bool_)
    bound = 0
    while True:
        if goal.value == 0 or _ceiling(held, left, room, items, goal, bound) >= goal.value:
            _search(held, left, room, items, order, goal, bound, wanted, pending)
        if bound >= goal.most:
            break
        if lacking[rows] <= bound:
            # A row is settled once it is known within the bound, or reached without any draw.
            waiting = False
            for row in range(rows):
                own = wilds - 1 if removed[row] == WILD else wilds
                pending[row] = lacking[row] > bound and lacking[row] > own
                waiting = waiting or pending[row]
            if not waiting:
                break
        bound += 1
    for row in range(rows):
        own = wilds - 1 if removed[row] == WILD else wilds
        draws[row] = NEVER if lacking[row] == _FAR else max(0, lacking[row] - own)
        useful[row] = np.uint64(0)
        if draws[row] > 0:
            useful[row] = masks[row]
            if left_wilds > 0:
                useful[row] |= np.uint64(1) << np.uint64(WILD)
