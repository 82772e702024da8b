"""The chance to finish: an explorer of positions, and a trainer that deals them."""

from neuroanalysis.widgets.odds.explorer import OddsExplorer
from neuroanalysis.widgets.odds.trainer import OddsTrainer

__all__ = ["OddsExplorer", "OddsTrainer"]
