"""Tichu: what hands hold and which deals beat a play, by trying everything.

A card is ``(rank, suit)``, ranks 2 to 14, suits 0 to 3; the special cards are ``MAH_JONG`` of rank
1, ``DOG``, ``PHOENIX`` and ``DRAGON`` with ranks of their own and no suit. A play is
``(kind, cards, rank)``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

Card = tuple[int, int]
Play = tuple[str, int, float]

MAH_JONG, DOG, PHOENIX, DRAGON = (1, -1), (0, -1), (-1, -1), (15, -1)
SUITED = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
PACK = [*SUITED, MAH_JONG, DOG, PHOENIX, DRAGON]
"""In the order of the package."""


class Rules(NamedTuple):
    """The options that matter."""

    least: int = 5
    mah_jong_flush: bool = False
    quad_full_house: bool = False


DEFAULT = Rules()

# --- Bombs and straights of a hand ----------------------------------------------------------------


def fours(hand: Iterable[Card]) -> list[int]:
    """The ranks that a hand holds four times."""
    held = set(hand)
    return [rank for rank in range(2, 15) if all((rank, suit) in held for suit in range(4))]


def flushes(hand: Iterable[Card], rules: Rules) -> list[tuple[int, int]]:
    """Length and highest rank of every straight flush that a hand contains."""
    held = set(hand)
    first = 1 if rules.mah_jong_flush else 2

    def there(rank: int, suit: int) -> bool:
        return (MAH_JONG if rank == 1 else (rank, suit)) in held

    return [
        (high - low + 1, high)
        for suit in range(4)
        for low in range(first, 15)
        for high in range(low + rules.least - 1, 15)
        if all(there(rank, suit) for rank in range(low, high + 1))
    ]


def longest_straight(hand: Iterable[Card], rules: Rules) -> int:
    """Cards of the longest straight, 0 for none."""
    held = {rank for rank, _ in hand if 1 <= rank <= 14}
    wild = PHOENIX in set(hand)
    lengths = [0]
    for low in range(1, 15):
        for high in range(low + rules.least - 1, 15):
            lacking = [rank for rank in range(low, high + 1) if rank not in held]
            if not lacking or (wild and len(lacking) == 1 and lacking[0] > 1):
                lengths.append(high - low + 1)
    return max(lengths)


def everything(hand: Sequence[Card], rules: Rules) -> dict[str, object]:
    """What a hand is counted as, by question."""
    four, flush = fours(hand), flushes(hand, rules)
    worth = {5: 5, 10: 10, 13: 10, DRAGON[0]: 25, PHOENIX[0]: -25}
    return {
        "bomb": int(bool(four or flush)),
        "four_of_a_kind": int(bool(four)),
        "straight_flush": int(bool(flush)),
        "four_of_a_kind,straight_flush": (int(bool(four)), int(bool(flush))),
        "longest_straight_flush": max((length for length, _ in flush), default=0),
        "strongest_bomb": max([*flush, *((0, rank) for rank in four)], default=(0, 0)),
        "bombs": len(four) + len(flush),
        "fours_of_a_kind": len(four),
        "straight_flushes": len(flush),
        "highest_four_of_a_kind": max(four, default=0),
        "longest_straight": longest_straight(hand, rules),
        "ranks": len({rank for rank, _ in hand if 2 <= rank <= 14}),
        "points": sum(worth.get(rank, 0) for rank, _ in hand),
        "high_cards": sum(rank in (14, 15, -1) for rank, _ in hand),
        "aces": sum(rank == 14 for rank, _ in hand),
        "dragon": int(DRAGON in hand),
        "phoenix": int(PHOENIX in hand),
        "mah_jong": int(MAH_JONG in hand),
        "dog": int(DOG in hand),
    }


# --- Plays ----------------------------------------------------------------------------------------


def _named(cards: Sequence[Card], wild: int | None, rules: Rules) -> Iterator[Play]:
    """The plays that cards are when the Phoenix, if any, stands for a rank."""
    ranks = Counter(rank for rank, _ in cards)
    if wild is not None:
        ranks[wild] += 1
    if max(ranks) > 14 or min(ranks) < 1:
        return
    size, high = sum(ranks.values()), max(ranks)
    in_a_row = high - min(ranks) + 1 == len(ranks)
    if len(ranks) == 1 and high > 1:
        if size == 2:
            yield "pair", 2, high
        if size == 3:
            yield "three", 3, high
        if size == 4 and wild is None:
            yield "four_of_a_kind", 4, high
        if size == 5 and rules.quad_full_house:
            yield "full_house", 5, high
    if sorted(ranks.values()) == [2, 3] and 1 not in ranks:
        yield "full_house", 5, next(rank for rank, n in ranks.items() if n == 3)
    if in_a_row and set(ranks.values()) == {2} and len(ranks) > 1:
        yield "pair_sequence", size, high
    if in_a_row and set(ranks.values()) == {1} and size >= rules.least:
        suits = {suit for rank, suit in cards if rank > 1}
        flush = wild is None and len(suits) == 1 and (1 not in ranks or rules.mah_jong_flush)
        yield "straight_flush" if flush else "straight", size, high


@cache
def plays(hand: frozenset[Card], rules: Rules) -> frozenset[Play]:
    """All plays that a hand contains; a straight flush is no straight."""
    found: set[Play] = set()
    for card in hand - {DOG}:
        found.add(("single", 1, 14.5 if card == PHOENIX else card[0]))
    for size in range(2, len(hand) + 1):
        for chosen in combinations(sorted(hand), size):
            if PHOENIX not in chosen:
                found.update(_named(chosen, None, rules))
                continue
            others = [card for card in chosen if card != PHOENIX]
            for wild in range(2, 15):
                found.update(_named(others, wild, rules))
    return frozenset(found)


def beats(one: Play, other: Play, bombs: bool) -> bool:
    """Whether a play beats another of its type, or by being a bomb where that counts."""
    kinds = ["four_of_a_kind", "straight_flush"]
    if one[0] == other[0]:
        if one[0] == "straight_flush":
            return one[1:] > other[1:]
        return one[1] == other[1] and one[2] > other[2]
    if not bombs or one[0] not in kinds:
        return False
    return other[0] not in kinds or kinds.index(one[0]) > kinds.index(other[0])


def deals(cards: frozenset[Card], sizes: Sequence[int]) -> Iterator[tuple[frozenset[Card], ...]]:
    """All deals of hands of these sizes; what is left stays elsewhere."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(sorted(cards), sizes[0]):
        hand = frozenset(chosen)
        for others in deals(cards - hand, sizes[1:]):
            yield (hand, *others)


def ways_beaten(
    cards: Iterable[Card], sizes: Sequence[int], play: Play, bombs: bool, rules: Rules
) -> tuple[int, int]:
    """In how many deals some hand beats a play, and of how many."""

    @cache
    def can(hand: frozenset[Card]) -> bool:
        return any(beats(one, play, bombs) for one in plays(hand, rules))

    beaten = total = 0
    for hands in deals(frozenset(cards), sizes):
        total += 1
        beaten += any(map(can, hands))
    return beaten, total


def can_beat(hand: Sequence[Card], play: Play, bombs: bool, rules: Rules = DEFAULT) -> bool:
    """Whether a hand of any size beats a play: its subsets of the sizes that can are tried."""
    kind, size, rank = play
    if bombs or kind in ("four_of_a_kind", "straight_flush"):
        found = [("four_of_a_kind", 4, four) for four in fours(hand)]
        found += [("straight_flush", *flush) for flush in flushes(hand, rules)]
        if any(beats(bomb, play, bombs) for bomb in found):
            return True
    if kind == "straight_flush":
        return False
    if size == 1:
        held = [14.5 if card == PHOENIX else card[0] for card in hand if card != DOG]
        return any(one > rank for one in held)
    # Of more than one card a rank, only as many as matter; suits make no difference any more.
    need = {"straight": 1, "pair": 2, "pair_sequence": 2}.get(kind, 3)
    ranks = Counter(one for one, _ in hand if 1 <= one <= 14)
    few = [(one, suit) for one, n in ranks.items() for suit in range(min(n, need))]
    few += [PHOENIX] * (PHOENIX in hand)
    if kind == "straight":
        for low in range(int(rank) - size + 2, 16 - size):
            row = [{suit for one, suit in hand if one == at} for at in range(low, low + size)]
            lacking = row.count(set())
            if PHOENIX in hand and lacking <= 1:
                return True
            # Cards of several suits, or two to choose from somewhere: not all of one suit.
            if not lacking and len(set.union(*row)) > 1:
                return True
        return False
    for chosen in combinations(few, size):
        others = [card for card in chosen if card != PHOENIX]
        for wild in range(2, 15) if PHOENIX in chosen else (None,):
            if any(beats(one, play, False) for one in _named(others, wild, rules)):
                return True
    return False
