"""The lesson's exercises as a book: sheets for students, and the answer key for their teacher."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from neuroanalysis.core.exercise_books import AnswerKey, ExerciseBook, Page, Sheet
from neuroanalysis.games.neurotrio.lessons.problems import SECTIONS, problem
from neuroanalysis.games.neurotrio.lessons.texts import title
from neuroanalysis.games.neurotrio.pieces import PIECES

__all__ = ["BOOK", "AnswerKey", "Page", "Sheet", "answer_key", "sheet"]

BOOK: Final = ExerciseBook(
    sections=dict(SECTIONS.items()),
    make=problem,
    pieces=PIECES,
    words="lessons",
    title=title,
)
"""The exercises of the counting lesson."""


def sheet(seed: str | int, sections: Iterable[str] = tuple(SECTIONS)) -> Sheet:
    """Return a student's sheet of exercises.

    Raises
    ------
    ExerciseError
        For an unknown section, or an empty name.

    Examples
    --------
    >>> sheet("Zoé", ["cube"]).page().markdown.count("________")
    4
    """
    return BOOK.sheet(seed, sections)


def answer_key(
    seeds: str | int | Iterable[str | int], sections: Iterable[str] = tuple(SECTIONS)
) -> AnswerKey:
    """Return the answers of students, by their names or numbers.

    Parameters
    ----------
    seeds
        One name or number, or several.
    sections
        Which sections.

    Raises
    ------
    ExerciseError
        For an unknown section, an empty name, or two that count as the same.

    Examples
    --------
    >>> key = answer_key(range(1, 4))
    >>> len(key.rows)
    42
    """
    return BOOK.answer_key(seeds, sections)
