"""Exercises for a class: a hand parted into plays, what beats a trick, chances of bombs.

Each student has exercises of his own, decided by a name or number, that are as hard as anybody's.

>>> from neuroanalysis.games.tichu import lessons
>>> first, _ = lessons.exercises("plays", "Zoé")
>>> print(first)
In how many plays, at the least, can you be rid of these ten cards?
>>> lessons.answer_key(["Ann", "Bob"]).to_csv().count("Bob")
5
"""

from neuroanalysis.core.exercise_books import AnswerKey, Page, Sheet
from neuroanalysis.games.tichu.lessons.problems import (
    BOOK,
    SECTIONS,
    answer_key,
    check,
    exercises,
    problem,
    sheet,
)

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
