"""What a reading earns, line by line, with the groups that earn it (clause 3.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from neuroanalysis.games.mhing.evaluation import CountedLine, Group, Reading
from neuroanalysis.games.mhing.pieces import DRAGONS, WINDS, rank_of, suit_of
from neuroanalysis.games.mhing.rules import CREDIT_LINES, Rules

__all__ = ["explain"]

_Cause = tuple[str, tuple[int, ...]]
_PAIR_RANKS: Final = (2, 5, 8)
_MIDDLE: Final = 5
_DRAGON_KINDS: Final = 3
_FAMILIES: Final = 5


def explain(groups: Sequence[Group], flowers: int, rules: Rules) -> Reading:
    """Return a reading of these groups, with the lines that count.

    Examples
    --------
    >>> run = Group("run", (0, 1, 2), (False,) * 3)
    >>> dragons = Group("triplet", (31, 31, 31), (False,) * 3)
    >>> pair = Group("pair", (10, 10), (False,) * 2)
    >>> reading = explain([run, run, run, dragons, pair], 1, Rules())
    >>> {line.code: line.times for line in reading.lines}
    {'flowers': 1, 'pair_2_5_8': 1, 'honour_triplet': 1, 'identical_runs': 3}
    """
    causes: dict[str, list[tuple[int, ...]]] = defaultdict(list)
    causes["flowers"] = [()] * flowers
    for code, places in _causes(groups, rules):
        causes[code].append(places)
    lines = tuple(
        CountedLine(code, getattr(rules, code) * len(causes[code]), tuple(causes[code]))
        for code in CREDIT_LINES
        if causes[code]
    )
    return Reading(groups=tuple(groups), lines=lines)


def _causes(groups: Sequence[Group], rules: Rules) -> Iterator[_Cause]:
    if groups[0].kind == "unmatched":
        honours = [kind for kind in groups[0].cards if kind >= WINDS]
        whole = len(honours) == len(range(WINDS, DRAGONS + _DRAGON_KINDS))
        yield "nothing_matches_with_honours" if whole else "nothing_matches", (0,)
        return
    for place, group in enumerate(groups):
        if group.kind == "pair" and rank_of(group.cards[0]) in _PAIR_RANKS:
            yield "pair_2_5_8", (place,)
    for one, other in combinations(range(len(groups)), 2):
        for code in _pair_codes(groups[one], groups[other], rules):
            yield code, (one, other)
    yield from _royal(groups, rules)
    yield from _honour_triplets(groups)
    yield from ((code, tuple(range(len(groups)))) for code in _whole_hand(groups))


def _pair_codes(one: Group, other: Group, rules: Rules) -> Iterator[str]:
    """Give the lines that two combinations earn together."""
    if one.kind != other.kind:
        return
    first, second = one.cards[0], other.cards[0]
    same_number = rank_of(first) is not None and rank_of(first) == rank_of(second)
    if one.kind == "run":
        if first == second:
            yield "identical_runs"
        if same_number and (first != second or not rules.double_run_excludes_identical):
            yield "double_run"
    elif first == second:
        if rules.same_kind_triplets_match and (same_number or rules.honour_triplets_double):
            yield "double_triplet"
    elif same_number:
        yield "double_triplet"


def _royal(groups: Sequence[Group], rules: Rules) -> Iterator[_Cause]:
    for suit in range(3):
        parts: list[list[int]] = [
            [
                place
                for place, group in enumerate(groups)
                if group.kind == "run"
                and (suit_of(group.cards[0]), rank_of(group.cards[0])) == (suit, rank)
            ]
            for rank in (1, 4, 7)
        ]
        for places in product(*parts):
            yield "royal_run", places
        if not (parts[1] and rules.broken_royal_excludes_royal):
            for places in product(parts[0], parts[2]):
                yield "broken_royal_run", places


def _honour_triplets(groups: Sequence[Group]) -> Iterator[_Cause]:
    triplets = [
        (place, group.cards[0])
        for place, group in enumerate(groups)
        if group.kind == "triplet" and group.cards[0] >= WINDS
    ]
    dragons = tuple(place for place, kind in triplets if kind >= DRAGONS)
    three = len({kind for _, kind in triplets if kind >= DRAGONS}) == _DRAGON_KINDS
    if three:
        yield "three_dragons", dragons
    for place, kind in triplets:
        if not (three and kind >= DRAGONS):
            yield "honour_triplet", (place,)


def _whole_hand(groups: Sequence[Group]) -> Iterator[str]:
    """Give the lines that all groups earn together."""
    sorts = {group.kind for group in groups}
    if "triplet" not in sorts:
        yield "runs_only"
    if "run" not in sorts:
        yield "triplets_only"
    kinds = [kind for group in groups for kind in group.cards]
    suits = {suit_of(kind) for kind in kinds} - {None}
    honours = max(kinds) >= WINDS
    match len(suits), honours:
        case 1, True:
            yield "one_suit_with_honours"
        case 1, False:
            yield "one_suit"
        case 2, False:
            yield "two_suits"
    if not honours:
        ranks = [rank_of(kind) or 0 for kind in kinds]
        if max(ranks) <= _MIDDLE:
            yield "low_hand"
        if min(ranks) >= _MIDDLE:
            yield "high_hand"
    if len({_family(group.cards[0]) for group in groups}) == _FAMILIES:
        yield "five_kinds"


def _family(kind: int) -> str:
    if kind < WINDS:
        return f"suit {suit_of(kind)}"
    return "winds" if kind < DRAGONS else "dragons"
