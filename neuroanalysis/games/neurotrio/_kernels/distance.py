"""The distance of a hand: how many cards it lacks to one duo and four structures.

The nearest finishing hand is the one that keeps most of the cards held. Fix the trios that are
complete in it, `t` of them, with `r` cards left and `open` structures and `duos` still to come. Let
`w` be how many *pairs* can be set aside among the cards left, a pair being two cards on a common
line: two cards for an open structure, or, if they are alike, for a duo. With single cards for what
then has none, ``min(r, w + open + duos)`` of the cards left are kept. So the search goes over sets
of disjoint trios, most first, and asks of each for as many pairs as would beat the best found.

Only so many copies of a kind exist. Where nearly all of some kind are held, it is checked that what
is lacking can be had, before an answer counts (`_can_be_had`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels import layout
from neuroanalysis.games.neurotrio._kernels.cube import (
    KINDS,
    LINES,
    LOW_KINDS,
    STRUCTURE_HIGH,
    STRUCTURE_KINDS,
    STRUCTURE_LOW,
    TRIO_KINDS,
    TRIOS,
    U64,
    count_of,
    holds,
    pack,
)
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio._kernels.value import STRIDE, list_trios

_TRIOS_OF_KIND: Final = 16
_TRIOS_OF_PAIR: Final = 7


def _pairs() -> NDArray[np.int64]:
    """Return all pairs: two alike (0 to 26, by kind), then two different kinds of a line."""
    rows = [(kind, kind) for kind in range(KINDS)]
    for a, b, c in LINES:
        rows += [(int(a), int(b)), (int(a), int(c)), (int(b), int(c))]
    return np.array(rows, dtype=np.int64)


PAIRS: Final = _pairs()
PAIR_KINDS: Final = len(PAIRS)


def _packed_pairs() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    low = np.zeros(PAIR_KINDS, dtype=np.uint64)
    high = np.zeros(PAIR_KINDS, dtype=np.uint64)
    for pair, kinds in enumerate(PAIRS):
        for kind in kinds:
            if kind < LOW_KINDS:
                low[pair] += U64(1 << (4 * int(kind)))
            else:
                high[pair] += U64(1 << (4 * (int(kind) - LOW_KINDS)))
    return low, high


PAIR_LOW, PAIR_HIGH = _packed_pairs()


def _trios_of_pairs() -> NDArray[np.int64]:
    """Return for each pair the trios that hold it: seven for two alike, else three, then -1."""
    table = np.full((PAIR_KINDS, _TRIOS_OF_PAIR), -1, dtype=np.int64)
    for pair, (a, b) in enumerate(PAIRS):
        fitting = [
            trio
            for trio in range(TRIO_KINDS)
            if (
                list(TRIOS[trio]).count(a) >= 2 if a == b else a in TRIOS[trio] and b in TRIOS[trio]
            )
        ]
        table[pair, : len(fitting)] = fitting
    return table


TRIOS_OF_PAIR: Final = _trios_of_pairs()
TRIOS_OF_KIND: Final = np.array(
    [[trio for trio in range(TRIO_KINDS) if kind in TRIOS[trio]] for kind in range(KINDS)],
    dtype=np.int64,
)
# Choices for a single card: each kind with each trio around it, then each kind as half a duo.
_DUO_SINGLES: Final = KINDS * _TRIOS_OF_KIND
_SINGLE_CHOICES: Final = _DUO_SINGLES + KINDS


class Workspace(NamedTuple):
    """What one search needs, made once a batch; rows belong to depths of a search."""

    trios: NDArray[np.int64]
    length: NDArray[np.int64]
    place: NDArray[np.int64]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    pairs: NDArray[np.int64]
    rest_pairs: NDArray[np.int64]
    pair_place: NDArray[np.int64]
    pair_low: NDArray[np.uint64]
    pair_high: NDArray[np.uint64]
    choice: NDArray[np.int64]
    stock: NDArray[np.uint64]
    spare: NDArray[np.uint64]
    open_duos: NDArray[np.int64]


@kernel
def workspace(slots: Int, duos: Int) -> Workspace:
    """Make the workspace of searches for at most so many structures and duos."""
    depths = slots + 1
    groups = slots + duos + 1
    return Workspace(
        np.empty((depths, STRUCTURE_KINDS), dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.empty(depths, dtype=np.uint64),
        np.empty(depths, dtype=np.uint64),
        np.empty(PAIR_KINDS, dtype=np.int64),
        np.empty(PAIR_KINDS, dtype=np.int64),
        np.empty(groups, dtype=np.int64),
        np.empty(groups, dtype=np.uint64),
        np.empty(groups, dtype=np.uint64),
        np.empty(groups, dtype=np.int64),
        np.empty((groups, 2), dtype=np.uint64),
        np.empty((groups, 2), dtype=np.uint64),
        np.empty(groups, dtype=np.int64),
    )


@kernel
def _list_pairs(
    low: np.uint64, high: np.uint64, counts: NDArray[np.uint8], into: NDArray[np.int64]
) -> Int:
    """List the pairs that a packed part of a hand holds, those of two alike first."""
    n = 0
    for kind in range(KINDS):
        if counts[kind] >= 2 and count_of(low, high, kind) >= 2:
            into[n] = kind
            n += 1
    for line in range(len(LINES)):
        a = LINES[line, 0]
        b = LINES[line, 1]
        c = LINES[line, 2]
        if (counts[a] > 0) + (counts[b] > 0) + (counts[c] > 0) < 2:
            continue
        has_a = count_of(low, high, a) > 0
        has_b = count_of(low, high, b) > 0
        has_c = count_of(low, high, c) > 0
        first = KINDS + 3 * line
        if has_a and has_b:
            into[n] = first
            n += 1
        if has_a and has_c:
            into[n] = first + 1
            n += 1
        if has_b and has_c:
            into[n] = first + 2
            n += 1
    return n


@kernel
def _can_be_had(
    trios: Int, pairs: Int, singles: Int, slots: Int, duos: Int, work: Workspace
) -> bool:
    """Return whether enough copies exist to complete the trios and pairs now chosen.

    Each pair of two alike becomes a duo or a trio, other pairs a trio; `singles` of the cards left
    become a trio or a duo. `work.stock[0]` is what exists. Groups of which no card is held are no
    obstacle: with at most 26 cards in all, some line always has enough copies left.
    """
    stock_low = work.stock[0, 0]
    stock_high = work.stock[0, 1]
    for depth in range(trios):
        trio = work.trios[depth, work.place[depth] - 1]
        if not holds(stock_low, stock_high, STRUCTURE_LOW[trio], STRUCTURE_HIGH[trio]):
            return False
        stock_low -= STRUCTURE_LOW[trio]
        stock_high -= STRUCTURE_HIGH[trio]
    stock = work.stock[1:]
    spare = work.spare[1:]
    stock[0, 0] = stock_low
    stock[0, 1] = stock_high
    spare[0, 0] = work.pair_low[pairs]
    spare[0, 1] = work.pair_high[pairs]
    work.open_duos[0] = duos
    steps = pairs + singles
    step = 0
    work.choice[0] = 0
    while step >= 0:
        if step == steps:
            return True
        duos_left = work.open_duos[step]
        slots_left = slots - step + (duos - duos_left)
        choice = work.choice[step]
        work.choice[step] += 1
        trio = np.int64(-1)
        duo = np.int64(-1)
        kind = np.int64(-1)
        if step < pairs:
            pair = work.rest_pairs[work.pair_place[step] - 1]
            if choice > _TRIOS_OF_PAIR:
                step -= 1
                continue
            if choice < _TRIOS_OF_PAIR:
                trio = TRIOS_OF_PAIR[pair, choice]
            elif pair < KINDS:
                duo = pair
        else:
            if choice >= _SINGLE_CHOICES:
                step -= 1
                continue
            if choice < _DUO_SINGLES:
                kind = choice // _TRIOS_OF_KIND
                trio = TRIOS_OF_KIND[kind, choice % _TRIOS_OF_KIND]
            else:
                kind = choice - _DUO_SINGLES
                duo = kind
            if count_of(spare[step, 0], spare[step, 1], kind) == 0:
                continue
        if trio >= 0 and slots_left > 0:
            part_low = STRUCTURE_LOW[trio]
            part_high = STRUCTURE_HIGH[trio]
        elif duo >= 0 and duos_left > 0:
            part_low = PAIR_LOW[duo]
            part_high = PAIR_HIGH[duo]
        else:
            continue
        if not holds(stock[step, 0], stock[step, 1], part_low, part_high):
            continue
        stock[step + 1, 0] = stock[step, 0] - part_low
        stock[step + 1, 1] = stock[step, 1] - part_high
        spare[step + 1, 0] = spare[step, 0]
        spare[step + 1, 1] = spare[step, 1]
        if kind >= 0 and kind < LOW_KINDS:
            spare[step + 1, 0] -= U64(1) << U64(4 * kind)
        elif kind >= 0:
            spare[step + 1, 1] -= U64(1) << U64(4 * (kind - LOW_KINDS))
        work.open_duos[step + 1] = duos_left - (1 if duo >= 0 else 0)
        step += 1
        work.choice[step] = 0
    return False


@kernel
def _pairs_kept(
    trios: Int,
    rest: Int,
    slots: Int,
    duos: Int,
    least: Int,
    scarce: bool,
    n: Int,
    work: Workspace,
) -> Int:
    """Return the most pairs, `least` or more, that the cards left by `trios` give; -1 if none.

    At most `slots` of them are for structures, so all beyond that number must be two alike.
    """
    most = min(slots + duos, rest // 2)
    for wanted in range(most, least - 1, -1):
        alike = wanted - slots
        work.pair_low[0] = work.low[trios]
        work.pair_high[0] = work.high[trios]
        work.pair_place[0] = 0
        depth = 0
        while depth >= 0:
            if depth == wanted:
                singles = min(rest - 2 * wanted, slots + duos - wanted)
                if not scarce or _can_be_had(trios, wanted, singles, slots, duos, work):
                    return wanted
                depth -= 1
                continue
            place = work.pair_place[depth]
            if place >= n:
                depth -= 1
                continue
            pair = work.rest_pairs[place]
            if depth < alike and pair >= KINDS:
                depth -= 1
                continue
            work.pair_place[depth] += 1
            low = work.pair_low[depth]
            high = work.pair_high[depth]
            if holds(low, high, PAIR_LOW[pair], PAIR_HIGH[pair]):
                depth += 1
                work.pair_low[depth] = low - PAIR_LOW[pair]
                work.pair_high[depth] = high - PAIR_HIGH[pair]
                work.pair_place[depth] = place
    return -1


@kernel
def distance_of(
    counts: NDArray[np.uint8], laid: NDArray[np.uint8], rules: RuleArrays, work: Workspace
) -> Int:
    """Return the distance of one hand."""
    numbers = rules.numbers
    copies = numbers[layout.COPIES]
    duos = numbers[layout.DUOS]
    slots = numbers[layout.STRUCTURES]
    cards = np.int64(0)
    scarce = False
    stock_low = U64(0)
    stock_high = U64(0)
    for kind in range(KINDS):
        cards += counts[kind]
        exist = copies
        if laid[kind] > 0:
            slots -= 1
            exist -= 4 * np.int64(laid[kind])
            scarce = True
        if counts[kind] > 0 and counts[kind] + 1 >= exist:
            scarce = True
        if kind < LOW_KINDS:
            stock_low |= U64(exist) << U64(4 * kind)
        else:
            stock_high |= U64(exist) << U64(4 * (kind - LOW_KINDS))
    work.stock[0, 0] = stock_low
    work.stock[0, 1] = stock_high
    full = 2 * duos + 3 * slots
    work.low[0], work.high[0] = pack(counts)
    n = 0
    for kind in range(KINDS):
        if counts[kind] >= 3:
            work.trios[0, n] = kind
            n += 1
    work.length[0] = list_trios(counts, work.trios[0], n)

    best = np.int64(-1)
    depth = 0
    arrived = True
    while depth >= 0:
        rest = cards - 3 * depth
        if arrived:
            arrived = False
            work.place[depth] = 0
            open_groups = slots - depth + duos
            if 3 * depth + min(rest, 2 * open_groups) > best:
                pairs = _list_pairs(work.low[depth], work.high[depth], counts, work.rest_pairs)
                least = max(0, best + 1 - 3 * depth - open_groups)
                kept = _pairs_kept(depth, rest, slots - depth, duos, least, scarce, pairs, work)
                if kept >= 0:
                    best = max(best, 3 * depth + min(rest, kept + open_groups))
        more = min(slots - depth, rest // 3)
        after = rest - 3 * more
        bound = 3 * (depth + more) + min(after, 2 * (slots - depth - more + duos))
        if more == 0 or bound <= best or work.place[depth] >= work.length[depth]:
            depth -= 1
            continue
        start = work.place[depth]
        trio = work.trios[depth, start]
        work.place[depth] += 1
        child = depth + 1
        work.low[child] = work.low[depth] - STRUCTURE_LOW[trio]
        work.high[child] = work.high[depth] - STRUCTURE_HIGH[trio]
        n = 0
        if child < slots:
            for index in range(start, work.length[depth]):
                other = work.trios[depth, index]
                if holds(
                    work.low[child], work.high[child], STRUCTURE_LOW[other], STRUCTURE_HIGH[other]
                ):
                    work.trios[child, n] = other
                    n += 1
        work.length[child] = n
        depth = child
        arrived = True
    return full - best


@kernel
def distances(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    answers: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Fill `answers` with the distance of each hand; `laid` has one row for all or one a hand."""
    work = workspace(rules.numbers[layout.STRUCTURES], rules.numbers[layout.DUOS])
    for hand in range(len(counts)):
        if hand % STRIDE == 0:
            if progress[1] != 0:
                return
            progress[0] = hand
        on_table = laid[hand if len(laid) > 1 else 0]
        answers[hand] = distance_of(counts[hand], on_table, rules, work)
    progress[0] = len(counts)
