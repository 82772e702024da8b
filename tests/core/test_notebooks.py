"""Notebooks as files: openings in both languages, and pages that can stand alone."""

from __future__ import annotations

import ast
import builtins

import pytest

from neuroanalysis.core.notebooks import START, Cell, Notebook, find_notebooks, read_notebook
from tests.project import ROOT

FOLDER = ROOT / "notebooks"
ALL = [START, *find_notebooks(FOLDER)]
# What people are told to do in a notebook means nothing on a page.
DOING = ("Run All", "Exécuter toutes", "next cell", "cellule suivante")


def page(name):
    notebook = read_notebook(FOLDER / name)
    return [notebook.cells[place] for place in notebook.page()]


def test_the_start_leads_and_other_folders_are_no_notebooks(tmp_path):
    for name in ("00_start.ipynb", "b/2.ipynb", "a/1.ipynb", "a/.ipynb_checkpoints/1.ipynb"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert find_notebooks(tmp_path) == ("a/1.ipynb", "b/2.ipynb")


@pytest.mark.parametrize("name", ALL)
def test_an_opening_says_what_it_is_about_and_not_how_to_run_it(name):
    english, french = (read_notebook(FOLDER / name).opening(lang) for lang in ("en", "fr"))
    assert english.title != french.title
    for opening in (english, french):
        assert opening.title
        assert opening.about.endswith((".", "?"))
        assert not any(words in opening.about for words in DOING)
    whole = read_notebook(FOLDER / name).cells[0].source
    for lang in (english, french):
        assert lang.about in " ".join(whole.split())


def test_emphasis_inside_an_opening_stays():
    assert "*this* hand" in read_notebook(FOLDER / "neurotrio/02_deals.ipynb").opening("en").about


def test_every_notebook_has_a_page():
    assert [name for name in ALL if not read_notebook(FOLDER / name).page()] == []


def test_a_notebook_without_a_widget_has_none():
    cells = (Cell("markdown", "# A"), Cell("code", "prose('x', 'rules')"), Cell("code", "1 + 1"))
    assert Notebook(cells).page() == ()


@pytest.mark.parametrize("name", ALL)
def test_a_page_needs_nothing_of_the_cells_that_it_leaves_out(name):
    bound = set(dir(builtins))
    for cell in page(name):
        if cell.kind == "code":
            tree = ast.parse(cell.source)
            names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom | ast.Import):
                    bound |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            bound |= {one.id for one in names if isinstance(one.ctx, ast.Store)}
            assert {one.id for one in names} <= bound


def test_a_page_leaves_out_what_is_about_code():
    told = "prose('x', 'about')"
    cells = [
        Cell("markdown", "# A · B\n\nA.\n\nB."),
        Cell("code", "from neuroanalysis import set_language\nset_language('en')"),
        Cell("code", "prose('x', 'rules')"),
        Cell("code", "from neuroanalysis.widgets import odds\n\nexplorer = odds.Odds()\nexplorer"),
        Cell("code", told),
        Cell("code", "explorer.answer"),
        Cell("code", "prose('x', 'again')"),
        Cell("code", "odds.Trainer()"),
        Cell("code", told),
    ]
    assert Notebook(tuple(cells)).page() == (0, 1, 2, 3, 6, 7)
