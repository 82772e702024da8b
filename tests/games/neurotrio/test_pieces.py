"""The 27 kinds, their codes, lines and names."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.errors import CardError
from neuroanalysis.games.neurotrio import pieces
from neuroanalysis.games.neurotrio.pieces import (
    ATTRIBUTE_VALUES,
    KINDS,
    LINES,
    PIECES,
    attributes,
    kind_name,
    shared_values,
    value_name,
)
from neuroanalysis.texts import speaking
from tests.oracles import neurotrio as oracle
from tests.refusals import answer_or_none

NUMBERED = [("1cn", 0), ("1cv", 1), ("1cb", 2), ("1en", 3), ("2cn", 9), ("2ev", 13), ("3rb", 26)]


@pytest.mark.parametrize(("code", "kind"), NUMBERED)
def test_the_number_of_a_kind(code, kind):
    assert PIECES.kind(code) == kind
    assert PIECES.codes[kind] == code


def test_the_codes_are_those_of_the_rules_page():
    assert list(PIECES.codes) == oracle.CODES
    assert len(PIECES) == KINDS == 27


def test_english_letters_are_understood_and_mixed_ones():
    letters = [("c", "h"), ("e", "s"), ("r",)], [("n", "k"), ("v", "g"), ("b",)]
    understood = 0
    for force, natures, backgrounds in product("123", *letters):
        kinds = {
            PIECES.kind(spelt)
            for nature, background in product(natures, backgrounds)
            for spelt in (f"{force}{nature}{background}", f"{force}{nature}{background}".upper())
        }
        assert kinds == {oracle.CODES.index(f"{force}{natures[0]}{backgrounds[0]}")}
        understood += len(natures) * len(backgrounds)
    assert understood == len(set(PIECES.aliases) | set(PIECES.codes))


def test_there_are_27_lines_and_each_kind_lies_on_3():
    assert len(LINES) == len(set(LINES)) == 27
    assert {tuple(line) for line in LINES} == set(oracle.LINES)
    assert set(Counter(kind for line in LINES for kind in line).values()) == {3}


def test_there_are_216_trios():
    # 27 of three alike and 7 more on each of 27 lines, as the rules page counts them.
    trios = {
        cards
        for cards in product(range(27), repeat=3)
        if list(cards) == sorted(cards) and len(shared_values(cards)) >= 2
    }
    assert len(trios) == 216 == 27 * 7 + 27
    assert trios == set(oracle.TRIOS)


def test_two_cards_share_two_values_exactly_on_a_line():
    for one, other in combinations(range(27), 2):
        on_a_line = any(one in line and other in line for line in LINES)
        assert (len(shared_values((one, other))) == 2) == on_a_line


@given(st.lists(st.integers(0, 26), min_size=1, max_size=6).map(tuple))
def test_shared_values(kinds):
    said = {ATTRIBUTE_VALUES[value] for value in shared_values(kinds)}
    common = oracle.in_common(kinds)
    letters = {"force": "123", "nature": "cer", "background": "nvb"}
    assert said == {letters[attribute][level] for attribute, level in common}


def test_attributes():
    assert attributes(PIECES.kind("3cv")) == (2, 0, 1)
    assert {attributes(kind) for kind in range(27)} == set(product(range(3), repeat=3))


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("2eb*3 1cn 3rv", "2eb 2eb 2eb 1cn 3rv"),
        ("3rg, 2SB x3, 1hk", "2eb 2eb 2eb 1cn 3rv"),
        ("1CN,2eb*2,3rv 2sb", "2eb 2eb 2eb 1cn 3rv"),
        ("2eb x3 3rv\n1hn", "2eb 2eb 2eb 1cn 3rv"),
    ],
)
def test_notations_of_one_hand(text, counts):
    assert PIECES.parse(text, copies=4).tolist() == oracle.parse(counts)


@given(st.lists(st.integers(0, 4), min_size=27, max_size=27))
def test_a_hand_is_written_and_read_back(counts):
    text = PIECES.format(counts)
    assert PIECES.parse(text, copies=4).tolist() == counts == oracle.parse(text)


def test_an_unknown_code_is_told_with_its_place_and_the_nearest():
    with pytest.raises(CardError) as caught:
        PIECES.parse("2eb 2ex 1cn")
    with speaking("en"):
        said = str(caught.value)
    assert said.startswith("unknown card '2ex' at position 2; nearest: ")
    assert set(said.rpartition(": ")[2].split(", ")) <= {"2en", "2ev", "2eb"}


@given(st.text(alphabet="0123cervnbhskgx*× ,;é\n", max_size=40) | st.text(max_size=20))
def test_junk_is_read_or_refused(text):
    counts = answer_or_none(PIECES.parse, text, copies=4)
    assert counts is None or max(counts) <= 4


# --- Names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_kind_and_value_has_a_name_of_its_own(language):
    with speaking(language):
        names = [kind_name(kind) for kind in range(27)]
        values = [value_name(value) for value in range(9)]
    assert len(set(names)) == 27
    assert len(set(values)) == 9
    for kind, name in enumerate(names):
        # The force stands in it as its digit, the background as its word.
        assert str(kind // 9 + 1) in name
        assert values[6 + kind % 3] in name


def test_names_in_players_words():
    with speaking("fr"):
        assert [value_name(value) for value in range(9)] == [
            *("1", "2", "3"),
            *("cœur", "étoile", "rose"),
            *("noir", "vert", "bleu"),
        ]
    with speaking("en"):
        assert [value_name(value) for value in range(3, 9)] == [
            *("heart", "star", "rose"),
            *("black", "green", "blue"),
        ]


def test_the_room_offers_what_it_says():
    assert set(pieces.__all__) <= set(vars(pieces))
