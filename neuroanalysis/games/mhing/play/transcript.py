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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from neuroanalysis.errors import PositionError
from neuroanalysis.games.mhing.pieces import PIECES, compact
from neuroanalysis.games.mhing.play.moves import (
    Discard,
    Draw,
    Mhing,
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

__all__ = ["HEAD", "OTHER", "Transcript", "of_players", "record", "said_points"]

HEAD: Final = {
    "players": "players",
    "joueurs": "players",
    "rules": "rules",
    "règles": "rules",
    "dealer": "dealer",
    "donneur": "dealer",
    "hand": "hand",
    "main": "hand",
    "pile": "pile",
    "pioche": "pile",
}
"""Words that begin a line of the head."""

OTHER: Final = {
    "shuffle": "shuffle",
    "mélange": "shuffle",
    "nobody": "nobody",
    "personne": "nobody",
    "scores": "scores",
    "points": "scores",
    "refused": "refused",
    "refusé": "refused",
}
"""Words that begin another line that is no player's move."""

_CARDS_A_LINE: Final = 30


@dataclass(frozen=True)
class Transcript:
    """A round from its beginning on.

    Parameters
    ----------
    begin
        The state before the first move.
    moves
        All moves, also those of players who said nothing.
    end
        The state after the last.
    """

    begin: RoundState
    moves: tuple[Move, ...]
    end: RoundState


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
    for name in begin.names:
        if name.split() != [name] or name.lower() in {*HEAD, *OTHER} or set(name) & set(",:#"):
            raise PositionError("round.name", name=name)
    lines = [*_head(begin), ""]
    state = begin
    silent: list[str] = []
    for move in moves:
        following = do(state, move)
        if isinstance(move, Pass):
            silent.append(f"{state.names[move.player]} passes")
        elif isinstance(move, Shuffle):
            lines.append(" ".join(["shuffle", *(PIECES.codes[kind] for kind in move.cards)]))
        else:
            lines.append(f"{state.names[move.player]} {_words(state, move, following)}")
        if following.offered is None:
            silent = []
        state = following
    lines += silent
    if state.phase == "over":
        if state.void:
            lines.append("nobody wins")
        lines.append(f"scores {said_points(state)}")
    return "\n".join(lines) + "\n"


def _head(begin: RoundState) -> list[str]:
    lines = ["players " + ", ".join(begin.names)]
    if begin.rules != Rules():
        lines.append(" ".join(["rules", *begin.rules.to_words()]))
    if begin.dealer:
        lines.append(f"dealer {begin.names[begin.dealer]}")
    lines += [
        f"hand {name}: {compact(hand)}" for name, hand in zip(begin.names, begin.hands, strict=True)
    ]
    codes = [PIECES.codes[kind] for kind in begin.pile]
    lines += [
        " ".join(["pile", *codes[place : place + _CARDS_A_LINE]])
        for place in range(0, len(codes), _CARDS_A_LINE)
    ]
    return lines


def said_points(state: RoundState) -> str:
    """Return the points of a round that is over as a line says them."""
    return of_players(state, result(state).points)


def of_players(state: RoundState, numbers: Sequence[int]) -> str:
    """Return a number for each player as a line says them."""
    return ", ".join(f"{name} {n}" for name, n in zip(state.names, numbers, strict=True))


def _words(
    state: RoundState, move: Draw | Discard | Mhing | Pang | Tcheu, after: RoundState
) -> str:
    """Return what a line says behind the player's name."""
    if isinstance(move, Draw):
        return f"draws {PIECES.codes[state.pile[0]]}"
    if isinstance(move, Discard):
        return f"discards {PIECES.codes[move.kind]}"
    if isinstance(move, Pang):
        return f"pangs {move.combination.to_text()}"
    if isinstance(move, Tcheu):
        return f"tcheus {move.combination.to_text()}"
    if state.offered is not None:
        return "makes mhing"  # what it brings is known when all have answered
    return f"makes mhing with {result(after).points[move.player]}"
