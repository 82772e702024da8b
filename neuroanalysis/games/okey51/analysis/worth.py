"""What many racks are worth, each with an okey of its own."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Control
from neuroanalysis.errors import PositionError
from neuroanalysis.games.okey51.position import Meld
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.games.okey51.scoring import meld_codes

__all__ = ["Worth", "meld_values", "pairs_held", "worth"]


class Worth(NamedTuple):
    """The greatest value of a rack's melds, and what it leaves at least: tiles, then their sum."""

    meld_value: int
    left_count: int
    left_value: int


def worth(
    naturals: NDArray[np.uint8],
    wilds: NDArray[np.uint8],
    rules: Rules,
    melds: tuple[Meld, ...] = (),
) -> list[Worth]:
    """Return what racks are worth between turns, when all of them may lay off on some open melds.

    Parameters
    ----------
    naturals, wilds
        (n, 52) by identity and (n,).
    rules, melds
        The rule set, and the open melds.
    """
    answers = _answers(naturals, wilds, rules, False, melds, Control())
    return [Worth(*row) for row in answers[:, :3].tolist()]


def meld_values(
    naturals: NDArray[np.uint8],
    wilds: NDArray[np.uint8],
    rules: Rules,
    keep: bool,
    control: Control,
) -> NDArray[np.int64]:
    """Return the greatest value of melds of each rack, perhaps with one tile kept outside."""
    return _answers(naturals, wilds, rules, keep, (), control)[:, 0].astype(np.int64)


def pairs_held(
    naturals: NDArray[np.uint8], wilds: NDArray[np.uint8], rules: Rules
) -> NDArray[np.int64]:
    """Return the most disjoint pairs of each rack.

    Examples
    --------
    >>> racks = np.zeros((1, 52), dtype=np.uint8)
    >>> racks[0, :3] = [2, 1, 3]
    >>> pairs_held(racks, np.array([1], dtype=np.uint8), Rules()).tolist()
    [3]
    """
    both = (naturals // 2).sum(axis=1, dtype=np.int64)
    single = (naturals % 2).sum(axis=1, dtype=np.int64)
    own = wilds.astype(np.int64)
    taken = np.minimum(single, own) * rules.okey_pairs
    return np.asarray(both + taken + (own - taken) // 2, dtype=np.int64)


def _answers(
    naturals: NDArray[np.uint8],
    wilds: NDArray[np.uint8],
    rules: Rules,
    keep: bool,
    melds: tuple[Meld, ...],
    control: Control,
) -> NDArray[np.int32]:
    from neuroanalysis.games.okey51._kernels.arrangements import ANSWERS, best_arrangements

    answers = np.zeros((len(naturals), ANSWERS), dtype=np.int32)
    outside = np.full(len(naturals), keep, dtype=np.uint8)
    best_arrangements(
        naturals, wilds, meld_codes(melds), outside, rules.to_arrays(), answers, control.array
    )
    control.check()
    if (answers[:, 0] < 0).any():
        raise PositionError("okey51.position.places", n=len(melds))
    return answers
