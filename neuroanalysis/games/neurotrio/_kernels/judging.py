"""What players ask about cards: what they are worth, whether they finish, how far they are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, apart, kernel, plain
from neuroanalysis.games.neurotrio._kernels import distance, finish, layout, value
from neuroanalysis.games.neurotrio._kernels.cube import KINDS
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays

CARRE = 4
IMPOSSIBLE = -1
# Places in the table of goals; a search that finds more than half as many goes on without them.
PLACES = 1 << 15


class Tools(NamedTuple):
    """The workspaces of all searches that players make; made once for many rounds."""

    distance: distance.Workspace
    finish: finish.Workspace
    value: value.Workspace
    groupings: NDArray[np.int64]
    goals: NDArray[np.uint64]
    totals: NDArray[np.int32]
    ways: NDArray[np.float64]
    """(2, 28, 28): ways to the nearest goals and to those a card further away, by the card taken
    (or the carré laid) and the card discarded; 27: none."""
    reward: NDArray[np.float64]
    """The same weighted by the points of the finish."""
    asked: NDArray[np.uint64]
    """The kinds that these goals lack, as bits."""
    lacking: NDArray[np.int64]
    """(2,): how many cards these goals lack."""
    after: NDArray[np.uint8]
    """(27,): cards as they would be."""
    codes: NDArray[np.int64]


_HAND = np.zeros(KINDS, dtype=np.uint8)
EXAMPLE = Tools(
    plain(distance.workspace)(1, 1),
    plain(finish.workspace)(1),
    plain(value.workspace)(1),
    np.zeros((0, 1), dtype=np.int64),
    np.zeros((1, 2), dtype=np.uint64),
    np.zeros(1, dtype=np.int32),
    np.zeros((1, 1, 1)),
    np.zeros((1, 1, 1)),
    np.zeros((1, 1, 1), dtype=np.uint64),
    np.zeros(1, dtype=np.int64),
    _HAND,
    np.zeros(1, dtype=np.int64),
)
"""Tools of the right types; they are good for nothing else."""
_ASKED = (_HAND, _HAND, layout.EXAMPLE, IMPOSSIBLE, EXAMPLE.groupings)
_best_value = apart(value.search, *_ASKED, EXAMPLE.value)
_best_total = apart(finish.search, *_ASKED, EXAMPLE.finish)
_distance = apart(distance.distance_of, _HAND, _HAND, layout.EXAMPLE, EXAMPLE.distance)


@kernel
def tools(rules: RuleArrays) -> Tools:
    """Make the workspaces."""
    structures = rules.numbers[layout.STRUCTURES]
    duos = rules.numbers[layout.DUOS]
    return Tools(
        distance.workspace(structures, duos),
        finish.workspace(structures + duos),
        value.workspace(structures),
        np.empty((0, 1), dtype=np.int64),
        np.zeros((PLACES, 2), dtype=np.uint64),
        np.full(PLACES, -1, dtype=np.int32),
        np.zeros((2, KINDS + 1, KINDS + 1)),
        np.zeros((2, KINDS + 1, KINDS + 1)),
        np.zeros((2, KINDS + 1, KINDS + 1), dtype=np.uint64),
        np.zeros(2, dtype=np.int64),
        np.zeros(KINDS, dtype=np.uint8),
        np.empty(9, dtype=np.int64),
    )


@kernel
def worth(hand: NDArray[np.uint8], laid: NDArray[np.uint8], rules: RuleArrays, tools: Tools) -> Int:
    """Return what cards are worth to a player who has not finished (clause 2.6)."""
    return _best_value(hand, laid, rules, IMPOSSIBLE, tools.groupings, tools.value)


@kernel
def total(hand: NDArray[np.uint8], laid: NDArray[np.uint8], rules: RuleArrays, tools: Tools) -> Int:
    """Return the best total of a finishing hand, or -1 for cards that are none (clause 4.1)."""
    return _best_total(hand, laid, rules, IMPOSSIBLE, tools.groupings, tools.finish)


@kernel
def away(hand: NDArray[np.uint8], laid: NDArray[np.uint8], rules: RuleArrays, tools: Tools) -> Int:
    """Return the distance of cards (clause 4.5)."""
    return _distance(hand, laid, rules, tools.distance)


@kernel
def cards_of(hand: NDArray[np.uint8]) -> Int:
    """Return how many cards a hand has."""
    cards = np.int64(0)
    for kind in range(KINDS):
        cards += hand[kind]
    return cards


@kernel
def may_lay(
    hand: NDArray[np.uint8], laid: NDArray[np.uint8], kind: Int, can_draw: bool, rules: RuleArrays
) -> bool:
    """Return whether a carré may be laid (clause 5.2)."""
    numbers = rules.numbers
    return (
        can_draw
        and numbers[layout.CARRE] != 0
        and hand[kind] >= CARRE
        and cards_of(laid) < numbers[layout.STRUCTURES]
    )
