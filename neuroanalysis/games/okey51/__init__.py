"""Okey 51: racks of tiles evaluated and explained.

The rules are a `Rules`; the clauses are in README.md beside this file.

>>> answer = evaluate("r1 b1 k1 r4 b4 k4 y7 b7 k7 r10 b10 k10 y13 b13 k13", okey="r6")
>>> answer.meld_value, answer.least_left_count, answer.opens
(102, 3, 'melds')
"""

from __future__ import annotations

from neuroanalysis.games.okey51.evaluation import Arrangement, Evaluation, LaidOff
from neuroanalysis.games.okey51.pieces import PIECES, kind_name
from neuroanalysis.games.okey51.position import Meld, Position
from neuroanalysis.games.okey51.rules import PRESETS, Rules, preset
from neuroanalysis.games.okey51.scoring import Answers, evaluate, evaluate_many

__all__ = [
    "PIECES",
    "PRESETS",
    "Answers",
    "Arrangement",
    "Evaluation",
    "LaidOff",
    "Meld",
    "Position",
    "Rules",
    "evaluate",
    "evaluate_many",
    "kind_name",
    "preset",
]
