"""A hand parted into plays that a player could lay one after the other, in a few microseconds.

The plan is good, not proven best (the fewest plays are found in ``fewest``): up to two straights
are taken out in every way, the Phoenix stands wherever it may, and what is left is parted by rank.
Of all these ways that of the least cost is the plan. A play costs a turn to get rid of, less what
it brings where it wins the lead: ``1 - 2 * chance to win``.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.tichu._kernels.layout import (
    ACE,
    CARDS,
    CARDS_IN_STRAIGHT,
    DOG,
    DRAGON,
    LOWEST,
    MAH_JONG,
    PAIRS_IN_SEQUENCE,
    PHOENIX,
    SUITS,
)
from neuroanalysis.games.tichu._kernels.plays import (
    DOG_ALONE,
    DRAGON_RANK,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    KIND_SHIFT,
    KINDS,
    LENGTH_SHIFT,
    PAIR,
    PAIR_SEQUENCE,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    encode,
    held,
    in_one_suit,
    size_of,
)

MOST_PLAYS: Final = 16
"""Room for the plays of 14 cards."""

PHOENIX_ALONE: Final = 0
"""Where among the singles the Phoenix has its chance."""

_EVERY_CARD: Final = (1 << CARDS) - 1
_BESIDE: Final = 24  # where a full house keeps the rank of its pair
_NEVER: Final = 1e9
_LOW: Final = 0  # of a straight, in a row of the runs
_HIGH: Final = 1
_HOLE: Final = 2  # where the Phoenix stands in it, or 0
SCRATCH: Final = (67, 32)
"""The shape of the array that `plan` works in."""


def _chances() -> NDArray[np.float64]:
    """Return by kind and rank the chance to win a trick that a play has early in a round."""
    found = np.zeros((KINDS, DRAGON_RANK + 1))
    found[SINGLE, 10 : ACE + 1] = (0.04, 0.08, 0.15, 0.3, 0.65)
    found[SINGLE, DRAGON_RANK] = 1.0
    found[SINGLE, PHOENIX_ALONE] = 0.65
    ranks = np.arange(DRAGON_RANK + 1) / ACE
    found[PAIR] = 0.9 * ranks**4
    found[THREE] = 0.9 * ranks**2
    found[PAIR_SEQUENCE] = 0.5 + 0.4 * ranks**2
    found[FULL_HOUSE] = 0.35 + 0.55 * ranks**2
    found[STRAIGHT] = 0.2 + 0.7 * ranks**2
    found[FOUR_OF_A_KIND] = found[STRAIGHT_FLUSH] = 1.1
    # The lead goes to one's partner.
    found[DOG_ALONE] = 0.3
    return found


_CHANCES: Final = _chances()


@kernel
def win_chances(hand: Int, seen: Int, chances: NDArray[np.float64]) -> None:
    """Write by kind and rank the chance to win a trick, 1 where no unseen card of a rank beats it.

    Parameters
    ----------
    hand, seen
        The player's cards, and all that were laid.
    chances
        (kinds, ranks): what is written.
    """
    chances[:, :] = _CHANCES
    unseen = _EVERY_CARD & ~(hand | seen)
    wild = unseen >> PHOENIX & 1
    over = np.zeros(4, dtype=np.int64)
    for rank in range(LOWEST, ACE + 1):
        n = size_of(held(unseen, rank))
        for size in range(1, 4):
            if n + (wild if size > 1 else 0) >= size and n:
                over[size] = rank
    if unseen >> DRAGON & 1 == 0:
        chances[SINGLE, PHOENIX_ALONE] = 0.95
        if not wild:
            chances[SINGLE, max(over[1], LOWEST) : DRAGON_RANK] = 1.0
    # An equal rank does not beat.
    chances[PAIR, max(over[2], LOWEST) :] = 1.0
    chances[THREE, max(over[3], LOWEST) :] = 1.0


@kernel
def chance_of(cards: Int, code: Int, chances: NDArray[np.float64]) -> float:
    """Return the chance of a play."""
    if cards == 1 << PHOENIX:
        return float(chances[SINGLE, PHOENIX_ALONE])
    return float(chances[code >> KIND_SHIFT, code >> 1 & 15])


@kernel
def plan(
    hand: Int,
    chances: NDArray[np.float64],
    numbers: NDArray[np.int64],
    scratch: NDArray[np.int64],
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
) -> tuple[int, float]:
    """Part a hand into plays.

    Parameters
    ----------
    hand
        Cards as bits.
    chances
        Of `win_chances`.
    numbers
        Of the rules.
    scratch
        `SCRATCH` to work in.
    cards, codes
        Where the plays are written; none for the cost alone.

    Returns
    -------
    tuple
        How many plays, and their cost.
    """
    counts, forms, best, runs = scratch[0], scratch[1], scratch[2], scratch[3:]
    phoenix = hand >> PHOENIX & 1
    counts[:] = 0
    counts[1] = hand >> MAH_JONG & 1
    for rank in range(LOWEST, ACE + 1):
        counts[rank] = size_of(held(hand, rank))
    n_runs = _straights(counts, phoenix, numbers[CARDS_IN_STRAIGHT], runs)
    cost, n, stands = _NEVER, 0, 0
    # The first of the runs is none at all; what stands for the second is not before the first.
    for one in range(n_runs):
        _take(counts, runs[one], 1)
        for other in range(n_runs):
            if other and (one == 0 or other < one or not _is_there(counts, runs[other])):
                continue
            hole = max(runs[one, _HOLE], runs[other, _HOLE])
            if runs[one, _HOLE] and runs[other, _HOLE]:
                continue
            _take(counts, runs[other], 1)
            taken, first = 0, 0.0
            for row in (one, other):
                if row:
                    high = runs[row, _HIGH]
                    forms[taken] = encode(STRAIGHT, high - runs[row, _LOW] + 1, high)
                    first += 1 - 2 * chances[STRAIGHT, high]
                    taken += 1
            free = phoenix and not hole
            for at in range(ACE + 1 if free else 1):
                if at and (at == 1 or counts[at] == 0 or counts[at] > 2):
                    continue
                counts[at] += at > 0
                m, rest = _by_rank(counts, chances, numbers[PAIRS_IN_SEQUENCE], forms, taken)
                counts[at] -= at > 0
                rest += first
                if free and at == 0:
                    rest += 1 - 2 * chances[SINGLE, PHOENIX_ALONE]
                if rest < cost:
                    cost, n, stands = rest, m, hole if hole else at
                    best[:m] = forms[:m]
            _take(counts, runs[other], -1)
        _take(counts, runs[one], -1)
    written = len(codes) > 0
    if written:
        _realise(hand, stands, numbers, best, n, cards, codes)
    for card, kind, rank in (
        (PHOENIX, SINGLE, 1),
        (DRAGON, SINGLE, DRAGON_RANK),
        (DOG, DOG_ALONE, 0),
    ):
        if hand >> card & 1 and (card != PHOENIX or stands == 0):
            if card != PHOENIX:
                cost += 1 - 2 * chances[kind, rank]
            if written:
                cards[n] = 1 << card
                codes[n] = encode(kind, 1, rank) + (card == PHOENIX)
            n += 1
    return n, cost


@kernel
def _straights(counts: NDArray[np.int64], phoenix: Int, least: Int, runs: NDArray[np.int64]) -> int:
    """List the straights of cards, behind none at all; return how many rows are written."""
    runs[0, :] = 0
    n = 1
    for low in range(1, ACE):
        hole = 0
        for high in range(low, ACE + 1):
            if counts[high] == 0:
                if not phoenix or hole or high == 1:
                    break
                hole = high
            if high - low + 1 >= least and n < len(runs):
                runs[n, _LOW], runs[n, _HIGH], runs[n, _HOLE] = low, high, hole
                n += 1
    return n


@kernel
def _is_there(counts: NDArray[np.int64], run: NDArray[np.int64]) -> bool:
    for rank in range(run[_LOW], run[_HIGH] + 1):
        if counts[rank] == 0 and rank != run[_HOLE]:
            return False
    return True


@kernel
def _take(counts: NDArray[np.int64], run: NDArray[np.int64], times: Int) -> None:
    if run[_LOW]:
        for rank in range(run[_LOW], run[_HIGH] + 1):
            if rank != run[_HOLE]:
                counts[rank] -= times


@kernel
def _by_rank(
    counts: NDArray[np.int64],
    chances: NDArray[np.float64],
    least_pairs: Int,
    forms: NDArray[np.int64],
    n: Int,
) -> tuple[int, float]:
    """Part what is in no straight: fours, pair sequences, full houses of the lowest, and the rest.

    Forms are codes written behind `n` others; a full house keeps the rank of its pair beside.
    """
    threes, pairs, run = 0, 0, 0
    cost = 0.0
    for rank in range(1, ACE + 2):
        here = counts[rank] if rank <= ACE else 0
        if here == 2:
            run += 1
            continue
        if run >= least_pairs:
            forms[n] = encode(PAIR_SEQUENCE, 2 * run, rank - 1)
            cost += 1 - 2 * chances[PAIR_SEQUENCE, rank - 1]
            n += 1
        else:
            pairs |= ((1 << run) - 1) << (rank - run)
        run = 0
        if here == 1:
            forms[n] = encode(SINGLE, 1, rank)
            cost += 1 - 2 * chances[SINGLE, rank]
            n += 1
        elif here == 3:
            threes |= 1 << rank
        elif here == 4:
            forms[n] = encode(FOUR_OF_A_KIND, 4, rank)
            cost += 1 - 2 * chances[FOUR_OF_A_KIND, rank]
            n += 1
    beside = LOWEST
    for rank in range(LOWEST, ACE + 1):
        if not threes >> rank & 1:
            continue
        if pairs:
            while not pairs >> beside & 1:
                beside += 1
            pairs &= pairs - 1
            forms[n] = encode(FULL_HOUSE, 5, rank) | beside << _BESIDE
            cost += 1 - 2 * chances[FULL_HOUSE, rank]
        else:
            forms[n] = encode(THREE, 3, rank)
            cost += 1 - 2 * chances[THREE, rank]
        n += 1
    for rank in range(LOWEST, ACE + 1):
        if pairs >> rank & 1:
            forms[n] = encode(PAIR, 2, rank)
            cost += 1 - 2 * chances[PAIR, rank]
            n += 1
    return int(n), cost


@kernel
def _realise(
    hand: Int,
    stands: Int,
    numbers: NDArray[np.int64],
    forms: NDArray[np.int64],
    n: Int,
    cards: NDArray[np.int64],
    codes: NDArray[np.int64],
) -> None:
    """Write the plays of forms with cards of a hand; the Phoenix where a rank's cards run short."""
    left = np.int64(hand)
    for row in range(n):
        code = forms[row] & ((1 << _BESIDE) - 1)
        kind, length, high = code >> KIND_SHIFT, code >> LENGTH_SHIFT & 255, code >> 1 & 127
        beside = forms[row] >> _BESIDE
        each, ranks = length, 1
        if kind == STRAIGHT:
            each, ranks = 1, length
        elif kind == PAIR_SEQUENCE:
            each, ranks = 2, length // 2
        elif kind == FULL_HOUSE:
            each = 3
        bits = np.int64(0)
        for place in range(ranks + (beside > 0)):
            rank, need = (high - place, each) if place < ranks else (beside, 2)
            for suit in range(SUITS):
                card = MAH_JONG if rank == 1 else SUITS * (rank - LOWEST) + suit
                if need and left >> card & 1:
                    bits |= 1 << card
                    left &= ~(1 << card)
                    need -= 1
            if need and rank == stands:
                bits |= 1 << PHOENIX
        if kind == STRAIGHT and in_one_suit(bits, numbers):
            code = encode(STRAIGHT_FLUSH, length, high)
        cards[row], codes[row] = bits, code
