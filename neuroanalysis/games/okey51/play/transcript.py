"""A round as text that a person can read, write by hand and play again.

A head says who plays and how the tiles lie; then each line is a move::

    players Ana, Bo, Cem, Dua
    indicator r5
    rack Ana: r1 r2 ...
    rack Bo: b1 ...
    ...
    pile k3 y10 ...

    Ana discards r1
    Bo draws k3
    Bo opens with b9-b10-b11 r10-k10-y10*
    Bo discards y4

Lines that begin with ``#`` are remarks. A pile that ends with ``...`` goes on with all tiles not
named, in the order of the kinds; several ``pile`` lines follow each other. Melds are written as in
a position, a wild as what it stands for with ``*`` behind it, a fake okey as what it stands for.
Further lines, each where it applies::

    rules okey51 teams=true                      other rules, as in a position
    first Bo                                     who begins, if not the first player named
    doubled                                      the round counts double
    Cem opens with pairs b9-b9 r5-r5* ...
    Cem takes y4 and opens with ...              or: and lays ..., adds ..., steals ...
    Cem takes y4                                 where the rules do not ask that it be used
    Bo lays r7-r8-r9                             a new meld
    Cem pairs k2-k2                              a further pair
    Bo adds r6 to Cem r3-r4-r5                   lays it off on that meld of that player
    Bo adds r6* to Cem r3-r4-r5                  the same with an okey
    Bo steals r4 from Cem r3-r4*-r5              gives the real tile and takes the okey
    nobody finishes                              checks that the round ended so
    penalties Ana 0, Bo 70                       checks what was charged so far
    scores Ana 500, Bo -500, ...                 checks the points
    refused Ana discards r1                      checks that this is against the rules

French words are understood as well (``joueurs``, ``chevalet``, ``Ana défausse r1``); the English
ones are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from neuroanalysis.core import transcripts
from neuroanalysis.core.transcripts import check_names, of_players, pile_lines, round_lines
from neuroanalysis.games.okey51.pieces import PIECES
from neuroanalysis.games.okey51.play.moves import (
    Discard,
    Draw,
    Lay,
    LayOff,
    LayPair,
    Move,
    Open,
    OpenPairs,
    Steal,
    Take,
)
from neuroanalysis.games.okey51.play.scores import result
from neuroanalysis.games.okey51.play.state import RoundState
from neuroanalysis.games.okey51.play.turns import do
from neuroanalysis.games.okey51.rules import Rules

__all__ = ["HEAD", "OTHER", "Transcript", "record", "said_points"]

HEAD: Final = {
    **transcripts.HEAD,
    "first": "first",
    "premier": "first",
    "indicator": "indicator",
    "indicateur": "indicator",
    "doubled": "doubled",
    "doublée": "doubled",
    "rack": "rack",
    "chevalet": "rack",
}
"""Words that begin a line of the head."""

OTHER: Final = {**transcripts.OTHER, "penalties": "penalties", "pénalités": "penalties"}
"""Words that begin another line that is no player's move."""

_TILES_A_LINE: Final = 26


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
    >>> from neuroanalysis.games.okey51.play.state import deal
    >>> begin = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> kind = next(kind for kind, n in enumerate(begin.racks[0]) if n)
    >>> print(record(begin, [Discard(0, kind), Draw(1)]).splitlines()[-1])
    Bo draws k8
    """
    check_names(begin.names, {*HEAD, *OTHER})
    lines, _, end = round_lines(begin, moves, do=do, line=_line)
    if end.phase == "over":
        if end.finisher is None:
            lines.append("nobody finishes")
        lines.append(f"scores {said_points(end)}")
    return "\n".join([*_head(begin), "", *lines]) + "\n"


def _head(begin: RoundState) -> list[str]:
    lines = ["players " + ", ".join(begin.names)]
    if begin.rules != Rules():
        lines.append(" ".join(["rules", *begin.rules.to_words()]))
    if begin.active:
        lines.append(f"first {begin.names[begin.active]}")
    lines.append(f"indicator {PIECES.codes[begin.indicator]}")
    if begin.doubled:
        lines.append("doubled")
    lines += [
        f"rack {name}: {PIECES.format(rack)}"
        for name, rack in zip(begin.names, begin.racks, strict=True)
    ]
    return lines + pile_lines([PIECES.codes[kind] for kind in begin.pile], _TILES_A_LINE)


def said_points(state: RoundState) -> str:
    """Return the points of a round that is over as a line says them."""
    return of_players(state.names, result(state).points)


def _line(state: RoundState, move: Move, after: RoundState) -> str:
    return f"{state.names[move.player]} {_words(state, move)}"


def _words(state: RoundState, move: Move) -> str:
    """Return what a line says behind the player's name."""
    if isinstance(move, Draw):
        return f"draws {PIECES.codes[state.pile[0]]}"
    if isinstance(move, Discard):
        return f"discards {PIECES.codes[move.kind]}"
    if isinstance(move, Take):
        said = f"takes {PIECES.codes[state.discards[-1].kind]}"
        return said if move.use is None else f"{said} and {_words(state, move.use)}"
    if isinstance(move, Open):
        return " ".join(["opens with", *(meld.to_text() for meld in move.melds)])
    if isinstance(move, OpenPairs):
        return " ".join(["opens with pairs", *(pair.to_text() for pair in move.pairs)])
    if isinstance(move, Lay):
        return f"lays {move.meld.to_text()}"
    if isinstance(move, LayPair):
        return f"pairs {move.pair.to_text()}"
    laid = state.table[move.meld]
    on = f"{state.names[laid.owner]} {laid.meld.to_text()}"
    if isinstance(move, LayOff):
        return f"adds {move.tile.code} to {on}"
    if isinstance(move, Steal):
        return f"steals {PIECES.codes[move.identity]} from {on}"
    raise AssertionError(move)
