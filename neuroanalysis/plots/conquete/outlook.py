"""Where random unseen cards may go on a domain, drawn: the domain with chances, and a table."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.conquete.analysis.outlook import CellOutlook, Outlook
from neuroanalysis.games.conquete.position.domain import Cell
from neuroanalysis.plots.columns import percent, share_text
from neuroanalysis.plots.conquete.cells import kinds_html, points
from neuroanalysis.plots.conquete.domain import Mark, coordinate, domain_html, spot_name
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.texts import text

__all__ = ["cell_marks", "chances_html", "outlook_html", "outlook_words"]

_TEXTS: Final = "plots.conquete.outlook"
_MOST: Final = 40
_CARD: Final = 18
# Hands of so many cards are told of: what eight, six, four and three players get at first.
_HANDS: Final = (1, 6, 13)


def outlook_html(outlook: Outlook) -> str:
    """Draw the domain with the chance of each free cell, and tabulate the cells.

    Parameters
    ----------
    outlook
        What is likely.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.analysis import outlook
    >>> drawn = outlook_html(outlook("domain 0,0 2eb ; 0,1 2ev | hand 1cn"))
    >>> "hold" in drawn and drawn.startswith("<div")
    True
    """
    drawn = domain_html(outlook.position.domain, cells=cell_marks(outlook))
    remark = small(text(f"{_TEXTS}.drawing"))
    return block(f"{drawn}{remark}", chances_html(outlook), label=text(f"{_TEXTS}.title"))


def outlook_words(outlook: Outlook) -> list[str]:
    """Say how likely a random unseen card may go anywhere, and a hand of several holds one.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.analysis import outlook
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     print(outlook_words(outlook("domain 0,0 2eb | hand 1cn"))[1])
    Chance that a hand of so many random unseen cards holds one that may go anywhere: 1 card 25 %...
    """
    said = ", ".join(
        text(f"{_TEXTS}.hand.chance", n=n, chance=percent(chance, 3))
        for n in _HANDS
        if n <= outlook.unseen
        for chance in (outlook.holding(n),)
    )
    return [str(outlook), text(f"{_TEXTS}.holding", said=said)]


def cell_marks(outlook: Outlook) -> Mapping[Cell, Mark]:
    """Return what stands in the free cells of a domain: the chance of a random unseen card."""
    return {one.cell: _mark(one) for one in outlook.rows}


def _mark(one: CellOutlook) -> Mark:
    chances = one.chances
    name = text(
        f"{_TEXTS}.cell",
        chance=percent(chances.chance, 3),
        fitting=chances.fitting,
        unseen=chances.scores.total,
        vp=number_text(chances.expected_vp, 2),
    )
    shown = number_text(100 * chances.chance, 2)
    return Mark(shown, "%", name, strong=chances.fitting > 0)


def chances_html(outlook: Outlook) -> str:
    """Tabulate the free cells, the likeliest first: chance, mean, and which kinds may go there.

    Parameters
    ----------
    outlook
        What is likely.
    """
    title = text(f"{_TEXTS}.title")
    numbers = (1, 2, 3)
    cards = min(_HANDS[1], outlook.unseen)
    names = ("where", "chance", "mean", "hold")
    head = [text(f"{_TEXTS}.{name}", n=cards) for name in names]
    ordered = sorted(
        outlook.rows, key=lambda one: (-one.chances.chance, -one.chances.expected_vp, one.cell)
    )
    rows = [
        row(
            [
                f'<span title="{escape(spot_name(one.cell))}">{_short(one.cell)}</span>',
                escape(share_text(one.chances.chance, 3)),
                escape(number_text(one.chances.expected_vp, 2)),
                escape(share_text(one.chances.holding(cards), 3)),
            ],
            numbers,
            below=_kinds(one),
        )
        for one in ordered[:_MOST]
    ]
    said = [escape(line) for line in outlook_words(outlook)]
    further = len(ordered) - _MOST
    more = small(text(f"{_TEXTS}.further", n=further)) if further > 0 else ""
    return block(
        heading(title) + "<br>".join(said),
        table(head, rows, numbers, title) if rows else escape(text(f"{_TEXTS}.closed")),
        more,
        small(text(f"{_TEXTS}.said")),
        label=title,
    )


def _short(cell: Cell) -> str:
    return f"{coordinate(cell[0])},&nbsp;{coordinate(cell[1])}"


def _kinds(one: CellOutlook) -> str:
    """Draw the kinds that fit, by what they bring."""
    parts = [
        f'<div style="display:flex;gap:6px;align-items:center">'
        f'<span style="min-width:38px;font-size:12px">{escape(points(vp))}</span>'
        f"{kinds_html(kinds, _CARD)}</div>"
        for vp, kinds in one.chances.kinds.items()
    ]
    return "".join(parts) or escape(text(f"{_TEXTS}.none"))
