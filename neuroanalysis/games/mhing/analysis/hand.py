"""How far a hand is from winning, which cards help, and which to discard. Everything is exact."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.errors import CardError
from neuroanalysis.games.mhing.analysis.near import FAR, nearest, ways
from neuroanalysis.games.mhing.analysis.reach import Reach, reaches
from neuroanalysis.games.mhing.pieces import FLOWER, PIECES, kind_name
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Discard",
    "Discards",
    "Distances",
    "UsefulCard",
    "check_to_discard",
    "discards",
    "distances",
    "useful_cards",
]

_NEAR: Final = 1
# A discard's credits in reach are those of lines this much further than the nearest hand at most.


@dataclass(frozen=True)
class UsefulCard:
    """A kind of card of which the next one brings a hand nearer, and how many are unseen."""

    kind: int
    copies: int

    @property
    def code(self) -> str:
        """The code of the card."""
        return PIECES.codes[self.kind]

    @property
    def name(self) -> str:
        """What a person calls it, in the language in force."""
        return kind_name(self.kind)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"card": self.code, "copies": self.copies}


@dataclass(frozen=True)
class Distances:
    """The fewest further cards of a hand to each sort of winning hand; None where it never can be.

    Parameters
    ----------
    combinations
        To four combinations and a pair.
    unmatched, unmatched_honours
        To a hand in which nothing matches, and to one with all honours besides.
    """

    combinations: int
    unmatched: int | None
    unmatched_honours: int | None

    @property
    def nearest(self) -> int:
        """To the nearest of them."""
        return min(self.combinations, FAR if self.unmatched is None else self.unmatched)

    def to_dict(self) -> dict[str, object]:
        """Return them as JSON holds them."""
        return asdict(self)

    def __str__(self) -> str:
        """Say them in one line, in the language in force."""
        said = {
            name: text("mhing.hand.never") if far is None else str(far)
            for name, far in asdict(self).items()
        }
        return text("mhing.hand.distances", **said)


@dataclass(frozen=True)
class Discard:
    """A card that may be discarded, and the hand left without it.

    Parameters
    ----------
    kind
        The card.
    distances
        Of the hand left.
    useful
        The cards that bring the hand left nearer to the nearest winning hand.
    reach
        For each line of credits how far the hand left is from showing it.
    """

    kind: int
    distances: Distances
    useful: tuple[UsefulCard, ...]
    reach: Reach

    @property
    def card(self) -> str:
        """The code of the card."""
        return PIECES.codes[self.kind]

    @property
    def distance(self) -> int:
        """From the hand left to the nearest winning hand."""
        return self.distances.nearest

    @property
    def copies(self) -> int:
        """Unseen copies of all useful cards."""
        return sum(card.copies for card in self.useful)

    @property
    def credits(self) -> int:
        """What all lines earn that are one card further than the nearest winning hand at most.

        Each line once, flowers apart; see `Reach.within`.
        """
        return self.reach.within(self.distance + _NEAR)

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What discards are ordered by: see `Discards`."""
        return (self.distance, -self.copies, -self.credits, self.kind)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "card": self.card,
            "distance": self.distance,
            "distances": self.distances.to_dict(),
            "useful": [card.to_dict() for card in self.useful],
            "useful_copies": self.copies,
            "credits_near": self.credits,
            "reach": self.reach.to_dict()["lines"],
        }


@dataclass(frozen=True)
class Discards:
    """All discards of a position, best first.

    The order: least distance of the hand left to the nearest winning hand; of equals, most unseen
    copies of useful cards; then most credits of lines one card further at most; then the order of
    the cards.
    """

    position: Position
    rows: tuple[Discard, ...]

    @property
    def best(self) -> Discard:
        """The first row."""
        return self.rows[0]

    @cached_property
    def reason(self) -> str:
        """Which number put the first row first: ``"distance"``, ``"copies"``, ``"credits"``,
        ``"order"`` (equal in all), or ``"only"`` where there is no other.
        """
        if len(self.rows) == 1:
            return "only"
        best, second = (row.rank for row in self.rows[:2])
        for name, mine, other in zip(("distance", "copies", "credits"), best, second, strict=False):
            if mine != other:
                return name
        return "order"

    def why(self) -> str:
        """Say why the first is first, with the numbers that decided, in the language in force."""
        best, second = self.best, self.rows[min(1, len(self.rows) - 1)]
        said: dict[str, object] = {"card": best.card, "second": second.card}
        for name in ("distance", "copies", "credits"):
            said[name] = getattr(best, name)
            said[f"second_{name}"] = getattr(second, name)
        return text(f"mhing.hand.why.{self.reason}", **said)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "discards": [row.to_dict() for row in self.rows],
            "reason": self.reason,
            "why": self.why(),
        }

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, best first: ``card``, ``distance``, the three distances, ``useful``
        (codes with copies), ``useful_copies``, ``credits_near``, and a column for each line of
        credits with its distance (missing: never).
        """
        import pandas as pd

        rows = []
        for row in self.rows:
            record = row.to_dict()
            record["useful"] = " ".join(f"{card.code}*{card.copies}" for card in row.useful)
            record |= row.distances.to_dict()
            del record["distances"], record["reach"]
            by_code = {line.code: line.distance for line in row.reach}
            rows.append(record | {code: by_code[code] for code in sorted(by_code)})
        return pd.DataFrame(rows)


def distances(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> Distances:
    """Return the fewest further cards of a hand to each sort of winning hand.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`; seen cards do not matter here.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> distances("147m 258p 36s 12345z")
    Distances(combinations=9, unmatched=1, unmatched_honours=2)
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    return _distances(ways(position.counts[np.newaxis], position)[0].tolist())


def _distances(far: list[int]) -> Distances:
    combined, *others = far
    either, whole = (None if n >= FAR else n for n in others)
    return Distances(combined, either, whole)


def useful_cards(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> tuple[UsefulCard, ...]:
    """Return the kinds of which one more brings a hand nearer to the nearest winning hand.

    Kinds of which no copy is unseen are left out. A joker is a card that may be drawn.

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
    >>> [(card.code, card.copies) for card in useful_cards("123456789m 11z 23p", seen="1p")]
    [('1p', 3), ('4p', 4), ('J', 6)]
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    return _useful(position.counts[np.newaxis], position)[0]


def _useful(hands: NDArray[np.uint8], position: Position) -> list[tuple[UsefulCard, ...]]:
    """Return the useful cards of hands, all with what a position leaves unseen."""
    kinds = [kind for kind in range(FLOWER) if position.unseen[kind]]
    now = nearest(hands, position)
    more = np.repeat(hands, len(kinds), axis=0)
    more[np.arange(len(more)), kinds * len(hands)] += 1
    then = nearest(more, position).reshape(len(hands), len(kinds))
    return [
        tuple(
            UsefulCard(kind, position.unseen[kind])
            for kind, far in zip(kinds, row, strict=True)
            if far < here
        )
        for here, row in zip(now.tolist(), then.tolist(), strict=True)
    ]


def discards(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> Discards:
    """Return what each discard leaves: distance, useful cards, credits in reach; best first.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`; 14 cards, those of laid combinations included, flowers apart.

    Raises
    ------
    CardError
        For another number of cards.
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> table = discards("123456789m 11z 235p")
    >>> table.best.card, table.best.distance, table.best.copies
    ('5p', 1, 14)
    >>> print(table.why())
    5p leaves 1 card to win, as 2p does, but with 14 useful cards unseen against 10.
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    check_to_discard(position)
    kinds = [kind for kind in range(FLOWER) if position.hand[kind]]
    left = np.repeat(position.counts[np.newaxis], len(kinds), axis=0)
    left[np.arange(len(kinds)), kinds] -= 1
    rows = [
        Discard(kind, _distances(far), useful, reach)
        for kind, far, useful, reach in zip(
            kinds,
            ways(left, position).tolist(),
            _useful(left, position),
            reaches(left, position),
            strict=True,
        )
    ]
    return Discards(position, tuple(sorted(rows, key=lambda row: row.rank)))


def check_to_discard(position: Position) -> None:
    """Raise CardError unless a position holds a card more than between turns."""
    if not position.to_discard:
        raise CardError(
            "card.few",
            n=position.cards,
            question=text("mhing.hand.question"),
            accepted=position.rules.hand_size + 1,
        )
