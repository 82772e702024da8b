"""Rounds simulated by the thousand, and minimums designed from them.

``rounds``: a table and what comes of its rounds. ``simulate``: rounds with estimates, ``games``
made of them, ``files`` to keep them. ``design``: minimums that make a table fair. ``readable``: the
slow way to play a round, which the fast one is held to.
"""

from __future__ import annotations

from neuroanalysis.games.neurotrio.study.design import Design, design_minimums
from neuroanalysis.games.neurotrio.study.games import Games
from neuroanalysis.games.neurotrio.study.rounds import RoundRows, Table, play_rounds
from neuroanalysis.games.neurotrio.study.simulate import Simulation, simulate

__all__ = [
    "Design",
    "Games",
    "RoundRows",
    "Simulation",
    "Table",
    "design_minimums",
    "play_rounds",
    "simulate",
]
