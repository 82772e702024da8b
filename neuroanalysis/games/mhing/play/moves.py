"""What can be done in a round: one small class a move. Players are numbered clockwise from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from neuroanalysis.games.mhing.position import Combination

__all__ = ["Claim", "Discard", "Draw", "Mhing", "Move", "Pang", "Pass", "Shuffle", "Tcheu"]


@dataclass(frozen=True)
class Draw:
    """Take the top card of the pile: for a flower, or at the beginning of a turn."""

    player: int


@dataclass(frozen=True)
class Discard:
    """Put a card on the table face up, where the others may claim it: the end of a turn."""

    player: int
    kind: int


@dataclass(frozen=True)
class Mhing:
    """Go out: with the cards held, or with the discard that lies open."""

    player: int


@dataclass(frozen=True)
class Pang:
    """Claim the open discard for a triplet, which is laid."""

    player: int
    combination: Combination


@dataclass(frozen=True)
class Tcheu:
    """Claim the open discard for a run, which is laid."""

    player: int
    combination: Combination


@dataclass(frozen=True)
class Pass:
    """Say nothing to the discard that lies open."""

    player: int


@dataclass(frozen=True)
class Shuffle:
    """Chance, not a player: the discards become a pile in this order, the top card first."""

    cards: tuple[int, ...]


Claim: TypeAlias = Mhing | Pang | Tcheu
"""What a player may say to an open discard, but for passing; in the order of priority."""
Move: TypeAlias = Draw | Discard | Mhing | Pang | Tcheu | Pass | Shuffle
"""Any move of a round."""
