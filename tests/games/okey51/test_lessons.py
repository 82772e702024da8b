"""The exercises, each answered again by the slow twin or by plain counting."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from neuroanalysis.games.okey51 import PIECES, lessons
from tests.games.lessons import as_asked_and_answered, checked_unseen, refused
from tests.oracles import okey51 as oracle

STUDENTS = range(3)
NAMES = [name for names in lessons.SECTIONS.values() for name in names]


def unseen_codes(values, tiles):
    """All tiles that may come, one by one: two of each, less those seen."""
    pack = [f"{colour}{n}" for colour in "rbky" for n in range(1, 14)] * 2 + ["fo"] * 2
    seen = [*tiles, values["indicator"], *str(values.get("seen", "")).replace(",", "").split()]
    for tile in seen:
        pack.remove(tile)
    return pack


def share_that_open(values, tiles, opens):
    pack = unseen_codes(values, tiles)
    helping = {
        tile for tile in set(pack) if opens(*oracle.parse(" ".join([*tiles, tile]), values["okey"]))
    }
    return Fraction(sum(tile in helping for tile in pack), len(pack))


def melds_value(values, tiles):
    return oracle.meld_value(*oracle.parse(" ".join(tiles), values["okey"]))


def melds_draw(values, tiles):
    return share_that_open(
        values, tiles, lambda held, wilds: oracle.meld_value(held, wilds, outside=True) >= 51
    )


def pairs_most(values, tiles):
    return oracle.pairs(*oracle.parse(" ".join(tiles), values["okey"]))


def pairs_draw(values, tiles):
    return share_that_open(
        values, tiles, lambda held, wilds: oracle.pairs(held, wilds, outside=True) >= 5
    )


def deals_okeys(values, tiles):
    """Whether each tile in turn is an okey: the places of the two among all tiles dealt."""
    n, okeys = values["tiles"], values["okeys"]
    both = Fraction(n, 105) * Fraction(n - 1, 104)
    return both if okeys == 2 else 2 * (Fraction(n, 105) - both)


def deals_no_pair(values, tiles):
    """By what each kind contributes, none of its tiles or one; the okeys nothing."""
    ways = np.array([1, 1], dtype=object)  # the indicator's other tile
    for _ in range(51):
        ways = np.convolve(ways, np.array([1, 2], dtype=object))
    return Fraction(int(ways[values["tiles"]]), comb(105, values["tiles"]))


TWINS = {
    twin.__name__: twin
    for twin in (melds_value, melds_draw, pairs_most, pairs_draw, deals_okeys, deals_no_pair)
}


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_of_a_slow_count(name):
    for student in STUDENTS:
        asked = lessons.problem(name, student)
        tiles = [PIECES.codes[tile] for tile in asked.pieces]
        assert asked.answer == TWINS[name](asked.values, tiles)


def test_they_are_as_hard_for_all_but_not_the_same():
    of = {name: [lessons.problem(name, student) for student in range(12)] for name in NAMES}
    for name in ("melds_value", "melds_draw", "pairs_most", "pairs_draw"):
        assert {len(asked.pieces) for asked in of[name]} == {14}
        assert len({asked.pieces for asked in of[name]}) == 12
    values = [asked.answer for asked in of["melds_value"]]
    assert min(values) >= 41
    assert max(values) <= 60
    assert {value >= 51 for value in values} == {True, False}
    assert all(Fraction(3, 91) <= asked.answer <= Fraction(12, 91) for asked in of["melds_draw"])
    assert {asked.answer >= 5 for asked in of["pairs_most"]} == {True, False}
    assert len({asked.answer for asked in of["pairs_draw"]}) > 2


def test_the_okey_is_told_and_an_okey_on_the_rack_is_used():
    for student in STUDENTS:
        asked = lessons.problem("melds_value", student)
        assert PIECES.kind(str(asked.values["okey"])) in asked.pieces
        assert str(asked.values["okey"]) in str(asked.question)
        assert "*" in str(asked.solution)


def test_a_sheet_asks_and_a_key_answers(tmp_path):
    as_asked_and_answered(lessons.BOOK, tmp_path)


def test_answers_are_checked_without_being_told():
    checked_unseen(lessons.BOOK, "deals_no_pair", count=("pairs", 1))


def test_what_there_is_not_is_refused():
    refused(lessons.BOOK)
