"""Tichu: hands parted into plays, bombs, deals and rounds.

A hand is text (``"As Ks Qs MJ Ph"``, see :mod:`.pieces`), 56 counts, or a `Position`. The rules are
a `Rules`; the clauses are in README.md beside this file.
"""

from __future__ import annotations

from neuroanalysis.games.tichu.evaluation import Answers, Controls, Evaluation, Leads, Partition
from neuroanalysis.games.tichu.pieces import PIECES, kind_name
from neuroanalysis.games.tichu.position import Combination, Position
from neuroanalysis.games.tichu.rules import PRESETS, Rules, preset
from neuroanalysis.games.tichu.scoring import (
    answers,
    bombs_many,
    combinations,
    evaluate,
    evaluate_many,
    fewest_losing,
    fewest_plays,
    fewest_plays_many,
    loses_lead,
)

__all__ = [
    "PIECES",
    "PRESETS",
    "Answers",
    "Combination",
    "Controls",
    "Evaluation",
    "Leads",
    "Partition",
    "Position",
    "Rules",
    "answers",
    "bombs_many",
    "combinations",
    "evaluate",
    "evaluate_many",
    "fewest_losing",
    "fewest_plays",
    "fewest_plays_many",
    "kind_name",
    "loses_lead",
    "preset",
]
