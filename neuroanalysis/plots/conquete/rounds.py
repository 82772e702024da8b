"""Simulated rounds of conquête drawn: who wins, what points are for, what a rule or a card does.

Everything here is an estimate: a bar or a point with its interval, and a line that says of how many
rounds and of which seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.intervals import Estimate, Interval, ends_text, number_text
from neuroanalysis.core.study import LEVEL, interval_text
from neuroanalysis.games.conquete.study.effects import MEASURES
from neuroanalysis.games.conquete.study.rounds import PARTS
from neuroanalysis.games.conquete.study.simulate import player_name
from neuroanalysis.plots.bars import Bar, bars_html, of_estimates
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.conquete.cells import points
from neuroanalysis.plots.curves import Trace, curves_html
from neuroanalysis.plots.effects import effect_table, rule_changes
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.core.spread import Figures
    from neuroanalysis.games.conquete.study import (
        ExtraCardDesign,
        PassingEffect,
        RulesEffect,
        Simulation,
    )

__all__ = [
    "design_html",
    "effect_html",
    "passing_html",
    "placed_html",
    "player_names",
    "simulation_html",
]

_TEXTS: Final = "plots.conquete.rounds"


def simulation_html(simulation: Simulation, *, names: Sequence[str] = ()) -> str:
    """Draw a simulation: who wins how often, points and what they are for, seats, placements.

    Parameters
    ----------
    simulation
        The rounds.
    names
        Of the players; their places and styles if none are given.
    """
    names = names or player_names(simulation)

    def bars(column: str) -> list[Bar]:
        return [Bar(*one) for one in zip(names, simulation.players[column], strict=True)]

    ends = ", ".join(
        text(f"{_TEXTS}.end.{how}", share=percent(share.value, 3))
        for how, share in simulation.ends.items()
    )
    gap = simulation.extra_card_gap
    said = "" if gap is None else text("conquete.study.gap", gap=interval_text(gap))
    return block(
        small(of_estimates(simulation.rounds, simulation.seed)),
        bars_html(text(f"{_TEXTS}.wins"), bars("win_share"), "share"),
        bars_html(text(f"{_TEXTS}.first_out"), bars("finish_share"), "share"),
        bars_html(text(f"{_TEXTS}.points"), bars("points"), "points"),
        _parts(simulation),
        _seats(simulation.seats, simulation.rounds, simulation.seed) + escape(said),
        placed_html(simulation),
        _passing(simulation),
        bars_html(
            text("plots.rounds.length"),
            [Bar(text(f"{_TEXTS}.moves"), simulation.length)],
            "points",
        ),
        f"<div>{escape(text('plots.rounds.ends', said=ends))}</div>",
        label=text("plots.rounds.label"),
    )


def player_names(simulation: Simulation) -> list[str]:
    """Return place and style of each player."""
    return [f"{place}. {player_name(name)}" for place, name in enumerate(simulation.table.names, 1)]


def _parts(simulation: Simulation) -> str:
    """Tabulate what a player's points are for, on average."""
    title = text(f"{_TEXTS}.parts")
    found = simulation.parts
    head = [text(f"plots.conquete.table.sum.{name}") for name in PARTS]
    numbers = tuple(range(len(PARTS)))
    cells = [_cell(found[name]) for name in PARTS]
    return heading(title) + table(head, [row(cells, numbers)], numbers, title)


def _seats(seats: Figures, rounds: int, seed: int) -> str:
    """Draw what each seat brings, the first to play first."""
    return bars_html(text(f"{_TEXTS}.seats"), _seat_bars(seats, rounds, seed), "points")


def _seat_bars(seats: Figures, rounds: int, seed: int) -> list[Bar]:
    return [
        Bar(
            text(f"{_TEXTS}.seat", seat=seat),
            Estimate(value, Interval(*interval), rounds, seed, LEVEL, "mean"),
        )
        for seat, (value, interval) in enumerate(zip(seats.means, seats.intervals, strict=True), 1)
    ]


def placed_html(simulation: Simulation) -> str:
    """Tabulate how often cards are placed beside one, two, three, four compatible ones.

    Parameters
    ----------
    simulation
        The rounds.
    """
    title = text(f"{_TEXTS}.placed")
    head = [text(f"{_TEXTS}.placement.{name}") for name in ("beside", "vp", "mean", "share")]
    numbers = (1, 2, 3)
    rows = [
        row(
            [
                str(one["compatible"]),
                escape(points(one["vp"])),
                _cell(one["mean"]),
                _cell(one["share"], share=True),
            ],
            numbers,
        )
        for one in simulation.placements().to_dict("records")
    ]
    return heading(title) + table(head, rows, numbers, title)


def _passing(simulation: Simulation) -> str:
    """Draw passes and enlargements a round."""
    found = simulation.passing()
    names = ("passes", "blocked", "enlargements")
    bars = [Bar(text(f"{_TEXTS}.passing.{name}"), found[name]) for name in names]
    share = percent(found["enlarged_rounds"].value, 3)
    return bars_html(text(f"{_TEXTS}.passing.title"), bars, "points") + escape(
        text(f"{_TEXTS}.enlarged", share=share)
    )


def effect_html(effect: RulesEffect) -> str:
    """Tabulate what a change of the rules does on the same deals, with intervals.

    Parameters
    ----------
    effect
        The two rule sets and their rounds.
    """
    before, after = (one.table.rules for one in (effect.before, effect.after))
    changes = rule_changes(before, after)
    found = effect.to_frame().to_dict("index")
    measures = [(text(f"conquete.study.measure_of.{name}"), found[name]) for name in MEASURES]
    measures += [
        (text(f"{_TEXTS}.seat", seat=seat + 1), found[f"seat_{seat}"])
        for seat in range(effect.before.table.size)
    ]
    return effect_table(changes, measures, effect.before.rounds, effect.before.seed)


def passing_html(effect: PassingEffect) -> str:
    """Tabulate what a player gains who may pass though he could place, and how often he does.

    Parameters
    ----------
    effect
        The same deals with him passing and not.
    """
    name = player_name(effect.may.table.names[effect.place])
    title = text(f"{_TEXTS}.may_pass", player=name)
    head = [text("plots.effect.measure"), text(f"{_TEXTS}.estimate")]
    rows = [
        row([escape(text(f"{_TEXTS}.{name}")), _cell(estimate)], (1,))
        for name, estimate in (("pass_gain", effect.gain), ("pass_often", effect.passes))
    ]
    return block(
        heading(title) + f'<div style="max-width:480px">{table(head, rows, (1,), title)}</div>',
        small(of_estimates(effect.may.rounds, effect.may.seed)),
        label=title,
    )


def design_html(design: ExtraCardDesign) -> str:
    """Draw the points for a card more that were searched for: how fair they are, and all tried.

    Parameters
    ----------
    design
        What was found.
    """
    title = text(f"{_TEXTS}.design", vp=points(design.vp))
    styles = ", ".join(dict.fromkeys(map(player_name, design.table.names)))
    gaps = [
        Trace(styles, tuple(one.vp for one in design.tried), tuple(one.gap for one in design.tried))
    ]
    seats = _seat_bars(design.judgement.seats, design.rounds, design.seed)
    return block(
        f'<div style="font-weight:600;font-size:15px">{escape(title)}</div>'
        f"<div>{escape(design.headline)}</div>",
        curves_html(text(f"{_TEXTS}.gap"), gaps, "points", text(f"{_TEXTS}.across")),
        bars_html(text(f"{_TEXTS}.seats"), seats, "points"),
        _remarks(design.remarks),
        small(text(f"{_TEXTS}.tried", rounds=number_text(design.rounds), seed=design.seed)),
        label=title,
    )


def _remarks(remarks: Iterable[str]) -> str:
    return "".join(f"<div>{escape(remark)}</div>" for remark in remarks)


def _cell(estimate: Estimate, *, share: bool = False) -> str:
    def said(value: float) -> str:
        return percent(value, 3) if share else number_text(value, 3)

    return f"{said(estimate.value)}<br>{small(ends_text(estimate.interval, said))}"
