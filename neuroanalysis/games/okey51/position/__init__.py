"""What one player holds and sees, and the melds on the table."""

from __future__ import annotations

from neuroanalysis.games.okey51.position.meld import Meld, MeldTile
from neuroanalysis.games.okey51.position.position import (
    Position,
    Tiles,
    checked_threshold,
    okey_of_words,
    open_melds,
)

__all__ = [
    "Meld",
    "MeldTile",
    "Position",
    "Tiles",
    "checked_threshold",
    "okey_of_words",
    "open_melds",
]
