"""The exercises: one generator each, and the exact answer beside the question.

A generator fixes what makes its exercise hard and lets the dice choose the rest: other cards for
each student, the same difficulty. Answers come from the evaluator and from the exact deal counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb
from typing import Final, TypeAlias

from neuroanalysis.core.exercise_books import AnswerKey, ExerciseBook, Sheet
from neuroanalysis.core.exercise_words import Sum
from neuroanalysis.core.exercises import Answer, Dice, Exercise, Given, Problem, Verdict
from neuroanalysis.games.tichu.analysis import deal_distribution
from neuroanalysis.games.tichu.pieces import (
    CARDS,
    LOWEST,
    PHOENIX,
    PIECES,
    RANKS,
    SUITS,
    bits_of,
    rank_of,
)
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.games.tichu.scoring import answers, bombs_of, evaluate, fewest_plays
from neuroanalysis.texts import text

__all__ = ["BOOK", "SECTIONS", "answer_key", "check", "exercises", "problem", "sheet"]

_Generator: TypeAlias = Callable[[Dice], Problem]
# Aces, Phoenix and Dragon.
_HIGH: Final = SUITS + 2


def _problem(
    name: str,
    answer: Answer,
    pieces: Sequence[int] = (),
    work: Callable[[], Mapping[str, object]] = dict,
    **values: object,
) -> Problem:
    return Problem(f"tichu.exercise.{name}", answer, values, tuple(pieces), work)


def _written(cards: Iterable[int]) -> str:
    return " ".join(PIECES.codes[card] for card in sorted(cards))


def _of_ranks(low: int, high: int) -> range:
    """Return the cards of the ranks from `low` to `high`."""
    return range(SUITS * (low - LOWEST), SUITS * (high + 1 - LOWEST))


def _plays_fewest(dice: Dice) -> Problem:
    """Ten cards of eight ranks in a row that part into three or four plays, each as likely."""
    wanted = 3 + dice.below(2)
    while True:
        low = LOWEST + dice.below(RANKS - 7)
        cards = sorted(dice.sample(_of_ranks(low, low + 7), 10))
        if fewest_plays(_written(cards)) == wanted:
            break
    return _problem(
        "plays_fewest",
        wanted,
        cards,
        lambda: {"partition": evaluate(_written(cards), limit=1).best.to_text()},
    )


def _plays_bombs(dice: Dice) -> Problem:
    """Fourteen cards with six or seven of a suit in a row, and four of a kind that crosses them."""
    length, suit = 6 + dice.below(2), dice.below(SUITS)
    low = LOWEST + dice.below(RANKS - length + 1)
    row = [card for card in _of_ranks(low, low + length - 1) if card % SUITS == suit]
    four = dice.pick(row) // SUITS
    held = {*row, *(SUITS * four + other for other in range(SUITS))}
    others = [card for card in range(SUITS * RANKS) if card not in held]
    cards = sorted([*held, *dice.sample(others, 14 - len(held))])
    bombs = bombs_of(bits_of(cards), Rules())

    def work() -> Mapping[str, object]:
        kinds = Counter(bomb.kind for bomb in bombs)
        return {"fours": kinds["four_of_a_kind"], "flushes": kinds["straight_flush"]}

    return _problem("plays_bombs", len(bombs), cards, work)


def _answers_pair(dice: Dice) -> Problem:
    """The Phoenix and ten cards of six ranks in a row, on a pair of the lowest or next rank."""
    while True:
        low = LOWEST + dice.below(RANKS - 6)
        cards = [*sorted(dice.sample(_of_ranks(low, low + 5), 10)), PHOENIX]
        beaten = low + dice.below(2)
        left = [card for card in _of_ranks(beaten, beaten) if card not in cards]
        held = Counter(map(rank_of, cards))
        if len(left) >= 2 and max(held.values()) >= 3:
            break
    pair = _written(left[:2])
    played = Combination.of("-".join(pair.split()))
    found = answers(_written(cards), trick=played).plays

    def work() -> Mapping[str, object]:
        real = sum(play.kind == "pair" and not play.phoenix for play in found)
        wild = sum(play.kind == "pair" and bool(play.phoenix) for play in found)
        return {"real": real, "wild": wild, "bombs": len(found) - real - wild}

    return _problem("answers_pair", len(found), cards, work, pair=pair)


def _chances_four(dice: Dice) -> Problem:
    """A hand holds all four cards of some rank: inclusion and exclusion over the ranks."""
    cards = 8 + dice.below(7)
    chance = 1 - deal_distribution("four_of_a_kind", cards).probability(0)

    def work() -> Mapping[str, object]:
        terms = tuple(
            (-1) ** (n + 1) * comb(RANKS, n) * comb(CARDS - SUITS * n, cards - SUITS * n)
            for n in range(1, cards // SUITS + 1)
        )
        return {"sum": Sum(terms), "total": comb(CARDS, cards)}

    return _problem("chances_four", chance, work=work, cards=cards)


def _chances_high(dice: Dice) -> Problem:
    """So many of the aces, the Phoenix and the Dragon in a hand."""
    cards, hits = 8 + dice.below(7), 2 + dice.below(2)
    return _problem(
        "chances_high",
        deal_distribution("high_cards", cards).probability(hits),
        work=lambda: {"misses": cards - hits, "others": CARDS - _HIGH},
        cards=cards,
        hits=hits,
    )


_GENERATORS: Final[Mapping[str, _Generator]] = {
    "plays_fewest": _plays_fewest,
    "plays_bombs": _plays_bombs,
    "answers_pair": _answers_pair,
    "chances_four": _chances_four,
    "chances_high": _chances_high,
}

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "plays": ("plays_fewest", "plays_bombs"),
    "answers": ("answers_pair",),
    "chances": ("chances_four", "chances_high"),
}
"""The sections in their order, and the exercises of each."""

BOOK: Final = ExerciseBook(
    sections=SECTIONS,
    make=lambda name, seed: _GENERATORS[name](Dice("tichu", name, seed)),
    pieces=PIECES,
    words="tichu",
    title=lambda section: text(f"tichu.section.{section}"),
)
"""All exercises; what the functions here ask."""


def problem(name: str, seed: str | int) -> Problem:
    """Return an exercise of a student with its answer. For keys and tests, not for students.

    Raises
    ------
    ExerciseError
        For an unknown exercise, or an empty name.

    Examples
    --------
    >>> problem("plays_fewest", "Zoé") == problem("plays_fewest", "zoé ")
    True
    """
    return BOOK.problem(name, seed)


def exercises(section: str, seed: str | int) -> tuple[Exercise, ...]:
    """Return the exercises of a section for a student, by a name or number.

    Raises
    ------
    ExerciseError
        For an unknown section, or an empty name.

    Examples
    --------
    >>> four, _ = exercises("chances", "Zoé")
    >>> four.check("1/7")
    <Verdict.WRONG: 'wrong'>
    """
    return BOOK.exercises(section, seed)


def check(section: str, number: int, seed: str | int, answer: Given) -> Verdict:
    """Judge an answer to an exercise, numbered from 1 in its section, without giving it away.

    Raises
    ------
    ExerciseError
        For an unknown section or number, or an answer that is no number.

    Examples
    --------
    >>> check("plays", 1, "Zoé", "")
    <Verdict.BLANK: 'blank'>
    """
    return BOOK.check(section, number, seed, answer)


def sheet(seed: str | int, sections: Iterable[str] = tuple(SECTIONS)) -> Sheet:
    """Return a student's sheet of exercises.

    Raises
    ------
    ExerciseError
        For an unknown section, or an empty name.

    Examples
    --------
    >>> sheet("Zoé", ["answers"]).page().markdown.count("________________")
    1
    """
    return BOOK.sheet(seed, sections)


def answer_key(
    seeds: str | int | Iterable[str | int], sections: Iterable[str] = tuple(SECTIONS)
) -> AnswerKey:
    """Return the answers of students, by their names or numbers.

    Raises
    ------
    ExerciseError
        For an unknown section, an empty name, or two that count as the same.

    Examples
    --------
    >>> len(answer_key(["Ann", "Bob"]).rows)
    10
    """
    return BOOK.answer_key(seeds, sections)
