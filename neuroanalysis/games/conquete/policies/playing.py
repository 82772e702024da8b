"""A round played to its end by players who decide for themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from neuroanalysis.core.seeds import round_key
from neuroanalysis.games.conquete.play import Move, RoundState, do
from neuroanalysis.games.conquete.policies.protocol import Player

__all__ = ["moves_of_round", "play_out"]


def play_out(state: RoundState, players: Sequence[Player], *, seed: int) -> RoundState:
    """Play a round to its end, and return the end.

    Parameters
    ----------
    state
        A round at its beginning.
    players
        One for each place.
    seed
        Determines the luck of the players.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.play import deal
    >>> from neuroanalysis.games.conquete.policies import player
    >>> state = deal(["Ana", "Bo", "Cem"], seed=1)
    >>> play_out(state, [player("greedy")] * 3, seed=1).phase
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
    while state.phase != "over":
        move = players[state.active].play(state, state.active, key)
        state = do(state, move)
        yield move, state
