"""The course of a round that is watched: what was done, where one looks, and what comes next.

A `Course` never changes; each step makes another, so that one can be worked out in a thread while
another is on the page. It knows no widget.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from neuroanalysis.games.neurotrio.play import (
    Discard,
    Draw,
    Lay,
    Move,
    Pang,
    Pass,
    RoundResult,
    RoundState,
    Shuffle,
    can,
    do,
    record,
    result,
    shuffle,
)
from neuroanalysis.games.neurotrio.policies import Player

__all__ = ["Course"]


@dataclass(frozen=True)
class Course:
    """A round, move by move.

    Parameters
    ----------
    begin
        The state before the first move.
    players
        Who decides at each seat; None for a person, who is waited for.
    seed
        What the discards are shuffled with.
    key
        What the players take their luck from.
    moves
        All that was done.
    at
        How many of the moves lie behind the moment that is looked at.

    Examples
    --------
    A person plays at both seats:

    >>> from neuroanalysis.games.neurotrio.play import deal
    >>> course = Course.of(deal(["Ana", "Bo"], seed=1), [None, None], seed=1)
    >>> course.awaited
    0
    >>> course = course.play(Draw(0))
    >>> course.at, course.state.phase, course.back().state.phase
    (1, 'act', 'draw')
    """

    begin: RoundState
    players: tuple[Player | None, ...]
    seed: int
    key: int
    moves: tuple[Move, ...] = ()
    at: int = 0
    states: tuple[RoundState, ...] = ()
    _wanted: dict[tuple[int, RoundState], frozenset[int]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @classmethod
    def of(
        cls,
        begin: RoundState,
        players: Sequence[Player | None],
        *,
        seed: int,
        key: int = 0,
        moves: Sequence[Move] = (),
    ) -> Course:
        """Return the course of a round, seen after the moves that were made already.

        Raises
        ------
        MoveError
            For a move that the rules do not allow.
        ValueError
            For another number of players than the round has.
        """
        if len(players) != begin.players:
            raise ValueError(f"{len(players)} players at {begin.players} seats")
        states = [begin]
        for move in moves:
            states.append(do(states[-1], move))
        return cls(begin, tuple(players), seed, key, tuple(moves), len(moves), states=tuple(states))

    @property
    def state(self) -> RoundState:
        """The moment that is looked at."""
        return self.states[self.at]

    @property
    def done(self) -> tuple[Move, ...]:
        """The moves that lie behind that moment."""
        return self.moves[: self.at]

    @property
    def over(self) -> bool:
        """Whether the round is over at that moment."""
        return self.state.phase == "over"

    @property
    def latest(self) -> bool:
        """Whether nothing was done after that moment."""
        return self.at == len(self.moves)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1: a turn begins with a draw, and pangs belong to it."""
        return max(1, sum(self.begins_turn(place) for place in range(self.at + 1)))

    @cached_property
    def awaited(self) -> int | None:
        """The person who has to decide; None where a player or chance does, or nobody."""
        state = self.state
        if state.phase == "pang":
            return next((player for player in self._persons() if self._asked(player)), None)
        if state.phase in {"draw", "act"} and self.players[state.active] is None:
            return state.active
        return None

    @cached_property
    def result(self) -> RoundResult:
        """How the round ended; MoveError while it is not over."""
        return result(self.state)

    def begins_turn(self, place: int) -> bool:
        """Return whether a turn begins at the moment after `place` moves."""
        if self.states[place].phase != "draw":
            return False
        before = (move for move in reversed(self.moves[:place]) if not isinstance(move, Shuffle))
        return not isinstance(next(before, None), Lay)

    # Going on

    def next(self, *, passing: bool = False) -> Course:
        """Return the course one move later; itself when a person is waited for, or it is over.

        What was done already is done again.

        Parameters
        ----------
        passing
            Whether persons say nothing to any discard.
        """
        if not self.latest:
            return replace(self, at=self.at + 1)
        move = self._due(passing)
        return self if move is None else self._with(move)

    def step(self, *, passing: bool = False) -> Course:
        """Return the course one step later: all answers to a discard are one step."""
        course = self.next(passing=passing)
        while course.unsettled and (later := course.next(passing=passing)) is not course:
            course = later
        return course

    def steps(self, *, passing: bool = False) -> Iterator[Course]:
        """Yield the course step by step, until a person is waited for or it is over.

        A person who passes is asked again once he has drawn.
        """
        course, later = self, self.step(passing=passing)
        while later is not course:
            yield later
            course = later
            if course.awaited is not None and course.state.phase != "pang":
                return
            later = course.step(passing=passing)

    def play(self, move: Move) -> Course:
        """Return the course after a person's move; what was done later than now is forgotten.

        Raises
        ------
        MoveError
            For a move that the rules do not allow; nothing is changed.
        """
        return self._with(move)

    @property
    def unsettled(self) -> bool:
        """Whether some have answered to the open discard, and others not yet."""
        return bool(self.state.panging or self.state.passing)

    def _with(self, move: Move) -> Course:
        following = do(self.state, move)
        return replace(
            self,
            moves=(*self.done, move),
            states=(*self.states[: self.at + 1], following),
            at=self.at + 1,
        )

    def _due(self, passing: bool) -> Move | None:
        """Return what a player or chance does now."""
        state = self.state
        if state.phase == "over":
            return None
        if state.phase == "shuffle":
            return shuffle(state, self.seed)
        if state.phase == "pang":
            return self._answer(passing)
        decides = self.players[state.active]
        if decides is None:
            return None
        if state.phase == "draw":
            return Draw(state.active)
        return decides.move(state, state.active, self.key)

    def _answer(self, passing: bool) -> Move | None:
        """Return the next answer to the open discard; persons speak first, unseen by others."""
        state = self.state
        if self.awaited is not None:
            return Pass(self.awaited) if passing else None
        if state.offered is None:
            raise AssertionError("no discard lies open")
        kind = state.offered.kind
        player = next(
            player
            for player in state.clockwise_after(state.offered.player)
            if player not in state.panging | state.passing
        )
        if self.players[player] is not None and kind in self._wants(player):
            return Pang(player) if can(state, Pang(player)) else Pass(player)
        return Pass(player)

    def _persons(self) -> list[int]:
        return [player for player, decides in enumerate(self.players) if decides is None]

    def _asked(self, player: int) -> bool:
        """Return whether a person may pang the open discard and has not answered."""
        return can(self.state, Pang(player))

    def _wants(self, player: int) -> frozenset[int]:
        """Return what a player pangs now: what he said after his last discard, or the deal."""
        decides = self.players[player]
        place = next(
            (
                place + 1
                for place in range(self.at - 1, -1, -1)
                if (move := self.moves[place]) == Discard(player, getattr(move, "kind", -1))
            ),
            0,
        )
        asked = player, self.states[place]
        if decides is not None and asked not in self._wanted:
            self._wanted[asked] = decides.wants(self.states[place], player, self.key)
        return self._wanted.get(asked, frozenset())

    # Going back

    def back(self) -> Course:
        """Return the course one step earlier; itself at the beginning."""
        at = max(0, self.at - 1)
        while at and (self.states[at].panging or self.states[at].passing):
            at -= 1
        return self if at == self.at else replace(self, at=at)

    def back_to_decision(self) -> Course:
        """Return the course where a person last had to decide; itself where nobody had to."""
        course = self
        while course.at:
            course = course.back()
            if course.awaited is not None:
                return course
        return self

    def back_to_begin(self) -> Course:
        """Return the course before its first move."""
        return replace(self, at=0)

    # Text

    def record(self) -> str:
        """Return the round up to now as a transcript.

        Raises
        ------
        PositionError
            For a player whose name cannot stand in one.
        """
        return record(self.begin, self.done)
