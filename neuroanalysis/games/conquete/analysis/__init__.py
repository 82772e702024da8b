"""The questions that players of Neurotrio conquête ask, one file a subject.

``cells``: what an empty cell accepts, for given cards round it and for all of them up to symmetry
(``orbits``). ``deals``: how often random cards have a property, exactly or sampled. ``outlook``:
where on a given domain random unseen cards may go. ``twenty``: the cell for a card compatible with
four.
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
from neuroanalysis.games.conquete.analysis.outlook import CellOutlook, Outlook, outlook
from neuroanalysis.games.conquete.analysis.twenty import Building, Surrounded, building, surrounded

__all__ = [
    "Building",
    "CellChances",
    "CellClass",
    "CellOutlook",
    "CellTable",
    "Outlook",
    "Surrounded",
    "building",
    "cell_chances",
    "cell_table",
    "deal_distribution",
    "outcome_of",
    "outlook",
    "questions",
    "sample_deals",
    "surrounded",
]
