"""Cards small or named by their code, inside what is drawn of answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from neuroanalysis.games.neurotrio.pieces import PIECES, attributes, kind_name
from neuroanalysis.plots.neurotrio_deck import GROUNDS, card_svg

__all__ = ["chip", "minis", "named"]


def named(kind: int, drawing: str) -> str:
    """Name a drawn kind, in a tooltip and for a screen reader."""
    name = escape(f"{kind_name(kind)} ({PIECES.codes[kind]})")
    return f'<span role="img" aria-label="{name}" title="{name}">{drawing}</span>'


def minis(groups: Iterable[Sequence[int]], width: float = 19) -> str:
    """Draw small cards, a little apart from group to group; what stands beside them names them."""
    drawn = "".join(
        '<span style="display:inline-flex;gap:1px">'
        + "".join(card_svg(kind, width=width, decorative=True) for kind in kinds)
        + "</span>"
        for kinds in groups
    )
    return f'<span style="display:flex;flex-wrap:wrap;gap:3px 7px;padding-top:3px">{drawn}</span>'


def chip(kind: int, copies: int) -> str:
    """Name a kind by its code on its own ground, with a number of copies."""
    ground = GROUNDS[attributes(kind)[2]]
    code = (
        f'<span style="background:{ground};color:#fff;border:1px solid #8f8f8f;border-radius:4px;'
        f'padding:0 3px;font:11.5px/1.4 monospace">{PIECES.codes[kind]}</span>'
    )
    return (
        f'<span style="display:inline-flex;align-items:center;gap:2px;white-space:nowrap">{code}'
        f'<span style="font-size:11.5px">×{copies}</span></span>'
    )
