"""The questions that Mhing players ask, one file a subject.

``deals``: how often a deal has a property, exactly by ``classes`` and ``closed_forms``, or sampled;
``solitaire``: hands played out by a player with a stated aim; ``unmatched``: of which hands nothing
matches. ``hand``: how far a hand is from winning, which cards help, which to discard and why;
``reach``: how far from each line of credits, by ``shapes``; ``near``: many hands at once.
"""

from neuroanalysis.games.mhing.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.mhing.analysis.hand import (
    Discard,
    Discards,
    Distances,
    UsefulCard,
    discards,
    distances,
    useful_cards,
)
from neuroanalysis.games.mhing.analysis.reach import Reach, ReachedLine, credits_reachable

__all__ = [
    "Discard",
    "Discards",
    "Distances",
    "Reach",
    "ReachedLine",
    "UsefulCard",
    "credits_reachable",
    "deal_distribution",
    "discards",
    "distances",
    "outcome_of",
    "questions",
    "sample_deals",
    "useful_cards",
]
