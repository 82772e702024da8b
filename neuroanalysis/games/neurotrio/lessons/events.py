"""Two events of section 6, each counted twice: by a formula, and by looking at every class."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Control, fold
from neuroanalysis.games.neurotrio.analysis.classes import (
    ClassPart,
    class_chunks,
    list_part,
    symmetries,
)
from neuroanalysis.games.neurotrio.lessons.counting import COPIES, DECK, at_least_one, missing
from neuroanalysis.games.neurotrio.pieces import KINDS

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.work import Options

__all__ = ["EVENTS", "Event", "event_terms", "listed_hands"]

Event: TypeAlias = Literal["carre", "missing"]
"""At least one carré; at least one attribute value of some given attribute that is not held."""

EVENTS: Final[tuple[Event, ...]] = get_args(Event)


def event_terms(event: Event, cards: int) -> tuple[int, ...]:
    """Return the terms of inclusion and exclusion, in hands; none if it cannot happen.

    Examples
    --------
    >>> event_terms("carre", 3), event_terms("missing", 1)
    ((), (216, -108))
    """
    if event == "carre":
        return at_least_one(KINDS, COPIES, DECK, cards)
    return missing(3, DECK // 3, DECK, cards)


def listed_hands(event: Event, cards: int, **how: Unpack[Options]) -> int:
    """Return how many hands have the event, by looking at each class of hands.

    For the missing value the attribute is the force, and a class is looked at through all of its
    attributes: each of the three is the force of a third of its hands.

    Parameters
    ----------
    event
        Which event.
    cards
        1 to 18; for 13 there are 5,966,376 classes.
    **how
        See :func:`neuroanalysis.core.work.imap`.

    Examples
    --------
    >>> listed_hands("carre", 4)
    27
    """
    function = _with_carre if event == "carre" else _without_value
    thirds: int = fold(function, class_chunks(cards, COPIES), int.__add__, 0, **how)
    return thirds // 3


def _with_carre(part: ClassPart, control: Control) -> int:
    control.check()
    counts, orders = list_part(part)
    return 3 * _hands(counts, orders, (counts == COPIES).any(axis=1))


def _without_value(part: ClassPart, control: Control) -> int:
    control.check()
    counts, orders = list_part(part)
    cube = counts.reshape(-1, 3, 3, 3)
    thirds = 0
    for axis in range(3):
        others = tuple(1 + other for other in range(3) if other != axis)
        absent = (cube.sum(axis=others, dtype=np.int64) == 0).any(axis=1)
        thirds += _hands(counts, orders, absent)
    return thirds


def _hands(counts: NDArray[np.uint8], orders: NDArray[np.int16], chosen: NDArray[np.bool_]) -> int:
    """Return how many hands the chosen classes have: their sizes times the copies' choices."""
    ways = np.array([comb(COPIES, n) for n in range(COPIES + 1)], dtype=np.int64)
    sizes = symmetries().order // orders[chosen].astype(np.int64)
    return sum((ways[counts[chosen]].prod(axis=1) * sizes).tolist())
