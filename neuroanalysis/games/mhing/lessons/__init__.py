"""Exercises for a class: credits of a hand, cards that make it win, chances of a deal.

Each student has exercises of his own, decided by a name or number, that are as hard as anybody's.

>>> from neuroanalysis.games.mhing import lessons
>>> jokers, _ = lessons.exercises("deals", "Zoé")
>>> "the number of jokers among them is exactly 1" in str(jokers)
True
>>> jokers.check("1/7")
<Verdict.WRONG: 'wrong'>
>>> lessons.problem("waits_chance", "Zoé") == lessons.problem("waits_chance", "zoé ")
True
>>> lessons.answer_key(["Ann", "Bob"]).to_csv().count("Bob")
6
"""

from typing import Final

from neuroanalysis.core.exercise_books import AnswerKey, Page, Sheet
from neuroanalysis.games.mhing.lessons.problems import BOOK, SECTIONS

__all__ = [
    "BOOK",
    "SECTIONS",
    "AnswerKey",
    "Page",
    "Sheet",
    "answer_key",
    "check",
    "exercises",
    "problem",
    "sheet",
]

problem: Final = BOOK.problem
exercises: Final = BOOK.exercises
check: Final = BOOK.check
sheet: Final = BOOK.sheet
answer_key: Final = BOOK.answer_key
