"""How often somebody can beat a play in random deals of the unseen cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.intervals import Estimate
from neuroanalysis.games.tichu.analysis.automata import DRAGON_RANK, ONE_OF, Aim, of_type
from neuroanalysis.games.tichu.pieces import (
    CARDS,
    DRAGON,
    LOWEST,
    MAH_JONG,
    PHOENIX,
    RANKS,
    SUITS,
    cards_of,
)

__all__ = ["share_beaten"]

Flags = NDArray[np.bool_]


def share_beaten(
    aim: Aim, unseen: int, sizes: Sequence[int], *, mah_jong: bool, samples: int, seed: int
) -> Estimate:
    """Estimate the chance that one of the hands has what is aimed at.

    Parameters
    ----------
    aim, unseen, sizes, mah_jong
        See :func:`neuroanalysis.games.tichu.analysis.unseen.ways_unbeaten`.
    samples, seed
        Deals that are looked at, and the seed; the same seed gives the same answer.
    """
    rng = np.random.default_rng(seed)
    orders = rng.permuted(np.tile(np.array(cards_of(unseen)), (samples, 1)), axis=1)
    found = np.zeros(samples, dtype=np.bool_)
    begin = 0
    for size in sizes:
        held = np.zeros((samples, CARDS), dtype=np.bool_)
        held[np.arange(samples)[:, np.newaxis], orders[:, begin : begin + size]] = True
        found |= _can_beat(held, aim, mah_jong)
        begin += size
    return Estimate.of_share(int(found.sum()), samples, seed)


def _can_beat(held: Flags, aim: Aim, mah_jong: bool) -> Flags:
    """Return which hands have what is aimed at."""
    cards = held[:, :MAH_JONG].reshape(len(held), RANKS, SUITS)
    counts = cards.sum(axis=2)
    suited = np.where(counts == 1, ONE_OF + cards.argmax(axis=2), counts)
    read = np.concatenate([held[:, MAH_JONG, np.newaxis], suited], axis=1)
    phoenix = held[:, PHOENIX]
    found = np.zeros(len(held), dtype=np.bool_)
    if aim.kind == "single" and aim.rank < DRAGON_RANK:
        found |= phoenix | held[:, DRAGON]
    for having in (False, True):
        rows = np.flatnonzero(phoenix == having)
        state = np.zeros(len(rows), dtype=np.int64)
        for layer, table in enumerate(of_type(aim, having).tables):
            state = np.where(state < 0, state, table[state, read[rows, layer]])
        found[rows[state < 0]] = True
    if aim.flush is not None:
        length, above = aim.flush
        run = np.zeros((len(held), SUITS), dtype=np.int64)
        run[held[:, MAH_JONG] & mah_jong] = 1
        for place in range(RANKS):
            run = np.where(cards[:, place], run + 1, 0)
            least = length if place + LOWEST > above else length + 1
            found |= (run >= least).any(axis=1)
    return found
