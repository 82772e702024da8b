"""How estimates move with a minimum, and how often each number of points occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from neuroanalysis.core.distribution import SampledDistribution
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.plots.axes import (
    FOOT,
    HEIGHT,
    RIGHT,
    TOP,
    WORDS,
    Axis,
    Unit,
    axis_lines,
    number_words,
)
from neuroanalysis.plots.colours import PAGE
from neuroanalysis.plots.columns import LEFT, columns_svg, words_svg
from neuroanalysis.plots.markup import heading, small
from neuroanalysis.texts import text

__all__ = ["Trace", "curves_html", "points_html"]

_TEXTS: Final = "plots.rounds"
# How wide the place of a label is, in percent.
_LABEL: Final = 3.6

# Colour, dashes and the shape of the points: each tells the players apart without the others.
_LOOKS: Final = (
    (PAGE[0], "", "round"),
    (PAGE[1], "7 4", "square"),
    (PAGE[2], "2 3", "tip"),
    (PAGE[3], "10 3 2 3", "diamond"),
    (PAGE[4], "5 2", "down"),
    (PAGE[5], "1 4", "round"),
)
_SHAPES: Final = {
    "round": '<circle r="4"/>',
    "square": '<rect x="-3.6" y="-3.6" width="7.2" height="7.2"/>',
    "tip": '<path d="M0-4.8L4.6 3.4H-4.6Z"/>',
    "down": '<path d="M0 4.8L4.6-3.4H-4.6Z"/>',
    "diamond": '<path d="M0-5L5 0L0 5L-5 0Z"/>',
}


@dataclass(frozen=True)
class Trace:
    """How an estimate of somebody moves with something.

    Parameters
    ----------
    name
        Whose it is.
    at
        Whole numbers, in order.
    estimates
        One for each of them.
    """

    name: str
    at: tuple[int, ...]
    estimates: tuple[Estimate, ...]


def curves_html(
    title: str, traces: Sequence[Trace], unit: Unit, across: str, *, marked: int | None = None
) -> str:
    """Draw how estimates move with a whole number: a line with intervals for each player.

    Parameters
    ----------
    title
        What is estimated.
    traces
        One a player, at the same numbers.
    unit
        What is estimated is a share or points.
    across
        What it moves with.
    marked
        A number to be pointed at, such as the one in force.

    Examples
    --------
    >>> estimates = tuple(Estimate.of_share(n, 100, seed=1) for n in (30, 20))
    >>> curves_html("Finishes", [Trace("Ana", (18, 20), estimates)], "share", "minimum")[:4]
    '<div'
    """
    axis = Axis([end for trace in traces for one in trace.estimates for end in one.interval])
    numbers = sorted({at for trace in traces for at in trace.at})

    def place(number: int) -> float:
        wide = max(1, numbers[-1] - numbers[0])
        return LEFT + (RIGHT - LEFT) * (0.04 + 0.92 * (number - numbers[0]) / wide)

    drawn = [axis_lines(axis, lambda value: number_words(value, unit))]
    drawn += [
        words_svg(place(number), HEIGHT - 20, str(number))
        for number in _labelled(numbers, place, marked)
    ]
    drawn.append(words_svg((LEFT + RIGHT) / 2, HEIGHT - 3, across, faint=True))
    if marked in numbers:
        x = f"{place(marked):.2f}%"
        drawn.append(
            f'<line x1="{x}" x2="{x}" y1="{TOP}" y2="{HEIGHT - FOOT}" '
            'style="stroke:currentColor;opacity:.35;stroke-dasharray:3 4"/>'
        )
    for number, (trace, look) in enumerate(zip(traces, _LOOKS, strict=False)):
        # Side by side, so that whiskers of several players do not hide each other.
        drawn.append(_line(trace, look, place, axis, 0.35 * (number - (len(traces) - 1) / 2)))
    said = "; ".join(
        f"{trace.name}: "
        + ", ".join(
            f"{at} → {number_words(one.value, unit)}"
            for at, one in zip(trace.at, trace.estimates, strict=True)
        )
        for trace in traces
    )
    legend = "".join(
        _curve_key(look, trace.name) for trace, look in zip(traces, _LOOKS, strict=False)
    )
    return (
        f'<div style="max-width:760px">{heading(title)}'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(f"{title}, {across}. {said}")}" '
        f'style="display:block;overflow:visible;{WORDS}">{"".join(drawn)}</svg>'
        f'<div style="display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:4px">{legend}</div></div>'
    )


def _labelled(
    numbers: Sequence[int], place: Callable[[int], float], marked: int | None
) -> list[int]:
    """Return the numbers whose labels have room beside each other, the marked one first."""
    found: list[int] = []
    for number in sorted(numbers, key=lambda one: one != marked):
        if all(abs(place(number) - place(other)) >= _LABEL for other in found):
            found.append(number)
    return found


def _line(
    trace: Trace,
    look: tuple[str, str, str],
    place: Callable[[int], float],
    axis: Axis,
    aside: float,
) -> str:
    colour, dashes, shape = look
    spots = [(place(at) + aside, one) for at, one in zip(trace.at, trace.estimates, strict=True)]
    stroke = f"stroke:{colour};stroke-width:2.4;stroke-dasharray:{dashes or 'none'}"
    drawn = [
        f'<line x1="{x1:.2f}%" x2="{x2:.2f}%" y1="{axis.at(one.value):.1f}" '
        f'y2="{axis.at(two.value):.1f}" style="{stroke}"/>'
        for (x1, one), (x2, two) in pairwise(spots)
    ]
    for x, one in spots:
        low, high = (f"{axis.at(end):.1f}" for end in one.interval)
        drawn.append(
            f'<line x1="{x:.2f}%" x2="{x:.2f}%" y1="{low}" y2="{high}" '
            f'style="stroke:{colour};stroke-width:1.5"/>'
            f'<svg x="{x:.2f}%" y="{axis.at(one.value):.1f}" style="overflow:visible;'
            f'fill:{colour}">{_SHAPES[shape]}</svg>'
        )
    return "".join(drawn)


def _curve_key(look: tuple[str, str, str], words: str) -> str:
    colour, dashes, shape = look
    style = f"stroke:{colour};stroke-width:2.4;stroke-dasharray:{dashes or 'none'}"
    return (
        '<span style="display:inline-flex;gap:7px;align-items:center">'
        '<svg width="30" height="14" aria-hidden="true">'
        f'<line x1="0" x2="30" y1="7" y2="7" style="{style}"/><svg x="15" y="7" '
        f'style="overflow:visible;fill:{colour}">{_SHAPES[shape]}</svg></svg>{escape(words)}</span>'
    )


def points_html(points: Mapping[str, Sequence[int]], seed: int, *, titled: bool = True) -> str:
    """Draw how often each number of points occurs, a chart a player.

    Parameters
    ----------
    points
        Of each round, by the player's name.
    seed
        Where the rounds come from.
    titled
        Whether a title stands above.

    Examples
    --------
    >>> points_html({"Ana": [3, 18, 18, 7]}, seed=1).count("<svg")
    1
    """
    charts = []
    for name, values in points.items():
        counts: dict[int | str | tuple[int | str, ...], int] = dict(sorted(Counter(values).items()))
        sampled = SampledDistribution(counts, n=len(values), seed=seed)
        mean = number_text(sum(values) / len(values), 3)
        said = text(f"{_TEXTS}.points_of", name=name, mean=mean)
        charts.append(
            f'<div style="min-width:0">{small(said)}'
            f"{columns_svg([], sampled, height=150, label=said)}</div>"
        )
    title = heading(text(f"{_TEXTS}.points")) if titled else ""
    return title + (
        '<div style="display:grid;gap:10px 24px;grid-template-columns:repeat(auto-fit,'
        f'minmax(min(100%,330px),1fr));max-width:1100px">{"".join(charts)}</div>'
    )
