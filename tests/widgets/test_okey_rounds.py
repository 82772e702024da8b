"""A round of Okey looked through, by the messages of its page."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.errors import MoveError
from neuroanalysis.games.okey51.play import Discard, Draw, deal, do, legal_moves
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.okey51_rounds import RoundViewer


@pytest.fixture
def viewer():
    begin = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    state, moves = begin, []
    for _ in range(5):
        discard = next(move for move in legal_moves(state) if isinstance(move, Discard))
        moves.append(discard)
        state = do(state, discard)
        moves.append(Draw(state.active))
        state = do(state, moves[-1])
    made = RoundViewer(begin, moves, notes=["expert", "", "", ""])
    yield made
    made.close()
    set_language(None)


def words(viewer):
    bare = re.sub(r"<svg.*?</svg>", "", viewer._shown.html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def press(viewer, do, value=""):
    viewer._shown.perform({"do": do, "value": value})


def test_it_begins_with_the_deal(viewer):
    assert "Turn 1 · Ana discards" in words(viewer)
    assert "Ana expert" in words(viewer)
    assert "Nothing was done yet" in words(viewer)


def test_steps(viewer):
    press(viewer, "next")
    assert viewer.at == 1
    assert "Turn 2 · Bo draws" in words(viewer)
    assert "(1 move)" in words(viewer)
    press(viewer, "turn")
    assert viewer.at == 2
    press(viewer, "turn")
    assert viewer.at == 4
    press(viewer, "back")
    assert viewer.at == 3
    press(viewer, "end")
    press(viewer, "next")
    assert viewer.at == 10
    assert viewer._shown.spoken.startswith("Bo draws")
    press(viewer, "begin")
    press(viewer, "back")
    assert viewer.at == 0


def test_a_moment_beyond_the_end_is_the_end(viewer):
    viewer.at = 999
    assert viewer.at == 10


def test_french(viewer):
    press(viewer, "language", "fr")
    assert "Tour 1 · Ana défausse" in words(viewer)
    assert "pioche de 48 tuiles" in words(viewer)


def test_an_illegal_move_raises():
    begin = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    with pytest.raises(MoveError):
        RoundViewer(begin, [Draw(0)])


def test_an_unknown_request_of_the_page_is_a_fault(viewer):
    with pytest.raises(ValueError, match="fly"):
        press(viewer, "fly")


def test_without_a_kernel_the_moment_can_still_be_seen(viewer):
    bundle = viewer._repr_mimebundle_()
    assert "Turn 1" in bundle["text/html"]
    assert "<button" not in bundle["text/html"]
    assert bundle["text/plain"] == "A round of Okey, step by step"
