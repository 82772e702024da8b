"""The hand explorer of Neurotrio: cards picked, the answer beside them.

It draws and asks. What a hand is worth, what helps it, which rules there are and what is wrong with
a hand is all known elsewhere.
"""

from __future__ import annotations

import threading
from html import escape
from typing import TYPE_CHECKING, Final

import traitlets

from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.games.neurotrio import NEUROTRIO, Advised, Discards, Position, Rules
from neuroanalysis.games.neurotrio.pieces import PIECES, kind_name
from neuroanalysis.plots.neurotrio import (
    account_html,
    advice_html,
    advised_html,
    groups_html,
    headline_html,
    verdict,
)
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_position import PositionExplorer
from neuroanalysis.widgets.panels import Latest

if TYPE_CHECKING:
    from neuroanalysis.games.neurotrio.evaluation import Grouping

__all__ = ["HandExplorer"]

_TEXTS: Final = "widgets.neurotrio"
# How long showing an explorer may wait for an answer, for the sake of a saved notebook.
_BLINK: Final = 0.5


class HandExplorer(PositionExplorer):
    """Pick a hand, and read what it is worth, what helps it, and which card to discard.

    Parameters
    ----------
    hand
        What to begin with: cards, the text of a position, or a position. Nothing by default.
    rules, minimum
        Where the position names none: the default rules, and their lowest suggested minimum.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.

    Attributes
    ----------
    rules, minimum
        What holds for the hand. May be assigned.
    answer
        What was found last; None while there is no hand, or one that cannot be. Set in a thread.
    picker
        The cards.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = HandExplorer("1cn*3 1cv*3 1cb*3 1eb*3 1rb*2", minimum=22)
    >>> explorer.wait()
    True
    >>> explorer.answer.evaluation.can_finish
    True
    """

    answer = traitlets.Instance(Advised, allow_none=True)

    name = _TEXTS

    def __init__(
        self,
        hand: str | Position = "",
        *,
        rules: Rules | None = None,
        minimum: int | None = None,
        lang: str | None = None,
    ) -> None:
        self._finishing = False
        self._number = 0
        super().__init__(hand, rules=rules, minimum=minimum, lang=lang)

    def show_grouping(self, number: int, *, finishing: bool | None = None) -> None:
        """Show another of the groupings worth as much.

        Parameters
        ----------
        number
            From 1; what is beyond the listed ones shows the nearest of them.
        finishing
            Whether to show one with which the player finishes; None for the same as now.
        """
        with self._drawing:
            if self.answer is not None:
                if finishing is not None:
                    self._finishing = finishing and bool(self.answer.evaluation.finishes)
                self._number = max(0, min(number, len(self._groupings(self.answer))) - 1)
            self._draw_answer()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the answer as it was."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{_TEXTS}.label")
        if _warm.is_set():
            self.wait(_BLINK)
        if self.answer is not None:
            bundle["text/html"] = advised_html(self.answer)
        return bundle

    # Questions and answers

    def _question(self, position: Position) -> None:
        line = position.to_line()

        def work(progress: Progress, cancel: Cancel) -> Advised:
            _warm_up(progress, cancel)
            return NEUROTRIO.under().ask(line)

        self._latest.ask(work, self._take, fail=self._refuse, working=_working)

    def _idle(self) -> None:
        _prepare(self._latest)

    def _forget(self) -> None:
        self.answer = None

    def _take(self, answer: Advised) -> None:
        with self._drawing:
            self._finishing, self._number = answer.evaluation.can_finish, 0
            self.answer = answer
            self._draw_answer()

    def _obey(self, do: str, value: str) -> None:
        match do:
            case "grouping":
                self.show_grouping(int(value))
            case "finishing":
                self.show_grouping(1, finishing=value == "true")
            case _:
                super()._obey(do, value)

    # Drawing

    def _answer_html(self) -> tuple[str, str] | None:
        if self.answer is None:
            return None
        evaluation = self.answer.evaluation
        grouping = self._groupings(self.answer)[self._number]
        parts = [
            headline_html(evaluation, finishing=self._finishing),
            self._pager(self.answer),
            groups_html(grouping),
            account_html(grouping, evaluation.position.rules),
            _advice(self.answer),
        ]
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        return html, f"{evaluation} {verdict(evaluation)}"

    def _groupings(self, answer: Advised) -> tuple[Grouping, ...]:
        evaluation = answer.evaluation
        return evaluation.finishes if self._finishing else evaluation.groupings

    def _pager(self, answer: Advised) -> str:
        """Buttons to turn over the groupings worth as much, and between finishing and not."""
        evaluation = answer.evaluation
        parts = []
        if evaluation.finish is not None:
            parts.append(_finishing_buttons(evaluation.points, evaluation.finish, self._finishing))
        total = evaluation.finish_count if self._finishing else evaluation.grouping_count
        listed = len(self._groupings(answer))
        if total > 1:
            number = self._number + 1
            said = "page" if listed == total else "page_listed"
            place = text(f"widgets.explorer.{said}", number=number, total=total, listed=listed)
            steps = (("‹", "previous", number - 1), ("›", "next", number + 1))
            back, forth = (
                controls.button(
                    sign,
                    "grouping",
                    target,
                    name=text(f"widgets.explorer.{name}"),
                    enabled=1 <= target <= listed,
                    key=name,
                )
                for sign, name, target in steps
            )
            parts.append(controls.together(back, f"<span>{escape(place)}</span>", forth))
        return controls.row(*parts) if parts else ""


# What this explorer asks for; who only picks a hand does not wait for the rest.
_NEEDED: Final = ("distance", "value", "finish", "groupings", "advice")
# Whether this process has its compiled code; several explorers may ask at once.
_warming = threading.Lock()
_warm = threading.Event()


def _warm_up(progress: Progress, cancel: Cancel) -> None:
    """Compile what the explorer needs, once a process, so that answers then come at once."""
    with _warming:
        if _warm.is_set():
            return
        tasks = [(part, task) for part, task in NEUROTRIO.warm_up() if part in _NEEDED]
        for done, (_, task) in enumerate(tasks):
            progress(done, len(tasks))
            cancel.check()
            task()
        _warm.set()


def _prepare(latest: Latest) -> None:
    """Compile while a person still picks cards."""
    if not _warm.is_set():
        latest.ask(_warm_up, lambda _: None, working=_working)


def _working() -> str:
    return text(f"widgets.explorer.{'working' if _warm.is_set() else 'compiling'}")


def _finishing_buttons(points: int, finish: int, finishing: bool) -> str:
    choices = (
        ("false", "not_finishing", points, not finishing),
        ("true", "finishing", finish, finishing),
    )
    buttons = (
        controls.button(
            f"{text(f'plots.verdict.{words}')} · {total}", "finishing", value, pressed=pressed
        )
        for value, words, total, pressed in choices
    )
    return controls.together(*buttons, label=text("widgets.explorer.shown"))


def _advice(answer: Advised) -> str:
    """Useful cards, or discards: each a button that shows the hand with or without the card."""
    leaving = isinstance(answer.advice, Discards)
    do, words = ("remove", "discard") if leaving else ("add", "add")

    def around(kind: int, drawing: str) -> str:
        name = text(f"{_TEXTS}.{words}", card=f"{kind_name(kind)} ({PIECES.codes[kind]})")
        return controls.pick(drawing, do, PIECES.codes[kind], name)

    drawn = advice_html(answer, around=around)
    if not answer.advice:
        return drawn
    hint = controls.message(text(f"{_TEXTS}.{'what_if_discard' if leaving else 'what_if'}"))
    return f'<div data-rove="advice">{drawn}</div>{hint}'
