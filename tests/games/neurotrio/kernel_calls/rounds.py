"""A call of all kernels that play rounds and decide for players."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.neurotrio._kernels import players as kernel
from neuroanalysis.games.neurotrio._kernels import rounds
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.policies import SKILLS, compiled_rounds, parameters, skill
from neuroanalysis.games.neurotrio.rules import Rules
from tests.oracles import neurotrio as oracle

RULES = Rules(structures=1, hand_size=4)
HAND = np.array(oracle.parse("1cn 1cv 2ev 2ev 3rb"), dtype=np.uint8)
NOTHING = np.zeros(27, dtype=np.uint8)


def played() -> list[int]:
    """Play a round with everybody who needs nothing solved."""
    skills = [one for one in SKILLS.values() if one.judgement != "solution"]
    outcome = compiled_rounds(skills, [12] * len(skills), RULES, 1, 0, 1)
    return [*outcome.told.ravel().tolist(), *outcome.ends.ravel().tolist()]


def decided() -> list[int]:
    """Ask one player after another; the last one finds nothing in an empty solution."""
    nothing = np.zeros((1, 0), dtype=np.uint16)
    nothing.flags.writeable = False
    keys = np.zeros(0, dtype=np.int64)
    solutions = rounds.Solutions(keys, np.zeros(1, dtype=np.int64), (nothing,) * 12)
    tables, arrays = class_tables(1), RULES.to_arrays()
    answers = []
    for judgement in range(kernel.BY_SOLUTION + 1):
        row = parameters([skill("expert")], [12], RULES)[0]
        row[kernel.JUDGEMENT] = judgement
        for size in (4, 5):
            hand = HAND.copy()
            hand[np.flatnonzero(hand)[0]] -= 5 - size
            sight = (hand, NOTHING, NOTHING.copy(), 4 - hand)
            known = (np.uint64(7), solutions, tables, arrays)
            if size == 5:
                move = rounds.decide(*sight, 12, True, row, *known)
                answers.append(int(move))
            else:
                wants = np.zeros(27, dtype=np.bool_)
                rounds.wish(*sight, 12, row, *known, wants)
                answers += wants.tolist()
    return answers


_PLAYED = (
    "luck.luck judging.tools judging.worth judging.total judging.away judging.cards_of"
    " judging.may_lay simple_players.random_move simple_players.random_wishes"
    " simple_players.child_move simple_players.child_wishes simple_players.distances_after"
    " simple_players.carre_to_lay simple_players.beginner_move simple_players.nearer_wishes"
    " simple_players.useful_copies simple_players.hiker_move outlook.chance_of_steps"
    " outlook.look_ahead outlook.sees_goal outlook.expert_move outlook.expert_wishes"
    " rounds.play_rounds value.search finish.search distance.distance_of"
)
_DECIDED = (
    "rounds.decide rounds.wish players.choose_move players.choose_wishes solved_player.chance_of"
    " solved_player.chance_in_time solved_player.solved_move solved_player.solved_wishes"
)
CALLS: dict[str, Callable[[], list[int]]] = {_PLAYED: played, _DECIDED: decided}
INSIDE = {*_PLAYED.split(), *_DECIDED.split()} - {
    "rounds.play_rounds",
    "rounds.decide",
    "rounds.wish",
    # Called by their address.
    "value.search",
    "finish.search",
    "distance.distance_of",
    "players.choose_move",
    "players.choose_wishes",
}
"""Those that other kernels alone call: their machine code is part of their callers'."""
