"""Ways to choose a move, for many hands at once: by the chance, by the distance, by the points.

A style gives each move a score, of which the greatest is played; of equal ones the first, discards
before lays and by kind, so that an answer depends on nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.scoring import distance_many, evaluate_many, finish_many

__all__ = ["Choices", "Eager", "Keeper", "Nearest", "Perfect", "Style"]

_CARRE: Final = 4
# Points of a hand are below this, so that they only ever decide between equals.
_MANY_POINTS: Final = 1e9
# One copy more is a chance of a hundredth at least: more than any distance can outweigh.
_ABOVE_DISTANCES: Final = 1e4
_IMPOSSIBLE: Final = -np.inf


@dataclass(frozen=True, eq=False)
class Choices:
    """All moves of some hands after their draw, and the hands that they leave.

    Parameters
    ----------
    row, move
        Whose move it is, and which: a kind to discard, or 27 + a kind to lay.
    hands, laid
        What it leaves, (moves, 27) each; after a lay, still without its replacement.
    """

    row: NDArray[np.int64]
    move: NDArray[np.int64]
    hands: NDArray[np.uint8]
    laid: NDArray[np.uint8]

    @classmethod
    def of(
        cls,
        hands: NDArray[np.uint8],
        laid: NDArray[np.uint8],
        kept: NDArray[np.int64],
        rules: Rules,
    ) -> Choices:
        """List them: discards of cards that are not kept, lays of carrés.

        Examples
        --------
        >>> hands = np.zeros((1, 27), dtype=np.uint8)
        >>> hands[0, [0, 5]] = [4, 1]
        >>> Choices.of(hands, np.zeros_like(hands), np.zeros((1, 27), dtype=np.int64), Rules()).move
        array([ 0,  5, 27])
        """
        row, kind = np.nonzero(hands > kept)
        left, table = hands[row], laid[row]
        left[np.arange(len(row)), kind] -= 1
        laying, what = np.nonzero(hands >= _CARRE) if rules.carre else (row[:0], kind[:0])
        below, above = hands[laying], laid[laying]
        below[np.arange(len(laying)), what] -= _CARRE
        above[np.arange(len(laying)), what] = 1
        return cls(
            np.concatenate([row, laying]).astype(np.int64),
            np.concatenate([kind, KINDS + what]).astype(np.int64),
            np.concatenate([left, below]),
            np.concatenate([table, above]),
        )

    @property
    def lays(self) -> NDArray[np.bool_]:
        """Which of them lay a carré."""
        return np.asarray(self.move >= KINDS)

    def table(self, scores: NDArray[np.float64], rows: int) -> NDArray[np.float64]:
        """Return the scores as a row for each hand, minus infinity where there is no move."""
        table = np.full((rows, 2 * KINDS), _IMPOSSIBLE)
        table[self.row, self.move] = scores
        return table

    def best(self, scores: NDArray[np.float64], rows: int) -> NDArray[np.int64]:
        """Return the move with the greatest score of each hand."""
        return np.asarray(np.argmax(self.table(scores, rows), axis=1), dtype=np.int64)


class Style(Protocol):
    """A way to choose moves."""

    def scores(self, choices: Choices, draws: int) -> NDArray[np.float64]:
        """Return a score for each move with so many draws of one's own still to come."""
        ...


@dataclass(frozen=True, eq=False)
class Perfect:
    """The move with the best chance to finish, by the solution; with no draw to come, points."""

    solution: Solution
    minimum: int

    def scores(self, choices: Choices, draws: int) -> NDArray[np.float64]:
        """Return the chances."""
        scores = np.zeros(len(choices.move))
        # The replacement of a laid carré is one draw more.
        for still, part in ((draws, ~choices.lays), (draws + 1, choices.lays)):
            if not part.any():
                continue
            hands, laid = choices.hands[part], choices.laid[part]
            if still > 0:
                within = min(still, self.solution.draws)
                scores[part] = self.solution.chances(hands, laid, within, self.minimum)
            else:
                points = evaluate_many(hands, rules=self.solution.rules, laid=laid, workers=1)
                scores[part] = points / _MANY_POINTS
        return scores


@dataclass(frozen=True)
class Nearest:
    """The move that leaves the least distance; of equals, a lay, then the one with most points."""

    rules: Rules

    def scores(self, choices: Choices, draws: int) -> NDArray[np.float64]:
        """Return minus the distance, and parts of one for what breaks ties."""
        far = distance_many(choices.hands, rules=self.rules, laid=choices.laid, workers=1)
        points = evaluate_many(choices.hands, rules=self.rules, laid=choices.laid, workers=1)
        return -far.astype(np.float64) + 0.5 * choices.lays + points / _MANY_POINTS


@dataclass(frozen=True)
class Eager:
    """The move with the best chance to finish with the very next card; of equals as `Nearest`."""

    rules: Rules
    minimum: int

    def scores(self, choices: Choices, draws: int) -> NDArray[np.float64]:
        """Return the chances, as numbers above all distances, and the nearest's scores."""
        hands, laid = choices.hands, choices.laid
        left = self.rules.copies - hands.astype(np.int64) - _CARRE * laid.astype(np.int64)
        row, kind = np.nonzero(left > 0)
        drawn = hands[row]
        drawn[np.arange(len(row)), kind] += 1
        totals = finish_many(drawn, rules=self.rules, laid=laid[row], workers=1)
        good = np.zeros(len(hands), dtype=np.int64)
        np.add.at(good, row, np.where(totals >= self.minimum, left[row, kind], 0))
        chances = good / left.sum(axis=1)
        nearest = Nearest(self.rules).scores(choices, draws)
        return np.asarray(_ABOVE_DISTANCES * chances + nearest, dtype=np.float64)


@dataclass(frozen=True)
class Keeper:
    """The move that keeps most points; of equals, a lay."""

    rules: Rules

    def scores(self, choices: Choices, draws: int) -> NDArray[np.float64]:
        """Return the points."""
        points = evaluate_many(choices.hands, rules=self.rules, laid=choices.laid, workers=1)
        return points.astype(np.float64) + 0.5 * choices.lays
