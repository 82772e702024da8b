"""Distances, useful cards, discards and credits in reach drawn.

One HTML string each, with inline SVG and inline styles. `around` lets a page make a button of a
card; nothing is computed here.
"""

from __future__ import annotations

from html import escape
from typing import Final

from neuroanalysis.games.mhing.analysis.hand import Discard, Discards, Distances
from neuroanalysis.games.mhing.analysis.prospects import Prospect, Prospects
from neuroanalysis.games.mhing.analysis.reach import Reach, ReachedLine
from neuroanalysis.games.mhing.pieces import PIECES, kind_name
from neuroanalysis.plots.markup import Around, block, counted, heading, row, small, table
from neuroanalysis.plots.mhing.cards import card_svg
from neuroanalysis.plots.mhing.evaluation import missing_html
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = [
    "coded_card",
    "discards_html",
    "distances_html",
    "named_card",
    "reach_html",
    "useful_html",
]

_CARD: Final = 34
_SMALL: Final = 26
_TEXTS: Final = "plots.mhing"


def named_card(kind: int, drawing: str) -> str:
    """Name a drawn kind, in a tooltip and for a screen reader."""
    name = escape(f"{kind_name(kind)} ({PIECES.codes[kind]})")
    return f'<span role="img" aria-label="{name}" title="{name}">{drawing}</span>'


def coded_card(kind: int, around: Around = named_card, *, width: float = _SMALL) -> str:
    """Draw a kind of card with its code beside it."""
    code = f'<span style="font:12px monospace">{PIECES.codes[kind]}</span>'
    drawing = around(kind, card_svg(kind, width=width, decorative=True))
    return f'<span style="display:inline-flex;align-items:center;gap:6px">{drawing}{code}</span>'


def distances_html(distances: Distances) -> str:
    """Tabulate how many cards are missing to each sort of winning hand.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     "never" in distances_html(Distances(3, None, None))
    True
    """
    return block(
        missing_html(distances.combinations, distances.unmatched, distances.unmatched_honours)
    )


def useful_html(useful: Prospects, *, around: Around = named_card) -> str:
    """Draw the useful cards with the copies left of each, and what each leads to.

    Parameters
    ----------
    useful
        What `useful_credits` returned.
    around
        What to put round each drawn card.

    Examples
    --------
    >>> from neuroanalysis.games.mhing import useful_credits
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     drawn = useful_html(useful_credits("123456789m 11z 23p"))
    >>> "6 left" in drawn, "5 credits" in drawn
    (True, True)
    """
    title = text(f"{_TEXTS}.useful.title")
    if not useful.rows:
        return block(heading(title), escape(text(f"{_TEXTS}.useful.none")))
    total = text(
        f"{_TEXTS}.useful.total",
        kinds=quantity("kinds", len(useful.rows)),
        copies=quantity("copies", useful.copies),
    )
    drawn = counted(
        (
            around(row.card.kind, card_svg(row.card.kind, width=_CARD, decorative=True)),
            _leads_to(row),
        )
        for row in useful
    )
    further = any(row.distance and row.credits is not None for row in useful)
    said = small(text(f"{_TEXTS}.useful.said")) if further else ""
    return block(heading(title, total) + drawn, said, label=title)


def _leads_to(row: Prospect) -> str:
    """Say how many are left of a card, and under it the credits and points it leads to."""
    left = quantity("left", row.card.copies)
    if row.credits is None:
        return left
    earned = text(
        f"{_TEXTS}.useful.{'earns' if row.enough else 'short'}",
        credits=quantity("credits", row.credits),
        points=quantity("points", row.points or 0),
    )
    return f"{left}\n{earned}"


def discards_html(discards: Discards, *, around: Around = named_card) -> str:
    """Tabulate the discards, best first, under the sentence that says why the first is first.

    Parameters
    ----------
    discards
        What to draw.
    around
        What to put round each drawn card.
    """
    title = text(f"{_TEXTS}.discards.title")
    head = [text(f"{_TEXTS}.discards.{name}") for name in ("card", "missing", "useful", "near")]
    numbers = (1, 3)
    rows = [row(_cells(one, around), numbers, middle=True) for one in discards.rows]
    return block(
        heading(title) + f"<div>{escape(discards.why())}</div>",
        table(head, rows, numbers, title),
        small(text(f"{_TEXTS}.discards.said")),
        label=title,
    )


def _cells(discard: Discard, around: Around) -> list[str]:
    kinds, copies = quantity("kinds", len(discard.useful)), quantity("copies", discard.copies)
    return [
        coded_card(discard.kind, around),
        str(discard.distance),
        f"{escape(kinds)}, <b>{escape(copies)}</b>",
        str(discard.credits),
    ]


def reach_html(reach: Reach) -> str:
    """Tabulate the lines of credits by how many further cards show each; name those out of reach.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.analysis import credits_reachable
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     "one suit with honours" in reach_html(credits_reachable("123456789m 11z 25p"))
    True
    """
    title = text(f"{_TEXTS}.reach.title")
    head = [text(f"{_TEXTS}.reach.{name}") for name in ("line", "credits", "missing")]
    shown = [line for line in reach if line.distance is not None]
    never = [line for line in reach if line.distance is None]
    rows = [row(_line(line), (1, 2)) for line in shown]
    under = [small(text(f"{_TEXTS}.reach.each"))]
    if never:
        lines = ", ".join(line.name for line in never)
        under.append(small(text(f"{_TEXTS}.reach.never", lines=lines)))
    return block(
        heading(title, text(f"{_TEXTS}.reach.beside")),
        f'<div style="max-width:520px">{table(head, rows, (1, 2), title)}</div>',
        *under,
        label=title,
    )


def _line(line: ReachedLine) -> list[str]:
    return [escape(line.name), str(line.credits), f"<b>{line.distance}</b>"]
