"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from neuroanalysis.errors import InputError, NeuroanalysisError
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
from neuroanalysis.games.neurotrio.play.transcript import HEAD, OTHER, Transcript, said_points
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
_REST: Final = "..."


def replay(source: str) -> Transcript:
    """Play a transcript again, each move checked against the rules.

    Raises
    ------
    InputError
        With the number of the line and what is wrong in it: words that are not understood, an
        illegal move, a card that is not the one said, points that are not as said.
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
    minimums: list[int] = field(default_factory=list)
    rules: Rules | None = None
    first: int | None = None
    hands: dict[int, tuple[int, ...]] = field(default_factory=dict)
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
            self._play(*self._move(line))
        elif OTHER[key] == "shuffle":
            self._play(Shuffle(_in_order(content)))
        elif OTHER[key] == "refused":
            self._refuse(content)
        elif OTHER[key] == "nobody":
            if self._silent().phase != "over" or self._silent().finisher is not None:
                raise InputError("transcript.nobody")
        else:
            self._check_scores(content)

    def _read_head(self, key: str, content: str) -> None:
        if key == "players":
            if self.names:
                raise InputError("transcript.again", name=key)
            self.names, self.minimums = _names_and_numbers(content)
        elif key == "rules":
            if self.rules is not None:
                raise InputError("transcript.again", name=key)
            self.rules = Rules.of_words(content.split(), None)
        elif key == "first":
            self.first = self._player(content)
        elif key == "hand":
            name, _, cards = content.partition(":")
            player = self._player(name.strip())
            if player in self.hands:
                raise InputError("transcript.again", name=f"hand {self.names[player]}")
            self.hands[player] = tuple(int(n) for n in PIECES.parse(cards))
        else:
            if self.rest:
                raise InputError("transcript.again", name=f"pile {_REST}")
            named = content.removesuffix(_REST)
            self.pile += _in_order(named)
            self.rest = named != content

    def begun(self) -> RoundState:
        """Return the state before the first move, once the head is read."""
        if self.begin is None:
            if not self.names:
                raise InputError("transcript.missing", name="players")
            for player, name in enumerate(self.names):
                if player not in self.hands:
                    raise InputError("transcript.missing", name=f"hand {name}")
            rules = self.rules or Rules()
            hands = [self.hands[player] for player in range(len(self.names))]
            named = Counter(self.pile)
            rest = [
                kind
                for kind in range(KINDS)
                for _ in range(rules.copies - named[kind] - sum(hand[kind] for hand in hands))
            ]
            self.begin = self.state = start(
                self.names,
                hands,
                [*self.pile, *rest] if self.rest else self.pile,
                rules=rules,
                minimums=self.minimums,
                first=self.first or 0,
            )
        return self.begin

    def _player(self, name: str) -> int:
        if not self.names:
            raise InputError("transcript.missing", name="players")
        if name not in self.names:
            raise InputError("transcript.player", name=name, accepted=", ".join(self.names))
        return self.names.index(name)

    def _silent(self) -> RoundState:
        """Return the state after all who have not answered to an open discard have passed."""
        state = self.state or self.begun()
        while state.offered is not None:
            player = next(
                player
                for player in state.clockwise_after(state.offered.player)
                if player not in state.panging | state.passing
            )
            self.moves.append(Pass(player))
            state = do(state, Pass(player))
        self.state = state
        return state

    def _at(self, move: Move) -> RoundState:
        """Return the state in which a move of a line is made: anything but an answer ends those."""
        return self.state or self.begun() if isinstance(move, Pang | Pass) else self._silent()

    def _move(self, line: str) -> tuple[Move, str]:
        """Return the move that a line says, and what more it says of it."""
        words = line.split()
        verb = _VERBS.get(words[1].lower()) if len(words) > 1 else None
        if verb is None:
            raise InputError("transcript.words")
        player, more = self._player(words[0]), " ".join(words[2:])
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

    def _play(self, move: Move, said: str = "") -> None:
        state = self._at(move)
        verify(state, move)
        if said:
            _check_said(state, move, said)
        self.state = do(state, move)
        self.moves.append(move)

    def _refuse(self, line: str) -> None:
        word, _, content = line.partition(" ")
        move: Move
        if OTHER.get(word.lower()) == "shuffle":
            move = Shuffle(_in_order(content))
        else:
            move, _ = self._move(line)
        if can(self._at(move), move):
            raise InputError("transcript.allowed")

    def _check_scores(self, content: str) -> None:
        state = self._silent()
        names, points = _names_and_numbers(content)
        said = {self._player(name): n for name, n in zip(names, points, strict=True)}
        counted = result(state).points
        if said != dict(enumerate(counted)):
            raise InputError("transcript.scores", points=said_points(state))


def _check_said(state: RoundState, move: Move, said: str) -> None:
    """Compare what a line says of a legal move with what it is."""
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


def _names_and_numbers(content: str) -> tuple[list[str], list[int]]:
    names, numbers = [], []
    for part in content.split(","):
        words = part.split()
        if len(words) != 2:
            raise InputError("transcript.minimum", value=part.strip())
        names.append(words[0])
        numbers.append(checked_minimum(words[1]))
    return names, numbers


def _in_order(content: str) -> tuple[int, ...]:
    """Read cards whose order matters."""
    codes = content.replace(",", " ").split()
    return tuple(PIECES.kind(code, place) for place, code in enumerate(codes, start=1))
