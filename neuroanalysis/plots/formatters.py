"""Results drawn where a notebook shows them, without the results knowing.

IPython is told the *names* of the types; it looks at them only when it shows something, so that
neither a game nor a drawing is loaded before there is a result of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, Protocol

__all__ = ["DRAWINGS", "Shell", "register", "register_here"]


class _Formatter(Protocol):
    def for_type_by_name(
        self, type_module: str, type_name: str, func: Callable[[object], str]
    ) -> object: ...


class _DisplayFormatter(Protocol):
    @property
    def formatters(self) -> Mapping[str, _Formatter]: ...


class Shell(Protocol):
    """An IPython shell, as far as it is used here."""

    @property
    def display_formatter(self) -> _DisplayFormatter:
        """What turns results into what is shown."""
        ...


_NEUROTRIO: Final = "neuroanalysis.games.neurotrio"
_DRAWN: Final = "neuroanalysis.plots.neurotrio"
_OKEY: Final = "neuroanalysis.games.okey51"
_OKEY_DRAWN: Final = "neuroanalysis.plots.okey51"
_MHING: Final = "neuroanalysis.games.mhing"
_MHING_DRAWN: Final = "neuroanalysis.plots.mhing"
_TICHU: Final = "neuroanalysis.games.tichu"
_TICHU_DRAWN: Final = "neuroanalysis.plots.tichu"
_CONQUETE: Final = "neuroanalysis.games.conquete"
_CONQUETE_DRAWN: Final = "neuroanalysis.plots.conquete"

DRAWINGS: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    (f"{_NEUROTRIO}.evaluation", "Evaluation"): (f"{_DRAWN}.evaluation", "evaluation_html"),
    (f"{_NEUROTRIO}.evaluation", "Grouping"): (f"{_DRAWN}.evaluation", "grouping_html"),
    (f"{_NEUROTRIO}.position", "Position"): (f"{_DRAWN}.evaluation", "position_html"),
    (f"{_NEUROTRIO}.analysis.hand", "Discards"): (f"{_DRAWN}.analysis", "discards_html"),
    (f"{_NEUROTRIO}.analysis.chances", "Odds"): (f"{_DRAWN}.odds", "odds_html"),
    (f"{_NEUROTRIO}.study.sensitivity", "Sensitivity"): (
        f"{_DRAWN}.sensitivity",
        "sensitivity_html",
    ),
    (f"{_NEUROTRIO}.study.compare", "DealComparison"): (
        f"{_DRAWN}.comparison",
        "comparison_html",
    ),
    (f"{_NEUROTRIO}.offer", "Advised"): (f"{_DRAWN}.analysis", "advised_html"),
    (f"{_NEUROTRIO}.play.state", "RoundState"): (f"{_DRAWN}.table", "round_html"),
    (f"{_NEUROTRIO}.study.simulate", "Simulation"): (f"{_DRAWN}.rounds", "simulation_html"),
    (f"{_NEUROTRIO}.study.design", "Design"): (f"{_DRAWN}.rounds", "design_html"),
    (f"{_OKEY}.evaluation", "Evaluation"): (f"{_OKEY_DRAWN}.evaluation", "evaluation_html"),
    (f"{_OKEY}.position.position", "Position"): (f"{_OKEY_DRAWN}.evaluation", "position_html"),
    (f"{_OKEY}.offer", "Advised"): (f"{_OKEY_DRAWN}.analysis", "advised_html"),
    (f"{_OKEY}.analysis.hand", "Discards"): (f"{_OKEY_DRAWN}.analysis", "discards_html"),
    (f"{_OKEY}.analysis.openings", "Comparison"): (f"{_OKEY_DRAWN}.openings", "comparison_html"),
    (f"{_OKEY}.analysis.distances", "Distances"): (f"{_OKEY_DRAWN}.analysis", "distances_html"),
    (f"{_OKEY}.analysis.chances", "Odds"): (f"{_OKEY_DRAWN}.odds", "odds_html"),
    (f"{_OKEY}.study.simulate", "Simulation"): (f"{_OKEY_DRAWN}.rounds", "simulation_html"),
    (f"{_OKEY}.study.effects", "RulesEffect"): (f"{_OKEY_DRAWN}.rounds", "effect_html"),
    (f"{_OKEY}.study.balance", "ThresholdBalance"): (f"{_OKEY_DRAWN}.rounds", "balance_html"),
    (f"{_OKEY}.play.state", "RoundState"): (f"{_OKEY_DRAWN}.table", "round_html"),
    (f"{_MHING}.evaluation", "Evaluation"): (f"{_MHING_DRAWN}.evaluation", "evaluation_html"),
    (f"{_MHING}.position.position", "Position"): (f"{_MHING_DRAWN}.evaluation", "position_html"),
    (f"{_MHING}.analysis.hand", "Distances"): (f"{_MHING_DRAWN}.analysis", "distances_html"),
    (f"{_MHING}.analysis.hand", "Discards"): (f"{_MHING_DRAWN}.analysis", "discards_html"),
    (f"{_MHING}.analysis.reach", "Reach"): (f"{_MHING_DRAWN}.analysis", "reach_html"),
    (f"{_MHING}.analysis.chances", "Odds"): (f"{_MHING_DRAWN}.odds", "odds_html"),
    (f"{_MHING}.analysis.goals", "Goals"): (f"{_MHING_DRAWN}.odds", "goals_html"),
    (f"{_MHING}.study.simulate", "Simulation"): (f"{_MHING_DRAWN}.rounds", "simulation_html"),
    (f"{_MHING}.study.effects", "RulesEffect"): (f"{_MHING_DRAWN}.rounds", "effect_html"),
    (f"{_MHING}.study.effects", "Variants"): (f"{_MHING_DRAWN}.rounds", "variants_html"),
    (f"{_MHING}.play.state", "RoundState"): (f"{_MHING_DRAWN}.table", "round_html"),
    (f"{_TICHU}.evaluation", "Evaluation"): (f"{_TICHU_DRAWN}.evaluation", "evaluation_html"),
    (f"{_TICHU}.evaluation", "Partition"): (f"{_TICHU_DRAWN}.evaluation", "partition_html"),
    (f"{_TICHU}.evaluation", "Leads"): (f"{_TICHU_DRAWN}.evaluation", "leads_html"),
    (f"{_TICHU}.evaluation", "Answers"): (f"{_TICHU_DRAWN}.evaluation", "answers_html"),
    (f"{_TICHU}.position.position", "Position"): (f"{_TICHU_DRAWN}.evaluation", "position_html"),
    (f"{_TICHU}.analysis.beaten", "Beaten"): (f"{_TICHU_DRAWN}.beaten", "beaten_html"),
    (f"{_TICHU}.study.calls", "CallAdvice"): (f"{_TICHU_DRAWN}.calls", "calls_html"),
    (f"{_TICHU}.study.exchanges", "ExchangeRanking"): (f"{_TICHU_DRAWN}.calls", "exchanges_html"),
    (f"{_TICHU}.study.cards", "CardValues"): (f"{_TICHU_DRAWN}.calls", "values_html"),
    (f"{_TICHU}.study.simulate", "Simulation"): (f"{_TICHU_DRAWN}.rounds", "simulation_html"),
    (f"{_TICHU}.study.effects", "RulesEffect"): (f"{_TICHU_DRAWN}.rounds", "effect_html"),
    (f"{_TICHU}.play.state", "RoundState"): (f"{_TICHU_DRAWN}.table", "round_html"),
    (f"{_CONQUETE}.evaluation", "Evaluation"): (f"{_CONQUETE_DRAWN}.evaluation", "evaluation_html"),
    (f"{_CONQUETE}.position.position", "Position"): (
        f"{_CONQUETE_DRAWN}.evaluation",
        "position_html",
    ),
    (f"{_CONQUETE}.position.domain", "Domain"): (f"{_CONQUETE_DRAWN}.evaluation", "position_html"),
    (f"{_CONQUETE}.analysis.cells", "CellChances"): (f"{_CONQUETE_DRAWN}.cells", "cell_html"),
    (f"{_CONQUETE}.analysis.cells", "CellTable"): (f"{_CONQUETE_DRAWN}.cells", "cell_table_html"),
    (f"{_CONQUETE}.analysis.outlook", "Outlook"): (f"{_CONQUETE_DRAWN}.outlook", "outlook_html"),
    (f"{_CONQUETE}.study.simulate", "Simulation"): (f"{_CONQUETE_DRAWN}.rounds", "simulation_html"),
    (f"{_CONQUETE}.study.effects", "RulesEffect"): (f"{_CONQUETE_DRAWN}.rounds", "effect_html"),
    (f"{_CONQUETE}.study.effects", "PassingEffect"): (f"{_CONQUETE_DRAWN}.rounds", "passing_html"),
    (f"{_CONQUETE}.study.design", "ExtraCardDesign"): (f"{_CONQUETE_DRAWN}.rounds", "design_html"),
    (f"{_CONQUETE}.play.state", "RoundState"): (f"{_CONQUETE_DRAWN}.table", "round_html"),
    ("neuroanalysis.core.distribution", "Distribution"): (
        "neuroanalysis.plots.distributions",
        "distribution_html",
    ),
    ("neuroanalysis.core.distribution", "SampledDistribution"): (
        "neuroanalysis.plots.distributions",
        "sampled_html",
    ),
}
"""Module and name of each type that is drawn, with module and name of the function that does it."""


def register(shell: Shell) -> None:
    """Let an IPython shell show results drawn; doing it again changes nothing."""
    html = shell.display_formatter.formatters["text/html"]
    for (module, name), (drawn_in, drawing) in DRAWINGS.items():
        html.for_type_by_name(module, name, _later(drawn_in, drawing))


def register_here() -> None:
    """Do so in the shell in which this runs, if it runs in one. IPython is not loaded for it."""
    ipython = sys.modules.get("IPython")
    shell: Shell | None = None if ipython is None else ipython.get_ipython()
    if shell is not None:
        register(shell)


def _later(module: str, name: str) -> Callable[[object], str]:
    def draw(result: object) -> str:
        drawn: str = getattr(import_module(module), name)(result)
        return drawn

    return draw
