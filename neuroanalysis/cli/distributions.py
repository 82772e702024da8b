"""Distributions in a terminal: tables with bars, and how rare a hand is among them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from neuroanalysis.cli.output import table
from neuroanalysis.core.distribution import (
    Distribution,
    Outcome,
    SampledDistribution,
)
from neuroanalysis.core.intervals import ends_text, number_text
from neuroanalysis.core.outcomes import order, ordered, outcome_words
from neuroanalysis.plots.columns import percent
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.bar import Bar
    from rich.table import Table

__all__ = ["AnyDistribution", "distribution_table", "rarity", "rarity_words"]

AnyDistribution = Distribution | SampledDistribution

_LONGEST_BAR: Final = 20


def distribution_table(answer: AnyDistribution, marked: Outcome | None = None) -> Table:
    """Return a table with a row an outcome: number, share, share so far or interval, bar.

    Parameters
    ----------
    answer
        What to show.
    marked
        An outcome to point at.
    """
    exact = isinstance(answer, Distribution)
    names = ["outcome", *(("deals", "share", "up_to") if exact else ("hands", "share", "interval"))]
    rows = table(*(text(f"cli.deals.column.{name}") for name in names), "", numbers=range(4))
    rows.columns[-1].max_width = _LONGEST_BAR
    beside = _up_to(answer) if isinstance(answer, Distribution) else _intervals(answer)
    total, most = sum(answer.counts.values()), max(answer.counts.values())
    for outcome, n in answer.counts.items():
        rows.add_row(
            f"{outcome_words(outcome)} ◂" if outcome == marked else outcome_words(outcome),
            number_text(n),
            percent(Fraction(n, total)),
            beside[outcome],
            _bar(n / most),
        )
    return rows


def _up_to(answer: Distribution) -> dict[Outcome, str]:
    reached, said = 0, {}
    for outcome, n in answer.counts.items():
        reached += n
        said[outcome] = percent(Fraction(reached, answer.total))
    return said


def _intervals(answer: SampledDistribution) -> dict[Outcome, str]:
    return {
        outcome: ends_text(interval, percent) for outcome, interval in answer.intervals().items()
    }


def _bar(length: float) -> Bar:
    """Return a bar of a part of its column; in eighths of a cell, and nothing for less."""
    from rich.bar import Bar

    return Bar(1.0, 0.0, length)


def rarity(answer: AnyDistribution, outcome: Outcome) -> dict[str, float]:
    """Return the shares ``below``, ``equal`` and ``above`` an outcome; ``equal`` without an order.

    Examples
    --------
    >>> rarity(Distribution.from_counts({"none": 3, 18: 1}), "none")
    {'below': 0.0, 'equal': 0.75, 'above': 0.25}
    """
    counts: Mapping[Outcome, int] = answer.counts
    total, equal = sum(counts.values()), counts.get(outcome, 0)
    if not ordered(counts):
        return {"equal": equal / total}
    below = sum(n for other, n in counts.items() if order(other) < order(outcome))
    return {
        "below": below / total,
        "equal": equal / total,
        "above": (total - below - equal) / total,
    }


def rarity_words(answer: AnyDistribution, outcome: Outcome) -> str:
    """Say how rare a hand with an outcome is."""
    shares = {name: percent(share) for name, share in rarity(answer, outcome).items()}
    key = "cli.deals.rarity" if len(shares) == 3 else "cli.deals.rarity_joint"
    return text(key, outcome=outcome_words(outcome), **shares)
