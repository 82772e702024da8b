"""What the kernels need to know of layers, a third of the cube each, to tell classes of hands."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.errors import RulesError

if TYPE_CHECKING:
    from neuroanalysis.games.neurotrio._kernels.classes import ClassTables

__all__ = ["class_tables"]

_TURNS: Final = 72
# Subgroups that can be the stabiliser of a layer; there are fewer.
_MOST_STABILISERS: Final = 512
_ORDERS: Final = np.array(list(permutations(range(3))), dtype=np.int64)


def _inverse_turns() -> NDArray[np.uint8]:
    """Return the turn that undoes each turn (flip, order of rows, order of columns)."""
    cells = np.arange(9).reshape(3, 3)
    images = []
    for flip, rows, columns in product(range(2), range(6), range(6)):
        turned = cells.T if flip else cells
        images.append(turned[_ORDERS[rows]][:, _ORDERS[columns]].ravel())
    inverse = np.zeros(_TURNS, dtype=np.uint8)
    for one, other in product(range(_TURNS), repeat=2):
        if np.array_equal(images[one][images[other]], np.arange(9)):
            inverse[one] = other
    return inverse


_INVERSE: Final = _inverse_turns()


# Threads that ask at the same time must not make them twice.
_making: Final = Lock()


def class_tables(copies: int, *, laid: bool = False) -> ClassTables:
    """Return the tables for a number of copies, made once.

    Parameters
    ----------
    copies
        1 to 4; the tables for 4 take 30 MB.
    laid
        Whether hands may have laid carrés, which need 4 copies; 170 MB.

    Raises
    ------
    RulesError
        For more than 4 copies, whose hands have no numbers of 63 bits.
    """
    from neuroanalysis.games.neurotrio._kernels.classes import MAX_COPIES

    if copies > MAX_COPIES:
        raise RulesError("rules.too_many_classes", copies=copies, most=MAX_COPIES)
    with _making:
        return _made(copies, laid)


@cache
def _made(copies: int, laid: bool) -> ClassTables:
    from neuroanalysis.games.neurotrio._kernels.classes import (
        LAID_CARDS,
        MAX_CARDS,
        MAX_LAID,
        ClassTables,
        fill_tables,
    )

    base = copies + 1 + laid
    rows = base**3
    layers = base**9
    digits = np.array(list(product(range(base), repeat=3)), dtype=np.int64)
    weights = np.array([base * base, base, 1], dtype=np.int64)
    columns = np.array([digits[:, order] @ weights for order in _ORDERS], dtype=np.int32)
    is_laid = (digits == base - 1) & laid
    row_cards = np.where(is_laid, LAID_CARDS, digits).sum(axis=1).astype(np.int8)
    row_laid = is_laid.sum(axis=1).astype(np.int8)
    codes = np.arange(layers, dtype=np.int32)
    row = np.stack([codes // rows**2, codes // rows % rows, codes % rows], axis=1).astype(np.uint8)
    places = digits.astype(np.uint8)
    column = np.zeros_like(row)
    for place in range(3):
        for line in range(3):
            column[:, place] += places[row[:, line], place] * np.uint8(weights[line])
    flipped = column @ np.array([rows * rows, rows, 1], dtype=np.int32)
    cards = row_cards[row].sum(axis=1, dtype=np.int8)
    held = np.flatnonzero(cards <= MAX_CARDS)
    bucket = cards[held] * np.int16(MAX_LAID + 2) + row_laid[row[held]].sum(axis=1, dtype=np.int16)
    held = held[np.argsort(bucket, kind="stable")]
    bucket.sort()
    place_of = np.full(layers if laid else 0, -1, dtype=np.int32)
    if laid:
        place_of[held] = np.arange(len(held), dtype=np.int32)
    tables = ClassTables(
        base=base,
        rows=rows,
        marked=int(laid),
        best=np.full(layers, -1, dtype=np.int32),
        turn=np.zeros(layers, dtype=np.uint8),
        flipped=flipped.astype(np.int32),
        stabiliser=np.zeros(layers, dtype=np.int16),
        stabilisers=np.zeros((_MOST_STABILISERS, _TURNS), dtype=np.uint8),
        sizes=np.zeros(_MOST_STABILISERS, dtype=np.int64),
        columns=columns,
        orders=_ORDERS,
        by_cards=held.astype(np.int32),
        starts=np.searchsorted(
            bucket, np.arange((MAX_CARDS + 2) * (MAX_LAID + 2), dtype=np.int16)
        ).reshape(MAX_CARDS + 2, MAX_LAID + 2),
        lines=np.concatenate([row[held], column[held]], axis=1),
        place=place_of,
    )
    fill_tables(tables, cards.astype(np.int32), _INVERSE)
    return tables
