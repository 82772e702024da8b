"""Deals counted exactly against the published figures, against trying all hands, and sampled."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.distribution import Distribution
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu import PIECES, Rules, fewest_plays
from neuroanalysis.games.tichu.analysis import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.tichu.analysis.deals import (
    EXACT_QUESTIONS,
    QUESTIONS,
    SAMPLED_QUESTIONS,
    Question,
    deal,
)
from neuroanalysis.games.tichu.analysis.several_hands import Pack, hands_with_bombs, nobody_has
from neuroanalysis.texts import speaking
from tests.oracles import tichu as plays_oracle
from tests.oracles import tichu_deals as oracle

ALL_HANDS = comb(56, 14)
TOGETHER = ("bomb_hands_2", "bomb_hands_3", "bomb_hands_4")
ALONE = tuple(of for of in EXACT_QUESTIONS if of not in TOGETHER)
WITH_MAH_JONG = Rules(mah_jong_in_straight_flush=True)
# Straights of four cards and Mah Jong in straight flushes: hands of few cards have something.
SHORT = Rules(cards_in_straight=4, mah_jong_in_straight_flush=True)


def oracle_rules(rules: Rules) -> oracle.Rules:
    return oracle.Rules(
        rules.cards_in_straight,
        rules.mah_jong_in_straight_flush,
        rules.phoenix_full_house_from_quad,
    )


# --- Exactly --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "number"),
    [
        ("four_of_a_kind", 204703407480),
        ("straight_flush", 92272299834),
        ("bomb", 294663199638),
    ],
)
def test_the_published_figures(of, number):
    assert ALL_HANDS == 5804731963800
    assert deal_distribution(of).counts == {0: ALL_HANDS - number, 1: number}


def test_the_published_lengths_of_straight_flushes():
    found = deal_distribution("longest_straight_flush").counts
    assert [found[n] for n in (5, 6, 7)] == [77497737660, 12663862404, 1846862262]


def test_the_published_chance_of_a_bomb_among_the_first_cards():
    assert deal_distribution("bomb", 8).probability(1) == Fraction(4229667, 1420494075)


def test_the_published_figures_where_mah_jong_is_in_straight_flushes():
    assert deal_distribution("straight_flush", rules=WITH_MAH_JONG).counts[1] == 102269659368
    assert deal_distribution("bomb", rules=WITH_MAH_JONG).counts[1] == 304445765908


@pytest.mark.parametrize("cards", [0, 1, 8, 14, 42, 55, 56])
@pytest.mark.parametrize("rules", [Rules(), SHORT])
def test_every_deal_is_counted_once(cards, rules):
    for of in ALONE:
        if of != "bombs" or cards <= 8:  # takes a second with more
            assert deal_distribution(of, cards, rules).total == comb(56, cards)


def test_questions_about_one_thing_agree():
    for cards, rules in ((14, Rules()), (9, SHORT)):
        both = deal_distribution("four_of_a_kind,straight_flush", cards, rules)
        strongest = deal_distribution("strongest_bomb", cards, rules)
        bombs = deal_distribution("bombs", cards, rules)
        assert both.marginal(0) == deal_distribution("four_of_a_kind", cards, rules)
        assert both.marginal(1) == deal_distribution("straight_flush", cards, rules)
        assert strongest.marginal(0) == deal_distribution("longest_straight_flush", cards, rules)
        assert bombs.counts[0] == strongest.counts[0, 0] == both.counts[0, 0]
        for of, number in (
            ("four_of_a_kind", "fours_of_a_kind"),
            ("straight_flush", "straight_flushes"),
            ("bomb", "bombs"),
        ):
            several = deal_distribution(number, cards, rules)
            assert several.map(lambda n: int(n > 0)) == deal_distribution(of, cards, rules)


def test_numbers_of_bombs_have_the_means_of_their_places():
    def mean(cards: int, held: int) -> Fraction:
        return Fraction(comb(56 - held, cards - held), comb(56, cards))

    fours = 13 * mean(14, 4)
    flushes = sum(4 * (14 - length) * mean(14, length) for length in range(5, 14))
    assert deal_distribution("fours_of_a_kind").mean() == fours
    assert deal_distribution("straight_flushes").mean() == flushes
    assert deal_distribution("bombs").mean() == fours + flushes
    assert deal_distribution("points").mean() == Fraction(100, 4)
    assert deal_distribution("high_cards").mean() == Fraction(6, 4)


@pytest.mark.parametrize("cards", [2, 55])
def test_hands_of_few_cards_or_all_but_a_few_are_counted_by_trying_all(cards):
    check_by_trying_all(cards, SHORT)


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "rules"), [(3, SHORT), (54, Rules())])
def test_hands_of_some_cards_more_are_counted_by_trying_all(cards, rules):
    check_by_trying_all(cards, rules)


def check_by_trying_all(cards: int, rules: Rules) -> None:
    known = oracle_rules(rules)
    found: dict[str, Counter[object]] = {of: Counter() for of in ALONE}
    for few in combinations(oracle.PACK, min(cards, 56 - cards)):
        hand = few if cards <= 28 else [card for card in oracle.PACK if card not in few]
        every = oracle.everything(hand, known)
        for of in ALONE:
            found[of][every[of]] += 1
    for of in ALONE:
        assert deal_distribution(of, cards, rules).counts == found[of]


# --- Several hands --------------------------------------------------------------------------------


def bombs_dealt(cards: int, hands: int, pack: Pack) -> Counter[int]:
    """How many of several hands hold a bomb, by dealing a small pack in every way."""
    rules = oracle.Rules(pack.least, pack.mah_jong)
    specials = [oracle.MAH_JONG, oracle.DOG, oracle.PHOENIX, oracle.DRAGON][: pack.specials]
    every = [card for card in oracle.SUITED if card[0] < 2 + pack.ranks] + specials
    having = {
        frozenset(hand): bool(oracle.fours(hand) or oracle.flushes(hand, rules))
        for hand in combinations(every, cards)
    }
    return Counter(
        sum(having[hand] for hand in dealt)
        for dealt in oracle.deals(frozenset(every), (cards,) * hands)
    )


@pytest.mark.parametrize(
    ("cards", "hands", "pack"),
    [
        (4, 2, Pack(ranks=2, specials=1, least=2)),
        (2, 4, Pack(ranks=2, specials=1, least=2)),
        (2, 4, Pack(ranks=2, specials=0, least=2)),
        (3, 3, Pack(ranks=2, specials=1, least=2, mah_jong=True)),
        (4, 2, Pack(ranks=3, specials=0, least=3)),
        (5, 2, Pack(ranks=2, specials=2, least=3, mah_jong=True)),
    ],
)
def test_bombs_of_several_hands_are_counted_by_dealing_a_small_pack(cards, hands, pack):
    assert hands_with_bombs(cards, hands, pack) == bombs_dealt(cards, hands, pack)


@pytest.mark.parametrize("rules", [Rules(), WITH_MAH_JONG, Rules(cards_in_straight=4)])
@pytest.mark.parametrize("cards", [0, 8, 14, 30])
def test_one_hand_of_several_is_one_hand(rules, cards):
    pack = Pack.of(rules)
    assert nobody_has(cards, 1, pack) == deal_distribution("bomb", cards, rules).counts.get(0, 0)


def test_bombs_of_two_hands():
    two = deal_distribution("bomb_hands_2")
    assert two.total == comb(56, 14) * comb(42, 14)
    assert two.mean() == 2 * deal_distribution("bomb").probability(1)
    assert agreement(sample_deals("bomb_hands_2", samples=60_000, seed=3), two).agrees


@pytest.mark.slow
@pytest.mark.parametrize("of", ["bomb_hands_3", "bomb_hands_4"])
def test_bombs_of_more_hands(of):
    hands = int(of[-1])
    found = deal_distribution(of)
    assert found.total == prod(comb(56 - 14 * n, 14) for n in range(hands))
    assert found.mean() == hands * deal_distribution("bomb").probability(1)
    assert agreement(sample_deals(of, samples=60_000, seed=3), found).agrees


# --- Sampled --------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", ALONE)
@pytest.mark.parametrize("rules", [Rules(), SHORT])
def test_sampled_deals_agree_with_the_exact_count(of, rules):
    exact = deal_distribution(of, 14, rules)
    assert agreement(sample_deals(of, 14, rules, samples=20_000, seed=3), exact).agrees


@pytest.mark.parametrize("rules", [Rules(), SHORT])
def test_hands_are_counted_as_the_slow_twin_says(rules):
    rng = random.Random(4)
    known = oracle_rules(rules)
    for _ in range(60):
        suits = rng.sample(range(4), rng.randint(1, 4))
        likely = [place for place in range(56) if place >= 52 or place % 4 in suits]
        places = rng.sample(likely, min(len(likely), rng.randint(5, 20)))
        hand = np.zeros(56, dtype=np.uint8)
        hand[places] = 1
        every = oracle.everything([oracle.PACK[place] for place in places], known)
        for of in ALONE:
            assert outcome_of(hand, of, rules) == every[of]


def test_fewest_plays_are_sampled():
    """Of two cards, a pair is one play: two of a rank, or the Phoenix and a suited card."""
    pairs = 13 * comb(4, 2) + 52
    exact = Distribution({1: pairs, 2: comb(56, 2) - pairs}, comb(56, 2))
    sampled = sample_deals("fewest_plays", 2, samples=20_000, seed=3)
    assert agreement(sampled, exact).agrees
    hand = PIECES.parse("5s 5h 5d 5c 6s 7s 8s 9s Ph")
    assert outcome_of(hand, "fewest_plays") == fewest_plays(hand) == 2
    many = [sample_deals("fewest_plays", samples=9000, seed=1, workers=n) for n in (1, 2)]
    assert many[0] == many[1]
    assert sum(n * share for n, share in many[0].counts.items()) / 9000 > 4


def test_hands_dealt_together_share_no_card():
    dealt = deal(100, 3, 18, np.random.default_rng(2))
    assert dealt.sum(axis=1).max() == 1
    assert (dealt.sum(axis=2) == 18).all()


def test_the_answer_does_not_depend_on_the_workers():
    answers = [sample_deals("points", samples=20_000, seed=1, workers=n) for n in (1, 2)]
    assert answers[0] == answers[1]
    assert answers[0] != sample_deals("points", samples=20_000, seed=2)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "call",
    [
        lambda: deal_distribution("shape"),
        lambda: deal_distribution("fewest_plays"),
        lambda: deal_distribution("bomb", 57),
        lambda: deal_distribution("bomb_hands_2", 29),
        lambda: deal_distribution("bomb", -1),
        lambda: sample_deals("bomb", samples=0),
        lambda: outcome_of(np.ones(56, dtype=np.uint8), "bomb_hands_2"),
    ],
)
def test_what_cannot_be_asked_is_refused(language, call):
    with speaking(language), pytest.raises(InputError) as caught:
        call()
    assert str(caught.value)


@pytest.mark.parametrize("cards", [3, 14])
def test_the_fewest_plays_of_random_hands_are_those_of_the_oracle(cards):
    dealt = deal(40, 1, cards, np.random.default_rng(9))
    question = Question("fewest_plays", cards)
    hands = [[plays_oracle.PACK[card] for card in np.flatnonzero(hand)] for hand in dealt[:, 0]]
    known = [plays_oracle.fewest_plays(hand) for hand in hands]
    assert question.outcomes(dealt)[:, 0].tolist() == known
    sampled = sample_deals("fewest_plays", cards, samples=300, seed=2)
    assert sampled == sample_deals("fewest_plays", cards, samples=300, seed=2, workers=1)
    assert sum(sampled.counts.values()) == 300
    assert all(1 <= n <= cards for n in sampled.counts)


def test_all_questions_are_listed():
    assert questions() == QUESTIONS
    assert set(EXACT_QUESTIONS) == set(QUESTIONS) - set(SAMPLED_QUESTIONS)
