"""Distributions drawn: every outcome, its share and its count stand there."""

from __future__ import annotations

import pytest

from neuroanalysis.core.distribution import Distribution, SampledDistribution
from neuroanalysis.plots.distributions import comparison_html, distribution_html, sampled_html
from neuroanalysis.texts import speaking

COINS = Distribution.from_counts({0: 1, 1: 3, 2: 3, 3: 1})


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


def test_exact_counts_stand_in_the_table():
    drawn = distribution_html(COINS, marked=2)
    assert drawn.count("<tr>") == 5
    for words in ("12.5 %", "37.5 %", "50 %", "100 %", "▸ 2", "exact, computed: total 8"):
        assert words in drawn
    assert "width:100.00%" in drawn
    assert "width:33.33%" in drawn


def test_a_sample_lies_over_the_bars():
    sample = SampledDistribution.from_counts({0: 10, 1: 40, 2: 35, 3: 15}, seed=4)
    drawn = distribution_html(COINS, sample)
    assert drawn.count("#d55e00") == 8
    assert "seed 4" in drawn
    alone = sampled_html(sample)
    assert "95 % interval" in alone
    assert "35 %" in alone


def test_joint_outcomes_are_a_grid():
    joint = Distribution.from_counts({(0, 12): 1, (2, 11): 2, (2, 12): 1})
    drawn = distribution_html(joint, marked=(2, 11))
    assert drawn.count('scope="row"') == 2
    assert drawn.count('scope="col"') == 2
    assert drawn.count("25 %") == 2
    assert drawn.count("outline:2px") == 1


def test_words_stand_before_numbers_and_are_translated():
    finish = Distribution.from_counts({20: 1, "none": 3})
    assert "none" in distribution_html(finish)
    with speaking("fr"):
        assert "aucun" in distribution_html(finish)


def test_a_comparison_tells_the_differences():
    other = Distribution.from_counts({0: 2, 1: 3, 2: 2, 4: 1})
    drawn = comparison_html([("here", COINS), ("<there>", other)])
    assert "(+12.5 %)" in drawn
    assert "(−12.5 %)" in drawn
    assert "&lt;there&gt;" in drawn
    assert "1.5" in drawn
