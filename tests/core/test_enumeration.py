"""Hands counted and listed up to symmetry, against all hands written out for small packs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.core import enumeration
from neuroanalysis.core.enumeration import (
    SymmetryGroup,
    classes,
    count_hands,
    count_vectors,
    hands_of_vector,
)
from neuroanalysis.errors import InputError
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys

# --- Slow twins ----------------------------------------------------------------------------------


def all_vectors(kinds, copies, cards):
    return [v for v in product(range(copies + 1), repeat=kinds) if sum(v) == cards]


def vectors_of_hands(kinds, copies, cards):
    """Each set of physical cards, as counts; how often each occurs."""
    pack = [kind for kind in range(kinds) for _ in range(copies)]
    return Counter(
        tuple(hand.count(kind) for kind in range(kinds)) for hand in combinations(pack, cards)
    )


def moved(vector, permutation):
    image = [0] * len(vector)
    for kind, count in enumerate(vector):
        image[permutation[kind]] = count
    return tuple(image)


def closure(generators):
    """All products of the permutations, found by multiplying until nothing is new."""
    known = {tuple(range(len(generators[0])))}
    while True:
        more = known | {
            tuple(g[kind] for kind in permutation) for permutation in known for g in generators
        }
        if more == known:
            return known
        known = more


def orbits(vectors, permutations):
    return {frozenset(moved(vector, p) for p in permutations) for vector in vectors}


@st.composite
def groups(draw):
    kinds = draw(st.integers(1, 5))
    return draw(st.lists(st.permutations(range(kinds)), min_size=1, max_size=3))


# --- Counting ------------------------------------------------------------------------------------


@given(kinds=st.integers(1, 4), copies=st.integers(1, 3), cards=st.integers(0, 8))
def test_numbers_of_hands_and_count_vectors_are_those_of_all_written_out(kinds, copies, cards):
    hands = vectors_of_hands(kinds, copies, cards)
    assert count_hands(kinds, copies, cards) == hands.total()
    assert count_vectors(kinds, copies, cards) == len(hands)
    assert sorted(hands) == all_vectors(kinds, copies, cards)
    for vector, times in hands.items():
        assert hands_of_vector(vector, copies) == times


def test_hands_of_a_vector_do_not_overflow_with_numpys_numbers():
    assert hands_of_vector(np.full(27, 2, dtype=np.uint8), copies=4) == 6**27


# --- Groups --------------------------------------------------------------------------------------


@given(groups())
def test_a_generated_group_is_the_closure_of_its_generators(generators):
    group = SymmetryGroup.generated_by(generators)
    rows = [tuple(row) for row in group.permutations.tolist()]
    assert group.order == len(rows) == len(set(rows))
    assert set(rows) == closure(generators)
    assert group.kinds == len(generators[0])


@given(groups())
def test_cycle_types_add_up(generators):
    group = SymmetryGroup.generated_by(generators)
    assert group.cycle_types.total() == group.order
    assert all(sum(lengths) == group.kinds for lengths in group.cycle_types)
    assert group.cycle_types[(1,) * group.kinds] == 1  # the identity alone leaves every kind


def test_cycle_types_of_all_permutations_of_four_kinds():
    group = SymmetryGroup.generated_by([[1, 0, 2, 3], [1, 2, 3, 0]])
    assert group.cycle_types == {
        (1, 1, 1, 1): 1,
        (1, 1, 2): 6,
        (2, 2): 3,
        (1, 3): 8,
        (4,): 6,
    }


# --- Classes -------------------------------------------------------------------------------------


@given(groups(), st.integers(1, 3), st.integers(0, 6))
def test_classes_are_the_orbits(generators, copies, cards):
    group = SymmetryGroup.generated_by(generators)
    vectors = all_vectors(group.kinds, copies, cards)
    wanted = orbits(vectors, closure(generators))
    assert group.count_classes(copies, cards) == len(wanted)
    listed = classes(group, copies, cards)
    assert len(listed) == len(wanted)
    rows = [tuple(row) for row in listed.counts.tolist()]
    by_member = {vector: orbit for orbit in wanted for vector in orbit}
    assert {by_member[row] for row in rows} == wanted  # each exactly once, as the numbers are equal
    assert rows == [max(by_member[row]) for row in rows]
    assert rows == sorted(rows)
    assert listed.sizes.tolist() == [len(by_member[row]) for row in rows]
    hands = [sum(hands_of_vector(v, copies) for v in by_member[row]) for row in rows]
    assert listed.weights().tolist() == hands
    assert sum(hands) == comb(group.kinds * copies, cards)


@given(groups(), st.integers(1, 3))
def test_the_canonical_number_is_constant_exactly_on_orbits(generators, copies):
    group = SymmetryGroup.generated_by(generators)
    permutations = closure(generators)
    vectors = list(product(range(copies + 1), repeat=group.kinds))[:200]
    numbers, orders = group.canonical(np.array(vectors, dtype=np.uint8), copies)
    for vector, number, order in zip(vectors, numbers.tolist(), orders.tolist(), strict=True):
        images = [moved(vector, p) for p in permutations]
        assert order == images.count(vector)
        assert number == int("".join(map(str, max(images))), base=copies + 1)


def test_more_cards_than_there_are_make_no_class():
    swap = SymmetryGroup.generated_by([[1, 0]])
    assert len(classes(swap, copies=2, cards=4)) == 1
    assert len(classes(swap, copies=2, cards=5)) == 0
    assert swap.count_classes(copies=2, cards=5) == 0


def test_numbers_that_do_not_fit_are_refused():
    still = SymmetryGroup.generated_by([range(27)])
    hand = np.full((1, 27), 4, dtype=np.uint8)
    assert still.canonical(hand, copies=4)[0].tolist() == [5**27 - 1]
    with pytest.raises(InputError) as caught:
        still.canonical(hand, copies=5)
    assert {caught.value.key} == raised_keys(Path(enumeration.__file__))
    with speaking("en"):
        assert str(caught.value) == "27 kinds with 5 copies: such hands have no numbers of 63 bits"
    with speaking("fr"):
        assert "27" in str(caught.value)
        assert "5 exemplaires" in str(caught.value)
