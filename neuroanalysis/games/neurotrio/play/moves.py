"""What can be done in a round: one small class a move. Players are numbered clockwise from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Discard", "Draw", "Finish", "Lay", "Move", "Pang", "Pass", "Shuffle"]


@dataclass(frozen=True)
class Draw:
    """Take the top card of the pile: at the beginning of a turn, or to replace a laid carré."""

    player: int


@dataclass(frozen=True)
class Finish:
    """End the round with a duo and four structures that reach the player's minimum."""

    player: int


@dataclass(frozen=True)
class Lay:
    """Lay four cards of a kind on the table; a card from the pile replaces the fourth."""

    player: int
    kind: int


@dataclass(frozen=True)
class Discard:
    """Put a card on the table face up, where the others may pang it."""

    player: int
    kind: int


@dataclass(frozen=True)
class Pang:
    """Say "pang" to the discard that lies open."""

    player: int


@dataclass(frozen=True)
class Pass:
    """Say nothing to the discard that lies open."""

    player: int


@dataclass(frozen=True)
class Shuffle:
    """Chance, not a player: the discards become a pile in this order, the top card first."""

    cards: tuple[int, ...]


Move: TypeAlias = Draw | Finish | Lay | Discard | Pang | Pass | Shuffle
"""Any move of a round."""
