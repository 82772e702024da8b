"""What a hand could become: for each line of credits the distance to a hand that shows it: exact.

A line is shown by hands of some shapes; the fewest further cards to each shape are found kind by
kind. Distances are as in clause 2.5: real further cards, of which four exist; jokers held fit
anything. They are of each line by itself: of two lines that are near, one hand need not show both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing._kernels.unmatched import CARDS
from neuroanalysis.games.mhing.analysis.near import FAR, nearest
from neuroanalysis.games.mhing.analysis.shapes import arrays, shapes_of
from neuroanalysis.games.mhing.pieces import FLOWER, JOKER
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import CREDIT_LINES, Rules
from neuroanalysis.games.mhing.scoring.tables import laid_cards
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

__all__ = [
    "Reach",
    "ReachedLine",
    "credits_reachable",
    "line_distances",
    "reaches",
]

_UNMATCHED: Final = ("nothing_matches", "nothing_matches_with_honours")


@dataclass(frozen=True)
class ReachedLine:
    """A line of credits, and how far a hand is from showing it.

    Parameters
    ----------
    code
        The line.
    credits
        What it earns each time that it counts.
    distance
        The fewest further cards to a winning hand that shows it; None if it can no longer be shown.
    """

    code: str
    credits: int
    distance: int | None

    @property
    def name(self) -> str:
        """What a person calls it, in the language in force."""
        return text(f"mhing.credit.{self.code}")

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"code": self.code, "credits": self.credits, "distance": self.distance}

    def __str__(self) -> str:
        """Say it in one line, in the language in force."""
        key = "never" if self.distance is None else "line"
        return text(
            f"mhing.hand.reach.{key}",
            name=self.name,
            credits=self.credits,
            distance=str(self.distance),
        )


@dataclass(frozen=True)
class Reach:
    """All lines of credits, the nearest first; of equals those that earn most."""

    position: Position
    lines: tuple[ReachedLine, ...]

    def __iter__(self) -> Iterator[ReachedLine]:
        """Go through the lines."""
        return iter(self.lines)

    def line(self, code: str) -> ReachedLine:
        """Return a line by its code."""
        return next(line for line in self.lines if line.code == code)

    def within(self, cards: int) -> int:
        """Return the sum of what the lines earn that are no further than so many cards, each once.

        Flowers are left out. It says how much is near, not what one hand earns.
        """
        return sum(
            line.credits
            for line in self.lines
            if line.code != "flowers" and line.distance is not None and line.distance <= cards
        )

    def __str__(self) -> str:
        """Say them, a line each."""
        return "\n".join(map(str, self.lines))

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"lines": [line.to_dict() for line in self.lines]}

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table: ``code``, ``credits`` and ``distance`` (missing: never)."""
        import pandas as pd

        frame = pd.DataFrame([line.to_dict() for line in self.lines])
        return frame.astype({"distance": "Int64"})


def credits_reachable(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> Reach:
    """Return for each line of credits the fewest further cards to a winning hand that shows it.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`; seen cards do not matter here.

    Returns
    -------
    Reach
        The lines that the rules give credits for. For flowers: those to the nearest winning hand,
        and a flower besides if none is laid. An honour triplet counts as such beside the others of
        three dragons too.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> near = credits_reachable("123456789m 11z 25p")
    >>> near.line("royal_run").distance, near.line("one_suit_with_honours").distance
    (2, 3)
    >>> near.line("nothing_matches").distance
    8
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    return reaches(position.counts[np.newaxis], position)[0]


def reaches(hands: NDArray[np.uint8], position: Position) -> list[Reach]:
    """Return what each of some hands can reach, all with the same combinations laid."""
    rules = position.rules
    lines = [line for line in CREDIT_LINES if getattr(rules, line)]
    table = line_distances(hands, position, lines)
    found = []
    for row in table.tolist():
        reached = [
            ReachedLine(line, getattr(rules, line), None if far >= FAR else far)
            for line, far in zip(lines, row, strict=True)
        ]
        reached.sort(
            key=lambda line: (FAR if line.distance is None else line.distance, -line.credits)
        )
        found.append(Reach(position, tuple(reached)))
    return found


def line_distances(
    hands: NDArray[np.uint8], position: Position, lines: list[str]
) -> NDArray[np.int64]:
    """Return the distance of each hand to each line: (n, lines), `FAR` for never."""
    from neuroanalysis.games.mhing._kernels.reach import lacking

    table = np.full((len(hands), len(lines)), FAR, dtype=np.int64)
    laid, heard = laid_cards(position), np.zeros(2, dtype=np.int64)
    for column, line in enumerate(lines):
        if line == "flowers":
            table[:, column] = nearest(hands, position) + (hands[:, FLOWER] == 0)
        elif line in _UNMATCHED:
            table[:, column] = _unmatched(hands, position, line)
        else:
            shapes = arrays(shapes_of(line, position), position)
            if not len(shapes.further):
                continue
            answers = np.zeros((len(hands), len(shapes.further)), dtype=np.int64)
            lacking(hands, laid, shapes, answers, heard)
            table[:, column] = answers.min(axis=1)
    return table


def _unmatched(hands: NDArray[np.uint8], position: Position, line: str) -> NDArray[np.int64]:
    """Return the distances to hands in which nothing matches, with or without all honours."""
    from neuroanalysis.games.mhing._kernels.unmatched import most_kept

    if position.laid:
        return np.full(len(hands), FAR, dtype=np.int64)
    fits = position.rules.joker_in_nothing_matches
    whole = line != "nothing_matches"
    found = []
    for hand in hands:
        kept = int(most_kept(hand)[0 if whole else 1])
        found.append(max(0, CARDS - kept - int(hand[JOKER]) * fits))
    return np.array(found, dtype=np.int64)
