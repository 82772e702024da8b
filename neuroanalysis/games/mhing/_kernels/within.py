"""The most credits of a winning hand that is so many cards away.

The search is that of `readings`, but of hands that need not hold every card in hand: what a group
lacks is charged against the jokers held and the further cards, and what exceeds the cards that may
still come against the jokers alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels.groups import CARDS, GROUPS, MEMBERS, PAIR, SLOTS, SORTS
from neuroanalysis.games.mhing._kernels.layout import REAL, RuleArrays
from neuroanalysis.games.mhing._kernels.lines import credits_of
from neuroanalysis.games.mhing._kernels.readings import Workspace, lacks, put

NONE: Final = -1


@kernel
def most_within(
    real: NDArray[np.uint8],
    limits: NDArray[np.uint8],
    jokers: Int,
    further: Int,
    laid: NDArray[np.int64],
    rules: RuleArrays,
    work: Workspace,
) -> Int:
    """Return the most credits of combinations and a pair with further cards, flowers apart.

    Parameters
    ----------
    real, jokers
        The real cards in hand, (34,) or more, and the jokers; they need not all be kept.
    limits
        (34,) or more: the real cards of each kind that are in hand or may still come.
    further
        How many further cards there may be.
    laid
        The numbers of the laid combinations, then -1.
    rules, work
        The rules, and the workspace of searches.

    Returns
    -------
    int
        -1 where there is no such hand.
    """
    need, cursor, left = work.need, work.cursor, work.left
    over, paired, groups = work.lowest, work.paired, work.groups
    need[:] = 0
    fixed = 0
    while fixed < len(laid) and laid[fixed] >= 0:
        groups[fixed] = laid[fixed]
        fixed += 1
    slots = SLOTS - fixed
    # Groups from a kind on can hold no more of the cards in hand than there are from there on.
    held = np.zeros(REAL + 1, dtype=np.int64)
    for kind in range(REAL - 1, -1, -1):
        held[kind] = held[kind + 1] + real[kind]
    best: Int = np.int64(NONE)
    left[0] = jokers + further
    over[0] = jokers
    paired[0] = 0
    cursor[0] = 0
    depth = 0
    while depth >= 0:
        if depth == slots:
            best = max(best, credits_of(groups, rules.numbers, rules.credits, work.times))
            depth -= 1
            put(groups[fixed + depth], np.int64(-1), need)
            continue
        group = cursor[depth]
        combinations_full = depth - paired[depth] == slots - 1
        size = CARDS * (slots - 1 - depth + paired[depth]) + 2 * (1 - paired[depth])
        while group < GROUPS:
            if size - held[group // SORTS] > left[depth]:
                group = GROUPS
                break
            if group % SORTS == PAIR:
                fits = paired[depth] == 0
            else:
                fits = not combinations_full and MEMBERS[group, 0] >= 0
            if (
                fits
                and lacks(group, real, need) <= left[depth]
                and lacks(group, limits, need) <= over[depth]
            ):
                break
            group += 1
        if group == GROUPS:
            depth -= 1
            if depth >= 0:
                put(groups[fixed + depth], np.int64(-1), need)
            continue
        cursor[depth] = group + 1
        groups[fixed + depth] = group
        left[depth + 1] = left[depth] - lacks(group, real, need)
        over[depth + 1] = over[depth] - lacks(group, limits, need)
        put(group, np.int64(1), need)
        is_pair = group % SORTS == PAIR
        paired[depth + 1] = paired[depth] + is_pair
        cursor[depth + 1] = group + is_pair
        depth += 1
    return best
