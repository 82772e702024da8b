"""Drawings of Okey tiles, racks, melds and results."""

from neuroanalysis.plots.okey51.analysis import discards_html, distances_html, useful_html
from neuroanalysis.plots.okey51.evaluation import (
    arrangement_html,
    evaluation_html,
    headline_html,
    pairs_html,
    position_html,
    verdict,
)
from neuroanalysis.plots.okey51.odds import odds_html
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
    "arrangement_html",
    "discards_html",
    "distances_html",
    "drawn_tile",
    "evaluation_html",
    "headline_html",
    "odds_html",
    "pairs_html",
    "position_html",
    "rack_html",
    "tile_svg",
    "tiles_html",
    "tiles_of",
    "useful_html",
    "verdict",
]
