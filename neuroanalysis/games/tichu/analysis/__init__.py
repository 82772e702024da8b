"""The questions that Tichu players ask, one file a subject.

``deals``: how often a deal has a property, exactly by ``bombs``, ``closed_forms`` and
``several_hands`` on ``series``, or sampled by ``looking``. ``beaten``: the chance that somebody can
beat a play, exactly by ``unseen`` on ``suits`` and ``automata``, or by ``sampled_beaten``.
"""

from neuroanalysis.games.tichu.analysis.beaten import (
    WHO,
    Beaten,
    Chances,
    Unseen,
    Which,
    Who,
    beaten,
    beaten_many,
    beaten_plays,
)
from neuroanalysis.games.tichu.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)

__all__ = [
    "WHO",
    "Beaten",
    "Chances",
    "Unseen",
    "Which",
    "Who",
    "beaten",
    "beaten_many",
    "beaten_plays",
    "deal_distribution",
    "outcome_of",
    "questions",
    "sample_deals",
]
