"""The best arrangements of a rack: the most that its melds are worth, and the least that is left.

A search over the states that a rack can come to (see `melds`), by the uses one after the other:
each use is tried on all states so far, and equal states keep the best of each objective. Uses stand
in the order of their first tiles; once all uses of a tile are done, states that differ in it alone
are the same, and are put together when there are many. Nothing is left out but what cannot matter,
so the answers are exact.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.laying_off import SHORT_CHAIN, list_laid_off
from neuroanalysis.games.okey51._kernels.layout import IDENTITIES, RuleArrays
from neuroanalysis.games.okey51._kernels.melds import (
    ALL,
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
    make_uses,
    read_rack,
    spread,
    take,
)
from neuroanalysis.games.okey51._kernels.short_list import list_short

# A progress array is [hands done, 1 to stop]; it is looked at once every so many hands.
STRIDE = 256

# Columns of the answers.
MELD_VALUE: Final = 0
LEFT_COUNT: Final = 1
LEFT_VALUE: Final = 2
PAIRS: Final = 3
ANSWERS: Final = 4

# States are put together once there are so many, and again when they have doubled.
_MANY: Final = 256
_FIRST_STATES: Final = 1 << 12
_SHORT_USES: Final = 4096

# Columns of `Workspace.states` and `Workspace.slots`.
_STATE_OF: Final = 0
_VALUE_OF: Final = 1
_RELIEF_OF: Final = 2
_NUMBER: Final = 0
_MARKED: Final = 1


class Workspace(NamedTuple):
    """What one search needs; made once a batch, and again with more room when there is too little.

    States are found by a hash table, whose slots are valid if they bear the mark of the search.
    """

    uses: Uses
    order: NDArray[np.int64]
    states: NDArray[np.int64]
    """A row each: the state, the best value and the best relief with which it is reached."""
    slots: NDArray[np.int64]
    """The hash table, a row a slot: the number of a state, the mark."""
    mark: NDArray[np.int64]
    """One entry."""


@kernel
def workspace(room: Int) -> Workspace:
    """Make a workspace for so many states, a power of 2."""
    return Workspace(
        make_uses(INT(_SHORT_USES)),
        np.empty(_SHORT_USES, dtype=np.int64),
        np.empty((room, 3), dtype=np.int64),
        np.zeros((2 * room, 2), dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@kernel
def _slot(state: Int, space: Workspace) -> Int:
    """Return the slot of a state, or the free one where it belongs."""
    mask = len(space.slots) - 1
    mark = space.mark[0]
    place = spread(state) & mask
    while (
        space.slots[place, _MARKED] == mark
        and space.states[space.slots[place, _NUMBER], _STATE_OF] != state
    ):
        place = (place + 1) & mask
    return place


@kernel
def _reach(state: Int, value: Int, relief: Int, n: Int, space: Workspace) -> Int:
    """Note that a state can be reached; return the number of states, or -1 for no room."""
    place = _slot(state, space)
    if space.slots[place, _MARKED] == space.mark[0]:
        known = space.slots[place, _NUMBER]
        space.states[known, _VALUE_OF] = max(space.states[known, _VALUE_OF], value)
        space.states[known, _RELIEF_OF] = max(space.states[known, _RELIEF_OF], relief)
        return n
    if n == len(space.states):
        return -1
    space.slots[place, _MARKED] = space.mark[0]
    space.slots[place, _NUMBER] = n
    space.states[n, _STATE_OF] = state
    space.states[n, _VALUE_OF] = value
    space.states[n, _RELIEF_OF] = relief
    return n + 1


@kernel
def _forget(n: Int, gone: Int, outside: Int, space: Workspace) -> Int:
    """Forget tiles that no further use needs, and put equal states together."""
    space.mark[0] += 1
    left: Int = INT(0)
    for i in range(n):
        state = space.states[i, _STATE_OF]
        if state & gone:
            state &= ~gone
            if outside:
                state |= LEFT_OUT
        left = _reach(state, space.states[i, _VALUE_OF], space.states[i, _RELIEF_OF], left, space)
    return left


@kernel
def search(
    counts: NDArray[np.uint8],
    wilds: Int,
    table: NDArray[np.int64],
    outside: Int,
    rules: RuleArrays,
    space: Workspace,
) -> tuple[Int, Int]:
    """Return the greatest value of melds and the greatest relief of a rack.

    Parameters
    ----------
    counts, wilds
        52 counts of naturals by identity, and the wilds.
    table
        Open melds on which tiles may be laid off; they count for the relief alone.
    outside
        1 if a tile must stay outside.
    rules, space
        The rules; room to work. Too little of it is told by a relief of -1.
    """
    uses = space.uses
    read_rack(counts, wilds, rules, uses)
    list_short(rules, uses)
    if len(table):
        list_laid_off(table, INT(SHORT_CHAIN), rules, uses)
    return search_uses(outside, space)


@kernel
def search_uses(outside: Int, space: Workspace) -> tuple[Int, Int]:
    """Answer as `search` does, from the list of uses in the workspace."""
    uses = space.uses
    listed = uses.notes[LISTED]
    if uses.notes[FULL]:
        return 0, -1
    tile_bits = uses.notes[TILE_BITS]
    if not listed:
        return 0, 0
    in_order(uses, space.order)
    space.mark[0] += 1
    nothing = INT(0)
    n = _reach(uses.notes[STATE], nothing, nothing, nothing, space)
    many = _MANY
    group = 0
    for place in range(listed):
        use = space.order[place]
        low, full, counted = uses.rows[use, LOW], uses.rows[use, ALL], uses.rows[use, COUNTED]
        value, relief = uses.rows[use, VALUE], uses.rows[use, RELIEF]
        if n > many and (low & -low) > group:
            group = low & -low
            n = _forget(n, (group - 1) & tile_bits, outside, space)
            many = max(_MANY, 2 * n)
        for i in range(n):
            state = space.states[i, _STATE_OF]
            state_value, state_relief = space.states[i, _VALUE_OF], space.states[i, _RELIEF_OF]
            while state & low == low and (state >> COUNTER & MOST_COUNTED) >= counted:
                state = take(state, low, full) - (counted << COUNTER)
                state_value += value
                state_relief += relief
                n = _reach(state, state_value, state_relief, n, space)
                if n < 0:
                    return 0, -1
    best_value, best_relief = INT(0), INT(0)
    for i in range(n):
        if outside and not space.states[i, _STATE_OF] & (tile_bits | LEFT_OUT):
            continue
        best_value = max(best_value, space.states[i, _VALUE_OF])
        best_relief = max(best_relief, space.states[i, _RELIEF_OF])
    return best_value, best_relief


@kernel
def pairs_of(counts: NDArray[np.uint8], wilds: Int, outside: Int, rules: RuleArrays) -> Int:
    """Return the most disjoint pairs of a rack."""
    pairs: Int = 0
    alone: Int = 0
    tiles = wilds
    for identity in range(IDENTITIES):
        n = INT(counts[identity])
        tiles += n
        pairs += n >> 1
        alone += n & 1
    with_naturals = min(wilds, alone) if rules.numbers[layout.OKEY_PAIRS] else 0
    pairs += with_naturals + (wilds - with_naturals) // 2
    return min(pairs, (tiles - outside) // 2)


@kernel
def best_arrangements(
    counts: NDArray[np.uint8],
    wilds: NDArray[np.uint8],
    table: NDArray[np.int64],
    outside: NDArray[np.uint8],
    rules: RuleArrays,
    answers: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Answer for a batch of racks.

    Parameters
    ----------
    counts, wilds
        (n, 52) naturals by identity; (n,) wilds, two at most.
    table
        Open melds that all of them may lay off on; see `melds` for the numbers.
    outside
        (n,), 1 where a tile must stay outside.
    rules
        The rules.
    answers
        (n, ANSWERS): the greatest value of melds, the fewest tiles left, the least they count, the
        most pairs. A row stays -1 in its first column if the table has too many melds.
    progress
        Racks done; 1 in the second place stops.
    """
    room = INT(_FIRST_STATES)
    space = workspace(room)
    for row in range(len(counts)):
        if row % STRIDE == 0:
            if progress[1]:
                return
            progress[0] = row
        held, kept = INT(wilds[row]), INT(outside[row])
        value: Int = INT(0)
        relief: Int = INT(-1)
        while True:
            value, relief = search(counts[row], held, table, kept, rules, space)
            if relief >= 0 or space.uses.notes[FULL]:
                break
            room *= 4
            space = workspace(room)
        if relief < 0:
            answers[row, MELD_VALUE] = -1
            continue
        tiles, left = held, held * rules.numbers[layout.OKEY_LEFT]
        for identity in range(IDENTITIES):
            n = INT(counts[row, identity])
            tiles += n
            left += n * (identity % layout.NUMBERS + 1)
        answers[row, MELD_VALUE] = value
        answers[row, LEFT_COUNT] = tiles - relief // TILE
        answers[row, LEFT_VALUE] = left - relief % TILE
        answers[row, PAIRS] = pairs_of(counts[row], held, kept, rules)
    progress[0] = len(counts)
