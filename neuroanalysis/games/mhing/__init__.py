"""Mhing: hands with jokers evaluated and explained.

The rules are a `Rules`; the clauses are in README.md beside this file.
"""

from __future__ import annotations

from neuroanalysis.games.mhing.pieces import PIECES, kind_name
from neuroanalysis.games.mhing.position import Combination, Position
from neuroanalysis.games.mhing.rules import PRESETS, Rules, preset

__all__ = ["PIECES", "PRESETS", "Combination", "Position", "Rules", "kind_name", "preset"]
