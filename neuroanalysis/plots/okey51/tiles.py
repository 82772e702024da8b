"""Okey tiles as SVG, for notebooks, reports and pages.

A tile says its colour twice, so that it reads in grey and at 30 pixels: as the ink of the number,
and as a shape under it (red a diamond, blue a ring, black a square, yellow a triangle). A wild has
a star and a golden ground whatever it stands for; a fake okey has a sign of its own, and small
under it the tile that it counts as.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple

from neuroanalysis.games.okey51.pieces import (
    FAKE,
    IDENTITIES,
    TILES,
    colour_of,
    kind_name,
    number_of,
)
from neuroanalysis.games.okey51.position import MeldTile, Position
from neuroanalysis.plots.colours import GOLD, GOLDEN_LIP, IVORY, LIP, OUTLINE
from neuroanalysis.plots.groups import PieceGroup, groups_row, kinds_of
from neuroanalysis.texts import text

__all__ = ["Tile", "TileGroup", "drawn_tile", "rack_html", "tile_svg", "tiles_html", "tiles_of"]


@dataclass(frozen=True)
class Tile:
    """A tile as it is drawn.

    Parameters
    ----------
    kind
        What it shows: a number tile, or the fake okey.
    wild
        Whether it is an okey; `kind` is then what it stands for, or its own print on a rack.
    counts_as
        For a fake okey, the number tile that it counts as; None where that is not known.
    """

    kind: int
    wild: bool = False
    counts_as: int | None = None

    @property
    def name(self) -> str:
        """What a person calls it, in the language in force."""
        if self.wild:
            return text("plots.okey51.tile.wild", tile=kind_name(self.kind))
        if self.counts_as is not None:
            return text("plots.okey51.tile.fake", tile=kind_name(self.counts_as))
        return kind_name(self.kind)


TileGroup = PieceGroup[Tile]
"""Tiles that stand together in a drawing; see `PieceGroup`."""


class _Colour(NamedTuple):
    ink: str
    shape: str


def _polygon(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"


def _star(points: int, outer: float, inner: float) -> str:
    """A star round the origin, its first point up."""
    turns = range(2 * points)
    return _polygon(
        (
            (inner if turn % 2 else outer) * math.sin(math.pi * turn / points),
            -(inner if turn % 2 else outer) * math.cos(math.pi * turn / points),
        )
        for turn in turns
    )


TILE_INKS: Final = ("#8b0515", "#1d59a6", "#1a1a1a", "#82600f")
"""Red, blue, black, and yellow, dark enough to have 4.5:1 on ivory and gold."""

# Shapes lie in a box from -10 to 10; yellow has a light filling.
_RED, _BLUE, _BLACK, _YELLOW = TILE_INKS
_COLOURS: Final = (
    _Colour(_RED, f'<path d="M0-10.5L9 0L0 10.5L-9 0Z" fill="{_RED}"/>'),
    _Colour(_BLUE, f'<circle r="6.8" fill="none" stroke="{_BLUE}" stroke-width="5"/>'),
    _Colour(_BLACK, f'<path d="M-8.5-8.5H8.5V8.5H-8.5Z" fill="{_BLACK}"/>'),
    _Colour(
        _YELLOW,
        f'<path d="M0-9.5L10 8.5H-10Z" fill="#ffc400" stroke="{_YELLOW}" stroke-width="2.2" '
        'stroke-linejoin="round"/>',
    ),
)
_WILD_STAR: Final = (
    f'<path transform="translate(47.5 12.5)" d="{_star(5, 10.5, 4.4)}" fill="#8a2be2" '
    'stroke="#fff" stroke-width="1.6" stroke-linejoin="round" paint-order="stroke"/>'
)
_SIGN_INK: Final = "#5b2a86"
_SIGN: Final = (
    f'<circle r="16" fill="none" stroke="{_SIGN_INK}" stroke-width="3.4"/>'
    f'<path d="{_star(4, 13.5, 4.6)}" fill="{_SIGN_INK}"/>'
)
_RATIO: Final = 4 / 3
_FONT: Final = (
    'text-anchor="middle" font-weight="700" font-family="system-ui,-apple-system,Segoe UI,Roboto,'
    'DejaVu Sans,sans-serif"'
)
# Wood in both themes; the tiles carry all that is to be read.
_WOOD: Final = "#9a6b3f"
_ROWS: Final = 2


def tile_svg(
    tile: Tile | int,
    *,
    width: float | None = 44,
    faded: bool = False,
    decorative: bool = False,
) -> str:
    """Draw a tile as one ``<svg>`` element.

    The element carries no id and refers to none, so any number of them can stand on one page.

    Parameters
    ----------
    tile
        What to draw; a kind alone is an ordinary tile.
    width
        Width in CSS pixels; the height is 4/3 of that. None leaves both to the page's style.
    faded
        Whether to draw it faintly.
    decorative
        Whether to leave out the alternative text, because what stands around the tile says it.

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
    >>> from neuroanalysis.games.okey51 import PIECES
    >>> svg = tile_svg(PIECES.kind("r5"), width=30)
    >>> svg.startswith("<svg") and 'width="30"' in svg and ">5</text>" in svg
    True
    """
    if not isinstance(tile, Tile):
        tile = Tile(int(tile))
    if not 0 <= tile.kind < TILES or not 0 <= (tile.counts_as or 0) < IDENTITIES:
        raise ValueError(f"{tile}: there are kinds 0 to {TILES - 1}")
    size = "" if width is None else f' width="{width:g}" height="{width * _RATIO:g}"'
    style = ' style="opacity:.5"' if faded else ""
    if decorative:
        spoken, title = 'aria-hidden="true"', ""
    else:
        name = escape(tile.name)
        spoken, title = f'role="img" aria-label="{name}"', f"<title>{name}</title>"
    ground, lip = (GOLD, GOLDEN_LIP) if tile.wild else (IVORY, LIP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"{size} {spoken}{style}>{title}'
        f'<rect x="1" y="1" width="58" height="78" rx="8" fill="{lip}" stroke="{OUTLINE}" '
        f'stroke-width="1.5"/><path d="M2 70V9Q2 2 9 2H51Q58 2 58 9V70Q58 74 51 74H9Q2 74 2 70Z" '
        f'fill="{ground}"/>{_face(tile)}{_WILD_STAR if tile.wild else ""}</svg>'
    )


def tiles_html(groups: Iterable[PieceGroup[Tile]], *, width: float = 34, label: str = "") -> str:
    """Draw tiles in captioned groups, in a row that wraps.

    Parameters
    ----------
    groups
        What stands together.
    width
        Width of a tile in CSS pixels.
    label
        What the whole row is, for a screen reader.

    Examples
    --------
    >>> html = tiles_html([TileGroup((Tile(4), Tile(5, wild=True)), caption="two")])
    >>> html.count("<svg"), "two" in html
    (2, True)
    """
    return groups_row(groups, _drawn, width=width, label=label)


def rack_html(tiles: Iterable[Tile], *, width: float = 40, label: str = "") -> str:
    """Draw tiles on a wooden rack, in its two rows.

    Parameters
    ----------
    tiles
        In the order to draw: the first half stands in the upper row.
    width
        Width of a tile in CSS pixels.
    label
        What it is, for a screen reader.

    Examples
    --------
    >>> rack_html([Tile(0), Tile(1), Tile(2)]).count("<svg")
    3
    """
    held = tuple(tiles)
    half = -(-len(held) // _ROWS)
    rows = "".join(
        f'<div style="display:flex;flex-wrap:wrap;gap:2px;min-height:{width * _RATIO:g}px;'
        f'padding:5px 6px 0;border-bottom:5px solid rgba(60,35,10,.55)">'
        f"{''.join(tile_svg(tile, width=width) for tile in row)}</div>"
        for row in (held[:half], held[half:])
    )
    spoken = f' role="group" aria-label="{escape(label)}"' if label else ""
    return (
        f'<div{spoken} style="display:inline-block;max-width:100%;box-sizing:border-box;'
        f'line-height:0;background:{_WOOD};border-radius:8px;padding:3px 4px 4px">{rows}</div>'
    )


def tiles_of(position: Position, counts: Iterable[int] | None = None) -> tuple[Tile, ...]:
    """Return the tiles of a rack as they are drawn, okeys last.

    Parameters
    ----------
    position
        Whose okey and rules hold.
    counts
        Of each kind; the position's rack if None.

    Examples
    --------
    >>> tiles = tiles_of(Position.of("r5 r6 fo", okey="r6"))
    >>> [(tile.kind, tile.wild) for tile in tiles]
    [(4, False), (52, False), (5, True)]
    """
    held = [
        drawn_tile(kind, position.okey, position.fake_identity)
        for kind in kinds_of(position.hand if counts is None else counts)
    ]
    return tuple(sorted(held, key=lambda tile: tile.wild))


def drawn_tile(
    kind: int | MeldTile, okey: int | None = None, fake_identity: int | None = None
) -> Tile:
    """Return how a tile is drawn: on a rack, or in a meld.

    Parameters
    ----------
    kind
        A kind on a rack, or a tile of a meld.
    okey, fake_identity
        What is wild, and what a fake okey counts as; None where that is not known. In a meld a
        natural tile that is the okey's identity is a fake okey, as an okey itself is wild.
    """
    if isinstance(kind, MeldTile):
        if not kind.wild and kind.identity == okey:
            return Tile(FAKE, counts_as=kind.identity)
        return Tile(kind.identity, wild=kind.wild)
    if kind == FAKE:
        return Tile(FAKE, counts_as=fake_identity)
    return Tile(kind, wild=kind == okey)


def _drawn(tile: Tile, width: float, faded: bool) -> str:
    return tile_svg(tile, width=width, faded=faded)


def _face(tile: Tile) -> str:
    if tile.kind != FAKE:
        return _printed(tile.kind, number=(30, 43, 32), shape=(30, 59.5, 1))
    if tile.counts_as is None:
        return f'<g transform="translate(30 38)">{_SIGN}</g>'
    small = _printed(tile.counts_as, number=(22, 66.5, 19), shape=(44, 60, 0.62))
    return f'<g transform="translate(30 25)">{_SIGN}</g>{small}'


def _printed(
    kind: int, *, number: tuple[float, float, float], shape: tuple[float, float, float]
) -> str:
    """A number and its colour's shape, each at a place (x, y) and in a size."""
    colour = _COLOURS[colour_of(kind)]
    x, y, size = number
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour.ink}" {_FONT}>'
        f"{number_of(kind)}</text>"
        f'<g transform="translate({shape[0]:g} {shape[1]:g}) scale({shape[2]:g})">'
        f"{colour.shape}</g>"
    )
