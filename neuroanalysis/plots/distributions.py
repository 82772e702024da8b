"""Distributions as HTML: a chart, what it shows, and every count in a table.

Inline styles only, so that a saved notebook shows them anywhere. Exact and sampled never look
alike: columns are exact, points with whiskers are estimates, and a line under the chart says which
is which, with the sample's size and seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Final

from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.intervals import Interval, ends_text, number_text
from neuroanalysis.core.outcomes import numeric, order, ordered, outcome_words
from neuroanalysis.plots.colours import DEEPEST, ESTIMATE, HERE, tint
from neuroanalysis.plots.columns import (
    COMPARED,
    EXACT,
    columns_svg,
    percent,
    share_text,
)
from neuroanalysis.plots.markup import FOCUS
from neuroanalysis.texts import catalogue, language, text

__all__ = [
    "chart_html",
    "comparison_html",
    "counts_html",
    "distribution_html",
    "legend_html",
    "part_words",
    "percent",
    "sampled_comparison_html",
    "sampled_html",
    "share_text",
    "summary_html",
]

QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)
"""The quantiles that are told, in percent."""

_LEAST: Final = 0.0001
_FONT: Final = "font:13px/1.45 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"
_LINE: Final = "1px solid rgba(128,128,128,.35)"
_GROUND: Final = "background:none;color:inherit;border:0;max-width:none;font-size:13px"
# Where there is little room, a cell breaks into lines at its spaces; no number is broken.
_CELL: Final = f"{_GROUND};padding:1px 14px 1px 0;text-align:right"
_PAGE: Final = "var(--jp-layout-color0,Canvas)"
# Shades at the edges behind which a table goes on. They stay, while covers in the page's colour
# move with the table, and lie over them where it ends.
_SHADE: Final = "rgba(128,128,128,.5),transparent"
_EDGES: Final = ",".join(
    f"linear-gradient(to {end},{colours}) {side}/{width}px 100% no-repeat {moves}"
    for colours, width, moves in ((f"{_PAGE} 40%,transparent", 36, "local"), (_SHADE, 14, "scroll"))
    for side, end in (("left", "right"), ("right", "left"))
)
_HEAD: Final = (
    f"{_GROUND};padding:1px 14px 3px 0;text-align:right;vertical-align:bottom;font-weight:600"
)


def distribution_html(
    exact: Distribution,
    sampled: SampledDistribution | None = None,
    marked: Outcome | None = None,
    *,
    log: bool = False,
    axes: Sequence[str] = (),
    label: str = "",
) -> str:
    """Draw a distribution, a sample over it, and tabulate the counts.

    Parameters
    ----------
    exact
        The distribution; joint outcomes of two become a grid, of more a list.
    sampled
        A sample of the same.
    marked
        An outcome to be pointed at.
    log
        Whether each step upwards is ten times as much.
    axes
        What the parts of joint outcomes are, in words; without it as the distribution says.
    label
        What is drawn, for a person who does not see it.

    Examples
    --------
    >>> coins = Distribution.from_counts({0: 1, 1: 2, 2: 1})
    >>> "exact, computed" in distribution_html(coins)
    True
    """
    if _pairs(exact.counts):
        title = escape(text("plots.distribution.every"))
        return _block(
            # The grid shows no estimate: what a sample says stands in the table below.
            _grid(exact, marked, axes) + legend_html(exact),
            f'<details data-key="counts"><summary>{title}</summary>'
            f"{counts_html(exact, sampled, marked)}{legend_html(None, sampled)}</details>",
        )
    return _block(
        chart_html(exact, sampled, marked, log=log, label=label),
        summary_html(exact),
        counts_html(exact, sampled, marked),
    )


def sampled_html(
    sampled: SampledDistribution,
    marked: Outcome | None = None,
    *,
    log: bool = False,
    label: str = "",
    parts: Sequence[str] = (),
) -> str:
    """Draw a sample alone, and tabulate its counts with their intervals.

    Parameters
    ----------
    sampled
        The sample.
    marked
        An outcome to be pointed at.
    log
        Whether each step upwards is ten times as much.
    label
        What is drawn, for a person who does not see it.
    parts
        What the parts of joint outcomes are, as exact distributions name them.

    Examples
    --------
    >>> "seed 7" in sampled_html(SampledDistribution({0: 5, 1: 5}, n=10, seed=7))
    True
    """
    intervals = sampled.intervals()
    head = [text(f"plots.distribution.{name}") for name in ("outcome", "count", "share")]
    if parts:
        between = text("distribution.outcome.between").join(part_words(parts))
        head[0] = text("distribution.outcome.joint", parts=between)
    head.append(text("plots.distribution.interval", level=number_text(100 * sampled.level)))
    rows = [
        _row(
            [
                f"▸ {outcome_words(key)}" if key == marked else outcome_words(key),
                number_text(n),
                share_text(n / sampled.n),
                _between(intervals[key]),
            ],
            strong=key == marked,
        )
        for key, n in sampled.counts.items()
    ]
    joint = any(isinstance(key, tuple) for key in sampled.counts)
    said = f"{label}. {sampled}" if label else str(sampled)
    chart = "" if joint else columns_svg([], sampled, marked=marked, log=log, label=said)
    table = _table(text("plots.distribution.label"), head, rows)
    return _block(chart, legend_html(None, sampled), table)


def part_words(parts: Iterable[str]) -> list[str]:
    """Say what the parts of joint outcomes are, in words where there are some.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     part_words(("value", "luck"))
    ['valeur', 'luck']
    """
    known = catalogue(language())
    return [known.get(f"deals.axis.{part}", part) for part in parts]


def chart_html(
    exact: Distribution,
    sampled: SampledDistribution | None = None,
    marked: Outcome | None = None,
    *,
    log: bool = False,
    label: str = "",
) -> str:
    """Draw the chart of a distribution of single outcomes, and say what it shows."""
    most = max(exact.counts, key=exact.counts.__getitem__)
    said = text(
        "plots.distribution.alt",
        label=label or text("plots.distribution.label"),
        said=str(exact),
        most=outcome_words(most),
        share=share_text(exact.probability(most)),
    )
    drawn = columns_svg([exact], sampled, marked=marked, log=log, label=said)
    return drawn + legend_html(exact, sampled)


def legend_html(exact: Distribution | None, sampled: SampledDistribution | None = None) -> str:
    """Say which marks are exact and which are estimates, with what belongs to either."""
    lines = []
    if exact is not None:
        lines.append(
            _key(f'<rect x="2" y="2" width="10" height="10" style="{EXACT}"/>', str(exact))
        )
    if sampled is not None:
        point = (
            f'<path d="M7 0V14M4 1H10M4 13H10" style="stroke:{ESTIMATE};stroke-width:1.8"/>'
            f'<circle cx="7" cy="7" r="3" style="fill:#fff;stroke:{ESTIMATE};stroke-width:1.8"/>'
        )
        lines.append(_key(point, _estimate(sampled)))
    return "".join(lines)


def summary_html(exact: Distribution) -> str:
    """Say mean, standard deviation and quantiles; of the numbers among the outcomes."""
    values = exact
    if not numeric(exact.counts):
        if not any(isinstance(key, int) for key in exact.counts):
            return ""
        values = exact.given(lambda key: isinstance(key, int))
    spread = float(values.variance()) ** 0.5
    said = text("plots.distribution.deviation", deviation=number_text(spread))
    if values is not exact:
        mean = number_text(float(values.mean()), 5)
        said = text("plots.distribution.of_numbers", mean=mean, said=said)
    head = [text("plots.distribution.quantile"), *(f"{chance} %" for chance in QUANTILES)]
    found = [outcome_words(values.quantile(Fraction(chance, 100))) for chance in QUANTILES]
    row = _row([text("plots.distribution.outcome"), *found])
    return f"<div>{escape(said)}</div>" + _table(head[0], head, [row], wide=False)


def counts_html(
    exact: Distribution,
    sampled: SampledDistribution | None = None,
    marked: Outcome | None = None,
) -> str:
    """Tabulate outcomes with their deals, shares and cumulative shares; a sample's beside them."""
    names = ["outcome", "count", "share"]
    cumulative = ordered(exact.counts)
    if cumulative:
        names += ["at_most", "at_least"]
    head = [text(f"plots.distribution.{name}") for name in names]
    intervals = {} if sampled is None else sampled.intervals()
    if sampled is not None:
        head.append(text("plots.distribution.sampled"))
        head.append(text("plots.distribution.interval", level=number_text(100 * sampled.level)))
    rows = []
    so_far = 0
    for key, n in exact.counts.items():
        so_far += n
        cells = [
            f"▸ {outcome_words(key)}" if key == marked else outcome_words(key),
            number_text(n),
            share_text(Fraction(n, exact.total)),
        ]
        if cumulative:
            cells.append(share_text(Fraction(so_far, exact.total)))
            cells.append(share_text(Fraction(exact.total - so_far + n, exact.total)))
        if sampled is not None:
            cells.append(share_text(sampled.counts.get(key, 0) / sampled.n))
            cells.append(_between(intervals[key]) if key in intervals else "–")
        rows.append(_row(cells, strong=key == marked))
    return _table(text("plots.distribution.label"), head, rows)


def comparison_html(
    first: tuple[str, Distribution],
    others: Sequence[tuple[str, Distribution]],
    *,
    log: bool = False,
) -> str:
    """Draw distributions beside a first one, and tabulate how each share differs from its share.

    Parameters
    ----------
    first
        Name and distribution that the others are compared with.
    others
        Names and distributions.
    log
        Whether each step upwards is ten times as much.

    Examples
    --------
    >>> coins = Distribution.from_counts({0: 1, 1: 2, 2: 1})
    >>> "nothing" in comparison_html(("coins", coins), [("other coins", coins)])
    True
    """
    return _block(*(_beside(first, other, log) for other in others))


def sampled_comparison_html(
    first: tuple[str, SampledDistribution], others: Sequence[tuple[str, SampledDistribution]]
) -> str:
    """Tabulate samples beside a first one: the shares of each outcome with their intervals.

    Parameters
    ----------
    first
        Name and sample that the others are compared with.
    others
        Names and samples.

    Examples
    --------
    >>> coins = SampledDistribution({0: 5, 1: 5}, n=10, seed=7)
    >>> "nothing" in sampled_comparison_html(("coins", coins), [("other coins", coins)])
    True
    """
    return _block(*(_sampled_beside(first, other) for other in others))


def _sampled_beside(
    first: tuple[str, SampledDistribution], other: tuple[str, SampledDistribution]
) -> str:
    (name, base), (title, part) = first, other
    heading = f'<div style="font-weight:600;margin:10px 0 4px">{escape(title)}</div>'
    if base.counts == part.counts:
        return f"{heading}<div>{escape(text('plots.distribution.same_sample'))}</div>"
    keys = sorted({*base.counts, *part.counts}, key=order)
    interval = text("plots.distribution.interval", level=number_text(100 * base.level))
    head = [text("plots.distribution.outcome"), name, interval, title, interval]
    rows = []
    for key in keys:
        cells = [outcome_words(key)]
        for one in (base, part):
            n, known = one.counts.get(key, 0), one.intervals()
            cells.append(share_text(n / one.n))
            cells.append(_between(known[key]) if key in known else "–")
        rows.append(_row(cells))
    table = _table(text("plots.distribution.comparison"), head, rows, wide=False)
    return heading + legend_html(None, part) + table


def _beside(first: tuple[str, Distribution], other: tuple[str, Distribution], log: bool) -> str:
    (name, base), (title, part) = first, other
    heading = f'<div style="font-weight:600;margin:10px 0 4px">{escape(title)}</div>'
    if base.counts == part.counts:
        return f"{heading}<div>{escape(text('plots.distribution.same'))}</div>"
    keys = sorted({*base.counts, *part.counts}, key=order)
    changes = {key: part.probability(key) - base.probability(key) for key in keys}
    most = max(keys, key=lambda key: abs(changes[key]))
    said = text(
        "plots.distribution.largest",
        outcome=outcome_words(most),
        before=share_text(base.probability(most)),
        after=share_text(part.probability(most)),
    )
    means = [_mean(one) for one in (base, part)]
    if None not in means:
        said += " " + text("plots.distribution.means", before=means[0], after=means[1])
    drawn = ""
    if not _pairs(dict.fromkeys(keys, 0)):
        drawn = columns_svg([base, part], log=log, height=190, label=f"{title}: {said}")
        drawn += _key(f'<rect x="2" y="2" width="10" height="10" style="{EXACT}"/>', name)
        drawn += _key(f'<rect x="2" y="2" width="10" height="10" style="{COMPARED}"/>', title)
    head = [text("plots.distribution.outcome"), name, title, text("plots.distribution.difference")]
    rows = [
        _row(
            [
                outcome_words(key),
                share_text(base.probability(key)),
                share_text(part.probability(key)),
                _change(changes[key]),
            ]
        )
        for key in keys
    ]
    label = text("plots.distribution.comparison")
    return f"{heading}<div>{escape(said)}</div>{drawn}{_table(label, head, rows, wide=False)}"


def _mean(part: Distribution) -> str | None:
    return number_text(float(part.mean()), 5) if numeric(part.counts) else None


def _between(interval: Interval) -> str:
    """Return both ends of an interval of a share, in percent."""
    return ends_text(interval, _about)


def _about(share: Fraction | float) -> str:
    """Return a share in percent, shortly; rare ones are told elsewhere."""
    return f"< {percent(_LEAST)}" if 0 < share < _LEAST else percent(share, 3)


def _change(difference: Fraction) -> str:
    if difference == 0:
        return "0"
    return ("+" if difference > 0 else "−") + share_text(abs(difference), 3)


def _pairs(counts: Iterable[Outcome]) -> bool:
    return all(isinstance(key, tuple) and len(key) == 2 for key in counts)


def _estimate(sampled: SampledDistribution) -> str:
    said = text(
        "plots.distribution.estimate",
        n=number_text(sampled.n),
        seed=sampled.seed,
        level=number_text(100 * sampled.level),
    )
    if not numeric(sampled.counts) or sampled.n < 2:
        return said
    mean = sampled.mean()
    return said + text(
        "plots.distribution.estimated_mean",
        mean=number_text(mean.value),
        low=number_text(mean.interval.low),
        high=number_text(mean.interval.high),
    )


def _grid(
    exact: Distribution,
    marked: Outcome | None,
    axes: Sequence[str],
) -> str:
    """Return joint outcomes of two as a heat map: the first downwards, the second across."""
    down, across = (
        sorted({key[place] for key in exact.counts if isinstance(key, tuple)}, key=order)
        for place in (0, 1)
    )
    names = list(axes) or _part_names(exact.parts)
    # No break may part a name from its arrow.
    corner = f"{names[0]}\u00a0↓ {names[1]}\u00a0→"
    highest = max(exact.counts.values())
    rows = []
    for one in down:
        cells = [f'<th scope="row" style="{_CELL};font-weight:600">{outcome_words(one)}</th>']
        for two in across:
            key = (one, two)
            ring = ";outline:2px solid currentColor;outline-offset:-2px" if key == marked else ""
            # A square root keeps rare outcomes visible; the table says how rare they are.
            depth = DEEPEST * (exact.counts.get(key, 0) / highest) ** 0.5
            content = _cell(_about(exact.probability(key))) if key in exact.counts else ""
            cells.append(
                f'<td style="{_CELL};background:{tint(HERE, depth)};padding:2px 8px'
                f'{ring}">{content}</td>'
            )
        rows.append(f'<tr style="background:none">{"".join(cells)}</tr>')
    head = [corner, *map(outcome_words, across)]
    return _table(text("plots.distribution.grid"), head, rows, wide=False)


def _part_names(parts: Sequence[str]) -> list[str]:
    """Return what the parts of joint outcomes are, in words where there are some."""
    if len(parts) != 2:
        return [text(f"plots.distribution.part_{place}") for place in ("one", "two")]
    return part_words(parts)


def _block(*parts: str) -> str:
    content = "".join(f'<div style="margin:0 0 10px">{part}</div>' for part in parts if part)
    return f'<div style="{_FONT}">{content}</div>'


def _key(mark: str, words: str) -> str:
    """Return a line of a legend: a mark as it is in the chart, and what it stands for."""
    return (
        '<div style="display:flex;gap:7px;align-items:flex-start;margin:3px 0 0">'
        f'<svg width="14" height="14" aria-hidden="true" style="flex:none;margin-top:3px">{mark}'
        f"</svg><span>{escape(words)}</span></div>"
    )


def _table(label: str, head: Sequence[str], rows: Iterable[str], *, wide: bool = True) -> str:
    """Return a table that scrolls by itself where the page is too narrow for it."""
    cells = "".join(f'<th scope="col" style="{_HEAD}">{escape(name)}</th>' for name in head)
    width = "min-width:min(100%,560px)" if wide else "width:auto"
    # Every property that notebooks set for the tables in their outputs is set here again.
    return (
        f'<div role="region" aria-label="{escape(label)}" tabindex="0" '
        f'style="{FOCUS};overflow-x:auto;max-width:100%;background:{_EDGES}">'
        '<table style="border-collapse:collapse;border:0;'
        f"margin:4px 0 0;{width};table-layout:auto;font:inherit;color:inherit;background:none;"
        f'font-variant-numeric:tabular-nums"><thead style="border-bottom:{_LINE}">'
        f'<tr style="background:none">{cells}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
        "</div>"
    )


def _cell(words: str) -> str:
    """Return what stands in a cell, with no break between a number and its sign of percent."""
    return (
        escape(words)
        .replace(" %", "\u00a0%")
        .replace("&lt; ", "&lt;\u00a0")
        .replace("&gt; ", "&gt;\u00a0")
    )


def _row(cells: Sequence[str], *, strong: bool = False) -> str:
    style = _CELL + ";font-weight:700" * strong
    drawn = "".join(f'<td style="{style}">{_cell(cell)}</td>' for cell in cells)
    return f'<tr style="background:none">{drawn}</tr>'
