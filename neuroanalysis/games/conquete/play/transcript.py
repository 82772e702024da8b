"""A round as text that a person can read, write by hand and play again.

A head says who plays, what lies at the beginning and what each is dealt; then each line is a move::

    players Ana, Bo, Cem
    start 2eb
    hand Ana: 2ev 2cb 1en
    hand Bo: 2cv 3rv
    hand Cem: 1cv 3rb

    Ana places 2ev at 0,1
    Bo passes
    Cem passes
    Ana places 2cb at 1,0
    Bo places 2cv at 1,1 for 1

The start card lies at row 0, column 0; rows grow downwards, columns to the right. A line may say
what a card brings. Lines that begin with ``#`` are remarks. Further lines, each where it applies::

    rules conquete pass_cost=2        other rules, as in a position
    first Bo                          who plays first; else who is named first
    enlarged 1                        checks how often the grid has been enlarged
    scores Ana 12, Bo 7, Cem 3        checks the VP of a round that is over
    refused Ana passes                checks that this is against the rules, and changes nothing

French words are understood as well (``joueurs``, ``départ``, ``Ana pose 2cv en 1,1 pour 1``); the
English ones are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from neuroanalysis.core import transcripts
from neuroanalysis.core.transcripts import check_names, of_players, round_lines
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.games.conquete.play.moves import Move, Pass
from neuroanalysis.games.conquete.play.placing import placement_of
from neuroanalysis.games.conquete.play.scores import result
from neuroanalysis.games.conquete.play.state import RoundState
from neuroanalysis.games.conquete.play.turns import do
from neuroanalysis.games.conquete.rules import Rules

__all__ = ["HEAD", "OTHER", "Transcript", "record", "said_points"]

HEAD: Final = {
    **{word: what for word, what in transcripts.HEAD.items() if what != "pile"},
    "start": "start",
    "départ": "start",
    "first": "first",
    "premier": "first",
    "hand": "hand",
    "main": "hand",
}
"""Words that begin a line of the head."""

OTHER: Final = {
    **{word: what for word, what in transcripts.OTHER.items() if what != "nobody"},
    "enlarged": "enlarged",
    "agrandi": "enlarged",
}
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
    >>> from neuroanalysis.games.conquete.play.dealing import start
    >>> text = record(start(["Ana", "Bo"], ["2ev 1en", "3cv"], "2eb"), [Pass(0)])
    >>> print(text.splitlines()[-1])
    Ana passes
    """
    check_names(begin.names, {*HEAD, *OTHER})
    lines, _, end = round_lines(begin, moves, do=do, line=_line)
    if end.phase == "over":
        lines.append(f"scores {said_points(end)}")
    return "\n".join([*_head(begin), "", *lines]) + "\n"


def _head(begin: RoundState) -> list[str]:
    lines = ["players " + ", ".join(begin.names)]
    if begin.rules != Rules():
        lines.append(" ".join(["rules", *begin.rules.to_words()]))
    if begin.active:
        lines.append(f"first {begin.names[begin.active]}")
    [card] = begin.domain
    lines.append(f"start {PIECES.codes[card.kind]}")
    for name, hand in zip(begin.names, begin.hands, strict=True):
        lines.append(f"hand {name}: {PIECES.format(hand)}")
    return lines


def said_points(state: RoundState) -> str:
    """Return the VP of a round that is over as a line says them."""
    return of_players(state.names, result(state).vp)


def _line(state: RoundState, move: Move, after: RoundState) -> str:
    """Return the line of a move, and behind it one that says that the grid is enlarged."""
    line = f"{state.names[move.player]} passes"
    if not isinstance(move, Pass):
        code = PIECES.codes[move.kind]
        line = f"{state.names[move.player]} places {code} at {move.row},{move.column}"
        vp = placement_of(state, move.player, move.cell, move.kind).vp
        if vp:
            line += f" for {vp}"
    if after.enlarged > state.enlarged:
        line += f"\nenlarged {after.enlarged}"
    return line
