"""Calls of the kernels that evaluate hands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.mhing._kernels import (
    blocks,
    distance,
    lines,
    readings,
    unmatched,
    within,
    worth,
)
from neuroanalysis.games.mhing.rules import Rules
from tests.oracles import mhing as oracle

RULES = Rules().to_arrays()
HANDS = np.array(
    [
        oracle.parse("555m 5555p 5555s J J J"),
        oracle.parse("149m 1p 36s 1234567z J"),
        oracle.parse("5555m 222333p 444s"),
        oracle.parse("1111222233334z J"),
    ],
    dtype=np.uint8,
)
GROUPS = np.array([0, 3, 6, 9, 14], dtype=np.int64)
NONE_LAID = np.full((1, 4), -1, dtype=np.int64)


def tables() -> blocks.Tables:
    """Return tables in which nothing was found yet."""
    return blocks.Tables(
        np.zeros((2, 5**9), dtype=np.int32),
        np.zeros((2, 5**7), dtype=np.int32),
        np.zeros(1 << 10, dtype=np.int64),
        np.zeros(5**9, dtype=np.int8),
    )


def batch(call: Callable[[np.ndarray, np.ndarray], None], shape: tuple[int, ...]) -> list[int]:
    """Call a kernel that answers a question for each hand of a batch."""
    answers, progress = np.zeros(shape, dtype=np.int32), np.zeros(2, dtype=np.int64)
    call(answers, progress)
    return [*answers.ravel().tolist(), *progress.tolist()]


def counted() -> list[int]:
    """Count the lines of a reading."""
    times = np.zeros(len(RULES.credits), dtype=np.int64)
    lines.count_lines(GROUPS, RULES.numbers, times)
    return [*times.tolist(), int(lines.credits_of(GROUPS, RULES.numbers, RULES.credits, times))]


def searched() -> list[int]:
    """Search the readings of hands, of both sorts."""
    work, none = readings.workspace(), np.zeros((0, 5), dtype=np.int64)
    found = np.zeros((2, 5), dtype=np.int64)
    answers = [
        readings.search(HANDS[0], 3, NONE_LAID[0], RULES, wanted, found, work)
        for wanted in (-1, 20)
    ]
    answers += [worth.credits_held(hand, NONE_LAID[0], RULES, none, work) for hand in HANDS]
    answers.append(worth.unmatched_credits(HANDS[1], 1, RULES))
    need = np.zeros(34, dtype=np.int64)
    readings.put(10, 1, need)
    answers.append(readings.lacks(10, HANDS[0], need))
    return [*map(int, answers), *found.ravel().tolist(), *need.tolist()]


def most() -> list[int]:
    """Look for the most credits of hands with two further cards."""
    work, limits = readings.workspace(), np.full(36, 4, dtype=np.uint8)
    return [
        int(within.most_within(hand, limits, int(hand[34]), 2, NONE_LAID[0], RULES, work))
        for hand in HANDS
    ]


def near() -> list[int]:
    """Look for the distance of hands, some of which need what lies beyond the limits."""
    work, nothing = distance.distance_workspace(), np.zeros(34, dtype=np.uint8)
    return batch(
        lambda answers, progress: distance.distances(
            HANDS, nothing, 4, tables(), work, answers, progress
        ),
        (4,),
    )


def won() -> list[int]:
    """Look whether hands win."""
    answers, progress = np.zeros(4, dtype=np.bool_), np.zeros(2, dtype=np.int64)
    distance.wins(HANDS, tables(), answers, progress)
    return [*map(int, answers), *progress.tolist()]


def in_a_block() -> list[int]:
    """Ask of a suit and of the honours what they lack."""
    work, known = blocks.block_workspace(), tables()
    blocks.block_costs(HANDS[2], 0, np.full(34, 4, dtype=np.int64), 1, work)
    found = work.costs[:20].tolist()
    word = blocks.find_word(HANDS[3], 3, 1, 0, known, work)
    blocks.unpack(word, work.costs)
    found += [*work.costs[:10].tolist(), blocks.pack(work.costs)]
    found.append(blocks.is_complete(HANDS[0], 0, 1, 3, known, work))
    return [int(n) for n in (*found, word)]


CALLS: dict[str, Callable[[], list[int]]] = {
    "lines.count_lines lines.credits_of": counted,
    "readings.workspace readings.search readings.lacks readings.put worth.credits_held "
    "worth.unmatched_credits": searched,
    "within.most_within": most,
    "worth.most_credits": lambda: batch(
        lambda answers, progress: worth.most_credits(HANDS, NONE_LAID, RULES, answers, progress),
        (4,),
    ),
    "distance.distance_workspace distance.distances": near,
    "unmatched.most_kept": lambda: [int(n) for n in unmatched.most_kept(HANDS[1])],
    "distance.wins": won,
    "unmatched.unmatched_distances": lambda: batch(
        lambda answers, progress: unmatched.unmatched_distances(HANDS, 1, answers, progress),
        (4, 2),
    ),
    "blocks.block_workspace blocks.block_costs blocks.find_word blocks.pack blocks.unpack "
    "blocks.is_complete": in_a_block,
}
