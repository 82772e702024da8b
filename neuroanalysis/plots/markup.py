"""Fragments that drawn answers are made of: inline styles only, colours that suit any page.

Text has the page's own colour; lines and grounds are that colour made faint. So one string fits a
light and a dark theme, an exported page, and a viewer that drops style sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final, TypeAlias

__all__ = ["Around", "FOCUS", "block", "counted", "heading", "row", "small", "table"]

Around: TypeAlias = Callable[[int, str], str]
"""Puts something that names the kind round its drawing, such as a button."""

FOCUS: Final = "outline-color:currentColor;outline-width:2.5px"
"""For what scrolls by key: the browser's own ring is black on a dark page too."""

_FONT: Final = "font:13px/1.45 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"
_LINE: Final = "1px solid rgba(128,128,128,.35)"
# A title may be wider than the numbers under it, and wraps.
_HEAD: Final = (
    "font-weight:600;font-size:12px;line-height:1.25;vertical-align:bottom;white-space:normal"
)


def block(*parts: str, label: str = "") -> str:
    """Return parts under each other, as one answer."""
    spoken = f' role="group" aria-label="{escape(label)}"' if label else ""
    content = "".join(f'<div style="margin:0 0 12px">{part}</div>' for part in parts if part)
    return f'<div{spoken} style="{_FONT};max-width:760px">{content}</div>'


def heading(title: str, beside: str = "") -> str:
    """Return the title of a part of an answer, with a faint remark beside it."""
    remark = f' <span style="font-weight:400;opacity:.75">{escape(beside)}</span>' if beside else ""
    return f'<div style="font-weight:600;margin:0 0 6px">{escape(title)}{remark}</div>'


def small(words: str) -> str:
    """Return a faint remark."""
    return f'<span style="font-size:12px;opacity:.75">{escape(words)}</span>'


def counted(pieces: Iterable[tuple[str, str]]) -> str:
    """Return drawings in a row that wraps, each over its words, such as how many there are."""
    drawn = "".join(
        f'<div style="text-align:center">{drawing}'
        f'<div style="font-size:12px;line-height:1.3;white-space:pre-line">{escape(words)}</div>'
        "</div>"
        for drawing, words in pieces
    )
    return f'<div style="display:flex;flex-wrap:wrap;gap:6px 8px">{drawn}</div>'


def table(head: Sequence[str], rows: Iterable[str], numbers: Sequence[int], label: str) -> str:
    """Return a table of the rows that `row` makes; `numbers` are the columns aligned right."""
    # A column without a title has no header for a screen reader to say.
    cells = "".join(
        f'<th scope="col" style="{_cell(column in numbers)};{_HEAD}">{escape(title)}</th>'
        if title
        else f'<td style="{_cell(column in numbers)};{_HEAD}"></td>'
        for column, title in enumerate(head)
    )
    # Every property that notebooks set for the tables in their outputs is set here again.
    return (
        f'<table aria-label="{escape(label)}" style="border-collapse:collapse;border:0;margin:0;'
        f'width:100%;table-layout:auto;font:inherit;color:inherit;background:none">'
        f'<thead style="border-bottom:{_LINE}"><tr style="background:none;text-align:left">{cells}'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def row(
    cells: Sequence[str],
    numbers: Sequence[int],
    *,
    strong: bool = False,
    middle: bool = False,
    below: str = "",
) -> str:
    """Return a row of cells, which are HTML already; `below` goes under all of them.

    Cells begin at one height, or if so asked have their middles at one.
    """
    weight = ";font-weight:700" if strong else ""
    line = "" if strong else f";border-bottom:{_LINE}"
    above = ";vertical-align:middle" if below or middle else ""
    above += ";padding-bottom:2px" if below else ""
    content = "".join(
        f'<td style="{_cell(column in numbers)}{weight}{above}">{cell}</td>'
        for column, cell in enumerate(cells)
    )
    if not below:
        return f'<tr style="background:none{line}">{content}</tr>'
    return (
        f'<tr style="background:none">{content}</tr><tr style="background:none{line}">'
        f'<td colspan="{len(cells)}" style="{_cell(False)};padding-top:0">{below}</td></tr>'
    )


def _cell(number: bool) -> str:
    aligned = "right;white-space:nowrap;font-variant-numeric:tabular-nums" if number else "left"
    return (
        f"text-align:{aligned};vertical-align:top;padding:5px 10px 5px 0;border:0;background:none;"
        "color:inherit;font-size:13px;line-height:1.45;max-width:none"
    )
