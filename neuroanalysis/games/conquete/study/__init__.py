"""Questions of whoever plays conquête or chooses its rules, answered by simulated rounds.

``rounds``: a table and what comes of its rounds. ``simulate``: rounds with estimates. ``effects``:
two rule sets, or passing and not passing, on the same deals. ``design``: the VP for a card more.
``sizes``: tables of two to eight players.
"""

from __future__ import annotations

from neuroanalysis.games.conquete.study.design import (
    TARGETS,
    ExtraCardDesign,
    design_extra_card,
)
from neuroanalysis.games.conquete.study.effects import (
    PassingEffect,
    RulesEffect,
    compare_rules,
    passing_effect,
)
from neuroanalysis.games.conquete.study.rounds import RoundRows, Table, play_rounds
from neuroanalysis.games.conquete.study.simulate import Simulation, simulate
from neuroanalysis.games.conquete.study.sizes import TablesCompared, compare_players

__all__ = [
    "TARGETS",
    "ExtraCardDesign",
    "PassingEffect",
    "RoundRows",
    "RulesEffect",
    "Simulation",
    "Table",
    "TablesCompared",
    "compare_players",
    "compare_rules",
    "design_extra_card",
    "passing_effect",
    "play_rounds",
    "simulate",
]
