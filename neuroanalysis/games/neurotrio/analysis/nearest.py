"""The chances of a player who only minimises his distance, for every hand at once.

He finishes as soon as his total reaches the minimum. Else he discards the card that leaves the
least distance; of equals, the one with the most unseen copies of useful cards; of hands that are
equal in that too and differ by more than relabelling, each is as likely. He lays a carré when that
leaves him no further away than his best discard. Points do not interest him.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Chunk, Control, Options, run, thread_chunks
from neuroanalysis.games.neurotrio.analysis.graph import DrawnChunk, Graph
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.analysis.solitaire import SHARES, Sweeper
from neuroanalysis.games.neurotrio.pieces import KINDS

if TYPE_CHECKING:
    from typing import Unpack

__all__ = ["NearestSweeper", "held_ranks"]

_CHUNK: Final = 1 << 16


class NearestSweeper(Sweeper):
    """What `Sweeper` does, for the player who only minimises his distance.

    Parameters
    ----------
    graph, minimums, workers
        See `Sweeper`.
    ranks
        Of all held classes by carrés laid, as `held_ranks` gives them.
    """

    def __init__(
        self,
        graph: Graph,
        minimums: Sequence[int],
        ranks: Sequence[NDArray[np.uint16]],
        workers: int | None = None,
    ) -> None:
        super().__init__(graph, minimums, workers)
        self.ranks = [*ranks, np.zeros(0, dtype=np.uint16)]

    def sweep_chunk(
        self,
        chunk: DrawnChunk,
        above: NDArray[np.float64],
        sums: NDArray[np.float64],
    ) -> None:
        """Add what a chunk is worth to what leads there."""
        from neuroanalysis.games.neurotrio._kernels.nearest import sweep_nearest

        sweep_nearest(
            chunk.finishes,
            chunk.orders,
            chunk.edges,
            chunk.lengths,
            chunk.lays,
            self.minimums,
            self.ranks[chunk.laid],
            self.chances[chunk.laid],
            self.ranks[chunk.laid + 1],
            above,
            sums,
        )


def held_ranks(graph: Graph, **how: Unpack[Options]) -> list[NDArray[np.uint16]]:
    """Return the ranks of all held classes, by carrés laid; the less the better.

    Parameters
    ----------
    graph
        The moves.
    **how
        ``workers``, ``progress``, ``cancel``: see :func:`neuroanalysis.core.work.imap`.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.analysis.graph import build_graph
    >>> from neuroanalysis.games.neurotrio.rules import Rules
    >>> [level.tolist() for level in held_ranks(build_graph(Rules(structures=1, hand_size=4)))][1]
    [508, 508, 508]

    With a carré laid one card is held, and its three fellows make it a duo: 256 for the distance of
    1, then 255 less 3.
    """
    from neuroanalysis.games.neurotrio._kernels.nearest import rank_held

    rows = [
        (level.laid, part.payload)
        for level in graph.held
        for part in thread_chunks(len(level.keys), _CHUNK)
    ]
    places = [
        Chunk(id=f"{laid}-{part.start}", payload=(laid, part), size=len(part))
        for laid, part in rows
    ]
    parts = run(partial(_distances, graph), places, **how)
    ranks = []
    for level in graph.held:
        mine = [part for (laid, _), part in zip(rows, parts, strict=True) if laid == level.laid]
        distances = np.concatenate(mine)
        sums = [np.zeros(len(distances), dtype=np.int32) for _ in range(SHARES)]
        run(
            partial(_add_useful, graph.drawn[level.laid], distances, sums),
            thread_chunks(SHARES, 1),
            workers=how.get("workers"),
            cancel=how.get("cancel"),
        )
        found = np.zeros(len(distances), dtype=np.uint16)
        rank_held(distances, level.orders, sums[0], sums[1], found)
        ranks.append(found)
    return ranks


def _distances(graph: Graph, place: tuple[int, range], control: Control) -> NDArray[np.int32]:
    """Return the distances of some held classes."""
    from neuroanalysis.games.neurotrio._kernels.classes import hands_of_keys
    from neuroanalysis.games.neurotrio._kernels.distance import distances
    from neuroanalysis.games.neurotrio._kernels.solve import split_laid

    control.check()
    laid, part = place
    keys = graph.held[laid].keys[part.start : part.stop]
    tables = class_tables(graph.rules.copies, laid=graph.rules.carre)
    digits = np.zeros((len(keys), KINDS), dtype=np.uint8)
    hands_of_keys(keys, tables, digits)
    counts, on_table = np.zeros_like(digits), np.zeros_like(digits)
    split_laid(digits, tables, counts, on_table)
    found = np.zeros(len(keys), dtype=np.int32)
    distances(counts, on_table, graph.rules.to_arrays(), found, control.array)
    return found


def _add_useful(
    chunks: Sequence[DrawnChunk],
    distances: NDArray[np.int32],
    sums: Sequence[NDArray[np.int32]],
    shares: range,
    control: Control,
) -> None:
    from neuroanalysis.games.neurotrio._kernels.nearest import add_useful

    for share in shares:
        for chunk in chunks[share::SHARES]:
            control.check()
            add_useful(
                chunk.finishes, chunk.orders, chunk.edges, chunk.lengths, distances, sums[share]
            )
