"""Batches of hands: what is accepted, and random deals."""

from __future__ import annotations

from math import comb, prod
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from neuroanalysis.core import hands
from neuroanalysis.core.hands import as_batch, as_counts, deal_hands
from neuroanalysis.core.pieces import PieceSet
from neuroanalysis.errors import CardError
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys

COINS = PieceSet(("gold", "silver", "tin"))


@pytest.mark.parametrize(
    "hand",
    ["gold silver*2", [1, 2, 0], (1, 2, 0), np.array([1, 2, 0]), np.array([1, 2, 0], dtype="u1")],
)
def test_a_hand_comes_as_text_or_counts(hand):
    counts = as_counts(hand, COINS, copies=4)
    assert counts.tolist() == [1, 2, 0]
    assert counts.dtype == np.uint8


@pytest.mark.parametrize("dtype", ["u1", "i1", "i2", "u4", "i8", "u8"])
def test_a_batch_has_whole_numbers_of_any_width(dtype):
    rows = np.array([[0, 1, 2], [4, 0, 0]], dtype=dtype)
    for given_rows in (rows, np.asfortranarray(rows), np.repeat(rows, 2, axis=0)[::2]):
        checked = as_batch(given_rows, COINS, copies=4)
        assert checked.tolist() == rows.tolist()
        assert checked.dtype == np.uint8
        assert checked.flags.c_contiguous


def test_an_empty_batch_is_a_batch():
    assert as_batch(np.zeros((0, 3), dtype=int), COINS, copies=4).shape == (0, 3)


BAD = [
    (
        lambda: as_counts([1, 2], COINS, 4),
        "counts of shape (2,); expected (3,)",
        "tableau de forme (2,)\u202f; forme attendue\u00a0: (3,)",
    ),
    (
        lambda: as_counts([[1, 2, 0]], COINS, 4),
        "counts of shape (1, 3); expected (3,)",
        "tableau de forme (1, 3)\u202f; forme attendue\u00a0: (3,)",
    ),
    (
        lambda: as_counts([1, 5, 0], COINS, 4),
        "5 copies of silver; there are only 4",
        "5 exemplaires de silver\u202f; il n’y en a que 4",
    ),
    (
        lambda: as_counts([1, -1, 0], COINS, 4),
        "a count below 0 for silver",
        "nombre négatif pour silver",
    ),
    (
        lambda: as_counts([1.0, 2, 0], COINS, 4),
        "counts of type float64; whole numbers from 0 to 4 are expected",
        "tableau de type float64\u202f; il faut des entiers de 0 à 4",
    ),
    (
        lambda: as_counts(np.ones(3, dtype=bool), COINS, 4),
        "counts of type bool; whole numbers from 0 to 4 are expected",
        "tableau de type bool\u202f; il faut des entiers de 0 à 4",
    ),
    (
        lambda: as_batch(np.zeros(3, dtype=int), COINS, 4),
        "counts of shape (3,); expected (n, 3)",
        "tableau de forme (3,)\u202f; forme attendue\u00a0: (n, 3)",
    ),
    (
        lambda: as_batch(np.array([[0, 0, 0], [9, 0, 300]]), COINS, 4),
        "hand 1 of the batch: 9 copies of gold; there are only 4",
        "main 1 du lot\u00a0: 9 exemplaires de gold\u202f; il n’y en a que 4",
    ),
    (
        lambda: as_batch(np.array([[0, 0, 256], [0, 0, 0]]), COINS, 4),
        "hand 0 of the batch: 256 copies of tin; there are only 4",
        "main 0 du lot\u00a0: 256 exemplaires de tin\u202f; il n’y en a que 4",
    ),
    (
        lambda: as_batch(np.array([[0, 0, 0], [0, -256, 0]]), COINS, 4),
        "hand 1 of the batch: a count below 0 for silver",
        "main 1 du lot\u00a0: nombre négatif pour silver",
    ),
]


@pytest.mark.parametrize(("ask", "english", "french"), BAD)
def test_what_is_no_hand(ask, english, french):
    with pytest.raises(CardError) as caught:
        ask()
    with speaking("en"):
        assert str(caught.value) == english
    with speaking("fr"):
        assert str(caught.value) == french


def test_every_error_of_this_room_is_told_above():
    told = set()
    for ask, *_ in BAD:
        with pytest.raises(CardError) as caught:
            ask()
        told.add(caught.value.key)
    assert {"card.negative", "card.too_many"} < told | {"card.negative"}
    assert raised_keys(Path(hands.__file__)) == told


# --- Deals ---------------------------------------------------------------------------------------


@given(
    stock=st.lists(st.integers(0, 6), min_size=1, max_size=27).filter(any),
    share=st.floats(0, 1),
    seed=st.integers(0, 2**32),
)
def test_a_deal_takes_so_many_cards_from_the_stock(stock, share, seed):
    cards = round(share * sum(stock))
    dealt = deal_hands(6, cards, stock, np.random.default_rng(seed))
    assert dealt.dtype == np.uint8
    assert dealt.shape == (6, len(stock))
    assert (dealt.sum(axis=1) == cards).all()
    assert (dealt <= np.array(stock)).all()


def test_the_same_state_deals_the_same():
    one, other = (deal_hands(4, 13, [4] * 27, np.random.default_rng(9)) for _ in range(2))
    assert np.array_equal(one, other)
    assert not np.array_equal(one, deal_hands(4, 13, [4] * 27, np.random.default_rng(10)))


def test_every_set_of_cards_is_as_likely_as_another():
    stock, cards, n = (3, 2, 1), 3, 30_000
    dealt = deal_hands(n, cards, stock, np.random.default_rng(2))
    found, times = np.unique(dealt, axis=0, return_counts=True)
    ways = [prod(map(comb, stock, row)) for row in found.tolist()]
    assert sum(ways) == comb(6, 3)  # every hand there is was dealt
    assert chisquare(times, [n * way / comb(6, 3) for way in ways]).pvalue > 1e-4
