"""The questions that players of Neurotrio conquête ask, one file a subject.

``cells``: what an empty cell accepts, for given cards round it and for all of them up to symmetry
(``orbits``). ``deals``: how often random cards have a property, exactly or sampled.
"""

from neuroanalysis.games.conquete.analysis.cells import (
    CellChances,
    CellClass,
    CellTable,
    cell_chances,
    cell_table,
)
from neuroanalysis.games.conquete.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)

__all__ = [
    "CellChances",
    "CellClass",
    "CellTable",
    "cell_chances",
    "cell_table",
    "deal_distribution",
    "outcome_of",
    "questions",
    "sample_deals",
]
