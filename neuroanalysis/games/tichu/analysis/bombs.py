"""Hands with bombs, counted by a transfer over the ranks.

From the two to the ace, what has to be known of the cards below is how long the run of cards in
hand is that ends at this rank, in each suit. Suits are alike, so the four lengths are kept sorted.
A condition is a pair ``(length, above)``: forbidden are straight flushes longer than ``length``,
and those of ``length`` cards whose highest card is over ``above``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import pairwise, product
from math import comb
from typing import Final, NamedTuple

from neuroanalysis.games.tichu.analysis.series import (
    ANY_RANK,
    X,
    Y,
    by_outcome,
    coefficient,
    packs_of,
)
from neuroanalysis.games.tichu.pieces import ACE, CARDS, LOWEST, MAH_JONG, RANKS, SUITS
from neuroanalysis.games.tichu.rules import Rules

__all__ = [
    "Flushes",
    "bombs_held",
    "flushes_held",
    "fours_and_flushes",
    "fours_held",
    "highest_four",
    "longest_flush",
    "no_bomb",
    "strongest_bomb",
]

_SPECIALS: Final = CARDS - MAH_JONG


class Flushes(NamedTuple):
    """What a straight flush is: of so many cards at least, and whether Mah Jong may begin it."""

    least: int
    mah_jong: bool

    @classmethod
    def of(cls, rules: Rules) -> Flushes:
        """Return what the rules say."""
        return cls(rules.cards_in_straight, rules.mah_jong_in_straight_flush)

    @property
    def longest(self) -> int:
        """Cards of the longest one."""
        return RANKS + self.mah_jong


def _starts(mah_jong: bool) -> tuple[tuple[int, int], ...]:
    """Return the run in every suit below the two, and the polynomial of the special cards."""
    others = packs_of(_SPECIALS - mah_jong)
    return ((0, others), (1, others * X)) if mah_jong else ((0, others),)


def _suit_without(length: int, above: int, run: int) -> int:
    """Return the polynomial of the cards of a suit without a forbidden straight flush."""
    runs = {run: 1}
    for rank in range(LOWEST, ACE + 1):
        following: defaultdict[int, int] = defaultdict(int)
        for before, series in runs.items():
            following[0] += series
            if before < (length - 1 if rank > above else length):
                following[before + 1] += series * X
        runs = following
    return sum(runs.values())


def _no_flush(flushes: Flushes, length: int, above: int = ACE) -> int:
    return sum(
        specials * _suit_without(length, above, run) ** SUITS
        for run, specials in _starts(flushes.mah_jong)
    )


def longest_flush(cards: int, rules: Rules) -> Counter[int]:
    """Return how many hands have a longest straight flush of so many cards, 0 for none.

    Examples
    --------
    >>> longest_flush(14, Rules())[7]
    1846862262
    """
    flushes = Flushes.of(rules)
    at_most = [
        coefficient(_no_flush(flushes, length), cards)
        for length in range(flushes.least - 1, flushes.longest + 1)
    ]
    found = Counter({0: at_most[0]})
    for place, (less, more) in enumerate(pairwise(at_most)):
        found[flushes.least + place] = more - less
    return +found


def flushes_held(cards: int, rules: Rules) -> Counter[int]:
    """Return how many hands contain so many straight flushes, each start and length one."""
    flushes = Flushes.of(rules)
    whole = sum(
        specials * _flushes_of_suit(flushes.least, run) ** SUITS
        for run, specials in _starts(flushes.mah_jong)
    )
    return by_outcome(whole, cards)


def _flushes_of_suit(least: int, run: int) -> int:
    runs = {run: 1}
    for _ in range(RANKS):
        following: defaultdict[int, int] = defaultdict(int)
        for before, series in runs.items():
            following[0] += series
            following[before + 1] += series * X * Y ** _ending(before + 1, least)
        runs = following
    return sum(runs.values())


def _ending(run: int, least: int) -> int:
    """Return how many straight flushes end with the last card of a run."""
    return max(0, run - least + 1)


def fours_held(cards: int) -> Counter[int]:
    """Return how many hands hold so many ranks four times.

    Examples
    --------
    >>> fours_held(5)
    Counter({0: 3819140, 1: 676})
    """
    rank = ANY_RANK - X**SUITS + X**SUITS * Y
    return by_outcome(rank**RANKS * packs_of(_SPECIALS), cards)


def highest_four(cards: int) -> Counter[int]:
    """Return how many hands hold this rank four times and none above; 0 for none at all."""
    fewer, specials = ANY_RANK - X**SUITS, packs_of(_SPECIALS)
    found = Counter({0: coefficient(fewer**RANKS * specials, cards)})
    for rank in range(LOWEST, ACE + 1):
        whole = ANY_RANK ** (rank - LOWEST) * X**SUITS * fewer ** (ACE - rank) * specials
        found[rank] = coefficient(whole, cards)
    return +found


Runs = tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def _steps(runs: Runs) -> tuple[tuple[Runs, int, int, bool], ...]:
    """Return where the cards of the next rank lead: runs, cards, ways, and whether all are held."""
    ways: Counter[tuple[Runs, int, bool]] = Counter()
    for held in product((False, True), repeat=SUITS):
        after = sorted(run + 1 if card else 0 for run, card in zip(runs, held, strict=True))
        ways[tuple(after), sum(held), all(held)] += 1
    return tuple((after, n, number, four) for (after, n, four), number in ways.items())


def _no_bomb(flushes: Flushes, fours_to: int = LOWEST - 1) -> int:
    """Return the polynomial of hands without straight flush, or four of a rank above one."""
    whole = 0
    for run, specials in _starts(flushes.mah_jong):
        states: dict[Runs, int] = {(run,) * SUITS: specials}
        for rank in range(LOWEST, ACE + 1):
            following: defaultdict[Runs, int] = defaultdict(int)
            for runs, series in states.items():
                for after, n, ways, four in _steps(runs):
                    if after[-1] < flushes.least and not (four and rank > fours_to):
                        following[after] += series * (ways * X**n)
            states = following
        whole += sum(states.values())
    return whole


def no_bomb(cards: int, rules: Rules) -> int:
    """Return how many hands contain no bomb.

    Examples
    --------
    >>> comb(56, 14) - no_bomb(14, Rules())
    294663199638
    """
    return coefficient(_no_bomb(Flushes.of(rules)), cards)


def fours_and_flushes(cards: int, rules: Rules) -> Counter[tuple[int, int]]:
    """Return how many hands have (1) or have not (0) four of a kind, and a straight flush."""
    neither = no_bomb(cards, rules)
    no_four = fours_held(cards)[0]
    no_flush = longest_flush(cards, rules)[0]
    found = {
        (0, 0): neither,
        (0, 1): no_four - neither,
        (1, 0): no_flush - neither,
        (1, 1): comb(CARDS, cards) - no_four - no_flush + neither,
    }
    return +Counter(found)


def strongest_bomb(cards: int, rules: Rules) -> Counter[tuple[int, int]]:
    """Return how many hands have a strongest bomb of which length and highest rank.

    Any straight flush is stronger than four of a kind, whose length is written 0, since every rank
    has its own; ``(0, 0)`` is no bomb.
    """
    flushes = Flushes.of(rules)
    reached = {(0, 0): coefficient(_no_bomb(flushes), cards)}
    for rank in range(LOWEST, ACE + 1):
        reached[0, rank] = coefficient(_no_bomb(flushes, rank), cards)
    for length in range(flushes.least, flushes.longest + 1):
        for rank in range(max(LOWEST, ACE - flushes.longest + length), ACE + 1):
            series = _no_flush(flushes, length, rank)
            reached[length, rank] = coefficient(series, cards)
    found: Counter[tuple[int, int]] = Counter()
    before = 0
    for bomb, number in reached.items():
        found[bomb] = number - before
        before = number
    return +found


def bombs_held(cards: int, rules: Rules) -> Counter[int]:
    """Return how many hands contain so many bombs, each straight flush in a longer one counted."""
    flushes = Flushes.of(rules)
    whole = 0
    for run, specials in _starts(flushes.mah_jong):
        states: dict[Runs, int] = {(run,) * SUITS: specials}
        for _ in range(RANKS):
            following: defaultdict[Runs, int] = defaultdict(int)
            for runs, series in states.items():
                for after, n, ways, four in _steps(runs):
                    bombs = four + sum(_ending(length, flushes.least) for length in after)
                    following[after] += (series * ways) << _shift(n, bombs)
            states = {
                runs: series for runs, series in following.items() if sum(runs) <= cards + SUITS
            }
        whole += sum(states.values())
    return by_outcome(whole, cards)


def _shift(n: int, bombs: int) -> int:
    return (X.bit_length() - 1) * n + (Y.bit_length() - 1) * bombs
