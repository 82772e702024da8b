"""What to aim for: the nearest finishing hands, for every total that can still be had.

Everything here is exact. What a finishing hand is, and which ones can be reached, is clause 4.6 of
the game's README.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.neurotrio.evaluation import Grouping
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.games.neurotrio.position import Cards, Position
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.scoring import distance, finishes_worth, goal_arrays
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Goal", "Goals", "MissingCard", "Target", "goals"]

_LIMIT: Final = 5
_MOST_LISTED: Final = 1000
# Places of the table of finishing hands at first; it grows where they do not suffice.
_PLACES: Final = 1 << 12


@dataclass(frozen=True)
class MissingCard:
    """A kind of which a hand lacks `number` cards; `copies` of it are unseen."""

    kind: int
    number: int
    copies: int

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"card": PIECES.codes[self.kind], "number": self.number, "copies": self.copies}


@dataclass(frozen=True)
class Target:
    """A finishing hand to aim for.

    Parameters
    ----------
    position
        Whose goal it is.
    cards
        27 counts: the finishing hand, laid carrés left out.
    points
        Its best total, the points for finishing included.
    ways
        How many choices of unseen copies there are for the cards that are missing.
    """

    position: Position
    cards: tuple[int, ...]
    points: int
    ways: int

    @property
    def used(self) -> tuple[int, ...]:
        """27 counts: the cards held that it uses; the others are to be discarded."""
        return tuple(map(min, self.cards, self.position.hand))

    @property
    def missing(self) -> tuple[MissingCard, ...]:
        """The cards to come, by kind, with the copies left of each."""
        held, unseen = self.position.hand, self.position.unseen
        return tuple(
            MissingCard(kind, self.cards[kind] - held[kind], unseen[kind])
            for kind in range(KINDS)
            if self.cards[kind] > held[kind]
        )

    @cached_property
    def finish_count(self) -> int:
        """How many of its finishing groupings have that total."""
        return finishes_worth(self._complete, self.points, 1)[1]

    @cached_property
    def grouping(self) -> Grouping:
        """A finishing grouping that has that total, all its points explained."""
        return finishes_worth(self._complete, self.points, 1)[0][0]

    @property
    def _complete(self) -> Position:
        return Position(hand=self.cards, laid=self.position.laid, rules=self.position.rules)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it, with a grouping that explains its points."""
        return {
            "cards": PIECES.format(self.cards),
            "points": self.points,
            "used": PIECES.format(self.used),
            "missing": [card.to_dict() for card in self.missing],
            "ways": self.ways,
            "grouping": self.grouping.to_dict(),
        }


@dataclass(frozen=True)
class Goal:
    """The nearest finishing hands worth at least a minimum.

    Parameters
    ----------
    minimum
        Points, those for finishing included.
    distance
        How many cards the nearest lack.
    targets
        The nearest, or the first of them: those first for which there are most ways to have the
        missing cards; of equals those worth most, then in the order of the cards.
    count
        How many nearest finishing hands there are.
    """

    minimum: int
    distance: int
    targets: tuple[Target, ...]
    count: int

    def __str__(self) -> str:
        """Say it in one line, with what the first of the nearest hands lacks."""
        first = self.targets[0]
        pairs = zip(first.cards, first.position.hand, strict=True)
        missing = PIECES.format([max(0, wanted - held) for wanted, held in pairs])
        return text(
            f"neurotrio.goal.{'far' if first.missing else 'there'}",
            minimum=self.minimum,
            distance=self.distance,
            count=self.count,
            missing=missing,
        )

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "minimum": self.minimum,
            "distance": self.distance,
            "count": self.count,
            "targets": [target.to_dict() for target in self.targets],
        }


@dataclass(frozen=True)
class Goals:
    """A goal for every total, from the least finishing value to the greatest that can be reached.

    `rows` is empty when no finishing hand can be had any more.
    """

    position: Position
    rows: tuple[Goal, ...]

    @property
    def greatest(self) -> int | None:
        """The greatest total that can be reached, or None."""
        return self.rows[-1].minimum if self.rows else None

    def worth(self, minimum: int) -> Goal | None:
        """Return the goal of at least so many points, or None where none can be reached."""
        return next((goal for goal in self.rows if goal.minimum >= minimum), None)

    def __str__(self) -> str:
        """Say it: a line for each total at which something changes."""
        lines = []
        for place, goal in enumerate(self.rows):
            following = self.rows[place + 1 : place + 2]
            if following and following[0].targets == goal.targets:
                continue  # the same hands are worth more
            lines.append(str(goal))
        return "\n".join(lines) or text("neurotrio.goal.none")

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"greatest": self.greatest, "goals": [goal.to_dict() for goal in self.rows]}

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, a row a goal and target: ``minimum``, ``distance``, ``count``,
        ``cards``, ``points``, ``used``, ``missing`` (codes) and ``ways``.
        """
        import pandas as pd

        columns = ["minimum", "distance", "count", "cards", "points", "used", "missing", "ways"]
        return pd.DataFrame(
            [
                (
                    goal.minimum,
                    goal.distance,
                    goal.count,
                    PIECES.format(target.cards),
                    target.points,
                    PIECES.format(target.used),
                    " ".join(f"{PIECES.codes[c.kind]}*{c.number}" for c in target.missing),
                    target.ways,
                )
                for goal in self.rows
                for target in goal.targets
            ],
            columns=columns,
        )


@checked
def goals(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
    limit: int = _LIMIT,
) -> Goals:
    """Return the nearest finishing hands for every total that can still be had (clause 4.6).

    Parameters
    ----------
    hand, rules, laid, kept, seen
        See `Position.of`; the hand holds at least as many cards as between turns (13, or three
        fewer for each laid carré). With fewer, `distance` still answers.
    limit
        How many of the nearest hands to list for a total; their number is exact whatever the limit.

    Returns
    -------
    Goals
        A row for every total from the least value of a finishing hand (18) to the greatest that
        can be reached.

    Raises
    ------
    NeuroanalysisError
        For cards, rules, a limit or a position that are not valid.

    Examples
    --------
    >>> table = goals("1cn 1cv 1cb 2en 2en 2en 3rb 3rv 3rn 1eb 2eb 2rv 2rv")
    >>> table.greatest, [table.worth(points).distance for points in (18, 24, 34, 50)]
    (50, [1, 2, 7, 12])
    >>> first = table.worth(23).targets[0]
    >>> [PIECES.codes[card.kind] for card in first.missing], first.points, first.ways
    (['3eb'], 23, 4)
    >>> [bonus.code for bonus in first.grouping.bonuses]
    ['N11']
    """
    if not 1 <= limit <= _MOST_LISTED:
        raise InputError("input.limit", name="limit", value=limit, low=1, high=_MOST_LISTED)
    position = Position.of(hand, rules=rules, laid=laid, kept=kept, seen=seen)
    held, least_held = sum(position.hand), position.rules.hand_size - 3 * sum(position.laid)
    if held < least_held:
        raise CardError(
            "card.few",
            n=held,
            question=text("neurotrio.question.goals"),
            accepted=text("neurotrio.question.at_least", n=least_held),
        )
    return Goals(position, tuple(_rows(position, limit)))


def _least_value(rules: Rules) -> int:
    """Return the least that any finishing hand is worth by its groups."""
    structures = [rules.trio_points]
    if rules.copies >= 3:
        structures.append(rules.triple_points)
    if rules.carre:
        structures.append(rules.carre_points)
    duos = rules.duos * rules.duo_points
    return rules.finish_points + duos + rules.structures * min(structures)


def _rows(position: Position, limit: int) -> list[Goal]:
    """Look for finishing hands that lack 0, 1, 2, ... cards, and are worth more than all before."""
    rows: list[Goal] = []
    minimum = _least_value(position.rules)
    finder = _Finder(position)
    for lacking in range(distance(position), position.rules.most_cards + 1):
        for value, targets, count in finder.find(lacking, minimum, limit):
            while minimum <= value:
                rows.append(Goal(minimum, lacking, targets, count))
                minimum += 1
    return rows


class _Finder:
    """The search for one position's finishing hands, and the table that they go to."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.arrays = goal_arrays(position)
        self.unseen = np.array(position.unseen, dtype=np.uint8)
        self._make(_PLACES)

    def _make(self, places: int) -> None:
        self.table = np.zeros((places, 2), dtype=np.uint64)
        self.values = np.full(places, -1, dtype=np.int32)

    def find(
        self, lacking: int, minimum: int, limit: int
    ) -> list[tuple[int, tuple[Target, ...], int]]:
        """Return for each value that occurs, rising, the hands worth that or more and their number.

        They lack exactly `lacking` cards and are worth `minimum` or more; `limit` are listed.
        """
        from neuroanalysis.games.neurotrio._kernels.goals import nearest, search

        rules = self.position.rules.to_arrays()
        self.values.fill(-1)
        while (
            found := search(*self.arrays, rules, lacking, minimum, False, self.table, self.values)
        ) < 0:
            self._make(8 * len(self.values))
        if not found:
            return []
        levels = np.unique(self.values[self.values >= 0]).astype(np.int64)
        tallies = np.zeros(len(levels), dtype=np.int64)
        hands = np.zeros((len(levels), limit, 2), dtype=np.uint64)
        worth = np.zeros((len(levels), limit, 2), dtype=np.int64)
        nearest(
            self.table,
            self.values,
            self.arrays[0],
            self.unseen,
            levels,
            tallies,
            hands,
            worth,
        )
        return [
            (
                int(value),
                tuple(
                    self._target(hands[place, row], worth[place, row])
                    for row in range(min(limit, int(tallies[place])))
                ),
                int(tallies[place]),
            )
            for place, value in enumerate(levels)
        ]

    def _target(self, packed: NDArray[np.uint64], worth: NDArray[np.int64]) -> Target:
        from neuroanalysis.games.neurotrio._kernels.cube import LOW_KINDS

        low, high = (int(word) for word in packed)
        cards = tuple(
            low >> 4 * kind & 15 if kind < LOW_KINDS else high >> 4 * (kind - LOW_KINDS) & 15
            for kind in range(KINDS)
        )
        return Target(self.position, cards, int(worth[1]), int(worth[0]))
