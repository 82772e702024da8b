"""Answers for every class of hands, found by canonical form: a million hands a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.hands import as_batch
from neuroanalysis.core.work import Control, Options, run
from neuroanalysis.errors import CardError
from neuroanalysis.games.neurotrio.analysis.classes import (
    ClassPart,
    canonical,
    class_chunks,
    list_part,
)
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.scoring import distance_many
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from typing import Unpack

__all__ = ["ClassTable", "distance_table", "slot_bits"]


@dataclass(frozen=True, eq=False)
class ClassTable:
    """A small number for every class of hands with so many cards.

    Parameters
    ----------
    cards, copies
        Which hands.
    keys
        Numbers of the classes, as `canonical` gives them.
    answers
        (classes,) uint8.
    bits, slots
        The hash table of the numbers.
    """

    cards: int
    copies: int
    keys: NDArray[np.int64]
    answers: NDArray[np.uint8]
    bits: int
    slots: NDArray[np.int32]

    def of(self, counts: NDArray[np.integer]) -> NDArray[np.uint8]:
        """Return the answer of each hand of a batch.

        Parameters
        ----------
        counts
            (n, 27) counts, each of `cards` cards.

        Raises
        ------
        CardError
            For counts that are no hands of that size.
        """
        from neuroanalysis.games.neurotrio._kernels.class_index import look_up

        batch = as_batch(counts, PIECES, self.copies)
        sizes = batch.sum(axis=1)
        if (sizes != self.cards).any():
            raise CardError(
                "card.few",
                n=int(sizes[sizes != self.cards][0]),
                question=text("neurotrio.question.table"),
                accepted=self.cards,
            )
        found = np.zeros(len(batch), dtype=np.uint8)
        tables = class_tables(self.copies)
        look_up(batch, tables, self.keys, self.bits, self.slots, self.answers, found)
        return found


def slot_bits(n: int) -> int:
    """Return the logarithm of a number of slots that leaves a third of them free.

    Examples
    --------
    >>> 1 << slot_bits(1000)
    2048
    """
    return max(4, (n + n // 2).bit_length())


def _class_table(
    cards: int,
    copies: int,
    answer: Callable[[NDArray[np.uint8]], NDArray[np.uint8]],
    **how: Unpack[Options],
) -> ClassTable:
    from neuroanalysis.games.neurotrio._kernels.class_index import fill_slots

    def part(part: ClassPart, control: Control) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        counts, _ = list_part(part)
        control.check()
        return canonical(counts, copies)[0], answer(counts)

    parts = run(part, class_chunks(cards, copies), **how)
    keys = np.concatenate([numbers for numbers, _ in parts])
    answers = np.concatenate([found for _, found in parts])
    bits = slot_bits(len(keys))
    slots = np.full(1 << bits, -1, dtype=np.int32)
    fill_slots(keys, bits, slots)
    return ClassTable(cards, copies, keys, answers, bits, slots)


@lru_cache(maxsize=4)
def distance_table(cards: int = 13, rules: Rules | None = None) -> ClassTable:
    """Return the distances of all hands with so many cards, made on first use (13 cards: 20 s).

    Examples
    --------
    >>> hands = np.zeros((1, 27), dtype=np.uint8)
    >>> hands[0, [0, 1, 2]] = [2, 1, 1]
    >>> distance_table(4).of(hands).tolist()
    [10]
    """
    rules = Rules.or_default(rules)
    return _class_table(
        cards, rules.copies, lambda counts: distance_many(counts, rules=rules, workers=1)
    )
