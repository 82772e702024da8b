"""The cell that is touched by four cards and takes one compatible with all: how likely, how built.

A card on it brings most (20 VP). The chance is that of four random cards; the building is looked
for among all connected sets of cells, the smallest first, so that the least number of cards is
proved by having tried everything smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.distribution import Distribution, Outcome
from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.conquete._kernels.layout import SIDES
from neuroanalysis.games.conquete.analysis.cells import cell_table
from neuroanalysis.games.conquete.analysis.deals import deal_distribution
from neuroanalysis.games.conquete.analysis.fits import kinds_in
from neuroanalysis.games.conquete.pieces import KINDS, PIECES, compatible_kinds, shared_values
from neuroanalysis.games.conquete.position import Domain, Position
from neuroanalysis.games.conquete.position.domain import Cell, DomainCard, around
from neuroanalysis.games.conquete.position.grid import fits_grid, fits_ratio
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Building", "Step", "Surrounded", "building", "surrounded"]

_HOLE: Final[Cell] = (0, 0)
_ROUND: Final = frozenset(around(_HOLE))
# Four cells of which none touch each other hang together by one card for each corner but one.
_LEAST: Final = 2 * SIDES - 1


# --- The chance -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Surrounded:
    """What four random cards round a cell let go there that is compatible with all of them.

    Parameters
    ----------
    rules
        The rule set.
    kinds
        How many kinds are compatible with all four: all sets of four cards.
    cards
        How many of the other cards are.
    """

    rules: Rules
    kinds: Distribution
    cards: Distribution

    @property
    def chance(self) -> Fraction:
        """The chance that there is a card, somewhere, which is compatible with all four."""
        return 1 - self.cards.probability(0)

    @property
    def fitting(self) -> Fraction:
        """The chance that a random fifth card is."""
        return self.cards.mean() / (self.rules.deck_size - SIDES)

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            "kinds": self.kinds.to_dict(),
            "cards": self.cards.to_dict(),
            "chance": float(self.chance),
            "fitting": float(self.fitting),
        }

    def table(self) -> pd.DataFrame:
        """Return a table, a row for each number of kinds that go with all four.

        Returns
        -------
        pandas.DataFrame
            As `Distribution.to_frame`.
        """
        return self.kinds.to_frame()

    def __str__(self) -> str:
        """Say it in the language in force."""
        return text(
            "conquete.chances.surrounded",
            chance=number_text(100 * self.chance),
            fitting=number_text(100 * self.fitting),
            vp=self.rules.four_vp,
        )


def surrounded(rules: Rules | None = None) -> Surrounded:
    """Return how likely four random cards let one go between them that goes with all (clause 8.6).

    Examples
    --------
    >>> found = surrounded()
    >>> found.kinds.counts
    mappingproxy({0: 290196, 1: 25488, 2: 162, 3: 405})
    >>> found.chance, found.fitting
    (Fraction(917, 11713), Fraction(11, 4505))
    """
    rules = Rules.or_default(rules)
    counts: Counter[Outcome] = Counter()
    for row in cell_table(SIDES, rules).classes:
        going = _going_with_all(row.neighbours, rules)
        unseen = row.chances.unseen
        counts[sum(unseen[kind] for kind in kinds_in(going))] += row.deals
    return Surrounded(
        rules, deal_distribution("common", SIDES, rules), Distribution.from_counts(counts)
    )


def _going_with_all(kinds: tuple[int, ...], rules: Rules) -> int:
    compatible = compatible_kinds(rules.shared_attributes)
    going = compatible[kinds[0]]
    for kind in kinds[1:]:
        going &= compatible[kind]
    return going


# --- The building ---------------------------------------------------------------------------------


class Step(NamedTuple):
    """A card placed on a cell."""

    cell: Cell
    kind: int


@dataclass(frozen=True)
class Building:
    """The fewest cards with which a cell is surrounded so that some card goes with all four.

    Parameters
    ----------
    rules
        The rule set.
    tried
        How many connected sets of 1, 2, ... cells with the cell above the free one were looked at;
        only the last number has any that surround it.
    shapes
        The sets of cells that do, the free cell being 0,0.
    orders
        In how many orders each can be placed, the start card first.
    kinds
        By how many kinds then go on the free cell with all four, a card of them being left: in how
        many ways kinds can lie on the cells of one shape.
    dealt
        In how many ways single cards can, two of a kind being told apart.
    example
        The cards of one of them in an order of placing, and at last the one between them.
    """

    rules: Rules
    tried: tuple[int, ...]
    shapes: tuple[tuple[Cell, ...], ...]
    orders: tuple[int, ...]
    kinds: Distribution
    dealt: int
    example: tuple[Step, ...]

    @property
    def cards(self) -> int:
        """How many cards lie round the free cell: the least number."""
        return len(self.tried)

    @property
    def chance(self) -> Fraction:
        """The chance that so many random cards, one on each cell of a shape, are so."""
        return Fraction(self.dealt, perm(self.rules.deck_size, self.cards))

    @cached_property
    def position(self) -> Position:
        """The example before its last card, which is in hand."""
        *before, last = self.example
        hand = [0] * KINDS
        hand[last.kind] = 1
        domain = Domain(tuple(DomainCard(*step.cell, step.kind) for step in before))
        return Position(domain, tuple(hand), rules=self.rules)

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            "cards": self.cards,
            "tried": list(self.tried),
            "shapes": [[list(cell) for cell in shape] for shape in self.shapes],
            "orders": list(self.orders),
            "ways": self.kinds.total,
            "kinds": self.kinds.to_dict()["counts"],
            "dealt": self.dealt,
            "chance": float(self.chance),
            "example": [[*step.cell, PIECES.codes[step.kind]] for step in self.example],
        }

    def table(self) -> pd.DataFrame:
        """Return a table, a row for each card of the example.

        Returns
        -------
        pandas.DataFrame
            ``row``, ``column``, ``card``, in the order of placing.
        """
        import pandas as pd

        rows = [(*step.cell, PIECES.codes[step.kind]) for step in self.example]
        return pd.DataFrame(rows, columns=["row", "column", "card"])

    def __str__(self) -> str:
        """Say it in the language in force."""
        return text(
            "conquete.chances.building",
            cards=self.cards,
            smaller=self.cards - 1,
            tried=number_text(sum(self.tried[:-1])),
            shapes=len(self.shapes),
            ways=number_text(self.kinds.total),
            example=" ; ".join(
                f"{step.cell[0]},{step.cell[1]} {PIECES.codes[step.kind]}" for step in self.example
            ),
        )


@lru_cache(maxsize=16)
def _building(rules: Rules) -> Building | None:
    tried, shapes = _smallest_shapes()
    assert len(tried) == _LEAST
    orders = tuple(_orders(shape, rules) for shape in shapes)
    if not any(orders):
        return None
    ways, dealt, chain = _ways(rules)
    if not ways:
        return None
    path = _path(next(shape for shape, n in zip(shapes, orders, strict=True) if n))
    kind_on = dict(zip(path, chain, strict=True))
    going = _going_with_all(tuple(kind_on[cell] for cell in sorted(_ROUND)), rules)
    last = next(kind for kind in kinds_in(going) if chain.count(kind) < rules.copies)
    placed = [Step(cell, kind_on[cell]) for cell in _an_order(path, rules)]
    return Building(
        rules,
        tried,
        tuple(map(_path, shapes)),
        orders,
        Distribution.from_counts(ways),
        dealt,
        (*placed, Step(_HOLE, last)),
    )


def building(rules: Rules | None = None) -> Building | None:
    """Return the fewest cards that make a cell for a card compatible with four (clause 8.7).

    Parameters
    ----------
    rules
        The default rules if None.

    Returns
    -------
    Building or None
        None where there is none: the grid, not enlarged, has fewer than three rows or columns, the
        shape ratio is 1 so that no second card can be placed, or only like cards are compatible.

    Examples
    --------
    >>> found = building()
    >>> found.cards, found.tried
    (7, (1, 3, 12, 47, 185, 734, 2934))
    """
    return _building(Rules.or_default(rules))


def _smallest_shapes() -> tuple[tuple[int, ...], list[frozenset[Cell]]]:
    """Return how many sets of each size were tried, and those of the last that surround the hole.

    Tried are all connected sets of other cells that contain the one above the hole.
    """
    start = min(_ROUND)
    sets = {frozenset({start})}
    tried = [1]
    while not (found := [cells for cells in sets if cells >= _ROUND]):
        sets = {
            cells | {other}
            for cells in sets
            for cell in cells
            for other in around(cell)
            if other != _HOLE and other not in cells
        }
        tried.append(len(sets))
    return tuple(tried), sorted(found, key=sorted)


def _steps(placed: frozenset[Cell], shape: frozenset[Cell], rules: Rules) -> Iterator[Cell]:
    """Yield the cells of a shape that may be placed next, whatever kinds lie there."""
    for cell in sorted(shape - placed):
        touched = [other for other in around(cell) if other in placed]
        if not touched:
            continue
        # A smallest shape is a row of cells in which none but neighbours touch: whatever the order,
        # a card touches one card when it is placed, and need not be compatible with a second.
        assert len(touched) == 1
        rows, columns = zip(*(*placed, cell), strict=True)
        height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
        if fits_ratio(height, width, rules) and fits_grid(height, width, 0, rules):
            yield cell


def _orders(shape: frozenset[Cell], rules: Rules) -> int:
    ways: Counter[frozenset[Cell]] = Counter({frozenset({cell}): 1 for cell in shape})
    for _ in range(len(shape) - 1):
        more: Counter[frozenset[Cell]] = Counter()
        for placed, number in ways.items():
            for cell in _steps(placed, shape, rules):
                more[placed | {cell}] += number
        ways = more
    return sum(ways.values())


def _an_order(path: tuple[Cell, ...], rules: Rules) -> tuple[Cell, ...]:
    """Return an order of placing: from one end of the path on if that is allowed."""
    shape = frozenset(path)
    ways: dict[frozenset[Cell], tuple[Cell, ...]] = {frozenset({cell}): (cell,) for cell in path}
    for _ in range(len(path) - 1):
        more: dict[frozenset[Cell], tuple[Cell, ...]] = {}
        for placed, order in ways.items():
            for cell in _steps(placed, shape, rules):
                more.setdefault(placed | {cell}, (*order, cell))
        ways = more
    return ways[shape]


def _path(shape: frozenset[Cell]) -> tuple[Cell, ...]:
    """Return the cells of a smallest shape from one end to the other."""
    ends = [cell for cell in shape if sum(other in shape for other in around(cell)) == 1]
    path = [min(ends)]
    while len(path) < len(shape):
        path += [cell for cell in around(path[-1]) if cell in shape and cell not in path]
    return tuple(path)


def _ways(rules: Rules) -> tuple[Counter[Outcome], int, tuple[int, ...]]:
    """Count rows of compatible kinds, of which the first, third, ... surround the hole.

    Returns
    -------
    tuple
        In how many ways kinds can lie so, by the kinds that go with all four and are left; the same
        with each copy of a kind counted; the kinds of one of them.

    Notes
    -----
    By symmetry the first kind is any, and the second one of each number of shared attributes.
    """
    counts: Counter[Outcome] = Counter()
    dealt, example = 0, ()
    second: dict[int, list[int]] = {}
    for kind in kinds_in(compatible_kinds(rules.shared_attributes)[0]):
        second.setdefault(len(shared_values((0, kind))), []).append(kind)
    for like in second.values():
        rows = _rows((0, like[0]), rules)
        weights, left = _weights(rows, rules)
        kept = left > 0
        found, numbers = np.unique(np.bitwise_count(left[kept]), return_counts=True)
        for number, ways in zip(found.tolist(), numbers.tolist(), strict=True):
            counts[number] += KINDS * len(like) * ways
        dealt += KINDS * len(like) * int(weights[kept].sum())
        if kept.any():
            example = tuple(rows[np.flatnonzero(kept)[0]].tolist())
    return counts, dealt, example


def _rows(start: tuple[int, int], rules: Rules) -> NDArray[np.int8]:
    """Return all rows of kinds that begin so and of which each goes with the next."""
    compatible = compatible_kinds(rules.shared_attributes)
    going = np.array([list(kinds_in(kinds)) for kinds in compatible], dtype=np.int8)
    rows = np.array([start], dtype=np.int8)
    for _ in range(_LEAST - len(start)):
        following = going[rows[:, -1]]
        rows = np.column_stack(
            (np.repeat(rows, following.shape[1], axis=0), following.reshape(-1, 1))
        )
    return rows


def _weights(rows: NDArray[np.int8], rules: Rules) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many ways single cards are of these kinds, and what goes with all and is left.

    Both are 0 where a kind is there more often than it has copies.
    """
    compatible = np.array(compatible_kinds(rules.shared_attributes), dtype=np.int64)
    weights = np.ones(len(rows), dtype=np.int64)
    left = np.full(len(rows), (1 << KINDS) - 1, dtype=np.int64)
    for place in range(_LEAST):
        kinds = rows[:, place]
        before = (rows[:, :place] == kinds[:, np.newaxis]).sum(axis=1)
        weights *= np.maximum(rules.copies - before, 0)
        if place % 2 == 0:
            left &= compatible[kinds]
        gone = np.int64(1) << kinds.astype(np.int64)
        left &= np.where(before >= rules.copies - 1, ~gone, np.int64(-1))
    return weights, np.where(weights > 0, left, 0)
