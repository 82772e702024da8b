"""The evaluator: fewest plays, partitions, combinations and bombs, leads, controls, answers.

Input is validated here. The fewest plays come from a pass over the ranks, partitions from a table
of all parts of a hand; clauses are those of the game's README.md.
"""

from __future__ import annotations

from neuroanalysis.games.tichu.scoring.batches import (
    bits_many,
    bombs_many,
    evaluate_many,
    fewest_plays_many,
)
from neuroanalysis.games.tichu.scoring.contents import (
    bombs_of,
    combination_counts,
    combinations,
    most_bombs,
)
from neuroanalysis.games.tichu.scoring.hand import (
    LIMIT,
    answers,
    check_answer,
    evaluate,
    fewest_plays,
)
from neuroanalysis.games.tichu.scoring.leads import controls, fewest_losing, loses_lead

__all__ = [
    "LIMIT",
    "answers",
    "bits_many",
    "bombs_many",
    "bombs_of",
    "check_answer",
    "combination_counts",
    "combinations",
    "controls",
    "evaluate",
    "evaluate_many",
    "fewest_losing",
    "fewest_plays",
    "fewest_plays_many",
    "loses_lead",
    "most_bombs",
]
