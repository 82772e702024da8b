"""The deal explorer of Neurotrio: how often a deal has a property, and how rare a hand is."""

from neuroanalysis.widgets.deals.answer import DealAnswer, Found
from neuroanalysis.widgets.deals.explorer import DealExplorer

__all__ = ["DealAnswer", "DealExplorer", "Found"]
