"""Batches of hands: their validation, and random deals.

A batch is an ``(n, kinds)`` uint8 array, one count vector a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.pieces import Counts, PieceSet
from neuroanalysis.errors import CardError

__all__ = ["CountsLike", "as_batch", "as_counts", "deal_hands"]

CountsLike: TypeAlias = Sequence[int] | NDArray[np.integer]


def as_counts(
    hand: str | Sequence[str] | CountsLike, pieces: PieceSet, copies: int | Sequence[int]
) -> Counts:
    """Return a hand as a count vector, whether it came as text, as a list of codes or as counts.

    Raises
    ------
    CardError
        For text that cannot be read, counts of another shape, or a copy too many.

    Examples
    --------
    >>> as_counts("a a", PieceSet(("a", "b")), copies=4)
    array([2, 0], dtype=uint8)
    >>> as_counts(["a", "a"], PieceSet(("a", "b")), copies=4)
    array([2, 0], dtype=uint8)
    >>> as_counts([1, 3], PieceSet(("a", "b")), copies=4)
    array([1, 3], dtype=uint8)
    """
    if isinstance(hand, str):
        return pieces.parse(hand, copies)
    if isinstance(hand, list | tuple) and hand and all(isinstance(code, str) for code in hand):
        return pieces.parse(" ".join(hand), copies)
    try:
        counts = np.asarray(hand)
    except ValueError:  # lists of different lengths in a list
        raise CardError("card.shape", shape="?", expected=(len(pieces),)) from None
    if counts.shape != (len(pieces),):
        raise CardError("card.shape", shape=counts.shape, expected=(len(pieces),))
    checked: Counts = as_batch(counts[np.newaxis], pieces, copies)[0]
    return checked


def as_batch(
    hands: NDArray[np.integer], pieces: PieceSet, copies: int | Sequence[int]
) -> NDArray[np.uint8]:
    """Return a batch as a C-contiguous ``(n, kinds)`` uint8 array, after checking it.

    Raises
    ------
    CardError
        For another shape or type, a count below 0, or a copy too many; the first bad row is named.
    """
    batch = np.asarray(hands)
    if batch.ndim != 2 or batch.shape[1] != len(pieces):
        raise CardError("card.shape", shape=batch.shape, expected=f"(n, {len(pieces)})")
    if batch.dtype.kind not in "iu":
        raise CardError("card.type", type=batch.dtype, most=np.max(copies))
    most = np.broadcast_to(np.asarray(copies), len(pieces))
    if np.iinfo(batch.dtype).max >= most.max():
        most = most.astype(batch.dtype)  # comparing within one small type is ten times as fast
    wrong = batch > most
    if batch.dtype.kind == "i":
        wrong |= batch < 0
    if wrong.any():
        bad = np.argwhere(wrong)
        row, kind = (int(index) for index in bad[0])
        held, code = int(batch[row, kind]), pieces.codes[kind]
        reason = (
            CardError("card.negative", code=code)
            if held < 0
            else CardError("card.too_many", held=held, code=code, most=int(most[kind]))
        )
        raise reason if len(batch) == 1 else CardError("card.row", row=row, reason=reason)
    return np.ascontiguousarray(batch, dtype=np.uint8)


def deal_hands(
    n: int, cards: int, available: CountsLike, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Deal ``n`` independent random hands, each from the same stock.

    Parameters
    ----------
    n
        How many hands.
    cards
        Cards in each, at most the stock's.
    available
        Copies of each kind in the stock.
    rng
        Where the randomness comes from; the same state gives the same hands.

    Returns
    -------
    (n, kinds) uint8 array
        Each row follows the multivariate hypergeometric law: every set of ``cards`` physical cards
        is equally likely.

    Examples
    --------
    >>> hands = deal_hands(5, 13, [4] * 27, np.random.default_rng(1))
    >>> hands.shape, hands.sum(axis=1).tolist()
    ((5, 27), [13, 13, 13, 13, 13])
    """
    stock = np.asarray(available, dtype=np.int64)
    return rng.multivariate_hypergeometric(stock, cards, size=n).astype(np.uint8)
