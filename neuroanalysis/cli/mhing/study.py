"""How simulated rounds and designed credits look in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from neuroanalysis.cli.mhing.words import headings, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import study_screen
from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.study import LEVEL
from neuroanalysis.games.mhing import MinimumDesign, Simulation
from neuroanalysis.games.mhing.study.simulate import player_name
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["design_screen", "simulation_screen"]

# So many lines of credits are told: those that bring most. JSON has them all.
_LINES: Final = 8


@study_screen.register(Simulation)
def simulation_screen(study: Simulation) -> list[RenderableType]:
    """Return the players' figures, how rounds end, and what winning hands earn."""
    title = words(
        "study.title",
        rounds=number_text(study.rounds),
        seed=study.seed,
        level=number_text(100 * LEVEL),
    )
    ends = ", ".join(
        words(f"study.end.{how}", share=_percent(share.value)) for how, share in study.ends.items()
    )
    screen: list[RenderableType] = [Text(title, "bold"), _players(study), Text()]
    screen.append(Text(words("study.length", turns=_with_interval(study.length))))
    screen.append(Text(words("study.ends", ends=ends)))
    seats = study.seat_advantage()
    means = " / ".join(number_text(mean, 3) for mean in seats.means)
    screen.append(Text(words("study.seats", means=means, spread=_of(seats.spread, seats.interval))))
    if study.worthless is not None:
        screen.append(Text(words("study.worthless", share=_share(study.worthless))))
        screen += [Text(), Text(words("study.lines"), "bold"), _lines(study)]
    return screen


def _players(study: Simulation) -> Table:
    columns = ("policy", "finishes", "points", "pangs", "tcheus")
    rows = table(*headings(*columns), numbers=range(1, len(columns)))
    for row in study.players.to_dict("records"):
        rows.add_row(
            f"{row['player'] + 1}. {player_name(row['policy'])}",
            _share(row["finish_share"]),
            _with_interval(row["points"]),
            *(number_text(row[name].value, 2) for name in ("pangs", "tcheus")),
        )
    return rows


def _lines(study: Simulation) -> Table:
    """Return the lines of credits that earn winners most: how often, and how much a win."""
    rows = table(*headings("line", "wins", "a_win"), numbers=[1, 2])
    earned = study.lines_of_credits().to_dict("records")
    earned.sort(key=lambda row: -row["credits"].value)
    for row in earned[:_LINES]:
        if row["credits"].value:
            name = text(f"mhing.credit.{row['line']}")
            rows.add_row(name, _share(row["share"]), _with_interval(row["credits"]))
    return rows


@study_screen.register(MinimumDesign)
def design_screen(study: MinimumDesign) -> list[RenderableType]:
    """Return the credits found, what each player gets with them, and all that were tried."""
    screen: list[RenderableType] = [Text(study.headline, "bold")]
    screen += [Text(remark, "bold") for remark in study.remarks]
    rows = table(*headings("policy"), study.unit, numbers=[1])
    found = study.judgement.figures
    for place, name in enumerate(study.table.names):
        value = _of(found.means[place], found.intervals[place], study.scale)
        rows.add_row(f"{place + 1}. {player_name(name)}", value)
    return [*screen, rows, Text(), Text(words("study.surface"), "bold"), _surface(study)]


def _surface(study: MinimumDesign) -> Table:
    rows = table(*headings("minimum", "figures", "spread", "turns", "void"), numbers=range(5))
    for one in study.tried:
        means = " / ".join(number_text(study.scale * mean, 3) for mean in one.figures.means)
        spread = _of(one.figures.spread, one.figures.interval, study.scale)
        turns, void = number_text(one.turns.value, 3), _percent(one.void.value)
        rows.add_row(str(one.minimum), means, spread, turns, void)
    return rows


def _share(share: Estimate) -> str:
    return _of(share.value, share.interval, 100)


def _with_interval(estimate: Estimate) -> str:
    return _of(estimate.value, estimate.interval)


def _of(value: float, interval: Interval, scale: int = 1) -> str:
    low, high = (number_text(scale * end, 3) for end in interval)
    between = words("odds.interval", low=low, high=high)
    return f"{number_text(scale * value, 3)} ({between})"


def _percent(share: float) -> str:
    return f"{number_text(100 * share, 3)} %"
