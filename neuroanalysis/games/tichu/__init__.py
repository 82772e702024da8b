"""Tichu: hands parted into plays, bombs, deals and rounds.

A hand is text (``"As Ks Qs MJ Ph"``, see :mod:`.pieces`), 56 counts, or a `Position`. The rules are
a `Rules`; the clauses are in README.md beside this file.
"""

from __future__ import annotations

from neuroanalysis.games.tichu.pieces import PIECES, kind_name
from neuroanalysis.games.tichu.rules import PRESETS, Rules, preset

__all__ = ["PIECES", "PRESETS", "Rules", "kind_name", "preset"]
