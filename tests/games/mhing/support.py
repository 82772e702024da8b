"""Hands and rules for the tests of Mhing."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from neuroanalysis.games.mhing.evaluation import Reading
from neuroanalysis.games.mhing.rules import Rules
from tests.oracles import mhing as oracle

OPTIONS = (
    "double_run_excludes_identical",
    "broken_royal_excludes_royal",
    "joker_in_nothing_matches",
    "same_kind_triplets_match",
    "honour_triplets_double",
)


def oracle_rules(rules: Rules) -> oracle.Rules:
    """The rules as the oracle takes them."""
    known = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return {name: known[name] for name in oracle.DEFAULT}


def random_rules(rng: random.Random) -> Rules:
    """The default rules, with options and credits changed."""
    options = {name: rng.random() < 0.5 for name in OPTIONS}
    if not options["same_kind_triplets_match"]:
        options["honour_triplets_double"] = False
    lines = {name: rng.choice([0, 1, 2, 3, 5, 8]) for name in oracle.DEFAULT if name not in OPTIONS}
    return Rules(**options, **lines)


def counts_of(kinds: list[int], jokers: int = 0, flowers: int = 0) -> list[int]:
    held = Counter(kinds)
    return [*(held[kind] for kind in oracle.KINDS), jokers, flowers]


def winning_hand(rng: random.Random, jokers: int, laid: int = 0, narrow: bool = False) -> tuple:
    """Cards of some reading, so many of which are jokers: counts, and laid combinations.

    A narrow hand is of few kinds, which makes many readings.
    """
    kinds = rng.choice([range(9), range(9, 18), (0, 1, 2, 9, 10, 11, 31, 32, 33)])
    possible = [g for g in oracle.COMBINATIONS if not narrow or set(g) <= set(kinds)]
    while True:
        groups = rng.choices(possible, k=4)
        pair = (rng.choice(list(kinds) if narrow else oracle.KINDS),) * 2
        cards = [kind for group in (*groups[laid:], pair) for kind in group]
        rng.shuffle(cards)
        real = cards[jokers:]
        everything = Counter(real + [kind for group in groups[:laid] for kind in group])
        if max(everything.values(), default=0) <= 4:
            return counts_of(real, jokers, rng.choice([0, 0, 1, 8])), groups[:laid]


def unmatched_hand(rng: random.Random, jokers: int) -> list[int]:
    """Cards in which nothing matches, so many of which are jokers."""
    cards = sorted(rng.choice(oracle.unmatched_hands()))
    rng.shuffle(cards)
    return counts_of(cards[jokers:], jokers, rng.choice([0, 2]))


def hostile_hand(rng: random.Random) -> tuple:
    """A winning hand in which options and jokers matter, now and then spoilt: counts, laid.

    Fourth triplets of dragons, triplets of one kind, royal runs, runs of one height, five kinds,
    low and high hands; up to six jokers in any place, and flowers.
    """
    while True:
        groups, pair = _hostile_groups(rng)
        rng.shuffle(groups)
        laid = rng.choice([0, 0, 0, 1, 2, 3, 4])
        held = Counter(kind for group in groups[:laid] for kind in group)
        free = [kind for group in groups[laid:] for kind in group] + [pair] * 2
        rng.shuffle(free)
        real, wanted = [], rng.randrange(7)
        for kind in free:
            if held[kind] < 4:  # a fifth one must be a joker
                held[kind] += 1
                real.append(kind)
        del real[len(real) - max(0, wanted - (len(free) - len(real))) :]
        jokers = len(free) - len(real)
        if jokers > 6 or max(Counter(k for g in groups[:laid] for k in g).values(), default=0) > 4:
            continue
        if real and rng.random() < 0.1:
            real[-1] = rng.choice([kind for kind in oracle.KINDS if held[kind] < 4])
        return counts_of(real, jokers, rng.choice([0, 1, 8])), groups[:laid]


def _hostile_groups(rng: random.Random) -> tuple[list, int]:
    def triplet(kind):
        return (kind,) * 3

    def run(suit, rank):
        return tuple(range(9 * suit + rank, 9 * suit + rank + 3))

    def suit():
        return rng.randrange(3)

    match rng.randrange(6):
        case 0:
            last = [triplet(31), triplet(27), triplet(33), run(suit(), rng.randrange(7))]
            dragons = [triplet(kind) for kind in (31, 32, 33)]
            return [*dragons, rng.choice(last)], rng.choice([31, 27, 4])
        case 1:
            kind = rng.choice([0, 4, 13, 27, 31])
            third, fourth = triplet((kind + 9) % 27), triplet((kind + 18) % 27)
            return [
                triplet(kind),
                triplet(kind),
                rng.choice([triplet(kind), third, triplet(28)]),
                rng.choice([triplet(kind), fourth, run(0, 0)]),
            ], rng.choice([kind, 4])
        case 2:
            colour = suit()
            return [run(colour, rng.choice([0, 3, 6])) for _ in range(4)], rng.randrange(34)
        case 3:
            rank = rng.randrange(7)
            ranks = [rank, rank, (rank + 3) % 7]
            return [run(suit(), rng.choice(ranks)) for _ in range(4)], rng.randrange(34)
        case 4:
            groups = [
                rng.choice([run(colour, rng.randrange(7)), triplet(9 * colour + rng.randrange(9))])
                for colour in range(3)
            ]
            honours = [rng.choice(range(27, 31)), rng.choice(range(31, 34))]
            rng.shuffle(honours)
            return [*groups, triplet(honours[0])], honours[1]
        case _:
            low = rng.choice([0, 4])
            groups = []
            for _ in range(4):
                kind = triplet(9 * suit() + low + rng.randrange(5))
                groups.append(rng.choice([run(suit(), low + rng.randrange(3)), kind]))
            return groups, 9 * suit() + low + rng.randrange(5)


def random_hand(rng: random.Random, cards: int, jokers: int = 0, kinds=oracle.KINDS) -> list[int]:
    """Random cards of some kinds, so many of which are jokers."""
    stock = [kind for kind in kinds for _ in range(4)]
    return counts_of(rng.sample(stock, cards - jokers), jokers)


def laid_text(groups) -> str:
    """Laid combinations as a position reads them."""
    return " ".join(
        "".join("123456789"[kind % 9 if kind < 27 else kind - 27] for kind in group)
        + "mpsz"[group[0] // 9]
        for group in groups
    )


def array(hand) -> np.ndarray:
    return np.array(hand, dtype=np.uint8)


def told_apart(reading: Reading):
    """A reading as the oracle names it."""
    if reading.groups[0].kind == "unmatched":
        return frozenset(reading.groups[0].cards)
    *combinations, pair = reading.groups
    return tuple(sorted(group.cards for group in combinations)), pair.cards


@cache
def free_groups(n: int):
    """All choices of so many combinations and a pair: the groups, and the cards of each choice."""
    chosen = [
        (groups, pair)
        for groups in combinations_with_replacement(oracle.COMBINATIONS, n)
        for pair in oracle.PAIRS
    ]
    cards = [
        np.bincount([k for g in (*groups, pair) for k in g], minlength=34)
        for groups, pair in chosen
    ]
    return chosen, np.array(cards, dtype=np.int8)
