"""The chance that a play is beaten, against all deals of few cards and samples of full ones."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb, factorial, inf, prod
from time import process_time

import pytest

from neuroanalysis.core.intervals import Estimate, number_text, wilson
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu import Rules, combinations, evaluate
from neuroanalysis.games.tichu.analysis import (
    WHO,
    Unseen,
    beaten,
    beaten_many,
    beaten_plays,
    deal_distribution,
)
from neuroanalysis.games.tichu.analysis.automata import Aim
from neuroanalysis.games.tichu.analysis.beaten import _aims
from neuroanalysis.games.tichu.analysis.sampled_beaten import share_beaten
from neuroanalysis.games.tichu.analysis.suits import suits_of
from neuroanalysis.games.tichu.analysis.unseen import (
    _cases,
    _reached,
    effort,
    ways_to_deal,
    ways_unbeaten,
)
from neuroanalysis.games.tichu.pieces import PIECES, as_bits, bits_of, cards_of
from neuroanalysis.games.tichu.position import Combination, Position
from neuroanalysis.texts import speaking
from tests.oracles import tichu_deals as oracle

HANDS = {
    "next": (0,),
    "partner": (1,),
    "previous": (2,),
    "opponents": (0, 2),
    "anyone": (0, 1, 2),
}
# Plays of every kind, low enough for others to be above.
PLAYS = (
    "MJ",
    "6s",
    "Dr",
    "Ph=7+",
    "5s-5h",
    "6s-6h",
    "5s-5h-6s-6h",
    "5s-5h-6s-6h-7s-7h",
    "5s-5h-5d",
    "5s-5h-5d-3s-3h",
    "7s-7h-7d-3s-3h",
    "3s-4s-5s-6s-7h",
    "MJ-2s-3s-4s-5h",
    "3s-4s-5s-6h",
    "5s-5h-5d-5c",
    "3s-4s-5s-6s-7s",
    "2s-3s-4s-5s-6s-7s",
    "4s-5s-6s-7s",
)
OPTIONS = (
    {},
    {"cards_in_straight": 4},
    {"cards_in_straight": 4, "mah_jong_in_straight_flush": True},
    {"phoenix_full_house_from_quad": True},
)


def bits(words: str) -> int:
    return as_bits(PIECES.parse(words))


def oracle_cards(cards: int) -> list[oracle.Card]:
    return [oracle.PACK[card] for card in cards_of(cards)]


def oracle_play(play: Combination) -> oracle.Play:
    half = 0.5 if play.cards == (PIECES.kind("Ph"),) else 0
    return play.kind, play.length, play.rank + half


def oracle_rules(rules: Rules) -> oracle.Rules:
    return oracle.Rules(
        rules.cards_in_straight,
        rules.mah_jong_in_straight_flush,
        rules.phoenix_full_house_from_quad,
    )


def few_cards(rng: random.Random, play: Combination) -> int:
    """Unseen cards, close together so that they make plays, none of them the play's."""
    low = rng.randint(2, 8)
    suits = rng.sample(range(4), rng.choice([1, 2, 4, 4]))
    width = rng.choice([2, 3, 5, 7]) if len(suits) > 2 else rng.randint(5, 7)
    near = [4 * (rank - 2) + suit for rank in range(low, min(15, low + width)) for suit in suits]
    special = [card for card in range(52, 56) if rng.random() < 0.5]
    possible = [card for card in near if card not in play.cards]
    special = [card for card in special if card not in play.cards]
    return bits_of(special + rng.sample(possible, min(len(possible), 9 - len(special))))


def few_sizes(rng: random.Random, cards: int) -> tuple[int, int, int]:
    while True:
        first, second, third = (rng.choice([0, 1, 2, 3, 4, 5, 5, 6]) for _ in range(3))
        if first + second + third <= cards:
            ways = comb(cards, first) * comb(cards - first, second)
            if ways * comb(cards - first - second, third) <= 2000:
                return first, second, third


def check_against_all_deals(rng: random.Random, words: str) -> int:
    """Compare one question with the deals written out; return how many chances are no certainty."""
    options = rng.choice(OPTIONS)
    rules = Rules(**options)
    short = words.count("-") == 3 and words not in ("5s-5h-6s-6h", "5s-5h-5d-5c")
    if short and rules.cards_in_straight > 4:
        rules = Rules(**OPTIONS[rng.choice([1, 2])])
    play = Combination.of(words, rules)
    cards = few_cards(rng, play)
    sizes = few_sizes(rng, cards.bit_count())
    found = beaten(play, Unseen(cards, sizes, rules))
    open_ones = 0
    for who, bombs in ((who, bombs) for who in WHO for bombs in (False, True)):
        ways, total = oracle.ways_beaten(
            oracle_cards(cards),
            [sizes[hand] for hand in HANDS[who]],
            oracle_play(play),
            bombs,
            oracle_rules(rules),
        )
        assert found.chance(who, bombs=bombs) == Fraction(ways, total), (words, sizes, who, bombs)
        open_ones += 0 < ways < total
    return open_ones


@pytest.mark.parametrize("words", PLAYS)
def test_few_unseen_cards_are_dealt_in_every_way(words):
    rng = random.Random(words)
    check_against_all_deals(rng, words)


@pytest.mark.slow
@pytest.mark.parametrize("words", PLAYS)
def test_more_sets_of_few_unseen_cards_are_dealt_in_every_way(words):
    rng = random.Random(f"more {words}")
    open_ones = sum(check_against_all_deals(rng, words) for _ in range(6))
    # Few cards beat Mah Jong always, and a straight flush never: go on to some that may or may not.
    further = (check_against_all_deals(rng, words) for _ in range(60))
    assert open_ones or any(further)


HAND = "As Ks Kh 9s 9h 8d 7d 6s 5h 5d 4s 4h 2s Ph"
QUESTIONS = (
    "Ks",
    "9s-9h",
    "4s-4h-5h-5d",
    "9s-9h-Ph=9",
    "9s-9h-Ph=9-4s-4h",
    "4s-5h-6s-7d-8d-9s",
    "4s-5h-6s-7d-8d",
)


@pytest.mark.slow
@pytest.mark.parametrize("words", QUESTIONS)
@pytest.mark.parametrize("sizes", [(14, 14, 14), (9, 14, 3)])
def test_full_deals_agree_with_a_sample(words, sizes):
    """The slow twin looks at hands dealt at random; with 99.99 % intervals."""
    play = Combination.of(words)
    # With short hands a part of the pack has been seen.
    hand = bits(HAND)
    rng = random.Random(f"{words} {sizes}")
    others = [card for card in range(56) if not hand >> card & 1]
    unseen = Unseen(bits_of(rng.sample(others, sum(sizes))), sizes)
    cards = cards_of(unseen.cards)
    wanted = oracle_play(play)
    n = 400
    counts = {(who, bombs): 0 for who in WHO for bombs in (False, True)}
    for _ in range(n):
        rng.shuffle(cards)
        ends = [sum(sizes[:place]) for place in range(4)]
        dealt = [[oracle.PACK[card] for card in cards[low:high]] for low, high in pairwise(ends)]
        can = [[oracle.can_beat(hand, wanted, bombs) for hand in dealt] for bombs in (False, True)]
        for who, bombs in counts:
            counts[who, bombs] += any(can[bombs][hand] for hand in HANDS[who])
    found = beaten(play, unseen)
    for (who, bombs), count in counts.items():
        sampled = Estimate.of_share(count, n, 0, level=0.9999)
        assert sampled.interval.covers(found.chance(who, bombs=bombs)), (who, bombs)


@pytest.mark.parametrize("words", QUESTIONS)
def test_random_deals_agree_with_the_exact_chance(words):
    unseen = Unseen.of(bits(HAND))
    for aim in _aims(Combination.of(words), unseen):
        for sizes in ((14,), (14, 14), (14, 14, 14)):
            without = ways_unbeaten(aim, unseen.cards, sizes, mah_jong=False)
            chance = 1 - Fraction(without, ways_to_deal(42, sizes))
            sampled = share_beaten(aim, unseen.cards, sizes, mah_jong=False, samples=4000, seed=5)
            assert wilson(round(sampled.value * 4000), 4000, 0.9999).covers(chance)


def test_with_too_little_seen_the_chance_is_an_estimate():
    found = beaten(Combination.of("2s-3s-4s-5s-6h"), Unseen.of(bits("2s 3s 4s 5s 6h")), seed=3)
    assert isinstance(found.chance("next"), Fraction)
    assert isinstance(found.chance("opponents", bombs=False), Fraction)
    estimate = found.chance("anyone")
    assert isinstance(estimate, Estimate)
    assert (estimate.n, estimate.seed) == (20_000, 3)
    assert estimate.interval.high > found.chance("opponents", bombs=False)
    assert found.to_dict()["with_bombs"]["anyone"]["kind"] == "estimate"
    for language, between in (("en", "to"), ("fr", "à")):
        with speaking(language):
            said, low = str(found), number_text(100 * estimate.interval.low)
            assert f"[{low} {between} " in said
            assert number_text(20_000) in said
            assert said.endswith("3")


SEEN = (HAND, "3s 4h 5d 6c 7s 9h Jd As 3h 4s", "3s 4h 5d 6c 7s")


@pytest.mark.slow
@pytest.mark.parametrize("seen", SEEN)
def test_what_is_estimated_is_what_takes_longest_to_count(seen):
    """Asked alone a play gets more counted, and what is counted is the same."""
    position = Position.of(seen, others=(10, 10, 10) if seen == HAND else ())
    together = beaten_plays(position, "each", seed=3)
    assert together[::-1] == beaten_plays(position, [one.play for one in together][::-1], seed=3)
    counted, longest, estimated = 0.0, inf, 0
    for one in together:
        for aim, chances in zip(
            _aims(one.play, one.unseen),
            (one.chances.of_type, one.chances.with_bombs),
            strict=True,
        ):
            for who, chance in zip(WHO, chances, strict=True):
                sizes = [one.unseen.sizes[hand] for hand in HANDS[who]]
                work = effort(aim, one.unseen.cards, sizes, mah_jong=False).alone
                if isinstance(chance, Estimate):
                    longest, estimated = min(longest, work), estimated + 1
                else:
                    counted = max(counted, work)
    assert estimated
    assert 0 < counted <= longest
    play = together[0].play
    for bombs in (False, True):
        for who in WHO:
            one = together[0].chance(who, bombs=bombs)
            alone = beaten(play, together[0].unseen).chance(who, bombs=bombs)
            assert isinstance(one, Estimate) or one == alone


@pytest.mark.slow
@pytest.mark.parametrize("seen", SEEN)
def test_all_plays_of_a_hand_are_told_in_seconds(seen):
    for others in ((), (10, 10, 10)):
        before = process_time()
        beaten_plays(Position.of(seen, others=others), "each")
        assert process_time() - before < 20


def test_the_work_is_known_before():
    """The steps and states of the suits are those that are made, or some more."""
    rng = random.Random("work")
    for _ in range(20):
        cards = bits_of(rng.sample(range(56), rng.choice([20, 30, 36])))
        sizes = tuple(rng.choice([3, 5, 6]) for _ in range(rng.choice([1, 2, 3])))
        mah_jong = rng.random() < 0.5
        aim = rng.choice([Aim(None, flush=(4, 14)), Aim("pair", rank=6, flush=(4, 14))])
        [(_, case), *_] = _cases(aim, cards, sizes, mah_jong)
        suits = suits_of(case.dealing())
        for layer, (states, steps) in enumerate(case.dealing().most_steps()):
            assert suits.states[layer] <= states
            assert len(suits.steps[layer]) <= steps
            if not mah_jong:
                assert suits.states[layer] == states
        # Every sum that the sweep makes is one of those that were foreseen.
        assert _reached(case) <= effort(aim, cards, sizes, mah_jong=mah_jong).sums


def test_a_straight_flush_beats_a_straight_as_a_bomb_only():
    """Of six unseen cards one hand gets five: a bomb, or with the other ten a straight."""
    straight = Combination.of("2s-3h-4d-5c-6s")
    found = beaten(straight, Unseen(bits("6h 7h 8h 9h Th Td"), (5, 0, 0)))
    assert found.chance("next", bombs=False) == Fraction(1, 6)
    assert found.chance("next", bombs=True) == Fraction(2, 6)
    # The Phoenix in place of one of its cards makes a straight of it.
    wild = beaten(straight, Unseen(bits("6h 7h 8h 9h Th Ph"), (5, 1, 0)))
    assert wild.chance("next", bombs=False) == Fraction(5, 6)
    assert wild.chance("next", bombs=True) == 1


# --- The plays of a position ----------------------------------------------------------------------


def test_the_plays_of_a_position_are_those_of_its_unseen_cards():
    position = Position.of(
        "9s 9h 8d 5h 5d Ph", trick="4s", seen="4s As Ks Kh Dr 2s", others=(9, 14, 3)
    )
    unseen = Unseen(position.unseen, (9, 14, 3))
    for which in ("partition", "leads", "each"):
        found = beaten_plays(position, which)
        assert found == tuple(beaten(one.play, unseen) for one in found)
    best = beaten_plays(position)
    assert sum(one.play.bits for one in best) == position.bits
    assert len(best) == evaluate(position).fewest_plays
    each = [one.play for one in beaten_plays(position, "each")]
    kinds = {(play.kind, play.length, play.rank) for play in combinations(position)}
    assert len(each) == len(kinds)
    assert {(play.kind, play.length, play.rank) for play in each} == {
        ("single", 1, 4) if kind == ("single", 1, 1) else kind for kind in kinds
    }
    [phoenix] = beaten_plays(position, [Combination.of("Ph")])
    assert phoenix.play.to_text() == "Ph=4+"
    assert beaten_plays(position.to_line(), "each") == beaten_plays(position, "each")


# --- What is known otherwise ----------------------------------------------------------------------


def test_a_single_card_is_beaten_by_its_higher_cards():
    hand = bits("As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s")
    found = beaten(Combination.of("Ks"), Unseen.of(hand))
    # One ace, the Phoenix and the Dragon.
    assert found.chance("next", bombs=False) == 1 - Fraction(comb(39, 14), comb(42, 14))
    assert found.chance("opponents", bombs=False) == 1 - Fraction(comb(39, 28), comb(42, 28))
    assert found.chance("anyone", bombs=False) == 1
    ace = beaten(Combination.of("As"), Unseen.of(hand))
    assert ace.chance("partner", bombs=False) == 1 - Fraction(comb(40, 14), comb(42, 14))


def test_the_phoenix_is_beaten_from_where_it_lies():
    hand = bits("Ph 2s 2h 3s 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc")
    on_king = beaten(Combination.of("Ph=K+"), Unseen.of(hand))
    assert on_king.chance("next", bombs=False) == 1 - Fraction(comb(37, 14), comb(42, 14))
    on_ace = beaten(Combination.of("Ph=A+"), Unseen.of(hand))
    assert on_ace.chance("next", bombs=False) == Fraction(14, 42)


def test_a_bomb_is_as_likely_as_a_hand_has_one():
    """Where nothing is seen, the Dragon is beaten when an exact count of deals says."""
    dragon = Combination.of("Dr")
    for rules in (Rules(), Rules(mah_jong_in_straight_flush=True)):
        unseen = Unseen.of(dragon.bits, rules=rules)
        _, bomb = _aims(dragon, unseen)
        mah_jong = rules.mah_jong_in_straight_flush
        without = ways_unbeaten(bomb, unseen.cards, (14,), mah_jong=mah_jong)
        assert comb(55, 14) - without == _without_one_special(14, rules)


def _without_one_special(cards: int, rules: Rules) -> int:
    """Hands with a bomb of 55 cards: of 56, those that hold the last one have one card less."""
    if cards == 0:
        return 0
    whole = deal_distribution("bomb", cards, rules).counts.get(1, 0)
    return whole - _without_one_special(cards - 1, rules)


def test_the_dog_and_what_nothing_is_above():
    hand = bits("Dog Dr As Ah Ad Ac Ts Js Qs Ks 3h 5d 6c 8h")
    for words in ("Dog", "As-Ah-Ad-Ac"):
        found = beaten(Combination.of(words), Unseen.of(hand))
        assert found.chances.of_type == (0,) * len(WHO)
    assert beaten(Combination.of("Dog"), Unseen.of(hand)).chances.with_bombs == (0,) * len(WHO)
    royal = beaten(Combination.of("Ts-Js-Qs-Ks-As"), Unseen.of(hand))
    # Only six cards of another suit are above: no more likely than there are such in the mean.
    unseen = Unseen.of(hand)
    longer = sum(
        length == 6 for length, _ in oracle.flushes(oracle_cards(unseen.cards), oracle.DEFAULT)
    )
    mean = Fraction(3 * longer * comb(36, 8), comb(42, 14))
    assert mean / 3 < royal.chance("anyone") < mean


def test_more_hands_and_more_plays_are_never_less_likely():
    # Cards that nobody holds cost most: some have been seen besides the hand.
    unseen = Unseen.of(bits(HAND + " 2h 2d 3s 6h 8s Th Qs Ac"), (10, 9, 8))
    for words in QUESTIONS:
        found = beaten(Combination.of(words), unseen)
        for bombs in (False, True):
            each = [found.chance(who, bombs=bombs) for who in WHO[:3]]
            either, anyone = (found.chance(who, bombs=bombs) for who in WHO[3:])
            assert max(each[0], each[2]) <= either <= min(1, each[0] + each[2])
            assert max(either, each[1]) <= anyone <= min(1, either + each[1])
        assert all(found.chance(who) >= found.chance(who, bombs=False) for who in WHO)


def test_numbers_beyond_one_word_are_counted_too():
    """All of the pack but a pair is unseen: the deals of three hands are too many for 64 bits."""
    pair = Combination.of("As-Ah")
    unseen = Unseen.of(pair.bits)
    plain, _ = _aims(replace(pair, rank=13), unseen)
    without = ways_unbeaten(plain, unseen.cards, (14, 14, 14), mah_jong=False)
    # Two more aces and the Phoenix: two of these three have to be in one hand.
    deals, apart = 0, 0
    for places in product(range(4), repeat=3):  # 3: in none of the hands
        sizes = [14, 14, 14, 12]
        for place in places:
            sizes[place] -= 1
        ways = factorial(51) // prod(map(factorial, sizes))
        deals += ways
        hands = [place for place in places if place < 3]
        apart += ways * (len(set(hands)) == len(hands))
    assert deals > 2**63
    assert ways_to_deal(54, (14, 14, 14)) == deals
    assert without == apart


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "call",
    [
        lambda: Unseen(0b111, (2, 2, 0)),
        lambda: Unseen(0b111, (-1, 1, 1)),
        lambda: beaten(Combination.of("2s"), Unseen(0b111, (1, 1, 1))),
        lambda: beaten_plays("2s 3s", "some"),
        lambda: beaten_plays(" ".join(PIECES.codes), "leads"),
    ],
)
def test_what_cannot_be_asked_is_refused(language, call):
    with speaking(language), pytest.raises(InputError) as caught:
        call()
    assert str(caught.value)


def test_many_plays_are_those_one_by_one():
    unseen = Unseen.of(bits(HAND))
    plays = [Combination.of(words) for words in ("9s-9h", "Ks-Kh", "Ks", "5h-5d", "5d-Ph=5")]
    assert beaten_many(plays, unseen) == tuple(beaten(play, unseen) for play in plays)


def test_it_is_said_and_written():
    found = beaten(Combination.of("Ks-Kh"), Unseen.of(bits(HAND)))
    record = found.to_dict()
    assert record["cards"] == "Ks-Kh"
    anyone = record["with_bombs"]["anyone"]
    assert Fraction(anyone["numerator"], anyone["denominator"]) == found.chance()
    for language in ("en", "fr"):
        with speaking(language):
            assert found.play.describe() in str(found)
