"""The solved solitaire, for a player who knows it: chances are looked up, not estimated.

The solution holds, for every class of hands between turns, the best chance to finish within 1, 2,
... draws (README.md, A.1 to A.3). It knows no discards of others. So where pangs are allowed it is
asked only if an expert sees nothing to aim at, and only without panged cards, which it does not
know either. Where they are not, every hand is the solitaire's, and it is asked always. The choice
is the expert's, by expected points.

The round may end before he finishes: between two draws of his the others end it with a chance of
`ends`. Of what he can reach within `draws` draws he counts what comes in time,

    sum over t of (c[t] - c[t - 1]) * (1 - ends)**t,    c[t]: the best chance within t draws

which with `ends` 0 is c[draws]. The replacement of a carré is a draw more that nobody comes before,
so that the power is one less.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.classes import ClassTables, canonical_key
from neuroanalysis.games.neurotrio._kernels.cube import KINDS
from neuroanalysis.games.neurotrio._kernels.judging import (
    CARRE,
    Tools,
    cards_of,
    may_lay,
    total,
    worth,
)
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio._kernels.simple_players import DISCARD, LAY

STEPS = 65535.0
NEVER = 0.0
"""The chance that the others end the round, for one who counts on so many draws."""


class Solved(NamedTuple):
    """The solution for one minimum; no keys at all where a table of players needs none."""

    keys: NDArray[np.int64]
    """Numbers of the classes, rising within those of as many laid carrés."""
    begins: NDArray[np.int64]
    """Where those with 0, 1, ... laid carrés begin; one more at the end."""
    chances: NDArray[np.uint16]
    """(draws, classes): chances in steps of 1/65535."""


@kernel
def chance_of(
    hand: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    draws: Int,
    solved: Solved,
    tables: ClassTables,
    tools: Tools,
) -> float:
    """Return the best chance to finish within so many draws, or -1 where it is not known."""
    place = _place(hand, laid, solved, tables, tools)
    if place < 0:
        return -1.0
    return solved.chances[min(draws, len(solved.chances)) - 1, place] / STEPS


@kernel
def chance_in_time(
    hand: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    draws: Int,
    ends: float,
    at_once: bool,
    solved: Solved,
    tables: ClassTables,
    tools: Tools,
) -> float:
    """Return the chance to finish within so many draws and before the others, or -1.

    `at_once`: the first of these draws comes before the others have a turn.
    """
    place = _place(hand, laid, solved, tables, tools)
    if place < 0:
        return -1.0
    chance = 0.0
    before = 0.0
    goes_on = 1.0 if at_once else 1.0 - ends
    for draw in range(min(draws, len(solved.chances))):
        within = solved.chances[draw, place] / STEPS
        chance += (within - before) * goes_on
        before = within
        goes_on *= 1.0 - ends
    return chance


@kernel
def _place(
    hand: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    solved: Solved,
    tables: ClassTables,
    tools: Tools,
) -> Int:
    """Return where the class of a hand stands in the solution, or -1."""
    level = cards_of(laid)
    if level + 1 >= len(solved.begins):
        return np.int64(-1)
    digits = tools.after
    for kind in range(KINDS):
        digits[kind] = tables.base - 1 if laid[kind] > 0 else hand[kind]
    key, _ = canonical_key(digits, tools.codes, tables)
    low = solved.begins[level]
    high = solved.begins[level + 1]
    while low < high:
        middle = (low + high) // 2
        if solved.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low == solved.begins[level + 1] or solved.keys[low] != key:
        return np.int64(-1)
    return np.int64(low)


@kernel
def _expected(
    hand: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    draws: Int,
    ends: float,
    at_once: bool,
    reward: float,
    solved: Solved,
    tables: ClassTables,
    rules: RuleArrays,
    tools: Tools,
) -> float:
    """Return the points expected of a hand between turns; less than 0 where it is not known."""
    chance = chance_in_time(hand, laid, draws, ends, at_once, solved, tables, tools)
    if chance < 0.0:
        return chance
    return chance * reward + (1.0 - chance) * worth(hand, laid, rules, tools)


@kernel
def solved_move(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    can_draw: bool,
    draws: Int,
    ends: float,
    reward: float,
    solved: Solved,
    tables: ClassTables,
    rules: RuleArrays,
    tools: Tools,
) -> Int:
    """Make the move after which most points are to be expected; -1 where that is not known."""
    best = -1.0
    move = np.int64(-1)
    for kind in range(KINDS):
        if hand[kind] > kept[kind]:
            hand[kind] -= 1
            points = _expected(hand, laid, draws, ends, False, reward, solved, tables, rules, tools)
            hand[kind] += 1
            if points > best:
                best = points
                move = np.int64(DISCARD + kind)
        if may_lay(hand, laid, kind, can_draw, rules):
            hand[kind] -= CARRE
            laid[kind] = 1
            points = _expected(
                hand, laid, draws + 1, ends, True, reward, solved, tables, rules, tools
            )
            hand[kind] += CARRE
            laid[kind] = 0
            if points > best:
                best = points
                move = np.int64(LAY + kind)
    return move


@kernel
def solved_wishes(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    draws: Int,
    reward: float,
    margin: float,
    solved: Solved,
    tables: ClassTables,
    rules: RuleArrays,
    tools: Tools,
    wants: NDArray[np.bool_],
) -> bool:
    """Want what finishes, and what brings more points; return whether that is known.

    What raises the chance is a step to a finish: it is wanted as soon as it brings `margin` points
    more, or falls short by less if that is below 0.
    """
    now = _expected(hand, laid, draws, NEVER, False, reward, solved, tables, rules, tools)
    if now < 0.0:
        return False
    before = chance_of(hand, laid, draws, solved, tables, tools)
    for kind in range(KINDS):
        wants[kind] = False
        if unseen[kind] == 0:
            continue
        hand[kind] += 1
        if total(hand, laid, rules, tools) >= minimum:
            wants[kind] = True
        else:
            for other in range(KINDS):
                if np.int64(hand[other]) > np.int64(kept[other]) + (1 if other == kind else 0):
                    hand[other] -= 1
                    points = _expected(
                        hand, laid, draws, NEVER, False, reward, solved, tables, rules, tools
                    )
                    step = chance_of(hand, laid, draws, solved, tables, tools) > before
                    hand[other] += 1
                    if points > now + (margin if step else 0.0):
                        wants[kind] = True
                        break
        hand[kind] -= 1
    return True
