"""Neurotrio conquête: placements, chances, games.

>>> Rules().hand_sizes(2)
(27, 26)

Rounds are played with :mod:`.play`, which is imported by itself; many of them with `simulate`.
"""

from __future__ import annotations

from neuroanalysis.games.conquete.pieces import PIECES, compatible_kinds, kind_name
from neuroanalysis.games.conquete.policies import PLAYERS_KNOWN
from neuroanalysis.games.conquete.position import Domain, DomainCard, Position
from neuroanalysis.games.conquete.rules import DEFAULT_PRESET, PRESETS, Rules, preset
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
    "ExtraCardDesign",
    "PassingEffect",
    "Position",
    "Rules",
    "RulesEffect",
    "Simulation",
    "compare_rules",
    "compatible_kinds",
    "design_extra_card",
    "kind_name",
    "passing_effect",
    "preset",
    "simulate",
]
