"""Deals of unseen cards to several hands, none of which can beat a play, counted rank by rank.

What is counted is kept by three numbers: a state of the suits (whose card was the last of each, for
straight flushes), a state of the hands (what matters of the ranks they hold), and the sizes of the
hands so far. The last owner's size follows from the others'.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel

SIZES: Final = 3
"""Owners whose sizes are kept, at most."""


@kernel
def sweep(
    widths: NDArray[np.int64],
    layers: NDArray[np.int64],
    steps: NDArray[np.int64],
    gains: NDArray[np.int64],
    following: NDArray[np.int64],
    modulus: Int,
    answer: NDArray[np.int64],
) -> None:
    """Count the deals of all ranks that matter, by the sizes of the hands.

    Parameters
    ----------
    widths
        (sizes + 1,): one more than the cards that each owner whose size is kept gets at last; then
        those of the last owner.
    layers
        (ranks, 10): first step and the one after the last; states of the suits before and after; of
        the hands before and after; where the table of the hands' states begins in ``following``;
        cards dealt before it, in it, and all that are left after it.
    steps
        (steps, 4): state of the suits before and after, which row of ``gains``, in how many ways.
    gains
        (rows, sizes): how many cards each of these owners gets.
    following
        Tables (rows of gains, states of the hands), end to end: the state that follows, or -1.
    modulus
        What numbers are counted by, if more than 0: below 2**57.
    answer
        (product of the widths,): what is written.
    """
    first, second, third, last = widths[0], widths[1], widths[2], widths[3]
    block = first * second * third
    most = 1
    for layer in range(len(layers)):
        most = max(most, layers[layer, 2] * layers[layer, 4], layers[layer, 3] * layers[layer, 5])
    old = np.zeros((most, block), dtype=np.int64)
    new = np.zeros((most, block), dtype=np.int64)
    old_used = np.zeros(most, dtype=np.bool_)
    new_used = np.zeros(most, dtype=np.bool_)
    old[0, 0] = 1
    old_used[0] = True
    for layer in range(len(layers)):
        begin, end, _, suits_after, hands, hands_after, table, dealt, cards, left = layers[layer]
        new[: suits_after * hands_after] = 0
        new_used[:] = False
        for step in range(begin, end):
            before, after, gain, ways = steps[step]
            one, two, three = gains[gain]
            elsewhere = cards - one - two - three
            for hand in range(hands):
                source = before * hands + hand
                to = following[table + gain * hands + hand]
                if to < 0 or not old_used[source]:
                    continue
                target = after * hands_after + to
                new_used[target] = True
                # Hands that are too large already, or cannot become large enough, are left out.
                for i in range(max(0, first - 1 - left - one), min(first - one, dealt + 1)):
                    for j in range(
                        max(0, second - 1 - left - two), min(second - two, dealt - i + 1)
                    ):
                        others = dealt - i - j
                        least = max(0, third - 1 - left - three, others + elsewhere - last)
                        beyond = min(third - three, others + 1)
                        low = (i * second + j) * third
                        high = ((i + one) * second + j + two) * third + three
                        if modulus:
                            for k in range(least, beyond):
                                new[target, high + k] = (
                                    new[target, high + k] + ways * old[source, low + k]
                                ) % modulus
                        else:
                            for k in range(least, beyond):
                                new[target, high + k] += ways * old[source, low + k]
        old, new = new, old
        old_used, new_used = new_used, old_used
    for state in range(most):
        if old_used[state]:
            for place in range(block):
                answer[place] += old[state, place]
                if modulus:
                    answer[place] %= modulus


@kernel
def reached(
    layers: NDArray[np.int64],
    steps: NDArray[np.int64],
    following: NDArray[np.int64],
    places: NDArray[np.int64],
) -> int:
    """Return how many sums `sweep` makes at most: by the states it reaches, whatever the sizes.

    Parameters
    ----------
    layers, steps, following
        See `sweep`.
    places
        (ranks,): how many sizes the hands can have before each.
    """
    most = 1
    for layer in range(len(layers)):
        most = max(most, layers[layer, 2] * layers[layer, 4], layers[layer, 3] * layers[layer, 5])
    old = np.zeros(most, dtype=np.bool_)
    new = np.zeros(most, dtype=np.bool_)
    old[0] = True
    sums = 0
    for layer in range(len(layers)):
        begin, end, _, _, hands, hands_after, table, _, _, _ = layers[layer]
        new[:] = False
        for step in range(begin, end):
            before, after, gain, _ = steps[step]
            for hand in range(hands):
                to = following[table + gain * hands + hand]
                if to >= 0 and old[before * hands + hand]:
                    new[after * hands_after + to] = True
                    sums += places[layer]
        old, new = new, old
    return sums
