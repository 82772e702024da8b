"""Neurotrio conquête: placements, chances, games.

>>> Rules().hand_sizes(2)
(27, 26)

Rounds are played with :mod:`.play`, which is imported by itself; many of them with `simulate`.
"""

from __future__ import annotations

from neuroanalysis.games.conquete.evaluation import Evaluation, Placement, Plan
from neuroanalysis.games.conquete.pieces import PIECES, compatible_kinds, kind_name
from neuroanalysis.games.conquete.policies import PLAYERS_KNOWN
from neuroanalysis.games.conquete.position import Domain, DomainCard, Position
from neuroanalysis.games.conquete.rules import DEFAULT_PRESET, PRESETS, Rules, preset
from neuroanalysis.games.conquete.scoring import (
    best_plan,
    check_placement,
    evaluate,
    placements,
)
from neuroanalysis.games.conquete.study import (
    ExtraCardDesign,
    PassingEffect,
    RulesEffect,
    Simulation,
    compare_rules,
    design_extra_card,
    passing_effect,
    simulate,
)

__all__ = [
    "DEFAULT_PRESET",
    "PIECES",
    "PLAYERS_KNOWN",
    "PRESETS",
    "Domain",
    "DomainCard",
    "Evaluation",
    "ExtraCardDesign",
    "PassingEffect",
    "Placement",
    "Plan",
    "Position",
    "Rules",
    "RulesEffect",
    "Simulation",
    "best_plan",
    "check_placement",
    "compare_rules",
    "compatible_kinds",
    "design_extra_card",
    "evaluate",
    "kind_name",
    "passing_effect",
    "placements",
    "preset",
    "simulate",
]
