"""Deals counted exactly against trying all, closed forms and another program, and sampled ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.distribution import SampledDistribution
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.mhing import Position, Rules, distance_many
from neuroanalysis.games.mhing.analysis import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.mhing.analysis.classes import distances_and_jokers
from neuroanalysis.games.mhing.analysis.deals import EXACT_QUESTIONS, QUESTIONS, deal
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER
from neuroanalysis.texts import speaking
from tests.oracles import mhing as oracle

NO_JOKER = Rules(joker_in_nothing_matches=False)
OTHER_CARDS = [kind for kind, n in enumerate(COPIES) if kind != FLOWER for _ in range(n)]


def multisets(cards: int):
    """All hands of so many cards without flowers, as counts, with the number of ways to deal it."""
    kinds = [kind for kind in range(36) if kind != FLOWER]

    def more(place: int, left: int, counts: list[int]):
        if left == 0:
            yield list(counts), prod(map(comb, COPIES, counts))
            return
        if place == len(kinds):
            return
        for n in range(min(left, COPIES[kinds[place]]) + 1):
            counts[kinds[place]] = n
            yield from more(place + 1, left - n, counts)
            counts[kinds[place]] = 0

    yield from more(0, cards, [0] * 36)


# --- Exactly --------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [1, 5, 13, 14])
def test_every_deal_is_counted_once(cards):
    for of in EXACT_QUESTIONS:
        total = comb(150, 8) if of == "flowers" else comb(142, cards)
        for rules in (Rules(), NO_JOKER):
            assert deal_distribution(of, cards, rules).total == total


def test_jokers_among_the_distances_are_those_counted_alone():
    joint = deal_distribution("distance,jokers")
    assert joint.marginal(1) == deal_distribution("jokers")
    assert joint.marginal(0) == deal_distribution("distance")
    assert joint.parts == ("distance", "jokers")


def few(of: str, counts: list[int], rules: Rules):
    """What a hand is counted as, by the slow twin."""
    if of.startswith("distance"):
        lacking = oracle.distance(counts)
        return (lacking, counts[JOKER]) if "," in of else lacking
    if of == "unmatched_distance":
        return oracle.unmatched_distances(counts, oracle.make_rules(**option(rules)))[0]
    held = [kind for kind in range(34) if counts[kind]]
    if max(counts[:34]) > 1 or (counts[JOKER] and not rules.joker_in_nothing_matches):
        return 0
    if not oracle.nothing_matches(held):
        return 0
    wider = {
        frozenset(held) | set(more)
        for more in combinations(range(34), counts[JOKER])
        if oracle.nothing_matches([*held, *more]) and not set(held) & set(more)
    }
    if any(hand.issuperset(oracle.HONOURS) for hand in wider):
        return 2
    return int(bool(wider))


def option(rules: Rules):
    return {"joker_in_nothing_matches": rules.joker_in_nothing_matches}


@pytest.mark.parametrize("rules", [Rules(), NO_JOKER])
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_few_cards_are_counted_by_trying_all(rules, cards):
    found: Counter[object] = Counter()
    for counts, ways in multisets(cards):
        found[few("nothing_matches", counts, rules)] += ways
    assert deal_distribution("nothing_matches", cards, rules).counts == {
        k: n for k, n in found.items() if n
    }


@pytest.mark.slow
@pytest.mark.parametrize(("of", "cards"), [("distance,jokers", 2), ("unmatched_distance", 2)])
def test_distances_of_few_cards_are_counted_by_trying_all(of, cards):
    found: Counter[object] = Counter()
    for counts, ways in multisets(cards):
        found[few(of, counts, Rules())] += ways
    assert deal_distribution(of, cards).counts == found


@pytest.mark.parametrize("cards", [4])
def test_more_cards_are_counted_by_asking_each_hand(cards):
    # The evaluator's distances, themselves tested, of all 118,251 hands of four cards.
    hands, ways = zip(*multisets(cards), strict=True)
    found: Counter[tuple[int, int]] = Counter()
    lacking = distance_many(np.array(hands)).tolist()
    for far, hand, number in zip(lacking, hands, ways, strict=True):
        found[far, hand[JOKER]] += number
    assert distances_and_jokers(cards) == found


@pytest.mark.slow
def test_winning_hands_without_jokers_are_those_built_from_combinations():
    # Four combinations and a pair, built one by one, and each hand counted once. Two numbers in
    # base five tell a hand from others: one of the suits, one of the honours.
    choose = np.array([comb(4, n) for n in range(5)])
    base = 5 ** np.array([*range(27), *range(7)])
    _, hands = oracle._listed()
    hands = hands[(hands <= 4).all(axis=1)]
    suits, honours = hands[:, :27] @ base[:27], hands[:, 27:] @ base[27:]
    ways = choose[hands].prod(axis=1)
    winning = []
    for pair in range(34):
        there = hands[:, pair] <= 2
        held, more = hands[there, pair], 2 * base[pair]
        winning.append(
            (
                suits[there] + more * (pair < 27),
                honours[there] + more * (pair >= 27),
                ways[there] // choose[held] * choose[held + 2],
            )
        )
    suits, honours, ways = map(np.concatenate, zip(*winning, strict=True))
    order = np.lexsort((suits, honours))
    suits, honours = suits[order], honours[order]
    first = np.append(True, (np.diff(suits) != 0) | (np.diff(honours) != 0))
    found = int(ways[order][first].sum())
    assert deal_distribution("distance,jokers", 14).counts[0, 0] == found


def test_a_hand_of_fourteen_in_which_nothing_matches_is_one_that_lacks_nothing():
    for rules in (Rules(), NO_JOKER):
        by_kind = deal_distribution("nothing_matches", 14, rules).counts
        lacking = deal_distribution("unmatched_distance", 14, rules).counts
        assert by_kind[1] + by_kind[2] == lacking[0]
    listed = Counter(hand.issuperset(oracle.HONOURS) for hand in oracle.unmatched_hands())
    without_jokers = deal_distribution("nothing_matches", 14, NO_JOKER).counts
    assert without_jokers[1] == listed[False] * 4**14
    assert without_jokers[2] == listed[True] * 4**14


def test_flowers_laid_have_a_known_mean():
    # Each flower lies with equal chance in each of 143 gaps, 13 of them before the last card.
    assert deal_distribution("flowers").mean() == 8 * Fraction(13, 143)


def test_flowers_do_not_say_anything_of_the_cards():
    dealt = deal(40_000, 13, np.random.default_rng(5))
    jokers, flowers = dealt.hands[:, JOKER] > 0, dealt.hands[:, FLOWER] > 0
    expected = jokers.mean() * flowers.mean()
    assert abs((jokers & flowers).mean() - expected) < 4 * 0.5 / len(jokers) ** 0.5


def test_shanten_of_the_mahjong_package_agrees():
    """Without jokers a hand of 13 is as far as that package says, one more for the shanten."""
    mahjong = pytest.importorskip("mahjong.shanten")
    rng = np.random.default_rng(11)
    deck = np.repeat(np.arange(34), 4)
    found: Counter[int] = Counter()
    shanten = mahjong.Shanten()
    for _ in range(4000):
        hand = np.bincount(rng.permutation(deck)[:13], minlength=34)
        found[int(shanten.calculate_shanten_for_regular_hand(hand.tolist())) + 1] += 1
    joint = deal_distribution("distance,jokers")
    real = joint.given(lambda outcome: outcome[1] == 0).marginal(0)
    assert agreement(SampledDistribution.from_counts(found, seed=11), real).agrees


# --- Sampled --------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", EXACT_QUESTIONS)
@pytest.mark.parametrize("cards", [13, 14])
def test_sampled_deals_agree_with_the_exact_count(of, cards):
    exact = deal_distribution(of, cards)
    assert agreement(sample_deals(of, cards, samples=50_000, seed=3), exact).agrees


def test_sampled_deals_agree_where_no_joker_fits():
    for of in ("nothing_matches", "unmatched_distance"):
        exact = deal_distribution(of, 9, NO_JOKER)
        assert agreement(sample_deals(of, 9, NO_JOKER, samples=50_000, seed=4), exact).agrees


def test_a_hand_and_its_pile_are_all_cards_but_a_few():
    dealt = deal(200, 13, np.random.default_rng(2))
    drawn = np.array([np.bincount(pile, minlength=36) for pile in dealt.piles])
    assert (dealt.hands + drawn <= np.array(COPIES)).all()
    assert (dealt.hands[:, :FLOWER].sum(axis=1) == 13).all()


def test_the_answer_does_not_depend_on_the_workers():
    # A chunk and a bit: whoever takes the chunks in another order tells other hands.
    for of in ("distance", "draws"):
        answers = [sample_deals(of, samples=4200, seed=1, workers=n) for n in (1, 2)]
        assert answers[0] == answers[1]
    others = [sample_deals("credits", samples=100, seed=seed) for seed in (1, 2)]
    assert others[0] != others[1]


def test_credits_and_points_are_of_the_same_hands():
    rules = Rules()
    earned = sample_deals("credits", samples=800, seed=7)
    points = sample_deals("points", samples=800, seed=7)
    assert earned.map(lambda n: "none" if n == "none" else rules.points(n)) == points
    draws = sample_deals("draws", samples=800, seed=7)
    assert draws.counts.get("none", 0) == earned.counts.get("none", 0)
    assert min(n for n in draws.counts if n != "none") >= 1


def test_a_hand_is_found_in_the_distribution():
    position = Position.of("147m 258p 369s 1234z J")
    assert outcome_of(position, "nothing_matches") == 1
    assert outcome_of(position, "unmatched_distance") == 0
    assert outcome_of(position, "distance,jokers")[1] == 1
    assert outcome_of(Position.of("19m 1234567z JJ"), "nothing_matches") == 2
    for of in questions()[: len(EXACT_QUESTIONS)]:
        hand = Position.of("123m 55p 1z J F")
        assert outcome_of(hand, of) in deal_distribution(of, 7).counts


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: deal_distribution("shape"), InputError),
        (lambda: deal_distribution("credits"), InputError),
        (lambda: deal_distribution("jokers", 15), InputError),
        (lambda: sample_deals("credits", 14), InputError),
        (lambda: sample_deals("jokers", samples=0), InputError),
        (lambda: outcome_of(Position.of("123m"), "credits"), InputError),
        (lambda: outcome_of(Position.of("123m", laid="555z"), "jokers"), CardError),
    ],
)
def test_what_cannot_be_asked_is_refused(language, call, error):
    with speaking(language), pytest.raises(error) as caught:
        call()
    assert str(caught.value)


def test_all_questions_are_listed():
    assert questions() == QUESTIONS
