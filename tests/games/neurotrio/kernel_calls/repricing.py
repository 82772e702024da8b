"""A call of the kernel that adds finishing hands up under many sets of points."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.neurotrio._kernels import layout, reprice
from neuroanalysis.games.neurotrio.rules import Rules
from tests.oracles import neurotrio as oracle

FREE = Rules(
    hand_size=4, structures=1, trio_points=0, triple_points=0, carre_points=0, finish_points=0,
    bonuses=(),
)  # fmt: skip


def repriced() -> list[int]:
    """Add up a hand that finishes and one that does not, under two sets of points."""
    hands = np.array([oracle.parse("1cn*3 2ev*2"), oracle.parse("1cn 1cv 1cb 2ev 2en")])
    arrays = [Rules(hand_size=4, structures=1, bonuses=(), triple_points=n) for n in (4, 7)]
    totals = np.zeros((2, 2), dtype=np.int32)
    reprice.repriced_finishes(
        hands.astype(np.uint8),
        FREE.to_arrays(),
        np.array([rules.to_arrays().numbers for rules in arrays]),
        np.array([rules.to_arrays().needs[:, layout.REPEAT_POINTS] for rules in arrays]),
        np.array([rules.to_arrays().points for rules in arrays]),
        totals,
        np.zeros(2, dtype=np.int64),
    )
    return [int(total) for total in totals.ravel()]


CALLS: dict[str, Callable[[], list[int]]] = {"reprice.repriced_finishes": repriced}
