"""The deal explorer of Neurotrio: how often a random deal has a property, and how rare a hand is.

It draws and asks; what is counted and how is known elsewhere.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

import ipywidgets
import numpy as np
import traitlets

from neuroanalysis.core import options
from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.hands import deal_hands
from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import InputError, NeuroanalysisError
from neuroanalysis.games.neurotrio import (
    NEUROTRIO,
    Position,
    Rules,
    deal_distribution,
    sample_deals,
)
from neuroanalysis.games.neurotrio.analysis.deals import (
    MOST_CARDS,
    QUESTIONS,
    Question,
    deal_question,
    outcome_of,
)
from neuroanalysis.games.neurotrio.pieces import FORCES, KINDS, PIECES, kind_name
from neuroanalysis.plots import register_here
from neuroanalysis.plots.distributions import comparison_html, distribution_html, share_text
from neuroanalysis.plots.neurotrio import card_svg
from neuroanalysis.texts import LANGUAGES, language, set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.picker import Face, HandPicker, Pane, PickerGame
from neuroanalysis.widgets.selection import Selection

__all__ = ["DealAnswer", "DealExplorer", "Found"]

_TEXTS: Final = "deals"
_OPTIONS: Final = "widgets.neurotrio.options"
_READINGS: Final = ("distinct_scope", "repeat_bonuses", "one_duo")
_LANGUAGE_NAMES: Final = {"en": "English", "fr": "Français"}
_MOST_SAMPLES: Final = 10_000_000
_HIGHEST_SEED: Final = 2**31 - 1
# Progress of work in several stages, in parts of one stage.
_PARTS: Final = 1000


@dataclass(frozen=True)
class DealAnswer:
    """The exact distribution of a question, a sample of it, the same under other rules.

    Attributes
    ----------
    question
        What was asked.
    exact
        The answer.
    sampled
        Random hands beside it, if any were asked for.
    others
        For each open point of the rules, its name, and the answer where it is read the other way.
    """

    question: Question
    exact: Distribution
    sampled: SampledDistribution | None = None
    others: tuple[tuple[str, Distribution], ...] = ()


@dataclass(frozen=True)
class Found:
    """What a hand counts as under a question."""

    question: Question
    hand: str
    outcome: Outcome


class DealExplorer(traitlets.HasTraits):
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
    samples = traitlets.Int(min=0, max=_MOST_SAMPLES)
    seed = traitlets.Int(min=0, max=_HIGHEST_SEED)
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
        )
        self._random = np.random.default_rng()
        self._mistake: NeuroanalysisError | None = None
        self._stopped = False
        self._picking = False
        self._following = False
        # What was counted once is not counted again: a computed answer takes seconds.
        self._counted: dict[Question, Distribution] = {}
        # Answers are drawn in the threads that find them, all else in the kernel's.
        self._drawing = threading.RLock()
        self._options = Panel(self._act)
        self._told = Panel(self._act)
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
            bundle["text/html"] = self._answer_html(self.answer)
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
        readings = _readings(question.rules) if self.comparing else ()

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

        self._placing.ask(work, take, fail=self._tell, working=_looking)

    def _tell(self, mistake: NeuroanalysisError) -> None:
        self._placing.stop()
        with self._drawing:
            self.found = None
            self._told.show(controls.message(str(mistake), error=True), str(mistake))
            self._draw()

    # What changes

    def _change_question(self) -> None:
        self._ask()
        self._following = True
        try:
            fewer = self.picker.change_game(self._game())
        finally:
            self._following = False
        if fewer:
            self.hand = PIECES.format(self.picker.counts)
        self._place()

    def _change_hand(self) -> None:
        """Show the hand in the picker; rules that it names hold from now."""
        try:
            position = Position.of(self.hand, rules=self.rules) if self.hand else None
        except NeuroanalysisError:
            position = None
        if position is not None and position.rules != self.rules:
            self._set(rules=position.rules)
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

    def _perform(self, do: str, value: str) -> None:
        match do:
            case "language":
                set_language(value)
                self._refresh_texts()
            case "preset":
                kept = {name: getattr(self.rules, name) for name in _READINGS}
                self._set(rules=Rules.from_mapping({"preset": value, **kept}), cards=None)
            case "repeat_bonuses" | "one_duo":
                self._set(rules=Rules.from_mapping({do: value == "true"}, self.rules))
            case "distinct_scope":
                self._set(rules=Rules.from_mapping({do: value}, self.rules))
            case "of":
                cards = None if "finish" in (self.of, value) else -1
                # The totals of hands that finish are far too rare to be seen on an even scale.
                self.log = value == "finish"
                self._set(of=value, cards=cards)
            case "cards":
                self._set(cards=_whole("cards", value, *self._card_limits()))
            case "samples":
                self.samples = _whole("samples", value, 0, _MOST_SAMPLES)
            case "seed":
                self.seed = _whole("seed", value, 0, _HIGHEST_SEED)
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

    def _card_limits(self) -> tuple[int, int]:
        if self.of == "finish":
            return self.rules.finish_size, self.rules.most_cards
        return 1, min(MOST_CARDS, self.rules.deck_size)

    def _game(self) -> PickerGame:
        """What the picker has to be told under the rules in force."""
        return PickerGame(
            codes=PIECES.codes,
            copies=self.rules.copies,
            faces=lambda: [
                Face(card_svg(kind, width=None), kind_name(kind)) for kind in range(KINDS)
            ],
            panes=_panes,
            parse=lambda line: {"hand": PIECES.parse(line).tolist()} if line.strip() else {},
            write=_write,
            deal=self._deal,
            deal_sizes=(self.cards,),
            words=lambda: {"label": text(f"{_TEXTS}.picker")},
        )

    def _deal(self, size: int) -> Mapping[str, Iterable[int]]:
        stock = [self.rules.copies] * KINDS
        return {"hand": deal_hands(1, size, stock, self._random)[0].tolist()}

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

    def _draw_options(self) -> None:
        rules = self.rules
        preset = str(rules.differences()["preset"])
        presets = [(name, _preset(name)) for name in NEUROTRIO.presets]
        asked = [(of, _asked(of)) for of in QUESTIONS]
        asked += [(f"bonus:{bonus.code}", _asked(f"bonus:{bonus.code}")) for bonus in rules.bonuses]
        scopes = [(scope, text(f"{_OPTIONS}.{scope}")) for scope in ("hand", "grouped")]
        scales = [(scale, text(f"{_TEXTS}.{scale}")) for scale in ("even", "log")]
        self._options.show(
            controls.row(
                controls.select(text(f"{_TEXTS}.question"), "of", asked, self.of),
                _field("cards", self.cards, *self._card_limits()),
                controls.select(text(f"{_OPTIONS}.rules"), "preset", presets, preset),
                _language_buttons(),
            )
            + controls.row(
                controls.select(
                    text(f"{_OPTIONS}.distinct_scope"),
                    "distinct_scope",
                    scopes,
                    rules.distinct_scope,
                ),
                *(
                    controls.checkbox(text(f"{_OPTIONS}.{name}"), name, getattr(rules, name))
                    for name in ("repeat_bonuses", "one_duo")
                ),
                controls.checkbox(text(f"{_TEXTS}.comparing"), "comparing", self.comparing),
            )
            + controls.row(
                _field("samples", self.samples, 0, _MOST_SAMPLES),
                _field("seed", self.seed, 0, _HIGHEST_SEED),
                controls.select(
                    text(f"{_TEXTS}.scale"), "scale", scales, "log" if self.log else "even"
                ),
            )
            + controls.row(
                controls.words(text(f"{_TEXTS}.hand"), "hand", self.hand),
                controls.together(
                    controls.button(text(f"{_TEXTS}.pick"), "pick", pressed=self._picking),
                    controls.button(text(f"{_TEXTS}.deal"), "deal"),
                ),
            )
        )
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
            parts.append(self._answer_html(answer))
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        spoken = "" if answer is None else f"{_title(answer.question)}. {answer.exact}"
        self._shown.show(html, str(self._mistake) if self._mistake else spoken)
        if self.found is not None:
            told = self._rarity(self.found)
            self._told.show(f'<div class="na-part"><strong>{escape(told)}</strong></div>', told)

    def _answer_html(self, answer: DealAnswer) -> str:
        marked = None
        if self.found is not None and self.found.question == answer.question:
            marked = self.found.outcome
        title = _title(answer.question)
        parts = [
            f'<div style="font-weight:600;font-size:15px;margin-bottom:6px">{escape(title)}</div>',
            distribution_html(
                answer.exact, answer.sampled, marked, log=self.log, axes=_axes(), label=title
            ),
        ]
        if answer.sampled is not None:
            parts.append(controls.message(_agrees(answer.exact, answer.sampled)))
        if answer.others:
            rules = answer.question.rules
            named = [(_reading(name, rules), part) for name, part in answer.others]
            parts.append(
                '<div style="font-weight:600;font-size:15px;margin-top:16px">'
                f"{escape(text(f'{_TEXTS}.compared'))}</div>"
            )
            here = (text(f"{_TEXTS}.here"), answer.exact)
            parts.append(comparison_html(here, named, log=self.log))
        return "".join(parts)

    def _rarity(self, found: Found) -> str:
        """Say what the hand counts as, and how rare that is where the answer is there."""
        outcome = found.outcome
        if isinstance(outcome, tuple):
            joint = zip(_axes(), outcome, strict=True)
            named = ", ".join(f"{axis} {part}" for axis, part in joint)
        else:
            named = text("plots.distribution.none") if outcome == "none" else str(outcome)
        if self.answer is None or self.answer.question != found.question:
            key = "has" if isinstance(outcome, tuple) else "counts_as"
            return text(f"{_TEXTS}.{key}", outcome=named)
        exact = self.answer.exact
        if isinstance(outcome, tuple):
            equal = share_text(exact.probability(outcome))
            return text(f"{_TEXTS}.as_rare", outcome=named, equal=equal)
        place = exact.percentile(outcome)
        return text(
            f"{_TEXTS}.rare",
            outcome=named,
            below=share_text(place.below),
            equal=share_text(place.equal),
            above=share_text(place.above),
        )


def _axes() -> list[str]:
    """Name the parts of the joint question."""
    return [text(f"{_TEXTS}.axis.{name}") for name in ("value", "distance")]


def _working() -> str:
    return text(f"{_TEXTS}.working")


def _looking() -> str:
    return text("widgets.explorer.working")


def _whole(name: str, value: str, low: int, high: int) -> int:
    """Return the whole number that was typed, if it is one and within its limits."""
    try:
        number = int(value)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise InputError(
            "input.limit", name=text(f"{_TEXTS}.{name}"), value=value or "–", low=low, high=high
        )
    return number


def _agrees(exact: Distribution, sampled: SampledDistribution) -> str:
    found = agreement(sampled, exact)
    return text(f"{_TEXTS}.{'agrees' if found.agrees else 'differs'}", n=number_text(sampled.n))


def _readings(rules: Rules) -> tuple[tuple[str, Rules], ...]:
    """Return the rules with each open point of the source read the other way."""
    other_scope = "grouped" if rules.distinct_scope == "hand" else "hand"
    changes: dict[str, object] = {
        "distinct_scope": other_scope,
        "repeat_bonuses": not rules.repeat_bonuses,
        "one_duo": not rules.one_duo,
    }
    return tuple(
        (name, Rules.from_mapping({name: value}, rules)) for name, value in changes.items()
    )


def _reading(name: str, rules: Rules) -> str:
    """Say how a point is read the other way than under these rules."""
    option = text(f"{_OPTIONS}.{name}")
    if name == "distinct_scope":
        scope = "grouped" if rules.distinct_scope == "hand" else "hand"
        return f"{option} {text(f'{_OPTIONS}.{scope}')}"
    word = "without" if getattr(rules, name) else "with"
    return text(f"{_TEXTS}.{word}", option=option)


def _asked(of: str) -> str:
    if of.startswith("bonus:"):
        return text(f"{_TEXTS}.of.bonus", code=of.removeprefix("bonus:"))
    return text(f"{_TEXTS}.of.{of.replace(',', '_')}")


def _preset(name: str) -> str:
    return text(f"widgets.neurotrio.preset.{name}")


def _title(question: Question) -> str:
    changes = question.rules.differences()
    preset = _preset(str(changes.pop("preset")))
    changed = " ".join(options.words(changes))
    said = text(f"{_TEXTS}.title", asked=_asked(question.of), cards=question.cards, rules=preset)
    said = said[:1].upper() + said[1:]
    return f"{said} · {changed}" if changed else said


def _write(picked: Selection) -> str:
    return PIECES.format(picked["hand"])


def _panes() -> list[list[Pane]]:
    """A pane a force; its rows are natures, its columns backgrounds."""
    return [
        [
            Pane(
                text("widgets.neurotrio.force", value=value),
                tuple(tuple(range(9 * force + 3 * n, 9 * force + 3 * n + 3)) for n in range(3)),
            )
            for force, value in enumerate(FORCES)
        ]
    ]


def _field(name: str, value: int, low: int, high: int) -> str:
    label = text(f"{_TEXTS}.{name}")
    return controls.together(
        f"<span>{escape(label)}</span>",
        controls.number(label, name, value, low, high),
        one_line=True,
    )


def _language_buttons() -> str:
    return controls.together(
        *(
            controls.button(
                _LANGUAGE_NAMES[lang], "language", lang, pressed=lang == language(), lang=lang
            )
            for lang in LANGUAGES
        ),
        label=text("widgets.panel.language"),
        end=True,
    )
