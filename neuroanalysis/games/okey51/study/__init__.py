"""Questions of whoever designs rules of Okey 51, or chooses a way to play.

``rounds``: a table and what comes of its rounds. ``simulate``: rounds with estimates, and ``games``
made of them. ``effects``: two rule sets on the same deals. ``balance``: the threshold at which an
early opening is an even chance.
"""

from __future__ import annotations

from neuroanalysis.games.okey51.study.balance import TARGETS, ThresholdBalance, balance_threshold
from neuroanalysis.games.okey51.study.effects import RulesEffect, compare_rules, doubling_effect
from neuroanalysis.games.okey51.study.games import Games
from neuroanalysis.games.okey51.study.rounds import RoundRows, Table, play_rounds
from neuroanalysis.games.okey51.study.simulate import Simulation, simulate

__all__ = [
    "TARGETS",
    "Games",
    "RoundRows",
    "RulesEffect",
    "Simulation",
    "Table",
    "ThresholdBalance",
    "balance_threshold",
    "compare_rules",
    "doubling_effect",
    "play_rounds",
    "simulate",
]
