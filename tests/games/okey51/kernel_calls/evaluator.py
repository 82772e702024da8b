"""Calls of the kernels that evaluate racks; `CALLS` and `INSIDE` are those of the package."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.okey51._kernels import arrangements, listing, melds
from neuroanalysis.games.okey51.rules import Rules
from tests.games.okey51 import round_calls
from tests.oracles import okey51 as oracle

COUNTS, WILDS = oracle.parse("r3 r4 r5 r6 r7 b6 k6 b1 k13 y11 b10 k2 y9 y4", "y9")
RACK = np.array(COUNTS, dtype=np.uint8)
# Open are k1-k2-k3, r1-b1-y1 and r8-r9-r10, on which the r7 finds a place.
RUN = melds.RUN | 3 << melds.LENGTH
TABLE = np.array(
    [
        RUN | 2 << melds.NAME | 1 << melds.FIRST,
        melds.SET | 1 << melds.NAME | 0b1011 << melds.LENGTH,
        RUN | 8 << melds.FIRST,
    ],
    dtype=np.int64,
)
RULES = Rules().to_arrays()


def evaluated() -> list[int]:
    """Answer for one rack, in a batch and by itself."""
    answers = np.zeros((1, arrangements.ANSWERS), dtype=np.int32)
    wilds, outside = np.full(1, WILDS, dtype=np.uint8), np.zeros(1, dtype=np.uint8)
    progress = np.zeros(2, dtype=np.int64)
    arrangements.best_arrangements(RACK[None], wilds, TABLE, outside, RULES, answers, progress)
    space = arrangements.workspace(1 << 10)
    alone = arrangements.search(RACK, WILDS, TABLE, 0, RULES, space)
    return [*answers[0].tolist(), *map(int, alone)]


def listed() -> list[int]:
    """Count and list the arrangements that leave the least."""
    uses, graph = melds.make_uses(1 << 12), listing.make_graph(1 << 10, 1 << 12)
    best, number = listing.count_arrangements(
        RACK, WILDS, TABLE, 0, listing.LEAST_LEFT, RULES, uses, graph
    )
    rows = np.zeros((5, 24), dtype=np.int64)
    written = listing.list_arrangements(best, 0, uses, graph, rows)
    return [int(best), int(number), int(written), *rows[:written].ravel().tolist()]


_EVALUATED = (
    "melds.spread melds.bit_count melds.lowest_bit melds.identity_at melds.run_value melds.take"
    " melds.read_rack melds.add_use melds.in_order short_list.list_short laying_off.list_laid_off"
    " arrangements.search_uses arrangements.pairs_of"
)
_LISTED = "whole_list.list_whole"
CALLS: dict[str, Callable[[], list[int]]] = {
    f"{_EVALUATED} arrangements.best_arrangements arrangements.search"
    " arrangements.workspace": evaluated,
    f"{_LISTED} melds.make_uses listing.make_graph listing.count_arrangements"
    " listing.list_arrangements": listed,
}
INSIDE = {*_EVALUATED.split(), *_LISTED.split()}
CALLS |= round_calls.CALLS
INSIDE |= round_calls.INSIDE
