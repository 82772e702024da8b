"""Okey 51: racks of tiles evaluated and explained.

The rules are a `Rules`; the clauses are in README.md beside this file.
"""

from __future__ import annotations

from neuroanalysis.games.okey51.pieces import PIECES, kind_name
from neuroanalysis.games.okey51.position import Meld, Position
from neuroanalysis.games.okey51.rules import PRESETS, Rules, preset

__all__ = ["PIECES", "PRESETS", "Meld", "Position", "Rules", "kind_name", "preset"]
