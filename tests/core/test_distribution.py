"""Distributions, estimates and their agreement, against closed forms and published figures."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import json
import math
import operator
import pickle
import statistics
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.distribution import (
    Computed,
    Distribution,
    DistributionError,
    Estimate,
    Interval,
    Percentile,
    SampledDistribution,
    outcome_from_text,
    outcome_text,
)
from neuroanalysis.core.intervals import (
    binomial_tail,
    chi_square_tail,
    ends_text,
    normal,
    number_text,
    wilson,
)
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import speaking

words = st.sampled_from(["none", "1cn", "one", "-", "3 "])
scalars = st.integers(-50, 50) | words
outcomes = scalars | st.tuples(scalars, scalars) | st.tuples(scalars, scalars, scalars)
count_maps = st.dictionaries(outcomes, st.integers(0, 2**80), min_size=1).filter(
    lambda counts: any(counts.values())
)
number_maps = st.dictionaries(st.integers(-20, 20), st.integers(1, 6), min_size=1, max_size=12)
chances = st.fractions(0, 1, max_denominator=50)


def binomial(n: int, chance: Fraction) -> Distribution:
    """Successes in n trials, as cases among ``denominator ** n``."""
    yes, no = chance.numerator, chance.denominator - chance.numerator
    return Distribution(
        {k: math.comb(n, k) * yes**k * no ** (n - k) for k in range(n + 1)},
        chance.denominator**n,
    )


def listed(counts: dict[int, int]) -> list[int]:
    """All cases one by one, in order."""
    return sorted(itertools.chain.from_iterable([x] * count for x, count in counts.items()))


# --- exact: closed forms -------------------------------------------------------------------------


@given(n=st.integers(0, 40), chance=chances)
def test_a_binomial_has_its_mean_and_variance(n, chance):
    successes = binomial(n, chance)
    assert successes.mean() == n * chance
    assert successes.variance() == n * chance * (1 - chance)


@given(n=st.integers(0, 12), first=chances, second=chances, weight=chances)
def test_a_mixture_follows_the_law_of_total_variance(n, first, second, weight):
    one, two = binomial(n, first), binomial(n, second)
    mixed = Distribution.mixture([(weight, one), (1 - weight, two)])
    assert mixed.mean() == weight * one.mean() + (1 - weight) * two.mean()
    within = weight * one.variance() + (1 - weight) * two.variance()
    between = weight * (1 - weight) * (one.mean() - two.mean()) ** 2
    assert mixed.variance() == within + between
    for k in range(n + 1):
        chance = weight * one.probability(k) + (1 - weight) * two.probability(k)
        assert mixed.probability(k) == chance


def test_copies_of_a_kind_in_a_deal_are_hypergeometric():
    copies = Distribution.from_counts(
        {k: math.comb(4, k) * math.comb(104, 13 - k) for k in range(5)}
    )
    assert copies.total == 20_592_957_740_312_160  # C(108, 13), as published with the rules
    assert copies.mean() == Fraction(13 * 4, 108)
    share = Fraction(4, 108)
    assert copies.variance() == 13 * share * (1 - share) * Fraction(108 - 13, 108 - 1)
    assert copies.probability(4) == Fraction(13 * 12 * 11 * 10, 108 * 107 * 106 * 105)


def test_weights_by_totals_pool_the_cases():
    red, blue = Distribution({0: 1, 1: 2}, 3), Distribution({1: 1, 2: 4}, 5)
    pooled = Distribution.mixture([(3, red), (5, blue)])
    assert pooled == Distribution({0: 1, 1: 3, 2: 4}, 8)


# --- exact: questions, against all cases listed --------------------------------------------------


@given(counts=number_maps)
def test_moments_are_those_of_the_listed_cases(counts):
    exact, cases = Distribution.from_counts(counts), listed(counts)
    assert exact.mean() == statistics.mean(map(Fraction, cases))
    assert exact.variance() == statistics.pvariance(map(Fraction, cases))


@given(counts=number_maps, value=st.integers(-25, 25))
def test_percentiles_are_those_of_the_listed_cases(counts, value):
    exact, cases = Distribution.from_counts(counts), listed(counts)
    found = exact.percentile(value)
    for part, relation in (("below", operator.lt), ("equal", operator.eq), ("above", operator.gt)):
        matching = sum(relation(case, value) for case in cases)
        assert getattr(found, part) == Fraction(matching, len(cases))
    assert exact.cumulative(value) == found.below + found.equal
    assert exact.share(lambda outcome: outcome > value) == found.above


@given(counts=number_maps, chance=chances)
def test_quantiles_are_those_of_the_listed_cases(counts, chance):
    cases = listed(counts)
    place = max(1, math.ceil(chance * len(cases)))
    assert Distribution.from_counts(counts).quantile(chance) == cases[place - 1]


def test_a_float_chance_is_read_as_the_decimal_that_it_shows():
    tenths = Distribution.from_counts(dict.fromkeys(range(1, 11), 1))
    # As binary fractions some of these lie just above the tenth, and would give the next outcome.
    assert [tenths.quantile(place / 10) for place in range(1, 11)] == list(range(1, 11))
    assert tenths.quantile(np.float64(0.3)) == 3
    assert (tenths.quantile(0), tenths.quantile(1)) == (1, 10)


@given(counts=number_maps)
def test_a_map_and_a_condition_are_those_of_the_listed_cases(counts):
    exact, cases = Distribution.from_counts(counts), listed(counts)
    assert exact.map(lambda x: x % 3).counts == Counter(case % 3 for case in cases)
    assert exact.map(lambda x: x > 0).counts == Counter(int(case > 0) for case in cases)
    odd = Counter(case for case in cases if case % 2)
    assume(odd)
    assert exact.given(lambda x: x % 2 == 1).counts == odd


def test_marginals_of_two_dice():
    dice = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    joint = Distribution.from_counts(Counter((a + b, max(a, b)) for a, b in dice))
    assert joint.marginal(0).counts == Counter(a + b for a, b in dice)
    assert joint.marginal(1).counts == {1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 11}
    assert joint.marginal(1, 0).probability((6, 12)) == Fraction(1, 36)
    assert joint.marginal(0, 1) == joint


def test_words_lie_below_all_numbers():
    best = Distribution.from_counts({20: 1, "none": 6, 18: 3})
    assert list(best.counts) == ["none", 18, 20]
    assert best.percentile(18) == Percentile(Fraction(6, 10), Fraction(3, 10), Fraction(1, 10))
    assert best.cumulative("none") == Fraction(6, 10)
    assert (best.quantile(0.6), best.quantile(0.61)) == ("none", 18)
    assert best.given(lambda outcome: outcome != "none").mean() == Fraction(37, 2)


# --- what may be counted -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: Distribution({0: 1, 1: 2}, 4), "add up to 3, not to the total 4"),
        (lambda: Distribution({0: -1, 1: 2}, 1), "outcome 0 has count -1"),
        (lambda: Distribution.from_counts({0: 0.5}), "outcome 0 has count 0.5"),
        (lambda: Distribution.from_counts({0: "x"}), "outcome 0 has count 'x'"),
        (lambda: Distribution.from_counts({}), "no cases"),
        (lambda: Distribution.from_counts({3: 0}), "no cases"),
        (lambda: Distribution.from_counts({0.5: 1}), r"0\.5 is no outcome"),
        (lambda: Distribution.from_counts({np.float32(2): 1}), "is no outcome"),
        (lambda: Distribution.from_counts({(1, 2.0): 1}), r"2\.0 is no outcome"),
        (lambda: Distribution.from_counts({"7": 1}), "'7' is no outcome"),
        (lambda: Distribution.from_counts({"a,b": 1}), "'a,b' is no outcome"),
        (lambda: Distribution.from_counts({(1,): 1}), r"\(1,\) is no outcome"),
        (lambda: Distribution.from_counts({None: 1}), "None is no outcome"),
        (lambda: Distribution.from_counts({1: 1}).probability(1.0), r"1\.0 is no outcome"),
        (lambda: Distribution.from_counts({"none": 1}).mean(), "'none' is no number"),
        (lambda: Distribution.from_counts({(1, 2): 1}).variance(), "is no number"),
        (lambda: Distribution.from_counts({(1, 2): 1}).quantile(0.5), "is joint"),
        (lambda: Distribution.from_counts({(1, 2): 1}).cumulative(1), "is joint"),
        (lambda: Distribution.from_counts({1: 1}).percentile((1, 2)), "is joint"),
        (lambda: Distribution.from_counts({1: 1}).quantile(1.5), "1.5 is no chance"),
        (lambda: Distribution.from_counts({1: 1}).quantile(math.nan), "nan is no chance"),
        (lambda: Distribution.from_counts({1: 1}).marginal(0), "has no such parts"),
        (lambda: Distribution.from_counts({(1, 2): 1}).marginal(2), "has no such parts"),
        (lambda: Distribution.from_counts({(1, 2): 1}).marginal(), "has no such parts"),
        (lambda: Distribution.from_counts({1: 1}).map(lambda x: x / 2), "is no outcome"),
        (lambda: Distribution.from_counts({1: 1}).given(lambda x: x > 1), "no cases"),
        (lambda: Distribution.mixture([]), "a mixture needs"),
        (lambda: Distribution.mixture([(0, binomial(1, Fraction(1, 2)))]), "a mixture needs"),
        (lambda: Distribution.mixture([(0.5, binomial(1, Fraction(1, 2)))]), "a mixture needs"),
        (lambda: Distribution.from_dict({"total": 3}), "no exact distribution"),
        (lambda: Distribution.from_dict({"total": 3, "counts": {"1": 2}}), "not to the total 3"),
        (lambda: SampledDistribution({0: 1}, n=2, seed=7), "add up to 1, not to the total 2"),
        (lambda: SampledDistribution({}, n=0, seed=7), "no cases"),
        (lambda: SampledDistribution({0: 1}, n=1, seed=7, level=1), "no confidence level"),
        (lambda: SampledDistribution({0: 1}, n=1, seed=7).mean(), "a sample of 1 is too small"),
        (lambda: SampledDistribution({"none": 5}, n=5, seed=7).mean(), "'none' is no number"),
        (lambda: wilson(3, 2), "3 successes among 2"),
        (lambda: wilson(0, 0), "a sample of 0 is too small"),
        (lambda: wilson(1, 2, level=0.0), "no confidence level"),
        (lambda: normal(0.0, 1.0, 1), "a sample of 1 is too small"),
        (lambda: Computed([], error=0.1), "finite values"),
        (lambda: Computed([math.inf], error=0.1), "finite values"),
        (lambda: Computed([0.5], error=-1), "error bound -1"),
        (lambda: Computed([0.5], error=math.nan), "error bound nan"),
        (lambda: Computed([0.5, 0.6], error=0.1).value, "there are 2 values"),
    ],
)
def test_what_cannot_be_is_refused_in_both_languages(ask, said):
    with pytest.raises(DistributionError, match=said) as caught:
        ask()
    assert isinstance(caught.value, NeuroanalysisError)
    with speaking("fr"):
        french = str(caught.value)
    assert french != str(caught.value)
    assert "{" not in french


def test_numpy_integers_become_plain_ones():
    counts = np.bincount([0, 2, 2, 3])
    exact = Distribution.from_counts({np.int64(value): count for value, count in enumerate(counts)})
    assert exact == Distribution({0: 1, 2: 2, 3: 1}, 4)
    plain = [*exact.counts, *exact.counts.values(), exact.total]
    assert {type(number) for number in plain} == {int}
    sample = SampledDistribution({True: np.int64(1)}, n=np.int64(1), seed=np.int64(7))
    plain = [*sample.counts, *sample.counts.values(), sample.n, sample.seed]
    assert {type(number) for number in plain} == {int}
    json.dumps(sample.to_dict())


@given(counts=count_maps)
def test_a_distribution_cannot_be_changed_and_travels(counts):
    exact = Distribution.from_counts(counts)
    with pytest.raises(TypeError):
        exact.counts[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        exact.total = 1
    for other in (pickle.loads(pickle.dumps(exact)), copy.deepcopy(exact)):
        assert other == exact
        assert hash(other) == hash(exact)
    counts.clear()
    assert sum(exact.counts.values()) == exact.total > 0


def test_equality_looks_at_the_counts_only():
    one = Distribution({0: 1, 1: 2, 5: 0}, 3, source="computed")
    two = Distribution({1: 2, 0: 1}, 3, source="data")
    assert one == two
    assert len({one, two}) == 1
    # The same chances from other cases are another result.
    assert one != Distribution({0: 2, 1: 4}, 6)
    assert one != {0: 1, 1: 2}


# --- tables and JSON -----------------------------------------------------------------------------


@given(counts=count_maps)
def test_json_holds_all_of_it(counts):
    exact = Distribution.from_counts(counts)
    said = json.loads(json.dumps(exact.to_dict()))
    assert set(said) == {"exact", "total", "counts"}
    assert said["exact"] is True
    assert 0 not in said["counts"].values()
    back = Distribution.from_dict(said)
    assert back == exact
    assert back.source == "data"
    assert all(outcome_from_text(outcome_text(outcome)) == outcome for outcome in exact.counts)


def test_json_of_a_joint_distribution():
    joint = Distribution.from_counts({(18, 2): 2**60 + 1, (7, 0): 3, (9, 9): 0})
    assert joint.to_dict()["counts"] == {"7,0": 3, "18,2": 2**60 + 1}


def test_a_table_of_exact_counts():
    frame = binomial(3, Fraction(1, 2)).to_frame()
    assert list(frame["outcome"]) == [0, 1, 2, 3]
    assert list(frame["count"]) == [1, 3, 3, 1]
    assert list(frame["probability"]) == [0.125, 0.375, 0.375, 0.125]
    assert list(frame["cumulative"]) == [0.125, 0.5, 0.875, 1.0]
    assert frame["count"].dtype == np.int64
    huge = binomial(40, Fraction(3, 100)).to_frame()
    assert sum(huge["count"]) == 100**40
    assert huge["cumulative"].iloc[-1] == 1.0
    joint = Distribution.from_counts({(1, 2): 1, (0, "none"): 1}).to_frame()
    assert list(joint["outcome"]) == [(0, "none"), (1, 2)]


def test_a_table_of_sampled_counts():
    frame = SampledDistribution({0: 182, 1: 81}, n=263, seed=7).to_frame()
    assert list(frame.columns) == ["outcome", "count", "share", "low", "high"]
    row = frame.iloc[1]
    assert (row["outcome"], row["count"], row["share"]) == (1, 81, 81 / 263)
    assert (round(row["low"], 4), round(row["high"], 4)) == (0.2553, 0.3662)


def test_json_of_a_sample_keeps_to_the_contract():
    said = SampledDistribution({"none": 182, 18: 81}, n=263, seed=7).to_dict()
    assert set(said) == {"exact", "n", "seed", "level", "counts", "intervals"}
    assert (said["exact"], said["n"], said["seed"], said["level"]) == (False, 263, 7, 0.95)
    assert said["counts"] == {"none": 182, "18": 81}
    low, high = json.loads(json.dumps(said))["intervals"]["18"]
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


# --- intervals: published figures ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_as_published(successes, n, low, high):
    # R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven
    # methods", Statistics in Medicine 17 (1998), 857-872, table I, method 3.
    found = wilson(successes, n)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    # And the other way round.
    mirrored = wilson(n - successes, n)
    assert mirrored == pytest.approx((1 - found.high, 1 - found.low))


@given(data=st.data(), n=st.integers(1, 10**6), level=st.floats(0.5, 0.9999))
def test_wilson_ends_are_where_the_score_test_turns(data, n, level):
    successes = data.draw(st.integers(0, n))
    share, z = successes / n, statistics.NormalDist().inv_cdf((1 + level) / 2)
    found = wilson(successes, n, level)
    assert 0 <= found.low <= share <= found.high <= 1
    assert found.covers(Fraction(successes, n))
    for end in found:
        if 0 < end < 1:
            assert (share - end) ** 2 == pytest.approx(z * z * end * (1 - end) / n, rel=1e-6)
    if successes == 0:
        assert found.low == 0
    if successes == n:
        assert found.high == 1


def test_a_normal_interval_uses_the_normal_quantile():
    low, high = normal(5.0, 9.0, 900)
    assert (low, high) == pytest.approx((5 - 1.959963984540054 / 10, 5 + 1.959963984540054 / 10))
    assert normal(5.0, 9.0, 900, level=0.99).high == pytest.approx(5 + 2.5758293035489 / 10)


def test_an_interval_of_what_is_counted_is_cut_at_0_and_no_further():
    whole, cut = (Estimate.of_mean(2, 2, 100, seed=7, least=least) for least in (None, 0))
    assert whole.interval.low < 0
    assert cut.interval == (0, whole.interval.high)
    assert cut.value == whole.value
    far = Estimate.of_mean(200, 500, 100, seed=7, least=0)
    assert far == Estimate.of_mean(200, 500, 100, seed=7)
    assert far.interval.low > 0


def test_a_cut_interval_holds_the_mean_of_rare_counts_as_often_as_a_whole_one():
    rng, holds = np.random.default_rng(7), [0, 0]
    for count in rng.binomial(200, 0.02, size=2000).tolist():
        for at, least in enumerate((None, 0)):
            interval = Estimate.of_mean(count, count, 200, seed=7, least=least).interval
            holds[at] += interval.covers(0.02)
    assert holds[0] == holds[1]


@pytest.mark.parametrize(
    ("ends", "english", "french"),
    [
        ((0.2, 0.326), "0.2 – 0.326", "0,2 – 0,326"),
        ((0.0, 0.2), "0 – 0.2", "0 – 0,2"),
        ((-0.326, -0.204), "−0.326 to −0.204", "de −0,326 à −0,204"),
        ((-0.1, 0.2), "−0.1 to 0.2", "de −0,1 à 0,2"),
    ],
)
def test_ends_have_a_dash_between_them_or_words_beside_a_minus_sign(ends, english, french):
    with speaking("en"):
        assert ends_text(Interval(*ends)) == english
    with speaking("fr"):
        assert ends_text(Interval(*ends)) == french


@given(values=st.lists(st.integers(-100, 100), min_size=2, max_size=60))
def test_a_sampled_mean_has_the_sample_variance(values):
    sample = SampledDistribution.from_counts(Counter(values), seed=7)
    estimate = sample.mean()
    assert estimate.value == pytest.approx(statistics.fmean(values))
    half = 1.959963984540054 * math.sqrt(statistics.variance(values) / len(values))
    assert estimate.interval == pytest.approx((estimate.value - half, estimate.value + half))
    assert (estimate.n, estimate.seed, estimate.of) == (len(values), 7, "mean")


def test_a_sample_estimates_shares():
    sample = SampledDistribution({(0, 1): 60, (1, 1): 81, (1, 0): 122}, n=263, seed=7, level=0.95)
    assert sample.estimate((1, 1)) == Estimate.of_share(81, 263, seed=7)
    assert sample.share(lambda outcome: outcome[1] == 1).value == 141 / 263
    assert sample.marginal(0).counts == {0: 60, 1: 203}
    assert sample.map(sum).counts == {1: 182, 2: 81}
    unseen = sample.estimate((5, 5))
    assert unseen.value == 0
    assert unseen.interval.low == 0 < unseen.interval.high
    said = unseen.to_dict()
    assert said["interval"] == list(unseen.interval)
    assert {key: said[key] for key in ("kind", "value", "n", "seed", "level")} == {
        "kind": "estimate",
        "value": 0,
        "n": 263,
        "seed": 7,
        "level": 0.95,
    }


def test_simultaneous_intervals_share_the_doubt_out():
    sample = SampledDistribution({0: 25, 1: 25, 2: 25, 3: 25}, n=100, seed=7, level=0.96)
    assert sample.intervals()[0] == wilson(25, 100, 0.96)
    assert sample.intervals(simultaneous=True)[0] == pytest.approx(wilson(25, 100, 0.99))


def test_wilson_intervals_cover_as_often_as_they_say():
    # Exactly, over all samples of 60: the mean of the coverage over a grid of chances.
    n, grid = 60, [Fraction(place, 40) for place in range(1, 40)]
    intervals = [wilson(successes, n) for successes in range(n + 1)]
    covered = [
        binomial(n, chance).share(lambda k, chance=chance: intervals[k].covers(chance))
        for chance in grid
    ]
    assert float(sum(covered) / len(grid)) == pytest.approx(0.95, abs=0.01)
    assert min(covered) > 0.9


# --- tails ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "degrees", "tail"),
    [
        # Critical values of the usual printed tables.
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (18.307, 10, 0.05),
        (29.588, 10, 0.001),
        (37.566, 20, 0.01),
        (43.773, 30, 0.05),
        (124.342, 100, 0.05),
    ],
)
def test_chi_square_tails_as_printed(statistic, degrees, tail):
    assert chi_square_tail(statistic, degrees) == pytest.approx(tail, rel=2e-3)


@given(statistic=st.floats(0, 2000), degrees=st.integers(1, 400))
def test_chi_square_tails_are_those_of_scipy(statistic, degrees):
    expected = float(stats.chi2.sf(statistic, degrees))
    assert chi_square_tail(statistic, degrees) == pytest.approx(expected, rel=1e-8, abs=1e-300)


@given(data=st.data(), n=st.integers(1, 80), chance=st.fractions(0, 1, max_denominator=1000))
def test_binomial_tails_are_the_sums_of_exact_terms(data, n, chance):
    assume(0 < chance < 1)
    successes = data.draw(st.integers(0, n))
    exact = binomial(n, chance)
    if successes < n * chance:
        expected = exact.share(lambda k: k <= successes)
    else:
        expected = exact.share(lambda k: k >= successes)
    assert binomial_tail(successes, n, float(chance)) == pytest.approx(float(expected), rel=1e-9)


@pytest.mark.parametrize(
    ("successes", "n", "chance"),
    [(503_000, 1_000_000, 0.5), (2, 10**7, 1e-8), (10**7 - 9_000, 10**7, 0.999), (0, 10**6, 1e-5)],
)
def test_binomial_tails_of_large_samples_are_those_of_scipy(successes, n, chance):
    variable = stats.binom(n, chance)
    low = successes < n * chance
    expected = variable.cdf(successes) if low else variable.sf(successes - 1)
    assert binomial_tail(successes, n, chance) == pytest.approx(float(expected), rel=1e-6)


# --- agreement -----------------------------------------------------------------------------------


def drawn(exact: Distribution, n: int, seed: int) -> SampledDistribution:
    """A true sample, by numpy."""
    outcomes = list(exact.counts)
    chances = [count / exact.total for count in exact.counts.values()]
    counts = np.random.default_rng(seed).multinomial(n, chances)
    return SampledDistribution(dict(zip(outcomes, counts, strict=True)), n=n, seed=seed)


DEAL = Distribution.from_counts({k: math.comb(36, k) * math.comb(72, 13 - k) for k in range(14)})


@pytest.mark.parametrize("n", [200, 20_000])
def test_true_samples_agree_as_often_as_the_level_says(n):
    # 400 samples, each wrongly refused with a chance of at most about 0.1 at this level. Twice the
    # expected 40 is more than six standard deviations away.
    refused = sum(
        not agreement(drawn(DEAL, n, seed), DEAL, level=0.9).agrees for seed in range(400)
    )
    assert refused <= 80
    # And the test is not blind: a tenth part is refused, not none.
    assert refused >= 5
    assert agreement(drawn(DEAL, n, 1), DEAL).agrees


@pytest.mark.parametrize(
    "wrong",
    [
        # One card fewer is dealt.
        Distribution.from_counts({k: math.comb(36, k) * math.comb(72, 12 - k) for k in range(13)}),
        # A pack with one card of the kind too many.
        Distribution.from_counts({k: math.comb(37, k) * math.comb(71, 13 - k) for k in range(14)}),
        # Cards are put back.
        binomial(13, Fraction(1, 3)),
        # Counted from 1.
        DEAL.map(lambda k: k + 1),
        # Two outcomes mistaken for each other.
        DEAL.map(lambda k: {1: 9, 9: 1}.get(k, k)),
    ],
    ids=["size", "pack", "replacement", "shift", "swap"],
)
def test_samples_of_something_else_are_noticed(wrong):
    found = agreement(drawn(wrong, 100_000, seed=1), DEAL)
    assert not found.agrees
    assert "disagrees" in str(found)
    # What it should have been is found to agree.
    assert agreement(drawn(wrong, 100_000, seed=1), wrong).agrees


def test_an_impossible_outcome_is_named():
    sample = SampledDistribution({0: 500, 1: 499, "none": 1}, n=1000, seed=7)
    found = agreement(sample, Distribution({0: 1, 1: 1}, 2))
    assert found.impossible == ("none",)
    assert found.outside == ()
    assert not found.agrees


def test_an_outcome_that_never_comes_is_named():
    exact = Distribution.from_counts({0: 90, 1: 9, 2: 1})
    found = agreement(SampledDistribution({0: 1820, 1: 180}, n=2000, seed=7), exact)
    assert found.outside == (2,)
    assert not found.agrees


def test_rare_outcomes_are_no_reason_to_disagree():
    # A thousand outcomes, each expected once in a hundred samples: some come, and may.
    exact = Distribution.from_counts({0: 99_000_000, **dict.fromkeys(range(1, 1001), 1000)})
    sample = drawn(exact, 1000, seed=3)
    assert len(sample.counts) > 5
    assert agreement(sample, exact).agrees


def test_many_small_shifts_are_noticed_together():
    # No outcome is far enough out by itself; all together they are.
    exact = Distribution.from_counts(dict.fromkeys(range(100), 1))
    counts = {outcome: 1000 + (65 if outcome % 2 else -65) for outcome in range(100)}
    found = agreement(SampledDistribution.from_counts(counts, seed=7), exact)
    assert found.outside == ()
    assert found.statistic == pytest.approx(100 * 65**2 / 1000)
    assert found.degrees == 99
    assert not found.agrees


def test_a_sure_outcome_agrees():
    sure = Distribution({3: 7}, 7)
    found = agreement(SampledDistribution({3: 50}, n=50, seed=7), sure)
    assert (found.agrees, found.degrees) == (True, 0)
    assert not agreement(SampledDistribution({3: 49, 4: 1}, n=50, seed=7), sure).agrees


# --- kinds of result stay apart ------------------------------------------------------------------

KINDS = {
    "exact": Distribution({0: 1, 1: 1}, 2),
    "sampled": SampledDistribution({0: 1, 1: 1}, n=2, seed=7),
    "estimate": Estimate.of_share(1, 2, seed=7),
    "computed": Computed([0.5], error=1e-12),
}
APART = [
    (one, two)
    for one, two in itertools.permutations(KINDS, 2)
    if {one, two} != {"sampled", "estimate"}  # both come from a sample
]
OPERATIONS = (
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.add,
    operator.sub,
)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.__name__)
@pytest.mark.parametrize(("one", "two"), APART)
def test_different_kinds_are_never_mixed(one, two, operation):
    with pytest.raises(TypeError, match="cannot be compared or added"):
        operation(KINDS[one], KINDS[two])


def test_a_sample_is_no_estimate_but_may_be_compared_with_one():
    assert KINDS["sampled"] != KINDS["estimate"]


@pytest.mark.parametrize("kind", KINDS)
def test_one_kind_is_compared_but_not_ordered_or_added(kind):
    result = KINDS[kind]
    twin = pickle.loads(pickle.dumps(result))
    assert result == twin
    assert hash(result) == hash(twin)
    assert result != 0.5
    for operation in OPERATIONS[2:]:
        with pytest.raises(TypeError):
            operation(result, twin)
        with pytest.raises(TypeError):
            operation(result, 0.5)


# --- computed ------------------------------------------------------------------------------------


def test_a_computed_value_knows_its_error():
    computed = Computed(np.array([0.1, 0.2]), error=1e-9)
    assert computed.values == (0.1, 0.2)
    assert computed.interval(1).covers(0.2 + 5e-10)
    assert not computed.interval(1).covers(0.2 + 2e-9)
    assert computed != Computed([0.1, 0.2], error=1e-10)
    assert Computed([0.25], error=0).value == 0.25
    assert json.loads(json.dumps(computed.to_dict("probability"))) == {
        "kind": "computed",
        "probability": [0.1, 0.2],
        "error": 1e-9,
    }


# --- words ---------------------------------------------------------------------------------------


def test_results_say_what_they_are():
    exact = Distribution({0: 10**15, 1: 3 * 10**15}, 4 * 10**15)
    data = Distribution.from_counts({"none": 6, 18: 4}, source="data")
    sample = SampledDistribution({0: 600, 1: 1400}, n=2000, seed=7)
    with speaking("en"):
        assert str(exact) == (
            "exact, computed: total 4,000,000,000,000,000, outcomes 0 to 1, mean 0.75"
        )
        assert str(data) == "exact, from data: total 10, outcomes none to 18"
        assert str(sample) == (
            "sampled: n = 2,000, seed 7, outcomes 0 to 1, mean 0.7 "
            "(95 % interval: 0.6799 to 0.7201)"
        )
        assert str(Computed([0.5], error=1e-12)) == "0.5 (computed, error at most 10⁻¹²)"
    with speaking("fr"):
        assert str(exact) == (
            "exact, calculé\u00a0: total 4\u202f000\u202f000\u202f000\u202f000\u202f000, "
            "résultats 0 à 1, moyenne 0,75"
        )
        assert str(sample.estimate(1)) == (
            "0,7 (intervalle à 95 %\u00a0: de 0,6795 à 0,7197\u202f; "
            "échantillonné, n = 2\u202f000, graine 7)"
        )
        assert str(Computed([0.25, 0.5], error=1e-12)) == (
            "0,25\u202f; 0,5 (calculé, erreur d’au plus 10⁻¹²)"
        )
        words = SampledDistribution({"none": 2}, n=2, seed=7)
        assert str(words).endswith("résultats aucun (intervalles à 95 %)")
        assert "concorde au niveau 99,9 %" in str(agreement(words, Distribution({"none": 1}, 1)))


def test_reprs_say_all():
    exact = Distribution({0: 1, "none": 2}, 3)
    assert eval(repr(exact)) == exact
    sample = SampledDistribution({(0, 1): 3}, n=3, seed=7)
    assert eval(repr(sample)) == sample


def test_numbers_are_written_out_or_rounded():
    assert number_text(1234) == "1,234"
    assert number_text(Fraction(2, 3)) == "0.6667"
    assert number_text(0.0) == "0"
    with speaking("fr"):
        assert number_text(-1234.5, digits=6) == "−1\u202f234,5"


def test_an_interval_includes_its_ends():
    interval = Interval(0.25, 0.5)
    assert [interval.covers(value) for value in (0.2, 0.25, Fraction(1, 2), 0.51)] == [
        False,
        True,
        True,
        False,
    ]
