"""Hands packed into two 64-bit words, and the 216 trios and 27 carrés as such.

Four bits a kind: kinds 0 to 13 in the low word, 14 to 26 in the high one. A count is at most 7, so
the fourth bit of each nibble is free to catch a borrow: whether a hand holds a group, and what is
left without it, takes a subtraction a word.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel

KINDS: Final = 27
LOW_KINDS: Final = 14
U64: Final = np.uint64
# The fourth bit of every nibble.
HIGH_BITS: Final = U64(0x8888888888888888)
NIBBLE: Final = U64(0xF)
ONE: Final = U64(1)
ZERO: Final = U64(0)


def _lines() -> NDArray[np.int64]:
    cells = [(kind // 9, kind // 3 % 3, kind % 3) for kind in range(KINDS)]
    return np.array(
        [
            (kind, kind + step, kind + 2 * step)
            for axis, step in enumerate((9, 3, 1))
            for kind in range(KINDS)
            if cells[kind][axis] == 0
        ],
        dtype=np.int64,
    )


LINES: Final = _lines()


def _features() -> NDArray[np.uint64]:
    """Return for each kind the set of all that cards can have in common with it, as bits.

    Bits 0-26: being that kind (three values in common); 27-53: lying on that line (two); 54-62:
    having that attribute value (one); 63: nothing asked.
    """
    masks = np.zeros(KINDS, dtype=np.uint64)
    for kind in range(KINDS):
        bits = {kind, 63, 54 + kind // 9, 57 + kind // 3 % 3, 60 + kind % 3}
        bits |= {27 + line for line in range(27) if kind in LINES[line]}
        masks[kind] = sum(1 << bit for bit in bits)
    return masks


KIND_FEATURES: Final = _features()
# The bits of each number of values in common, 0 to 3.
LEVEL_FEATURES: Final = np.array(
    [1 << 63, ((1 << 9) - 1) << 54, ((1 << 27) - 1) << 27, (1 << 27) - 1], dtype=np.uint64
)


def _trios() -> NDArray[np.int64]:
    """Return the trios as rows of three rising kinds: triples first, then line by line."""
    rows = [(kind, kind, kind) for kind in range(KINDS)]
    for line in LINES:
        rows += [
            trio
            for trio in combinations_with_replacement([int(kind) for kind in line], 3)
            if len(set(trio)) > 1
        ]
    return np.array(rows, dtype=np.int64)


TRIOS: Final = _trios()
TRIPLES: Final = KINDS
TRIO_KINDS: Final = len(TRIOS)
# A structure is a trio (0 to 215) or a carré (216 + kind).
STRUCTURE_KINDS: Final = TRIO_KINDS + KINDS


def _structure_cards() -> NDArray[np.uint8]:
    cards = np.zeros((STRUCTURE_KINDS, KINDS), dtype=np.uint8)
    for trio, kinds in enumerate(TRIOS):
        for kind in kinds:
            cards[trio, kind] += 1
    for kind in range(KINDS):
        cards[TRIO_KINDS + kind, kind] = 4
    return cards


STRUCTURE_CARDS: Final = _structure_cards()


def _structure_features() -> NDArray[np.uint64]:
    masks = np.full(STRUCTURE_KINDS, ~ZERO, dtype=np.uint64)
    for structure in range(STRUCTURE_KINDS):
        for kind in np.flatnonzero(STRUCTURE_CARDS[structure]):
            masks[structure] &= KIND_FEATURES[kind]
    return masks


STRUCTURE_FEATURES: Final = _structure_features()


def _packed(cards: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    low = np.zeros(len(cards), dtype=np.uint64)
    high = np.zeros(len(cards), dtype=np.uint64)
    for row, counts in enumerate(cards):
        low[row] = sum(int(n) << (4 * kind) for kind, n in enumerate(counts[:LOW_KINDS]))
        high[row] = sum(int(n) << (4 * kind) for kind, n in enumerate(counts[LOW_KINDS:]))
    return low, high


STRUCTURE_LOW, STRUCTURE_HIGH = _packed(STRUCTURE_CARDS)


def _structure_kinds() -> NDArray[np.int64]:
    """Return for each structure its lowest, middle and highest kind (a carré's are equal)."""
    return np.concatenate([TRIOS, np.repeat(np.arange(KINDS), 3).reshape(KINDS, 3)])


STRUCTURE_MEMBERS: Final = _structure_kinds()


def _starting() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the trios grouped by their lowest kind, and where each kind's begin."""
    order = np.argsort(TRIOS[:, 0], kind="stable")
    starts = np.searchsorted(TRIOS[order, 0], np.arange(KINDS + 1))
    return order.astype(np.int64), starts.astype(np.int64)


TRIOS_BY_LOWEST, LOWEST_STARTS = _starting()


@kernel
def pack(counts: NDArray[np.uint8]) -> tuple[np.uint64, np.uint64]:
    """Return a count vector as its two words."""
    low = U64(0)
    high = U64(0)
    for kind in range(LOW_KINDS):
        low |= U64(counts[kind]) << U64(4 * kind)
    for kind in range(LOW_KINDS, KINDS):
        high |= U64(counts[kind]) << U64(4 * (kind - LOW_KINDS))
    return low, high


@kernel
def holds(low: np.uint64, high: np.uint64, part_low: np.uint64, part_high: np.uint64) -> bool:
    """Return whether a packed hand has all the cards of a packed part."""
    borrow = ((low | HIGH_BITS) - part_low) & ((high | HIGH_BITS) - part_high)
    return (borrow & HIGH_BITS) == HIGH_BITS


@kernel
def count_of(low: np.uint64, high: np.uint64, kind: Int) -> Int:
    """Return how many cards of a kind a packed hand has."""
    if kind < LOW_KINDS:
        return np.int64((low >> U64(4 * kind)) & NIBBLE)
    return np.int64((high >> U64(4 * (kind - LOW_KINDS))) & NIBBLE)


@kernel
def bit_count(word: np.uint64) -> Int:
    """Return the number of set bits, adding neighbouring fields of doubling width."""
    pairs = word - ((word >> U64(1)) & U64(0x5555555555555555))
    fours = (pairs & U64(0x3333333333333333)) + ((pairs >> U64(2)) & U64(0x3333333333333333))
    eights = (fours + (fours >> U64(4))) & U64(0x0F0F0F0F0F0F0F0F)
    return np.int64((eights * U64(0x0101010101010101)) >> U64(56))
