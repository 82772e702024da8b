"""How near a hand between turns is to winning, what brings it nearer, and what it could earn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from neuroanalysis.games.mhing.analysis.hand import Distances, distances
from neuroanalysis.games.mhing.analysis.prospects import Prospects, useful_credits
from neuroanalysis.games.mhing.analysis.reach import Reach, credits_reachable
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import Rules

__all__ = ["Outlook", "outlook"]


@dataclass(frozen=True)
class Outlook:
    """How near a hand is to winning, what brings it nearer, and what it could earn.

    Parameters
    ----------
    distances
        To each sort of winning hand.
    prospects
        The useful cards, and what each leads to.
    reach
        For each line of credits how far the hand is from showing it.
    """

    distances: Distances
    prospects: Prospects
    reach: Reach

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "distances": self.distances.to_dict(),
            **self.prospects.to_dict(),
            "reach": self.reach.to_dict()["lines"],
        }


def outlook(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> Outlook:
    """Return how near a hand between turns is to winning, and what each useful card leads to.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`; as many cards as between turns, or fewer.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> found = outlook("123456789m 11z 23p")
    >>> [(row.card.code, row.card.copies, row.credits) for row in found.prospects]
    [('J', 6, 5), ('1p', 4, 5), ('4p', 4, 4)]
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    return Outlook(distances(position), useful_credits(position), credits_reachable(position))
