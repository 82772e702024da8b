"""A picker whose picks are a part of longer steps, such as those of an explorer with a board.

There is one history, that of the explorer: the picker's buttons go through it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from neuroanalysis.widgets.picker import HandPicker, PickerGame
from neuroanalysis.widgets.selection import Selection

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

    def check(self, selection: Selection) -> None:
        """Refuse what may not be picked beside the rest."""
        ...


class Trail(Generic[S]):
    """States to go back and forth in; a new one after going back drops what was ahead.

    Examples
    --------
    >>> trail = Trail("a")
    >>> trail.push("b")
    >>> trail.undo(), trail.can_undo, trail.can_redo, trail.redo()
    ('a', False, True, 'b')
    """

    # The bound is for explorers that are left running for days.
    _MOST = 1000

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
    """A picker that leaves undoing, clearing, and some judgement to who has the history.

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

    def show_reach(self, can_undo: bool, can_redo: bool) -> None:
        """Say whether there is anything to go back to, and forth to."""
        with self.hold_sync():
            self.can_undo, self.can_redo = can_undo, can_redo

    def _take(self, selection: Selection) -> None:
        self._steps.check(selection)
        super()._take(selection)
