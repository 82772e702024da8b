"""A round of Mhing looked through, by the messages of its page."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.errors import MoveError
from neuroanalysis.games.mhing.play import Discard, Draw, Pass, deal, do, result
from neuroanalysis.games.mhing.policies import moves_of_round, player
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.mhing_rounds import RoundViewer


@pytest.fixture(scope="module")
def played():
    begin = deal(["Ana", "Bo", "Cem"], seed=30)
    players = [player(name) for name in ("random", "fast", "fast")]
    return begin, [move for move, _ in moves_of_round(begin, players, seed=1)]


@pytest.fixture
def viewer(played):
    made = RoundViewer(*played, notes=["at random", "", ""], lang="en")
    yield made
    made.close()
    set_language(None)


def words(viewer):
    bare = re.sub(r"<svg.*?</svg>", "", viewer._shown.html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def press(viewer, do, value=""):
    viewer._shown.perform({"do": do, "value": value})


def test_it_begins_with_the_deal(viewer):
    assert "Turn 1 · Ana draws." in words(viewer)
    assert "Ana at random dealer to draw" in words(viewer)
    assert "Nothing was done yet" in words(viewer)


def test_who_says_nothing_makes_no_step(viewer, played):
    begin, moves = played
    assert any(isinstance(move, Pass) for move in moves)
    assert len(viewer.states) - 1 == sum(not isinstance(move, Pass) for move in moves)
    end = begin
    for move in moves:
        end = do(end, move)
    assert viewer.states[-1] == end


def test_steps_lead_to_the_end_and_back(viewer):
    press(viewer, "next")
    assert viewer.at == 1
    assert viewer._shown.spoken == "Ana draws 4 of bamboos."
    press(viewer, "turn")
    turns = [state.turn for state in viewer.states]
    assert turns[viewer.at] == 1
    press(viewer, "back")
    press(viewer, "end")
    state = viewer.states[-1]
    assert viewer.at == len(viewer.states) - 1
    assert state.phase == "over"
    assert f"All credits {result(state).credits}" in words(viewer) or result(state).credits == 0
    assert "goes out with a" in viewer._shown.spoken
    press(viewer, "next")
    press(viewer, "begin")
    press(viewer, "back")
    assert viewer.at == 0


def test_french(viewer):
    press(viewer, "language", "fr")
    assert "Tour 1 · Ana pioche." in words(viewer)
    assert "pioche de 111 cartes" in words(viewer)


def test_an_illegal_move_raises():
    with pytest.raises(MoveError):
        RoundViewer(deal(["Ana", "Bo"], seed=1), [Discard(0, 0), Draw(0)])


def test_without_a_kernel_the_moment_can_still_be_seen(viewer):
    bundle = viewer._repr_mimebundle_()
    assert "Turn 1" in bundle["text/html"]
    assert "<button" not in bundle["text/html"]
    assert bundle["text/plain"] == "A round of Mhing, step by step"
