"""Random deals played with the solved solitaire as the player: how often they finish.

This knows nothing of the graph: cards are dealt and drawn one by one, every move is looked up. So
it checks the solution and the curve of all deals, and shows what the best player does.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.hands import deal_hands
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.work import Control, Draws, Options, fold, seeded_chunks
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.pieces import KINDS

if TYPE_CHECKING:
    from typing import Unpack

__all__ = ["simulate_solitaire"]

# A constant of the program: an answer depends on it.
_CHUNK: Final = 2048
_MOST_DEALS: Final = 10**9
_CARRE: Final = 4


@checked
def simulate_solitaire(
    solution: Solution,
    minimum: int,
    draws: int,
    *,
    deals: int = 10_000,
    seed: int = 0,
    **how: Unpack[Options],
) -> Estimate:
    """Estimate the chance of a random deal to finish within so many draws, discards returning.

    Each move is the one with the best chance in the solution, for the draws that are left; a
    chance that is kept is off by `Solution.error` at most, and of two that are nearer to each other
    the lesser may be chosen.

    Parameters
    ----------
    solution
        The solved solitaire.
    minimum, draws
        As solved.
    deals, seed
        How many deals, and what they are drawn from: the same seed gives the same answer.
    **how
        ``workers``, ``progress``, ``cancel``: see :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    InputError
        For a minimum or a number of draws that is not solved, or less than one deal.
    """
    if not 1 <= deals <= _MOST_DEALS:
        raise InputError("input.limit", name="deals", value=deals, low=1, high=_MOST_DEALS)
    chunks = seeded_chunks(deals, _CHUNK, seed)
    # Asked once before any thread does, to refuse what is not solved.
    solution.chances(np.zeros((0, KINDS), np.uint8), np.zeros((0, KINDS), np.uint8), draws, minimum)
    finished = fold(
        partial(_played, solution, minimum, draws), chunks, lambda sum_, n: sum_ + n, 0, **how
    )
    return Estimate.of_share(finished, deals, seed)


def _played(solution: Solution, minimum: int, draws: int, part: Draws, control: Control) -> int:
    """Play some deals; return how many finish."""
    rules = solution.rules
    random = part.generator()
    hands = deal_hands(len(part), rules.hand_size, [rules.copies] * KINDS, random)
    table = _Table(solution, minimum, hands, random)
    for left in range(draws, 0, -1):
        control.check()
        table.turn(left)
    return table.finished


class _Table:
    """Deals that are played side by side, each alone."""

    def __init__(
        self,
        solution: Solution,
        minimum: int,
        hands: NDArray[np.uint8],
        random: np.random.Generator,
    ) -> None:
        self.solution = solution
        self.minimum = minimum
        self.hands = hands
        self.laid = np.zeros_like(hands)
        self.random = random
        self.finished = 0

    def turn(self, left: int) -> None:
        """Let each draw, then finish, or lay and draw again, or discard; `left` counts this draw.

        Deals that have finished are taken away.
        """
        from neuroanalysis.games.neurotrio._kernels.finish import best_finishes

        done = np.zeros(len(self.hands), dtype=bool)
        to_draw = np.arange(len(self.hands))
        while len(to_draw):
            self._draw(to_draw)
            totals = np.zeros(len(to_draw), dtype=np.int32)
            best_finishes(
                self.hands[to_draw],
                self.laid[to_draw],
                self.solution.rules.to_arrays(),
                totals,
                np.zeros(2, dtype=np.int64),
            )
            done[to_draw[totals >= self.minimum]] = True
            to_draw = self._move(to_draw[totals < self.minimum], left)
        self.finished += int(done.sum())
        self.hands, self.laid = self.hands[~done], self.laid[~done]

    def _draw(self, rows: NDArray[np.int64]) -> None:
        unseen = self.solution.rules.copies - self.hands[rows].astype(np.int64)
        unseen -= _CARRE * self.laid[rows].astype(np.int64)
        upto = unseen.cumsum(axis=1)
        which = self.random.integers(upto[:, -1])
        kinds = (upto <= which[:, np.newaxis]).sum(axis=1)
        self.hands[rows, kinds] += 1

    def _move(self, rows: NDArray[np.int64], left: int) -> NDArray[np.int64]:
        """Lay or discard, whatever has the best chance; return who has laid."""
        best = np.full((len(rows), 2 * KINDS), -1.0)
        row, kind = np.nonzero(self.hands[rows])
        hands = self.hands[rows[row]]
        hands[np.arange(len(row)), kind] -= 1
        # With no draw to come after this one, all discards are as good: the first goes.
        best[row, kind] = (
            self.solution.chances(hands, self.laid[rows[row]], left - 1, self.minimum)
            if left > 1
            else 0.0
        )
        rules = self.solution.rules
        if rules.carre:
            row, kind = np.nonzero(self.hands[rows] >= _CARRE)
            hands, laid = self.hands[rows[row]], self.laid[rows[row]]
            hands[np.arange(len(row)), kind] -= _CARRE
            laid[np.arange(len(row)), kind] = 1
            # The replacement is drawn within this same draw.
            best[row, KINDS + kind] = self.solution.chances(hands, laid, left, self.minimum)
        choice = best.argmax(axis=1)
        lays = choice >= KINDS
        self.hands[rows[~lays], choice[~lays]] -= 1
        self.hands[rows[lays], choice[lays] - KINDS] -= _CARRE
        self.laid[rows[lays], choice[lays] - KINDS] = 1
        return np.asarray(rows[lays], dtype=np.int64)
