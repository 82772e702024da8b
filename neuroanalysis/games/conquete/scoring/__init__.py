"""The evaluator: legal placements, what they bring, the best sequence, why a card may not lie.

Input is validated here; clauses are those of the game's README.md.
"""

from __future__ import annotations

from neuroanalysis.games.conquete.scoring.judging import check_placement
from neuroanalysis.games.conquete.scoring.placements import evaluate, placements
from neuroanalysis.games.conquete.scoring.plans import best_plan

__all__ = ["best_plan", "check_placement", "evaluate", "placements"]
