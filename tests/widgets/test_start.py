"""The start page: every notebook is in its gallery, in both languages, with a picture."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from neuroanalysis.core.notebooks import find_notebooks
from neuroanalysis.core.page_address import PAGES_VARIABLE
from neuroanalysis.texts import LANGUAGES, catalogue, language, set_language
from neuroanalysis.widgets.start import StartPage
from neuroanalysis.widgets.start.gallery import PURPOSES, gallery_html, listed
from tests.project import ROOT

FOLDER = ROOT / "notebooks"
NAMES = [path.removesuffix(".ipynb") for path in find_notebooks(FOLDER)]
ENTRIES = {entry.name: entry for entry in listed(FOLDER)}
THUMBNAILS = ROOT / "neuroanalysis" / "widgets" / "start" / "thumbnails"
MOST = 15 * 1024  # bytes of a picture


@pytest.fixture(autouse=True)
def english():
    set_language("en")
    yield
    set_language(None)


def linked(html):
    return re.findall(r'<a href="([^"]*)"', html)


def html(page):
    [output] = page._gallery.outputs
    return output["data"]["text/html"]


def test_the_gallery_has_all_notebooks_and_no_others():
    assert NAMES
    assert sorted(PURPOSES) == sorted(NAMES)
    drawn = sorted(path.relative_to(THUMBNAILS).as_posix() for path in THUMBNAILS.rglob("*.svg"))
    assert drawn == [f"{name}.svg" for name in sorted(NAMES)]
    lines = {key for key in catalogue("en") if key.startswith("gallery.line.")}
    assert lines == {f"gallery.line.{name.replace('/', '.')}" for name in NAMES}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_its_line_and_its_purpose(name, lang):
    set_language(lang)
    entry = ENTRIES[name]
    assert entry.line.endswith((".", "?"))
    assert len(entry.line) <= 90
    assert entry.purposes
    shown = gallery_html([entry])
    for words in (entry.title, entry.line):
        assert words in shown
    assert linked(shown) == [f"{name}.ipynb"]


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_small_and_needs_nothing_else(name):
    picture = ENTRIES[name].picture
    assert 300 < len(picture.encode()) <= MOST
    ElementTree.fromstring(picture)
    addresses = set(re.findall(r"https?://[^\"' )]*|url\([^)]*\)|(?:href|src)=\S*", picture))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "<script" not in picture


def test_by_game_each_stands_once_and_by_purpose_wherever_it_serves():
    assert sorted(linked(gallery_html(ENTRIES.values()))) == sorted(f"{n}.ipynb" for n in NAMES)
    by_purpose = linked(gallery_html(ENTRIES.values(), "purpose"))
    assert len(by_purpose) == sum(len(purposes) for purposes in PURPOSES.values())


def test_only_what_is_there_is_shown(tmp_path):
    (tmp_path / "tichu").mkdir()
    (tmp_path / "tichu" / "01_hand.ipynb").write_bytes(
        (FOLDER / "tichu/01_hand.ipynb").read_bytes()
    )
    (tmp_path / "mine.ipynb").touch()
    assert [entry.name for entry in StartPage(tmp_path).entries] == ["tichu/01_hand"]
    # A folder without any leads to the package's.
    assert len(StartPage(tmp_path / "none").entries) == len(NAMES)


def test_its_buttons_sort_and_switch_the_language():
    page = StartPage(FOLDER)
    assert "Study odds" in page._said.html
    assert "Okey 51</h2>" in html(page)
    page._said.perform({"do": "order", "value": "purpose"})
    assert "Design rules</h2>" in html(page)
    page._said.perform({"do": "language", "value": "fr"})
    assert language() == "fr"
    assert "Concevoir des règles</h2>" in html(page)
    assert "Étudier les chances" in page._said.html
    assert linked(html(page))[0] == "neurotrio/01_hand_explorer.ipynb"
    for request in ({"do": "order", "value": "colour"}, {"do": "buy", "value": ""}):
        with pytest.raises(ValueError, match="unknown request"):
            page._said.perform(request)
    page.close()


def test_without_a_kernel_it_is_there_too():
    bundle = StartPage(FOLDER)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert len(linked(bundle["text/html"])) == len(NAMES)


def test_on_a_page_its_links_keep_language_and_theme(monkeypatch):
    monkeypatch.setenv(PAGES_VARIABLE, "1")
    monkeypatch.setenv("QUERY_STRING", "lang=en&theme=dark")
    page = StartPage(FOLDER, lang="fr")
    links = linked(html(page))
    assert "neurotrio/01_hand_explorer.ipynb?lang=fr&amp;theme=dark" in links
    assert len(links) == len(NAMES)
    assert "seulement dans JupyterLab" not in html(page)
    assert 'href="?lang=fr&amp;theme=light"' in page._said.html


def test_what_has_no_page_is_named_without_a_link(monkeypatch, tmp_path):
    monkeypatch.setenv(PAGES_VARIABLE, "1")
    for name in ("mhing/01_hand", "mhing/02_deals"):
        notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
        if name == "mhing/02_deals":
            notebook["cells"] = notebook["cells"][:2]
        (tmp_path / "mhing").mkdir(exist_ok=True)
        (tmp_path / f"{name}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    page = StartPage(tmp_path, lang="fr")
    (link,) = linked(html(page))
    assert link.startswith("mhing/01_hand.ipynb?")
    assert "seulement dans JupyterLab" in html(page)
