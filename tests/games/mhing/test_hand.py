"""Distances, useful cards, lines in reach and discards against slow twins."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from neuroanalysis.errors import CardError, PositionError
from neuroanalysis.games.mhing import Combination, Position, Rules, distance, evaluate
from neuroanalysis.games.mhing.analysis import (
    credits_reachable,
    discards,
    distances,
    useful_cards,
)
from neuroanalysis.games.mhing.analysis.near import FAR
from neuroanalysis.games.mhing.analysis.shapes import ANY, arrays
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER, PIECES
from neuroanalysis.games.mhing.scoring.tables import laid_cards
from neuroanalysis.texts import speaking
from tests.games.mhing.support import (
    counts_of,
    free_groups,
    laid_text,
    oracle_rules,
    random_hand,
    random_rules,
    unmatched_hand,
    winning_hand,
)
from tests.oracles import mhing as oracle
from tests.refusals import refused_with

# --- Lines in reach -------------------------------------------------------------------------------


def slow_lines(counts, laid, rules: Rules, *, exist=None) -> dict[str, int]:
    """The distance to each line, by looking at all winning hands with the laid combinations."""
    chosen, cards = free_groups(4 - len(laid))
    real, jokers = np.array(counts[:34], dtype=np.int8), counts[JOKER]
    held = Counter(kind for group in laid for kind in group)
    left = 4 - np.array([held[kind] for kind in range(34)], dtype=np.int8)
    beyond = np.maximum(cards - left, 0).sum(axis=1)
    missing = np.maximum(cards - real, 0).sum(axis=1)
    best: dict[str, int] = {}
    for place in np.flatnonzero(beyond <= jokers).tolist():
        groups, pair = chosen[place]
        far = max(0, int(missing[place]) - jokers)
        times = oracle.lines((tuple(sorted([*laid, *groups])), pair), oracle_rules(rules))
        if "three_dragons" in times and any(g[0] in oracle.DRAGONS for g in (*laid, *groups)):
            times = {**times, "honour_triplet": 1}
        for line, n in times.items():
            if n:
                best[line] = min(best.get(line, FAR), far)
    return best


def check(counts, laid, rules):
    near = credits_reachable(Position.of(counts, laid=laid_text(laid), rules=rules))
    slow = slow_lines(counts, laid, rules)
    for line in near:
        if line.code not in {"flowers", "nothing_matches", "nothing_matches_with_honours"}:
            assert line.distance == slow.get(line.code), line.code


@pytest.mark.parametrize("seed", range(12))
def test_lines_with_three_combinations_laid(seed):
    rng = random.Random(seed)
    counts, laid = winning_hand(rng, jokers=rng.choice([0, 0, 1, 2, 3]), laid=3, narrow=seed % 2)
    held = [k for k in range(34) if counts[k]]
    if held:  # some other card in place of one of them
        counts[rng.choice(held)] -= 1
    check(counts, laid, random_rules(rng) if seed % 3 else Rules())


@pytest.mark.parametrize("seed", range(2))
def test_lines_with_two_combinations_laid(seed):
    rng = random.Random(100 + seed)
    _, laid = winning_hand(rng, jokers=0, laid=2, narrow=bool(seed))
    stock = [k for k in oracle.KINDS for _ in range(4 - sum(g.count(k) for g in laid))]
    check(counts_of(rng.sample(stock, 7 - 2 * seed), 2 * seed), laid, Rules())


def test_any_shape_is_the_distance_itself():
    from neuroanalysis.games.mhing._kernels.reach import lacking

    rng = random.Random(3)
    for number in range(150):
        kinds = rng.choice([oracle.KINDS, range(9), range(27, 34)])
        counts = random_hand(rng, 13 + number % 2, rng.choice([0, 0, 1, 3, 6]), kinds)
        position = Position.of(counts)
        answers, heard = np.zeros((1, 1), dtype=np.int64), np.zeros(2, dtype=np.int64)
        shapes = arrays([ANY], position)
        lacking(position.counts[np.newaxis], laid_cards(position), shapes, answers, heard)
        assert answers[0, 0] == distance(position)


@pytest.mark.parametrize("seed", range(60))
def test_what_a_winning_hand_shows_is_in_reach_at_once(seed):
    """And every card less is one card further at most."""
    rng = random.Random(seed)
    counts, _ = winning_hand(rng, jokers=seed % 4)
    best = evaluate(counts).best
    near = credits_reachable(counts)
    for code in best.breakdown:
        assert near.line(code).distance == 0
    kind = rng.choice([k for k in range(35) if counts[k]])
    counts[kind] -= 1
    fewer = credits_reachable(counts)
    for line in near:
        if line.distance is not None and fewer.line(line.code).distance is not None:
            assert line.distance <= fewer.line(line.code).distance <= line.distance + 1
        if line.code not in {"flowers", "nothing_matches", "nothing_matches_with_honours"}:
            assert fewer.line(line.code).distance is None or (
                fewer.line(line.code).distance >= distance(counts)
            )


def test_lines_where_nothing_matches():
    rng = random.Random(5)
    for number in range(15):
        counts = unmatched_hand(rng, number % 3)
        counts[rng.choice([k for k in range(35) if counts[k]])] -= 1
        near = credits_reachable(counts)
        either, whole = oracle.unmatched_distances(counts)
        lines = ("nothing_matches", "nothing_matches_with_honours")
        plain, honours = (near.line(line).distance for line in lines)
        assert (min(plain, honours), honours) == (either, whole)
        assert near.line("flowers").distance == distances(counts).nearest + (not counts[FLOWER])
    laid = credits_reachable("123m 55p 1z", laid="555z")
    assert laid.line("nothing_matches").distance is None


def test_lines_that_are_worth_nothing_are_left_out():
    near = credits_reachable("123m", rules=Rules(two_suits=0))
    assert "two_suits" not in {line.code for line in near}
    far = [FAR if line.distance is None else line.distance for line in near]
    assert far == sorted(far)


# --- Distances and useful cards -------------------------------------------------------------------


def test_useful_cards_are_those_that_bring_a_hand_nearer():
    rng = random.Random(9)
    for number in range(4):
        counts = random_hand(rng, 13, number % 3)
        position = Position.of(counts)
        here = min(distance(counts), oracle.unmatched_distances(counts)[0])
        assert distances(position).nearest == here
        found = {card.kind: card.copies for card in useful_cards(position)}
        for kind in range(FLOWER):
            more = list(counts)
            more[kind] += 1
            if more[kind] > COPIES[kind]:
                assert kind not in found
                continue
            nearer = min(distance(more), oracle.unmatched_distances(more)[0]) < here
            assert found.get(kind, 0) == (COPIES[kind] - counts[kind]) * nearer


def test_seen_cards_are_no_copies_left():
    seen = {c.code: c.copies for c in useful_cards("123456789m 11z 23p", seen="1111p 4p")}
    assert seen == {"4p": 3, "J": 6}


# --- Discards -------------------------------------------------------------------------------------


def test_discards_are_what_the_hand_left_is():
    rng = random.Random(21)
    for jokers in (0, 1, 2):
        counts = random_hand(rng, 14, jokers)
        table = discards(counts)
        assert {row.kind for row in table.rows} == {k for k in range(35) if counts[k]}
        for row in table.rows:
            left = list(counts)
            left[row.kind] -= 1
            seen = [int(kind == row.kind) for kind in range(36)]
            position = Position.of(left, seen=seen)
            assert row.distances == distances(position)
            assert row.useful == useful_cards(position)
            assert row.reach.lines == credits_reachable(position).lines
        ranks = [row.rank for row in table.rows]
        assert ranks == sorted(ranks)


def test_laid_combinations_are_counted():
    table = discards("1234m 55p 9s J", laid="555z 4s-5s*-6s")
    assert table.best.distances.unmatched is None
    assert table.best.distance == 1
    codes = {line.code: line.distance for line in table.best.reach}
    assert codes["triplets_only"] is None
    assert codes["honour_triplet"] == 1


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("123456789m 11z 2p 4p 9s", "distance"),
        ("123456789m 111z 23p", "copies"),
        ("159m 159p 159s 123z JJ", "order"),
    ],
)
def test_the_reason_names_the_number_that_decided(hand, reason):
    table = discards(hand)
    first, second = table.rows[:2]
    place = ["distance", "copies", "credits", "order"].index(table.reason)
    assert first.rank[:place] == second.rank[:place]
    if place < 3:
        assert first.rank[place] < second.rank[place]
    assert table.reason == reason
    for language in ("en", "fr"):
        with speaking(language):
            assert first.card in table.why()


def test_the_only_card_goes():
    table = discards("1z 1z", laid="111m 222m 333m 444m")
    assert table.reason == "only"
    assert table.why().startswith("1z")


def test_tables_and_records():
    table = discards("123456789m 11z 235p")
    frame = table.to_frame()
    assert list(frame["card"]) == [row.card for row in table.rows]
    assert {"royal_run", "useful_copies", "credits_near", "combinations"} <= set(frame.columns)
    record = table.to_dict()
    assert record["discards"][0]["useful_copies"] == table.best.copies
    near = credits_reachable("123m")
    assert len(near.to_frame()) == len(near.to_dict()["lines"])
    for language in ("en", "fr"):
        with speaking(language):
            assert str(near.lines[0].credits) in str(near)
            assert str(distances("123m").combinations) in str(distances("123m"))
    assert PIECES.codes[useful_cards("12m")[0].kind] == useful_cards("12m")[0].code


@pytest.mark.parametrize(
    "laid",
    [
        Combination((0, 5, 9)),
        Combination((2, 1, 0)),
        Combination((8, 9, 10)),
        Combination((27, 28, 29)),
        Combination((34, 34, 34)),
        Combination((35, 35, 35)),
        Combination((99, 99, 99)),
        Combination((-3, -2, -1)),
        Combination((0, 0)),
        Combination((0, 1, 2), (False,)),
    ],
)
def test_a_position_refuses_laid_cards_that_are_no_combination(laid):
    refused_with("mhing.combination.none", lambda: distances("1m", laid=[laid]), PositionError)


def test_laid_combinations_may_be_separated_as_cards_are_or_come_as_a_list():
    laid = Position.of("1m", laid="123m 555z").laid
    assert len(laid) == 2
    for other in ("123m, 555z", "123m;555z", ["123m", "555z"], (laid[0], "555z"), laid):
        assert Position.of("1m", laid=other).laid == laid


def test_a_position_may_be_written_as_french_screens_show_it():
    expected = Position.of("1m", laid="555z")
    for part in ("posées", "posees", "posés", "poses", "Posées"):
        assert Position.from_text(f"mhing | main 1m | {part} 555z") == expected


def test_refusals_speak_of_the_cards_of_this_game():
    with pytest.raises(CardError, match=r"write 2m\*3 or 2m x3, with 1 to 4"):
        distances("2m*0")
    with pytest.raises(CardError, match=r"write 1m x3"):
        distances("*3 1m")
    with speaking("fr"):
        with pytest.raises(CardError, match=r"il en faut de 1 à 14$"):
            distances("F")
        with pytest.raises(PositionError) as caught:
            distances("111m", laid="123m", seen="1m")
        assert "carré" not in str(caught.value)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_cannot_be_asked_is_refused(language):
    with speaking(language):
        with pytest.raises(CardError) as caught:
            discards("123m")
        assert "3" in str(caught.value)
        with pytest.raises(PositionError):
            useful_cards("1111m", seen="1m")
        with pytest.raises(CardError):
            credits_reachable("JJJJJJJ")
