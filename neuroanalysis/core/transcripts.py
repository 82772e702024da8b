"""A round as text, one line a move: what the transcripts of all games have in common.

What a line says is a game's own: see its room ``play.transcript``. Texts are read by
`~.transcript_reading`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from neuroanalysis.errors import PositionError

__all__ = [
    "HEAD",
    "OTHER",
    "SHUFFLE",
    "Transcript",
    "check_names",
    "of_players",
    "pile_lines",
    "round_lines",
]

HEAD: Final[Mapping[str, str]] = {
    "players": "players",
    "joueurs": "players",
    "rules": "rules",
    "règles": "rules",
    "pile": "pile",
    "pioche": "pile",
}
"""Words that begin a line of the head in every game, and what they mean."""

OTHER: Final[Mapping[str, str]] = {
    "nobody": "nobody",
    "personne": "nobody",
    "scores": "scores",
    "points": "scores",
    "refused": "refused",
    "refusé": "refused",
}
"""Words that begin another line that is no player's move."""

SHUFFLE: Final[Mapping[str, str]] = {"shuffle": "shuffle", "mélange": "shuffle"}
"""The words for it in games in which the discards become a pile."""

S = TypeVar("S")
M = TypeVar("M")
S_co = TypeVar("S_co", covariant=True)
M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True)
class Transcript(Generic[S_co, M_co]):
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

    begin: S_co
    moves: tuple[M_co, ...]
    end: S_co


def check_names(names: Iterable[str], words: Iterable[str]) -> None:
    """Refuse names that a line cannot hold: no single word, or one that begins another line.

    Raises
    ------
    PositionError
        With the first such name.
    """
    taken = {*words}
    for name in names:
        if name.split() != [name] or name.lower() in taken or set(name) & set(",:#"):
            raise PositionError("round.name", name=name)


def pile_lines(codes: Sequence[str], a_line: int) -> list[str]:
    """Return the lines that say a pile, so many codes in each.

    Examples
    --------
    >>> pile_lines(["r1", "b2", "k3"], 2)
    ['pile r1 b2', 'pile k3']
    """
    return [
        " ".join(["pile", *codes[place : place + a_line]]) for place in range(0, len(codes), a_line)
    ]


def of_players(names: Sequence[str], numbers: Sequence[int]) -> str:
    """Return a number for each player as a line says them.

    Examples
    --------
    >>> of_players(["Ana", "Bo"], [24, 6])
    'Ana 24, Bo 6'
    """
    return ", ".join(f"{name} {n}" for name, n in zip(names, numbers, strict=True))


def round_lines(
    begin: S,
    moves: Iterable[M],
    *,
    do: Callable[[S, M], S],
    line: Callable[[S, M, S], str],
    silence: type[M] | None = None,
    asked: Callable[[S], bool] = lambda state: False,
) -> tuple[list[str], list[str], S]:
    """Return the lines that say moves, those of silent answers that end them, and the last state.

    Parameters
    ----------
    begin
        The state before the first move.
    moves
        What was played.
    do
        Plays a move.
    line
        Says one: of the state before it, the move, and the state after it.
    silence
        The move of whoever says nothing to an open discard. It is written only where no later line
        tells it.
    asked
        Whether a move is an answer to an open discard, which tells nothing of other answers.
    """
    state, lines, silent = begin, list[str](), list[str]()
    for move in moves:
        following = do(state, move)
        if silence is not None and isinstance(move, silence):
            silent.append(line(state, move, following))
        else:
            if not asked(state):
                silent = []
            lines.append(line(state, move, following))
        state = following
    return lines, silent, state
