"""A call of the kernels that look for the fewest draws, and play racks out."""

from __future__ import annotations

from collections.abc import Callable

from neuroanalysis.games.okey51.analysis.deals import sample_deals
from neuroanalysis.games.okey51.analysis.distances import outlooks
from neuroanalysis.games.okey51.analysis.odds import odds
from neuroanalysis.games.okey51.position import Position

RACK = Position.of("r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9", okey="y2")


def distances() -> list[int | None]:
    """Look for all ways."""
    (outlook,) = outlooks(RACK, [None], drawn=False)
    return [*outlook.distances.to_dict().values()]


def chances() -> list[float]:
    """Look through two draws, and play out three."""
    answer = odds(RACK, 3, samples=20, seed=1)
    return [*answer.best.chances, *map(float, answer.exact)]


def dealt() -> list[int]:
    """Look at some deals."""
    return list(sample_deals("distance", samples=20, seed=1, workers=1).counts.values())


CALLS: dict[str, Callable[[], list[int | None] | list[float] | list[int]]] = {
    "nearest.nearest nearest_pairs.nearest_pairs": distances,
    "outlook.draw_one outlook.play_out": chances,
    "outlook.nearest_many": dealt,
}
INSIDE = {"outlook.either_way"}
