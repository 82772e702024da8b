"""What empty cells accept, drawn: the kinds that fit by victory points, and how likely that is."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.conquete.analysis import CellChances, CellTable
from neuroanalysis.games.conquete.pieces import PIECES, kind_name
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.neurotrio_deck import card_svg
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["cell_html", "cell_table_html", "kinds_html", "points", "small_card"]

_TEXTS: Final = "plots.conquete.cells"
_SMALL: Final = 24


def points(vp: int) -> str:
    """Say victory points, in short and with a true minus sign.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     points(5), points(-1)
    ('5 PV', '−1 PV')
    """
    return text("plots.conquete.vp", n=str(vp).replace("-", "−"))


def small_card(kind: int, width: float = _SMALL) -> str:
    """Draw a small card that says its name and code to who points at it or hears it."""
    name = escape(f"{kind_name(kind)} ({PIECES.codes[kind]})")
    drawn = card_svg(kind, width=width, decorative=True)
    return (
        f'<span role="img" aria-label="{name}" title="{name}" style="display:inline-block;'
        f'line-height:0">{drawn}</span>'
    )


def kinds_html(kinds: Iterable[int], width: float = _SMALL) -> str:
    """Draw kinds, small and in a row that wraps."""
    drawn = "".join(small_card(kind, width) for kind in kinds)
    return f'<span style="display:flex;flex-wrap:wrap;gap:3px">{drawn}</span>'


def cell_html(cell: CellChances, where: str = "") -> str:
    """Draw what one cell accepts beside the cards that it touches.

    Parameters
    ----------
    cell
        The cell.
    where
        Where it is, if it is one of a domain.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.analysis import cell_chances
    >>> cell_html(cell_chances("2ev 2cb")).count("<svg")
    4
    """
    title = text(f"{_TEXTS}.between")
    head = [text(f"{_TEXTS}.{name}") for name in ("brings", "kinds", "left", "chance")]
    numbers = (2, 3)
    rows = [
        row(
            [
                f"<b>{escape(points(vp))}</b>",
                kinds_html(kinds),
                str(cell.scores.counts.get(vp, 0)),
                escape(percent(cell.scores.probability(vp))),
            ],
            numbers,
        )
        for vp, kinds in cell.kinds.items()
    ]
    said = text(
        f"{_TEXTS}.accepts",
        fitting=cell.fitting,
        unseen=cell.scores.total,
        chance=percent(cell.chance),
        vp=number_text(cell.expected_vp),
    )
    tabulated = table(head, rows, numbers, title) if rows else ""
    return block(
        heading(title, where) + kinds_html(cell.neighbours, 34),
        f"<b>{escape(said)}</b>",
        tabulated or escape(text(f"{_TEXTS}.nothing")),
        label=title,
    )


def cell_table_html(cells: CellTable) -> str:
    """Tabulate what all cells between so many cards accept, a line for each way up to symmetry.

    Parameters
    ----------
    cells
        The table.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.analysis import cell_table
    >>> cell_table_html(cell_table(2)).count("<svg")
    8
    """
    title = text(f"{_TEXTS}.all", n=cells.neighbours)
    values = sorted({vp for one in cells.classes for vp in one.chances.kinds})
    head = [text(f"{_TEXTS}.example"), text(f"{_TEXTS}.deals"), *map(points, values)]
    head += [text(f"{_TEXTS}.cards"), text(f"{_TEXTS}.chance")]
    numbers = range(1, len(head))
    rows = [
        row(
            [
                kinds_html(one.neighbours, 20),
                escape(percent(one.deals / cells.deals, 3)),
                *(str(len(one.chances.kinds.get(vp, ()))) for vp in values),
                str(one.chances.fitting),
                escape(percent(one.chances.chance, 3)),
            ],
            numbers,
            middle=True,
        )
        for one in cells.classes
    ]
    return block(
        heading(title, quantity("ways", len(cells.classes)))
        + "".join(f"<div>{escape(line)}</div>" for line in str(cells).splitlines()),
        table(head, rows, numbers, title),
        small(text(f"{_TEXTS}.said")),
        label=title,
    )
