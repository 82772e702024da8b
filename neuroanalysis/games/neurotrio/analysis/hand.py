"""Questions about one hand on its way: which cards help, and which card to discard.

Everything here is exact: it looks at each kind that may be drawn, or each card that may go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.errors import CardError
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.games.neurotrio.position import Cards, Position
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.scoring import distance_many, evaluate_many
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Discard", "Discards", "UsefulCard", "discards", "useful_cards"]


@dataclass(frozen=True)
class UsefulCard:
    """A kind that brings the hand nearer to a finishing hand, and how many copies are unseen."""

    kind: int
    copies: int

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"card": PIECES.codes[self.kind], "copies": self.copies}


@dataclass(frozen=True)
class Discard:
    """A card that may be discarded, and the hand left without it.

    Parameters
    ----------
    kind
        The card.
    distance
        Of the hand left.
    useful
        The cards useful to the hand left.
    points
        The best value of the hand left, without finishing.
    """

    kind: int
    distance: int
    useful: tuple[UsefulCard, ...]
    points: int

    @property
    def copies(self) -> int:
        """Unseen copies of all useful cards."""
        return sum(card.copies for card in self.useful)

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What discards are ordered by: distance, useful copies, points, then the card."""
        return (self.distance, -self.copies, -self.points, self.kind)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "card": PIECES.codes[self.kind],
            "distance": self.distance,
            "useful": [card.to_dict() for card in self.useful],
            "useful_copies": self.copies,
            "points": self.points,
        }


@dataclass(frozen=True)
class Discards:
    """All discards of a position, best first.

    The order: least distance of the hand left; of equals, most unseen copies of useful cards; of
    equals, most points kept; then the order of the cards.
    """

    position: Position
    rows: tuple[Discard, ...]

    @property
    def best(self) -> Discard:
        """The first row."""
        return self.rows[0]

    @cached_property
    def reason(self) -> str:
        """Which number put the first row first: ``"distance"``, ``"copies"``, ``"points"``,
        ``"order"`` (equal in all three), or ``"only"`` where there is no other.
        """
        if len(self.rows) == 1:
            return "only"
        best, second = (row.rank for row in self.rows[:2])
        for name, mine, other in zip(("distance", "copies", "points"), best, second, strict=False):
            if mine != other:
                return name
        return "order"

    def why(self) -> str:
        """Say why the first is first, with the numbers that decided, in the language in force."""
        best = self.best
        second = self.rows[min(1, len(self.rows) - 1)]
        level = sum(row.distance == best.distance for row in self.rows) - 1
        return text(
            f"neurotrio.discards.why.{self.reason}",
            card=PIECES.codes[best.kind],
            second=PIECES.codes[second.kind],
            distance=best.distance,
            second_distance=second.distance,
            copies=best.copies,
            second_copies=second.copies,
            points=best.points,
            second_points=second.points,
            level=level,
        )

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "discards": [row.to_dict() for row in self.rows],
            "reason": self.reason,
            "why": self.why(),
        }

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, best first: ``card``, ``distance``, ``useful_kinds``,
        ``useful_copies``, ``useful`` (codes with copies) and ``points``.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "card": PIECES.codes[row.kind],
                    "distance": row.distance,
                    "useful_kinds": len(row.useful),
                    "useful_copies": row.copies,
                    "useful": " ".join(
                        f"{PIECES.codes[card.kind]}*{card.copies}" for card in row.useful
                    ),
                    "points": row.points,
                }
                for row in self.rows
            ]
        )


def useful_cards(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    seen: Cards = "",
) -> tuple[UsefulCard, ...]:
    """Return the kinds of which one more card lessens the distance, with the copies left to draw.

    Kinds of which every copy is held, laid or seen are left out.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> hand = "1cn 1cv 1cb 2en 2en 2en 3rb 3rv 3rn 1eb 2eb 2rv 2rv"
    >>> [(PIECES.codes[card.kind], card.copies) for card in useful_cards(hand)]
    [('1eb', 3), ('2eb', 3), ('3eb', 4)]
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    return _useful(position, position.counts[np.newaxis])[0]


def discards(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
) -> Discards:
    """Return what each discard leaves: distance, useful cards and copies, points; best first.

    A panged card is never offered; another copy of its kind may be.

    Parameters
    ----------
    hand, rules, laid, kept, seen
        See `Position.of`; the hand holds a card more than between turns (14, or three fewer for
        each laid carré).

    Raises
    ------
    CardError
        For another number of cards, or when all cards are kept.

    Examples
    --------
    >>> table = discards("1cn 1cv 1cb 2en 2en 2en 3rb 3rv 3rn 1eb 2eb 2rv 2rv 3cn")
    >>> PIECES.codes[table.best.kind], table.best.distance, table.best.copies
    ('3cn', 1, 10)
    """
    position = Position.of(hand, rules=rules, laid=laid, kept=kept, seen=seen)
    if not position.to_discard:
        wanted = position.rules.finish_size - 3 * sum(position.laid)
        raise CardError(
            "card.few",
            n=sum(position.hand),
            question=text("neurotrio.question.discard"),
            accepted=wanted,
        )
    kinds = [kind for kind in range(KINDS) if position.hand[kind] > position.kept[kind]]
    if not kinds:
        raise CardError("card.all_kept")
    left = np.repeat(position.counts[np.newaxis], len(kinds), axis=0)
    left[np.arange(len(kinds)), kinds] -= 1
    on_table = position.laid_counts
    distances = distance_many(left, rules=position.rules, laid=on_table)
    points = evaluate_many(left, rules=position.rules, laid=on_table)
    rows = [
        Discard(kind, int(distances[row]), useful, int(points[row]))
        for row, (kind, useful) in enumerate(zip(kinds, _useful(position, left), strict=True))
    ]
    return Discards(position, tuple(sorted(rows, key=lambda row: row.rank)))


def _useful(position: Position, hands: NDArray[np.uint8]) -> Sequence[tuple[UsefulCard, ...]]:
    """Return the useful cards of several hands of one position's player."""
    rules, on_table = position.rules, position.laid_counts
    unseen = position.unseen
    before = distance_many(hands, rules=rules, laid=on_table)
    kinds = [kind for kind in range(KINDS) if unseen[kind] > 0]
    drawn = np.repeat(hands, len(kinds), axis=0)
    drawn[np.arange(len(drawn)), np.tile(kinds, len(hands))] += 1
    after = distance_many(drawn, rules=rules, laid=on_table).reshape(len(hands), len(kinds))
    return [
        tuple(
            UsefulCard(kind, unseen[kind])
            for column, kind in enumerate(kinds)
            if after[row, column] < before[row]
        )
        for row in range(len(hands))
    ]
