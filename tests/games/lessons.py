"""What is checked of every game's exercises: sheets, keys, refusals."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from neuroanalysis.core.exercise_books import ExerciseBook
from neuroanalysis.core.exercises import ExerciseError, Verdict
from neuroanalysis.texts import LANGUAGES, speaking

__all__ = ["as_asked_and_answered", "checked_unseen", "refused"]


def as_asked_and_answered(book: ExerciseBook, folder: Path) -> None:
    """A sheet has the questions and no solutions, the key has both, in either language."""
    said = []
    for lang in LANGUAGES:
        with speaking(lang):
            page = book.sheet("Zoé").page()
            key = book.answer_key(["Zoé", 7])
            rows = list(csv.reader(io.StringIO(key.to_csv())))
            saved = key.save(folder / f"{lang}.html").read_text(encoding="utf-8")
        assert len(rows) == 1 + 2 * len(book.names)
        assert "Zoé" in page.heading
        for row in rows[1 : 1 + len(book.names)]:
            question, cards, answer, solution = row[3], row[4], row[5], row[7]
            assert question in page.markdown
            assert not cards or f"`{cards}`" in page.markdown
            assert solution not in page.markdown
            assert "{" not in question + solution
            assert answer in saved
        said.append([(row[3], row[7]) for row in rows[1:]])
    assert all(
        question != other and solution != worked
        for (question, solution), (other, worked) in zip(*said, strict=True)
    )


def checked_unseen(book: ExerciseBook, chance: str, count: tuple[str, int]) -> None:
    """A chance and a count are judged, and neither is told."""
    answer = book.problem(chance, "Ann").answer
    [(section, number)] = [
        (section, names.index(chance) + 1)
        for section, names in book.sections.items()
        if chance in names
    ]
    assert book.check(section, number, "Ann", str(answer)) is Verdict.RIGHT
    assert book.check(section, number, "Ann", float(answer)) is Verdict.RIGHT
    assert book.check(section, number, "Ann", "0.5") is Verdict.ROUGH
    assert book.check(*count, "Ann", 99) is Verdict.WRONG
    assert str(answer) not in repr(book.exercises(section, "Ann")[number - 1])


def refused(book: ExerciseBook) -> None:
    """Exercises, sections, numbers and names that there are not are refused."""
    section = next(iter(book.sections))
    for ask in (
        lambda: book.problem("cube_lines", 1),
        lambda: book.exercises("cube", 1),
        lambda: book.check(section, 9, 1, 2),
        lambda: book.sheet(" "),
        lambda: book.answer_key(["a", "A"]),
    ):
        with pytest.raises(ExerciseError):
            ask()
