"""Every meld of a rack by itself, with the places of its wilds.

A wild may stand where a natural tile of the rack could: that leaves the cheaper of the two.
"""

from __future__ import annotations

from neuroanalysis.core._kernels.jit import kernel
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.layout import COLOURS, IDENTITIES, NUMBERS, RuleArrays
from neuroanalysis.games.okey51._kernels.melds import (
    ALL,
    COLOURS_HELD,
    COLUMNS,
    COLUMNS_HELD,
    FIRST,
    HELD_WILDS,
    INT,
    LENGTH,
    LOW,
    NAME,
    RUN,
    SET,
    TILE,
    WILDS,
    Uses,
    add_use,
    bit_count,
    identity_at,
    run_value,
)


@kernel
def list_whole(rules: RuleArrays, uses: Uses) -> None:
    """List every run and set by itself, with the places of its wilds."""
    held_wilds = uses.notes[HELD_WILDS]
    okey_left = rules.numbers[layout.OKEY_LEFT]
    last_column = COLUMNS if rules.numbers[layout.WRAP] else NUMBERS
    for colour in range(COLOURS):
        for first in range(1, last_column - 1):
            # No run has a 1 at both ends: they are copies of one identity.
            longest = min(last_column - first + 1, NUMBERS)
            for length in range(3, longest + 1):
                window = uses.notes[COLUMNS_HELD + colour] >> first & ((1 << length) - 1)
                missing = ((1 << length) - 1) & ~window
                least = bit_count(missing)
                if least > held_wilds:
                    continue
                # The wilds: those that must be, and up to so many more in place of a natural tile.
                for one in range(-1, length):
                    for other in range(-1, max(one, 0)):
                        more = (1 << one if one >= 0 else 0) | (1 << other if other >= 0 else 0)
                        wilds = missing | more
                        n = bit_count(wilds)
                        if more & missing or n > held_wilds or n == length:
                            continue
                        low, full = uses.bits[IDENTITIES + n, LOW], uses.bits[IDENTITIES + n, ALL]
                        relief = TILE * length + okey_left * n
                        for place in range(length):
                            if not wilds >> place & 1:
                                identity = identity_at(colour, first + place)
                                low |= uses.bits[identity, LOW]
                                full |= uses.bits[identity, ALL]
                                relief += identity % NUMBERS + 1
                        code = RUN | colour << NAME | first << FIRST | length << LENGTH
                        code |= wilds << WILDS
                        add_use(
                            uses, low, full, INT(0), run_value(first, length, rules), relief, code
                        )
    for number in range(1, NUMBERS + 1):
        held = uses.notes[COLOURS_HELD + number]
        for colours in range(7, 1 << COLOURS):
            size = bit_count(colours)
            if size < 3:
                continue
            for wilds in range(1 << COLOURS):
                n = bit_count(wilds)
                naturals = colours & ~wilds
                if wilds & ~colours or n > held_wilds or naturals & ~held or not naturals:
                    continue
                low, full = uses.bits[IDENTITIES + n, LOW], uses.bits[IDENTITIES + n, ALL]
                for colour in range(COLOURS):
                    if naturals >> colour & 1:
                        low |= uses.bits[identity_at(colour, number), LOW]
                        full |= uses.bits[identity_at(colour, number), ALL]
                relief = TILE * size + okey_left * n + number * (size - n)
                code = SET | number << NAME | colours << LENGTH | wilds << WILDS
                add_use(uses, low, full, INT(0), number * size, relief, code)
