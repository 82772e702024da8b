"""Plays and combinations against the oracle, which looks at every subset of a hand."""

from __future__ import annotations

import random

import numpy as np
import pytest

from neuroanalysis.errors import CardError, PositionError
from neuroanalysis.games.tichu._kernels.answers import bombs_in, legal_plays, plays_in
from neuroanalysis.games.tichu._kernels.plays import beats, laid_on, phoenix_rank, recognise
from neuroanalysis.games.tichu.pieces import PIECES
from neuroanalysis.games.tichu.position import BOMBS, Combination
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.texts import speaking
from tests.games.tichu.support import (
    NUMBERS,
    as_oracle,
    bits,
    kind_of,
    listed,
    random_hand,
    random_rules,
)
from tests.oracles import tichu as oracle

FEW_RANKS = ("2345", "23456789", "9TJQKA", "TJQKA", "56789T", oracle.RANKS)


def recognised(words, numbers=NUMBERS):
    codes = np.zeros(2, dtype=np.int64)
    cards = bits(words)
    n = recognise(cards, numbers, codes)
    return [as_oracle(cards, int(code)) for code in codes[:n]]


# --- Clauses by hand -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "kind", "rank"),
    [
        ("7s", "single", 7),
        ("MJ", "single", 1),
        ("Dr", "single", 15),
        ("Ph", "single", 1.5),
        ("Dog", "dog", 0),
        ("7s 7h", "pair", 7),
        ("As Ph", "pair", 14),
        ("7s 7h 7d", "three", 7),
        ("7s 7h Ph", "three", 7),
        ("7s 7h 7d 7c", "four_of_a_kind", 7),
        ("7s 7h 8d 8h", "pair_sequence", 8),
        ("7s 7h 8d Ph 9s 9h", "pair_sequence", 9),
        ("7s 7h 7d 2d 2c", "full_house", 7),
        ("7s 7h 7d 8d Ph", "full_house", 7),
        ("MJ 2s 3s 4s 5s", "straight", 5),
        ("MJ 2s 3s Ph 5s", "straight", 5),
        ("Ts Jh Qs Ks As", "straight", 14),
        ("Ts Js Qs Ks As", "straight_flush", 14),
        ("MJ 2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As", "straight", 14),
    ],
)
def test_a_play_that_is_one(words, kind, rank):
    [(found, high, _, _)] = recognised(words)
    assert (found, high) == (kind, rank)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "7s 8s",
        "MJ Ph",
        "Dr Ph",
        "Dog Ph",
        "Dr Dog",
        "7s 7h 7d Ph",
        "7s 7h 7d 7c Ph",
        "7s 7h 7d 7c 8s",
        "7s 7h 9d 9h",
        "As Ah 2s 2h",
        "As 2h 3s 4d 5s",
        "Ts Js Qs Ks MJ",
        "7s 8h 9d Ts",
        "MJ 2s 2h 3s 3h",
        "Ph 2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As",
        "5s 5h 5d 6s 6h 6d",
        "7s 7c 8d 9c Ph",
        "7s 8s 9s Ts Js Dr",
    ],
)
def test_cards_that_are_no_play(words):
    assert recognised(words) == []
    with pytest.raises(PositionError, match="no combination"):
        Combination.of(words.replace(" ", "-"))


def test_the_phoenix_in_two_ways():
    assert [rank for _, rank, _, _ in recognised("7s 8h 9s Td Ph")] == [11, 10]
    assert [(rank, at) for _, rank, at, _ in recognised("7s 7h 9s 9d Ph")] == [(9, 9), (7, 7)]
    assert [(rank, at) for _, rank, at, _ in recognised("Js Qs Kd As Ph")] == [(14, 10)]
    assert [(rank, at) for _, rank, at, _ in recognised("2s 3s 4d 5s Ph")] == [(6, 6)]


def test_options_of_combinations():
    quad = Rules(phoenix_full_house_from_quad=True).to_arrays().numbers
    assert [(kind, at) for kind, _, at, _ in recognised("7s 7h 7d 7c Ph", quad)] == [
        ("full_house", 7)
    ]
    flush = Rules(mah_jong_in_straight_flush=True).to_arrays().numbers
    assert recognised("MJ 2s 3s 4s 5s", flush)[0][:2] == ("straight_flush", 5)
    assert recognised("MJ 2s 3h 4s 5s", flush)[0][:2] == ("straight", 5)
    long = Rules(pairs_in_sequence=3, cards_in_straight=6).to_arrays().numbers
    assert recognised("7s 7h 8s 8h", long) == recognised("7s 8h 9s Ts Jd", long) == []


@pytest.mark.parametrize(
    ("play", "trick", "expected"),
    [
        ("8s", "7s", True),
        ("8s", "8h", False),
        ("8s-8h", "7s", False),
        ("Dr", "Ph=A+", True),
        ("Dr", "As", True),
        ("As", "Ph=K+", True),
        ("Ks", "Ph=K+", False),
        ("2s", "Ph", True),
        ("MJ", "Ph", False),
        ("8s-8h-8d-2s-2h", "7s-7h-7d-As-Ah", True),
        ("2s-2h-2d-As-Ah", "3s-3h-3d-4s-4h", False),
        ("3s-4h-5s-6s-7s-8s", "2s-3h-4s-5s-6s", False),
        ("8s-8h-9s-9h", "7s-7h-8d-8c", True),
        ("2s-2h-2d-2c", "Dr", True),
        ("2s-2h-2d-2c", "As-Ah-Ad", True),
        ("3s-3h-3d-3c", "2s-2h-2d-2c", True),
        ("2s-2h-2d-2c", "3s-3h-3d-3c", False),
        ("2s-3s-4s-5s-6s", "As-Ah-Ad-Ac", True),
        ("As-Ah-Ad-Ac", "2s-3s-4s-5s-6s", False),
        ("2s-3s-4s-5s-6s-7s", "Th-Jh-Qh-Kh-Ah", True),
        ("2s-2h-2d-2c", "Dog", False),
        ("As", "Dog", False),
    ],
)
def test_what_beats_what(play, trick, expected):
    assert Combination.of(play).beats(Combination.of(trick)) is expected


def test_the_phoenix_alone_lies_half_above_what_it_is_laid_on():
    phoenix = Combination.of("Ph")
    assert phoenix.beats(Combination.of("MJ"))
    for below in ("MJ", "2s", "As"):
        trick = Combination.of(below)
        laid = phoenix.laid_on(trick)
        assert laid.beats(trick)
        assert Combination.of(laid.to_text()) == laid
        assert laid_on(bits("Ph"), phoenix.code, trick.code) == laid.code
    assert not phoenix.laid_on(Combination.of("Dr")).beats(Combination.of("Dr"))
    assert phoenix.laid_on(Combination.of("As")).laid_on(None) == phoenix


# --- Against the oracle --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_all_plays_of_a_hand_are_those_among_its_subsets(seed):
    rng = random.Random(seed)
    for _ in range(4):
        hand = random_hand(rng, rng.randint(0, 10), FEW_RANKS[seed])
        rules = random_rules(rng)
        numbers = Rules(**rules).to_arrays().numbers
        found = listed(lambda *out: plays_in(bits(hand), 0, 1, numbers, *out))  # noqa: B023
        judged = oracle.plays(hand, rules)
        told = [as_oracle(*play) for play in found]
        assert len(set(told)) == len(told)
        assert set(told) == judged
        for cards, code in found:
            assert as_oracle(cards, code) in recognised(as_words(cards), numbers)
            assert (
                Combination.of(Combination.of_code(cards, code).to_text(), Rules(**rules)).code
                == code
            )
        assert len(listed(lambda *out: bombs_in(bits(hand), 0, numbers, *out, 0))) == (  # noqa: B023
            oracle.bombs(hand, rules)
        )
        # One of each form is listed without the suits.
        each = listed(lambda *out: plays_in(bits(hand), 0, 0, numbers, *out))  # noqa: B023
        assert set(each) <= set(found)
        shape = {form(play) for play in told if play[0] not in BOMBS}
        assert sorted(
            form(as_oracle(*play)) for play in each if kind_of(play[1]) not in BOMBS
        ) == sorted(shape)


def form(play):
    kind, rank, phoenix, cards = play
    return (
        kind,
        rank,
        phoenix or 0,
        tuple(sorted(card if len(card) > 2 else card[0] for card in cards)),
    )


def as_words(cards):
    return [PIECES.codes[card] for card in range(56) if cards >> card & 1]


@pytest.mark.parametrize("seed", range(4))
def test_answers_and_wishes(seed):
    rng = random.Random(100 + seed)
    for _ in range(3):
        deck = random_hand(rng, 18, FEW_RANKS[1 + seed])
        hand, other = deck[:9], deck[9:]
        mine, theirs = oracle.plays(hand), sorted(oracle.plays(other), key=str)
        for trick in rng.sample(theirs, min(20, len(theirs))):
            code = code_of(trick)
            found = listed(lambda *out: plays_in(bits(hand), code, 1, NUMBERS, *out))  # noqa: B023
            judged = {play for play in mine if oracle.beats(play, trick)}
            assert {without_half(as_oracle(*play)) for play in found} == {
                without_half(play) for play in judged
            }
            for wish in (0, *rng.sample(range(2, 15), 3)):
                legal = listed(lambda *out: legal_plays(bits(hand), code, wish, 1, NUMBERS, *out))  # noqa: B023
                wished = {
                    play
                    for play in judged
                    if any(
                        c not in ("MJ", "Dog", "Ph", "Dr") and oracle.rank(c) == wish
                        for c in play[3]
                    )
                }
                assert {without_half(as_oracle(*play)) for play in legal} == {
                    without_half(play) for play in (wished or judged)
                }


def without_half(play):
    return (play[0], None if play[3] == {"Ph"} else play[1], play[2], play[3])


def code_of(play):
    [code] = {
        Combination.of_code(bits(play[3]), int(code)).code
        for code in codes_of(bits(play[3]))
        if as_oracle(bits(play[3]), int(code)) == play
    }
    return code


def codes_of(cards):
    codes = np.zeros(2, dtype=np.int64)
    return codes[: recognise(cards, NUMBERS, codes)]


def test_a_wish_obliges_only_where_it_can_be_met():
    cards, codes = (np.zeros(64, dtype=np.int64) for _ in range(2))
    trick = Combination.of("9s").code
    n, must = legal_plays(bits("Ts 8h Ph"), trick, 10, 1, NUMBERS, cards, codes)
    assert (n, must, cards[0]) == (1, True, bits("Ts"))
    n, must = legal_plays(bits("Ts 8h Ph"), trick, 8, 1, NUMBERS, cards, codes)
    assert (n, must) == (2, False)
    n, must = legal_plays(bits("Ts 8h 8s 8d 8c"), trick, 8, 1, NUMBERS, cards, codes)
    assert (n, must, cards[0]) == (1, True, bits("8h 8s 8d 8c"))
    n, must = legal_plays(bits("Ts 8h"), 0, 8, 1, NUMBERS, cards, codes)
    assert (n, must, cards[0]) == (1, True, bits("8h"))


def test_more_plays_than_there_is_room_for_are_said():
    cards, codes = (np.zeros(5, dtype=np.int64) for _ in range(2))
    assert plays_in(bits("2s 3s 4s 5s 6s 7s"), 0, 1, NUMBERS, cards, codes) > 5
    everything = (1 << 56) - 1
    assert plays_in(everything, 0, 1, NUMBERS, cards, codes) > 5


def test_the_room_is_enough_for_any_fourteen_cards():
    # Most plays: many cards of many ranks that are all neighbours, and the Phoenix.
    cards, codes = (np.zeros(1 << 15, dtype=np.int64) for _ in range(2))
    most = 0
    for shape in ([2] * 6 + [1], [2] * 5 + [1] * 3, [3, 2, 2, 2, 2, 2], [3, 3, 3, 2, 2], [1] * 13):
        for first in ("Ph", "MJ Ph"):
            hand = [
                oracle.RANKS[place] + suit
                for place, n in enumerate(shape)
                for suit in oracle.SUITS[:n]
            ]
            hand = (first.split() + hand)[:14]
            most = max(most, plays_in(bits(hand), 0, 1, NUMBERS, cards, codes))
    assert most <= 4096


def test_phoenix_rank_of_what_has_none():
    assert phoenix_rank(bits("7s 7h"), Combination.of("7s-7h").code) == 0
    assert phoenix_rank(bits("Ph"), Combination.of("Ph").code) == 0
    assert not beats(Combination.of("7s").code, Combination.of("7h").code)


# --- Text, and what is refused -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("7s-7s", "has the card '7s' twice"),
        ("7s=8-8s", "is not the Phoenix"),
        ("7s-8h-9s-Td-Ph", "several ways; accepted: 7s-8h-9s-Td-Ph=J, Ph=6-7s-8h-9s-Td"),
        ("7s-8h-9s-Td-Ph=K", "cannot be 'K'"),
        ("Ph=9", "cannot be '9'"),
        ("Ph=1-2s-3s-4s-5s", "cannot be '1'"),
    ],
)
def test_text_that_is_refused(words, said):
    with pytest.raises(PositionError, match=said):
        Combination.of(words)


def test_an_unknown_card_is_named():
    with pytest.raises(CardError, match="'9x' at position 2"):
        Combination.of("9s-9x")


def test_text_in_other_words():
    assert Combination.of("mah-jong 2s 3s 4s Ph=5").to_text() == "MJ-2s-3s-4s-Ph=5"
    assert Combination.of("Ph=10+").rank == Combination.of("Ts").rank
    assert Combination.of("Ph").to_dict() == {"kind": "single", "rank": 1, "cards": "Ph"}


def test_combinations_in_words():
    said = ["7s-7h-9s-9h-9d", "Dog", "Dr", "Ph=9+", "MJ", "7s-7h-8s-8h", "2s-2h-2d-2c"]
    with speaking("fr"):
        assert [Combination.of(words).describe() for words in said] == [
            "full, brelan 9",
            "Chien",
            "Dragon",
            "Phénix",
            "Mah Jong",
            "suite de 2 paires jusqu’à 8",
            "carré, 2",
        ]
    said = ["Ks-Kh", "As-Ah-Ad-7s-7h", "7s-8h-9s-Ts-Jd"]
    assert [Combination.of(words).describe() for words in said] == [
        "pair of kings",
        "full house, three aces",
        "straight of 5 cards, up to jack",
    ]
