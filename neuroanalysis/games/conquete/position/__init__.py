"""The domain on the table, and what one player holds beside it."""

from __future__ import annotations

from neuroanalysis.games.conquete.position.domain import Domain, DomainCard, DomainLike
from neuroanalysis.games.conquete.position.position import PARTS, Cards, Position

__all__ = ["PARTS", "Cards", "Domain", "DomainCard", "DomainLike", "Position"]
