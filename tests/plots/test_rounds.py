"""Simulated rounds drawn: numbers as they are, lengths in proportion, who was chosen."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from neuroanalysis.core.intervals import Estimate
from neuroanalysis.plots.bars import Bar, bars_html, of_estimates
from neuroanalysis.plots.curves import Trace, curves_html, points_html
from neuroanalysis.plots.neurotrio.surface import Seen, surface_html
from neuroanalysis.texts import speaking

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


def share(successes, n=100):
    return Estimate.of_share(successes, n, seed=7)


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html, flags=re.S)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", bare).split()))


def widths(html):
    return [float(width) for width in re.findall(r'<rect x="0" y="3" width="([\d.]+)%', html)]


def test_bars_are_as_long_as_their_shares_and_say_their_intervals():
    drawn = bars_html("Finishes", [Bar("Ana", share(20)), Bar("Bo", share(40))], "share")
    one, two = widths(drawn)
    assert two == pytest.approx(2 * one, rel=0.01)
    # Wilson's interval of 20 of 100, worked out by hand: 0.1334 to 0.2888.
    assert "Ana 20 % 13.3 % – 28.9 %" in words(drawn)
    # The whole interval is on the picture.
    assert max(map(float, re.findall(r'x2="([\d.]+)%"', drawn))) <= 100


def test_two_rule_sets_stand_side_by_side():
    drawn = bars_html(
        "Finishes", [Bar("Ana", share(20), share(40))], "share", beside=("as is", "trio_points=3")
    )
    one, two = widths(drawn)
    assert two == pytest.approx(2 * one, rel=0.01)
    assert words(drawn).endswith("as is trio_points=3")
    assert "20 %" in words(drawn)
    assert "40 %" in words(drawn)


def test_nothing_finished_makes_no_division():
    assert widths(bars_html("Finishes", [Bar("Ana", share(0))], "share")) == [0.0]


def test_curves_rise_where_the_numbers_do():
    traces = [
        Trace("Ana", (18, 20, 22), (share(60), share(40), share(20))),
        Trace("Bo", (18, 20, 22), (share(30), share(45), share(60))),
    ]
    drawn = curves_html("Finishes", traces, "share", "minimum of Ana", marked=20)
    tree = ElementTree.fromstring(drawn).find(f"{SVG}svg")
    heights = [float(one.get("y")) for one in tree.iter(f"{SVG}svg") if one.get("y") is not None]
    ana, bo = heights[:3], heights[3:]
    assert ana == sorted(ana)  # downwards on the page
    assert bo == sorted(bo, reverse=True)
    label = tree.get("aria-label")
    assert "Ana: 18 → 60 %, 20 → 40 %, 22 → 20 %" in label
    assert {"18", "20", "22"} <= {one.text for one in tree.iter(f"{SVG}text")}
    assert "Ana" in words(drawn)


def test_a_curve_of_one_number_is_a_point():
    drawn = curves_html("Points", [Trace("Ana", (18,), (share(0, 2),))], "points", "minimum")
    assert drawn.count("<circle") == 2  # in the chart and in the legend


def test_points_have_a_chart_a_player():
    drawn = points_html({"Ana": [2, 2, 18, 6], "Bo": [5, 7]}, seed=3)
    assert drawn.count('role="img"') == 2
    assert "Ana: 7 points on average" in words(drawn)
    assert "Bo: 6 points on average" in words(drawn)


def seen(*rows):
    return [Seen(*row) for row in rows]


def test_two_players_make_a_map_of_their_minimums():
    drawn = surface_html(
        seen(
            ((18, 18), (8.0, 12.0), 4.0, 100, "search"),
            ((18, 22), (9.5, 10.5), 1.0, 100, "search"),
            ((18, 22), (9.75, 10.25), 0.5, 400, "judgement"),
            ((20, 24), (11.0, 9.0), 2.0, 100, "search"),
            ((18, 22), (9.7, 10.3), 0.6, 500, "judgement"),
        ),
        ["Ana", "Bo"],
        "points",
        suggested=(18, 18),
    )
    table = drawn[drawn.index("<table") : drawn.index("</table>")]
    rows = [
        [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", table)
    ]
    assert rows == [
        ["Ana\u00a0↓ Bo\u00a0→", "18", "22", "24"],
        ["18", "* 4", "0.6", ""],
        ["20", "", "", "2"],
    ]
    depths = dict(re.findall(r"rgba\([\d,]+,([\d.]+)\)\">(\*? ?[\d.]+)<", table))
    assert max(depths, key=float) == next(depth for depth, n in depths.items() if n == "* 4")
    # The chosen one is framed.
    assert re.search(r"outline:[^>]*>0\.6<", table)
    assert "With a star: the suggested minimums." in words(drawn)


def test_more_players_make_parallel_lines_and_a_table():
    drawn = surface_html(
        seen(
            ((18, 18, 18), (8.0, 10.0, 12.0), 4.0, 100, "search"),
            ((18, 20, 24), (9.8, 10.0, 10.3), 0.5, 400, "judgement"),
        ),
        ["Ana", "Bo", "Cam"],
        "points",
        suggested=(18, 22, 26),
    )
    assert "All choices that were looked at (2)" in words(drawn)
    assert "18 / 20 / 24 · chosen 9.8 10 10.3 0.5 400" in words(drawn)
    assert "Dashed: the suggested minimums." in words(drawn)
    first = drawn[drawn.index("<svg") : drawn.index("</svg>") + 6]
    tree = ElementTree.fromstring(first)
    thick = [one for one in tree.iter(f"{SVG}line") if "width:3" in (one.get("style") or "")]
    heights = [float(one.get("y1")) for one in thick] + [float(thick[-1].get("y2"))]
    # 18, 20, 24: the second step is twice the first.
    assert heights[1] - heights[2] == pytest.approx(2 * (heights[0] - heights[1]), abs=0.2)


def test_estimates_say_where_they_come_from_in_both_languages():
    assert of_estimates(1000, 7) == "Estimates from 1,000 rounds, seed 7; intervals of 95 %."
    with speaking("fr"):
        assert "1 000 manches, graine 7" in of_estimates(1000, 7).replace("\u202f", " ").replace(
            "\u00a0", " "
        )
