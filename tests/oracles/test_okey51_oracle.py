"""The oracle of Okey 51 against figures and cases that it did not make."""

from __future__ import annotations

import random

import pytest

from tests.cases import handed_cases
from tests.oracles import okey51 as oracle

CASES = handed_cases("okey51")


def test_melds_without_wilds():
    # Runs of 3 to 13 tiles: 11 + 10 + ... + 1 a colour. Sets: four of three, one of four a number.
    bare = oracle.bare_melds(False)
    runs = [tiles for tiles in bare if oracle.is_run(tiles)]
    assert (len(runs), len(bare) - len(runs)) == (264, 65)
    # Where a 1 follows a 13, eleven more a colour end there; 1 to 1 would have two copies of it.
    assert len(oracle.bare_melds(True)) == 329 + 4 * 11


def test_melds_of_up_to_five_tiles_with_at_most_two_wilds():
    uses = oracle.uses_of([2] * 52, 2, oracle.make_rules(wrap_13_1=False), longest=5)
    assert len({(use.naturals, use.wilds) for use in uses}) == 1173


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['hand']} {case['okey']}")
def test_a_handed_case(case):
    rules = oracle.make_rules(**case.get("rules", {}))
    counts, wilds = oracle.parse(case["hand"], case["okey"], rules)
    outside = sum(counts) + wilds > rules["hand_size"]
    value = oracle.meld_value(counts, wilds, rules, outside=outside)
    left = oracle.least_left(counts, wilds, rules, outside=outside)
    pairs = oracle.pairs(counts, wilds, rules, outside=outside)
    assert value == case["meld_value"]
    assert left == (case["least_left_count"], case["least_left_value"])
    assert pairs == case["pairs"]


@pytest.mark.parametrize(
    ("hand", "okey", "table", "left"),
    [
        ("r7 r3 k9", "y1", ["r4 r5 r6"], (1, 9)),
        ("r7 r8 r3 r2", "y1", ["r4 r5 r6"], (0, 0)),
        ("r8", "y1", ["r4 r5 r6"], (1, 8)),
        ("r8 y1", "y1", ["r4 r5 r6"], (0, 0)),
        ("y9 y9", "r1", ["r9 b9 k9"], (1, 9)),
        ("r1", "y1", ["r11 r12 r13"], (0, 0)),
        ("r2", "y1", ["r12 r13 r1"], (1, 2)),
        # A run has one 1: at either end, not at both.
        ("r1 r1", "y1", ["r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13"], (1, 1)),
    ],
)
def test_laying_off_by_hand(hand, okey, table, left):
    counts, wilds = oracle.parse(hand, okey)
    melds = [tuple(oracle.parse_tile(code) for code in meld.split()) for meld in table]
    assert oracle.least_left(counts, wilds, table=melds) == left


def crowded(seed):
    """A small rack of neighbours, and open melds; a tile may have to stay, few may be laid off."""
    rng = random.Random(seed)
    start, colours = rng.randrange(12), rng.sample(range(4), 2)
    near = [13 * colour + (start + n) % 13 for colour in colours for n in range(5)]
    counts = [0] * 52
    for tile in rng.choices(near, k=rng.randint(3, 8)):
        counts[tile] = min(2, counts[tile] + 1)
    melds = oracle.bare_melds(True)
    table = [meld for meld in rng.sample(melds, 80) if len(meld) <= 4 and set(meld) & set(near)]
    rules = oracle.make_rules(layoffs_per_turn=rng.choice([0, 1, 2]))
    return counts, rng.choice([0, 0, 1]), rules, table[:3], rng.random() < 0.5


def test_few_uses_are_tried_as_the_programme_chooses(monkeypatch):
    tried = []
    for seed in range(150):
        counts, wilds, rules, table, outside = crowded(seed)
        if 0 < len(oracle.uses_of(counts, wilds, rules, table, longest=5)) <= oracle.FEW:
            rack = (counts, wilds, rules)
            best = oracle.meld_value(*rack, outside=outside)
            tried.append((rack, table, outside, best))
    assert len(tried) > 60
    lefts = [oracle.least_left(*rack, table, outside=out) for rack, table, out, _ in tried]
    monkeypatch.setattr(oracle, "FEW", 0)
    for (rack, table, outside, best), left in zip(tried, lefts, strict=True):
        assert oracle.meld_value(*rack, outside=outside) == best
        assert oracle.least_left(*rack, table, outside=outside) == left


def test_the_programme_agrees_with_trying_all():
    counts, wilds = oracle.parse("r5 r5 r6 r7 b5 k5 y5 r6", "r6")
    value, ways = oracle.best_arrangements(counts, wilds)
    assert value == oracle.meld_value(counts, wilds)
    # 5-5-5-5 and 5-6-7 with a wild 6; the other wild at the run's end.
    assert value == 20 + 5 + 6 + 7 + 8
    assert {tuple(sorted(use.tiles for use in way)) for way in ways} == {
        ((4, 5, 6, 7), (4, 17, 30, 43))
    }
