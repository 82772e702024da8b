"""What can be done in a round, one small class a move; players are numbered in turn order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Move", "Pass", "Place"]


@dataclass(frozen=True)
class Place:
    """Place a card on a free cell that touches the domain."""

    player: int
    row: int
    column: int
    kind: int

    @property
    def cell(self) -> tuple[int, int]:
        """The row and the column."""
        return self.row, self.column


@dataclass(frozen=True)
class Pass:
    """Place nothing, which costs VP."""

    player: int


Move: TypeAlias = Place | Pass
"""Any move of a round."""
