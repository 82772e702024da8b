"""An exercise on the page: its question with its cards drawn, an answer box, check and hint."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

import ipywidgets

from neuroanalysis.core.exercises import Exercise, ExerciseError, Verdict
from neuroanalysis.games.neurotrio.lessons import exercises
from neuroanalysis.plots.colours import RIGHT, WRONG
from neuroanalysis.plots.neurotrio import hand_html
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.panels import Panel

__all__ = ["Asked", "ExerciseBox", "ask"]

# A sign and a colour that reads on a white page and on a dark one.
_SIGNS: Final = {
    Verdict.RIGHT: ("✓", RIGHT),
    Verdict.WRONG: ("✗", WRONG),
    Verdict.ROUGH: ("≈", "inherit"),
    Verdict.BLANK: ("", "inherit"),
}
_REPLY: Final = "margin-bottom:6px;font-weight:600"


class ExerciseBox:
    """One exercise to answer.

    The question stands still while one types; verdicts and hints appear under it. Neither the
    widget nor what a notebook saves of it holds the answer.

    Parameters
    ----------
    exercise
        The exercise.
    number
        Its number in the section.

    Attributes
    ----------
    verdict
        What was said of the last answer; None before.
    hints
        How many hints are shown.
    view
        The widget.

    Examples
    --------
    >>> box = ExerciseBox(exercises("cube", "Zoé")[0])
    >>> box.check("1/2")
    >>> box.verdict
    <Verdict.WRONG: 'wrong'>
    """

    def __init__(self, exercise: Exercise, number: int = 1) -> None:
        self.exercise = exercise
        self.number = number
        self.verdict: Verdict | None = None
        self.hints = 0
        self._answer = ""
        self._mistake = ""
        self._question = Panel(self._act)
        self._reply = Panel(self._act)
        self.view = ipywidgets.VBox(
            [self._question, self._reply],
            layout=ipywidgets.Layout(max_width="800px", overflow="visible", margin="0 0 12px"),
        )
        self._question.show(self._asked())
        self._draw_reply()

    def check(self, answer: str) -> None:
        """Check an answer and show what is said of it."""
        self._answer, self._mistake = answer, ""
        try:
            self.verdict = self.exercise.check(answer)
        except ExerciseError as mistake:
            self.verdict, self._mistake = None, str(mistake)
        self._draw_reply()

    def hint(self) -> None:
        """Show one more hint, if there is one."""
        self.hints = min(self.hints + 1, len(self.exercise.hints))
        self._draw_reply()

    def _act(self, do: str, value: str) -> None:
        match do:
            case "answer":  # Enter, or leaving the box
                self.check(value)
            case "check":
                self.check(self._answer)
            case "hint":
                self.hint()
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _asked(self) -> str:
        label = escape(text("lessons.ask.label", number=self.number))
        cards = self.exercise.pieces
        drawn = hand_html(cards, width=36, label=text("lessons.ask.cards")) if cards else ""
        box = escape(text("lessons.ask.answer"))
        example = escape(text("lessons.ask.example"))
        return (
            f'<div role="group" aria-label="{label}"><div style="margin-bottom:6px">'
            f"<b>{label}.</b> {escape(str(self.exercise))}</div>{drawn}"
            '<div class="na-row" style="margin-top:8px"><label class="na-field">'
            f'{box} <input type="text" data-do="answer" autocomplete="off" spellcheck="false" '
            f'placeholder="{example}" style="{_BOX}"></label>'
            f"{controls.button(text('lessons.ask.check'), 'check')}</div></div>"
        )

    def _draw_reply(self) -> None:
        said, shown = self._mistake, f'<span class="na-error">{escape(self._mistake)}</span>'
        if self.verdict is not None:
            sign, colour = _SIGNS[self.verdict]
            said = f"{sign} {self.verdict}".strip()
            shown = f'<span style="color:{colour}">{sign}</span> {escape(str(self.verdict))}'
        reply = f'<div style="{_REPLY}">{shown}</div>' if said else ""
        hints = "".join(f'<p style="margin:0 0 6px">{escape(hint)}</p>' for hint in self._shown())
        count = text("lessons.ask.hint", shown=self.hints, all=len(self.exercise.hints))
        more = self.hints < len(self.exercise.hints)
        button = controls.button(count, "hint", enabled=more, key="hint")
        self._reply.show(reply + hints + controls.row(button), said or "".join(self._shown()[-1:]))

    def _shown(self) -> list[str]:
        return [str(hint) for hint in self.exercise.hints[: self.hints]]


_BOX: Final = (
    "height:32px;width:270px;max-width:100%;padding:0 8px;font:inherit;color:inherit;"
    "background:var(--na-ground);border:1px solid var(--na-faint);border-radius:6px"
)


class Asked(Enlarging):
    """The exercises of a section on the page.

    Parameters
    ----------
    boxes
        One for each exercise.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Examples
    --------
    >>> [box.number for box in ask("cube", "Zoé").boxes]
    [1, 2]
    """

    def __init__(self, boxes: Iterable[ExerciseBox], *, lesson: bool = False) -> None:
        super().__init__(lesson=lesson)
        self.boxes = tuple(boxes)
        self._above = Panel(self._act)
        self.view = ipywidgets.VBox(
            [self._above, *(box.view for box in self.boxes)],
            layout=ipywidgets.Layout(overflow="visible"),
        )
        self._above.layout = ipywidgets.Layout(max_width="800px", min_width="0")
        self._enlarges(self.view, self._draw_above)
        self._draw_above()

    def _act(self, do: str, value: str) -> None:
        if do != "lesson":
            raise ValueError(f"unknown request of the page: {do!r}")
        self.lesson = value == "true"

    def _draw_above(self) -> None:
        button = controls.lesson_button(lesson=self.lesson)
        self._above.show(controls.row(f'<span class="na-end">{button}</span>'))

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the questions."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = "\n".join(f"{box.number}. {box.exercise}" for box in self.boxes)
        return bundle


def ask(section: str, seed: str | int, *, lesson: bool = False) -> Asked:
    """Return the exercises of a section for a student, to answer on the page.

    Raises
    ------
    ExerciseError
        For an unknown section, or an empty name.

    Examples
    --------
    >>> len(ask("chances", 7).boxes)
    3
    """
    asked = enumerate(exercises(section, seed), start=1)
    return Asked((ExerciseBox(exercise, number) for number, exercise in asked), lesson=lesson)
