"""The players of the table of skills, who ask the compiled decisions what to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete._kernels.layout import MIDDLE, SIDE, SIDES
from neuroanalysis.games.conquete.pieces import KINDS
from neuroanalysis.games.conquete.play import Move, Pass, Place, RoundState
from neuroanalysis.games.conquete.policies.skills import JUDGEMENTS, Skill, skill

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neuroanalysis.games.conquete._kernels.board import Board
    from neuroanalysis.games.conquete._kernels.players import Space

__all__ = ["SkilledPlayer", "board_of", "move_of_code", "parameters", "player", "sight_of"]

_MOST: Final = 1000
"""Placements and deals that are tried at most."""


def player(name: str | Skill) -> SkilledPlayer:
    """Return a player of the table.

    Raises
    ------
    InputError
        For an unknown name.

    Examples
    --------
    >>> player("builder").name
    'builder'
    """
    return SkilledPlayer(skill(name))


@cache
def parameters(one: Skill) -> NDArray[np.float64]:
    """Return what a skill's decisions depend on, as the kernels read it.

    Raises
    ------
    InputError
        For a width or a number of samples that cannot be.
    """
    from neuroanalysis.games.conquete._kernels import players as kernel

    for name, number in (("width", one.width), ("samples", one.samples)):
        if not 1 <= number <= _MOST:
            raise InputError("input.limit", name=name, value=number, low=1, high=_MOST)
    found = np.zeros(kernel.PARAMETERS)
    found[kernel.JUDGEMENT] = JUDGEMENTS.index(one.judgement)
    found[kernel.SET_WORTH], found[kernel.PASS_BELOW] = one.set_worth, one.pass_below
    found[kernel.MAY_PASS] = one.may_pass
    found[kernel.WIDTH], found[kernel.SAMPLES] = one.width, one.samples
    found[kernel.AGAINST] = one.against
    return found


@cache
def _space() -> Space:
    from neuroanalysis.games.conquete._kernels.players import make_space

    return make_space()


def board_of(state: RoundState) -> Board:
    """Return the domain as the kernels read it, with the start card in the middle."""
    from neuroanalysis.games.conquete._kernels.board import Board

    cells = SIDE * SIDE
    grid, owners = (np.zeros(cells, dtype=np.int8) for _ in range(2))
    parents, shift = np.zeros(cells, dtype=np.int32), divmod(MIDDLE, SIDE)
    for card in state.domain:
        grid[MIDDLE + SIDE * card.row + card.column] = card.kind + 1
    for number in range(1, state.players + 1):
        for connected in state.domain.sets(number):
            places = [MIDDLE + SIDE * row + column for row, column in connected]
            owners[places], parents[places] = number, places[0]
    top, bottom, left, right = state.domain.box
    box = np.array(
        [top + shift[0], bottom + shift[0], left + shift[1], right + shift[1]], dtype=np.int64
    )
    return Board(grid, owners, parents, box)


def sight_of(state: RoundState, player: int) -> NDArray[np.int64]:
    """Return what a player sees beside the domain, as the kernels read it; no other's cards."""
    from neuroanalysis.games.conquete._kernels import players as kernel

    sight, players = np.zeros(kernel.SIGHT, dtype=np.int64), state.players
    sight[kernel.PLAYERS], sight[kernel.SEAT] = players, player
    sight[kernel.TURN], sight[kernel.ENLARGED] = state.moves, state.enlarged
    sight[kernel.OUT] = len(state.out)
    sight[kernel.PLACED] = state.dealt[player] - state.size(player)
    for step in range(players):
        sight[kernel.SIZES + step] = state.size((player + step) % players)
    sight[kernel.HAND : kernel.HAND + KINDS] = state.hands[player]
    for other, hand in enumerate(state.hands):
        # Which cards there are in other hands together: he sees all that lie, and knows the deck.
        if other != player:
            sight[kernel.UNSEEN : kernel.UNSEEN + KINDS] += np.array(hand)
    return sight


def move_of_code(player: int, code: int) -> Move:
    """Return the move that a code of the kernels says."""
    if code < 0:
        return Pass(player)
    where, kind = divmod(code // (SIDES + 1), KINDS)
    middle = divmod(MIDDLE, SIDE)
    row, column = divmod(where, SIDE)
    return Place(player, row - middle[0], column - middle[1], kind)


@dataclass(frozen=True)
class SkilledPlayer:
    """Decides by a skill of the table: see `~.skills.Skill` and `Player`."""

    skill: Skill

    @property
    def name(self) -> str:
        """What he is called."""
        return self.skill.name

    def play(self, state: RoundState, player: int, key: int) -> Move:
        """Return what he does in turn: see `Player`."""
        from neuroanalysis.games.conquete._kernels.players import choose

        code = choose(
            sight_of(state, player),
            board_of(state),
            np.uint64(key),
            parameters(self.skill),
            state.rules.to_arrays(),
            _space(),
        )
        return move_of_code(player, int(code))
