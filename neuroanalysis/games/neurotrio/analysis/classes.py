"""Hands up to relabelling: classes of hands that are worth the same.

Renaming the values of an attribute (3! ways for each of three) and swapping attributes (3! ways)
changes no value, no distance, no chance. These 6^3 x 6 = 1,296 symmetries of the cube of kinds put
the 7,633,490,490 count vectors of 13 cards into 5,966,376 classes.
"""

from __future__ import annotations

from contextlib import closing
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.enumeration import Classes, SymmetryGroup
from neuroanalysis.core.hands import as_batch
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.work import Control, Options, imap
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.class_parts import ClassPart, class_chunks
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES, attributes
from neuroanalysis.games.neurotrio.rules import Rules

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "ClassPart",
    "canonical",
    "class_chunks",
    "count_classes",
    "hand_classes",
    "list_keys",
    "list_part",
    "symmetries",
]

# At 36 bytes a class.
_MOST_LISTED: Final = 50_000_000


@cache
def symmetries() -> SymmetryGroup:
    """Return the 1,296 symmetries of the cube of kinds.

    Examples
    --------
    >>> symmetries().order
    1296
    """

    def kind_of(levels: list[int]) -> int:
        return 9 * levels[0] + 3 * levels[1] + levels[2]

    relabellings = [
        [
            kind_of([names[level] if axis == at else level for at, level in enumerate(levels)])
            for levels in map(attributes, range(KINDS))
        ]
        for axis, names in product(range(3), permutations(range(3)))
    ]
    swaps = [
        [kind_of([levels[axis] for axis in order]) for levels in map(attributes, range(KINDS))]
        for order in permutations(range(3))
    ]
    return SymmetryGroup.generated_by(relabellings + swaps)


@checked
def count_classes(cards: int, copies: int = 4) -> int:
    """Return how many classes of hands with so many cards there are, by Burnside's lemma.

    Examples
    --------
    >>> count_classes(13), count_classes(14)
    (5966376, 16588518)
    """
    check_whole("copies", copies, *Rules.ranges["copies"])
    check_whole("cards", cards, 0, KINDS * copies)
    return symmetries().count_classes(copies, cards)


def canonical(
    counts: NDArray[np.integer], copies: int = 4
) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return for each hand a number that its class alone has, and its stabiliser's order.

    The number has the counts of the class's canonical hand as digits in base ``copies + 1``; the
    class has 1,296 / order count vectors.

    Parameters
    ----------
    counts
        (n, 27) counts.
    copies
        Copies of each kind, 1 to 4.

    Raises
    ------
    CardError, RulesError
        For counts that are no hands, or more copies than numbers of 63 bits tell apart.

    Examples
    --------
    >>> hands = np.zeros((2, 27), dtype=np.uint8)
    >>> hands[0, [0, 1]], hands[1, [5, 14]] = 1, 1
    >>> numbers, orders = canonical(hands)
    >>> bool(numbers[0] == numbers[1]), orders.tolist()
    (True, [16, 16])
    """
    from neuroanalysis.games.neurotrio._kernels.classes import canonical_keys

    batch = as_batch(counts, PIECES, copies)
    keys = np.zeros(len(batch), dtype=np.int64)
    orders = np.zeros(len(batch), dtype=np.int16)
    canonical_keys(batch, class_tables(copies), keys, orders)
    return keys, orders


def list_keys(part: ClassPart) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """List a part: numbers of the classes, and their stabilisers' orders."""
    from neuroanalysis.games.neurotrio._kernels.classes import classes_from

    tables = class_tables(part.copies, laid=part.laid is not None)
    firsts = np.array(part.firsts, dtype=np.int64)
    room = part.room
    while True:
        keys = np.zeros(room, dtype=np.int64)
        orders = np.zeros(room, dtype=np.int16)
        found = int(classes_from(firsts, part.cards, part.laid or 0, tables, keys, orders))
        if found <= room:
            return keys[:found].copy(), orders[:found].copy()
        room = found


def list_part(part: ClassPart) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """List a part: (classes, 27) counts of the canonical hands, and their stabilisers' orders.

    Where carrés may be laid, the digit ``copies + 1`` marks a laid kind.
    """
    from neuroanalysis.games.neurotrio._kernels.classes import hands_of_keys

    keys, orders = list_keys(part)
    counts = np.zeros((len(keys), KINDS), dtype=np.uint8)
    hands_of_keys(keys, class_tables(part.copies, laid=part.laid is not None), counts)
    return counts, orders


def hand_classes(cards: int, copies: int = 4, **how: Unpack[Options]) -> Classes:
    """List all classes of hands with so many cards.

    Parameters
    ----------
    cards
        1 to 18, but no more than 50 million classes, which take 1.8 GB: with four copies of each
        kind, up to 15 cards. Of more, go over `class_chunks`, a `list_part` at a time.
    copies
        Copies of each kind, 1 to 4.
    **how
        See :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    InputError
        For fewer cards than 1, or more than can be listed at once.
    RulesError
        For more than four copies of a kind.

    Examples
    --------
    >>> listed = hand_classes(3)
    >>> len(listed), int(listed.sizes.sum()), int(listed.weights().sum())
    (14, 3654, 204156)
    """
    chunks = class_chunks(cards, copies)
    number = count_classes(cards, copies)
    if number > _MOST_LISTED:
        raise InputError(
            "input.many_classes", cards=cards, copies=copies, n=number, most=_MOST_LISTED
        )
    # How many there are is known beforehand, so nothing is held twice.
    counts = np.zeros((number, KINDS), dtype=np.uint8)
    sizes = np.zeros(number, dtype=np.int64)
    start = 0
    with closing(imap(_listed, chunks, **how)) as parts:
        for part, orders in parts:
            rows = slice(start, start + len(part))
            counts[rows] = part
            sizes[rows] = symmetries().order // orders.astype(np.int64)
            start += len(part)
    return Classes(counts, sizes, copies)


def _listed(part: ClassPart, control: Control) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    control.check()
    return list_part(part)
