"""Plays: what cards may be laid at once, and which play beats which (clauses 2.1 to 2.12).

A play is its cards, as bits, and a code: ``kind << 16 | cards << 8 | rank``. The rank is in halves,
twice that of the highest card (of its three for a full house), so that the Phoenix alone has room
half a rank above a single. Kinds are numbered so that of two bombs the one with the greater code
beats the other, and of two other plays the greater one if all but their ranks are equal.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.tichu._kernels.layout import (
    ACE,
    CARDS_IN_STRAIGHT,
    DOG,
    DRAGON,
    LOWEST,
    MAH_JONG,
    MAH_JONG_IN_STRAIGHT_FLUSH,
    PAIRS_IN_SEQUENCE,
    PHOENIX,
    PHOENIX_FULL_HOUSE_FROM_QUAD,
    SUITS,
)

NO_PLAY: Final = 0
DOG_ALONE: Final = 1
SINGLE: Final = 2
PAIR: Final = 3
PAIR_SEQUENCE: Final = 4
THREE: Final = 5
FULL_HOUSE: Final = 6
STRAIGHT: Final = 7
FOUR_OF_A_KIND: Final = 8
STRAIGHT_FLUSH: Final = 9
KINDS: Final = 10

KIND_SHIFT: Final = 16
LENGTH_SHIFT: Final = 8
DRAGON_RANK: Final = ACE + 1
"""Half a rank above the Phoenix on an ace."""

MOST_READINGS: Final = 2
"""Ways to read a set of cards; a straight whose Phoenix is at either end, a full house of pairs."""

_ALL_SUITS: Final = 15
_SUIT_MASK: Final = 0x1111111111111
_PHOENIX_BIT: Final = 1 << PHOENIX
_MAH_JONG_BIT: Final = 1 << MAH_JONG
_DOG_BIT: Final = 1 << DOG
_DRAGON_BIT: Final = 1 << DRAGON
_FULL: Final = 5
_QUAD: Final = 4


@kernel
def encode(kind: Int, length: Int, rank: Int) -> int:
    """Return the code of a play, by its rank in whole ranks."""
    return int(kind << KIND_SHIFT | length << LENGTH_SHIFT | 2 * rank)


@kernel
def beats(code: Int, trick: Int) -> bool:
    """Return whether a play beats another; the Phoenix alone by the code with which it was laid."""
    if trick >> KIND_SHIFT == DOG_ALONE:
        return False
    if code >> KIND_SHIFT >= FOUR_OF_A_KIND:
        return bool(code > trick)
    return bool(code >> LENGTH_SHIFT == trick >> LENGTH_SHIFT and code > trick)


@kernel
def laid_on(cards: Int, code: Int, trick: Int) -> int:
    """Return the code of a play when it is laid on another: the Phoenix alone is half above it."""
    if cards != _PHOENIX_BIT or trick >> KIND_SHIFT != SINGLE:
        return int(code)
    over = trick >> 1 & 127
    if over == DRAGON_RANK:
        return int(code)
    return encode(SINGLE, 1, over) + 1


@kernel
def size_of(cards: Int) -> int:
    """Return how many cards a set has."""
    rest, n = np.int64(cards), 0
    while rest:
        rest &= rest - 1
        n += 1
    return n


@kernel
def held(cards: Int, rank: Int) -> int:
    """Return the cards of a rank, 2 to 14, as four bits."""
    return int(cards >> SUITS * (rank - LOWEST) & _ALL_SUITS)


@kernel
def in_one_suit(cards: Int, numbers: NDArray[np.int64]) -> bool:
    """Return whether the cards of a straight make it a straight flush."""
    if cards & _PHOENIX_BIT or (cards & _MAH_JONG_BIT and not numbers[MAH_JONG_IN_STRAIGHT_FLUSH]):
        return False
    real = cards & ~_MAH_JONG_BIT
    for suit in range(SUITS):
        if real & ~(_SUIT_MASK << suit) == 0:
            return True
    return False


@kernel
def phoenix_rank(cards: Int, code: Int) -> int:
    """Return the rank that the Phoenix of a play stands for; 0 where it is alone or not in it."""
    kind = code >> KIND_SHIFT
    if not cards & _PHOENIX_BIT or kind == SINGLE:
        return 0
    top = int(code >> 1 & 127)
    if kind == STRAIGHT:
        rank = top
        while held(cards, rank):
            rank -= 1
        return rank
    if kind == PAIR_SEQUENCE:
        rank = top
        while size_of(held(cards, rank)) == 2:
            rank -= 1
        return rank
    if kind == FULL_HOUSE and size_of(held(cards, top)) == 3:
        for rank in range(LOWEST, ACE + 1):
            if rank != top and held(cards, rank):
                return rank
    return top


@kernel
def recognise(cards: Int, numbers: NDArray[np.int64], codes: NDArray[np.int64]) -> int:
    """Find every play that a set of cards is; return their number, `MOST_READINGS` at most.

    The codes come with the higher rank first. The Phoenix alone is as if led: half above 1.
    """
    phoenix = int(cards >> PHOENIX & 1)
    first = int(cards >> MAH_JONG & 1)
    real = cards & ~_PHOENIX_BIT
    size = size_of(cards)
    if size == 0:
        return 0
    if size == 1:
        codes[0] = _alone(cards)
        return 1
    if real & (_DOG_BIT | _DRAGON_BIT):
        return 0
    low, high, ones, ranks = 0, 0, 0, 0
    most = first
    for rank in range(LOWEST, ACE + 1):
        n = size_of(held(cards, rank))
        if n:
            low, high = low if low else rank, rank
            ranks += 1
            ones += n == 1
            most = max(most, n)
    if first:
        low, ranks, ones = 1, ranks + 1, ones + 1
    if high == 0:
        return 0
    span = high - low + 1
    if most == 1 and size > 2:
        return _straights(cards, low, high, ranks, numbers, codes)
    if first:
        return 0
    if ranks == 1:
        return _of_one_rank(high, size, phoenix, numbers, codes)
    if (
        most == 2
        and size == 2 * ranks
        and ones == phoenix
        and span == ranks
        and ranks >= numbers[PAIRS_IN_SEQUENCE]
    ):
        codes[0] = encode(PAIR_SEQUENCE, size, high)
        return 1
    if ranks == 2 and size == _FULL:
        return _full_houses(cards, low, high, codes)
    return 0


@kernel
def _alone(cards: Int) -> int:
    if cards & _DOG_BIT:
        return encode(DOG_ALONE, 1, 0)
    if cards & _DRAGON_BIT:
        return encode(SINGLE, 1, DRAGON_RANK)
    if cards & _PHOENIX_BIT:
        return encode(SINGLE, 1, 1) + 1
    if cards & _MAH_JONG_BIT:
        return encode(SINGLE, 1, 1)
    rank = LOWEST
    while not held(cards, rank):
        rank += 1
    return encode(SINGLE, 1, rank)


@kernel
def _straights(
    cards: Int,
    low: Int,
    high: Int,
    ranks: Int,
    numbers: NDArray[np.int64],
    codes: NDArray[np.int64],
) -> int:
    """Find the straights that cards of different ranks are."""
    phoenix = int(cards >> PHOENIX & 1)
    if ranks + phoenix < numbers[CARDS_IN_STRAIGHT]:
        return 0
    gaps = high - low + 1 - ranks
    n = 0
    if gaps == phoenix:
        kind = STRAIGHT_FLUSH if in_one_suit(cards, numbers) else STRAIGHT
        codes[0] = encode(kind, ranks + phoenix, high)
        n = 1
    elif phoenix and gaps == 0:
        if high < ACE:
            codes[n] = encode(STRAIGHT, ranks + 1, high + 1)
            n += 1
        if low > LOWEST:
            codes[n] = encode(STRAIGHT, ranks + 1, high)
            n += 1
    return n


@kernel
def _of_one_rank(
    rank: Int, size: Int, phoenix: Int, numbers: NDArray[np.int64], codes: NDArray[np.int64]
) -> int:
    if size == 2:
        codes[0] = encode(PAIR, 2, rank)
    elif size == 3:
        codes[0] = encode(THREE, 3, rank)
    elif size == _QUAD and not phoenix:
        codes[0] = encode(FOUR_OF_A_KIND, _QUAD, rank)
    elif size == _FULL and numbers[PHOENIX_FULL_HOUSE_FROM_QUAD]:
        codes[0] = encode(FULL_HOUSE, _FULL, rank)
    else:
        return 0
    return 1


@kernel
def _full_houses(cards: Int, low: Int, high: Int, codes: NDArray[np.int64]) -> int:
    """Find the full houses that five cards of two ranks are, the Phoenix among them or not."""
    below, above = size_of(held(cards, low)), size_of(held(cards, high))
    n = 0
    if above == 3 or (above == 2 and below == 2):
        codes[n] = encode(FULL_HOUSE, _FULL, high)
        n += 1
    if below == 3 or (above == 2 and below == 2):
        codes[n] = encode(FULL_HOUSE, _FULL, low)
        n += 1
    return n
