"""Simulated rounds of Okey drawn: they say the estimates that the results hold."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.study import interval_text
from neuroanalysis.games.okey51 import Rules
from neuroanalysis.games.okey51.study import (
    Table,
    ThresholdBalance,
    compare_rules,
    doubling_effect,
    simulate,
)
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.curves import Trace, curves_html
from neuroanalysis.plots.okey51.rounds import (
    balance_html,
    effect_html,
    player_names,
    simulation_html,
)
from neuroanalysis.texts import LANGUAGES, speaking

PLAYERS = ["random", "opener", "counter", "pairs"]


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


@pytest.fixture(scope="module")
def played():
    return simulate(PLAYERS, rounds=40, seed=1, workers=1)


def as_read(words):
    """Return words as a page shows them: any space is one space."""
    return " ".join(words.split())


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return as_read(re.sub(r"<[^>]*>", " ", bare))


def test_a_simulation_says_each_players_estimates(played):
    said = words(simulation_html(played))
    for name, row in zip(player_names(played), played.players.to_dict("records"), strict=True):
        for column in ("finish_share", "open_share"):
            assert f"{name} {percent(row[column].value, 3)}" in said
    assert "Estimates from 40 rounds, seed 1; intervals of 95 %." in said
    assert f"nobody goes out {percent(played.ends['empty'].value, 3)}" in said
    assert "each team" not in said
    assert player_names(played)[3] == "4. pairs player"


def test_with_teams_both_sides_are_told():
    teams = simulate(PLAYERS, rules=Rules(teams=True), rounds=40, seed=1, workers=1)
    said = words(simulation_html(teams, names=["Ana", "Bo", "Cem", "Dua"]))
    assert "Mean points of each team a round Ana + Cem" in said
    assert "Bo + Dua" in said


def test_an_effect_is_tabulated_with_its_intervals():
    effect = doubling_effect(["opener"] * 4, rounds=40, seed=2, workers=1)
    said = words(effect_html(effect))
    assert "(doubling): no → yes" in said
    assert "Measure before after Difference" in said
    for row in effect.to_frame().to_dict("records"):
        assert interval_text(row["difference"]) in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_threshold_is_marked_among_those_tried(lang):
    tried = tuple(
        (threshold, Estimate.of_share(n, 1000, seed=1)) for threshold, n in ((40, 600), (55, 500))
    )
    table = Table.of(["counter"] * 4, Rules(threshold=55))
    found = ThresholdBalance(table, tried, (52, 58), 250, 1)
    with speaking(lang):
        html = balance_html(found)
        assert as_read(found.headline) in words(html)
        assert found.remarks
        assert all(as_read(remark) in words(html) for remark in found.remarks)
        assert "stroke-dasharray:3 4" in html
        balanced = words(html)
        assert words(balance_html(replace(found, tolerance=0.001))) != balanced


def test_labels_that_have_no_room_are_left_out_but_not_the_marked_one():
    numbers = tuple(range(100))
    estimates = tuple(Estimate.of_share(50, 100, seed=1) for _ in numbers)
    html = curves_html("t", [Trace("a", numbers, estimates)], "share", "n", marked=51)
    labels = [int(n) for n in re.findall(r">(\d+)</text>", html)]
    assert 51 in labels
    assert 10 < len(labels) < 40


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_option_that_no_player_uses_is_named_under_the_figures(lang):
    rules = Rules(taken_discard_may_return=True)
    effect = compare_rules(Rules(), rules, ["opener"] * 4, rounds=4, workers=1)
    with speaking(lang):
        [remark] = effect.remarks
        assert as_read(remark) in words(effect_html(effect))
        assert as_read(remark) in words(simulation_html(effect.after))
        assert as_read(remark) not in words(simulation_html(effect.before))
