"""What drawn rounds of all games are made of: seats side by side, and what was done in words."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from neuroanalysis.plots.colours import HERE
from neuroanalysis.plots.markup import FOCUS, small

__all__ = ["badge", "named_set", "pieces_row", "seat_box", "seats_html", "told_html"]


def seats_html(seats: str, *, narrowest: int = 330, most: int = 6) -> str:
    """Return drawn seats side by side, as far as there is room, but so many at most in a row."""
    least = f"max({narrowest}px,{100 / (most + 1):.1f}%)"
    return (
        '<div style="display:grid;gap:10px;'
        f'grid-template-columns:repeat(auto-fit,minmax(min(100%,{least}),1fr))">{seats}</div>'
    )


def seat_box(
    name: str,
    parts: Iterable[str],
    *,
    note: str = "",
    marks: Iterable[str] = (),
    active: bool = False,
    strong: bool = False,
) -> str:
    """Return what a player has, in a box with his name.

    Parameters
    ----------
    name
        Of the player.
    parts
        What he has, drawn.
    note, marks
        What is said beside his name, faintly and in badges.
    active
        Whether it is his turn, which a thick edge says.
    strong
        Whether the edge has that colour all the same.
    """
    edge = f"2px solid {HERE}" if active else "1px solid rgba(128,128,128,.45)"
    pad = 7 if active else 8
    colour = f"border-color:{HERE};" if strong else ""
    beside = f" {small(note)}" if note else ""
    badges = "".join(f" {badge(mark)}" for mark in marks)
    return (
        f'<div role="group" aria-label="{escape(name)}" style="border:{edge};{colour}'
        f'border-radius:8px;padding:{pad}px {pad + 2}px;min-width:0">'
        f'<div style="margin-bottom:6px"><b>{escape(name)}</b>{beside}{badges}</div>'
        f'<div style="display:flex;flex-wrap:wrap;gap:8px 12px;align-items:flex-end">'
        f"{''.join(parts)}</div></div>"
    )


def badge(words: str) -> str:
    """Return a word in a rounded frame."""
    return (
        '<span style="display:inline-block;padding:0 7px;border:1px solid rgba(128,128,128,.6);'
        f'border-radius:9px;font-size:12px">{escape(words)}</span>'
    )


def pieces_row(drawn: str) -> str:
    """Return drawn cards or tiles in a row that wraps."""
    return f'<div style="display:flex;flex-wrap:wrap;gap:3px;min-width:0">{drawn}</div>'


def named_set(name: str, drawn: str) -> str:
    """Return drawn cards or tiles in a frame under a word for what they are."""
    return (
        f'<div role="group" aria-label="{escape(name)}" style="border:1.5px solid '
        'currentColor;border-radius:6px;padding:0 4px 4px;max-width:100%">'
        f'<div style="font-size:11.5px;line-height:1.5">{escape(name)}</div>{pieces_row(drawn)}'
        "</div>"
    )


def told_html(lines: Iterable[tuple[str, str]], title: str) -> str:
    """Return what was done, a line a move, in a list that scrolls by itself.

    Parameters
    ----------
    lines
        Words, and the small drawing before them or nothing.
    title
        What the list is.
    """
    listed = "".join(
        '<li style="display:flex;gap:7px;align-items:center;margin:0 0 3px;list-style:none">'
        f'<span style="flex:none;width:16px;line-height:0">{drawing}</span>'
        f"<span>{escape(words)}</span></li>"
        for words, drawing in lines
    )
    return (
        f'<div><div style="font-weight:600;margin-bottom:6px">{escape(title)}</div>'
        f'<ol tabindex="0" aria-label="{escape(title)}" '
        f'style="{FOCUS};max-height:230px;overflow-y:auto;margin:0;padding:0">{listed}</ol></div>'
    )
