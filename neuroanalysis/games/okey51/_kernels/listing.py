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
    ALL,
    CODE,
    COLUMNS,
    COUNTED,
    COUNTER,
    FULL,
    INT,
    LEFT_OUT,
    LISTED,
    LOW,
    MOST_COUNTED,
    RELIEF,
    STATE,
    TILE,
    TILE_BITS,
    VALUE,
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
    nodes: NDArray[np.int64]
    """The states, a row each; the last columns are lists of states by themselves."""
    slots: NDArray[np.int64]
    """The hash table, a row a slot: the number of a state, the mark."""
    steps: NDArray[np.int64]
    """The steps, a row each."""
    notes: NDArray[np.int64]
    """States, steps, states alive, mark of the hash table."""


# Columns of `Graph.nodes`.
_STATE: Final = 0
_BEST: Final = 1
_WAYS: Final = 2
"""In how many ways the best is reached."""
_TOUCHED: Final = 3
"""The turn in which it was last reached; the two columns behind are from before that turn."""
_BEST_BEFORE: Final = 4
_WAYS_BEFORE: Final = 5
_LAST_STEP: Final = 6
_LIVING: Final = 7
_WAITING: Final = 8
_NODE: Final = 9
# Columns of `Graph.slots`.
_NUMBER: Final = 0
_MARKED: Final = 1
# Columns of `Graph.steps`.
_ORIGIN: Final = 0
_USE: Final = 1
_TIMES: Final = 2
_BASE: Final = 3
"""The best at the origin before the use was tried."""
_BOUND: Final = 4
"""Steps there were before the use was tried."""
_NEXT_STEP: Final = 5
_STEP: Final = 6
# Places in `Graph.notes`.
_STATES: Final = 0
_STEPS: Final = 1
_ALIVE: Final = 2
_MARK: Final = 3


@kernel
def make_graph(room: Int, uses: Int) -> Graph:
    """Make a graph for so many states, a power of 2, eight times as many steps, and uses."""
    return Graph(
        np.empty(uses, dtype=np.int64),
        np.empty(uses, dtype=np.int64),
        np.empty((room, _NODE), dtype=np.int64),
        np.zeros((2 * room, 2), dtype=np.int64),
        np.empty((8 * room, _STEP), dtype=np.int64),
        np.zeros(4, dtype=np.int64),
    )


@kernel
def _find(state: Int, graph: Graph) -> Int:
    """Return the number of a state, which is a new one if it is not known; -1 for no room."""
    mask = len(graph.slots) - 1
    mark = graph.notes[_MARK]
    place = spread(state) & mask
    while graph.slots[place, _MARKED] == mark:
        if graph.nodes[graph.slots[place, _NUMBER], _STATE] == state:
            return graph.slots[place, _NUMBER]
        place = (place + 1) & mask
    found = graph.notes[_STATES]
    if found == len(graph.nodes):
        return INT(-1)
    graph.notes[_STATES] += 1
    graph.slots[place, _MARKED] = mark
    graph.slots[place, _NUMBER] = found
    graph.nodes[found, _STATE] = state
    graph.nodes[found, _BEST] = _NONE
    graph.nodes[found, _WAYS] = 0
    graph.nodes[found, _TOUCHED] = -1
    graph.nodes[found, _LAST_STEP] = -1
    graph.nodes[graph.notes[_ALIVE], _LIVING] = found
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
    if goal < 0 or step == len(graph.steps):
        return False
    if graph.nodes[goal, _TOUCHED] != turn:
        graph.nodes[goal, _TOUCHED] = turn
        graph.nodes[goal, _BEST_BEFORE] = graph.nodes[goal, _BEST]
        graph.nodes[goal, _WAYS_BEFORE] = graph.nodes[goal, _WAYS]
    reached = base + (times * graph.gain[use] if use >= 0 else 0)
    if reached < graph.nodes[goal, _BEST]:
        return True
    if reached > graph.nodes[goal, _BEST]:
        graph.nodes[goal, _BEST] = reached
        graph.nodes[goal, _WAYS] = 0
    graph.nodes[goal, _WAYS] += ways
    graph.notes[_STEPS] = step + 1
    graph.steps[step, _ORIGIN] = origin
    graph.steps[step, _USE] = use
    graph.steps[step, _TIMES] = times
    graph.steps[step, _BASE] = base
    graph.steps[step, _BOUND] = bound
    graph.steps[step, _NEXT_STEP] = graph.nodes[goal, _LAST_STEP]
    graph.nodes[goal, _LAST_STEP] = step
    return True


@kernel
def _forget(gone: Int, outside: Int, turn: Int, graph: Graph) -> bool:
    """Put states together that differ in tiles which no further use needs."""
    graph.notes[_MARK] += 1
    n, kept, waiting = graph.notes[_ALIVE], 0, 0
    mask = len(graph.slots) - 1
    for i in range(n):
        known = graph.nodes[i, _LIVING]
        state = graph.nodes[known, _STATE]
        if state & gone:
            graph.nodes[waiting, _WAITING] = known
            waiting += 1
            continue
        graph.nodes[kept, _LIVING] = known
        kept += 1
        place = spread(state) & mask
        while graph.slots[place, _MARKED] == graph.notes[_MARK]:
            place = (place + 1) & mask
        graph.slots[place, _MARKED] = graph.notes[_MARK]
        graph.slots[place, _NUMBER] = known
    graph.notes[_ALIVE] = kept
    use, bound = INT(_FORGOTTEN), graph.notes[_STEPS]
    for i in range(waiting):
        known = graph.nodes[i, _WAITING]
        state = graph.nodes[known, _STATE] & ~gone
        if outside:
            state |= LEFT_OUT
        best, ways = graph.nodes[known, _BEST], graph.nodes[known, _WAYS]
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
            graph.gain[use] = uses.rows[use, VALUE]
        elif objective == LEAST_LEFT:
            graph.gain[use] = uses.rows[use, RELIEF]
        elif objective == LEAST_LEFT_MOST_VALUE:
            graph.gain[use] = uses.rows[use, RELIEF] // TILE * TILE + uses.rows[use, VALUE]
        else:
            graph.gain[use] = uses.rows[use, VALUE] * TILE + uses.rows[use, RELIEF] // TILE
    in_order(uses, graph.order)
    graph.notes[_STATES] = 0
    graph.notes[_STEPS] = 0
    graph.notes[_ALIVE] = 0
    graph.notes[_MARK] += 1
    root = _find(uses.notes[STATE], graph)
    graph.nodes[root, _BEST] = 0
    graph.nodes[root, _WAYS] = 1
    group = INT(0)
    for turn in range(listed):
        use = graph.order[turn]
        low, full, counted = uses.rows[use, LOW], uses.rows[use, ALL], uses.rows[use, COUNTED]
        if (low & -low) > group:
            group = low & -low
            if not _forget((group - 1) & tile_bits, outside, 2 * turn, graph):
                return INT(NO_ROOM), INT(0)
        bound = graph.notes[_STEPS]
        for i in range(graph.notes[_ALIVE]):
            known = graph.nodes[i, _LIVING]
            state, times = graph.nodes[known, _STATE], 0
            base, ways = graph.nodes[known, _BEST], graph.nodes[known, _WAYS]
            if graph.nodes[known, _TOUCHED] == 2 * turn + 1:
                base, ways = graph.nodes[known, _BEST_BEFORE], graph.nodes[known, _WAYS_BEFORE]
            while state & low == low and (state >> COUNTER & MOST_COUNTED) >= counted:
                state = take(state, low, full) - (counted << COUNTER)
                times += 1
                if not _step(known, state, use, times, base, ways, 2 * turn + 1, bound, graph):
                    return INT(NO_ROOM), INT(0)
    best, ways = INT(_NONE), INT(0)
    for i in range(graph.notes[_ALIVE]):
        known = graph.nodes[i, _LIVING]
        if outside and not graph.nodes[known, _STATE] & (tile_bits | LEFT_OUT):
            continue
        if graph.nodes[known, _BEST] > best:
            best, ways = graph.nodes[known, _BEST], INT(0)
        if graph.nodes[known, _BEST] == best:
            ways += graph.nodes[known, _WAYS]
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
        last = graph.nodes[i, _LIVING]
        if outside and not graph.nodes[last, _STATE] & (tile_bits | LEFT_OUT):
            continue
        if graph.nodes[last, _BEST] != best:
            continue
        depth = 0
        node[0], wanted[0], bound[0] = last, best, graph.notes[_STEPS]
        after[0] = graph.nodes[last, _LAST_STEP]
        while depth >= 0:
            if written == len(rows):
                return written
            if node[depth] == 0:
                n = 0
                for level in range(depth - 1, -1, -1):
                    step = chosen[level]
                    for _ in range(graph.steps[step, _TIMES]):
                        rows[written, n] = uses.rows[graph.steps[step, _USE], CODE]
                        n += 1
                rows[written, n:] = -1
                written += 1
                depth -= 1
                continue
            step = after[depth]
            while step >= 0:
                use = graph.steps[step, _USE]
                reached = graph.steps[step, _BASE]
                if use >= 0:
                    reached += graph.steps[step, _TIMES] * graph.gain[use]
                if step < bound[depth] and reached == wanted[depth]:
                    break
                step = graph.steps[step, _NEXT_STEP]
            if step < 0:
                depth -= 1
                continue
            chosen[depth] = step
            after[depth] = graph.steps[step, _NEXT_STEP]
            depth += 1
            node[depth] = graph.steps[step, _ORIGIN]
            wanted[depth] = graph.steps[step, _BASE]
            bound[depth] = graph.steps[step, _BOUND]
            after[depth] = graph.nodes[graph.steps[step, _ORIGIN], _LAST_STEP]
    return written
