"""Everything larger, to be read from the back of a classroom."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import traitlets

if TYPE_CHECKING:
    import ipywidgets

__all__ = ["Enlarging"]

# The style sheet of panels says by how much.
_CLASS: Final = "na-lesson"


class Enlarging(traitlets.HasTraits):
    """What can be shown larger, for a projector.

    A subclass calls `_enlarges` once it has a widget, and offers `controls.view_buttons`.

    Attributes
    ----------
    lesson
        Whether everything is larger. May be assigned.

    Examples
    --------
    >>> import ipywidgets
    >>> class Shown(Enlarging):
    ...     def __init__(self, **traits: object) -> None:
    ...         super().__init__(**traits)
    ...         self.view = ipywidgets.VBox()
    ...         self._enlarges(self.view, lambda: print("drawn"))
    >>> shown = Shown(lesson=True)
    >>> shown.lesson = False
    drawn
    """

    lesson = traitlets.Bool(False)

    def _enlarges(self, view: ipywidgets.DOMWidget, draw: Callable[[], object]) -> None:
        """Let `lesson` hold for a widget, and draw the button that says so anew when it changes."""

        def hold() -> None:
            (view.add_class if self.lesson else view.remove_class)(_CLASS)

        def change(_: object) -> None:
            hold()
            draw()

        hold()
        self.observe(change, "lesson")
