"""The compiled parts, each against plain Python or the oracle."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.games.neurotrio._kernels import bonuses, cube, distance, finish, layout, value
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules
from tests.games.neurotrio.support import (
    Question,
    batch,
    default_hands,
    oracle_rules,
    random_hand,
    random_question,
    random_rules,
)
from tests.oracles import neurotrio as oracle

WORDS = st.integers(0, 2**64 - 1)
SMALL_COUNTS = st.lists(st.integers(0, 7), min_size=27, max_size=27)


def array(counts):
    return np.array(counts, dtype=np.uint8)


def pack(counts):
    """The two words of a hand, as kernels hand them on (numba gives Python integers here)."""
    low, high = cube.pack(array(counts))
    return np.uint64(low), np.uint64(high)


# --- Tables --------------------------------------------------------------------------------------


def structure_of(number):
    """The cards of a structure by its number."""
    return tuple(
        kind for kind, n in enumerate(cube.STRUCTURE_CARDS[number].tolist()) for _ in range(n)
    )


STRUCTURES = [structure_of(number) for number in range(cube.STRUCTURE_KINDS)]


def test_structures_are_216_trios_then_27_carres():
    assert cube.TRIO_KINDS == 216
    assert len(STRUCTURES) == 216 + 27
    assert sorted(STRUCTURES[:216]) == sorted(oracle.TRIOS)
    assert STRUCTURES[216:] == oracle.CARRES
    assert STRUCTURES[: cube.TRIPLES] == [(kind,) * 3 for kind in range(27)]
    assert [tuple(row) for row in cube.TRIOS.tolist()] == STRUCTURES[:216]
    assert sorted(map(tuple, cube.LINES.tolist())) == oracle.LINES


def test_the_cards_of_a_structure_are_told_in_three_ways():
    for number, cards in enumerate(STRUCTURES):
        packed = pack([cards.count(kind) for kind in range(27)])
        assert packed == (cube.STRUCTURE_LOW[number], cube.STRUCTURE_HIGH[number])
        members = tuple(cube.STRUCTURE_MEMBERS[number].tolist())
        assert sorted(set(members)) == sorted(set(cards))


def test_trios_by_their_lowest_kind():
    for kind in range(27):
        part = cube.TRIOS_BY_LOWEST[cube.LOWEST_STARTS[kind] : cube.LOWEST_STARTS[kind + 1]]
        found = sorted(STRUCTURES[number] for number in part)
        assert found == sorted(trio for trio in oracle.TRIOS if trio[0] == kind)


@given(st.lists(st.integers(0, 26), min_size=1, max_size=5).map(lambda kinds: tuple(sorted(kinds))))
def test_features_are_what_cards_have_in_common(cards):
    common = ~np.uint64(0)
    for kind in cards:
        common &= cube.KIND_FEATURES[kind]
    for shared in range(4):
        found = int(common & cube.LEVEL_FEATURES[shared]).bit_count()
        assert found == len(oracle.combinations_in_common(cards, shared))


def test_features_of_structures_are_those_of_all_their_cards():
    for number, cards in enumerate(STRUCTURES):
        common = np.bitwise_and.reduce(cube.KIND_FEATURES[list(cards)])
        assert cube.STRUCTURE_FEATURES[number] == common


def test_pairs_are_two_cards_with_two_values_in_common():
    assert len(distance.PAIRS) == 27 + 81
    found = sorted(tuple(pair) for pair in distance.PAIRS.tolist())
    assert found == sorted(
        (one, other)
        for one in range(27)
        for other in range(one, 27)
        if len(oracle.in_common((one, other))) >= 2
    )
    for pair, trios in zip(distance.PAIRS.tolist(), distance.TRIOS_OF_PAIR.tolist(), strict=True):
        around = [STRUCTURES[trio] for trio in trios if trio >= 0]
        assert sorted(around) == sorted(oracle.wholes(tuple(pair), 3))
    for kind, trios in enumerate(distance.TRIOS_OF_KIND.tolist()):
        assert sorted(STRUCTURES[trio] for trio in trios) == sorted(oracle.wholes((kind,), 3))


# --- Packed hands --------------------------------------------------------------------------------


@given(WORDS)
def test_bit_count(word):
    assert cube.bit_count(np.uint64(word)) == word.bit_count()


@given(SMALL_COUNTS)
def test_a_packed_hand_holds_its_counts(counts):
    low, high = pack(counts)
    assert [cube.count_of(low, high, kind) for kind in range(27)] == counts


@given(SMALL_COUNTS, SMALL_COUNTS, st.booleans())
def test_whether_a_hand_holds_a_part(counts, part, smaller):
    if smaller:
        part = [min(pair) for pair in zip(counts, part, strict=True)]
    held = all(n <= there for n, there in zip(part, counts, strict=True))
    low, high = pack(counts)
    part_low, part_high = pack(part)
    assert bool(cube.holds(low, high, part_low, part_high)) == held
    if held:
        left = [there - n for n, there in zip(part, counts, strict=True)]
        assert (low - part_low, high - part_high) == pack(left)


# --- Lists of structures -------------------------------------------------------------------------


@given(SMALL_COUNTS)
def test_trios_of_a_hand(counts):
    into = np.full(cube.STRUCTURE_KINDS, -1, dtype=np.int64)
    number = value.list_trios(array(counts), into, 0)
    found = [STRUCTURES[trio] for trio in into[:number]]
    assert sorted(found) == sorted(
        trio for trio in oracle.TRIOS if len(set(trio)) > 1 and oracle.has(counts, trio)
    )


@given(SMALL_COUNTS, st.permutations([1, 2, 3]), st.booleans())
def test_structures_of_a_hand_come_richest_first(counts, points, carres):
    rules = Rules(
        trio_points=points[0], triple_points=points[1], carre_points=points[2], bonuses=()
    ).to_arrays()
    into = np.full(cube.STRUCTURE_KINDS, -1, dtype=np.int64)
    number = value.list_structures(array(counts), rules, carres, into)
    found = [STRUCTURES[structure] for structure in into[:number]]
    groups = oracle.TRIOS + oracle.CARRES if carres else oracle.TRIOS
    assert sorted(found) == sorted(group for group in groups if oracle.has(counts, group))
    worth = [int(value.structure_points(structure, rules)) for structure in into[:number]]
    assert worth == sorted(worth, reverse=True)
    for group, points_found in zip(found, worth, strict=True):
        alike = len(set(group)) == 1
        assert points_found == points[(2 if len(group) == 4 else 1) if alike else 0]


# --- Bonuses -------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, cube.STRUCTURE_KINDS - 1), max_size=8), st.integers(0, 6))
def test_unary_sets_count_features(structures, most):
    unary = np.zeros(most + 1, dtype=np.uint64)
    bonuses.clear_unary(unary)
    for structure in structures:
        bonuses.add_group(unary, cube.STRUCTURE_FEATURES[structure])
    for n in range(most + 1):
        for bit in range(64):
            having = sum(
                int(cube.STRUCTURE_FEATURES[structure]) >> bit & 1 for structure in structures
            )
            assert int(unary[n]) >> bit & 1 == (having >= n)


@pytest.mark.parametrize("seed", range(3))
def test_the_bonuses_of_random_groupings(seed):
    rng = random.Random(seed)
    for _ in range(60):
        rules = random_rules(rng)
        asked = {**oracle_rules(rules), "distinct_scope": "hand"}
        lines = rng.choice([range(27), (0, 1, 2), range(9)])
        groups = [group for group in oracle.TRIOS + oracle.CARRES if set(group) <= set(lines)]
        structures = tuple(sorted(rng.choices(groups, k=rng.randint(0, rules.structures))))
        duos = tuple((kind, kind) for kind in rng.choices(lines, k=rng.randint(0, 4)))
        kinds = rng.sample(range(27), rng.randint(0, 27))
        counted, _ = oracle.bonuses(
            (structures, duos), [int(kind in kinds) for kind in range(27)], (), asked
        )
        points = {bonus.code: bonus.points for bonus in rules.bonuses}
        sets = []
        for chosen, most in ((structures, layout.MAX_STRUCTURES), (duos, layout.MAX_DUOS)):
            unary = np.zeros(most + 1, dtype=np.uint64)
            bonuses.clear_unary(unary)
            for group in chosen:
                bonuses.add_group(unary, np.bitwise_and.reduce(cube.KIND_FEATURES[list(group)]))
            sets.append(unary)
        found, bits = bonuses.bonus_points(*sets, len(kinds), rules.to_arrays())
        assert found == sum(points[code] * times for code, times in counted.items())
        assert codes_of(int(bits), rules) == set(counted)


def codes_of(bits: int, rules: Rules) -> set[str]:
    """The bonuses of a set of bits: those of groups in the table's order, then those of kinds."""
    order = sorted(rules.bonuses, key=lambda bonus: bonus.distinct > 0)
    return {bonus.code for place, bonus in enumerate(order) if bits >> place & 1}


# --- Whole questions -----------------------------------------------------------------------------


def asked_of(kernel, question: Question, dtype=np.int16) -> int:
    """The answer of a kernel to one hand."""
    answers = np.full(1, -77, dtype=dtype)
    kernel(
        batch([question.hand]),
        batch([question.on_table]),
        question.rules.to_arrays(),
        answers,
        np.zeros(2, dtype=np.int64),
    )
    return int(answers[0])


def assert_agrees(question: Question) -> None:
    """Compare the kernels with the oracle, hands that a position would refuse included."""
    asked = (question.hand, question.laid, oracle_rules(question.rules))
    rules = question.rules.to_arrays()
    points, groupings = oracle.evaluate(*asked)
    total, finishes = oracle.finish(*asked)
    assert asked_of(value.best_values, question) == points, question
    assert asked_of(finish.best_finishes, question) == (-1 if total is None else total), question
    assert asked_of(distance.distances, question) == oracle.distance(*asked), question
    hand, laid = array(question.hand), array(question.on_table)
    room = np.full((5, question.rules.structures + question.rules.duos), -7, dtype=np.int64)
    number = value.optimal_groupings(hand, laid, rules, points, room)
    wanted = {structures for structures, _ in groupings}
    assert number == len(wanted), question
    listed = [tuple(sorted(STRUCTURES[n] for n in row if n >= 0)) for row in room[:number].tolist()]
    on_table = [(kind,) * 4 for kind in question.laid]
    listed = [tuple(sorted([*structures, *on_table])) for structures in listed]
    assert len(set(listed)) == len(listed) == min(number, 5)
    assert set(listed) <= wanted
    assert (room[number:] == -7).all()
    counted = asked_of(value.counted_bonuses, question, np.int64)
    ever = {code for grouping in groupings for code in oracle.bonuses(grouping, *asked)[0]}
    assert codes_of(counted, question.rules) == ever, question
    if total is not None:
        number = finish.optimal_finishes(hand, laid, rules, total, room)
        assert number == len(finishes), question


@pytest.mark.parametrize("seed", range(20, 23))
def test_the_oracle_agrees_under_random_rules(seed):
    rng = random.Random(seed)
    for _ in range(40):
        assert_agrees(random_question(rng))


@pytest.mark.parametrize("name", PRESETS)
def test_the_oracle_agrees_on_a_card_more_than_a_finishing_hand(name):
    rng = random.Random(name)
    rules = PRESETS[name]
    for sort in (0, 0, 1, 1, 2, 2):
        hand = random_hand(rng, rules.finish_size + 1, rules.copies, sort)
        assert_agrees(Question(hand, (), rules))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 212))
def test_the_oracle_agrees_on_many_hands_under_random_rules(seed):
    rng = random.Random(seed)
    for _ in range(250):
        assert_agrees(random_question(rng))


BATCHES = [
    (value.best_values, np.int16),
    (value.counted_bonuses, np.int64),
    (finish.best_finishes, np.int16),
    (distance.distances, np.int16),
]


@pytest.mark.parametrize(("kernel", "dtype"), BATCHES)
def test_a_batch_is_its_hands_one_by_one(kernel, dtype):
    hands = batch(default_hands(1, 13, 40) + default_hands(2, 14, 40))
    rules, nothing = Rules().to_arrays(), np.zeros((1, 27), dtype=np.uint8)
    progress, answers = np.zeros(2, dtype=np.int64), np.full(len(hands), -77, dtype=dtype)
    before = hands.copy()
    kernel(hands, nothing, rules, answers, progress)
    alone = [asked_of(kernel, Question(tuple(hand)), dtype) for hand in hands.tolist()]
    assert answers.tolist() == alone
    assert progress.tolist() == [len(hands), 0]
    assert np.array_equal(hands, before)
    again = np.full(len(hands), -77, dtype=dtype)
    kernel(hands, np.zeros_like(hands), rules, again, progress)
    assert again.tolist() == alone


@pytest.mark.parametrize(("kernel", "dtype"), BATCHES)
def test_a_batch_stops_when_told(kernel, dtype):
    hands = batch(default_hands(1, 13, 10))
    answers = np.full(len(hands), -77, dtype=dtype)
    progress = np.array([0, 1], dtype=np.int64)
    kernel(hands, np.zeros((1, 27), dtype=np.uint8), Rules().to_arrays(), answers, progress)
    assert answers.tolist() == [-77] * len(hands)
    assert progress.tolist() == [0, 1]


@pytest.mark.parametrize(("kernel", "dtype"), BATCHES)
def test_no_hands(kernel, dtype):
    progress = np.zeros(2, dtype=np.int64)
    nothing = np.zeros((0, 27), dtype=np.uint8)
    kernel(nothing, nothing, Rules().to_arrays(), np.zeros(0, dtype=dtype), progress)
    assert progress.tolist() == [0, 0]
