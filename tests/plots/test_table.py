"""A round drawn: what may be seen is there, what may not be seen is not."""

from __future__ import annotations

import re
from html import unescape

import pytest

from neuroanalysis.games.neurotrio import PIECES, kind_name
from neuroanalysis.games.neurotrio.play import Discard, Draw, Pang, Pass, deal, do, replay, result
from neuroanalysis.plots.neurotrio.table import (
    back_svg,
    move_words,
    phase_words,
    pile_words,
    result_html,
    result_words,
    round_html,
    seat_html,
)
from neuroanalysis.texts import speaking
from tests.project import ROOT

TRANSCRIPTS = ROOT / "tests" / "games" / "neurotrio" / "transcripts"


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html, flags=re.S)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", bare).split()))


def named(html):
    """The names of the drawn cards."""
    return sorted(unescape(name) for name in re.findall(r"<title>(.*?)</title>", html))


def names_of(counts):
    return sorted(kind_name(kind) for kind, n in enumerate(counts) for _ in range(n))


def test_an_open_hand_has_all_its_cards():
    state = deal(["Ana", "Bo"], seed=2)
    assert named(seat_html(state, 0)) == names_of(state.hands[0])
    assert named(round_html(state)) == sorted(names_of(state.hands[0]) + names_of(state.hands[1]))


def test_a_closed_hand_is_backs_and_their_number():
    state = deal(["Ana", "Bo"], seed=2)
    closed = seat_html(state, 1, hidden=True)
    assert named(closed) == []
    assert closed.count("<svg") == 2 * 13  # each back holds its pattern
    assert "13 cards, not shown" in closed
    assert not [code for code in PIECES.codes if code in words(closed)]


def test_panged_cards_and_carres_lie_open():
    read = replay((TRANSCRIPTS / "carres.txt").read_text(encoding="utf-8"))
    drawn = seat_html(read.end, 0, hidden=True)
    assert named(drawn) == sorted(
        [kind_name(PIECES.kind("1cn"))] * 4 + [kind_name(PIECES.kind("2en"))] * 4
    )
    state = deal(["Ana", "Bo"], seed=2)
    state = do(state, Draw(0))
    kind = next(kind for kind, n in enumerate(state.hands[0]) if n)
    state = do(do(state, Discard(0, kind)), Pang(1))
    drawn = seat_html(state, 1, hidden=True)
    assert named(drawn) == [kind_name(kind)]
    assert "panged" in words(drawn)
    assert "13 cards, not shown" in drawn


def test_the_open_discard_lies_apart_from_the_others():
    state = do(deal(["Ana", "Bo"], seed=2), Draw(0))
    kind = next(kind for kind, n in enumerate(state.hands[0]) if n)
    state = do(state, Discard(0, kind))
    assert "Discarded by Ana" in words(round_html(state))
    assert "Discards, in their order (0 cards)" in words(round_html(state))
    state = do(state, Pass(1))
    assert "Discarded by Ana" not in words(round_html(state))
    assert "Discards, in their order (1 card)" in words(round_html(state))
    assert pile_words(state) == "pile of 81 cards · discards shuffled 0 times of 2"


@pytest.mark.parametrize("name", ["carres", "pang_to_finish", "reshuffles"])
def test_every_move_is_told_as_the_transcript_says_it(name):
    """Against the words of the transcripts that were written by hand."""
    source = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8")
    read = replay(source)
    said, state = [], read.begin
    for move in read.moves:
        if not isinstance(move, Pass):
            said.append(move_words(state, move))
        state = do(state, move)
    written = [
        re.sub(r" with \d+", "", line.strip())
        for line in source.splitlines()
        if re.match(r"(?!nobody)\w+ (draws|discards|lays|pangs|finishes)", line)
    ]
    told = [one.rstrip(".").replace("the carré of ", "") for one in said if "become" not in one]
    assert told == written


def test_a_hidden_draw_is_not_told():
    state = deal(["Ana", "Bo"], seed=2)
    assert move_words(state, Draw(0), hidden={0}) == "Ana draws a card."
    assert move_words(state, Draw(0), hidden={1}).endswith(f"{PIECES.codes[state.pile[0]]}.")


def test_the_end_has_the_points_and_cards_of_everybody():
    source = (TRANSCRIPTS / "carres.txt").read_text(encoding="utf-8")
    read = replay(source)
    ended = result(read.end)
    assert result_words(read.end, ended) == "Ana has finished. Ana 31, Bo 12."
    drawn = result_html(read.end, ended)
    assert named(drawn) == sorted(
        names_of(read.end.hands[0])
        + names_of(4 * n for n in read.end.laid[0])
        + names_of(read.end.hands[1])
    )
    assert "Ana · 31 points" in words(drawn)


def test_both_languages_say_whose_turn_it_is():
    state = deal(["Ana", "Bo"], seed=2)
    with speaking("fr"):
        assert phase_words(state) == "Ana pioche."
        assert "Rejets, dans l’ordre (0 carte)" in words(round_html(state))
    assert phase_words(do(state, Draw(0))) == "Ana discards, lays or finishes."


def test_a_back_says_nothing():
    assert "<title" not in back_svg()
    assert 'aria-hidden="true"' in back_svg()
