"""The compiled evaluator against the oracle: an integer programme, and trying all."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from neuroanalysis.games.okey51._kernels import arrangements as kernel
from neuroanalysis.games.okey51._kernels import listing, melds
from neuroanalysis.games.okey51.rules import PRESETS, Rules
from tests.games.okey51.support import (
    Question,
    by_kernel,
    by_oracle,
    dealt,
    oracle_rules,
    random_question,
)
from tests.oracles import okey51 as oracle

OBJECTIVES = {
    "value": listing.MOST_VALUE,
    "left": listing.LEAST_LEFT,
    "finish": listing.LEAST_LEFT_MOST_VALUE,
}


def assert_agrees(questions: list[Question]) -> None:
    """Compare racks that differ in tiles alone."""
    for question, found in zip(questions, by_kernel(questions), strict=True):
        assert found == by_oracle(question), question


# --- The best ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", [14, 15])
@pytest.mark.parametrize("options", [{}, {"wrap_13_1": False}, {"one_after_13": 14}], ids=str)
def test_dealt_racks(tiles, options):
    rng = random.Random(tiles)
    assert_agrees([dealt(rng, tiles, Rules(**options)) for _ in range(250)])


@pytest.mark.parametrize("tiles", [21, 22])
def test_dealt_racks_of_101(tiles):
    rng = random.Random(tiles)
    assert_agrees([dealt(rng, tiles, PRESETS["okey101"]) for _ in range(120)])


@pytest.mark.parametrize("seed", range(4))
def test_crowded_racks_with_open_melds(seed):
    rng = random.Random(seed)
    for _ in range(75):
        assert_agrees([random_question(rng, 22)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_dealt_racks(seed):
    rng = random.Random(seed)
    assert_agrees([dealt(rng, rng.choice([14, 15])) for _ in range(2000)])


# Melds laid side by side, then some tiles more: full runs, sets of four, three and four alike.
PLANTED = st.builds(
    lambda planted, more, wilds, outside, wrap: (planted, more, wilds, outside, wrap),
    st.lists(st.sampled_from(oracle.bare_melds(True)), max_size=5),
    st.lists(st.integers(0, 51), max_size=6),
    st.integers(0, 2),
    st.booleans(),
    st.booleans(),
)
FULL_RUN = tuple(range(13))
FOURS = [(0, 13, 26, 39), (0, 13, 26, 39), (1, 14, 27, 40)]


@settings(max_examples=120, deadline=None)
@given(PLANTED)
@example(([FULL_RUN], [], 1, False, True))
@example(([FULL_RUN], [], 1, True, False))
@example(([FULL_RUN], [0], 1, True, True))
@example(([(*FULL_RUN[1:], 0)], [], 2, True, True))
@example((FOURS, [], 2, True, True))
@example((FOURS[:2], [2, 15], 1, False, True))
@example(([(4, 17, 30)] * 3, [5, 6], 2, False, True))
@example(([], [], 2, False, True))
@example(([], [12], 2, False, True))
def test_planted_melds(planted):
    melds_there, more, wilds, outside, wrap = planted
    counts = [0] * 52
    for tile in [tile for tiles in melds_there for tile in tiles] + more:
        if counts[tile] < 4 and sum(counts) + wilds < 22:
            counts[tile] += 1
    outside = outside and sum(counts) + wilds > 0
    assert_agrees([Question(tuple(counts), wilds, Rules(wrap_13_1=wrap), outside=outside)])


def test_relabelling_colours_changes_nothing():
    rng = random.Random(7)
    for _ in range(40):
        question = random_question(rng, 15)
        order = rng.sample(range(4), 4)

        def moved(tile, order=order):
            return 13 * order[tile // 13] + tile % 13

        counts = [0] * 52
        for tile, n in enumerate(question.counts):
            counts[moved(tile)] = n
        table = tuple(
            tuple(map(moved, tiles)) if oracle.is_run(tiles) else tuple(sorted(map(moved, tiles)))
            for tiles in question.table
        )
        other = Question(tuple(counts), question.wilds, question.rules, table, question.outside)
        assert by_kernel([other]) == by_kernel([question])
        for objective in OBJECTIVES.values():
            assert counted(other, objective)[:2] == counted(question, objective)[:2]


# --- All that are best ---------------------------------------------------------------------------


def counted(question: Question, objective: int, limit: int = 0):
    """The best, how many arrangements reach it, and the first of them as codes."""
    rules, room = question.rules.to_arrays(), 1 << 14
    uses, graph = melds.make_uses(room), listing.make_graph(room, room)
    outside = int(question.outside)
    best, number = listing.count_arrangements(
        question.naturals, question.wilds, question.codes, outside, objective, rules, uses, graph
    )
    rows = np.full((limit, 24), -7, dtype=np.int64)
    written = listing.list_arrangements(best, outside, uses, graph, rows) if limit else 0
    assert (rows[written:] == -7).all()
    listed = [tuple(code for code in row if code >= 0) for row in rows[:written].tolist()]
    return int(best), int(number), listed


def parts_of_codes(codes, table) -> Counter:
    """New melds, and tiles on open melds by their places there, of the kernel's codes."""
    parts: Counter = Counter()
    for code in codes:
        name, first = code >> melds.NAME & 15, code >> melds.FIRST & 15
        size, wilds = code >> melds.LENGTH & 15, code >> melds.WILDS & melds.WILD_BITS
        run = not code & melds.SET
        if run:
            tiles = [(first + n, 13 * name + (first + n - 1) % 13, n) for n in range(size)]
        else:
            tiles = [(name, 13 * n + name - 1, n) for n in range(4) if size >> n & 1]
        marked = [(column, tile, bool(wilds >> place & 1)) for column, tile, place in tiles]
        if code & melds.ON_RUN:
            target = code >> melds.TARGET
            assert oracle.is_run(table[target]) == run
            parts.update((target, *tile) for tile in marked)
        else:
            parts[tuple(marked)] += 1
    return parts


def parts_of_uses(uses, table) -> Counter:
    """The same of the oracle's uses."""
    parts: Counter = Counter()
    for use in uses:
        run = oracle.is_run(use.tiles)
        first = use.tiles[0] % 13 + 1
        marked = [
            (first + place if run else first, tile, place in use.wild)
            for place, tile in enumerate(use.tiles)
        ]
        if use.target is None:
            parts[tuple(marked)] += 1
            continue
        there = table[use.target]
        start = there[0] % 13 + 1
        columns = range(start, start + len(there)) if run else ()
        parts.update(
            (use.target, *tile)
            for tile in marked
            if (tile[0] not in columns if run else tile[1] not in there)
        )
    return parts


def frozen(parts: Counter) -> frozenset:
    return frozenset(parts.items())


def assert_lists_all(question: Question) -> None:
    rules = oracle_rules(question.rules)
    for name, objective in OBJECTIVES.items():
        best, ways = oracle.best_arrangements(
            question.counts,
            question.wilds,
            rules,
            question.table,
            outside=question.outside,
            objective=name,
        )
        found, number, listed = counted(question, objective, len(ways) + 3)
        assert (found, number) == (best, len(ways)), (name, question)
        wanted = {frozen(parts_of_uses(way, question.table)) for way in ways}
        got = {frozen(parts_of_codes(codes, question.table)) for codes in listed}
        assert len(wanted) == len(ways) == len(listed)
        assert got == wanted, (name, question)


@pytest.mark.parametrize("seed", range(3))
def test_all_that_are_best(seed):
    rng = random.Random(seed)
    for _ in range(30):
        question = random_question(rng, 8)
        if sum(question.counts) + question.wilds:
            assert_lists_all(question)


def test_the_first_of_many():
    counts, wilds = oracle.parse("r6 r6 b13 k10 y7 r4 b1 k4 y1 r10 b7 k13 y10 r1", "r6")
    question = Question(counts, wilds)
    best, number, listed = counted(question, listing.MOST_VALUE, 10)
    assert (best, number, len(set(listed))) == (93, 4, 4)
    assert counted(question, listing.MOST_VALUE, 2) == (best, number, listed[:2])


def test_runs_of_a_long_row_are_counted_in_every_way():
    # 13 tiles in a row: the ways to write 13 as a sum of numbers from 3 on, in order.
    parts = [1, 0, 0]
    for n in range(3, 14):
        parts.append(sum(parts[: n - 2]))
    question = Question(tuple([1] * 13 + [0] * 39), rules=Rules(wrap_13_1=False))
    assert counted(question, listing.LEAST_LEFT)[1] == parts[13]


def test_the_best_of_both_lists_are_the_same():
    rng = random.Random(11)
    for _ in range(60):
        question = random_question(rng, 22)
        if not sum(question.counts) + question.wilds:
            continue
        [[value, left, left_value, _]] = by_kernel([question])
        total = sum(n * (kind % 13 + 1) for kind, n in enumerate(question.counts))
        total += question.wilds * question.rules.okey_left
        tiles = sum(question.counts) + question.wilds
        assert counted(question, listing.MOST_VALUE)[0] == value
        reached = counted(question, listing.LEAST_LEFT)[0]
        assert reached == melds.TILE * (tiles - left) + total - left_value
        both = counted(question, listing.MOST_VALUE_LEAST_LEFT)[0]
        assert both >> 16 == value


# --- Room and batches ----------------------------------------------------------------------------


def test_too_little_room_is_told():
    counts, wilds = oracle.parse("r1 r2 r3 r4 r5 b1 b2 b3 b4 b5 k1 k2 k3 k4 r13", "r13")
    rules, nothing = Rules().to_arrays(), np.zeros(0, dtype=np.int64)
    naturals = np.array(counts, dtype=np.uint8)
    small = kernel.workspace(8)
    assert kernel.search(naturals, wilds, nothing, 1, rules, small)[1] == -1
    for states, room in ((8, 1 << 12), (1 << 12, 8)):
        uses, graph = melds.make_uses(room), listing.make_graph(states, room)
        answer = listing.count_arrangements(naturals, wilds, nothing, 1, 0, rules, uses, graph)
        assert answer[0] == listing.NO_ROOM


def test_too_many_places_are_told():
    # With a wild each end of each run is a place.
    table = tuple((n, n + 1, n + 2) for n in range(1, 10)) * 4
    question = Question(tuple([1] * 3 + [0] * 49), 1, table=table)
    assert by_kernel([question])[0][0] == -1
    assert counted(question, listing.LEAST_LEFT)[0] == listing.TOO_MANY_PLACES
    assert counted(question, listing.MOST_VALUE)[0] > 0


def batch(questions, progress):
    answers = np.full((len(questions), kernel.ANSWERS), -7, dtype=np.int32)
    kernel.best_arrangements(
        np.array([question.counts for question in questions], dtype=np.uint8).reshape(-1, 52),
        np.array([question.wilds for question in questions], dtype=np.uint8),
        np.zeros(0, dtype=np.int64),
        np.array([question.outside for question in questions], dtype=np.uint8),
        Rules().to_arrays(),
        answers,
        progress,
    )
    return answers.tolist()


def test_a_batch_is_its_racks_one_by_one():
    rng = random.Random(4)
    questions = [dealt(rng, rng.choice([14, 15])) for _ in range(600)]
    progress = np.zeros(2, dtype=np.int64)
    assert batch(questions, progress) == [by_kernel([question])[0] for question in questions]
    assert progress.tolist() == [600, 0]


def test_a_batch_stops_when_told():
    progress = np.array([0, 1], dtype=np.int64)
    assert batch([dealt(random.Random(1), 14)], progress) == [[-7] * 4]
    assert progress.tolist() == [0, 1]


def test_no_racks():
    assert batch([], np.zeros(2, dtype=np.int64)) == []
