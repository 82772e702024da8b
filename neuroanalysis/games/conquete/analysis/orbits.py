"""The cards round a cell up to symmetry.

Which cards are compatible stays the same when the attributes change places, and when the values of
one do: 3! x (3!)^3 = 1296 ways to rename the 27 kinds. What may go to a cell depends only on the
cards round it, not on their sides; so all multisets of neighbours fall into few orbits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.conquete.pieces import KINDS, attributes

__all__ = ["Orbit", "multisets", "orbits", "symmetries"]

_AXES: Final = 3


class Orbit(NamedTuple):
    """Multisets of kinds of which each becomes any other by a symmetry."""

    example: tuple[int, ...]
    """The first of them, its kinds in order."""
    size: int
    """How many there are."""


@lru_cache(maxsize=1)
def symmetries() -> NDArray[np.int64]:
    """Return all renamings of the kinds that keep what they share: (1296, 27) kinds.

    Examples
    --------
    >>> symmetries().shape
    (1296, 27)
    """
    levels = [attributes(kind) for kind in range(KINDS)]
    orders = tuple(permutations(range(3)))
    renamed = [
        [9 * one[level[a]] + 3 * two[level[b]] + three[level[c]] for level in levels]
        for a, b, c in permutations(range(_AXES))
        for one, two, three in product(orders, repeat=_AXES)
    ]
    return np.array(renamed, dtype=np.int64)


def multisets(cards: int, copies: int) -> Iterator[tuple[int, ...]]:
    """Yield all multisets of so many kinds, none of which is there more often than its copies.

    Examples
    --------
    >>> sum(1 for _ in multisets(2, copies=2)), sum(1 for _ in multisets(2, copies=1))
    (378, 351)
    """
    for kinds in combinations_with_replacement(range(KINDS), cards):
        # They are in order: one copy too many is that many places before its like.
        if all(kinds[place] != kinds[place - copies] for place in range(copies, cards)):
            yield kinds


@lru_cache(maxsize=32)
def orbits(cards: int, copies: int) -> tuple[Orbit, ...]:
    """Return the orbits of all multisets of so many kinds, in the order of their examples.

    Examples
    --------
    Two cards share all attributes, two, one or none:

    >>> [orbit.size for orbit in orbits(2, copies=2)]
    [27, 81, 162, 108]
    """
    found = []
    known: set[tuple[int, ...]] = set()
    for kinds in multisets(cards, copies):
        if kinds in known:
            continue
        images = np.unique(np.sort(symmetries()[:, kinds], axis=1), axis=0)
        known.update(map(tuple, images.tolist()))
        found.append(Orbit(kinds, len(images)))
    return tuple(found)
