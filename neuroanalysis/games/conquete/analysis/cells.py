"""What an empty cell accepts: which kinds, for how many victory points, and how likely that is.

``cell_chances`` tells of one cell between given cards; ``cell_table`` of all cells between so many
cards, one row for each way that is the same up to symmetry (see ``orbits``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.distribution import Distribution, Outcome, outcome_text
from neuroanalysis.core.intervals import number_text
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.conquete._kernels.layout import SIDES
from neuroanalysis.games.conquete.analysis.fits import (
    NONE,
    CardList,
    fitting_by_score,
    kinds_in,
    kinds_of,
    scores_of_kinds,
    values,
)
from neuroanalysis.games.conquete.analysis.orbits import orbits
from neuroanalysis.games.conquete.pieces import KINDS, PIECES
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CellChances",
    "CellClass",
    "CellTable",
    "best_of",
    "cell_chances",
    "cell_table",
    "holding",
    "unseen_cards",
]


def unseen_cards(seen: Iterable[int], rules: Rules) -> tuple[int, ...]:
    """Return how many cards of each kind are left besides those seen.

    Raises
    ------
    CardError
        For a kind that is not there, or a copy too many.

    Examples
    --------
    >>> unseen_cards((0, 0, 1), Rules())[:3]
    (0, 1, 2)
    """
    held = [0] * KINDS
    for kind in seen:
        if not 0 <= kind < KINDS:
            raise CardError("conquete.chances.kind", kind=kind, most=KINDS - 1)
        held[kind] += 1
    PIECES.check_copies(held, rules.copies)
    return tuple(rules.copies - number for number in held)


def holding(fitting: int, unseen: int, cards: int) -> Fraction:
    """Return the chance that so many random cards of the unseen ones hold one that fits.

    Examples
    --------
    >>> holding(13, 53, 1)
    Fraction(13, 53)
    """
    if not 0 <= cards <= unseen:
        raise InputError("input.limit", name="cards", value=cards, low=0, high=unseen)
    return 1 - Fraction(comb(unseen - fitting, cards), comb(unseen, cards))


def best_of(scores: Distribution, cards: int) -> Distribution:
    """Return what the best of so many random cards brings.

    Parameters
    ----------
    scores
        What one card does: all cards by what they bring, or ``"none"``.
    cards
        How many are taken of them, at least one.

    Returns
    -------
    Distribution
        All sets of so many cards.
    """
    if not 1 <= cards <= scores.total:
        raise InputError("input.limit", name="cards", value=cards, low=1, high=scores.total)
    counts: dict[Outcome, int] = {}
    below = 0
    # In order: "none" lies below all numbers.
    for outcome, number in scores.counts.items():
        counts[outcome] = comb(below + number, cards) - comb(below, cards)
        below += number
    return Distribution(counts, comb(scores.total, cards))


def _worth(outcome: Outcome) -> int:
    return outcome if isinstance(outcome, int) else 0


@dataclass(frozen=True)
class CellChances:
    """What an empty cell accepts, and how likely a random unseen card is to go there.

    Parameters
    ----------
    neighbours
        The kinds of the cards that it touches.
    seen
        The kinds of further cards that are seen.
    rules
        The rule set.
    """

    neighbours: tuple[int, ...]
    seen: tuple[int, ...] = ()
    rules: Rules = field(default_factory=Rules)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """How many cards of each kind are unseen."""
        return unseen_cards((*self.neighbours, *self.seen), self.rules)

    @cached_property
    def kinds(self) -> Mapping[int, tuple[int, ...]]:
        """The kinds that may go there by what they bring, whether or not a card of them is left."""
        by_score = fitting_by_score(self.neighbours, self.rules)
        return {vp: tuple(kinds_in(kinds)) for vp, kinds in by_score.items() if kinds}

    @cached_property
    def scores(self) -> Distribution:
        """What an unseen card brings there, or ``"none"``: how many cards do."""
        counts: Counter[Outcome] = Counter()
        for score, number in zip(
            scores_of_kinds(self.neighbours, self.rules), self.unseen, strict=True
        ):
            counts[score] += number
        return Distribution.from_counts(counts)

    @property
    def fitting(self) -> int:
        """How many unseen cards may go there."""
        return self.scores.total - self.scores.counts.get(NONE, 0)

    @property
    def chance(self) -> Fraction:
        """The chance that a random unseen card may go there."""
        return Fraction(self.fitting, self.scores.total)

    @property
    def expected_vp(self) -> Fraction:
        """What a random unseen card brings on average, one that may not go there bringing 0."""
        return self.scores.map(_worth).mean()

    def holding(self, cards: int) -> Fraction:
        """Return the chance that so many random unseen cards hold one that may go there.

        Raises
        ------
        InputError
            For a number of cards below 0 or above what is unseen.
        """
        return holding(self.fitting, self.scores.total, cards)

    def best_of(self, cards: int) -> Distribution:
        """Return what the best of so many random unseen cards brings there, or ``"none"``.

        Raises
        ------
        InputError
            For a number of cards below 1 or above what is unseen.
        """
        return best_of(self.scores, cards)

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            "neighbours": [PIECES.codes[kind] for kind in self.neighbours],
            "kinds": {
                str(vp): [PIECES.codes[kind] for kind in kinds] for vp, kinds in self.kinds.items()
            },
            "unseen": self.scores.total,
            "fitting": self.fitting,
            "scores": self.scores.to_dict()["counts"],
            "chance": float(self.chance),
            "expected_vp": float(self.expected_vp),
        }

    def table(self) -> pd.DataFrame:
        """Return a table, a row for each value.

        Returns
        -------
        pandas.DataFrame
            ``vp``; ``kinds`` (their codes); ``cards`` (unseen); ``probability``.
        """
        import pandas as pd

        rows = [
            (
                vp,
                _codes(kinds),
                self.scores.counts.get(vp, 0),
                float(self.scores.probability(vp)),
            )
            for vp, kinds in self.kinds.items()
        ]
        return pd.DataFrame(rows, columns=["vp", "kinds", "cards", "probability"])

    def __str__(self) -> str:
        """Say it in the language in force."""
        lines = [
            text(
                "conquete.chances.cell",
                neighbours=_codes(self.neighbours),
                fitting=self.fitting,
                unseen=self.scores.total,
                chance=number_text(100 * self.chance),
                vp=number_text(self.expected_vp),
            )
        ]
        lines += [
            text("conquete.chances.brings", vp=vp, kinds=_codes(kinds))
            for vp, kinds in self.kinds.items()
        ]
        return "\n".join(lines)


def _codes(kinds: Iterable[int]) -> str:
    return " ".join(PIECES.codes[kind] for kind in kinds)


def cell_chances(
    neighbours: CardList, rules: Rules | None = None, seen: CardList = ()
) -> CellChances:
    """Return what an empty cell between given cards accepts, and how likely (clause 8.1).

    Parameters
    ----------
    neighbours
        The one to four cards that it touches.
    rules
        The default rules if None.
    seen
        Further cards that are seen, as in hand or elsewhere in the domain.

    Raises
    ------
    CardError
        For an unknown card, or a copy too many.
    InputError
        For another number of neighbours, or when no card is unseen.

    Examples
    --------
    The corner between two cards that share one attribute takes two kinds:

    >>> corner = cell_chances("2ev 2cb")
    >>> corner.table()
       vp    kinds  cards  probability
    0   1  2cv 2eb      4     0.076923
    >>> corner.chance, corner.holding(13)
    (Fraction(1, 13), Fraction(14498, 20825))
    """
    found = CellChances(kinds_of(neighbours), kinds_of(seen), Rules.or_default(rules))
    _check_sides(len(found.neighbours))
    if not sum(found.unseen):
        raise InputError("conquete.chances.none_unseen")
    return found


def _check_sides(neighbours: int) -> None:
    if not 1 <= neighbours <= SIDES:
        raise InputError("input.limit", name="neighbours", value=neighbours, low=1, high=SIDES)


@dataclass(frozen=True)
class CellClass:
    """All ways to lay cards round a cell that are the same up to symmetry.

    Parameters
    ----------
    neighbours
        The kinds of one of them.
    multisets
        How many multisets of kinds there are.
    sequences
        How many ways to give each side a kind.
    deals
        How many sets of cards, of two alike each being one.
    chances
        What the cell of the example accepts when nothing else is seen.
    """

    neighbours: tuple[int, ...]
    multisets: int
    sequences: int
    deals: int
    chances: CellChances

    @property
    def kinds(self) -> int:
        """How many kinds may go there."""
        return sum(map(len, self.chances.kinds.values()))


@dataclass(frozen=True)
class CellTable:
    """What cells between so many cards accept: a row for each orbit of their cards.

    Parameters
    ----------
    neighbours
        How many cards the cell touches.
    rules
        The rule set.
    classes
        The rows, in the order of their examples.
    """

    neighbours: int
    rules: Rules
    classes: tuple[CellClass, ...]

    @property
    def multisets(self) -> int:
        """All multisets of kinds round the cell."""
        return sum(row.multisets for row in self.classes)

    @property
    def deals(self) -> int:
        """All sets of cards round the cell."""
        return sum(row.deals for row in self.classes)

    @property
    def closed(self) -> tuple[CellClass, ...]:
        """The rows of cells to which no card may go."""
        return tuple(row for row in self.classes if row.chances.fitting == 0)

    @cached_property
    def scores(self) -> Distribution:
        """What a random card brings on a random such cell, or ``"none"``: all deals of both."""
        counts: Counter[Outcome] = Counter()
        for row in self.classes:
            for score, number in row.chances.scores.counts.items():
                counts[score] += row.deals * number
        return Distribution.from_counts(counts)

    @cached_property
    def kinds(self) -> Distribution:
        """How many kinds may go to a random such cell: all deals of its neighbours."""
        counts: Counter[Outcome] = Counter()
        for row in self.classes:
            counts[row.kinds] += row.deals
        return Distribution.from_counts(counts)

    @cached_property
    def cards(self) -> Distribution:
        """How many cards may go to a random such cell: all deals of its neighbours."""
        counts: Counter[Outcome] = Counter()
        for row in self.classes:
            counts[row.chances.fitting] += row.deals
        return Distribution.from_counts(counts)

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON."""
        return {
            "neighbours": self.neighbours,
            "multisets": self.multisets,
            "deals": self.deals,
            "closed_multisets": sum(row.multisets for row in self.closed),
            "closed_deals": sum(row.deals for row in self.closed),
            "classes": [
                {
                    "multisets": row.multisets,
                    "sequences": row.sequences,
                    "deals": row.deals,
                    **row.chances.to_dict(),
                }
                for row in self.classes
            ],
        }

    def table(self) -> pd.DataFrame:
        """Return a table, a row for each orbit.

        Returns
        -------
        pandas.DataFrame
            ``neighbours`` (one example); ``multisets``, ``sequences``, ``deals``; ``vp_X`` for each
            value X, kinds that bring it; ``kinds``, ``cards`` that may go there; ``probability``
            that a random unseen card may; ``expected_vp``.
        """
        import pandas as pd

        columns = [
            "neighbours",
            "multisets",
            "sequences",
            "deals",
            *(f"vp_{outcome_text(vp)}" for vp in self._values),
            "kinds",
            "cards",
            "probability",
            "expected_vp",
        ]
        rows = [
            (
                _codes(row.neighbours),
                row.multisets,
                row.sequences,
                row.deals,
                *(len(row.chances.kinds.get(vp, ())) for vp in self._values),
                row.kinds,
                row.chances.fitting,
                float(row.chances.chance),
                float(row.chances.expected_vp),
            )
            for row in self.classes
        ]
        return pd.DataFrame(rows, columns=columns)

    @property
    def _values(self) -> Sequence[int]:
        found = {vp for row in self.classes for vp in row.chances.kinds}
        return [vp for vp in values(self.rules) if vp in found]

    def __str__(self) -> str:
        """Say it in the language in force: how many there are; what a random card does there."""
        closed = sum(row.multisets for row in self.closed)
        chance = 1 - self.scores.probability(NONE)
        counts = text(
            "conquete.chances.cells",
            neighbours=self.neighbours,
            multisets=number_text(self.multisets),
            classes=number_text(len(self.classes)),
            closed=number_text(closed),
            share=number_text(100 * self.cards.probability(0)),
        )
        random = text(
            "conquete.chances.random_cell",
            chance=number_text(100 * chance),
            vp=number_text(self.scores.map(_worth).mean()),
        )
        return f"{counts}\n{random}"


@lru_cache(maxsize=32)
def _table(neighbours: int, rules: Rules) -> CellTable:
    rows = []
    for kinds, size in orbits(neighbours, rules.copies):
        alike = Counter(kinds).values()
        rows.append(
            CellClass(
                neighbours=kinds,
                multisets=size,
                sequences=size * factorial(neighbours) // prod(map(factorial, alike)),
                deals=size * prod(comb(rules.copies, number) for number in alike),
                chances=CellChances(kinds, (), rules),
            )
        )
    return CellTable(neighbours, rules, tuple(rows))


@checked
def cell_table(neighbours: int, rules: Rules | None = None) -> CellTable:
    """Return what cells between so many cards accept, for all cards up to symmetry (clause 8.2).

    Parameters
    ----------
    neighbours
        How many cards the cell touches, 1 to 4.
    rules
        The default rules if None.

    Raises
    ------
    InputError
        For another number of neighbours.

    Examples
    --------
    >>> corners = cell_table(2)
    >>> corners.table()[["neighbours", "multisets", "deals", "kinds", "cards"]]
      neighbours  multisets  deals  kinds  cards
    0    1cn 1cn         27     27      7     12
    1    1cn 1cv         81    324      3      4
    2    1cn 1ev        162    648      2      4
    3    1cn 2ev        108    432      0      0
    >>> corners.cards.probability(0)
    Fraction(16, 53)
    """
    _check_sides(neighbours)
    return _table(neighbours, Rules.or_default(rules))
