"""Cards of the Neurotrio deck as SVG, for notebooks, reports and pages of all games played with it.

A card says everything twice, so that it reads in grey and at 36 pixels: nature is a shape, force is
a digit and as many shapes, background is a colour and a pattern (black plain, green striped, blue
dotted). The drawing knows no rule: which cards stand together, and what is said of them, is handed
in as :class:`CardGroup`.

A kind is its index, ``9 * (force - 1) + 3 * nature + background``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from neuroanalysis.core.neurotrio_deck import KINDS, attributes, kind_name
from neuroanalysis.plots import neurotrio_shapes as shapes
from neuroanalysis.plots.groups import PieceGroup, groups_row, kinds_of

__all__ = ["CardGroup", "card_svg", "hand_html", "kinds_of"]


class _Figure(NamedTuple):
    outline: str
    fill: str


class _Ground(NamedTuple):
    fill: str
    pattern: str
    pattern_stroke: str
    pattern_width: float


class _Layout(NamedTuple):
    scale: float
    centres: tuple[tuple[float, float], ...]


# Light figures on dark grounds, at least 4.5:1; a halo in the ground's colour keeps the patterns'
# lighter tones off the figures. The three grounds with their patterns also differ in greyscale.
_FIGURES: Final = (
    _Figure(shapes.HEART, "#ffebee"),
    _Figure(shapes.STAR, "#fff0b8"),
    _Figure(shapes.ROSE, "#ffffff"),
)
GROUNDS: Final = ("#1a1a1a", "#117733", "#0072b2")
"""Black, green and blue cards."""

_GROUNDS: Final = (
    _Ground(GROUNDS[0], shapes.PLAIN, "none", 0),
    _Ground(GROUNDS[1], shapes.STRIPES, "#43a467", 2.4),
    _Ground(GROUNDS[2], shapes.DOTS, "#5db4e6", 3.4),
)
# By force, in a card of 60 by 84: the digit keeps the top left corner.
_LAYOUTS: Final = (
    _Layout(2.25, ((30, 49),)),
    _Layout(1.5, ((39, 26), (22, 60))),
    _Layout(1.25, ((40.5, 24), (16.8, 60), (43.2, 60))),
)
_RATIO: Final = 1.4
# Mid grey: visible round a black card on a dark page and round any card on a white one.
_OUTLINE: Final = "#8f8f8f"


CardGroup = PieceGroup[int]
"""Cards that stand together in a drawn hand, as kind indices; see `PieceGroup`."""


def card_svg(
    kind: int, *, width: float | None = 60, faded: bool = False, decorative: bool = False
) -> str:
    """Draw a card as one ``<svg>`` element.

    The element carries no id and refers to none, so any number of them can stand on one page.

    Parameters
    ----------
    kind
        Kind index from 0 to 26.
    width
        Width in CSS pixels; the height is 1.4 times that. None leaves both to the page's style.
    faded
        Whether to draw it faintly.
    decorative
        Whether to leave out the alternative text, because what stands around the card says it.

    Returns
    -------
    str
        SVG markup, also valid as a file of its own.

    Raises
    ------
    ValueError
        For a kind that there is not.

    Examples
    --------
    >>> svg = card_svg(14, width=36)
    >>> svg.startswith("<svg") and 'width="36"' in svg
    True
    """
    force, nature, background = attributes(_checked(kind))
    figure, ground, layout = _FIGURES[nature], _GROUNDS[background], _LAYOUTS[force]

    size = "" if width is None else f' width="{width:g}" height="{width * _RATIO:g}"'
    style = ' style="opacity:.5"' if faded else ""
    if decorative:
        spoken, title = 'aria-hidden="true"', ""
    else:
        name = escape(kind_name(kind))
        spoken, title = f'role="img" aria-label="{name}"', f"<title>{name}</title>"

    # The halo is in the figure's own units; it keeps the pattern off the figure's edge.
    figures = "".join(
        f'<g transform="translate({x:g} {y:g}) scale({layout.scale:g})" '
        f'stroke-width="{5 / layout.scale:.2f}">{figure.outline}</g>'
        for x, y in layout.centres
    )
    pattern = ground.pattern and (
        f'<path d="{ground.pattern}" fill="none" stroke="{ground.pattern_stroke}" '
        f'stroke-width="{ground.pattern_width:g}" stroke-linecap="round"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 84"{size} {spoken}{style} '
        f'color="{ground.fill}">{title}'
        f'<rect x="1" y="1" width="58" height="82" rx="7" fill="currentColor" '
        f'stroke="{_OUTLINE}" stroke-width="1.5"/>{pattern}'
        f'<path d="M2 24V9Q2 2 9 2H20V20Q20 26 14 26H2Z" fill="currentColor"/>'
        f'<g fill="{figure.fill}" stroke="currentColor" stroke-linejoin="round" '
        f'paint-order="stroke">{figures}</g>'
        f'<text x="11.5" y="23" fill="#fff" text-anchor="middle" font-size="23" '
        f'font-weight="700" font-family="system-ui,-apple-system,Segoe UI,Roboto,'
        f'DejaVu Sans,sans-serif">{force + 1}</text></svg>'
    )


def hand_html(
    cards: Sequence[int] = (),
    *,
    groups: Iterable[CardGroup] = (),
    width: float = 44,
    label: str = "",
) -> str:
    """Draw cards in a row that wraps, loose or in captioned groups.

    The result is one HTML string with inline SVG and inline styles only: it looks the same in a
    notebook, in an exported page, and in a static viewer that drops style sheets.

    Parameters
    ----------
    cards
        Loose cards: kind indices in the order to draw (:func:`kinds_of` gives those of counts).
    groups
        Groups to draw before the loose cards.
    width
        Width of a card in CSS pixels.
    label
        What the whole row is, for a screen reader.

    Returns
    -------
    str
        HTML markup.

    Raises
    ------
    ValueError
        For a kind that there is not.

    Examples
    --------
    >>> html = hand_html(groups=[CardGroup((0, 0), caption="duo")])
    >>> html.count("<svg"), "duo" in html
    (2, True)
    """
    drawn = [*groups, CardGroup(tuple(cards), style="plain")] if cards else groups
    return groups_row(drawn, _drawn, width=width, label=label)


def _drawn(kind: int, width: float, faded: bool) -> str:
    return card_svg(kind, width=width, faded=faded)


def _checked(kind: int) -> int:
    if not 0 <= kind < KINDS:
        raise ValueError(f"kind {kind}: there are kinds 0 to {KINDS - 1}")
    return int(kind)
