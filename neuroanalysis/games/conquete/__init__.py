"""Neurotrio conquête: placements, chances, games.

>>> Rules().hand_sizes(2)
(27, 26)
"""

from __future__ import annotations

from neuroanalysis.games.conquete.evaluation import Evaluation, Placement, Plan
from neuroanalysis.games.conquete.pieces import PIECES, compatible_kinds, kind_name
from neuroanalysis.games.conquete.position import Domain, DomainCard, Position
from neuroanalysis.games.conquete.rules import DEFAULT_PRESET, PRESETS, Rules, preset
from neuroanalysis.games.conquete.scoring import (
    best_plan,
    check_placement,
    evaluate,
    placements,
)

__all__ = [
    "DEFAULT_PRESET",
    "PIECES",
    "PRESETS",
    "Domain",
    "DomainCard",
    "Evaluation",
    "Placement",
    "Plan",
    "Position",
    "Rules",
    "best_plan",
    "check_placement",
    "compatible_kinds",
    "evaluate",
    "kind_name",
    "placements",
    "preset",
]
