"""How near many hands are to winning, all with the same combinations laid."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.scoring import block_tables
from neuroanalysis.games.mhing.scoring.tables import laid_cards

__all__ = ["FAR", "nearest", "ways"]

FAR: Final = 99
"""The distance of what cannot be reached at all."""


def ways(hands: NDArray[np.uint8], position: Position) -> NDArray[np.int64]:
    """Return the distances of hands to combinations, to nothing matches, and that with all honours.

    Parameters
    ----------
    hands
        (n, 36): cards in hand.
    position
        What is laid, and the rules.

    Returns
    -------
    (n, 3) int64 array
        `FAR` for hands in which nothing matches where combinations are laid.
    """
    from neuroanalysis.games.mhing._kernels.distance import distance_workspace, distances
    from neuroanalysis.games.mhing._kernels.unmatched import unmatched_distances

    answers = np.full((len(hands), 3), FAR, dtype=np.int64)
    combined = np.zeros(len(hands), dtype=np.int32)
    heard = np.zeros(2, dtype=np.int64)
    further = position.rules.combinations - len(position.laid)
    laid = laid_cards(position)
    distances(hands, laid, further, block_tables(), distance_workspace(), combined, heard)
    answers[:, 0] = combined
    if not position.laid:
        unmatched = np.zeros((len(hands), 2), dtype=np.int32)
        unmatched_distances(hands, int(position.rules.joker_in_nothing_matches), unmatched, heard)
        answers[:, 1:] = unmatched
    return answers


def nearest(hands: NDArray[np.uint8], position: Position) -> NDArray[np.int64]:
    """Return the distance of hands to the nearest winning hand of any sort: (n,)."""
    return np.asarray(ways(hands, position).min(axis=1), dtype=np.int64)
