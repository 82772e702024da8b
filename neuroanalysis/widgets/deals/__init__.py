"""Deal explorers: how often a deal has a property, and how rare a hand is.

That of Neurotrio stands here; those of the other games beside, in ``okey51_deals`` and so on.
"""

from neuroanalysis.widgets.deals.answer import DealAnswer, Found
from neuroanalysis.widgets.deals.explorer import DealExplorer

__all__ = ["DealAnswer", "DealExplorer", "Found"]
