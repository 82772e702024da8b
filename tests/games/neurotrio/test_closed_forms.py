"""Closed forms: the same integers as counting over all classes, and as counting every deal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest

from neuroanalysis.core.enumeration import hands_of_vector
from neuroanalysis.games.neurotrio.analysis import deal_distribution, hand_classes
from neuroanalysis.games.neurotrio.analysis.closed_forms import (
    cards_of_value,
    cards_on_line,
    copies_of_kind,
    distinct_kinds,
    kinds_held_exactly,
)
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules
from tests.oracles import deals, neurotrio

FAST, SLOW = range(1, 9), (13,)
SIZES = [*FAST, *(pytest.param(cards, marks=pytest.mark.slow) for cards in SLOW)]
LINES = neurotrio.LINES
VALUES = [
    [kind for kind in neurotrio.KINDS if value in neurotrio.attributes(kind)]
    for value in sorted(set().union(*map(neurotrio.attributes, neurotrio.KINDS)))
]


# --- Against every deal --------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "copies"), [(1, 4), (2, 4), (3, 2), (3, 1), (2, 7)])
def test_closed_forms_count_every_set_of_physical_cards(cards, copies):
    tallies = {name: Counter() for name in ("kind", "value", "line", "distinct", 0, 1, 2, 3, 4)}
    for deal in deals.physical_deals(cards, copies):
        held = Counter(deal)
        tallies["kind"][held[5]] += 1
        tallies["value"][sum(held[kind] for kind in VALUES[4])] += 1
        tallies["line"][sum(held[kind] for kind in LINES[11])] += 1
        tallies["distinct"][len(held)] += 1
        for n in range(5):
            tallies[n][sum(held[kind] == n for kind in neurotrio.KINDS)] += 1
    assert copies_of_kind(cards, copies).counts == tallies["kind"]
    assert cards_of_value(cards, copies).counts == tallies["value"]
    assert cards_on_line(cards, copies).counts == tallies["line"]
    assert distinct_kinds(cards, copies).counts == tallies["distinct"]
    for n in range(5):
        assert kinds_held_exactly(n, cards, copies).counts == tallies[n]


# --- Against the classes -------------------------------------------------------------------------


@pytest.mark.parametrize("cards", SIZES)
@pytest.mark.parametrize(
    ("of", "formula"),
    [
        ("distinct", distinct_kinds),
        ("duos", lambda cards, copies: kinds_held_exactly(2, cards, copies)),
        ("triples", lambda cards, copies: kinds_held_exactly(3, cards, copies)),
        ("carres", lambda cards, copies: kinds_held_exactly(4, cards, copies)),
    ],
)
def test_closed_forms_are_what_all_classes_add_up_to(of, formula, cards):
    for rules in (Rules(), PRESETS["one_deck_shape"]):
        listed = deal_distribution(of, cards, rules, method="classes")
        assert formula(cards, rules.copies) == listed
        assert deal_distribution(of, cards, rules) == listed


@cache
def weighed(cards, copies):
    """Return the counts of all classes, and how many hands each has; their sum fits 63 bits."""
    listed = hand_classes(cards, copies)
    pairs = zip(listed.counts.tolist(), listed.sizes.tolist(), strict=True)
    weights = [size * hands_of_vector(row, copies) for row, size in pairs]
    return listed.counts, np.array(weights, dtype=np.int64)


@pytest.mark.parametrize("cards", FAST)
@pytest.mark.parametrize("copies", [2, 4])
@pytest.mark.parametrize(
    ("places", "formula"),
    [
        ([[kind] for kind in neurotrio.KINDS], copies_of_kind),
        (VALUES, cards_of_value),
        (LINES, cards_on_line),
    ],
)
def test_a_place_in_the_cube_has_what_all_its_like_have_on_average(places, formula, copies, cards):
    # Every kind, value or line is as good as another, so one has a share of what all have.
    counts, weights = weighed(cards, copies)
    sums = np.zeros(cards + 1, dtype=np.int64)
    for place in places:
        np.add.at(sums, counts[:, place].sum(axis=1, dtype=np.int64), weights)
    shares = {n: Fraction(total, len(places)) for n, total in enumerate(sums.tolist()) if total}
    assert formula(cards, copies).counts == shares


# --- Known values --------------------------------------------------------------------------------


@pytest.mark.parametrize("formula", [copies_of_kind, cards_of_value, cards_on_line, distinct_kinds])
@pytest.mark.parametrize("cards", [1, 13, 14, 18])
def test_totals_are_binomials(formula, cards):
    assert formula(cards).total == comb(108, cards)


@pytest.mark.parametrize("cards", [1, 13, 40])
def test_the_mean_of_each_is_its_share_of_the_pack(cards):
    assert copies_of_kind(cards).mean() == Fraction(cards, 27)
    assert cards_of_value(cards).mean() == Fraction(cards, 3)
    assert cards_on_line(cards).mean() == Fraction(cards, 9)
    # A kind is missing when all cards come from the other 104.
    absent = Fraction(comb(104, cards), comb(108, cards))
    assert distinct_kinds(cards).mean() == 27 * (1 - absent)
    for n in range(5):
        exactly = Fraction(comb(4, n) * comb(104, cards - n), comb(108, cards)) if n <= cards else 0
        assert kinds_held_exactly(n, cards).mean() == 27 * exactly


def test_kinds_held_none_of_and_kinds_held_make_27():
    for cards in (1, 5, 13):
        assert kinds_held_exactly(0, cards).map(lambda n: 27 - n) == distinct_kinds(cards)


def test_more_copies_than_there_are_are_never_held():
    assert kinds_held_exactly(3, 13, copies=2).counts == {0: comb(54, 13)}
    assert kinds_held_exactly(4, 3).counts == {0: comb(108, 3)}


def test_the_whole_pack_is_certain():
    assert copies_of_kind(108).counts == {4: 1}
    assert distinct_kinds(27, copies=1).counts == {27: 1}
    assert kinds_held_exactly(4, 108).counts == {27: 1}


def test_five_copies_have_closed_forms_though_no_classes():
    rules = Rules(copies=5)
    assert deal_distribution("duos", 13, rules).total == comb(135, 13)
    absent = Fraction(comb(130, 13), comb(135, 13))
    assert deal_distribution("distinct", 13, rules).mean() == 27 * (1 - absent)
