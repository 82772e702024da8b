"""Neurotrio conquête: placements, chances, games.

>>> Rules().hand_sizes(2)
(27, 26)
"""

from __future__ import annotations

from neuroanalysis.games.conquete.pieces import PIECES, compatible_kinds, kind_name
from neuroanalysis.games.conquete.position import Domain, DomainCard, Position
from neuroanalysis.games.conquete.rules import DEFAULT_PRESET, PRESETS, Rules, preset

__all__ = [
    "DEFAULT_PRESET",
    "PIECES",
    "PRESETS",
    "Domain",
    "DomainCard",
    "Position",
    "Rules",
    "compatible_kinds",
    "kind_name",
    "preset",
]
