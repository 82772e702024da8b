"""The best value of a hand whose player did not finish, and all groupings that reach it.

A search over sets of disjoint structures, richest first, that leaves a branch as soon as it cannot
reach the best found. What can be reached is bounded well by counting: a bonus that wants three
structures on one line needs nine cards there, which few hands have.
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
    STRUCTURE_FEATURES,
    STRUCTURE_HIGH,
    STRUCTURE_KINDS,
    STRUCTURE_LOW,
    STRUCTURE_MEMBERS,
    TRIO_KINDS,
    TRIPLES,
    U64,
    bit_count,
    count_of,
    holds,
    pack,
)
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays

# A progress array is [hands done, 1 to stop]; it is looked at once every so many hands.
STRIDE = 256
IMPOSSIBLE = -1


class Workspace(NamedTuple):
    """What one search needs; made once a batch, for making it takes longer than a search.

    The rows of all but the last five arrays belong to depths of the search.
    """

    lists: NDArray[np.int64]
    unary: NDArray[np.uint64]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    kinds: NDArray[np.uint64]
    points: NDArray[np.int64]
    left: NDArray[np.int64]
    length: NDArray[np.int64]
    place: NDArray[np.int64]
    duos: NDArray[np.uint64]
    everything: NDArray[np.uint8]
    by_value: NDArray[np.int64]
    most: NDArray[np.int64]
    counted: NDArray[np.int64]
    """One entry: the bonuses, as bits, that count in a grouping which reaches the target."""


@kernel
def workspace(slots: Int) -> Workspace:
    """Make the workspace of a search for at most `slots` structures."""
    depths = slots + 1
    return Workspace(
        np.empty((depths, STRUCTURE_KINDS), dtype=np.int64),
        np.empty((depths, layout.MAX_STRUCTURES + 1), dtype=np.uint64),
        np.empty(depths, dtype=np.uint64),
        np.empty(depths, dtype=np.uint64),
        np.empty(depths, dtype=np.uint64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(layout.MAX_DUOS + 1, dtype=np.uint64),
        np.empty(KINDS, dtype=np.uint8),
        np.empty(9, dtype=np.int64),
        np.empty(4, dtype=np.int64),
        np.empty(1, dtype=np.int64),
    )


@kernel
def structure_points(structure: Int, rules: RuleArrays) -> Int:
    """Return the points of a structure by its number."""
    if structure >= TRIO_KINDS:
        return rules.numbers[layout.CARRE_POINTS]
    if structure < TRIPLES:
        return rules.numbers[layout.TRIPLE_POINTS]
    return rules.numbers[layout.TRIO_POINTS]


@kernel
def list_trios(counts: NDArray[np.uint8], into: NDArray[np.int64], n: Int) -> Int:
    """Append the trios of two or three kinds that a hand holds; return the list's length."""
    for line in range(len(LINES)):
        a = counts[LINES[line, 0]]
        b = counts[LINES[line, 1]]
        c = counts[LINES[line, 2]]
        if a + b + c < 3 or (a > 0) + (b > 0) + (c > 0) < 2:
            continue
        # The seven trios of a line without its triples, in the order of `cube.TRIOS`.
        first = TRIPLES + 7 * line
        if a >= 2:
            if b >= 1:
                into[n] = first
                n += 1
            if c >= 1:
                into[n] = first + 1
                n += 1
        if a >= 1:
            if b >= 2:
                into[n] = first + 2
                n += 1
            if b >= 1 and c >= 1:
                into[n] = first + 3
                n += 1
            if c >= 2:
                into[n] = first + 4
                n += 1
        if b >= 2 and c >= 1:
            into[n] = first + 5
            n += 1
        if b >= 1 and c >= 2:
            into[n] = first + 6
            n += 1
    return n


@kernel
def list_structures(
    counts: NDArray[np.uint8], rules: RuleArrays, carres: bool, into: NDArray[np.int64]
) -> Int:
    """List the structures that a hand holds, those of most points first; return how many."""
    numbers = rules.numbers
    done_carre = not carres
    done_triple = False
    done_trio = False
    n: Int = 0
    for _ in range(3):
        richest: Int = -1
        if not done_carre:
            richest = max(richest, numbers[layout.CARRE_POINTS])
        if not done_triple:
            richest = max(richest, numbers[layout.TRIPLE_POINTS])
        if not done_trio:
            richest = max(richest, numbers[layout.TRIO_POINTS])
        if not done_carre and numbers[layout.CARRE_POINTS] == richest:
            done_carre = True
            for kind in range(KINDS):
                if counts[kind] >= 4:
                    into[n] = TRIO_KINDS + kind
                    n += 1
        elif not done_triple and numbers[layout.TRIPLE_POINTS] == richest:
            done_triple = True
            for kind in range(KINDS):
                if counts[kind] >= 3:
                    into[n] = kind
                    n += 1
        elif not done_trio:
            done_trio = True
            n = list_trios(counts, into, n)
    return n


@kernel
def _most_bonus(distinct: Int, cards: Int, rules: RuleArrays, work: Workspace) -> Int:
    """Return a bound on bonus points from how many cards have something in common."""
    counts = work.everything
    most = work.most
    by_value = work.by_value
    most[:] = 0
    most[0] = cards
    by_value[:] = 0
    for kind in range(KINDS):
        n = np.int64(counts[kind])
        most[3] = max(most[3], n)
        by_value[kind // 9] += n
        by_value[3 + kind // 3 % 3] += n
        by_value[6 + kind % 3] += n
    for value in range(9):
        most[1] = max(most[1], by_value[value])
    for line in range(len(LINES)):
        held = (
            np.int64(counts[LINES[line, 0]])
            + np.int64(counts[LINES[line, 1]])
            + np.int64(counts[LINES[line, 2]])
        )
        most[2] = max(most[2], held)
    possible = rules.distinct_bits[distinct]
    repeats = np.int64(0)
    for bonus in range(len(rules.needs)):
        need = (
            2 * rules.needs[bonus, layout.NEED_DUOS]
            + 3 * rules.needs[bonus, layout.NEED_STRUCTURES]
        )
        if most[rules.needs[bonus, layout.NEED_SHARED]] >= need:
            possible |= np.int64(1) << bonus
            # No more choices of shared values than there are lines.
            repeats += rules.needs[bonus, layout.REPEAT_POINTS] * (KINDS - 1)
    return rules.bound[possible] + repeats


@kernel
def _worth(
    low: np.uint64,
    high: np.uint64,
    unary: NDArray[np.uint64],
    grouped: np.uint64,
    distinct: Int,
    rules: RuleArrays,
    duos: NDArray[np.uint64],
) -> tuple[Int, Int]:
    """Return duo and bonus points of a choice of structures; the packed hand is what they leave.

    Every pair left is a duo, or with `one_duo` the best one of them. The bonuses that count come
    with it as bits, those of all the best duos together.
    """
    numbers = rules.numbers
    by_group = numbers[layout.GROUPED_SCOPE] != 0
    clear_unary(duos)
    if numbers[layout.ONE_DUO] != 0:
        kinds = bit_count(grouped) if by_group else distinct
        best, union = bonus_points(unary, duos, kinds, rules)
        for kind in range(KINDS):
            if count_of(low, high, kind) >= 2:
                clear_unary(duos)
                add_group(duos, KIND_FEATURES[kind])
                kinds = bit_count(grouped | U64(1) << U64(kind)) if by_group else distinct
                points, counted = bonus_points(unary, duos, kinds, rules)
                points += numbers[layout.DUO_POINTS]
                if points > best:
                    best = points
                    union = counted
                elif points == best:
                    union |= counted
        return best, union
    n = np.int64(0)
    for kind in range(KINDS):
        pairs = count_of(low, high, kind) // 2
        for _ in range(pairs):
            add_group(duos, KIND_FEATURES[kind])
            n += 1
        if pairs > 0:
            grouped |= U64(1) << U64(kind)
    kinds = bit_count(grouped) if by_group else distinct
    points, counted = bonus_points(unary, duos, kinds, rules)
    return n * numbers[layout.DUO_POINTS] + points, counted


@kernel
def search(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    target: Int,
    found: NDArray[np.int64],
    work: Workspace,
) -> Int:
    """Return the best value when `target` is -1, else how many groupings have that value.

    In the second case the first groupings go to the rows of `found`, as numbers of structures in
    rising order of the list, filled up with -1; laid carrés are left out.
    """
    numbers = rules.numbers
    slots = numbers[layout.STRUCTURES]
    counting = target >= 0
    cards = np.int64(0)
    held = np.int64(0)
    distinct = np.int64(0)
    fixed = np.int64(0)
    first = np.int64(0)
    grouped = U64(0)
    everything = work.everything
    unary = work.unary
    clear_unary(unary[0])
    for kind in range(KINDS):
        cards += counts[kind]
        everything[kind] = counts[kind] + 4 * laid[kind]
        held += everything[kind]
        distinct += everything[kind] > 0
        if laid[kind] > 0:
            first += 1
            fixed += numbers[layout.CARRE_POINTS]
            grouped |= U64(1) << U64(kind)
            add_group(unary[0], KIND_FEATURES[kind])
    slots -= first
    most_bonus = _most_bonus(distinct, held, rules, work)

    lists = work.lists
    low = work.low
    high = work.high
    kinds = work.kinds
    points = work.points
    left = work.left
    length = work.length
    place = work.place
    work.counted[0] = 0
    low[0], high[0] = pack(counts)
    kinds[0] = grouped
    points[0] = fixed
    left[0] = cards
    length[0] = list_structures(counts, rules, numbers[layout.CARRE] != 0, lists[0])

    best: Int = -1
    number: Int = 0
    depth = 0
    arrived = True
    while depth >= 0:
        if arrived:
            arrived = False
            place[depth] = 0
            most_duos = left[depth] // 2 * numbers[layout.DUO_POINTS]
            bound = points[depth] + most_duos + most_bonus
            if bound >= target if counting else bound > best:
                worth, counted = _worth(
                    low[depth], high[depth], unary[depth], kinds[depth], distinct, rules, work.duos
                )
                value = points[depth] + worth
                if counting:
                    if value == target:
                        work.counted[0] |= counted
                        if number < len(found):
                            for step in range(found.shape[1]):
                                found[number, step] = (
                                    lists[step, place[step] - 1] if step < depth else -1
                                )
                        number += 1
                else:
                    best = max(best, value)
        if depth == slots or place[depth] >= length[depth]:
            depth -= 1
            continue
        structure = lists[depth, place[depth]]
        gain = structure_points(structure, rules)
        more = min(slots - depth, left[depth] // 3)
        most_duos = left[depth] // 2 * numbers[layout.DUO_POINTS]
        bound = points[depth] + more * gain + most_duos + most_bonus
        if bound < target if counting else bound <= best:
            # Those that follow in the list bring no more.
            depth -= 1
            continue
        start = place[depth]
        place[depth] += 1
        child = depth + 1
        low[child] = low[depth] - STRUCTURE_LOW[structure]
        high[child] = high[depth] - STRUCTURE_HIGH[structure]
        points[child] = points[depth] + gain
        left[child] = left[depth] - (4 if structure >= TRIO_KINDS else 3)
        kinds[child] = kinds[depth]
        for member in range(3):
            kinds[child] |= U64(1) << U64(STRUCTURE_MEMBERS[structure, member])
        unary[child, :] = unary[depth, :]
        add_group(unary[child], STRUCTURE_FEATURES[structure])
        n = 0
        if child < slots:
            for index in range(start, length[depth]):
                other = lists[depth, index]
                if holds(low[child], high[child], STRUCTURE_LOW[other], STRUCTURE_HIGH[other]):
                    lists[child, n] = other
                    n += 1
        length[child] = n
        depth = child
        arrived = True
    return number if counting else best


@kernel
def best_values(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    values: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Fill `values` with the best value of each hand; `laid` has one row for all or one a hand."""
    work = workspace(rules.numbers[layout.STRUCTURES])
    found = np.empty((0, 1), dtype=np.int64)
    for hand in range(len(counts)):
        if hand % STRIDE == 0:
            if progress[1] != 0:
                return
            progress[0] = hand
        on_table = laid[hand if len(laid) > 1 else 0]
        values[hand] = search(counts[hand], on_table, rules, IMPOSSIBLE, found, work)
    progress[0] = len(counts)


@kernel
def counted_bonuses(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    bonuses: NDArray[np.int64],
    progress: NDArray[np.int64],
) -> None:
    """Fill `bonuses` with the bits of all bonuses that count in some best grouping of each hand."""
    work = workspace(rules.numbers[layout.STRUCTURES])
    found = np.empty((0, 1), dtype=np.int64)
    for hand in range(len(counts)):
        if hand % STRIDE == 0:
            if progress[1] != 0:
                return
            progress[0] = hand
        on_table = laid[hand if len(laid) > 1 else 0]
        best = search(counts[hand], on_table, rules, IMPOSSIBLE, found, work)
        search(counts[hand], on_table, rules, best, found, work)
        bonuses[hand] = work.counted[0]
    progress[0] = len(counts)


@kernel
def optimal_groupings(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    value: Int,
    found: NDArray[np.int64],
) -> Int:
    """Return how many choices of structures are worth `value`; the first ones go to `found`."""
    work = workspace(rules.numbers[layout.STRUCTURES])
    return search(counts, laid, rules, value, found, work)
