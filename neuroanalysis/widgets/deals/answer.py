"""What a deal explorer finds, and how it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Generic, TypeVar

from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.contract import RuleSet
from neuroanalysis.core.distribution import (
    Distribution,
    Outcome,
    SampledDistribution,
    outcome_text,
)
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.outcomes import order, ordered, outcome_words
from neuroanalysis.plots.distributions import (
    comparison_html,
    distribution_html,
    part_words,
    sampled_comparison_html,
    sampled_html,
    share_text,
)
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.deals.game import Asked, DealGame
from neuroanalysis.widgets.deals.words import said

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DealAnswer", "Found", "answer_html", "rarity", "spoken"]

R = TypeVar("R", bound=RuleSet)


@dataclass(frozen=True)
class DealAnswer(Generic[R]):
    """The exact distribution of a question, a sample of it, the same under other rules.

    Attributes
    ----------
    question
        What was asked.
    exact
        The answer; None where a question is only sampled.
    sampled
        Random hands beside it, if any were asked for.
    others
        For each other reading of the rules, what is changed, and the answer with it: exact where
        `exact` is there.
    """

    question: Asked[R]
    exact: Distribution | None
    sampled: SampledDistribution | None = None
    others: tuple[tuple[str, Distribution | SampledDistribution], ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the command's fields, ``rules``, ``sampled``, ``others``."""
        asked = self.question
        record: dict[str, object] = {
            "game": asked.rules.to_mapping()["game"],
            "cards": asked.cards,
            "of": asked.of,
            "rules": asked.rules.differences(),
        }
        if self.exact is not None:
            record |= _record(self.exact)
            if self.sampled is not None:
                record["sampled"] = _record(self.sampled)
        elif self.sampled is not None:
            record |= _record(self.sampled)
        if self.others:
            record["others"] = {name: _record(other) for name, other in self.others}
        return record

    def to_frame(self) -> pd.DataFrame:
        """Return a row an outcome: the exact share, and that in the sample with its interval.

        Raises
        ------
        ValueError
            Where there is neither an exact answer nor a sample.
        """
        frames = [_rows(one) for one in (self.exact, self.sampled) if one is not None]
        if not frames:
            raise ValueError("nothing was found")
        if len(frames) == 1:
            return frames[0]
        exact, sampled = frames
        return exact.merge(sampled.rename(columns={"count": "sampled"}), on="outcome", how="left")


def _record(one: Distribution | SampledDistribution) -> dict[str, object]:
    record = one.to_dict()
    return record | {"source": one.source} if isinstance(one, Distribution) else record


def _rows(one: Distribution | SampledDistribution) -> pd.DataFrame:
    frame = one.to_frame()
    return frame.assign(outcome=[outcome_text(outcome) for outcome in frame["outcome"]])


@dataclass(frozen=True)
class Found(Generic[R]):
    """What a hand counts as under a question."""

    question: Asked[R]
    hand: str
    outcome: Outcome


def answer_html(
    answer: DealAnswer[R], found: Found[R] | None, game: DealGame[R], *, log: bool = False
) -> str:
    """Draw an answer; a hand found under the same question is marked in it.

    Parameters
    ----------
    answer, found
        What to draw, and the hand's place.
    game
        Whose words are used.
    log
        Whether each step upwards in the chart is ten times as much.
    """
    marked = None
    if found is not None and found.question == answer.question:
        marked = found.outcome
    name = game.title(answer.question)
    exact, sampled = answer.exact, answer.sampled
    parts = [f'<div style="font-weight:600;font-size:15px;margin-bottom:6px">{escape(name)}</div>']
    if exact is not None:
        parts.append(distribution_html(exact, sampled, marked, log=log, label=name))
        if sampled is not None:
            parts.append(controls.message(_agrees(game.words, exact, sampled)))
    elif sampled is not None:
        parts.append(controls.message(text("deals.only_sampled")))
        parts.append(sampled_html(sampled, marked, log=log, label=name, parts=_parts(answer)))
    if answer.others:
        title = said(game.words, "compared")
        parts.append(
            '<div style="font-weight:600;font-size:15px;margin-top:16px">'
            f"{escape(title)}</div>" + _compared(answer, game, log)
        )
    return "".join(parts)


def rarity(found: Found[R], answer: DealAnswer[R] | None, words: str) -> str:
    """Say what the hand counts as, and how rare that is where the answer is there.

    `words` is the game's table of words.
    """
    outcome = found.outcome
    joint = isinstance(outcome, tuple)
    named = _named(outcome, found, answer)
    if answer is None or answer.question != found.question:
        return said(words, "has" if joint else "counts_as", outcome=named)
    if answer.exact is not None:
        if not ordered(answer.exact.counts):
            equal = share_text(answer.exact.probability(outcome))
            return said(words, "as_rare" if joint else "alike", outcome=named, equal=equal)
        place = answer.exact.percentile(outcome)
        shares = {name: share_text(getattr(place, name)) for name in ("below", "equal", "above")}
        return said(words, "rare", outcome=named, **shares)
    if answer.sampled is None:
        return said(words, "has" if joint else "counts_as", outcome=named)
    return _estimated(words, named, outcome, answer.sampled)


def spoken(answer: DealAnswer[R], game: DealGame[R]) -> str:
    """Say an answer in a line, for a person who does not see it."""
    found = answer.sampled if answer.exact is None else answer.exact
    return f"{game.title(answer.question)}. {found}"


def _parts(answer: DealAnswer[R]) -> Sequence[str]:
    parts = answer.question.of.split(",")
    return parts if len(parts) > 1 else ()


def _compared(answer: DealAnswer[R], game: DealGame[R], log: bool) -> str:
    rules = answer.question.rules
    here = text("deals.here")
    if answer.exact is not None:
        exact = [
            (game.reading(point, rules), part)
            for point, part in answer.others
            if isinstance(part, Distribution)
        ]
        return comparison_html((here, answer.exact), exact, log=log)
    if answer.sampled is None:
        return ""
    sampled = [
        (game.reading(point, rules), part)
        for point, part in answer.others
        if isinstance(part, SampledDistribution)
    ]
    return sampled_comparison_html((here, answer.sampled), sampled)


def _named(outcome: Outcome, found: Found[R], answer: DealAnswer[R] | None) -> str:
    if not isinstance(outcome, tuple):
        return outcome_words(outcome)
    parts: Sequence[str] = found.question.of.split(",")
    if answer is not None and answer.exact is not None and answer.question == found.question:
        parts = answer.exact.parts
    if len(parts) != len(outcome):
        return outcome_words(outcome)
    both = zip(part_words(parts), map(outcome_words, outcome), strict=True)
    return ", ".join(f"{axis} {part}" for axis, part in both)


def _estimated(words: str, named: str, outcome: Outcome, sampled: SampledDistribution) -> str:
    """Say how rare an outcome is in a sample: estimates, with their intervals."""
    equal = sampled.counts.get(outcome, 0)
    below = sum(n for key, n in sampled.counts.items() if order(key) < order(outcome))
    shares = {"below": below, "equal": equal, "above": sampled.n - below - equal}
    told = {name: _share(n, sampled) for name, n in shares.items()}
    key = "sampled_rare"
    if not ordered(sampled.counts):
        key = "sampled_as_rare" if isinstance(outcome, tuple) else "sampled_alike"
    return said(
        words,
        key,
        outcome=named,
        n=number_text(sampled.n),
        level=number_text(100 * sampled.level),
        **told,
    )


def _share(n: int, sampled: SampledDistribution) -> str:
    share = Estimate.of_share(n, sampled.n, sampled.seed, sampled.level)
    low, high = (number_text(100 * end, 3) for end in share.interval)
    value = number_text(100 * share.value, 3)
    return text("distribution.estimate.percent", value=value, low=low, high=high)


def _agrees(words: str, exact: Distribution, sampled: SampledDistribution) -> str:
    found = agreement(sampled, exact)
    return said(words, "agrees" if found.agrees else "differs", n=number_text(sampled.n))
