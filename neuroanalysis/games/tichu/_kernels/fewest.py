"""The fewest plays that use up a hand (clause 3.1), exact for any cards with the Phoenix anywhere.

Suits matter for bombs alone, and a straight flush is one play as the straight that it is too: so
the answer follows from how many cards of each rank there are. The ranks are gone through from the
lowest. A state says what still matters of all the ways to part the ranks so far:

- how many straights go through this rank, by their length so far; those of full length are one;
- the same for pair sequences, in pairs;
- the threes less the pairs that stand by themselves (a full house is one of each, so that so many
  plays are saved at the end), within what later ranks can still set against them;
- whether the Phoenix was used, which is one card more of a rank: in a group that is neither single
  nor four of a kind, and not with its own three as a full house unless the rules allow it.

Of equal states the one with fewer plays is kept. A straight that could go on is not left while
another begins or a single card stays, nor a pair sequence while a pair does: that saves no play.
"""

from __future__ import annotations

from typing import Final, NamedTuple

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
    PAIRS_IN_SEQUENCE,
    PHOENIX,
    PHOENIX_FULL_HOUSE_FROM_QUAD,
)
from neuroanalysis.games.tichu._kernels.plays import held, size_of

# A state's parts: 13 lengths of straights of three bits, 7 of pair sequences of two, and so on.
_AGE: Final = 3
_PAIR_AGE: Final = 2
_PAIRS_AT: Final = 39
_BALANCE_AT: Final = 53
_PHOENIX_AT: Final = 59
_MADE_AT: Final = 61
_ZERO: Final = 16  # what stands for as many threes as pairs

_ROOM: Final = 1 << 16
_SLOTS: Final = 1 << 18
_MIX: Final = -7046029254386353131

# What became of the Phoenix.
_UNUSED: Final = 0
_USED: Final = 1
_WITH_FOUR: Final = 2  # in the pair beside a three of its own rank


class Workspace(NamedTuple):
    """What a search needs: the states of two ranks, and where each is found."""

    keys: NDArray[np.int64]
    plays: NDArray[np.int64]
    slots: NDArray[np.int32]
    places: NDArray[np.int32]


@kernel
def workspace() -> Workspace:
    """Make the workspace of searches."""
    return Workspace(
        np.empty((2, _ROOM), dtype=np.int64),
        np.empty((2, _ROOM), dtype=np.int64),
        np.zeros(_SLOTS, dtype=np.int32),
        np.empty(_ROOM, dtype=np.int32),
    )


@kernel
def fewest_plays(
    hands: NDArray[np.int64],
    numbers: NDArray[np.int64],
    answers: NDArray[np.uint8],
    progress: NDArray[np.int64],
) -> None:
    """Write for each hand, cards as bits, the fewest plays that use it up."""
    work = workspace()
    for row in range(len(hands)):
        if progress[1]:
            return
        answers[row] = fewest(hands[row], numbers, work)
        progress[0] += 1


@kernel
def fewest(hand: Int, numbers: NDArray[np.int64], work: Workspace) -> int:
    """Return the fewest plays that use up a hand."""
    phoenix = int(hand >> PHOENIX & 1)
    straight, pairs = numbers[CARDS_IN_STRAIGHT], numbers[PAIRS_IN_SEQUENCE]
    held_of = np.zeros(ACE + 1, dtype=np.int64)
    held_of[1] = hand >> MAH_JONG & 1
    fours = 0
    for rank in range(LOWEST, ACE + 1):
        held_of[rank] = size_of(held(hand, rank))
        fours += held_of[rank] == 4
    # Where a three and a pair of one rank can come from, it is kept whether there are others.
    alone = phoenix and fours and not numbers[PHOENIX_FULL_HOUSE_FROM_QUAD]
    most_threes, most_pairs = 0, 0
    for rank in range(LOWEST, ACE + 1):
        most_threes += held_of[rank] + phoenix >= 3
        most_pairs += (held_of[rank] + phoenix) // 2
    side, n = 0, 1
    work.keys[0, 0] = _ZERO << _BALANCE_AT
    work.plays[0, 0] = 0
    for rank in range(1, ACE + 1):
        here = held_of[rank]
        if rank == 1 and here == 0:
            continue
        if rank > 1:
            most_threes -= here + phoenix >= 3
            most_pairs -= (here + phoenix) // 2
        found = 0
        for place in range(n):
            key, plays = work.keys[side, place], work.plays[side, place]
            ages = key & ((1 << _PAIRS_AT) - 1)
            pair_ages = key >> _PAIRS_AT & ((1 << _BALANCE_AT - _PAIRS_AT) - 1)
            balance = (key >> _BALANCE_AT & 63) - _ZERO
            state = key >> _PHOENIX_AT & 3
            made = key >> _MADE_AT & 1
            old = ages >> _AGE * (straight - 1)
            pair_old = pair_ages >> _PAIR_AGE * (pairs - 1)
            bound = _sum_below(ages, straight, _AGE) + 2 * _sum_below(pair_ages, pairs, _PAIR_AGE)
            older = ages << _AGE & ((1 << _AGE * straight) - 1)
            pair_older = pair_ages << _PAIR_AGE & ((1 << _PAIR_AGE * pairs) - 1)
            free = phoenix and state == _UNUSED
            begin = _begin(held_of, rank, straight, 1, free)
            pair_begin = _begin(held_of, rank, pairs, 2, free) if rank > 1 else 0
            for use in range(1 + (free and rank > 1)):
                left = here + use - bound
                for on in range(min(old, left), -1, -1):
                    for new in range(1 + (min(left - on, begin) if on == old else 0)):
                        rest = left - on - new
                        for pair_on in range(min(pair_old, rest // 2), -1, -1):
                            over = rest // 2 - pair_on
                            most = min(over, pair_begin) if pair_on == pair_old else 0
                            for pair_new in range(1 + most):
                                single = rest - 2 * (pair_on + pair_new)
                                if (single == 1 and on < old) or (
                                    single == 2 and pair_on < pair_old
                                ):
                                    continue
                                after = older + (on << _AGE * (straight - 1)) + new
                                after += (
                                    pair_older + (pair_on << _PAIR_AGE * (pairs - 1)) + pair_new
                                ) << _PAIRS_AT
                                # The Phoenix stands in one of the rows, or has to stay with others.
                                stays = use and single == here + use
                                now = _USED if use else state
                                said = made
                                more, shift = 0, 0
                                if single == 1:
                                    if stays:
                                        continue
                                    more = 1
                                elif single == 2:
                                    more, shift, said = 1, -1, alone
                                elif single == 3:
                                    shift, said = 1, alone
                                elif single == 4:
                                    if stays or balance + most_threes >= 2:
                                        found = _put(
                                            after,
                                            plays + new + pair_new + 2,
                                            balance - 2,
                                            now,
                                            alone,
                                            most_threes,
                                            most_pairs,
                                            work,
                                            1 - side,
                                            found,
                                        )
                                    if stays:
                                        continue
                                    more = 1
                                elif single == 5:
                                    more, now = 1, _WITH_FOUR
                                found = _put(
                                    after,
                                    plays + new + pair_new + more,
                                    balance + shift,
                                    now,
                                    said,
                                    most_threes,
                                    most_pairs,
                                    work,
                                    1 - side,
                                    found,
                                )
        side, n = 1 - side, found
        for place in range(n):
            work.slots[work.places[place]] = 0
    answer = np.int64(1 << 30)
    for place in range(n):
        key = work.keys[side, place]
        pair_ages = key >> _PAIRS_AT & ((1 << _BALANCE_AT - _PAIRS_AT) - 1)
        state = key >> _PHOENIX_AT & 3
        if _sum_below(key & ((1 << _PAIRS_AT) - 1), straight, _AGE) or _sum_below(
            pair_ages, pairs, _PAIR_AGE
        ):
            continue
        if state == _WITH_FOUR and alone and not key >> _MADE_AT & 1:
            continue
        plays = work.plays[side, place] + max(0, (key >> _BALANCE_AT & 63) - _ZERO)
        answer = min(answer, plays + (phoenix and state == _UNUSED))
    return int(answer + (hand >> DOG & 1) + (hand >> DRAGON & 1))


@kernel
def _sum_below(ages: Int, least: Int, bits: Int) -> int:
    """Return how many rows are shorter than the least length."""
    n, rest = 0, ages & ((1 << bits * (least - 1)) - 1)
    while rest:
        n += rest & ((1 << bits) - 1)
        rest >>= bits
    return int(n)


@kernel
def _begin(held_of: NDArray[np.int64], rank: Int, least: Int, each: Int, phoenix: Int) -> int:
    """Return how many rows of `each` cards a rank may begin here, as far as the cards go."""
    if rank + least - 1 > ACE:
        return 0
    most = held_of[rank]
    for place in range(rank + 1, rank + least):
        most = min(most, held_of[place])
    rows = most // each
    if phoenix:
        # With one card more in the one place that is short of a further row.
        short = 0
        for place in range(rank, rank + least):
            short += max(0, each * (rows + 1) - held_of[place])
        rows += short <= 1
    return int(rows)


@kernel
def _put(
    rows: Int,
    plays: Int,
    balance: Int,
    state: Int,
    made: Int,
    most_threes: Int,
    most_pairs: Int,
    work: Workspace,
    side: Int,
    n: Int,
) -> int:
    """Keep a state behind `n` others, unless it is there with as few plays; return their number."""
    if balance < -most_threes:
        # So many pairs never find a three.
        balance = -most_threes
    elif balance > most_pairs:
        plays += balance - most_pairs
        balance = most_pairs
    key = (
        rows
        | (balance + _ZERO) << _BALANCE_AT
        | np.int64(state) << _PHOENIX_AT
        | np.int64(made) << _MADE_AT
    )
    slot = key * _MIX >> 40 & (_SLOTS - 1)
    while work.slots[slot]:
        place = work.slots[slot] - 1
        if work.keys[side, place] == key:
            work.plays[side, place] = min(work.plays[side, place], plays)
            return int(n)
        slot = slot + 1 & (_SLOTS - 1)
    work.slots[slot] = n + 1
    work.places[n] = slot
    work.keys[side, n] = key
    work.plays[side, n] = plays
    return int(n + 1)
