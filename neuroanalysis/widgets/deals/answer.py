"""What the deal explorer finds, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.outcomes import outcome_words
from neuroanalysis.games.neurotrio.analysis.deals import Question
from neuroanalysis.plots.distributions import comparison_html, distribution_html, share_text
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.deals.questions import axes, title
from neuroanalysis.widgets.deals.readings import reading_name

__all__ = ["DealAnswer", "Found", "answer_html", "rarity"]


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


def answer_html(answer: DealAnswer, found: Found | None = None, *, log: bool = False) -> str:
    """Draw an answer; a hand found under the same question is marked in it.

    Parameters
    ----------
    answer, found
        What to draw, and the hand's place.
    log
        Whether each step upwards in the chart is ten times as much.
    """
    marked = None
    if found is not None and found.question == answer.question:
        marked = found.outcome
    name = title(answer.question)
    parts = [
        f'<div style="font-weight:600;font-size:15px;margin-bottom:6px">{escape(name)}</div>',
        distribution_html(answer.exact, answer.sampled, marked, log=log, axes=axes(), label=name),
    ]
    if answer.sampled is not None:
        parts.append(controls.message(_agrees(answer.exact, answer.sampled)))
    if answer.others:
        rules = answer.question.rules
        named = [(reading_name(point, rules), part) for point, part in answer.others]
        parts.append(
            '<div style="font-weight:600;font-size:15px;margin-top:16px">'
            f"{escape(text('deals.compared'))}</div>"
        )
        parts.append(comparison_html((text("deals.here"), answer.exact), named, log=log))
    return "".join(parts)


def rarity(found: Found, answer: DealAnswer | None) -> str:
    """Say what the hand counts as, and how rare that is where the answer is there."""
    outcome = found.outcome
    if isinstance(outcome, tuple):
        joint = zip(axes(), outcome, strict=True)
        named = ", ".join(f"{axis} {part}" for axis, part in joint)
    else:
        named = outcome_words(outcome)
    if answer is None or answer.question != found.question:
        key = "has" if isinstance(outcome, tuple) else "counts_as"
        return text(f"deals.{key}", outcome=named)
    exact = answer.exact
    if isinstance(outcome, tuple):
        equal = share_text(exact.probability(outcome))
        return text("deals.as_rare", outcome=named, equal=equal)
    place = exact.percentile(outcome)
    return text(
        "deals.rare",
        outcome=named,
        below=share_text(place.below),
        equal=share_text(place.equal),
        above=share_text(place.above),
    )


def _agrees(exact: Distribution, sampled: SampledDistribution) -> str:
    found = agreement(sampled, exact)
    return text(f"deals.{'agrees' if found.agrees else 'differs'}", n=number_text(sampled.n))
