"""Counts by size of hand as one integer: polynomials that are added and multiplied at once.

The coefficient of ``x**n`` counts hands of ``n`` cards. All of them lie in one Python integer, 64
bits each, so the integer's own sums and products are those of the polynomials (Kronecker's
substitution). A second variable ``y`` counts what is asked about: it is ``x**57``, out of reach of
any hand. No coefficient can grow over its 64 bits: at most C(56, 28) hands are of one size.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from neuroanalysis.games.tichu.pieces import CARDS, SUITS

__all__ = ["ANY_RANK", "X", "Y", "by_outcome", "coefficient", "packs_of"]

_BITS: Final = 64
_STRIDE: Final = CARDS + 1
_MASK: Final = (1 << _BITS) - 1

X: Final = 1 << _BITS
"""One card."""
Y: Final = 1 << (_BITS * _STRIDE)
"""One of what is asked about."""
ANY_RANK: Final = (1 + X) ** SUITS
"""Any of the cards of a rank."""


def packs_of(cards: int) -> int:
    """Return the polynomial of any hands of so many cards that nothing is asked about.

    Examples
    --------
    >>> coefficient(packs_of(5), 2)
    10
    """
    return int((1 + X) ** cards)


def coefficient(series: int, cards: int) -> int:
    """Return how many hands of so many cards a polynomial without ``y`` counts."""
    return series >> (_BITS * cards) & _MASK


def by_outcome(series: int, cards: int, offset: int = 0) -> Counter[int]:
    """Return how many hands of so many cards a polynomial counts, by the exponent of ``y``.

    Parameters
    ----------
    series
        The polynomial.
    cards
        In the hand.
    offset
        What has to be taken from each exponent.

    Examples
    --------
    >>> by_outcome((1 + X * Y) ** 2 * packs_of(3), 2)
    Counter({1: 6, 0: 3, 2: 1})
    """
    found: Counter[int] = Counter()
    series >>= _BITS * cards
    exponent = -offset
    while series:
        if number := series & _MASK:
            found[exponent] = number
        series >>= _BITS * _STRIDE
        exponent += 1
    return found
