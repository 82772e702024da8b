"""What can be done in a round, one small class a move; players are numbered in turn order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from neuroanalysis.games.tichu.position import Combination

__all__ = ["Decline", "Exchange", "Gift", "GrandTichu", "Lay", "Move", "Pass", "Tichu"]


@dataclass(frozen=True)
class GrandTichu:
    """Call Grand Tichu, with the first cards seen only."""

    player: int


@dataclass(frozen=True)
class Decline:
    """Call no Grand Tichu, and take the other cards."""

    player: int


@dataclass(frozen=True)
class Tichu:
    """Call Tichu: before the exchange, or until the player's own first card."""

    player: int


@dataclass(frozen=True)
class Exchange:
    """Give one card to each other player; all change hands at once."""

    player: int
    to_next: int
    to_partner: int
    to_previous: int


@dataclass(frozen=True)
class Lay:
    """Lay a combination: to lead, to answer in turn, or a bomb at any time.

    `wish` is a rank, 2 to 14, that the player of Mah Jong wishes for.
    """

    player: int
    combination: Combination
    wish: int | None = None


@dataclass(frozen=True)
class Pass:
    """Lay nothing on the trick, in turn."""

    player: int


@dataclass(frozen=True)
class Gift:
    """Give a trick that the Dragon has won to an opponent."""

    player: int
    to: int


Move: TypeAlias = GrandTichu | Decline | Tichu | Exchange | Lay | Pass | Gift
"""Any move of a round."""
