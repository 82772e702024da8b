"""An exercise on the page: its question with its cards drawn, an answer box, check and hint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Final

import ipywidgets
import traitlets

from neuroanalysis.core.exercises import Exercise, ExerciseError, Verdict
from neuroanalysis.games.neurotrio.lessons import exercises
from neuroanalysis.games.neurotrio.rules import GAME
from neuroanalysis.plots.colours import RIGHT, WRONG
from neuroanalysis.plots.neurotrio import hand_html
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.lessons.student import Student, shown_name
from neuroanalysis.widgets.panels import Panel
from neuroanalysis.widgets.saving import Saved, Saving

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Asked", "ExerciseBox", "ask"]

# A sign and a colour that reads on a white page and on a dark one.
_SIGNS: Final = {
    Verdict.RIGHT: ("✓", RIGHT),
    Verdict.WRONG: ("✗", WRONG),
    Verdict.ROUGH: ("≈", "inherit"),
    Verdict.BLANK: ("", "inherit"),
}
_REPLY: Final = "margin-bottom:6px;font-weight:600"


@dataclass(frozen=True)
class _Reply:
    """What a student did about an exercise, and what was said of it."""

    answer: str = ""
    verdict: Verdict | None = None
    mistake: ExerciseError | None = None
    hints: int = 0


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
    replied
        Called after an answer or a hint.

    Attributes
    ----------
    exercise
        The exercise that is asked; see `take`.
    view
        The widget.

    Examples
    --------
    >>> box = ExerciseBox(exercises("cube", "Zoé")[0])
    >>> box.check("1/2")
    >>> box.verdict
    <Verdict.WRONG: 'wrong'>
    """

    def __init__(
        self, exercise: Exercise, number: int = 1, *, replied: Callable[[], None] | None = None
    ) -> None:
        self.exercise = exercise
        self.number = number
        self._replied = replied
        # By whose and which exercise it is: students who share a page keep their answers apart.
        self._replies: dict[tuple[str, str], _Reply] = {}
        self._question = Panel(self._act)
        self._reply = Panel(self._act)
        self.view = ipywidgets.VBox(
            [self._question, self._reply],
            layout=ipywidgets.Layout(max_width="800px", overflow="visible", margin="0 0 12px"),
        )
        self.redraw()

    @property
    def answer(self) -> str:
        """The last answer; empty before."""
        return self._given.answer

    @property
    def verdict(self) -> Verdict | None:
        """What was said of the last answer; None before, and for what is no number."""
        return self._given.verdict

    @property
    def hints(self) -> int:
        """How many hints are shown."""
        return self._given.hints

    def take(self, exercise: Exercise) -> None:
        """Ask another exercise; what was answered to it before is shown again.

        Examples
        --------
        >>> box = ExerciseBox(exercises("cube", "Zoé")[0])
        >>> box.check("1/2")
        >>> box.take(exercises("cube", "Ada")[0])
        >>> box.answer
        ''
        >>> box.take(exercises("cube", "Zoé")[0])
        >>> box.answer
        '1/2'
        """
        self.exercise = exercise
        self.redraw()

    def check(self, answer: str) -> None:
        """Check an answer and show what is said of it."""
        try:
            given = _Reply(answer, self.exercise.check(answer), None, self.hints)
        except ExerciseError as mistake:
            given = _Reply(answer, None, mistake, self.hints)
        self._give(given)

    def hint(self) -> None:
        """Show one more hint, if there is one."""
        shown = min(self.hints + 1, len(self.exercise.hints))
        self._give(replace(self._given, hints=shown))

    def redraw(self) -> None:
        """Draw it again, in the language in force."""
        self._question.show(self._asked())
        self._draw_reply()

    @property
    def _given(self) -> _Reply:
        return self._replies.get((self.exercise.seed, self.exercise.name), _Reply())

    def _give(self, given: _Reply) -> None:
        self._replies[self.exercise.seed, self.exercise.name] = given
        self._draw_reply()
        if self._replied is not None:
            self._replied()

    def _act(self, do: str, value: str) -> None:
        match do:
            case "answer":  # Enter, or leaving the box
                self.check(value)
            case "check":
                self.check(self.answer)
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
        # Two students may be asked the same; what one typed is not to stay for the other.
        whose = escape(self.exercise.seed)
        return (
            f'<div role="group" aria-label="{label}"><div style="margin-bottom:6px">'
            f"<b>{label}.</b> {escape(str(self.exercise))}</div>{drawn}"
            '<div class="na-row" style="margin-top:8px"><label class="na-field">'
            f'{box} <input type="text" data-do="answer" data-key="answer-{whose}" '
            f'value="{escape(self.answer)}" autocomplete="off" spellcheck="false" '
            f'placeholder="{example}" style="{_BOX}"></label>'
            f"{controls.button(text('lessons.ask.check'), 'check')}</div></div>"
        )

    def _draw_reply(self) -> None:
        said = "" if self._given.mistake is None else str(self._given.mistake)
        shown = f'<span class="na-error">{escape(said)}</span>'
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


class Asked(Enlarging, Saving):
    """The exercises of a section on the page.

    Parameters
    ----------
    section
        The section.
    student
        Whose they are: a name, a number, or the field for a name, which they follow.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    student
        Whose they are. May be assigned: each name's answers are kept apart.
    boxes
        One for each exercise.

    Raises
    ------
    ExerciseError
        For an unknown section, or an empty name, also when it is assigned.

    Examples
    --------
    >>> [box.number for box in Asked("cube", "Zoé").boxes]
    [1, 2]
    """

    student = traitlets.Unicode()

    def __init__(self, section: str, student: str | int | Student, *, lesson: bool = False) -> None:
        name = student.name if isinstance(student, Student) else shown_name(student)
        asked = exercises(section, name)
        super().__init__(student=name, lesson=lesson)
        self.section = section
        self._above = Panel(self._act)
        self._below = Panel(self._act)
        self.boxes = tuple(
            ExerciseBox(exercise, number, replied=self._draw_below)
            for number, exercise in enumerate(asked, start=1)
        )
        self.view = ipywidgets.VBox(
            [self._above, *(box.view for box in self.boxes), self._below],
            layout=ipywidgets.Layout(overflow="visible"),
        )
        for panel in (self._above, self._below):
            panel.layout = ipywidgets.Layout(max_width="800px", min_width="0")
        self._enlarges(self.view, self._draw_above)
        self.observe(lambda _: self._follow(), "student")
        if isinstance(student, Student):
            traitlets.dlink((student, "name"), (self, "student"))
        self._draw_above()

    @traitlets.validate("student")
    def _checked(self, proposal: traitlets.Bunch) -> str:
        return shown_name(proposal["value"])

    def _follow(self) -> None:
        for box, exercise in zip(self.boxes, exercises(self.section, self.student), strict=True):
            box.take(exercise)
        self._draw_above()
        self._draw_below()

    def _act(self, do: str, value: str) -> None:
        match do:
            case "lesson":
                self.lesson = value == "true"
            case "export":
                self._hand_over(self._below, value)
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _draw_above(self) -> None:
        whose = escape(text("lessons.student.whose", name=self.student))
        button = controls.lesson_button(lesson=self.lesson)
        self._above.show(controls.row(f"<b>{whose}</b>", f'<span class="na-end">{button}</span>'))

    def _draw_below(self) -> None:
        # Without a picture: what is to be seen stands on other panels.
        self._below.show(self._saving_row(picture=False))

    def _saved(self) -> Saved | None:
        rows: list[dict[str, object]] = [
            {
                "number": box.number,
                "exercise": box.exercise.name,
                "answer": box.answer,
                "verdict": None if box.verdict is None else box.verdict.value,
                "hints": box.hints,
            }
            for box in self.boxes
        ]
        if not any(box.answer for box in self.boxes):
            return None
        head = {"game": GAME, "section": self.section, "student": self.student}

        def table() -> pd.DataFrame:
            import pandas as pd

            return pd.DataFrame([{"student": self.student} | row for row in rows])

        return Saved(f"neurotrio-{self.section}", lambda: head | {"answers": rows}, table)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the questions."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = "\n".join(f"{box.number}. {box.exercise}" for box in self.boxes)
        return bundle


def ask(section: str, student: str | int | Student, *, lesson: bool = False) -> Asked:
    """Return the exercises of a section for a student, to answer on the page.

    Parameters
    ----------
    section, student, lesson
        As of `Asked`.

    Raises
    ------
    ExerciseError
        For an unknown section, or an empty name.

    Examples
    --------
    >>> len(ask("chances", 7).boxes)
    3
    """
    return Asked(section, student, lesson=lesson)
