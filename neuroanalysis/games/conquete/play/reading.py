"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from neuroanalysis.core.transcript_reading import Engine, TranscriptReader
from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete.pieces import KINDS, PIECES
from neuroanalysis.games.conquete.play.dealing import start
from neuroanalysis.games.conquete.play.moves import Move, Pass, Place
from neuroanalysis.games.conquete.play.placing import placement_of
from neuroanalysis.games.conquete.play.scores import result
from neuroanalysis.games.conquete.play.state import RoundState
from neuroanalysis.games.conquete.play.transcript import HEAD, OTHER, Transcript
from neuroanalysis.games.conquete.play.turns import can, do, verify
from neuroanalysis.games.conquete.rules import Rules

__all__ = ["replay"]

_PLACES: Final = {"places", "pose"}
_PASSES: Final = {"passes", "passe"}
_AT: Final = {"at", "en"}
_FOR: Final = {"for", "pour"}
_CELL: Final = re.compile(r"([+-]?[0-9]{1,4}),([+-]?[0-9]{1,4})")
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,4}")


def replay(source: str) -> Transcript:
    """Play a transcript again, each move checked against the rules.

    Raises
    ------
    InputError
        With the number of the line and what is wrong in it: words that are not understood, an
        illegal move, VP that are not as said.
    """
    return Transcript(*_Reader(Engine(do, can, verify), Rules).replayed(source))


class _Reader(TranscriptReader[RoundState, Move, Rules]):
    head, other, pieces = HEAD, OTHER, PIECES

    def __init__(self, engine: Engine[RoundState, Move], kind: type[Rules]) -> None:
        super().__init__(engine, kind)
        self._card: int | None = None

    def read_more(self, key: str, content: str) -> None:
        self.once(self._card is not None, key)
        self._card = PIECES.kind(content)

    def copies(self) -> Sequence[int]:
        return (0,) * KINDS

    def start(self, hands: Sequence[tuple[int, ...]], pile: Sequence[int]) -> RoundState:
        del pile
        if self._card is None:
            raise InputError("transcript.missing", name="start")
        return start(self.names, hands, self._card, rules=self.rules, first=self.first or 0)

    def move(self, line: str) -> tuple[Move, str]:
        words = line.split()
        verb = words[1].lower() if len(words) > 1 else ""
        if verb not in _PLACES | _PASSES:
            raise InputError("conquete.transcript.words")
        player, more = self.player(words[0]), words[2:]
        if verb in _PASSES and not more:
            return Pass(player), ""
        if verb in _PLACES and len(more) in (3, 5) and more[1].lower() in _AT:
            cell = _CELL.fullmatch(more[2])
            if cell and (len(more) == 3 or more[3].lower() in _FOR):
                row, column = map(int, cell.groups())
                return Place(player, row, column, PIECES.kind(more[0])), " ".join(more[4:])
        raise InputError("conquete.transcript.words")

    def check_said(self, state: RoundState, move: Move, said: str) -> None:
        if not isinstance(move, Place):
            raise AssertionError(move)
        vp = placement_of(state, move.player, move.cell, move.kind).vp
        if not _WHOLE.fullmatch(said) or int(said) != vp:
            raise InputError("conquete.transcript.vp", vp=vp, said=said)

    def check(self, what: str, content: str) -> None:
        if what != "enlarged":
            super().check(what, content)
        elif content != str(self.now.enlarged):
            raise InputError("conquete.transcript.enlarged", n=self.now.enlarged, said=content)

    def nobody(self, state: RoundState) -> bool:
        raise AssertionError(state)

    def points(self, state: RoundState) -> Sequence[int]:
        return result(state).vp

    def no_number(self, said: str) -> InputError:
        return InputError("conquete.transcript.number", value=said)
