"""The finishing hands that a hand is so many cards away from, worth at least so many points.

One search finds all of them that lack exactly `lacking` cards. It fixes first how many structures
are carrés, triples and other trios, so that the points of the groups are known; then it chooses
the duos, the carrés, the triples and the trios, each list in its own order, so that every choice
of groups is met once. A branch is left when the cards still to choose cannot lack so few, or when
the bonuses that are still possible cannot bring the points asked for. What a bonus of groups needs
is cards that have its values in common, and these are held, or lacking, or do not exist.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels import layout
from neuroanalysis.games.neurotrio._kernels.bonuses import add_group, bonus_points
from neuroanalysis.games.neurotrio._kernels.cube import (
    KIND_FEATURES,
    KINDS,
    LEVEL_FEATURES,
    LOW_KINDS,
    ONE,
    STRUCTURE_FEATURES,
    STRUCTURE_KINDS,
    TRIO_KINDS,
    TRIOS,
    TRIPLES,
    U64,
    ZERO,
    bit_count,
    count_of,
    holds,
    pack,
)
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays

# Marks of a hand: bit `kind` for one card of it or more, bit 27 + `kind` for two or more.
MIXED: Final = TRIO_KINDS - TRIPLES
_EVERY_FEATURE: Final = 64


def _marks() -> NDArray[np.uint64]:
    marks = np.zeros(MIXED, dtype=np.uint64)
    for trio, kinds in enumerate(TRIOS[TRIPLES:]):
        for kind in set(kinds.tolist()):
            marks[trio] |= U64(1 << kind)
            if kinds.tolist().count(kind) == 2:
                marks[trio] |= U64(1 << (KINDS + kind))
    return marks


MIXED_MARKS: Final = _marks()


def _kinds_of_features() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each feature how many kinds have it, and which, filled up with -1."""
    number = np.zeros(_EVERY_FEATURE, dtype=np.int64)
    which = np.full((_EVERY_FEATURE, KINDS), -1, dtype=np.int64)
    for feature in range(_EVERY_FEATURE):
        having = [k for k in range(KINDS) if int(KIND_FEATURES[k]) >> feature & 1]
        number[feature] = len(having)
        which[feature, : len(having)] = having
    return number, which


FEATURE_SIZE, FEATURE_KINDS = _kinds_of_features()

# Fifteen in the nibble of each kind that has a feature.
FEATURE_LOW: Final = np.zeros(_EVERY_FEATURE, dtype=np.uint64)
FEATURE_HIGH: Final = np.zeros(_EVERY_FEATURE, dtype=np.uint64)
EVEN_NIBBLES: Final = U64(0x0F0F0F0F0F0F0F0F)
FEATURE_MARKS: Final = np.zeros(_EVERY_FEATURE, dtype=np.uint64)
for _kind, _features in enumerate(KIND_FEATURES.tolist()):
    for _feature in range(_EVERY_FEATURE):
        if _features >> _feature & 1:
            FEATURE_MARKS[_feature] |= U64(1 << _kind)
            if _kind < LOW_KINDS:
                FEATURE_LOW[_feature] |= U64(15 << (4 * _kind))
            else:
                FEATURE_HIGH[_feature] |= U64(15 << (4 * (_kind - LOW_KINDS)))

# A group is a structure's number, or this plus the duo's kind.
DUO: Final = STRUCTURE_KINDS
GROUPS: Final = DUO + KINDS


def _cards_of_groups() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each group how many cards it has, and their kinds, filled up with -1."""
    size = np.zeros(GROUPS, dtype=np.int64)
    cards = np.full((GROUPS, 4), -1, dtype=np.int64)
    for group in range(GROUPS):
        if group >= DUO:
            kinds = [group - DUO] * 2
        elif group >= TRIO_KINDS:
            kinds = [group - TRIO_KINDS] * 4
        else:
            kinds = TRIOS[group].tolist()
        size[group] = len(kinds)
        cards[group, : len(kinds)] = kinds
    return size, cards


GROUP_SIZE, GROUP_CARDS = _cards_of_groups()
GROUP_LOW: Final = np.zeros(GROUPS, dtype=np.uint64)
GROUP_HIGH: Final = np.zeros(GROUPS, dtype=np.uint64)
GROUP_FEATURES: Final = np.concatenate([STRUCTURE_FEATURES, KIND_FEATURES])
for _group in range(GROUPS):
    for _kind in GROUP_CARDS[_group, : GROUP_SIZE[_group]].tolist():
        if _kind < LOW_KINDS:
            GROUP_LOW[_group] += U64(1 << (4 * _kind))
        else:
            GROUP_HIGH[_group] += U64(1 << (4 * (_kind - LOW_KINDS)))


# Columns of `Workspace.rows`: packed cards held and left to have, marks of both, kinds in groups,
# then which features so many structures, and so many duos, have (see ``bonuses``), then the
# kept cards that are in no group yet, and the features by which each bonus is still possible.
HELD: Final = 0
HAD: Final = 2
MARKS: Final = 4
STOCK: Final = 5
IN_GROUPS: Final = 6
UNARY: Final = 7
UNARY_END: Final = UNARY + layout.MAX_STRUCTURES + 1
DUO_UNARY: Final = UNARY_END
DUO_UNARY_END: Final = DUO_UNARY + layout.MAX_DUOS + 1
KEPT: Final = DUO_UNARY_END
VIABLE: Final = KEPT + 2
COLUMNS: Final = VIABLE + layout.MAX_BONUSES

# Columns of `Workspace.counts`: cards that may still be lacking, cards held and not yet in groups,
# length of the step's list and the place in it, how many features are asked of structures, of duos,
# the most cards that the next group may lack, and kept cards that are in no group yet.
BUDGET: Final = 0
REST: Final = 1
LENGTH: Final = 2
PLACE: Final = 3
ASKED: Final = 4
MOST: Final = 6
UNCOVERED: Final = 7
COUNTS: Final = 8

NEVER: Final = 99
BIT: Final = np.int64(1)


class Workspace(NamedTuple):
    """What one search needs; rows belong to steps, each of which chooses a group.

    Few arrays, and no function below gets them all: a call hands over every array by its parts.
    """

    rows: NDArray[np.uint64]
    counts: NDArray[np.int64]
    lists: NDArray[np.int64]
    order: NDArray[np.int64]
    asked: NDArray[np.uint64]
    tight: NDArray[np.bool_]
    caps: NDArray[np.int64]
    lacks: NDArray[np.int64]


@kernel
def workspace(groups: Int) -> Workspace:
    """Make the workspace of searches for at most so many groups."""
    steps = groups + 1
    return Workspace(
        np.zeros((steps, COLUMNS), dtype=np.uint64),
        np.zeros((steps, COUNTS), dtype=np.int64),
        np.empty((steps, MIXED), dtype=np.int64),
        np.empty(MIXED, dtype=np.int64),
        np.empty((steps, 2 * layout.MAX_BONUSES), dtype=np.uint64),
        np.empty((layout.MAX_BONUSES, 2), dtype=np.bool_),
        np.empty(layout.MAX_BONUSES, dtype=np.int64),
        np.empty((steps, MIXED), dtype=np.int64),
    )


@kernel
def _marked(low: np.uint64, high: np.uint64) -> np.uint64:
    marks = ZERO
    for kind in range(KINDS):
        n = count_of(low, high, kind)
        if n >= 1:
            marks |= ONE << U64(kind)
        if n >= 2:
            marks |= ONE << U64(KINDS + kind)
    return marks


@kernel
def _cover(rows: NDArray[np.uint64], counts: NDArray[np.int64], step: Int, group: Int) -> None:
    """Take a group's cards away from the kept cards that are in no group yet."""
    child = step + 1
    rows[child, KEPT] = rows[step, KEPT]
    rows[child, KEPT + 1] = rows[step, KEPT + 1]
    for card in range(GROUP_SIZE[group]):
        kind = GROUP_CARDS[group, card]
        if count_of(rows[child, KEPT], rows[child, KEPT + 1], kind) > 0:
            counts[child, UNCOVERED] -= 1
            if kind < LOW_KINDS:
                rows[child, KEPT] -= ONE << U64(4 * kind)
            else:
                rows[child, KEPT + 1] -= ONE << U64(4 * (kind - LOW_KINDS))


@kernel
def _can_cover(rows: NDArray[np.uint64], step: Int, uncovered: Int, groups: Int) -> bool:
    """Return whether so many groups could hold all kept cards that are in none yet.

    Each holds no more of them than the group that holds most.
    """
    if uncovered <= groups:
        return True
    low = rows[step, KEPT]
    high = rows[step, KEPT + 1]
    most: Int = 0
    for kind in range(KINDS):
        most = max(most, count_of(low, high, kind))
    marks = _marked(low, high)
    for trio in range(MIXED):
        most = max(most, bit_count(marks & MIXED_MARKS[trio]))
    return bool(uncovered <= groups * most)


@kernel
def _take(rows: NDArray[np.uint64], counts: NDArray[np.int64], step: Int, group: Int) -> None:
    """Take the cards of a group away, in the next step's row."""
    low = rows[step, HELD]
    high = rows[step, HELD + 1]
    marks = rows[step, MARKS]
    stock = rows[step, STOCK]
    had_low = rows[step, HAD] - GROUP_LOW[group]
    had_high = rows[step, HAD + 1] - GROUP_HIGH[group]
    budget = counts[step, BUDGET]
    rest = counts[step, REST]
    for card in range(GROUP_SIZE[group]):
        kind = GROUP_CARDS[group, card]
        bit = ONE << U64(kind)
        second = bit << U64(KINDS)
        n = count_of(low, high, kind)
        if n == 0:
            budget -= 1
        else:
            rest -= 1
            if kind < LOW_KINDS:
                low -= ONE << U64(4 * kind)
            else:
                high -= ONE << U64(4 * (kind - LOW_KINDS))
            if n == 1:
                marks &= ~bit
            elif n == 2:
                marks &= ~second
        left = count_of(had_low, had_high, kind)
        if left < 2:
            stock &= ~second
            if left == 0:
                stock &= ~bit
    child = step + 1
    counts[child, UNCOVERED] = counts[step, UNCOVERED]
    if counts[step, UNCOVERED] > 0:
        _cover(rows, counts, step, group)
    rows[child, HELD] = low
    rows[child, HELD + 1] = high
    rows[child, HAD] = had_low
    rows[child, HAD + 1] = had_high
    rows[child, MARKS] = marks
    rows[child, STOCK] = stock
    counts[child, BUDGET] = budget
    counts[child, REST] = rest


@kernel
def _join(rows: NDArray[np.uint64], step: Int, group: Int, duos: Int, structures: Int) -> None:
    """Count a group's kinds and features, in the next step's row."""
    child = step + 1
    kinds = rows[step, IN_GROUPS]
    for card in range(GROUP_SIZE[group]):
        kinds |= ONE << U64(GROUP_CARDS[group, card])
    rows[child, IN_GROUPS] = kinds
    features = GROUP_FEATURES[group]
    if group >= DUO:
        for column in range(UNARY, UNARY + structures + 1):
            rows[child, column] = rows[step, column]
        for column in range(DUO_UNARY + 1, DUO_UNARY + duos + 1):
            rows[child, column] = rows[step, column] | (rows[step, column - 1] & features)
    else:
        for column in range(DUO_UNARY, DUO_UNARY + duos + 1):
            rows[child, column] = rows[step, column]
        for column in range(UNARY + 1, UNARY + structures + 1):
            rows[child, column] = rows[step, column] | (rows[step, column - 1] & features)


@kernel
def _list(
    rows: NDArray[np.uint64],
    counts: NDArray[np.int64],
    lists: NDArray[np.int64],
    lacks_of: NDArray[np.int64],
    order: NDArray[np.int64],
    asked: NDArray[np.uint64],
    step: Int,
    first: Int,
    end: Int,
    fresh: bool,
    exactly: bool,
) -> Int:
    """List the groups to choose from at a step; return the fewest cards that one of them lacks.

    Groups `first` to `end` if the sort of group begins here, else those of the step before that
    do not come before its choice. The last group of all must lack `exactly` what may be lacking.
    """
    budget = counts[step, BUDGET]
    low = rows[step, HELD]
    high = rows[step, HELD + 1]
    had_low = rows[step, HAD]
    had_high = rows[step, HAD + 1]
    held = rows[step, MARKS]
    stock = rows[step, STOCK]
    start: Int = first if fresh else counts[step - 1, PLACE] - 1
    stop: Int = end if fresh else counts[step - 1, LENGTH]
    mixed = first == TRIPLES
    sort = 1 if first == DUO else 0
    asked_from = sort * layout.MAX_BONUSES
    asked_to = asked_from + counts[step, ASKED + sort]
    fewest: Int = NEVER
    n = 0
    for index in range(start, stop):
        if not fresh:
            group = lists[step - 1, index]
        elif mixed:
            group = order[index - TRIPLES]
        else:
            group = index
        if mixed:
            marks = MIXED_MARKS[group - TRIPLES]
            if stock & marks != marks:
                continue
            lacks = 3 - bit_count(held & marks)
        else:
            if not holds(had_low, had_high, GROUP_LOW[group], GROUP_HIGH[group]):
                continue
            size = GROUP_SIZE[group]
            lacks = size - min(size, count_of(low, high, GROUP_CARDS[group, 0]))
        if lacks > budget or (exactly and lacks < budget):
            continue
        fitting = True
        for place in range(asked_from, asked_to):
            if GROUP_FEATURES[group] & asked[step, place] == ZERO:
                fitting = False
                break
        if fitting:
            lists[step, n] = group
            lacks_of[step, n] = lacks
            n += 1
            fewest = min(fewest, lacks)
    counts[step, LENGTH] = n
    counts[step, PLACE] = 0
    return fewest


@kernel
def _at_most(
    rows: NDArray[np.uint64],
    step: Int,
    duos: Int,
    structures: Int,
    possible: Int,
    needs: NDArray[np.int64],
    bound: NDArray[np.int64],
) -> Int:
    """Return a quick bound on the bonus points of what a step can lead to.

    Besides those `possible`, every bonus counts that so many duos and structures to come, whatever
    they are, could still satisfy. Repetitions are not bounded by it.
    """
    for bonus in range(len(needs)):
        features = (
            rows[step, DUO_UNARY + max(0, needs[bonus, layout.NEED_DUOS] - duos)]
            & rows[step, UNARY + max(0, needs[bonus, layout.NEED_STRUCTURES] - structures)]
            & LEVEL_FEATURES[needs[bonus, layout.NEED_SHARED]]
        )
        if features != ZERO:
            possible |= BIT << bonus
    return bound[possible]


@kernel
def _cards_with(low: np.uint64, high: np.uint64, feature: Int) -> Int:
    """Return how many cards of a packed hand have a feature."""
    low &= FEATURE_LOW[feature]
    high &= FEATURE_HIGH[feature]
    sums = (low & EVEN_NIBBLES) + ((low >> U64(4)) & EVEN_NIBBLES)
    sums += (high & EVEN_NIBBLES) + ((high >> U64(4)) & EVEN_NIBBLES)
    return np.int64((sums * U64(0x0101010101010101)) >> U64(56))


@kernel
def _may_have(
    rows: NDArray[np.uint64],
    budget: Int,
    step: Int,
    bonus: Int,
    duos: Int,
    carres: Int,
    structures: Int,
    trios: Int,
    needs: NDArray[np.int64],
    tight: NDArray[np.bool_],
    caps: NDArray[np.int64],
) -> Int:
    """Find the features by which a bonus of groups is still possible; return how many.

    So many duos, carrés, mixed trios and structures in all are still to choose. What the step
    before ruled out stays so. `tight` says whether all structures, and all duos, to come must take
    part; `caps` how many kinds there are at most with this bonus.
    """
    caps[bonus] = KINDS
    tight[bonus, 0] = structures > 0
    tight[bonus, 1] = duos > 0
    need_duos = needs[bonus, layout.NEED_DUOS]
    need = needs[bonus, layout.NEED_STRUCTURES]
    before = LEVEL_FEATURES[needs[bonus, layout.NEED_SHARED]]
    if step > 0:
        before &= rows[step - 1, VIABLE + bonus]
    satisfied = before & rows[step, DUO_UNARY + need_duos] & rows[step, UNARY + need]
    if satisfied != ZERO and needs[bonus, layout.REPEAT_POINTS] == 0:
        rows[step, VIABLE + bonus] = before
        tight[bonus, 0] = False
        tight[bonus, 1] = False
        return np.int64(1)
    low = rows[step, HELD]
    high = rows[step, HELD + 1]
    had_low = rows[step, HAD]
    had_high = rows[step, HAD + 1]
    in_groups = rows[step, IN_GROUPS]
    most_new: Int = 0
    viable = ZERO
    for more_duos in range(min(duos, need_duos) + 1):
        column = DUO_UNARY + need_duos - more_duos
        having = rows[step, column] & before
        if more_duos > 0:
            having &= ~rows[step, column + 1]
        for more in range(min(structures, need) + 1):
            column = UNARY + need - more
            rest = having & rows[step, column]
            if more > 0:
                rest &= ~rows[step, column + 1]
            # Of the structures to come, as many carrés as possible are the others.
            cards = 2 * more_duos + 3 * more + max(0, carres - (structures - more))
            passing = ZERO
            others = structures - more
            elsewhere = duos - more_duos + others + 2 * min(others, trios)
            here = more_duos + more + 2 * min(more, trios)
            while rest != ZERO:
                bit = rest & (~rest + ONE)
                rest ^= bit
                feature = bit_count(bit - ONE)
                if cards <= _cards_with(had_low, had_high, feature):
                    if cards - _cards_with(low, high, feature) <= budget:
                        passing |= bit
                        new = bit_count(FEATURE_MARKS[feature] & ~in_groups)
                        most_new = max(most_new, min(here, new) + elsewhere)
            if passing != ZERO:
                viable |= passing
                if more < structures:
                    tight[bonus, 0] = False
                if more_duos < duos:
                    tight[bonus, 1] = False
    rows[step, VIABLE + bonus] = viable
    caps[bonus] = min(KINDS, bit_count(in_groups) + most_new)
    return bit_count(viable)


@kernel
def _may_reach(
    rows: NDArray[np.uint64],
    counts: NDArray[np.int64],
    asked: NDArray[np.uint64],
    tight: NDArray[np.bool_],
    caps: NDArray[np.int64],
    step: Int,
    duos: Int,
    carres: Int,
    structures: Int,
    trios: Int,
    distinct: Int,
    wanted: Int,
    needs: NDArray[np.int64],
    distinct_bits: NDArray[np.int64],
    bound: NDArray[np.int64],
) -> bool:
    """Return whether what a step can lead to may bring so many bonus points.

    So many duos, carrés, mixed trios and structures in all are still to choose, and there will be
    at most so many kinds; fewer, where a bonus wants cards that are alike. Where a bonus of
    groups is needed and all groups to come must take part in it, the features of which the next
    one must have one are left in `asked`.
    """
    possible = distinct_bits[distinct] | (BIT << len(needs)) - 1
    repeats = np.int64(0)
    for bonus in range(len(needs)):
        repeats += needs[bonus, layout.REPEAT_POINTS] * (KINDS - 1)
    for bonus in range(len(needs)):
        choices = _may_have(
            rows,
            counts[step, BUDGET],
            step,
            bonus,
            duos,
            carres,
            structures,
            trios,
            needs,
            tight,
            caps,
        )
        repeats -= needs[bonus, layout.REPEAT_POINTS] * (KINDS - max(1, choices))
        if choices == 0:
            possible &= ~(BIT << bonus)
            if bound[possible] + repeats < wanted:
                return False
    # The kinds there will be are as many as some bonus allows, or as there can be at all.
    most: Int = -1
    for chosen in range(-1, len(needs)):
        kinds = distinct if chosen < 0 else caps[chosen]
        if kinds > distinct or (chosen >= 0 and kinds == distinct):
            continue
        together = distinct_bits[kinds]
        for bonus in range(len(needs)):
            if caps[bonus] >= kinds:
                together |= BIT << bonus
        most = max(most, bound[together & possible])
    if most + repeats < wanted:
        return False
    for bonus in range(len(needs)):
        bit = BIT << bonus
        if possible & bit == 0 or not (tight[bonus, 0] or tight[bonus, 1]):
            continue
        if bound[possible & ~bit] + repeats < wanted:
            for sort in range(2):
                if tight[bonus, sort]:
                    place = sort * layout.MAX_BONUSES + counts[step, ASKED + sort]
                    asked[step, place] = rows[step, VIABLE + bonus]
                    counts[step, ASKED + sort] += 1
    return True


@kernel
def put(
    table: NDArray[np.uint64],
    values: NDArray[np.int32],
    low: np.uint64,
    high: np.uint64,
    value: Int,
) -> Int:
    """Keep a packed hand with its greatest value (-1: an empty place); return 1 if it is new."""
    mask = U64(len(values) - 1)
    slot = ((low ^ (high << U64(7)) ^ (high >> U64(29))) * U64(0x9E3779B97F4A7C15)) >> U64(32)
    slot &= mask
    while True:
        if values[slot] < 0:
            table[slot, 0] = low
            table[slot, 1] = high
            values[slot] = value
            return 1
        if table[slot, 0] == low and table[slot, 1] == high:
            values[slot] = max(values[slot], value)
            return 0
        slot = (slot + ONE) & mask


@kernel
def _bonus_of(rows: NDArray[np.uint64], step: Int, rules: RuleArrays) -> Int:
    """Return the bonus points of the groups chosen before a step."""
    points, _ = bonus_points(
        rows[step, UNARY:UNARY_END],
        rows[step, DUO_UNARY:DUO_UNARY_END],
        bit_count(rows[step, IN_GROUPS]),
        rules,
    )
    return points


@kernel
def search(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    exist: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    lacking: Int,
    least: Int,
    stop: bool | np.bool_,
    table: NDArray[np.uint64],
    values: NDArray[np.int32],
) -> Int:
    """Find the finishing hands that lack exactly `lacking` cards and are worth `least` or more.

    No hand may have more of a kind than `exist`, laid carrés left out, nor fewer than `kept`. Each
    goes to the hash table with its best total (`values`: -1 where nothing is, a power of two of
    places); returns how many there are, or -1 if half the table was not enough. With `stop` it
    returns 1 at the first, and the table stays as it is.
    """
    numbers = rules.numbers
    needs = rules.needs
    bound = rules.bound
    distinct_bits = rules.distinct_bits
    n_duos = numbers[layout.DUOS]
    all_slots = numbers[layout.STRUCTURES]
    slots = all_slots
    fixed = numbers[layout.FINISH_POINTS] + n_duos * numbers[layout.DUO_POINTS]
    work = workspace(n_duos + slots)
    rows = work.rows
    counts = work.counts
    lists = work.lists
    # Of more groups than there are none has anything; of none every feature.
    rows[:, UNARY] = ~ZERO
    rows[:, DUO_UNARY] = ~ZERO
    cards = np.int64(0)
    must = np.int64(0)
    for kind in range(KINDS):
        cards += hand[kind]
        must += kept[kind]
        if laid[kind] > 0:
            slots -= 1
            fixed += numbers[layout.CARRE_POINTS]
            add_group(rows[0, UNARY:UNARY_END], KIND_FEATURES[kind])
            rows[0, IN_GROUPS] |= ONE << U64(kind)
    steps = n_duos + slots
    rows[0, HELD], rows[0, HELD + 1] = pack(hand)
    exist_low, exist_high = pack(exist)
    kept_low, kept_high = pack(kept)
    rows[0, HAD] = exist_low
    rows[0, HAD + 1] = exist_high
    rows[0, MARKS] = _marked(rows[0, HELD], rows[0, HELD + 1])
    rows[0, STOCK] = _marked(exist_low, exist_high)
    counts[0, BUDGET] = lacking
    counts[0, REST] = cards
    counts[0, UNCOVERED] = must
    rows[0, KEPT] = kept_low
    rows[0, KEPT + 1] = kept_high
    n = 0
    for lacks in range(4):
        for group in range(TRIPLES, TRIO_KINDS):
            if 3 - bit_count(rows[0, MARKS] & MIXED_MARKS[group - TRIPLES]) == lacks:
                work.order[n] = group
                n += 1
    slack = np.int64(0)
    for bonus in range(len(needs)):
        slack += needs[bonus, layout.REPEAT_POINTS] * (KINDS - 1)

    number = np.int64(0)
    if steps == 0:
        # Every structure is laid, and no duo is asked for.
        total = fixed + _bonus_of(rows, 0, rules)
        if lacking > 0 or must > 0 or total < least:
            return number
        return np.int64(1) if stop else put(table, values, ZERO, ZERO, total)
    for carres in range(slots + 1 if numbers[layout.CARRE] != 0 else 1):
        whole = 2 * n_duos + 3 * slots + carres
        if lacking > whole or whole - cards > lacking or must > whole:
            continue
        for triples in range(slots - carres + 1):
            trios = slots - carres - triples
            points = (
                fixed
                + carres * numbers[layout.CARRE_POINTS]
                + triples * numbers[layout.TRIPLE_POINTS]
                + trios * numbers[layout.TRIO_POINTS]
            )
            wanted = least - points
            step = np.int64(0)
            arrived = True
            while step >= 0:
                chosen = min(slots, step)
                duos_left = n_duos - (step - chosen)
                carres_left = max(0, carres - chosen)
                triples_left = min(triples, max(0, carres + triples - chosen))
                trios_left = slots - chosen - carres_left - triples_left
                most_kinds = duos_left + carres_left + triples_left + 3 * trios_left
                duo = step >= slots
                if arrived:
                    arrived = False
                    budget = counts[step, BUDGET]
                    to_come = 2 * duos_left + 4 * carres_left + 3 * (triples_left + trios_left)
                    if to_come - counts[step, REST] > budget or not _can_cover(
                        rows, step, counts[step, UNCOVERED], steps - step
                    ):
                        step -= 1
                        continue
                    counts[step, ASKED] = 0
                    counts[step, ASKED + 1] = 0
                    if wanted > 0:
                        distinct = min(KINDS, bit_count(rows[step, IN_GROUPS]) + most_kinds)
                        if not _may_reach(
                            rows,
                            counts,
                            work.asked,
                            work.tight,
                            work.caps,
                            step,
                            duos_left,
                            carres_left,
                            slots - chosen,
                            trios_left,
                            distinct,
                            wanted,
                            needs,
                            distinct_bits,
                            bound,
                        ):
                            step -= 1
                            continue
                    if duo:
                        first: Int = DUO
                        end: Int = GROUPS
                        fresh = step == slots
                        alike = duos_left
                    elif carres_left > 0:
                        first = TRIO_KINDS
                        end = STRUCTURE_KINDS
                        fresh = chosen == 0
                        alike = carres_left
                    elif triples_left > 0:
                        first = 0
                        end = TRIPLES
                        fresh = chosen == carres
                        alike = triples_left
                    else:
                        first = TRIPLES
                        end = TRIO_KINDS
                        fresh = chosen == carres + triples
                        alike = trios_left
                    fewest = _list(
                        rows,
                        counts,
                        lists,
                        work.lacks,
                        work.order,
                        work.asked,
                        step,
                        first,
                        end,
                        fresh,
                        step == steps - 1,
                    )
                    later = np.int64(0)
                    if duos_left > 0 and not duo:
                        held = rows[step, MARKS]
                        if held >> U64(KINDS) == ZERO:
                            later = np.int64(2 if held == ZERO else 1)
                    if alike * fewest + later > budget:
                        step -= 1
                        continue
                    counts[step, MOST] = budget - later - (alike - 1) * fewest
                place = counts[step, PLACE]
                if place >= counts[step, LENGTH]:
                    step -= 1
                    continue
                group = lists[step, place]
                counts[step, PLACE] += 1
                if work.lacks[step, place] > counts[step, MOST]:
                    continue
                _join(rows, step, group, n_duos, all_slots)
                child = step + 1
                if wanted > 0:
                    if duo:
                        duos_left -= 1
                        most_kinds -= 1
                    else:
                        chosen += 1
                        most_kinds -= 1 if carres_left + triples_left > 0 else 3
                    distinct = min(KINDS, bit_count(rows[child, IN_GROUPS]) + most_kinds)
                    most = _at_most(
                        rows,
                        child,
                        duos_left,
                        slots - chosen,
                        distinct_bits[distinct],
                        needs,
                        bound,
                    )
                    if most + slack < wanted:
                        continue
                if child < steps:
                    _take(rows, counts, step, group)
                    step = child
                    arrived = True
                    continue
                low = exist_low - rows[step, HAD] + GROUP_LOW[group]
                high = exist_high - rows[step, HAD + 1] + GROUP_HIGH[group]
                if must > 0 and not holds(low, high, kept_low, kept_high):
                    continue
                bonus_sum = _bonus_of(rows, child, rules)
                if bonus_sum >= wanted:
                    if stop:
                        return np.int64(1)
                    number += put(table, values, low, high, points + bonus_sum)
                    if 2 * number > len(values):
                        return np.int64(-1)
    return number


@kernel
def _ways(
    low: np.uint64, high: np.uint64, hand: NDArray[np.uint8], unseen: NDArray[np.uint8]
) -> Int:
    """Return how many choices of unseen copies there are for what a hand lacks to a packed one."""
    ways = np.int64(1)
    for kind in range(KINDS):
        lacks = count_of(low, high, kind) - np.int64(hand[kind])
        left = np.int64(unseen[kind])
        for copy in range(lacks):
            ways = ways * (left - copy) // (copy + 1)
    return ways


@kernel
def nearest(
    table: NDArray[np.uint64],
    values: NDArray[np.int32],
    hand: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    levels: NDArray[np.int64],
    tallies: NDArray[np.int64],
    found: NDArray[np.uint64],
    worth: NDArray[np.int64],
) -> None:
    """Count the hands of the table worth each of the rising `levels` or more, and rank the first.

    A row of `found` (packed hands) and of `worth` (ways, value) belongs to a level: the hands that
    can be completed in most ways, of equals those worth most, then by their packed cards.
    """
    limit = found.shape[1]
    for slot in range(len(values)):
        value = np.int64(values[slot])
        if value < 0:
            continue
        low = table[slot, 0]
        high = table[slot, 1]
        ways = _ways(low, high, hand, unseen)
        for level in range(len(levels)):
            if value < levels[level]:
                break
            place = min(tallies[level], limit)
            tallies[level] += 1
            while place > 0:
                other_ways = worth[level, place - 1, 0]
                other_value = worth[level, place - 1, 1]
                if ways < other_ways:
                    break
                if ways == other_ways:
                    if value < other_value:
                        break
                    other_low = found[level, place - 1, 0]
                    other_high = found[level, place - 1, 1]
                    if value == other_value and (
                        low > other_low or (low == other_low and high > other_high)
                    ):
                        break
                if place < limit:
                    found[level, place, :] = found[level, place - 1, :]
                    worth[level, place, :] = worth[level, place - 1, :]
                place -= 1
            if place < limit:
                found[level, place, 0] = low
                found[level, place, 1] = high
                worth[level, place, 0] = ways
                worth[level, place, 1] = value
