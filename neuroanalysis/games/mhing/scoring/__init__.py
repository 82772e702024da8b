"""The evaluator: best readings of a hand and their credits explained, winning, distance.

Input is validated here; kernels find the readings; what a reading earns is then worked out again in
plain Python, clause by clause (see the game's README.md), because that is what explains it.
"""

from __future__ import annotations

from neuroanalysis.games.mhing.scoring.batches import (
    complete_many,
    distance_many,
    evaluate_many,
    unmatched_distance_many,
)
from neuroanalysis.games.mhing.scoring.explanation import explain
from neuroanalysis.games.mhing.scoring.hand import LIMIT, distance, evaluate
from neuroanalysis.games.mhing.scoring.tables import block_tables, group_number

__all__ = [
    "LIMIT",
    "block_tables",
    "complete_many",
    "distance",
    "distance_many",
    "evaluate",
    "evaluate_many",
    "explain",
    "group_number",
    "unmatched_distance_many",
]
