"""One hand: its best readings explained, and its distances."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing._kernels.layout import REAL
from neuroanalysis.games.mhing.evaluation import Evaluation, Group, GroupKind, Reading
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring.batches import distances_from_unmatched
from neuroanalysis.games.mhing.scoring.explanation import explain
from neuroanalysis.games.mhing.scoring.tables import block_tables, laid_cards, laid_groups
from neuroanalysis.games.mhing.scoring.unmatched import unmatched_readings

__all__ = ["LIMIT", "distance", "evaluate"]

LIMIT: Final = 100
"""How many best readings are listed where nothing else is asked."""

_MOST_LISTED: Final = 1 << 20
_SLOTS: Final = 5
_KINDS_OF_GROUPS: Final[tuple[GroupKind, ...]] = ("triplet", "run", "pair")


@checked
def evaluate(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
    limit: int = LIMIT,
) -> Evaluation:
    """Answer what a hand is worth, with every best reading and what it earns (clauses 2 and 3).

    Parameters
    ----------
    hand
        Cards as text or 36 counts, or a whole position (as text or object). 14 cards, flowers
        apart and laid ones included, may win; fewer have distances only.
    rules, laid, seen
        See `Position.of`.
    limit
        How many best readings to list; their number is exact whatever the limit.

    Returns
    -------
    Evaluation
        The best readings, credits and points, the distances.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> answer = evaluate("555m 5555p 5555s J J J")
    >>> answer.credits, answer.points, answer.distance
    (20, 1024, 0)
    >>> answer.best.breakdown
    {'pair_2_5_8': 1, 'double_triplet': 6, 'triplets_only': 3, 'low_hand': 5, 'high_hand': 5}
    >>> answer.reading_count, answer.best.to_text()
    (2, '555m 555p 5p-5p*-5p* 555s 5s-5s*')
    >>> evaluate("147m 4p 258s 1234567z").best.breakdown
    {'nothing_matches_with_honours': 8}
    """
    if not 1 <= limit <= _MOST_LISTED:
        raise InputError("input.limit", name="limit", value=limit, low=1, high=_MOST_LISTED)
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    readings, number = _readings(position, limit) if position.to_discard else ((), 0)
    plain, honours = (None, None) if position.laid else distances_from_unmatched(position)
    return Evaluation(
        position=position,
        readings=readings,
        reading_count=number,
        distance=distance(position),
        unmatched_distance=plain,
        unmatched_honours_distance=honours,
    )


def _readings(position: Position, limit: int) -> tuple[tuple[Reading, ...], int]:
    """Return the best readings of 14 cards, `limit` at most, and their number."""
    from neuroanalysis.games.mhing._kernels.readings import search, workspace

    work, arrays = workspace(), position.rules.to_arrays()
    cards, laid = position.counts, laid_groups(position)
    nothing = np.zeros((0, _SLOTS), dtype=np.int64)
    best = search(cards, position.jokers, laid, arrays, -1, nothing, work)
    if best < 0:
        # No hand is both: of cards of which nothing matches, a group holds at most one.
        return ((), 0) if position.laid else unmatched_readings(position, limit)
    number = int(search(cards, position.jokers, laid, arrays, best, nothing, work))
    found = np.zeros((min(limit, number), _SLOTS), dtype=np.int64)
    search(cards, position.jokers, laid, arrays, best, found, work)
    return tuple(_reading(row.tolist(), position) for row in found), number


def _reading(numbers: list[int], position: Position) -> Reading:
    """Return a reading by the numbers of its groups; the last of equal cards are the jokers."""
    groups = [
        Group(combination.kind, combination.kinds, combination.jokers, laid=True)
        for combination in position.laid
    ]
    left = list(position.hand[:REAL])
    for number in numbers[len(groups) :]:
        first, sort = divmod(number, 3)
        kind = _KINDS_OF_GROUPS[sort]
        cards = (
            (first, first + 1, first + 2)
            if kind == "run"
            else (first,) * (2 if kind == "pair" else 3)
        )
        jokers = []
        for card in cards:
            jokers.append(left[card] == 0)
            left[card] -= not jokers[-1]
        groups.append(Group(kind, cards, tuple(jokers)))
    return explain(groups, position.flowers, position.rules)


def distance(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> int:
    """Return the fewest further cards to four combinations and a pair (clause 2.5).

    0 means complete with the cards held. Jokers held stand for any card; a further card is a real
    one, and four of a kind exist, those laid and those held among them.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`; seen cards do not matter here.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> distance("123m 789p 55s 1z"), distance("123m 789p 55s J"), distance("5555m 222333p 444s")
    (5, 5, 2)
    """
    from neuroanalysis.games.mhing._kernels.distance import distance_workspace, distances

    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    answer = np.zeros(1, dtype=np.int32)
    distances(
        position.counts[np.newaxis],
        laid_cards(position),
        position.rules.combinations - len(position.laid),
        block_tables(),
        distance_workspace(),
        answer,
        np.zeros(2, dtype=np.int64),
    )
    return int(answer[0])
