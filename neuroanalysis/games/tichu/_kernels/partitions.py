"""Partitions of a hand of least cost, and their number (clauses 3.2 to 3.4).

A form is a play without its suits: how many cards of each place it takes, the places being Mah
Jong, the ranks 2 to ace, and the Phoenix. What is left of a hand is as many cards of each place,
numbered in mixed radix; it is parted by taking a form with the lowest card that is there, and what
is left then has a smaller number. So all are answered in the order of their numbers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel

PLACES: Final = 15
"""Mah Jong, the ranks 2 to ace, the Phoenix."""

PLACE_BITS: Final = 4
_OVER: Final = 0x888888888888888
"""The highest bit of each place, which no number of cards reaches."""

_CHOOSE: Final = np.array(
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]],
    dtype=np.int64,
)


@kernel
def part(
    held: NDArray[np.int64],
    forms: NDArray[np.int64],
    smaller: NDArray[np.int64],
    costs: NDArray[np.int64],
    starts: NDArray[np.int64],
    best: NDArray[np.int64],
    number: NDArray[np.int64],
) -> None:
    """Write the least cost of every part of a hand, and how many partitions have it.

    Parameters
    ----------
    held
        (places,): cards of each place.
    forms, smaller, costs
        What each form takes, four bits a place; by how much it lessens the number; its cost. Those
        with the same lowest place stand together, from `starts` on.
    best, number
        By the number of what is left, which goes up to the whole hand.
    """
    digits = np.zeros(PLACES, dtype=np.int64)
    left = np.int64(0)
    best[0], number[0] = 0, 1
    for index in range(1, len(best)):
        place = 0
        while digits[place] == held[place]:
            left -= digits[place] << PLACE_BITS * place
            digits[place] = 0
            place += 1
        digits[place] += 1
        left += 1 << PLACE_BITS * place
        low = 0
        while digits[low] == 0:
            low += 1
        least, found = np.int64(1 << 60), np.int64(0)
        for form in range(starts[low], starts[low + 1]):
            if (left + _OVER - forms[form]) & _OVER != _OVER:
                continue
            cost = costs[form] + best[index - smaller[form]]
            if cost < least:
                least, found = cost, np.int64(0)
            if cost == least:
                found += _ways(forms[form], low, digits) * number[index - smaller[form]]
        best[index], number[index] = least, found


@kernel
def _ways(form: Int, low: Int, digits: NDArray[np.int64]) -> int:
    """Return the choices of suits of a form that takes one card of its lowest place for sure."""
    ways = 1
    for place in range(low, PLACES):
        n = form >> PLACE_BITS * place & 15
        if place == low:
            ways *= _CHOOSE[digits[place] - 1, n - 1]
        elif n:
            ways *= _CHOOSE[digits[place], n]
    return int(ways)
