"""What one player holds and sees, and the combinations laid on the table."""

from __future__ import annotations

from neuroanalysis.games.mhing.position.combination import Combination
from neuroanalysis.games.mhing.position.position import Cards, Position

__all__ = ["Cards", "Combination", "Position"]
