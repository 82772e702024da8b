"""What can be said of a deal without looking at any hand: products, binomials, polynomials.

Each function returns the exact distribution over all C(27 x copies, cards) deals.
"""

from __future__ import annotations

from math import comb

from neuroanalysis.core.distribution import Distribution, Outcome
from neuroanalysis.games.neurotrio.pieces import KINDS

__all__ = [
    "cards_of_value",
    "cards_on_line",
    "copies_of_kind",
    "distinct_kinds",
    "kinds_held_exactly",
]


def _hypergeometric(special: int, deck: int, cards: int) -> Distribution:
    return Distribution.from_counts(
        {
            n: comb(special, n) * comb(deck - special, cards - n)
            for n in range(max(0, cards - (deck - special)), min(special, cards) + 1)
        }
    )


def copies_of_kind(cards: int, copies: int = 4) -> Distribution:
    """Return how many copies of one given kind a deal has.

    Examples
    --------
    >>> copies_of_kind(13).counts[4] == comb(104, 9)
    True
    """
    return _hypergeometric(copies, KINDS * copies, cards)


def cards_of_value(cards: int, copies: int = 4) -> Distribution:
    """Return how many cards with one given attribute value (nine kinds of 27) a deal has."""
    return _hypergeometric(9 * copies, KINDS * copies, cards)


def cards_on_line(cards: int, copies: int = 4) -> Distribution:
    """Return how many cards on one given line (three kinds) a deal has."""
    return _hypergeometric(3 * copies, KINDS * copies, cards)


def distinct_kinds(cards: int, copies: int = 4) -> Distribution:
    """Return how many different kinds a deal has.

    Choose the kinds, then cards of each: the coefficient of x^cards in ((1 + x)^copies - 1)^kinds,
    times C(27, kinds).

    Examples
    --------
    >>> distinct_kinds(2).counts[1] == 27 * 6
    True
    """
    some = [0] + [comb(copies, n) for n in range(1, copies + 1)]
    counts: dict[Outcome, int] = {}
    power = [1]
    for kinds in range(KINDS + 1):
        if kinds:
            power = _product(power, some, cards)
        ways = power[cards] if cards < len(power) else 0
        if ways:
            counts[kinds] = comb(KINDS, kinds) * ways
    return Distribution.from_counts(counts)


def kinds_held_exactly(n: int, cards: int, copies: int = 4) -> Distribution:
    """Return how many kinds a deal has exactly `n` copies of (2: duos, 3: triples, 4: carrés).

    Choose these kinds, then the rest from (1 + x)^copies without its term of degree `n`.

    Examples
    --------
    >>> kinds_held_exactly(2, cards=2).counts[1] == 27 * 6
    True
    """
    others = [comb(copies, held) if held != n else 0 for held in range(copies + 1)]
    counts: dict[Outcome, int] = {}
    powers = [[1]]
    for _ in range(KINDS):
        powers.append(_product(powers[-1], others, cards))
    for kinds in range(KINDS + 1):
        left = cards - n * kinds
        if left < 0 or n > copies:
            break
        rest = powers[KINDS - kinds]
        ways = rest[left] if left < len(rest) else 0
        if ways:
            counts[kinds] = comb(KINDS, kinds) * comb(copies, n) ** kinds * ways
    if n > copies:
        counts[0] = comb(KINDS * copies, cards)
    return Distribution.from_counts(counts)


def _product(one: list[int], other: list[int], highest: int) -> list[int]:
    """Return the product of two polynomials up to a degree."""
    result = [0] * min(len(one) + len(other) - 1, highest + 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other[: len(result) - i]):
            result[i + j] += a * b
    return result
