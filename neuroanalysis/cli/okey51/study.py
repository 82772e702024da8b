"""How simulated rounds and a balanced threshold look in a terminal."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.okey51.words import headings, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import study_screen
from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.study import LEVEL
from neuroanalysis.errors import InputError
from neuroanalysis.games.okey51 import Simulation, ThresholdBalance
from neuroanalysis.games.okey51.study.rounds import CHARGES
from neuroanalysis.games.okey51.study.simulate import player_name

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["balance_screen", "simulation_screen"]


@study_screen.register(Simulation)
def simulation_screen(study: Simulation) -> list[RenderableType]:
    """Return the players' figures, the seats', how rounds end and how long they are."""
    title = words(
        "study.title",
        rounds=number_text(study.rounds),
        seed=study.seed,
        level=number_text(100 * LEVEL),
    )
    ends = ", ".join(
        words(f"study.end.{how}", share=_percent(share.value)) for how, share in study.ends.items()
    )
    screen: list[RenderableType] = [Text(title, "bold"), _shares(study), Text(), _points(study)]
    screen += [Text(), *_remarks(study)]
    screen.append(Text(words("study.length", turns=_with_interval(study.length))))
    screen.append(Text(words("study.ends", ends=ends)))
    seats = study.seat_advantage()
    means = " / ".join(number_text(mean, 3) for mean in seats.means)
    screen.append(Text(words("study.seats", means=means, spread=_of(seats.spread, seats.interval))))
    if len(study.sides) == len(study.table.names):
        return screen
    sides = " / ".join(_with_interval(side) for side in study.sides)
    screen.append(Text(words("study.sides", sides=sides)))
    with suppress(InputError):  # too few rounds for two games
        screen.append(Text(str(study.games())))
    return screen


def _remarks(study: Simulation | ThresholdBalance) -> list[Text]:
    return [Text(remark, "bold") for remark in study.remarks]


# Two tables, for all figures with their intervals are wider than a terminal of 80 columns.
def _shares(study: Simulation) -> Table:
    """Return how often each player goes out and opens."""
    columns = ("policy", "finishes", "opens", "by_pairs")
    rows = table(*headings(*columns), numbers=range(1, len(columns)))
    for row in study.players.to_dict("records"):
        shares = (_share(row[name]) for name in ("finish_share", "open_share", "pairs_share"))
        rows.add_row(_player(row), *shares)
    return rows


def _player(row: Mapping[Hashable, object]) -> str:
    return f"{int(str(row['player'])) + 1}. {player_name(str(row['policy']))}"


def _points(study: Simulation) -> Table:
    """Return what a round brings each player."""
    columns = ("policy", "points", "charges", "end")
    rows = table(*headings(*columns), numbers=range(1, len(columns)))
    for row in study.players.to_dict("records"):
        charges = sum(row[name].value for name in CHARGES)
        rows.add_row(
            _player(row),
            _with_interval(row["points"]),
            number_text(charges, 3),
            number_text(row["at_end"].value, 3),
        )
    return rows


@study_screen.register(ThresholdBalance)
def balance_screen(study: ThresholdBalance) -> list[RenderableType]:
    """Return the threshold, and how often players open early at each that was tried."""
    rows = table(*headings("threshold", "early"), numbers=[0, 1])
    for row in study.to_frame().to_dict("records"):
        early = _of(100 * row["share"], Interval(100 * row["low"], 100 * row["high"]))
        rows.add_row(str(row["threshold"]), early)
    return [Text(study.headline, "bold"), *_remarks(study), rows]


def _share(share: Estimate) -> str:
    low, high = share.interval
    return _of(100 * share.value, Interval(100 * low, 100 * high))


def _with_interval(estimate: Estimate) -> str:
    return _of(estimate.value, estimate.interval)


def _of(value: float, interval: Interval) -> str:
    low, high = (number_text(end, 3) for end in interval)
    return f"{number_text(value, 3)} ({words('odds.interval', low=low, high=high)})"


def _percent(share: float) -> str:
    return f"{number_text(100 * share, 3)} %"
