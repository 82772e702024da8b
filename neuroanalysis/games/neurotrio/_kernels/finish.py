"""The best finishing grouping of a hand: duos and structures as asked, and no card left.

A search that always groups the lowest kind still there, so that each way to split the cards is met
once: groups with the same lowest kind are taken in the order of their numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels import layout
from neuroanalysis.games.neurotrio._kernels.bonuses import add_group, bonus_points, clear_unary
from neuroanalysis.games.neurotrio._kernels.cube import (
    KIND_FEATURES,
    KINDS,
    LINES,
    LOWEST_STARTS,
    STRUCTURE_FEATURES,
    STRUCTURE_HIGH,
    STRUCTURE_KINDS,
    STRUCTURE_LOW,
    TRIO_KINDS,
    TRIOS_BY_LOWEST,
    U64,
    count_of,
    holds,
    pack,
)
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio._kernels.value import IMPOSSIBLE, STRIDE, structure_points

# A group in `found` is a structure's number, or this plus the duo's kind.
DUO: int = STRUCTURE_KINDS
# The choices for the lowest kind: a duo of it, a carré of it, then the trios that begin with it.
_DUO_CHOICE = 0
_CARRE_CHOICE = 1
_FIRST_TRIO = 2


class Workspace(NamedTuple):
    """What one search needs, made once a batch; rows belong to depths of the search."""

    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    kind: NDArray[np.int64]
    choice: NDArray[np.int64]
    group: NDArray[np.int64]
    duos_left: NDArray[np.int64]
    carres_left: NDArray[np.int64]
    trios_left: NDArray[np.int64]
    unary: NDArray[np.uint64]
    duos: NDArray[np.uint64]
    fitting: NDArray[np.bool_]


@kernel
def workspace(groups: Int) -> Workspace:
    """Make the workspace of a search for at most so many groups."""
    depths = groups + 1
    return Workspace(
        np.empty(depths, dtype=np.uint64),
        np.empty(depths, dtype=np.uint64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(layout.MAX_STRUCTURES + 1, dtype=np.uint64),
        np.empty(layout.MAX_DUOS + 1, dtype=np.uint64),
        np.empty(KINDS, dtype=np.bool_),
    )


@kernel
def _total(
    laid: NDArray[np.uint8], groups: Int, distinct: Int, rules: RuleArrays, work: Workspace
) -> Int:
    """Return the points of the groups chosen, without those for finishing."""
    numbers = rules.numbers
    clear_unary(work.unary)
    clear_unary(work.duos)
    points = np.int64(0)
    for kind in range(KINDS):
        if laid[kind] > 0:
            add_group(work.unary, KIND_FEATURES[kind])
            points += numbers[layout.CARRE_POINTS]
    for depth in range(groups):
        group = work.group[depth]
        if group >= DUO:
            add_group(work.duos, KIND_FEATURES[group - DUO])
            points += numbers[layout.DUO_POINTS]
        else:
            add_group(work.unary, STRUCTURE_FEATURES[group])
            points += structure_points(group, rules)
    return points + bonus_points(work.unary, work.duos, distinct, rules)[0]


@kernel
def _has_a_stray(counts: NDArray[np.uint8], duos: Int, work: Workspace) -> bool:
    """Return whether some card fits no group, which most hands have: no search is needed then.

    A kind fits a trio if some line through it has three cards; else it is two cards for a duo.
    """
    fitting = work.fitting
    fitting[:] = False
    for line in range(len(LINES)):
        a = LINES[line, 0]
        b = LINES[line, 1]
        c = LINES[line, 2]
        if counts[a] + counts[b] + counts[c] >= 3:
            fitting[a] = True
            fitting[b] = True
            fitting[c] = True
    for kind in range(KINDS):
        if counts[kind] > 0 and not fitting[kind]:
            if counts[kind] != 2 or duos == 0:
                return True
            duos -= 1
    return False


@kernel
def _take(work: Workspace, depth: Int) -> bool:
    """Try the choice of this depth on its lowest kind; return whether the hand allows it."""
    low = work.low[depth]
    high = work.high[depth]
    kind = work.kind[depth]
    choice = work.choice[depth]
    child = depth + 1
    work.duos_left[child] = work.duos_left[depth]
    work.carres_left[child] = work.carres_left[depth]
    work.trios_left[child] = work.trios_left[depth]
    if choice == _DUO_CHOICE:
        if work.duos_left[depth] == 0 or count_of(low, high, kind) < 2:
            return False
        work.duos_left[child] -= 1
        work.group[depth] = DUO + kind
        # A carré less two of its cards' worth: two cards of the kind.
        work.low[child] = low - (STRUCTURE_LOW[TRIO_KINDS + kind] >> U64(1))
        work.high[child] = high - (STRUCTURE_HIGH[TRIO_KINDS + kind] >> U64(1))
        return True
    if choice == _CARRE_CHOICE:
        if work.carres_left[depth] == 0:
            return False
        structure = TRIO_KINDS + kind
        work.carres_left[child] -= 1
    else:
        if work.trios_left[depth] == 0:
            return False
        structure = TRIOS_BY_LOWEST[LOWEST_STARTS[kind] + choice - _FIRST_TRIO]
        work.trios_left[child] -= 1
    if not holds(low, high, STRUCTURE_LOW[structure], STRUCTURE_HIGH[structure]):
        return False
    work.group[depth] = structure
    work.low[child] = low - STRUCTURE_LOW[structure]
    work.high[child] = high - STRUCTURE_HIGH[structure]
    return True


@kernel
def search(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    target: Int,
    found: NDArray[np.int64],
    work: Workspace,
) -> Int:
    """Return the best total when `target` is -1 (-1: no way to finish), else how many reach it.

    In the second case the first groupings go to the rows of `found`, filled up with -1; laid carrés
    are left out.
    """
    numbers = rules.numbers
    counting = target >= 0
    cards = np.int64(0)
    fours = np.int64(0)
    distinct = np.int64(0)
    on_table = np.int64(0)
    for kind in range(KINDS):
        cards += counts[kind]
        fours += counts[kind] >= 4
        distinct += counts[kind] + laid[kind] > 0
        on_table += laid[kind]
    structures = numbers[layout.STRUCTURES] - on_table
    carres = cards - 2 * numbers[layout.DUOS] - 3 * structures
    failure = np.int64(0) if counting else np.int64(IMPOSSIBLE)
    if carres < 0 or carres > min(structures, fours if numbers[layout.CARRE] != 0 else 0):
        return failure
    if _has_a_stray(counts, numbers[layout.DUOS], work):
        return failure
    groups = numbers[layout.DUOS] + structures
    work.low[0], work.high[0] = pack(counts)
    work.kind[0] = 0
    work.choice[0] = 0
    work.duos_left[0] = numbers[layout.DUOS]
    work.carres_left[0] = carres
    work.trios_left[0] = structures - carres
    best = np.int64(IMPOSSIBLE)
    number = np.int64(0)
    depth = 0
    arrived = True
    while depth >= 0:
        if arrived:
            arrived = False
            if depth == groups:
                total = numbers[layout.FINISH_POINTS] + _total(laid, groups, distinct, rules, work)
                best = max(best, total)
                if counting and total == target:
                    if number < len(found):
                        found[number, :] = -1
                        for step in range(groups):
                            found[number, step] = work.group[step]
                    number += 1
                depth -= 1
                continue
            lowest: Int = 0 if depth == 0 else work.kind[depth - 1]
            while count_of(work.low[depth], work.high[depth], lowest) == 0:
                lowest += 1
            work.kind[depth] = lowest
            same = depth > 0 and work.kind[depth - 1] == lowest
            # The parent's choice was already raised for its next turn.
            work.choice[depth] = work.choice[depth - 1] - 1 if same else 0
        kind = work.kind[depth]
        choices = _FIRST_TRIO + LOWEST_STARTS[kind + 1] - LOWEST_STARTS[kind]
        if work.choice[depth] >= choices:
            depth -= 1
            continue
        allowed = _take(work, depth)
        work.choice[depth] += 1
        if allowed:
            depth += 1
            arrived = True
    return number if counting else best


@kernel
def best_finishes(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    totals: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Fill `totals` with the best finishing total of each hand, -1 where it cannot finish."""
    work = workspace(rules.numbers[layout.DUOS] + rules.numbers[layout.STRUCTURES])
    found = np.empty((0, 1), dtype=np.int64)
    for hand in range(len(counts)):
        if hand % STRIDE == 0:
            if progress[1] != 0:
                return
            progress[0] = hand
        on_table = laid[hand if len(laid) > 1 else 0]
        totals[hand] = search(counts[hand], on_table, rules, IMPOSSIBLE, found, work)
    progress[0] = len(counts)


@kernel
def optimal_finishes(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    total: Int,
    found: NDArray[np.int64],
) -> Int:
    """Return how many finishing groupings are worth `total`; the first ones go to `found`."""
    work = workspace(rules.numbers[layout.DUOS] + rules.numbers[layout.STRUCTURES])
    return search(counts, laid, rules, total, found, work)
