"""One player's choices, by his skill: the move of his turn, and which discards he will pang.

Both are functions of what he sees, of his skill's parameters and of the round's key alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.classes import ClassTables
from neuroanalysis.games.neurotrio._kernels.judging import Tools, cards_of, total
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio._kernels.outlook import expert_move, expert_wishes, sees_goal
from neuroanalysis.games.neurotrio._kernels.simple_players import (
    FINISH,
    beginner_move,
    child_move,
    child_wishes,
    hiker_move,
    nearer_wishes,
    random_move,
    random_wishes,
)
from neuroanalysis.games.neurotrio._kernels.solved_player import (
    Solved,
    solved_move,
    solved_wishes,
)

# Columns of a skill's parameters.
JUDGEMENT = 0
HORIZON = 1
REACH = 2
MARGIN = 3
PREMIUM = 4
DRAWS = 5
ENDS = 6
PARAMETERS = 7

# What a skill judges by.
BY_CHANCE = 0
BY_GROUPS = 1
BY_DISTANCE = 2
BY_COPIES = 3
BY_GOALS = 4
BY_SOLUTION = 5


@kernel
def choose_move(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    can_draw: bool,
    skill: NDArray[np.float64],
    key: np.uint64,
    solved: Solved,
    tables: ClassTables,
    rules: RuleArrays,
    tools: Tools,
) -> Int:
    """Return the move of a player who has drawn or panged; there must be a legal one."""
    judgement = skill[JUDGEMENT]
    may_finish = bool(total(hand, laid, rules, tools) >= minimum)
    if judgement == BY_CHANCE:
        return random_move(hand, kept, laid, unseen, may_finish, can_draw, key, rules)
    if may_finish:
        return np.int64(FINISH)
    if judgement == BY_GROUPS:
        return child_move(hand, kept, laid, unseen, can_draw, key, rules, tools)
    if judgement == BY_DISTANCE:
        return beginner_move(hand, kept, laid, unseen, can_draw, key, rules, tools)
    if judgement == BY_COPIES:
        return hiker_move(hand, kept, laid, unseen, minimum, can_draw, rules, tools)
    horizon = skill[HORIZON]
    reach = np.int64(skill[REACH])
    move = expert_move(hand, kept, laid, unseen, minimum, can_draw, horizon, reach, rules, tools)
    if judgement == BY_SOLUTION and cards_of(kept) == 0 and not sees_goal(tools):
        reward = minimum + skill[PREMIUM]
        draws = np.int64(skill[DRAWS])
        ends = skill[ENDS]
        known = solved_move(
            hand, kept, laid, can_draw, draws, ends, reward, solved, tables, rules, tools
        )
        if known >= 0:
            return known
    return move


@kernel
def choose_wishes(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    skill: NDArray[np.float64],
    key: np.uint64,
    solved: Solved,
    tables: ClassTables,
    rules: RuleArrays,
    tools: Tools,
    wants: NDArray[np.bool_],
) -> None:
    """Fill in which kinds a player between turns will pang, until his next turn is over."""
    judgement = skill[JUDGEMENT]
    if judgement == BY_CHANCE:
        random_wishes(hand, unseen, key, wants)
        return
    if judgement == BY_GROUPS:
        child_wishes(hand, wants, tools)
        for kind in range(len(wants)):
            if unseen[kind] > 0 and not wants[kind]:
                hand[kind] += 1
                wants[kind] = total(hand, laid, rules, tools) >= minimum
                hand[kind] -= 1
        return
    if judgement in (BY_DISTANCE, BY_COPIES):
        watches = judgement == BY_COPIES
        nearer_wishes(hand, laid, unseen, minimum, watches, rules, tools, wants)
        return
    horizon = skill[HORIZON]
    margin = skill[MARGIN]
    reach = np.int64(skill[REACH])
    expert_wishes(hand, kept, laid, unseen, minimum, horizon, reach, margin, rules, tools, wants)
    if judgement == BY_SOLUTION and cards_of(kept) == 0 and not sees_goal(tools):
        reward = minimum + skill[PREMIUM]
        draws = np.int64(skill[DRAWS])
        solved_wishes(
            hand,
            kept,
            laid,
            unseen,
            minimum,
            draws,
            reward,
            margin,
            solved,
            tables,
            rules,
            tools,
            wants,
        )
