"""What players may do now, listed: for whoever chooses among it, at random or by a click."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from neuroanalysis.games.tichu.pieces import ACE, LOWEST, MAH_JONG, cards_of
from neuroanalysis.games.tichu.play.moves import (
    Decline,
    Exchange,
    Gift,
    GrandTichu,
    Lay,
    Move,
    Pass,
    Tichu,
)
from neuroanalysis.games.tichu.play.plays import bombs_of, plays_of
from neuroanalysis.games.tichu.play.state import RoundState
from neuroanalysis.games.tichu.play.turns import can
from neuroanalysis.games.tichu.rules import PLAYERS

__all__ = ["exchanges_of", "laying_moves", "legal_moves"]


def legal_moves(state: RoundState) -> tuple[Move, ...]:
    """Return every legal move of the players.

    Bombs out of turn and calls of Tichu are among them. In the exchange these are thousands.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.play.state import deal
    >>> legal_moves(deal(["Ana", "Bo", "Cem", "Dua"], seed=1))[:2]
    (GrandTichu(player=0), Decline(player=0))
    """
    players = range(PLAYERS)
    found: list[Move] = []
    if state.phase == "grand":
        both = [kind(player) for player in players for kind in (GrandTichu, Decline)]
        return tuple(move for move in both if can(state, move))
    if state.phase == "gift":
        gifts = [Gift(state.active, to) for to in players]
        return tuple(move for move in gifts if can(state, move))
    found += [Tichu(player) for player in players if can(state, Tichu(player))]
    if state.phase == "exchange":
        for player in players:
            found += exchanges_of(state, player)
    elif state.phase == "play":
        found += laying_moves(state, state.active)
        if can(state, Pass(state.active)):
            found.append(Pass(state.active))
        for player in state.in_turn_after(state.active):
            found += laying_moves(state, player)
    return tuple(found)


def exchanges_of(state: RoundState, player: int) -> Iterator[Exchange]:
    """Give every way in which a player who has not given yet may give three cards."""
    if state.phase == "exchange" and state.given[player] is None:
        for three in permutations(cards_of(state.hands[player]), 3):
            yield Exchange(player, *three)


def laying_moves(state: RoundState, player: int) -> Iterator[Lay]:
    """Give the combinations that a player may lay now, Mah Jong's with each wish."""
    if state.phase != "play":
        return
    own = plays_of(state, player) if player == state.active else bombs_of(state, player)
    for one in own:
        wishes: list[int | None] = [None]
        if MAH_JONG in one.cards and state.rules.wish != "off":
            ranks = range(LOWEST, ACE + 1)
            wishes = [*ranks] if state.rules.wish == "mandatory" else [None, *ranks]
        for wish in wishes:
            yield Lay(player, one, wish)
