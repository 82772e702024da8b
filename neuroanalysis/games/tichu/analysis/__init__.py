"""The questions that Tichu players ask, one file a subject.

``deals``: how often a deal has a property, exactly by ``bombs``, ``closed_forms`` and
``several_hands`` on ``series``, or sampled by ``looking``.
"""

from neuroanalysis.games.tichu.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)

__all__ = ["deal_distribution", "outcome_of", "questions", "sample_deals"]
