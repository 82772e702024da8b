"""Cards as bits, and where each number of the rules stands in the array that the kernels get.

A set of cards is an int64: bit ``4 * (rank - 2) + suit`` for ranks 2 to 14 (jack 11, queen 12, king
13, ace 14), then Mah Jong, Dog, Phoenix and Dragon. The four cards of a rank are so neighbours.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

SUITS: Final = 4
LOWEST: Final = 2
ACE: Final = 14
RANKS: Final = ACE - LOWEST + 1
MAH_JONG: Final = SUITS * RANKS
DOG: Final = MAH_JONG + 1
PHOENIX: Final = MAH_JONG + 2
DRAGON: Final = MAH_JONG + 3
CARDS: Final = MAH_JONG + 4

# Places in `RuleArrays.numbers`.
HAND_SIZE: Final = 0
FIRST_CARDS: Final = 1
PAIRS_IN_SEQUENCE: Final = 2
CARDS_IN_STRAIGHT: Final = 3
MAH_JONG_IN_STRAIGHT_FLUSH: Final = 4
PHOENIX_FULL_HOUSE_FROM_QUAD: Final = 5
WISH: Final = 6  # 0 off, 1 optional, 2 mandatory
TICHU_BEFORE_EXCHANGE: Final = 7
BOMB_OWN_TRICK: Final = 8
BOTH_PARTNERS_MAY_CALL: Final = 9
DRAGON_GIFT_LAST_TRICK: Final = 10
LEAD_PASSES_TO_PARTNER: Final = 11
TICHU_POINTS: Final = 12
GRAND_TICHU_POINTS: Final = 13
DOUBLE_WIN_POINTS: Final = 14
TARGET: Final = 15
FIVE_POINTS: Final = 16
TEN_POINTS: Final = 17
KING_POINTS: Final = 18
DRAGON_POINTS: Final = 19
PHOENIX_POINTS: Final = 20
PLACES: Final = 21


class RuleArrays(NamedTuple):
    """A rule set as the kernels read it."""

    numbers: NDArray[np.int64]
    """Single numbers, by the places above; yes is 1, no is 0."""
    points: NDArray[np.int64]
    """(cards,): what each card counts in a won trick."""
