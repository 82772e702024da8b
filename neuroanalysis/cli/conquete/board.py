"""The domain in a terminal: a card or a mark on each cell, or a list where there is no room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.conquete.words import card, cell_name
from neuroanalysis.games.conquete import Domain, DomainCard

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

__all__ = ["Board"]


@dataclass(frozen=True)
class Board:
    """A domain with marks on free cells, which rich prints as it fits the terminal.

    Parameters
    ----------
    domain
        The cards; the number of an owner stands behind his.
    marks
        What stands on free cells.
    """

    domain: Domain
    marks: Mapping[tuple[int, int], str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Give the lines of the grid; a list of the cards where they would be broken."""
        lines = self._lines()
        if max(line.cell_len for line in lines) <= options.max_width:
            yield from lines
            return
        for lying in self.domain:
            yield Text.assemble(f"{cell_name(lying.cell)} ", _with_owner(lying))
        for cell, mark in self.marks.items():
            yield Text(f"{cell_name(cell)} {mark}")

    def _lines(self) -> list[Text]:
        cells = [*self.domain.by_cell, *self.marks]
        rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
        down = range(min(rows), max(rows) + 1)
        across = range(min(columns), max(columns) + 1)
        table = [[Text(), *(Text(str(column)) for column in across)]]
        table += [
            [Text(str(row)), *(self._cell((row, column)) for column in across)] for row in down
        ]
        widths = [max(cell.cell_len for cell in column) for column in zip(*table, strict=True)]
        lines = [_line(line, widths) for line in table]
        lines[0].stylize("dim")
        for line in lines[1:]:
            line.stylize("dim", 0, widths[0])
        return lines

    def _cell(self, cell: tuple[int, int]) -> Text:
        lying = self.domain.at(cell)
        if lying is not None:
            return _with_owner(lying)
        return Text(self.marks.get(cell, ""))


def _with_owner(lying: DomainCard) -> Text:
    return card(lying.kind, "" if lying.owner is None else f":{lying.owner}")


def _line(cells: list[Text], widths: list[int]) -> Text:
    line = Text(no_wrap=True)
    for cell, width in zip(cells, widths, strict=True):
        line.append(" " * (width - cell.cell_len))
        line.append_text(cell)
        line.append("  ")
    line.rstrip()
    return line
