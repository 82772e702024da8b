"""The deal explorer of Neurotrio: how often a random deal has a property, and how rare a hand is.

It draws and asks; what is counted and how is known elsewhere.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

import ipywidgets
import traitlets

from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import NEUROTRIO, Rules, deal_distribution, sample_deals
from neuroanalysis.games.neurotrio.analysis.deals import (
    MOST_CARDS,
    QUESTIONS,
    deal_question,
    outcome_of,
)
from neuroanalysis.plots import register_here
from neuroanalysis.plots.distributions import comparison_html, distribution_html, percent
from neuroanalysis.texts import LANGUAGES, language, set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.panels import Latest, Panel

__all__ = ["DealAnswer", "DealExplorer"]

_TEXTS: Final = "deals"
_OPTIONS: Final = "widgets.neurotrio.options"
_LANGUAGE_NAMES: Final = {"en": "English", "fr": "Français"}
_MOST_SAMPLES: Final = 10_000_000
_HIGHEST_SEED: Final = 2**31 - 1


@dataclass(frozen=True)
class DealAnswer:
    """What is shown: the exact distribution, a sample of it, the same under other rules."""

    exact: Distribution
    sampled: SampledDistribution | None
    others: tuple[tuple[str, Distribution], ...] = ()


class DealExplorer(traitlets.HasTraits):
    """Choose what is asked of a random deal, and read how often it is so.

    Parameters
    ----------
    of, cards
        What to begin with; see `deal_distribution`.
    rules
        The default rules if None.
    lang
        ``"en"`` or ``"fr"``, for the whole process; None for the language in force.

    Attributes
    ----------
    of, cards, rules, samples, seed, hand, comparing
        What is asked: question, cards, rule set, random hands beside the exact count (0 for none)
        and their seed, a hand whose rarity is told, whether other readings of the rules are shown.
    answer
        What was found last, None before. Set in a thread.

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
    samples = traitlets.Int(20_000, min=0, max=_MOST_SAMPLES)
    seed = traitlets.Int(1, min=0, max=_HIGHEST_SEED)
    hand = traitlets.Unicode()
    comparing = traitlets.Bool(False)
    answer = traitlets.Instance(DealAnswer, allow_none=True)

    def __init__(
        self,
        of: str = "value",
        cards: int | None = None,
        *,
        rules: Rules | None = None,
        samples: int = 20_000,
        lang: str | None = None,
    ) -> None:
        if lang is not None:
            set_language(lang)
        register_here()
        question = deal_question(of, cards, rules)
        super().__init__(of=of, cards=question.cards, rules=question.rules, samples=samples)
        self._mistake = ""
        self._drawing = threading.RLock()
        self._options = Panel(self._act)
        self._shown = Panel(self._act)
        self._latest = Latest(self._shown)
        self.view = ipywidgets.VBox(
            [self._options, self._shown], layout=ipywidgets.Layout(overflow="visible")
        )
        self._refresh_texts()
        self.observe(
            lambda _: self._ask(), ["of", "cards", "rules", "samples", "seed", "comparing"]
        )
        self.observe(lambda _: self._draw(), "hand")
        self._ask()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the answer; return whether it came in time (seconds)."""
        return self._latest.wait(timeout)

    def close(self) -> None:
        """Stop working and free the widgets."""
        self._latest.stop()
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the answer as it was."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{_TEXTS}.label")
        if self.answer is not None:
            bundle["text/html"] = distribution_html(self.answer.exact, self.answer.sampled)
        return bundle

    # Questions and answers

    def _ask(self) -> None:
        of, cards, rules = self.of, self.cards, self.rules
        samples, seed, comparing = self.samples, self.seed, self.comparing

        def work(progress: Progress, cancel: Cancel) -> DealAnswer:
            exact = deal_distribution(of, cards, rules, progress=progress, cancel=cancel)
            sampled = None
            if samples:
                sampled = sample_deals(
                    of, cards, rules, samples=samples, seed=seed, progress=progress, cancel=cancel
                )
            others = tuple(
                (name, deal_distribution(of, cards, other, progress=progress, cancel=cancel))
                for name, other in (_readings(rules) if comparing else ())
            )
            return DealAnswer(exact, sampled, others)

        self._mistake = ""
        self._draw_options()
        self._latest.ask(work, self._take, fail=self._refuse, working=_working, stoppable=True)

    def _take(self, answer: DealAnswer) -> None:
        with self._drawing:
            self.answer = answer
            self._draw()

    def _refuse(self, mistake: NeuroanalysisError) -> None:
        with self._drawing:
            self.answer = None
            self._mistake = str(mistake)
            self._draw()

    # What a person does

    def _act(self, do: str, value: str) -> None:
        try:
            self._perform(do, value)
        except (NeuroanalysisError, traitlets.TraitError) as mistake:
            said = mistake if isinstance(mistake, NeuroanalysisError) else _out_of_range(do)
            self._mistake = str(said)
            self._draw_options()
            self._draw()

    def _perform(self, do: str, value: str) -> None:
        match do:
            case "language":
                set_language(value)
                self._refresh_texts()
            case "preset":
                self._set(rules=Rules.from_mapping({"preset": value}), cards=None)
            case "repeat_bonuses" | "one_duo":
                self._set(rules=Rules.from_mapping({do: value == "true"}, self.rules))
            case "distinct_scope":
                self._set(rules=Rules.from_mapping({do: value}, self.rules))
            case "of":
                cards = None if "finish" in (self.of, value) else self.cards
                self._set(of=value, cards=cards)
            case "cards" if value:
                self._set(cards=int(value))
            case "samples" if value:
                self.samples = int(value)
            case "seed" if value:
                self.seed = int(value)
            case "comparing":
                self.comparing = value == "true"
            case "hand":
                if value.strip():
                    self._counted(value)
                self._mistake = ""
                self.hand = value.strip()
            case "stop":
                self._latest.stop()
            case "cards" | "samples" | "seed":
                self._draw_options()
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

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

    def _counted(self, hand: str) -> Outcome:
        """Return what a hand is counted as, if it is one of the hands asked about."""
        from neuroanalysis.errors import CardError
        from neuroanalysis.games.neurotrio import Position

        held = Position.of(hand, rules=self.rules).cards
        if held != self.cards:
            raise CardError(
                "card.few", n=held, question=text(f"{_TEXTS}.rarity"), accepted=self.cards
            )
        return outcome_of(hand, self.of, self.rules)

    # Drawing

    def _refresh_texts(self) -> None:
        for panel in (self._options, self._shown):
            panel.refresh_texts()
        self._draw_options()
        with self._drawing:
            self._draw()

    def _draw_options(self) -> None:
        rules = self.rules
        preset = str(rules.differences()["preset"])
        low, high = 1, MOST_CARDS
        if self.of == "finish":
            low, high = rules.finish_size, rules.most_cards
        presets = [(name, text(f"widgets.neurotrio.preset.{name}")) for name in NEUROTRIO.presets]
        asked = [(name, text(f"{_TEXTS}.of.{name.replace(',', '_')}")) for name in QUESTIONS]
        asked += [
            (f"bonus:{bonus.code}", text(f"{_TEXTS}.of.bonus", code=bonus.code))
            for bonus in rules.bonuses
        ]
        scopes = [(scope, text(f"{_OPTIONS}.{scope}")) for scope in ("hand", "grouped")]
        self._options.show(
            controls.row(
                controls.select(text(f"{_TEXTS}.question"), "of", asked, self.of),
                _field(text(f"{_TEXTS}.cards"), "cards", self.cards, low, high),
                _field(text(f"{_TEXTS}.samples"), "samples", self.samples, 0, _MOST_SAMPLES),
                _field(text(f"{_TEXTS}.seed"), "seed", self.seed, 0, _HIGHEST_SEED),
                _language_buttons(),
            )
            + controls.row(
                controls.select(text(f"{_OPTIONS}.rules"), "preset", presets, preset),
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
            )
            + controls.row(
                controls.words(text(f"{_TEXTS}.hand"), "hand", self.hand),
                controls.checkbox(text(f"{_TEXTS}.comparing"), "comparing", self.comparing),
            )
        )

    def _draw(self) -> None:
        parts = []
        if self._mistake:
            parts.append(controls.message(self._mistake, error=True))
        answer = self.answer
        if answer is not None:
            marked, rarity = self._rarity(answer.exact)
            parts += [rarity, distribution_html(answer.exact, answer.sampled, marked)]
            if answer.sampled is not None:
                parts.append(controls.message(_agrees(answer.exact, answer.sampled)))
            if answer.others:
                here = (text(f"{_TEXTS}.here"), answer.exact)
                parts.append(comparison_html([here, *answer.others]))
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        spoken = self._mistake or ("" if answer is None else str(answer.exact))
        self._shown.show(html, spoken)

    def _rarity(self, exact: Distribution) -> tuple[Outcome | None, str]:
        """Return what the hand is counted as, and how rare that is, in words."""
        if not self.hand:
            return None, ""
        try:
            outcome = self._counted(self.hand)
        except NeuroanalysisError as mistake:
            return None, controls.message(str(mistake), error=True)
        if isinstance(outcome, tuple):
            said = text(
                f"{_TEXTS}.as_rare",
                outcome=", ".join(map(str, outcome)),
                equal=percent(exact.probability(outcome)),
            )
            return outcome, f"<strong>{said}</strong>"
        place = exact.percentile(outcome)
        said = text(
            f"{_TEXTS}.rare",
            outcome=outcome,
            below=percent(place.below),
            equal=percent(place.equal),
            above=percent(place.above),
        )
        return outcome, f"<strong>{said}</strong>"


def _working() -> str:
    return text(f"{_TEXTS}.working")


def _out_of_range(do: str) -> str:
    highest = {"samples": _MOST_SAMPLES, "seed": _HIGHEST_SEED}.get(do, 0)
    return text(f"{_TEXTS}.out_of_range", name=text(f"{_TEXTS}.{do}"), low=0, high=highest)


def _agrees(exact: Distribution, sampled: SampledDistribution) -> str:
    found = agreement(sampled, exact)
    return text(f"{_TEXTS}.{'agrees' if found.agrees else 'differs'}", n=sampled.n)


def _readings(rules: Rules) -> tuple[tuple[str, Rules], ...]:
    """Return the rules with each open point of the source read the other way."""
    other_scope = "grouped" if rules.distinct_scope == "hand" else "hand"
    return (
        (
            f"{text(f'{_OPTIONS}.distinct_scope')} {text(f'{_OPTIONS}.{other_scope}')}",
            Rules.from_mapping({"distinct_scope": other_scope}, rules),
        ),
        *(
            (_reading(name, rules), Rules.from_mapping({name: not getattr(rules, name)}, rules))
            for name in ("repeat_bonuses", "one_duo")
        ),
    )


def _reading(name: str, rules: Rules) -> str:
    word = "without" if getattr(rules, name) else "with"
    return text(f"{_TEXTS}.{word}", option=text(f"{_OPTIONS}.{name}"))


def _field(label: str, do: str, value: int, low: int, high: int) -> str:
    return controls.together(
        f"<span>{label}</span>", controls.number(label, do, value, low, high), one_line=True
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
