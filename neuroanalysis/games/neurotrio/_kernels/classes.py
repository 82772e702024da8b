"""Classes of hands that differ by relabelling values or swapping attributes.

A hand is three *layers*, one for each value of an attribute, of 3 x 3 cells; a layer is a number
whose nine digits are its counts. Where carrés may lie on the table there is one digit more, for a
kind that is laid; it weighs four cards. The group has 1,296 elements: choose the attribute that
names the layers (3) and the layer that comes first (3), turn that layer by one of 72 permutations
(rows, columns, rows for columns), order the other two (2).

The *canonical form* of a hand is its greatest image, layers being compared by number of cards, then
by number, the first layer first. A table knows the greatest image of every layer and the
permutations that give it, so only few of the 1,296 images are ever looked at. How many of them are
the greatest is the order of the hand's stabiliser, and gives the size of its class.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel

GROUP_ORDER: Final = 1296
LAYER_TURNS: Final = 72
# A layer's key is its number of cards, then its code; a pair of keys fits one 64-bit number.
CODE_BITS: Final = 24
KEY_BITS: Final = 30
CODE_MASK: Final = (1 << CODE_BITS) - 1
# 5**27 is the greatest number of hands that 63 bits can tell apart by their digits.
MAX_COPIES: Final = 4
MAX_CARDS: Final = 18
MAX_LAID: Final = 4
LAID_CARDS: Final = 4
# With laid carrés a hand's number is made of its layers' places in `by_cards` instead: the second
# layer has at most 9 cards and the third at most 6, so these places are small.
ONE_BITS: Final = 20
OTHER_BITS: Final = 19


class ClassTables(NamedTuple):
    """What is known of every layer, for one number of copies, with or without laid carrés."""

    base: int
    rows: int
    """Number of different rows: base**3."""
    marked: int
    """1 if the highest digit stands for a laid carré, else 0."""
    best: NDArray[np.int32]
    """(base**9,): the key of the layer's greatest image."""
    turn: NDArray[np.uint8]
    """(base**9,): a turn that gives it."""
    flipped: NDArray[np.int32]
    """(base**9,): the layer with rows for columns."""
    stabiliser: NDArray[np.int16]
    """(base**9,): for a layer that is its own greatest image, which list of turns keeps it."""
    stabilisers: NDArray[np.uint8]
    """(lists, 72): the turns that keep a layer, the turn that changes nothing first."""
    sizes: NDArray[np.int64]
    """(lists,): length of each of those lists."""
    columns: NDArray[np.int32]
    """(6, rows): a row under each permutation of the columns."""
    orders: NDArray[np.int64]
    """(6, 3): the permutations of three rows."""
    by_cards: NDArray[np.int32]
    """(layers,): those of at most 18 cards by number of cards, number of laid kinds, code."""
    starts: NDArray[np.int64]
    """(20, 6): where each number of cards with each number of laid kinds begins in `by_cards`."""
    lines: NDArray[np.uint8]
    """(layers, 6): rows, then columns, of the layers in the order of `by_cards`."""
    place: NDArray[np.int32]
    """(base**9,): a layer's place in `by_cards` if there are laid carrés, else empty."""


_BYTES: Final = np.zeros((1, 1), dtype=np.uint8)
_WORDS: Final = np.zeros((1, 1), dtype=np.int64)
_KEYS: Final = np.zeros((1, 1), dtype=np.int32)
EXAMPLE: Final = ClassTables(
    *(1, 1, 0, _KEYS[0], _BYTES[0], _KEYS[0], np.zeros(1, dtype=np.int16), _BYTES, _WORDS[0]),
    *(_KEYS, _WORDS, _KEYS[0], _WORDS, _BYTES, _KEYS[0]),
)
"""Tables of the right types; they are good for nothing else."""


@kernel
def turned(code: Int, turn: Int, tables: ClassTables) -> Int:
    """Return a layer under a turn."""
    if turn >= 36:
        code = np.int64(tables.flipped[code])
        turn -= 36
    rows = np.int64(tables.rows)
    order = tables.orders[turn // 6]
    columns = tables.columns[turn % 6]
    top = code // (rows * rows)
    middle = code // rows - top * rows
    bottom = code - (top * rows + middle) * rows
    first = top if order[0] == 0 else (middle if order[0] == 1 else bottom)
    second = top if order[1] == 0 else (middle if order[1] == 1 else bottom)
    third = top + middle + bottom - first - second
    return (np.int64(columns[first]) * rows + np.int64(columns[second])) * rows + np.int64(
        columns[third]
    )


@kernel
def fill_tables(tables: ClassTables, cards: NDArray[np.int32], inverse: NDArray[np.uint8]) -> None:
    """Fill `best`, `turn` and the stabilisers: the first layer met of a class is its greatest."""
    lists = 0
    for code in range(len(tables.best) - 1, -1, -1):
        if tables.best[code] >= 0:
            continue
        key = cards[code] << CODE_BITS | code
        size = 0
        kept = tables.stabilisers[lists]
        for turn in range(LAYER_TURNS):
            image = turned(code, turn, tables)
            if tables.best[image] < 0:
                tables.best[image] = key
                tables.turn[image] = inverse[turn]
            if image == code:
                kept[size] = turn
                size += 1
        which = lists
        for known in range(lists):
            if tables.sizes[known] == size and np.all(
                tables.stabilisers[known, :size] == kept[:size]
            ):
                which = known
                break
        if which == lists:
            tables.sizes[lists] = size
            lists += 1
        tables.stabiliser[code] = which


@kernel
def _greatest_rest(
    first: Int,
    one: Int,
    other: Int,
    greatest: Int,
    ties: Int,
    stop: Int,
    tables: ClassTables,
) -> tuple[Int, Int]:
    """Look at all images with a given first layer, and return the greatest rest and its ties.

    `greatest` and `ties` are those found so far; a rest above `stop` ends the search at once.
    """
    code = np.int64(tables.best[first] & CODE_MASK)
    turn = tables.turn[first]
    one_cards = np.int64(tables.best[one]) >> CODE_BITS << CODE_BITS
    other_cards = np.int64(tables.best[other]) >> CODE_BITS << CODE_BITS
    one = turned(one, turn, tables)
    other = turned(other, turn, tables)
    which = tables.stabiliser[code]
    for place in range(tables.sizes[which]):
        keeping = tables.stabilisers[which, place]
        if place == 0:
            one_key = one_cards | one
            other_key = other_cards | other
        else:
            one_key = one_cards | turned(one, keeping, tables)
            other_key = other_cards | turned(other, keeping, tables)
        if one_key < other_key:
            one_key, other_key = other_key, one_key
        rest = one_key << KEY_BITS | other_key
        if rest > greatest:
            greatest = rest
            ties = 0
            if rest > stop:
                return greatest, ties
        if rest == greatest:
            ties += 2 if one_key == other_key else 1
    return greatest, ties


@kernel
def _codes_of_layers(
    counts: NDArray[np.uint8], codes: NDArray[np.int64], tables: ClassTables
) -> None:
    """Fill `codes` with the nine layers of a hand: three for each attribute."""
    base = np.int64(tables.base)
    codes[:] = 0
    # Digits are met in the order of the kinds, which is that of each layer's cells as well.
    for a in range(3):
        for b in range(3):
            for c in range(3):
                n = np.int64(counts[9 * a + 3 * b + c])
                codes[a] = codes[a] * base + n
                codes[3 + b] = codes[3 + b] * base + n
                codes[6 + c] = codes[6 + c] * base + n


@kernel
def packed(first: Int, one: Int, other: Int, tables: ClassTables) -> Int:
    """Return the number of a canonical hand from its layers.

    Without laid carrés, its 27 counts are the digits of the number in base ``copies + 1``.
    """
    if tables.marked != 0:
        number = np.int64(tables.place[first]) << ONE_BITS | np.int64(tables.place[one])
        return number << OTHER_BITS | np.int64(tables.place[other])
    layers = np.int64(len(tables.best))
    return (first * layers + one) * layers + other


@kernel
def canonical_key(
    counts: NDArray[np.uint8], codes: NDArray[np.int64], tables: ClassTables
) -> tuple[Int, Int]:
    """Return the canonical form of a hand as one number, and the order of its stabiliser.

    `codes` is room for nine numbers.
    """
    _codes_of_layers(counts, codes, tables)
    most = np.int64(-1)
    for layer in range(9):
        most = max(most, np.int64(tables.best[codes[layer]]))
    greatest: Int = -1
    ties: Int = 0
    for layer in range(9):
        if tables.best[codes[layer]] == most:
            axis = layer - layer % 3
            one = codes[axis + (layer + 1) % 3]
            other = codes[axis + (layer + 2) % 3]
            greatest, ties = _greatest_rest(
                codes[layer], one, other, greatest, ties, np.int64(1) << 62, tables
            )
    key = packed(most & CODE_MASK, greatest >> KEY_BITS & CODE_MASK, greatest & CODE_MASK, tables)
    return key, ties


@kernel
def canonical_keys(
    counts: NDArray[np.uint8],
    tables: ClassTables,
    keys: NDArray[np.int64],
    stabilisers: NDArray[np.int16],
) -> None:
    """Fill in the number of each hand's canonical form, and its stabiliser's order."""
    codes = np.empty(9, dtype=np.int64)
    for hand in range(len(counts)):
        keys[hand], stabilisers[hand] = canonical_key(counts[hand], codes, tables)


@kernel
def hands_of_keys(keys: NDArray[np.int64], tables: ClassTables, counts: NDArray[np.uint8]) -> None:
    """Write the digits of the canonical hand of each number: counts, or the mark of a laid kind."""
    layers = np.int64(len(tables.best))
    base = np.int64(tables.base)
    codes = np.empty(3, dtype=np.int64)
    for row in range(len(keys)):
        key = keys[row]
        if tables.marked != 0:
            codes[2] = tables.by_cards[key & ((1 << OTHER_BITS) - 1)]
            codes[1] = tables.by_cards[key >> OTHER_BITS & ((1 << ONE_BITS) - 1)]
            codes[0] = tables.by_cards[key >> (ONE_BITS + OTHER_BITS)]
        else:
            codes[2] = key % layers
            codes[1] = key // layers % layers
            codes[0] = key // layers // layers
        for layer in range(3):
            code = codes[layer]
            for cell in range(8, -1, -1):
                counts[row, 9 * layer + cell] = code % base
                code //= base


@kernel
def classes_from(
    firsts: NDArray[np.int64],
    cards: Int,
    laid: Int,
    tables: ClassTables,
    keys: NDArray[np.int64],
    stabilisers: NDArray[np.int16],
) -> Int:
    """List all canonical hands with so many cards whose first layer is one of `firsts`.

    `laid` kinds of them are laid, four cards each. Returns how many hands there are; those beyond
    the length of `keys` are only counted.
    """
    found = np.int64(0)
    rows = np.int64(tables.rows)
    base = np.int64(tables.base)
    codes = np.empty(9, dtype=np.int64)
    left = np.empty(6, dtype=np.int64)
    for first in firsts:
        key = np.int64(tables.best[first])
        rest = cards - (key >> CODE_BITS)
        which = tables.stabiliser[first]
        keeping = tables.sizes[which]
        codes[0] = first
        flipped = np.int64(tables.flipped[first])
        rest_laid = np.int64(laid)
        if tables.marked != 0:
            code = first
            for _ in range(9):
                rest_laid -= code % base == base - 1
                code //= base
            if rest_laid < 0:
                continue
        # The second layer has at least as many cards as the third, and at most as the first.
        choices = (min(rest, key >> CODE_BITS) - (rest + 1) // 2 + 1) * (rest_laid + 1)
        for choice in range(choices):
            one_laid = choice % (rest_laid + 1)
            one_cards = (rest + 1) // 2 + choice // (rest_laid + 1)
            other_cards = rest - one_cards
            other_laid = rest_laid - one_laid
            begin = tables.starts[other_cards, other_laid]
            end = tables.starts[other_cards, other_laid + 1]
            for place in range(
                tables.starts[one_cards, one_laid], tables.starts[one_cards, one_laid + 1]
            ):
                one = np.int64(tables.by_cards[place])
                if tables.best[one] > key:
                    continue
                maximal = True
                for turn in range(1, keeping):
                    if turned(one, tables.stabilisers[which, turn], tables) > one:
                        maximal = False
                        break
                if not maximal:
                    continue
                codes[1] = one
                left[0] = first // (rows * rows)
                left[1] = first // rows % rows
                left[2] = first % rows
                left[3] = flipped // (rows * rows)
                left[4] = flipped // rows % rows
                left[5] = flipped % rows
                for line in range(6):
                    left[line] = (left[line] * rows + tables.lines[place, line]) * rows
                for last in range(begin, end):
                    other = np.int64(tables.by_cards[last])
                    if one_cards == other_cards and other > one:
                        break
                    if tables.best[other] > key:
                        continue
                    greater = False
                    for line in range(6):
                        codes[3 + line] = left[line] + tables.lines[last, line]
                        if tables.best[codes[3 + line]] > key:
                            greater = True
                            break
                    if greater:
                        continue
                    codes[2] = other
                    mine = (np.int64(one_cards) << CODE_BITS | one) << KEY_BITS
                    mine |= np.int64(other_cards) << CODE_BITS | other
                    greatest: Int = mine
                    ties: Int = 0
                    for layer in range(9):
                        if tables.best[codes[layer]] == key:
                            axis = layer - layer % 3
                            greatest, ties = _greatest_rest(
                                codes[layer],
                                codes[axis + (layer + 1) % 3],
                                codes[axis + (layer + 2) % 3],
                                greatest,
                                ties,
                                mine,
                                tables,
                            )
                            if greatest > mine:
                                break
                    if greatest > mine:
                        continue
                    if found < len(keys):
                        keys[found] = packed(first, one, other, tables)
                        stabilisers[found] = ties
                    found += 1
    return found
