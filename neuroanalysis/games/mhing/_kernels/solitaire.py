"""One hand played out by itself: draw, win or discard, until it wins or the draws are used up.

The player keeps to a *goal*: cards that he keeps, what he counts the distance to, and the credits
that he wants at least. He discards what leaves the least distance counted in that way; of equals
what leaves most unseen copies of cards that lessen it; of equals the first by kind. A joker goes
only when nothing else is left.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels.blocks import Tables
from neuroanalysis.games.mhing._kernels.distance import (
    DistanceWorkspace,
    distance_workspace,
    distances,
)
from neuroanalysis.games.mhing._kernels.groups import SLOTS
from neuroanalysis.games.mhing._kernels.layout import JOKER_IN_NOTHING_MATCHES, REAL, RuleArrays
from neuroanalysis.games.mhing._kernels.readings import workspace
from neuroanalysis.games.mhing._kernels.unmatched import CARDS, most_kept
from neuroanalysis.games.mhing._kernels.worth import credits_held

ANY: Final = 0
"""The nearer of combinations and nothing matches."""
COMBINED: Final = 1
UNMATCHED: Final = 2
WHOLE: Final = 3
"""Nothing matches, with all honours."""
TRIPLETS: Final = 4

_JOKER: Final = REAL
_FLOWER: Final = REAL + 1
_KINDS: Final = REAL + 2
_TRIPLET: Final = 3


class Goal(NamedTuple):
    """What the player is after."""

    keep: NDArray[np.uint8]
    """(36,): 1 for the kinds that count towards combinations, else 0."""
    way: Int
    """What the distance is counted to, by the numbers above."""
    need: Int
    """The credits without which he does not go out."""


class Table(NamedTuple):
    """What does not change in a hand."""

    laid: NDArray[np.int64]
    """(4,): the numbers of the laid combinations, then -1."""
    cards: NDArray[np.uint8]
    """(34,): the real cards in them."""
    combinations: Int
    """How many are to come."""
    rules: RuleArrays


@kernel
def _to_triplets(real: NDArray[np.uint8], combinations: Int) -> Int:
    """Return what real cards lack to so many triplets and a pair, each kind used once."""
    kinds = np.zeros(5, dtype=np.int64)
    for kind in range(REAL):
        kinds[real[kind]] += 1
    lacking = 0
    copies = 4
    for _ in range(combinations):
        while copies and not kinds[copies]:
            copies -= 1
        kinds[copies] -= copies > 0
        lacking += max(0, _TRIPLET - copies)
    while copies and not kinds[copies]:
        copies -= 1
    return lacking + max(0, 2 - copies)


@kernel
def measure(
    hands: NDArray[np.uint8],
    goal: Goal,
    table: Table,
    tables: Tables,
    work: DistanceWorkspace,
    kept: NDArray[np.uint8],
    answers: NDArray[np.int32],
) -> None:
    """Write the distance of hands as a goal counts it.

    Parameters
    ----------
    hands
        (n, 36): the cards.
    goal, table
        What is counted, and what lies.
    tables, work, kept
        The tables of blocks, a workspace, and (n or more, 36) to work in.
    answers
        (n or more,): where the distances go.
    """
    n = len(hands)
    way = goal.way
    if way in (ANY, COMBINED):
        for row in range(n):
            for kind in range(_KINDS):
                kept[row, kind] = hands[row, kind] * goal.keep[kind]
        heard = np.zeros(2, dtype=np.int64)
        distances(kept[:n], table.cards, table.combinations, tables, work, answers, heard)
    if way == TRIPLETS:
        for row in range(n):
            far = _to_triplets(hands[row], table.combinations)
            answers[row] = max(0, far - np.int64(hands[row, _JOKER]))
    elif way != COMBINED and table.laid[0] < 0:
        for row in range(n):
            whole, other = most_kept(hands[row])
            useful = whole if way == WHOLE else max(whole, other)
            if table.rules.numbers[JOKER_IN_NOTHING_MATCHES]:
                useful += np.int64(hands[row, _JOKER])
            lacking = max(0, CARDS - useful)
            answers[row] = min(answers[row], lacking) if way == ANY else lacking


@kernel
def _discard(
    hand: NDArray[np.uint8],
    left: NDArray[np.uint8],
    goal: Goal,
    table: Table,
    tables: Tables,
    work: DistanceWorkspace,
    rows: NDArray[np.uint8],
    more: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    near: NDArray[np.int32],
    nearer: NDArray[np.int32],
    kinds: NDArray[np.int64],
) -> Int:
    """Return the kind that the player discards."""
    n = 0
    for kind in range(_FLOWER):
        if hand[kind] and (kind < _JOKER or n == 0):
            rows[n] = hand
            rows[n, kind] -= 1
            kinds[n] = kind
            n += 1
    measure(rows[:n], goal, table, tables, work, kept, near)
    least = near[0]
    equals = 0
    for row in range(n):
        if near[row] < least:
            least = near[row]
            equals = 0
        equals += near[row] == least
    chosen = -1
    most = np.int64(-1)
    for row in range(n):
        if near[row] != least:
            continue
        if equals == 1:
            return kinds[row]
        # Only what is left: of no kind more cards than there are, which the tables do not know.
        drawn = 0
        for kind in range(_FLOWER):
            if left[kind]:
                more[drawn] = rows[row]
                more[drawn, kind] += 1
                drawn += 1
        measure(more[:drawn], goal, table, tables, work, kept, nearer)
        copies = np.int64(0)
        drawn = 0
        for kind in range(_FLOWER):
            if left[kind]:
                if nearer[drawn] < least:
                    copies += left[kind]
                drawn += 1
        if copies > most:
            most = copies
            chosen = kinds[row]
    return chosen


@kernel
def play_out(
    start: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    piles: NDArray[np.uint8],
    draws: Int,
    goal: Goal,
    table: Table,
    tables: Tables,
    turns: NDArray[np.int64],
    earned: NDArray[np.int64],
    first: NDArray[np.int64],
    progress: NDArray[np.int64],
) -> None:
    """Play hands out, one for each pile.

    Parameters
    ----------
    start, unseen
        (1 or n, 36): the hands and the flowers laid, and the copies not seen. A hand of a card
        more than between turns discards first, even if it wins.
    piles
        (n, cards): the cards in the order that they are drawn.
    draws
        How many cards are drawn at most, flowers apart.
    goal, table, tables
        What the player is after, what lies, and the tables of blocks.
    turns, earned
        (n,): the draw that wins, from 1, and its credits; 0 and -1 where none does.
    first
        (n,): what is discarded before the first draw, -1 for nothing.
    progress
        How far it is.
    """
    work, search = distance_workspace(), workspace()
    nothing = np.zeros((0, SLOTS), dtype=np.int64)
    rows = np.zeros((_KINDS, _KINDS), dtype=np.uint8)
    more = np.zeros((_KINDS, _KINDS), dtype=np.uint8)
    kept = np.zeros((_KINDS, _KINDS), dtype=np.uint8)
    near = np.zeros(_KINDS, dtype=np.int32)
    nearer = np.zeros(_KINDS, dtype=np.int32)
    kinds = np.zeros(_KINDS, dtype=np.int64)
    everything = Goal(np.ones(_KINDS, dtype=np.uint8), ANY, np.int64(0))
    several = len(start) > 1
    for time in range(len(piles)):
        if progress[1]:
            return
        progress[0] += 1
        hand = start[time if several else 0].copy()
        left = unseen[time if several else 0].copy()
        turns[time] = 0
        earned[time] = -1
        first[time] = -1
        place = 0
        cards = np.int64(0)
        for kind in range(_FLOWER):
            cards += hand[kind]
        if cards == 3 * table.combinations + 2:
            first[time] = _discard(
                hand, left, goal, table, tables, work, rows, more, kept, near, nearer, kinds
            )
            hand[first[time]] -= 1
        for turn in range(draws):
            card: Int = np.int64(_FLOWER)
            while card == _FLOWER and place < piles.shape[1]:
                card = np.int64(piles[time, place])
                place += 1
                hand[card] += 1
                left[card] -= 1
            if card == _FLOWER:
                break
            rows[0] = hand
            measure(rows[:1], everything, table, tables, work, kept, near)
            if near[0] == 0:
                value = credits_held(hand, table.laid, table.rules, nothing, search)
                if value >= goal.need:
                    turns[time] = turn + 1
                    earned[time] = value
                    break
            gone = _discard(
                hand, left, goal, table, tables, work, rows, more, kept, near, nearer, kinds
            )
            hand[gone] -= 1
