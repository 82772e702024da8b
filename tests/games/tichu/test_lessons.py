"""The exercises, each answered again by the slow twin or by plain counting."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from neuroanalysis.games.tichu import PIECES, lessons
from tests.games.lessons import as_asked_and_answered, checked_unseen, refused
from tests.oracles import tichu as oracle

STUDENTS = range(4)
NAMES = [name for names in lessons.SECTIONS.values() for name in names]


def plays_fewest(values, cards):
    return oracle.fewest_plays(cards)


def plays_bombs(values, cards):
    return oracle.bombs(cards)


def answers_pair(values, cards):
    pair = values["pair"].split()
    assert not set(pair) & set(cards)
    [(kind, rank, stands)] = oracle.readings(pair)
    trick = kind, rank, stands, frozenset(pair)
    # Pairs and bombs have two cards, or four and more that hold no Phoenix.
    return sum(oracle.beats(play, trick) for play in oracle.plays(cards))


def chances_four(values, cards):
    """Count by what a rank contributes: none to three of its cards, so that no rank is whole."""
    rank = np.array([1, 4, 6, 4], dtype=object)
    ways = np.array([comb(4, n) for n in range(5)], dtype=object)  # the special cards
    for _ in range(13):
        ways = np.convolve(ways, rank)
    total = comb(56, values["cards"])
    return Fraction(total - int(ways[values["cards"]]), total)


def chances_high(values, cards):
    n, hits = values["cards"], values["hits"]
    return Fraction(comb(6, hits) * comb(50, n - hits), comb(56, n))


TWINS = {
    twin.__name__: twin
    for twin in (plays_fewest, plays_bombs, answers_pair, chances_four, chances_high)
}


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_of_a_slow_count(name):
    for student in STUDENTS:
        asked = lessons.problem(name, student)
        cards = [PIECES.codes[card] for card in asked.pieces]
        assert len(set(cards)) == len(cards)
        assert asked.answer == TWINS[name](asked.values, cards)


def test_they_are_as_hard_for_all_but_not_the_same():
    of = {name: [lessons.problem(name, student) for student in range(12)] for name in NAMES}
    assert {len(asked.pieces) for asked in of["plays_fewest"]} == {10}
    assert {asked.answer for asked in of["plays_fewest"]} == {3, 4}
    assert len({asked.pieces for asked in of["plays_fewest"]}) == 12
    assert {len(asked.pieces) for asked in of["plays_bombs"]} == {14}
    assert min(asked.answer for asked in of["plays_bombs"]) >= 4
    assert min(asked.answer for asked in of["answers_pair"]) >= 5
    assert len({asked.answer for asked in of["chances_four"]}) > 3


def test_a_sheet_asks_and_a_key_answers(tmp_path):
    as_asked_and_answered(lessons.BOOK, tmp_path)


def test_answers_are_checked_without_being_told():
    checked_unseen(lessons.BOOK, "chances_high", count=("plays", 1))


def test_what_there_is_not_is_refused():
    refused(lessons.BOOK)
