"""Hands counted by products of polynomials: single cards, high cards, ranks, points, straights."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise, product
from math import comb
from typing import Final

from neuroanalysis.games.tichu.analysis.series import (
    ANY_RANK,
    X,
    Y,
    by_outcome,
    coefficient,
    packs_of,
)
from neuroanalysis.games.tichu.pieces import CARDS, RANKS, SUITS
from neuroanalysis.games.tichu.rules import Rules

__all__ = ["held", "high_cards", "longest_straight", "points_held", "ranks_held"]

_HIGH_SPECIALS: Final = 2


def held(cards: int, marked: int) -> Counter[int]:
    """Return how many hands hold so many of some marked cards.

    Examples
    --------
    >>> held(14, 1)[1] * 4 == comb(56, 14)
    True
    """
    return Counter(
        {
            n: comb(marked, n) * comb(CARDS - marked, cards - n)
            for n in range(max(0, cards + marked - CARDS), min(cards, marked) + 1)
        }
    )


def high_cards(cards: int) -> Counter[int]:
    """Return how many hands hold so many of the aces, the Phoenix and the Dragon."""
    return held(cards, SUITS + _HIGH_SPECIALS)


def ranks_held(cards: int) -> Counter[int]:
    """Return how many hands hold cards of so many ranks, 2 to ace."""
    return by_outcome((1 + Y * (ANY_RANK - 1)) ** RANKS * packs_of(CARDS - RANKS * SUITS), cards)


def points_held(cards: int, rules: Rules) -> Counter[int]:
    """Return how many hands hold cards that count so many points together.

    Examples
    --------
    >>> points_held(56, Rules())
    Counter({100: 1})
    """
    whole, offset = 1, 0
    for worth, number in Counter(rules.to_arrays().points.tolist()).items():
        # What counts less than nothing is rather counted when it is not held.
        lifted = max(0, -worth)
        whole *= (Y**lifted + X * Y ** (worth + lifted)) ** number
        offset += lifted * number
    return by_outcome(whole, cards, offset)


def longest_straight(cards: int, rules: Rules) -> Counter[int]:
    """Return how many hands have a longest straight of so many cards, 0 for none.

    The Phoenix stands for any rank of it but the 1, which only Mah Jong can be. A straight flush is
    a straight too.
    """
    least = rules.cards_in_straight
    at_most = [coefficient(_no_straight(n), cards) for n in range(least - 1, RANKS + 2)]
    found = Counter({0: at_most[0]})
    for place, (less, more) in enumerate(pairwise(at_most)):
        found[least + place] = more - less
    return +found


def _no_straight(longest: int) -> int:
    """Return the polynomial of hands without a straight of more cards than these."""
    whole = 0
    for mah_jong, phoenix in product((0, 1), repeat=2):
        # The run that ends at this rank: of cards alone, and with the Phoenix in it.
        states = {(mah_jong, mah_jong): packs_of(_HIGH_SPECIALS) * X ** (mah_jong + phoenix)}
        for _ in range(RANKS):
            following: defaultdict[tuple[int, int], int] = defaultdict(int)
            for (plain, helped), series in states.items():
                following[0, plain + 1 if phoenix else 0] += series
                following[plain + 1, helped + 1] += series * (ANY_RANK - 1)
            states = {runs: n for runs, n in following.items() if max(runs) <= longest}
        whole += sum(states.values())
    return whole
