"""The classes of blocks, by which deals are counted.

A *class* says what a block lacks to so many combinations and pairs: its word of costs (see
`blocks`) for each number of cards beyond the limit of four copies, which must be jokers, from 0
upwards. Blocks of one class are alike in every question about distance, and classes are few: so
deals are counted by class.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels.blocks import (
    COPIES,
    COSTS,
    NEVER,
    NO_LIMIT,
    block_costs,
    block_workspace,
    pack,
)
from neuroanalysis.games.mhing._kernels.layout import REAL

LAYERS: Final = 7
"""Numbers of cards beyond the limit, 0 to 6."""


@kernel
def describe(
    counts: NDArray[np.uint8],
    block: Int,
    words: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Write the class of each hand of one block.

    Parameters
    ----------
    counts
        (n, 34): the cards, all of the block.
    block
        0 to 2 for a suit, 3 for the honours.
    words
        (n, layers): what is written; layer b allows b cards beyond the limit.
    progress
        How far it is.
    """
    layers = words.shape[1]
    work = block_workspace()
    limits = np.full(REAL, NO_LIMIT, dtype=np.int64)
    least = np.zeros(COSTS, dtype=np.int64)
    for row in range(len(counts)):
        if progress[1]:
            return
        progress[0] += 1
        limits[:] = COPIES
        block_costs(counts[row], block, limits, np.int64(0), work)
        word = pack(work.costs)
        words[row, :] = word
        if layers == 1:
            continue
        limits[:] = NO_LIMIT
        block_costs(counts[row], block, limits, np.int64(0), work)
        if pack(work.costs) == word:
            continue
        limits[:] = COPIES
        block_costs(counts[row], block, limits, np.int64(layers - 1), work)
        least[:] = NEVER
        for layer in range(layers):
            for at in range(COSTS):
                least[at] = min(least[at], work.costs[layer * COSTS + at])
            words[row, layer] = pack(least)
