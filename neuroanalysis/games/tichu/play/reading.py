"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from neuroanalysis.core.pieces import Counts
from neuroanalysis.core.transcript_reading import Engine, TranscriptReader
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu.pieces import CARDS, LOWEST, PIECES, RANK_CODES
from neuroanalysis.games.tichu.play.moves import (
    Decline,
    Exchange,
    Gift,
    GrandTichu,
    Lay,
    Move,
    Pass,
    Tichu,
)
from neuroanalysis.games.tichu.play.scores import result
from neuroanalysis.games.tichu.play.state import RoundState, start
from neuroanalysis.games.tichu.play.transcript import HEAD, OTHER, Transcript
from neuroanalysis.games.tichu.play.turns import can, do, verify
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import PLAYERS, Rules

__all__ = ["replay"]

_VERBS: Final = {
    "calls": "calls",
    "annonce": "calls",
    "declines": "declines",
    "renonce": "declines",
    "gives": "gives",
    "donne": "gives",
    "lays": "lays",
    "pose": "lays",
    "passes": "passes",
    "passe": "passes",
}
_GRAND: Final = "grand"
_TICHU: Final = "tichu"
_TRICK: Final = (("the", "trick", "to"), ("le", "pli", "à"))
_WISHING: Final = (["wishing"], ["en", "demandant"], ["demandant"])
_FRENCH: Final = {"10": "T", "V": "J", "D": "Q", "R": "K"}


def replay(source: str) -> Transcript:
    """Play a transcript again, each move checked against the rules.

    Raises
    ------
    InputError
        With the number of the line and what is wrong in it: words that are not understood, an
        illegal move, points that are not as said.
    """
    return Transcript(*_Reader(Engine(do, can, verify), Rules).replayed(source))


class _Reader(TranscriptReader[RoundState, Move, Rules]):
    head, other, pieces = HEAD, OTHER, PIECES

    def read_hand(self, content: str) -> Counts:
        # In the order dealt: who may call Grand Tichu sees the first ones only.
        return np.array(self.in_order(content.replace("|", " ")), dtype=np.uint8)

    def copies(self) -> Sequence[int]:
        return (1,) * CARDS

    def start(self, hands: Sequence[tuple[int, ...]], pile: Sequence[int]) -> RoundState:
        del pile
        return start(self.names, hands, rules=self.rules)

    def silence(self, state: RoundState) -> Move | None:
        if state.phase != "grand":
            return None
        return next(Decline(one) for one in range(PLAYERS) if can(state, Decline(one)))

    def at(self, move: Move) -> RoundState:
        return self.now if isinstance(move, GrandTichu | Decline) else self.settled()

    def move(self, line: str) -> tuple[Move, str]:
        words = line.split()
        verb = _VERBS.get(words[1].lower()) if len(words) > 1 else None
        if verb is None:
            raise InputError("tichu.transcript.words")
        player, more = self.player(words[0]), words[2:]
        low = [word.lower() for word in more]
        if verb == "calls" and low in ([_TICHU], [_GRAND, _TICHU]):
            return (Tichu if low == [_TICHU] else GrandTichu)(player), ""
        if verb in ("declines", "passes") and not more:
            return (Decline if verb == "declines" else Pass)(player), ""
        if verb == "gives" and tuple(low[:-1]) in _TRICK:
            return Gift(player, self.player(more[-1])), ""
        if verb == "gives" and len(more) == PLAYERS - 1:
            return Exchange(player, *(PIECES.kind(code) for code in more)), ""
        if verb == "lays" and more:
            return self._lay(player, more), ""
        raise InputError("tichu.transcript.words")

    def _lay(self, player: int, more: list[str]) -> Lay:
        wish = None
        if len(more) > 1:
            code = _FRENCH.get(more[-1].upper(), more[-1].upper())
            if [word.lower() for word in more[1:-1]] not in _WISHING or code not in RANK_CODES:
                raise InputError("tichu.transcript.words")
            wish = LOWEST + RANK_CODES.index(code)
        return Lay(player, Combination.of(more[0], self.rules), wish)

    def check_said(self, state: RoundState, move: Move, said: str) -> None:
        raise AssertionError(said)

    def nobody(self, state: RoundState) -> bool:
        raise AssertionError(state)

    def points(self, state: RoundState) -> Sequence[int]:
        return result(state).of_players

    def no_number(self, said: str) -> InputError:
        return InputError("tichu.transcript.number", value=said)
