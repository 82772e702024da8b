"""A round as text that a person can read, write by hand and play again.

A head says who plays and what each is dealt, the cards seen before Grand Tichu before the bar; then
each line is a move::

    players Ana, Bo, Cem, Dua
    hand Ana: As Kh 7d 7c 5s 4s 2h 2c | MJ 9s 9d Tc Jh Qd
    hand Bo: ...
    hand Cem: ...
    hand Dua: ...

    Ana calls grand tichu
    Ana gives 2h Kh 2c
    Bo calls tichu
    Ana lays MJ wishing A
    Bo lays Ad
    Cem passes

Ana and Cem are partners, Bo and Dua are. A player gives a card to the next player, one to his
partner and one to the player before him. Whoever says nothing to Grand Tichu declines: only when a
transcript ends there are there lines such as ``Ana declines``. Combinations are written as in a
position, with what the Phoenix stands for where it could stand for several ranks. Lines that begin
with ``#`` are remarks. Further lines, each where it applies::

    rules tichu wish=off              other rules, as in a position
    Bo gives the trick to Ana         the trick that the Dragon has won
    scores Ana 120, Bo -20, ...       checks the points of the teams, said of each player
    refused Ana passes                checks that this is against the rules, and changes nothing

French words are understood as well (``joueurs``, ``Ana pose MJ en demandant A``); the English ones
are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from neuroanalysis.core import transcripts
from neuroanalysis.core.transcripts import check_names, of_players, round_lines
from neuroanalysis.games.tichu.pieces import LOWEST, PIECES, RANK_CODES, cards_of
from neuroanalysis.games.tichu.play.moves import (
    Decline,
    Exchange,
    Gift,
    GrandTichu,
    Move,
    Pass,
    Tichu,
)
from neuroanalysis.games.tichu.play.scores import result
from neuroanalysis.games.tichu.play.state import RoundState
from neuroanalysis.games.tichu.play.turns import do
from neuroanalysis.games.tichu.rules import Rules

__all__ = ["HEAD", "OTHER", "Transcript", "record", "said_points"]

HEAD: Final = {
    "players": "players",
    "joueurs": "players",
    "rules": "rules",
    "règles": "rules",
    "hand": "hand",
    "main": "hand",
}
"""Words that begin a line of the head."""

OTHER: Final = {word: what for word, what in transcripts.OTHER.items() if what != "nobody"}
"""Words that begin another line that is no player's move."""


class Transcript(transcripts.Transcript[RoundState, Move]):
    """A round from its beginning on: the state before the first move, all moves, the last state."""


def record(begin: RoundState, moves: Iterable[Move]) -> str:
    """Return a round as text; `~.reading.replay` reads it.

    Parameters
    ----------
    begin
        A round at its beginning.
    moves
        What was played.

    Raises
    ------
    MoveError
        For a move that is not legal.
    PositionError
        For a player whose name is not one word, or begins another line.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.play.state import deal
    >>> text = record(deal(["Ana", "Bo", "Cem", "Dua"], seed=1), [GrandTichu(2)])
    >>> print(text.splitlines()[-1])
    Cem calls grand tichu
    """
    check_names(begin.names, {*HEAD, *OTHER})
    lines, silent, end = round_lines(
        begin, moves, do=do, line=_line, silence=Decline, asked=lambda now: now.phase == "grand"
    )
    lines += silent
    if end.phase == "over":
        lines.append(f"scores {said_points(end)}")
    return "\n".join([*_head(begin), "", *lines]) + "\n"


def _head(begin: RoundState) -> list[str]:
    lines = ["players " + ", ".join(begin.names)]
    if begin.rules != Rules():
        lines.append(" ".join(["rules", *begin.rules.to_words()]))
    for name, first, others in zip(begin.names, begin.hands, begin.to_come, strict=True):
        parts = [_codes(cards_of(first)), "|", _codes(cards_of(others))]
        lines.append(f"hand {name}: " + " ".join(part for part in parts if part))
    return lines


def said_points(state: RoundState) -> str:
    """Return the points of a round that is over as a line says them."""
    return of_players(state.names, result(state).of_players)


def _codes(cards: Iterable[int]) -> str:
    return " ".join(PIECES.codes[card] for card in cards)


def _line(state: RoundState, move: Move, after: RoundState) -> str:
    del after
    return f"{state.names[move.player]} {_words(state, move)}"


def _words(state: RoundState, move: Move) -> str:
    """Return what a line says behind the player's name."""
    if isinstance(move, GrandTichu):
        return "calls grand tichu"
    if isinstance(move, Decline):
        return "declines"
    if isinstance(move, Tichu):
        return "calls tichu"
    if isinstance(move, Exchange):
        return "gives " + _codes((move.to_next, move.to_partner, move.to_previous))
    if isinstance(move, Gift):
        return f"gives the trick to {state.names[move.to]}"
    if isinstance(move, Pass):
        return "passes"
    said = move.combination.laid_on(state.top).to_text()
    return f"lays {said}" + (f" wishing {RANK_CODES[move.wish - LOWEST]}" if move.wish else "")
