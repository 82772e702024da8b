"""The exercises, each answered again by the slow twin or by plain counting."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from neuroanalysis.core.exercises import ExerciseError, Verdict
from neuroanalysis.games.tichu import PIECES, lessons
from neuroanalysis.texts import LANGUAGES, speaking
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_asks_and_a_key_answers(lang, tmp_path):
    with speaking(lang):
        page = lessons.sheet("Zoé").page()
        key = lessons.answer_key(["Zoé", 7])
        rows = list(csv.reader(io.StringIO(key.to_csv())))
        saved = key.save(tmp_path / "key.html").read_text(encoding="utf-8")
    assert len(rows) == 1 + 2 * len(NAMES)
    assert "Zoé" in page.heading
    for row in rows[1 : 1 + len(NAMES)]:
        question, cards, answer, solution = row[3], row[4], row[5], row[7]
        assert question in page.markdown
        assert not cards or f"`{cards}`" in page.markdown
        assert solution not in page.markdown
        assert "{" not in question + solution
        assert answer in saved


def test_answers_are_checked_without_being_told():
    answer = lessons.problem("chances_high", "Ann").answer
    assert lessons.check("chances", 2, "Ann", str(answer)) is Verdict.RIGHT
    assert lessons.check("chances", 2, "Ann", float(answer)) is Verdict.RIGHT
    assert lessons.check("chances", 2, "Ann", "0.5") is Verdict.ROUGH
    assert lessons.check("plays", 1, "Ann", 99) is Verdict.WRONG
    _, high = lessons.exercises("chances", "Ann")
    assert str(answer) not in repr(high)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: lessons.problem("cube_lines", 1),
        lambda: lessons.exercises("cube", 1),
        lambda: lessons.check("plays", 3, 1, 2),
        lambda: lessons.sheet(" "),
        lambda: lessons.answer_key(["a", "A"]),
    ],
)
def test_what_there_is_not_is_refused(ask):
    with pytest.raises(ExerciseError):
        ask()
