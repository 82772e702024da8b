"""The questions that Mhing players ask, one file a subject.

``deals``: how often a deal has a property, exactly by ``classes`` and ``closed_forms``, or sampled;
``solitaire``: hands played out by a player with a stated aim; ``unmatched``: of which hands nothing
matches.
"""

from neuroanalysis.games.mhing.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)

__all__ = [
    "deal_distribution",
    "outcome_of",
    "questions",
    "sample_deals",
]
