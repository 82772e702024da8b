"""Mhing: hands with jokers evaluated and explained.

A hand is text (``"123m 555p 11z J F"``, see :mod:`.pieces`), 36 counts, or a `Position`. The rules
are a `Rules`; the clauses are in README.md beside this file.

>>> answer = evaluate("123445566789m 11z")
>>> answer.credits, answer.points, answer.best.to_text()
(13, 128, '123m 456m 456m 789m 11z')

Rounds are played with :mod:`.play`, which is imported by itself; many of them with `simulate`.
"""

from __future__ import annotations

from neuroanalysis.games.mhing.evaluation import CountedLine, Evaluation, Group, Reading
from neuroanalysis.games.mhing.pieces import PIECES, kind_name
from neuroanalysis.games.mhing.position import Combination, Position
from neuroanalysis.games.mhing.rules import PRESETS, Rules, preset
from neuroanalysis.games.mhing.scoring import (
    complete_many,
    distance,
    distance_many,
    evaluate,
    evaluate_many,
    unmatched_distance_many,
)
from neuroanalysis.games.mhing.study import Simulation, simulate

__all__ = [
    "PIECES",
    "PRESETS",
    "Combination",
    "CountedLine",
    "Evaluation",
    "Group",
    "Position",
    "Reading",
    "Rules",
    "Simulation",
    "complete_many",
    "distance",
    "distance_many",
    "evaluate",
    "evaluate_many",
    "kind_name",
    "preset",
    "simulate",
    "unmatched_distance_many",
]
