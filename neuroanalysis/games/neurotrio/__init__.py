"""Neurotrio "french" mah-jong with two decks: hands evaluated and explained.

A hand is text (``"2eb 2eb 2ev"``, see :mod:`.pieces`), 27 counts, or a `Position`. The rules are a
`Rules`; the clauses are in README.md beside this file.

>>> best = evaluate("2eb 2eb 2ev 2en 1rb 3rb 2rb 1cn*3 1cv 1cb 3en")
>>> best.points, best.distance
(10, 1)

How rare is that? `outcome_of` places a hand in a distribution over all deals:

>>> hand = "2eb 2eb 2ev 2en 1rb 3rb 2rb 1cn*3 1cv 1cb 3en"
>>> place = deal_distribution("value").percentile(outcome_of(hand, "value"))
>>> round(float(place.above), 3)
0.03

Rounds and games are played with :mod:`.play`, which is imported by itself.
"""

from __future__ import annotations

from neuroanalysis.games.neurotrio.analysis import (
    Curves,
    Discard,
    Discards,
    Goal,
    Goals,
    Line,
    MissingCard,
    Model,
    Move,
    Moves,
    Odds,
    Opponent,
    Pang,
    Race,
    Solution,
    Target,
    UsefulCard,
    Wait,
    count_classes,
    deal_curves,
    deal_distribution,
    discards,
    distance_table,
    goals,
    moves,
    odds,
    offered,
    outcome_of,
    pang_or_not,
    race,
    sample_deals,
    simulate_solitaire,
    solve,
    useful_cards,
)
from neuroanalysis.games.neurotrio.evaluation import Evaluation, Group, Grouping
from neuroanalysis.games.neurotrio.offer import NEUROTRIO, Advised, Neurotrio, NeurotrioRuled
from neuroanalysis.games.neurotrio.pieces import PIECES, kind_name
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import (
    BONUSES,
    DEFAULT_PRESET,
    PRESETS,
    Bonus,
    Rules,
    preset,
)
from neuroanalysis.games.neurotrio.scoring import (
    LIMIT,
    distance,
    distance_many,
    evaluate,
    evaluate_many,
    finish_many,
)
from neuroanalysis.games.neurotrio.study import Design, Simulation, design_minimums, simulate

__all__ = [
    "BONUSES",
    "DEFAULT_PRESET",
    "LIMIT",
    "NEUROTRIO",
    "PIECES",
    "PRESETS",
    "Advised",
    "Bonus",
    "Curves",
    "Design",
    "Discard",
    "Discards",
    "Evaluation",
    "Goal",
    "Goals",
    "Group",
    "Grouping",
    "Line",
    "MissingCard",
    "Model",
    "Move",
    "Moves",
    "Neurotrio",
    "NeurotrioRuled",
    "Odds",
    "Opponent",
    "Pang",
    "Position",
    "Race",
    "Rules",
    "Simulation",
    "Solution",
    "Target",
    "UsefulCard",
    "Wait",
    "count_classes",
    "deal_curves",
    "deal_distribution",
    "design_minimums",
    "discards",
    "distance",
    "distance_many",
    "distance_table",
    "evaluate",
    "evaluate_many",
    "finish_many",
    "goals",
    "kind_name",
    "moves",
    "odds",
    "offered",
    "outcome_of",
    "pang_or_not",
    "preset",
    "race",
    "sample_deals",
    "simulate",
    "simulate_solitaire",
    "solve",
    "useful_cards",
]
