"""What a card on a cell does to its player's connected sets (section 6, clause 10.2)."""

from __future__ import annotations

from neuroanalysis.games.conquete.position.domain import Cell, Domain, around
from neuroanalysis.games.conquete.rules import Rules

__all__ = ["SetsOf"]


class SetsOf:
    """A player's connected sets.

    Examples
    --------
    >>> sets = SetsOf(Domain.of("0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 1 ; 0,2 2en 1"), 1, Rules())
    >>> sets.joined((1, 1)), sets.change((2, 1)), sets.change(())
    ((2, 1), 3, -1)
    """

    def __init__(self, domain: Domain, player: int | None, rules: Rules) -> None:
        self._sets = domain.sets(player)
        self._of = {cell: n for n, cells in enumerate(self._sets) for cell in cells}
        self._less = rules.set_less

    def joined(self, cell: Cell) -> tuple[int, ...]:
        """Return the sizes of the sets that a card on a cell joins, the largest first."""
        numbers = {self._of[other] for other in around(cell) if other in self._of}
        return tuple(sorted((len(self._sets[number]) for number in numbers), reverse=True))

    def change(self, joined: tuple[int, ...]) -> int:
        """Return what the set that joins them scores more than they do."""
        before = sum(size - self._less for size in joined)
        return sum(joined) + 1 - self._less - before
