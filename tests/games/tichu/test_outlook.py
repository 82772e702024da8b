"""How likely plays of a hand are beaten, as the hand is held now: whose cards count."""

from __future__ import annotations

from fractions import Fraction

import pytest

from neuroanalysis.games.tichu import Combination, Position, Rules, outlook

HELD = "As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s"
KINGS = Combination.of("Ks-Kh")


def only(found):
    [row] = found.rows
    return row


def test_a_play_is_beaten_by_who_holds_both_cards_that_beat_it():
    # The fourth ace and the Phoenix: any of the three holds both, or a certain one does.
    row = only(outlook(HELD, [KINGS]))
    assert row.chance("anyone", bombs=False) == Fraction(13, 41)
    for who in ("next", "partner", "previous"):
        assert row.chance(who, bombs=False) == Fraction(14 * 13, 42 * 41)
    assert row.chance("opponents", bombs=False) == 2 * row.chance("partner", bombs=False)
    assert row.chance("anyone") > row.chance("anyone", bombs=False)


def test_hands_of_which_nothing_is_said_are_as_equal_as_can_be():
    played = outlook(Position.of(HELD, trick="Td-Th"), [KINGS])
    assert (played.sizes, played.assumed) == ((14, 13, 13), True)
    assert outlook(Position.of(HELD, trick="Td"), [KINGS]).sizes == (14, 14, 13)
    hands = outlook(Position.of(HELD, trick="Td-Th", others=(12, 14, 14)), [KINGS])
    assert (hands.sizes, hands.assumed) == ((12, 14, 14), False)
    assert only(hands).chance("next", bombs=False) == Fraction(12 * 11, 40 * 39)
    record = hands.to_dict()
    assert (record["others"], record["others_assumed"]) == ([12, 14, 14], False)


def test_cards_seen_beat_nothing_any_more():
    row = only(outlook(Position.of(HELD, seen="Ac"), [KINGS]))
    assert row.chance("anyone", bombs=False) == 0


def test_nothing_is_told_where_less_than_a_hand_was_seen():
    few = "Ks Kh 2s"
    assert outlook(few, [KINGS]) is None
    assert outlook(Position.of(few, seen="3s 4s 5s 6s 7s 8s 9s Ts Js Qs"), [KINGS]) is None
    told = Position.of(few, seen="3s 4s 5s 6s 7s 8s 9s Ts Js Qs As")
    assert outlook(told, [KINGS]).sizes == (14, 14, 14)


@pytest.mark.parametrize("words", ["Ks-Kh", "As-Ah-Ad", "Dog"])
def test_rules_and_plays_are_those_of_the_position(words):
    rules = Rules(mah_jong_in_straight_flush=True)
    hand = HELD if words != "Dog" else HELD.replace("2s", "Dog")
    row = only(outlook(Position.of(hand, rules=rules), [Combination.of(words)]))
    assert row.unseen.rules == rules
    assert row.play == Combination.of(words)
    if words != "Ks-Kh":
        assert row.chance("anyone", bombs=False) == 0
