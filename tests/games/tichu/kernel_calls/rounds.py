"""A call of the kernels that plan hands, decide for players and play rounds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.tichu._kernels import planning, players
from neuroanalysis.games.tichu.policies import SKILLS, compiled_rounds
from neuroanalysis.games.tichu.policies.players import parameters
from neuroanalysis.games.tichu.rules import Rules
from tests.games.tichu.support import NUMBERS, bits

HAND = bits("2s 3h 4d 5c Ph 7s 9s 9h Js Jh Jd As MJ Dr")


def planned() -> list[int]:
    """Plan a hand."""
    chances = np.zeros(planning._CHANCES.shape)
    planning.win_chances(HAND, 0, chances)
    cards, codes = (np.zeros(planning.MOST_PLAYS, dtype=np.int64) for _ in range(2))
    scratch = np.zeros(planning.SCRATCH, dtype=np.int64)
    n, cost = planning.plan(HAND, chances, NUMBERS, scratch, cards, codes)
    return [n, round(1e6 * cost), *cards.tolist(), *codes.tolist()]


def decided() -> list[int]:
    """Ask a player of each judgement everything."""
    space, key, told = players.make_space(), np.uint64(7), []
    for one in SKILLS.values():
        own, sight = parameters(one), np.zeros(players.SIGHT, dtype=np.int64)
        sight[players.HAND] = HAND
        sight[players.SIZES : players.SIZES + 4] = 14
        given = np.zeros(3, dtype=np.int64)
        players.choose_exchange(sight, key, own, NUMBERS, space, given)
        told += [*given.tolist(), int(players.calls_grand(sight, own))]
        told.append(int(players.calls_tichu(sight, own, NUMBERS, space)))
        told += [int(n) for n in players.choose_play(sight, key, own, NUMBERS, space)]
        told.append(int(players.choose_wish(sight, 1 << 52, key, own, NUMBERS)))
        told.append(int(players.choose_gift(sight, key, own)))
        sight[players.TRICK] = 2 << 16 | 1 << 8 | 26
        told += [int(n) for n in players.choose_bomb(sight, key, own, NUMBERS, space)]
    told.append(round(1e6 * players.hand_cost(sight, NUMBERS, space)))
    told.append(round(1e6 * players.worth_to_hold(51)))
    told.append(round(1e6 * players.first_out_chance(HAND, 0.5)))
    return [*told, round(1e6 * players.first_out_chance_of_first(HAND))]


def played() -> list[int]:
    """Play a round of all players."""
    outcome = compiled_rounds([*SKILLS.values()], Rules(), 1, 0, 1)
    return [*outcome.told.ravel().tolist(), *outcome.ends.ravel().tolist()]


INSIDE = ("planning.chance_of",)

_DECIDED = (
    "players.make_space players.choose_exchange players.calls_grand players.calls_tichu"
    " players.choose_play players.choose_wish players.choose_gift players.choose_bomb"
    " players.hand_cost players.worth_to_hold"
    " players.first_out_chance players.first_out_chance_of_first"
)
CALLS: dict[str, Callable[[], list[int]]] = {
    "planning.win_chances planning.plan planning.chance_of": planned,
    _DECIDED: decided,
    "rounds.play_rounds": played,
}
