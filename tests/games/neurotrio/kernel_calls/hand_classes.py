"""Calls of the kernels that list classes of hands, count over them, and play on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.neurotrio._kernels import class_index, classes, deals, solve
from neuroanalysis.games.neurotrio.analysis.class_table import slot_bits
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from tests.oracles import neurotrio as oracle

COPIES = 2
HANDS = np.array([oracle.parse("1cn 1cv*2 2ev 3rb"), oracle.parse("1cn*2 1rb*2")], dtype=np.uint8)


def listed(cards: int) -> tuple[np.ndarray, np.ndarray]:
    """List all classes of so few cards: their numbers, and the orders of their stabilisers."""
    tables = class_tables(COPIES)
    every = np.arange(len(tables.best), dtype=np.int64)
    firsts = every[(tables.best & classes.CODE_MASK) == every]
    keys, orders = np.zeros(50, dtype=np.int64), np.zeros(50, dtype=np.int16)
    number = classes.classes_from(firsts, cards, 0, tables, keys, orders)
    return keys[:number], orders[:number]


def canonical() -> list[int]:
    """Bring hands to their canonical form and back."""
    tables = class_tables(COPIES)
    keys, orders = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int16)
    classes.canonical_keys(HANDS, tables, keys, orders)
    images = np.zeros((2, 27), dtype=np.uint8)
    classes.hands_of_keys(keys, tables, images)
    key, order = classes.canonical_key(HANDS[0], np.zeros(9, dtype=np.int64), tables)
    alone = [key, order, classes.turned(5, 40, tables), classes.packed(5, 3, 1, tables)]
    return [*map(int, alone), *keys.tolist(), *orders.tolist(), *images.ravel().tolist()]


def index(keys: np.ndarray) -> tuple[int, np.ndarray]:
    """Make the hash table of numbers."""
    bits = slot_bits(len(keys))
    slots = np.full(1 << bits, -1, dtype=np.int32)
    class_index.fill_slots(keys, bits, slots)
    return bits, slots


def found() -> list[int]:
    """Find classes by number and by hand."""
    keys, _ = listed(2)
    bits, slots = index(keys)
    places = [int(class_index.find(key, keys, bits, slots)) for key in (*keys, -5)]
    hands, answers = np.zeros((1, 27), dtype=np.uint8), np.zeros(1, dtype=np.uint8)
    hands[0, [3, 4]] = 1
    numbers = np.arange(len(keys), dtype=np.uint8)
    class_index.look_up(hands, class_tables(COPIES), keys, bits, slots, numbers, answers)
    return [*places, *answers.tolist()]


def counted() -> list[int]:
    """Weigh two classes, and add them up."""
    weights, held = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    ways = np.array([1, 2, 1], dtype=np.int64)
    deals.class_weights(HANDS, np.ones(2, dtype=np.int16), ways, weights)
    deals.kinds_held(HANDS, -1, held)
    low, high = np.zeros(9, dtype=np.int64), np.zeros(9, dtype=np.int64)
    deals.tally(held, weights, low, high)
    return [*weights.tolist(), *held.tolist(), *low.tolist(), *high.tolist()]


def solved() -> list[float]:
    """Go from classes of two cards to those of one, and weigh them."""
    tables = class_tables(COPIES)
    drawn, orders = listed(2)
    held, held_orders = listed(1)
    bits, slots = index(held)
    none = np.zeros(0, dtype=np.int64)
    edges = np.zeros(100, dtype=np.uint32)
    lengths, lays = np.zeros(len(drawn), dtype=np.uint8), np.zeros((4, 2), dtype=np.int32)
    n, n_lays = solve.list_edges(
        drawn, COPIES, tables, held, bits, slots, none, *index(none), edges, lengths, lays
    )
    sums = np.zeros((len(held), 1))
    solve.sweep(
        np.full(len(drawn), 20, dtype=np.int16),
        orders,
        edges[:n],
        lengths,
        lays[:n_lays],
        np.array([18], dtype=np.int64),
        np.zeros((len(held), 1)),
        np.zeros((0, 1)),
        sums,
    )
    chances = np.zeros_like(sums)
    solve.mean_over_draws(sums, np.zeros_like(sums), held_orders, 53, chances)
    counts, laid = np.zeros_like(HANDS), np.zeros_like(HANDS)
    solve.split_laid(HANDS, tables, counts, laid)
    return [int(n), int(n_lays), *lengths.tolist(), *chances.ravel().tolist(), int(counts.sum())]


CALLS: dict[str, Callable[[], list[float]]] = {
    "classes.fill_tables classes.canonical_keys classes.hands_of_keys classes.canonical_key "
    "classes.turned classes.packed": canonical,
    "classes.classes_from": lambda: [part for array in listed(3) for part in array.tolist()],
    "class_index.fill_slots class_index.find class_index.look_up": found,
    "deals.class_weights deals.kinds_held deals.tally": counted,
    "solve.list_edges solve.sweep solve.mean_over_draws solve.split_laid": solved,
}
