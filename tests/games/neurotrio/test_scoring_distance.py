"""The distance against every complete hand."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.scoring import (
    distance,
)
from tests.games.neurotrio.support import (
    default_hands,
    oracle_rules,
    random_hand,
)
from tests.oracles import neurotrio as oracle


def is_complete(counts, rules):
    """Whether the duos and trios are among the cards: every choice of trios is looked at."""
    for trios in oracle.choices(list(counts), rules.structures, oracle.TRIOS):
        if len(trios) == rules.structures:
            left = list(counts)
            for trio in trios:
                left = oracle.without(left, trio)
            if len(oracle.duos_within(left)) >= rules.duos:
                return True
    return False


def test_so_many_cards_complete_a_hand_and_no_fewer():
    met = Counter()
    for hand in default_hands(3, 14, 400):
        lacking = distance(hand)
        if lacking <= 2 and met[lacking] < 6:
            met[lacking] += 1
            for number in range(lacking + 1):
                completes = any(
                    is_complete(more, Rules())
                    for added in combinations_with_replacement(range(27), number)
                    for more in [[n + added.count(kind) for kind, n in enumerate(hand)]]
                    if max(more) <= 4
                )
                assert completes == (number == lacking)
    assert min(met[number] for number in range(3)) == 6


TINY = [
    Rules(hand_size=4, duos=1, structures=1, bonuses=()),
    Rules(hand_size=4, duos=1, structures=1, copies=2, carre=False, bonuses=()),
    Rules(hand_size=6, duos=2, structures=1, copies=3, carre=False, bonuses=()),
    Rules(hand_size=5, duos=0, structures=2, copies=1, carre=False, bonuses=(), players_max=4),
    Rules(hand_size=5, duos=0, structures=2, bonuses=()),
]


@pytest.mark.parametrize("rules", TINY)
def test_distance_by_every_complete_hand(rules):
    rng = random.Random(rules.hand_size + rules.copies)
    for number in range(4):
        hand = random_hand(rng, rng.randint(1, rules.finish_size), rules.copies, number % 3)
        wanted = oracle.brute_distance(hand, (), oracle_rules(rules))
        assert distance(hand, rules=rules) == wanted


def test_distance_where_copies_run_out():
    rules = Rules(hand_size=6, duos=2, structures=1, copies=3, carre=False, bonuses=())
    for hand in ("1cn*3 1cv*3", "1cn*3 2ev*3", "1cn*3 1cv"):
        wanted = oracle.brute_distance(oracle.parse(hand), (), oracle_rules(rules))
        assert distance(hand, rules=rules) == wanted
    rules = Rules(hand_size=7, duos=1, structures=2, bonuses=())
    for hand in ("1cn 1cv", "1cn*3 1cv*3", "1cv*2 1en"):
        laid = [oracle.CODES.index("1cb")]
        wanted = oracle.brute_distance(oracle.parse(hand), laid, oracle_rules(rules))
        assert distance(hand, rules=rules, laid="1cb*4") == wanted


def test_distance_where_every_kind_exists_once():
    rng = random.Random(1)
    rules = Rules(
        copies=1, hand_size=11, duos=0, structures=4, carre=False, players_min=1, players_max=2
    )
    lines = list(oracle.LINES)
    for _ in range(30):
        # Some whole lines, so that what is left has hardly one.
        rng.shuffle(lines)
        held: set[int] = set()
        for line in lines[:6]:
            if not held.intersection(line) and len(held) < 9:
                held.update(line)
        hand = [int(kind in held) for kind in range(27)]
        assert distance(hand, rules=rules) == oracle.distance(hand, (), oracle_rules(rules))
