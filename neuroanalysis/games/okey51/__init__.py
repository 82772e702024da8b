"""Okey 51: racks of tiles evaluated and explained.

A rack is text (``"r5 r6 fo"``, see :mod:`.pieces`), 53 counts, or a `Position`; beside it the okey,
or the indicator, is named. The rules are a `Rules`; the clauses are in README.md beside this file.

>>> best = evaluate("r10 r11 r12 r13 b1 k1 y1 b5 b6 k7 y3 y8 k2 r4", okey="y2")
>>> best.meld_value, best.opens
(49, None)

How rare is that? `outcome_of` places a rack in a distribution over all deals:

>>> pairs = deal_distribution("pairs")
>>> round(float(pairs.share(lambda n: n >= 5)), 9)
0.000559099

Rounds and games are played with :mod:`.play`, which is imported by itself.
"""

from __future__ import annotations

from neuroanalysis.games.okey51.analysis import (
    Comparison,
    Discard,
    Discards,
    Distances,
    Line,
    Model,
    Odds,
    UsefulTile,
    Variant,
    compare_openings,
    deal_distribution,
    discards,
    distances,
    odds,
    opening_curve,
    outcome_of,
    sample_deals,
    useful_tiles,
)
from neuroanalysis.games.okey51.evaluation import Arrangement, Evaluation, LaidOff
from neuroanalysis.games.okey51.offer import OKEY51, Advised, Nearness, Okey51, Okey51Ruled
from neuroanalysis.games.okey51.pieces import PIECES, kind_name
from neuroanalysis.games.okey51.position import Meld, Position
from neuroanalysis.games.okey51.rules import DEFAULT_PRESET, PRESETS, Rules, preset
from neuroanalysis.games.okey51.scoring import LIMIT, Answers, evaluate, evaluate_many
from neuroanalysis.games.okey51.study import (
    Simulation,
    ThresholdBalance,
    balance_threshold,
    simulate,
)

__all__ = [
    "DEFAULT_PRESET",
    "LIMIT",
    "OKEY51",
    "PIECES",
    "PRESETS",
    "Advised",
    "Answers",
    "Arrangement",
    "Comparison",
    "Discard",
    "Discards",
    "Distances",
    "Evaluation",
    "LaidOff",
    "Line",
    "Meld",
    "Model",
    "Nearness",
    "Odds",
    "Okey51",
    "Okey51Ruled",
    "Position",
    "Rules",
    "Simulation",
    "ThresholdBalance",
    "UsefulTile",
    "Variant",
    "balance_threshold",
    "compare_openings",
    "deal_distribution",
    "discards",
    "distances",
    "evaluate",
    "evaluate_many",
    "kind_name",
    "odds",
    "opening_curve",
    "outcome_of",
    "preset",
    "sample_deals",
    "simulate",
    "useful_tiles",
]
