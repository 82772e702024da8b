"""Disjoint melds of a rack that are worth most, or that use most tiles: found, with the melds.

Every run of three to five tiles and every set that the rack allows is a candidate, with each place
that its wilds could have (a longer run is two). They are tried one after the other, the greatest
first, as long as the tiles that are left could still better the best found; so it is exact.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.layout import COLOURS, IDENTITIES, NUMBERS, RuleArrays
from neuroanalysis.games.okey51._kernels.melds import (
    FIRST,
    KIND_MASK,
    LENGTH,
    NAME,
    RUN,
    SET,
    WILDS,
)
from neuroanalysis.games.okey51._kernels.table import AFTER_13, column_value, pair_code

LONGEST: Final = 5
"""The longest run that is tried: a longer one is two."""
MOST_MELDS: Final = 8
"""22 tiles, one of them kept, are at most seven melds; pairs are written elsewhere."""
MOST_PAIRS: Final = 11
TILE: Final = 1 << 12
"""What a tile weighs where most tiles are looked for: more than all numbers together."""
WILD: Final = IDENTITIES
"""The number of a wild where an identity is asked for."""

# What is handed to a kernel as it is has a type of its own; as plain numbers each would be compiled
# for itself.
NO_TILE: Final = np.int64(-1)
A_WILD: Final = np.int64(WILD)
KEEP_NONE: Final = np.int64(0)
KEEP_ONE: Final = np.int64(1)
MOST_VALUE: Final = np.int64(0)
MOST_TILES: Final = np.int64(1)
_TAKE: Final = np.int64(1)
_GIVE_BACK: Final = np.int64(-1)


def _shapes() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the identities of every shape, their columns, and its code without wilds."""
    identities, columns, codes = [], [], []
    for colour in range(COLOURS):
        for length in range(3, LONGEST + 1):
            for first in range(1, AFTER_13 - length + 2):
                row = [NUMBERS * colour + (first + at - 1) % NUMBERS for at in range(length)]
                identities.append(row + [-1] * (LONGEST - length))
                columns.append([first + at for at in range(length)] + [0] * (LONGEST - length))
                codes.append(RUN | colour << NAME | first << FIRST | length << LENGTH)
    for number in range(1, NUMBERS + 1):
        for size in (3, COLOURS):
            for colours in combinations(range(COLOURS), size):
                row = [NUMBERS * colour + number - 1 for colour in colours]
                identities.append(row + [-1] * (LONGEST - size))
                columns.append([number] * size + [0] * (LONGEST - size))
                bits = sum(1 << colour for colour in colours)
                codes.append(SET | number << NAME | bits << LENGTH)
    return np.array(identities), np.array(columns), np.array(codes)


SHAPE_TILES, SHAPE_COLUMNS, SHAPE_CODES = _shapes()
_SHAPES: Final = len(SHAPE_CODES)
# At most 2 of 5 places of each shape are wild: 16 ways.
_ROOM: Final = 16 * _SHAPES


class Space(NamedTuple):
    """What one search needs."""

    codes: NDArray[np.int64]
    weights: NDArray[np.int64]
    shapes: NDArray[np.int64]
    wilds: NDArray[np.int64]
    """Bits of the places that are wild, by place in the shape."""
    order: NDArray[np.int64]
    held: NDArray[np.int64]
    """What is left of the rack, by identity; wilds last."""
    path: NDArray[np.int64]
    found: NDArray[np.int64]
    """The codes of the best."""


@kernel
def make_space() -> Space:
    """Make what a search needs."""
    return Space(
        np.zeros(_ROOM, dtype=np.int64),
        np.zeros(_ROOM, dtype=np.int64),
        np.zeros(_ROOM, dtype=np.int64),
        np.zeros(_ROOM, dtype=np.int64),
        np.zeros(_ROOM, dtype=np.int64),
        np.zeros(IDENTITIES + 1, dtype=np.int64),
        np.zeros(MOST_MELDS + 1, dtype=np.int64),
        np.zeros(max(MOST_MELDS, MOST_PAIRS), dtype=np.int64),
    )


@kernel
def _candidates(tile: Int, rules: RuleArrays, space: Space) -> Int:
    """List the melds that the tiles held allow; return how many there are."""
    held, n = space.held, 0
    all_wilds = held[WILD]
    for shape in range(_SHAPES):
        code = SHAPE_CODES[shape]
        length, missing, lacking, weight = 0, 0, 0, 0
        for place in range(LONGEST):
            identity = SHAPE_TILES[shape, place]
            if identity < 0:
                break
            length += 1
            weight += tile + column_value(SHAPE_COLUMNS[shape, place], rules)
            if not held[identity]:
                missing |= 1 << place
                lacking += 1
        if lacking > all_wilds or lacking == length:
            continue
        wraps = SHAPE_COLUMNS[shape, length - 1] == AFTER_13
        if wraps and not rules.numbers[layout.WRAP]:
            continue
        # The places that must be wild, and up to two more.
        for one in range(-1, length):
            if one >= 0 and (lacking + 1 > all_wilds or missing >> one & 1):
                continue
            for two in range(-1, max(one, 0)):
                if two >= 0 and (lacking + 2 > all_wilds or missing >> two & 1):
                    continue
                wilds = missing | (1 << one if one >= 0 else 0) | (1 << two if two >= 0 else 0)
                if wilds == (1 << length) - 1:
                    continue
                space.shapes[n] = shape
                space.wilds[n] = wilds
                space.weights[n] = weight
                bits = wilds
                if code & KIND_MASK == SET:
                    bits = 0
                    for place in range(length):
                        if wilds >> place & 1:
                            bits |= 1 << SHAPE_TILES[shape, place] // NUMBERS
                space.codes[n] = code | bits << WILDS
                n += 1
    return n


@kernel
def _sort(n: Int, space: Space) -> None:
    """Put the candidates in order, the greatest first and equal ones as they came."""
    order, weights = space.order, space.weights
    for at in range(n):
        place, weight = at, weights[at]
        while place and weights[order[place - 1]] < weight:
            order[place] = order[place - 1]
            place -= 1
        order[place] = at


@kernel
def _move_tiles(candidate: Int, sign: Int, space: Space) -> None:
    """Take the tiles of a candidate from those held, or give them back."""
    shape, wilds = space.shapes[candidate], space.wilds[candidate]
    for place in range(LONGEST):
        identity = SHAPE_TILES[shape, place]
        if identity < 0:
            break
        space.held[WILD if wilds >> place & 1 else identity] -= sign


@kernel
def _fits(candidate: Int, room: Int, space: Space) -> bool:
    """Return whether the tiles of a candidate are still there, and no more than may be used."""
    shape, wilds = space.shapes[candidate], space.wilds[candidate]
    needed, length = 0, 0
    for place in range(LONGEST):
        identity = SHAPE_TILES[shape, place]
        if identity < 0:
            break
        length += 1
        if wilds >> place & 1:
            needed += 1
        elif not space.held[identity]:
            return False
    return bool(needed <= space.held[WILD] and length <= room)


@kernel
def _uses(candidate: Int, tile: Int, space: Space) -> bool:
    shape, wilds = space.shapes[candidate], space.wilds[candidate]
    for place in range(LONGEST):
        identity = SHAPE_TILES[shape, place]
        if identity < 0:
            break
        if wilds >> place & 1:
            if tile == WILD:
                return True
        elif identity == tile:
            return True
    return False


@kernel
def _length(candidate: Int, space: Space) -> Int:
    length = 0
    while length < LONGEST and SHAPE_TILES[space.shapes[candidate], length] >= 0:
        length += 1
    return length


@kernel
def best_melds(
    naturals: NDArray[np.int64],
    wilds: Int,
    keep: Int,
    tile: Int,
    most_tiles: Int,
    rules: RuleArrays,
    space: Space,
) -> tuple[Int, Int]:
    """Return what the best disjoint melds are worth, and their number; codes go to `space.found`.

    Parameters
    ----------
    naturals, wilds
        52 counts by identity, okeys left out; two wilds at most.
    keep
        How many tiles must stay outside.
    tile
        An identity, or `WILD`, that must be among them; or `NO_TILE`.
    most_tiles
        Whether those with most tiles are looked for, and of these the dearest; then what they are
        worth has `TILE` for each tile besides.
    rules, space
        The rules; room to work.
    """
    held = space.held
    heavy = TILE if most_tiles else 0
    dearest = max(NUMBERS, rules.numbers[layout.ONE_AFTER_13])
    tiles, left = wilds, wilds * (heavy + dearest)
    for identity in range(IDENTITIES):
        held[identity] = naturals[identity]
        number = identity % NUMBERS + 1
        if number == 1:
            number = max(1, rules.numbers[layout.ONE_AFTER_13])
        tiles += naturals[identity]
        left += naturals[identity] * (heavy + number)
    held[WILD] = wilds
    room = tiles - keep
    n = _candidates(heavy, rules, space)
    _sort(n, space)
    best, melds = 0, 0
    depth, weight, at = 0, 0, 0
    path, order = space.path, space.order
    while True:
        pushed = False
        while at < n and weight + left > best and depth < MOST_MELDS:
            candidate = order[at]
            if _fits(candidate, room, space):
                pushed = True
                break
            at += 1
        if pushed:
            candidate = order[at]
            _move_tiles(candidate, _TAKE, space)
            path[depth] = at
            depth += 1
            room -= _length(candidate, space)
            weight += space.weights[candidate]
            left -= space.weights[candidate]
            if weight > best:
                among = tile == NO_TILE
                for step in range(depth):
                    among = among or _uses(order[path[step]], tile, space)
                if among:
                    best, melds = weight, depth
                    for step in range(depth):
                        space.found[step] = space.codes[order[path[step]]]
            continue
        if not depth:
            return best, melds
        depth -= 1
        at = path[depth]
        candidate = order[at]
        _move_tiles(candidate, _GIVE_BACK, space)
        room += _length(candidate, space)
        weight -= space.weights[candidate]
        left += space.weights[candidate]
        at += 1


@kernel
def best_pairs(
    naturals: NDArray[np.int64],
    wilds: Int,
    keep: Int,
    tile: Int,
    okey: Int,
    rules: RuleArrays,
    space: Space,
) -> Int:
    """Return the most disjoint pairs (clause 2.5); their codes go to `space.found`.

    The parameters are those of `best_melds`. An okey goes with the dearest single tile. Where not
    all pairs may be laid, one with the tile that must be among them goes first. 0 if it is in none.
    """
    found, tiles = space.found, wilds
    n: Int = 0
    singles = space.held
    for identity in range(IDENTITIES):
        tiles += naturals[identity]
        singles[identity] = naturals[identity] & 1
    most = (tiles - keep) // 2
    for turn in range(2):
        for identity in range(IDENTITIES):
            if (identity == tile) == (turn == 0):
                for _ in range(naturals[identity] // 2):
                    if n < most:
                        found[n] = pair_code(identity, 0)
                        n += 1
    left = wilds
    if rules.numbers[layout.OKEY_PAIRS]:
        while left:
            dearest = -1
            for identity in range(IDENTITIES):
                if singles[identity] and (dearest < 0 or identity % NUMBERS > dearest % NUMBERS):
                    dearest = identity
            if dearest < 0:
                break
            singles[dearest] = 0
            left -= 1
            n = _add_pair(pair_code(dearest, 1), tile in (WILD, dearest), n, most, space)
    if left == 2:
        n = _add_pair(pair_code(okey, 2), tile == WILD, n, most, space)
    if tile == NO_TILE:
        return n
    for place in range(n):
        code = found[place]
        named, of_wilds = code >> NAME & 63, code >> WILDS
        if (of_wilds > 0 and tile == WILD) or (named == tile and of_wilds < 2):
            return n
    return 0


@kernel
def _add_pair(code: Int, wanted: bool, n: Int, most: Int, space: Space) -> Int:
    if n < most:
        space.found[n] = code
        return n + 1
    if wanted and n:
        space.found[n - 1] = code
    return n
