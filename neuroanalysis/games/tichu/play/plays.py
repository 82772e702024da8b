"""The combinations that a player may lay now, in turn and out of turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from neuroanalysis.games.tichu.play.state import RoundState
from neuroanalysis.games.tichu.position import Combination

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["bombs_of", "may_bomb", "must_fulfil", "plays_of"]


def _room() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    from neuroanalysis.games.tichu._kernels.answers import ROOM

    return np.zeros(ROOM, dtype=np.int64), np.zeros(ROOM, dtype=np.int64)


def plays_of(state: RoundState, player: int) -> tuple[Combination, ...]:
    """Return what a player may lay in turn, under the wish if there is one (clause 5.5)."""
    found, _ = _legal(state, player)
    return found


def must_fulfil(state: RoundState, player: int) -> bool:
    """Return whether the wish binds a player in turn: he can lay a card of that rank."""
    return state.wish is not None and _legal(state, player)[1]


def _legal(state: RoundState, player: int) -> tuple[tuple[Combination, ...], bool]:
    from neuroanalysis.games.tichu._kernels.answers import legal_plays

    cards, codes = _room()
    top = state.top.code if state.top else 0
    numbers = state.rules.to_arrays().numbers
    n, bound = legal_plays(state.hands[player], top, state.wish or 0, 1, numbers, cards, codes)
    pairs = zip(cards[:n].tolist(), codes[:n].tolist(), strict=True)
    return tuple(Combination.of_code(*pair) for pair in pairs), bool(bound)


def may_bomb(state: RoundState, player: int) -> bool:
    """Return whether a player may lay a bomb that beats the trick, out of turn (clause 5.3)."""
    own = player == state.holder and not state.rules.bomb_own_trick
    return state.phase == "play" and bool(state.trick) and player not in state.out and not own


def bombs_of(state: RoundState, player: int) -> tuple[Combination, ...]:
    """Return the bombs that a player may lay at any time; none while no trick lies on the table.

    Whose turn it is may lay those that a wish leaves him (clause 5.5).
    """
    from neuroanalysis.games.tichu._kernels.answers import bombs_in

    if not may_bomb(state, player) or state.top is None:
        return ()
    if player == state.active and must_fulfil(state, player):
        return tuple(one for one in plays_of(state, player) if one.is_bomb)
    cards, codes = _room()
    numbers = state.rules.to_arrays().numbers
    n = bombs_in(state.hands[player], state.top.code, numbers, cards, codes, 0)
    pairs = zip(cards[:n].tolist(), codes[:n].tolist(), strict=True)
    return tuple(Combination.of_code(*pair) for pair in pairs)
