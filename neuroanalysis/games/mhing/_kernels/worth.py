"""The most credits of a hand's readings, of both sorts of winning hands (clauses 2.3 to 3.2)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels import layout
from neuroanalysis.games.mhing._kernels.layout import REAL, RuleArrays
from neuroanalysis.games.mhing._kernels.readings import Workspace, search, workspace
from neuroanalysis.games.mhing._kernels.unmatched import CARDS, most_kept

_JOKER: Final = REAL
_FLOWER: Final = REAL + 1
NO_READING: Final = -1


@kernel
def unmatched_credits(real: NDArray[np.uint8], jokers: Int, rules: RuleArrays) -> Int:
    """Return what 14 cards, none of them laid, earn as a hand in which nothing matches.

    Flowers are left out; -1 is the answer for cards that make no such hand.
    """
    if jokers and not rules.numbers[layout.JOKER_IN_NOTHING_MATCHES]:
        return NO_READING
    whole, other = most_kept(real)
    best = NO_READING
    if whole + jokers == CARDS:
        best = rules.credits[layout.NOTHING_MATCHES_WITH_HONOURS]
    if other + jokers == CARDS:
        best = max(best, rules.credits[layout.NOTHING_MATCHES])
    return best


@kernel
def credits_held(
    counts: NDArray[np.uint8],
    laid: NDArray[np.int64],
    rules: RuleArrays,
    nothing: NDArray[np.int64],
    work: Workspace,
) -> Int:
    """Return the most credits of 14 cards, flowers included; -1 when they do not win.

    Parameters
    ----------
    counts
        (36,): the cards in hand, and the flowers.
    laid
        (4,): the numbers of the laid combinations, then -1.
    rules
        The rules.
    nothing
        (0, 5): no readings are listed.
    work
        The workspace.
    """
    jokers = np.int64(counts[_JOKER])
    best = search(counts, jokers, laid, rules, np.int64(NO_READING), nothing, work)
    # No hand is both: of cards of which nothing matches, a group holds at most one, five groups so
    # hold five; but with six jokers eight are real.
    if best < 0 and laid[0] < 0:
        best = unmatched_credits(counts, jokers, rules)
    if best < 0:
        return NO_READING
    return best + counts[_FLOWER] * rules.credits[layout.FLOWERS]


@kernel
def most_credits(
    counts: NDArray[np.uint8],
    laid: NDArray[np.int64],
    rules: RuleArrays,
    answers: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Write the most credits of each hand of a batch, -1 where it does not win.

    Parameters
    ----------
    counts
        (n, 36): the hands; those of other than 14 cards, laid ones included, do not win.
    laid
        (1 or n, 4): the numbers of their laid combinations, then -1.
    rules
        The rules.
    answers, progress
        Where the answers go, and how far it is.
    """
    work = workspace()
    nothing = np.zeros((0, 5), dtype=np.int64)
    several = len(laid) > 1
    for row in range(len(counts)):
        if progress[1]:
            return
        fixed = laid[row if several else 0]
        cards = np.int64(0)
        for kind in range(_FLOWER):
            cards += counts[row, kind]
        for group in fixed:
            cards += 3 * (group >= 0)
        if cards == CARDS:
            answers[row] = credits_held(counts[row], fixed, rules, nothing, work)
        else:
            answers[row] = NO_READING
        progress[0] += 1
