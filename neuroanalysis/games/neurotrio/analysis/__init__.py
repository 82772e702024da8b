"""The questions that Neurotrio players and designers ask, one file a subject.

``hand``: which cards help and which one to discard. ``goals``: what to aim for. ``classes``: hands
up to relabelling, and ``class_table``: answers for all of them. ``deals``: how often a deal has a
property, exactly; ``closed_forms``: the same without looking at any hand.

``odds``: the chance to finish within some draws, by ``draw_tree`` (one hand searched through),
``solution`` (looked up) or ``playout`` (played out); ``moves``: side by side, and why. ``pang``:
whether to take a discard. ``race``: whether to go for the finish or keep value; ``styles``: ways to
choose a move.

``solitaire``: every hand solved at once, over the ``graph`` of classes, kept as a ``solution``;
``nearest``: a player who only minimises his distance; ``curves`` and ``curve_tables``: how soon
deals finish; ``simulated``: deals played with the solution.
"""

from neuroanalysis.games.neurotrio.analysis.chances import Line, Model, Odds
from neuroanalysis.games.neurotrio.analysis.class_table import ClassTable, distance_table
from neuroanalysis.games.neurotrio.analysis.classes import canonical, count_classes, hand_classes
from neuroanalysis.games.neurotrio.analysis.curve_tables import deal_curves
from neuroanalysis.games.neurotrio.analysis.curves import Curves, Wait
from neuroanalysis.games.neurotrio.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.neurotrio.analysis.goals import (
    Goal,
    Goals,
    MissingCard,
    Target,
    goals,
)
from neuroanalysis.games.neurotrio.analysis.hand import (
    Discard,
    Discards,
    UsefulCard,
    discards,
    useful_cards,
)
from neuroanalysis.games.neurotrio.analysis.moves import Move, Moves, moves
from neuroanalysis.games.neurotrio.analysis.odds import odds
from neuroanalysis.games.neurotrio.analysis.pang import Pang, offered, pang_or_not
from neuroanalysis.games.neurotrio.analysis.race import Opponent, Race, race
from neuroanalysis.games.neurotrio.analysis.simulated import simulate_solitaire
from neuroanalysis.games.neurotrio.analysis.solitaire import solve
from neuroanalysis.games.neurotrio.analysis.solution import Solution

__all__ = [
    "ClassTable",
    "Curves",
    "Discard",
    "Discards",
    "Goal",
    "Goals",
    "Line",
    "MissingCard",
    "Model",
    "Move",
    "Moves",
    "Odds",
    "Opponent",
    "Pang",
    "Race",
    "Solution",
    "Target",
    "UsefulCard",
    "Wait",
    "canonical",
    "count_classes",
    "deal_curves",
    "deal_distribution",
    "discards",
    "distance_table",
    "goals",
    "hand_classes",
    "moves",
    "odds",
    "offered",
    "outcome_of",
    "pang_or_not",
    "questions",
    "race",
    "sample_deals",
    "simulate_solitaire",
    "solve",
    "useful_cards",
]
