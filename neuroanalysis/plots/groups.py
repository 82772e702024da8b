"""Cards or tiles in rows that wrap, loose or in captioned groups; a game says how one is drawn.

The result is one HTML string with inline styles only: it looks the same in a notebook, in an
exported page, and in a static viewer that drops style sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Generic, Literal, TypeVar

__all__ = ["PieceGroup", "groups_row", "kinds_of"]

P = TypeVar("P")


@dataclass(frozen=True)
class PieceGroup(Generic[P]):
    """Pieces that stand together, and what is written under them.

    Parameters
    ----------
    kinds
        What to draw, in order: kind indices, or whatever the game's drawing takes.
    caption
        The line under the group; nothing is drawn for an empty one.
    note
        A second, fainter line.
    style
        ``"bracket"`` joins the pieces from below, ``"frame"`` puts a box round them (pieces that
        lie on the table), ``"plain"`` draws neither.
    faded
        Whether to draw the pieces faintly, as for those that count for nothing.

    Examples
    --------
    >>> PieceGroup((0, 0), caption="duo").kinds
    (0, 0)
    """

    kinds: tuple[P, ...]
    caption: str = ""
    note: str = ""
    style: Literal["bracket", "frame", "plain"] = "bracket"
    faded: bool = False


def kinds_of(counts: Iterable[int]) -> tuple[int, ...]:
    """Return the kinds of a count vector, each as often as it is held, in order.

    Parameters
    ----------
    counts
        How many of each kind; a list or a numpy vector.

    Examples
    --------
    >>> kinds_of([2, 0, 1])
    (0, 0, 2)
    """
    return tuple(kind for kind, count in enumerate(counts) for _ in range(int(count)))


def groups_row(
    groups: Iterable[PieceGroup[P]],
    draw: Callable[[P, float, bool], str],
    *,
    width: float,
    label: str = "",
) -> str:
    """Draw groups in a row that wraps.

    Parameters
    ----------
    groups
        What to draw, in order.
    draw
        Draws one piece: called with the piece, its width in CSS pixels, and whether it is faded.
    width
        Width of a piece in CSS pixels.
    label
        What the whole row is, for a screen reader.

    Examples
    --------
    >>> group = PieceGroup(("heads", "tails"), caption="coins")
    >>> "<b>heads</b><b>tails</b>" in groups_row(
    ...     [group], lambda side, *_: f"<b>{side}</b>", width=9
    ... )
    True
    """
    parts = "".join(_group_html(group, draw, width) for group in groups)
    spoken = f' role="group" aria-label="{escape(label)}"' if label else ""
    return (
        f'<div{spoken} style="display:flex;flex-wrap:wrap;align-items:flex-start;'
        f'gap:10px 16px;line-height:1.3">{parts}</div>'
    )


def _group_html(group: PieceGroup[P], draw: Callable[[P, float, bool], str], width: float) -> str:
    gap = max(2, width / 14)
    pieces = "".join(draw(kind, width, group.faded) for kind in group.kinds)
    # An outline takes no room, so that framed pieces stand in line with the others.
    frame = (
        "outline:1.5px solid currentColor;outline-offset:3px;border-radius:5px;margin:0 5px;"
        if group.style == "frame"
        else ""
    )
    row = f'<div style="display:flex;flex-wrap:wrap;gap:{gap:.3g}px;{frame}">{pieces}</div>'
    line = (
        "border:1.5px solid currentColor;border-top:0;border-radius:0 0 7px 7px;opacity:.55"
        if group.style == "bracket"
        else ""
    )
    # Captions stand in line whether there is a bracket over them or not.
    bracket = (
        f'<div aria-hidden="true" style="box-sizing:border-box;height:8px;margin-top:4px;{line}">'
        "</div>"
        if group.caption or group.style == "bracket"
        else ""
    )
    # A caption may be longer than its pieces are wide; it wraps rather than push the groups apart.
    narrowest = max(len(group.kinds) * (width + gap), 84)
    lines = "".join(
        f'<div style="font-size:{size}px;{extra}max-width:{narrowest:.4g}px">{escape(line)}</div>'
        for line, size, extra in (
            (group.caption, 13, "margin-top:3px;"),
            (group.note, 12, "opacity:.8;"),
        )
        if line
    )
    spoken = f' role="group" aria-label="{escape(group.caption)}"' if group.caption else ""
    return f'<div{spoken} style="text-align:center">{row}{bracket}{lines}</div>'
