"""Mhing: hands with jokers evaluated and explained.

A hand is text (``"123m 555p 11z J F"``, see :mod:`.pieces`), 36 counts, or a `Position`. The rules
are a `Rules`; the clauses are in README.md beside this file.

>>> answer = evaluate("123445566789m 11z")
>>> answer.credits, answer.points, answer.best.to_text()
(13, 128, '123m 456m 456m 789m 11z')

How near is a hand, and what is each card worth to it?

>>> near = outlook("123456789m 11z 23p")
>>> [(row.card.code, row.card.copies, row.points) for row in near.prospects]
[('J', 6, 32), ('1p', 4, 32), ('4p', 4, 16)]

Rounds are played with :mod:`.play`, which is imported by itself; many of them with `simulate`.
"""

from __future__ import annotations

from neuroanalysis.games.mhing.analysis import (
    Discard,
    Discards,
    Distances,
    Goal,
    Goals,
    Line,
    Model,
    Odds,
    Outlook,
    Prospect,
    Prospects,
    Reach,
    ReachedLine,
    UsefulCard,
    choose_goal,
    credits_reachable,
    deal_distribution,
    discards,
    distances,
    odds,
    outcome_of,
    outlook,
    sample_deals,
    useful_cards,
    useful_credits,
)
from neuroanalysis.games.mhing.evaluation import CountedLine, Evaluation, Group, Reading
from neuroanalysis.games.mhing.offer import MHING, Advised, Chances, Mhing, MhingRuled
from neuroanalysis.games.mhing.pieces import PIECES, kind_name
from neuroanalysis.games.mhing.position import Combination, Position
from neuroanalysis.games.mhing.rules import DEFAULT_PRESET, PRESETS, Rules, preset
from neuroanalysis.games.mhing.scoring import (
    LIMIT,
    complete_many,
    distance,
    distance_many,
    evaluate,
    evaluate_many,
    unmatched_distance_many,
)
from neuroanalysis.games.mhing.study import (
    MinimumDesign,
    Simulation,
    compare_minimums,
    compare_players,
    compare_rules,
    design_minimum,
    simulate,
)

__all__ = [
    "DEFAULT_PRESET",
    "LIMIT",
    "MHING",
    "PIECES",
    "PRESETS",
    "Advised",
    "Chances",
    "Combination",
    "CountedLine",
    "Discard",
    "Discards",
    "Distances",
    "Evaluation",
    "Goal",
    "Goals",
    "Group",
    "Line",
    "Mhing",
    "MhingRuled",
    "MinimumDesign",
    "Model",
    "Odds",
    "Outlook",
    "Prospect",
    "Prospects",
    "Position",
    "Reach",
    "ReachedLine",
    "Reading",
    "Rules",
    "Simulation",
    "UsefulCard",
    "choose_goal",
    "compare_minimums",
    "compare_players",
    "compare_rules",
    "complete_many",
    "credits_reachable",
    "deal_distribution",
    "design_minimum",
    "discards",
    "distance",
    "distance_many",
    "distances",
    "evaluate",
    "evaluate_many",
    "kind_name",
    "odds",
    "outcome_of",
    "outlook",
    "preset",
    "sample_deals",
    "simulate",
    "unmatched_distance_many",
    "useful_cards",
    "useful_credits",
]
