"""What the searches are given: a position's tiles and the places for them, as arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.okey51.pieces import (
    COLOURS,
    FAKE,
    IDENTITIES,
    NUMBERS,
    colour_of,
    identity,
    number_of,
)
from neuroanalysis.games.okey51.position import Meld, Position
from neuroanalysis.games.okey51.rules import Rules

if TYPE_CHECKING:
    from neuroanalysis.games.okey51._kernels.nearest import Items

__all__ = ["Place", "Rack", "items", "layoff_places", "meld_places"]

# A longer run is two of these.
_RUN_LENGTHS: Final = (3, 4, 5)
_SET_SIZES: Final = (3, 4)
_NOWHERE: Final = -1


@dataclass(frozen=True)
class Place:
    """Something that tiles can be put into: a meld, or tiles laid off on an open one.

    Parameters
    ----------
    slots
        The identities of the tiles.
    value
        What they are worth towards an opening: 0 for tiles laid off.
    on
        Of what is laid off, on which meld: of one meld's places only one can be used.
    """

    slots: tuple[int, ...]
    value: int = 0
    on: int = _NOWHERE


@lru_cache(maxsize=64)
def meld_places(wrap: bool, one_after_13: int) -> tuple[Place, ...]:
    """Return all melds that others are made of: runs of three to five, and sets.

    Examples
    --------
    >>> len(meld_places(wrap=False, one_after_13=1)), len(meld_places(wrap=True, one_after_13=14))
    (185, 197)
    """
    places = []
    for colour in range(COLOURS):
        for length in _RUN_LENGTHS:
            for first in range(1, NUMBERS + wrap - length + 2):
                numbers = range(first, first + length)
                slots = tuple(identity(colour, (n - 1) % NUMBERS + 1) for n in numbers)
                value = sum(n if n <= NUMBERS else one_after_13 for n in numbers)
                places.append(Place(slots, value))
    for number in range(1, NUMBERS + 1):
        for size in _SET_SIZES:
            for colours in combinations(range(COLOURS), size):
                slots = tuple(identity(colour, number) for colour in colours)
                places.append(Place(slots, number * size))
    return tuple(places)


def layoff_places(melds: tuple[Meld, ...], most: int, rules: Rules) -> tuple[Place, ...]:
    """Return what can be laid off on open melds: tiles in a row at the ends of a run, a set's
    fourth.

    Parameters
    ----------
    melds
        The open melds.
    most
        Tiles on a meld at most.
    rules
        The rule set.

    Examples
    --------
    >>> run = Meld.of("r11-r12-r13", Rules())
    >>> [place.slots for place in layoff_places((run,), 2, Rules())]
    [(0,), (9,), (9, 0), (9, 8)]
    """
    places = []
    for number, meld in enumerate(melds):
        if meld.kind == "set":
            added = [meld.extensions(rules)]
        else:
            added = [before + after for before, after in _added(meld, rules)]
        places += [Place(slots, 0, number) for slots in added if 0 < len(slots) <= most]
    return tuple(places)


def _added(run: Meld, rules: Rules) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield what may be put before and after a run; no tile stands in it twice."""
    colour = colour_of(run.tiles[0].identity)
    first = number_of(run.tiles[0].identity)
    # The 1 after 13 stands last, and is the 14th.
    last = first + len(run.tiles) - 1
    before = [identity(colour, number) for number in range(first - 1, 0, -1)]
    after = [
        identity(colour, (number - 1) % NUMBERS + 1)
        for number in range(last + 1, NUMBERS + rules.wrap_13_1 + 1)
    ]
    held = [tile.identity for tile in run.tiles]
    for b in range(len(before) + 1):
        for a in range(len(after) + 1):
            tiles = [*held, *before[:b], *after[:a]]
            if len(set(tiles)) == len(tiles):
                yield tuple(before[:b]), tuple(after[:a])


def items(places: tuple[Place, ...]) -> Items:
    """Return places as the searches read them: the most valuable in front."""
    from neuroanalysis.games.okey51._kernels.nearest import Items

    ordered = sorted(places, key=lambda place: -place.value)
    widest = max((len(place.slots) for place in ordered), default=1)
    slots = np.full((len(ordered), widest), -1, dtype=np.int64)
    for row, place in enumerate(ordered):
        slots[row, : len(place.slots)] = place.slots
    sizes, values, ends = (
        np.array(column, dtype=np.int64)
        for column in (
            [len(place.slots) for place in ordered],
            [place.value for place in ordered],
            [place.on for place in ordered],
        )
    )
    return Items(slots, sizes, values, ends)


@lru_cache(maxsize=64)
def meld_items(wrap: bool, one_after_13: int) -> Items:
    """Return the melds under these options as the searches read them."""
    return items(meld_places(wrap, one_after_13))


@dataclass(frozen=True, eq=False)
class Rack:
    """A position's tiles by identity: those held and those that may still be drawn.

    An okey in an open meld is had for the tile that it stands for. So, for one who may steal, such
    a tile is as good as a wild, held or drawn: a wild can stand for the tile itself too.

    Parameters
    ----------
    held, left
        52 each: copies held, and unseen; wilds left out.
    wilds, left_wilds
        The same of wilds.
    given
        Held copies that are counted as wilds, for what they steal.
    stealing
        Identities of which an unseen copy would steal an okey.
    """

    held: NDArray[np.int64]
    left: NDArray[np.int64]
    wilds: int
    left_wilds: int
    given: NDArray[np.int64]
    stealing: tuple[int, ...]

    @classmethod
    def of(cls, position: Position, *, steals: bool) -> Rack:
        """Return the rack of a position, its open okeys taken into account or not."""
        held = position.naturals.astype(np.int64)
        left = np.array(position.unseen[:IDENTITIES], dtype=np.int64)
        left[position.okey] = 0
        left[position.fake_identity] += position.unseen[FAKE]
        wilds, left_wilds = position.wilds, position.unseen[position.okey]
        given = np.zeros(IDENTITIES, dtype=np.int64)
        stealing = []
        if steals:
            open_okeys = Counter(
                tile.identity for meld in position.melds for tile in meld.tiles if tile.wild
            )
            for kind, n in sorted(open_okeys.items()):
                own = min(n, int(held[kind]))
                drawn = min(n - own, int(left[kind]))
                held[kind] -= own
                left[kind] -= drawn
                given[kind] = own
                wilds += own
                left_wilds += drawn
                if drawn:
                    stealing.append(kind)
        return cls(held, left, wilds, left_wilds, given, tuple(stealing))
