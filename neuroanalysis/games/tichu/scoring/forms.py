"""Forms: plays without their suits, and all that a hand has (section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, prod
from typing import Final

from neuroanalysis.games.tichu.pieces import ACE, LOWEST, MAH_JONG, PHOENIX, SUITS
from neuroanalysis.games.tichu.position import KINDS, Kind
from neuroanalysis.games.tichu.rules import Rules

__all__ = ["PHOENIX_PLACE", "PLACES", "Form", "forms_of", "places_of"]

PLACES: Final = 15
PHOENIX_PLACE: Final = 14
"""The places: Mah Jong, the ranks 2 to ace (each at its rank less 1), the Phoenix."""

_BITS: Final = 4
_ALL_SUITS: Final = 15


@dataclass(frozen=True)
class Form:
    """A play without its suits.

    Parameters
    ----------
    kind, rank
        See `Combination`; no form is a straight flush, which is a straight here.
    takes
        (places,): how many cards of each place.
    phoenix
        The rank that the Phoenix stands for; None where it is alone or not in it.
    """

    kind: Kind
    rank: int
    takes: tuple[int, ...]
    phoenix: int | None = None

    @cached_property
    def length(self) -> int:
        """Number of cards."""
        return sum(self.takes)

    @cached_property
    def low(self) -> int:
        """The lowest place that it takes a card of."""
        return next(place for place, n in enumerate(self.takes) if n)

    @cached_property
    def packed(self) -> int:
        """What it takes, four bits a place."""
        return sum(n << _BITS * place for place, n in enumerate(self.takes))

    @property
    def code(self) -> int:
        """The code by which the kernels know its plays, were they no straight flushes."""
        alone = self.takes[PHOENIX_PLACE] == self.length
        return (KINDS.index(self.kind) + 1) << 16 | self.length << 8 | 2 * self.rank + alone

    def number(self, held: Sequence[int]) -> int:
        """Return how many choices of suits there are among so many cards of each place."""
        return prod(comb(n, take) for n, take in zip(held, self.takes, strict=True))


def places_of(bits: int) -> tuple[int, ...]:
    """Return how many cards of each place a hand has; the Dog and the Dragon are none of them.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.pieces import PIECES, as_bits
    >>> places_of(as_bits(PIECES.parse("2s 2h As Ph Dog")))
    (0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1)
    """
    ranks = ((bits >> SUITS * place & _ALL_SUITS).bit_count() for place in range(ACE - LOWEST + 1))
    return (bits >> MAH_JONG & 1, *ranks, bits >> PHOENIX & 1)


@lru_cache(maxsize=32)
def forms_of(held: tuple[int, ...], rules: Rules) -> tuple[Form, ...]:
    """Return all forms in so many cards of each place, those of lower places and more cards first.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.pieces import PIECES, as_bits
    >>> held = places_of(as_bits(PIECES.parse("7s 7h Ph")))
    >>> [(form.kind, form.length, form.phoenix) for form in forms_of(held, Rules())]
    [('three', 3, 7), ('pair', 2, None), ('pair', 2, 7), ('single', 1, None), ('single', 1, None)]
    """
    found = [
        form
        for form in _forms(held, rules)
        if all(take <= n for take, n in zip(form.takes, held, strict=True))
    ]
    # The questions about one hand ask for the same forms.
    return tuple(
        sorted(found, key=lambda form: (form.low, -form.length, -form.rank, form.phoenix or 0))
    )


def _forms(held: Sequence[int], rules: Rules) -> Iterator[Form]:
    """Give all forms whose ranks are held, and some for which there are too few cards."""
    ranks = [rank for rank in range(LOWEST, ACE + 1) if held[rank - 1]]
    # The Phoenix may stand where no card is held, but not for all cards of a play of one rank.
    wild = held[PHOENIX_PLACE]
    if wild:
        yield Form("single", 1, _takes([], wild=1))
    if held[0]:
        yield Form("single", 1, _takes([(1, 1)]))
    for rank in ranks:
        yield Form("single", rank, _takes([(rank, 1)]))
        yield from _with_phoenix("pair", rank, [(rank, 2)], wild)
        yield from _with_phoenix("three", rank, [(rank, 3)], wild)
        yield Form("four_of_a_kind", rank, _takes([(rank, 4)]))
        for other in ranks:
            if other != rank:
                yield from _with_phoenix("full_house", rank, [(rank, 3), (other, 2)], wild)
        if wild and rules.phoenix_full_house_from_quad:
            yield Form("full_house", rank, _takes([(rank, 4)], wild=1), rank)
    for low in range(1, ACE + 1):
        for high in range(low + 1, ACE + 1):
            missing = sum(not held[rank - 1] for rank in range(low, high + 1))
            if missing > wild:
                break
            n = high - low + 1
            if n >= rules.cards_in_straight:
                row = [(rank, 1) for rank in range(low, high + 1)]
                yield from _with_phoenix("straight", high, row, wild)
            if low > 1 and not missing and n >= rules.pairs_in_sequence:
                row = [(rank, 2) for rank in range(low, high + 1)]
                yield from _with_phoenix("pair_sequence", high, row, wild)


def _with_phoenix(
    kind: Kind, rank: int, cards: Sequence[tuple[int, int]], wild: int
) -> Iterator[Form]:
    """Give a form, and where the Phoenix is held those in which it stands for one card."""
    yield Form(kind, rank, _takes(cards))
    if wild:
        for stands, _ in cards:
            if stands >= LOWEST:
                less = [(other, n - (other == stands)) for other, n in cards]
                yield Form(kind, rank, _takes(less, wild=1), stands)


def _takes(cards: Iterable[tuple[int, int]], wild: int = 0) -> tuple[int, ...]:
    taken = [0] * PLACES
    taken[PHOENIX_PLACE] = wild
    for rank, n in cards:
        taken[rank - 1] = n
    return tuple(taken)
