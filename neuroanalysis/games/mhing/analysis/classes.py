"""How many hands are how far from four combinations and a pair: exact, by convolution.

The cards of a suit, or the honours, form a *block*. What a hand lacks is the least sum, over the
ways to share out combinations and the pair, of what its four blocks lack. All hands of a block are
looked at one by one (405,350 of at most 14 cards in a suit), and counted by their number of cards
and what they lack: their class. Few classes differ, so the blocks are then put together class by
class. Jokers make up for as many cards, and stand for cards beyond the four copies too: a class
says what is lacking for each number of such cards.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Control
from neuroanalysis.games.mhing._kernels.layout import HONOURS, RANKS, SUITS
from neuroanalysis.games.mhing.pieces import COPIES, JOKER, REAL

__all__ = ["block_classes", "distances_and_jokers"]

Costs: TypeAlias = tuple[tuple[int, ...], ...]
"""For each number of cards beyond the limit, from 0: the cost of 0 to 4 combinations, each without
and with a pair."""

MOST_CARDS: Final = 14
_COPIES: Final = 4
_LAYERS: Final = COPIES[JOKER] + 1
_COSTS: Final = 10
_STEP_BITS: Final = 2
_WHOLE: Final = 9  # the place of four combinations and the pair
# A block's hands are described in parts, so that progress moves and a stop is heard.
_PART: Final = 1 << 13


def _hands(length: int, most: int) -> NDArray[np.uint8]:
    """Return all hands of so many kinds, four copies each, and at most so many cards."""
    hands = np.zeros((1, 0), dtype=np.uint8)
    for _ in range(length):
        longer = np.repeat(hands, _COPIES + 1, axis=0)
        added = np.tile(np.arange(_COPIES + 1, dtype=np.uint8), len(hands))
        hands = np.column_stack([longer, added])
        hands = hands[hands.sum(axis=1, dtype=np.int64) <= most]
    return hands


def _costs(word: int) -> tuple[int, ...]:
    """Return the ten costs of a word (see ``_kernels/blocks.py``)."""
    costs = [0, word & 3]
    for at in range(2, _COSTS):
        costs.append(costs[at - 2] + (word >> (_STEP_BITS * at - _STEP_BITS) & 3))
    return tuple(costs)


@lru_cache(maxsize=2)
def _described(honours: bool) -> dict[tuple[int, Costs], int]:
    from neuroanalysis.games.mhing._kernels.classes import describe

    length, block = (HONOURS, SUITS) if honours else (RANKS, 0)
    hands = _hands(length, MOST_CARDS)
    ways = np.array([comb(_COPIES, n) for n in range(_COPIES + 1)])[hands].prod(axis=1)
    if not honours:
        # A suit read backwards lacks as much: one of the two is looked at, and counts twice.
        powers = (_COPIES + 1) ** np.arange(length)
        forwards, backwards = hands @ powers, hands @ powers[::-1]
        ways = np.where(forwards == backwards, ways, 2 * ways)[forwards <= backwards]
        hands = hands[forwards <= backwards]
    control = Control()
    words = np.zeros((len(hands), _LAYERS), dtype=np.int32)
    for begin in range(0, len(hands), _PART):
        part = hands[begin : begin + _PART]
        cards = np.zeros((len(part), REAL), dtype=np.uint8)
        cards[:, RANKS * block : RANKS * block + length] = part
        describe(cards, block, words[begin : begin + _PART], control.array)
    sizes = hands.sum(axis=1, dtype=np.int32)
    keys, place = np.unique(np.column_stack([sizes, words]), axis=0, return_inverse=True)
    found: dict[tuple[int, Costs], int] = {}
    numbers = np.bincount(place.ravel(), weights=ways).tolist()
    for key, number in zip(keys.tolist(), numbers, strict=True):
        found[key[0], tuple(map(_costs, key[1:]))] = int(number)
    return found


def block_classes(honours: bool, jokers: int) -> dict[tuple[int, Costs], int]:
    """Return how many hands of a suit, or of honours, have so many cards and lack so much.

    Parameters
    ----------
    honours
        Whether honours are asked about.
    jokers
        Held besides: so many cards may lie beyond the limit of four copies.

    Examples
    --------
    Of 28 honours, all hands of at most 14 cards:

    >>> classes = block_classes(True, 0)
    >>> sum(classes.values()) == sum(comb(28, n) for n in range(15))
    True
    """
    found: Counter[tuple[int, Costs]] = Counter()
    for (size, costs), number in _described(honours).items():
        if size <= MOST_CARDS - jokers:
            found[size, costs[: jokers + 1]] += number
    return dict(found)


@lru_cache(maxsize=1 << 16)
def _joined(one: Costs, other: Costs) -> Costs:
    """Return what two blocks lack together."""
    layers = []
    for layer in range(len(one)):
        sums = []
        for at in range(_COSTS):
            # With a pair to come, it is in one of the two; without, in neither.
            shares = range(0, at + 1, 2 - at % 2)
            sums.append(
                min(
                    one[part][share] + other[layer - part][at - share]
                    for part in range(layer + 1)
                    for share in shares
                )
            )
        layers.append(tuple(sums))
    return tuple(layers)


def _least(one: Costs, other: Costs) -> int:
    """Return what two parts of a hand lack to four combinations and a pair."""
    last = len(one) - 1
    return min(
        one[part][at] + other[last - part][_WHOLE - at]
        for part in range(last + 1)
        for at in range(_WHOLE + 1)
    )


def _together(
    one: dict[tuple[int, Costs], int], other: dict[tuple[int, Costs], int], most: int
) -> dict[tuple[int, Costs], int]:
    found: Counter[tuple[int, Costs]] = Counter()
    for (size, costs), number in one.items():
        for (more, lacking), ways in other.items():
            if size + more <= most:
                found[size + more, _joined(costs, lacking)] += number * ways
    return dict(found)


@lru_cache(maxsize=64)
def _real_hands(cards: int, jokers: int) -> dict[int, int]:
    """Return how many hands of real cards lack how much, before jokers make up for it."""
    suit, honours = block_classes(False, jokers), block_classes(True, jokers)
    two = _together(suit, suit, cards)
    rest = _together(suit, honours, cards)
    found: Counter[int] = Counter()
    by_size: dict[int, list[tuple[Costs, int]]] = {}
    for (size, costs), number in rest.items():
        by_size.setdefault(size, []).append((costs, number))
    for (size, costs), number in two.items():
        for lacking, ways in by_size.get(cards - size, ()):
            found[_least(costs, lacking)] += number * ways
    return dict(found)


def distances_and_jokers(cards: int) -> dict[tuple[int, int], int]:
    """Return how many hands, no flower among them, have which distance and number of jokers.

    Parameters
    ----------
    cards
        Dealt, 1 to 14.
    """
    found: Counter[tuple[int, int]] = Counter()
    for jokers in range(min(cards, COPIES[JOKER]) + 1):
        ways = comb(COPIES[JOKER], jokers)
        for lacking, number in _real_hands(cards - jokers, jokers).items():
            found[max(0, lacking - jokers), jokers] += ways * number
    return dict(found)
