"""Simulated rounds of Tichu drawn: who is first out, points, calls, bombs; what a rule changes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.intervals import Estimate, ends_text
from neuroanalysis.games.tichu.study.effects import MEASURES
from neuroanalysis.games.tichu.study.simulate import player_name
from neuroanalysis.plots.bars import Bar, bars_html, of_estimates
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.effects import effect_table, rule_changes
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.games.tichu.study import RulesEffect, Simulation

__all__ = ["bombs_html", "called_html", "effect_html", "player_names", "simulation_html"]

_TEXTS: Final = "plots.tichu.rounds"
_BOMBS: Final = ("dealt_hands", "held_hands", "dealt_rounds", "held_rounds", "laid_rounds")


def simulation_html(simulation: Simulation, *, names: Sequence[str] = ()) -> str:
    """Draw a simulation: who is first out how often, points, calls, bombs, how rounds end.

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
    return block(
        small(of_estimates(simulation.rounds, simulation.seed)),
        bars_html(text(f"{_TEXTS}.first_out"), bars("finish_share"), "share"),
        bars_html(text(f"{_TEXTS}.points"), bars("points"), "points"),
        called_html(simulation),
        bombs_html(simulation),
        bars_html(
            text("plots.rounds.length"),
            [Bar(text(f"{_TEXTS}.tricks"), simulation.length)],
            "points",
        ),
        f"<div>{escape(text('plots.rounds.ends', said=ends))}</div>",
        label=text("plots.rounds.label"),
    )


def player_names(simulation: Simulation) -> list[str]:
    """Return place and style of each player."""
    return [f"{place}. {player_name(name)}" for place, name in enumerate(simulation.table.names, 1)]


def called_html(simulation: Simulation) -> str:
    """Tabulate how often each style called, and how many of its calls it won.

    Parameters
    ----------
    simulation
        The rounds.
    """
    title = text(f"{_TEXTS}.calls")
    called = [one for one in simulation.calls().to_dict("records") if one["n"]]
    if not called:
        return heading(title) + small(text(f"{_TEXTS}.no_calls"))
    head = [text(f"{_TEXTS}.called.{name}") for name in ("player", "call", "share", "won")]
    rows = [
        row(
            [
                escape(player_name(str(one["policy"]))),
                escape(text(f"tichu.call.{one['call']}")),
                _cell(one["share"]),
                _cell(one["won"]),
            ],
            (2, 3),
        )
        for one in called
    ]
    return heading(title) + table(head, rows, (2, 3), title)


def bombs_html(simulation: Simulation) -> str:
    """Draw how often there are bombs: as dealt, after the exchange, and laid.

    Parameters
    ----------
    simulation
        The rounds.
    """
    found = simulation.bombs()
    bars = [Bar(text(f"{_TEXTS}.bomb.{name}"), found[name]) for name in _BOMBS]
    return bars_html(text(f"{_TEXTS}.bombs"), bars, "share")


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
    measures = [(text(f"tichu.study.measure_of.{name}"), found[name]) for name in MEASURES]
    return effect_table(changes, measures, effect.before.rounds, effect.before.seed)


def _cell(estimate: Estimate) -> str:
    between = ends_text(estimate.interval, lambda end: percent(end, 3))
    return f"{percent(estimate.value, 3)}<br>{small(between)}"
