"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from neuroanalysis.errors import InputError, NeuroanalysisError
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
from neuroanalysis.games.mhing.play.transcript import HEAD, OTHER, Transcript, said_points
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
_REST: Final = "..."
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
    dealer: int | None = None
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
            if not self._silent().void:
                raise InputError("transcript.nobody")
        else:
            self._check_scores(content)

    def _read_head(self, key: str, content: str) -> None:
        if key == "players":
            if self.names:
                raise InputError("transcript.again", name=key)
            self.names = [name.strip() for name in content.split(",")]
        elif key == "rules":
            if self.rules is not None:
                raise InputError("transcript.again", name=key)
            self.rules = Rules.of_words(content.split(), None)
        elif key == "dealer":
            if self.dealer is not None:
                raise InputError("transcript.again", name=key)
            self.dealer = self._player(content)
        elif key == "hand":
            name, _, cards = content.partition(":")
            player = self._player(name.strip())
            if player in self.hands:
                raise InputError("transcript.again", name=f"hand {self.names[player]}")
            self.hands[player] = tuple(int(n) for n in parse(cards))
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
            hands = [self.hands[player] for player in range(len(self.names))]
            named = Counter(self.pile)
            rest = [
                kind
                for kind, copies in enumerate(COPIES)
                for _ in range(copies - named[kind] - sum(hand[kind] for hand in hands))
            ]
            self.begin = self.state = start(
                self.names,
                hands,
                [*self.pile, *rest] if self.rest else self.pile,
                rules=self.rules,
                dealer=self.dealer or 0,
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
                if can(state, Pass(player))
            )
            self.moves.append(Pass(player))
            state = do(state, Pass(player))
        self.state = state
        return state

    def _at(self, move: Move) -> RoundState:
        """Return the state in which a move of a line is made: anything but an answer ends those."""
        state = self.state or self.begun()
        answers = isinstance(move, Pang | Tcheu | Pass)
        if isinstance(move, Mhing) and state.offered is not None:
            # Somebody who has answered, or has discarded, does not answer now.
            answers = can(state, Pass(move.player)) or move.player == state.offered.player
        return state if answers else self._silent()

    def _move(self, line: str) -> tuple[Move, list[str]]:
        """Return the move that a line says, and what more it says of it."""
        words = line.split()
        verb = _VERBS.get(words[1].lower()) if len(words) > 1 else None
        if verb is None:
            raise InputError("mhing.transcript.words")
        player, more = self._player(words[0]), words[2:]
        if verb == "draws" and len(more) < 2:
            return Draw(player), more
        if verb == "passes" and not more:
            return Pass(player), more
        if verb == "makes" and more and more[0].lower() == _MHING:
            return Mhing(player), more[1:]
        if len(more) == 1:
            if verb == "discards":
                return Discard(player, PIECES.kind(more[0])), []
            if verb in ("pangs", "tcheus"):
                said = Combination.of(more[0])
                return (Pang if verb == "pangs" else Tcheu)(player, said), []
        raise InputError("mhing.transcript.words")

    def _play(self, move: Move, said: list[str] | None = None) -> None:
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
        said = {}
        for part in content.split(","):
            words = part.split()
            if len(words) != 2 or not words[1].isdecimal():
                raise InputError("mhing.transcript.number", value=part.strip())
            said[self._player(words[0])] = int(words[1])
        if said != dict(enumerate(result(state).points)):
            raise InputError("transcript.scores", points=said_points(state))


def _check_said(state: RoundState, move: Move, said: list[str]) -> None:
    """Compare what a line says of a legal move with what it is."""
    if isinstance(move, Draw):
        if PIECES.kind(said[0]) != state.pile[0]:
            code = PIECES.codes[state.pile[0]]
            raise InputError("mhing.transcript.top", code=code, said=said[0])
    elif isinstance(move, Mhing):
        if len(said) != 2 or said[0].lower() not in _WITH:
            raise InputError("mhing.transcript.words")
        points = _worth(state, move)
        if said[1] != str(points):
            name = state.names[move.player]
            raise InputError("mhing.transcript.worth", player=name, points=points, said=said[1])


def _worth(state: RoundState, move: Mhing) -> int:
    """Return what going out brings, if nobody goes before."""
    alone = do(state, move)
    while alone.offered is not None:
        others = alone.clockwise_after(alone.offered.player)
        alone = do(alone, next(Pass(one) for one in others if can(alone, Pass(one))))
    return result(alone).points[move.player] if alone.finisher == move.player else 0


def _in_order(content: str) -> tuple[int, ...]:
    """Read cards whose order matters."""
    codes = content.replace(",", " ").split()
    return tuple(PIECES.kind(code, place) for place, code in enumerate(codes, start=1))
