"""Questions of whoever designs rules and personal minimums.

``rounds``: a table and what comes of its rounds. ``simulate``: rounds with estimates, ``games``
made of them. ``design``: minimums that make a table fair. ``readable``: the
slow way to play a round, which the fast one is held to. ``sensitivity``: what a point more or less
does to all deals, exactly; ``compare``: two rule sets and all deals; ``rule_change``: two rule sets
and rounds; ``rule_files``: rule sets kept as files.
"""

from __future__ import annotations

from neuroanalysis.games.neurotrio.study.compare import compare_deals, describe, differences
from neuroanalysis.games.neurotrio.study.design import Design, design_minimums
from neuroanalysis.games.neurotrio.study.games import Games
from neuroanalysis.games.neurotrio.study.rounds import RoundRows, Table, play_rounds
from neuroanalysis.games.neurotrio.study.rule_change import RoundComparison, compare_rules
from neuroanalysis.games.neurotrio.study.rule_files import load_rules, save_rules
from neuroanalysis.games.neurotrio.study.sensitivity import Sensitivity, sensitivity
from neuroanalysis.games.neurotrio.study.simulate import Simulation, simulate

__all__ = [
    "Design",
    "Games",
    "RoundComparison",
    "RoundRows",
    "Sensitivity",
    "Simulation",
    "Table",
    "compare_deals",
    "compare_rules",
    "describe",
    "design_minimums",
    "differences",
    "load_rules",
    "play_rounds",
    "save_rules",
    "sensitivity",
    "simulate",
]
