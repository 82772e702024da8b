"""A round of Tichu looked through, by the messages of its page."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.errors import MoveError
from neuroanalysis.games.tichu.play import Decline, GrandTichu, Pass, deal, do, result
from neuroanalysis.games.tichu.policies import moves_of_round, player
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.tichu_rounds import RoundViewer

NAMES = ["Ana", "Bo", "Cem", "Dua"]


@pytest.fixture(scope="module")
def played():
    begin = deal(NAMES, seed=6)
    players = [player(name) for name in ("caller", "shedder", "caller", "random")]
    return begin, [move for move, _ in moves_of_round(begin, players, seed=6)]


@pytest.fixture
def viewer(played):
    made = RoundViewer(*played, notes=["calls", "", "", ""], lang="en")
    yield made
    made.close()
    set_language(None)


def words(viewer):
    bare = re.sub(r"<svg.*?</svg>", "", viewer._shown.html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def press(viewer, do, value=""):
    viewer._shown.perform({"do": do, "value": value})


def test_it_begins_before_the_first_trick(viewer):
    assert "Before the first trick ·" in words(viewer)
    assert "Ana calls" in words(viewer)
    assert "Nothing was done yet" in words(viewer)


def test_who_passes_or_declines_makes_no_step(viewer, played):
    begin, moves = played
    silent = sum(isinstance(move, Pass | Decline) for move in moves)
    assert silent > 4
    assert len(viewer.states) - 1 == len(moves) - silent
    end = begin
    for move in moves:
        end = do(end, move)
    assert viewer.states[-1] == end


def test_steps_lead_to_the_end_and_back(viewer):
    press(viewer, "turn")
    assert "Trick 1 ·" in words(viewer)
    assert " leads " in viewer._shown.spoken
    press(viewer, "turn")
    assert "Trick 2 ·" in words(viewer)
    press(viewer, "end")
    state = viewer.states[-1]
    assert viewer.at == len(viewer.states) - 1
    assert state.phase == "over"
    one, other = result(state).points
    assert f"Ana and Cem {one} point" in viewer._shown.spoken
    assert f"Bo and Dua {other} point" in viewer._shown.spoken
    press(viewer, "next")
    press(viewer, "begin")
    press(viewer, "back")
    assert viewer.at == 0


def test_french(viewer):
    press(viewer, "language", "fr")
    assert "Avant le premier pli ·" in words(viewer)
    assert "Le pli, dans l’ordre Rien sur la table." in words(viewer)


def test_an_illegal_move_raises():
    with pytest.raises(MoveError):
        RoundViewer(deal(NAMES, seed=1), [GrandTichu(0), GrandTichu(0)])


def test_without_a_kernel_the_moment_can_still_be_seen(viewer):
    bundle = viewer._repr_mimebundle_()
    assert "Before the first trick" in bundle["text/html"]
    assert "<button" not in bundle["text/html"]
    assert bundle["text/plain"] == "A round of Tichu, step by step"
