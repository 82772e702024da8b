"""The 56 cards: their codes, names and bits."""

from __future__ import annotations

import pytest

from neuroanalysis.errors import CardError
from neuroanalysis.games.tichu.pieces import (
    DOG,
    DRAGON,
    MAH_JONG,
    PHOENIX,
    PIECES,
    as_bits,
    bits_of,
    cards_of,
    kind_name,
    rank_name,
    rank_of,
    suit_of,
)
from neuroanalysis.texts import speaking
from tests.oracles import tichu as oracle


def test_there_are_56_cards_in_the_order_of_the_bits():
    assert list(PIECES.codes) == oracle.PACK
    assert [PIECES.kind(code) for code in ("MJ", "Dog", "Ph", "Dr")] == [
        MAH_JONG,
        DOG,
        PHOENIX,
        DRAGON,
    ]


def test_ranks_and_suits():
    for card, code in enumerate(PIECES.codes[:52]):
        assert rank_of(card) == oracle.rank(code)
        assert oracle.SUITS[suit_of(card)] == code[1]
    assert [rank_of(card) for card in (MAH_JONG, DOG, PHOENIX, DRAGON)] == [1, None, None, None]
    assert {suit_of(card) for card in range(52, 56)} == {None}


def test_bits_and_cards_both_ways():
    hand = PIECES.parse("2s As MJ Dr")
    assert cards_of(as_bits(hand)) == [0, 48, MAH_JONG, DRAGON]
    assert bits_of(cards_of(12345)) == 12345


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("10s", "Ts"),
        ("10jade", "Ts"),
        ("vpique", "Js"),
        ("dcoeur", "Qh"),
        ("rtrèfle", "Kc"),
        ("astar", "Ac"),
        ("5pagoda", "5d"),
        ("7sword", "7h"),
        ("phénix", "Ph"),
        ("chien", "Dog"),
        ("mah-jong", "MJ"),
        ("1", "MJ"),
        ("dragon", "Dr"),
    ],
)
def test_other_words_for_cards(words, code):
    assert PIECES.codes[PIECES.kind(words)] == code


def test_words_for_cards_are_not_ambiguous():
    # "dc" is no alias of two cards: a queen of clubs in French, and nothing else.
    assert all(0 <= card < 56 for card in PIECES.aliases.values())


@pytest.mark.parametrize("words", ["1s", "Zs", "7x", "joker", "Ph*2"])
def test_unknown_cards_are_refused(words):
    with pytest.raises(CardError):
        PIECES.parse(words, 1)


def test_a_card_twice_is_refused():
    with pytest.raises(CardError, match="7s"):
        PIECES.parse("7s 8s 7s", 1)


def test_names():
    assert kind_name(PIECES.kind("Qh")) == "queen of hearts"
    assert rank_name(14) == "ace"
    with speaking("fr"):
        assert kind_name(PIECES.kind("Qh")) == "dame de cœur"
        assert [kind_name(card) for card in range(52, 56)] == [
            "Mah Jong",
            "Chien",
            "Phénix",
            "Dragon",
        ]
