"""What the deal explorers of all games share: what is chosen, asked and answered, and when.

A subclass names its game, its rules, and what it begins with. What is counted and how is known
elsewhere; how it looks stands beside this file.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from html import escape
from typing import Final, Generic, TypeVar

import ipywidgets
import numpy as np
import traitlets

from neuroanalysis.core.contract import DealsOffer, RuleSet
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.plots import register_here
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.deals.answer import DealAnswer, Found, answer_html, rarity, spoken
from neuroanalysis.widgets.deals.form import HIGHEST_SEED, MOST_SAMPLES, Form
from neuroanalysis.widgets.deals.game import Asked, DealGame, Held, Vectors
from neuroanalysis.widgets.deals.words import said
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.picker import HandPicker, PickerGame
from neuroanalysis.widgets.saving import Saved, Saving

__all__ = ["USUAL_SAMPLES", "DealBase"]

USUAL_SAMPLES: Final = 20_000
"""Random hands where nothing else is asked."""

_TEXTS: Final = "deals"
# The role of a card apart from the hand, in the games that have one.
_TURNED: Final = "turned"
# Progress of work in several stages, in parts of one stage.
_PARTS: Final = 1000

R = TypeVar("R", bound=RuleSet)


class DealBase(Enlarging, Saving, Generic[R]):
    """Choose what is asked of a random deal, and read how often it is so.

    Parameters
    ----------
    of, cards, rules
        What to begin with.
    hand
        A hand whose rarity is told; none by default.
    samples, seed
        Random hands (0 for none, where a question is counted exactly), and their seed.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Raises
    ------
    NeuroanalysisError
        For a question or a hand that is not valid. What is wrong later is shown on the page.
    """

    of = traitlets.Unicode()
    cards = traitlets.Int()
    rules: traitlets.Instance[R]
    samples = traitlets.Int(min=0, max=MOST_SAMPLES)
    seed = traitlets.Int(min=0, max=HIGHEST_SEED)
    hand = traitlets.Unicode()
    comparing = traitlets.Bool(False)
    log = traitlets.Bool(False)
    answer = traitlets.Instance(DealAnswer, allow_none=True)
    found = traitlets.Instance(Found, allow_none=True)

    def __init__(
        self,
        of: str,
        cards: int | None,
        rules: R,
        *,
        hand: str,
        samples: int,
        seed: int,
        lang: str | None,
        lesson: bool,
    ) -> None:
        if lang is not None:
            set_language(lang)
        register_here()
        asked = self._checked(of, cards, rules)
        if hand.strip():
            named = self.game.read(hand, asked).rules
            asked = self._checked(of, asked.cards, named)
        super().__init__(
            of=of,
            cards=asked.cards,
            rules=asked.rules,
            samples=samples,
            seed=seed,
            hand=hand.strip(),
            log=self.game.logarithmic(of),
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
        self._counted: dict[Asked[R], Distribution] = {}
        # Answers are drawn in the threads that find them, all else in the kernel's.
        self._drawing = threading.RLock()
        self._options = Panel(self._act)
        self._told = Panel(self._act_told)
        self._shown = Panel(self._act)
        self._latest = Latest(self._shown)
        self._placing = Latest(self._told)
        self._looks: object = None
        self.picker = HandPicker(self._game({}))
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
    @abstractmethod
    def game(self) -> DealGame[R]:
        """The game."""

    @property
    def question(self) -> Asked[R]:
        """What is asked now.

        Raises
        ------
        InputError
            For a question that cannot be asked of so many cards under these rules.
        """
        return self._checked(self.of, self.cards, self.rules)

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
        bundle["text/plain"] = said(self.game.words, "label")
        if self.answer is not None:
            bundle["text/html"] = answer_html(self.answer, self.found, self.game, log=self.log)
        return bundle

    # Questions and answers

    def _exact(self, asked: Asked[R], progress: Progress, cancel: Cancel) -> Distribution:
        offer = self._offer(asked)
        return offer.deals(asked.of, asked.cards, progress=progress, cancel=cancel)

    def _sample(
        self, asked: Asked[R], samples: int, seed: int, progress: Progress, cancel: Cancel
    ) -> SampledDistribution:
        return self._offer(asked).sampled_deals(
            asked.of, asked.cards, samples=samples, seed=seed, progress=progress, cancel=cancel
        )

    def _outcome(self, hand: str, asked: Asked[R]) -> Outcome:
        return self._offer(asked).outcome(hand, asked.of)

    def _offer(self, asked: Asked[R]) -> DealsOffer:
        return self.game.offer(asked.rules)

    def _checked(self, of: str, cards: int | None, rules: R) -> Asked[R]:
        """Return the question that is meant, with the number of cards that goes with it if None."""
        return Asked(of, self.game.offer(rules).cards_dealt(of, cards), rules)

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
        exactly = question.of in self._offer(question).exact_questions()
        readings = tuple(self.game.readings(question)) if self.comparing else ()

        def work(progress: Progress, cancel: Cancel) -> DealAnswer[R]:
            # What is only sampled is asked for even without a sample, and says what is accepted.
            sampling = bool(samples) or not exactly
            stages = exactly + sampling + len(readings)

            def stage(number: int) -> Progress:
                return lambda done, total: progress(
                    number * _PARTS + _PARTS * done // max(1, total), stages * _PARTS
                )

            exact = self._count(question, stage(0), cancel) if exactly else None
            sampled = None
            if sampling:
                sampled = self._sample(question, samples, seed, stage(stages - 1), cancel)
            others: list[tuple[str, Distribution | SampledDistribution]] = []
            for n, (name, rules) in enumerate(readings, int(exactly)):
                other = Asked(question.of, question.cards, rules)
                if exactly:
                    others.append((name, self._count(other, stage(n), cancel)))
                else:
                    others.append((name, self._sample(other, samples, seed, stage(n), cancel)))
            return DealAnswer(question, exact, sampled, tuple(others))

        self._redraw()
        self._latest.ask(work, self._take, fail=self._refuse, working=self._working, stoppable=True)

    def _count(self, question: Asked[R], progress: Progress, cancel: Cancel) -> Distribution:
        if question not in self._counted:
            self._counted[question] = self._exact(question, progress, cancel)
        return self._counted[question]

    def _take(self, answer: DealAnswer[R]) -> None:
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
            held = self.game.read(hand, question).cards if hand else 0
        except NeuroanalysisError as mistake:
            self._tell(mistake)
            return
        told = "" if hand else self.game.lacking(self.picker.selection, question)
        if hand and question.of not in self._offer(question).hand_questions():
            told = said(self.game.words, "no_hand")
        elif hand and held != question.cards:
            told = said(self.game.words, "other_size", held=held, cards=question.cards)
        if told or not hand:
            self._placing.stop()
            self._told.show(controls.message(told) if told else "", told)
            self._redraw()
            return

        def work(_: Progress, cancel: Cancel) -> Found[R]:
            cancel.check()
            return Found(question, hand, self._outcome(hand, question))

        def take(found: Found[R]) -> None:
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
        # Rules and number of cards may change together; what the first has said shall stay.
        gone = self._change_game()
        if any(gone) and not self._naming and self._read() is None:
            self.hand = self.game.write(self.picker.selection, self._asked)
            # Where the cards are, and with them what was taken away and the way back.
            self._picking = True
            self._draw_options()
            self.picker.message = self.game.gone(gone)
        held = None if self._naming else self._read()
        if held is not None:
            self._show_picked(held.picked)
        self._place()

    def _read(self) -> Held[R] | None:
        """Read the hand under the question in force; None where there is none, or cannot be."""
        try:
            return self.game.read(self.hand, self._asked) if self.hand else None
        except NeuroanalysisError:
            return None

    def _change_hand(self) -> None:
        """Show the hand in the picker; rules that it names hold from now."""
        held = self._read()
        if held is not None and held.rules != self.rules:
            self._naming = True
            try:
                self._set(rules=held.rules)
            finally:
                self._naming = False
        if not self._following and (held is not None or not self.hand):
            self._show_picked({} if held is None else held.picked)
        self._draw_options()
        self._place()

    def _change_game(self) -> tuple[int, ...]:
        """Go on with the cards as they are now, and look now; return how many are gone."""
        picked = self.picker.selection
        before = self._looks
        game = self._game(picked)
        if self.picker.plays(game) and before == self._looks:
            return ()
        following, self._following = self._following, True
        try:
            return self.picker.change_game(game)
        finally:
            self._following = following

    def _show_picked(self, picked: Vectors) -> None:
        """Show what a text says in the picker, where that shows something else."""
        shown = {role: tuple(counts) for role, counts in picked.items()}
        before = self.picker.selection
        if all(shown.get(role, (0,) * len(counts)) == counts for role, counts in before.items()):
            return
        self._following = True
        try:
            self.picker.select(**shown)
            self._change_game()
        finally:
            self._following = False

    def _follow_picker(self) -> None:
        if self._following:
            return
        self._following = True
        try:
            self._change_game()
            if self.picker.mode == _TURNED and self._turned:
                self.picker.mode = "hand"  # one card is turned; then a hand is picked
            self.hand = self.game.write(self.picker.selection, self._asked)
        finally:
            self._following = False
        if not self.hand:
            self._place()  # which says what is lacking

    @property
    def _turned(self) -> bool:
        """Whether the game has a card apart from the hand, and it is picked."""
        return any(self.picker.selection.get(_TURNED, ()))

    def _set(self, of: str | None = None, cards: int | None = -1, rules: R | None = None) -> None:
        """Ask something else at once; -1 leaves the number of cards, None takes the usual one."""
        rules = rules or self.rules
        of = of or self.of
        offered = self.game.offer(rules).deal_questions()
        if of not in offered:
            of = offered[0]
        question = self._checked(of, self.cards if cards == -1 else cards, rules)
        with self.hold_trait_notifications():
            self.of, self.cards, self.rules = question.of, question.cards, question.rules

    def _choose(self, of: str) -> None:
        """Ask another question: of as many cards, unless these were the usual ones or cannot be."""
        offer = self.game.offer(self.rules)
        low, high = offer.card_limits(of)
        stays = low <= self.cards <= high
        usual = self.of in offer.deal_questions() and self.cards == offer.cards_dealt(self.of, None)
        self.log = self.game.logarithmic(of)
        if not self.samples and of not in offer.exact_questions():
            self.samples = USUAL_SAMPLES
        self._set(of=of, cards=-1 if stays and not usual else None)

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
            told = text("widgets.explorer.stopped")
            again = controls.button(text("widgets.explorer.again"), "again")
            self._told.show(controls.row(controls.message(told), again), told)
        else:
            raise ValueError(f"unknown request of the page: {do!r} {value!r}")

    def _perform(self, do: str, value: str) -> None:
        rules = self.game.changed_rules(self.rules, do, value)
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
                self._choose(value)
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
                # Of more cards than a hand may have none is dealt, and the button is faint.
                if self.cards in self.picker.deal_sizes:
                    self.picker.deal(self.cards)
            case "pick":
                self._picking = not self._picking
                if _TURNED in self.picker.selection and not self._turned:
                    self.picker.mode = _TURNED
                self._draw_options()
            case "export":
                self._hand_over(self._shown, value)
            case "again":
                self._ask()
            case "stop":
                self._latest.stop()
                self._stopped = True
                self._redraw()
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    @property
    def _asked(self) -> Asked[R]:
        """What is asked now, or would be if it could be."""
        return Asked(self.of, self.cards, self.rules)

    def _game(self, picked: Vectors) -> PickerGame:
        """What the picker has to be told under the rules in force."""
        asked = self._asked

        def parse(line: str) -> Vectors:
            return self.game.read(line, self._asked).picked if line.strip() else {}

        self._looks = self.game.looks(asked, picked)
        return self.game.picker(asked, picked, self._random, parse)

    def _saved(self) -> Saved | None:
        answer = self.answer
        if answer is None:
            return None
        name = f"{self.rules.to_mapping()['game']}-deals"
        return Saved(name, answer.to_dict, answer.to_frame)

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
    def _form(self) -> Form[R]:
        return Form(
            self.game,
            self._asked,
            samples=self.samples,
            seed=self.seed,
            hand=self.hand,
            comparing=self.comparing,
            log=self.log,
            picking=self._picking,
            lesson=self.lesson,
            dealing=self.cards in self.picker.deal_sizes,
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
            told = text(f"{_TEXTS}.{'stopped_before' if answer else 'stopped'}")
            parts.append(controls.row(controls.message(told), again))
        if answer is not None:
            parts.append(answer_html(answer, self.found, self.game, log=self.log))
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        told = "" if answer is None else spoken(answer, self.game)
        said_aloud = str(self._mistake) if self._mistake else told
        self._shown.show(html + self._saving_row(), said_aloud)
        if self.found is not None:
            told = rarity(self.found, self.answer, self.game.words)
            self._told.show(f'<div class="na-part"><strong>{escape(told)}</strong></div>', told)

    def _working(self) -> str:
        return said(self.game.words, "working")


def _looking() -> str:
    return text("widgets.explorer.working")
