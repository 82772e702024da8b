"""How the chances of a hand look in a terminal, and goals that it may be played for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.mhing.evaluation import position_table
from neuroanalysis.cli.mhing.words import card, headings, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.core.intervals import Computed, Estimate, number_text
from neuroanalysis.games.mhing import Chances, Goal, Goals, Line, Odds
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["odds_screen"]


@answer_screen.register(Chances)
def odds_screen(answer: Chances) -> list[RenderableType]:
    """Return the position, the chances by draw or by discard, and goals compared if asked."""
    odds = answer.odds
    screen: list[RenderableType] = [position_table(odds.position), Text()]
    screen.append(Text(_title(odds), "bold"))
    screen.append(_by_draw(odds.best) if odds.best.kind is None else _by_discard(odds))
    screen += _richest(odds)
    if odds.remark:
        screen += [Text(), Text(odds.remark)]
    if answer.goals is not None:
        screen += _goals(answer.goals)
    return screen


def _title(odds: Odds) -> str:
    chance = odds.best.chance
    if isinstance(chance, Computed):
        return words("odds.exact", minimum=odds.minimum)
    n, seed = number_text(chance[0].n), chance[0].seed
    return words("odds.estimated", minimum=odds.minimum, n=n, seed=seed)


def _by_draw(line: Line) -> Table:
    estimated = not isinstance(line.chance, Computed)
    names = ["draws", "chance", *["interval"] * estimated, "mean", *["interval"] * estimated]
    rows = table(*headings(*names), numbers=range(len(names)))
    for place in range(len(line.chances)):
        cells = [str(place + 1), *_chance(line, place), *_points(line, place)]
        rows.add_row(*cells)
    return rows


def _by_discard(odds: Odds) -> Table:
    """Return a table of the discards: chances within one draw and within all, cost, points."""
    within = [1] if odds.draws == 1 else [1, odds.draws]
    estimated = not isinstance(odds.best.chance, Computed)
    shown = headings("card") + [words("column.within", draws=n) for n in within]
    shown += headings(*["interval"] * estimated, "cost", "mean", *["interval"] * estimated)
    rows = table(*shown, numbers=range(1, len(shown)))
    for line in odds.lines:
        cells: list[str | Text] = [Text() if line.kind is None else card(line.kind)]
        cells += [_percent(line.chances[n - 1]) for n in within[:-1]]
        cells += [*_chance(line, odds.draws - 1), _percent(odds.cost(line))]
        cells += _points(line, odds.draws - 1)
        rows.add_row(*cells)
    return rows


def _chance(line: Line, place: int) -> Iterator[str]:
    """Give a chance, and its interval where it is estimated."""
    yield _percent(line.chances[place])
    if not isinstance(line.chance, Computed):
        yield _interval(line.chance[place], 100)


def _points(line: Line, place: int) -> Iterator[str]:
    yield number_text(line.expected[place], 3)
    if not isinstance(line.points, Computed):
        yield _interval(line.points[place])


def _richest(odds: Odds) -> Iterator[Text]:
    """Say which discard brings most points, where it is not the surest."""
    richest = odds.richest
    if richest.kind is None or richest.expected[-1] <= odds.best.expected[-1]:
        return
    points = number_text(richest.expected[-1], 3)
    yield Text(words("odds.richest", card=card(richest.kind).plain, points=points))


def _goals(goals: Goals) -> Iterator[RenderableType]:
    columns = ("goal", "credits", "missing", "chance", "interval", "mean", "interval")
    rows = table(*headings(*columns), numbers=range(1, len(columns)))
    for goal in goals.rows:
        rows.add_row(
            _goal(goal),
            str(goal.aim.credits),
            str(goal.distance),
            _percent(goal.chance.value),
            _interval(goal.chance, 100),
            number_text(goal.points.value, 3),
            _interval(goal.points),
        )
    title = words("odds.goals", draws=goals.draws)
    yield from (Text(), Text(title, "bold"), rows, Text(goals.why()))


def _goal(goal: Goal) -> str:
    """Return what a goal is called; the suits that it keeps to by their letters."""
    if not goal.aim.line:
        return words("odds.any")
    _, _, suits = goal.aim.name.partition(":")
    line = text(f"mhing.credit.{goal.aim.line}")
    return words("odds.suits", line=line, suits=suits) if suits else line


def _interval(estimate: Estimate, scale: int = 1) -> str:
    low, high = (number_text(scale * end, 3) for end in estimate.interval)
    return words("odds.interval", low=low, high=high)


def _percent(share: float) -> str:
    return f"{number_text(100 * share, 3)} %"
