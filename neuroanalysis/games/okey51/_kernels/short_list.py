"""The melds that are enough to find the best.

Runs have at most five tiles, for a longer one is two; and of the melds of the same tiles and as
many wilds only the one worth most is listed. In a rack with two wilds that is some fifty uses.
"""

from __future__ import annotations

from typing import Final

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.layout import COLOURS, IDENTITIES, NUMBERS, RuleArrays
from neuroanalysis.games.okey51._kernels.melds import (
    ALL,
    COLOURS_HELD,
    COLUMNS,
    COLUMNS_HELD,
    FOUR_BITS,
    HELD_WILDS,
    INT,
    LOW,
    MOST_WILDS,
    TILE,
    Uses,
    add_use,
    identity_at,
    run_value,
)

SHORT: Final = 5
"""The longest run of the list."""
_UNUSED: Final = -1


@kernel
def list_short(rules: RuleArrays, uses: Uses) -> None:
    """List what is enough to find the best, by the first natural tile."""
    held_wilds = uses.notes[HELD_WILDS]
    okey_left = rules.numbers[layout.OKEY_LEFT]
    for number in range(1, NUMBERS + 1):
        colours = uses.notes[COLOURS_HELD + number]
        for colour in range(COLOURS):
            if not colours >> colour & 1:
                continue
            own = identity_at(colour, number)
            low, full = uses.bits[own, LOW], uses.bits[own, ALL]
            # Sets whose other natural tiles are of later colours.
            later = colours >> (colour + 1)
            part = later
            while part:
                tiles_low, tiles_full, n = low, full, 1
                for other in range(colour + 1, COLOURS):
                    if part >> (other - colour - 1) & 1:
                        identity = identity_at(other, number)
                        tiles_low |= uses.bits[identity, LOW]
                        tiles_full |= uses.bits[identity, ALL]
                        n += 1
                for wilds in range(max(0, 3 - n), min(held_wilds, COLOURS - n) + 1):
                    size = n + wilds
                    relief = number * n + okey_left * wilds
                    _add_short(uses, tiles_low, tiles_full, wilds, size, number * size, relief)
                part = (part - 1) & later
            # Runs whose other natural tiles are in the four columns behind.
            columns = uses.notes[COLUMNS_HELD + colour]
            behind = columns >> (number + 1) & FOUR_BITS
            if number > NUMBERS - SHORT:
                # A 1 after a 13 is the first tile of its runs, which are listed below.
                behind &= (1 << (NUMBERS - number)) - 1
            part = behind
            while part:
                tiles_low, tiles_full, n, relief, highest = low, full, 1, number, number
                for step in range(1, SHORT):
                    if part >> (step - 1) & 1:
                        highest = number + step
                        identity = identity_at(colour, highest)
                        tiles_low |= uses.bits[identity, LOW]
                        tiles_full |= uses.bits[identity, ALL]
                        relief += highest
                        n += 1
                least = max(3, highest - number + 1) - n
                for wilds in range(least, min(held_wilds, SHORT - n) + 1):
                    value = _best_place(number, highest, n + wilds, rules)
                    if value:
                        left = relief + okey_left * wilds
                        _add_short(uses, tiles_low, tiles_full, wilds, n + wilds, value, left)
                part = (part - 1) & behind
            wraps = number == 1 and columns >> COLUMNS & 1
            if held_wilds >= MOST_WILDS:
                # A natural tile and two wilds: the best of a set and the runs.
                three, both = INT(3), INT(MOST_WILDS)
                value = max(3 * number, _best_place(number, number, three, rules))
                if wraps:
                    value = max(value, run_value(COLUMNS + 1 - three, three, rules))
                left = number + both * okey_left
                _add_short(uses, low, full, both, three, value, left)
            if wraps:
                _list_wrapped(colour, low, full, rules, uses)


@kernel
def _list_wrapped(colour: Int, low: Int, full: Int, rules: RuleArrays, uses: Uses) -> None:
    """List the short runs that end with a natural 1 after a 13 and have another natural tile."""
    held_wilds = uses.notes[HELD_WILDS]
    columns = uses.notes[COLUMNS_HELD + colour]
    before = columns >> (COLUMNS - SHORT + 1) & FOUR_BITS
    part = before
    while part:
        tiles_low, tiles_full, n, relief, lowest = low, full, 1, 1, COLUMNS
        for column in range(NUMBERS, COLUMNS - SHORT, -1):
            if part >> (column - COLUMNS + SHORT - 1) & 1:
                lowest = column
                identity = identity_at(colour, column)
                tiles_low |= uses.bits[identity, LOW]
                tiles_full |= uses.bits[identity, ALL]
                relief += column
                n += 1
        least = max(3, COLUMNS - lowest + 1) - n
        for wilds in range(least, min(held_wilds, SHORT - n) + 1):
            size = n + wilds
            value = run_value(COLUMNS + 1 - size, size, rules)
            left = relief + rules.numbers[layout.OKEY_LEFT] * wilds
            _add_short(uses, tiles_low, tiles_full, wilds, size, value, left)
        part = (part - 1) & before


@kernel
def _add_short(
    uses: Uses, tiles_low: Int, tiles_full: Int, wilds: Int, tiles: Int, value: Int, relief: Int
) -> None:
    low, full = (
        tiles_low | uses.bits[IDENTITIES + wilds, LOW],
        tiles_full | uses.bits[IDENTITIES + wilds, ALL],
    )
    add_use(uses, low, full, INT(0), value, relief + TILE * tiles, INT(_UNUSED))


@kernel
def _best_place(lowest: Int, highest: Int, length: Int, rules: RuleArrays) -> Int:
    """Return the greatest value of a run so long that has both columns, or 0 where none has.

    The lowest column is held by a natural tile, whose 1, if it is one, is at the front.
    """
    first = min(lowest, NUMBERS + 1 - length)
    best: Int = 0
    if first >= 1 and first + length > highest:
        best = run_value(first, length, rules)
    last_first = COLUMNS + 1 - length
    if rules.numbers[layout.WRAP] and 1 < last_first <= lowest and highest < COLUMNS:
        best = max(best, run_value(last_first, length, rules))
    return best
