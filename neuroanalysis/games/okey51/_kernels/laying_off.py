"""What a rack can lay off on open melds.

A run takes tiles at both ends, the next first; a set of three takes its fourth colour. An end is a
resource like a tile: a chain of tiles at an end is one use.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.layout import COLOURS, IDENTITIES, NUMBERS, RuleArrays
from neuroanalysis.games.okey51._kernels.melds import (
    ALL,
    COLUMNS,
    COLUMNS_HELD,
    COUNTER,
    FIRST,
    FOUR_BITS,
    FULL,
    HELD_WILDS,
    INT,
    LENGTH,
    LISTED,
    LOW,
    MOST_COUNTED,
    NAME,
    NEXT_BIT,
    ON_RUN,
    ON_SET,
    SET,
    STATE,
    TARGET,
    TILE,
    WILDS,
    Uses,
    add_use,
    bit_count,
    identity_at,
)

SHORT_CHAIN: Final = 2
"""The longest chain that is needed to find the best: three in a row are a run by themselves."""


@kernel
def list_laid_off(table: NDArray[np.int64], longest: Int, rules: RuleArrays, uses: Uses) -> None:
    """Append what can be laid off on open melds, at most so many tiles on one end of a run.

    Each end of a run and each set of three is a resource, used once. So is the 1 of a run that
    could get one at either end.
    """
    limit = rules.numbers[layout.LAYOFFS_PER_TURN]
    counter = INT(min(limit, MOST_COUNTED))
    uses.notes[STATE] |= counter << COUNTER
    most = min(longest, limit) if limit else longest
    last_column = COLUMNS if rules.numbers[layout.WRAP] else NUMBERS
    for target in range(len(table)):
        meld = table[target]
        name = meld >> NAME & FOUR_BITS
        size = meld >> LENGTH & FOUR_BITS
        if meld & 1 == SET:
            if bit_count(size) == 3:
                for colour in range(COLOURS):
                    if not size >> colour & 1:
                        _lay_on_set(target, name, colour, limit > 0, rules, uses)
            continue
        first = meld >> FIRST & FOUR_BITS
        last = first + size - 1
        one: Int = INT(0)
        if (
            rules.numbers[layout.WRAP]
            and _reaches(name, INT(1), first - 1, most, uses)
            and _reaches(name, last + 1, INT(COLUMNS), most, uses)
        ):
            one = _new_place(uses)
        for end in range(2):
            step = 1 - 2 * end
            if end:
                start, stop = first - 1, INT(1 if last < COLUMNS else 2)
            else:
                start, stop = last + 1, INT(last_column if first > 1 else NUMBERS)
            _lay_on_run(target, name, start, stop, step, one, most, limit > 0, rules, uses)


@kernel
def _reaches(colour: Int, first: Int, last: Int, most: Int, uses: Uses) -> bool:
    """Return whether the rack could lay a chain over these columns."""
    length = last - first + 1
    if not 1 <= length <= most:
        return False
    held: Int = 0
    for column in range(first, last + 1):
        held += INT(uses.notes[COLUMNS_HELD + colour] >> column & 1)
    return held + uses.notes[HELD_WILDS] >= length


@kernel
def _new_place(uses: Uses) -> Int:
    bit = uses.notes[NEXT_BIT]
    if bit >= COUNTER:
        uses.notes[FULL] = 2
        return INT(0)
    uses.notes[NEXT_BIT] = bit + 1
    uses.notes[STATE] |= INT(1) << bit
    return INT(1) << bit


@kernel
def _drop_place(uses: Uses, place: Int) -> None:
    """Take back the newest place, which nothing uses."""
    if place:
        uses.notes[NEXT_BIT] -= 1
        uses.notes[STATE] &= ~place


@kernel
def _lay_on_set(
    target: Int, number: Int, colour: Int, counts: Int, rules: RuleArrays, uses: Uses
) -> None:
    identity = identity_at(colour, number)
    code = ON_SET | number << NAME | (1 << colour) << LENGTH | target << TARGET
    natural, wild, nothing = uses.bits[identity, LOW], uses.notes[HELD_WILDS] > 0, INT(0)
    if not natural and not wild:
        return
    place = _new_place(uses)
    tiles = INT(1 if counts else 0)
    if natural:
        full = uses.bits[identity, ALL] | place
        add_use(uses, natural | place, full, tiles, nothing, TILE + number, code)
    if wild:
        low, full = uses.bits[IDENTITIES + 1, LOW] | place, uses.bits[IDENTITIES + 1, ALL] | place
        code |= (1 << colour) << WILDS
        relief = TILE + rules.numbers[layout.OKEY_LEFT]
        add_use(uses, low, full, tiles, nothing, relief, code)


@kernel
def _lay_on_run(
    target: Int,
    colour: Int,
    start: Int,
    end: Int,
    step: Int,
    one: Int,
    most: Int,
    counts: Int,
    rules: RuleArrays,
    uses: Uses,
) -> None:
    """List the chains from `start` on, in steps of 1 or -1, as far as `end`."""
    room = min((end - start) * step + 1, most)
    held_wilds = uses.notes[HELD_WILDS]
    before = uses.notes[LISTED]
    place: Int = INT(0)
    for length in range(1, room + 1):
        held: Int = 0
        for i in range(length):
            held |= INT(uses.notes[COLUMNS_HELD + colour] >> (start + step * i) & 1) << i
        missing = ((1 << length) - 1) & ~held
        if bit_count(missing) > held_wilds:
            break
        if not place:
            place = _new_place(uses)
        for first in range(-1, length):
            for second in range(-1, max(first, 0)):
                more = (1 << first if first >= 0 else 0) | (1 << second if second >= 0 else 0)
                wilds = missing | more
                n = bit_count(wilds)
                if more & missing or n > held_wilds:
                    continue
                low, full = (
                    uses.bits[IDENTITIES + n, LOW] | place,
                    uses.bits[IDENTITIES + n, ALL] | place,
                )
                relief = TILE * length + rules.numbers[layout.OKEY_LEFT] * n
                mask = 0
                for i in range(length):
                    column = start + step * i
                    if wilds >> i & 1:
                        mask |= 1 << (i if step > 0 else length - 1 - i)
                    else:
                        identity = identity_at(colour, column)
                        low |= uses.bits[identity, LOW]
                        full |= uses.bits[identity, ALL]
                        relief += identity % NUMBERS + 1
                    if column in (1, COLUMNS):
                        low |= one
                        full |= one
                first_column = start if step > 0 else start - length + 1
                code = ON_RUN | colour << NAME | first_column << FIRST | length << LENGTH
                code |= mask << WILDS | target << TARGET
                tiles = INT(length if counts else 0)
                add_use(uses, low, full, tiles, INT(0), relief, code)
    if uses.notes[LISTED] == before:
        _drop_place(uses, place)
