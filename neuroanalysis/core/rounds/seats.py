"""What each seat of a table brings, counted from who begins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.spread import Figures, spread_of
from neuroanalysis.core.study import LEVEL

__all__ = ["points_by_seat", "seats_record"]


def points_by_seat(points: NDArray[np.integer], seat: NDArray[np.int64]) -> Figures:
    """Return what each seat brings a round, and how far two of them lie apart.

    Parameters
    ----------
    points, seat
        (rounds, players): what a round brings, and how far a player sits from who began.
    """
    order = np.argsort(seat, axis=1)
    by_seat = np.take_along_axis(points, order, axis=1).astype(np.float64)
    return spread_of(by_seat, LEVEL, shares=False)


def seats_record(seats: Figures) -> dict[str, object]:
    """Return the figures of seats as JSON holds them."""
    return {
        "mean_points": list(seats.means),
        "points_intervals": [list(interval) for interval in seats.intervals],
        "spread": seats.spread,
        "spread_interval": list(seats.interval),
    }
