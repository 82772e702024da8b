"""Notebooks read as files: what one is called, and which of its cells make a page without code."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from neuroanalysis.texts import LANGUAGES, Language

__all__ = ["START", "Cell", "Notebook", "Opening", "find_notebooks", "read_notebook"]

START: Final = "00_start.ipynb"
"""The notebook that leads to all others."""

_WIDGETS: Final = "neuroanalysis.widgets"


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook.

    Parameters
    ----------
    kind
        ``"markdown"`` or ``"code"``.
    source
        What stands in it.
    """

    kind: str
    source: str


@dataclass(frozen=True)
class Opening:
    """What a notebook says first, in one language.

    Parameters
    ----------
    title
        Its title.
    about
        What it is about; without the sentence that says how to run a notebook.
    """

    title: str
    about: str


@dataclass(frozen=True)
class Notebook:
    r"""A notebook of the package: an opening in both languages, then cells that speak either.

    Parameters
    ----------
    cells
        All its cells.

    Examples
    --------
    >>> opening = "# Odds · Chances\n\nHow likely? *Run it.*\n\nÀ *quel* point ? *Exécutez.*"
    >>> explorer = "from neuroanalysis.widgets.odds import Odds\n\nOdds()"
    >>> cells = [Cell("markdown", opening), Cell("code", "1 + 1"), Cell("code", explorer)]
    >>> notebook = Notebook(tuple(cells))
    >>> notebook.opening("fr")
    Opening(title='Chances', about='À *quel* point ?')
    >>> notebook.page()
    (0, 2)
    """

    cells: tuple[Cell, ...]

    def opening(self, lang: Language) -> Opening:
        """Return what it says first, in a language."""
        head, *paragraphs = self.cells[0].source.strip().split("\n\n")
        titles = head.removeprefix("#").split(" · ")
        place = LANGUAGES.index(lang)
        about = " ".join(paragraphs[place].split())
        # How to run it stands in italics at the end.
        if about.endswith("*"):
            about = about.rpartition(" *")[0]
        return Opening(titles[place].strip(), about)

    def page(self) -> tuple[int, ...]:
        """Return the places of the cells that make a page without code.

        These are the opening, the choice of language, the cells that show a widget of the package,
        and what is told before each of them. What comes of other code says little to whoever does
        not see it. None are returned for a notebook without such a widget.
        """
        kept, told, shown = [0], list[int](), False
        names: set[str] = set()
        for place, cell in enumerate(self.cells):
            if cell.kind != "code":
                continue
            tree = ast.parse(cell.source)
            names |= set(_imported(tree))
            if _is_prose(tree):
                told.append(place)
                continue
            called = set(_called(tree))
            if names & called:
                kept += [*told, place]
                shown = True
            elif "set_language" in called:
                kept.append(place)
            told.clear()
        return tuple(kept) if shown else ()


def find_notebooks(folder: Path) -> tuple[str, ...]:
    """Return the notebooks below a folder, as paths with slashes, without `START`.

    Examples
    --------
    >>> from neuroanalysis.core.places import find_folder
    >>> "neurotrio/01_hand_explorer.ipynb" in find_notebooks(find_folder("notebooks"))
    True
    """
    found = (
        path.relative_to(folder)
        for path in folder.rglob("*.ipynb")
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    return tuple(sorted(path.as_posix() for path in found if path.as_posix() != START))


def read_notebook(path: Path) -> Notebook:
    """Read a notebook of the package."""
    content: Mapping[str, Sequence[Mapping[str, str | Sequence[str]]]] = json.loads(
        path.read_text(encoding="utf-8")
    )
    cells = (Cell(str(cell["cell_type"]), "".join(cell["source"])) for cell in content["cells"])
    return Notebook(tuple(cells))


def _imported(tree: ast.AST) -> Iterator[str]:
    """Give the names that come from the package's widgets."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{_WIDGETS}."):
            yield from (alias.asname or alias.name for alias in node.names)


def _called(tree: ast.AST) -> Iterator[str]:
    """Give the names of what is called, or of that whose method is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            while isinstance(called, ast.Attribute):
                called = called.value
            if isinstance(called, ast.Name):
                yield called.id


def _is_prose(tree: ast.Module) -> bool:
    """Whether a cell only tells something."""
    match tree.body:
        case [ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)))]:
            return name == "prose"
    return False
