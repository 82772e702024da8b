"""A game's exercises in sections: sheets for students, and the answer key for their teacher.

An `ExerciseBook` is what a game hands in: its sections, how an exercise is made, what is printed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Final, TypeAlias

from neuroanalysis.core.exercises import (
    Exercise,
    ExerciseError,
    Given,
    Problem,
    Verdict,
    seed_name,
)
from neuroanalysis.core.files import write_text
from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.pieces import PieceSet
from neuroanalysis.texts import language, text

__all__ = ["AnswerKey", "Draw", "ExerciseBook", "KeyRow", "Page", "Sheet"]

Draw: TypeAlias = Callable[[Sequence[int]], str]


@dataclass(frozen=True)
class ExerciseBook:
    """The exercises of a game, by sections.

    Parameters
    ----------
    sections
        The sections in their order, and the names of the exercises of each.
    make
        Makes an exercise, by its name and a student.
    pieces
        The game's cards, to write those that stand beside a question.
    words
        The table of the catalogue with ``sheet.title``, ``sheet.intro`` and ``key.title``.
    title
        Names a section in the language in force.
    """

    sections: Mapping[str, tuple[str, ...]]
    make: Callable[[str, str | int], Problem]
    pieces: PieceSet
    words: str
    title: Callable[[str], str]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all exercises, in their order."""
        return tuple(name for names in self.sections.values() for name in names)

    def checked(self, section: str) -> str:
        """Return the name of a section, if it is one.

        Raises
        ------
        ExerciseError
            If it is none; the message lists them.
        """
        if section not in self.sections:
            raise ExerciseError("section", section=section, accepted=", ".join(self.sections))
        return section

    def problem(self, name: str, seed: str | int) -> Problem:
        """Return an exercise of a student with its answer. For keys and tests, not for students.

        Raises
        ------
        ExerciseError
            For an unknown exercise, or an empty name.
        """
        if name not in self.names:
            raise ExerciseError("exercise", name=name, accepted=", ".join(self.names))
        return self.make(name, seed_name(seed))

    def exercises(self, section: str, seed: str | int) -> tuple[Exercise, ...]:
        """Return the exercises of a section for a student, by a name or number.

        Raises
        ------
        ExerciseError
            For an unknown section, or an empty name.
        """
        return tuple(
            self.problem(name, seed).exercise(name, seed)
            for name in self.sections[self.checked(section)]
        )

    def check(self, section: str, number: int, seed: str | int, answer: Given) -> Verdict:
        """Judge an answer to an exercise, numbered from 1 in its section, without giving it away.

        Raises
        ------
        ExerciseError
            For an unknown section or number, or an answer that is no number.
        """
        names = self.sections[self.checked(section)]
        if not 1 <= number <= len(names):
            raise ExerciseError("number", number=number, most=len(names), section=section)
        name = names[number - 1]
        return self.problem(name, seed).exercise(name, seed).check(answer)

    def sheet(self, seed: str | int, sections: Iterable[str] | None = None) -> Sheet:
        """Return a student's sheet of exercises, of all sections if None.

        Raises
        ------
        ExerciseError
            For an unknown section, or an empty name.
        """
        seed_name(seed)
        return Sheet(self, " ".join(str(seed).split()), self._chosen(sections))

    def answer_key(
        self, seeds: str | int | Iterable[str | int], sections: Iterable[str] | None = None
    ) -> AnswerKey:
        """Return the answers of students, by their names or numbers.

        Parameters
        ----------
        seeds
            One name or number, or several.
        sections
            Which sections, all if None.

        Raises
        ------
        ExerciseError
            For an unknown section, an empty name, or two that count as the same.
        """
        named = [seeds] if isinstance(seeds, str | int) else list(seeds)
        chosen = self._chosen(sections)
        seen: set[str] = set()
        rows: list[KeyRow] = []
        for seed in named:
            if seed_name(seed) in seen:
                raise ExerciseError("twice", seed=seed)
            seen.add(seed_name(seed))
            rows += [
                KeyRow(self, " ".join(str(seed).split()), section, number, self.problem(name, seed))
                for section in chosen
                for number, name in enumerate(self.sections[section], start=1)
            ]
        return AnswerKey(self, tuple(rows))

    def pages(
        self,
        seeds: Sequence[str | int],
        sections: Iterable[str] | None = None,
        draw: Draw | None = None,
    ) -> Page:
        """Return the sheets of students as one document, in print a new page for each.

        Parameters
        ----------
        seeds, sections
            As for `answer_key`.
        draw
            As for `Sheet.page`.

        Raises
        ------
        ExerciseError
            For an unknown section, or an empty name.
        """
        chosen = self._chosen(sections)
        made = [self.sheet(seed, chosen).page(draw) for seed in seeds]
        heading = made[0].heading if len(made) == 1 else text(f"{self.words}.sheet.all")
        body = "".join(f'<section class="student">{page.body}</section>' for page in made)
        return Page(heading, "\n".join(page.markdown for page in made), body, language())

    def code(self, pieces: Iterable[int]) -> str:
        """Write cards as they are typed."""
        held = list(pieces)
        return self.pieces.format([held.count(kind) for kind in range(len(self.pieces.codes))])

    def _chosen(self, sections: Iterable[str] | None) -> tuple[str, ...]:
        return tuple(map(self.checked, self.sections if sections is None else sections))


@dataclass(frozen=True)
class Page:
    """A document in the language in which it was made, to show, print or save.

    Parameters
    ----------
    heading
        Its title.
    markdown
        All of it as Markdown.
    body
        What stands in it as HTML.
    lang
        The language of its words.
    """

    heading: str
    markdown: str
    body: str
    lang: str

    @property
    def html(self) -> str:
        """The whole document as HTML."""
        return (
            f'<!doctype html><html lang="{self.lang}"><head><meta charset="utf-8">'
            f"<title>{escape(self.heading)}</title></head><body>{self._repr_html_()}</body></html>\n"
        )

    def _repr_html_(self) -> str:
        return f'<style>{_STYLE}</style><div class="na-lessons">{self.body}</div>'

    def save(self, path: str | Path) -> Path:
        """Save it as HTML or Markdown, as the file's ending says; return the path.

        Raises
        ------
        InputError
            For another ending, or a file that cannot be written.
        """
        return _save(path, {".html": lambda: self.html, ".md": lambda: self.markdown})


@dataclass(frozen=True)
class Sheet:
    """The exercises of one student, to print and answer on paper. It holds no answers.

    Parameters
    ----------
    book
        What they come from.
    student
        The name as it was given.
    sections
        Which sections.
    """

    book: ExerciseBook
    student: str
    sections: tuple[str, ...]

    def page(self, draw: Draw | None = None) -> Page:
        """Lay it out in the language in force.

        Parameters
        ----------
        draw
            Draws kinds as HTML (:func:`neuroanalysis.plots.neurotrio.hand_html` does); without it
            cards are named by their codes.
        """
        book = self.book
        heading = text(f"{book.words}.sheet.title", student=self.student)
        intro = text(f"{book.words}.sheet.intro")
        line = text("lessons.sheet.answer")
        plain = [f"# {heading}", intro]
        drawn = [f"<h1>{escape(heading)}</h1><p>{escape(intro)}</p>"]
        for section in self.sections:
            plain.append(f"## {book.title(section)}")
            drawn.append(f"<h2>{escape(book.title(section))}</h2>")
            for number, exercise in enumerate(book.exercises(section, self.student), start=1):
                cards = book.code(exercise.pieces)
                plain.append(f"**{number}.** {exercise}")
                plain += [f"`{cards}`"] if cards else []
                plain.append(f"{line} ________________")
                shown = draw(exercise.pieces) if draw and cards else ""
                drawn.append(
                    f'<div class="exercise"><p><b>{number}.</b> {escape(str(exercise))}</p>{shown}'
                    + (f"<p><code>{cards}</code></p>" if cards else "")
                    + f'<p class="answer">{escape(line)} <span></span></p></div>'
                )
        return Page(heading, "\n\n".join(plain) + "\n", "".join(drawn), language())


@dataclass(frozen=True)
class KeyRow:
    """One answer of a key."""

    book: ExerciseBook
    student: str
    section: str
    number: int
    problem: Problem

    def cells(self) -> dict[str, str]:
        """Return it as the columns of a table, in the language in force."""
        answer = Fraction(self.problem.answer)
        return {
            "student": self.student,
            "section": self.book.title(self.section),
            "exercise": str(self.number),
            "question": str(self.problem.question),
            "cards": self.book.code(self.problem.pieces),
            "answer": str(answer),
            "decimal": number_text(answer) if answer.denominator > 1 else "",
            "solution": str(self.problem.solution),
        }


@dataclass(frozen=True)
class AnswerKey:
    """The answers and worked solutions of a class, student by student.

    Parameters
    ----------
    book
        What the exercises come from.
    rows
        The answers.
    """

    book: ExerciseBook
    rows: tuple[KeyRow, ...]

    def to_csv(self) -> str:
        """Return it as CSV, in the language in force: the answers exact, the decimals rounded."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(self._head())
        for row in self.rows:
            writer.writerow([_harmless(cell) for cell in row.cells().values()])
        return file.getvalue()

    def page(self) -> Page:
        """Lay it out in the language in force."""
        heading = text(f"{self.book.words}.key.title")
        plain = [f"# {heading}", ""]
        drawn = [f"<h1>{escape(heading)}</h1>"]
        for student, rows in self._students().items():
            plain += [f"## {student}", "", _markdown_row(_column_names())]
            plain.append(_markdown_row(["---"] * len(_COLUMNS)))
            cells = [[row.cells()[column] for column in _COLUMNS] for row in rows]
            plain += [*map(_markdown_row, cells), ""]
            drawn.append(f'<h2>{escape(student)}</h2><div class="wide"><table><thead><tr>')
            drawn += [f"<th>{escape(name)}</th>" for name in _column_names()]
            drawn.append("</tr></thead><tbody>")
            for line in cells:
                drawn.append(
                    "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>"
                )
            drawn.append("</tbody></table></div>")
        return Page(heading, "\n".join(plain), "".join(drawn), language())

    def _repr_html_(self) -> str:
        return self.page()._repr_html_()

    def save(self, path: str | Path) -> Path:
        """Save it as CSV, HTML or Markdown, as the file's ending says; return the path.

        Raises
        ------
        InputError
            For another ending, or a file that cannot be written.
        """
        # The mark at the front tells spreadsheets that the file is UTF-8.
        return _save(
            path,
            {
                ".csv": lambda: "\ufeff" + self.to_csv(),
                ".html": lambda: self.page().html,
                ".md": lambda: self.page().markdown,
            },
        )

    def _head(self) -> list[str]:
        return (
            [text(f"lessons.column.{name}") for name in self.rows[0].cells()] if self.rows else []
        )

    def _students(self) -> dict[str, list[KeyRow]]:
        found: dict[str, list[KeyRow]] = {}
        for row in self.rows:
            found.setdefault(row.student, []).append(row)
        return found


_COLUMNS: Final = ("section", "exercise", "cards", "answer", "decimal", "solution")


def _column_names() -> list[str]:
    return [text(f"lessons.column.{name}") for name in _COLUMNS]


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _harmless(cell: str) -> str:
    """A name that begins like a formula is text to a spreadsheet, not a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t")) else cell


_STYLE: Final = (
    ".na-lessons{font:14px/1.5 system-ui,sans-serif;max-width:980px;margin:0 auto}"
    ".na-lessons h1{font-size:20px}.na-lessons h2{font-size:16px;break-after:avoid}"
    ".na-lessons .wide{overflow-x:auto}"
    ".na-lessons.na-lessons table{border-collapse:collapse;table-layout:auto;width:100%;"
    "min-width:640px;font-size:12px}"
    # Twice the class: notebooks have rules of their own for the cells of tables.
    ".na-lessons.na-lessons :is(td,th){border:1px solid #999;padding:3px 6px;text-align:left;"
    "vertical-align:top;max-width:none}"
    ".na-lessons td:last-child,.na-lessons td:nth-child(4){overflow-wrap:anywhere}"
    ".na-lessons .exercise{break-inside:avoid;margin:0 0 18px}"
    ".na-lessons .answer span{display:inline-block;min-width:240px;border-bottom:1px solid}"
    ".na-lessons .student+.student{break-before:page}"
    "@media print{.na-lessons{font-size:12px}}"
)


def _save(path: str | Path, forms: Mapping[str, Callable[[], str]]) -> Path:
    target = Path(path)
    form = forms.get(target.suffix.lower())
    if form is None:
        raise ExerciseError("ending", path=path, accepted=", ".join(forms))
    write_text(target, form())
    return target
