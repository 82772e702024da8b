"""The readings of a hand in which nothing matches (clause 2.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, pairwise, product
from math import comb
from typing import Final

from neuroanalysis.games.mhing._kernels.layout import HONOURS, RANKS, SUITS
from neuroanalysis.games.mhing.evaluation import Group, Reading
from neuroanalysis.games.mhing.pieces import WINDS
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.scoring.explanation import explain

__all__ = ["unmatched_readings"]

_Ranks = tuple[int, ...]
_APART: Final = 3
_MOST: Final = 3


def unmatched_readings(position: Position, limit: int) -> tuple[tuple[Reading, ...], int]:
    """Return the best readings in which nothing matches, `limit` at most, and their number.

    Parameters
    ----------
    position
        A position of 14 cards, none of them laid.
    limit
        How many readings to return.
    """
    rules = position.rules
    if max(position.hand[: WINDS + HONOURS]) > 1 or (
        position.jokers and not rules.joker_in_nothing_matches
    ):
        return (), 0
    worth = (rules.nothing_matches, rules.nothing_matches_with_honours)
    numbers = [_number(position, whole) for whole in (False, True)]
    best = max((worth[whole] for whole in (False, True) if numbers[whole]), default=None)
    chosen = [whole for whole in (True, False) if numbers[whole] and worth[whole] == best]
    hands = (kinds for whole in chosen for kinds in _hands(position, whole))
    readings = tuple(
        explain([_group(kinds, position)], position.flowers, rules)
        for kinds in islice(hands, limit)
    )
    return readings, sum(numbers[whole] for whole in chosen)


def _group(kinds: _Ranks, position: Position) -> Group:
    return Group("unmatched", kinds, tuple(not position.hand[kind] for kind in kinds))


def _wider(position: Position, suit: int) -> list[_Ranks]:
    """Return the sets of a suit's kinds, each two far enough apart, that hold all those held."""
    kinds = range(RANKS * suit, RANKS * (suit + 1))
    held = {kind for kind in kinds if position.hand[kind]}
    return [
        chosen
        for size in range(_MOST + 1)
        for chosen in combinations(kinds, size)
        if held <= set(chosen) and all(high - low >= _APART for low, high in pairwise(chosen))
    ]


def _in_suits(position: Position) -> Iterator[_Ranks]:
    for parts in product(*(_wider(position, suit) for suit in range(SUITS))):
        yield tuple(kind for part in parts for kind in part)


def _honours_asked(position: Position, suited: int, whole: bool) -> int:
    """Return how many honours go with so many cards of suits, or -1 when none do."""
    honours = position.rules.hand_size + 1 - suited
    fits = honours == HONOURS if whole else 0 <= honours < HONOURS
    return honours if fits else -1


def _number(position: Position, whole: bool) -> int:
    """Return how many hands there are, with all honours or without one of them."""
    held = sum(position.hand[WINDS : WINDS + HONOURS])
    number = 0
    for kinds in _in_suits(position):
        honours = _honours_asked(position, len(kinds), whole)
        if honours >= held:
            number += comb(HONOURS - held, honours - held)
    return number


def _hands(position: Position, whole: bool) -> Iterator[_Ranks]:
    everything = range(WINDS, WINDS + HONOURS)
    held = {kind for kind in everything if position.hand[kind]}
    for kinds in _in_suits(position):
        honours = _honours_asked(position, len(kinds), whole)
        if honours >= len(held):
            for chosen in combinations(everything, honours):
                if held <= set(chosen):
                    yield kinds + chosen
