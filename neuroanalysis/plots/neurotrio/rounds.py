"""Simulated rounds drawn: who finishes how often, who has how many points, and what moves that.

Everything here is an estimate: a point with its interval, in the colours of samples, and a line
that says of how many rounds and of which seed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

from neuroanalysis.core.distribution import SampledDistribution
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.games.neurotrio.study.simulate import level_name
from neuroanalysis.plots.columns import LEFT, columns_svg, percent, words_svg
from neuroanalysis.plots.neurotrio._html import block, heading, row, small, table
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.games.neurotrio.study import Design, Simulation

__all__ = [
    "Bar",
    "Seen",
    "Trace",
    "bars_html",
    "curves_html",
    "design_html",
    "design_words",
    "of_estimates",
    "player_names",
    "points_html",
    "simulation_html",
    "surface_html",
]

Unit = Literal["share", "points"]
"""What a number is: a share, shown in percent, or points."""

_TEXTS: Final = "plots.rounds"
# Colour, dashes and the shape of the points: each tells the players apart without the others.
_LOOKS: Final = (
    ("#3b8fd0", "", "round"),
    ("#d55e00", "7 4", "square"),
    ("#a05cc0", "2 3", "tip"),
    ("#00916e", "10 3 2 3", "diamond"),
    ("#c98a00", "5 2", "down"),
    ("#8a8a8a", "1 4", "round"),
)
_SHAPES: Final = {
    "round": '<circle r="4"/>',
    "square": '<rect x="-3.6" y="-3.6" width="7.2" height="7.2"/>',
    "tip": '<path d="M0-4.8L4.6 3.4H-4.6Z"/>',
    "down": '<path d="M0 4.8L4.6-3.4H-4.6Z"/>',
    "diamond": '<path d="M0-5L5 0L0 5L-5 0Z"/>',
}
_WORDS: Final = "font:12px/1 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"
_HEIGHT: Final = 240
_TOP: Final = 14
_FOOT: Final = 36
_RIGHT: Final = 98.0
# What sums of steps leave in the place of nought.
_NOUGHT: Final = 1e-9
_OTHER: Final = "#d98200"
_HERE: Final = "#3b8fd0"


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


@dataclass(frozen=True)
class Seen:
    """A choice of minimums that a search has looked at.

    Parameters
    ----------
    minimums
        One a player.
    values
        What each player has of what is to be equal.
    spread
        The greatest difference between two of the values.
    rounds
        How many were played.
    stage
        ``"search"``, ``"finalist"`` or ``"judgement"``.
    """

    minimums: tuple[int, ...]
    values: tuple[float, ...]
    spread: float
    rounds: int
    stage: str


# --- bars ----------------------------------------------------------------------------------------


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
    most = max(*(one.interval.high for one in estimates), _NOUGHT)
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
    drawn = _track(bar.estimate, most, _HERE)
    if bar.other is not None:
        drawn += _track(bar.other, most, _OTHER, hollow=True)
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

    here = f"fill:{_HERE};fill-opacity:.4;stroke:{_HERE}"
    there = f"fill:none;stroke:{_OTHER}"
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:6px">'
        f"{key(here, one)}{key(there, other)}</div>"
    )


def _number(value: float, unit: Unit) -> str:
    if unit == "share":
        return percent(value, 3)
    return number_text(value if abs(value) > _NOUGHT else 0, 3)


def _with_interval(estimate: Estimate, unit: Unit) -> str:
    low, high = (_number(end, unit) for end in estimate.interval)
    return f"<b>{_number(estimate.value, unit)}</b> {small(f'{low} – {high}')}"


def of_estimates(n: int, seed: int, level: float = 0.95) -> str:
    """Say what estimates come from.

    Examples
    --------
    >>> of_estimates(1000, 7)
    'Estimates from 1,000 rounds, seed 7; intervals of 95 %.'
    """
    said = {"n": number_text(n), "seed": seed, "level": number_text(100 * level)}
    return text(f"{_TEXTS}.estimates", **said)


# --- curves --------------------------------------------------------------------------------------


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
    axis = _Axis([end for trace in traces for one in trace.estimates for end in one.interval])
    numbers = sorted({at for trace in traces for at in trace.at})

    def place(number: int) -> float:
        wide = max(1, numbers[-1] - numbers[0])
        return LEFT + (_RIGHT - LEFT) * (0.04 + 0.92 * (number - numbers[0]) / wide)

    drawn = [_axis(axis, lambda value: _number(value, unit))]
    drawn += [words_svg(place(number), _HEIGHT - 20, str(number)) for number in numbers]
    drawn.append(words_svg((LEFT + _RIGHT) / 2, _HEIGHT - 3, across, faint=True))
    if marked in numbers:
        x = f"{place(marked):.2f}%"
        drawn.append(
            f'<line x1="{x}" x2="{x}" y1="{_TOP}" y2="{_HEIGHT - _FOOT}" '
            'style="stroke:currentColor;opacity:.35;stroke-dasharray:3 4"/>'
        )
    for number, (trace, look) in enumerate(zip(traces, _LOOKS, strict=False)):
        # Side by side, so that whiskers of several players do not hide each other.
        drawn.append(_line(trace, look, place, axis, 0.35 * (number - (len(traces) - 1) / 2)))
    said = "; ".join(
        f"{trace.name}: "
        + ", ".join(
            f"{at} → {_number(one.value, unit)}"
            for at, one in zip(trace.at, trace.estimates, strict=True)
        )
        for trace in traces
    )
    legend = "".join(
        _curve_key(look, trace.name) for trace, look in zip(traces, _LOOKS, strict=False)
    )
    return (
        f'<div style="max-width:760px">{heading(title)}'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape(f"{title}, {across}. {said}")}" '
        f'style="display:block;overflow:visible;{_WORDS}">{"".join(drawn)}</svg>'
        f'<div style="display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:4px">{legend}</div></div>'
    )


class _Axis:
    """Where a number lies upwards, in pixels, and which numbers get a line."""

    def __init__(self, values: Iterable[float]) -> None:
        known = list(values)
        low, high = min(known), max(known)
        if high - low < 1e-9:
            low, high = low - 0.5, high + 0.5
        step = _round_step((high - low) / 5)
        self.low = math.floor(low / step) * step
        self.high = math.ceil(high / step) * step
        self.lines = [
            self.low + number * step for number in range(round((self.high - self.low) / step) + 1)
        ]

    def at(self, value: float) -> float:
        foot = _HEIGHT - _FOOT
        return foot - (foot - _TOP) * (value - self.low) / (self.high - self.low)


def _round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))


def _axis(axis: _Axis, name: Callable[[float], str]) -> str:
    return "".join(
        f'<line x1="{LEFT}%" x2="100%" y1="{axis.at(value):.1f}" y2="{axis.at(value):.1f}" '
        f'style="stroke:currentColor;opacity:.18"/>'
        + words_svg(LEFT - 1, axis.at(value) + 4, name(value), anchor="end", faint=True)
        for value in axis.lines
    )


def _line(
    trace: Trace,
    look: tuple[str, str, str],
    place: Callable[[int], float],
    axis: _Axis,
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


# --- points --------------------------------------------------------------------------------------


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


# --- the response surface ------------------------------------------------------------------------


def surface_html(
    seen: Sequence[Seen], names: Sequence[str], unit: Unit, suggested: Sequence[int] = ()
) -> str:
    """Draw what a search for minimums has looked at.

    Two players make a map: one's minimum across, the other's downwards, darker where they are
    further apart. More players make a picture of parallel lines, and all choices stand in a table.

    Parameters
    ----------
    seen
        The choices, in the order in which they were looked at; the last one is the judgement.
    names
        Of the players.
    unit
        What is to be equal: shares or points.
    suggested
        Minimums to be pointed at beside those chosen.

    Examples
    --------
    >>> seen = [
    ...     Seen((18, 18), (9.0, 11.0), 2.0, 100, "search"),
    ...     Seen((18, 20), (9.6, 10.4), 0.8, 400, "judgement"),
    ... ]
    >>> "chosen" in surface_html(seen, ["Ana", "Bo"], "points")
    True
    """
    chosen = seen[-1].minimums
    # What was played longest is known best.
    best: dict[tuple[int, ...], Seen] = {}
    for one in seen:
        if one.minimums not in best or one.rounds >= best[one.minimums].rounds:
            best[one.minimums] = one
    drawn = (
        _map(best, names, unit, chosen, tuple(suggested))
        if len(names) == 2
        else _parallel(best, names, chosen, tuple(suggested))
    )
    return heading(text(f"{_TEXTS}.surface")) + drawn + _choices(best, names, unit, chosen)


def _map(
    seen: Mapping[tuple[int, ...], Seen],
    names: Sequence[str],
    unit: Unit,
    chosen: tuple[int, ...],
    suggested: tuple[int, ...],
) -> str:
    down, across = (sorted({minimums[place] for minimums in seen}) for place in (0, 1))
    most = max(*(one.spread for one in seen.values()), _NOUGHT)
    cell = "padding:5px 8px;text-align:right;border:1px solid rgba(128,128,128,.25);font-size:13px;"
    head = "".join(
        f'<th scope="col" style="{cell}background:none;font-weight:600">{n}</th>' for n in across
    )
    rows = []
    for one in down:
        cells = [f'<th scope="row" style="{cell}background:none;font-weight:600">{one}</th>']
        for two in across:
            found = seen.get((one, two))
            if found is None:
                cells.append(f'<td style="{cell}background:none"></td>')
                continue
            depth = 0.62 * (found.spread / most) ** 0.7
            marks = "outline:2.5px solid currentColor;outline-offset:-3px;font-weight:700;"
            mark = marks if (one, two) == chosen else ""
            star = "* " if (one, two) == suggested else ""
            values = " / ".join(_number(value, unit) for value in found.values)
            cells.append(
                f'<td title="{escape(values)}" style="{cell}{mark}'
                f'background:rgba(213,94,0,{depth:.3f})">{star}{_number(found.spread, unit)}</td>'
            )
        rows.append(f'<tr style="background:none">{"".join(cells)}</tr>')
    corner = escape(f"{names[0]}\u00a0↓ {names[1]}\u00a0→")
    label = escape(text(f"{_TEXTS}.map"))
    notes = text(f"{_TEXTS}.map_said")
    if suggested in seen:
        notes += " " + text(f"{_TEXTS}.map_suggested")
    return (
        f'<div role="region" tabindex="0" aria-label="{label}" style="overflow-x:auto">'
        f'<table aria-label="{label}" style="border-collapse:collapse;margin:0;width:auto;'
        f'font:inherit;color:inherit;background:none"><thead><tr style="background:none">'
        f'<th style="{cell}background:none;font-weight:600;text-align:left">{corner}</th>{head}'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        f"<div>{small(notes)}</div>"
    )


def _parallel(
    seen: Mapping[tuple[int, ...], Seen],
    names: Sequence[str],
    chosen: tuple[int, ...],
    suggested: tuple[int, ...],
) -> str:
    """Draw each choice as a line over the players; the nearer they are, the stronger it is."""
    lines = [*seen, *([suggested] if suggested else [])]
    axis = _Axis([float(minimum) for minimums in lines for minimum in minimums])
    spreads = sorted(one.spread for one in seen.values())
    least, most = spreads[0], max(spreads[-1], spreads[0] + 1e-9)

    def place(player: int) -> float:
        return LEFT + (_RIGHT - LEFT) * (player + 0.5) / len(names)

    def path(minimums: tuple[int, ...], style: str) -> str:
        spots = [(place(player), axis.at(minimum)) for player, minimum in enumerate(minimums)]
        return "".join(
            f'<line x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}" style="{style}"/>'
            for (x1, y1), (x2, y2) in pairwise(spots)
        )

    drawn = [_axis(axis, lambda value: number_text(round(value, 1), 3))]
    for player, name in enumerate(names):
        x = f"{place(player):.2f}%"
        drawn.append(
            f'<line x1="{x}" x2="{x}" y1="{_TOP}" y2="{_HEIGHT - _FOOT}" '
            'style="stroke:currentColor;opacity:.4"/>'
        )
        drawn.append(words_svg(place(player), _HEIGHT - 18, name))
    for one in sorted(seen.values(), key=lambda one: -one.spread):
        near = 1 - (one.spread - least) / (most - least)
        drawn.append(
            path(one.minimums, f"stroke:{_HERE};opacity:{0.1 + 0.5 * near:.2f};stroke-width:1.5")
        )
    if suggested:
        drawn.append(path(suggested, f"stroke:{_OTHER};stroke-width:2.4;stroke-dasharray:6 4"))
    drawn.append(path(chosen, "stroke:currentColor;stroke-width:3"))
    said = text(f"{_TEXTS}.parallel_said")
    if suggested:
        said += " " + text(f"{_TEXTS}.parallel_suggested")
    label = text(f"{_TEXTS}.parallel", chosen=" / ".join(map(str, chosen)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape(label)}" style="display:block;max-width:760px;overflow:visible;'
        f'{_WORDS}">{"".join(drawn)}</svg><div>{small(said)}</div>'
    )


def _choices(
    seen: Mapping[tuple[int, ...], Seen],
    names: Sequence[str],
    unit: Unit,
    chosen: tuple[int, ...],
) -> str:
    """Tabulate the choices, the fairest first, folded away."""
    head = [text(f"{_TEXTS}.minimums"), *names]
    head += [text(f"{_TEXTS}.{name}") for name in ("spread", "played")]
    numbers = range(1, len(head))
    rows = [
        row(
            [
                escape(" / ".join(map(str, one.minimums)))
                + (f" · <b>{escape(text(f'{_TEXTS}.chosen'))}</b>" * (one.minimums == chosen)),
                *(_number(value, unit) for value in one.values),
                _number(one.spread, unit),
                number_text(one.rounds),
            ],
            numbers,
        )
        for one in sorted(seen.values(), key=lambda one: one.spread)
    ]
    title = text(f"{_TEXTS}.choices", n=len(rows))
    drawn = table(head, rows, numbers, title)
    return (
        f'<details data-key="choices" style="padding-top:6px"><summary>{escape(title)}</summary>'
        f'<div role="region" tabindex="0" aria-label="{escape(title)}" style="overflow-x:auto">'
        f"{drawn}</div></details>"
    )


# --- whole answers -------------------------------------------------------------------------------


def simulation_html(
    simulation: Simulation,
    other: Simulation | None = None,
    *,
    names: Sequence[str] = (),
    beside: tuple[str, str] = ("", ""),
) -> str:
    """Draw a simulation: how often each player finishes, his points, and how long rounds last.

    Parameters
    ----------
    simulation
        The rounds.
    other
        The same table under other rules, side by side.
    names
        Of the players; their places and levels if none are given.
    beside
        What the two are called, where there are two.
    """
    names = names or player_names(simulation)
    pair = beside if other is not None else None

    def bars(column: str) -> list[Bar]:
        here = list(simulation.players[column])
        there = [None] * len(here) if other is None else list(other.players[column])
        return [Bar(*one) for one in zip(names, here, there, strict=True)]

    length = Bar(
        text(f"{_TEXTS}.turns"),
        simulation.length,
        None if other is None else other.length,
    )
    played = simulation.played.points
    points = {name: [int(n) for n in played[:, place]] for place, name in enumerate(names)}
    ends = _ends(simulation) if other is None else ""
    return block(
        small(of_estimates(simulation.rounds, simulation.seed)),
        bars_html(text(f"{_TEXTS}.finishes"), bars("finish_share"), "share", beside=pair),
        bars_html(text(f"{_TEXTS}.mean"), bars("points"), "points", beside=pair),
        bars_html(text(f"{_TEXTS}.length"), [length], "points", beside=pair),
        ends,
        f'<details data-key="points"><summary>{escape(text(f"{_TEXTS}.points"))}</summary>'
        f"{points_html(points, simulation.seed, titled=False)}</details>",
        label=text(f"{_TEXTS}.label"),
    )


def _ends(simulation: Simulation) -> str:
    """Say how rounds end."""
    said = ", ".join(
        text(f"{_TEXTS}.end.{how}", share=percent(share.value, 3))
        for how, share in simulation.ends.items()
    )
    return f"<div>{escape(text(f'{_TEXTS}.ends', said=said))}</div>"


def player_names(simulation: Simulation) -> list[str]:
    """Return place, level and minimum of each player."""
    table = simulation.table
    return [
        text(f"{_TEXTS}.player", place=place, level=level_name(name), minimum=minimum)
        for place, (name, minimum) in enumerate(zip(table.names, table.minimums, strict=True), 1)
    ]


def design_html(design: Design, *, names: Sequence[str] = (), suggested: Sequence[int] = ()) -> str:
    """Draw minimums that were searched for: which, how fair they are, and what was looked at.

    Parameters
    ----------
    design
        What was found.
    names
        Of the players; their places and levels if none are given.
    suggested
        The minimums that the rules suggest, to compare with.
    """
    unit: Unit = "points" if design.target == "equal-points" else "share"
    judged = design.judgement
    names = names or [
        f"{place}. {level_name(name)}" for place, name in enumerate(design.table.names, 1)
    ]
    bars = [
        Bar(
            f"{name} · {minimum}",
            Estimate(value, interval, judged.figures.n, design.seed, design.confidence, "mean"),
        )
        for name, minimum, value, interval in zip(
            names, design.minimums, judged.figures.means, judged.figures.intervals, strict=True
        )
    ]
    seen = [
        Seen(point.minimums, point.figures.means, point.figures.spread, point.rounds, point.stage)
        for point in design.points
    ]
    title = text(f"{_TEXTS}.found", minimums=" / ".join(map(str, design.minimums)))
    return block(
        f'<div style="font-weight:600;font-size:15px">{escape(title)}</div>'
        f"<div>{escape(design_words(design))}</div>",
        bars_html(text(f"{_TEXTS}.target.{design.target}"), bars, unit)
        + small(text(f"{_TEXTS}.fresh", rounds=number_text(judged.rounds), seed=design.seed)),
        surface_html(seen, names, unit, suggested),
        label=title,
    )


def design_words(design: Design) -> str:
    """Say whether the minimums found are fair, and how sure that is."""
    unit: Unit = "points" if design.target == "equal-points" else "share"
    low, high = design.judgement.figures.interval
    return text(
        f"{_TEXTS}.{'fair' if design.balanced else 'unfair'}",
        spread=_number(design.spread, unit),
        low=_number(low, unit),
        high=_number(high, unit),
        tolerance=_number(design.tolerance, unit),
        level=number_text(100 * design.confidence),
    )
