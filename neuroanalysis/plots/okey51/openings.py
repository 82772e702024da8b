"""How often deals open drawn: by threshold, by what is held, and under other options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from neuroanalysis.core.distribution import SampledDistribution
from neuroanalysis.core.intervals import Estimate, ends_text, number_text
from neuroanalysis.games.okey51.analysis.openings import Comparison
from neuroanalysis.plots.chances import chance_words
from neuroanalysis.plots.curves import Trace, curves_html
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["comparison_html", "thresholds_html"]

_TEXTS: Final = "plots.okey51.openings"
_THRESHOLDS: Final = tuple(range(31, 122, 10))


def thresholds_html(
    values: Mapping[int, SampledDistribution] | Mapping[str, SampledDistribution],
    thresholds: Sequence[int] = _THRESHOLDS,
    *,
    marked: int | None = 51,
) -> str:
    """Draw how often deals open by melds at each threshold: a curve with intervals a sample.

    Parameters
    ----------
    values
        By the number of tiles dealt, or by name, from ``sample_deals("meld_value", ...)``.
    thresholds
        Which ones.
    marked
        One that is pointed at, such as the one in force.

    Examples
    --------
    >>> values = SampledDistribution({0: 60, 40: 20, 55: 20}, n=100, seed=1)
    >>> thresholds_html({14: values}, [41, 51])[:4]
    '<div'
    """
    named = {
        quantity("tiles", name) if isinstance(name, int) else name: sample
        for name, sample in values.items()
    }
    traces = [
        Trace(name, tuple(thresholds), tuple(_share(sample, at) for at in thresholds))
        for name, sample in named.items()
    ]
    samples = "; ".join(
        text(
            f"{_TEXTS}.sampled",
            name=name,
            n=number_text(sample.n),
            seed=sample.seed,
            level=number_text(100 * sample.level),
        )
        for name, sample in named.items()
    )
    chart = curves_html(
        text(f"{_TEXTS}.title"), traces, "share", text(f"{_TEXTS}.threshold"), marked=marked
    )
    return chart + f"<div>{small(samples)}</div>"


def _share(sample: SampledDistribution, threshold: int) -> Estimate:
    # A threshold of 0 still wants a meld.
    return sample.share(lambda value: isinstance(value, int) and value >= max(1, threshold))


def comparison_html(comparison: Comparison) -> str:
    """Tabulate how often the same racks open under the rules in force and under other options."""
    title = text(f"{_TEXTS}.compared")
    head = ["", *(text(f"{_TEXTS}.{name}") for name in ("share", "difference", "gained", "lost"))]
    numbers = range(1, len(head))
    base = comparison.base
    rows = [row([escape(text(f"{_TEXTS}.base")), _share_cell(base), "", "", ""], numbers)]
    rows += [
        row(
            [
                escape(variant.name),
                _share_cell(variant.share),
                _difference_cell(variant.difference),
                number_text(variant.gained),
                number_text(variant.lost),
            ],
            numbers,
        )
        for variant in comparison.variants
    ]
    said = text(
        f"{_TEXTS}.same_racks",
        n=number_text(base.n),
        seed=base.seed,
        level=number_text(100 * base.level),
    )
    return block(heading(title) + table(head, rows, numbers, title) + small(said), label=title)


def _share_cell(estimate: Estimate) -> str:
    between = ends_text(estimate.interval, chance_words)
    return f"{escape(chance_words(estimate.value))}<br>{small(between)}"


def _difference_cell(estimate: Estimate) -> str:
    """A difference of shares in percentage points, with its sign."""
    return f"{_signed(estimate.value)}<br>{small(ends_text(estimate.interval, _signed))}"


def _signed(share: float) -> str:
    number = number_text(abs(100 * share), 3)
    return f"{'−' if share < 0 else '+'}{number}"
