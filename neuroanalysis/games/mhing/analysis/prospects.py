"""What each useful card leads to: the credits and points of the hands that it completes: exact.

A useful card is one that brings a hand nearer to winning. If the hand wins with it, it is worth the
most that one can make of it; else the most that a winning hand can earn which is as near as it can
be then, of cards not seen yet. Besides stands which lines of credits the card brings nearer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing._kernels.layout import HONOURS, RANKS, SUITS, WINDS
from neuroanalysis.games.mhing._kernels.unmatched import CARDS, SPACED
from neuroanalysis.games.mhing.analysis.hand import UsefulCard, useful_cards
from neuroanalysis.games.mhing.analysis.near import nearest
from neuroanalysis.games.mhing.analysis.reach import Reach, ReachedLine, reaches
from neuroanalysis.games.mhing.pieces import JOKER
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring.tables import laid_groups
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MOST_MISSING", "Prospect", "Prospects", "useful_credits"]

MOST_MISSING: Final = 8
"""So many jokers and missing cards together are looked through; with more, lines alone are told."""
_NONE: Final = -1
_NEAR: Final = 1


@dataclass(frozen=True)
class Prospect:
    """A useful card, and what it leads to.

    Parameters
    ----------
    card
        The card, with its unseen copies.
    distance
        The fewest further cards to a winning hand once it is there; 0: the hand wins.
    credits, points
        The most that a winning hand earns that lacks no more than that, flowers laid included;
        None where no such hand can be made of the cards not seen, or more is missing than is looked
        through. Of a hand that would earn less than the credits asked the points are 0.
    nearer
        The lines of credits that the card brings nearer, with their distances once it is there:
        those one card further than the nearest winning hand at most, flowers apart.
    enough
        Whether the credits, where they are known, are as many as the rules ask to go out.
    """

    card: UsefulCard
    distance: int
    credits: int | None
    points: int | None
    nearer: tuple[ReachedLine, ...]
    enough: bool = True

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return self.card.to_dict() | {
            "distance": self.distance,
            "credits": self.credits,
            "points": self.points,
            "nearer": [line.to_dict() for line in self.nearer],
        }

    def __str__(self) -> str:
        """Say it in one line, in the language in force."""
        key = "unknown" if self.credits is None else "further" if self.distance else "wins"
        said = text(
            f"mhing.hand.prospect.{key}",
            card=self.card.code,
            copies=self.card.copies,
            distance=self.distance,
            credits=str(self.credits),
            points=str(self.points),
        )
        if not self.nearer:
            return said
        lines = ", ".join(f"{line.name} ({line.distance})" for line in self.nearer)
        return f"{said} {text('mhing.hand.prospect.nearer', lines=lines)}"


@dataclass(frozen=True)
class Prospects:
    """All useful cards: the nearest first; of equals those with most credits, then most copies."""

    position: Position
    rows: tuple[Prospect, ...]

    def __iter__(self) -> Iterator[Prospect]:
        """Go through the cards."""
        return iter(self.rows)

    @property
    def copies(self) -> int:
        """Unseen copies of all useful cards."""
        return sum(row.card.copies for row in self.rows)

    def card(self, code: str) -> Prospect:
        """Return what a card leads to, by its code."""
        return next(row for row in self.rows if row.card.code == code)

    def __str__(self) -> str:
        """Say them, a line each."""
        return "\n".join(map(str, self.rows))

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"useful": [row.to_dict() for row in self.rows]}

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table: ``card``, ``copies``, ``distance``, ``credits`` and ``points``
        (missing: not known), ``nearer`` (codes of lines with their distances).
        """
        import pandas as pd

        names = ["card", "copies", "distance", "credits", "points", "nearer"]
        rows = [
            row.to_dict()
            | {"nearer": " ".join(f"{line.code}:{line.distance}" for line in row.nearer)}
            for row in self.rows
        ]
        return pd.DataFrame(rows, columns=names).astype({"credits": "Int64", "points": "Int64"})


def useful_credits(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> Prospects:
    """Return for each useful card its unseen copies, and the credits that it leads to.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`. Of a hand after a discard, the card discarded is among those seen.

    Returns
    -------
    Prospects
        The cards that `useful_cards` names.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> table = useful_credits("123456789m 22p 23p", seen="4p*3")
    >>> [(row.card.code, row.card.copies, row.credits, row.points) for row in table]
    [('J', 6, 7, 32), ('1p', 4, 7, 32), ('4p', 1, 6, 32), ('3p', 3, 4, 16)]
    >>> print(useful_credits("123456m 23789p 11z", seen="1111p").card("4p"))
    4p (4 left): wins with 1 credit, 2 points. Nearer: runs only (0).
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    cards = useful_cards(position)
    hands = np.repeat(position.counts[np.newaxis], len(cards) + 1, axis=0)
    for row, card in enumerate(cards):
        hands[row, card.kind] += 1
    # The hand as it is comes last, for the lines that are to be nearer.
    *then, now = reaches(hands, position)
    before = {line.code: line.distance for line in now}
    rows = [
        _prospect(card, hands[row], int(far), reach, before, position)
        for row, (card, far, reach) in enumerate(
            zip(cards, nearest(hands[:-1], position), then, strict=True)
        )
    ]
    rows.sort(
        key=lambda row: (
            row.distance,
            -(_NONE if row.credits is None else row.credits),
            -row.card.copies,
            row.card.kind,
        )
    )
    return Prospects(position, tuple(rows))


def _prospect(
    card: UsefulCard,
    hand: NDArray[np.uint8],
    distance: int,
    reach: Reach,
    before: dict[str, int | None],
    position: Position,
) -> Prospect:
    rules = position.rules
    unseen = list(position.unseen)
    unseen[card.kind] -= 1
    earned = _NONE
    if distance + int(hand[JOKER]) <= MOST_MISSING:
        earned = max(
            _combined(hand, unseen, distance, position),
            _unmatched(hand.tolist(), unseen, distance, position),
        )
    nearer = tuple(
        line
        for line in reach
        if line.distance is not None
        and line.code != "flowers"
        and line.distance <= distance + _NEAR
        and ((far := before[line.code]) is None or line.distance < far)
    )
    if earned == _NONE:
        return Prospect(card, distance, None, None, nearer)
    earned += rules.flowers * position.flowers
    enough = earned >= rules.min_credits
    return Prospect(card, distance, earned, rules.points(earned) if enough else 0, nearer, enough)


def _combined(hand: NDArray[np.uint8], unseen: list[int], further: int, position: Position) -> int:
    """Return the most credits of combinations and a pair with so many further cards."""
    from neuroanalysis.games.mhing._kernels.readings import workspace
    from neuroanalysis.games.mhing._kernels.within import most_within

    limits = hand + np.array(unseen, dtype=np.uint8)
    return int(
        most_within(
            hand,
            limits,
            int(hand[JOKER]),
            further,
            laid_groups(position),
            position.rules.to_arrays(),
            workspace(),
        )
    )


def _unmatched(hand: list[int], unseen: list[int], further: int, position: Position) -> int:
    """Return the most credits of a hand in which nothing matches with so many further cards.

    Of a choice of kinds in each suit only its size counts, how many of them are held, and how many
    can only be jokers, for none is unseen.
    """
    rules = position.rules
    if position.laid:
        return _NONE
    jokers = hand[JOKER] if rules.joker_in_nothing_matches else 0
    choices = []
    for suit in range(SUITS):
        kinds = [[RANKS * suit + rank for rank in ranks] for ranks in SPACED]
        choices.append({_counted(chosen, hand, unseen) for chosen in kinds})
    honours = [*range(WINDS, WINDS + HONOURS)]
    # Those held first, then those that may come, then those that only jokers can be.
    honours.sort(key=lambda kind: (not hand[kind], not unseen[kind]))
    best = _NONE
    for parts in product(*choices):
        size = sum(part[0] for part in parts)
        if not 0 <= CARDS - size <= HONOURS:
            continue
        added = _counted(honours[: CARDS - size], hand, unseen)
        kept, only = (sum(part[n] for part in (*parts, added)) for n in (1, 2))
        if only <= jokers and CARDS - kept <= jokers + further:
            whole = added[0] == HONOURS
            worth = rules.nothing_matches_with_honours if whole else rules.nothing_matches
            best = max(best, worth)
    return best


def _counted(kinds: list[int], hand: list[int], unseen: list[int]) -> tuple[int, int, int]:
    """Return how many kinds these are, how many are held, and how many only jokers can be."""
    held = sum(hand[kind] > 0 for kind in kinds)
    gone = sum(not hand[kind] and not unseen[kind] for kind in kinds)
    return len(kinds), held, gone
