"""What a notebook tells, it tells in French and in English."""

from __future__ import annotations

import ast
import json

import pytest

from neuroanalysis.texts import LANGUAGES, catalogue
from tests.notebooks.test_clean_kernel import FOLDER, NOTEBOOKS


def cells(name, kind):
    # Read as plain JSON: nbformat takes seconds to import, and judges notebooks where they are run.
    notebook = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def told(name):
    """The entries of the catalogue that a notebook asks for, as ``notebook.part``."""
    return [
        ".".join(argument.value for argument in node.args)
        for source in cells(name, "code")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "prose"
    ]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_only_the_opening_stands_in_the_notebook_itself_and_in_both_languages(name):
    (opening,) = cells(name, "markdown")
    assert "run everything (Run → Run All Cells)" in " ".join(opening.split())
    assert "exécutez tout (Exécuter → Exécuter toutes les cellules)" in " ".join(opening.split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_is_told_once_by_one_notebook(lang):
    parts = [part for name in NOTEBOOKS for part in told(name)]
    prefix = "notebooks."
    known = [key.removeprefix(prefix) for key in catalogue(lang) if key.startswith(prefix)]
    assert known
    assert sorted(parts) == sorted(known)
