"""How simulated rounds and designed minimums look in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.neurotrio.words import headings, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import study_screen
from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.study import LEVEL
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio import Design, Simulation
from neuroanalysis.games.neurotrio.study.simulate import level_name

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["design_screen", "simulation_screen"]


@study_screen.register(Simulation)
def simulation_screen(study: Simulation) -> list[RenderableType]:
    """Return the players' figures, how rounds end, how long they are, and who wins games."""
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
    try:
        games = study.games()
    except InputError as reason:
        screen.append(Text(words("study.no_games", reason=reason)))
    else:
        wins = "; ".join(
            f"{place + 1}. {_percent(win.value)} ({_between(win.interval, 100)} %)"
            for place, win in enumerate(games.wins)
        )
        length = _with_interval(games.length)
        n = number_text(len(games))
        screen.append(Text(words("study.games", n=n, length=length, wins=wins)))
    return screen


def _players(study: Simulation) -> Table:
    columns = ("policy", "minimum", "finishes", "points", "pangs", "lost")
    rows = table(*headings(*columns), numbers=range(1, len(columns)))
    for row in study.players.to_dict("records"):
        finish: Estimate = row["finish_share"]
        rows.add_row(
            f"{row['player'] + 1}. {level_name(row['policy'])}",
            str(row["minimum"]),
            f"{number_text(100 * finish.value, 3)} ({_between(finish.interval, 100)})",
            _with_interval(row["points"]),
            *(number_text(row[name].value, 3) for name in ("pangs", "value_lost")),
        )
    return rows


@study_screen.register(Design)
def design_screen(study: Design) -> list[RenderableType]:
    """Return the verdict with its reasons, and the choices that were nearest to it."""
    verdict, *_, judged = str(study).splitlines()
    scale = 1 if study.target == "equal-points" else 100
    unit = words(f"study.{study.target}")
    screen: list[RenderableType] = [Text(verdict, "bold" if study.balanced else "bold red")]
    rows = table(*headings("policy", "minimum"), unit, numbers=[1, 2])
    found = study.judgement.figures
    for place, name in enumerate(study.table.names):
        value = number_text(scale * found.means[place], 3)
        rows.add_row(
            f"{place + 1}. {level_name(name)}",
            str(study.minimums[place]),
            f"{value} ({_between(found.intervals[place], scale)})",
        )
    screen += [rows, Text(judged), Text(), Text(words("study.surface"), "bold")]
    return [*screen, _surface(study, scale)]


def _surface(study: Design, scale: int) -> Table:
    """Return a table of the choices that came nearest, each as it was seen on most rounds."""
    last = {point.minimums: point for point in study.points if point.stage != "judgement"}
    nearest = sorted(last.values(), key=lambda point: point.rank)[:8]
    rows = table(*headings("minimums", "rounds", "figures", "spread"), numbers=range(4))
    for point in nearest:
        spread = number_text(scale * point.figures.spread, 3)
        rows.add_row(
            _listed(point.minimums),
            number_text(point.rounds),
            _listed([number_text(scale * value, 3) for value in point.figures.means]),
            f"{spread} ({_between(point.figures.interval, scale)})",
        )
    return rows


def _listed(values: Sequence[object]) -> str:
    return " / ".join(map(str, values))


def _with_interval(estimate: Estimate) -> str:
    return f"{number_text(estimate.value, 3)} ({_between(estimate.interval)})"


def _between(interval: Interval, scale: int = 1) -> str:
    low, high = (number_text(scale * end, 3) for end in interval)
    return words("study.between", low=low, high=high)


def _percent(share: float) -> str:
    return f"{number_text(100 * share, 3)} %"
