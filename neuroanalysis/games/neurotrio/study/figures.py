"""What a table's fairness is judged by: each player's figure, and how far these lie apart."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.spread import Figures, spread_of
from neuroanalysis.games.neurotrio.study.games import play_games, shared_wins

__all__ = ["TARGETS", "TOLERANCES", "Target", "figures"]

Target: TypeAlias = Literal["equal-points", "equal-finishes", "equal-games"]

TARGETS: Final[tuple[Target, ...]] = get_args(Target)
TOLERANCES: Final[dict[Target, float]] = {
    "equal-points": 1.0,
    "equal-finishes": 0.05,
    "equal-games": 0.05,
}
"""How far apart players may be at a fair table: points a round, or a share."""


def figures(
    trials: NDArray[np.int16], target: Target, game_target: int, seed: int, confidence: float
) -> Figures:
    """Return the figures of players.

    Parameters
    ----------
    trials
        (rounds, players): points, or for ``"equal-finishes"`` 1 where the player finished.
    target
        What is to be equal.
    game_target
        Points that end a game, for ``"equal-games"``.
    seed
        Where the rounds come from.
    confidence
        Of the intervals.

    Raises
    ------
    InputError
        For ``"equal-games"``, when the rounds are too few for two games.

    Examples
    --------
    >>> rounds = np.array([[10, 8], [20, 18], [5, 3]], np.int16)
    >>> found = figures(rounds, "equal-points", 100, 7, 0.95)
    >>> round(found.spread, 6), found.interval.low <= 2 <= found.interval.high
    (2.0, True)
    """
    values = trials.astype(np.float64)
    if target == "equal-games":
        values = shared_wins(play_games(trials, game_target, seed))
    return spread_of(values, confidence, shares=target != "equal-points")
