"""Simulated rounds of Mhing drawn: who wins how often and with what, and what a rule does.

Everything here is an estimate: a bar or a point with its interval, and a line that says of how many
rounds and of which seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.distribution import SampledDistribution
from neuroanalysis.core.intervals import Estimate, ends_text, number_text
from neuroanalysis.games.mhing.study.effects import MEASURES
from neuroanalysis.games.mhing.study.simulate import player_name
from neuroanalysis.plots.bars import Bar, bars_html, of_estimates
from neuroanalysis.plots.columns import columns_svg, percent
from neuroanalysis.plots.curves import Trace, curves_html
from neuroanalysis.plots.effects import effect_table, rule_changes
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.games.mhing.study import RulesEffect, Simulation, Variants

__all__ = [
    "effect_html",
    "lines_html",
    "player_names",
    "simulation_html",
    "variants_html",
    "wins_html",
]

_TEXTS: Final = "plots.mhing.rounds"
_HEIGHT: Final = 150


def simulation_html(simulation: Simulation, *, names: Sequence[str] = ()) -> str:
    """Draw a simulation: who goes out how often, the points, what wins are worth, how rounds end.

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
    worthless = ""
    if simulation.worthless is not None:
        worthless = bars_html(
            text(f"{_TEXTS}.worthless"),
            [Bar(text(f"{_TEXTS}.of_wins"), simulation.worthless)],
            "share",
        )
    return block(
        small(of_estimates(simulation.rounds, simulation.seed)),
        bars_html(text(f"{_TEXTS}.finishes"), bars("finish_share"), "share"),
        bars_html(text("plots.rounds.mean"), bars("points"), "points"),
        wins_html(simulation),
        worthless,
        bars_html(
            text("plots.rounds.length"),
            [Bar(text("plots.rounds.turns"), simulation.length)],
            "points",
        ),
        f"<div>{escape(text('plots.rounds.ends', said=ends))}</div>",
        label=text("plots.rounds.label"),
    )


def player_names(simulation: Simulation) -> list[str]:
    """Return place and style of each player."""
    return [f"{place}. {player_name(name)}" for place, name in enumerate(simulation.table.names, 1)]


def wins_html(simulation: Simulation) -> str:
    """Draw how many of the wins of each style earned so many credits: a chart a style."""
    wins = simulation.wins_by_credits()
    charts = []
    for policy, rows in wins.groupby("policy", sort=False, observed=True):
        counts = dict(zip(rows["credits"].tolist(), rows["wins"].tolist(), strict=True))
        sampled = SampledDistribution.from_counts(counts, seed=simulation.seed)
        said = text(f"{_TEXTS}.wins_of", name=player_name(str(policy)), n=sampled.n)
        charts.append(
            f'<div style="min-width:0">{small(said)}'
            f"{columns_svg([], sampled, height=_HEIGHT, label=said)}</div>"
        )
    if not charts:
        return ""
    return heading(text(f"{_TEXTS}.wins")) + (
        '<div style="display:grid;gap:10px 24px;grid-template-columns:repeat(auto-fit,'
        f'minmax(min(100%,400px),1fr))">{"".join(charts)}</div>'
    )


def lines_html(simulation: Simulation) -> str:
    """Tabulate the lines of credits that wins showed, those that brought most first.

    Parameters
    ----------
    simulation
        The rounds.
    """
    rows = simulation.lines_of_credits().to_dict("records")
    shown = sorted(
        (row for row in rows if row["share"].value > 0), key=lambda row: -row["credits"].value
    )
    never = [text(f"mhing.credit.{row['line']}") for row in rows if row["share"].value == 0]
    title = text(f"{_TEXTS}.lines")
    head = [text(f"{_TEXTS}.line.{name}") for name in ("name", "share", "credits")]
    drawn = [
        row(
            [
                escape(text(f"mhing.credit.{line['line']}")),
                _cell(line["share"], share=True),
                _cell(line["credits"], share=False),
            ],
            (1, 2),
        )
        for line in shown
    ]
    under = [small(of_estimates(simulation.rounds, simulation.seed))]
    if never:
        under.append(small(text(f"{_TEXTS}.never", lines=", ".join(never))))
    tabulated = f'<div style="max-width:560px">{table(head, drawn, (1, 2), title)}</div>'
    return block(heading(title) + tabulated, *under, label=title)


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
    measures = [(text(f"mhing.study.measure_of.{name}"), found[name]) for name in MEASURES]
    return effect_table(changes, measures, effect.before.rounds, effect.before.seed)


def variants_html(variants: Variants) -> str:
    """Draw and tabulate how rounds go at each of several tables.

    Parameters
    ----------
    variants
        The tables and their rounds.
    """
    frame = variants.to_frame()
    numbers = tuple(variants.tables)
    across = text(f"{_TEXTS}.across.{variants.what}")
    one = next(iter(variants.tables.values()))

    styles = ", ".join(dict.fromkeys(map(player_name, one.table.names)))

    def curve(column: str) -> str:
        traces = [Trace(styles, numbers, tuple(frame[column]))]
        return curves_html(text(f"{_TEXTS}.measure.{column}"), traces, "points", across)

    columns = ["a_player", "credits", "worthless", "turns", "won"]
    head = [across, *(text(f"{_TEXTS}.measure.{name}") for name in columns)]
    places = range(1, len(head))
    rows = [
        row(
            [
                str(number),
                *(
                    _cell(frame[name][number], share=name in ("worthless", "won"))
                    for name in columns
                ),
            ],
            places,
        )
        for number in numbers
    ]
    title = text(f"{_TEXTS}.variants")
    return block(
        curve("a_player"),
        curve("turns"),
        heading(title) + table(head, rows, places, title),
        small(of_estimates(one.rounds, one.seed)),
        label=title,
    )


def _cell(estimate: Estimate, *, share: bool) -> str:
    def said(value: float) -> str:
        return percent(value, 3) if share else number_text(value, 3)

    return f"{said(estimate.value)}<br>{small(ends_text(estimate.interval, said))}"
