"""A round played to its end by players who decide for themselves, and the order of questions.

Grand Tichu is asked of all in turn order, Tichu too before the exchange where the rules allow it,
and then what each gives. In turn a player is asked for Tichu until he has laid a card, then for his
play. After every play whoever holds a bomb that beats it is asked for it, the nearest in turn order
first (its player last of all, where the rules let him); after each bomb again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from neuroanalysis.core.seeds import round_key
from neuroanalysis.games.tichu.play import (
    Decline,
    GrandTichu,
    Lay,
    Move,
    RoundState,
    Tichu,
    bombs_of,
    can,
    do,
)
from neuroanalysis.games.tichu.policies.protocol import Player
from neuroanalysis.games.tichu.rules import PLAYERS

__all__ = ["moves_of_round", "play_out"]


def play_out(state: RoundState, players: Sequence[Player], *, seed: int) -> RoundState:
    """Play a round to its end, and return the end.

    Parameters
    ----------
    state
        A round at its beginning.
    players
        One for each seat.
    seed
        Determines the luck of the players.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.play import deal
    >>> from neuroanalysis.games.tichu.policies import player
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> play_out(state, [player("shedder")] * 4, seed=1).phase
    'over'
    """
    for _, after in moves_of_round(state, players, seed=seed):
        state = after
    return state


def moves_of_round(
    state: RoundState, players: Sequence[Player], *, seed: int
) -> Iterator[tuple[Move, RoundState]]:
    """Yield each move of a round and the state after it; the parameters are those of `play_out`."""
    key = round_key(seed)
    for player in range(PLAYERS):
        if state.phase == "grand":
            calls = can(state, GrandTichu(player)) and players[player].grand_tichu(
                state, player, key
            )
            move: Move = GrandTichu(player) if calls else Decline(player)
            state = do(state, move)
            yield move, state
    if state.phase == "exchange":
        for player in range(PLAYERS):
            if can(state, Tichu(player)) and players[player].tichu(state, player, key):
                state = do(state, Tichu(player))
                yield Tichu(player), state
        for player in range(PLAYERS):
            move = players[player].exchange(state, player, key)
            state = do(state, move)
            yield move, state
    while state.phase != "over":
        active = state.active
        if state.phase == "gift":
            move = players[active].gift(state, active, key)
        else:
            if can(state, Tichu(active)) and players[active].tichu(state, active, key):
                state = do(state, Tichu(active))
                yield Tichu(active), state
            move = players[active].play(state, active, key)
        while move is not None:
            state = do(state, move)
            yield move, state
            bomb = _bomb(state, players, key) if isinstance(move, Lay) else None
            if bomb is None:
                break
            move = bomb


def _bomb(state: RoundState, players: Sequence[Player], key: int) -> Lay | None:
    """Ask whoever holds a bomb for it, the nearest first."""
    if state.phase != "play" or state.holder is None:
        return None
    for player in (*state.in_turn_after(state.holder), state.holder):
        if bombs_of(state, player):
            bomb = players[player].bomb(state, player, key)
            if bomb is not None:
                return bomb
    return None
