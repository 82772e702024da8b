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
