"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from neuroanalysis.errors import InputError, NeuroanalysisError, PositionError
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
from neuroanalysis.games.okey51.play.transcript import (
    HEAD,
    OTHER,
    Transcript,
    of_players,
    said_points,
)
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
_NUMBER: Final = re.compile(r"-?[0-9]{1,7}")
_REST: Final = "..."
_WILD: Final = "*"


def replay(source: str) -> Transcript:
    """Play a transcript again, each move checked against the rules.

    Raises
    ------
    InputError
        With the number of the line and what is wrong in it: words that are not understood, an
        illegal move, a tile that is not the one said, points that are not as said.
    """
    reader = _Reader()
    number = 0
    for number, line in enumerate(source.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        if content:
            try:
                reader.read(content)
            except NeuroanalysisError as reason:
                raise InputError("transcript.line", line=number, reason=reason) from reason
    try:
        begin, end = reader.begun(), reader.state
    except NeuroanalysisError as reason:
        raise InputError("transcript.line", line=max(number, 1), reason=reason) from reason
    return Transcript(begin, tuple(reader.moves), end or begin)


@dataclass
class _Reader:
    """Reads line after line: first the head, then moves."""

    names: list[str] = field(default_factory=list)
    rules: Rules | None = None
    first: int | None = None
    indicator: int | None = None
    doubled: bool = False
    racks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    pile: list[int] = field(default_factory=list)
    rest: bool = False
    begin: RoundState | None = None
    state: RoundState | None = None
    moves: list[Move] = field(default_factory=list)

    def read(self, line: str) -> None:
        """Read one line."""
        word, _, content = line.partition(" ")
        key, content = word.lower().rstrip(":"), content.strip()
        if key in HEAD:
            if self.begin is not None:
                raise InputError("transcript.late", name=word)
            self._read_head(HEAD[key], content)
            return
        self.begun()
        if key not in OTHER:
            self._play(line)
        elif OTHER[key] == "refused":
            if self._allowed(content):
                raise InputError("transcript.allowed")
        elif OTHER[key] == "nobody":
            if self._now.phase != "over" or self._now.finisher is not None:
                raise InputError("transcript.nobody")
        elif OTHER[key] == "penalties":
            self._check_penalties(content)
        else:
            self._check_scores(content)

    def _read_head(self, key: str, content: str) -> None:
        if key == "players":
            self._once(bool(self.names), key)
            self.names = [name.strip() for name in content.split(",")]
        elif key == "rules":
            self._once(self.rules is not None, key)
            self.rules = Rules.of_words(content.split(), None)
        elif key == "first":
            self._once(self.first is not None, key)
            self.first = self._player(content)
        elif key == "indicator":
            self._once(self.indicator is not None, key)
            self.indicator = PIECES.kind(content)
        elif key == "doubled":
            self.doubled = True
        elif key == "rack":
            name, _, tiles = content.partition(":")
            player = self._player(name.strip())
            self._once(player in self.racks, f"rack {self.names[player]}")
            self.racks[player] = tuple(int(n) for n in PIECES.parse(tiles))
        else:
            self._once(self.rest, f"pile {_REST}")
            named = content.removesuffix(_REST)
            codes = named.replace(",", " ").split()
            self.pile += [PIECES.kind(code, place) for place, code in enumerate(codes, start=1)]
            self.rest = named != content

    @staticmethod
    def _once(known: bool, name: str) -> None:
        if known:
            raise InputError("transcript.again", name=name)

    def begun(self) -> RoundState:
        """Return the state before the first move, once the head is read."""
        if self.begin is None:
            if not self.names:
                raise InputError("transcript.missing", name="players")
            if self.indicator is None:
                raise InputError("transcript.missing", name="indicator")
            for player, name in enumerate(self.names):
                if player not in self.racks:
                    raise InputError("transcript.missing", name=f"rack {name}")
            rules = self.rules or Rules()
            racks = [self.racks[player] for player in range(len(self.names))]
            self.begin = self.state = start(
                self.names,
                racks,
                [*self.pile, *self._tiles_left(rules)] if self.rest else self.pile,
                indicator=self.indicator,
                rules=rules,
                first=self.first or 0,
                doubled=self.doubled,
            )
        return self.begin

    def _tiles_left(self, rules: Rules) -> list[int]:
        named = Counter(self.pile)
        for rack in self.racks.values():
            named.update(dict(enumerate(rack)))
        if rules.first_player_indicator_removed and self.indicator is not None:
            named[self.indicator] += 1
        return [kind for kind in range(TILES) for _ in range(COPIES - named[kind])]

    @property
    def _now(self) -> RoundState:
        return self.state or self.begun()

    def _player(self, name: str) -> int:
        if not self.names:
            raise InputError("transcript.missing", name="players")
        if name not in self.names:
            raise InputError("transcript.player", name=name, accepted=", ".join(self.names))
        return self.names.index(name)

    def _allowed(self, line: str) -> bool:
        try:
            move, _ = self._move(line)
        except PositionError as error:
            if error.key == "okey51.meld.none":  # a line may well show what is no meld
                return False
            raise
        return can(self._now, move)

    def _play(self, line: str) -> None:
        move, said = self._move(line)
        state = self._now
        verify(state, move)
        if said:
            top = state.pile[0] if isinstance(move, Draw) else state.discards[-1].kind
            if PIECES.kind(said) != top:
                code = PIECES.codes[top]
                if isinstance(move, Draw):
                    raise InputError("okey51.transcript.top", code=code, said=said)
                raise InputError("okey51.transcript.last", code=code, said=said)
        self.state = do(state, move)
        self.moves.append(move)

    def _move(self, line: str) -> tuple[Move, str]:
        """Return the move that a line says, and which tile it says is drawn or taken."""
        name, _, rest = line.strip().partition(" ")
        verb, words = self._verb(rest)
        player = self._player(name)
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
        rules = self._now.rules
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
                kind = self._now.fake_identity
            place = self._place(self._player(words[1]), Meld.of(words[2], rules))
            if verb == "adds":
                return LayOff(player, place, MeldTile(kind, tile.endswith(_WILD)))
            return Steal(player, place, kind)
        raise InputError("okey51.transcript.words")

    def _place(self, owner: int, meld: Meld) -> int:
        for place, laid in enumerate(self._now.table):
            if laid.owner == owner and laid.meld == meld:
                return place
        raise InputError(
            "okey51.transcript.no_meld", meld=meld.to_text(), name=self._now.names[owner]
        )

    def _check_penalties(self, content: str) -> None:
        state, charged = self._now, [0] * self._now.players
        for charge in state.charges:
            charged[charge.player] += charge.points
        for player, points in self._numbers(content).items():
            if charged[player] != points:
                said = of_players(state, charged)
                raise InputError("okey51.transcript.penalties", points=said)

    def _check_scores(self, content: str) -> None:
        said = self._numbers(content)
        if said != dict(enumerate(result(self._now).points)):
            raise InputError("transcript.scores", points=said_points(self._now))

    def _numbers(self, content: str) -> dict[int, int]:
        numbers = {}
        for part in content.split(","):
            words = part.split()
            if len(words) != 2 or not _NUMBER.fullmatch(words[1]):
                raise InputError("okey51.transcript.number", value=part.strip())
            numbers[self._player(words[0])] = int(words[1])
        return numbers
