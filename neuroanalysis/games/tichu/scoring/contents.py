"""The combinations and the bombs that cards contain (section 2)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations as choices
from typing import Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu.pieces import ACE, DOG, DRAGON, LOWEST, MAH_JONG, SUITS
from neuroanalysis.games.tichu.position import KINDS, Cards, Combination, Position
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.games.tichu.scoring.forms import forms_of, places_of

__all__ = ["MOST_LISTED", "bombs_of", "combination_counts", "combinations", "most_bombs", "rising"]

MOST_LISTED: Final = 1 << 20
"""How many combinations are listed at most."""

_MOST_BOMBS: Final = 512
_ALL_SUITS: Final = 15


def bombs_of(bits: int, rules: Rules) -> tuple[Combination, ...]:
    """Return all bombs that a set of cards contains, fours of a kind first."""
    from neuroanalysis.games.tichu._kernels.answers import bombs_in

    cards, codes = (np.zeros(_MOST_BOMBS, dtype=np.int64) for _ in range(2))
    n = bombs_in(bits, 0, rules.to_arrays().numbers, cards, codes, 0)
    pairs = zip(cards[:n].tolist(), codes[:n].tolist(), strict=True)
    return tuple(Combination.of_code(*pair) for pair in pairs)


def combination_counts(hand: Cards | Position, *, rules: Rules | None = None) -> dict[str, int]:
    """Return how many combinations of each kind a hand contains; kinds without any are left out.

    Combinations are told apart by their cards, and by what the Phoenix stands for.

    Parameters
    ----------
    hand, rules
        See `Position.of`; a hand of any size.

    Examples
    --------
    >>> combination_counts("7s 7h 7d Ph")
    {'single': 4, 'pair': 6, 'three': 4}
    """
    position = Position.of(hand, rules=rules)
    bits, in_force = position.bits, position.rules
    held = places_of(bits)
    found: Counter[str] = Counter()
    for form in forms_of(held, in_force):
        found[form.kind] += form.number(held)
    found["dog"] += bits >> DOG & 1
    found["single"] += bits >> DRAGON & 1
    flushes = sum(bomb.kind == "straight_flush" for bomb in bombs_of(bits, in_force))
    found["straight_flush"] += flushes
    found["straight"] -= flushes
    return {kind: found[kind] for kind in KINDS if found[kind]}


@checked
def combinations(
    hand: Cards | Position, *, rules: Rules | None = None, limit: int = 1 << 12
) -> tuple[Combination, ...]:
    """Return the combinations that a hand contains, rising by kind, length and rank.

    Parameters
    ----------
    hand, rules
        See `Position.of`.
    limit
        How many to list; `combination_counts` counts them all.

    Examples
    --------
    >>> [one.to_text() for one in combinations("7s 7h Ph")]
    ['Ph', '7s', '7h', '7s-7h', 'Ph=7-7s', 'Ph=7-7h', 'Ph=7-7s-7h']
    """
    from neuroanalysis.games.tichu._kernels.answers import plays_in

    if not 1 <= limit <= MOST_LISTED:
        raise InputError("input.limit", name="limit", value=limit, low=1, high=MOST_LISTED)
    position = Position.of(hand, rules=rules)
    cards, codes = (np.zeros(limit, dtype=np.int64) for _ in range(2))
    n = plays_in(position.bits, 0, 1, position.rules.to_arrays().numbers, cards, codes)
    return rising(cards[:n], codes[:n])


def rising(cards: np.ndarray, codes: np.ndarray) -> tuple[Combination, ...]:
    """Return plays that a kernel wrote, rising by kind, length, rank and cards."""
    pairs = sorted(zip(codes.tolist(), cards.tolist(), strict=True))
    return tuple(Combination.of_code(bits, code) for code, bits in pairs)


def most_bombs(bits: int, rules: Rules) -> int:
    """Return the most bombs without a card in common that a set of cards contains.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.pieces import PIECES, as_bits
    >>> most_bombs(as_bits(PIECES.parse("3s 4s 5s 6s 7s 5h 5d 5c")), Rules())
    1
    """
    ranks = range(ACE - LOWEST + 1)
    fours = [place for place in ranks if bits >> SUITS * place & _ALL_SUITS == _ALL_SUITS]
    first = bool(bits >> MAH_JONG & 1) and rules.mah_jong_in_straight_flush
    most = 0
    for n in range(len(fours) + 1):
        for laid in choices(fours, n):
            left = bits & ~sum(_ALL_SUITS << SUITS * place for place in laid)
            most = max(most, n + _flushes(left, rules.cards_in_straight, first))
    return most


def _flushes(bits: int, length: int, first: bool) -> int:
    """Return the most straight flushes without a card in common; `first` adds a 1 to one suit."""
    number, one_more = 0, False
    for suit in range(SUITS):
        run, lowest = 0, True
        for place in range(ACE - LOWEST + 2):
            if bits >> SUITS * place + suit & 1 and place <= ACE - LOWEST:
                run += 1
                continue
            number += run // length
            # Mah Jong helps the run that begins at 2, if it begins there.
            one_more |= lowest and run > 0 and run % length == length - 1
            run, lowest = 0, False
    return number + (first and one_more)
