"""A drawn round of Tichu, and simulated ones: what is seen of them, and what is said."""

from __future__ import annotations

import html
import re

import pytest

from neuroanalysis.core.study import interval_text
from neuroanalysis.games.tichu import Rules
from neuroanalysis.games.tichu.play import Lay, deal, result
from neuroanalysis.games.tichu.policies import moves_of_round, player
from neuroanalysis.games.tichu.study import compare_rules, simulate
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.tichu.rounds import effect_html, player_names, simulation_html
from neuroanalysis.plots.tichu.table import (
    move_card,
    move_words,
    phase_words,
    result_html,
    result_words,
    round_html,
)
from neuroanalysis.texts import LANGUAGES, speaking

NAMES = ["Ana", "Bo", "Cem", "Dua"]


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


@pytest.fixture(scope="module")
def played():
    """A round to its end, as states and moves."""
    states, moves = [deal(NAMES, seed=6)], []
    players = [player(name) for name in ("caller", "shedder", "caller", "random")]
    for move, after in moves_of_round(states[0], players, seed=6):
        moves.append(move)
        states.append(after)
    return states, moves


@pytest.fixture(scope="module")
def effect():
    return compare_rules(Rules(), Rules(wish="off"), ["caller"] * 4, rounds=10, seed=1, workers=1)


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def test_cards_in_hand_and_in_the_trick_are_drawn_at_each_moment(played):
    for state in played[0]:
        shown = sum(map(state.size, range(4))) + state.trick_cards.bit_count()
        given = 3 * sum(one is not None for one in state.given) * (state.phase == "exchange")
        assert round_html(state).count("<svg") == shown + given


def test_every_move_and_moment_is_said_in_both_languages(played):
    states, moves = played
    assert {"Decline", "Exchange", "Lay", "Pass"} <= {type(move).__name__ for move in moves}
    for lang in LANGUAGES:
        with speaking(lang):
            for state, move in zip(states, moves, strict=False):
                said = move_words(state, move)
                assert said.startswith(state.names[move.player])
                assert said[-1] in ".!"
                assert bool(move_card(state, move)) == isinstance(move, Lay)
            assert all(phase_words(state) for state in states)


def test_a_play_is_said_with_its_cards(played):
    states, moves = played
    state, lay = next(
        (state, move)
        for state, move in zip(*played, strict=False)
        if isinstance(move, Lay) and move.combination.kind != "dog"
    )
    assert lay.combination.to_text() in move_words(state, lay)
    after = states[moves.index(lay) + 1]
    assert f"{state.names[lay.player]} · {lay.combination.describe()}" in words(round_html(after))


def test_the_end_is_told_as_the_result_counts_it(played):
    state = played[0][-1]
    ended = result(state)
    said = words(result_html(state, ended))
    assert said.startswith(phase_words(state))
    for team, pair in enumerate(("Ana and Cem", "Bo and Dua")):
        row = f"{pair} {ended.cards[team]} {ended.calls[team]} {ended.points[team]}"
        assert row in said
        assert f"{pair} {ended.points[team]} point" in result_words(state, ended)


def test_names_are_escaped():
    state = deal(["<b>", "Bo", "Cem", "Dua"], seed=1)
    assert "<b><b>" not in round_html(state)
    assert "&lt;b&gt;" in round_html(state)


def test_a_simulation_says_each_players_estimates_calls_and_bombs():
    found = simulate(["caller", "planner"] * 2, rounds=20, seed=1, workers=1)
    said = words(simulation_html(found))
    for name, row in zip(player_names(found), found.players.to_dict("records"), strict=True):
        assert f"{name} {percent(row['finish_share'].value, 3)}" in said
    assert "Estimates from 20 rounds, seed 1; intervals of 95 %." in said
    share = found.bombs()["held_rounds"]
    assert f"rounds: some hand after it {percent(share.value, 3)}" in said
    assert f"double win {percent(found.ends['double_win'].value, 3)}" in said
    called = [row for row in found.calls().to_dict("records") if row["n"]]
    assert said.count("caller Tichu") == sum(row["call"] == "tichu" for row in called)


def test_who_never_calls_is_said_so():
    found = simulate(["shedder"] * 4, rounds=2, seed=1, workers=1)
    assert "Nobody called anything." in words(simulation_html(found))


def test_an_effect_is_tabulated_with_its_intervals(effect):
    said = words(effect_html(effect))
    assert "the wish of Mah Jong's player (wish): optional → none" in html.unescape(said)
    with speaking("fr"):
        french = words(effect_html(effect))
    assert "(wish) : facultative → aucune" in french
    assert "Measure before after Difference" in said
    assert interval_text(effect.to_frame()["difference"]["turns"]) in said
