"""How few tiles a hand lacks for so many pairs, and which: counted, not searched.

Pairs of different identities do not get in each other's way, so the cheapest ones are taken: two
held copies lack nothing, one held copy lacks a tile, none lack two.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels.layout import IDENTITIES
from neuroanalysis.games.okey51._kernels.nearest import NEVER, NO_TILE, WILD

# Kinds of pairs: both held; one held and a copy left, or none left; both left; one left.
_HELD: Final = 0
_SINGLE: Final = 1
_LONELY: Final = 2
_BLANK: Final = 3
_HALF: Final = 4
_FAR: Final = 1 << 20


@kernel
def _count(have: Int, left: Int, sign: Int, kinds: NDArray[np.int64]) -> None:
    """Add the pairs that one identity makes to those of each kind, or take them away."""
    kinds[_HELD] += sign * (have // 2)
    if have % 2 == 1:
        if left > 0:
            kinds[_SINGLE] += sign
            left -= 1
        else:
            kinds[_LONELY] += sign
    kinds[_BLANK] += sign * (left // 2)
    kinds[_HALF] += sign * (left % 2)


@kernel
def _lacking(kinds: NDArray[np.int64], pairs: Int, room: Int) -> int:
    """Return the fewest lacking tiles of so many pairs, `room` of them without a copy left."""
    short = max(0, pairs - kinds[_HELD])
    singles = min(short, kinds[_SINGLE])
    short -= singles
    lonely = min(short, kinds[_LONELY], room)
    short -= lonely
    room -= lonely
    blanks = min(short, kinds[_BLANK])
    short -= blanks
    halves = min(short, kinds[_HALF], room)
    short -= halves
    room -= halves
    wild = min(short, room // 2)
    if short > wild:
        return _FAR
    return singles + lonely + 2 * (blanks + halves + wild)


@kernel
def _draws(
    kinds: NDArray[np.int64], pairs: Int, wilds: Int, left_wilds: Int, okey_pairs: bool
) -> int:
    """Return the fewest draws to so many pairs; `_FAR` or more if they cannot be had."""
    if okey_pairs:
        return max(0, _lacking(kinds, pairs, wilds + left_wilds) - wilds)
    draws = _lacking(kinds, pairs, 0)
    if wilds + left_wilds >= 2:
        draws = min(draws, _lacking(kinds, pairs - 1, 0) + max(0, 2 - wilds))
    return draws


@kernel
def nearest_pairs(
    held: NDArray[np.int64],
    left: NDArray[np.int64],
    wilds: Int,
    left_wilds: Int,
    pairs: Int,
    okey_pairs: bool,
    removed: NDArray[np.int64],
    draws: NDArray[np.int64],
    useful: NDArray[np.uint64],
) -> None:
    """Find the fewest draws to so many pairs; all else as in `nearest.nearest`.

    Parameters
    ----------
    held, left, wilds, left_wilds, removed, draws, useful
        As there.
    pairs
        How many are wanted.
    okey_pairs
        Whether a wild makes a pair with any tile; else only with another wild.
    """
    kinds = np.zeros(5, dtype=np.int64)
    for identity in range(IDENTITIES):
        _count(held[identity], left[identity], 1, kinds)
    have = held.copy()
    for row in range(len(removed)):
        x = removed[row]
        own = wilds - 1 if x == WILD else wilds
        number = x != WILD and x != NO_TILE
        if number:
            _count(have[x], left[x], -1, kinds)
            have[x] -= 1
            _count(have[x], left[x], 1, kinds)
        found = _draws(kinds, pairs, own, left_wilds, okey_pairs)
        draws[row] = NEVER if found >= _FAR else found
        useful[row] = np.uint64(0)
        if 0 < found < _FAR:
            for identity in range(IDENTITIES):
                if left[identity] > 0:
                    _count(have[identity], left[identity], -1, kinds)
                    _count(have[identity] + 1, left[identity] - 1, 1, kinds)
                    if _draws(kinds, pairs, own, left_wilds, okey_pairs) < found:
                        useful[row] |= np.uint64(1) << np.uint64(identity)
                    _count(have[identity] + 1, left[identity] - 1, -1, kinds)
                    _count(have[identity], left[identity], 1, kinds)
            if left_wilds > 0:
                if _draws(kinds, pairs, own + 1, left_wilds - 1, okey_pairs) < found:
                    useful[row] |= np.uint64(1) << np.uint64(WILD)
        if number:
            _count(have[x], left[x], -1, kinds)
            have[x] += 1
            _count(have[x], left[x], 1, kinds)
