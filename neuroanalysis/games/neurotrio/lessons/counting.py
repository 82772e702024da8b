"""The mathematics that several sections of the lesson share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np

from neuroanalysis.games.neurotrio.analysis.classes import symmetries
from neuroanalysis.games.neurotrio.pieces import KINDS, LINES, attributes

__all__ = [
    "COPIES",
    "DECK",
    "HAND",
    "at_least_one",
    "cycle_lengths",
    "fixed_vectors",
    "held_on_lines",
    "missing",
    "orbit_size",
    "renaming",
    "trios",
]

COPIES: Final = 4
DECK: Final = KINDS * COPIES
HAND: Final = 13
"""The lesson is about two decks and hands of thirteen cards."""


@cache
def trios() -> tuple[tuple[int, int, int], ...]:
    """Return the kinds of trio: three kinds on a line, repeats allowed, in rising order.

    Examples
    --------
    >>> len(trios())
    216
    """
    found = {trio for line in LINES for trio in combinations_with_replacement(line, 3)}
    return tuple(sorted((a, b, c) for a, b, c in found))


def at_least_one(parts: int, size: int, deck: int, cards: int) -> tuple[int, ...]:
    """Return the terms of inclusion and exclusion for "at least one part is held as a whole".

    Parameters
    ----------
    parts, size
        How many parts of how many cards each; no card belongs to two.
    deck, cards
        How many cards there are, and how many are dealt.

    Returns
    -------
    tuple of int
        Deals, signs included, down to the last term that is not 0: the first counts each deal once
        for each part it holds, the second takes away once for each two parts, and so on. Their sum
        is the number of deals that hold at least one.

    Examples
    --------
    >>> at_least_one(parts=27, size=4, deck=108, cards=8) == (27 * comb(104, 4), -comb(27, 2))
    True
    """
    return tuple(
        (-1) ** (j - 1) * comb(parts, j) * comb(deck - j * size, cards - j * size)
        for j in range(1, parts + 1)
        if j * size <= cards
    )


def missing(parts: int, size: int, deck: int, cards: int) -> tuple[int, ...]:
    """Return the terms of inclusion and exclusion for "no card of at least one part is held".

    Parameters and result as in `at_least_one`.

    Examples
    --------
    >>> missing(parts=3, size=36, deck=108, cards=1)
    (216, -108)
    """
    terms = (
        (-1) ** (j - 1) * comb(parts, j) * comb(deck - j * size, cards) for j in range(1, parts + 1)
    )
    return tuple(term for term in terms if term)


def renaming(swaps: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """Return the symmetry that renames values: where it sends each kind.

    Parameters
    ----------
    swaps
        By attribute (0, 1, 2), where its levels go; attributes left out stay as they are.

    Examples
    --------
    >>> renaming({0: (1, 0, 2)})[:2] == (9, 10)
    True
    """
    return tuple(
        sum(
            step * (swaps[axis][level] if axis in swaps else level)
            for axis, (step, level) in enumerate(zip((9, 3, 1), attributes(kind), strict=True))
        )
        for kind in range(KINDS)
    )


def cycle_lengths(sent: Sequence[int]) -> tuple[int, ...]:
    """Return the lengths of the cycles of a permutation, in rising order.

    Examples
    --------
    >>> cycle_lengths((1, 0, 2))
    (1, 2)
    """
    lengths = []
    seen: set[int] = set()
    for start in range(len(sent)):
        length, kind = 0, start
        while kind not in seen:
            seen.add(kind)
            length, kind = length + 1, sent[kind]
        if length:
            lengths.append(length)
    return tuple(sorted(lengths))


def fixed_vectors(lengths: Iterable[int], cards: int, copies: int = COPIES) -> int:
    """Return how many count vectors a permutation leaves as they are, by its cycles' lengths.

    It is a coefficient of the product of 1 + x^l + ... + x^(l copies) over the lengths l.

    Examples
    --------
    >>> fixed_vectors([1, 2], cards=2)
    2
    """
    row = [1] + [0] * cards
    for length in lengths:
        row = [
            sum(row[n - m * length] for m in range(copies + 1) if m * length <= n)
            for n in range(cards + 1)
        ]
    return row[cards]


def orbit_size(kinds: Iterable[int]) -> int:
    """Return how many count vectors are worth the same as that of some cards, itself included.

    Examples
    --------
    >>> orbit_size([0]), orbit_size([0, 1])
    (27, 81)
    """
    counts = np.bincount(np.array(list(kinds)), minlength=KINDS).astype(np.uint8)
    _, orders = symmetries().canonical(counts[np.newaxis], COPIES)
    return symmetries().order // int(orders[0])


def held_on_lines(kinds: Iterable[int]) -> tuple[int, ...]:
    """Return how many of the given kinds, each counted once, each of the 27 lines has.

    Examples
    --------
    >>> held_on_lines([0, 1, 13]).count(2)
    1
    """
    held = set(kinds)
    return tuple(len(held.intersection(line)) for line in LINES)
