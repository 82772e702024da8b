"""The readings of a hand: all choices of four combinations and a pair that its cards can be.

A reading is four combinations and a pair by their kinds. What the jokers stand for follows: for all
that the hand's real cards do not cover. So a reading is a multiset of groups that holds every real
card; the jokers come out in number by themselves, as both sides have 14 cards.

The search sets down groups in the order of their numbers, which is that of their lowest kinds, and
so comes to each reading once. Kinds below the next group are closed: a real card there that no
group covers ends the branch, so the next group begins at the lowest uncovered card or before it;
with no joker to spare for a group of jokers alone, at most two kinds before. Each group is charged
what it lacks, against the jokers held.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels import layout
from neuroanalysis.games.mhing._kernels.groups import (
    CARDS,
    GROUPS,
    MEMBERS,
    PAIR,
    RUN,
    SLOTS,
    SORTS,
)
from neuroanalysis.games.mhing._kernels.layout import REAL, RuleArrays
from neuroanalysis.games.mhing._kernels.lines import credits_of

_DEPTHS: Final = SLOTS + 1


class Workspace(NamedTuple):
    """What a search needs; rows belong to its depths."""

    groups: NDArray[np.int64]
    need: NDArray[np.int64]
    cursor: NDArray[np.int64]
    left: NDArray[np.int64]
    lowest: NDArray[np.int64]
    paired: NDArray[np.int64]
    times: NDArray[np.int64]


@kernel
def workspace() -> Workspace:
    """Make the workspace of searches."""
    return Workspace(
        np.zeros(SLOTS, dtype=np.int64),
        np.zeros(REAL, dtype=np.int64),
        np.zeros(_DEPTHS, dtype=np.int64),
        np.zeros(_DEPTHS, dtype=np.int64),
        np.zeros(_DEPTHS, dtype=np.int64),
        np.zeros(_DEPTHS, dtype=np.int64),
        np.zeros(layout.LINES, dtype=np.int64),
    )


@kernel
def lacks(group: Int, real: NDArray[np.uint8], need: NDArray[np.int64]) -> Int:
    """Return how many cards of a group no real card is left for."""
    kind = group // SORTS
    if group % SORTS == RUN:
        lacking = 0
        for step in range(CARDS):
            if real[kind + step] <= need[kind + step]:
                lacking += 1
        return lacking
    size = 2 if group % SORTS == PAIR else CARDS
    spare = real[kind] - need[kind]
    return size - min(size, max(0, spare))


@kernel
def put(group: Int, change: Int, need: NDArray[np.int64]) -> None:
    """Count a group's cards in (1) or out (-1) of those needed."""
    for place in range(CARDS):
        kind = MEMBERS[group, place]
        if kind >= 0:
            need[kind] += change


@kernel
def search(
    real: NDArray[np.uint8],
    jokers: Int,
    laid: NDArray[np.int64],
    rules: RuleArrays,
    wanted: Int,
    found: NDArray[np.int64],
    work: Workspace,
) -> Int:
    """Return the most credits of a reading, or how many readings earn so many.

    Parameters
    ----------
    real, jokers
        The real cards in hand, (34,) or more, and the number of jokers: 14 cards with the laid.
    laid
        The numbers of the laid combinations, then -1.
    rules
        The rules.
    wanted
        Below 0: the most credits, flowers apart, are asked; -1 is the answer for no reading at all.
        Else the number of readings worth so many.
    found
        (n, 5): gets the first n of the readings counted: combinations, laid ones first, the pair
        last.
    """
    need, cursor, left = work.need, work.cursor, work.left
    lowest, paired, groups = work.lowest, work.paired, work.groups
    need[:] = 0
    fixed = 0
    while fixed < len(laid) and laid[fixed] >= 0:
        groups[fixed] = laid[fixed]
        fixed += 1
    slots = SLOTS - fixed
    best: Int = -1
    number = 0
    kind = 0
    while kind < REAL and real[kind] == 0:
        kind += 1
    lowest[0] = kind
    left[0] = jokers
    paired[0] = 0
    cursor[0] = 0
    depth = 0
    while depth >= 0:
        if depth == slots:
            earned = credits_of(groups, rules.numbers, rules.credits, work.times)
            if wanted < 0:
                best = max(best, earned)
            elif earned == wanted:
                if number < len(found):
                    _write(groups, found[number])
                number += 1
            depth -= 1
            put(groups[fixed + depth], np.int64(-1), need)
            continue
        group = cursor[depth]
        open_kind = lowest[depth]
        last = SORTS * open_kind + SORTS - 1 if open_kind < REAL else GROUPS - 1
        spare = left[depth]
        final = depth == slots - 1
        # Groups that cover no card not covered yet are made of jokers alone.
        if spare < (CARDS if paired[depth] else 2) or (final and open_kind < REAL):
            group = max(group, SORTS * (open_kind - 2))
        combinations_full = depth - paired[depth] == slots - 1
        while group <= last:
            if group % SORTS == PAIR:
                fits = paired[depth] == 0
            else:
                fits = not combinations_full and MEMBERS[group, 0] >= 0
            if fits:
                lacking = lacks(group, real, need)
                if lacking == spare or (lacking < spare and not final):
                    break
            group += 1
        else:
            depth -= 1
            if depth >= 0:
                put(groups[fixed + depth], np.int64(-1), need)
            continue
        cursor[depth] = group + 1
        groups[fixed + depth] = group
        left[depth + 1] = spare - lacks(group, real, need)
        put(group, np.int64(1), need)
        is_pair = group % SORTS == PAIR
        paired[depth + 1] = paired[depth] + is_pair
        cursor[depth + 1] = group + is_pair
        while open_kind < REAL and need[open_kind] >= real[open_kind]:
            open_kind += 1
        lowest[depth + 1] = open_kind
        depth += 1
    return best if wanted < 0 else number


@kernel
def _write(groups: NDArray[np.int64], row: NDArray[np.int64]) -> None:
    """Write a reading, its pair last."""
    place = 0
    for group in groups:
        if group % SORTS == PAIR:
            row[SLOTS - 1] = group
        else:
            row[place] = group
            place += 1
