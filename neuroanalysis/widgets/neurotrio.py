"""The hand explorer of Neurotrio: cards picked, the answer beside them.

It draws and asks. What a hand is worth, what helps it, which rules there are and what is wrong with
a hand is all known elsewhere.
"""

from __future__ import annotations

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
from neuroanalysis.widgets.explorer import Warming
from neuroanalysis.widgets.neurotrio_position import PositionExplorer

if TYPE_CHECKING:
    from neuroanalysis.games.neurotrio.evaluation import Grouping
from neuroanalysis.widgets.saving import Saved

__all__ = ["HandExplorer"]

_TEXTS: Final = "widgets.neurotrio"


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
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

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
        lesson: bool = False,
    ) -> None:
        self._finishing = False
        self._number = 0
        super().__init__(hand, rules=rules, minimum=minimum, lang=lang, lesson=lesson)

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

    # Questions and answers

    def _question(self, position: Position) -> None:
        line = position.to_line()

        def work(progress: Progress, cancel: Cancel) -> Advised:
            _warm_up(progress, cancel)
            return NEUROTRIO.under().ask(line)

        self._latest.ask(
            work, self._take, fail=self._refuse, working=_warming.working, stoppable=True
        )

    def _idle(self) -> None:
        _warming.prepare(self._latest)

    def _soon(self) -> bool:
        return _warming.done

    def _forget(self) -> None:
        self.answer = None

    def _answered(self) -> Position | None:
        return None if self.answer is None else self.answer.evaluation.position

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

    def _saved(self) -> Saved | None:
        answer = self.answer
        if answer is None:
            return None
        table = answer.advice if isinstance(answer.advice, Discards) else answer.evaluation
        return Saved("neurotrio-hand", answer.to_dict, table.to_frame)

    def _static_html(self) -> str | None:
        return None if self.answer is None else advised_html(self.answer)

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
            parts.append(
                controls.pager("grouping", self._number + 1, listed, total, "widgets.explorer")
            )
        return controls.row(*parts) if parts else ""


_warming = Warming(NEUROTRIO.warm_up, ("distance", "value", "finish", "groupings", "advice"))


def _warm_up(progress: Progress, cancel: Cancel) -> None:
    _warming.up(progress, cancel)


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
