"""How the chances of a rack look in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.okey51.evaluation import position_table
from neuroanalysis.cli.okey51.words import headings, tile, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.core.intervals import Computed, Estimate, number_text
from neuroanalysis.games.okey51 import Line, Odds

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["odds_screen"]


@answer_screen.register(Odds)
def odds_screen(answer: Odds) -> list[RenderableType]:
    """Return the position, the chances by draw or by discard, and what has to be said beside."""
    screen: list[RenderableType] = [position_table(answer.position), Text()]
    screen.append(Text(_title(answer), "bold"))
    screen.append(_by_draw(answer.best) if answer.best.kind is None else _by_discard(answer))
    if answer.remark:
        screen += [Text(), Text(answer.remark)]
    return screen


def _title(answer: Odds) -> str:
    aim = words(f"odds.{answer.aim}", threshold=answer.position.threshold)
    chance = answer.best.chance
    if isinstance(chance, Computed):
        return words("odds.exact", aim=aim)
    return words("odds.estimated", aim=aim, n=number_text(chance[0].n), seed=chance[0].seed)


def _by_draw(line: Line) -> Table:
    names = ["draws", "chance"] + ["interval"] * bool(line.played)
    rows = table(*headings(*names), numbers=range(len(names)))
    for place, chance in enumerate(line.chances):
        cells = [str(place + 1), _percent(chance)]
        if line.played:
            cells.append(_interval(line.played[place]))
        rows.add_row(*cells)
    return rows


def _by_discard(answer: Odds) -> Table:
    """Return a table of the discards: chances within one draw and within all, and their cost."""
    within = [1] if answer.draws == 1 else [1, answer.draws]
    shown = headings("tile") + [words("column.within", draws=n) for n in within]
    shown += headings("cost", *["interval"] * bool(answer.best.played))
    rows = table(*shown, numbers=range(1, len(shown)))
    for line in answer.lines:
        cells: list[str | Text] = [Text() if line.kind is None else tile(line.kind)]
        cells += [_percent(line.chances[n - 1]) for n in within]
        cells.append(_percent(answer.cost(line)))
        if line.played:
            cells.append(_interval(line.played[-1]))
        rows.add_row(*cells)
    return rows


def _interval(estimate: Estimate) -> str:
    low, high = estimate.interval
    return words("odds.interval", low=_percent(low), high=_percent(high))


def _percent(share: float) -> str:
    return f"{number_text(100 * share, 3)} %"
