"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from neuroanalysis.core.transcript_reading import Engine, TranscriptReader
from neuroanalysis.core.transcripts import of_players
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.okey51.pieces import COPIES, FAKE, PIECES, TILES
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
    Use,
)
from neuroanalysis.games.okey51.play.pairs import Pair
from neuroanalysis.games.okey51.play.scores import result
from neuroanalysis.games.okey51.play.state import RoundState, start
from neuroanalysis.games.okey51.play.transcript import HEAD, OTHER, Transcript
from neuroanalysis.games.okey51.play.turns import can, do, verify
from neuroanalysis.games.okey51.position import Meld, MeldTile
from neuroanalysis.games.okey51.rules import Rules

__all__ = ["replay"]

_VERBS: Final = {
    "draws": "draws",
    "pioche": "draws",
    "takes": "takes",
    "prend": "takes",
    "opens": "opens",
    "ouvre": "opens",
    "lays": "lays",
    "pose": "lays",
    "pairs": "pairs",
    "apparie": "pairs",
    "adds": "adds",
    "ajoute": "adds",
    "steals": "steals",
    "vole": "steals",
    "discards": "discards",
    "défausse": "discards",
    "jette": "discards",
}
_PAIRS: Final = ("pairs", "paires")
# Words that only make a line a sentence: "adds r6 to Bo r3-r4-r5", "ajoute r6 à Bo r3-r4-r5".
_SMALL: Final = {"with", "avec", "par", "by", "to", "à", "from", "de", "chez", "la", "paire"}
_AND: Final = re.compile(r"\s(?:and|et)\s")
_WILD: Final = "*"


def replay(source: str) -> Transcript:
    """Play a transcript again, each move checked against the rules.

    Raises
    ------
    InputError
        With the number of the line and what is wrong in it: words that are not understood, an
        illegal move, a tile that is not the one said, points that are not as said.
    """
    return Transcript(*_Reader(Engine(do, can, verify), Rules).replayed(source))


class _Reader(TranscriptReader[RoundState, Move, Rules]):
    head, other, pieces = HEAD, OTHER, PIECES
    holding = "rack"
    indicator: int | None = None
    doubled = False

    def read_more(self, key: str, content: str) -> None:
        if key == "indicator":
            self.once(self.indicator is not None, key)
            self.indicator = PIECES.kind(content)
        else:
            self.doubled = True

    def begun(self) -> RoundState:
        if self.names and self.indicator is None:
            raise InputError("transcript.missing", name="indicator")
        return super().begun()

    def copies(self) -> Sequence[int]:
        copies = [COPIES] * TILES
        if (
            Rules.or_default(self.rules).first_player_indicator_removed
            and self.indicator is not None
        ):
            copies[self.indicator] -= 1
        return copies

    def start(self, hands: Sequence[tuple[int, ...]], pile: Sequence[int]) -> RoundState:
        return start(
            self.names,
            hands,
            pile,
            indicator=self.indicator or 0,
            rules=self.rules,
            first=self.first or 0,
            doubled=self.doubled,
        )

    def allowed(self, line: str) -> bool:
        try:
            return super().allowed(line)
        except PositionError as error:
            if error.key == "okey51.meld.none":  # a line may well show what is no meld
                return False
            raise

    def check_said(self, state: RoundState, move: Move, said: str) -> None:
        top = state.pile[0] if isinstance(move, Draw) else state.discards[-1].kind
        if PIECES.kind(said) != top:
            code = PIECES.codes[top]
            if isinstance(move, Draw):
                raise InputError("okey51.transcript.top", code=code, said=said)
            raise InputError("okey51.transcript.last", code=code, said=said)

    def move(self, line: str) -> tuple[Move, str]:
        name, _, rest = line.strip().partition(" ")
        verb, words = self._verb(rest)
        player = self.player(name)
        if verb == "draws":
            return Draw(player), " ".join(words)
        if verb == "takes":
            tile, *uses = _AND.split(rest.partition(" ")[2], maxsplit=1)
            use = self._act(player, *self._verb(uses[0])) if uses else None
            if isinstance(use, LayPair):
                raise InputError("okey51.transcript.words")
            return Take(player, use), tile.strip()
        if verb == "discards":
            return Discard(player, PIECES.kind(" ".join(words))), ""
        return self._act(player, verb, words), ""

    @staticmethod
    def _verb(said: str) -> tuple[str, list[str]]:
        verb, *words = said.split() or [""]
        if verb.lower() not in _VERBS:
            raise InputError("okey51.transcript.words")
        return _VERBS[verb.lower()], [word for word in words if word.lower() not in _SMALL]

    def _act(self, player: int, verb: str, words: list[str]) -> Use | LayPair:
        rules = self.now.rules
        if verb == "opens" and words:
            if words[0].lower() in _PAIRS:
                return OpenPairs(player, tuple(Pair.of(word) for word in words[1:]))
            return Open(player, tuple(Meld.of(word, rules) for word in words))
        if verb == "lays" and len(words) == 1:
            return Lay(player, Meld.of(words[0], rules))
        if verb == "pairs" and len(words) == 1:
            return LayPair(player, Pair.of(words[0]))
        if verb in ("adds", "steals") and len(words) == 3:
            tile = words[0]
            kind = PIECES.kind(tile.removesuffix(_WILD))
            if kind == FAKE:
                kind = self.now.fake_identity
            place = self._place(self.player(words[1]), Meld.of(words[2], rules))
            if verb == "adds":
                return LayOff(player, place, MeldTile(kind, tile.endswith(_WILD)))
            return Steal(player, place, kind)
        raise InputError("okey51.transcript.words")

    def _place(self, owner: int, meld: Meld) -> int:
        for place, laid in enumerate(self.now.table):
            if laid.owner == owner and laid.meld == meld:
                return place
        raise InputError(
            "okey51.transcript.no_meld", meld=meld.to_text(), name=self.now.names[owner]
        )

    def check(self, what: str, content: str) -> None:
        if what != "penalties":
            super().check(what, content)
            return
        charged = [0] * self.now.players
        for charge in self.now.charges:
            charged[charge.player] += charge.points
        if any(charged[player] != points for player, points in self.numbers(content).items()):
            said = of_players(self.names, charged)
            raise InputError("okey51.transcript.penalties", points=said)

    def nobody(self, state: RoundState) -> bool:
        return state.phase == "over" and state.finisher is None

    def points(self, state: RoundState) -> Sequence[int]:
        return result(state).points

    def no_number(self, said: str) -> InputError:
        return InputError("okey51.transcript.number", value=said)
