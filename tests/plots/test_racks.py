"""Drawn answers about a rack: they show the tiles that the result names, and say its numbers."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from neuroanalysis.core.distribution import SampledDistribution
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.games.okey51 import Position, Rules
from neuroanalysis.games.okey51.analysis.distances import distances, useful_tiles
from neuroanalysis.games.okey51.analysis.hand import discards
from neuroanalysis.games.okey51.analysis.odds import odds
from neuroanalysis.games.okey51.analysis.openings import Comparison, Variant
from neuroanalysis.games.okey51.scoring import evaluate
from neuroanalysis.plots.okey51 import (
    arrangement_html,
    discards_html,
    distances_html,
    evaluation_html,
    odds_html,
    pairs_html,
    position_html,
    tiles_of,
    useful_html,
    verdict,
)
from neuroanalysis.plots.okey51.evaluation import listed
from neuroanalysis.plots.okey51.openings import comparison_html, thresholds_html
from neuroanalysis.texts import LANGUAGES, speaking

# Both sorts of fake okeys, a wild, several arrangements as good.
RACK = "r6 r1 r2 r3 r13 r13 b12 b13 k10 k11 y5 fo fo k2"
OKEY = "r6"


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


@pytest.fixture(scope="module")
def answer():
    return evaluate(RACK, okey=OKEY)


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def names(html):
    """The names of the drawn tiles, wilds without what they stand for."""
    found = re.findall(r"<title>([^<]*)</title>", html)
    return Counter("okey" if "okey (wild)" in name else name for name in found)


def held(position):
    return Counter("okey" if tile.wild else tile.name for tile in tiles_of(position))


def test_each_arrangement_shows_all_tiles_of_the_rack_once(answer):
    for view in ("value", "left"):
        found, number = listed(answer, view)
        assert number >= len(found) >= 1
        for one in found:
            assert names(arrangement_html(one, answer.position)) == held(answer.position)
    assert names(pairs_html(answer)) == held(answer.position)


@pytest.mark.parametrize("hand", ["r5 fo r3 r4 b5 k5 y9 y10", "r5 fo*2 b5 k5 r3 r4 y1 y2"])
def test_where_a_fake_okey_counts_as_the_indicator_each_tile_is_drawn_as_it_is(hand):
    rules = Rules(fake_okey_value="indicator")
    found = evaluate(hand, indicator="r5", rules=rules)
    for one in (*found.arrangements, *found.least_arrangements):
        assert names(arrangement_html(one, found.position)) == held(found.position)


def test_the_arrangement_that_leaves_least_comes_first(answer):
    found, number = listed(answer, "value")
    assert found[0] == answer.opening
    assert sorted(one.to_text() for one in found) == sorted(
        one.to_text() for one in answer.arrangements
    )
    assert number == answer.arrangement_count


def test_the_whole_answer_says_its_numbers(answer):
    said = words(evaluation_html(answer))
    assert f"{answer.meld_value} points in melds" in said
    assert f"Most that its melds are worth {answer.meld_value} points" in said
    assert f"{answer.least_left_count} tiles, counting {answer.least_left_value}" in said
    assert f"Pairs · {answer.pairs}" in said


@pytest.mark.parametrize(
    ("hand", "parts", "said"),
    [
        ("r1 r2 b9", {}, "Does not open: 0 of 51 points in melds, 0 of 5 pairs."),
        ("r10 r11 r12 b7 k7 y7", {}, "Opens by melds: 54, where 51 are needed."),
        ("r10 r11 r12 b7 k7 y7", {"threshold": 55}, "Does not open: 54 of 55"),
        ("r2*2 b5*2 k9*2 y11*2 r7*2 r1", {}, "Opens by pairs: 5, where 5 are needed."),
        ("r1 b9", {"opened": True}, "Cannot go out now: 1 tile too many would be left."),
        ("r4 b9", {"opened": True, "melds": "r1-r2-r3"}, "Goes out now: all tiles but"),
    ],
)
def test_the_verdict(hand, parts, said):
    assert " ".join(verdict(evaluate(hand, okey="y13", **parts))).startswith(said)


def test_tiles_laid_off_stand_in_a_frame_with_their_meld():
    found = evaluate("r4 r5 b9 k1", okey="y13", melds="r1-r2-r3", opened=True)
    html = arrangement_html(found.least_arrangements[0], found.position)
    assert "laid off r1-r2-r3" in words(html)
    assert "outline" in html


def test_distances_and_useful_tiles(answer):
    position = answer.position
    found = distances(position)
    said = words(distances_html(found))
    assert f"until it opens {found.open_melds} {found.open_pairs} until" in said
    useful = useful_tiles(position)
    drawn = useful_html(useful, position)
    left = re.findall(r">(\d) left<", drawn)
    assert [int(n) for n in left] == [tile.copies for tile in useful]
    assert f"{len(useful)} kinds, {sum(tile.copies for tile in useful)} copies left" in drawn
    assert "no further tile" in words(useful_html((), position))


def test_discards_are_tabulated_in_their_order():
    table = discards(RACK + " y9", okey=OKEY)
    html = discards_html(table)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", html)[1:]
    assert [words(row).split()[0] for row in rows] == [one.card for one in table.rows]
    assert table.why() in words(html).replace("&#x27;", "'")
    assert "Penalty" not in html
    penalised = discards("r4 r5 b9 k1", okey="y13", melds="r1-r2-r3", opened=True)
    assert any(one.penalty for one in penalised.rows)
    assert "Penalty" in discards_html(penalised)


def test_chances_of_discards():
    found = odds(RACK + " y9", draws=2, okey=OKEY)
    said = words(odds_html(found))
    assert "to open within 2 draws, at a threshold of 51" in said
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", odds_html(found))[1:]
    assert [words(row).split()[0] for row in rows] == [line.card for line in found.lines]
    assert "exact fractions" in said


def test_a_position():
    position = Position.of("r4 r5", okey="y13", melds="r1-r2-r3 b9-k9-y9", seen="b1", threshold=60)
    html = position_html(position)
    assert html.count("<svg") == 2 + 6 + 1
    assert "Threshold 60; not opened." in words(html)


def test_thresholds_and_comparisons_say_how_sure_they_are():
    sample = SampledDistribution({0: 60, 40: 20, 55: 20}, n=100, seed=4)
    html = thresholds_html({14: sample}, [41, 51, 61])
    assert "41 → 20 %, 51 → 20 %, 61 → 0 %" in html
    assert "14 tiles: estimate from 100 random deals, seed 4, 95 % intervals" in words(html)
    share = Estimate.of_share(20, 100, seed=4)
    variant = Variant(
        "no wrap", Estimate.of_share(18, 100, seed=4), 0, 2, Estimate.of_mean(-2, 2, 100, 4)
    )
    said = words(comparison_html(Comparison(share, (variant,))))
    assert "rules in force 20 %" in said
    assert "no wrap 18 %" in said
    assert "−2 " in said
    assert said.count(" – ") == 2
    assert "−4.76 to +0.758" in said


def test_french_is_french(answer):
    said = {}
    for lang in LANGUAGES:
        with speaking(lang):
            said[lang] = words(evaluation_html(answer) + distances_html(distances(answer.position)))
    assert "points en combinaisons" in said["fr"]
    english = set(re.findall(r"[a-z]{4,}", said["en"]))
    assert english & set(re.findall(r"[a-z]{4,}", said["fr"])) <= {"points", "istance"}
