"""Deals counted by binomials and short convolutions: jokers, flowers, nothing matches.

Flowers are laid and replaced until none is left, and each card that comes next is any card not yet
seen. So a hand without its flowers is any choice of as many of the 142 other cards, all equally
likely; and whatever they are, the flowers laid come before its last card in a random order of all
150 cards.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb
from typing import Final

from neuroanalysis.games.mhing._kernels.layout import HONOURS, RANKS, SUITS
from neuroanalysis.games.mhing._kernels.unmatched import KEPT, SPACED
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER, REAL

__all__ = [
    "HANDED",
    "flowers_laid",
    "jokers_held",
    "nothing_matches",
    "unmatched_distances",
]

HANDED: Final = sum(COPIES) - COPIES[FLOWER]
"""The cards that are no flower."""

_COPIES: Final = 4
_REAL_CARDS: Final = REAL * _COPIES
_JOKERS: Final = COPIES[JOKER]
_WINNING: Final = 14


def jokers_held(cards: int) -> dict[int, int]:
    """Return how many hands of so many cards have so many jokers.

    Examples
    --------
    >>> sum(jokers_held(13).values()) == comb(142, 13)
    True
    """
    most = min(cards, _JOKERS)
    return {n: comb(_JOKERS, n) * comb(_REAL_CARDS, cards - n) for n in range(most + 1)}


def flowers_laid(cards: int) -> dict[int, int]:
    """Return for how many orders of flowers and other cards so many flowers are laid.

    Of 150 places in the order that cards come to a player, 8 are flowers' places: `n` of them are
    before the last card of the hand, the others behind it.

    Parameters
    ----------
    cards
        In the hand at last, flowers apart.

    Examples
    --------
    >>> sum(flowers_laid(13).values()) == comb(150, 8)
    True
    """
    flowers = COPIES[FLOWER]
    return {
        n: comb(cards - 1 + n, n) * comb(sum(COPIES) - cards - n, flowers - n)
        for n in range(flowers + 1)
    }


def _widest(ranks: tuple[int, ...]) -> int:
    """Return how many numbers can be added at most, each two still far enough apart."""
    return max(len(more) for more in SPACED if set(ranks) <= set(more)) - len(ranks)


def nothing_matches(cards: int, joker_fits: bool) -> dict[int, int]:
    """Return of how many hands nothing matches: 0 something does, 1 not, 2 not, with all honours.

    Parameters
    ----------
    cards
        In the hand.
    joker_fits
        Whether a joker stands for any card that fits; else nothing goes with a joker.

    Examples
    --------
    >>> counts = nothing_matches(14, True)
    >>> sum(counts.values()) == comb(142, 14), counts[1], counts[2]
    (True, 171658543104000, 304835582951424)
    """
    # Of the three suits together: by cards held and by how many more would fit.
    suits: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    single = Counter((len(ranks), _widest(ranks)) for ranks in SPACED)
    for _ in range(SUITS):
        wider: Counter[tuple[int, int]] = Counter()
        for ((n, room), ways), ((more, place), number) in product(suits.items(), single.items()):
            wider[n + more, room + place] += ways * number
        suits = wider
    found = Counter({0: comb(HANDED, cards), 1: 0, 2: 0})
    for ((n, room), ways), honours in product(suits.items(), range(HONOURS + 1)):
        jokers = cards - n - honours
        if not 0 <= jokers <= (_JOKERS if joker_fits else 0):
            continue
        number = ways * comb(HONOURS, honours) * _COPIES ** (n + honours) * comb(_JOKERS, jokers)
        open_honours = HONOURS - honours
        if open_honours <= jokers <= open_honours + room:
            kind = 2
        elif jokers <= open_honours + room:
            kind = 1
        else:
            continue
        found[kind] += number
        found[0] -= number
    return dict(found)


def _copies_of(kinds: int) -> dict[int, int]:
    """Return how many hands of exactly these kinds, so many, have how many cards."""
    found = {0: 1}
    for _ in range(kinds):
        longer: Counter[int] = Counter()
        for n, ways in found.items():
            for copies in range(1, _COPIES + 1):
                longer[n + copies] += ways * comb(_COPIES, copies)
        found = dict(longer)
    return found


def unmatched_distances(cards: int, joker_fits: bool) -> dict[int, int]:
    """Return how many hands have which distance to the hands in which nothing matches.

    A suit counts by how many of its kinds such a hand of 0 to 3 cards in it can keep; the three
    suits and the honours are put together by sizes, 14 in all.

    Parameters
    ----------
    cards, joker_fits
        See `nothing_matches`.
    """
    sizes = len(KEPT[0])
    copies = [_copies_of(kinds) for kinds in range(RANKS + 1)]
    single: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for held, kept in enumerate(KEPT.tolist()):
        for n, ways in copies[held.bit_count()].items():
            if n <= cards:
                single[n, tuple(kept)] += ways
    suits: Counter[tuple[int, tuple[int, ...]]] = Counter({(0, (0,)): 1})
    for _ in range(SUITS):
        wider: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (n, kept), ways in suits.items():
            for (more, other), number in single.items():
                if n + more <= cards:
                    wider[n + more, _kept_together(kept, other, sizes)] += ways * number
        suits = wider
    found: Counter[int] = Counter()
    for (n, kept), ways in suits.items():
        for honours in range(HONOURS + 1):
            most = max(
                of_suits + min(_WINNING - size, honours)
                for size, of_suits in enumerate(kept)
                if 0 <= _WINNING - size <= HONOURS
            )
            for more, number in copies[honours].items():
                jokers = cards - n - more
                if 0 <= jokers <= _JOKERS:
                    lacking = max(0, _WINNING - most - (jokers if joker_fits else 0))
                    found[lacking] += ways * comb(HONOURS, honours) * number * comb(_JOKERS, jokers)
    return dict(found)


def _kept_together(kept: tuple[int, ...], other: tuple[int, ...], sizes: int) -> tuple[int, ...]:
    """Return for each size what two parts keep at most, the second a suit."""
    return tuple(
        max(
            kept[size - mine] + other[mine] for mine in range(sizes) if 0 <= size - mine < len(kept)
        )
        for size in range(len(kept) + sizes - 1)
    )
