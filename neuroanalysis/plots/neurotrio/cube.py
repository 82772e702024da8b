"""The cube of the 27 kinds: three forces deep, three natures high, three backgrounds wide.

An oblique view in which no card hides another and no line runs through a card that is not on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from html import escape
from typing import Final

from neuroanalysis.games.neurotrio.pieces import KINDS, LINES, attributes, value_name
from neuroanalysis.plots.colours import ESTIMATE
from neuroanalysis.plots.neurotrio_deck import card_svg
from neuroanalysis.texts import text

__all__ = ["cube_svg"]

# Steps between neighbours along background, nature and force, in user units.
_ACROSS: Final = (84.0, 0.0)
_DOWN: Final = (0.0, 96.0)
_BACK: Final = (28.0, -31.0)
_CARD_WIDTH: Final = 21.0
_CARD_HEIGHT: Final = 1.4 * _CARD_WIDTH
_LEFT: Final = 74.0
_TOP: Final = 84.0
_SIZE: Final = (336.0, 322.0)
_QUIET: Final = "#8f8f8f"


def cube_svg(
    kinds: Collection[int] = (),
    lines: Iterable[int] = (),
    *,
    width: float = 336,
    label: str = "",
) -> str:
    """Draw the cube with its 27 lines as one ``<svg>`` element.

    Parameters
    ----------
    kinds
        Kinds to frame; as soon as there is one, the others are drawn faintly.
    lines
        Lines to draw thick, by their positions in
        :data:`neuroanalysis.games.neurotrio.pieces.LINES`.
    width
        Width in CSS pixels.
    label
        What it shows, for a screen reader.

    Returns
    -------
    str
        SVG markup without ids; text and thin lines have the colour of the page.

    Raises
    ------
    ValueError
        For a kind or a line that there is not.

    Examples
    --------
    >>> svg = cube_svg(kinds=[0, 1], lines=[18])
    >>> svg.count("<svg"), svg.count('stroke-width="5"')
    (28, 1)
    """
    framed, thick = set(kinds), set(lines)
    if not framed <= set(range(KINDS)) or not thick <= set(range(len(LINES))):
        raise ValueError(f"kinds {sorted(framed)} or lines {sorted(thick)}: there are 27 of each")
    drawn = [
        _line(number, number in thick)
        for number in sorted(range(len(LINES)), key=thick.__contains__)
    ]
    # From the back to the front, so that frames of near cards lie over what is behind.
    drawn += [
        _card(kind, kind in framed, bool(framed) and kind not in framed)
        for kind in sorted(range(KINDS), key=lambda kind: -attributes(kind)[0])
    ]
    name = escape(label or text("lessons.cube.label"))
    high = width * _SIZE[1] / _SIZE[0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE[0]:g} {_SIZE[1]:g}" '
        f'width="{width:g}" height="{high:.4g}" role="img" aria-label="{name}" '
        f'style="max-width:100%;height:auto"><title>{name}</title>{"".join(drawn)}{_words()}</svg>'
    )


def _place(kind: int) -> tuple[float, float]:
    force, nature, background = attributes(kind)
    x, y = (
        start + background * across + nature * down + force * back
        for start, across, down, back in zip((_LEFT, _TOP), _ACROSS, _DOWN, _BACK, strict=True)
    )
    return x, y


def _line(number: int, thick: bool) -> str:
    (x1, y1), (x2, y2) = (_place(kind) for kind in (LINES[number][0], LINES[number][2]))
    stroke = (
        f'stroke="{ESTIMATE}" stroke-width="5"' if thick else f'stroke="{_QUIET}" stroke-width="1"'
    )
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {stroke} stroke-linecap="round"/>'
    )


def _card(kind: int, framed: bool, faint: bool) -> str:
    x, y = _place(kind)
    left, top = x - _CARD_WIDTH / 2, y - _CARD_HEIGHT / 2
    frame = (
        f'<rect x="{left - 3:g}" y="{top - 3:g}" width="{_CARD_WIDTH + 6:g}" '
        f'height="{_CARD_HEIGHT + 6:g}" rx="5" fill="none" stroke="{ESTIMATE}" stroke-width="3"/>'
        if framed
        else ""
    )
    card = card_svg(kind, width=_CARD_WIDTH, decorative=True, faded=faint)
    return f'{frame}<g transform="translate({left:g} {top:g})">{card}</g>'


def _words() -> str:
    """Name the values along the three edges that lie free."""
    near_right = _place(2 + 6)
    said = [
        *(
            (_place(background + 6)[0], _place(6)[1] + 34, "middle", value_name(6 + background))
            for background in range(3)
        ),
        *(
            (_LEFT - 20, _place(3 * nature)[1] + 4, "end", value_name(3 + nature))
            for nature in range(3)
        ),
        *(
            (
                near_right[0] + force * _BACK[0] + 20,
                near_right[1] + force * _BACK[1] + 4,
                "start",
                value_name(force),
            )
            for force in range(3)
        ),
    ]
    return "".join(
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="13" fill="currentColor" '
        f'font-family="system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif">'
        f"{escape(words)}</text>"
        for x, y, anchor, words in said
    )
