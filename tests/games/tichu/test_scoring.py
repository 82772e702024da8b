"""The evaluator against the handed cases and the oracle."""

from __future__ import annotations

import os
import random
from collections import Counter

import numpy as np
import pytest

from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.tichu import (
    Combination,
    Position,
    Rules,
    answers,
    bombs_many,
    combinations,
    evaluate,
    evaluate_many,
    fewest_losing,
    fewest_plays,
    fewest_plays_many,
    loses_lead,
)
from neuroanalysis.games.tichu._kernels.fewest import fewest, workspace
from neuroanalysis.games.tichu.pieces import PIECES
from neuroanalysis.games.tichu.scoring import check_answer, combination_counts, controls, most_bombs
from neuroanalysis.games.tichu.scoring.forms import places_of
from neuroanalysis.games.tichu.scoring.partitions import Guided, Table, least_partitions
from neuroanalysis.texts import speaking
from tests.cases import handed_cases
from tests.games.tichu.support import NUMBERS, bits, random_hand, random_rules
from tests.oracles import tichu as oracle

CASES = handed_cases("tichu")
WHOLE_PACK = " ".join(oracle.PACK)
FEW_RANKS = ("23456789", "56789TJQKA", "TJQKA", oracle.RANKS, "2345TJQK")

# All 20,000 hands take minutes: TICHU_ORACLE_HANDS=20000 asks for them.
HANDS = int(os.environ.get("TICHU_ORACLE_HANDS", "1000"))


def as_oracle(play):
    cards = frozenset(PIECES.codes[card] for card in play.cards)
    return play.kind, 1.5 if cards == {"Ph"} else play.rank, play.phoenix, cards


def counts(hands):
    return np.array([PIECES.parse(" ".join(hand)) for hand in hands])


# --- Handed cases --------------------------------------------------------------------------------


def test_the_handed_cases_are_all_there():
    assert len(CASES) >= 130
    assert any("rules" in case for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_handed_case(case):
    position = Position.from_mapping(case)
    assert fewest_plays(position) == case["fewest_plays"]
    answer = evaluate(position, limit=3)
    said = answer.to_dict()
    assert (said["fewest_plays"], said["bombs"]) == (case["fewest_plays"], case["bombs"])
    many = evaluate_many(position.counts[np.newaxis], rules=position.rules)
    assert many.tolist() == [[case["fewest_plays"], case["bombs"]]]
    for partition in answer.partitions:
        assert sorted(card for play in partition.plays for card in play.cards) == sorted(
            np.flatnonzero(position.hand)
        )
        assert len(partition) == case["fewest_plays"]
        for play in partition.plays:
            assert play in Combination.readings(play.bits, position.rules)


# --- Fewest plays, against an integer programme --------------------------------------------------


def judge(rng, n, most, *, options):
    """Compare random hands: beyond some 30 cards the programme takes seconds."""
    for _ in range(n):
        size = rng.choice([14, rng.randint(0, 13), rng.randint(15, most)])
        ranks = rng.choice(FEW_RANKS) if size <= 14 else oracle.RANKS
        hand = random_hand(rng, size, ranks)
        rules = random_rules(rng) if options else {}
        assert fewest_plays(" ".join(hand), rules=Rules(**rules)) == oracle.fewest_plays(
            hand, rules
        )


def test_fewest_plays_of_some_hands():
    judge(random.Random(1), 60, 20, options=False)
    judge(random.Random(2), 60, 20, options=True)


def test_fewest_plays_of_many_cards_of_few_ranks():
    """A table of all parts of a hand comes to the same, without a thought about open straights."""
    rng = random.Random(9)
    for ranks in ("23456789", "56789TJQ", "789TJQKA", "2345TJQK", "2356789A"):
        hand = random_hand(rng, rng.randint(24, 30), ranks)
        rules = Rules(**random_rules(rng))
        table = Table(places_of(bits(hand)), rules)
        special = len({"Dog", "Dr"} & set(hand))
        assert fewest_plays(" ".join(hand), rules=rules) == table.least(table.whole) + special


@pytest.mark.slow
def test_fewest_plays_of_random_hands():
    rng = random.Random(3)
    hands = [rng.sample(oracle.PACK, 14) for _ in range(HANDS)]
    found = fewest_plays_many(counts(hands))
    for hand, plays in zip(hands, found, strict=True):
        assert plays == oracle.fewest_plays(hand), hand


@pytest.mark.slow
def test_fewest_plays_of_hands_of_any_size_under_any_rules():
    judge(random.Random(4), HANDS // 10, 28, options=True)


def test_the_programme_agrees_with_laying_plays_one_by_one():
    rng = random.Random(5)
    for _ in range(25):
        hand = random_hand(rng, rng.randint(0, 9), rng.choice(FEW_RANKS))
        rules = random_rules(rng)
        assert oracle.fewest_plays(hand, rules) == oracle.fewest_by_laying(hand, rules)


def test_suits_and_the_order_of_cards_do_not_matter():
    rng = random.Random(6)
    for _ in range(50):
        hand = random_hand(rng, 14)
        turned = [
            card if card in ("MJ", "Dog", "Ph", "Dr") else card[0] + "hdcs"["shdc".index(card[1])]
            for card in hand
        ]
        rng.shuffle(turned)
        assert fewest_plays(" ".join(hand)) == fewest_plays(" ".join(turned))


def test_a_card_more_is_a_play_more_at_most():
    rng = random.Random(7)
    for _ in range(50):
        hand = random_hand(rng, 20)
        found = fewest_plays_many(counts(hand[:n] for n in range(21)))
        assert (np.diff(found.astype(int)) <= 1).all()


@pytest.mark.parametrize("rule", [{}, {"cards_in_straight": 7}, {"pairs_in_sequence": 4}])
def test_the_states_of_the_whole_pack_have_room(rule):
    for extra in (False, True):
        numbers = Rules(**rule, phoenix_full_house_from_quad=extra).to_arrays().numbers
        work = workspace()
        work.places[:] = -1
        fewest((1 << 56) - 1, numbers, work)
        assert (work.places >= 0).sum() < len(work.places) // 4


# --- Partitions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_all_partitions_into_fewest_plays(seed):
    rng = random.Random(10 + seed)
    for _ in range(8):
        hand = random_hand(rng, rng.randint(0, 9), FEW_RANKS[seed])
        rules = random_rules(rng)
        answer = evaluate(" ".join(hand), rules=Rules(**rules), limit=5000)
        all_of_them = oracle.partitions(hand, rules, answer.fewest_plays)
        best = {parts for parts in all_of_them if len(parts) == answer.fewest_plays}
        assert min(map(len, all_of_them)) == answer.fewest_plays
        assert answer.partition_count == len(answer.partitions) == len(best)
        assert {frozenset(map(as_oracle, p.plays)) for p in answer.partitions} == best
        few = evaluate(" ".join(hand), rules=Rules(**rules), limit=2)
        assert few.partitions == answer.partitions[:2]
        assert few.partition_count == answer.partition_count


def test_the_phoenix_is_placed_in_each_way():
    answer = evaluate("7s 7h 9s 9h Ph")
    assert [p.to_text() for p in answer.partitions] == ["7s-7h-Ph=9-9s-9h", "Ph=7-7s-7h-9s-9h"] or [
        p.to_text() for p in answer.partitions
    ] == ["Ph=7-7s-7h-9s-9h", "7s-7h-Ph=9-9s-9h"]
    assert {p.phoenix for p in answer.partitions} == {7, 9}
    assert evaluate("7s 8h 9s Td Ph").partition_count == 2
    # Three sevens: each may be beside the straight, or the Phoenix may be its seven.
    assert evaluate("7s 7h 8h 9s Td Js").partition_count == 2
    assert evaluate("7s 7h 8h 9s Td Js Ph").fewest_plays == 2


def test_large_hands_are_counted_in_two_ways_alike():
    rng = random.Random(8)
    for size in (0, 6, 14, 18, 21):
        hand = bits(random_hand(rng, size))
        rules = Rules(**random_rules(rng))
        held = places_of(hand)
        table, guided = Table(held, rules), Guided(held, rules)
        assert table.least(table.whole) == guided.least(guided.whole)
        assert table.number(table.whole) == guided.number(guided.whole)
        assert (
            list(least_partitions(hand, table, rules))[:50]
            == (list(least_partitions(hand, guided, rules))[:50])
        )


def test_the_whole_pack():
    answer = evaluate(WHOLE_PACK)
    assert (answer.fewest_plays, len(answer.bombs), answer.leads) == (6, 193, None)
    assert answer.partition_count > 1 << 53
    # 52 cards as two runs of 13 pairs: each rank's four are two pairs, in 3 ways and to 2 runs.
    plain = " ".join(oracle.PACK[:52])
    by_pairs = 6**13 // 2
    assert evaluate(plain).partition_count == by_pairs


# --- What a hand contains ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_combinations_are_counted_and_listed(seed):
    rng = random.Random(20 + seed)
    for _ in range(3):
        hand = random_hand(rng, rng.randint(0, 10), FEW_RANKS[seed])
        rules = random_rules(rng)
        known = oracle.plays(hand, rules)
        position = Position.of(" ".join(hand), rules=Rules(**rules))
        assert combination_counts(position) == Counter(play[0] for play in known)
        assert set(map(as_oracle, combinations(position))) == known
        [bombs] = bombs_many(position.counts[np.newaxis], rules=position.rules)
        assert bombs == len(evaluate(position).bombs) == oracle.bombs(hand, rules)


def test_bombs_of_larger_hands():
    rng = random.Random(30)
    for rules in ({}, {"mah_jong_in_straight_flush": True}, {"cards_in_straight": 4}):
        hands = [random_hand(rng, rng.randint(14, 56)) for _ in range(40)]
        found = bombs_many(counts(hands), rules=Rules(**rules))
        assert found.tolist() == [oracle.bombs(hand, rules) for hand in hands]


@pytest.mark.parametrize("seed", range(3))
def test_most_bombs_without_a_card_in_common(seed):
    rng = random.Random(40 + seed)
    for _ in range(15):
        hand = random_hand(rng, 14, ("23456", "345678", "23456789")[seed])
        rules = random_rules(rng) | {"cards_in_straight": rng.choice([4, 5])}
        bombs = [play[3] for play in oracle_bombs(hand, rules)]
        most, waiting = 0, [(frozenset(), 0, 0)]
        for taken, begin, n in waiting:
            most = max(most, n)
            waiting += [
                (taken | bombs[place], place + 1, n + 1)
                for place in range(begin, len(bombs))
                if not taken & bombs[place]
            ]
        assert most_bombs(bits(hand), Rules(**rules)) == most


def oracle_bombs(hand, rules):
    real = [card for card in hand if card not in ("Dog", "Ph", "Dr")]
    quads = [[rank + suit for suit in oracle.SUITS] for rank in oracle.RANKS]
    rows = [
        [("MJ" if rank == 1 else oracle.RANKS[rank - 2] + suit) for rank in range(low, high + 1)]
        for suit in oracle.SUITS
        for low in range(1, 15)
        for high in range(low, 15)
    ]
    return [
        ("bomb", 0, 0, frozenset(cards))
        for cards in quads + rows
        if set(cards) <= set(real)
        and any(kind in oracle.BOMBS for kind, _, _ in oracle.readings(cards, rules))
    ]


# --- Leads and controls --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("against_bombs", [False, True])
def test_the_fewest_losing_leads(seed, against_bombs):
    rng = random.Random(50 + seed)
    for _ in range(3):
        ranks = rng.choice(["TJQKA", "9TJQKA", "6789TJ"])
        deck = random_hand(rng, 17, ranks)
        rng.shuffle(deck)
        hand, outside = deck[:8], deck[8:]
        seen = [card for card in oracle.PACK if card not in deck]
        most = rng.randint(3, 9)
        others = (most, max(0, min(most, 9 - most)), 0)
        rules = random_rules(rng)
        leads = fewest_losing(
            " ".join(hand),
            rules=Rules(**rules),
            seen=" ".join(seen),
            others=others,
            against_bombs=against_bombs,
        )
        known = oracle.fewest_losing(hand, outside, most, against_bombs=against_bombs, rules=rules)
        assert (leads.losing, len(leads.partition)) == known
        assert sorted(card for play in leads.partition.plays for card in play.cards) == sorted(
            PIECES.kind(card) for card in hand
        )
        for play, loses in zip(leads.partition.plays, leads.loses, strict=True):
            assert loses == oracle.beaten_outside(
                as_oracle(play), outside, most, against_bombs=against_bombs, rules=rules
            )


def test_straight_flushes_are_laid_as_bombs_where_that_holds_the_lead():
    hand, outside = "2s 3s 4s 5s 6s 7h 7d 7c", "8h 9d Th Jc Qs Kd 8c"
    seen = [card for card in oracle.PACK if card not in (hand + " " + outside).split()]
    leads = fewest_losing(hand, seen=" ".join(seen))
    # A straight of 6 would be beaten.
    assert leads.losing == 0
    assert [play.kind for play in leads.partition.plays] == ["straight_flush", "three"]
    # Where a bomb above it is outside, it is no better.
    seen = [card for card in seen if card not in ("8h", "9h", "Th", "Jh", "Qh")]
    assert fewest_losing(hand, seen=" ".join(seen)).losing == 1


def test_a_lead_that_no_other_hand_is_large_enough_to_beat():
    straight = Combination.of("2s-3h-4s-5s-6s")
    assert loses_lead(straight, Position.of("2s 3h 4s 5s 6s"))
    assert not loses_lead(straight, Position.of("2s 3h 4s 5s 6s", others=(4, 4, 4)))
    assert loses_lead(straight, Position.of("2s 3h 4s 5s 6s", others=(4, 4, 4)), against_bombs=True)
    assert loses_lead(Combination.of("Dog"), Position.of("Dog", others=(0, 0, 0)))
    assert not loses_lead(Combination.of("Dr"), Position.of("Dr"))
    assert loses_lead(Combination.of("Dr"), Position.of("Dr"), against_bombs=True)


def test_control_measures():
    hand = "As Ah Ad Ac Dr Ph 2s 3s 4s 5s 6s"
    found = controls(hand)
    assert found.to_dict() == {
        "aces": 4,
        "dragon": True,
        "phoenix": True,
        "bombs": 2,
        "bombs_outside": found.bombs_outside,
        "total": 8,
    }
    outside = [card for card in oracle.PACK if card not in hand.split()]
    assert found.bombs_outside == oracle.bombs(outside)


# --- Answers -------------------------------------------------------------------------------------


def test_answers_and_what_they_oblige_to():
    found = answers("9s Ts Th Ph 2s 2h 2d 2c", trick="9h", wish="2")
    assert [play.to_text() for play in found.plays] == ["2s-2h-2d-2c"]
    assert (found.obliged, found.may_pass) == (True, False)
    assert answers("9s Ts", wish=10).plays == (Combination.of("Ts"),)
    assert not answers("9s Ts").may_pass
    assert evaluate("hand 9s Ts | trick 9h").to_dict()["answers"]["may_pass"]
    assert "answers" not in evaluate("9s Ts").to_dict()


@pytest.mark.parametrize(
    ("hand", "play", "said"),
    [
        ("hand 2s Ks | trick Qs", "2s", "2s does not beat Qs"),
        ("hand 2s 2h | trick Qs", "2s-2h", "does not beat"),
        ("hand 2s Ks | trick Qs", "As", "the card As is not in hand"),
        ("hand Ts Ks | trick 9s | wish T", "Ks", "has no 10, which is wished for"),
        ("hand Ph | trick Dr", "Ph", "Ph does not beat Dr"),
    ],
)
def test_answers_that_do_not_follow(hand, play, said):
    with pytest.raises(PositionError, match=said):
        check_answer(hand, play)


def test_answers_that_follow():
    assert check_answer("hand Ts Ks | trick 9s | wish T", "Ts").rank == 10
    assert check_answer("hand Ts Ks | trick 9s | wish Q", "Ks").rank == 13
    assert check_answer("hand Ts Ks", "Ks").rank == 13


def test_more_answers_than_are_listed_are_refused():
    with pytest.raises(PositionError, match="more than 4096 plays"):
        answers(WHOLE_PACK)


# --- Batches and what is refused -----------------------------------------------------------------


def test_a_batch_is_its_hands_one_by_one():
    rng = random.Random(60)
    hands = [random_hand(rng, rng.randint(0, 56)) for _ in range(100)]
    for workers in (1, 2):
        found = evaluate_many(counts(hands), workers=workers)
        assert found[:, 0].tolist() == [fewest_plays(" ".join(hand)) for hand in hands]
        assert found[:, 1].tolist() == [oracle.bombs(hand) for hand in hands]
    assert fewest_plays_many(np.zeros((0, 56), dtype=np.uint8)).tolist() == []


def test_a_batch_can_be_cancelled():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        fewest_plays_many(np.zeros((10, 56), dtype=np.uint8), cancel=cancel)


def test_wrong_batches_are_refused():
    with pytest.raises(CardError, match="hand 0"):
        fewest_plays_many(np.eye(2, 56, dtype=np.uint8) * 2)
    with pytest.raises(CardError):
        bombs_many(np.zeros((2, 55), dtype=np.uint8))


def test_wrong_limits_are_refused():
    with pytest.raises(InputError, match="limit"):
        evaluate("2s", limit=0)
    with pytest.raises(InputError, match="limit"):
        combinations("2s", limit=0)


def test_an_answer_as_table_and_in_words():
    answer = evaluate("7s 7h 8d 8h 9c Ph Dog")
    frame = answer.to_frame()
    assert list(frame.columns) == ["partition", "kind", "rank", "length", "cards"]
    assert len(frame) == sum(map(len, answer.partitions))
    with speaking("fr"):
        assert str(answer).startswith(
            "au moins 2 combinaisons\u00a0: Dog 7s-7h-8h-8d-Ph=9-9c\u202f; 0 bombe"
        )


def test_the_kernel_agrees_with_its_numbers_array():
    assert fewest(bits("Ph As"), NUMBERS, workspace()) == 1
