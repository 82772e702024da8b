"""What useful cards lead to, against all winning hands looked at one by one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from neuroanalysis.errors import CardError
from neuroanalysis.games.mhing import Position, Rules, evaluate
from neuroanalysis.games.mhing.analysis import (
    credits_reachable,
    distances,
    useful_cards,
    useful_credits,
)
from neuroanalysis.games.mhing.analysis.prospects import MOST_MISSING
from neuroanalysis.games.mhing.pieces import FLOWER, JOKER
from neuroanalysis.texts import speaking
from tests.games.mhing.support import (
    free_groups,
    laid_text,
    oracle_rules,
    random_rules,
    unmatched_hand,
    winning_hand,
)
from tests.oracles import mhing as oracle


def readings_within(hand, unseen, far, groups):
    """All winning hands with the laid combinations that so many further cards make of a hand."""
    if not groups:
        yield from oracle.readings_within(hand, unseen, far)
        return
    real, left = (np.array(counts[:34], dtype=np.int16) for counts in (hand, unseen))
    chosen, cards = free_groups(4 - len(groups))
    missing = np.maximum(cards - real, 0)
    fits = (missing.sum(axis=1) <= hand[JOKER] + far) & (
        np.maximum(missing - left, 0).sum(axis=1) <= hand[JOKER]
    )
    for more, pair in (chosen[place] for place in np.flatnonzero(fits).tolist()):
        yield tuple(sorted([*groups, *more])), pair


def slow_most(position: Position, kind: int, far: int, groups=()) -> int | None:
    """The most credits of a winning hand with a card and so many further ones, of those unseen."""
    rules = oracle_rules(position.rules)
    hand, unseen = list(position.hand), list(position.unseen)
    hand[kind] += 1
    unseen[kind] -= 1
    earned = [
        sum(oracle.earned(oracle.lines(reading, rules), rules).values())
        for reading in readings_within(hand, unseen, far, groups)
    ]
    if not groups:
        jokers = hand[JOKER] if rules["joker_in_nothing_matches"] else 0
        for other in oracle.unmatched_hands():
            lacking = [k for k in other if not hand[k]]
            if len(lacking) <= jokers + far and sum(not unseen[k] for k in lacking) <= jokers:
                code = "nothing_matches" + "_with_honours" * other.issuperset(oracle.HONOURS)
                earned.append(rules[code])
    return max(earned) + hand[FLOWER] * rules["flowers"] if earned else None


def seen_of(rng, counts, laid):
    """Some of the cards that a hand and its laid combinations leave, seen elsewhere."""
    held = Counter(kind for group in laid for kind in group)
    kinds = rng.sample(range(34), 12)
    return [
        rng.randint(0, 4 - counts[kind] - held[kind]) if kind in kinds else 0 for kind in range(34)
    ] + [0, 0]


def assert_as_slow(position, groups=(), most=3):
    table = useful_credits(position)
    cards = useful_cards(position)
    assert sorted(row.card.kind for row in table) == [card.kind for card in cards]
    assert {row.card for row in table} == set(cards)
    rows = list(table)
    for row in rows[:most]:
        assert row.distance == distances(position).nearest - 1
        assert row.credits == slow_most(position, row.card.kind, row.distance, groups)
        enough = row.credits is not None and row.credits >= position.rules.min_credits
        assert row.points == (
            None if row.credits is None else position.rules.points(row.credits) * enough
        )
    return rows


@pytest.mark.parametrize("laid", [2, 3])
def test_cards_lead_to_the_best_of_all_hands_beside_laid_combinations(laid):
    rng = random.Random(laid)
    for number in range(3 if laid == 2 else 20):
        rules = random_rules(rng) if number % 2 else Rules(min_credits=2)
        counts, groups = winning_hand(rng, number % 3, laid, narrow=number % 2 == 0)
        for _ in range(1 + number % 3):  # so many further cards
            counts[rng.choice([k for k in range(34) if counts[k]] or [JOKER])] -= 1
        if not sum(counts[:35]):
            continue
        seen = seen_of(rng, counts, groups)
        position = Position.of(counts, laid=laid_text(groups), seen=seen, rules=rules)
        assert_as_slow(position, groups, most=2)


def assert_whole(seed):
    """Compare a hand without laid combinations."""
    rng = random.Random(seed)
    rules = random_rules(rng) if seed % 2 else Rules()
    counts, _ = winning_hand(rng, seed % 3, narrow=seed % 2 == 0)
    for _ in range(1 + seed % 3):
        counts[rng.choice([k for k in range(34) if counts[k]])] -= 1
    position = Position.of(counts, seen=seen_of(rng, counts, ()), rules=rules)
    assert_as_slow(position, most=2)


@pytest.mark.parametrize("seed", range(8))
def test_cards_lead_to_the_best_of_all_hands(seed):
    assert_whole(seed)


def near_hands():
    """Hands one card from winning, of both sorts."""
    rng = random.Random(11)
    for number in range(30):
        counts = unmatched_hand(rng, number % 4)
        if number % 2:
            counts, _ = winning_hand(rng, number % 4, narrow=number % 3 == 0)
        counts[rng.choice([k for k in range(35) if counts[k]])] -= 1
        yield counts, random_rules(rng) if number % 3 == 0 else Rules()


def test_a_card_that_wins_is_worth_what_the_hand_is_then():
    for counts, rules in near_hands():
        position = Position.of(counts, rules=rules)
        winning = {}
        for kind in range(FLOWER):
            if position.unseen[kind]:
                more = list(counts)
                more[kind] += 1
                answer = evaluate(np.array(more, dtype=np.uint8), rules=rules, limit=1)
                if answer.complete:
                    winning[kind] = (answer.credits, answer.points)
        found = useful_credits(position).rows
        # Where no joker may stand in a hand in which nothing matches, one held lengthens the way.
        at_once = {row.card.kind: (row.credits, row.points) for row in found if not row.distance}
        assert at_once == winning
        assert winning or not rules.joker_in_nothing_matches


def test_two_draws_looked_at_one_by_one():
    """A second way: all exchanges of a card of a hand that lacks two, priced by the evaluator."""
    rng = random.Random(3)
    for _ in range(3):
        counts, _ = winning_hand(rng, 1, narrow=True)
        kinds = [k for k in range(34) if counts[k]]
        for gone in rng.sample(kinds, 2):
            counts[gone] -= 1
        position = Position.of(counts)
        for row in useful_credits(position).rows[:2]:
            if row.distance != 1:
                continue
            hand = list(counts)
            hand[row.card.kind] += 1
            best = -1
            for kind in range(34):
                if position.unseen[kind] > (kind == row.card.kind):
                    more = np.array(hand, dtype=np.uint8)
                    more[kind] += 1
                    best = max(best, _best_of(more))
            assert row.credits == best


def _best_of(cards):
    """The most credits of 14 of some cards, -1 where none win."""
    extra = int(cards[:FLOWER].sum()) - 14
    kinds = np.flatnonzero(cards[:FLOWER])
    best = -1
    for gone in combinations(np.repeat(kinds, cards[kinds]).tolist(), extra):
        hand = cards.copy()
        np.subtract.at(hand, list(gone), 1)
        answer = evaluate(hand, limit=1)
        best = max(best, -1 if answer.credits is None else answer.credits)
    return best


def test_lines_that_come_nearer_are_named():
    position = Position.of("123456m 2378p 11z J")
    before = {line.code: line.distance for line in credits_reachable(position)}
    for row in useful_credits(position):
        more = list(position.hand)
        more[row.card.kind] += 1
        after = credits_reachable(Position.of(more))
        wanted = {
            line.code: line.distance
            for line in after
            if line.code != "flowers"
            and line.distance is not None
            and line.distance <= row.distance + 1
            and (before[line.code] is None or line.distance < before[line.code])
        }
        assert {line.code: line.distance for line in row.nearer} == wanted != {}


def test_too_much_is_not_looked_through_and_what_cannot_come_is_said():
    far = useful_credits("1m 5p")
    assert far.rows[0].distance > MOST_MISSING
    assert all(row.credits is row.points is None for row in far)
    # Combinations could be had, but not of the cards that are still to come.
    gone = useful_credits("123m 456m 789m 1p 1z 2z", seen="111p 111z 222z").rows
    assert [row for row in gone if row.distance] == list(gone)
    assert useful_credits("123m 456m 789m 99s", laid="123p").rows == ()


def test_tables_records_and_texts():
    table = useful_credits("123456m 23789p 11z F", seen="111p", rules=Rules(min_credits=3))
    assert list(table.to_frame()["card"]) == [row.card.code for row in table]
    assert table.to_dict()["useful"][0]["card"] == table.rows[0].card.code
    assert table.card("4p").points == 0
    assert table.card("4p").credits == 2
    empty = useful_credits("123m 456m 789m 99s", laid="123p").to_frame()
    assert list(empty.columns) == list(table.to_frame().columns)
    for language in ("en", "fr"):
        with speaking(language):
            lines = str(table).splitlines()
            assert [row.card.code in line for row, line in zip(table, lines, strict=True)]
            assert str(table.card("4p").credits) in str(table.card("4p"))
            assert "1m" in str(useful_credits("2m 5p").card("1m"))
            with pytest.raises(CardError):
                useful_credits("JJJJJJJ")
