"""Neurotrio conquête: placements, chances, games.

>>> Rules().hand_sizes(2)
(27, 26)

Rounds are played with :mod:`.play`, which is imported by itself; many of them with `simulate`.
"""

from __future__ import annotations

from neuroanalysis.games.conquete.analysis import (
    Building,
    CellChances,
    CellTable,
    Outlook,
    Surrounded,
    building,
    cell_chances,
    cell_table,
    deal_distribution,
    outcome_of,
    outlook,
    sample_deals,
    surrounded,
)
from neuroanalysis.games.conquete.evaluation import Evaluation, Placement, Plan
from neuroanalysis.games.conquete.offer import (
    CONQUETE,
    Advised,
    Chances,
    Conquete,
    ConqueteRuled,
)
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
    TablesCompared,
    compare_players,
    compare_rules,
    design_extra_card,
    passing_effect,
    simulate,
)

__all__ = [
    "CONQUETE",
    "DEFAULT_PRESET",
    "PIECES",
    "PLAYERS_KNOWN",
    "PRESETS",
    "Advised",
    "Building",
    "CellChances",
    "CellTable",
    "Chances",
    "Conquete",
    "ConqueteRuled",
    "Domain",
    "DomainCard",
    "Evaluation",
    "ExtraCardDesign",
    "Outlook",
    "PassingEffect",
    "Placement",
    "Plan",
    "Position",
    "Rules",
    "RulesEffect",
    "Simulation",
    "Surrounded",
    "TablesCompared",
    "best_plan",
    "building",
    "cell_chances",
    "cell_table",
    "check_placement",
    "compare_players",
    "compare_rules",
    "compatible_kinds",
    "deal_distribution",
    "design_extra_card",
    "evaluate",
    "kind_name",
    "outcome_of",
    "outlook",
    "passing_effect",
    "placements",
    "preset",
    "sample_deals",
    "simulate",
    "surrounded",
]
