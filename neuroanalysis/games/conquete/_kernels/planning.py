"""The best sequence of a player's own placements (clause 10.3): branch and bound, depth first.

What is reached depends on which cards lie where, and not on their order, but for the points on the
way: a table keeps for each set of placements the most points with which it was reached, and what
comes to it with no more is left.

The bound on what the remaining cards can still bring takes each by itself on its best cell:

- neighbours: those that lie, and of the free cells at most as many as there are compatible cards
  placed before it; over all orders of the cards (over all subsets), or where there are many cards,
  as if all others came before each;
- connected sets: a card brings 1, and SET_LESS for each set less. A connected set at the end that
  holds new cards was at most as many sets before as its new cards touch, so there are fewer sets by
  at most the sum of that over all new cards, less one; and by at most all sets less one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.conquete._kernels.domain import fits_shape, neighbour
from neuroanalysis.games.conquete._kernels.layout import (
    KINDS,
    MOST_CARDS,
    NEEDED,
    SET_LESS,
    SIDE,
    SIDES,
)

# Up to so many cards their orders are told apart in the bound.
ORDERED: Final = 10
MOVES: Final = 8192
SLOTS: Final = 1 << 20
_PROBES: Final = 16
_NONE: Final = -(1 << 40)
_MIX: Final = -7046029254386353131
_MIX_MORE: Final = -4658895280553007687

LABELS: Final = 2 * MOST_CARDS + 2

# Places in a frame of the stack; the box begins at the last.
_SETS: Final = 0
_VALUE: Final = 1
_KEY: Final = 2
_COUNT: Final = 3
_TRIED: Final = 4
_MOVE: Final = 5
BOX: Final = 6
FRAME: Final = 10

# Places in the answer.
VALUE: Final = 0
LENGTH: Final = 1
NODES: Final = 2
FINISHED: Final = 3
BOUND: Final = 4
ANSWERS: Final = 5


class Desk(NamedTuple):
    """What a search writes on; zeros at first, with room for `MOVES`, `LABELS` and so on."""

    moves: NDArray[np.int64]
    """(depth, move): cell * 32 + kind, -1 when it was tried."""
    gains: NDArray[np.int32]
    """(depth, move)"""
    labels: NDArray[np.int32]
    """(cells,): the label of the own set that a card belongs to, 0 for none."""
    aliases: NDArray[np.int32]
    """(depth, label): the label under which a set stands after merging."""
    best: NDArray[np.int64]
    """(2, kinds, compatible cards before): most that a kind may bring; with sets, and without."""
    table: NDArray[np.int64]
    """(subsets,)"""
    keys: NDArray[np.int64]
    values: NDArray[np.int32]
    """(slots,): sets of placements, and the most points with which each was reached."""
    stack: NDArray[np.int64]
    """(depth, frame): for each depth what stands at the places below, and the box."""
    hand: NDArray[np.int64]
    """(kinds,): what is left in hand, given by the caller."""
    cards: NDArray[np.int64]
    """(4 * most cards,): for lists of cards and cells."""


@kernel
def _label(
    owners: NDArray[np.int8],
    player: Int,
    box: NDArray[np.int64],
    waiting: NDArray[np.int64],
    labels: NDArray[np.int32],
) -> int:
    """Label the player's connected sets from 1; return how many there are."""
    sets = 0
    for row in range(box[0], box[1] + 1):
        for column in range(box[2], box[3] + 1):
            start = SIDE * row + column
            if owners[start] != player or labels[start]:
                continue
            sets += 1
            labels[start] = sets
            waiting[0] = start
            n = 1
            while n:
                n -= 1
                here = waiting[n]
                for side in range(SIDES):
                    other = neighbour(here, side)
                    if owners[other] == player and not labels[other]:
                        labels[other] = sets
                        waiting[n] = other
                        n += 1
    return sets


@kernel
def _look(
    grid: NDArray[np.int8],
    numbers: NDArray[np.int64],
    compatible: NDArray[np.int64],
    placing: NDArray[np.int64],
    enlarged: Int,
    depth: Int,
    desk: Desk,
) -> int:
    """List the placements with what they gain, and the best that each kind may bring."""
    needed, less = numbers[NEEDED], numbers[SET_LESS]
    alias, best, hand = desk.aliases[depth], desk.best, desk.hand
    for table in range(2):
        for kind in range(KINDS):
            for more in range(SIDES + 1):
                best[table, kind, more] = _NONE
    frame = desk.stack[depth]
    top, bottom, left, right = frame[BOX], frame[BOX + 1], frame[BOX + 2], frame[BOX + 3]
    n = 0
    # The first round of the loop stands for a cell that touches nothing yet.
    width = right - left + 3
    cells = (bottom - top + 3) * width
    for index in range(-1, cells):
        row, column = top - 1 + index // width, left - 1 + index % width
        cell = SIDE * row + column
        touched, sets = 0, 0
        one, two, three, four = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        if index >= 0:
            if grid[cell]:
                continue
            seen_0, seen_1, seen_2 = 0, 0, 0
            for side in range(SIDES):
                other = neighbour(cell, side)
                card = grid[other]
                if not card:
                    continue
                touched += 1
                kinds = compatible[card - 1]
                four |= three & kinds
                three |= two & kinds
                two |= one & kinds
                one |= kinds
                label = alias[desk.labels[other]]
                if label and label != seen_0 and label != seen_1 and label != seen_2:
                    seen_0, seen_1, seen_2 = seen_1, seen_2, label
                    sets += 1
            if not touched:
                continue
        fits = index >= 0 and fits_shape(top, bottom, left, right, row, column, numbers, enlarged)
        for kind in range(KINDS):
            if not hand[kind]:
                continue
            good = (one >> kind & 1) + (two >> kind & 1) + (three >> kind & 1) + (four >> kind & 1)
            enough = good >= needed if touched != 1 else good == 1
            if fits and good and enough:
                desk.moves[depth, n] = 32 * cell + kind
                desk.gains[depth, n] = placing[good] + 1 + (sets - 1) * less
                n += 1
            most = np.int64(_NONE)
            for more in range(SIDES - touched + 1):
                count = good + more
                if count and (
                    count >= needed
                    or (touched + more == 1 and count == 1)
                    or (more == 0 and enough)
                ):
                    most = max(most, placing[count])
                if most > _NONE:
                    best[0, kind, more] = max(best[0, kind, more], most + 1 + less * sets)
                    best[1, kind, more] = max(best[1, kind, more], most + 1)
    for table in range(2):
        for kind in range(KINDS):
            for more in range(1, SIDES + 1):
                best[table, kind, more] = max(best[table, kind, more], best[table, kind, more - 1])
    return n


@kernel
def _size(subset: Int) -> int:
    """Return how many bits of sixteen are set."""
    pairs = subset - (subset >> 1 & 0x5555)
    fours = (pairs & 0x3333) + (pairs >> 2 & 0x3333)
    eights = (fours + (fours >> 4)) & 0x0F0F
    return (eights + (eights >> 8)) & 0x1F


@kernel
def _bound(
    left: Int,
    sets: Int,
    less: Int,
    compatible: NDArray[np.int64],
    going_out: Int,
    desk: Desk,
) -> int:
    """Return what the cards left can bring at most, after `_look`."""
    cards = desk.cards
    n = 0
    for kind in range(KINDS):
        for _ in range(desk.hand[kind]):
            cards[n] = kind
            n += 1
    goes_with = desk.cards[MOST_CARDS:]
    for i in range(left if left <= ORDERED else 0):
        goes_with[i] = 0
        for j in range(left):
            goes_with[i] |= (compatible[cards[i]] >> cards[j] & 1) << j
    answer = np.int64(0)
    for which in range(2):
        fixed = -less if which == 0 else less * (sets - 1)
        most = np.int64(0)
        if left <= ORDERED:
            # What lies is a subset; from all cards down to none of them.
            table = desk.table
            whole = (1 << left) - 1
            table[whole] = going_out
            for placed in range(whole - 1, -1, -1):
                value = np.int64(0)
                for i in range(left):
                    if placed >> i & 1:
                        continue
                    before = _size(placed & goes_with[i])
                    card = desk.best[which, cards[i], min(before, SIDES)]
                    value = max(value, card + table[placed | 1 << i])
                table[placed] = value
            most = table[0]
        else:
            for i in range(left):
                before = -1  # a card goes with itself
                for j in range(left):
                    before += compatible[cards[i]] >> cards[j] & 1
                most += max(np.int64(0), desk.best[which, cards[i], min(before, SIDES)])
            most += max(np.int64(0), np.int64(going_out))
        most = max(np.int64(0), most + fixed)
        answer = most if which == 0 else min(answer, most)
    return int(answer)


@kernel
def _is_new(key: Int, value: Int, desk: Desk) -> bool:
    """Keep a set of placements with its points; return False where it was known with as many."""
    slot = key & (SLOTS - 1)
    for _ in range(_PROBES):
        if desk.keys[slot] == key:
            if desk.values[slot] >= value:
                return False
            desk.values[slot] = value
            return True
        if desk.keys[slot] == 0:
            desk.keys[slot] = key
            desk.values[slot] = value
            return True
        slot = (slot + 1) & (SLOTS - 1)
    return True


@kernel
def _mixed(move: Int) -> int:
    key = (move + 1) * _MIX
    key ^= key >> 29
    key *= _MIX_MORE
    return key ^ key >> 32


@kernel
def best_plan(
    grid: NDArray[np.int8],
    owners: NDArray[np.int8],
    player: Int,
    numbers: NDArray[np.int64],
    compatible: NDArray[np.int64],
    placing: NDArray[np.int64],
    enlarged: Int,
    going_out: Int,
    branches: Int,
    budget: Int,
    desk: Desk,
    plan: NDArray[np.int64],
    answer: NDArray[np.int64],
    control: NDArray[np.int64],
) -> None:
    """Search from what `plan` and `answer` hold, and write there what is better.

    ``plan`` has the placements, cell * 32 + kind, and ``answer`` the value of it and more, by the
    places above. At most ``branches`` placements are tried each time. The desk holds the hand and,
    in the first frame of its stack, the box of the domain; the grid is left as it was. ``control``
    counts the nodes, and ends the search once its second number is not 0.
    """
    left, less, stack = np.int64(0), numbers[SET_LESS], desk.stack
    for kind in range(KINDS):
        left += desk.hand[kind]
    labels = _label(owners, player, stack[0, BOX:], desk.cards, desk.labels)
    stack[0, _SETS] = labels
    for label in range(labels + 1):
        desk.aliases[0, label] = label
    answer[FINISHED] = 1
    nodes, depth, entering = np.int64(0), np.int64(0), True
    while depth >= 0:
        frame = stack[depth]
        if entering:
            nodes += 1
            control[0] += 1
            value = frame[_VALUE] + (going_out if depth == left else 0)
            if value > answer[VALUE]:
                answer[VALUE] = value
                answer[LENGTH] = depth
                for i in range(depth):
                    plan[i] = stack[i, _MOVE]
            frame[_COUNT], frame[_TRIED] = 0, 0
            if depth < left:
                n = _look(grid, numbers, compatible, placing, enlarged, depth, desk)
                bound = _bound(left - depth, frame[_SETS], less, compatible, going_out, desk)
                if depth == 0:
                    answer[BOUND] = bound
                if frame[_VALUE] + bound > answer[VALUE]:
                    frame[_COUNT] = n
            if nodes >= budget or control[1]:
                answer[FINISHED] = 0
                break
            entering = False
        chosen = np.int64(-1)
        if frame[_TRIED] < branches:
            for i in range(frame[_COUNT]):
                if desk.moves[depth, i] >= 0 and (
                    chosen < 0 or desk.gains[depth, i] > desk.gains[depth, chosen]
                ):
                    chosen = np.int64(i)
        elif frame[_COUNT] > branches:
            answer[FINISHED] = 0
        if chosen < 0:
            depth -= 1
            if depth >= 0:
                cell, kind = stack[depth, _MOVE] >> 5, stack[depth, _MOVE] & 31
                grid[cell] = 0
                desk.labels[cell] = 0
                desk.hand[kind] += 1
            continue
        frame[_TRIED] += 1
        move = desk.moves[depth, chosen]
        desk.moves[depth, chosen] = -1
        value = frame[_VALUE] + desk.gains[depth, chosen]
        key = frame[_KEY] + _mixed(move)
        if key == 0:
            key = np.int64(1)
        if not _is_new(key, value, desk):
            continue
        frame[_MOVE] = move
        depth += 1
        stack[depth, _VALUE], stack[depth, _KEY] = value, key
        _place(grid, move, labels, depth, desk)
        entering = True
    # Where the search was given up, some cards still lie.
    for i in range(depth):
        grid[stack[i, _MOVE] >> 5] = 0
    answer[NODES] += nodes


@kernel
def _place(grid: NDArray[np.int8], move: Int, labels: Int, depth: Int, desk: Desk) -> None:
    """Lay the card that leads to a depth: its cell, its label, the sets it joins, the box."""
    cell, kind = move >> 5, move & 31
    alias, own = desk.aliases[depth], labels + depth
    for label in range(own):
        alias[label] = desk.aliases[depth - 1, label]
    alias[own] = own
    before, frame = desk.stack[depth - 1], desk.stack[depth]
    sets = before[_SETS] + 1
    for side in range(SIDES):
        label = alias[desk.labels[neighbour(cell, side)]]
        if label and label != own:
            sets -= 1
            for i in range(1, own):
                if alias[i] == label:
                    alias[i] = own
    frame[_SETS] = sets
    grid[cell] = kind + 1
    desk.labels[cell] = own
    desk.hand[kind] -= 1
    row, column = cell // SIDE, cell % SIDE
    frame[BOX] = min(before[BOX], row)
    frame[BOX + 1] = max(before[BOX + 1], row)
    frame[BOX + 2] = min(before[BOX + 2], column)
    frame[BOX + 3] = max(before[BOX + 3], column)
