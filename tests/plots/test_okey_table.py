"""A drawn round of Okey: what is seen of it, and what is said."""

from __future__ import annotations

import random
import re

import pytest

from neuroanalysis.games.okey51 import Rules
from neuroanalysis.games.okey51.pieces import FAKE
from neuroanalysis.games.okey51.play import (
    Discard,
    Draw,
    OnTable,
    deal,
    do,
    legal_moves,
    result,
)
from neuroanalysis.games.okey51.position import Meld
from neuroanalysis.plots.okey51.table import (
    meld_tiles,
    move_tile,
    move_words,
    phase_words,
    result_html,
    round_html,
)
from neuroanalysis.texts import LANGUAGES, speaking

NAMES = ["Ana", "Bo", "Cem", "Dua"]


@pytest.fixture(scope="module")
def played():
    """A round to its end with easy openings, as states and moves."""
    choose = random.Random(3)
    states, moves = [deal(NAMES, seed=5, rules=Rules(threshold=6))], []
    while states[-1].phase != "over":
        legal = legal_moves(states[-1])
        laying = [move for move in legal if not isinstance(move, Discard | Draw)]
        moves.append(choose.choice(laying or legal))
        states.append(do(states[-1], moves[-1]))
    return states, moves


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def test_all_tiles_but_those_of_the_pile_are_drawn_at_each_moment(played):
    for state in played[0]:
        html = round_html(state)
        # 106 tiles less the pile, the indicator among them; and the okey beside the indicator.
        assert html.count("<svg") == 106 - len(state.pile) + 1


def test_every_kind_of_move_is_said_in_both_languages(played):
    states, moves = played
    kinds = {type(move) for move in moves}
    assert len(kinds) >= 5
    for lang in LANGUAGES:
        with speaking(lang):
            said = [move_words(state, move) for state, move in zip(states, moves, strict=False)]
            assert all(words.startswith(tuple(NAMES)) and words[-1] == "." for words in said)
    drawn = [move_tile(state, move) for state, move in zip(states, moves, strict=False)]
    for move, tile in zip(moves, drawn, strict=True):
        assert bool(tile) or not isinstance(move, Draw | Discard)


def test_points_are_told_as_the_result_counts_them(played):
    state = played[0][-1]
    ended = result(state)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", result_html(state, ended))[1:]
    for name, row, points, at_end in zip(NAMES, rows, ended.points, ended.at_end, strict=True):
        cells = [words(cell) for cell in re.findall(r"<td.*?</td>", row)]
        assert cells[0] == name
        numbers = [int(cell) for cell in cells[1:]]
        assert (numbers[0], numbers[-1]) == (at_end, points)
        assert sum(numbers[:-1]) == points
    with speaking("fr"):
        assert phase_words(state) in words(round_html(state))


def test_a_fake_okey_in_a_meld_looks_like_one():
    state = deal(NAMES, seed=1)
    run = Meld.of("b5-b6-b7", Rules())
    kind = state.fake_identity
    number = kind % 13 + 1
    own = Meld.of("-".join(f"{letter}{number}" for letter in "rbk"), Rules())
    assert [tile.kind for tile in meld_tiles(state, OnTable(0, run))] == [17, 18, 19]
    marked = meld_tiles(state, OnTable(0, own, fakes=1))
    inside = [tile.identity for tile in own.tiles]
    assert [tile.kind for tile in marked] == [FAKE if one == kind else one for one in inside]


def test_names_are_escaped():
    state = deal(["<b>", "Bo", "Cem", "Dua"], seed=1)
    assert "<b><b>" not in round_html(state)
    assert "&lt;b&gt;" in round_html(state)
    discard = legal_moves(state)[-1]
    assert move_words(state, discard).startswith("<b> discards")
