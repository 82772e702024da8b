"""Counting and listing hands, one by one or up to symmetry.

A *hand* is a set of physical cards, a *count vector* says how many copies of each kind it holds,
and a *class* is all count vectors that a symmetry group turns into each other. So a number of cards
has C(kinds x copies, cards) hands, fewer count vectors, and still fewer classes; how many there are
of the last two follows from polynomials, by Burnside's lemma for the classes, without listing any.

`classes` lists them for any group of permutations of kinds, plainly; a game with a large group has
kernels of its own for that, and this one is what they are judged by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.errors import InputError

__all__ = [
    "Classes",
    "SymmetryGroup",
    "classes",
    "count_hands",
    "count_vectors",
    "hands_of_vector",
]

Polynomial = list[int]


def count_hands(kinds: int, copies: int, cards: int) -> int:
    """Return how many hands there are: C(kinds x copies, cards).

    Examples
    --------
    >>> count_hands(27, 4, 13)
    20592957740312160
    """
    return comb(kinds * copies, cards)


def count_vectors(kinds: int, copies: int, cards: int) -> int:
    """Return how many count vectors there are, as a coefficient of (1 + x + ... + x^copies)^kinds.

    Examples
    --------
    >>> count_vectors(27, 4, 13)
    7633490490
    """
    return _coefficient([1] * kinds, copies, cards)


def hands_of_vector(counts: Sequence[int], copies: int) -> int:
    """Return how many hands have a count vector: the product of C(copies, n) over the kinds.

    Examples
    --------
    >>> hands_of_vector([2, 0, 1], copies=4)
    24
    """
    product = 1
    for n in counts:
        product *= comb(copies, int(n))
    return product


def _coefficient(cycles: Iterable[int], copies: int, cards: int) -> int:
    """Return the coefficient of x^cards in the product of (1 + x^c + ... + x^(c copies)).

    Each factor belongs to a cycle of so many kinds, of which all have the same count.
    """
    polynomial: Polynomial = [1] + [0] * cards
    for length in cycles:
        longer = [0] * (cards + 1)
        for power, coefficient in enumerate(polynomial):
            if coefficient:
                for n in range(copies + 1):
                    if power + n * length > cards:
                        break
                    longer[power + n * length] += coefficient
        polynomial = longer
    return polynomial[cards]


@dataclass(frozen=True, eq=False)
class SymmetryGroup:
    """A group of permutations of the kinds that leaves a game as it is.

    Parameters
    ----------
    permutations
        (order, kinds) whole numbers: row ``g`` sends kind ``k`` to kind ``permutations[g, k]``.
        Use `generated_by` to have the group of some of them.

    Examples
    --------
    >>> turns = SymmetryGroup.generated_by([[1, 2, 3, 0]])
    >>> turns.order
    4
    >>> turns.count_classes(copies=1, cards=2)
    2
    """

    permutations: NDArray[np.int64]

    @classmethod
    def generated_by(cls, generators: Iterable[Sequence[int]]) -> SymmetryGroup:
        """Return the smallest group with the given permutations in it."""
        wanted = [tuple(int(kind) for kind in generator) for generator in generators]
        identity = tuple(range(len(wanted[0])))
        known = {identity}
        frontier = [identity]
        while frontier:
            made = {
                tuple(generator[kind] for kind in permutation)
                for permutation in frontier
                for generator in wanted
            }
            frontier = sorted(made - known)
            known |= made
        return cls(np.array(sorted(known), dtype=np.int64))

    @property
    def order(self) -> int:
        """How many permutations there are."""
        return len(self.permutations)

    @property
    def kinds(self) -> int:
        """How many kinds they permute."""
        return int(self.permutations.shape[1])

    @cached_property
    def cycle_types(self) -> Counter[tuple[int, ...]]:
        """How many permutations have cycles of which lengths."""
        return Counter(_cycle_lengths(permutation) for permutation in self.permutations)

    def count_classes(self, copies: int, cards: int) -> int:
        """Return how many classes of count vectors there are, by Burnside's lemma.

        A permutation leaves as they are those count vectors that are constant on its cycles; the
        number of classes is the mean, over the group, of how many these are.
        """
        fixed = sum(
            number * _coefficient(lengths, copies, cards)
            for lengths, number in self.cycle_types.items()
        )
        return fixed // self.order

    def canonical(
        self, counts: NDArray[np.uint8], copies: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return for each hand a number that its class alone has, and its stabiliser's order.

        The number has the counts of the class's greatest hand as digits in base ``copies + 1``.
        Every image of every hand is looked at: some 20 microseconds a hand for 1,296 permutations
        of 27 kinds.

        Parameters
        ----------
        counts
            (n, kinds) counts from 0 to `copies`.

        Raises
        ------
        InputError
            When such numbers would not fit 63 bits.
        """
        if (copies + 1) ** self.kinds >= 1 << 63:
            raise InputError("input.too_large", kinds=self.kinds, copies=copies)
        digits = np.array(
            [(copies + 1) ** (self.kinds - 1 - kind) for kind in range(self.kinds)], dtype=np.int64
        )
        weights = digits[self.permutations].T
        images = counts.astype(np.int64) @ weights
        greatest = images.max(axis=1)
        return greatest, (images == greatest[:, np.newaxis]).sum(axis=1)


def _cycle_lengths(permutation: Sequence[int] | NDArray[np.int64]) -> tuple[int, ...]:
    lengths = []
    left = set(range(len(permutation)))
    while left:
        kind = start = left.pop()
        length = 1
        while (kind := int(permutation[kind])) != start:
            left.remove(kind)
            length += 1
        lengths.append(length)
    return tuple(sorted(lengths))


@dataclass(frozen=True, eq=False)
class Classes:
    """All classes of count vectors with a number of cards, or a part of them.

    Parameters
    ----------
    counts
        (classes, kinds) uint8: a representative of each class.
    sizes
        (classes,) int64: how many count vectors each class has.
    copies
        Copies of each kind that exist.
    """

    counts: NDArray[np.uint8]
    sizes: NDArray[np.int64]
    copies: int

    def __len__(self) -> int:
        """Return the number of classes."""
        return len(self.sizes)

    def weights(self) -> NDArray[np.int64]:
        """Return how many hands each class has: (classes,) int64.

        One class of up to 18 cards has at most 10^14 hands, so each fits; sums may not.
        """
        ways = np.array([comb(self.copies, n) for n in range(self.copies + 1)], dtype=np.int64)
        weights = self.sizes.astype(np.int64)
        # Kind by kind: the ways of all kinds at once would take eight times the memory of `counts`.
        for held in self.counts.T:
            weights *= ways[held]
        return weights


def classes(group: SymmetryGroup, copies: int, cards: int) -> Classes:
    """List all classes of count vectors, in the order of their canonical numbers.

    Those with one card more are found by adding each kind to a representative of each class, since
    every hand comes from one with a card less. Meant for small sizes: its time is that of the
    canonical form of all hands so made.

    Examples
    --------
    >>> swap = SymmetryGroup.generated_by([[1, 0]])
    >>> listed = classes(swap, copies=4, cards=3)
    >>> listed.counts.tolist(), listed.sizes.tolist()
    ([[2, 1], [3, 0]], [2, 2])
    """
    kinds = group.kinds
    base = copies + 1
    counts = np.zeros((1, kinds), dtype=np.uint8)
    stabilisers = np.full(1, group.order, dtype=np.int64)
    for _ in range(cards):
        larger = (counts[:, np.newaxis, :] + np.eye(kinds, dtype=np.uint8)).reshape(-1, kinds)
        larger = larger[larger.max(axis=1) <= copies]
        keys: list[NDArray[np.int64]] = []
        orders: list[NDArray[np.int64]] = []
        for part in np.array_split(larger, len(larger) // 1000 + 1):
            key, order = group.canonical(part, copies)
            keys.append(key)
            orders.append(order)
        distinct, where = np.unique(np.concatenate(keys), return_index=True)
        stabilisers = np.concatenate(orders)[where]
        powers = base ** np.arange(kinds - 1, -1, -1, dtype=np.int64)
        counts = (distinct[:, np.newaxis] // powers % base).astype(np.uint8)
    return Classes(counts, group.order // stabilisers, copies)
