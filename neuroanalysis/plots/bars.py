"""Estimates as bars: one a line, with its interval over it, and another one beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from neuroanalysis.core.intervals import Estimate, ends_text, number_text
from neuroanalysis.plots.axes import NOUGHT, Unit, number_words
from neuroanalysis.plots.colours import HERE, OTHER
from neuroanalysis.plots.markup import heading, small
from neuroanalysis.texts import text

__all__ = ["Bar", "bars_html", "of_estimates"]

_TEXTS: Final = "plots.rounds"


@dataclass(frozen=True)
class Bar:
    """An estimate with its name; beside it, if asked, the same under other rules.

    Parameters
    ----------
    name
        Whose it is.
    estimate
        A share or a mean.
    other
        The same thing elsewhere.
    """

    name: str
    estimate: Estimate
    other: Estimate | None = None


def of_estimates(n: int, seed: int, level: float = 0.95) -> str:
    """Say what estimates come from.

    Examples
    --------
    >>> of_estimates(1000, 7)
    'Estimates from 1,000 rounds, seed 7; intervals of 95 %.'
    """
    said = {"n": number_text(n), "seed": seed, "level": number_text(100 * level)}
    return text(f"{_TEXTS}.estimates", **said)


def bars_html(
    title: str, bars: Sequence[Bar], unit: Unit, *, beside: tuple[str, str] | None = None
) -> str:
    """Draw an estimate a line: a bar, its interval over it, and both as numbers.

    Parameters
    ----------
    title
        What is estimated.
    bars
        At least one.
    unit
        What the numbers are.
    beside
        What a bar and the other one beside it are called, where there are two.

    Examples
    --------
    >>> bars = [Bar("Ana", Estimate.of_share(30, 100, seed=1))]
    >>> "30 %" in bars_html("Finishes", bars, "share")
    True
    """
    estimates = [one for bar in bars for one in (bar.estimate, bar.other) if one is not None]
    most = max(*(one.interval.high for one in estimates), NOUGHT)
    rows = "".join(_bar(bar, most, unit) for bar in bars)
    legend = "" if beside is None else _pair_legend(*beside)
    return (
        f'<div role="group" aria-label="{escape(title)}">{heading(title)}'
        '<div style="display:grid;grid-template-columns:minmax(90px,max-content) '
        'minmax(80px,1fr) max-content;gap:6px 12px;align-items:center;max-width:760px">'
        f"{rows}</div>{legend}</div>"
    )


def _bar(bar: Bar, most: float, unit: Unit) -> str:
    said = _with_interval(bar.estimate, unit)
    drawn = _track(bar.estimate, most, HERE)
    if bar.other is not None:
        drawn += _track(bar.other, most, OTHER, hollow=True)
        said = f"{said}<br>{_with_interval(bar.other, unit)}"
    return (
        f'<span style="overflow-wrap:anywhere">{escape(bar.name)}</span><span>{drawn}</span>'
        f'<span style="font-variant-numeric:tabular-nums;white-space:nowrap">{said}</span>'
    )


def _track(estimate: Estimate, most: float, colour: str, *, hollow: bool = False) -> str:
    """Return a bar with whiskers, as wide as its place."""

    def at(value: float) -> str:
        return f"{96 * max(0.0, value) / most:.2f}%"

    low, high = estimate.interval
    fill = "none" if hollow else colour
    look = f"fill:{fill};fill-opacity:.4;stroke:{colour};stroke-width:1.2"
    whisker = "stroke:currentColor;stroke-width:1.8"
    ends = "".join(
        f'<line x1="{at(end)}" x2="{at(end)}" y1="5" y2="15" style="{whisker}"/>'
        for end in (low, high)
    )
    return (
        '<svg width="100%" height="20" aria-hidden="true" style="display:block;overflow:visible">'
        f'<rect x="0" y="3" width="{at(estimate.value)}" height="14" style="{look}"/>'
        f'<line x1="{at(low)}" x2="{at(high)}" y1="10" y2="10" style="{whisker}"/>{ends}</svg>'
    )


def _pair_legend(one: str, other: str) -> str:
    def key(look: str, words: str) -> str:
        return (
            '<span style="display:inline-flex;gap:6px;align-items:center">'
            f'<svg width="14" height="14" aria-hidden="true"><rect x="1" y="2" width="12" '
            f'height="10" style="{look}"/></svg>{escape(words)}</span>'
        )

    here = f"fill:{HERE};fill-opacity:.4;stroke:{HERE}"
    there = f"fill:none;stroke:{OTHER}"
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:6px">'
        f"{key(here, one)}{key(there, other)}</div>"
    )


def _with_interval(estimate: Estimate, unit: Unit) -> str:
    def said(value: float) -> str:
        return number_words(value, unit)

    return f"<b>{said(estimate.value)}</b> {small(ends_text(estimate.interval, said))}"
