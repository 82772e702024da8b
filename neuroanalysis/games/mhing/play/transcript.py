"""A round as text that a person can read, write by hand and play again.

A head says who plays and how the cards lie; then each line is a move::

    players Ana, Bo, Cem
    hand Ana: 123m 55p F ...
    hand Bo: 11z ...
    hand Cem: 2m ...
    pile 3m F 9s ...

    Ana draws 3m
    Ana discards 1z
    Bo pangs 111z
    Bo discards 2p

Whoever says nothing to a discard passes: only when a transcript ends with an open discard are there
lines such as ``Ana passes``. A flower that is drawn is laid, and its player draws again. Lines that
begin with ``#`` are remarks. A pile that ends with ``...`` goes on with all cards not named, in the
order of the kinds; several ``pile`` lines follow each other. Combinations are written as in a
position, with ``*`` behind what a joker stands for. Further lines, each where it applies::

    rules mhing min_credits=2         other rules, as in a position
    dealer Bo                         who deals and begins, if not the first player named
    Cem tcheus 1p-2p*-3p              claims the discard for a run
    Ana makes mhing with 32           goes out; the points may be left out
    shuffle 1m 2p ...                 the discards in their new order
    nobody wins                       checks that the round is void
    scores Ana 32, Bo 0, Cem 0        checks the points
    refused Ana discards 1m           checks that this is against the rules, and changes nothing

French words are understood as well (``joueurs``, ``donneur``, ``Ana défausse 1m``); the English
ones are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from neuroanalysis.core import transcripts
from neuroanalysis.core.transcripts import SHUFFLE, check_names, of_players, pile_lines, round_lines
from neuroanalysis.games.mhing.pieces import PIECES, compact
from neuroanalysis.games.mhing.play.moves import (
    Discard,
    Draw,
    Move,
    Pang,
    Pass,
    Shuffle,
    Tcheu,
)
from neuroanalysis.games.mhing.play.scores import result
from neuroanalysis.games.mhing.play.state import RoundState
from neuroanalysis.games.mhing.play.turns import do
from neuroanalysis.games.mhing.rules import Rules

__all__ = ["HEAD", "OTHER", "Transcript", "record", "said_points"]

HEAD: Final = {
    **transcripts.HEAD,
    "dealer": "dealer",
    "donneur": "dealer",
    "hand": "hand",
    "main": "hand",
}
"""Words that begin a line of the head."""

OTHER: Final = {**transcripts.OTHER, **SHUFFLE}
"""Words that begin another line that is no player's move."""

_CARDS_A_LINE: Final = 30


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
    >>> from neuroanalysis.games.mhing.play.state import deal
    >>> text = record(deal(["Ana", "Bo", "Cem"], seed=30), [Draw(0)])
    >>> print(text.splitlines()[-1])
    Ana draws 4s
    """
    check_names(begin.names, {*HEAD, *OTHER})
    lines, silent, end = round_lines(
        begin, moves, do=do, line=_line, silence=Pass, asked=lambda now: now.offered is not None
    )
    if end.phase != "over":
        lines += silent
    else:
        lines += [*(["nobody wins"] if end.void else []), f"scores {said_points(end)}"]
    return "\n".join([*_head(begin), "", *lines]) + "\n"


def _head(begin: RoundState) -> list[str]:
    lines = ["players " + ", ".join(begin.names)]
    if begin.rules != Rules():
        lines.append(" ".join(["rules", *begin.rules.to_words()]))
    if begin.dealer:
        lines.append(f"dealer {begin.names[begin.dealer]}")
    lines += [
        f"hand {name}: {compact(hand)}" for name, hand in zip(begin.names, begin.hands, strict=True)
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
    if isinstance(move, Pang):
        return f"{name} pangs {move.combination.to_text()}"
    if isinstance(move, Tcheu):
        return f"{name} tcheus {move.combination.to_text()}"
    if isinstance(move, Pass):
        return f"{name} passes"
    if state.offered is not None:
        return f"{name} makes mhing"  # what it brings is known when all have answered
    return f"{name} makes mhing with {result(after).points[move.player]}"
