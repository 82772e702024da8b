"""Where each number of the rules stands in the arrays that the kernels get."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

SUITS: Final = 3
RANKS: Final = 9
HONOURS: Final = 7
REAL: Final = SUITS * RANKS + HONOURS
"""Kinds of real cards: characters, circles, bamboos 1-9, winds E S W N, dragons white green red."""
WINDS: Final = SUITS * RANKS
DRAGONS: Final = WINDS + 4

# Lines of credits, in the order of `CREDITS`; places in `RuleArrays.credits`.
FLOWERS: Final = 0
PAIR_2_5_8: Final = 1
DOUBLE_RUN: Final = 2
DOUBLE_TRIPLET: Final = 3
BROKEN_ROYAL_RUN: Final = 4
HONOUR_TRIPLET: Final = 5
TWO_SUITS: Final = 6
RUNS_ONLY: Final = 7
IDENTICAL_RUNS: Final = 8
ROYAL_RUN: Final = 9
NOTHING_MATCHES: Final = 10
ONE_SUIT_WITH_HONOURS: Final = 11
TRIPLETS_ONLY: Final = 12
FIVE_KINDS: Final = 13
LOW_HAND: Final = 14
HIGH_HAND: Final = 15
THREE_DRAGONS: Final = 16
ONE_SUIT: Final = 17
NOTHING_MATCHES_WITH_HONOURS: Final = 18
LINES: Final = 19

# Places in `RuleArrays.numbers`.
HAND_SIZE: Final = 0
COMBINATIONS: Final = 1
COPIES: Final = 2
DOUBLE_RUN_EXCLUDES_IDENTICAL: Final = 3
BROKEN_ROYAL_EXCLUDES_ROYAL: Final = 4
JOKER_IN_NOTHING_MATCHES: Final = 5
CLAIM_PAIR_FOR_MHING: Final = 6
SAME_KIND_TRIPLETS_MATCH: Final = 7
HONOUR_TRIPLETS_DOUBLE: Final = 8
MAX_RESHUFFLES: Final = 9
MIN_CREDITS: Final = 10
PLACES: Final = 11


class RuleArrays(NamedTuple):
    """A rule set as the kernels read it."""

    numbers: NDArray[np.int64]
    """Single numbers, by the places above; yes is 1, no is 0."""
    credits: NDArray[np.int64]
    """(lines,): what each line is worth."""
    points: NDArray[np.int64]
    """What 0, 1, ... credits are worth in points."""
