"""Chances and points to expect, and goals: against slow twins that draw card by card."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from neuroanalysis.core.chunks import seeded_chunks
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.mhing import Position, Rules, distance, evaluate
from neuroanalysis.games.mhing.analysis import (
    choose_goal,
    credits_reachable,
    odds,
    sample_deals,
)
from neuroanalysis.games.mhing.analysis.near import nearest
from neuroanalysis.games.mhing.analysis.solitaire import AIMS, Aim, table
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER, KINDS, parse
from neuroanalysis.games.mhing.rules import CREDIT_LINES
from neuroanalysis.games.mhing.scoring import block_tables
from neuroanalysis.texts import speaking
from tests.games.mhing.support import random_hand
from tests.refusals import refused_with

WAITING = "123456789m 11z 23p"
READY = Position.of(WAITING)


def with_left(hand: str, left: str, laid: str = "", **rules) -> Position:
    """A position of which only these cards are unseen."""
    position = Position.of(hand, laid=laid, rules=Rules(**rules))
    seen = np.array(position.unseen) - parse(left)
    return Position.of(hand, laid=laid, seen=seen, rules=Rules(**rules))


def slow(position: Position, draws: int, payoff) -> Fraction:
    """The most to expect, drawing card by card, flowers too, and trying every discard."""

    @cache
    def worth(hand) -> Fraction:
        whole = Position.of(hand, laid=position.laid, rules=position.rules)
        earned = evaluate(whole, limit=1).credits
        return Fraction(0) if earned is None else payoff(earned)

    @cache
    def between(hand, unseen, left) -> Fraction:
        total, sum_ = sum(unseen), Fraction(0)
        for kind, n in enumerate(unseen):
            if not n:
                continue
            then, rest = list(hand), list(unseen)
            then[kind] += 1
            rest[kind] -= 1
            if kind == FLOWER:
                sum_ += n * between(tuple(then), tuple(rest), left)
                continue
            best = worth(tuple(then))
            if left > 1:
                for gone in range(FLOWER):
                    if then[gone]:
                        fewer = list(then)
                        fewer[gone] -= 1
                        best = max(best, between(tuple(fewer), tuple(rest), left - 1))
            sum_ += n * best
        return sum_ / total

    return between(position.hand, position.unseen, draws)


SMALL = [
    with_left("123456789m 11z 23p", "1p 4p 4p 9s 9s 5z J FF"),
    with_left("1234567m 111z 23p J", "1p 8m 9m 9m 2z 5z F"),
    with_left("147m 258p 36s 12345z", "9s 6z 7z 7z 1m 5p 9s F", flowers=2),
    with_left("147m 258p 36s 1234z J", "9s 7z 1m 5p F", joker_in_nothing_matches=False),
    with_left("1234m 55p 9s", "3m 4m 5p J 8s 9s FF", laid="555z 456s"),
    with_left("22345m 666p 777s J 9s", "1m 2m 2m 6m 6m 8s F", min_credits=3),
]


@pytest.mark.parametrize("position", SMALL, ids=lambda position: position.to_line())
@pytest.mark.parametrize("draws", [1, 2])
def test_chances_and_points_are_those_of_drawing_card_by_card(position, draws):
    answer = odds(position, draws)
    assert answer.method == "search"
    least, rules = position.rules.min_credits, position.rules
    for place in range(draws):
        chance = slow(position, place + 1, lambda earned: Fraction(earned >= least))
        points = slow(
            position, place + 1, lambda earned: Fraction(rules.points(earned) * (earned >= least))
        )
        assert abs(answer.best.chances[place] - chance) <= answer.best.chance.error
        assert abs(answer.best.expected[place] - points) <= answer.best.points.error


def test_a_known_chance():
    # 1p and 4p, four copies each, and six jokers, of 129 cards that are no flower.
    answer = odds(READY, 1)
    assert abs(answer.best.chances[0] - 14 / 129) < 1e-12
    more = odds(READY, 1, minimum=3)
    assert more.best.chances[0] <= answer.best.chances[0]


def test_each_discard_has_the_chances_of_the_hand_it_leaves():
    answer = odds("123456789m 11z 235p", 2)
    kinds = {line.kind for line in answer.lines}
    assert kinds == {kind for kind in range(FLOWER) if parse("123456789m 11z 235p")[kind]}
    assert [line.chances[-1] for line in answer.lines] == sorted(
        (line.chances[-1] for line in answer.lines), reverse=True
    )
    for line in answer.lines[:3]:
        hand = parse("123456789m 11z 235p").copy()
        hand[line.kind] -= 1
        alone = odds(Position.of(hand, seen=[int(k == line.kind) for k in range(KINDS)]), 2)
        assert alone.best.chances == line.chances
        assert alone.best.expected == line.expected
        assert answer.cost(line) >= 0


def test_a_hand_that_wins_wins_now():
    answer = odds("123456789m 11z 234p", 1)
    assert answer.now == evaluate("123456789m 11z 234p").points
    assert answer.chance.values == (1.0,)
    assert odds("123456789m 11z 234p", 1, minimum=30).now is None


# --- Played out -----------------------------------------------------------------------------------


def far(hand: list[int], aim: Aim) -> int:
    """What the stated player counts, in his own words."""
    kept = [n if kind >= JOKER or kind in aim.kinds else 0 for kind, n in enumerate(hand)]
    if aim.name == "fast":
        return int(nearest(np.array([hand], dtype=np.uint8), READY)[0])
    if aim.name == "triplets_only":
        held = sorted(hand[:JOKER], reverse=True)
        lacking = sum(max(0, 3 - n) for n in held[:4]) + max(0, 2 - held[4])
        return max(0, lacking - hand[JOKER])
    if aim.line.startswith("nothing"):
        lines = {line.code: line.distance for line in credits_reachable(hand)}
        whole = lines["nothing_matches_with_honours"]
        return whole if "honours" in aim.line else min(whole, lines["nothing_matches"])
    return distance(kept) if sum(kept[:FLOWER]) else 14


def replayed(position: Position, pile: list[int], draws: int, aim: Aim) -> tuple[int, int]:
    """Play a hand out card by card."""
    hand, unseen = list(position.hand), list(position.unseen)
    cards = iter(pile)
    for turn in range(1, draws + 1):
        for card in cards:
            hand[card] += 1
            unseen[card] -= 1
            if card != FLOWER:
                break
        earned = evaluate(hand, limit=1).credits
        if earned is not None and earned >= aim.credits:
            return turn, earned
        ranks = []
        for kind in range(JOKER):
            if hand[kind]:
                left = list(hand)
                left[kind] -= 1
                here = far(left, aim)
                ranks.append((here, kind, left))
        least = min(here for here, _, _ in ranks)
        best = []
        for here, kind, left in ranks:
            if here == least:
                copies = 0
                for more in range(FLOWER):
                    if unseen[more]:
                        wider = list(left)
                        wider[more] += 1
                        copies += unseen[more] * (far(wider, aim) < least)
                best.append((-copies, kind))
        hand[min(best)[1]] -= 1
    return 0, -1


@pytest.mark.parametrize("name", ["fast", "one_suit:m", "triplets_only", "low_hand"])
def test_play_outs_are_those_of_the_stated_player(name):
    position = Position.of("1123345m 55p 1z 99s J F")
    aim = Aim.of(name, position.rules)
    samples, draws = 6, 6
    answer = odds(position, draws, aim=name, samples=samples, seed=4)
    (chunk,) = seeded_chunks(samples, 256, 4)
    stock = np.repeat(np.arange(KINDS, dtype=np.uint8), position.unseen)
    piles = chunk.payload.generator().permuted(np.tile(stock, (samples, 1)), axis=1)
    ends = [replayed(position, pile.tolist(), draws, aim) for pile in piles]
    for within, estimate in enumerate(answer.best.chance, start=1):
        assert estimate.value == sum(0 < turn <= within for turn, _ in ends) / samples
    points = [position.rules.points(earned) for _, earned in ends]
    assert answer.best.expected[-1] == sum(points) / samples


def test_the_distance_to_triplets_is_that_to_their_line():
    import random

    from neuroanalysis.games.mhing._kernels.distance import distance_workspace
    from neuroanalysis.games.mhing._kernels.solitaire import measure

    rng = random.Random(2)
    hands = np.array([random_hand(rng, 13, 0, range(12)) for _ in range(60)], dtype=np.uint8)
    answers = np.zeros(len(hands), dtype=np.int32)
    goal, lies = Aim.of("triplets_only", Rules()).goal(), table(None, Rules())
    measure(hands, goal, lies, block_tables(), distance_workspace(), hands.copy(), answers)
    exact = [credits_reachable(hand.tolist()).line("triplets_only").distance for hand in hands]
    assert answers.tolist() == exact


def test_play_outs_cover_what_is_exact():
    exact = odds(READY, 2)
    answer = odds(READY, 3, samples=4000, seed=5)
    assert answer.best.chance[0].interval.covers(exact.best.chances[0])
    assert answer.best.points[0].interval.covers(exact.best.expected[0])
    # No play does better than the best one; 4 standard errors are hardly ever exceeded.
    assert answer.best.chances[1] <= exact.best.chances[1] + 4 * (0.25 / 4000) ** 0.5
    assert answer.best.chances[1] >= answer.best.chances[0]


def test_the_answer_does_not_depend_on_the_workers():
    answers = [
        odds(READY, 4, samples=600, seed=1, how={"workers": workers}).to_dict()
        for workers in (1, 2)
    ]
    assert answers[0] == answers[1]
    assert odds(READY, 4, samples=600, seed=2).to_dict()["probability"] != answers[0]["probability"]
    goals = [
        choose_goal(READY, 4, samples=300, how={"workers": workers}).to_dict() for workers in (1, 2)
    ]
    assert goals[0] == goals[1]


def test_play_outs_leave_the_tables_of_blocks_right():
    """No more cards of a kind than there are may be asked about: they read as other blocks."""
    from neuroanalysis.games.mhing._kernels.blocks import FILLED
    from neuroanalysis.games.mhing._kernels.classes import describe

    odds(Position.of("1111234m 9999m 55p"), 6, samples=200, seed=1)
    odds(Position.of("9999p 8888p 12s JJJ"), 6, samples=200, seed=1)
    known = block_tables().suits[0]
    codes = np.flatnonzero(known)
    digits = np.stack([codes // 5**power % 5 for power in range(8, -1, -1)], axis=1)
    cards = np.zeros((len(codes), 34), dtype=np.uint8)
    cards[:, :9] = digits
    words = np.zeros((len(codes), 1), dtype=np.int32)
    describe(cards, 0, words, np.zeros(2, dtype=np.int64))
    assert (digits.sum(axis=1) > 6).any()
    assert np.array_equal(words[:, 0], known[codes] & (FILLED - 1))


# --- Goals ----------------------------------------------------------------------------------------


def test_goals_have_the_numbers_of_the_odds():
    table = choose_goal(READY, 8, samples=300, seed=3)
    names = Counter(goal.aim.name for goal in table.rows)
    assert names["fast"] == 4
    points = [goal.points.value for goal in table.rows]
    assert points == sorted(points, reverse=True)
    for goal in table.rows:
        alone = odds(READY, 8, goal.aim.credits, aim=goal.aim.name, samples=300, seed=3)
        assert goal.chance == alone.best.chance[-1]
        assert goal.points == alone.best.points[-1]
        if goal.gain is not None:
            assert abs(goal.gain.value - (goal.points.value - points[0])) < 1e-9
    assert table.best.gain is None


def test_a_rich_hand_is_worth_more_than_a_quick_one():
    table = choose_goal("123345567m 99m 2p 1z", 15, aims=["fast", "one_suit:m"], samples=600)
    assert (table.best.aim.name, table.surest.aim.name) == ("one_suit:m", "fast")
    assert table.decided
    assert table.best.credits_won >= 8


def test_a_hand_after_its_draw_discards_first():
    table = choose_goal("123345567m 99m 2p 1z 9p", 6, aims=["fast", "one_suit:m"], samples=50)
    for goal in table.rows:
        assert goal.card in {"2p", "9p", "1z"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_answers_are_said(language):
    with speaking(language):
        answer = odds("123456789m 11z 235p", 1)
        assert answer.best.card in str(answer)
        assert not answer.remark
        assert odds("159m 159p 159s 1234z", 1, minimum=30).remark
        assert odds(READY, 3, samples=20).remark
        assert odds("123456789m 11z 234p").remark
        assert "12" in choose_goal(READY, 12, aims=["fast"], samples=20).why()
        table = choose_goal(READY, 12, samples=20)
        assert table.best.name in table.why()


def test_records_and_tables():
    record = odds(READY, 2).to_dict()
    assert (record["minimum"], record["kind"], len(record["probability"])) == (0, "computed", 2)
    assert record["error"] <= 1e-9
    drawn = odds("123456789m 11z 235p", 3, samples=20)
    assert {"card", "probability", "points", "cost"} <= set(drawn.to_dict()["discards"][0])
    assert drawn.to_dict()["kind"] == "estimate"
    assert {"low", "points_high"} <= set(drawn.to_frame().columns)
    assert drawn.richest.expected[-1] == max(line.expected[-1] for line in drawn.lines)
    table = choose_goal(READY, 3, samples=20)
    assert len(table.to_frame()) == len(table.rows) == len(table.to_dict()["goals"])


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: odds("123m"), CardError),
        (lambda: odds(READY, 0), InputError),
        (lambda: odds(READY, 61), InputError),
        (lambda: odds(READY, True), InputError),
        (lambda: odds(READY, model="discards-return"), InputError),
        (lambda: odds(READY, aim="win"), InputError),
        (lambda: odds(READY, minimum=-1), InputError),
        (lambda: odds(READY, 3, samples=1), InputError),
        (lambda: odds(READY, 3, seed=-1), InputError),
        (lambda: odds(SMALL[3], 5), InputError),
        (lambda: choose_goal(READY, aims=["fast>=x"]), InputError),
        (lambda: choose_goal(READY, aims=[]), InputError),
        (lambda: choose_goal(READY, aims=["rich"]), InputError),
        (lambda: choose_goal("1234m 55p 9s", laid="555z 456s", aims=["one_suit:m"]), InputError),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_cannot_be_asked_is_refused(call, error, language):
    with speaking(language), pytest.raises(error) as caught:
        call()
    assert str(caught.value)


@pytest.mark.parametrize(
    ("aims", "key"),
    [
        ([], "mhing.goal.none"),
        (["rich"], "mhing.goal.unknown"),
        (["fast", ""], "mhing.goal.unknown"),
        (["fast>=-5"], "mhing.goal.credits"),
        (["fast>="], "mhing.goal.credits"),
        (["fast>=1000"], "mhing.goal.credits"),
    ],
)
def test_a_goal_that_is_none_is_refused_as_it_was_written(aims, key):
    refused_with(key, lambda: choose_goal(READY, aims=aims), InputError)
    with pytest.raises(InputError) as caught:
        choose_goal(READY, aims=aims)
    assert all(f"'{aim}'" in str(caught.value) for aim in aims[-1:])


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: odds(WAITING, 1, rules=rules),
        lambda rules: odds(WAITING, 3, samples=40, rules=rules),
        lambda rules: choose_goal(WAITING, 3, aims=["fast"], samples=40, rules=rules),
        lambda rules: sample_deals("points", samples=10, rules=rules),
    ],
)
def test_points_beyond_what_is_told_apart_are_refused(ask):
    """They were cut off at 2**62 in silence, or more than a float holds."""
    rules = Rules(credits_a_doubling=1, **dict.fromkeys(CREDIT_LINES, 99))
    refused_with("mhing.analysis.points", lambda: ask(rules), InputError)


def test_a_hand_that_wins_for_too_little_is_told_what_was_asked():
    assert "50" in odds(READY, 1, 50).remark
    with speaking("fr"):
        assert "50" in odds(READY, 1, 50).remark


def test_aims_are_named():
    assert len(set(AIMS)) == len(AIMS)
    for name in AIMS:
        assert Aim.of(name, Rules()).credits >= 0
    assert sum(COPIES) == 150
