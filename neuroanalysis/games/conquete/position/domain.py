"""The domain: the cards that lie, each with its cell and its owner (sections 3 and 6).

Its text form is a list of cells, separated by semicolons::

    0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core import options
from neuroanalysis.core.arguments import entries
from neuroanalysis.core.pieces import Counts
from neuroanalysis.errors import PositionError
from neuroanalysis.games.conquete._kernels.layout import MIDDLE, MOST_CARDS, MOST_PLAYERS, SIDE
from neuroanalysis.games.conquete.pieces import KINDS, PIECES

__all__ = [
    "Cell",
    "Domain",
    "DomainArrays",
    "DomainCard",
    "DomainLike",
    "around",
    "cell_words",
]

Cell: TypeAlias = tuple[int, int]
"""A row and a column."""

_FARTHEST: Final = 1_000_000
_CARD: Final = re.compile(
    r"\(?\s*([+-]?\d{1,9})\s*,\s*([+-]?\d{1,9})\s*\)?\s+([^\s,;]+)(?:\s+(\d{1,3}))?"
)
_STEPS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True, order=True)
class DomainCard:
    """A card of the domain.

    Parameters
    ----------
    row, column
        Its cell; either may be negative.
    kind
        The kind of card.
    owner
        The number, from 1, of the player who placed it; None for nobody's, as the start card.
    """

    row: int
    column: int
    kind: int
    owner: int | None = None

    @property
    def cell(self) -> Cell:
        """Its row and column."""
        return self.row, self.column

    def to_text(self) -> str:
        """Return it as text.

        Examples
        --------
        >>> DomainCard(0, -1, 14, 2).to_text()
        '0,-1 2eb 2'
        """
        owner = "" if self.owner is None else f" {self.owner}"
        return f"{self.row},{self.column} {PIECES.codes[self.kind]}{owner}"

    def to_list(self) -> list[object]:
        """Return it as JSON holds it: row, column, card, and the owner where there is one."""
        card: list[object] = [self.row, self.column, PIECES.codes[self.kind]]
        return card if self.owner is None else [*card, self.owner]


class DomainArrays(NamedTuple):
    """A domain as the kernels read it."""

    grid: NDArray[np.int8]
    """0 for a free cell, else kind + 1."""
    owners: NDArray[np.int8]
    """0 for nobody, else the player's number."""
    down: int
    """What is added to a row."""
    across: int
    """What is added to a column; ``place = SIDE * (row + down) + column + across``."""
    box: tuple[int, int, int, int]
    """Top, bottom, left and right as the kernels count rows and columns."""

    def place_of(self, cell: Cell) -> int:
        """Return where a cell stands in the arrays."""
        return SIDE * (cell[0] + self.down) + cell[1] + self.across

    def cell_at(self, place: int) -> Cell:
        """Return the cell that stands at a place of the arrays."""
        return place // SIDE - self.down, place % SIDE - self.across


DomainLike: TypeAlias = "str | Domain | Iterable[DomainCard | Sequence[object]]"
"""A domain as text, as it is, or as a list of cards, each as JSON holds it."""


@dataclass(frozen=True)
class Domain:
    """The cards that lie; they hang together by their edges.

    Build one with `of`, which takes text and lists.

    Parameters
    ----------
    cards
        The cards, in any order; they are kept by row and column.

    Raises
    ------
    PositionError
        For no cards, too many, two on one cell, or cards apart from the others.

    Examples
    --------
    >>> domain = Domain.of("0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2")
    >>> domain.rows, domain.columns, domain.at((0, 1)).owner
    (2, 2, 1)
    >>> Domain.of([[0, 0, "2eb"], [0, 2, "2ev"]])
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.PositionError: the card 2ev on cell 0,2 hangs together with ...
    """

    cards: tuple[DomainCard, ...]

    def __post_init__(self) -> None:
        """Check cells and owners."""
        object.__setattr__(self, "cards", tuple(sorted(self.cards, key=lambda card: card.cell)))
        if not self.cards:
            raise PositionError("conquete.domain.empty")
        if len(self.cards) > MOST_CARDS:
            raise PositionError("conquete.domain.many", n=len(self.cards), most=MOST_CARDS)
        for card in self.cards:
            _check(card)
        for card, other in zip(self.cards, self.cards[1:], strict=False):
            if card.cell == other.cell:
                raise PositionError(
                    "conquete.domain.twice",
                    cell=cell_words(card.cell),
                    first=PIECES.codes[card.kind],
                    second=PIECES.codes[other.kind],
                )
        for card in self._apart():
            raise PositionError(
                "conquete.domain.apart", code=PIECES.codes[card.kind], cell=cell_words(card.cell)
            )

    def _apart(self) -> Iterator[DomainCard]:
        """Give the cards that the first one does not hang together with."""
        reached = {self.cards[0].cell}
        waiting = list(reached)
        while waiting:
            new = [cell for cell in around(waiting.pop()) if cell in self.by_cell]
            waiting += [cell for cell in new if cell not in reached]
            reached.update(new)
        return (card for card in self.cards if card.cell not in reached)

    @cached_property
    def by_cell(self) -> dict[Cell, DomainCard]:
        """Each card by its cell."""
        return {card.cell: card for card in self.cards}

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    def __iter__(self) -> Iterator[DomainCard]:
        """Give the cards by row and column."""
        return iter(self.cards)

    def at(self, cell: Cell) -> DomainCard | None:
        """Return the card on a cell; None where it is free."""
        return self.by_cell.get(cell)

    def touching(self, cell: Cell) -> tuple[DomainCard, ...]:
        """Return the cards that a cell touches: above, to the left, to the right, below."""
        return tuple(self.by_cell[other] for other in around(cell) if other in self.by_cell)

    def free_cells(self) -> tuple[Cell, ...]:
        """Return the free cells that touch the domain, by row and column, whatever the shape."""
        touched = {cell for card in self.cards for cell in around(card.cell)}
        return tuple(sorted(touched - self.by_cell.keys()))

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The first and last open row, and the first and last open column."""
        rows, columns = zip(*self.by_cell, strict=True)
        return min(rows), max(rows), min(columns), max(columns)

    @property
    def rows(self) -> int:
        """How many rows are open (clause 4.1)."""
        return self.box[1] - self.box[0] + 1

    @property
    def columns(self) -> int:
        """How many columns are open (clause 4.1)."""
        return self.box[3] - self.box[2] + 1

    @cached_property
    def counts(self) -> Counts:
        """The cards that lie, as a count vector."""
        return np.bincount([card.kind for card in self.cards], minlength=KINDS).astype(np.uint8)

    def sets(self, player: int | None) -> tuple[tuple[Cell, ...], ...]:
        """Return a player's connected sets (section 6), by their first cells; none for nobody.

        Examples
        --------
        >>> Domain.of("0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 1 ; 1,1 2cv 1 ; 0,-1 2eb 1").sets(1)
        (((0, -1),), ((0, 1), (1, 0), (1, 1)))
        """
        if player is None:
            return ()
        left = {card.cell for card in self.cards if card.owner == player}
        found: list[tuple[Cell, ...]] = []
        while left:
            waiting = [min(left)]
            left.discard(waiting[0])
            connected = []
            while waiting:
                cell = waiting.pop()
                connected.append(cell)
                new = [other for other in around(cell) if other in left]
                left.difference_update(new)
                waiting += new
            found.append(tuple(sorted(connected)))
        return tuple(found)

    def with_card(self, cell: Cell, kind: int, owner: int | None = None) -> Domain:
        """Return the domain with one card more, which is not judged."""
        return replace(self, cards=(*self.cards, DomainCard(*cell, kind, owner)))

    def to_arrays(self) -> DomainArrays:
        """Return the domain as the kernels read it: its first card lies in the middle."""
        first = self.cards[0]
        down, across = MIDDLE // SIDE - first.row, MIDDLE % SIDE - first.column
        top, bottom, left, right = self.box
        arrays = DomainArrays(
            grid=np.zeros(SIDE * SIDE, dtype=np.int8),
            owners=np.zeros(SIDE * SIDE, dtype=np.int8),
            down=down,
            across=across,
            box=(top + down, bottom + down, left + across, right + across),
        )
        for card in self.cards:
            arrays.grid[arrays.place_of(card.cell)] = card.kind + 1
            arrays.owners[arrays.place_of(card.cell)] = card.owner or 0
        return arrays

    @classmethod
    def of(cls, source: DomainLike) -> Domain:
        """Build a domain from text or a list.

        Raises
        ------
        PositionError, CardError
            For an entry that is no cell with a card, or a domain that cannot be.

        Examples
        --------
        >>> Domain.of([[1, 0, "2cb", 2], [0, 0, "2eb"]]).to_text()
        '0,0 2eb ; 1,0 2cb 2'
        """
        if isinstance(source, Domain):
            return source
        if isinstance(source, str):
            said = [words for words in map(str.strip, source.split(";")) if words]
            return cls(tuple(_from_words(words, n) for n, words in enumerate(said, start=1)))
        return cls(
            tuple(
                entry if isinstance(entry, DomainCard) else _from_list(entry, n)
                for n, entry in enumerate(entries("domain", source), start=1)
            )
        )

    def to_text(self) -> str:
        """Return the text form."""
        return " ; ".join(card.to_text() for card in self.cards)

    def to_list(self) -> list[list[object]]:
        """Return it as JSON holds it."""
        return [card.to_list() for card in self.cards]


def around(cell: Cell) -> tuple[Cell, ...]:
    """Return the four neighbours of a cell: above, to the left, to the right, below.

    Examples
    --------
    >>> around((0, 5))
    ((-1, 5), (0, 4), (0, 6), (1, 5))
    """
    row, column = cell
    return tuple((row + down, column + across) for down, across in _STEPS)


def cell_words(cell: Cell) -> str:
    """Return a cell as text has it.

    Examples
    --------
    >>> cell_words((0, -1))
    '0,-1'
    """
    return f"{cell[0]},{cell[1]}"


def _check(card: DomainCard) -> None:
    if not all(abs(number) <= _FARTHEST for number in card.cell):
        raise PositionError("conquete.domain.far", cell=cell_words(card.cell), most=_FARTHEST)
    if not 0 <= card.kind < KINDS:
        raise PositionError("conquete.domain.entry", value=options.written(card.kind), place=1)
    if card.owner is not None and not 1 <= card.owner <= MOST_PLAYERS:
        raise PositionError("conquete.position.player", value=card.owner, most=MOST_PLAYERS)


def _from_words(words: str, place: int) -> DomainCard:
    match = _CARD.fullmatch(words)
    if not match:
        raise PositionError("conquete.domain.entry", value=words, place=place)
    row, column, code, owner = match.groups()
    kind = PIECES.kind(code, place)
    return DomainCard(int(row), int(column), kind, None if owner is None else int(owner))


def _from_list(entry: object, place: int) -> DomainCard:
    wrong = PositionError("conquete.domain.entry", value=options.written(entry), place=place)
    if isinstance(entry, str) or not isinstance(entry, Sequence) or len(entry) not in (3, 4):
        raise wrong
    row, column, code, owner = [*entry, None][:4]
    numbers = [row, column] if owner is None else [row, column, owner]
    if not isinstance(code, str) or not all(_is_whole(number) for number in numbers):
        raise wrong
    kind = PIECES.kind(code, place)
    return DomainCard(int(row), int(column), kind, None if owner is None else int(owner))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
