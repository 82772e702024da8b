"""The exercises, each answered again by the slow twin or by plain counting."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from neuroanalysis.games.mhing import PIECES, lessons
from tests.games.lessons import as_asked_and_answered, checked_unseen, refused
from tests.oracles import mhing as oracle

STUDENTS = range(3)
NAMES = [name for names in lessons.SECTIONS.values() for name in names]


def winners(held):
    """The kinds that make 13 cards win, a joker among them, by reading each hand."""
    found = []
    for kind in (*oracle.KINDS, oracle.JOKER):
        more = list(held)
        more[kind] += 1
        if oracle.readings(more):
            found.append(kind)
    return found


def hands_credits(values, held):
    return oracle.evaluate(held)[0]


def waits_kinds(values, held):
    return len([kind for kind in winners(held) if kind != oracle.JOKER])


def waits_chance(values, held):
    seen = oracle.parse(values["seen"])
    copies = [4] * 34 + [6]  # flowers are replaced
    left = [n - held[kind] - seen[kind] for kind, n in enumerate(copies)]
    return Fraction(sum(left[kind] for kind in winners(held)), sum(left))


def waits_far(values, held):
    return oracle.distance(held)


def deals_jokers(values, held):
    """The places of the six jokers among the 142 cards: so many of them in the hand."""
    n, jokers = values["cards"], values["jokers"]
    return Fraction(comb(n, jokers) * comb(142 - n, 6 - jokers), comb(142, 6))


def deals_flowers(values, held):
    """Card by card: the chance of each number of flowers laid before one that stays."""
    chances = {0: Fraction(1)}
    for kept in range(values["cards"]):
        after: dict[int, Fraction] = {}
        for before, chance in chances.items():
            reached = chance
            for laid in range(before, 9):
                left = 150 - kept - laid
                after[laid] = after.get(laid, Fraction(0)) + reached * Fraction(142 - kept, left)
                reached *= Fraction(8 - laid, left)
        chances = after
    assert sum(chances.values()) == 1
    return chances[values["flowers"]]


TWINS = {
    twin.__name__: twin
    for twin in (hands_credits, waits_kinds, waits_chance, waits_far, deals_jokers, deals_flowers)
}


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_of_a_slow_count(name):
    for student in STUDENTS:
        asked = lessons.problem(name, student)
        held = [asked.pieces.count(kind) for kind in range(36)]
        assert asked.answer == TWINS[name](asked.values, held)


def test_they_are_as_hard_for_all_but_not_the_same():
    of = {name: [lessons.problem(name, student) for student in range(12)] for name in NAMES}
    for name in ("hands_credits", "waits_kinds", "waits_chance", "waits_far"):
        assert len({asked.pieces for asked in of[name]}) == 12
    for asked in of["hands_credits"]:
        kinds = [PIECES.codes[kind] for kind in asked.pieces]
        assert kinds.count("J") == 1
        assert len(kinds) == 14 + kinds.count("F")
        assert 4 <= asked.answer - kinds.count("F") <= 8
    for name in ("waits_kinds", "waits_chance", "waits_far"):
        assert {len(asked.pieces) for asked in of[name]} == {13}
    assert {asked.answer for asked in of["waits_kinds"]} <= {3, 4, 5}
    assert {asked.answer for asked in of["waits_far"]} == {2, 3}
    assert len({asked.answer for asked in of["waits_chance"]}) > 2


def test_a_way_shown_is_as_long_as_the_answer_and_wins():
    for student in STUDENTS:
        asked = lessons.problem("waits_far", student)
        work = asked.work()
        held = [asked.pieces.count(kind) for kind in range(36)]
        drawn, gone = oracle.parse(work["drawn"]), oracle.parse(work["gone"])
        assert sum(drawn) == asked.answer == sum(gone) + 1
        assert oracle.readings(
            [n + new - old for n, new, old in zip(held, drawn, gone, strict=True)]
        )


def test_the_question_tells_every_line_that_earns():
    for student in range(12):
        asked = lessons.problem("hands_credits", student)
        _, ways, _ = oracle.evaluate([asked.pieces.count(kind) for kind in range(36)])
        assert all(
            asked.values[line] == oracle.DEFAULT[line] for by_line in ways for line in by_line
        )
        assert all(f"+{oracle.DEFAULT[line]}" in str(asked.question) for line in ways[0])


def test_a_sheet_asks_and_a_key_answers(tmp_path):
    as_asked_and_answered(lessons.BOOK, tmp_path)


def test_answers_are_checked_without_being_told():
    checked_unseen(lessons.BOOK, "deals_flowers", count=("waits", 1))


def test_what_there_is_not_is_refused():
    refused(lessons.BOOK)
