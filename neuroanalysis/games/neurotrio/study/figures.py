"""What a table's fairness is judged by: each player's figure, and how far these lie apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.intervals import Interval
from neuroanalysis.games.neurotrio.study.games import play_games, shared_wins

__all__ = ["TARGETS", "TOLERANCES", "Figures", "Target", "figures", "least_half", "spread_of"]

Target: TypeAlias = Literal["equal-points", "equal-finishes", "equal-games"]

TARGETS: Final[tuple[Target, ...]] = get_args(Target)
TOLERANCES: Final[dict[Target, float]] = {
    "equal-points": 1.0,
    "equal-finishes": 0.05,
    "equal-games": 0.05,
}
"""How far apart players may be at a fair table: points a round, or a share."""


@dataclass(frozen=True)
class Figures:
    """Each player's figure at a table, and the spread: the greatest difference between two.

    Parameters
    ----------
    means, intervals
        Of each player, means or shares; normal intervals, each for itself.
    spread
        Of these means.
    interval
        Where the true spread lies: from simultaneous normal intervals of all differences, each
        paired over the same rounds (Bonferroni's bound), so that it holds whichever two players
        are furthest apart.
    n
        Independent trials: rounds, or games.
    """

    means: tuple[float, ...]
    intervals: tuple[Interval, ...]
    spread: float
    interval: Interval
    n: int


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


def spread_of(values: NDArray[np.float64], confidence: float, *, shares: bool) -> Figures:
    """Return the figures of players from independent trials: (trials, players).

    An interval of shares is never narrower than Wilson's where nothing happened, for no trial is
    proof that nothing can.
    """
    n = len(values)
    means = values.mean(axis=0)
    alone = _half(values, confidence, shares)
    pairs = list(combinations(range(values.shape[1]), 2))
    differences = np.stack([values[:, one] - values[:, other] for one, other in pairs], axis=1)
    apart = np.abs(differences.mean(axis=0))
    together = _half(differences, 1 - (1 - confidence) / len(pairs), shares)
    return Figures(
        tuple(means.tolist()),
        tuple(
            Interval(float(mean - half), float(mean + half))
            for mean, half in zip(means, alone, strict=True)
        ),
        float(apart.max()),
        Interval(float(max(0.0, (apart - together).max())), float((apart + together).max())),
        n,
    )


def _half(values: NDArray[np.float64], confidence: float, shares: bool) -> NDArray[np.float64]:
    """Return half the width of the normal interval of each column's mean."""
    z, n = NormalDist().inv_cdf((1 + confidence) / 2), len(values)
    half: NDArray[np.float64] = z * values.std(axis=0, ddof=1) / np.sqrt(n)
    return np.maximum(half, least_half(n, confidence)) if shares else half


def least_half(n: int, confidence: float) -> float:
    """Return the half width that an interval of shares has at least: Wilson's for nothing in n.

    Examples
    --------
    >>> round(least_half(100, 0.95), 4)
    0.037
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return z * z / (n + z * z)
