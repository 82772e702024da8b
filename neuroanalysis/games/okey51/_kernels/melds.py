"""What a rack can meld: the list of uses of its tiles, each with what it brings.

A rack is a word of bits, its *state*. Each copy of an identity is a bit, the copies of one
identity side by side and filled from below; identities stand in the order of numbers, then of
colours; then come the wilds, and places on the table where tiles can be laid off, one bit each. A
*use* is a meld or a laying off: ``low`` has a bit for each of its resources (the lowest of its
copies), ``full`` all bits of them. It fits a state that has all bits of ``low``, and `take` removes
one copy of each.

Two lists can be made of a rack: that of ``short_list``, which is enough to find the best, and that
of ``whole_list``, which has every meld by itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.layout import COLOURS, IDENTITIES, NUMBERS, RuleArrays

# A meld or a laying off in one number: what it is, its colour (of a set: its number), its first
# column (a 1 after a 13 is in column 14), its length (of a set: its colours, as bits), its wilds
# (as bits, by place in a run and by colour in a set), and the open meld it is laid off on.
RUN: Final = 0
SET: Final = 1
ON_RUN: Final = 2
ON_SET: Final = 3
KIND_MASK: Final = 3
NAME: Final = 2
FIRST: Final = 6
LENGTH: Final = 10
WILDS: Final = 14
TARGET: Final = 28
FOUR_BITS: Final = 15
WILD_BITS: Final = (1 << 14) - 1

COLUMNS: Final = 14
MOST_WILDS: Final = 2

# Higher bits of a state: tiles that may still be laid off, where that is limited, and whether a
# tile has been left out for good.
COUNTER: Final = 56
MOST_COUNTED: Final = 63
LEFT_OUT: Final = 1 << 62

# What a meld brings to the rest it leaves: tiles first, then what they would count if left.
TILE: Final = 1 << 16

# A constant as an argument would have its kernel compiled once more, for that constant.
INT: Final = np.int64
# Odd: 2**64 divided by the golden ratio.
_SPREAD: Final = -7046029254386353131


class Uses(NamedTuple):
    """A list of uses, with what is needed to make it.

    These are few arrays with many columns, for each array costs time to compile.
    """

    rows: NDArray[np.int64]
    """The uses, a row each."""
    bits: NDArray[np.int64]
    """By identity, then by number of wilds: `LOW`, the bits that must be there; `ALL` of them."""
    notes: NDArray[np.int64]
    """Single numbers by the places below."""


# Columns of `Uses.rows`, the first two of `Uses.bits` as well.
LOW: Final = 0
ALL: Final = 1
COUNTED: Final = 2
"""Tiles that a limit on laying off counts."""
VALUE: Final = 3
"""What it is worth as a meld; 0 when laid off."""
RELIEF: Final = 4
"""`TILE` for each of its tiles, and what they would count if left."""
CODE: Final = 5
_WIDTH: Final = 6

# Places in `Uses.notes`.
LISTED: Final = 0
STATE: Final = 1
TILE_BITS: Final = 2
NEXT_BIT: Final = 3
HELD_WILDS: Final = 4
FULL: Final = 5
"""1 when there was no room for a use, 2 when there was none for a place on the table."""
COLUMNS_HELD: Final = 6
"""From here by colour: the columns held, as bits 1 to 14."""
COLOURS_HELD: Final = COLUMNS_HELD + COLOURS
"""From here by number, 0 left out: the colours held, as bits."""
_NOTES: Final = COLOURS_HELD + NUMBERS + 1


@kernel
def make_uses(room: Int) -> Uses:
    """Make an empty list with room for so many uses."""
    return Uses(
        np.empty((room, _WIDTH), dtype=np.int64),
        np.zeros((IDENTITIES + MOST_WILDS + 1, 2), dtype=np.int64),
        np.zeros(_NOTES, dtype=np.int64),
    )


@kernel
def spread(state: Int) -> Int:
    """Return a number whose low bits tell states apart, for hash tables."""
    mixed = state * _SPREAD
    return mixed ^ (mixed >> 29)


@kernel
def bit_count(word: Int) -> Int:
    n = 0
    while word:
        word &= word - 1
        n += 1
    return n


@kernel
def lowest_bit(word: Int) -> Int:
    bit = 0
    while not word >> bit & 1:
        bit += 1
    return bit


@kernel
def identity_at(colour: Int, column: Int) -> Int:
    return NUMBERS * colour + (column - 1) % NUMBERS


@kernel
def run_value(first: Int, length: Int, rules: RuleArrays) -> Int:
    """Return what a run is worth."""
    last = first + length - 1
    if last == COLUMNS:
        return (first + NUMBERS) * (length - 1) // 2 + rules.numbers[layout.ONE_AFTER_13]
    return (first + last) * length // 2


@kernel
def take(state: Int, low: Int, full: Int) -> Int:
    """Remove one copy of each resource from a state that has them."""
    return (state & ~full) | ((state & full & ~low) >> 1)


@kernel
def read_rack(counts: NDArray[np.uint8], wilds: Int, rules: RuleArrays, uses: Uses) -> None:
    """Write a rack's state and tables; the list becomes empty."""
    numbers = rules.numbers
    bit: Int = 0
    for colour in range(COLOURS):
        uses.notes[COLUMNS_HELD + colour] = 0
    for number in range(1, NUMBERS + 1):
        held_colours = 0
        for colour in range(COLOURS):
            identity = NUMBERS * colour + number - 1
            n = INT(counts[identity])
            if n:
                uses.bits[identity, LOW] = INT(1) << bit
                uses.bits[identity, ALL] = ((INT(1) << n) - 1) << bit
                bit += n
                held_colours |= 1 << colour
                uses.notes[COLUMNS_HELD + colour] |= 1 << number
                if number == 1 and numbers[layout.WRAP]:
                    uses.notes[COLUMNS_HELD + colour] |= 1 << COLUMNS
            else:
                uses.bits[identity, LOW] = 0
                uses.bits[identity, ALL] = 0
        uses.notes[COLOURS_HELD + number] = held_colours
    for needed in range(MOST_WILDS + 1):
        uses.bits[IDENTITIES + needed, LOW] = ((INT(1) << needed) - 1) << bit
        uses.bits[IDENTITIES + needed, ALL] = (((INT(1) << wilds) - 1) << bit) if needed else 0
    bit += wilds
    state = (INT(1) << bit) - 1
    uses.notes[LISTED] = 0
    uses.notes[STATE] = state
    uses.notes[TILE_BITS] = state
    uses.notes[NEXT_BIT] = bit
    uses.notes[HELD_WILDS] = wilds
    uses.notes[FULL] = 0


@kernel
def add_use(
    uses: Uses, low: Int, full: Int, counted: Int, value: Int, relief: Int, code: Int
) -> None:
    """Append a use."""
    n = uses.notes[LISTED]
    if n == len(uses.rows):
        uses.notes[FULL] = 1
        return
    uses.rows[n, LOW] = low
    uses.rows[n, ALL] = full
    uses.rows[n, COUNTED] = counted
    uses.rows[n, VALUE] = value
    uses.rows[n, RELIEF] = relief
    uses.rows[n, CODE] = code
    uses.notes[LISTED] = n + 1


@kernel
def in_order(uses: Uses, order: NDArray[np.int64]) -> None:
    """Write the uses' places by their lowest bit, so that each group's tiles can be forgotten."""
    n = uses.notes[LISTED]
    starts = np.zeros(COUNTER + 1, dtype=np.int64)
    for i in range(n):
        starts[lowest_bit(uses.rows[i, LOW]) + 1] += 1
    for bit in range(COUNTER):
        starts[bit + 1] += starts[bit]
    for i in range(n):
        lowest = lowest_bit(uses.rows[i, LOW])
        order[starts[lowest]] = i
        starts[lowest] += 1
