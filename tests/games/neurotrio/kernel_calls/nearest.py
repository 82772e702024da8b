"""A call of the kernels that follow a player who only minimises his distance."""

from __future__ import annotations

from collections.abc import Callable

from neuroanalysis.games.neurotrio.analysis.graph import build_graph
from neuroanalysis.games.neurotrio.analysis.nearest import NearestSweeper, held_ranks
from neuroanalysis.games.neurotrio.rules import Rules

RULES = Rules(structures=1, hand_size=4, carre=False, copies=2, players_max=6)


def followed() -> list[float]:
    """Rank all hands of a tiny rule set, and play two draws."""
    graph = build_graph(RULES, workers=1)
    ranks = held_ranks(graph, workers=1)
    sweeper = NearestSweeper(graph, [14], ranks, workers=1)
    sweeper.advance()
    sweeper.advance()
    return [*ranks[0].tolist(), *sweeper.chances[0].ravel().tolist()]


CALLS: dict[str, Callable[[], list[float]]] = {
    "nearest.add_useful nearest.rank_held nearest.sweep_nearest": followed,
}
