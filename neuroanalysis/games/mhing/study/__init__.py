"""Questions of whoever designs rules of Mhing, or chooses a way to play.

``rounds``: a table and what comes of its rounds. ``simulate``: rounds with estimates. ``effects``:
two rule sets on the same deals, credits asked to go out, tables of two to six. ``design``: the
credits to ask with which players of different style are nearest to equal.
"""

from __future__ import annotations

from neuroanalysis.games.mhing.study.design import TARGETS, MinimumDesign, design_minimum
from neuroanalysis.games.mhing.study.effects import (
    RulesEffect,
    Variants,
    compare_minimums,
    compare_players,
    compare_rules,
)
from neuroanalysis.games.mhing.study.rounds import RoundRows, Table, play_rounds
from neuroanalysis.games.mhing.study.simulate import Simulation, simulate

__all__ = [
    "TARGETS",
    "MinimumDesign",
    "RoundRows",
    "RulesEffect",
    "Simulation",
    "Table",
    "Variants",
    "compare_minimums",
    "compare_players",
    "compare_rules",
    "design_minimum",
    "play_rounds",
    "simulate",
]
