"""The players of the table of skills: the decisions of the compiled engine, asked one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.okey51.pieces import TILES
from neuroanalysis.games.okey51.play import Move, RoundState
from neuroanalysis.games.okey51.policies.codes import code_of, move_of
from neuroanalysis.games.okey51.policies.skills import Skill, skill

if TYPE_CHECKING:
    from neuroanalysis.games.okey51._kernels.players import Sight

__all__ = ["CompiledPlayer", "parameters", "player"]


def player(name: str | Skill) -> CompiledPlayer:
    """Return a player of the table, for the readable engine.

    Raises
    ------
    InputError
        For an unknown name.

    Examples
    --------
    >>> player("opener").name
    'opener'
    """
    return CompiledPlayer(skill(name))


@dataclass(frozen=True)
class CompiledPlayer:
    """A player of the table of skills, as a `Player` of the readable engine."""

    skill: Skill

    @property
    def name(self) -> str:
        """What he is called."""
        return self.skill.name

    def move(self, state: RoundState, player: int, key: int) -> Move:
        """Return his next move: see `Player`."""
        from neuroanalysis.games.okey51._kernels import players

        numbers = np.zeros(players.MOVE, dtype=np.int64)
        players.choose_move(
            sight(state, player),
            parameters([self.skill])[0],
            np.uint64(key),
            state.rules.to_arrays(),
            players.make_thought(),
            numbers,
        )
        return move_of(numbers.tolist(), player)


def sight(state: RoundState, player: int) -> Sight:
    """Return what a player sees, as the kernels read it."""
    from neuroanalysis.games.okey51._kernels import players

    numbers = np.zeros(players.NUMBERS_SEEN, dtype=np.int64)
    for place, value in (
        (players.PLAYER, player),
        (players.ON_TABLE, len(state.table)),
        (players.THRESHOLD, state.threshold),
        (players.TO_DRAW, state.phase == "draw"),
        (players.OFFERED, -1 if state.offered is None else state.offered.kind),
        (players.LAID_OFF, state.laid_off),
        (players.INDICATOR, state.indicator),
        (players.OKEY, state.okey),
        (players.FAKE_IDENTITY, state.fake_identity),
        (players.TURN, state.turn),
        (players.INDICATOR_APART, state.rules.first_player_indicator_removed),
    ):
        numbers[place] = value
    how = {"melds": players.BY_MELDS, "pairs": players.BY_PAIRS}
    opened = [how[one.how] if one else players.UNOPENED for one in state.opened]
    kinds = [tile.kind for tile in state.discards]
    return players.Sight(
        np.array(state.racks[player], dtype=np.int64),
        np.array([code_of(laid.meld) for laid in state.table], dtype=np.int64),
        np.array([laid.owner for laid in state.table], dtype=np.int64),
        np.bincount(np.array(kinds, dtype=np.int64), minlength=TILES).astype(np.int64),
        np.array(opened, dtype=np.int64),
        numbers,
    )


def parameters(skills: Sequence[Skill]) -> NDArray[np.float64]:
    """Return the parameters of players as the kernels read them, one row a skill."""
    from neuroanalysis.games.okey51._kernels import players

    rows = np.zeros((len(skills), players.PARAMETERS))
    for row, chosen in zip(rows, skills, strict=True):
        row[players.COIN] = chosen.chance
        row[players.PENALTY] = chosen.penalty
        row[players.LEFT] = chosen.left
        row[players.KEEP] = chosen.keep
        row[players.PAIRS_FROM] = chosen.pairs_from
    return rows
