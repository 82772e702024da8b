"""The graph of the solitaire: classes of hands between turns and after a draw, and their moves.

Levels are told by the number of carrés laid. Everything is held in chunks of drawn classes, so that
building it needs hardly more memory than keeping it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Chunk, Control, Options, run
from neuroanalysis.games.neurotrio.analysis.class_table import slot_bits
from neuroanalysis.games.neurotrio.analysis.classes import ClassPart, class_chunks, list_keys
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import Rules

if TYPE_CHECKING:
    from typing import Unpack

__all__ = ["DrawnChunk", "Graph", "HeldLevel", "build_graph", "held_levels"]

_CHUNK: Final = 1 << 17
_CARRE: Final = 4


@dataclass(frozen=True, eq=False)
class HeldLevel:
    """All held classes with so many carrés laid, and the way to find one.

    Parameters
    ----------
    laid
        Carrés on the table.
    keys, orders
        Numbers of the classes and orders of their stabilisers.
    bits, slots
        The hash table of the numbers.
    """

    laid: int
    keys: NDArray[np.int64]
    orders: NDArray[np.int16]
    bits: int
    slots: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class DrawnChunk:
    """Some drawn classes: their best finishing totals, and where discards and lays lead."""

    laid: int
    finishes: NDArray[np.int16]
    orders: NDArray[np.int16]
    edges: NDArray[np.uint32]
    lengths: NDArray[np.uint8]
    lays: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Graph:
    """The whole graph under a rule set."""

    rules: Rules
    held: tuple[HeldLevel, ...]
    drawn: tuple[tuple[DrawnChunk, ...], ...]

    def unseen(self, laid: int) -> int:
        """Return how many cards a player between turns does not hold."""
        return self.rules.deck_size - self.rules.hand_size - laid


def _levels(rules: Rules) -> range:
    return range(rules.structures + 1 if rules.carre else 1)


def _listed(
    rules: Rules, cards: int, laid: int, **how: Unpack[Options]
) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    chunks = class_chunks(cards + laid, rules.copies, laid=laid if rules.carre else None)

    def keys_of(part: ClassPart, control: Control) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        control.check()
        return list_keys(part)

    parts = run(keys_of, chunks, **how)
    return np.concatenate([keys for keys, _ in parts]), np.concatenate([o for _, o in parts])


def held_levels(rules: Rules, **how: Unpack[Options]) -> tuple[HeldLevel, ...]:
    """List all held classes, by carrés laid, each level in the order of its numbers.

    Examples
    --------
    >>> [len(level.keys) for level in held_levels(Rules(structures=1, hand_size=4))]
    [58, 3]
    """
    from neuroanalysis.games.neurotrio._kernels.class_index import fill_slots

    levels = []
    for laid in _levels(rules):
        keys, orders = _listed(rules, rules.hand_size, laid, **how)
        rising = np.argsort(keys)
        keys, orders = keys[rising], orders[rising]
        bits = slot_bits(len(keys))
        slots = np.full(1 << bits, -1, dtype=np.int32)
        fill_slots(keys, bits, slots)
        levels.append(HeldLevel(laid, keys, orders, bits, slots))
    return tuple(levels)


def build_graph(
    rules: Rules, held: tuple[HeldLevel, ...] | None = None, **how: Unpack[Options]
) -> Graph:
    """Build the graph: for the default rules 42 million classes and 280 million edges, 1.4 GB.

    Parameters
    ----------
    rules
        At most four copies of a kind.
    held
        What `held_levels` has listed, if it has.
    **how
        ``workers``, ``progress`` (told of drawn classes), ``cancel``: see
        :func:`neuroanalysis.core.work.imap`.
    """
    quiet: Options = {"workers": how.get("workers"), "cancel": how.get("cancel")}
    held = held or held_levels(rules, **quiet)
    drawn = [_listed(rules, rules.hand_size + 1, laid, **quiet) for laid in _levels(rules)]
    places = [
        Chunk(id=f"{laid}-{begin}", payload=(laid, begin, end), size=end - begin)
        for laid, (keys, _) in enumerate(drawn)
        for begin, end in pairwise([*range(0, len(keys), _CHUNK), len(keys)])
    ]

    def edges_of(place: tuple[int, int, int], control: Control) -> DrawnChunk:
        control.check()
        laid, begin, end = place
        keys, orders = drawn[laid]
        return _drawn_chunk(rules, held, laid, keys[begin:end], orders[begin:end])

    chunks = run(edges_of, places, **how)
    return Graph(
        rules, held, tuple(tuple(c for c in chunks if c.laid == laid) for laid in _levels(rules))
    )


def _drawn_chunk(
    rules: Rules,
    held: tuple[HeldLevel, ...],
    laid: int,
    keys: NDArray[np.int64],
    orders: NDArray[np.int16],
) -> DrawnChunk:
    from neuroanalysis.games.neurotrio._kernels.classes import hands_of_keys
    from neuroanalysis.games.neurotrio._kernels.finish import best_finishes
    from neuroanalysis.games.neurotrio._kernels.solve import list_edges, split_laid

    tables = class_tables(rules.copies, laid=rules.carre)
    digits = np.zeros((len(keys), KINDS), dtype=np.uint8)
    hands_of_keys(keys, tables, digits)
    counts, on_table = np.zeros_like(digits), np.zeros_like(digits)
    split_laid(digits, tables, counts, on_table)
    totals = np.zeros(len(keys), dtype=np.int32)
    best_finishes(counts, on_table, rules.to_arrays(), totals, np.zeros(2, dtype=np.int64))
    edges = np.zeros(int((counts > 0).sum()), dtype=np.uint32)
    lays = np.zeros((int((counts >= _CARRE).sum()), 2), dtype=np.int32)
    lengths = np.zeros(len(keys), dtype=np.uint8)
    here = held[laid]
    # Where no further carré can be laid, an empty level stands for the next.
    next_one = held[laid + 1] if laid + 1 < len(held) else _NO_LEVEL
    n, n_lays = list_edges(
        keys,
        rules.copies,
        tables,
        here.keys,
        here.bits,
        here.slots,
        next_one.keys,
        next_one.bits,
        next_one.slots,
        edges,
        lengths,
        lays,
    )
    return DrawnChunk(
        laid,
        np.minimum(totals, np.iinfo(np.int16).max).astype(np.int16),
        orders,
        edges[: int(n)].copy(),
        lengths,
        lays[: int(n_lays)].copy(),
    )


_NO_LEVEL: Final = HeldLevel(
    -1, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int16), 4, np.full(16, -1, dtype=np.int32)
)
