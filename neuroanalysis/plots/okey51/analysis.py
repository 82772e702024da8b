"""Distances, useful tiles and discards drawn: how far it is, what to hope for, what to throw.

One HTML string each, with inline SVG and inline styles. `around` lets a page make a button of a
tile; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from neuroanalysis.games.okey51.analysis.distances import WAYS, Distances, UsefulTile, Way
from neuroanalysis.games.okey51.analysis.hand import Discard, Discards
from neuroanalysis.games.okey51.pieces import PIECES
from neuroanalysis.games.okey51.position import Position
from neuroanalysis.plots.markup import Around, block, counted, heading, row, table
from neuroanalysis.plots.okey51.tiles import drawn_tile, tile_svg
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["discards_html", "distances_html", "named_tile", "small_tile", "useful_html"]

_TILE: Final = 34
_SMALL: Final = 26
_TEXTS: Final = "plots.okey51"


def named_tile(kind: int, drawing: str) -> str:
    """Name a drawn kind, in a tooltip and for a screen reader."""
    name = escape(f"{drawn_tile(kind).name} ({PIECES.codes[kind]})")
    return f'<span role="img" aria-label="{name}" title="{name}">{drawing}</span>'


def distances_html(distances: Distances) -> str:
    """Tabulate how many tiles are missing to open and to go out, by melds and by pairs.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     "never" in distances_html(Distances(0, None, 3, 6))
    True
    """
    draws = distances.to_dict()

    def said(way: Way) -> str:
        n = draws[way]
        if n is None:
            return escape(text(f"{_TEXTS}.distance.never"))
        return f"<b>{n}</b>"

    title = text(f"{_TEXTS}.distance.title")
    head = ["", *(text(f"{_TEXTS}.distance.{name}") for name in ("melds", "pairs"))]
    rows = [
        row(
            [
                escape(text(f"{_TEXTS}.distance.{aim}")),
                *(said(way) for way in WAYS if way.startswith(aim)),
            ],
            (1, 2),
        )
        for aim in ("open", "out")
    ]
    return block(
        heading(title, text(f"{_TEXTS}.distance.beside"))
        + f'<div style="max-width:380px">{table(head, rows, (1, 2), title)}</div>',
        label=title,
    )


def useful_html(
    useful: Sequence[UsefulTile],
    position: Position,
    *,
    around: Around = named_tile,
) -> str:
    """Draw the useful tiles with the copies left of each.

    Parameters
    ----------
    useful
        What `useful_tiles` returned.
    position
        Of which rack: it says what is wild, and what the player is after.
    around
        What to put round each drawn tile.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> position = Position.of("r5 r6", okey="b2")
    >>> with speaking("en"):
    ...     "2 left" in useful_html([UsefulTile(kind=6, copies=2)], position)
    True
    """
    title = text(f"{_TEXTS}.useful.{'out' if position.opened else 'open'}")
    if not useful:
        return block(heading(title), escape(text(f"{_TEXTS}.useful.none")))
    total = text(
        f"{_TEXTS}.useful.total",
        kinds=quantity("kinds", len(useful)),
        copies=quantity("copies", sum(tile.copies for tile in useful)),
    )
    drawn = counted(
        (
            around(tile.kind, small_tile(tile.kind, position, _TILE)),
            quantity("left", tile.copies),
        )
        for tile in useful
    )
    return block(heading(title, total) + drawn, label=title)


def small_tile(kind: int, position: Position, width: float) -> str:
    """Draw a kind of tile as it is on the position's rack; what stands beside it names it."""
    tile = drawn_tile(kind, position.okey, position.fake_identity)
    return tile_svg(tile, width=width, decorative=True)


def discards_html(discards: Discards, *, around: Around = named_tile) -> str:
    """Tabulate the discards, best first, under the sentence that says why the first is first.

    Parameters
    ----------
    discards
        What to draw.
    around
        What to put round each drawn tile.
    """
    title = text(f"{_TEXTS}.discards.title")
    worth = "value" if discards.aim == "open" else "left"
    columns = ["tile", f"distance_{discards.aim}", "useful", worth, "taken"]
    penalised = any(one.penalty for one in discards.rows)
    if penalised:
        columns.append("penalty")
    head = [text(f"{_TEXTS}.discards.{name}") for name in columns]
    numbers = (1, 3, 4, 5)
    rows = [
        row(_cells(one, discards.position, around, penalised), numbers, middle=True)
        for one in discards.rows
    ]
    return block(
        heading(title) + f"<div>{escape(discards.why())}</div>",
        table(head, rows, numbers, title),
        label=title,
    )


def _cells(discard: Discard, position: Position, around: Around, penalised: bool) -> list[str]:
    code = f'<span style="font:12px monospace">{PIECES.codes[discard.kind]}</span>'
    drawing = around(discard.kind, small_tile(discard.kind, position, _SMALL))
    tile = f'<span style="display:inline-flex;align-items:center;gap:6px">{drawing}{code}</span>'
    never = text(f"{_TEXTS}.distance.never")
    kinds, copies = quantity("kinds", len(discard.useful)), quantity("copies", discard.copies)
    worth = discard.meld_value if discard.aim == "open" else discard.left_value
    cells = [
        tile,
        escape(never if discard.distance is None else str(discard.distance)),
        f"{escape(kinds)}, <b>{escape(copies)}</b>",
        str(worth),
        str(discard.taken),
    ]
    return [*cells, str(discard.penalty)] if penalised else cells
