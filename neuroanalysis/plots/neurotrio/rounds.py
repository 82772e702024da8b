"""Simulated rounds drawn: who finishes how often, who has how many points, which minimums are fair.

Everything here is an estimate: a point with its interval, in the colours of samples, and a line
that says of how many rounds and of which seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.games.neurotrio.study.simulate import level_name
from neuroanalysis.plots.axes import Unit, number_words
from neuroanalysis.plots.bars import Bar, bars_html, of_estimates
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.curves import points_html
from neuroanalysis.plots.markup import block, small
from neuroanalysis.plots.neurotrio.surface import Seen, surface_html
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.games.neurotrio.study import Design, Simulation

__all__ = [
    "design_html",
    "design_words",
    "player_names",
    "simulation_html",
]

_TEXTS: Final = "plots.rounds"


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
        spread=number_words(design.spread, unit),
        low=number_words(low, unit),
        high=number_words(high, unit),
        tolerance=number_words(design.tolerance, unit),
        level=number_text(100 * design.confidence),
    )
