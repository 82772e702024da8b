"""Questions of whoever designs rules of Mhing, or chooses a way to play.

``rounds``: a table and what comes of its rounds. ``simulate``: rounds with estimates. ``effects``:
two rule sets on the same deals, credits asked to go out, tables of two to six.
"""

from __future__ import annotations

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
    "RoundRows",
    "RulesEffect",
    "Simulation",
    "Table",
    "Variants",
    "compare_minimums",
    "compare_players",
    "compare_rules",
    "play_rounds",
    "simulate",
]
