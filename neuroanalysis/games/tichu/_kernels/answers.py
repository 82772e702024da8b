"""The plays that a hand contains, all or those that beat another, and what a wish leaves of them.

Plays are found by their *form*: how many cards of each rank, and where the Phoenix stands. Each
form is then written out with every choice of suits, or with one.
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
from neuroanalysis.games.tichu._kernels.plays import (
    DOG_ALONE,
    DRAGON_RANK,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    KIND_SHIFT,
    PAIR,
    PAIR_SEQUENCE,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    beats,
    encode,
    held,
    in_one_suit,
    laid_on,
    size_of,
)

ROOM: Final = 4096
"""Room that the plays of any 14 cards have."""

_QUAD: Final = 4
_FULL: Final = 5
_FORMS: Final = 2048  # the whole pack has fewer


def _choices() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return, by the suits held and a number of cards, how many choices there are, and which."""
    number = np.zeros((16, 5), dtype=np.int64)
    found = np.zeros((16, 5, 6), dtype=np.int64)
    for suits in range(16):
        for chosen in range(16):
            if chosen & ~suits == 0:
                size = chosen.bit_count()
                found[suits, size, number[suits, size]] = chosen
                number[suits, size] += 1
    return number, found


_NUMBER, _CHOICE = _choices()


@kernel
def plays_in(
    hand: Int,
    trick: Int,
    every_suit: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
) -> int:
    """List the plays of a hand that beat a trick's code; all of them where it is 0.

    Parameters
    ----------
    hand, trick
        Cards as bits; the code of the play to beat, or 0.
    every_suit
        Whether plays of equal cards but for their suits are each listed; else one of them is,
        with the first suits, and bombs all.
    numbers
        Of the rules.
    cards, codes
        Where the plays are written, so many as there is room for.

    Returns
    -------
    int
        How many there are; where they have no room, a number beyond it.
    """
    n = bombs_in(hand, trick, numbers, cards, codes, 0)
    return ordinary_in(hand, trick, every_suit, numbers, cards, codes, n)


@kernel
def ordinary_in(
    hand: Int,
    trick: Int,
    every_suit: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
    n: Int,
) -> int:
    """List the plays of a hand that are no bombs, behind `n` other plays; as `plays_in`."""
    if trick >> KIND_SHIFT >= FOUR_OF_A_KIND or trick >> KIND_SHIFT == DOG_ALONE:
        return int(n)
    forms = np.empty((_FORMS, 3), dtype=np.int64)
    room = len(codes)
    for form in range(_forms_in(hand, trick, numbers, forms)):
        code, need, extra = forms[form, 0], forms[form, 1], forms[form, 2]
        total = 1
        for place in range(0, MAH_JONG, SUITS):
            total *= _NUMBER[hand >> place & 15, need >> place & 15]
        for number in range(total):
            if n > room:
                return int(n)
            rest, bits = number, extra
            for place in range(0, MAH_JONG, SUITS):
                take = need >> place & 15
                if take:
                    suits = hand >> place & 15
                    bits |= _CHOICE[suits, take, rest % _NUMBER[suits, take]] << place
                    rest //= _NUMBER[suits, take]
            # Cards of one suit are a bomb, which is listed as that.
            if code >> KIND_SHIFT == STRAIGHT and in_one_suit(bits, numbers):
                continue
            if n < room:
                cards[n], codes[n] = bits, code
            n += 1
            if not every_suit:
                break
    return int(n)


@kernel
def _forms_in(hand: Int, trick: Int, numbers: NDArray[np.int64], forms: NDArray[np.int64]) -> int:
    """List the forms of a hand that are no bombs and beat a trick; return their number.

    A row is the code, the cards needed of each rank, four bits each where that rank's cards have
    theirs, and the cards without suits.
    """
    phoenix = int(hand >> PHOENIX & 1)
    wild = 1 << PHOENIX
    n = 0
    for card, rank in ((DOG, 0), (MAH_JONG, 1), (PHOENIX, 1), (DRAGON, DRAGON_RANK)):
        if hand >> card & 1:
            code = encode(DOG_ALONE if card == DOG else SINGLE, 1, rank)
            if card == PHOENIX:
                code = laid_on(wild, code + 1, trick)
            n = _add(code, 0, 1 << card, trick, forms, n)
    for rank in range(LOWEST, ACE + 1):
        there, place = size_of(held(hand, rank)), SUITS * (rank - LOWEST)
        for size in range(1, 4):
            code = encode(SINGLE if size == 1 else PAIR if size == 2 else THREE, size, rank)
            for used in range(1 + (phoenix if size > 1 else 0)):
                if there >= size - used:
                    n = _add(code, (size - used) << place, wild * used, trick, forms, n)
        if there == 0:
            continue
        code = encode(FULL_HOUSE, _FULL, rank)
        if there == _QUAD and phoenix and numbers[PHOENIX_FULL_HOUSE_FROM_QUAD]:
            n = _add(code, _QUAD << place, wild, trick, forms, n)
        for other in range(LOWEST, ACE + 1):
            if other == rank:
                continue
            beside, at = size_of(held(hand, other)), SUITS * (other - LOWEST)
            # Where the Phoenix stands: nowhere, in the three, in the pair.
            for where in range(1 + 2 * phoenix):
                three, pair = 3 - (where == 1), 2 - (where == 2)
                if there >= three and beside >= pair:
                    need = three << place | pair << at
                    n = _add(code, need, wild * (where > 0), trick, forms, n)
    for each in range(1, 3):
        n = _rows_in(hand, trick, each, numbers, forms, n)
    return n


@kernel
def _rows_in(
    hand: Int, trick: Int, each: Int, numbers: NDArray[np.int64], forms: NDArray[np.int64], n: Int
) -> int:
    """List straights (`each` 1) or pair sequences (`each` 2) behind `n` other forms."""
    phoenix, wild = hand >> PHOENIX & 1, 1 << PHOENIX
    least = numbers[CARDS_IN_STRAIGHT] if each == 1 else numbers[PAIRS_IN_SEQUENCE]
    kind = STRAIGHT if each == 1 else PAIR_SEQUENCE
    for low in range(1 if each == 1 and hand >> MAH_JONG & 1 else LOWEST, ACE):
        hole, need = 0, np.int64(0)
        first = 1 << MAH_JONG if low == 1 else 0
        begin = max(low, LOWEST)
        for high in range(begin, ACE + 1):
            there = size_of(held(hand, high))
            if there < each:
                if hole or not phoenix or there < each - 1:
                    break
                hole = high
            need |= np.int64(each) << SUITS * (high - LOWEST)
            if high - low + 1 < least:
                continue
            code = encode(kind, each * (high - low + 1), high)
            if not hole:
                n = _add(code, need, first, trick, forms, n)
            if phoenix:
                for place in range(hole if hole else begin, (hole if hole else high) + 1):
                    less = need - (np.int64(1) << SUITS * (place - LOWEST))
                    n = _add(code, less, first | wild, trick, forms, n)
    return int(n)


@kernel
def _add(code: Int, need: Int, extra: Int, trick: Int, forms: NDArray[np.int64], n: Int) -> int:
    """Write a form behind `n` others if it beats the trick; return their number."""
    if trick and not beats(code, trick):
        return int(n)
    forms[n, 0], forms[n, 1], forms[n, 2] = code, need, extra
    return int(n + 1)


@kernel
def count_bombs(
    hands: NDArray[np.int64],
    numbers: NDArray[np.int64],
    answers: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Write for each hand, cards as bits, how many bombs it contains (clause 2.12)."""
    nowhere = np.zeros(0, dtype=np.int64)
    for row in range(len(hands)):
        if progress[1]:
            return
        answers[row] = bombs_in(hands[row], 0, numbers, nowhere, nowhere, 0)
        progress[0] += 1


@kernel
def bombs_in(
    hand: Int,
    trick: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
    n: Int,
) -> int:
    """List the bombs of a hand that beat a trick's code, behind `n` other plays; as `plays_in`."""
    room = len(codes)
    for rank in range(LOWEST, ACE + 1):
        code = encode(FOUR_OF_A_KIND, _QUAD, rank)
        if held(hand, rank) == 15 and (trick == 0 or beats(code, trick)):
            if n < room:
                cards[n] = 15 << SUITS * (rank - LOWEST)
                codes[n] = code
            n += 1
    mah_jong = (hand >> MAH_JONG & 1) and numbers[MAH_JONG_IN_STRAIGHT_FLUSH]
    for suit in range(SUITS):
        for low in range(1 if mah_jong else LOWEST, ACE):
            bits = 1 << MAH_JONG if low == 1 else 0
            for high in range(max(low, LOWEST), ACE + 1):
                card = 1 << (SUITS * (high - LOWEST) + suit)
                if not hand & card:
                    break
                bits |= card
                length = high - low + 1
                code = encode(STRAIGHT_FLUSH, length, high)
                if length >= numbers[CARDS_IN_STRAIGHT] and (trick == 0 or beats(code, trick)):
                    if n < room:
                        cards[n], codes[n] = bits, code
                    n += 1
    return int(n)


@kernel
def legal_plays(
    hand: Int,
    trick: Int,
    wish: Int,
    every_suit: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
) -> tuple[int, bool]:
    """List what a player in turn may lay, to lead (`trick` 0) or to answer, under a wish.

    Parameters are those of `plays_in`, and the rank wished for or 0. A player who can lay a card of
    that rank must, a bomb if need be; the Phoenix is none. The plays that are left are then those.

    Returns
    -------
    tuple of int and bool
        How many there are, and whether the wish obliges him, so that he may not pass.
    """
    n = plays_in(hand, trick, every_suit, numbers, cards, codes)
    if wish == 0 or n > len(codes) or not held(hand, wish):
        return n, False
    kept = 0
    for place in range(n):
        if held(cards[place], wish):
            # What stands before was looked at already.
            cards[kept], codes[kept] = cards[place], codes[place]
            kept += 1
    if kept:
        return kept, True
    return n, False
