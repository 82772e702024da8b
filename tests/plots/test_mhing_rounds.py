"""A drawn round of Mhing, and simulated ones: what is seen of them, and what is said."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.core.study import interval_text
from neuroanalysis.games.mhing import Rules
from neuroanalysis.games.mhing.play import (
    Discard,
    Draw,
    Mhing,
    Pass,
    RoundState,
    deal,
    do,
    legal_moves,
    result,
)
from neuroanalysis.games.mhing.policies import moves_of_round, player
from neuroanalysis.games.mhing.study import RulesEffect, compare_minimums, simulate
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.mhing.rounds import (
    effect_html,
    lines_html,
    player_names,
    simulation_html,
    variants_html,
)
from neuroanalysis.plots.mhing.table import (
    move_card,
    move_words,
    phase_words,
    result_html,
    round_html,
)
from neuroanalysis.texts import LANGUAGES, speaking

NAMES = ["Ana", "Bo", "Cem"]


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


@pytest.fixture(scope="module")
def played():
    """A round to its end with claims, as states and moves."""
    states, moves = [deal(NAMES, seed=2)], []
    players = [player(name) for name in ("random", "fast", "balanced")]
    for move, after in moves_of_round(states[0], players, seed=2):
        moves.append(move)
        states.append(after)
    return states, moves


@pytest.fixture(scope="module")
def minimums():
    return compare_minimums(["fast", "balanced"], (0, 6), rounds=10, seed=1, workers=1)


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def test_all_cards_but_those_of_the_pile_are_drawn_at_each_moment(played):
    for state in played[0]:
        ended = result_html(state, result(state)) if state.phase == "over" else ""
        assert round_html(state).count("<svg") - ended.count("<svg") == 150 - len(state.pile)


def test_every_kind_of_move_is_said_in_both_languages(played):
    states, moves = played
    assert {"Draw", "Discard", "Pass", "Mhing"} < {type(move).__name__ for move in moves}
    for lang in LANGUAGES:
        with speaking(lang):
            for state, move in zip(states, moves, strict=False):
                said = move_words(state, move)
                assert said.startswith(state.names[move.player])
                assert said[-1] in ".!"
                assert bool(move_card(state, move)) or isinstance(move, Pass | Mhing)
            assert all(phase_words(state) for state in states)


def test_the_win_is_told_as_the_result_counts_it(played):
    state = played[0][-1]
    ended = result(state)
    said = words(result_html(state, ended))
    assert said.startswith(phase_words(state))
    assert f"{ended.credits} credit" in said
    assert f"All credits {ended.credits}" in said
    assert f", {ended.points[ended.winner]} points." in said


def test_a_void_round_says_so():
    state = deal(NAMES, seed=2)
    over = RoundState(**{**vars(state), "phase": "over"})
    assert words(result_html(over, result(over))) == "The round is void: nobody goes out."


def test_an_open_discard_stands_apart(played):
    state = next(state for state in played[0] if state.phase == "claim")
    assert f"discarded by {state.names[state.offered.player]}, open" in words(round_html(state))


def test_names_are_escaped():
    state = deal(["<b>", "Bo"], seed=1)
    assert "<b><b>" not in round_html(state)
    assert "&lt;b&gt;" in round_html(state)
    while state.phase == "draw":
        state = do(state, Draw(state.active))
    discard = next(move for move in legal_moves(state) if isinstance(move, Discard))
    assert move_words(state, discard).startswith("<b> discards")


def test_a_simulation_says_each_players_estimates_and_what_wins_are_worth():
    found = simulate(["random", "fast", "balanced"], rounds=10, seed=1, workers=1)
    said = words(simulation_html(found))
    for name, row in zip(player_names(found), found.players.to_dict("records"), strict=True):
        assert f"{name} {percent(row['finish_share'].value, 3)}" in said
    assert "Estimates from 10 rounds, seed 1; intervals of 95 %." in said
    wins = found.wins_by_credits().groupby("policy", observed=True)["wins"].sum()
    for policy, n in wins.items():
        assert f"{policy}: credits of {n} wins" in said
    assert f"void {percent(found.ends['void'].value, 3)}" in said
    lines = words(lines_html(found))
    table = found.lines_of_credits().set_index("line")["share"]
    assert ("one suit with honours" in lines.split("In no win")[0]) == (
        table["one_suit_with_honours"].value > 0
    )
    assert f"flowers {percent(table['flowers'].value, 3)}" in lines


def test_tables_are_compared_and_no_share_is_certain(minimums):
    said = words(variants_html(minimums))
    assert "Tables compared credits asked to go out" in said
    frame = minimums.to_frame()
    assert frame["won"][0].value == 1.0
    assert "100 % 100 % – 100 %" not in said
    assert f"100 % {percent(frame['won'][0].interval.low, 3)} – 100 %" in said


def test_an_effect_is_tabulated_with_its_intervals(minimums):
    effect = RulesEffect(minimums.tables[0], minimums.tables[6])
    said = words(effect_html(effect))
    assert "(min_credits): 0 → 6" in said
    assert "Measure before after Difference" in said
    frame = effect.to_frame()
    assert interval_text(frame["difference"]["points"]) in said
    low, high = frame["difference"]["won"].interval
    assert low < high
    assert effect.before.table.rules == Rules()
