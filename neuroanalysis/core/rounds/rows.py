"""What came of rounds in a row, in arrays: what the rows of all games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Column", "Rows", "in_words", "named"]


@dataclass(frozen=True)
class Column:
    """A column of whole numbers that a game tells of its rounds.

    Parameters
    ----------
    name
        Of the array, and of the column in a file.
    kind
        numpy's type of its numbers.
    blank
        What stands there before a round is played.
    words
        What the numbers mean, where a file and a table say words.
    """

    name: str
    kind: type[np.generic]
    blank: int = 0
    words: tuple[str, ...] = ()


def named(columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the names of columns.

    Examples
    --------
    >>> named([Column("points", np.int16), Column("draws", np.int16)])
    ('points', 'draws')
    """
    return tuple(column.name for column in columns)


@dataclass(frozen=True, eq=False)
class Rows:
    """The base of every game's ``RoundRows``: an array for each column, in fields of its name.

    A game may have further arrays of rounds, which it saves in a way of its own.

    Parameters
    ----------
    begin
        The number of the first round.
    """

    begin: int

    of_players: ClassVar[tuple[Column, ...]]
    """The columns of players: (rounds, players)."""
    of_rounds: ClassVar[tuple[Column, ...]]
    """The columns of rounds: (rounds,)."""
    of_table: ClassVar[tuple[str, ...]] = ("begin",)
    """The fields that are no arrays."""

    def __len__(self) -> int:
        return len(self._told_first())

    @property
    def size(self) -> int:
        """How many play."""
        return int(self._told_first().shape[1])

    def _told_first(self) -> NDArray[np.generic]:
        told: NDArray[np.generic] = getattr(self, self.of_players[0].name)
        return told

    @property
    def first(self) -> NDArray[np.int64]:
        """(rounds,): who began; that goes round, as in a game."""
        return np.arange(self.begin, self.begin + len(self)) % self.size

    @property
    def seat(self) -> NDArray[np.int64]:
        """(rounds, players): how far clockwise from who began; 0 began."""
        return (np.arange(self.size) - self.first[:, np.newaxis]) % self.size

    @classmethod
    def made(cls, values: Mapping[str, object]) -> Self:
        """Return the rows that have these values in their fields."""
        make: Callable[..., Self] = cls
        return make(**values)

    @classmethod
    def blank(cls, rounds: int, players: int) -> dict[str, NDArray[np.generic]]:
        """Return the arrays of all columns, of rounds that have not been played yet."""
        whole = {c.name: np.full((rounds, players), c.blank, c.kind) for c in cls.of_players}
        return whole | {c.name: np.full(rounds, c.blank, c.kind) for c in cls.of_rounds}

    @classmethod
    def array_names(cls) -> tuple[str, ...]:
        """Return the names of the arrays."""
        return tuple(field.name for field in fields(cls) if field.name not in cls.of_table)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Return parts that follow each other as one."""
        of_table = {name: getattr(parts[0], name) for name in cls.of_table}
        arrays = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in cls.array_names()
        }
        return cls.made({**of_table, **arrays})

    def equals(self, other: Self) -> bool:
        """Return whether both say the same of the same rounds."""
        return all(getattr(self, name) == getattr(other, name) for name in self.of_table) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self.array_names()
        )


def in_words(codes: NDArray[np.integer], words: Sequence[str]) -> pd.Categorical[str]:
    """Return a column of places in some words as these words."""
    import pandas as pd

    return pd.Categorical.from_codes(codes, categories=pd.Index(words))
