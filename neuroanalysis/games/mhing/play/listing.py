"""What players may do now, listed: for whoever chooses among it, at random or by a click."""

from __future__ import annotations

from collections.abc import Iterator

from neuroanalysis.games.mhing.pieces import FLOWER
from neuroanalysis.games.mhing.play.moves import (
    Claim,
    Discard,
    Draw,
    Mhing,
    Move,
    Pang,
    Pass,
    Tcheu,
)
from neuroanalysis.games.mhing.play.state import RoundState
from neuroanalysis.games.mhing.play.turns import can, with_card
from neuroanalysis.games.mhing.play.winning import combinations_with

__all__ = ["claims_of", "legal_moves"]


def legal_moves(state: RoundState) -> tuple[Move, ...]:
    """Return every legal move of the players.

    While a discard lies open these are the answers of all who have not answered; of combinations
    that differ in nothing but where a joker stands for one of equal cards, one is listed. A shuffle
    is up to chance and not listed: see `~.turns.shuffle`.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.play.state import deal
    >>> legal_moves(deal(["Ana", "Bo"], seed=30))
    (Draw(player=0),)
    """
    player = state.active
    if state.phase == "draw":
        return (Draw(player),)
    if state.phase == "act":
        moves: list[Move] = [Mhing(player)] if can(state, Mhing(player)) else []
        held = state.hands[player][:FLOWER]
        return (*moves, *(Discard(player, kind) for kind, n in enumerate(held) if n))
    if state.phase == "claim":
        answers: list[Move] = []
        for other in state.clockwise_after(player):
            if can(state, Pass(other)):
                answers += [*claims_of(state, other), Pass(other)]
        return tuple(answers)
    return ()


def claims_of(state: RoundState, player: int) -> Iterator[Claim]:
    """Give the claims that a player who has not answered may make to the open discard."""
    if state.offered is None or state.offered.player == player:
        return
    if can(state, Mhing(player)):
        yield Mhing(player)
    kind = state.offered.kind
    for one in combinations_with(with_card(state.hands[player], kind), kind):
        yield (Pang if one.kind == "triplet" else Tcheu)(player, one)
