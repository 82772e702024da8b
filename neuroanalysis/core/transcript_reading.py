"""Reads the transcript of a round and plays it again: what the readers of all games do alike."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeVar

from neuroanalysis.core.pieces import Counts, PieceSet
from neuroanalysis.core.rule_sets import OptionRules
from neuroanalysis.core.transcripts import of_players
from neuroanalysis.errors import InputError, NeuroanalysisError

__all__ = ["Engine", "TranscriptReader"]

_REST: Final = "..."
_NUMBER: Final = re.compile(r"-?[0-9]{1,7}")

S = TypeVar("S")
M = TypeVar("M")
R = TypeVar("R", bound=OptionRules)


@dataclass(frozen=True)
class Engine(Generic[S, M]):
    """What plays a game's moves.

    Parameters
    ----------
    do
        Returns the state after a move.
    can
        Whether a move is legal.
    verify
        Refuses a move that is not.
    """

    do: Callable[[S, M], S]
    can: Callable[[S, M], bool]
    verify: Callable[[S, M], None]


class TranscriptReader(ABC, Generic[S, M, R]):
    """Reads line after line: first the head, then moves.

    Its type arguments are a game's states, moves and rules.

    Parameters
    ----------
    engine
        What plays the moves.
    kind
        The class of the rules.
    """

    head: ClassVar[Mapping[str, str]]
    """Words that begin a line of the head, and what they mean."""
    other: ClassVar[Mapping[str, str]]
    """Words that begin another line that is no player's move."""
    pieces: ClassVar[PieceSet]
    """The kinds, and how they are written."""
    holding: ClassVar[str] = "hand"
    """What the pieces of a player are called."""
    beginner: ClassVar[str] = "first"
    """What the line is called that says who begins."""

    def __init__(self, engine: Engine[S, M], kind: type[R]) -> None:
        self.engine, self._kind = engine, kind
        self.names: list[str] = []
        self.rules: R | None = None
        self.first: int | None = None
        self.hands: dict[int, tuple[int, ...]] = {}
        self.pile: list[int] = []
        self.rest = False
        self.begin: S | None = None
        self.state: S | None = None
        self.moves: list[M] = []

    def replayed(self, source: str) -> tuple[S, tuple[M, ...], S]:
        """Return the state before the first move of a transcript, all moves, and the last state.

        Raises
        ------
        InputError
            With the number of the line and what is wrong in it.
        """
        number = 0
        for number, line in enumerate(source.splitlines(), start=1):
            content = line.partition("#")[0].strip()
            if content:
                try:
                    self._read(content)
                except NeuroanalysisError as reason:
                    raise InputError("transcript.line", line=number, reason=reason) from reason
        try:
            begin, end = self.begun(), self.now
        except NeuroanalysisError as reason:
            raise InputError("transcript.line", line=max(number, 1), reason=reason) from reason
        return begin, tuple(self.moves), end

    def _read(self, line: str) -> None:
        word, _, content = line.partition(" ")
        key, content = word.lower().rstrip(":"), content.strip()
        if key in self.head:
            if self.begin is not None:
                raise InputError("transcript.late", name=word)
            self._read_head(self.head[key], content)
            return
        self.begun()
        what = self.other.get(key, "move")
        if what in ("move", "shuffle"):
            self._play(*self.move(line))
        else:
            self.check(what, content)

    # --- The head --------------------------------------------------------------------------------

    def _read_head(self, key: str, content: str) -> None:
        if key == "players":
            self.once(bool(self.names), key)
            self.read_players(content)
        elif key == "rules":
            self.once(self.rules is not None, key)
            self.rules = self._kind.of_words(content.split(), None)
        elif key == self.beginner:
            self.once(self.first is not None, key)
            self.first = self.player(content)
        elif key == self.holding:
            name, _, pieces = content.partition(":")
            player = self.player(name.strip())
            self.once(player in self.hands, f"{key} {self.names[player]}")
            self.hands[player] = tuple(int(n) for n in self.read_hand(pieces))
        elif key == "pile":
            self.once(self.rest, f"pile {_REST}")
            named = content.removesuffix(_REST)
            self.pile += self.in_order(named)
            self.rest = named != content
        else:
            self.read_more(key, content)

    @staticmethod
    def once(known: bool, name: str) -> None:
        """Refuse a line that says what is known."""
        if known:
            raise InputError("transcript.again", name=name)

    def read_players(self, content: str) -> None:
        """Read who plays."""
        self.names = [name.strip() for name in content.split(",")]

    def read_hand(self, content: str) -> Counts:
        """Return the pieces of a player as counts."""
        return self.pieces.parse(content)

    def read_more(self, key: str, content: str) -> None:
        """Read a line of the head that only this game has."""
        raise AssertionError(key)

    def begun(self) -> S:
        """Return the state before the first move, once the head is read."""
        if self.begin is None:
            if not self.names:
                raise InputError("transcript.missing", name="players")
            for player, name in enumerate(self.names):
                if player not in self.hands:
                    raise InputError("transcript.missing", name=f"{self.holding} {name}")
            hands = [self.hands[player] for player in range(len(self.names))]
            pile = self.pile
            if self.rest:
                named = Counter(pile)
                for hand in hands:
                    named.update(dict(enumerate(hand)))
                left = [copies - named[kind] for kind, copies in enumerate(self.copies())]
                pile = [*pile, *(kind for kind, n in enumerate(left) for _ in range(n))]
            self.begin = self.state = self.start(hands, pile)
        return self.begin

    @abstractmethod
    def copies(self) -> Sequence[int]:
        """Return how many pieces of each kind are in hands or the pile."""

    @abstractmethod
    def start(self, hands: Sequence[tuple[int, ...]], pile: Sequence[int]) -> S:
        """Return the state of a round that begins with these hands."""

    # --- Moves -----------------------------------------------------------------------------------

    @property
    def now(self) -> S:
        """The state after the moves that have been read."""
        return self.state or self.begun()

    def settled(self) -> S:
        """Return the state after all who have not answered to an open discard have passed."""
        state = self.now
        while (silence := self.silence(state)) is not None:
            self.moves.append(silence)
            state = self.engine.do(state, silence)
        self.state = state
        return state

    def silence(self, state: S) -> M | None:
        """Return the pass of the next who has not answered to an open discard, if there is one."""
        return None

    def at(self, move: M) -> S:
        """Return the state in which a move of a line is made: anything but an answer ends those."""
        return self.settled()

    @abstractmethod
    def move(self, line: str) -> tuple[M, str]:
        """Return the move that a line says, and what more it says of it."""

    def _play(self, move: M, said: str) -> None:
        state = self.at(move)
        self.engine.verify(state, move)
        if said:
            self.check_said(state, move, said)
        self.state = self.engine.do(state, move)
        self.moves.append(move)

    @abstractmethod
    def check_said(self, state: S, move: M, said: str) -> None:
        """Compare what a line says of a legal move with what it is."""

    def player(self, name: str) -> int:
        """Return the place of a player."""
        if not self.names:
            raise InputError("transcript.missing", name="players")
        if name not in self.names:
            raise InputError("transcript.player", name=name, accepted=", ".join(self.names))
        return self.names.index(name)

    def in_order(self, content: str) -> tuple[int, ...]:
        """Read pieces whose order matters."""
        codes = content.replace(",", " ").split()
        return tuple(self.pieces.kind(code, place) for place, code in enumerate(codes, start=1))

    # --- Checks ----------------------------------------------------------------------------------

    def check(self, what: str, content: str) -> None:
        """Check what a line says of a round that is no move."""
        if what == "refused":
            if self.allowed(content):
                raise InputError("transcript.allowed")
        elif what == "nobody":
            if not self.nobody(self.settled()):
                raise InputError("transcript.nobody")
        elif self.numbers(content) != dict(enumerate(points := self.points(self.settled()))):
            raise InputError("transcript.scores", points=of_players(self.names, points))

    def allowed(self, line: str) -> bool:
        """Return whether the move of a line is legal."""
        move, _ = self.move(line)
        return self.engine.can(self.at(move), move)

    @abstractmethod
    def nobody(self, state: S) -> bool:
        """Return whether a round has ended with nobody going out."""

    @abstractmethod
    def points(self, state: S) -> Sequence[int]:
        """Return the points of a round that is over."""

    def numbers(self, content: str) -> dict[int, int]:
        """Return the numbers that a line says of players."""
        said = {}
        for part in content.split(","):
            words = part.split()
            if len(words) != 2 or not _NUMBER.fullmatch(words[1]):
                raise self.no_number(part.strip())
            said[self.player(words[0])] = int(words[1])
        return said

    @abstractmethod
    def no_number(self, said: str) -> InputError:
        """Return the refusal of what is no player and number."""
