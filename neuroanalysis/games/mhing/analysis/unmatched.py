"""Of which hands nothing matches, hand by hand (clause 7.2)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing._kernels.layout import HONOURS, RANKS, SUITS, WINDS
from neuroanalysis.games.mhing._kernels.unmatched import SPACED
from neuroanalysis.games.mhing.pieces import JOKER

__all__ = ["kinds_of_unmatched"]


def _rooms() -> NDArray[np.int64]:
    """Return for each set of a suit's kinds how many more fit with it, -1 where some match."""
    sets = [sum(1 << rank for rank in ranks) for ranks in SPACED]
    rooms = np.full(1 << RANKS, -1, dtype=np.int64)
    for held in sets:
        rooms[held] = max((other ^ held).bit_count() for other in sets if other & held == held)
    return rooms


_ROOMS = _rooms()


def kinds_of_unmatched(hands: NDArray[np.uint8], joker_fits: bool) -> NDArray[np.int64]:
    """Return for each hand 0 if something matches, 2 if not and all honours are there, else 1.

    Parameters
    ----------
    hands
        (n, 36): the hands.
    joker_fits
        Whether a joker stands for any card that fits; else nothing goes with a joker.
    """
    jokers = hands[:, JOKER].astype(np.int64)
    fine = (hands[:, : WINDS + HONOURS] <= 1).all(axis=1) & ((jokers == 0) | joker_fits)
    room = np.zeros(len(hands), dtype=np.int64)
    powers = 1 << np.arange(RANKS)
    for suit in range(SUITS):
        held = (hands[:, RANKS * suit : RANKS * (suit + 1)] > 0) @ powers
        fine &= _ROOMS[held] >= 0
        room += np.maximum(_ROOMS[held], 0)
    honours = HONOURS - (hands[:, WINDS : WINDS + HONOURS] > 0).sum(axis=1)
    fine &= jokers <= honours + room
    return np.where(fine, np.where(jokers >= honours, 2, 1), 0).astype(np.int64)
