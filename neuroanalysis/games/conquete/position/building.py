"""Whether a domain can have been placed, one card after another, in some order (clause 3.6).

A search over orders: each card that is placed must be legal when it is. What can never lie is seen
at once: a card with too few compatible neighbours in the whole domain for several to be touched
must be placed while it touches one, so whatever else it touches comes later. Sets of placed cards
from which no way led on are remembered. The search has a budget, and refuses only what it has gone
through wholly.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from neuroanalysis.errors import PositionError
from neuroanalysis.games.conquete.pieces import compatible_kinds
from neuroanalysis.games.conquete.position.domain import Cell, Domain, around
from neuroanalysis.games.conquete.position.grid import fits_grid, fits_ratio
from neuroanalysis.games.conquete.rules import Rules

__all__ = ["BUDGET", "building_order", "check_buildable"]

BUDGET: Final = 10_000
"""How many sets of placed cards are looked at before the search gives up."""


def check_buildable(domain: Domain, enlarged: int = 0, rules: Rules | None = None) -> None:
    """Refuse a domain that cannot have been placed in any order.

    What the search cannot decide within its budget is let through.

    Raises
    ------
    PositionError
        Where it is proved that there is no order.
    """
    if not _possible(
        tuple((card.cell, card.kind) for card in domain), enlarged, Rules.or_default(rules)
    ):
        raise PositionError("conquete.domain.order", n=len(domain))


def building_order(
    domain: Domain, enlarged: int = 0, rules: Rules | None = None, budget: int = BUDGET
) -> tuple[Cell, ...] | None:
    """Return the cells in an order in which a domain can have been placed; None for none found.

    Parameters
    ----------
    domain
        The cards that lie.
    enlarged
        How often the grid has been enlarged.
    rules
        The default rules if None.
    budget
        How many sets of placed cards to look at.

    Examples
    --------
    >>> building_order(Domain.of("0,0 2eb ; 0,1 2ev ; 1,0 2cb ; 1,1 2cv"))
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    cards = tuple((card.cell, card.kind) for card in domain)
    return _Search(cards, enlarged, Rules.or_default(rules), budget).order()


@lru_cache(maxsize=256)
def _possible(cards: tuple[tuple[Cell, int], ...], enlarged: int, rules: Rules) -> bool:
    search = _Search(cards, enlarged, rules, BUDGET)
    return search.order() is not None or not search.decided


class _Search:
    """Cards by their number; sets of cards are bits."""

    def __init__(
        self, cards: tuple[tuple[Cell, int], ...], enlarged: int, rules: Rules, budget: int
    ) -> None:
        self.cells = [cell for cell, _ in cards]
        self.rules, self.enlarged, self.left = rules, enlarged, budget
        goes_with = compatible_kinds(rules.shared_attributes)
        number = {cell: n for n, cell in enumerate(self.cells)}
        self.near = [0] * len(cards)
        self.good = [0] * len(cards)
        for n, (cell, kind) in enumerate(cards):
            for other in around(cell):
                if other in number:
                    self.near[n] |= 1 << number[other]
                    if goes_with[kind] >> cards[number[other]][1] & 1:
                        self.good[n] |= 1 << number[other]
        self.whole = (1 << len(cards)) - 1
        self.dead: set[int] = set()
        self.decided = True

    def order(self) -> tuple[Cell, ...] | None:
        # Who is the start decides only what lies first, so one memory serves them all. None gets
        # long before each has had a try.
        starts, patience = self._starts(), 2 * len(self.cells)
        while starts and self.left > 0:
            undecided = []
            for start in starts:
                found, done = self._from(start, patience)
                if found is not None:
                    return found
                if not done:
                    undecided.append(start)
            starts, patience = undecided, 4 * patience
        self.decided = not starts
        return None

    def _starts(self) -> list[int]:
        """Return the cards that may be the start, those that could hardly be placed later first."""
        if self.whole != 1 and not all(self.good):
            return []
        return sorted(range(len(self.cells)), key=lambda n: self.good[n].bit_count())

    def _from(self, start: int, patience: int) -> tuple[tuple[Cell, ...] | None, bool]:
        """Return an order that begins with a card, and whether it is decided that there is none."""
        row, column = self.cells[start]
        if not self._fits((row, row, column, column)):
            return None, True
        # Each step: what is placed, its box, and the cards still to be tried.
        placed, box = 1 << start, (row, row, column, column)
        steps = [(placed, box, self._next(placed, box))]
        path = [start]
        while steps:
            placed, box, tries = steps[-1]
            if placed == self.whole:
                return tuple(self.cells[n] for n in path), True
            n = next(tries, None)
            if n is None:
                self.dead.add(placed)
                steps.pop()
                path.pop()
                continue
            after = placed | 1 << n
            if after in self.dead:
                continue
            self.left -= 1
            patience -= 1
            if min(self.left, patience) < 0:
                return None, False
            wider = _with(box, self.cells[n])
            path.append(n)
            steps.append((after, wider, self._next(after, wider)))
        return None, True

    def _next(self, placed: int, box: tuple[int, int, int, int]) -> Iterator[int]:
        """Return the cards that may be placed next, the most urgent first; none in a dead end."""
        if not self._may_be_completed(placed):
            return iter(())
        legal: list[int] = []
        urgent: list[int] = []
        for n, near in enumerate(self.near):
            if placed >> n & 1 or not near & placed:
                continue
            alone = (near & placed).bit_count() == 1
            good = (self.good[n] & placed).bit_count()
            if good < (1 if alone else self.rules.needed):
                continue
            if not self._fits(_with(box, self.cells[n])):
                continue
            # What touches a card that can only be placed beside one has to wait for it.
            only_so = self.good[n].bit_count() < self.rules.needed
            (urgent if only_so else legal).append(n)
        waiting = 0
        for n in urgent:
            waiting |= self.near[n]
        legal = [n for n in legal if not waiting >> n & 1]
        legal.sort(key=lambda n: self.good[n].bit_count())
        return iter(urgent + legal)

    def _may_be_completed(self, placed: int) -> bool:
        """Return whether all cards could lie if more neighbours never did any harm.

        One beside which a single card lies, or none yet, may be placed so if that one is
        compatible; every other one needs its compatible neighbours.
        """
        reached, waiting = placed, self.whole & ~placed
        more = True
        while more and waiting:
            more = False
            for n in _bits(waiting):
                touched = self.near[n] & placed
                good = self.good[n] & reached
                alone = touched.bit_count() <= 1 and not touched & ~self.good[n] and good
                if alone or good.bit_count() >= self.rules.needed:
                    reached |= 1 << n
                    more = True
            waiting = self.whole & ~reached
        return not waiting

    def _fits(self, box: tuple[int, int, int, int]) -> bool:
        rows, columns = box[1] - box[0] + 1, box[3] - box[2] + 1
        return fits_ratio(rows, columns, self.rules) and fits_grid(
            rows, columns, self.enlarged, self.rules
        )


def _with(box: tuple[int, int, int, int], cell: Cell) -> tuple[int, int, int, int]:
    top, bottom, left, right = box
    row, column = cell
    return min(top, row), max(bottom, row), min(left, column), max(right, column)


def _bits(cards: int) -> Iterator[int]:
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
