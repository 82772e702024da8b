"""A round of conquête looked through, by the messages of its page."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.errors import MoveError
from neuroanalysis.games.conquete.play import Pass, deal, do, result
from neuroanalysis.games.conquete.policies import moves_of_round, player
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.conquete_rounds import RoundViewer

NAMES = ["Ana", "Bo", "Cem"]


@pytest.fixture(scope="module")
def played():
    begin = deal(NAMES, seed=6)
    players = [player(name) for name in ("builder", "patient", "random")]
    return begin, [move for move, _ in moves_of_round(begin, players, seed=6)]


@pytest.fixture
def viewer(played):
    made = RoundViewer(*played, notes=["builds", "", ""], lang="en")
    yield made
    made.close()
    set_language(None)


def words(viewer):
    bare = re.sub(r"<svg.*?</svg>", "", viewer._shown.html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def press(viewer, do, value=""):
    viewer._shown.perform({"do": do, "value": value})


def test_it_begins_before_the_first_move(viewer):
    assert "Turn 1 · Ana places a card or passes." in words(viewer)
    assert "Ana builds · 6 VP · 18 cards" in words(viewer)
    assert "Nothing was done yet" in words(viewer)


def test_each_move_is_a_step(viewer, played):
    state, moves = played
    for at, move in enumerate(moves):
        assert viewer.states[at] == state
        state = do(state, move)
    assert viewer.states[-1] == state


def test_a_turn_goes_round_the_table(viewer):
    press(viewer, "next")
    assert viewer.at == 1
    assert "Turn 1 · Bo places" in words(viewer)
    press(viewer, "turn")
    assert viewer.at == 4
    assert "Turn 2 · Bo places" in words(viewer)
    assert "placed last" in viewer._shown.html


def test_steps_lead_to_the_end_and_back(viewer):
    press(viewer, "end")
    state = viewer.states[-1]
    assert viewer.at == len(viewer.states) - 1
    assert state.phase == "over"
    for name, vp in zip(NAMES, result(state).vp, strict=True):
        assert f"{name} {vp} VP" in viewer._shown.spoken.replace("−", "-")
    assert "has won." in words(viewer)
    press(viewer, "next")
    press(viewer, "begin")
    press(viewer, "back")
    assert viewer.at == 0


def test_french(viewer):
    press(viewer, "language", "fr")
    assert "Tour 1 · Ana pose une carte ou passe." in words(viewer)
    assert "6 PV · 18 cartes" in words(viewer)


def test_an_illegal_move_raises():
    with pytest.raises(MoveError):
        RoundViewer(deal(NAMES, seed=1), [Pass(1)])


def test_without_a_kernel_the_moment_can_still_be_seen(viewer):
    bundle = viewer._repr_mimebundle_()
    assert "Turn 1" in bundle["text/html"]
    assert "<button" not in bundle["text/html"]
    assert bundle["text/plain"] == "A round of Neurotrio conquête, step by step"
