"""The listing of all classes of hands cut into parts of about as many classes each.

A part is a run of greatest layers. How many classes begin with a layer is only known when they are
listed, and differs a ten-thousandfold; so it is estimated from a few pairs of layers that may
follow, always the same ones. The parts, and with them progress, are even; what is listed does not
depend on the estimate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Chunk
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.pieces import KINDS

if TYPE_CHECKING:
    from neuroanalysis.games.neurotrio._kernels.classes import ClassTables

__all__ = ["MOST_CARDS", "ClassPart", "class_chunks", "estimated_sizes"]

MOST_CARDS: Final = 18
# The slowest question takes 20 microseconds a class: parts of a third of a second. More would leave
# one thread waiting for the other, and far fewer classes cost more than they are worth.
_PART_CLASSES: Final = 1 << 14
# With so many pairs of layers, sizes of parts are wrong by a tenth or so, of small ones by a fifth.
_PAIRS: Final = 64
_LEAST_ROOM: Final = 1 << 10


@dataclass(frozen=True)
class ClassPart:
    """A part of all classes with so many cards: those whose greatest layer is one of `firsts`.

    With `laid` None hands have no laid carrés; else so many, whose four cards each are counted.
    There are about `expected` classes.
    """

    cards: int
    copies: int
    firsts: tuple[int, ...]
    laid: int | None = None
    expected: int = 0

    @property
    def room(self) -> int:
        """So many classes the part hardly ever has."""
        return max(_LEAST_ROOM, 2 * self.expected)


def class_chunks(cards: int, copies: int = 4, *, laid: int | None = None) -> list[Chunk[ClassPart]]:
    """Cut the listing of all classes into chunks for :mod:`neuroanalysis.core.work`.

    A chunk's size is about the number of its classes.

    Parameters
    ----------
    cards
        Cards of a hand, the four of each laid carré included.
    copies
        Copies of each kind.
    laid
        None for hands without laid carrés, else how many carrés are laid.

    Raises
    ------
    InputError
        For fewer than 1 card or more than 18.
    """
    from neuroanalysis.games.neurotrio._kernels.classes import CODE_MASK

    high = min(MOST_CARDS, KINDS * copies)
    if not 1 <= cards <= high:
        raise InputError("input.limit", name="cards", value=cards, low=1, high=high)
    tables = class_tables(copies, laid=laid is not None)
    layers = np.concatenate(
        [
            tables.by_cards[tables.starts[most, 0] : tables.starts[most, 1 + (laid or 0)]]
            for most in range(-(-cards // 3), min(cards, 9 * copies) + 1)
        ]
    )
    # A canonical hand begins with a layer that is its own greatest image.
    firsts = layers[(tables.best[layers] & CODE_MASK) == layers].astype(np.int64)
    sizes = estimated_sizes(firsts, cards, laid or 0, tables)
    # A part ends with the layer that fills it, so that a large one never joins a nearly full part.
    filled = np.cumsum(sizes) // _PART_CLASSES
    large = sizes >= _PART_CLASSES
    ends = np.flatnonzero((np.diff(filled) > 0) | large[:-1] | large[1:]) + 1
    chunks = []
    for start, end in zip([0, *ends.tolist()], [*ends.tolist(), len(firsts)], strict=True):
        expected = int(sizes[start:end].sum())
        part = ClassPart(cards, copies, tuple(firsts[start:end].tolist()), laid, expected)
        chunks.append(Chunk(id=f"{cards}-{copies}-{start}", payload=part, size=expected))
    return chunks


def estimated_sizes(
    firsts: NDArray[np.int64], cards: int, laid: int, tables: ClassTables
) -> NDArray[np.int64]:
    """Return about how many classes begin with each layer: 1 or more.

    Of the pairs of layers that may follow, a few are looked at: what share leaves the first one the
    greatest of the hand's nine layers. Hands that the stabiliser of the first layer carries into
    each other are of one class.
    """
    from neuroanalysis.games.neurotrio._kernels.classes import CODE_BITS

    keys = tables.best[firsts].astype(np.int64)
    most = keys >> CODE_BITS
    digits = firsts[:, np.newaxis] // np.int64(tables.base) ** np.arange(9) % tables.base
    on_table = (digits == tables.base - 1).sum(axis=1) * tables.marked
    turned = tables.flipped[firsts].astype(np.int64)
    rows = np.int64(tables.rows)
    # Rows, then columns, as in `tables.lines`.
    lines = [code // rows**place % rows for code in (firsts, turned) for place in (2, 1, 0)]
    stabilisers = tables.sizes[tables.stabiliser[firsts]]
    rng = np.random.default_rng(0)
    sizes = np.ones(len(firsts), dtype=np.int64)
    for held, marks in sorted(set(zip(most.tolist(), on_table.tolist(), strict=True))):
        choices = _choices(cards - held, laid - marks, held, tables)
        pairs = choices[:, 4].sum() if len(choices) else 0
        if pairs == 0:
            continue
        which = np.flatnonzero((most == held) & (on_table == marks))
        shape = (len(which), _PAIRS)
        chosen = choices[rng.choice(len(choices), size=shape, p=choices[:, 4] / pairs)]
        one = (chosen[..., 0] + rng.random(shape) * chosen[..., 1]).astype(np.int64)
        other = (chosen[..., 2] + rng.random(shape) * chosen[..., 3]).astype(np.int64)
        greatest = keys[which, np.newaxis]
        fits = tables.best[tables.by_cards[one]] <= greatest
        fits &= tables.best[tables.by_cards[other]] <= greatest
        for line in range(6):
            layer = (lines[line][which, np.newaxis] * rows + tables.lines[one, line]) * rows
            fits &= tables.best[layer + tables.lines[other, line]] <= greatest
        found = pairs * fits.mean(axis=1) / stabilisers[which]
        sizes[which] = np.maximum(1, found.astype(np.int64))
    return sizes


def _choices(rest: int, laid: int, most: int, tables: ClassTables) -> NDArray[np.float64]:
    """Return how the cards that the first layer leaves may be shared by the other two.

    A row a choice: where each one's layers begin in `by_cards`, how many they are, and the pairs.
    """
    found = []
    for one in range((rest + 1) // 2, min(rest, most) + 1):
        for marks in range(laid + 1):
            begin, end = tables.starts[one, marks : marks + 2]
            first, last = tables.starts[rest - one, laid - marks : laid - marks + 2]
            pairs = (end - begin) * (last - first) / (2 if 2 * one == rest else 1)
            found.append((begin, end - begin, first, last - first, pairs))
    return np.array(found, dtype=np.float64)
