"""The 53 kinds, their codes and names, and which okey an indicator makes."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.errors import CardError
from neuroanalysis.games.okey51.pieces import (
    COPIES,
    FAKE,
    IDENTITIES,
    PIECES,
    TILES,
    colour_of,
    identity,
    indicator_of,
    kind_name,
    number_of,
    okey_of,
)
from neuroanalysis.texts import speaking
from tests.refusals import answer_or_none


def test_there_are_106_tiles():
    codes = [f"{letter}{number}" for letter, number in product("rbky", range(1, 14))]
    assert list(PIECES.codes) == [*codes, "fo"]
    assert (TILES, IDENTITIES, TILES * COPIES) == (53, 52, 106)


def test_french_letters_are_understood():
    assert PIECES.parse("n7 J13 fo").tolist() == PIECES.parse("k7 y13 FO").tolist()
    assert len(PIECES.aliases) == 52


@given(st.integers(0, 51))
def test_colour_and_number_make_the_identity(kind):
    assert identity(colour_of(kind), number_of(kind)) == kind
    assert PIECES.codes[kind] == "rbky"[colour_of(kind)] + str(number_of(kind))


@pytest.mark.parametrize(
    ("indicator", "okey"), [("r5", "r6"), ("b12", "b13"), ("y13", "y1"), ("k1", "k2")]
)
def test_the_okey_follows_the_indicator(indicator, okey):
    assert okey_of(PIECES.kind(indicator)) == PIECES.kind(okey)
    assert indicator_of(PIECES.kind(okey)) == PIECES.kind(indicator)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_kind_has_a_name_of_its_own(language):
    with speaking(language):
        names = [kind_name(kind) for kind in range(TILES)]
    assert len(set(names)) == TILES
    assert all(str(number_of(kind)) in name for kind, name in enumerate(names[:FAKE]))


def test_names_in_players_words():
    with speaking("fr"):
        assert [kind_name(PIECES.kind(code)) for code in ("r1", "b2", "k3", "y4")] == [
            "1 rouge",
            "2 bleu",
            "3 noir",
            "4 jaune",
        ]


def test_a_third_copy_and_an_unknown_colour_are_refused_by_name():
    with speaking("en"):
        with pytest.raises(CardError, match="3 copies of r5; there are only 2"):
            PIECES.parse("r5*2 b1 r5", COPIES)
        with pytest.raises(CardError, match="3 copies of fo; there are only 2"):
            PIECES.parse("fo fo fo", COPIES)
        with pytest.raises(CardError, match="unknown card 'g5' at position 2"):
            PIECES.parse("r5 g5", COPIES)


@given(st.text(alphabet="0123rbkynjfo*× ,;é\n", max_size=40) | st.text(max_size=20))
def test_junk_is_read_or_refused(text):
    counts = answer_or_none(PIECES.parse, text, copies=COPIES)
    assert counts is None or max(counts) <= COPIES
