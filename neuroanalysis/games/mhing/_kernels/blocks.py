"""What a suit or the honours lack to so many combinations and pairs, by a table that fills itself.

A *block* is a suit, or the seven honours. Its *costs* say, for 0 to 4 combinations and 0 or 1 pair,
the fewest cards that its cards lack to them. Groups of which no card is held can always be had, of
a kind not used yet, for their size; so only groups around cards held are tried.

The costs come from a recursion over the numbers of the suit. Its state is how many runs began one
and two numbers before (two at most: three alike are three triplets), and how many combinations,
pairs and cards beyond the limit there are so far. A group more costs 0 to 3 cards more, so costs
are kept as a *word* of their steps, two bits each, by the counts of the block read as a number to
the base of five. A word is worked out when it is first asked for; several threads may write the
same word at once, which does no harm.

The *limit* of a kind is how many of it the groups may hold: the real copies that are not laid. A
joker may stand for a card beyond it. Words are kept for the limit of four, and for none.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels.layout import HONOURS, RANKS, SUITS, WINDS

BASE: Final = 5
COPIES: Final = BASE - 1
NO_LIMIT: Final = 99
COMBINATIONS: Final = 4
COSTS: Final = 2 * (COMBINATIONS + 1)
"""Places in the costs of a block: twice the combinations, and one more for the pair."""
NEVER: Final = 15
"""The cost of what a block cannot hold."""
_MOST_RUNS: Final = 2
_STATES: Final = (_MOST_RUNS + 1) ** 2
WORD_BITS: Final = 2 * (COSTS - 1)
FILLED: Final = 1 << WORD_BITS
_WAYS: Final = 7
BLOCKS: Final = SUITS + 1


class Tables(NamedTuple):
    """What was found so far, 0 for what was not; for all threads."""

    suits: NDArray[np.int32]
    """(2, 5**9): words of suits, by limit (four, or none)."""
    honours: NDArray[np.int32]
    """(2, 5**7): words of the honours, likewise."""
    sums: NDArray[np.int64]
    """(a power of two,): two words and that of both blocks together, in one number each."""
    complete: NDArray[np.int8]
    """(5**9,): whether a suit is combinations and at most a pair: 2 for yes, 1 for no."""


class BlockWorkspace(NamedTuple):
    """What the recursion needs."""

    now: NDArray[np.int64]
    then: NDArray[np.int64]
    limits: NDArray[np.int64]
    costs: NDArray[np.int64]


@kernel
def block_workspace() -> BlockWorkspace:
    """Make the workspace of the recursion."""
    return BlockWorkspace(
        np.zeros((_STATES, _WAYS * COSTS), dtype=np.int64),
        np.zeros((_STATES, _WAYS * COSTS), dtype=np.int64),
        np.zeros(WINDS + HONOURS, dtype=np.int64),
        np.zeros(_WAYS * COSTS, dtype=np.int64),
    )


@kernel
def block_costs(
    real: NDArray[np.uint8],
    block: Int,
    limits: NDArray[np.int64],
    beyond: Int,
    work: BlockWorkspace,
) -> None:
    """Write the costs of a block to `work.costs`, ten for each number of cards beyond the limits.

    Parameters
    ----------
    real
        (34,) or more: the real cards.
    block
        0 to 2 for a suit, 3 for the honours.
    limits
        (34,): how many cards of each kind the groups may hold.
    beyond
        The most cards beyond the limits, 0 to 6.
    work
        The workspace.
    """
    first = RANKS * block
    length = RANKS if block < SUITS else HONOURS
    width = (beyond + 1) * COSTS
    now, then = work.now, work.then
    for state in range(_STATES):
        for at in range(width):
            now[state, at] = NEVER
    now[0, 0] = 0
    for place in range(length):
        kind = first + place
        held = np.int64(real[kind])
        limit = limits[kind]
        runs = 0
        if block < SUITS and place + 2 < length:
            runs = min(_MOST_RUNS, max(held, real[kind + 1], real[kind + 2]))
        triplets = (held > 0) + (held == COPIES)
        pairs = held > 0
        for state in range(_STATES):
            for at in range(width):
                then[state, at] = NEVER
        for state in range(_STATES):
            through = state // (_MOST_RUNS + 1) + state % (_MOST_RUNS + 1)
            for at in range(width):
                cost = now[state, at]
                if cost == NEVER:
                    continue
                combinations = at % COSTS // 2
                for run in range(min(runs, COMBINATIONS - combinations) + 1):
                    open_slots = COMBINATIONS - combinations - run
                    for triplet in range(min(triplets, open_slots) + 1):
                        for pair in range(pairs * (1 - at % 2) + 1):
                            wanted = through + run + 3 * triplet + 2 * pair
                            to = at + COSTS * max(0, wanted - limit)
                            if to >= width:
                                continue
                            to += 2 * (run + triplet) + pair
                            begun = (_MOST_RUNS + 1) * run + state // (_MOST_RUNS + 1)
                            lacking = cost + max(0, wanted - held)
                            then[begun, to] = min(then[begun, to], lacking)
        now, then = then, now
    costs = work.costs
    for at in range(width):
        costs[at] = now[0, at]
        # Or one group less, and another of which no card is held.
        if at % COSTS >= 2:
            costs[at] = min(costs[at], costs[at - 2] + 3)
        if at % 2:
            costs[at] = min(costs[at], costs[at - 1] + 2)


@kernel
def find_word(
    real: NDArray[np.uint8],
    block: Int,
    code: Int,
    unlimited: Int,
    tables: Tables,
    work: BlockWorkspace,
) -> Int:
    """Work out, put into the tables and return the word of a block with these counts.

    Parameters
    ----------
    real, block
        As of `block_costs`.
    code
        The counts of the block, read as a number to the base of five.
    unlimited
        0 for the limit of four copies of a kind, 1 for none.
    tables, work
        Where the word goes, and the workspace.
    """
    for kind in range(len(work.limits)):
        work.limits[kind] = NO_LIMIT if unlimited else COPIES
    block_costs(real, block, work.limits, np.int64(0), work)
    word = pack(work.costs) | FILLED
    if block < SUITS:
        tables.suits[unlimited, code] = word
    else:
        tables.honours[unlimited, code] = word
    return word


@kernel
def pack(costs: NDArray[np.int64]) -> Int:
    """Return the word of ten costs: the first pair's, and each combination's more than before."""
    word = costs[1]
    for at in range(2, COSTS):
        word |= (costs[at] - costs[at - 2]) << (2 * at - 2)
    return word


@kernel
def unpack(word: Int, costs: NDArray[np.int64]) -> None:
    """Write the ten costs of a word."""
    costs[0] = 0
    costs[1] = word & 3
    for at in range(2, COSTS):
        costs[at] = costs[at - 2] + ((word >> (2 * at - 2)) & 3)


@kernel
def is_complete(
    real: NDArray[np.uint8], suit: Int, code: Int, cards: Int, tables: Tables, work: BlockWorkspace
) -> bool:
    """Return whether a suit's cards, so many, are combinations and at most a pair."""
    unpack(find_word(real, suit, code, np.int64(0), tables, work), work.costs)
    complete = work.costs[cards // 3 * 2 + (cards % 3 == 2)] == 0
    tables.complete[code] = 2 if complete else 1
    return complete
