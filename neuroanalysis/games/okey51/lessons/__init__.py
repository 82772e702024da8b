"""Exercises for a class: what melds and pairs are worth, which tile opens, chances of a deal.

Each student has exercises of his own, decided by a name or number, that are as hard as anybody's.

>>> from neuroanalysis.games.okey51 import lessons
>>> okeys, _ = lessons.exercises("deals", "Zoé")
>>> print(okeys)
You are dealt 15 tiles. How likely is it that the number of okeys among them is exactly 1?
>>> okeys.check("1/7")
<Verdict.WRONG: 'wrong'>
>>> lessons.problem("melds_draw", "Zoé") == lessons.problem("melds_draw", "zoé ")
True
>>> lessons.answer_key(["Ann", "Bob"]).to_csv().count("Bob")
6
"""

from typing import Final

from neuroanalysis.core.exercise_books import AnswerKey, Page, Sheet
from neuroanalysis.games.okey51.lessons.problems import BOOK, SECTIONS

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
