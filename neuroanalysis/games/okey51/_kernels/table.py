"""What lies open on the table: each meld or pair in one number, and what may be done with it.

A meld's number is that of `melds`. A pair's holds what both tiles stand for, and how many are wild.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.layout import COLOURS, IDENTITIES, NUMBERS, RuleArrays
from neuroanalysis.games.okey51._kernels.melds import (
    FIRST,
    FOUR_BITS,
    KIND_MASK,
    LENGTH,
    NAME,
    RUN,
    SET,
    WILDS,
)

PAIR: Final = 2
"""The kind of a pair; those of melds are in `melds`."""
SIX_BITS: Final = 63
AFTER_13: Final = 14
"""The column of a 1 after a 13."""

# Where a tile may be laid off.
NOWHERE: Final = 0
BEFORE: Final = 1
BEHIND: Final = 2
IN_SET: Final = 3


@kernel
def pair_code(identity: Int, wilds: Int) -> Int:
    """Return a pair in one number."""
    return PAIR | identity << NAME | wilds << WILDS


@kernel
def column_value(column: Int, rules: RuleArrays) -> Int:
    """Return what a tile in a column of a run is worth (clause 2.4)."""
    return rules.numbers[layout.ONE_AFTER_13] if column == AFTER_13 else column


@kernel
def place_for(code: Int, identity: Int, rules: RuleArrays) -> Int:
    """Return where a tile may be laid off on a meld (clause 4.5)."""
    kind = code & KIND_MASK
    colour, number = identity // NUMBERS, identity % NUMBERS + 1
    name = code >> NAME & FOUR_BITS
    if kind == SET:
        free = name == number and not code >> LENGTH & 1 << colour
        return IN_SET if free else NOWHERE
    if kind != RUN or name != colour:
        return NOWHERE
    first = code >> FIRST & FOUR_BITS
    last = first + (code >> LENGTH & FOUR_BITS) - 1
    # No tile stands twice in a run: a 1 goes to one end of it only.
    if first > 1 and number == first - 1 and not (number == 1 and last == AFTER_13):
        return BEFORE
    if last < NUMBERS and number == last + 1:
        return BEHIND
    if last == NUMBERS and number == 1 and first > 1 and rules.numbers[layout.WRAP]:
        return BEHIND
    return NOWHERE


@kernel
def place_value(code: Int, identity: Int, place: Int, rules: RuleArrays) -> Int:
    """Return what a tile is worth where it is laid off."""
    if place == BEHIND:
        column = (code >> FIRST & FOUR_BITS) + (code >> LENGTH & FOUR_BITS)
        return column_value(column, rules)
    return identity % NUMBERS + 1


@kernel
def with_tile(code: Int, identity: Int, place: Int, wild: Int) -> Int:
    """Return a meld with a tile laid off on it."""
    if place == IN_SET:
        bit = 1 << identity // NUMBERS
        return code | bit << LENGTH | (bit << WILDS if wild else 0)
    length = code >> LENGTH & FOUR_BITS
    wilds = code >> WILDS
    if place == BEHIND:
        return code + (1 << LENGTH) | (wild << length) << WILDS
    code = code & ((1 << WILDS) - 1)
    return code - (1 << FIRST) + (1 << LENGTH) | (wilds << 1 | wild) << WILDS


@kernel
def okey_place(code: Int, identity: Int) -> Int:
    """Return the bit of an okey that stands for an identity in a meld, or -1 (clause 4.6)."""
    kind = code & KIND_MASK
    if kind == PAIR or not code >> WILDS:
        return -1
    colour, number = identity // NUMBERS, identity % NUMBERS + 1
    name = code >> NAME & FOUR_BITS
    if kind == SET:
        return colour if name == number and code >> WILDS & 1 << colour else -1
    if name != colour:
        return -1
    first = code >> FIRST & FOUR_BITS
    for bit in range(code >> LENGTH & FOUR_BITS):
        if code >> WILDS & 1 << bit and (first + bit - 1) % NUMBERS + 1 == number:
            return bit
    return -1


@kernel
def okey_value(code: Int, bit: Int, rules: RuleArrays) -> Int:
    """Return what an okey in a meld is worth there."""
    if code & KIND_MASK == SET:
        return code >> NAME & FOUR_BITS
    return column_value((code >> FIRST & FOUR_BITS) + bit, rules)


@kernel
def tiles_of(code: Int, naturals: NDArray[np.int64]) -> Int:
    """Add the natural tiles of a meld or pair to 52 counts; return the number of its wilds."""
    kind = code & KIND_MASK
    wilds: Int = 0
    if kind == PAIR:
        wilds = code >> WILDS
        naturals[code >> NAME & SIX_BITS] += 2 - wilds
        return wilds
    name = code >> NAME & FOUR_BITS
    if kind == SET:
        for colour in range(COLOURS):
            if code >> LENGTH & 1 << colour:
                if code >> WILDS & 1 << colour:
                    wilds += 1
                else:
                    naturals[NUMBERS * colour + name - 1] += 1
        return wilds
    first = code >> FIRST & FOUR_BITS
    for bit in range(code >> LENGTH & FOUR_BITS):
        if code >> WILDS & 1 << bit:
            wilds += 1
        else:
            naturals[NUMBERS * name + (first + bit - 1) % NUMBERS] += 1
    return wilds


@kernel
def meld_value(code: Int, rules: RuleArrays) -> Int:
    """Return what a meld is worth (clause 2.4)."""
    name, value = code >> NAME & FOUR_BITS, 0
    if code & KIND_MASK == SET:
        for colour in range(COLOURS):
            if code >> LENGTH & 1 << colour:
                value += name
        return value
    first = code >> FIRST & FOUR_BITS
    for bit in range(code >> LENGTH & FOUR_BITS):
        value += column_value(first + bit, rules)
    return value


@kernel
def fits_anywhere(
    kind_identity: Int, wild: Int, codes: NDArray[np.int64], n: Int, rules: RuleArrays
) -> bool:
    """Return whether a tile could be laid off on an open meld (clause 6.7)."""
    for place in range(n):
        if wild:
            for identity in range(IDENTITIES):
                if place_for(codes[place], identity, rules):
                    return True
        elif place_for(codes[place], kind_identity, rules):
            return True
    return False


@kernel
def dearest_value(code: Int, identity: Int, wild: Int, rules: RuleArrays) -> Int:
    """Return the most that a tile, or a wild, is worth in a meld or pair; 0 if it is not there."""
    kind = code & KIND_MASK
    best: Int = 0
    if kind == PAIR:
        named = code >> NAME & SIX_BITS
        wilds = code >> WILDS
        there = wilds > 0 if wild else (named == identity and wilds < 2)
        return named % NUMBERS + 1 if there else 0
    name = code >> NAME & FOUR_BITS
    if kind == SET:
        for colour in range(COLOURS):
            if code >> LENGTH & 1 << colour:
                is_wild = code >> WILDS & 1 << colour
                if (wild and is_wild) or (
                    not wild and not is_wild and NUMBERS * colour + name - 1 == identity
                ):
                    best = name
        return best
    first = code >> FIRST & FOUR_BITS
    for bit in range(code >> LENGTH & FOUR_BITS):
        is_wild = code >> WILDS & 1 << bit
        own = NUMBERS * name + (first + bit - 1) % NUMBERS
        if (wild and is_wild) or (not wild and not is_wild and own == identity):
            best = max(best, column_value(first + bit, rules))
    return best
