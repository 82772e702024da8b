"""What hands hold, looked at one by one: the questions that are counted exactly, of given hands."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.tichu.pieces import (
    ACE,
    DOG,
    DRAGON,
    LOWEST,
    MAH_JONG,
    PHOENIX,
    RANKS,
    SUITS,
)
from neuroanalysis.games.tichu.rules import Rules

__all__ = ["Hands"]

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

_SINGLE_CARDS: Final = {"dragon": DRAGON, "phoenix": PHOENIX, "mah_jong": MAH_JONG, "dog": DOG}


class Hands:
    """Many hands, and what may be asked of each.

    Parameters
    ----------
    held
        (n, 56): whether a hand holds a card.
    rules
        The rule set.
    """

    def __init__(self, held: NDArray[np.bool_], rules: Rules) -> None:
        self.held, self.rules = held, rules
        self.cards = held[:, :MAH_JONG].reshape(len(held), RANKS, SUITS)

    def answer(self, of: str) -> Numbers:
        """Return for each hand the number that a question asks for."""
        if of in _SINGLE_CARDS:
            return self.held[:, _SINGLE_CARDS[of]].astype(np.int64)
        return np.asarray(getattr(self, of), dtype=np.int64)

    @cached_property
    def _fours(self) -> Flags:
        return np.asarray(self.cards.all(axis=2))

    @cached_property
    def _runs(self) -> Numbers:
        """(n, ranks, suits): how many cards in a row end with this one."""
        runs = np.zeros(self.cards.shape, dtype=np.int64)
        run = np.zeros((len(self.held), SUITS), dtype=np.int64)
        if self.rules.mah_jong_in_straight_flush:
            run[self.held[:, MAH_JONG]] = 1
        for rank in range(RANKS):
            run = np.where(self.cards[:, rank], run + 1, 0)
            runs[:, rank] = run
        return runs

    @property
    def fours_of_a_kind(self) -> Numbers:
        """How many ranks a hand holds four times."""
        return np.asarray(self._fours.sum(axis=1))

    @property
    def straight_flushes(self) -> Numbers:
        """How many straight flushes a hand contains."""
        ending = np.maximum(self._runs - self.rules.cards_in_straight + 1, 0)
        return np.asarray(ending.sum(axis=(1, 2)))

    @property
    def bombs(self) -> Numbers:
        """How many bombs a hand contains."""
        return self.fours_of_a_kind + self.straight_flushes

    @property
    def bomb(self) -> Flags:
        """Whether a hand contains a bomb."""
        return self.bombs > 0

    @property
    def four_of_a_kind(self) -> Flags:
        """Whether a hand holds a rank four times."""
        return np.asarray(self._fours.any(axis=1))

    @property
    def straight_flush(self) -> Flags:
        """Whether a hand contains a straight flush."""
        return self.longest_straight_flush > 0

    @property
    def longest_straight_flush(self) -> Numbers:
        """Cards of the longest straight flush."""
        return self._long_enough(self._runs.max(axis=(1, 2)))

    @property
    def highest_four_of_a_kind(self) -> Numbers:
        """The highest rank that a hand holds four times."""
        highest = ACE - self._fours[:, ::-1].argmax(axis=1)
        return np.where(self.four_of_a_kind, highest, 0)

    def strongest_bomb(self) -> tuple[Numbers, Numbers]:
        """Return length and highest rank of the strongest bomb, as they are counted exactly."""
        length = self.longest_straight_flush
        reached = (self._runs >= length[:, np.newaxis, np.newaxis]).any(axis=2)
        highest = ACE - np.asarray(reached)[:, ::-1].argmax(axis=1)
        return length, np.where(length > 0, highest, self.highest_four_of_a_kind)

    @property
    def longest_straight(self) -> Numbers:
        """Cards of the longest straight, with the Phoenix."""
        phoenix = self.held[:, PHOENIX]
        plain = self.held[:, MAH_JONG].astype(np.int64)
        helped, longest = plain.copy(), plain.copy()
        for rank in range(LOWEST, ACE + 1):
            there = self.cards[:, rank - LOWEST].any(axis=1)
            helped = np.where(there, helped + 1, np.where(phoenix, plain + 1, 0))
            plain = np.where(there, plain + 1, 0)
            longest = np.maximum(longest, helped)
        return self._long_enough(longest)

    @property
    def ranks(self) -> Numbers:
        """How many ranks a hand holds a card of."""
        return np.asarray(self.cards.any(axis=2).sum(axis=1))

    @property
    def points(self) -> Numbers:
        """What the cards of a hand count."""
        return self.held @ self.rules.to_arrays().points

    @property
    def aces(self) -> Numbers:
        """How many aces a hand holds."""
        return np.asarray(self.cards[:, ACE - LOWEST].sum(axis=1))

    @property
    def high_cards(self) -> Numbers:
        """How many of the aces, the Phoenix and the Dragon a hand holds."""
        return self.aces + self.held[:, PHOENIX] + self.held[:, DRAGON]

    def _long_enough(self, length: Numbers) -> Numbers:
        return np.where(length >= self.rules.cards_in_straight, length, 0)
