"""Distributions as HTML: bars of exact counts, with sampled shares and their intervals over them.

Inline styles only, so that a saved notebook shows them anywhere; colours take the page's ink and
differ in form as well (a filled bar is exact, a stroke with whiskers is sampled).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Final

from neuroanalysis.core.distribution import (
    Distribution,
    Outcome,
    SampledDistribution,
    outcome_text,
)
from neuroanalysis.core.intervals import number_text
from neuroanalysis.texts import text

__all__ = ["comparison_html", "distribution_html", "percent", "sampled_html"]

_BAR: Final = "#0072b2"
_SAMPLE: Final = "#d55e00"
# On a narrow page a table is moved sideways rather than cut off.
_TABLE: Final = (
    '<div style="overflow-x:auto">'
    '<table role="table" aria-label="{label}" style="border-collapse:collapse;width:100%;'
    'max-width:760px;font-variant-numeric:tabular-nums">'
)
_CELL: Final = "padding:1px 10px 1px 0;text-align:right;white-space:nowrap"
_HEAD: Final = _CELL + ";font-weight:600;border-bottom:1px solid currentColor"


def percent(share: Fraction | float, digits: int = 4) -> str:
    """Return a share as a percentage in the language in force.

    Examples
    --------
    >>> percent(Fraction(1, 8))
    '12.5 %'
    """
    return f"{number_text(100 * float(share), digits)} %"


def _whole(n: int) -> str:
    return f"{n:,}".replace(",", "\u202f")


def distribution_html(
    exact: Distribution,
    sampled: SampledDistribution | None = None,
    marked: Outcome | None = None,
) -> str:
    """Return exact counts as a table with bars; joint outcomes as a grid.

    Parameters
    ----------
    exact
        The distribution.
    sampled
        A sample of the same, drawn over the bars.
    marked
        An outcome to be pointed at.
    """
    if any(isinstance(outcome, tuple) for outcome in exact.counts):
        return _said(str(exact)) + _grid(exact, marked)
    shares = {key: n / exact.total for key, n in exact.counts.items()}
    sample = {} if sampled is None else {key: n / sampled.n for key, n in sampled.counts.items()}
    intervals = {} if sampled is None else sampled.intervals()
    highest = max([*shares.values(), *(high for _, high in intervals.values())])
    rows = [_head("outcome", "bar", "share", "up_to", "deals")]
    so_far = 0
    for key, n in exact.counts.items():
        so_far += n
        over = _whisker(sample[key], intervals[key], highest) if key in sample else ""
        rows.append(
            _row(
                key == marked,
                _named(key, marked),
                _bar(shares[key], highest, over),
                percent(shares[key]),
                percent(Fraction(so_far, exact.total)),
                _whole(n),
            )
        )
    said = [str(exact)] + ([] if sampled is None else [str(sampled)])
    label = escape(text("plots.distribution.label"))
    return _said(*said) + _TABLE.format(label=label) + "".join(rows) + "</table></div>"


def sampled_html(sampled: SampledDistribution) -> str:
    """Return sampled counts as a table, with intervals."""
    intervals = sampled.intervals()
    highest = max(high for _, high in intervals.values())
    rows = [_head("outcome", "bar", "share", "interval", "hands")]
    for key, n in sampled.counts.items():
        low, high = intervals[key]
        rows.append(
            _row(
                False,
                _named(key, None),
                _bar(0, highest, _whisker(n / sampled.n, (low, high), highest)),
                percent(n / sampled.n),
                f"{percent(low)} – {percent(high)}",
                _whole(n),
            )
        )
    label = escape(text("plots.distribution.label"))
    return _said(str(sampled)) + _TABLE.format(label=label) + "".join(rows) + "</table></div>"


def comparison_html(parts: Sequence[tuple[str, Distribution]]) -> str:
    """Return the shares of several distributions side by side, with differences from the first."""
    first = parts[0][1]
    keys = list(dict.fromkeys(key for _, part in parts for key in part.counts))
    keys.sort(key=lambda key: (not isinstance(key, str), key if isinstance(key, int) else 0))
    names = [escape(text("plots.distribution.outcome")), *(escape(name) for name, _ in parts)]
    head = "".join(f'<th scope="col" style="{_HEAD}">{name}</th>' for name in names)
    rows = [f"<tr>{head}</tr>"]
    for key in keys:
        cells = [_named(key, None)]
        base = first.probability(key)
        for place, (_, part) in enumerate(parts):
            share = part.probability(key)
            change = "" if place == 0 or share == base else _change(share - base)
            cells.append(percent(share) + change)
        rows.append(_row(False, *cells))
    means = [text("plots.distribution.mean")]
    means += [number_text(_numeric(part).mean(), 5) for _, part in parts]
    rows.append(_row(True, *means))
    label = escape(text("plots.distribution.comparison"))
    return _TABLE.format(label=label) + "".join(rows) + "</table></div>"


def _numeric(part: Distribution) -> Distribution:
    return part.given(lambda key: isinstance(key, int))


def _change(difference: Fraction) -> str:
    sign = "+" if difference > 0 else "−"
    return f' <span style="opacity:.75">({sign}{percent(abs(difference), 3)})</span>'


def _said(*lines: str) -> str:
    return "".join(f'<p style="margin:2px 0 6px">{escape(line)}</p>' for line in lines)


def _named(key: Outcome, marked: Outcome | None) -> str:
    name = outcome_text(key)
    if name == "none":
        name = text("plots.distribution.none")
    return f"▸ {name}" if key == marked else name


def _head(*names: str) -> str:
    cells = "".join(
        f'<th scope="col" style="{_HEAD}{";text-align:left" if name == "bar" else ""}">'
        + ("" if name == "bar" else escape(text(f"plots.distribution.{name}")))
        + "</th>"
        for name in names
    )
    return f"<tr>{cells}</tr>"


def _row(strong: bool, *cells: str) -> str:
    style = _CELL + (";font-weight:600" if strong else "")
    return "<tr>" + "".join(f'<td style="{style}">{cell}</td>' for cell in cells) + "</tr>"


def _bar(share: float, highest: float, over: str = "") -> str:
    width = 100 * share / highest
    return (
        '<div aria-hidden="true" style="position:relative;width:100%;min-width:120px;height:14px">'
        f'<div style="position:absolute;top:1px;bottom:1px;left:0;width:{width:.2f}%;'
        f'min-width:1px;background:{_BAR};border-radius:2px"></div>{over}</div>'
    )


def _whisker(share: float, interval: tuple[float, float], highest: float) -> str:
    low, high = (100 * end / highest for end in interval)
    at = 100 * share / highest
    return (
        f'<div style="position:absolute;top:6px;height:2px;left:{low:.2f}%;'
        f'width:{max(high - low, 0.3):.2f}%;background:{_SAMPLE}"></div>'
        f'<div style="position:absolute;top:2px;bottom:2px;width:3px;left:{at:.2f}%;'
        f'background:{_SAMPLE};outline:1px solid rgba(255,255,255,.7)"></div>'
    )


def _grid(exact: Distribution, marked: Outcome | None) -> str:
    """Return joint outcomes of two as a grid: the first downwards, the second across."""
    pairs = [key for key in exact.counts if isinstance(key, tuple)]
    across = sorted({key[1] for key in pairs}, key=str)
    down = sorted({key[0] for key in pairs}, key=lambda key: (not isinstance(key, str), key))
    highest = max(exact.counts.values())
    head = "".join(f'<th scope="col" style="{_HEAD}">{escape(str(key))}</th>' for key in across)
    rows = [f'<tr><th style="{_HEAD}"></th>{head}</tr>']
    for value in down:
        cells = [f'<th scope="row" style="{_CELL}">{escape(str(value))}</th>']
        for other in across:
            n = exact.counts.get((value, other), 0)
            ring = ";outline:2px solid currentColor" if (value, other) == marked else ""
            # A square root keeps rare outcomes visible; the number says how many there are.
            depth = (n / highest) ** 0.5
            share = percent(Fraction(n, exact.total), 3) if n else ""
            cells.append(
                f'<td style="{_CELL};background:rgba(0,114,178,{0.75 * depth:.3f}){ring}">'
                f"{share}</td>"
            )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    label = escape(text("plots.distribution.grid"))
    return _TABLE.format(label=label) + "".join(rows) + "</table></div>"
