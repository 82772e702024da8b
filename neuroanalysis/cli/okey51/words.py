"""Tiles and melds in a terminal, and words of this game's pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from neuroanalysis.games.okey51.evaluation import LaidOff
from neuroanalysis.games.okey51.pieces import FAKE, PIECES, colour_of
from neuroanalysis.games.okey51.position import Meld, MeldTile
from neuroanalysis.texts import text

__all__ = ["headings", "laid_off", "meld", "meld_tiles", "tile", "tiles", "words"]

# By colour: red, blue, black (the terminal's own colour of text), yellow.
_STYLES: Final = ("red", "blue", "", "yellow")


def words(key: str, **values: object) -> str:
    """Return an entry of the catalogue's table for this game."""
    return text(f"cli.okey51.{key}", **values)


def headings(*names: str) -> list[str]:
    """Return the headings of columns."""
    return [words(f"column.{name}") if name else "" for name in names]


def tile(kind: int, copies: int = 1) -> Text:
    """Return a tile's code in its colour."""
    code = PIECES.codes[kind]
    style = "" if kind == FAKE else _STYLES[colour_of(kind)]
    return Text(f"{code}*{copies}" if copies > 1 else code, style)


def tiles(counts: Sequence[int]) -> Text:
    """Return the tiles of a count vector."""
    return Text(" ").join(tile(kind, copies) for kind, copies in enumerate(counts) if copies)


def meld_tiles(shown: Sequence[MeldTile], between: str = " ") -> Text:
    """Return tiles in their places; ``*`` stands behind what a wild stands for."""
    return Text(between).join(Text(one.code, _STYLES[colour_of(one.identity)]) for one in shown)


def meld(shown: Meld) -> Text:
    """Return a meld's tiles."""
    return meld_tiles(shown.tiles, "-")


def laid_off(part: LaidOff) -> Text:
    """Return what is laid off, and on which meld."""
    return Text.assemble(meld_tiles(part.tiles, "-"), " → ", meld(part.meld))
