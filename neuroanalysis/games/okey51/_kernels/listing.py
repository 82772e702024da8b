"""All optimal arrangements of a rack: their exact number, and the first of them.

The search is that of `arrangements` over the whole list of uses, in which every meld is by itself.
A step from a state to another is kept with the best that was known of the first before the use was
tried; so the optimal arrangements are the ways back from the best last states along the steps that
add up, and no way back leads nowhere. Each set of melds is one way, for its uses are in order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels.laying_off import list_laid_off
from neuroanalysis.games.okey51._kernels.layout import RuleArrays
from neuroanalysis.games.okey51._kernels.melds import (
    COLUMNS,
    COUNTER,
    FULL,
    INT,
    LEFT_OUT,
    LISTED,
    MOST_COUNTED,
    STATE,
    TILE,
    TILE_BITS,
    Uses,
    in_order,
    read_rack,
    spread,
    take,
)
from neuroanalysis.games.okey51._kernels.whole_list import list_whole

# What the best is.
MOST_VALUE: Final = 0
LEAST_LEFT: Final = 1
LEAST_LEFT_MOST_VALUE: Final = 2
"""Fewest tiles left, and of those the most that the new melds are worth."""
MOST_VALUE_LEAST_LEFT: Final = 3
"""Most value, and of those the fewest tiles left; nothing is laid off."""

NO_ROOM: Final = -1
TOO_MANY_PLACES: Final = -2
_FORGOTTEN: Final = -1
_NONE: Final = -(1 << 60)


class Graph(NamedTuple):
    """States and steps; of each step where it comes from, and the best there before it."""

    order: NDArray[np.int64]
    gain: NDArray[np.int64]
    states: NDArray[np.int64]
    best: NDArray[np.int64]
    ways: NDArray[np.int64]
    """In how many ways the best is reached."""
    touched: NDArray[np.int64]
    best_before: NDArray[np.int64]
    ways_before: NDArray[np.int64]
    last_step: NDArray[np.int64]
    alive: NDArray[np.int64]
    waiting: NDArray[np.int64]
    slots: NDArray[np.int64]
    marks: NDArray[np.int64]
    origin: NDArray[np.int64]
    use: NDArray[np.int64]
    times: NDArray[np.int64]
    base: NDArray[np.int64]
    bound: NDArray[np.int64]
    """Steps there were before the use of this one was tried."""
    next_step: NDArray[np.int64]
    notes: NDArray[np.int64]
    """States, steps, states alive, mark of the hash table."""


_STATES: Final = 0
_STEPS: Final = 1
_ALIVE: Final = 2
_MARK: Final = 3


@kernel
def make_graph(room: Int, uses: Int) -> Graph:
    """Make a graph for so many states, a power of 2, eight times as many steps, and uses."""
    steps = 8 * room
    return Graph(
        np.empty(uses, dtype=np.int64),
        np.empty(uses, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty(2 * room, dtype=np.int64),
        np.zeros(2 * room, dtype=np.int64),
        np.empty(steps, dtype=np.int64),
        np.empty(steps, dtype=np.int64),
        np.empty(steps, dtype=np.int64),
        np.empty(steps, dtype=np.int64),
        np.empty(steps, dtype=np.int64),
        np.empty(steps, dtype=np.int64),
        np.zeros(4, dtype=np.int64),
    )


@kernel
def _find(state: Int, graph: Graph) -> Int:
    """Return the number of a state, which is a new one if it is not known; -1 for no room."""
    mask = len(graph.slots) - 1
    mark = graph.notes[_MARK]
    place = spread(state) & mask
    while graph.marks[place] == mark:
        if graph.states[graph.slots[place]] == state:
            return graph.slots[place]
        place = (place + 1) & mask
    found = graph.notes[_STATES]
    if found == len(graph.states):
        return INT(-1)
    graph.notes[_STATES] += 1
    graph.marks[place] = mark
    graph.slots[place] = found
    graph.states[found] = state
    graph.best[found] = _NONE
    graph.ways[found] = 0
    graph.touched[found] = -1
    graph.last_step[found] = -1
    graph.alive[graph.notes[_ALIVE]] = found
    graph.notes[_ALIVE] += 1
    return found


@kernel
def _step(
    origin: Int, state: Int, use: Int, times: Int, base: Int, ways: Int, turn: Int, bound: Int,
    graph: Graph,
) -> bool:  # fmt: skip
    """Add a step to a state, known or not; return whether there was room."""
    goal = _find(state, graph)
    step = graph.notes[_STEPS]
    if goal < 0 or step == len(graph.origin):
        return False
    if graph.touched[goal] != turn:
        graph.touched[goal] = turn
        graph.best_before[goal] = graph.best[goal]
        graph.ways_before[goal] = graph.ways[goal]
    reached = base + (times * graph.gain[use] if use >= 0 else 0)
    if reached < graph.best[goal]:
        return True
    if reached > graph.best[goal]:
        graph.best[goal] = reached
        graph.ways[goal] = 0
    graph.ways[goal] += ways
    graph.notes[_STEPS] = step + 1
    graph.origin[step] = origin
    graph.use[step] = use
    graph.times[step] = times
    graph.base[step] = base
    graph.bound[step] = bound
    graph.next_step[step] = graph.last_step[goal]
    graph.last_step[goal] = step
    return True


@kernel
def _forget(gone: Int, outside: Int, turn: Int, graph: Graph) -> bool:
    """Put states together that differ in tiles which no further use needs."""
    graph.notes[_MARK] += 1
    n, kept, waiting = graph.notes[_ALIVE], 0, 0
    mask = len(graph.slots) - 1
    for i in range(n):
        known = graph.alive[i]
        state = graph.states[known]
        if state & gone:
            graph.waiting[waiting] = known
            waiting += 1
            continue
        graph.alive[kept] = known
        kept += 1
        place = spread(state) & mask
        while graph.marks[place] == graph.notes[_MARK]:
            place = (place + 1) & mask
        graph.marks[place] = graph.notes[_MARK]
        graph.slots[place] = known
    graph.notes[_ALIVE] = kept
    use, bound = INT(_FORGOTTEN), graph.notes[_STEPS]
    for i in range(waiting):
        known = graph.waiting[i]
        state = graph.states[known] & ~gone
        if outside:
            state |= LEFT_OUT
        best, ways = graph.best[known], graph.ways[known]
        if not _step(known, state, use, INT(0), best, ways, turn, bound, graph):
            return False
    return True


@kernel
def count_arrangements(
    counts: NDArray[np.uint8],
    wilds: Int,
    table: NDArray[np.int64],
    outside: Int,
    objective: Int,
    rules: RuleArrays,
    uses: Uses,
    graph: Graph,
) -> tuple[Int, Int]:
    """Return the best and the exact number of arrangements that reach it.

    Parameters are those of `arrangements.search`, and the objective: a place above. An arrangement
    is a set of melds, some perhaps twice, and of tiles laid off, with the places of the wilds. For
    the most value nothing is laid off. Instead of the best, `NO_ROOM` or `TOO_MANY_PLACES` is
    returned.
    """
    read_rack(counts, wilds, rules, uses)
    list_whole(rules, uses)
    if len(table) and objective in (LEAST_LEFT, LEAST_LEFT_MOST_VALUE):
        list_laid_off(table, INT(COLUMNS), rules, uses)
    if uses.notes[FULL]:
        return INT(NO_ROOM if uses.notes[FULL] == 1 else TOO_MANY_PLACES), INT(0)
    listed, tile_bits = uses.notes[LISTED], uses.notes[TILE_BITS]
    for use in range(listed):
        if objective == MOST_VALUE:
            graph.gain[use] = uses.value[use]
        elif objective == LEAST_LEFT:
            graph.gain[use] = uses.relief[use]
        elif objective == LEAST_LEFT_MOST_VALUE:
            graph.gain[use] = uses.relief[use] // TILE * TILE + uses.value[use]
        else:
            graph.gain[use] = uses.value[use] * TILE + uses.relief[use] // TILE
    in_order(uses, graph.order)
    graph.notes[_STATES] = 0
    graph.notes[_STEPS] = 0
    graph.notes[_ALIVE] = 0
    graph.notes[_MARK] += 1
    root = _find(uses.notes[STATE], graph)
    graph.best[root] = 0
    graph.ways[root] = 1
    group = INT(0)
    for turn in range(listed):
        use = graph.order[turn]
        low, full, counted = uses.low[use], uses.full[use], uses.counted[use]
        if (low & -low) > group:
            group = low & -low
            if not _forget((group - 1) & tile_bits, outside, 2 * turn, graph):
                return INT(NO_ROOM), INT(0)
        bound = graph.notes[_STEPS]
        for i in range(graph.notes[_ALIVE]):
            known = graph.alive[i]
            state, times = graph.states[known], 0
            base, ways = graph.best[known], graph.ways[known]
            if graph.touched[known] == 2 * turn + 1:
                base, ways = graph.best_before[known], graph.ways_before[known]
            while state & low == low and (state >> COUNTER & MOST_COUNTED) >= counted:
                state = take(state, low, full) - (counted << COUNTER)
                times += 1
                if not _step(known, state, use, times, base, ways, 2 * turn + 1, bound, graph):
                    return INT(NO_ROOM), INT(0)
    best, ways = INT(_NONE), INT(0)
    for i in range(graph.notes[_ALIVE]):
        known = graph.alive[i]
        if outside and not graph.states[known] & (tile_bits | LEFT_OUT):
            continue
        if graph.best[known] > best:
            best, ways = graph.best[known], INT(0)
        if graph.best[known] == best:
            ways += graph.ways[known]
    return best, ways


@kernel
def list_arrangements(
    best: Int, outside: Int, uses: Uses, graph: Graph, rows: NDArray[np.int64]
) -> Int:
    """Write the first arrangements that reach the best, the codes of their uses a row.

    The uses and the graph are those that `count_arrangements` left; rows are filled with -1 behind
    the last use. Returns how many were written.
    """
    tile_bits = uses.notes[TILE_BITS]
    depths = len(rows[0]) * 4
    node = np.empty(depths, dtype=np.int64)
    wanted = np.empty(depths, dtype=np.int64)
    bound = np.empty(depths, dtype=np.int64)
    after = np.empty(depths, dtype=np.int64)
    chosen = np.empty(depths, dtype=np.int64)
    written = 0
    for i in range(graph.notes[_ALIVE]):
        last = graph.alive[i]
        if outside and not graph.states[last] & (tile_bits | LEFT_OUT):
            continue
        if graph.best[last] != best:
            continue
        depth = 0
        node[0], wanted[0], bound[0] = last, best, graph.notes[_STEPS]
        after[0] = graph.last_step[last]
        while depth >= 0:
            if written == len(rows):
                return written
            if node[depth] == 0:
                n = 0
                for level in range(depth - 1, -1, -1):
                    step = chosen[level]
                    for _ in range(graph.times[step]):
                        rows[written, n] = uses.code[graph.use[step]]
                        n += 1
                rows[written, n:] = -1
                written += 1
                depth -= 1
                continue
            step = after[depth]
            while step >= 0:
                use = graph.use[step]
                reached = graph.base[step]
                if use >= 0:
                    reached += graph.times[step] * graph.gain[use]
                if step < bound[depth] and reached == wanted[depth]:
                    break
                step = graph.next_step[step]
            if step < 0:
                depth -= 1
                continue
            chosen[depth] = step
            after[depth] = graph.next_step[step]
            depth += 1
            node[depth] = graph.origin[step]
            wanted[depth] = graph.base[step]
            bound[depth] = graph.bound[step]
            after[depth] = graph.last_step[graph.origin[step]]
    return written
