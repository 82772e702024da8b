"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neuroanalysis.core.transcript_reading import Engine, TranscriptReader
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.games.neurotrio.play.moves import (
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Pang,
    Pass,
    Shuffle,
)
from neuroanalysis.games.neurotrio.play.scores import result
from neuroanalysis.games.neurotrio.play.state import RoundState, start
from neuroanalysis.games.neurotrio.play.transcript import HEAD, OTHER, Transcript
from neuroanalysis.games.neurotrio.play.turns import can, do, verify
from neuroanalysis.games.neurotrio.position import checked_minimum
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["replay"]

_VERBS: Final = {
    "draws": "draws",
    "pioche": "draws",
    "discards": "discards",
    "rejette": "discards",
    "pangs": "pangs",
    "pangue": "pangs",
    "passes": "passes",
    "passe": "passes",
    "lays": "lays",
    "pose": "lays",
    "finishes": "finishes",
    "finit": "finishes",
}


def replay(source: str) -> Transcript:
    """Play a transcript again, each move checked against the rules.

    Raises
    ------
    InputError
        With the number of the line and what is wrong in it: words that are not understood, an
        illegal move, a card that is not the one said, points that are not as said.
    """
    return Transcript(*_Reader(Engine(do, can, verify), Rules).replayed(source))


class _Reader(TranscriptReader[RoundState, Move, Rules]):
    head, other, pieces = HEAD, OTHER, PIECES
    minimums: Sequence[int] = ()

    def read_players(self, content: str) -> None:
        self.names, self.minimums = _names_and_numbers(content)

    def copies(self) -> Sequence[int]:
        return [Rules.or_default(self.rules).copies] * KINDS

    def start(self, hands: Sequence[tuple[int, ...]], pile: Sequence[int]) -> RoundState:
        first, minimums = self.first or 0, self.minimums
        return start(self.names, hands, pile, rules=self.rules, minimums=minimums, first=first)

    def silence(self, state: RoundState) -> Move | None:
        if state.offered is None:
            return None
        others = state.clockwise_after(state.offered.player)
        return next(Pass(one) for one in others if can(state, Pass(one)))

    def at(self, move: Move) -> RoundState:
        return self.now if isinstance(move, Pang | Pass) else self.settled()

    def move(self, line: str) -> tuple[Move, str]:
        if (cards := self.shuffled(line)) is not None:
            return Shuffle(cards), ""
        words = line.split()
        verb = _VERBS.get(words[1].lower()) if len(words) > 1 else None
        if verb is None:
            raise InputError("transcript.words")
        player, more = self.player(words[0]), " ".join(words[2:])
        if verb == "draws":
            return Draw(player), more
        if verb == "pangs":
            return Pang(player), more
        if verb == "passes":
            return Pass(player), more
        if verb == "finishes":
            return Finish(player), more.removeprefix("with ").removeprefix("avec ")
        kind = PIECES.kind(more)
        return (Discard if verb == "discards" else Lay)(player, kind), ""

    def check_said(self, state: RoundState, move: Move, said: str) -> None:
        if isinstance(move, Draw) and PIECES.kind(said) != state.pile[0]:
            raise InputError("transcript.top", code=PIECES.codes[state.pile[0]], said=said)
        if isinstance(move, Pang) and state.offered and PIECES.kind(said) != state.offered.kind:
            code = PIECES.codes[state.offered.kind]
            raise InputError("transcript.offered", code=code, said=said)
        if isinstance(move, Finish):
            points = result(do(state, move)).points[move.player]
            if said != str(points):
                name = state.names[move.player]
                raise InputError("transcript.worth", player=name, points=points, said=said)
        if isinstance(move, Pass):
            raise InputError("transcript.words")

    def nobody(self, state: RoundState) -> bool:
        return state.phase == "over" and state.finisher is None

    def points(self, state: RoundState) -> Sequence[int]:
        return result(state).points

    def no_number(self, said: str) -> InputError:
        return InputError("transcript.minimum", value=said)


def _names_and_numbers(content: str) -> tuple[list[str], list[int]]:
    names, numbers = [], []
    for part in content.split(","):
        words = part.split()
        if len(words) != 2:
            raise InputError("transcript.minimum", value=part.strip())
        names.append(words[0])
        numbers.append(checked_minimum(words[1]))
    return names, numbers
