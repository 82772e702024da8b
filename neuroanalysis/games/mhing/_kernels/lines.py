"""What a reading of four combinations and a pair earns, line by line (clause 3.2)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels import layout
from neuroanalysis.games.mhing._kernels.groups import (
    DRAGON,
    FAMILIES,
    PAIR,
    RUN,
    SORTS,
    WIND,
)
from neuroanalysis.games.mhing._kernels.layout import RANKS, WINDS

_MIDDLE = 4  # the place of the five, to which low hands reach and from which high ones start


@kernel
def count_lines(
    groups: NDArray[np.int64], numbers: NDArray[np.int64], times: NDArray[np.int64]
) -> None:
    """Write how often each line counts in a reading, flowers apart.

    Parameters
    ----------
    groups
        The numbers of four combinations and the pair, in any order.
    numbers
        `RuleArrays.numbers`.
    times
        (lines,): what is written.
    """
    times[:] = 0
    families = 0
    runs = 0
    triplets = 0
    low = True
    high = True
    winds = 0
    dragons = 0
    dragon_kinds = 0
    royal = 0  # for each suit how often 123, 456 and 789 stand there, four bits each
    for place in range(len(groups)):
        group = groups[place]
        kind = group // SORTS
        sort = group % SORTS
        family = FAMILIES[group]
        families |= 1 << family
        rank = kind % RANKS
        if family >= WIND:
            low = False
            high = False
        else:
            top = rank + 2 if sort == RUN else rank
            if top > _MIDDLE:
                low = False
            if rank < _MIDDLE:
                high = False
        if sort == PAIR:
            if family < WIND and rank % 3 == 1:
                times[layout.PAIR_2_5_8] = 1
            continue
        if sort == RUN:
            runs += 1
            if rank % 3 == 0:
                royal += 1 << (4 * (3 * family + rank // 3))
        else:
            triplets += 1
            if family == WIND:
                winds += 1
            elif family == DRAGON:
                dragons += 1
                dragon_kinds |= 1 << (kind - layout.DRAGONS)
        for before in range(place):
            other = groups[before]
            if other % SORTS != sort:
                continue
            other_kind = other // SORTS
            if sort == RUN:
                if other_kind == kind:
                    times[layout.IDENTICAL_RUNS] += 1
                    if not numbers[layout.DOUBLE_RUN_EXCLUDES_IDENTICAL]:
                        times[layout.DOUBLE_RUN] += 1
                elif other_kind % RANKS == rank:
                    times[layout.DOUBLE_RUN] += 1
            elif other_kind == kind:
                if numbers[layout.SAME_KIND_TRIPLETS_MATCH] and (
                    family < WIND or numbers[layout.HONOUR_TRIPLETS_DOUBLE]
                ):
                    times[layout.DOUBLE_TRIPLET] += 1
            elif kind < WINDS and other_kind < WINDS and other_kind % RANKS == rank:
                times[layout.DOUBLE_TRIPLET] += 1
    for suit in range(layout.SUITS):
        begin = (royal >> (12 * suit)) & 15
        middle = (royal >> (12 * suit + 4)) & 15
        end = (royal >> (12 * suit + 8)) & 15
        times[layout.ROYAL_RUN] += begin * middle * end
        if middle == 0 or not numbers[layout.BROKEN_ROYAL_EXCLUDES_ROYAL]:
            times[layout.BROKEN_ROYAL_RUN] += begin * end
    suits = (families & 1) + (families >> 1 & 1) + (families >> 2 & 1)
    honours = families >> WIND != 0
    times[layout.HONOUR_TRIPLET] = winds
    if dragon_kinds == 0b111:
        times[layout.THREE_DRAGONS] = 1
    else:
        times[layout.HONOUR_TRIPLET] += dragons
    times[layout.RUNS_ONLY] = triplets == 0
    times[layout.TRIPLETS_ONLY] = runs == 0
    times[layout.FIVE_KINDS] = families == 0b11111
    times[layout.LOW_HAND] = low
    times[layout.HIGH_HAND] = high
    if suits == 1:
        times[layout.ONE_SUIT_WITH_HONOURS if honours else layout.ONE_SUIT] = 1
    elif suits == 2 and not honours:
        times[layout.TWO_SUITS] = 1


@kernel
def credits_of(
    groups: NDArray[np.int64],
    numbers: NDArray[np.int64],
    worth: NDArray[np.int64],
    times: NDArray[np.int64],
) -> Int:
    """Return what a reading earns, flowers apart; `times` is filled in on the way."""
    count_lines(groups, numbers, times)
    total = 0
    for line in range(layout.LINES):
        total += times[line] * worth[line]
    return total
