"""Players who look at groups, at the distance, or at useful copies as well.

A move is one number: 0 finishes, 1 + kind discards, 28 + kind lays a carré. All players but the
random one finish as soon as they may; that is decided before they are asked here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.cube import KINDS, LINES, U64
from neuroanalysis.games.neurotrio._kernels.judging import CARRE, Tools, away, may_lay, total, worth
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio._kernels.luck import luck

FINISH = 0
DISCARD = 1
LAY = 1 + KINDS
# What a random number is for; wishes take one number for each kind.
ON_MOVE = np.int64(1)
ON_WISHES = np.int64(2)

FAR = 99


@kernel
def random_move(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    may_finish: bool,
    can_draw: bool,
    key: np.uint64,
    rules: RuleArrays,
) -> Int:
    """Choose any legal move, each with the same chance."""
    ways = np.int64(1 if may_finish else 0)
    for kind in range(KINDS):
        ways += hand[kind] > kept[kind]
        ways += may_lay(hand, laid, kind, can_draw, rules)
    left = np.int64(luck(key, hand, unseen, ON_MOVE) % U64(ways))
    if may_finish:
        if left == 0:
            return np.int64(FINISH)
        left -= 1
    for kind in range(KINDS):
        if hand[kind] > kept[kind]:
            if left == 0:
                return np.int64(DISCARD + kind)
            left -= 1
        if may_lay(hand, laid, kind, can_draw, rules):
            if left == 0:
                return np.int64(LAY + kind)
            left -= 1
    return np.int64(FINISH)


@kernel
def random_wishes(
    hand: NDArray[np.uint8], unseen: NDArray[np.uint8], key: np.uint64, wants: NDArray[np.bool_]
) -> None:
    """Want each kind with a chance of one half."""
    word = luck(key, hand, unseen, ON_WISHES)
    for kind in range(KINDS):
        wants[kind] = (word >> U64(kind)) & U64(1) != U64(0)


@kernel
def _mark_trios(hand: NDArray[np.uint8], marks: NDArray[np.uint8]) -> None:
    """Mark every kind that is part of a trio of the hand."""
    marks[:] = 0
    for line in range(len(LINES)):
        a = LINES[line, 0]
        b = LINES[line, 1]
        c = LINES[line, 2]
        if hand[a] + hand[b] + hand[c] >= 3:
            marks[a] = 1
            marks[b] = 1
            marks[c] = 1


@kernel
def child_move(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    can_draw: bool,
    key: np.uint64,
    rules: RuleArrays,
    tools: Tools,
) -> Int:
    """Lay what may be laid; discard a card that is in no trio and no duo, else one in no trio."""
    for kind in range(KINDS):
        if may_lay(hand, laid, kind, can_draw, rules):
            return np.int64(LAY + kind)
    marks = tools.after
    _mark_trios(hand, marks)
    number = luck(key, hand, unseen, ON_MOVE)
    for strictness in range(3):
        ways = np.int64(0)
        for kind in range(KINDS):
            ways += _spared(hand, kept, marks, kind, strictness)
        if ways == 0:
            continue
        left = np.int64(number % U64(ways))
        for kind in range(KINDS):
            if _spared(hand, kept, marks, kind, strictness):
                if left == 0:
                    return np.int64(DISCARD + kind)
                left -= 1
    return np.int64(FINISH)


@kernel
def _spared(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    marks: NDArray[np.uint8],
    kind: Int,
    strictness: Int,
) -> bool:
    """Return whether a child can spare a card: single ones first, then duos, then any."""
    if hand[kind] <= kept[kind]:
        return False
    if strictness == 2:
        return True
    # A kind whose only "trio" is a line of which none is held is not marked; its duo still is one.
    return marks[kind] == 0 and (strictness == 1 or hand[kind] == 1)


@kernel
def child_wishes(hand: NDArray[np.uint8], wants: NDArray[np.bool_], tools: Tools) -> None:
    """Want what makes a trio with two cards that are in none."""
    marks = tools.after
    _mark_trios(hand, marks)
    wants[:] = False
    for line in range(len(LINES)):
        free = np.int64(0)
        for place in range(3):
            kind = LINES[line, place]
            if marks[kind] == 0:
                free += hand[kind]
        if free == 2:
            for place in range(3):
                wants[LINES[line, place]] = True


@kernel
def distances_after(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    rules: RuleArrays,
    tools: Tools,
    into: NDArray[np.uint8],
) -> Int:
    """Fill in the distance after each discard (FAR: not possible); return the least."""
    least = np.int64(FAR)
    for kind in range(KINDS):
        into[kind] = FAR
        if hand[kind] > kept[kind]:
            hand[kind] -= 1
            into[kind] = away(hand, laid, rules, tools)
            hand[kind] += 1
            least = np.int64(min(least, np.int64(into[kind])))
    return least


@kernel
def carre_to_lay(
    hand: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    can_draw: bool,
    least: Int,
    rules: RuleArrays,
    tools: Tools,
) -> Int:
    """Return a kind whose carré leaves the player no further away than his best discard, or -1."""
    for kind in range(KINDS):
        if may_lay(hand, laid, kind, can_draw, rules):
            hand[kind] -= CARRE
            laid[kind] = 1
            now = away(hand, laid, rules, tools)
            hand[kind] += CARRE
            laid[kind] = 0
            if now <= least:
                return np.int64(kind)
    return np.int64(-1)


@kernel
def beginner_move(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    can_draw: bool,
    key: np.uint64,
    rules: RuleArrays,
    tools: Tools,
) -> Int:
    """Discard what leaves the least distance; of equals, any."""
    distances = tools.after
    least = distances_after(hand, kept, laid, rules, tools, distances)
    kind = carre_to_lay(hand, laid, can_draw, least, rules, tools)
    if kind >= 0:
        return np.int64(LAY + kind)
    ways = np.int64(0)
    for kind in range(KINDS):
        ways += distances[kind] == least
    left = np.int64(luck(key, hand, unseen, ON_MOVE) % U64(ways))
    for kind in range(KINDS):
        if distances[kind] == least:
            if left == 0:
                return np.int64(DISCARD + kind)
            left -= 1
    return np.int64(FINISH)


@kernel
def nearer_wishes(
    hand: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    watches: bool,
    rules: RuleArrays,
    tools: Tools,
    wants: NDArray[np.bool_],
) -> None:
    """Want what finishes, and what comes nearer; who `watches` leaves what completes too little."""
    now = away(hand, laid, rules, tools)
    for kind in range(KINDS):
        wants[kind] = False
        if unseen[kind] > 0:
            hand[kind] += 1
            if now <= 1 and total(hand, laid, rules, tools) >= minimum:
                wants[kind] = True
            elif now > 1 or not watches:
                wants[kind] = away(hand, laid, rules, tools) < now
            hand[kind] -= 1


@kernel
def useful_copies(
    hand: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    now: Int,
    rules: RuleArrays,
    tools: Tools,
) -> Int:
    """Return how many unseen copies finish a hand one card away, or bring another one nearer."""
    copies = np.int64(0)
    for kind in range(KINDS):
        if unseen[kind] > 0:
            hand[kind] += 1
            if now == 1:
                good = total(hand, laid, rules, tools) >= minimum
            else:
                good = away(hand, laid, rules, tools) < now
            hand[kind] -= 1
            if good:
                copies += unseen[kind]
    return copies


@kernel
def hiker_move(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    can_draw: bool,
    rules: RuleArrays,
    tools: Tools,
) -> Int:
    """Discard for the least distance, then for useful copies, then for what the cards are worth.

    One card away, the copies are those that finish with the minimum.
    """
    distances = tools.after
    least = distances_after(hand, kept, laid, rules, tools, distances)
    kind = carre_to_lay(hand, laid, can_draw, least, rules, tools)
    if kind >= 0:
        return np.int64(LAY + kind)
    best = np.int64(-1)
    chosen = np.int64(0)
    for kind in range(KINDS):
        if distances[kind] == least:
            hand[kind] -= 1
            copies = useful_copies(hand, laid, unseen, minimum, least, rules, tools)
            rank = np.int64(copies * 1000 + worth(hand, laid, rules, tools))
            hand[kind] += 1
            if rank > best:
                best = rank
                chosen = np.int64(kind)
    return np.int64(DISCARD + chosen)
