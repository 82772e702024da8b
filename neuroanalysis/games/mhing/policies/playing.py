"""A round played to its end by players who decide for themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from neuroanalysis.core.seeds import round_key
from neuroanalysis.games.mhing.play import Draw, Move, RoundState, do, shuffle
from neuroanalysis.games.mhing.policies.protocol import Player

__all__ = ["moves_of_round", "play_out"]


def play_out(state: RoundState, players: Sequence[Player], *, seed: int) -> RoundState:
    """Play a round to its end, and return the end.

    Parameters
    ----------
    state
        A round.
    players
        One for each seat.
    seed
        Determines the shuffles and the luck of the players.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.play import deal
    >>> from neuroanalysis.games.mhing.policies import player
    >>> end = play_out(deal(["Ana", "Bo", "Cem"], seed=1), [player("fast")] * 3, seed=1)
    >>> end.phase, end.void
    ('over', False)
    """
    for _, after in moves_of_round(state, players, seed=seed):
        state = after
    return state


def moves_of_round(
    state: RoundState, players: Sequence[Player], *, seed: int
) -> Iterator[tuple[Move, RoundState]]:
    """Yield each move of a round and the state after it; the parameters are those of `play_out`.

    To an open discard all others answer, clockwise, each without knowing what the others say.
    """
    key = round_key(seed)
    while state.phase != "over":
        for move in _next_moves(state, players, seed, key):
            state = do(state, move)
            yield move, state


def _next_moves(state: RoundState, players: Sequence[Player], seed: int, key: int) -> list[Move]:
    if state.phase == "shuffle":
        return [shuffle(state, seed)]
    if state.phase == "draw":
        return [Draw(state.active)]
    if state.phase == "act":
        return [players[state.active].move(state, state.active, key)]
    return [
        players[seat].answer(state, seat, key)
        for seat in state.clockwise_after(state.active)
        if seat not in state.passing and all(one.player != seat for one in state.claims)
    ]
