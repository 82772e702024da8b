"""Simulated rounds of Okey drawn: who goes out how often, what a rule does, an even threshold.

Everything here is an estimate: a bar or a point with its interval, and a line that says of how many
rounds and of which seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from neuroanalysis.games.okey51.study.simulate import player_name
from neuroanalysis.plots.bars import Bar, bars_html, of_estimates
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.curves import Trace, curves_html
from neuroanalysis.plots.effects import effect_table, rule_changes
from neuroanalysis.plots.markup import block, small
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.games.okey51.study import RulesEffect, Simulation, ThresholdBalance

__all__ = ["balance_html", "effect_html", "player_names", "simulation_html"]

_TEXTS: Final = "plots.okey51.rounds"


def simulation_html(simulation: Simulation, *, names: Sequence[str] = ()) -> str:
    """Draw a simulation: how often each player goes out and opens, his points, how rounds end.

    Parameters
    ----------
    simulation
        The rounds.
    names
        Of the players; their places and skills if none are given.
    """
    names = names or player_names(simulation)

    def bars(column: str) -> list[Bar]:
        return [Bar(*one) for one in zip(names, simulation.players[column], strict=True)]

    ends = ", ".join(
        text(f"{_TEXTS}.end.{how}", share=percent(share.value, 3))
        for how, share in simulation.ends.items()
    )
    teams = ""
    if simulation.table.rules.teams:
        sides = [
            Bar(" + ".join(names[place] for place in side), points)
            for side, points in zip(simulation.table.sides, simulation.sides, strict=True)
        ]
        teams = bars_html(text(f"{_TEXTS}.sides"), sides, "points")
    return block(
        small(of_estimates(simulation.rounds, simulation.seed)),
        bars_html(text(f"{_TEXTS}.finishes"), bars("finish_share"), "share"),
        bars_html(text(f"{_TEXTS}.opens"), bars("open_share"), "share"),
        bars_html(text(f"{_TEXTS}.mean"), bars("points"), "points"),
        teams,
        bars_html(
            text("plots.rounds.length"),
            [Bar(text("plots.rounds.turns"), simulation.length)],
            "points",
        ),
        f"<div>{escape(text('plots.rounds.ends', said=ends))}</div>",
        _remarks(simulation.remarks),
        label=text("plots.rounds.label"),
    )


def player_names(simulation: Simulation) -> list[str]:
    """Return place and skill of each player."""
    return [f"{place}. {player_name(name)}" for place, name in enumerate(simulation.table.names, 1)]


def effect_html(effect: RulesEffect) -> str:
    """Tabulate what a change of the rules does on the same deals, with intervals.

    Parameters
    ----------
    effect
        The two rule sets and their rounds.
    """
    before, after = (one.table.rules for one in (effect.before, effect.after))
    changes = rule_changes(before, after)
    measures = [
        (text(f"okey51.study.measure_of.{name}"), said)
        for name, said in effect.to_frame().to_dict("index").items()
    ]
    return effect_table(changes, measures, effect.before.rounds, effect.before.seed, effect.remarks)


def _remarks(remarks: Sequence[str]) -> str:
    return "".join(f"<div>{escape(remark)}</div>" for remark in remarks)


def balance_html(found: ThresholdBalance) -> str:
    """Draw the share of players who open early at each threshold tried, and the even one.

    Parameters
    ----------
    found
        What was searched for.
    """
    thresholds, shares = zip(*found.tried, strict=True)
    chart = curves_html(
        text(f"{_TEXTS}.early"),
        [Trace(text(f"{_TEXTS}.early_share"), thresholds, shares)],
        "share",
        text("plots.okey51.openings.threshold"),
        marked=found.threshold,
    )
    said = text(f"{_TEXTS}.{'balanced' if found.balanced else 'unbalanced'}")
    return block(
        f'<div style="font-weight:600;font-size:15px">{escape(found.headline)}</div>'
        f"<div>{escape(said)}</div>{_remarks(found.remarks)}",
        chart,
    )
