"""What a player may expect who counts the ways to finish: chance, points, and the value he keeps.

The nearest finishing hands worth his minimum are searched for (`goals.search`). Each asks for L
cards that he lacks; its *ways* are the choices of unseen copies that bring just these. W ways in
all are L! * W sequences of L cards. The first card may be any of the u copies that some goal asks
for, which leaves L! * W / u sequences of the others, so that in the mean the (L - 1)th root of that
many copies serve at each later step. He takes the round to end before each card that he would see
with the same chance, after `horizon` cards in the mean. Cards that serve, s of the U unseen, and
the end of the round race each other, and a step is made in time with the chance

    s * horizon / U / (1 + s * horizon / U)

The product over the steps is his chance to finish. With one card lacking it is exact for such a
round, each card being any of the unseen ones again, else a rough estimate, which a good player
makes in his head; U and u are those before a card is taken from the others. What he expects is then

    chance * (points of the finish, as the ways weigh them) + (1 - chance) * (what the cards
    are worth, clause 2.6)

so that he gives up by himself and keeps value when there is little hope.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, apart, kernel
from neuroanalysis.games.neurotrio._kernels import goals, judging, layout
from neuroanalysis.games.neurotrio._kernels.cube import KINDS, U64, count_of
from neuroanalysis.games.neurotrio._kernels.judging import (
    CARRE,
    Tools,
    away,
    may_lay,
    total,
    worth,
)
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio._kernels.simple_players import DISCARD, FINISH, LAY

ZERO = np.uint64(0)
ONE = np.uint64(1)
NOTHING = np.int64(KINDS)
"""The row and the column of `Tools.ways` for taking, and for discarding, no card."""
# Plain Python constants as arguments would make numba compile a function once for each of them.
MOVING = np.int64(0)
TAKING = np.int64(1)
AT_ONCE = np.int64(0)
A_CARD_LATER = np.int64(1)
_HAND = np.zeros(KINDS, dtype=np.uint8)
_search = apart(
    goals.search,
    *(_HAND, _HAND, _HAND, _HAND, layout.EXAMPLE, 1, 1, False),
    *(judging.EXAMPLE.goals, judging.EXAMPLE.totals),
)


@kernel
def chance_of_steps(
    ways: float, asked: np.uint64, unseen: NDArray[np.uint8], lacking: Int, horizon: float
) -> float:
    """Return the chance to draw one of the choices in time; `asked` are the kinds that serve."""
    if ways <= 0.0 or lacking <= 0:
        return 0.0
    left = 0.0
    first = 0.0
    for kind in range(KINDS):
        left += unseen[kind]
        if (asked >> U64(kind)) & ONE != ZERO:
            first += unseen[kind]
    rate = horizon / left
    chance = first * rate / (1.0 + first * rate)
    if lacking > 1:
        sequences = ways / first
        for card in range(lacking):
            sequences *= card + 1
        later = sequences ** (1.0 / (lacking - 1)) * rate
        chance *= (later / (1.0 + later)) ** (lacking - 1)
    return chance


@kernel
def _expected(
    taken: Int,
    discarded: Int,
    fewer: Int,
    value: Int,
    unseen: NDArray[np.uint8],
    horizon: float,
    tools: Tools,
) -> float:
    """Return expected points after a card was taken and one discarded (NOTHING: none).

    `fewer`: how many cards less the goals then lack.
    """
    missed = 1.0
    points = 0.0
    for level in range(2):
        ways = tools.ways[level, taken, discarded]
        chance = chance_of_steps(
            ways,
            tools.asked[level, taken, discarded],
            unseen,
            tools.lacking[level] - fewer,
            horizon,
        )
        if chance > 0.0:
            points += missed * chance * tools.reward[level, taken, discarded] / ways
            missed *= 1.0 - chance
    return points + missed * value


@kernel
def _weigh(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    level: Int,
    taking: Int,
    tools: Tools,
) -> None:
    """Add the goals of the table to `ways`, for every discard, carré laid or card taken.

    A discard leaves the goals that do not need it. A card taken can't be discarded again, so it
    leaves those that lack it; what they lack is one card less. A carré can be laid for those that
    have all four.
    """
    lacks = np.zeros(KINDS, dtype=np.int64)
    spare = np.zeros(KINDS, dtype=np.bool_)
    for slot in range(len(tools.totals)):
        points = tools.totals[slot]
        if points < 0:
            continue
        low = tools.goals[slot, 0]
        high = tools.goals[slot, 1]
        ways = 1.0
        asked = ZERO
        for kind in range(KINDS):
            wanted = count_of(low, high, kind)
            held = np.int64(hand[kind])
            lacks[kind] = max(np.int64(0), wanted - held)
            spare[kind] = held > np.int64(kept[kind]) and wanted < held
            for copy in range(lacks[kind]):
                ways *= (np.float64(unseen[kind]) - copy) / (copy + 1)
            if lacks[kind] > 0:
                asked |= ONE << U64(kind)
        _add(level, NOTHING, NOTHING, ways, points, asked, tools)
        for kind in range(KINDS):
            if taking == MOVING:
                if spare[kind]:
                    _add(level, NOTHING, kind, ways, points, asked, tools)
                if hand[kind] >= CARRE and count_of(low, high, kind) >= CARRE:
                    _add(level, kind, NOTHING, ways, points, asked, tools)
            elif lacks[kind] > 0 and unseen[kind] > 0:
                fewer = ways * lacks[kind] / unseen[kind]
                others = asked if lacks[kind] > 1 else asked & ~(ONE << U64(kind))
                for other in range(KINDS):
                    if spare[other]:
                        _add(level, kind, other, fewer, points, others, tools)


@kernel
def _add(
    level: Int,
    taken: Int,
    discarded: Int,
    ways: float,
    points: Int,
    asked: np.uint64,
    tools: Tools,
) -> None:
    tools.ways[level, taken, discarded] += ways
    tools.reward[level, taken, discarded] += ways * points
    tools.asked[level, taken, discarded] |= asked


@kernel
def look_ahead(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    reach: Int,
    taking: Int,
    rules: RuleArrays,
    tools: Tools,
) -> None:
    """Weigh the nearest goals; those one card away have company of those two cards away.

    A goal may lack at most `reach` cards.
    """
    tools.ways[:] = 0.0
    tools.reward[:] = 0.0
    tools.asked[:] = ZERO
    exist = hand + unseen
    level = AT_ONCE
    stop = reach < 0  # never: all goals are wanted
    first = max(1, away(hand, laid, rules, tools))
    for lacking in range(first, reach + 1):
        tools.totals[:] = -1
        _search(
            hand,
            kept,
            exist,
            laid,
            rules,
            lacking,
            minimum,
            stop,
            tools.goals,
            tools.totals,
        )
        tools.lacking[level] = lacking
        _weigh(hand, kept, unseen, level, taking, tools)
        if tools.ways[level, NOTHING, NOTHING] > 0.0:
            if level == 1 or lacking > 1:
                return
            level = A_CARD_LATER
        elif level == 1:
            return


@kernel
def sees_goal(tools: Tools) -> bool:
    """Return whether the last look ahead has found a goal."""
    return bool(tools.ways[0, NOTHING, NOTHING] > 0.0)


@kernel
def expert_move(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    can_draw: bool,
    horizon: float,
    reach: Int,
    rules: RuleArrays,
    tools: Tools,
) -> Int:
    """Make the move after which most points are to be expected."""
    look_ahead(hand, kept, laid, unseen, minimum, reach, MOVING, rules, tools)
    best = -1.0
    move = np.int64(FINISH)
    for kind in range(KINDS):
        if hand[kind] > kept[kind]:
            hand[kind] -= 1
            value = worth(hand, laid, rules, tools)
            hand[kind] += 1
            points = _expected(NOTHING, kind, MOVING, value, unseen, horizon, tools)
            if points > best:
                best = points
                move = np.int64(DISCARD + kind)
        if may_lay(hand, laid, kind, can_draw, rules):
            hand[kind] -= CARRE
            laid[kind] = 1
            value = worth(hand, laid, rules, tools)
            hand[kind] += CARRE
            laid[kind] = 0
            # The replacement is a card that is surely seen; of equals a lay, which costs nothing.
            points = _expected(kind, NOTHING, MOVING, value, unseen, horizon + 1.0, tools)
            if points >= best:
                best = points
                move = np.int64(LAY + kind)
    return move


@kernel
def expert_wishes(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    horizon: float,
    reach: Int,
    margin: float,
    rules: RuleArrays,
    tools: Tools,
    wants: NDArray[np.bool_],
) -> None:
    """Want what finishes, what brings more points than to go on without it, and steps to a goal.

    Such a step is wanted as soon as it brings `margin` points more, or falls short by less if that
    is below 0.
    """
    look_ahead(hand, kept, laid, unseen, minimum, reach, TAKING, rules, tools)
    value = worth(hand, laid, rules, tools)
    now = _expected(NOTHING, NOTHING, MOVING, value, unseen, horizon, tools)
    for kind in range(KINDS):
        wants[kind] = False
        if unseen[kind] == 0:
            continue
        hand[kind] += 1
        if total(hand, laid, rules, tools) >= minimum:
            wants[kind] = True
        else:
            # What the cards are worth before the discard bounds what they are worth after it.
            most = worth(hand, laid, rules, tools)
            for other in range(KINDS):
                if hand[other] <= np.int64(kept[other]) + (1 if other == kind else 0):
                    continue
                enough = now + (margin if tools.ways[0, kind, other] > 0.0 else 0.0)
                if _expected(kind, other, TAKING, most, unseen, horizon, tools) > enough:
                    hand[other] -= 1
                    value = worth(hand, laid, rules, tools)
                    hand[other] += 1
                    if _expected(kind, other, TAKING, value, unseen, horizon, tools) > enough:
                        wants[kind] = True
                        break
        hand[kind] -= 1
