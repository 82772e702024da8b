"""How the chances of random unseen cards look in a terminal: for each free cell, and anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.conquete.board import Board
from neuroanalysis.cli.conquete.evaluation import position_table
from neuroanalysis.cli.conquete.words import cell_name, headings, percent, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.conquete import Chances

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["odds_screen"]


@answer_screen.register(Chances)
def odds_screen(answer: Chances) -> list[RenderableType]:
    """Return the position, what each free cell accepts, and the chance to place anywhere."""
    domain = answer.position.domain
    screen: list[RenderableType] = [position_table(answer.position), Text()]
    screen += [Board(domain, {}), Text()]
    least = min(answer.position.rules.placing)
    key = "cells" if answer.minimum <= least else "cells_minimum"
    title = words(f"odds.{key}", unseen=answer.outlook.unseen, minimum=answer.minimum)
    if answer.outlook.rows:
        screen += [Text(title, "bold"), _cells(answer)]
    else:
        screen.append(Text(words("odds.closed"), "bold"))
    screen += [Text(), Text(words("odds.anywhere"), "bold"), _anywhere(answer)]
    return screen


def _cells(answer: Chances) -> Table:
    several = answer.draws > 1
    names = headings("cell", "touched", "kinds", "cards", "chance", "mean")
    names += [words("column.hand", n=answer.draws)] * several
    rows = table(*names, numbers=range(len(names)))
    for cell in answer.outlook.rows:
        chances = answer.of_cell(cell)
        kinds = cell.chances.kinds.items()
        rows.add_row(
            cell_name(cell.cell),
            str(len(cell.chances.neighbours)),
            str(sum(len(those) for vp, those in kinds if vp >= answer.minimum)),
            str(answer.counted(cell.chances.scores)),
            percent(chances[0]),
            number_text(cell.chances.expected_vp, 3),
            *([percent(chances[-1])] * several),
        )
    return rows


def _anywhere(answer: Chances) -> Table:
    rows = table(*headings("drawn", "chance"), numbers=range(2))
    for n, chance in enumerate(answer.exact, start=1):
        rows.add_row(str(n), percent(chance))
    return rows
