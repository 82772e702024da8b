"""Where on the domain a random unseen card may go, and what it brings: exactly, for a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from neuroanalysis.core.distribution import Distribution, Outcome
from neuroanalysis.core.intervals import number_text
from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete.analysis.cells import CellChances, best_of
from neuroanalysis.games.conquete.analysis.fits import NONE, Score
from neuroanalysis.games.conquete.pieces import KINDS
from neuroanalysis.games.conquete.position import Cards, Position
from neuroanalysis.games.conquete.position.domain import Cell
from neuroanalysis.games.conquete.position.grid import fits_grid, fits_ratio
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CellOutlook", "Outlook", "outlook"]


@dataclass(frozen=True)
class CellOutlook:
    """What is likely for one free cell of a domain.

    Parameters
    ----------
    cell
        Its row and column.
    chances
        What it accepts.
    """

    cell: Cell
    chances: CellChances

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON."""
        row, column = self.cell
        return {"row": row, "column": column, **self.chances.to_dict()}


@dataclass(frozen=True)
class Outlook:
    """What random unseen cards may do on a domain.

    Parameters
    ----------
    position
        The domain, and the hand that is seen with it.
    rows
        The free cells on which the shape allows a card, by row and column.
    """

    position: Position
    rows: tuple[CellOutlook, ...]

    @cached_property
    def scores(self) -> Distribution:
        """What an unseen card brings on its best cell, or ``"none"``: how many cards do."""
        counts: Counter[Outcome] = Counter()
        for score, number in zip(self._best, self.position.unseen.tolist(), strict=True):
            counts[score] += number
        return Distribution.from_counts(counts)

    @cached_property
    def _best(self) -> tuple[Score, ...]:
        best: list[Score] = [NONE] * KINDS
        for row in self.rows:
            for vp, kinds in row.chances.kinds.items():
                for kind in kinds:
                    so_far = best[kind]
                    best[kind] = vp if so_far == NONE else max(vp, so_far)
        return tuple(best)

    @property
    def unseen(self) -> int:
        """How many cards are unseen."""
        return self.scores.total

    @property
    def fitting(self) -> int:
        """How many unseen cards may go anywhere."""
        return self.unseen - self.scores.counts.get(NONE, 0)

    @property
    def chance(self) -> Fraction:
        """The chance that a random unseen card may go anywhere."""
        return Fraction(self.fitting, self.unseen)

    def holding(self, cards: int) -> Fraction:
        """Return the chance that so many random unseen cards hold one that may go anywhere.

        Raises
        ------
        InputError
            For a number of cards below 1 or above what is unseen.
        """
        return 1 - self.best_of(cards).probability(NONE)

    def best_of(self, cards: int) -> Distribution:
        """Return what the best placement of so many random unseen cards brings, or ``"none"``.

        Raises
        ------
        InputError
            For a number of cards below 1 or above what is unseen.
        """
        return best_of(self.scores, cards)

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            **self.position.to_dict(),
            "unseen": self.unseen,
            "fitting": self.fitting,
            "chance": float(self.chance),
            "scores": self.scores.to_dict()["counts"],
            "cells": [row.to_dict() for row in self.rows],
        }

    def table(self, cards: int = 1) -> pd.DataFrame:
        """Return a table, a row for each free cell.

        Parameters
        ----------
        cards
            How many random unseen cards a hand has, for the last column.

        Returns
        -------
        pandas.DataFrame
            ``row``, ``column``; ``touches`` (cards); ``kinds`` and ``cards`` that may go there;
            ``probability`` that a random unseen card may; ``expected_vp`` of one; ``holding``: the
            chance that a hand has one that may.
        """
        import pandas as pd

        columns = [
            "row",
            "column",
            "touches",
            "kinds",
            "cards",
            "probability",
            "expected_vp",
            "holding",
        ]
        rows = [
            (
                *row.cell,
                len(row.chances.neighbours),
                sum(map(len, row.chances.kinds.values())),
                row.chances.fitting,
                float(row.chances.chance),
                float(row.chances.expected_vp),
                float(row.chances.holding(cards)),
            )
            for row in self.rows
        ]
        return pd.DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        """Say it in the language in force."""
        return text(
            "conquete.chances.domain",
            cells=len(self.rows),
            open=sum(row.chances.fitting > 0 for row in self.rows),
            fitting=self.fitting,
            unseen=self.unseen,
            chance=number_text(100 * self.chance),
        )


def outlook(hand: Cards | Position) -> Outlook:
    """Return where random unseen cards may go, and what they bring (clause 8.5).

    Parameters
    ----------
    hand
        A position, as it is or as text. Its domain and its hand are seen; all other cards are
        unseen, wherever they are.

    Raises
    ------
    InputError
        When no card is unseen.

    Examples
    --------
    >>> found = outlook("domain 0,0 2eb ; 0,1 2ev ; 1,0 2cb | hand 1cn")
    >>> found.table(cards=13)
       row  column  touches  kinds  cards  probability  expected_vp   holding
    0   -1       0        1      7     11         0.22         0.00  0.977111
    1   -1       1        1      7     12         0.24         0.00  0.984741
    2    0      -1        1      7     11         0.22         0.00  0.977111
    3    0       2        1      7     12         0.24         0.00  0.984741
    4    1      -1        1      7     12         0.24         0.00  0.984741
    5    1       1        2      2      3         0.06         0.06  0.603571
    6    2       0        1      7     12         0.24         0.00  0.984741
    >>> found.chance, found.scores.counts
    (Fraction(1, 2), mappingproxy({'none': 25, 0: 22, 1: 3}))
    """
    position = Position.of(hand)
    if not position.unseen.sum():
        raise InputError("conquete.chances.none_unseen")
    return Outlook(position, tuple(_cells(position)))


def _cells(position: Position) -> Iterator[CellOutlook]:
    domain, rules = position.domain, position.rules
    seen = Counter(dict(enumerate((domain.counts + position.counts).tolist())))
    top, bottom, left, right = domain.box
    for row, column in domain.free_cells():
        rows = max(bottom, row) - min(top, row) + 1
        columns = max(right, column) - min(left, column) + 1
        if not fits_ratio(rows, columns, rules):
            continue
        if not fits_grid(rows, columns, position.enlarged, rules):
            continue
        neighbours = tuple(card.kind for card in domain.touching((row, column)))
        others = tuple((seen - Counter(neighbours)).elements())
        yield CellOutlook((row, column), CellChances(neighbours, others, rules))
