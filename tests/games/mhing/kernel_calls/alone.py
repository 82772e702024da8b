"""A call of the kernels that tell blocks apart, and play hands out by themselves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.mhing._kernels import classes, distance, solitaire
from neuroanalysis.games.mhing.analysis.reach import credits_reachable
from neuroanalysis.games.mhing.analysis.solitaire import Aim, table
from neuroanalysis.games.mhing.pieces import COPIES
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import block_tables
from tests.oracles import mhing as oracle

HANDS = np.array(
    [oracle.parse("5555m 22233p 444s"), oracle.parse("149m 1p 36s 123456z J")], dtype=np.uint8
)


def described() -> list[int]:
    """Describe the suits of hands."""
    suits = HANDS[:, :34].copy()
    suits[:, 9:] = 0
    words, progress = np.zeros((2, 3), dtype=np.int32), np.zeros(2, dtype=np.int64)
    classes.describe(suits, 0, words, progress)
    return [*words.ravel().tolist(), *progress.tolist()]


def alone() -> list[int]:
    """Measure hands, and play them out."""
    goal, lies = Aim.of("fast", Rules()).goal(), table(None, Rules())
    near, work = np.zeros(2, dtype=np.int32), distance.distance_workspace()
    solitaire.measure(HANDS, goal, lies, block_tables(), work, HANDS.copy(), near)
    unseen = np.array(COPIES, dtype=np.uint8) - HANDS
    piles = np.array([[9, 35, 21, 34, 27, 18]] * 2, dtype=np.uint8)
    turns, earned, first, progress = (np.zeros(2, dtype=np.int64) for _ in range(4))
    solitaire.play_out(
        HANDS, unseen, piles, 5, goal, lies, block_tables(), turns, earned, first, progress
    )
    return [*near.tolist(), *turns.tolist(), *earned.tolist(), *first.tolist()]


def reached() -> list[int | None]:
    """Ask for the lines of a hand."""
    return [line.distance for line in credits_reachable("5555m 22233p 444s J")]


CALLS: dict[str, Callable[[], list[int | None]] | Callable[[], list[int]]] = {
    "classes.describe": described,
    "reach.lacking": reached,
    "solitaire.measure solitaire.play_out": alone,
}
