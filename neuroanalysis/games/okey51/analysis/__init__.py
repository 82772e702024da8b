"""The questions that Okey players ask, one file a subject.

``deals``: how often a deal has a property, exactly by ``closed_forms`` or sampled; ``openings``: by
threshold, and under other options. ``distances``: how many draws a rack is from opening and from
going out, and which tiles help; ``hand``: which tile to discard, and why. ``odds``: the chance
within some draws, kept as ``chances``.

``racks``: what the searches are given; ``worth``: what many racks are worth; ``asked``: how a
question is asked.
"""

from neuroanalysis.games.okey51.analysis.chances import MODELS, Line, Model, Odds
from neuroanalysis.games.okey51.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.okey51.analysis.distances import (
    Distances,
    UsefulTile,
    distances,
    useful_tiles,
)
from neuroanalysis.games.okey51.analysis.hand import Discard, Discards, discards
from neuroanalysis.games.okey51.analysis.odds import odds
from neuroanalysis.games.okey51.analysis.openings import (
    Comparison,
    Variant,
    compare_openings,
    opening_curve,
)

__all__ = [
    "MODELS",
    "Comparison",
    "Discard",
    "Discards",
    "Distances",
    "Line",
    "Model",
    "Odds",
    "UsefulTile",
    "Variant",
    "compare_openings",
    "deal_distribution",
    "discards",
    "distances",
    "odds",
    "opening_curve",
    "outcome_of",
    "questions",
    "sample_deals",
    "useful_tiles",
]
