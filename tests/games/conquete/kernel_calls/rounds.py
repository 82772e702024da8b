"""Calls of the kernels that decide for players and play rounds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.conquete._kernels import board, players, rounds
from neuroanalysis.games.conquete.policies import SKILLS, compiled_rounds
from neuroanalysis.games.conquete.policies.players import parameters
from neuroanalysis.games.conquete.rules import Rules

RULES = Rules().to_arrays()


def decided() -> list[int]:
    """Ask a player of each skill on a domain of one card."""
    space, table, told = players.make_space(), board.make_board(), []
    table.grid[board.MIDDLE] = 15
    sight = np.zeros(players.SIGHT, dtype=np.int64)
    sight[players.PLAYERS], sight[players.SIZES : players.SIZES + 2] = 2, 3
    sight[players.HAND + 13], sight[players.HAND + 11] = 1, 2
    sight[players.UNSEEN + 12 : players.UNSEEN + 15] = 1
    for one in SKILLS.values():
        key = np.uint64(7)
        told.append(players.choose(sight, table, key, parameters(one), RULES, space))
    return [int(n) for n in told]


def played() -> list[int]:
    """Play a round of all players."""
    outcome = compiled_rounds([*SKILLS.values()], Rules(), 1, 0, 1)
    assert outcome.told.shape[2] == rounds.TOLD
    return [*outcome.told.ravel().tolist(), *outcome.ends.ravel().tolist()]


INSIDE = (
    "board.begin",
    "board.copy_board",
    "board.make_listing",
    "board.put",
    "board.set_scores",
    "players.kinds_in",
)

_PLAYED = f"rounds.play_rounds board.anything_fits board.placements {' '.join(INSIDE)}"

CALLS: dict[str, Callable[[], list[int]]] = {
    "players.choose players.make_space board.make_board": decided,
    _PLAYED: played,
}
