"""Playing a position out with the solved solitaire's moves, on the cards of another model.

The solution's moves are the best where discards return. Played where they do not, or with cards
that may not be discarded, they are still moves that a player can make: how often they finish is a
lower bound of how often the best ones would.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.work import Cancel
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.analysis.styles import Choices, Perfect
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.scoring import evaluate_many, finish_many

__all__ = ["FEWEST_SAMPLES", "MOST_SAMPLES", "Ends", "Playout"]

MOST_SAMPLES: Final = 1_000_000
_CARRE: Final = 4
FEWEST_SAMPLES: Final = 2


@dataclass(frozen=True)
class Ends:
    """How games ended: the share finished, and the mean points, after 1, 2, ... draws."""

    chances: tuple[Estimate, ...]
    points: tuple[Estimate, ...]


@dataclass(eq=False)
class _Games:
    """All games side by side."""

    hands: NDArray[np.uint8]
    laid: NDArray[np.uint8]
    stock: NDArray[np.int64]
    """What may be drawn; where discards return, it follows from the hand and is not read."""
    kept: NDArray[np.int64]
    finished: NDArray[np.int32]
    """The total of a game that has finished, else -1."""
    at: NDArray[np.int64]
    """How many of the game's random numbers are used."""


class Playout:
    """Plays a position out many times; every way to go on meets the same luck.

    Parameters
    ----------
    position
        The hand, its laid and kept cards, what was seen, the minimum.
    returning
        Whether discards return.
    draws
        Draws still to come.
    solution
        Where the moves are looked up.
    samples, seed
        How many games, and what decides their cards.
    cancel
        Ends the work soon after it was used.
    offers
        Before each draw so many random unseen cards are offered one after the other, of which one
        at most may be taken; it may then never be discarded. One is taken when that betters the
        solution's chance, which knows of no later offers.

    Raises
    ------
    InputError
        For a minimum that is not solved.
    """

    def __init__(
        self,
        position: Position,
        returning: bool,
        draws: int,
        solution: Solution,
        samples: int,
        seed: int,
        cancel: Cancel,
        offers: int = 0,
    ) -> None:
        self.position = position
        self.returning = returning
        self.draws = draws
        self.solution = solution
        self.samples = samples
        self.seed = seed
        self.cancel = cancel
        self.offers = offers
        self._style = Perfect(solution, position.minimum)
        # Every draw, every offer, and every replacement of a carré takes one.
        most = draws * (1 + offers) + position.rules.structures + 1
        self._luck = np.random.default_rng(seed).random((samples, most))

    def run(self, action: str | None, kind: int | None) -> Ends:
        """Begin with a move (None between turns) and go on with the solution's.

        Parameters
        ----------
        action, kind
            ``"finish"``, ``"discard"`` or ``"lay"`` and the card; None between turns.
        """
        games = self._begin()
        everyone = np.arange(self.samples)
        if action == "finish":
            games.finished[:] = self._totals(games, everyone)
        elif action == "discard" and kind is not None:
            games.hands[:, kind] -= 1
        elif action == "lay" and kind is not None:
            self._lay(games, everyone, np.full(self.samples, kind))
            self._take_turn(games, everyone, self.draws)
        chances, points = [], []
        for draw in range(self.draws):
            self.cancel.check()
            self._offer(games, self.draws - draw)
            playing = self._draw(games, np.flatnonzero(games.finished < 0))
            self._take_turn(games, playing, self.draws - draw - 1)
            chances.append(int((games.finished >= 0).sum()))
            points.append(self._points(games))
        n, seed = self.samples, self.seed
        return Ends(
            tuple(Estimate.of_share(count, n, seed) for count in chances),
            tuple(
                Estimate.of_mean(int(end.sum()), int((end * end).sum()), n, seed, least=0)
                for end in points
            ),
        )

    def _begin(self) -> _Games:
        position, n = self.position, self.samples
        return _Games(
            np.repeat(position.counts[np.newaxis], n, axis=0),
            np.repeat(position.laid_counts[np.newaxis], n, axis=0),
            np.repeat(np.array([position.unseen], dtype=np.int64), n, axis=0),
            np.repeat(np.array([position.kept], dtype=np.int64), n, axis=0),
            np.full(n, -1, dtype=np.int32),
            np.zeros(n, dtype=np.int64),
        )

    def _draw(self, games: _Games, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give each of these games a card; return those in which there was one left."""
        rows, kinds = self._turn_up(games, rows)
        games.hands[rows, kinds] += 1
        return rows

    def _turn_up(
        self, games: _Games, rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Turn up a card for each of these games, if one is left; return the games and cards."""
        if self.returning:
            held = games.hands[rows] + _CARRE * games.laid[rows].astype(np.int64)
            stock = self.position.rules.copies - held
        else:
            stock = games.stock[rows]
        upto = np.cumsum(stock, axis=1)
        rows, upto = rows[upto[:, -1] > 0], upto[upto[:, -1] > 0]
        luck = self._luck[rows, games.at[rows]]
        games.at[rows] += 1
        # The first kind at which so many cards are passed.
        kinds = np.asarray((upto <= (luck * upto[:, -1])[:, np.newaxis]).sum(axis=1), np.int64)
        games.stock[rows, kinds] -= 1
        return rows, kinds

    def _offer(self, games: _Games, draws: int) -> None:
        """Offer cards before a draw, which is one of so many still to come."""
        waiting = np.flatnonzero(games.finished < 0)
        for _ in range(self.offers):
            waiting, kinds = self._turn_up(games, waiting)
            # As if it were taken; where it is not, it goes back out of the hand.
            games.hands[waiting, kinds] += 1
            games.kept[waiting, kinds] += 1
            finishing = self._totals(games, waiting) >= self.position.minimum
            taken = self._move_chances(games, waiting, draws).max(axis=1, initial=-1.0)
            games.hands[waiting, kinds] -= 1
            left = self._chances(games.hands[waiting], games.laid[waiting], draws)
            taking = finishing | (taken > left)
            games.kept[waiting[~taking], kinds[~taking]] -= 1
            games.hands[waiting[taking], kinds[taking]] += 1
            self._take_turn(games, waiting[taking], draws)
            waiting = waiting[~taking]

    def _lay(
        self, games: _Games, rows: NDArray[np.int64], kinds: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        games.hands[rows, kinds] -= _CARRE
        games.laid[rows, kinds] = 1
        return self._draw(games, rows)

    def _take_turn(self, games: _Games, rows: NDArray[np.int64], still: int) -> None:
        """Finish, or lay as long as that is best, or discard; `still` draws are to come."""
        while len(rows):
            totals = self._totals(games, rows)
            done = totals >= self.position.minimum
            games.finished[rows[done]] = totals[done]
            rows = rows[~done]
            moves = self._best_moves(games, rows, still)
            discards = moves < KINDS
            games.hands[rows[discards], moves[discards]] -= 1
            rows, moves = rows[~discards], moves[~discards]
            rows = self._lay(games, rows, moves - KINDS)

    def _best_moves(self, games: _Games, rows: NDArray[np.int64], still: int) -> NDArray[np.int64]:
        """Return the best move of each game: a kind to discard, or 27 + a kind to lay."""
        # Of equal chances the first, so that an answer depends on nothing else.
        moves = np.argmax(self._move_chances(games, rows, still), axis=1)
        return np.asarray(moves, dtype=np.int64)

    def _move_chances(
        self, games: _Games, rows: NDArray[np.int64], still: int
    ) -> NDArray[np.float64]:
        """Return the chance of each move of these games, minus infinity where there is none."""
        moves = Choices.of(
            games.hands[rows], games.laid[rows], games.kept[rows], self.position.rules
        )
        return moves.table(self._style.scores(moves, still), len(rows))

    def _chances(
        self, hands: NDArray[np.uint8], laid: NDArray[np.uint8], draws: int
    ) -> NDArray[np.float64]:
        if draws == 0 or not len(hands):
            return np.zeros(len(hands))
        return self.solution.chances(
            hands, laid, min(draws, self.solution.draws), self.position.minimum
        )

    def _totals(self, games: _Games, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        if not len(rows):
            return np.zeros(0, dtype=np.int32)
        return finish_many(
            games.hands[rows], rules=self.position.rules, laid=games.laid[rows], workers=1
        )

    def _points(self, games: _Games) -> NDArray[np.int64]:
        points = games.finished.astype(np.int64)
        others = np.flatnonzero(points < 0)
        if len(others):
            points[others] = evaluate_many(
                games.hands[others],
                rules=self.position.rules,
                laid=games.laid[others],
                workers=1,
            )
        return points
