"""The deal explorer itself: what is chosen, asked and answered, and when.

What is counted and how is known elsewhere; how it looks stands beside this file.
"""

from __future__ import annotations

import threading
from html import escape
from typing import Final

import ipywidgets
import numpy as np
import traitlets

from neuroanalysis.core.distribution import Distribution
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import (
    Position,
    Rules,
    deal_distribution,
    outcome_of,
    sample_deals,
)
from neuroanalysis.games.neurotrio.analysis.deals import Question, deal_question
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.plots import register_here
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.deals.answer import DealAnswer, Found, answer_html, rarity
from neuroanalysis.widgets.deals.form import HIGHEST_SEED, MOST_SAMPLES, Form
from neuroanalysis.widgets.deals.questions import title
from neuroanalysis.widgets.deals.readings import other_readings
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.neurotrio_cards import card_game, changed_rules, gone_cards
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.picker import HandPicker, PickerGame

__all__ = ["DealExplorer"]

_TEXTS: Final = "deals"
# Progress of work in several stages, in parts of one stage.
_PARTS: Final = 1000


class DealExplorer(Enlarging):
    """Choose what is asked of a random deal, and read how often it is so.

    Parameters
    ----------
    of, cards, rules
        What to begin with; see `deal_distribution`.
    hand
        A hand whose rarity is told; none by default.
    samples, seed
        Random hands drawn over the exact count (0 for none), and their seed.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    of, cards, rules, samples, seed, hand
        As above. May be assigned.
    comparing
        Whether other readings of the rules are shown beside those in force.
    log
        Whether each step upwards in the chart is ten times as much.
    answer, found
        What was found last: about all deals, and about the hand; None before. Set in a thread.
    picker
        The cards of the hand.

    Raises
    ------
    NeuroanalysisError
        For a question or a hand that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = DealExplorer("duos", cards=2, samples=0)
    >>> explorer.wait()
    True
    >>> explorer.answer.exact.counts[1]
    162
    """

    of = traitlets.Unicode()
    cards = traitlets.Int()
    rules = traitlets.Instance(Rules)
    samples = traitlets.Int(min=0, max=MOST_SAMPLES)
    seed = traitlets.Int(min=0, max=HIGHEST_SEED)
    hand = traitlets.Unicode()
    comparing = traitlets.Bool(False)
    log = traitlets.Bool(False)
    answer = traitlets.Instance(DealAnswer, allow_none=True)
    found = traitlets.Instance(Found, allow_none=True)

    def __init__(
        self,
        of: str = "value",
        cards: int | None = None,
        *,
        rules: Rules | None = None,
        hand: str = "",
        samples: int = 20_000,
        seed: int = 1,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        register_here()
        question = deal_question(of, cards, rules)
        if hand.strip():
            question = Question(of, question.cards, Position.of(hand, rules=question.rules).rules)
        super().__init__(
            of=of,
            cards=question.cards,
            rules=question.rules,
            samples=samples,
            seed=seed,
            hand=hand.strip(),
            log=of == "finish",
            lesson=lesson,
        )
        self._random = np.random.default_rng()
        self._mistake: NeuroanalysisError | None = None
        self._stopped = False
        self._picking = False
        self._following = False
        # Whether the rules change with the hand, whose cards then take the place of all others.
        self._naming = False
        # What was counted once is not counted again: a computed answer takes seconds.
        self._counted: dict[Question, Distribution] = {}
        # Answers are drawn in the threads that find them, all else in the kernel's.
        self._drawing = threading.RLock()
        self._options = Panel(self._act)
        self._told = Panel(self._act_told)
        self._shown = Panel(self._act)
        self._latest = Latest(self._shown)
        self._placing = Latest(self._told)
        self.picker = HandPicker(self._game())
        self._picker_box = ipywidgets.VBox(
            [self.picker], layout=ipywidgets.Layout(max_width="560px", overflow="visible")
        )
        self.view = ipywidgets.VBox(
            [self._options, self._picker_box, self._told, self._shown],
            layout=ipywidgets.Layout(overflow="visible"),
        )
        self._enlarges(self.view, self._draw_options)
        self._refresh_texts()
        self.observe(lambda _: self._change_question(), ["of", "cards", "rules"])
        self.observe(lambda _: self._ask(), ["samples", "seed", "comparing"])
        self.observe(lambda _: self._change_hand(), "hand")
        self.observe(lambda _: self._redraw(), "log")
        self.picker.observe(lambda _: self._follow_picker(), "version")
        self._ask()
        self._change_hand()

    @property
    def question(self) -> Question:
        """What is asked now.

        Raises
        ------
        InputError
            For a question that cannot be asked of so many cards under these rules.
        """
        return Question(self.of, self.cards, self.rules)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the answers; return whether they came in time (seconds for each)."""
        return self._latest.wait(timeout) and self._placing.wait(timeout)

    def close(self) -> None:
        """Stop working and free the widgets."""
        self._latest.stop()
        self._placing.stop()
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the answer as it was."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{_TEXTS}.label")
        if self.answer is not None:
            bundle["text/html"] = answer_html(self.answer, self.found, log=self.log)
        return bundle

    # Questions and answers

    def _ask(self) -> None:
        """Ask what is chosen now."""
        self._mistake, self._stopped = None, False
        try:
            question = self.question
        except NeuroanalysisError as mistake:
            self._mistake = mistake
            self._latest.stop()
            self._redraw()
            return
        samples, seed = self.samples, self.seed
        readings = other_readings(question.rules) if self.comparing else ()

        def work(progress: Progress, cancel: Cancel) -> DealAnswer:
            stages = 1 + bool(samples) + len(readings)

            def stage(number: int) -> Progress:
                return lambda done, total: progress(
                    number * _PARTS + _PARTS * done // max(1, total), stages * _PARTS
                )

            exact = self._count(question, stage(0), cancel)
            sampled = None
            if samples:
                sampled = sample_deals(
                    question.of,
                    question.cards,
                    question.rules,
                    samples=samples,
                    seed=seed,
                    progress=stage(stages - 1),
                    cancel=cancel,
                )
            others = [
                (name, self._count(Question(question.of, question.cards, rules), stage(n), cancel))
                for n, (name, rules) in enumerate(readings, 1)
            ]
            return DealAnswer(question, exact, sampled, tuple(others))

        self._redraw()
        self._latest.ask(work, self._take, fail=self._refuse, working=_working, stoppable=True)

    def _count(self, question: Question, progress: Progress, cancel: Cancel) -> Distribution:
        if question not in self._counted:
            self._counted[question] = deal_distribution(
                question.of, question.cards, question.rules, progress=progress, cancel=cancel
            )
        return self._counted[question]

    def _take(self, answer: DealAnswer) -> None:
        with self._drawing:
            self.answer = answer
            self._draw()

    def _refuse(self, mistake: NeuroanalysisError) -> None:
        with self._drawing:
            self.answer, self._mistake = None, mistake
            self._draw()

    def _place(self) -> None:
        """Ask what the hand counts as; say what is wrong with it, or what it lacks."""
        self.found = None
        hand = self.hand
        try:
            question = self.question
            held = Position.of(hand, rules=question.rules).cards if hand else 0
        except NeuroanalysisError as mistake:
            self._tell(mistake)
            return
        if not hand or held != question.cards:
            said = text(f"{_TEXTS}.other_size", held=held, cards=question.cards) if hand else ""
            self._placing.stop()
            self._told.show(controls.message(said) if said else "", said)
            self._redraw()
            return

        def work(_: Progress, cancel: Cancel) -> Found:
            cancel.check()
            return Found(question, hand, outcome_of(hand, question.of, question.rules))

        def take(found: Found) -> None:
            with self._drawing:
                self.found = found
                self._draw()

        self._placing.ask(work, take, fail=self._tell, working=_looking, stoppable=True)

    def _tell(self, mistake: NeuroanalysisError) -> None:
        self._placing.stop()
        with self._drawing:
            self.found = None
            self._told.show(controls.message(str(mistake), error=True), str(mistake))
            self._draw()

    # What changes

    def _change_question(self) -> None:
        self._ask()
        game = self._game()
        gone: tuple[int, ...] = ()
        # Rules and number of cards may change together; what the first has said shall stay.
        if not self.picker.plays(game):
            self._following = True
            try:
                gone = self.picker.change_game(game)
            finally:
                self._following = False
        if any(gone) and not self._naming:
            self.hand = PIECES.format(self.picker.counts)
            # Where the cards are, and with them what was taken away and the way back.
            self._picking = True
            self._draw_options()
            self.picker.message = gone_cards(gone)
        self._place()

    def _change_hand(self) -> None:
        """Show the hand in the picker; rules that it names hold from now."""
        try:
            position = Position.of(self.hand, rules=self.rules) if self.hand else None
        except NeuroanalysisError:
            position = None
        if position is not None and position.rules != self.rules:
            self._naming = True
            try:
                self._set(rules=position.rules)
            finally:
                self._naming = False
        counts = position.counts if position is not None else np.zeros(KINDS, dtype=np.uint8)
        if self.picker.counts != counts.tolist() and (position is not None or not self.hand):
            self._following = True
            try:
                self.picker.select(hand=counts.tolist())
            finally:
                self._following = False
        self._draw_options()
        self._place()

    def _follow_picker(self) -> None:
        if not self._following:
            self.hand = PIECES.format(self.picker.counts)

    def _set(
        self, of: str | None = None, cards: int | None = -1, rules: Rules | None = None
    ) -> None:
        """Ask something else at once; -1 leaves the number of cards, None takes the usual one."""
        rules = rules or self.rules
        of = of or self.of
        if of.startswith("bonus:") and of.removeprefix("bonus:") not in rules.by_code:
            of = "value"
        question = deal_question(of, self.cards if cards == -1 else cards, rules)
        with self.hold_trait_notifications():
            self.of, self.cards, self.rules = question.of, question.cards, question.rules

    # What a person does

    def _act(self, do: str, value: str) -> None:
        try:
            self._perform(do, value)
        except NeuroanalysisError as mistake:
            self._mistake = mistake
            self._redraw()

    def _act_told(self, do: str, value: str) -> None:
        """Stop looking at the hand, or look after all; the question about deals goes on."""
        if do == "again":
            self._place()
        elif do == "stop":
            self._placing.stop()
            said = text("widgets.explorer.stopped")
            again = controls.button(text("widgets.explorer.again"), "again")
            self._told.show(controls.row(controls.message(said), again), said)
        else:
            raise ValueError(f"unknown request of the page: {do!r} {value!r}")

    def _perform(self, do: str, value: str) -> None:
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            # Another game deals another number of cards.
            self._set(rules=rules, cards=None if do == "preset" else -1)
            return
        match do:
            case "lesson":
                self.lesson = value == "true"
            case "language":
                set_language(value)
                self._refresh_texts()
            case "of":
                cards = None if "finish" in (self.of, value) else -1
                # The totals of hands that finish are far too rare to be seen on an even scale.
                self.log = value == "finish"
                self._set(of=value, cards=cards)
            case "cards":
                self._set(cards=self._form.number(do, value))
            case "samples":
                self.samples = self._form.number(do, value)
            case "seed":
                self.seed = self._form.number(do, value)
            case "comparing":
                self.comparing = value == "true"
            case "scale":
                self.log = value == "log"
            case "hand":
                self.hand = value.strip()
            case "deal":
                self.picker.deal(self.cards)
            case "pick":
                self._picking = not self._picking
                self._draw_options()
            case "again":
                self._ask()
            case "stop":
                self._latest.stop()
                self._stopped = True
                self._redraw()
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _game(self) -> PickerGame:
        """What the picker has to be told under the rules in force."""
        return card_game(
            self.rules,
            random=self._random,
            deal_sizes=(self.cards,),
            parse=lambda line: {"hand": PIECES.parse(line).tolist()} if line.strip() else {},
            words=lambda: {"label": text(f"{_TEXTS}.picker")},
        )

    # Drawing

    def _refresh_texts(self) -> None:
        for panel in (self._options, self._told, self._shown):
            panel.refresh_texts()
        self.picker.refresh_texts()
        self._redraw()
        if self.found is None:
            self._place()  # what is wrong with a hand is said in the language in force

    def _redraw(self) -> None:
        self._draw_options()
        with self._drawing:
            self._draw()

    @property
    def _form(self) -> Form:
        return Form(
            of=self.of,
            cards=self.cards,
            rules=self.rules,
            samples=self.samples,
            seed=self.seed,
            hand=self.hand,
            comparing=self.comparing,
            log=self.log,
            picking=self._picking,
            lesson=self.lesson,
        )

    def _draw_options(self) -> None:
        self._options.show(self._form.html())
        self._picker_box.layout.display = None if self._picking else "none"

    def _draw(self) -> None:
        parts = []
        answer = self.answer
        if self._mistake is not None:
            parts.append(controls.message(str(self._mistake), error=True))
        elif self._stopped:
            again = controls.button(text(f"{_TEXTS}.again"), "again")
            said = text(f"{_TEXTS}.{'stopped_before' if answer else 'stopped'}")
            parts.append(controls.row(controls.message(said), again))
        if answer is not None:
            parts.append(answer_html(answer, self.found, log=self.log))
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        spoken = "" if answer is None else f"{title(answer.question)}. {answer.exact}"
        self._shown.show(html, str(self._mistake) if self._mistake else spoken)
        if self.found is not None:
            told = rarity(self.found, self.answer)
            self._told.show(f'<div class="na-part"><strong>{escape(told)}</strong></div>', told)


def _working() -> str:
    return text(f"{_TEXTS}.working")


def _looking() -> str:
    return text("widgets.explorer.working")
