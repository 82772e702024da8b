"""What each useful card leads to: the credits of the hand that it wins, or those it brings near."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from neuroanalysis.games.mhing.analysis.hand import Distances, UsefulCard, distances, useful_cards
from neuroanalysis.games.mhing.analysis.reach import Reach, credits_reachable, reaches
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import evaluate

__all__ = ["Lead", "Outlook", "outlook"]


@dataclass(frozen=True)
class Lead:
    """A useful card, and what a hand may earn once it has come.

    Parameters
    ----------
    useful
        The card, and how many are unseen.
    distance
        From the hand with it to the nearest winning hand.
    credits, points
        Of the best reading of the hand with it, where that is complete; else None.
    enough
        Whether those credits are as many as the rules ask to go out.
    near
        What all lines earn that are no further than the nearest winning hand: each line once,
        flowers apart. One hand need not show them all.
    """

    useful: UsefulCard
    distance: int
    credits: int | None
    points: int | None
    enough: bool
    near: int

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return self.useful.to_dict() | {
            "distance": self.distance,
            "credits": self.credits,
            "points": self.points,
            "wins": self.enough,
            "credits_near": self.near,
        }


@dataclass(frozen=True)
class Outlook:
    """How near a hand is to winning, what brings it nearer, and what it could earn.

    Parameters
    ----------
    distances
        To each sort of winning hand.
    leads
        The useful cards: those that win first, of most points first; of others those that bring
        most credits near.
    reach
        For each line of credits how far the hand is from showing it.
    """

    distances: Distances
    leads: tuple[Lead, ...]
    reach: Reach

    @property
    def copies(self) -> int:
        """Unseen copies of all useful cards."""
        return sum(lead.useful.copies for lead in self.leads)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "distances": self.distances.to_dict(),
            "useful": [lead.to_dict() for lead in self.leads],
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
    >>> [(lead.useful.code, lead.useful.copies, lead.credits) for lead in found.leads]
    [('J', 6, 5), ('1p', 4, 5), ('4p', 4, 4)]
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    cards = useful_cards(position)
    more = np.repeat(position.counts[np.newaxis], len(cards), axis=0)
    for place, card in enumerate(cards):
        more[place, card.kind] += 1
    far = distances(position)
    near = reaches(more, position) if cards else []
    leads = [
        _lead(position, card, far.nearest - 1, reach)
        for card, reach in zip(cards, near, strict=True)
    ]
    leads.sort(
        key=lambda lead: (
            -(lead.points or 0),
            -(lead.credits or 0),
            -lead.near,
            -lead.useful.copies,
            lead.useful.kind,
        )
    )
    return Outlook(far, tuple(leads), credits_reachable(position))


def _lead(position: Position, card: UsefulCard, left: int, reach: Reach) -> Lead:
    earned = points = None
    enough = False
    if left == 0:
        hand = list(position.hand)
        hand[card.kind] += 1
        answer = evaluate(replace(position, hand=tuple(hand)), limit=1)
        earned, points, enough = answer.credits, answer.points, answer.wins
    return Lead(card, left, earned, points, enough, reach.within(left))
