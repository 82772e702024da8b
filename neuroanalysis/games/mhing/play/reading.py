"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neuroanalysis.core.pieces import Counts
from neuroanalysis.core.transcript_reading import Engine, TranscriptReader
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing.pieces import COPIES, PIECES, parse
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
from neuroanalysis.games.mhing.play.state import RoundState, start
from neuroanalysis.games.mhing.play.transcript import HEAD, OTHER, Transcript
from neuroanalysis.games.mhing.play.turns import can, do, verify
from neuroanalysis.games.mhing.position import Combination
from neuroanalysis.games.mhing.rules import Rules

__all__ = ["replay"]

_VERBS: Final = {
    "draws": "draws",
    "pioche": "draws",
    "discards": "discards",
    "défausse": "discards",
    "pangs": "pangs",
    "pangue": "pangs",
    "tcheus": "tcheus",
    "tcheute": "tcheus",
    "passes": "passes",
    "passe": "passes",
    "makes": "makes",
    "fait": "makes",
}
_MHING: Final = "mhing"
_WITH: Final = ("with", "avec")


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
    beginner = "dealer"

    def read_hand(self, content: str) -> Counts:
        return parse(content)

    def copies(self) -> Sequence[int]:
        return COPIES

    def start(self, hands: Sequence[tuple[int, ...]], pile: Sequence[int]) -> RoundState:
        return start(self.names, hands, pile, rules=self.rules, dealer=self.first or 0)

    def silence(self, state: RoundState) -> Move | None:
        if state.offered is None:
            return None
        others = state.clockwise_after(state.offered.player)
        return next(Pass(one) for one in others if can(state, Pass(one)))

    def at(self, move: Move) -> RoundState:
        state, answers = self.now, isinstance(move, Pang | Tcheu | Pass)
        if isinstance(move, Mhing) and state.offered is not None:
            # Somebody who has answered, or has discarded, does not answer now.
            answers = can(state, Pass(move.player)) or move.player == state.offered.player
        return state if answers else self.settled()

    def move(self, line: str) -> tuple[Move, str]:
        words = line.split()
        if OTHER.get(words[0].lower().rstrip(":")) == "shuffle":
            return Shuffle(self.in_order(" ".join(words[1:]))), ""
        verb = _VERBS.get(words[1].lower()) if len(words) > 1 else None
        if verb is None:
            raise InputError("mhing.transcript.words")
        player, more = self.player(words[0]), words[2:]
        if verb == "draws" and len(more) < 2:
            return Draw(player), " ".join(more)
        if verb == "passes" and not more:
            return Pass(player), ""
        if verb == "makes" and more and more[0].lower() == _MHING:
            return Mhing(player), " ".join(more[1:])
        if len(more) == 1:
            if verb == "discards":
                return Discard(player, PIECES.kind(more[0])), ""
            if verb in ("pangs", "tcheus"):
                said = Combination.of(more[0])
                return (Pang if verb == "pangs" else Tcheu)(player, said), ""
        raise InputError("mhing.transcript.words")

    def check_said(self, state: RoundState, move: Move, said: str) -> None:
        if isinstance(move, Draw) and PIECES.kind(said) != state.pile[0]:
            raise InputError("mhing.transcript.top", code=PIECES.codes[state.pile[0]], said=said)
        if isinstance(move, Mhing):
            with_, *worth = said.split()
            if len(worth) != 1 or with_.lower() not in _WITH:
                raise InputError("mhing.transcript.words")
            points, name = _worth(state, move), state.names[move.player]
            if worth[0] != str(points):
                said = worth[0]
                raise InputError("mhing.transcript.worth", player=name, points=points, said=said)

    def nobody(self, state: RoundState) -> bool:
        return state.void

    def points(self, state: RoundState) -> Sequence[int]:
        return result(state).points

    def no_number(self, said: str) -> InputError:
        return InputError("mhing.transcript.number", value=said)


def _worth(state: RoundState, move: Mhing) -> int:
    """Return what going out brings, if nobody goes before."""
    alone = do(state, move)
    while alone.offered is not None:
        others = alone.clockwise_after(alone.offered.player)
        alone = do(alone, next(Pass(one) for one in others if can(alone, Pass(one))))
    return result(alone).points[move.player] if alone.finisher == move.player else 0
