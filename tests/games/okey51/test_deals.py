"""Deals counted exactly against trying all and closed forms, and sampled ones against both."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from neuroanalysis.core.agreement import agreement
from neuroanalysis.errors import InputError
from neuroanalysis.games.okey51.analysis.deals import (
    QUESTIONS,
    deal_distribution,
    deal_together,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.okey51.analysis.openings import compare_openings, opening_curve
from neuroanalysis.games.okey51.pieces import FAKE, okey_of
from neuroanalysis.games.okey51.position import Position
from neuroanalysis.games.okey51.rules import PRESETS, Rules

OPTIONS = [
    Rules(fake_okey_value=fake, okey_pairs=pairing, first_player_indicator_removed=apart)
    for fake, pairing, apart in product(("okey", "indicator"), (True, False), (True, False))
]


def name_of(rules: Rules) -> str:
    return "-".join(f"{name}={value}" for name, value in rules.differences().items()) or "default"


# --- Exactly --------------------------------------------------------------------------------------


def test_the_known_figure():
    pairs = deal_distribution("pairs", 14)
    assert pairs.total == 91748617512913200
    assert pairs.share(lambda n: n >= 5) == Fraction(51296550740400, 91748617512913200)


@pytest.mark.parametrize("rules", OPTIONS, ids=name_of)
@pytest.mark.parametrize("tiles", [1, 13, 14, 15, 21, 22])
def test_every_deal_is_counted_once(rules, tiles):
    deck = 105 if rules.first_player_indicator_removed else 106
    for of in ("pairs", "okeys", "pairs,okeys"):
        assert deal_distribution(of, tiles, rules).total == comb(deck, tiles)


def paired_at_most(tiles: tuple[str, ...], okey_pairs: bool) -> int:
    """Match tiles in all ways."""
    if len(tiles) < 2:
        return 0
    first, rest = tiles[0], tiles[1:]
    best = paired_at_most(rest, okey_pairs)
    for place, other in enumerate(rest):
        if first == other or (okey_pairs and "wild" in {first, other}):
            left = rest[:place] + rest[place + 1 :]
            best = max(best, 1 + paired_at_most(left, okey_pairs))
    return best


@pytest.mark.parametrize("rules", OPTIONS, ids=name_of)
@pytest.mark.parametrize("tiles", [2, 3])
def test_few_tiles_are_counted_by_trying_all(rules, tiles):
    # Red 5 is the indicator, so red 6 the okey.
    fakes = "r6" if rules.fake_okey_value == "okey" else "r5"
    pack = [f"{colour}{n}" for colour in "rbky" for n in range(1, 14) for _ in range(2)]
    pack = ["wild" if tile == "r6" else tile for tile in pack] + [fakes] * 2
    if rules.first_player_indicator_removed:
        pack.remove("r5")
    # Identities by name would be the same with other names: so only equal ones are told apart.
    found: Counter[tuple[int, int]] = Counter()
    known: dict[tuple[str, ...], int] = {}
    for dealt in combinations(pack, tiles):
        if dealt not in known:
            known[dealt] = paired_at_most(dealt, rules.okey_pairs)
        found[known[dealt], dealt.count("wild")] += 1
    assert deal_distribution("pairs,okeys", tiles, rules).counts == dict(found)


@pytest.mark.parametrize("rules", OPTIONS, ids=name_of)
@pytest.mark.parametrize("tiles", [13, 14, 15, 22])
def test_okeys_and_mean_pairs_have_closed_forms(rules, tiles):
    deck = 105 if rules.first_player_indicator_removed else 106
    okeys = deal_distribution("okeys", tiles, rules)
    assert okeys.counts == {k: comb(2, k) * comb(deck - 2, tiles - k) for k in range(3)}
    # Without okeys each identity makes its pairs by itself.
    groups = [2] * 50
    indicator = 2 - rules.first_player_indicator_removed
    groups += [indicator, 2] if rules.fake_okey_value == "okey" else [indicator + 2]
    weighted = sum(
        (k // 2) * comb(size, k) * comb(deck - 2 - size, tiles - k)
        for size in groups
        for k in range(size + 1)
    )
    joint = deal_distribution("pairs,okeys", tiles, rules).counts
    assert sum(pairs * n for (pairs, wilds), n in joint.items() if wilds == 0) == weighted


# --- Sampled --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", OPTIONS, ids=name_of)
def test_sampled_pairs_agree_with_the_exact_count(rules):
    for of in ("pairs", "okeys"):
        exact = deal_distribution(of, 14, rules)
        assert agreement(sample_deals(of, 14, rules, samples=20_000, seed=1), exact).agrees


def test_a_rack_is_dealt_from_what_is_there():
    rng = np.random.default_rng(1)
    for rules in OPTIONS:
        dealt = deal_together(300, 4, 14, rules, rng)
        tables = dealt.tiles.reshape(300, 4, 53).sum(axis=1)
        assert tables.max() <= 2
        assert (dealt.tiles.sum(axis=1) == 14).all()
        assert (dealt.naturals.sum(axis=1) + dealt.wilds == 14).all()
        rows = np.arange(1200)
        assert (dealt.wilds == dealt.tiles[rows, dealt.okey]).all()
        indicators = np.array([k for k in range(52) for o in dealt.okey[:1] if okey_of(k) == o])
        apart = rules.first_player_indicator_removed
        assert tables[0, indicators[0]] <= 2 - apart
        fakes = dealt.tiles[:, FAKE] > 0
        stands_for = {
            int(k)
            for row in rows[fakes][:20]
            for k in np.flatnonzero(dealt.naturals[row] > dealt.tiles[row, :52])
            if (k == dealt.okey[row]) == (rules.fake_okey_value == "okey")
        }
        assert stands_for


def test_who_needs_no_draw_is_who_opens():
    # The search for the fewest draws and the evaluator of melds know nothing of each other.
    how = {"tiles": 14, "samples": 10_000, "seed": 7}
    ways = sample_deals("ways", **how)
    assert sample_deals("distance", **how).counts[0] == how["samples"] - ways.counts["none"]
    opening = sample_deals("opening", **how)
    assert opening.counts[1] == ways.counts["melds"] + ways.counts.get("both", 0)
    values = sample_deals("meld_value", **how)
    assert values.share(lambda value: value >= 51) == opening.estimate(1)


def test_joint_questions_have_the_single_ones_as_margins():
    for of in ("opening", "meld_value", "ways", "distance"):
        joint = sample_deals(f"{of},okeys", samples=3000, seed=2)
        assert joint.marginal(0) == sample_deals(of, samples=3000, seed=2)
        assert joint.marginal(1) == sample_deals("okeys", samples=3000, seed=2)


def test_the_answer_does_not_depend_on_the_workers():
    one, two = (sample_deals("opening", samples=30_000, seed=3, workers=n) for n in (1, 2))
    assert one == two
    assert sample_deals("opening", samples=30_000, seed=4) != one


def test_a_tile_kept_outside_is_worth_something():
    free, kept = (sample_deals("opening", 15, samples=20_000, keep=keep) for keep in (False, True))
    assert sample_deals("opening", 15, samples=20_000) == kept
    assert 0 <= free.counts[1] - kept.counts[1] < 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tiles", "keep", "options", "share", "half"),
    [
        (14, False, {}, 0.1930, 0.0004),
        (15, False, {}, 0.2588, 0.0005),
        (15, True, {}, 0.2584, 0.0009),
        (14, False, {"wrap_13_1": False}, 0.1822, 0.0004),
        (14, False, {"one_after_13": 14}, 0.2072, 0.0005),
    ],
)
def test_the_known_shares_of_openings(tiles, keep, options, share, half):
    sample = sample_deals("opening", tiles, Rules(**options), samples=400_000, seed=51, keep=keep)
    low, high = sample.estimate(1).interval
    # Both are 95 % intervals: they overlap by far more often than not.
    assert low - half <= share <= high + half


def test_racks_of_101_are_asked_too():
    rules = PRESETS["okey101"]
    assert deal_distribution("pairs", rules=rules).total == comb(105, 21)
    assert sample_deals("opening", rules=rules, samples=500).n == 500


# --- By threshold and option ----------------------------------------------------------------------


def test_the_curve_says_what_each_threshold_would():
    values = sample_deals("meld_value", samples=5000, seed=1)
    curve = opening_curve(values, [0, 40, 51, 75])
    assert curve.share.is_monotonic_decreasing
    for row in curve.itertuples():
        direct = sample_deals("opening", rules=Rules(threshold=row.threshold), samples=5000, seed=1)
        assert row.share == direct.estimate(1).value
        assert (row.low, row.high) == tuple(direct.estimate(1).interval)


def test_options_are_compared_on_the_same_racks():
    comparison = compare_openings(samples=20_000, seed=1)
    assert comparison.base == sample_deals("opening", samples=20_000, seed=1).estimate(1)
    wrap, after = comparison.variants
    assert (wrap.gained, after.lost) == (0, 0)
    assert wrap.lost > 0
    assert after.gained > 0
    for variant, rules in zip(
        comparison.variants, (Rules(wrap_13_1=False), Rules(one_after_13=14)), strict=True
    ):
        alone = sample_deals("opening", rules=rules, samples=20_000, seed=1).estimate(1)
        assert variant.share == alone
        apart = variant.share.value - comparison.base.value
        assert variant.difference.value == pytest.approx(apart, abs=1e-12)
        assert variant.difference.interval.covers(apart)
    assert len(comparison.to_frame()) == len(comparison.to_dict()["variants"]) == 2


# --- One rack, and what is refused ----------------------------------------------------------------


def test_a_rack_is_found_in_its_distribution():
    position = Position.of("r10 r11 r12 b7 k7 y7 y1 y2 k4 k5 b10 b12 r2 r2", okey="y9")
    assert outcome_of(position, "opening") == 1
    assert outcome_of(position, "meld_value") == 54
    assert outcome_of(position, "ways,okeys") == ("melds", 0)
    assert outcome_of(position, "distance") == 0
    assert outcome_of(position, "pairs") == 1
    for of in questions():
        assert outcome_of(position, of) is not None


@pytest.mark.parametrize(
    ("function", "asked"),
    [
        (deal_distribution, {"of": "value"}),
        (deal_distribution, {"of": "opening"}),
        (deal_distribution, {"tiles": 0}),
        (deal_distribution, {"tiles": 23}),
        (sample_deals, {"of": "value"}),
        (sample_deals, {"samples": 0}),
        (sample_deals, {"players": 8}),
        (compare_openings, {"samples": 1}),
        (
            compare_openings,
            {"variants": {"all": Rules(first_player_indicator_removed=False)}},
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(function, asked):
    with pytest.raises(InputError) as caught:
        function(**asked)
    assert str(caught.value)


def test_every_question_can_be_sampled():
    for of in QUESTIONS:
        assert sample_deals(of, samples=50, players=2).n == 50
