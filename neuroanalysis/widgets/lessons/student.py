"""Whose exercises a page shows: a field for a name, which all of them follow."""

from __future__ import annotations

from html import escape
from typing import Final

import ipywidgets
import traitlets

from neuroanalysis.core.exercises import ExerciseError, seed_name
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.panels import Panel

__all__ = ["Student", "shown_name"]

_TEXTS: Final = "lessons.student"


class Student(Enlarging, Panel):
    """A field for the name that decides a student's exercises.

    Parameters
    ----------
    name
        The name, or a number.
    lesson
        Whether it is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    name
        The name in force. May be assigned; exercises that `ask` made for this widget follow.

    Raises
    ------
    ExerciseError
        For an empty name, also when it is assigned.

    Examples
    --------
    >>> from neuroanalysis.widgets.lessons import ask
    >>> student = Student("Ada")
    >>> asked = ask("cube", student)
    >>> student.name = "Zoé"
    >>> asked.student
    'Zoé'
    """

    name = traitlets.Unicode()

    def __init__(self, name: str | int, *, lesson: bool = False) -> None:
        name = shown_name(name)
        self._mistake: ExerciseError | None = None
        self._typed = name
        super().__init__(self._act_on)
        self.layout = ipywidgets.Layout(max_width="800px", min_width="0", overflow="visible")
        self.name = name
        self.lesson = lesson
        self._enlarges(self, self.redraw)
        self.observe(lambda _: self._take(self.name), "name")
        self.redraw()

    @traitlets.validate("name")
    def _checked(self, proposal: traitlets.Bunch) -> str:
        return shown_name(proposal["value"])

    def redraw(self) -> None:
        """Draw it again, in the language in force."""
        field = controls.words(
            text(f"{_TEXTS}.name"),
            "name",
            self._typed,
            example=text(f"{_TEXTS}.example"),
            kept=True,
        )
        larger = f'<span class="na-end">{controls.lesson_button(lesson=self.lesson)}</span>'
        said = text(f"{_TEXTS}.follow", name=self.name)
        below = controls.message(said)
        if self._mistake is not None:
            said = text(f"{_TEXTS}.refused", reason=str(self._mistake), name=self.name)
            below = controls.message(said, error=True)
        label = escape(text(f"{_TEXTS}.label"))
        html = f'<div role="group" aria-label="{label}">{controls.row(field, larger)}{below}</div>'
        self.show(html, said)

    def _act_on(self, do: str, value: str) -> None:
        match do:
            case "name":
                try:
                    self.name = value
                except ExerciseError as mistake:
                    # What was typed stays, beside what is said of it.
                    self._typed, self._mistake = value, mistake
                    self.redraw()
                else:
                    self._take(self.name)
            case "lesson":
                self.lesson = value == "true"
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _take(self, name: str) -> None:
        self._typed, self._mistake = name, None
        self.redraw()

    def _repr_mimebundle_(
        self, **kwargs: dict[str, object]
    ) -> tuple[dict[str, object], dict[str, object]] | None:
        """Show the widget; where there is no kernel, the name."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        shown, metadata = bundle
        return {**shown, "text/plain": text(f"{_TEXTS}.whose", name=self.name)}, metadata


def shown_name(name: str | int) -> str:
    """Return a name as it is shown: with single spaces, its capitals as they were typed.

    Raises
    ------
    ExerciseError
        For an empty name.

    Examples
    --------
    >>> shown_name("  Zoé   Martin ")
    'Zoé Martin'
    """
    seed_name(name)
    return " ".join(str(name).split())
