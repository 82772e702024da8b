"""A round played to its end by players who decide for themselves, on the readable engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from neuroanalysis.core.seeds import round_key
from neuroanalysis.games.neurotrio.play import (
    Discard,
    Draw,
    Move,
    Pang,
    Pass,
    RoundState,
    can,
    do,
    shuffle,
)
from neuroanalysis.games.neurotrio.policies.protocol import Player

__all__ = ["moves_of_round", "play_out"]


def play_out(state: RoundState, players: Sequence[Player], *, seed: int) -> RoundState:
    """Play a round that has just been dealt to its end, and return the end.

    Parameters
    ----------
    state
        A round at its beginning.
    players
        One for each seat.
    seed
        Determines the shuffles and the luck of the players.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.play import deal
    >>> from neuroanalysis.games.neurotrio.policies import player
    >>> end = play_out(deal(["Ana", "Bo"], seed=1), [player("child", 18)] * 2, seed=1)
    >>> end.phase
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
    wants = [one.wants(state, seat, key) for seat, one in enumerate(players)]
    while state.phase != "over":
        for move in _next_moves(state, players, wants, seed, key):
            state = do(state, move)
            if isinstance(move, Discard):
                seat = move.player
                wants[seat] = players[seat].wants(state, seat, key)
            yield move, state


def _next_moves(
    state: RoundState,
    players: Sequence[Player],
    wants: Sequence[frozenset[int]],
    seed: int,
    key: int,
) -> list[Move]:
    """Return the next move, or the answers of all to an open discard."""
    if state.phase == "shuffle":
        return [shuffle(state, seed)]
    if state.phase == "draw":
        return [Draw(state.active)]
    if state.offered is None:
        return [players[state.active].move(state, state.active, key)]
    answers: list[Move] = []
    for seat in state.clockwise_after(state.offered.player):
        wanted = state.offered.kind in wants[seat] and can(state, Pang(seat))
        answers.append(Pang(seat) if wanted else Pass(seat))
    return answers
