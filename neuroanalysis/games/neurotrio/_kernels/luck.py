"""The luck of players: numbers that a key and a position determine, and nothing else.

A player who cannot decide asks for a number made of the round's key and of what he sees. So the
same position brings the same choice, in whatever engine, order or process a round is played, and
another player's choices elsewhere do not shift his.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.core._kernels.luck import mixed
from neuroanalysis.games.neurotrio._kernels.cube import KINDS, U64, pack


@kernel
def luck(
    key: np.uint64, hand: NDArray[np.uint8], unseen: NDArray[np.uint8], purpose: Int
) -> np.uint64:
    """Return the number of a position; `purpose` tells two questions about one position apart."""
    low, high = pack(hand)
    left = U64(0)
    for kind in range(KINDS):
        left = left * U64(5) + U64(unseen[kind])
    word = mixed(U64(key) ^ mixed(low + U64(purpose)))
    return mixed(word ^ mixed(high + U64(0x9E3779B97F4A7C15)) ^ mixed(left))
