"""Kinds, their codes, and hands as text both ways."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.core import pieces
from neuroanalysis.core.pieces import PieceSet
from neuroanalysis.errors import CardError
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.refusals import answer_or_none

FRUIT = PieceSet(("apple", "pear", "fox"), {"a": 0, "p": 1, "pomme": 0})


def test_kinds_are_counted_and_named():
    assert len(FRUIT) == 3
    assert [FRUIT.kind(code) for code in ("apple", "PEAR", "A", "Pomme", "fox")] == [0, 1, 0, 0, 2]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", ()),
        ("fox apple pear apple", (2, 0, 1, 0)),
        ("pear*2 A x2, fox", (1, 1, 0, 0, 2)),
    ],
)
def test_cards_are_read_in_their_order(text, kinds):
    assert FRUIT.in_order(text) == kinds
    assert FRUIT.parse(text).tolist() == [kinds.count(kind) for kind in range(3)]


def test_cards_in_their_order_are_refused_as_in_a_hand():
    for text, copies in (("apple plum", 4), ("apple*5", 4), ("fox fox", 1), ("pear*0", 2)):
        with pytest.raises(CardError) as refused:
            FRUIT.parse(text, copies)
        with pytest.raises(CardError) as here:
            FRUIT.in_order(text, copies)
        assert str(here.value) == str(refused.value)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("", [0, 0, 0]),
        ("  \n,\u202f;", [0, 0, 0]),
        ("apple", [1, 0, 0]),
        ("apple pear apple", [2, 1, 0]),
        ("apple,pear;fox\tfox\nfox", [1, 1, 3]),
        ("apple*3", [3, 0, 0]),
        ("apple * 3 pear", [3, 1, 0]),
        ("apple×3", [3, 0, 0]),
        ("apple × 3", [3, 0, 0]),
        ("apple x3", [3, 0, 0]),
        ("apple X 3", None),
        ("applex3 pear", [3, 1, 0]),
        ("fox", [0, 0, 1]),
        ("foxx2", [0, 0, 2]),
        ("fox x2", [0, 0, 2]),
        ("apple*2 apple*2", [4, 0, 0]),
        ("apple*02", [2, 0, 0]),
        ("A p POMME", [2, 1, 0]),
    ],
)
def test_a_hand_is_read(text, counts):
    if counts is None:
        with pytest.raises(CardError):
            FRUIT.parse(text)
        return
    found = FRUIT.parse(text)
    assert found.tolist() == counts
    assert found.dtype == np.uint8


@pytest.mark.parametrize(
    ("counts", "starred", "plain"),
    [
        ([0, 0, 0], "", ""),
        ([1, 2, 0], "apple pear*2", "apple pear pear"),
        ([0, 0, 3], "fox*3", "fox fox fox"),
    ],
)
def test_a_hand_is_written(counts, starred, plain):
    assert FRUIT.format(counts) == starred
    assert FRUIT.format(np.array(counts, dtype=np.uint8), starred=False) == plain


def test_counts_of_another_length_are_not_written():
    with pytest.raises(ValueError, match="argument"):
        FRUIT.format([1, 2])


@given(st.lists(st.integers(0, 9), min_size=3, max_size=3), st.booleans())
def test_what_is_written_is_read_back(counts, starred):
    assert FRUIT.parse(FRUIT.format(counts, starred=starred)).tolist() == counts


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        (
            "apple plum",
            "unknown card 'plum' at position 2; nearest: apple, pear, fox",
            (
                "carte inconnue «\u00a0plum\u00a0» en position 2\u202f; les plus "
                "proches\u00a0: apple, pear, fox"
            ),
        ),
        (
            "fix",
            "unknown card 'fix' at position 1; nearest: fox, apple, pear",
            (
                "carte inconnue «\u00a0fix\u00a0» en position 1\u202f; les plus "
                "proches\u00a0: fox, apple, pear"
            ),
        ),
        (
            "apple*0",
            "'0' at position 1 is no number of copies; write apple*3 or apple x3, with 1 to 4",
            "«\u00a00\u00a0» en position 1 n’est pas un nombre d’exemplaires\u202f; écrire ",
        ),
        (
            "pear apple*two",
            "'two' at position 2 is no number of copies; write apple*3 or apple x3, with 1 to 4",
            "«\u00a0two\u00a0» en position 2 n’est pas un nombre d’exemplaires\u202f; écrire ",
        ),
        (
            "pear *3 *2",
            "'3*2' at position 1 is no number of copies; write pear*3 or pear x3, with 1 to 4",
            "«\u00a03*2\u00a0» en position 1 n’est pas un nombre d’exemplaires\u202f; écrire ",
        ),
        (
            "*2 pear",
            "'*2' at position 1 stands behind no card; write apple x3",
            "«\u00a0*2\u00a0» en position 1 ne suit aucune carte\u202f; écrire apple x3",
        ),
        (
            "apple*5",
            "5 copies of apple; there are only 4",
            "5 exemplaires de apple\u202f; il n’y en a que 4",
        ),
        (
            "apple*3 pear a*2",
            "5 copies of apple; there are only 4",
            "5 exemplaires de apple\u202f; il n’y en a que 4",
        ),
    ],
)
def test_a_text_that_is_no_hand(text, english, french):
    with pytest.raises(CardError) as caught:
        FRUIT.parse(text, copies=4)
    with speaking("en"):
        assert str(caught.value) == english
    with speaking("fr"):
        assert str(caught.value).startswith(french)
    TOLD.add(caught.value.key)


TOLD: set[str] = set()


def test_every_error_of_this_room_was_told():
    # Filled by the test above; run alone, this one has nothing to compare.
    if not TOLD:
        pytest.skip("the errors are told by the other tests of this file")
    assert raised_keys(Path(pieces.__file__)) == TOLD


def test_a_number_of_any_length_is_refused_like_another():
    for digits in ("9" * 30, "9" * 10_000, "²", "٣"):
        with pytest.raises(CardError):
            FRUIT.parse(f"apple*{digits}", copies=4)


def test_the_nearest_codes_come_best_first():
    assert FRUIT.nearest("pea") == ["pear", "apple", "fox"]
    assert len(PieceSet(tuple(f"code{n}" for n in range(9))).nearest("code")) == 3


@given(
    st.one_of(
        st.text(max_size=40),
        st.text(alphabet="applerfox x×*,;\n0129", max_size=40),
        st.lists(st.sampled_from(["apple", "fox", "p", "*", "x", "2", " ", "×3"])).map("".join),
    )
)
def test_junk_is_read_or_refused(text):
    counts = answer_or_none(FRUIT.parse, text, copies=4)
    assert counts is None or max(counts) <= 4
