"""How likely plays of a hand are beaten, as the hand is held now: whose cards count."""

from __future__ import annotations

from fractions import Fraction

import pytest

from neuroanalysis.games.tichu import PIECES, TICHU, Combination, Position, Rules, beaten_plays

HELD = "As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s"
KINGS = Combination.of("Ks-Kh")


def only(hand, play=KINGS):
    [found] = beaten_plays(hand, [play])
    return found


def test_a_play_is_beaten_by_who_holds_both_cards_that_beat_it():
    # The fourth ace and the Phoenix: any of the three holds both, or a certain one does.
    found = only(HELD)
    assert found.chance("anyone", bombs=False) == Fraction(13, 41)
    for who in ("next", "partner", "previous"):
        assert found.chance(who, bombs=False) == Fraction(14 * 13, 42 * 41)
    assert found.chance("opponents", bombs=False) == 2 * found.chance("partner", bombs=False)
    assert found.chance("anyone") > found.chance("anyone", bombs=False)


def test_hands_of_which_nothing_is_said_are_as_equal_as_can_be():
    assert only(Position.of(HELD, trick="Td-Th")).unseen.sizes == (14, 13, 13)
    assert only(Position.of(HELD, trick="Td")).unseen.sizes == (14, 14, 13)
    hands = only(Position.of(HELD, trick="Td-Th", others=(12, 14, 14)))
    assert hands.unseen.sizes == (12, 14, 14)
    assert hands.chance("next", bombs=False) == Fraction(12 * 11, 40 * 39)
    # No hand is larger than those that are dealt, whatever else is unseen.
    few = Position.of("Ks Kh 2s", seen="3s 4s 5s 6s 7s 8s 9s Ts Js Qs")
    assert only(few).unseen.sizes == (14, 14, 14)
    # None of the others holds more cards than there are.
    seen = " ".join(code for code in PIECES.codes if code not in ("Ks", "Kh", "As", "Ah"))
    assert only(Position.of("Ks Kh", seen=seen)).unseen.sizes == (1, 1, 0)


def test_cards_seen_beat_nothing_any_more():
    assert only(Position.of(HELD, seen="Ac")).chance("anyone", bombs=False) == 0


@pytest.mark.parametrize("words", ["Ks-Kh", "As-Ah-Ad", "Dog"])
def test_rules_and_plays_are_those_of_the_position(words):
    rules = Rules(mah_jong_in_straight_flush=True)
    hand = HELD if words != "Dog" else HELD.replace("2s", "Dog")
    found = only(Position.of(hand, rules=rules), Combination.of(words))
    assert found.unseen.rules == rules
    assert found.play == Combination.of(words)
    if words != "Ks-Kh":
        assert found.chance("anyone", bombs=False) == 0


# --- The same as an evaluated hand comes with -----------------------------------------------------


def test_an_evaluated_hand_comes_with_them():
    ruled = TICHU.under()
    for parts in ({}, {"trick": "Td-Th"}, {"trick": "8d", "others": "12 14 13"}, {"play": "Ks-Kh"}):
        answer = ruled.ask(HELD, parts)
        told = answer.beaten
        assert told == beaten_plays(answer.position, [one.play for one in told])
        record = answer.to_dict()
        assert record["beaten"] == [one.to_dict() for one in told]
        assert record["others"] == list(told[0].unseen.sizes)
        assert record["others_assumed"] == ("others" not in parts)
    leads = ruled.ask(HELD).evaluation.leads
    assert [one.play for one in ruled.ask(HELD).beaten] == list(leads.partition.plays)


def test_nothing_is_told_of_it_where_less_than_a_hand_was_seen():
    few, seen = "Ks Kh 2s", "3s 4s 5s 6s 7s 8s 9s Ts Js Qs"
    ruled = TICHU.under()
    assert ruled.ask(few).beaten is None
    assert ruled.ask(few, {"seen": seen}).beaten is None
    told = ruled.ask(few, {"seen": f"{seen} As"})
    assert told.beaten[0].unseen.sizes == (14, 14, 14)
    assert ruled.ask(few, {"seen": f"{seen} As"}, advice=False).beaten is None
    assert "beaten" not in ruled.ask(few).to_dict()
