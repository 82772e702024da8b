"""Distributions drawn: every outcome, its share and its count stand there, and estimates apart."""

from __future__ import annotations

import pickle
import re
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from neuroanalysis.core.distribution import Distribution, SampledDistribution
from neuroanalysis.games.neurotrio import deal_distribution
from neuroanalysis.plots.columns import columns_svg, percent, share_text
from neuroanalysis.plots.distributions import comparison_html, distribution_html, sampled_html
from neuroanalysis.texts import speaking

COINS = Distribution.from_counts({0: 1, 1: 3, 2: 3, 3: 1})
SAMPLE = SampledDistribution.from_counts({0: 10, 1: 40, 2: 35, 3: 15}, seed=4)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


def rows(html):
    """The rows of the last table, as lists of words."""
    table = html.rsplit("<tbody>", 1)[1].replace("\u00a0", " ")
    return [
        [re.sub(r"<[^>]*>", " ", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", table)
    ]


def parts(svg, tag):
    return ElementTree.fromstring(svg).iter(SVG + tag)


def labels(svg):
    """What stands under the columns."""
    tree = ElementTree.fromstring(svg)
    foot = float(tree.get("height")) - 5
    return [one.text for one in tree.iter(f"{SVG}text") if float(one.get("y")) == foot]


def heights(svg):
    return [float(rect.get("height")) for rect in parts(svg, "rect")]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(1, 8), "12.5 %"),
        (Fraction(1), "100 %"),
        (1 - Fraction(1, 10**12), "> 99.99 %"),
        (Fraction(9999, 10_000), "99.99 %"),
        (Fraction(1, 10_000), "0.01 %"),
        (Fraction(1, 10_001), "1 in 10,001"),
        (Fraction(2592, 20592957740312160), "1 in 7,944,813,943,022"),
        (0, "0 %"),
    ],
)
def test_a_share_is_never_rounded_to_none_or_all(share, said):
    assert share_text(share) == said


def test_shares_are_said_in_french():
    with speaking("fr"):
        assert share_text(Fraction(1, 8)) == "12,5 %"
        assert share_text(Fraction(1, 20_000)).startswith("1 sur 20")
        assert percent(0.999_999_9) == "> 99,99 %"


def test_columns_are_as_high_as_shares():
    svg = columns_svg([COINS])
    low, high, *rest = heights(svg)
    assert high == pytest.approx(3 * low, abs=0.2)
    assert rest == [high, low]
    assert labels(svg) == ["0", "1", "2", "3"]


def test_a_step_of_the_logarithmic_scale_is_ten_times_as_much():
    tens = Distribution.from_counts({0: 1, 1: 10, 2: 100, 3: 1000})
    found = heights(columns_svg([tens], log=True))
    steps = [high - low for low, high in pairwise(found)]
    assert steps == pytest.approx([steps[0]] * 3, abs=0.2)
    assert steps[0] > 10


def test_gaps_between_numbers_are_seen_and_words_stand_at_the_left():
    svg = columns_svg([Distribution.from_counts({"none": 5, 18: 3, 21: 1})])
    lefts = [float(rect.get("x").rstrip("%")) for rect in parts(svg, "rect")]
    # Between a word and the numbers one place is left free.
    assert lefts[2] - lefts[1] == pytest.approx(3 / 2 * (lefts[1] - lefts[0]), abs=0.05)
    assert labels(svg) == ["none", "18", "21"]


def test_many_outcomes_are_named_as_far_as_there_is_room_and_the_marked_one_always():
    many = Distribution.from_counts(dict.fromkeys(range(31), 1))
    assert labels(columns_svg([many])) == [str(n) for n in range(0, 31, 2)]
    named = labels(columns_svg([many], marked=7))
    assert "7" in named
    assert not {"6", "8"} & set(named)
    assert "▼" in columns_svg([many], marked=7)
    assert "▼" not in columns_svg([many], marked=99)


def test_a_sample_is_drawn_as_points_with_intervals():
    svg = columns_svg([COINS], SAMPLE)
    assert len(list(parts(svg, "circle"))) == 4
    tops = {float(rect.get("y")) for rect in parts(svg, "rect")}
    points = [float(point.get("cy")) for point in parts(svg, "circle")]
    # 40 of 100 lies above 3/8, 10 of 100 below 1/8.
    assert points[1] < min(tops)
    assert points[0] > max(tops)
    whiskers = [
        sorted((float(line.get("y1")), float(line.get("y2"))))
        for line in parts(svg, "line")
        if line.get("x1") == line.get("x2")
    ]
    assert all(high < y < low for (high, low), y in zip(whiskers, points, strict=True))


def test_a_chart_says_what_it_shows():
    svg = re.search(r"<svg.*?</svg>", distribution_html(COINS, label="three <coins>"), re.S).group()
    tree = ElementTree.fromstring(svg)
    assert tree.get("role") == "img"
    said = tree.get("aria-label")
    for words in ("three <coins>", "exact, computed: total 8", "Most often: 1 (37.5 %)"):
        assert words in said


def test_counts_shares_and_both_cumulative_shares_stand_in_the_table():
    assert rows(distribution_html(COINS, marked=2)) == [
        ["0", "1", "12.5 %", "12.5 %", "100 %"],
        ["1", "3", "37.5 %", "50 %", "87.5 %"],
        ["▸ 2", "3", "37.5 %", "87.5 %", "50 %"],
        ["3", "1", "12.5 %", "100 %", "12.5 %"],
    ]


def test_whole_numbers_stand_in_full():
    total = 20592957740312160
    drawn = distribution_html(Distribution.from_counts({0: 2592, 1: total - 2592}, source="data"))
    assert rows(drawn)[0][:3] == ["0", "2,592", "1 in 7,944,813,943,022"]
    assert rows(drawn)[1][3] == "100 %"
    assert "exact, from data: total 20,592,957,740,312,160" in drawn


def test_a_sample_never_looks_exact():
    drawn = distribution_html(COINS, SAMPLE)
    assert rows(drawn)[1][5:] == ["40 %", "30.9 % – 49.8 %"]
    estimate = "estimate from a sample: n = 100, seed 4, with 95 % intervals; mean 1.55 ("
    assert estimate in drawn
    assert "exact, computed" in drawn
    alone = sampled_html(SAMPLE)
    assert estimate in alone
    assert "exact" not in alone
    assert rows(alone)[1] == ["1", "40", "40 %", "30.9 % – 49.8 %"]


def test_an_outcome_that_was_not_drawn_has_no_interval():
    drawn = distribution_html(COINS, SampledDistribution.from_counts({1: 50, 2: 50}, seed=1))
    assert rows(drawn)[0][5:] == ["0 %", "–"]


def test_quantiles_and_spread():
    words = re.sub(r"<[^>]*>", " ", distribution_html(COINS))
    assert "standard deviation 0.866" in words
    quantiles = rows(distribution_html(COINS).split("tabindex")[1])[0]
    assert quantiles == ["outcome", "0", "0", "1", "1", "2", "3", "3"]
    finish = Distribution.from_counts({"none": 6, 18: 1, 20: 3})
    assert "of the numbers alone: mean 19.5" in distribution_html(finish)
    assert "deviation" not in distribution_html(Distribution.from_counts({"none": 6}))


def test_joint_outcomes_are_a_grid():
    joint = Distribution.from_counts({(0, 12): 1, (2, 11): 2, (2, 12): 1})
    drawn = distribution_html(joint, marked=(2, 11), axes=["value", "distance"])
    grid, table = drawn.split("<details")
    assert rows(grid) == [["0", "", "25 %"], ["2", "50 %", "25 %"]]
    assert rows(table) == [
        ["(0, 12)", "1", "25 %"],
        ["▸ (2, 11)", "2", "50 %"],
        ["(2, 12)", "1", "25 %"],
    ]
    assert "value\u00a0↓ distance\u00a0→" in drawn
    marked = re.search(r"<td[^>]*outline:2px[^>]*>(.*?)</td>", drawn).group(1)
    assert marked == "50\u00a0%"
    depths = [float(n) for n in re.findall(r"<td[^>]*background:rgba\([\d,]+,([\d.]+)\)", grid)]
    assert depths[0] == 0
    assert depths[2] == max(depths) > depths[1] == depths[3] > 0
    sample = SampledDistribution.from_counts({(2, 11): 60, (0, 12): 40}, seed=3)
    sampled = distribution_html(joint, sample)
    assert rows(sampled)[1] == ["(2, 11)", "2", "50 %", "60 %", "50.2 % – 69.1 %"]
    grid, table = sampled.split("<details")
    assert "estimate" not in grid
    assert "interval" not in grid
    assert "estimate from a sample: n = 100, seed 3" in table
    rare = Distribution.from_counts({(0, 0): 1, (0, 1): 10**6})
    assert rows(distribution_html(rare).split("<details")[0]) == [
        ["0", "&lt; 0.01 %", "&gt; 99.9 %"]
    ]


def test_joint_outcomes_of_three_are_a_list():
    joint = Distribution.from_counts({(0, 1, 2): 1, (2, 1, 0): 3})
    assert rows(distribution_html(joint))[1][:3] == ["(2, 1, 0)", "3", "75 %"]


def test_words_are_translated():
    finish = Distribution.from_counts({20: 1, "none": 3})
    assert rows(distribution_html(finish))[0][0] == "none"
    with speaking("fr"):
        assert rows(distribution_html(finish))[0][0] == "aucun"


def test_a_comparison_tells_the_differences():
    other = Distribution.from_counts({0: 2, 1: 3, 2: 2, 4: 1})
    drawn = comparison_html(("here", COINS), [("<there>", other)])
    assert rows(drawn) == [
        ["0", "12.5 %", "25 %", "+12.5 %"],
        ["1", "37.5 %", "37.5 %", "0"],
        ["2", "37.5 %", "25 %", "−12.5 %"],
        ["3", "12.5 %", "0 %", "−12.5 %"],
        ["4", "0 %", "12.5 %", "+12.5 %"],
    ]
    assert "Largest difference: outcome 0, from 12.5 % to 25 %. Mean from 1.5 to 1.375." in drawn
    assert "&lt;there&gt;" in drawn
    assert "<there>" not in drawn


def test_a_rule_that_changes_nothing_is_said_to():
    drawn = comparison_html(("here", COINS), [("there", COINS)])
    assert "This changes nothing here" in drawn
    assert "<table" not in drawn


def test_a_grid_from_python_is_headed_with_what_its_parts_are():
    pairs = {(0, 12): 1, (2, 11): 2}
    assert "first\u00a0↓ second\u00a0→" in distribution_html(Distribution(pairs, 3))
    named = Distribution(pairs, 3, parts=("value", "distance"))
    assert "value\u00a0↓ distance\u00a0→" in distribution_html(named)
    with speaking("fr"):
        assert "valeur\u00a0↓ distance\u00a0→" in distribution_html(named)
    turned = pickle.loads(pickle.dumps(named)).marginal(1, 0).given(lambda pair: pair[0] > 11)
    assert "distance\u00a0↓ value\u00a0→" in distribution_html(turned)
    assert named == Distribution(pairs, 3)
    other = Distribution(pairs, 3, parts=("x<", "y"))
    assert "x&lt;\u00a0↓ y\u00a0→" in distribution_html(other)


def test_outcomes_are_said_in_the_language_in_force():
    finish = Distribution({"none": 3, 18: 1, 42: 1}, 5)
    joint = Distribution({(0, 4): 1, (30, 1): 1}, 2)
    with speaking("fr"):
        drawn = distribution_html(finish)
        assert "none" not in re.sub(r"<[^>]*>", " ", drawn)
        assert "none" not in "".join(re.findall(r'aria-label="([^"]*)"', drawn))
        assert "résultats aucun à 42" in drawn
        assert "(0\u202f; 4)" in str(joint)
        assert "(30\u202f; 1)" in distribution_html(joint)
        assert "0,4" not in distribution_html(joint)
    assert "outcomes (0, 4) to (30, 1)" in str(joint)


def test_a_word_under_the_axis_keeps_clear_of_the_numbers():
    finish = Distribution.from_counts({"none": 900, **dict.fromkeys(range(18, 43), 1)})
    for lang in ("en", "fr"):
        with speaking(lang):
            labels = re.findall(
                r'<text x="([\d.]+)%" y="225.0" text-anchor="(\w+)"[^>]*>([^<]+)<',
                distribution_html(finish),
            )
        # Each label's ends in pixels, in the narrowest place it is drawn in; a letter takes 7.
        ends = []
        for at, anchor, words in labels:
            wide, here = 7 * len(words), float(at) / 100 * 420
            ends.append((here - (wide if anchor == "end" else wide / 2), here))
            ends[-1] = (ends[-1][0], ends[-1][0] + wide)
        assert labels[0][2] in ("none", "aucun")
        assert len(ends) > 10
        assert ends[0][0] >= 0
        assert all(left[1] + 4 <= right[0] for left, right in pairwise(ends))


def test_a_cell_breaks_at_its_spaces_but_never_within_a_number():
    rare = Distribution.from_counts({0: 1, 1: 10**15})
    cells = re.findall(r"<td[^>]*>(.*?)</td>", distribution_html(rare))
    assert "&gt;\u00a099.99\u00a0%" in cells
    assert "1 in 1,000,000,000,000,001" in cells
    assert "nowrap" not in "".join(re.findall(r"<td[^>]*>", distribution_html(rare)))


def test_the_joint_count_of_deals_says_what_its_parts_are():
    for method in ("fastest", "classes"):
        drawn = distribution_html(deal_distribution("value,distance", 3, method=method))
        assert "value\u00a0↓ distance\u00a0→" in drawn
    shipped = deal_distribution("value,distance")
    assert shipped.source == "data"
    assert "value\u00a0↓ distance\u00a0→" in distribution_html(shipped)
