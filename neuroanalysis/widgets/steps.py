"""A picker whose picks are a part of longer steps, such as those of an explorer with a board.

There is one history, that of the explorer: the picker's buttons go back and forth in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Generic, Protocol, TypeVar

from neuroanalysis.widgets.picker import HandPicker, PickerGame

__all__ = ["StepPicker", "Steps", "Trail"]

S = TypeVar("S")


class Steps(Protocol):
    """Who has the history."""

    def undo(self) -> None:
        """Go back a step, if there is one."""
        ...

    def redo(self) -> None:
        """Go forth again after an undo."""
        ...

    def clear(self) -> None:
        """Begin anew (undo brings all back)."""
        ...

    def check_add(self, kind: int, role: str) -> None:
        """Refuse a card that may not be picked beside the rest."""
        ...

    def select(self, vectors: Mapping[str, Iterable[int]]) -> None:
        """Take what was read or dealt, as counts by role."""
        ...


class Trail(Generic[S]):
    """States to go back and forth in; a new one after going back drops what was ahead.

    Parameters
    ----------
    first
        The state to begin with.

    Examples
    --------
    >>> trail = Trail("a")
    >>> trail.push("b")
    >>> trail.undo(), trail.can_undo, trail.can_redo, trail.redo()
    ('a', False, True, 'b')
    """

    # The bound is for explorers that are left running for days.
    _MOST: Final = 1000

    def __init__(self, first: S) -> None:
        self._states = [first]
        self._at = 0

    @property
    def current(self) -> S:
        """The state in force."""
        return self._states[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier state."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a later state, which an undo left."""
        return self._at + 1 < len(self._states)

    def amend(self, state: S) -> None:
        """Put a state in the place of the one in force: for what is no step of its own."""
        self._states[self._at] = state

    def push(self, state: S) -> None:
        """Record a state, unless it is the one in force."""
        if state == self.current:
            return
        self._states[self._at + 1 :] = [state]
        del self._states[: -self._MOST]
        self._at = len(self._states) - 1

    def undo(self) -> S:
        """Go back one, if there is one, and return the state in force."""
        self._at -= self.can_undo
        return self.current

    def redo(self) -> S:
        """Go forth one, if there is one, and return the state in force."""
        self._at += self.can_redo
        return self.current


class StepPicker(HandPicker):
    """A picker that leaves undoing, clearing and whole selections to who has the history.

    Parameters
    ----------
    game, **selection
        See `HandPicker`.
    steps
        Who has the history. It is not called while this is made.
    """

    def __init__(self, game: PickerGame, steps: Steps, **selection: Iterable[int]) -> None:
        self._steps = steps
        super().__init__(game, **selection)

    def undo(self) -> None:
        """Go back a step, whatever it was of."""
        self._steps.undo()

    def redo(self) -> None:
        """Go forth a step again."""
        self._steps.redo()

    def clear(self) -> None:
        """Begin anew with everything."""
        self._steps.clear()

    def add(self, kind: int, role: str = "hand") -> None:
        """Give a role one more card of a kind, if who has the history allows it."""
        self._steps.check_add(kind, role)
        super().add(kind, role)

    def select(self, **vectors: Iterable[int]) -> None:
        """Hand on a whole selection that was read or dealt."""
        self._steps.select(vectors)

    def put(self, game: PickerGame, vectors: Mapping[str, Iterable[int]]) -> None:
        """Show a selection of a state of the history, under the game that goes with it."""
        if not self.plays(game):
            self.change_game(game)
        super().select(**vectors)

    def show_reach(self, can_undo: bool, can_redo: bool) -> None:
        """Say whether there is anything to go back to, and forth to."""
        with self.hold_sync():
            self.can_undo, self.can_redo = can_undo, can_redo
