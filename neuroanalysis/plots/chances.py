"""Chances within 1, 2, ... draws: a curve for each move, and cells of tables.

Inline styles only, so that a saved notebook shows them anywhere; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from neuroanalysis.core.intervals import Estimate, ends_text
from neuroanalysis.plots.colours import PAGE
from neuroanalysis.plots.columns import LEFT, Scale, axis_svg, share_text, words_svg
from neuroanalysis.plots.markup import heading, small
from neuroanalysis.texts import text

__all__ = ["ChanceCurve", "chance_cell", "chance_words", "chances_html"]

_TEXTS: Final = "plots.odds"
_DIGITS: Final = 3
_HEIGHT: Final = 210
_RIGHT: Final = 98.0
_MOST_LABELS: Final = 10
# Colour, dashes and the shape of the points: each tells the lines apart without the others.
_LOOKS: Final = (
    (PAGE[0], "", "round"),
    (PAGE[1], "7 4", "square"),
    (PAGE[2], "2 3", "tip"),
)
_GREY: Final = "stroke:currentColor;opacity:.22;stroke-width:1.3"


@dataclass(frozen=True)
class ChanceCurve:
    """A move and its chance within 1, 2, ... draws.

    Parameters
    ----------
    name
        What it is called.
    chances
        One for each number of draws.
    estimates
        The same with intervals, where they are estimates.
    """

    name: str
    chances: tuple[float, ...]
    estimates: tuple[Estimate, ...] = ()


def chance_words(chance: float) -> str:
    """Say a chance."""
    return share_text(chance, _DIGITS)


def chance_cell(chances: Sequence[float], estimates: Sequence[Estimate], draws: int) -> str:
    """Return the cell of a table that says a chance, and how sure it is."""
    said = escape(chance_words(chances[draws - 1]))
    if not estimates:
        return said
    return f"{said}<br>{small(ends_text(estimates[draws - 1].interval, chance_words))}"


def chances_html(title: str, curves: Sequence[ChanceCurve], *, others: Callable[[int], str]) -> str:
    """Draw the chance of each move by the number of draws; the first few stand out.

    One draw, or no chance, makes no curve.

    Parameters
    ----------
    title
        What the chances are of.
    curves
        Best first, all over as many draws.
    others
        Says how many curves there are besides those that stand out.

    Examples
    --------
    >>> curve = ChanceCurve("draw on", (0.1, 0.2))
    >>> html = chances_html("Chance", [curve], others=str)
    >>> "draw on: 10 %, 20 %" in html
    True
    """
    draws = max(len(curve.chances) for curve in curves)
    if draws == 1 or not any(max(curve.chances) > 0 for curve in curves):
        return ""
    shown = curves[: len(_LOOKS)]
    ends = [end for curve in shown for one in curve.estimates for end in one.interval]
    scale = Scale([p for curve in curves for p in curve.chances] + ends, _HEIGHT, log=False)
    drawn = [axis_svg(scale, _HEIGHT), *_labels(draws)]
    drawn += [_curve(curve, scale, _GREY) for curve in curves[len(shown) :]]
    for curve, (colour, dashes, shape) in reversed([*zip(shown, _LOOKS, strict=False)]):
        look = f"stroke:{colour};stroke-width:2.4;stroke-dasharray:{dashes or 'none'}"
        drawn.append(_curve(curve, scale, look))
        drawn += _points(curve, scale, colour, shape)
    names = [text(f"{_TEXTS}.curve", move=curve.name, chances=_by_draw(curve)) for curve in shown]
    label = text(f"{_TEXTS}.alt", title=title, said="; ".join(names))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape(label)}" style="display:block;max-width:760px;overflow:visible;'
        'font:12px/1 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif">'
        f"{''.join(drawn)}</svg>"
    )
    legend = "".join(_key(look, words) for look, words in zip(_LOOKS, names, strict=False))
    if len(curves) > len(shown):
        legend += _key(None, others(len(curves) - len(shown)))
    return heading(title) + svg + legend


def _by_draw(curve: ChanceCurve) -> str:
    """Say the chances of a curve, the last one only where there are many."""
    chances = curve.chances
    if len(chances) <= 3:
        return ", ".join(map(chance_words, chances))
    return f"{chance_words(chances[0])} … {chance_words(chances[-1])}"


def _across(draw: int, draws: int) -> float:
    return LEFT + (draw - 0.5) * (_RIGHT - LEFT) / draws


def _labels(draws: int) -> list[str]:
    step = next(step for step in (1, 2, 5, 10) if draws <= step * _MOST_LABELS)
    return [
        words_svg(_across(draw, draws), _HEIGHT - 5, str(draw))
        for draw in range(1, draws + 1)
        if draw % step == 0 or draw == 1
    ]


def _curve(curve: ChanceCurve, scale: Scale, look: str) -> str:
    draws = len(curve.chances)
    places = [(_across(n, draws), scale.at(chance)) for n, chance in enumerate(curve.chances, 1)]
    return "".join(
        f'<line x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}" style="{look}"/>'
        for (x1, y1), (x2, y2) in pairwise(places)
    )


def _points(curve: ChanceCurve, scale: Scale, colour: str, shape: str) -> list[str]:
    draws = len(curve.chances)
    drawn = []
    for number, estimate in enumerate(curve.estimates, 1):
        x = _across(number, draws)
        low, high = map(scale.at, estimate.interval)
        drawn.append(
            f'<line x1="{x:.2f}%" x2="{x:.2f}%" y1="{low:.1f}" y2="{high:.1f}" '
            f'style="stroke:{colour};stroke-width:1.5"/>'
        )
    if draws <= 3 * _MOST_LABELS:
        drawn += [
            _point(f"{_across(n, draws):.2f}%", f"{scale.at(chance):.1f}", colour, shape)
            for n, chance in enumerate(curve.chances, 1)
        ]
    return drawn


def _point(x: str, y: str, colour: str, shape: str) -> str:
    """Return a point; a nested drawing lets a shape stand at a percentage."""
    drawn = {
        "round": '<circle r="4"/>',
        "square": '<rect x="-3.6" y="-3.6" width="7.2" height="7.2"/>',
        "tip": '<path d="M0-4.8L4.6 3.4H-4.6Z"/>',
    }[shape]
    return f'<svg x="{x}" y="{y}" style="overflow:visible;fill:{colour}">{drawn}</svg>'


def _key(look: tuple[str, str, str] | None, words: str) -> str:
    """Return a line of the legend: a line as it is in the chart, and what it stands for."""
    if look is None:
        mark = f'<line x1="0" x2="30" y1="8" y2="8" style="{_GREY}"/>'
    else:
        colour, dashes, shape = look
        style = f"stroke:{colour};stroke-width:2.4;stroke-dasharray:{dashes or 'none'}"
        mark = f'<line x1="0" x2="30" y1="8" y2="8" style="{style}"/>'
        mark += _point("15", "8", colour, shape)
    return (
        '<div style="display:flex;gap:8px;align-items:flex-start;margin:3px 0 0">'
        f'<svg width="30" height="16" aria-hidden="true" style="flex:none;margin-top:1px">{mark}'
        f"</svg><span>{escape(words)}</span></div>"
    )
