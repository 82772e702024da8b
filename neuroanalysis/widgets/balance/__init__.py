"""Tables of Neurotrio players simulated, and minimums found with which they are fair."""

from neuroanalysis.widgets.balance.explorer import BalanceExplorer
from neuroanalysis.widgets.balance.questions import Question, Sweep

__all__ = ["BalanceExplorer", "Question", "Sweep"]
