"""Tables where the terminal is too narrow for them: no number is ever cut.

A number that lost its end reads as another number. So columns of numbers keep their width: headings
are broken into lines, bars are left out, and where that is not enough, each row is written as lines
of heading and cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.bar import Bar
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from neuroanalysis.texts import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType
    from rich.table import Column

__all__ = ["fitting"]

# A space at each side of a column, and one between two.
_PADDING, _BETWEEN = 2, 1
# More than any cell takes: a cell is measured as if the terminal had no end.
_ENDLESS = 100_000


def fitting(table: Table, console: Console) -> list[RenderableType]:
    """Return a table as it fits a console: whole, less of it, or row after row.

    Parameters
    ----------
    table
        Its columns that may not wrap are those of numbers.
    console
        Where it shall be written.
    """
    if _width(table, console) <= console.width:
        return [table]
    for columns in (table.columns, [each for each in table.columns if not _of_bars(each)]):
        less = _with_broken_headings(table, columns)
        if _width(less, console) <= console.width:
            return [less]
    return list(_lines(table))


def _of_bars(column: Column) -> bool:
    return any(isinstance(cell, Bar) for cell in column.cells)


def _width(table: Table, console: Console) -> int:
    """Return how many places a table takes at least."""
    columns = table.columns
    needed = sum(_least(column, console) + _PADDING for column in columns)
    return needed + _BETWEEN * (len(columns) - 1)


def _least(column: Column, console: Console) -> int:
    """Return what a column needs: its longest line if that may not be broken, or longest word."""
    options = console.options.update_width(_ENDLESS)
    sizes = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
    return max(size.maximum if column.no_wrap else size.minimum for size in sizes)


def _with_broken_headings(table: Table, columns: Sequence[Column]) -> Table:
    """Return some columns of a table, with a line for each word of a heading."""
    less = Table(box=table.box, show_edge=table.show_edge, show_header=table.show_header)
    for column in columns:
        # No break parts a sign of percent from its number.
        words = str(column.header).replace(" %", "\u00a0%").split(" ")
        less.add_column(
            "\n".join(words),
            justify=column.justify,
            no_wrap=column.no_wrap,
            overflow=column.overflow,
            max_width=column.max_width,
        )
    for row, cells in zip(table.rows, _rows(columns), strict=True):
        less.add_row(*cells, style=row.style)
    return less


def _rows(columns: Sequence[Column]) -> Iterator[tuple[RenderableType, ...]]:
    return zip(*(column.cells for column in columns), strict=True)


def _lines(table: Table) -> Iterator[RenderableType]:
    """Give each row as lines of heading and cell, with an empty line between rows."""
    columns = [column for column in table.columns if not _of_bars(column)]
    for place, (row, cells) in enumerate(zip(table.rows, _rows(columns), strict=True)):
        if place:
            yield Text()
        for column, cell in zip(columns, cells, strict=True):
            said = cell if isinstance(cell, Text) else Text(str(cell))
            name = str(column.header)
            heading = text("cli.narrow.heading", heading=name) if name else ""
            if said.plain:
                yield Text.assemble((heading, "bold"), said, style=row.style or "")
