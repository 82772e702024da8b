"""Placements, connected sets and plans against the handed cases and the oracle."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuroanalysis.core.work import Cancel, Cancelled, progress_array
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.conquete import (
    Position,
    Rules,
    best_plan,
    check_placement,
    evaluate,
    placements,
)
from neuroanalysis.games.conquete._kernels import domain as kernels
from neuroanalysis.games.conquete._kernels import planning
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.games.conquete.scoring.plans import MOST_BUDGET, desk_of
from neuroanalysis.texts import speaking
from tests.cases import handed_cases
from tests.games.conquete.support import entries, position, random_case
from tests.oracles import conquete as oracle
from tests.refusals import refused_with

CASES = handed_cases("conquete")


def listed(found):
    return [one.to_list() for one in found]


# --- Handed cases --------------------------------------------------------------------------------


def test_the_handed_cases_are_all_there():
    assert len(CASES) >= 121
    assert any("rules" in case for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_handed_case(case):
    asked = Position.from_mapping(case)
    assert listed(placements(asked)) == case["placements"]
    assert evaluate(asked, plan=False).to_dict()["placements"] == case["placements"]
    by_cell = {card.cell: (PIECES.codes[card.kind], None) for card in asked.domain}
    hand = PIECES.format(asked.hand, starred=False).split()
    assert oracle.placements(by_cell, hand, case.get("rules", {})) == case["placements"]


# --- Placements ----------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 34), st.integers(0, 14), st.randoms(use_true_random=False))
def test_placements_under_any_rules(size, cards, rng):
    domain, hand, rules = random_case(rng, size, cards)
    player, enlarged = rng.choice([None, 1, 2]), rng.choice([0, 0, 1, 2])
    found = placements(position(domain, hand, rules, player, enlarged))
    assert listed(found) == oracle.placements(domain, hand, rules, enlarged)
    owner = player or 8
    before = oracle.sets_score(domain, owner, rules)
    for one in found:
        after = domain | {one.cell: (one.code, owner)}
        assert one.set_change == oracle.sets_score(after, owner, rules) - before
        touched = [domain[cell][0] for cell in oracle.around(one.cell) if cell in domain]
        good = sum(oracle.compatible(one.code, card, rules) for card in touched)
        assert (one.touched, one.compatible) == (len(touched), good)


def test_every_card_on_every_cell_is_legal_or_refused():
    rng = random.Random(20)
    for _ in range(10):
        domain, hand, rules = random_case(rng, 14, 4)
        asked = position(domain, hand, rules, 1)
        legal = {(one.cell, one.code): one for one in placements(asked)}
        rows, columns = zip(*domain, strict=True)
        for row in range(min(rows) - 2, max(rows) + 3):
            for column in range(min(columns) - 2, max(columns) + 3):
                for card in hand:
                    if found := legal.get(((row, column), card)):
                        assert check_placement(asked, card, (row, column)) == found
                    else:
                        with pytest.raises(PositionError):
                            check_placement(asked, card, (row, column))


CORNER = "0,0 2eb ; 0,1 2ev ; 1,0 2cb"


@pytest.mark.parametrize(
    ("domain", "card", "cell", "key"),
    [
        (CORNER, "3rn", (1, 1), "held"),
        (CORNER, "1ev", (0, 1), "taken"),
        (CORNER, "1ev", (2, 2), "apart"),
        (CORNER, "1cn", (0, 2), "one"),
        (CORNER, "1ev", (1, 1), "several"),
        ("0,0 2eb ; 0,1 2ev", "1ev", (0, 2), "ratio"),
    ],
)
def test_the_clause_that_forbids_a_placement(domain, card, cell, key):
    asked = Position.of("1ev 1cn", domain=domain)
    refused_with(f"conquete.placement.{key}", lambda: check_placement(asked, card, cell))


def test_the_grid_forbids_a_placement_until_it_is_enlarged():
    rules = Rules(most_rows=2, most_columns=2)
    asked = Position.of("2eb", domain=CORNER, rules=rules)
    refused_with("conquete.placement.grid", lambda: check_placement(asked, "2eb", (-1, 0)))
    assert {one.cell for one in placements(asked)} == {(1, 1)}
    wider = Position.of("2eb", domain=CORNER, enlarged=1, rules=rules)
    assert check_placement(wider, "2eb", (-1, 0)).vp == 0
    assert check_placement(asked, PIECES.kind("2eb"), (1, 1)).vp == 1
    with pytest.raises(InputError):
        check_placement(asked, 27, (1, 1))


# --- Symmetries ----------------------------------------------------------------------------------


def relabelled(rng):
    """Return a map of cards: attributes' values in other orders."""
    values = [dict(zip(v, rng.sample(v, 3), strict=True)) for v in ("123", "cer", "nvb")]
    return lambda card: "".join(one[value] for one, value in zip(values, card, strict=True))


def test_relabelled_values_change_nothing():
    rng = random.Random(30)
    for _ in range(10):
        domain, hand, rules = random_case(rng, 20, 8)
        card_of = relabelled(rng)
        other = {cell: (card_of(card), owner) for cell, (card, owner) in domain.items()}
        expected = sorted(
            [row, column, card_of(card), vp]
            for row, column, card, vp in listed(placements(position(domain, hand, rules)))
        )
        assert listed(placements(position(other, [*map(card_of, hand)], rules))) == expected


def test_attributes_that_change_places_change_nothing():
    """Force 1, 2, 3 takes the place of nature c, e, r and so on: a turn of the cube of kinds."""
    rng = random.Random(31)
    order = ("123", "cer", "nvb")
    for axes in permutations(range(3)):
        domain, hand, rules = random_case(rng, 20, 8)

        def card_of(card, axes=axes):
            levels = [order[axis].index(card[axis]) for axis in axes]
            return "".join(values[level] for values, level in zip(order, levels, strict=True))

        other = {cell: (card_of(card), owner) for cell, (card, owner) in domain.items()}
        there = placements(position(other, [*map(card_of, hand)], rules))
        here = placements(position(domain, hand, rules))
        assert listed(there) == sorted(
            [row, column, card_of(card), vp] for row, column, card, vp in listed(here)
        )


@pytest.mark.parametrize("turns", range(8))
def test_a_turned_or_mirrored_domain_has_its_placements_turned(turns):
    rng = random.Random(40 + turns)
    domain, hand, rules = random_case(rng, 24, 8)
    rows, columns = (len(set(axis)) for axis in zip(*domain, strict=True))
    rules |= {"most_rows": max(rows, columns), "most_columns": max(rows, columns)}

    def turned(cell):
        row, column = cell
        for _ in range(turns % 4):
            row, column = column, -row
        return (row, -column) if turns > 3 else (row, column)

    other = {turned(cell): card for cell, card in domain.items()}
    expected = sorted(
        [*turned((row, column)), card, vp]
        for row, column, card, vp in listed(placements(position(domain, hand, rules)))
    )
    assert listed(placements(position(other, hand, rules))) == expected
    here, there = (
        best_plan(position(one, hand[:4], rules, 1), budget=100_000) for one in (domain, other)
    )
    assert here.is_best
    assert here.value == there.value


def test_the_order_of_the_domain_means_nothing():
    rng = random.Random(50)
    domain, hand, rules = random_case(rng, 20, 8)
    shuffled = rng.sample(entries(domain), len(domain))
    asked = Position.of(" ".join(hand), domain=shuffled, rules=Rules(**rules))
    assert asked == position(domain, hand, rules)


# --- Plans ---------------------------------------------------------------------------------------


def judge_plans(rng, n, cards, size=12):
    for _ in range(n):
        domain, hand, rules = random_case(rng, rng.randint(1, size), rng.randint(0, cards))
        player, going_out = rng.choice([None, 1, 2]), rng.choice([0, 0, 5]) if hand else 0
        asked = position(domain, hand, rules, player, rng.choice([0, 0, 1]))
        plan = best_plan(asked, going_out=going_out)
        check_plan(plan, domain, hand, rules, player or 8, asked.enlarged, going_out)
        assert plan.is_best
        # Without a good sequence to beat, and before any is known.
        assert searched(asked, going_out) == plan.value
        assert best_plan(asked, going_out=going_out, budget=1).bound >= plan.value
        assert plan.value == oracle.best_value(
            domain, hand, player or 8, rules, enlarged=asked.enlarged, going_out=going_out
        )


def searched(asked, going_out):
    """Return what the search finds that tries all placements from the start."""
    arrays = asked.domain.to_arrays()
    plan, answer = np.zeros(99, dtype=np.int64), np.zeros(planning.ANSWERS, dtype=np.int64)
    how = (asked.player or 9, *asked.rules.to_arrays()[:3], asked.enlarged, going_out)
    desk, before = desk_of(asked), arrays.grid.copy()
    how = (*how, 1 << 30, 1 << 30, desk, plan, answer, progress_array())
    planning.best_plan(arrays.grid, arrays.owners, *how)
    assert answer[planning.FINISHED]
    assert (arrays.grid == before).all()
    return answer[planning.VALUE]


def check_plan(plan, domain, hand, rules, player, enlarged, going_out):
    """Check each step, and what it is said to bring, with the oracle."""
    now, left = dict(domain), list(hand)
    for one in plan.placements:
        left.remove(one.code)
        assert oracle.vp_of(now, one.code, one.cell, rules, enlarged) == one.vp
        before = oracle.sets_score(now, player, rules)
        now[one.cell] = (one.code, player)
        assert one.set_change == oracle.sets_score(now, player, rules) - before
    assert plan.going_out == (going_out if hand and not left else 0)
    assert plan.value == plan.vp + plan.set_change + plan.going_out <= plan.bound


def test_the_best_sequence_of_three_cards():
    judge_plans(random.Random(60), 150, 3)


@pytest.mark.slow
def test_the_best_sequence_of_four_cards():
    """Four cards are the fewest of which one may be walled in by the three others."""
    judge_plans(random.Random(61), 60, 4, size=10)
    judge_plans(random.Random(62), 15, 5, size=8)


def test_a_search_that_is_not_finished_says_so():
    rng = random.Random(70)
    domain, hand, _ = random_case(rng, 12, 14, options=False)
    asked = position(domain, hand, {}, 1)
    plan = best_plan(asked, budget=300)
    assert not plan.is_best
    check_plan(plan, domain, hand, {}, 1, 0, 0)
    assert plan.value <= best_plan(asked, budget=3000).value <= plan.bound
    assert str(plan.bound) in str(plan)
    assert best_plan(asked, budget=300) == plan


def test_a_search_is_watched_and_stopped():
    rng = random.Random(70)
    domain, hand, _ = random_case(rng, 12, 14, options=False)
    asked = position(domain, hand, {}, 1)
    seen = []
    plan = best_plan(asked, budget=300, progress=lambda done, total: seen.append((done, total)))
    assert plan == best_plan(asked, budget=300)
    assert seen == sorted(seen)
    assert (seen[0][0], seen[-1][0]) == (0, seen[-1][1])

    cancel = Cancel()
    looked = []

    def stop(done, total):
        looked.append((done, total))
        if done:
            cancel.cancel()

    # All of it would take hours.
    with pytest.raises(Cancelled):
        best_plan(asked, budget=MOST_BUDGET, progress=stop, cancel=cancel)
    done, total = looked[-1]
    assert done < total
    with pytest.raises(Cancelled):
        best_plan(asked, cancel=cancel)


def test_more_budget_never_finds_less_and_bounds_hold():
    rng = random.Random(71)
    for _ in range(10):
        domain, hand, rules = random_case(rng, 10, 5)
        asked = position(domain, hand, rules, 1)
        best = best_plan(asked)
        assert best.is_best
        for budget in (1, 10, 100):
            plan = best_plan(asked, budget=budget)
            assert plan.value <= best.value <= plan.bound


def test_all_cards_are_placed_for_a_bonus_only():
    domain, hand = "0,0 2eb ; 0,1 2ev", "2eb"
    assert best_plan(hand, domain=domain).placements == ()
    out = best_plan(hand, domain=domain, going_out=5)
    assert (len(out), out.value, out.going_out) == (1, 4, 5)
    assert best_plan("", domain=domain, going_out=5).value == 0


def test_numbers_out_of_range():
    for wrong in ({"going_out": -1}, {"budget": 0}, {"budget": True}):
        with pytest.raises(InputError):
            best_plan("2ev", domain=CORNER, **wrong)


# --- Evaluations ---------------------------------------------------------------------------------


def test_an_evaluation_and_its_views():
    answer = evaluate("2cv*2 1ev", domain="0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 1", player=1)
    assert (answer.sets, answer.sets_score, answer.is_blocked) == ((1, 1), -2, False)
    best = answer.best
    assert (best.to_text(), best.total, best.joined, best.set_size) == ("2cv 1,1", 4, (1, 1), 3)
    told = answer.to_dict()
    assert told["placements"] == listed(answer.placements)
    assert told["best"]["total"] == 4
    assert told["plan"]["value"] == answer.plan.value >= best.total
    frame = answer.to_frame()
    assert frame["total"].max() == 4
    assert len(frame) == len(answer.placements)
    assert evaluate("2cv", domain=CORNER, plan=False).plan is None


def test_nothing_in_hand_and_blocked_hands():
    for hand in ("", "3rn"):
        answer = evaluate(hand, domain="0,0 2eb")
        assert (answer.placements, answer.best, answer.plan.value) == ((), None, 0)
        with speaking("fr"):
            assert str(answer) == "aucune carte de la main ne peut être posée"
        assert answer.to_frame().empty


def test_the_kernels_join_sets_as_the_domain_tells_them():
    rng = random.Random(80)
    for _ in range(10):
        domain, _, _ = random_case(rng, 40, 0, options=False, players=2)
        table = position(domain, [], {}).domain
        arrays = table.to_arrays()
        owners, parents = np.zeros_like(arrays.owners), np.zeros(len(arrays.owners), np.int32)
        own = [card for card in table if card.owner == 1]
        rng.shuffle(own)
        joins = 0
        for card in own:
            place = arrays.place_of(card.cell)
            joins += kernels.joined(owners, parents, place, 1)
            kernels.own(owners, parents, place, 1)
        sets = table.sets(1)
        assert len(own) - joins == len(sets)
        for cells in sets:
            assert len({kernels.root(parents, arrays.place_of(cell)) for cell in cells}) == 1
