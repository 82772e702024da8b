"""How far the figures of players lie apart, with intervals that hold for whichever two it is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.intervals import Interval

__all__ = ["Figures", "least_half", "spread_of"]


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
