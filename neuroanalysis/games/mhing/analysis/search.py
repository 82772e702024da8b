"""One and two draws looked at completely: the best chance and the most points to expect.

A draw is a card that the player does not see and that is no flower, all equally likely; the flowers
that come before it are laid and add their credits. How many come does not depend on the card.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing.analysis.near import nearest
from neuroanalysis.games.mhing.pieces import FLOWER
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.scoring.tables import laid_groups

__all__ = ["Payoff", "best_of_draws", "flowers_between"]

_LOST: Final = -1


class Payoff(NamedTuple):
    """What a winning hand is worth to the player by its credits, flowers included."""

    worth: NDArray[np.float64]
    """(credits,): for each number of credits; more than the last count as the last."""
    credits_matter: bool
    """Whether credits must be known at all, or all winning hands are worth the same."""


def flowers_between(others: int, flowers: int) -> NDArray[np.float64]:
    """Return the chances of 0, 1, ... flowers before the next card that is none.

    Examples
    --------
    >>> flowers_between(3, 1).tolist()
    [0.75, 0.25]
    """
    chances = np.zeros(flowers + 1)
    so_far = 1.0
    for n in range(flowers + 1):
        chances[n] = so_far * others / (others + flowers - n)
        so_far *= (flowers - n) / (others + flowers - n)
    return chances


def best_of_draws(position: Position, payoffs: list[Payoff], draws: int) -> NDArray[np.float64]:
    """Return the most to expect of each payoff within one draw, and within two if asked.

    Parameters
    ----------
    position
        A hand between turns; its unseen cards are those that may be drawn.
    payoffs
        What winning hands are worth.
    draws
        1 or 2. Of two, the hand may be won with the first or played on, and the best card is
        discarded between them.

    Returns
    -------
    (payoffs, draws) float64 array
        Sums of at most a few thousand products: the relative error is below 1e-12.
    """
    return _Search(position).best(payoffs, draws)


class _Search:
    """The hands that may come of a position, with their credits where they win."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.unseen = np.array(position.unseen[:FLOWER], dtype=np.int64)
        self.kinds = np.flatnonzero(self.unseen)
        self.total = int(self.unseen.sum())
        self.flowers = position.unseen[FLOWER]
        hand = position.counts
        self.first = np.repeat(hand[np.newaxis], len(self.kinds), axis=0)
        self.first[np.arange(len(self.kinds)), self.kinds] += 1

    def best(self, payoffs: list[Payoff], draws: int) -> NDArray[np.float64]:
        """See `best_of_draws`."""
        answers = np.zeros((len(payoffs), draws))
        chances = self.unseen[self.kinds] / self.total
        laid = flowers_between(self.total, self.flowers)
        for place, payoff in enumerate(payoffs):
            won = self._credits(self.first, payoff.credits_matter)
            one = self._after(won, payoff, self.position.flowers)
            answers[place, 0] = chances @ sum(laid[n] * one[n] for n in range(len(laid)))
            if draws > 1:
                on = self._second(payoff)
                both = [np.maximum(one[n], on[n]) for n in range(len(laid))]
                answers[place, 1] = chances @ sum(laid[n] * both[n] for n in range(len(laid)))
        return answers

    def _after(self, won: NDArray[np.int64], payoff: Payoff, laid: int) -> NDArray[np.float64]:
        """Return what hands are worth by the further flowers that came: (flowers, hands)."""
        rules = self.position.rules
        rows = []
        for more in range(self.flowers + 1):
            earned = np.where(won == _LOST, 0, won + rules.flowers * (laid + more))
            worth = payoff.worth[np.minimum(earned, len(payoff.worth) - 1)]
            rows.append(np.where(won == _LOST, 0.0, worth))
        return np.array(rows)

    def _credits(self, hands: NDArray[np.uint8], matter: bool) -> NDArray[np.int64]:
        """Return the credits, flowers apart, of hands that win; -1 of others."""
        from neuroanalysis.games.mhing._kernels.worth import most_credits

        won = np.full(len(hands), _LOST, dtype=np.int64)
        complete = nearest(hands, self.position) == 0
        won[complete] = 0
        if matter and complete.any():
            whole, place = np.unique(hands[complete], axis=0, return_inverse=True)
            whole[:, FLOWER] = 0
            answers, heard = np.zeros(len(whole), dtype=np.int32), np.zeros(2, dtype=np.int64)
            laid = laid_groups(self.position)[np.newaxis]
            most_credits(whole, laid, self.position.rules.to_arrays(), answers, heard)
            won[complete] = answers[place.ravel()]
        return won

    def _second(self, payoff: Payoff) -> NDArray[np.float64]:
        """Return what each first draw is worth played on, by the flowers so far."""
        draws, gone = np.nonzero(self.first[:, :FLOWER])
        left = self.first[draws].copy()
        left[np.arange(len(left)), gone] -= 1
        near = nearest(left, self.position) == 1
        draws, left = draws[near], left[near]
        best = np.zeros((self.flowers + 1, len(self.kinds)))
        if not len(left):
            return best
        # All that may be drawn in turn: rows for each hand left and kind.
        n = len(self.kinds)
        hands = np.repeat(left, n, axis=0)
        hands[np.arange(len(hands)), np.tile(self.kinds, len(left))] += 1
        copies = np.repeat(self.unseen[self.kinds][np.newaxis], len(left), axis=0)
        copies[np.arange(len(left)), draws] -= 1
        hands = hands[copies.ravel() > 0]
        won = np.full(len(left) * n, _LOST, dtype=np.int64)
        won[copies.ravel() > 0] = self._credits(hands, payoff.credits_matter)
        chances = copies / (self.total - 1)
        for before in range(self.flowers + 1):
            came = flowers_between(self.total - 1, self.flowers - before)
            worth = self._after(won, payoff, self.position.flowers + before)
            mean = sum(came[m] * worth[m] for m in range(len(came))).reshape(len(left), n)
            np.maximum.at(best[before], draws, (mean * chances).sum(axis=1))
        return best
