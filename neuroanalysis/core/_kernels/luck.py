"""Numbers that only look like luck: the finaliser of SplitMix64.

See Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
"""

from __future__ import annotations

import numpy as np

from neuroanalysis.core._kernels.jit import kernel

U64 = np.uint64


@kernel
def mixed(word: np.uint64) -> np.uint64:
    """Return a word whose every bit depends on every bit of the given one."""
    word = (word ^ (word >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U64(27))) * U64(0x94D049BB133111EB)
    return word ^ (word >> U64(31))
