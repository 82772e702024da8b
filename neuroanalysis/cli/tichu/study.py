"""How simulated rounds look in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import study_screen
from neuroanalysis.cli.tichu.words import between, headings, percent, share, words
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.study import LEVEL
from neuroanalysis.games.tichu import Simulation
from neuroanalysis.games.tichu.study.simulate import player_name
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["simulation_screen"]


@study_screen.register(Simulation)
def simulation_screen(study: Simulation) -> list[RenderableType]:
    """Return the players' figures, their calls, how rounds end, and how often there are bombs."""
    title = words(
        "study.title",
        rounds=number_text(study.rounds),
        seed=study.seed,
        level=number_text(100 * LEVEL),
    )
    ends = ", ".join(
        words(f"study.end.{how}", share=percent(one.value)) for how, one in study.ends.items()
    )
    bombs = study.bombs()
    screen: list[RenderableType] = [Text(title, "bold"), _players(study), Text()]
    screen.append(Text(words("study.lead", lead=_mean(study.lead))))
    screen.append(Text(words("study.length", turns=_mean(study.length), ends=ends)))
    screen.append(
        Text(
            words(
                "study.bombs",
                dealt=share(bombs["dealt_hands"]),
                held=share(bombs["held_hands"]),
                laid=share(bombs["laid_rounds"]),
            )
        )
    )
    calls = _calls(study)
    if calls.row_count:
        screen += [Text(), Text(words("study.calls"), "bold"), calls]
    return screen


def _players(study: Simulation) -> Table:
    columns = ("policy", "first_out", "points", "tricks", "left")
    rows = table(*headings(*columns), numbers=range(1, len(columns)))
    for row in study.players.to_dict("records"):
        rows.add_row(
            f"{row['player'] + 1}. {player_name(row['policy'])}",
            share(row["finish_share"]),
            _mean(row["points"]),
            *(number_text(row[name].value, 2) for name in ("tricks", "cards_left")),
        )
    return rows


def _calls(study: Simulation) -> Table:
    """Return who called what how often, and how many of the calls were won."""
    rows = table(*headings("policy", "call", "calls", "called", "won"), numbers=range(2, 5))
    for row in study.calls().to_dict("records"):
        if row["n"]:
            rows.add_row(
                player_name(row["policy"]),
                text(f"tichu.call.{row['call']}"),
                number_text(row["n"]),
                share(row["share"]),
                share(row["won"]),
            )
    return rows


def _mean(estimate: Estimate) -> str:
    return between(estimate.value, estimate.interval)
