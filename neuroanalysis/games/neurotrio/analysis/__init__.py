"""The questions that Neurotrio players and designers ask, one file a subject.

``hand``: which cards help and which one to discard. ``classes``: hands up to relabelling, and
``class_table``: answers for all of them. ``deals``: how often a deal has a property, exactly;
``closed_forms``: the same without looking at any hand. ``odds``: the chance to finish within some
draws, by ``draw_tree`` (one hand searched through), ``solution`` (all hands solved, by
``solitaire``) or ``playout``; ``pang``: whether to take a discard; ``race``:
whether to go for the finish or keep value.
"""

from neuroanalysis.games.neurotrio.analysis.class_table import ClassTable, distance_table
from neuroanalysis.games.neurotrio.analysis.classes import canonical, count_classes, hand_classes
from neuroanalysis.games.neurotrio.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.neurotrio.analysis.hand import (
    Discard,
    Discards,
    UsefulCard,
    discards,
    useful_cards,
)
from neuroanalysis.games.neurotrio.analysis.odds import Line, Model, Odds, odds
from neuroanalysis.games.neurotrio.analysis.pang import Pang, offered, pang_or_not
from neuroanalysis.games.neurotrio.analysis.race import Opponent, Race, race

__all__ = [
    "ClassTable",
    "Discard",
    "Discards",
    "Line",
    "Model",
    "Odds",
    "Opponent",
    "Pang",
    "Race",
    "UsefulCard",
    "canonical",
    "count_classes",
    "deal_distribution",
    "discards",
    "distance_table",
    "hand_classes",
    "odds",
    "offered",
    "outcome_of",
    "pang_or_not",
    "questions",
    "race",
    "sample_deals",
    "useful_cards",
]
