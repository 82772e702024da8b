"""A drawn round of conquête, and simulated ones: what is seen of them, and what is said."""

from __future__ import annotations

import re
from html import unescape

import pytest

from neuroanalysis.core.study import interval_text
from neuroanalysis.games.conquete import (
    Rules,
    compare_rules,
    design_extra_card,
    passing_effect,
    simulate,
)
from neuroanalysis.games.conquete.play import Pass, Place, deal, placement_of, result, start
from neuroanalysis.games.conquete.play import do as played_on
from neuroanalysis.games.conquete.policies import moves_of_round, player
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.conquete.rounds import (
    design_html,
    effect_html,
    passing_html,
    player_names,
    simulation_html,
)
from neuroanalysis.plots.conquete.table import (
    domain_of,
    move_card,
    move_words,
    phase_words,
    result_html,
    result_words,
    round_html,
    table_words,
)
from neuroanalysis.texts import LANGUAGES, speaking

NAMES = ["Ana", "Bo", "Cem"]


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


@pytest.fixture(scope="module")
def played():
    """A round to its end, as states and moves."""
    states, moves = [deal(NAMES, seed=6)], []
    players = [player(name) for name in ("builder", "patient", "random")]
    for move, after in moves_of_round(states[0], players, seed=6):
        moves.append(move)
        states.append(after)
    return states, moves


@pytest.fixture(scope="module")
def simulation():
    return simulate(["builder", "greedy", "random"], rounds=20, seed=1, workers=1)


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", bare)).split())


def test_all_cards_are_drawn_at_each_moment(played):
    for state in played[0]:
        assert round_html(state).count("<svg") == 54


def test_every_move_and_moment_is_said_in_both_languages(played):
    states, moves = played
    for lang in LANGUAGES:
        with speaking(lang):
            for state, move in zip(states, moves, strict=False):
                said = move_words(state, move)
                assert said.startswith(state.names[move.player])
                assert said[-1] == "."
                assert bool(move_card(move)) == isinstance(move, Place)
            assert all(phase_words(state) and table_words(state) for state in states)


def test_a_placement_is_said_with_its_cell_and_points(played):
    state, move = next(
        (state, move)
        for state, move in zip(*played, strict=False)
        if isinstance(move, Place) and placement_of(state, move.player, move.cell, move.kind).vp
    )
    vp = placement_of(state, move.player, move.cell, move.kind).vp
    said = move_words(state, move)
    assert said.endswith(f": {vp} VP.")
    assert f"row {move.row}, column {move.column}".replace("-", "−") in said
    after = played_on(state, move)
    assert "placed last" in domain_of(after, move.cell)


def test_passing_and_going_out_are_said():
    state = start(["Ana", "Bo"], ["2ev", "3cv"], "2eb")
    assert move_words(state, Pass(0)) == "Ana passes (−1 VP)."
    move = Place(0, 0, 1, 13)
    assert move_words(state, move).endswith("0 VP. Out: no. 1.")
    assert phase_words(played_on(state, move)).startswith("A single player holds cards")


def test_the_end_is_told_as_the_result_counts_it(played):
    state = played[0][-1]
    ended = result(state)
    said = words(result_html(state, ended)).replace("−", "-")
    assert said.startswith(phase_words(state))
    for place, (name, ledger) in enumerate(zip(NAMES, ended.ledgers, strict=True), start=1):
        numbers = [ledger.start, ledger.extra, ledger.placing, ledger.passing, ledger.finishing]
        line = " ".join(map(str, [*numbers, ledger.sets, ledger.vp]))
        assert f"P{place} {name} {line}" in said
        assert f"{name} {ledger.vp} VP" in result_words(state, ended).replace("−", "-")
    [winner] = ended.winners
    assert f"{NAMES[winner]} has won." in said


def test_names_are_escaped():
    state = deal(["<b>", "Bo"], seed=1)
    assert "<b><b>" not in round_html(state)
    assert "&lt;b&gt;" in round_html(state)


def test_a_simulation_says_players_seats_placements_and_passes(simulation):
    said = words(simulation_html(simulation))
    rows = simulation.players.to_dict("records")
    for name, row in zip(player_names(simulation), rows, strict=True):
        assert f"{name} {percent(row['win_share'].value, 3)}" in said
        assert f"{name} {percent(row['finish_share'].value, 3)}" in said
    assert "Estimates from 20 rounds, seed 1; intervals of 95 %." in said
    for one in simulation.placements().to_dict("records"):
        assert f"{one['compatible']} {one['vp']} VP" in said
    enlarged = simulation.passing()["enlarged_rounds"].value
    assert f"Rounds in which the grid is enlarged: {percent(enlarged, 3)}." in said
    assert interval_text(simulation.extra_card_gap) in said


def test_an_effect_is_tabulated_with_its_intervals():
    effect = compare_rules(Rules(), Rules(pass_cost=3), ["patient"] * 2, rounds=10, workers=1)
    said = words(effect_html(effect))
    assert "what passing costs while one holds cards (pass_cost): 1 → 3" in said
    assert "Measure before after Difference" in said
    assert interval_text(effect.to_frame()["difference"]["passes"]) in said
    assert "seat 2" in said


def test_what_passing_gains_is_tabulated():
    effect = passing_effect(["patient", "builder"], rounds=20, workers=1)
    said = words(passing_html(effect))
    assert "points more a round where he may" in said
    assert "Estimates from 20 rounds, seed 0" in said


def test_a_design_says_the_points_found_and_draws_all_tried():
    design = design_extra_card(["greedy"] * 4, rounds=20, high=3, workers=1)
    html = design_html(design)
    assert f"For a card more: {design.vp} VP" in words(html)
    assert design.headline in words(html)
    assert html.count("<circle") >= 4
    assert all(remark in words(html) for remark in design.remarks)
