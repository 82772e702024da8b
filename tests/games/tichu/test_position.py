"""Positions: text forms both ways, and what is refused."""

from __future__ import annotations

import random

import pytest

from neuroanalysis.errors import CardError, InputError, NeuroanalysisError, PositionError
from neuroanalysis.games.tichu import Combination, Position, Rules
from neuroanalysis.games.tichu.pieces import PIECES
from neuroanalysis.texts import speaking
from tests.games.tichu.support import random_hand
from tests.oracles import tichu as oracle


def test_a_position_and_its_text():
    position = Position.of(
        "As Ks Ph", trick="9s-9h", wish="K", seen="Dr Dog", others="5 6 7", rules=Rules(target=500)
    )
    line = (
        "tichu | hand Ks As Ph | trick 9s-9h | wish K | seen Dog Dr | others 5 6 7 | "
        "rules tichu target=500"
    )
    assert position.to_line() == line
    assert Position.of(line) == Position.of(position.to_text()) == Position.of(position) == position


@pytest.mark.parametrize("seed", range(5))
def test_text_and_back(seed):
    rng = random.Random(seed)
    deck = random_hand(rng, 40)
    position = Position.of(" ".join(deck[:14]), seen=" ".join(deck[14:]), others=(5, 5, 6))
    assert Position.from_text(position.to_text()) == position
    assert position.unseen.bit_count() == 16
    assert position.most_elsewhere == 6


def test_the_french_parts():
    position = Position.of("main As | pli Ks | demande R | vues Dr | autres 1 2 3 | règles tichu")
    assert (position.trick.rank, position.wish, position.others) == (13, 13, (1, 2, 3))


def test_no_cards_and_all_cards():
    assert Position.of("").cards == 0
    everything = Position.of(" ".join(oracle.PACK))
    assert (everything.cards, everything.unseen, everything.most_elsewhere) == (56, 0, 0)
    assert Position.from_mapping({"hand": ""}).cards == 0


def test_the_cards_of_the_trick_are_no_longer_unseen():
    position = Position.of("As", trick="Ks", seen="Ks")
    assert position.unseen.bit_count() == 54
    assert Position.of("As").most_elsewhere == 14


def test_a_trick_under_the_rules_in_force():
    rules = Rules(cards_in_straight=4)
    assert Position.of("As", trick="2s-3h-4s-5s", rules=rules).trick.kind == "straight"
    assert Position.of("hand As | trick 2s-3h-4s-5s | rules cards_in_straight=4").trick.length == 4
    assert Position.of("As", trick=Combination.of("Ks")).trick == Combination.of("Ks")


def test_from_a_mapping():
    record = {"hand": "As Ph", "trick": "Ks", "wish": "A", "seen": "Dr", "others": "1 1 1"}
    position = Position.from_mapping(record | {"rules": {"target": 500}, "note": "no input"})
    assert (position.rules.target, position.wish, position.others) == (500, 14, (1, 1, 1))
    for wrong in ({}, {"hand": 3}, {"hand": "As", "trick": 4}):
        with pytest.raises(InputError):
            Position.from_mapping(wrong)


def test_files(tmp_path):
    position = Position.of("As Ph", trick="Ks")
    position.save(str(tmp_path / "one.txt"))
    assert Position.load(str(tmp_path / "one.txt")) == position


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("hand As | trick As", "As is in hand and in 'trick'"),
        ("hand As | seen As", "As is in hand and in 'seen'"),
        ("hand As | wish 1", "'1' is no rank to wish for"),
        ("hand As | wish", None),
        ("hand As | others 1 2", "3 numbers of cards"),
        ("hand As | others 1 2 x", "3 numbers of cards"),
        ("hand As | others 15 2 3", "0 to 14"),
        ("hand As | hand Ks", "hand"),
        ("hand As | trick 2s-3s", "no combination"),
        ("hand As As", "As"),
        ("hand Zs", "unknown card"),
        ("trick As", "hand"),
        ("okey51 | hand As", "okey51"),
    ],
)
def test_text_that_is_refused(source, said):
    if said is None:
        assert Position.of(source).wish is None
        return
    with pytest.raises(NeuroanalysisError, match=said):
        Position.of(source)


def test_more_cards_elsewhere_than_are_left():
    hand = " ".join(oracle.PACK[:50])
    with pytest.raises(PositionError, match="hold 9 cards, but only 6 are unseen"):
        Position.of(hand, others=(3, 3, 3))


def test_parts_beside_a_whole_position_are_refused():
    position = Position.of("As")
    with pytest.raises(PositionError, match="wish"):
        Position.of(position, wish=3)
    with pytest.raises(PositionError, match="seen"):
        Position.of("hand As | wish 3", seen="Ks")
    with pytest.raises(PositionError, match="rules"):
        Position.of(position, rules=Rules(target=5))


def test_counts_are_checked():
    assert Position.of([1, *[0] * 55]).to_line().startswith("tichu | hand 2s |")
    with pytest.raises(CardError):
        Position.of([2, *[0] * 55])
    with pytest.raises(CardError):
        Position.of([1] * 55)
    with pytest.raises(CardError):
        Position((0,) * 55 + (2,))


def test_errors_in_french():
    with speaking("fr"), pytest.raises(PositionError) as told:
        Position.of("As", wish="1")
    with speaking("fr"):
        assert "n’est pas un rang à demander" in str(told.value)
    assert PIECES.codes[0] == "2s"
