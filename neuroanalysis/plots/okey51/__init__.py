"""Drawings of Okey tiles, racks, melds and results."""

from neuroanalysis.plots.okey51.tiles import (
    Tile,
    TileGroup,
    drawn_tile,
    rack_html,
    tile_svg,
    tiles_html,
    tiles_of,
)

__all__ = [
    "Tile",
    "TileGroup",
    "drawn_tile",
    "rack_html",
    "tile_svg",
    "tiles_html",
    "tiles_of",
]
