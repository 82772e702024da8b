"""How simulated rounds, and the VP designed for a card more, look in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.conquete.words import between, headings, mean, percent, share, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import study_screen
from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.study import LEVEL
from neuroanalysis.games.conquete import ExtraCardDesign, Simulation
from neuroanalysis.games.conquete.study.simulate import player_name

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["design_screen", "simulation_screen"]


@study_screen.register(Simulation)
def simulation_screen(study: Simulation) -> list[RenderableType]:
    """Return the players' figures, what seats bring, how rounds end, and what is placed."""
    title = words(
        "study.title",
        rounds=number_text(study.rounds),
        seed=study.seed,
        level=number_text(100 * LEVEL),
    )
    ends = ", ".join(
        words(f"study.end.{how}", share=percent(one.value)) for how, one in study.ends.items()
    )
    seats = study.seats
    means = " / ".join(number_text(each, 3) for each in seats.means)
    passing = study.passing()
    screen: list[RenderableType] = [Text(title, "bold"), _players(study), Text()]
    screen.append(
        Text(words("study.seats", means=means, spread=between(seats.spread, seats.interval)))
    )
    if study.extra_card_gap is not None:
        screen.append(Text(words("study.gap", gap=mean(study.extra_card_gap))))
    parts = ", ".join(
        words(f"study.part.{name}", vp=number_text(one.value, 3))
        for name, one in study.parts.items()
    )
    screen.append(Text(words("study.parts", parts=parts)))
    screen.append(Text(words("study.length", turns=mean(study.length), ends=ends)))
    screen.append(
        Text(
            words(
                "study.passing",
                passes=mean(passing["passes"]),
                blocked=mean(passing["blocked"]),
                enlarged=share(passing["enlarged_rounds"]),
            )
        )
    )
    return [*screen, Text(), Text(words("study.placements"), "bold"), _placements(study)]


def _players(study: Simulation) -> Table:
    columns = ("policy", "won", "points", "sets", "passes")
    rows = table(*headings(*columns), numbers=range(1, len(columns)))
    for row in study.players.to_dict("records"):
        rows.add_row(
            f"{row['player'] + 1}. {player_name(row['policy'])}",
            share(row["win_share"]),
            mean(row["points"]),
            *(number_text(row[name].value, 3) for name in ("sets", "passes")),
        )
    return rows


def _placements(study: Simulation) -> Table:
    rows = table(*headings("beside", "vp", "a_round", "rounds"), numbers=range(4))
    for row in study.placements().to_dict("records"):
        rows.add_row(
            str(row["compatible"]), number_text(row["vp"]), mean(row["mean"]), share(row["share"])
        )
    return rows


@study_screen.register(ExtraCardDesign)
def design_screen(study: ExtraCardDesign) -> list[RenderableType]:
    """Return the VP found, what each seat brings with them, and all that were tried."""
    screen: list[RenderableType] = [Text(study.headline, "bold")]
    screen += [Text(remark, "bold") for remark in study.remarks]
    rows = table(*headings("seat", "points"), numbers=range(2))
    found = study.judgement.seats
    for seat, value in enumerate(found.means):
        rows.add_row(str(seat + 1), between(value, found.intervals[seat]))
    return [*screen, rows, Text(), Text(words("study.surface"), "bold"), _surface(study)]


def _surface(study: ExtraCardDesign) -> Table:
    """Return all VP tried: how far the groups lie apart, or the seats."""
    of_seats = study.target == "equal-seats"
    names = ("spread", "seats") if of_seats else ("gap", "spread")
    rows = table(*headings("extra_card", *names), numbers=range(3))
    for one in study.tried:
        spread = between(one.spread, one.interval)
        means = " / ".join(number_text(each, 3) for each in one.seats.means)
        rows.add_row(
            number_text(one.vp), *((spread, means) if of_seats else (mean(one.gap), spread))
        )
    return rows
