"""A round as text that a person can read, write by hand and play again.

A head says who plays and how the cards lie; then each line is a move::

    players Ana 18, Bo 20
    hand Ana: 1cn*2 1cv ...
    hand Bo: 2rb ...
    pile 3eb 1rn ...

    Ana draws 3eb
    Ana discards 1cv
    Bo pangs 1cv
    Bo discards 2rb

Whoever says nothing to a discard passes: only when a transcript ends with an open discard are there
lines such as ``Ana passes``. Lines that begin with ``#`` are remarks. A pile that ends with ``...``
goes on with all cards not named, in the order of the kinds; several ``pile`` lines follow each
other. Further lines, each where it applies::

    rules two_decks one_duo=true      other rules, as in a position
    first Bo                          who begins, if not the first player named
    Ana lays 2eb                      a carré; Ana draws next
    shuffle 1cn 2eb ...               the discards in their new order
    Ana finishes with 24              the total may be left out
    nobody finishes                   checks that the round ended so
    scores Ana 24, Bo 6               checks the points
    refused Ana discards 1cn          checks that this is against the rules, and changes nothing

French words are understood as well (``joueurs``, ``Ana rejette 1cv``); the English ones are
written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from neuroanalysis.core import options, transcripts
from neuroanalysis.core.transcripts import SHUFFLE, check_names, of_players, pile_lines, round_lines
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.games.neurotrio.play.moves import (
    Discard,
    Draw,
    Lay,
    Move,
    Pang,
    Pass,
    Shuffle,
)
from neuroanalysis.games.neurotrio.play.scores import result
from neuroanalysis.games.neurotrio.play.state import RoundState
from neuroanalysis.games.neurotrio.play.turns import do
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["HEAD", "OTHER", "Transcript", "record", "said_points"]

HEAD: Final = {
    **transcripts.HEAD,
    "first": "first",
    "premier": "first",
    "hand": "hand",
    "main": "hand",
}
"""Words that begin a line of the head."""

OTHER: Final = {**transcripts.OTHER, **SHUFFLE}
"""Words that begin another line that is no player's move."""

_CARDS_A_LINE: Final = 27


class Transcript(transcripts.Transcript[RoundState, Move]):
    """A round from its beginning on: the state before the first move, all moves, the last state."""


def record(begin: RoundState, moves: Iterable[Move]) -> str:
    """Return a round as text; `~.reading.replay` reads it.

    Raises
    ------
    MoveError
        For a move that is not legal.
    PositionError
        For a player whose name is not one word, or begins another line.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.play.state import deal
    >>> text = record(deal(["Ana", "Bo"], seed=1), [Draw(0)])
    >>> print(text.splitlines()[-1])
    Ana draws 3cv
    """
    check_names(begin.names, {*HEAD, *OTHER})
    lines, silent, end = round_lines(
        begin, moves, do=do, line=_line, silence=Pass, asked=lambda now: now.offered is not None
    )
    lines += silent
    if end.phase == "over":
        if end.finisher is None:
            lines.append("nobody finishes")
        lines.append(f"scores {said_points(end)}")
    return "\n".join([*_head(begin), "", *lines]) + "\n"


def _head(begin: RoundState) -> list[str]:
    lines = ["players " + of_players(begin.names, begin.minimums)]
    if begin.rules != Rules():
        differences = begin.rules.differences()
        preset = str(differences.pop("preset"))
        lines.append(" ".join(["rules", preset, *options.words(differences)]))
    if begin.active:
        lines.append(f"first {begin.names[begin.active]}")
    lines += [
        f"hand {name}: {PIECES.format(hand)}"
        for name, hand in zip(begin.names, begin.hands, strict=True)
    ]
    return lines + pile_lines([PIECES.codes[kind] for kind in begin.pile], _CARDS_A_LINE)


def said_points(state: RoundState) -> str:
    """Return the points of a round that is over as a line says them."""
    return of_players(state.names, result(state).points)


def _line(state: RoundState, move: Move, after: RoundState) -> str:
    if isinstance(move, Shuffle):
        return " ".join(["shuffle", *(PIECES.codes[kind] for kind in move.cards)])
    name = state.names[move.player]
    if isinstance(move, Draw):
        return f"{name} draws {PIECES.codes[state.pile[0]]}"
    if isinstance(move, Discard):
        return f"{name} discards {PIECES.codes[move.kind]}"
    if isinstance(move, Lay):
        return f"{name} lays {PIECES.codes[move.kind]}"
    if isinstance(move, Pang) and state.offered is not None:
        return f"{name} pangs {PIECES.codes[state.offered.kind]}"
    if isinstance(move, Pass):
        return f"{name} passes"
    points = result(after).points[move.player]
    return f"{name} finishes with {points}"
