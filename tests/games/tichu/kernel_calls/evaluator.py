"""Calls of the kernels that evaluate hands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.tichu._kernels import answers, fewest, partitions, plays
from neuroanalysis.games.tichu.rules import Rules

NUMBERS = Rules(mah_jong_in_straight_flush=True).to_arrays().numbers
# Twos to sixes of spades and twos; Mah Jong, Phoenix and a run; nothing.
HANDS = np.array([0x1111F, 1 << 54 | 1 << 52 | 0x31113, 0], dtype=np.int64)


def judged() -> list[int]:
    """Tell plays, compare them, and find where the Phoenix stands."""
    codes = np.zeros(plays.MOST_READINGS, dtype=np.int64)
    found = [plays.encode(plays.PAIR, 2, 7)]
    for cards in (0x11111, 1 << 54 | 0x3003, 1 << 54):
        n = plays.recognise(cards, NUMBERS, codes)
        found += [n, *codes[:n].tolist()]
        found += [plays.phoenix_rank(cards, int(code)) for code in codes[:n]]
        found.append(plays.laid_on(cards, int(codes[0]), plays.encode(plays.SINGLE, 1, 9)))
        found += [plays.beats(int(codes[0]), found[0]), plays.in_one_suit(cards, NUMBERS)]
    found += [plays.size_of(0x3003), plays.held(0x3003, 5)]
    return [int(n) for n in found]


def listed() -> list[int]:
    """List the plays, bombs and answers of hands."""
    found: list[int] = []
    for hand in HANDS.tolist():
        cards, codes = (np.zeros(answers.ROOM, dtype=np.int64) for _ in range(2))
        n = answers.plays_in(hand, 0, 1, NUMBERS, cards, codes)
        found += [n, *cards[:n].tolist(), *codes[:n].tolist()]
        n = answers.bombs_in(hand, 0, NUMBERS, cards, codes, 0)
        found += [n, answers.ordinary_in(hand, 0, 0, NUMBERS, cards, codes, n)]
        trick = plays.encode(plays.SINGLE, 1, 2)
        n, obliged = answers.legal_plays(hand, trick, 3, 1, NUMBERS, cards, codes)
        found += [n, obliged, *cards[:n].tolist()]
    bombs, progress = np.zeros(3, dtype=np.int32), np.zeros(2, dtype=np.int64)
    answers.count_bombs(HANDS, NUMBERS, bombs, progress)
    return [int(n) for n in (*found, *bombs, *progress)]


def parted() -> list[int]:
    """Look for the fewest plays, alone and in a batch."""
    work = fewest.workspace()
    found = [fewest.fewest(hand, NUMBERS, work) for hand in HANDS.tolist()]
    plays_of, progress = np.zeros(3, dtype=np.uint8), np.zeros(2, dtype=np.int64)
    fewest.fewest_plays(HANDS, NUMBERS, plays_of, progress)
    return [int(n) for n in (*found, *plays_of, *progress)]


def counted() -> list[int]:
    """Count the partitions of a pair and a single into singles and pairs."""
    held = np.zeros(partitions.PLACES, dtype=np.int64)
    held[1], held[3] = 2, 1
    forms = np.array([1 << 4, 2 << 4, 1 << 12], dtype=np.int64)
    smaller, costs = np.array([1, 2, 3], dtype=np.int64), np.ones(3, dtype=np.int64)
    starts = np.array([0, 0, 2, 2, *[3] * 12], dtype=np.int64)
    best, number = (np.zeros(6, dtype=np.int64) for _ in range(2))
    partitions.part(held, forms, smaller, costs, starts, best, number)
    return [*best.tolist(), *number.tolist()]


CALLS: dict[str, Callable[[], list[int]]] = {
    "plays.encode plays.recognise plays.phoenix_rank plays.laid_on plays.beats plays.in_one_suit "
    "plays.size_of plays.held": judged,
    "answers.plays_in answers.bombs_in answers.ordinary_in answers.legal_plays "
    "answers.count_bombs": listed,
    "fewest.workspace fewest.fewest fewest.fewest_plays": parted,
    "partitions.part": counted,
}
