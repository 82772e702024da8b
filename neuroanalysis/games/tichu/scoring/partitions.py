"""Partitions of a hand into the fewest plays: their number, and the first of them (section 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from math import comb, prod
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.tichu.pieces import ACE, LOWEST, MAH_JONG, PHOENIX, SUITS, cards_of
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.games.tichu.scoring.forms import PLACES, Form, forms_of, places_of

__all__ = [
    "ROOM",
    "Guided",
    "Parts",
    "Table",
    "first_of",
    "in_order",
    "least_partitions",
    "parts_of",
]

ROOM: Final = 1 << 20
"""How many parts of a hand are answered at once: those of any 20 cards, and of some more."""

_BITS: Final = 4
_SPECIAL: Final = (0, PLACES - 1)
_PLACED: Final = (1 << MAH_JONG) - 1 | 1 << MAH_JONG | 1 << PHOENIX


class Parts(Protocol):
    """What is known of the parts of a hand; each by the cards of each place, four bits a place."""

    @property
    def whole(self) -> int:
        """The whole hand."""

    def least(self, left: int) -> int:
        """Return the least cost to part it."""

    def number(self, left: int) -> int:
        """Return how many partitions have it."""

    def options(self, left: int) -> Iterator[Form]:
        """Give the forms with its lowest card with which such a partition can begin."""


def _packed(held: tuple[int, ...]) -> int:
    return sum(n << _BITS * place for place, n in enumerate(held))


def _lowest(left: int) -> int:
    return ((left & -left).bit_length() - 1) // _BITS


def _at(left: int, place: int) -> int:
    return left >> _BITS * place & 15


def _fits(form: Form, left: int) -> bool:
    return all(take <= _at(left, place) for place, take in enumerate(form.takes))


class Table:
    """All parts of a hand, answered at once for any cost of forms.

    Parameters
    ----------
    held
        Cards of each place; at most `ROOM` parts.
    rules
        The rule set.
    cost
        What a play of a form costs; 1 each if None.
    """

    def __init__(
        self, held: tuple[int, ...], rules: Rules, cost: Callable[[Form], int] | None = None
    ) -> None:
        from neuroanalysis.games.tichu._kernels.partitions import part

        self._whole = _packed(held)
        self._forms = forms_of(held, rules)
        radix = np.cumprod([1, *(n + 1 for n in held)])
        self._radix: list[int] = radix[:-1].tolist()
        costs = [cost(form) if cost else 1 for form in self._forms]
        self._costs = dict(zip(self._forms, costs, strict=True))
        self._of_place = [[form for form in self._forms if form.low == at] for at in range(PLACES)]
        self._best: NDArray[np.int64] = np.zeros(int(radix[-1]), dtype=np.int64)
        self._number: NDArray[np.int64] = np.zeros(int(radix[-1]), dtype=np.int64)
        part(
            np.array(held, dtype=np.int64),
            np.array([form.packed for form in self._forms], dtype=np.int64),
            np.array([self._index(form.packed) for form in self._forms], dtype=np.int64),
            np.array(costs, dtype=np.int64),
            np.cumsum([0, *map(len, self._of_place)]),
            self._best,
            self._number,
        )

    @property
    def whole(self) -> int:
        """The whole hand."""
        return self._whole

    def least_of(self, bits: int) -> int:
        """Return the least cost to part some cards of the hand, the Dog and the Dragon left out."""
        return self.least(_packed(places_of(bits)))

    def _index(self, left: int) -> int:
        return sum(_at(left, place) * self._radix[place] for place in range(PLACES))

    def least(self, left: int) -> int:
        """Return the least cost to part it."""
        return int(self._best[self._index(left)])

    def number(self, left: int) -> int:
        """Return how many partitions have it."""
        return int(self._number[self._index(left)])

    def options(self, left: int) -> Iterator[Form]:
        """Give the forms with its lowest card with which such a partition can begin."""
        wanted = self.least(left)
        for form in self._of_place[_lowest(left)]:
            if _fits(form, left) and self._costs[form] + self.least(left - form.packed) == wanted:
                yield form


class Guided:
    """Parts of a large hand, of which those are looked at that some best partition leaves.

    Parameters
    ----------
    held
        Cards of each place.
    rules
        The rule set.
    """

    def __init__(self, held: tuple[int, ...], rules: Rules) -> None:
        self._whole = _packed(held)
        self._forms = forms_of(held, rules)
        self._numbers = rules.to_arrays().numbers
        self._least: dict[int, int] = {0: 0}
        self._options: dict[int, list[Form]] = {}
        self._number: dict[int, int] = {0: 1}

    @property
    def whole(self) -> int:
        """The whole hand."""
        return self._whole

    def _learn(self, parts: list[int]) -> None:
        from neuroanalysis.games.tichu._kernels.fewest import fewest_plays

        asked = [left for left in dict.fromkeys(parts) if left not in self._least]
        if asked:
            answers = np.zeros(len(asked), dtype=np.uint8)
            hands = np.array([_hand(left) for left in asked], dtype=np.int64)
            fewest_plays(hands, self._numbers, answers, np.zeros(2, dtype=np.int64))
            self._least.update(zip(asked, answers.tolist(), strict=True))

    def least(self, left: int) -> int:
        """Return the fewest plays that it parts into."""
        self._learn([left])
        return self._least[left]

    def number(self, left: int) -> int:
        """Return how many partitions have them."""
        if left not in self._number:
            held = tuple(_at(left, place) for place in range(PLACES))
            self._number[left] = sum(
                _ways(form, held) * self.number(left - form.packed) for form in self.options(left)
            )
        return self._number[left]

    def options(self, left: int) -> Iterator[Form]:
        """Give the forms with its lowest card with which such a partition can begin."""
        if left not in self._options:
            low = _lowest(left)
            fitting = [form for form in self._forms if form.low == low and _fits(form, left)]
            self._learn([left, *(left - form.packed for form in fitting)])
            wanted = self._least[left] - 1
            self._options[left] = [
                form for form in fitting if self._least[left - form.packed] == wanted
            ]
        yield from self._options[left]


def _hand(left: int) -> int:
    """Return a hand, as bits, of so many cards of each place."""
    bits = _at(left, 0) << MAH_JONG | _at(left, PLACES - 1) << PHOENIX
    for rank in range(LOWEST, ACE + 1):
        bits |= ((1 << _at(left, rank - 1)) - 1) << SUITS * (rank - LOWEST)
    return bits


def _ways(form: Form, held: tuple[int, ...]) -> int:
    """Return the choices of suits of a form that takes one card of its lowest place for sure."""
    low = form.low
    others = zip(held[low + 1 :], form.takes[low + 1 :], strict=True)
    return comb(held[low] - 1, form.takes[low] - 1) * prod(comb(n, take) for n, take in others)


def parts_of(bits: int, rules: Rules) -> Parts:
    """Return what is known of the parts of a hand, at a play for each cost."""
    held = places_of(bits)
    small = prod(n + 1 for n in held) <= ROOM
    return Table(held, rules) if small else Guided(held, rules)


def in_order(plays: Iterable[Combination]) -> tuple[Combination, ...]:
    """Return plays rising by rank."""
    return tuple(sorted(plays, key=lambda play: (play.rank, play.bits)))


def first_of(bits: int, parts: Parts, rules: Rules) -> tuple[Combination, ...]:
    """Return the first partition of least cost of some cards of a hand."""
    return next(least_partitions(bits, parts, rules))


def least_partitions(bits: int, parts: Parts, rules: Rules) -> Iterator[tuple[Combination, ...]]:
    """Give the partitions of least cost one by one; the Dog and the Dragon are left out.

    Each play takes the lowest card that is left, so that each partition comes once.
    """
    placed = bits & _PLACED
    for plays in _down(placed, _packed(places_of(placed)), parts):
        yield tuple(_combination(form, cards, rules) for form, cards in plays)


def _combination(form: Form, cards: int, rules: Rules) -> Combination:
    """Return a play as a combination; a straight in one suit is a straight flush."""
    from neuroanalysis.games.tichu._kernels.plays import (
        KIND_SHIFT,
        STRAIGHT,
        STRAIGHT_FLUSH,
        in_one_suit,
    )

    code = form.code
    if form.kind == "straight" and in_one_suit(cards, rules.to_arrays().numbers):
        code += STRAIGHT_FLUSH - STRAIGHT << KIND_SHIFT
    return Combination.of_code(cards, code)


def _down(bits: int, left: int, parts: Parts) -> Iterator[tuple[tuple[Form, int], ...]]:
    if not left:
        yield ()
        return
    for form in parts.options(left):
        for cards in _choices(form, bits):
            for rest in _down(bits & ~cards, left - form.packed, parts):
                yield ((form, cards), *rest)


def _choices(form: Form, bits: int) -> Iterator[int]:
    """Give the choices of suits of a form; the first card of its lowest place is in all of them."""
    pools: list[list[int]] = []
    for place, take in enumerate(form.takes):
        if not take:
            continue
        if place in _SPECIAL:
            pools.append([1 << (PHOENIX if place else MAH_JONG)])
            continue
        cards = [1 << card for card in cards_of(bits & 15 << SUITS * (place - 1))]
        if place == form.low:
            first, *others = cards
            pools.append([first + sum(some) for some in combinations(others, take - 1)])
        else:
            pools.append([sum(some) for some in combinations(cards, take)])
    for chosen in product(*pools):
        yield sum(chosen)
