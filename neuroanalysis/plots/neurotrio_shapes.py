"""The outlines that Neurotrio cards are made of, as SVG markup.

Nothing here has an id. Browsers resolve ``url(#...)`` and ``<use>`` in the whole page, so two
notebook outputs that define the same id disturb each other, and sanitisers rename ids without their
uses. Stripes and dots are therefore computed as paths instead of ``<pattern>``.
"""

from __future__ import annotations

import math
from typing import Final

__all__ = ["DOTS", "HEART", "PLAIN", "ROSE", "STAR", "STRIPES"]

# The card that patterns are computed for, in user units; neurotrio_deck.py draws in the same.
_WIDTH: Final = 60.0
_HEIGHT: Final = 84.0


def _star(outer: float, inner: float) -> str:
    """Five points round (0, 0.6): a star's box is higher than its centre, so it is shifted down."""
    points = []
    for turn in range(10):
        radius = inner if turn % 2 else outer
        angle = math.pi * turn / 5
        points.append(f"{radius * math.sin(angle):.2f} {0.6 - radius * math.cos(angle):.2f}")
    return f"M{'L'.join(points)}Z"


def _stripes(step: float, inset: float, width: float) -> str:
    """Parallel diagonals that end where they meet the inset edge: nothing needs to be clipped."""
    left, top, right, bottom = inset, inset, _WIDTH - inset, _HEIGHT - inset
    lines = []
    offset = left + top + step / 2
    while offset < right + bottom:
        # The diagonal x + y = offset.
        x0 = max(left, offset - bottom)
        x1 = min(right, offset - top)
        if x1 - x0 > width / 2:
            lines.append(f"M{x0:.1f} {offset - x0:.1f}L{x1:.1f} {offset - x1:.1f}")
        offset += step
    return "".join(lines)


def _dots(step: float, inset: float) -> str:
    """Staggered rows of points of no length, which round line caps turn into discs."""
    points: list[str] = []
    rows = int((_HEIGHT - 2 * inset) // step) + 1
    top = (_HEIGHT - (rows - 1) * step) / 2
    for row in range(rows):
        columns = int((_WIDTH - 2 * inset) // step) + 1
        left = (_WIDTH - (columns - 1) * step) / 2
        if row % 2:
            columns -= 1
            left += step / 2
        points.extend(
            f"M{left + column * step:.1f} {top + row * step:.1f}h0" for column in range(columns)
        )
    return "".join(points)


# Shapes lie in a box from -10 to 10. A card sets `fill` (the figure) and `color` (the ground), so a
# line within a figure is drawn in the ground's colour, as if cut out.
HEART: Final = (
    '<path d="M0 9.4C-2.6 6.9-10 2.6-10-3.4C-10-6.7-7.6-9-4.8-9C-2.7-9-.9-7.8 0-5.9'
    'C.9-7.8 2.7-9 4.8-9C7.6-9 10-6.7 10-3.4C10 2.6 2.6 6.9 0 9.4Z"/>'
)

STAR: Final = f'<path d="{_star(10.4, 4.6)}"/>'

# A full bloom with its petals rolled into a spiral, over a stem with two leaves. Stem, leaves and
# bloom are one path, all clockwise, so that a halo round it does not run through the figure.
ROSE: Final = (
    '<path d="M.9 3C1.4 5.6 1.2 8.2 .3 10.9L-1.4 10.4C-.6 8-.3 5.6-.9 3Z'
    "M-.4 9.6C-3.8 10.8-7 9-8 5.4C-4.6 4.8-1.6 6-.4 9.6Z"
    "M.1 8.4C1.2 5 4.4 3.8 7.8 4.4C6.8 7.8 3.6 9.6 .1 8.4Z"
    "M0 4C-3.6 4-6.2 2.8-7.2 .6C-9-.8-9.1-3.9-7.5-5.4C-7.4-8.2-5.2-9.7-2.9-9.3"
    "C-1.4-10.8 1.4-10.8 2.9-9.3C5.2-9.7 7.4-8.2 7.5-5.4C9.1-3.9 9-.8 7.2 .6"
    'C6.2 2.8 3.6 4 0 4Z"/>'
    '<path d="M.5-5C-.5-5.6-1.4-4.4-.6-3.6C.7-2.5 2.6-3.6 2.5-5.4C2.3-7.4-.5-8.1-2.3-6.7'
    "C-4.3-5-3.9-2.1-1.5-.9C1.5 .5 5-1.1 5.3-4.6"
    'M-6.1-5.6C-6.8-1.9-4.2 1.6-.2 1.9M2.4 1.6C4.2 1.2 5.6 .2 6.3-1.2" fill="none" '
    'stroke="currentColor" stroke-width="1.15" stroke-linecap="round"/>'
)

PLAIN: Final = ""
STRIPES: Final = _stripes(step=8, inset=4, width=3)
DOTS: Final = _dots(step=9, inset=7)
