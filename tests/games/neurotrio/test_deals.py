"""Deal statistics: exact ones against every deal and the slow oracle, sampled ones against exact.

`tests.oracles.deals` counts deals one by one and asks the slow evaluator; nothing of it knows
classes, kernels or sums in two halves.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.distribution import Distribution, SampledDistribution
from neuroanalysis.core.work import Cancel, Cancelled, Control, WorkError, processes
from neuroanalysis.errors import InputError, RulesError
from neuroanalysis.games.neurotrio._kernels.deals import HALF_BITS, class_weights, tally
from neuroanalysis.games.neurotrio.analysis import (
    deal_distribution,
    deals,
    hand_classes,
    questions,
    sample_deals,
)
from neuroanalysis.games.neurotrio.analysis.classes import class_chunks
from neuroanalysis.games.neurotrio.analysis.deal_tables import shipped_deals
from neuroanalysis.games.neurotrio.analysis.deals import Question, deal_together, outcome_of
from neuroanalysis.games.neurotrio.rules import PRESETS, Bonus, Rules
from neuroanalysis.games.neurotrio.scoring import distance_many, evaluate_many, finish_many
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.neurotrio.support import batch, oracle_rules, random_hand, random_rules
from tests.oracles import deals as slowly
from tests.oracles import neurotrio as oracle

# A game so small that hands of four cards have everything: groups, bonuses that contain others,
# bonuses that repeat, and finishing hands of five cards, or six with a carré.
SMALL = Rules(
    hand_size=4,
    structures=1,
    duo_points=1,
    bonuses=(
        Bonus("LINE", 3, structures=1, shared=2, contains=("N2",)),
        Bonus("POINT", 5, structures=1, shared=3, contains=("LINE",)),
        Bonus("PAIRS", 2, duos=2, shared=1, per_line=True),
        Bonus("N4", 4, distinct=4, contains=("N3",)),
        Bonus("N3", 3, distinct=3, contains=("N2",)),
        Bonus("N2", 1, distinct=2),
    ),
)
VARIANTS = {
    "small": SMALL,
    "small_grouped": replace(SMALL, distinct_scope="grouped"),
    "small_repeat": replace(SMALL, repeat_bonuses=True),
    "small_one_duo": replace(SMALL, one_duo=True, distinct_scope="grouped"),
    "small_two_copies": replace(SMALL, copies=2, carre=False),
    "default": Rules(),
    "one_deck_shape": PRESETS["one_deck_shape"],
}
# Rules under which some hands of few cards finish.
FINISHING = {
    "a duo and a structure": SMALL,
    "two structures": replace(SMALL, duos=0, structures=2, hand_size=5),
    "two duos and a structure": replace(SMALL, duos=2, hand_size=6, repeat_bonuses=True),
}


def counted(of, cards, rules=None, **how):
    """Return the distribution over all classes, never from a table that ships."""
    return deal_distribution(of, cards, rules, method="classes", **how)


exact = cache(counted)


def shipped(of, cards):
    """Return a distribution under the default rules from the table that ships."""
    found = shipped_deals(Question(of, cards, Rules()))
    assert found is not None
    return found


# --- Exact: against every deal -------------------------------------------------------------------


# Three cards take the oracle seconds, and four most of a minute, so only these are asked of.
QUICK = {"small_one_duo"}


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        pytest.param(name, cards, marks=() if quick else pytest.mark.slow)
        for name in VARIANTS
        for cards in (1, 2, 3, 4)
        for quick in [cards < 3 or (cards == 3 and name in QUICK)]
        if cards < 4 or name in QUICK
    ],
)
def test_every_question_about_few_cards_is_answered_as_by_looking_at_every_deal(name, cards):
    rules = VARIANTS[name]
    check_every_question(slowly.distributions(cards, oracle_rules(rules)), cards, rules)


def check_every_question(wanted, cards, rules):
    asked = set(wanted) if cards == rules.finish_size else set(wanted) - {"finish"}
    assert asked | {"finish"} == set(questions(rules))
    for of in sorted(asked):
        answer = exact(of, cards, rules)
        assert answer.counts == wanted[of], of
        assert answer.total == comb(27 * rules.copies, cards)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_question_about_four_cards_is_answered_as_by_one_deal_of_each_orbit(name):
    # No rule names a value of an attribute. That hands which are the same up to symmetry have the
    # same answers is judged by the test above, deal by deal.
    rules = VARIANTS[name]
    check_every_question(slowly.by_orbits(4, oracle_rules(rules)), 4, rules)


def test_the_slow_count_by_orbits_is_that_of_all_deals():
    rules = oracle_rules(VARIANTS["small_repeat"])
    assert slowly.by_orbits(2, rules) == slowly.distributions(2, rules)


def test_the_slow_count_of_few_cards_is_that_of_physical_cards():
    rules = oracle_rules(SMALL)
    for cards, copies in ((1, 4), (2, 4), (3, 2)):
        by_vector = Counter(
            {v: slowly.ways(v, copies) for v in slowly.count_vectors(cards, copies)}
        )
        one_by_one = Counter(
            tuple(deal.count(kind) for kind in oracle.KINDS)
            for deal in slowly.physical_deals(cards, copies)
        )
        assert by_vector == one_by_one
    hand = oracle.parse("1cn*3 1ev")
    for of, outcome in slowly.answers(hand, rules).items():
        assert slowly.answer(of, hand, rules) == outcome


@pytest.mark.parametrize(
    ("name", "carres"),
    [
        ("a duo and a structure", 0),
        ("a duo and a structure", 1),
        ("two structures", 1),
        ("two structures", 2),
        pytest.param("two structures", 0, marks=pytest.mark.slow),
        pytest.param("two duos and a structure", 0, marks=pytest.mark.slow),
        pytest.param("two duos and a structure", 1, marks=pytest.mark.slow),
    ],
)
def test_finishing_distributions_are_those_of_all_ways_to_put_groups_together(name, carres):
    rules = FINISHING[name]
    cards = rules.finish_size + carres
    wanted = Counter()
    for counts, total in slowly.finishing_hands(oracle_rules(rules), carres).items():
        wanted[total] += slowly.ways(counts, rules.copies)
    wanted["none"] = comb(108, cards) - wanted.total()
    assert exact("finish", cards, rules).counts == wanted


# --- Exact: each hand against the oracle ---------------------------------------------------------


def outcomes(of, hands, rules):
    question = Question(of, sum(hands[0]), rules)
    return [question.outcome(code) for code in question.codes(batch(hands), Control()).tolist()]


@pytest.mark.parametrize("seed", range(12))
def test_every_question_has_the_oracles_answer_for_rich_hands_under_random_rules(seed):
    rng = random.Random(seed)
    rules = Rules() if seed < 3 else random_rules(rng)
    cards = min(14, rules.finish_size)
    hands = [random_hand(rng, cards, rules.copies, sort) for sort in (0, 1, 1, 2, 2)]
    wanted = [slowly.answers(hand, oracle_rules(rules)) for hand in hands]
    for of in questions(rules):
        if of != "finish" or cards == rules.finish_size:
            assert outcomes(of, hands, rules) == [answers[of] for answers in wanted], of


@pytest.mark.parametrize("carres", range(5))
def test_hands_put_together_finish_with_the_oracles_total(carres):
    rng = random.Random(carres)
    hands = []
    while len(hands) < 40:
        groups = rng.sample(oracle.CARRES, carres) + rng.choices(oracle.TRIOS, k=4 - carres)
        held = Counter(kind for group in [*groups, rng.choice(oracle.DUOS)] for kind in group)
        if max(held.values()) <= 4:
            hands.append([held[kind] for kind in oracle.KINDS])
    rules = oracle_rules(Rules())
    wanted = [slowly.answer("finish", hand, rules) for hand in hands]
    assert "none" not in wanted
    assert outcomes("finish", hands, Rules()) == wanted


def test_one_hand_is_found_in_the_distribution_under_the_oracles_answer():
    rng = random.Random(2)
    for cards in (4, 13, 14):
        hand = random_hand(rng, cards, sort=1)
        wanted = slowly.answers(hand, oracle_rules(Rules()))
        for of in questions():
            if of != "finish" or cards == 14:
                assert outcome_of(hand, of) == wanted[of], of
    with pytest.raises(InputError):
        outcome_of("1cn*4", "luck")
    with pytest.raises(InputError):
        outcome_of("1cn*4", "finish")


# Here a triple is worth a trio, and which duo is declared makes no difference in points: what
# counts in one best grouping often does not count in another.
EVEN = Rules(
    hand_size=7,
    structures=2,
    carre=False,
    triple_points=0,
    one_duo=True,
    bonuses=(
        Bonus("POINT", 2, structures=1, shared=3),
        Bonus("NEAR", 0, duos=1, structures=1, shared=2),
        Bonus("FAR", 0, duos=1, structures=2, shared=1),
    ),
)


@pytest.mark.parametrize("one_duo", [False, True])
def test_a_bonus_counts_if_it_does_in_some_best_grouping(one_duo):
    rules = replace(EVEN, one_duo=one_duo)
    judge = oracle_rules(rules)
    rng = random.Random(5)
    hands = [random_hand(rng, 8, sort=1) for _ in range(120)]
    wanted, in_some = [], Counter()
    for hand in hands:
        _, groupings = oracle.evaluate(hand, (), judge)
        having = [set(oracle.bonuses(g, hand, (), judge)[0]) for g in groupings]
        wanted.append(set().union(*having))
        in_some.update(wanted[-1] - set.intersection(*having))
    assert min(in_some[code] for code in rules.by_code) > 3  # else these hands would show nothing
    for code in rules.by_code:
        assert outcomes(f"bonus:{code}", hands, rules) == [code in codes for codes in wanted]


# --- Exact: what fits together -------------------------------------------------------------------


@pytest.mark.parametrize("cards", [1, 6, 9])
def test_the_joint_distribution_has_the_single_ones_as_its_sides(cards):
    joint = exact("value,distance", cards)
    assert joint.marginal(0) == exact("value", cards)
    assert joint.marginal(1) == exact("distance", cards)


@pytest.mark.slow
def test_the_whole_joint_distribution_is_the_shipped_one_and_has_the_shipped_sides():
    joint = exact("value,distance", 13)
    assert joint == shipped("value,distance", 13)
    assert joint.marginal(0) == shipped("value", 13)
    assert joint.marginal(1) == shipped("distance", 13)


def test_a_bonus_brings_its_points_on_average():
    # With one bonus alone and nothing else worth a point, the value is that bonus or nothing.
    bonus = Bonus("D_S2_2", 7, duos=1, structures=2, shared=2)
    nothing = {"trio_points": 0, "triple_points": 0, "carre_points": 0}
    rules = Rules(bonuses=(bonus,), **nothing)
    value = exact("value", 9, rules)
    assert set(value.counts) == {0, 7}
    # Where it cannot be had, no grouping is better than another, and it counts in none.
    assert exact("bonus:D_S2_2", 9, rules).map(lambda n: 7 * n) == value


def test_the_cards_asked_for_by_default_are_a_hand_or_a_finishing_one():
    rules = PRESETS["three_trios"]
    assert deal_distribution("distance", rules=rules, method="classes") == exact(
        "distance", 8, rules
    )
    assert deal_distribution("finish", rules=rules, method="classes") == exact("finish", 9, rules)


def test_the_fastest_way_gives_the_same_as_the_classes():
    rules = PRESETS["three_trios"]
    for of in ("value", "distance", "value,distance", "distinct", "duos", "triples", "carres"):
        assert deal_distribution(of, 8, rules) == exact(of, 8, rules)


def test_the_value_does_not_depend_on_cards_that_change_nothing():
    # No structure fits two cards, and no nine kinds: nothing is worth a point.
    assert exact("value", 2).counts == {0: comb(108, 2)}
    # Of one card there are 27 kinds, and each lacks the 13 others of a finishing hand.
    assert exact("distance", 1).counts == {13: 108}


# --- Exact: sums that need more than 64 bits -----------------------------------------------------


def test_a_class_of_18_cards_has_a_weight_that_fits():
    hand = np.zeros((1, 27), dtype=np.uint8)
    hand[0, :18] = 1
    ways = np.array([1, 4, 6, 4, 1], dtype=np.int64)
    weights = np.zeros(1, dtype=np.int64)
    class_weights(hand, np.array([1], dtype=np.int16), ways, weights)
    assert weights.tolist() == [1296 * 4**18]


def test_sums_of_weights_do_not_overflow():
    # Each as great as a class of 18 cards can be; together more than 63 bits hold.
    weight, n = 1296 * 4**18, 400_000
    rng = np.random.default_rng(3)
    outcomes = rng.integers(3, size=n)
    weights = weight - rng.integers(1000, size=n)
    low, high = np.zeros((2, 3), dtype=np.int64)
    tally(outcomes, weights, low, high)
    for outcome in range(3):
        wanted = sum(weights[outcomes == outcome].tolist())
        assert int(low[outcome]) + (int(high[outcome]) << HALF_BITS) == wanted
        assert wanted > 2**63


# --- Exact: as work ------------------------------------------------------------------------------


def test_the_answer_is_the_same_for_any_number_of_workers():
    one, two = (counted("value,distance", 8, workers=workers) for workers in (1, 2))
    assert one == two


def test_other_processes_give_the_same_answers():
    with processes(1) as pool:
        how = {"executor": pool, "workers": 1}
        assert counted("value", 6, **how) == exact("value", 6)
        sample = sample_deals("distance", samples=20_000, seed=3, players=2, **how)
    assert sample == sample_deals("distance", samples=20_000, seed=3, players=2)


def test_progress_never_goes_back_and_ends_at_the_end():
    for ask in (lambda p: counted("value", 9, progress=p), lambda p: sample_deals(progress=p)):
        told = []
        ask(lambda done, total, told=told: told.append((done, total)))
        done = [n for n, _ in told]
        assert done == sorted(done)
        assert (done[0], done[-1]) == (0, told[0][1])
        assert len({total for _, total in told}) == 1


def test_a_cancelled_count_stops_and_the_next_one_is_right():
    cancel = Cancel()
    told = []

    def stop_soon(done, total):
        told.append(done)
        cancel.cancel()

    with pytest.raises(Cancelled):
        counted("value", 13, cancel=cancel, progress=stop_soon)
    with pytest.raises(Cancelled):
        sample_deals(samples=10**9, cancel=cancel, progress=stop_soon)
    assert max(told) == 0
    assert counted("value", 7) == exact("value", 7)
    assert sample_deals(samples=1000).n == 1000


class StopsSoon(Control):
    """Stops its chunk at the first progress."""

    def advance(self, units=1):
        super().advance(units)
        self.stop()


@pytest.mark.parametrize("of", ["value", "distance", "duos"])
def test_a_part_tells_how_far_it_is_and_hears_a_stop(of):
    question = Question(of, 10, Rules())
    part = max(class_chunks(10), key=lambda chunk: chunk.size).payload
    assert part.expected > 3 * deals._BATCH
    control = Control()
    deals._count_part((question, part), control)
    assert 0.99 * part.expected < control.done <= part.expected
    stopped = StopsSoon()
    with pytest.raises(Cancelled):
        deals._count_part((question, part), stopped)
    assert 0 < stopped.done < part.expected / 2


# --- Sampled: how it is dealt --------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards", "copies"), [(1, 13, 4), (6, 18, 4), (3, 9, 1)])
def test_hands_dealt_together_are_from_one_pack(players, cards, copies):
    hands = deal_together(300, players, cards, copies, np.random.default_rng(1))
    assert hands.shape == (300, players, 27)
    assert hands.dtype == np.uint8
    assert (hands.sum(axis=2) == cards).all()
    assert hands.sum(axis=1, dtype=int).max() <= copies
    if players * cards == 27 * copies:
        assert (hands.sum(axis=1) == copies).all()


def test_every_way_to_deal_two_players_is_as_likely_as_another():
    # Of the 27 cards of a pack with one copy, three at a time are called alike; counted is how the
    # four cards that two players get are alike.
    def pattern(one, other):
        (a, b), (c, d) = ((card // 3 for card in seat) for seat in (one, other))
        return a == b, c == d, (a == c) + (a == d) + (b == c) + (b == d)

    n = 30_000
    hands = deal_together(n, 2, 2, 1, np.random.default_rng(2))
    tables = np.nonzero(hands)[2].reshape(n, 2, 2).tolist()
    seen = Counter(pattern(one, other) for one, other in tables)
    ways = Counter(
        pattern(one, other)
        for one in combinations(range(27), 2)
        for other in combinations(sorted(set(range(27)) - set(one)), 2)
    )
    assert set(seen) == set(ways)
    expected = [n * ways[p] / ways.total() for p in ways]
    assert min(expected) > 5
    assert chisquare([seen[p] for p in ways], expected).pvalue > 1e-4


def test_every_card_goes_to_every_player_as_often():
    hands = deal_together(4000, 4, 13, 4, np.random.default_rng(5)).sum(axis=0, dtype=int)
    expected = 4000 * 13 / 27
    # Variance of a kind's copies in 13 cards, by the hypergeometric law.
    deviation = np.sqrt(4000 * 13 * (1 / 27) * (26 / 27) * (95 / 107))
    assert np.abs(hands - expected).max() < 4.5 * deviation


@pytest.mark.parametrize("seat", range(3))
def test_each_seat_has_a_random_deal(seat):
    hands = deal_together(30_000, 3, 8, 4, np.random.default_rng(6))[:, seat]
    for of in ("distance", "distinct"):
        question = Question(of, 8, Rules())
        codes = question.codes(np.ascontiguousarray(hands), Control())
        sample = SampledDistribution.from_counts(Counter(codes.tolist()), seed=6)
        assert agreement(sample, exact(of, 8)).agrees


# --- Sampled: against exact ----------------------------------------------------------------------


@pytest.mark.parametrize("of", questions(PRESETS["three_trios"]))
def test_the_sampled_twin_agrees_with_the_exact_one(of):
    rules = PRESETS["three_trios"]
    cards = 9 if of == "finish" else 8
    for seed in (1, 2):
        sample = sample_deals(of, cards, rules, samples=40_000, seed=seed)
        assert sample.n == 40_000
        judged = agreement(sample, exact(of, cards, rules))
        assert judged.agrees, str(judged)


WRONG = {
    "a point more for three alike": {"rules": Rules(triple_points=5)},
    "a point less for a bonus": {"rules": Rules.from_mapping({"bonuses": {"N9": 0}})},
    "a card less": {"cards": 8},
    "a card more": {"cards": 10},
    "fewer copies": {"rules": Rules(copies=3, carre=False, players_max=5)},
    "another scope": {"rules": Rules(distinct_scope="grouped")},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_twin_is_noticed(name):
    right = {"cards": 9, "rules": Rules()}
    wrong = sample_deals("value", **(right | WRONG[name]), samples=100_000, seed=1)
    assert not agreement(wrong, exact("value", 9)).agrees
    assert agreement(sample_deals("value", 9, samples=100_000, seed=1), exact("value", 9)).agrees


def test_a_twin_that_puts_cards_back_is_noticed():
    rng = np.random.default_rng(4)
    drawn = rng.integers(27, size=(100_000, 9))
    hands = np.array([(drawn == kind).sum(axis=1) for kind in range(27)], dtype=np.uint8).T
    hands = np.ascontiguousarray(hands[hands.max(axis=1) <= 4])
    codes = Question("distance", 9, Rules()).codes(hands, Control())
    wrong = SampledDistribution.from_counts(Counter(codes.tolist()), seed=4)
    assert not agreement(wrong, exact("distance", 9)).agrees


def test_the_same_seed_gives_the_same_for_any_number_of_workers():
    one = sample_deals("value", samples=60_000, seed=9, workers=1)
    assert one == sample_deals("value", samples=60_000, seed=9, workers=2)
    assert one == sample_deals(samples=60_000, seed=9)
    assert one.counts != sample_deals("value", samples=60_000, seed=10).counts


def test_players_share_the_samples():
    sample = sample_deals("distinct", samples=12_000, seed=1, players=6)
    assert sample.n == 12_000
    assert agreement(sample, deal_distribution("distinct", 13)).agrees


# --- What is refused -----------------------------------------------------------------------------

TRIOS = PRESETS["three_trios"]
BAD = [
    (
        lambda: outcome_of("1cv*3 | laid 1cn*4", "value"),
        InputError,
        "this question is about cards as they are dealt, before any carré is laid",
    ),
    (
        lambda: deal_distribution("luck", rules=replace(TRIOS, bonuses=())),
        InputError,
        "unknown question 'luck'; accepted: " + ", ".join(deals.QUESTIONS),
    ),
    (lambda: deal_distribution("value", 0), InputError, "cards: 0 is outside 1 to 14"),
    (lambda: deal_distribution("value", 15), InputError, "cards: 15 is outside 1 to 14"),
    (lambda: deal_distribution("duos", 15), InputError, "cards: 15 is outside 1 to 14"),
    (lambda: deal_distribution("finish", 13), InputError, "cards: 13 is outside 14 to 18"),
    (lambda: deal_distribution("finish", 19), InputError, "cards: 19 is outside 14 to 18"),
    (lambda: deal_distribution("finish", 10, TRIOS), InputError, "cards: 10 is outside 9 to 9"),
    (lambda: sample_deals("value", 15), InputError, "cards: 15 is outside 1 to 14"),
    (lambda: sample_deals(samples=0), InputError, "samples: 0 is outside 1 to 1000000000"),
    (
        lambda: sample_deals(samples=10**9 + 1),
        InputError,
        "samples: 1000000001 is outside 1 to 1000000000",
    ),
    (lambda: sample_deals(players=0), InputError, "players: 0 is outside 1 to 8"),
    (lambda: sample_deals(players=9), InputError, "players: 9 is outside 1 to 8"),
    (lambda: sample_deals(seed=-1), WorkError, "seed -1 is negative; accepted: 0 or more"),
    (
        lambda: deal_distribution("value", rules=Rules(copies=5)),
        RulesError,
        "option 'copies': 5; exact counts over all deals are made for at most 4 copies",
    ),
]


@pytest.mark.parametrize(("ask", "error", "message"), BAD)
def test_what_is_refused(ask, error, message):
    with pytest.raises(error) as caught:
        ask()
    with speaking("en"):
        assert str(caught.value) == message
    with speaking("fr"):
        assert str(caught.value) not in {"", message}


def test_a_bonus_that_the_rules_do_not_have_is_no_question():
    with pytest.raises(InputError) as caught:
        deal_distribution("bonus:N13", rules=TRIOS)
    assert caught.value.key == "input.question"
    assert "bonus:N9" in str(caught.value)


def test_every_error_of_this_room_is_told_above():
    told = set()
    for ask, error, _ in BAD:
        with pytest.raises(error) as caught:
            ask()
        told.add(caught.value.key)
    assert raised_keys(Path(deals.__file__)) <= told


def test_five_copies_can_be_sampled():
    rules = Rules(copies=5)
    sample = sample_deals("duos", rules=rules, samples=20_000, seed=2)
    assert agreement(sample, deal_distribution("duos", rules=rules)).agrees


# --- The whole game, against the oracle ----------------------------------------------------------

# Half as many again are judged, so that what is wrong for one class in 2000, or for one deal in
# 1300, is met with a chance of 95 %.
RANDOM_CLASSES = 4_000

# These take long, and have the classes in common. What is judged is what ships, so nothing of it
# has to be counted a second time to be judged, and it cannot have been made by an older version.
WHOLE = [("value", 13), ("distance", 13), ("finish", 14)]


@cache
def all_classes(cards):
    """Return the counts of all classes, their numbers of count vectors and of hands."""
    listed = hand_classes(cards)
    ways = np.array([1, 4, 6, 4, 1], dtype=np.int64)
    parts = np.array_split(np.arange(len(listed)), len(listed) // 100_000 + 1)
    weights = [ways[listed.counts[part]].prod(axis=1) * listed.sizes[part] for part in parts]
    return listed.counts, np.concatenate(weights)


def summed(answers, weights):
    """Return how many hands have each answer; their sum fits 63 bits up to 14 cards."""
    return {int(found): int(weights[answers == found].sum()) for found in np.unique(answers)}


FAST = {"value": evaluate_many, "distance": distance_many, "finish": finish_many}


def classes_to_judge(cards, of, answers=None):
    """Return places of random classes: as likely as each other, as they are dealt, finishing."""
    counts, weights = all_classes(cards)
    rng = np.random.default_rng(cards)
    each = rng.choice(len(counts), RANDOM_CLASSES // 2, replace=False)
    dealt = rng.choice(len(counts), RANDOM_CLASSES, p=weights / weights.sum())
    judged = set(each.tolist()) | set(dealt.tolist())
    if of == "finish":
        # Few hands finish, so as many of those again.
        finishing = np.flatnonzero(answers >= 0)
        judged |= set(rng.choice(finishing, RANDOM_CLASSES // 2, replace=False).tolist())
    return sorted(judged)


@pytest.mark.slow
@pytest.mark.parametrize(("of", "cards"), WHOLE)
def test_the_whole_distribution_is_that_of_the_oracle_on_random_classes(of, cards):
    counts, weights = all_classes(cards)
    if of == "distance":  # what ships is a side of the joint distribution, which is counted above
        judged = classes_to_judge(cards, of)
        answers = dict(zip(judged, FAST[of](counts[judged]).tolist(), strict=True))
    else:
        # The distribution that ships is the sum over these classes, added up plainly ...
        answers = FAST[of](counts)
        added = summed(answers, weights)
        wanted = {"none" if found < 0 else found: n for found, n in added.items()}
        assert shipped(of, cards).counts == wanted
        assert sum(wanted.values()) == comb(108, cards)
        judged = classes_to_judge(cards, of, answers)
    # ... whose answers are the oracle's, and whose weights are those of all their images.
    assert len(judged) >= RANDOM_CLASSES
    rules = oracle_rules(Rules())
    for number, place in enumerate(judged):
        hand, found = counts[place].tolist(), int(answers[place])
        assert slowly.answer(of, hand, rules) == ("none" if found < 0 else found), hand
        if number % 20 == 0:
            orbit = slowly.orbit(hand)
            assert int(weights[place]) == len(orbit) * slowly.ways(hand, 4)


@pytest.mark.slow
@pytest.mark.parametrize(("of", "cards"), WHOLE)
def test_the_whole_distribution_agrees_with_the_oracle_on_random_deals(of, cards):
    # Dealt and answered by the oracle alone: no class, no kernel, no sum in common.
    rng = random.Random(cards)
    rules = oracle_rules(Rules())
    drawn = Counter(
        slowly.answer(of, slowly.random_deal(rng, cards, 4), rules) for _ in range(RANDOM_CLASSES)
    )
    judged = agreement(SampledDistribution.from_counts(drawn, seed=cards), shipped(of, cards))
    assert judged.agrees, str(judged)


@pytest.mark.slow
def test_the_whole_sampled_twin_agrees_and_a_wrong_one_is_noticed():
    truth = shipped("value", 13)
    assert agreement(sample_deals("value", samples=500_000, seed=1), truth).agrees
    for wrong in ({"cards": 12}, {"rules": Rules(trio_points=3)}, {"rules": Rules(one_duo=True)}):
        sample = sample_deals("value", **wrong, samples=500_000, seed=1)
        same = wrong.get("rules") == Rules(one_duo=True)
        # One duo alone changes nothing where kinds are counted in the whole hand.
        assert agreement(sample, truth).agrees == same
    assert isinstance(truth, Distribution)
