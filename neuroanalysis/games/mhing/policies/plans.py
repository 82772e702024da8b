"""What a hand could become: plans, the credits that each makes sure of, and how far they are.

A plan is a sort of winning hand: of cards of some kinds only (a suit, two suits, low cards...), of
triplets only, of five families, with three dragons, or one in which nothing matches. How far a hand
is from four combinations and a pair of some kinds is the distance of its cards of those kinds: a
new combination costs three cards within them as well as outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing.pieces import (
    DRAGONS,
    JOKER,
    KINDS,
    REAL,
    WINDS,
    rank_of,
    suit_of,
)
from neuroanalysis.games.mhing.play import distances
from neuroanalysis.games.mhing.position import Combination
from neuroanalysis.games.mhing.rules import Rules

__all__ = ["Plan", "Sort", "plan_distances", "plans_open"]

Sort = Literal["kinds", "triplets", "families", "dragons", "unmatched", "unmatched_honours"]

NEVER: Final = 99
"""A distance beyond all."""
_SUITS: Final = range(3)
_MIDDLE: Final = 5
_FAMILIES: Final = 5
_COMBINATION: Final = 3
_HAND: Final = 14
_LAID: Final = 4
_DRAGON_KINDS: Final = range(DRAGONS, REAL)


@dataclass(frozen=True)
class Plan:
    """A sort of winning hand to go for.

    Parameters
    ----------
    sort
        ``kinds``: four combinations and a pair of the kinds; ``triplets``: the same, triplets only;
        ``families``: one group each of the suits, winds and dragons; ``dragons``: triplets of all
        dragons; ``unmatched``: nothing matches; ``unmatched_honours``: the same with all honours.
    kinds
        The kinds that are kept.
    credits
        What such a hand earns at least, flowers apart.
    """

    sort: Sort
    kinds: frozenset[int]
    credits: int


def _kinds_plans(rules: Rules) -> list[tuple[frozenset[int], int]]:
    """Return sets of kinds, with what a hand of only these earns at least."""
    suits = [frozenset(kind for kind in range(WINDS) if suit_of(kind) == suit) for suit in _SUITS]
    honours = frozenset(range(WINDS, REAL))
    ranks = {kind: rank_of(kind) or 0 for kind in range(WINDS)}
    low = frozenset(kind for kind, rank in ranks.items() if rank <= _MIDDLE)
    high = frozenset(kind for kind, rank in ranks.items() if rank >= _MIDDLE)
    found = [(frozenset(range(REAL)), 0), (low, rules.low_hand), (high, rules.high_hand)]
    for suit in suits:
        found.append((suit, rules.one_suit))
        found.append((suit | honours, min(rules.one_suit_with_honours, rules.one_suit)))
    for one, other in combinations(suits, 2):
        both = one | other
        found.append((both, rules.two_suits))
        found.append((both & low, rules.two_suits + rules.low_hand))
        found.append((both & high, rules.two_suits + rules.high_hand))
    return found


@lru_cache(maxsize=64)
def _plans(rules: Rules) -> tuple[Plan, ...]:
    every = frozenset(range(REAL))
    found = [Plan("kinds", kinds, worth) for kinds, worth in _kinds_plans(rules)]
    found += [
        Plan("triplets", kinds, worth + rules.triplets_only) for kinds, worth in _kinds_plans(rules)
    ]
    found.append(Plan("families", every, rules.five_kinds))
    found.append(Plan("dragons", every, rules.three_dragons))
    found.append(Plan("unmatched", every, rules.nothing_matches))
    found.append(Plan("unmatched_honours", every, rules.nothing_matches_with_honours))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def plans_open(rules: Rules, laid: tuple[Combination, ...]) -> tuple[Plan, ...]:
    """Return the plans that are possible beside laid combinations; the first allows every hand.

    Examples
    --------
    >>> len(plans_open(Rules(), ()))
    40
    >>> sorted({plan.sort for plan in plans_open(Rules(), (Combination.of("123m"),))})
    ['dragons', 'families', 'kinds']
    """
    return tuple(plan for plan in _plans(rules) if _fits(plan, laid))


def _fits(plan: Plan, laid: tuple[Combination, ...]) -> bool:
    if not laid:
        return True
    if plan.sort in ("unmatched", "unmatched_honours"):
        return False
    if not all(plan.kinds.issuperset(one.kinds) for one in laid):
        return False
    if plan.sort == "triplets":
        return all(one.kind == "triplet" for one in laid)
    families = [_family(one.kinds[0]) for one in laid]
    if plan.sort == "families":
        return len(set(families)) == len(families)
    dragons = {one.kinds[0] for one in laid if one.kinds[0] in _DRAGON_KINDS}
    return plan.sort != "dragons" or len(laid) - len(dragons) <= 1


def _family(kind: int) -> int:
    suit = suit_of(kind)
    if suit is not None:
        return suit
    return len(_SUITS) + (kind >= DRAGONS)


def plan_distances(
    hands: NDArray[np.integer],
    laid: tuple[Combination, ...],
    plans: Sequence[Plan],
    rules: Rules,
) -> NDArray[np.int32]:
    """Return how many further cards each hand lacks to each plan; see `~.play.distances`.

    Parameters
    ----------
    hands
        (n, 36) counts.
    laid
        The combinations that all of them have on the table.
    plans
        Plans that are open beside these.
    rules
        The rule set.

    Returns
    -------
    (n, plans) int32 array
        The distances.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import parse
    >>> hand = np.array([parse("123456m 99m 55z 7p J F")])
    >>> plans = plans_open(Rules(), ())
    >>> found = plan_distances(hand, (), plans, Rules())[0]
    >>> {plans[at].credits: int(found[at]) for at in (0, 4, 3)}
    {0: 2, 3: 3, 8: 5}
    """
    found = np.full((len(hands), len(plans)), NEVER, dtype=np.int32)
    places: dict[Sort, list[int]] = {}
    for place, plan in enumerate(plans):
        places.setdefault(plan.sort, []).append(place)
    for sort, at in places.items():
        if sort in ("kinds", "triplets"):
            masks = np.array([_mask(plans[place].kinds) for place in at], dtype=np.uint8)
            masked = hands[:, np.newaxis, :].astype(np.uint8) * masks
            flat = masked.reshape(-1, KINDS)
            each = (
                distances(flat, _LAID - len(laid)) if sort == "kinds" else _to_triplets(flat, laid)
            )
            found[:, at] = each.reshape(len(hands), len(at))
        elif sort == "families":
            found[:, at[0]] = _to_families(hands, laid)
        elif sort == "dragons":
            found[:, at[0]] = _to_dragons(hands, laid)
        else:
            found[:, at[0]] = _to_unmatched(hands, rules)[:, int(sort == "unmatched_honours")]
    return found


@lru_cache(maxsize=256)
def _mask(kinds: frozenset[int]) -> tuple[int, ...]:
    return tuple(int(kind in kinds or kind == JOKER) for kind in range(KINDS))


def _less_jokers(
    hands: NDArray[np.integer], laid: Sequence[Combination], kept: NDArray[np.integer]
) -> NDArray[np.int32]:
    """Return what is missing where so many real cards are kept, and jokers fill any place."""
    size = _HAND - _COMBINATION * len(laid)
    return np.maximum(0, size - kept.astype(np.int32) - hands[:, JOKER].astype(np.int32))


def _to_triplets(hands: NDArray[np.integer], laid: Sequence[Combination]) -> NDArray[np.int32]:
    """Return the distance to triplets and a pair: of the kinds of which most are held."""
    to_come = _LAID - len(laid)
    most = -np.sort(-hands[:, :REAL].astype(np.int8), axis=1)
    kept = np.minimum(most[:, :to_come], 3).sum(axis=1) + np.minimum(most[:, to_come], 2)
    return _less_jokers(hands, laid, kept)


def _to_families(hands: NDArray[np.integer], laid: Sequence[Combination]) -> NDArray[np.int32]:
    """Return the distance to a group of each family: the best of each, and one of them the pair."""
    held = hands[:, :REAL].astype(np.int32)
    groups, pairs = [], []
    closed = {_family(one.kinds[0]) for one in laid}
    for family in range(_FAMILIES):
        if family in closed:
            continue
        own = held[:, [kind for kind in range(REAL) if _family(kind) == family]]
        best = np.minimum(own, 3).max(axis=1)
        if family in _SUITS:
            there = np.minimum(own, 1)
            runs = there[:, :-2] + there[:, 1:-1] + there[:, 2:]
            best = np.maximum(best, runs.max(axis=1))
        groups.append(best)
        pairs.append(np.minimum(own, 2).max(axis=1))
    each, pair = np.stack(groups, axis=1), np.stack(pairs, axis=1)
    kept = each.sum(axis=1) + (pair - each).max(axis=1)
    return _less_jokers(hands, laid, kept)


def _to_dragons(hands: NDArray[np.integer], laid: Sequence[Combination]) -> NDArray[np.int32]:
    """Return the distance to triplets of the dragons, another combination and a pair."""
    there = {one.kinds[0] for one in laid}
    missing = [kind for kind in _DRAGON_KINDS if kind not in there]
    rest = hands.copy()
    rest[:, missing] = 0
    rest[:, JOKER] = 0
    kept = np.minimum(hands[:, missing].astype(np.int32), 3).sum(axis=1)
    lacking = _COMBINATION * len(missing) - kept + distances(rest, _LAID - len(laid) - len(missing))
    found: NDArray[np.int32] = np.maximum(0, lacking - hands[:, JOKER].astype(np.int32))
    return found


def _to_unmatched(hands: NDArray[np.integer], rules: Rules) -> NDArray[np.int32]:
    from neuroanalysis.games.mhing._kernels.unmatched import unmatched_distances

    answers = np.zeros((len(hands), 2), dtype=np.int32)
    joker_fits = int(rules.joker_in_nothing_matches)
    unmatched_distances(
        np.ascontiguousarray(hands, dtype=np.uint8),
        joker_fits,
        answers,
        np.zeros(2, dtype=np.int64),
    )
    return answers
