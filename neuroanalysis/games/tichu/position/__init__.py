"""What one player holds and sees, and the combinations that are laid."""

from __future__ import annotations

from neuroanalysis.games.tichu.position.combination import BOMBS, KINDS, Combination, Kind
from neuroanalysis.games.tichu.position.position import Cards, Position

__all__ = ["BOMBS", "KINDS", "Cards", "Combination", "Kind", "Position"]
