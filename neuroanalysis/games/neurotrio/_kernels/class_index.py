"""Finding a hand's class among listed ones: canonical form, then a hash table of the numbers.

The table has room for at least half as many numbers again as it holds. A slot holds the place of a
number in the list, or -1; a number that does not find its slot free takes the next free one.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.classes import ClassTables, canonical_key

# An odd number near 2**64 divided by the golden ratio spreads neighbouring numbers over the slots.
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)


@kernel
def _slot(key: Int, bits: Int) -> Int:
    return np.int64((np.uint64(key) * _SPREAD) >> np.uint64(64 - bits))


@kernel
def fill_slots(keys: NDArray[np.int64], bits: Int, slots: NDArray[np.int32]) -> None:
    """Put the places of all numbers into `slots`, which has 2**bits entries of -1."""
    mask = len(slots) - 1
    for place in range(len(keys)):
        slot = _slot(keys[place], bits)
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = place


@kernel
def find(key: Int, keys: NDArray[np.int64], bits: Int, slots: NDArray[np.int32]) -> Int:
    """Return the place of a number in the list, or -1."""
    mask = len(slots) - 1
    slot = _slot(key, bits)
    while slots[slot] >= 0:
        if keys[slots[slot]] == key:
            return np.int64(slots[slot])
        slot = (slot + 1) & mask
    return np.int64(-1)


@kernel
def look_up(
    counts: NDArray[np.uint8],
    tables: ClassTables,
    keys: NDArray[np.int64],
    bits: Int,
    slots: NDArray[np.int32],
    answers: NDArray[np.uint8],
    found: NDArray[np.uint8],
) -> None:
    """Fill `found` with the answer of each hand's class; all classes of its size must be listed."""
    codes = np.empty(9, dtype=np.int64)
    for hand in range(len(counts)):
        key, _ = canonical_key(counts[hand], codes, tables)
        found[hand] = answers[find(key, keys, bits, slots)]
