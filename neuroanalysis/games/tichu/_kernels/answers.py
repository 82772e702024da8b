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
    need = np.zeros(ACE + 1, dtype=np.int64)
    n = _singles(hand, trick, every_suit, numbers, cards, codes, need, n)
    n = _of_a_rank(hand, trick, every_suit, numbers, cards, codes, need, n)
    n = _full_houses(hand, trick, every_suit, numbers, cards, codes, need, n)
    n = _in_a_row(hand, trick, every_suit, numbers, cards, codes, need, n, 2)
    return _in_a_row(hand, trick, every_suit, numbers, cards, codes, need, n, 1)


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


@kernel
def _write(
    hand: Int,
    extra: Int,
    code: Int,
    every_suit: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
    need: NDArray[np.int64],
    n: Int,
) -> int:
    """Write a form with each choice of suits that is no bomb, behind `n` plays."""
    total = 1
    for rank in range(LOWEST, ACE + 1):
        if need[rank]:
            total *= _NUMBER[held(hand, rank), need[rank]]
    straight = code >> KIND_SHIFT == STRAIGHT
    for number in range(total):
        if n > len(codes):
            break
        rest, bits = number, extra
        for rank in range(LOWEST, ACE + 1):
            if need[rank]:
                suits = held(hand, rank)
                count = _NUMBER[suits, need[rank]]
                bits |= _CHOICE[suits, need[rank], rest % count] << SUITS * (rank - LOWEST)
                rest //= count
        if straight and in_one_suit(bits, numbers):
            continue
        if n < len(codes):
            cards[n], codes[n] = bits, code
        n += 1
        if not every_suit:
            break
    return int(n)


@kernel
def _singles(
    hand: Int,
    trick: Int,
    every_suit: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
    need: NDArray[np.int64],
    n: Int,
) -> int:
    """List single cards, the Dog and the Phoenix among them."""
    need[:] = 0
    for card, rank in ((DOG, 0), (MAH_JONG, 1), (PHOENIX, 1), (DRAGON, DRAGON_RANK)):
        if not hand >> card & 1:
            continue
        code = encode(DOG_ALONE if card == DOG else SINGLE, 1, rank)
        if card == PHOENIX:
            code = laid_on(1 << card, code + 1, trick)
        if trick == 0 or beats(code, trick):
            n = _write(hand, 1 << card, code, 1, numbers, cards, codes, need, n)
    for rank in range(LOWEST, ACE + 1):
        code = encode(SINGLE, 1, rank)
        if held(hand, rank) and (trick == 0 or beats(code, trick)):
            need[rank] = 1
            n = _write(hand, 0, code, every_suit, numbers, cards, codes, need, n)
            need[rank] = 0
    return int(n)


@kernel
def _of_a_rank(
    hand: Int,
    trick: Int,
    every_suit: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
    need: NDArray[np.int64],
    n: Int,
) -> int:
    """List pairs and threes."""
    need[:] = 0
    for size in (2, 3):
        for rank in range(LOWEST, ACE + 1):
            code = encode(PAIR if size == 2 else THREE, size, rank)
            if trick and not beats(code, trick):
                continue
            for phoenix in range(1 + (hand >> PHOENIX & 1)):
                need[rank] = size - phoenix
                if size_of(held(hand, rank)) >= need[rank]:
                    n = _write(
                        hand,
                        phoenix << PHOENIX,
                        code,
                        every_suit,
                        numbers,
                        cards,
                        codes,
                        need,
                        n,
                    )
            need[rank] = 0
    return int(n)


@kernel
def _full_houses(
    hand: Int,
    trick: Int,
    every_suit: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
    need: NDArray[np.int64],
    n: Int,
) -> int:
    """List full houses."""
    need[:] = 0
    for three in range(LOWEST, ACE + 1):
        code = encode(FULL_HOUSE, _FULL, three)
        if not held(hand, three) or (trick and not beats(code, trick)):
            continue
        # Where the Phoenix stands: nowhere, in the three, in the pair.
        for place in range(1 + 2 * (hand >> PHOENIX & 1)):
            for pair in range(LOWEST, ACE + 1):
                if pair == three and (place != 1 or not numbers[PHOENIX_FULL_HOUSE_FROM_QUAD]):
                    continue
                need[pair] += 2 - (place == 2)
                need[three] += 3 - (place == 1)
                enough = size_of(held(hand, pair)) >= need[pair]
                if enough and size_of(held(hand, three)) >= need[three]:
                    extra = (place > 0) << PHOENIX
                    n = _write(hand, extra, code, every_suit, numbers, cards, codes, need, n)
                need[pair] = need[three] = 0
    return int(n)


@kernel
def _in_a_row(
    hand: Int,
    trick: Int,
    every_suit: Int,
    numbers: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
    need: NDArray[np.int64],
    n: Int,
    each: Int,
) -> int:
    """List straights (`each` 1) or pair sequences (`each` 2)."""
    need[:] = 0
    phoenix = hand >> PHOENIX & 1
    least = numbers[CARDS_IN_STRAIGHT] if each == 1 else numbers[PAIRS_IN_SEQUENCE]
    kind = STRAIGHT if each == 1 else PAIR_SEQUENCE
    for low in range(1 if each == 1 and hand >> MAH_JONG & 1 else LOWEST, ACE):
        hole = 0
        extra = 1 << MAH_JONG if low == 1 else 0
        for high in range(max(low, LOWEST), ACE + 1):
            there = size_of(held(hand, high))
            if there < each:
                if hole or not phoenix or there < each - 1:
                    break
                hole = high
            ranks = high - low + 1
            code = encode(kind, each * ranks, high)
            if ranks < least or (trick and not beats(code, trick)):
                continue
            need[max(low, LOWEST) : high + 1] = each
            for place in range(max(low, LOWEST) - 1, high + 1):
                # Below its first place the Phoenix is left out, which a hole does not allow.
                out = place < max(low, LOWEST)
                if (hole and place != hole) or (not out and not phoenix):
                    continue
                if not out:
                    need[place] -= 1
                bits = extra if out else extra | 1 << PHOENIX
                n = _write(hand, bits, code, every_suit, numbers, cards, codes, need, n)
                if not out:
                    need[place] += 1
            need[:] = 0
    return int(n)
