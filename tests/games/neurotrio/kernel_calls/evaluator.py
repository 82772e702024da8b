"""Calls of the kernels that evaluate hands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.neurotrio._kernels import bonuses, cube, distance, finish, value
from neuroanalysis.games.neurotrio.rules import Rules
from tests.oracles import neurotrio as oracle

FINISHING = np.array(oracle.parse("1cn*4 1cv*4 1cb*4 1eb*4 1rb*2"), dtype=np.uint8)
SMALL = np.array(oracle.parse("1cn 1cv 2ev 3rb"), dtype=np.uint8)
NOTHING_LAID = np.zeros(27, dtype=np.uint8)
RULES = Rules().to_arrays()


def pack(hand: np.ndarray) -> tuple[np.uint64, np.uint64]:
    """Pack a hand; words are handed on as the 64 bits without a sign that they are."""
    low, high = cube.pack(hand)
    return np.uint64(low), np.uint64(high)


def batch(kernel: Callable[..., None], dtype: type) -> list[int]:
    """Call a kernel that answers a question for each hand of a batch."""
    answers = np.zeros(2, dtype=dtype)
    progress = np.zeros(2, dtype=np.int64)
    hands = np.stack([FINISHING, SMALL])
    kernel(hands, NOTHING_LAID[np.newaxis], RULES, answers, progress)
    return [*answers.tolist(), *progress.tolist()]


def groupings(kernel: Callable[..., int], worth: int) -> list[int]:
    """Call a kernel that lists groupings."""
    found = np.zeros((3, 5), dtype=np.int64)
    number = kernel(FINISHING, NOTHING_LAID, RULES, worth, found)
    return [int(number), *found.ravel().tolist()]


def listed(kernel: Callable[..., int], *arguments: object) -> list[int]:
    """Call a kernel that lists structures."""
    into = np.zeros(cube.STRUCTURE_KINDS, dtype=np.int64)
    before, after = arguments[:-1], arguments[-1]
    number = kernel(*before, into, *([] if after is None else [after]))
    return [int(number), *into[:9].tolist()]


def unary_sets() -> list[int]:
    """Count the features of two groups."""
    sets = np.ones(3, dtype=np.uint64)
    bonuses.clear_unary(sets)
    bonuses.add_group(sets, cube.KIND_FEATURES[0])
    bonuses.add_group(sets, cube.KIND_FEATURES[1])
    return sets.tolist()


def points_of_bonuses() -> list[int]:
    """Find the bonuses of four structures of a kind and a duo of it."""
    structures, duos = np.zeros(7, dtype=np.uint64), np.zeros(5, dtype=np.uint64)
    for sets, groups in ((structures, 4), (duos, 1)):
        bonuses.clear_unary(sets)
        for _ in range(groups):
            bonuses.add_group(sets, cube.KIND_FEATURES[0])
    return [int(n) for n in bonuses.bonus_points(structures, duos, 1, RULES)]


CALLS: dict[str, Callable[[], list[int]]] = {
    "bonuses.clear_unary bonuses.add_group": unary_sets,
    "bonuses.bonus_points": points_of_bonuses,
    "cube.pack": lambda: [int(word) for word in pack(FINISHING)],
    "cube.holds": lambda: [int(cube.holds(*pack(FINISHING), *pack(SMALL)))],
    "cube.count_of": lambda: [int(cube.count_of(*pack(FINISHING), kind)) for kind in range(27)],
    "cube.bit_count": lambda: [int(cube.bit_count(np.uint64(2**63 + 5)))],
    "distance.workspace": lambda: [len(array) for array in distance.workspace(4, 1)],
    "distance.distances": lambda: batch(distance.distances, np.int16),
    "finish.workspace": lambda: [len(array) for array in finish.workspace(5)],
    "finish.best_finishes": lambda: batch(finish.best_finishes, np.int16),
    "finish.optimal_finishes": lambda: groupings(finish.optimal_finishes, 50),
    "value.workspace": lambda: [len(array) for array in value.workspace(4)],
    "value.structure_points": lambda: [
        int(value.structure_points(number, RULES)) for number in (0, 30, 220)
    ],
    "value.list_trios": lambda: listed(value.list_trios, FINISHING, 0),
    "value.list_structures": lambda: listed(value.list_structures, FINISHING, RULES, True, None),
    "value.best_values": lambda: batch(value.best_values, np.int16),
    "value.counted_bonuses": lambda: batch(value.counted_bonuses, np.int64),
    "value.optimal_groupings": lambda: groupings(value.optimal_groupings, 40),
}
