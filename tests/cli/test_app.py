"""``neuroanalysis app``: its options and errors, and what it makes of a notebook."""

from __future__ import annotations

import socket
import webbrowser

import nbformat
import pytest

from neuroanalysis.cli.pages import command, server
from neuroanalysis.cli.pages.page import Wish, make_page
from tests.project import ROOT

FOLDER = ROOT / "notebooks"


@pytest.fixture
def served(monkeypatch):
    """Return what would have been served; the server is ready at once and ends."""
    calls = []

    def serve(folder, port, token, ready):
        calls.append((folder, port, token))
        ready()

    monkeypatch.setattr(server, "serve_pages", serve)
    return calls


@pytest.fixture
def opened(monkeypatch):
    """Return the pages that a browser was opened on, as what they say."""
    seen = []

    def look(address):
        assert address.startswith("file://")
        seen.append(command.Path(address.removeprefix("file://")).read_text(encoding="utf-8"))
        return True

    monkeypatch.setattr(webbrowser, "open", look)
    # Here the browser is opened before the server ends.
    monkeypatch.setattr(command.threading.Thread, "start", lambda thread: thread.run())
    return seen


@pytest.fixture
def taken():
    """A port that somebody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_each_time_another_token_lets_in(cli, served, opened):
    first, second = cli("app"), cli("app")
    assert (first.code, second.code) == (0, 0)
    tokens = [token for _, _, token in served]
    assert len(set(tokens)) == 2
    assert all(len(token) >= 40 for token in tokens)
    for ran, token, page, (folder, port, _) in zip(
        (first, second), tokens, opened, served, strict=True
    ):
        assert folder == FOLDER
        address = f"http://127.0.0.1:{port}/?token={token}"
        assert f"open {address} (Ctrl-C ends)" in ran.err
        # The browser's arguments hold no token: a file that leads there does.
        assert address in page
        assert ran.out == ""


def test_no_browser_is_opened_if_none_is_wanted(cli, served, opened):
    ran = cli("app", "--no-browser", "--port", "8899", "--lang", "fr")
    assert (ran.code, opened) == (0, [])
    assert "ouvrez http://127.0.0.1:8899/?token=" in ran.err


def test_where_there_is_no_browser_it_says_so(cli, served, opened, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    assert "no browser was found" in cli("app").err


def test_a_port_that_is_taken_is_an_error_if_it_was_asked_for(cli, served, taken):
    ran = cli("app", "--port", taken)
    assert (ran.code, served) == (1, [])
    assert ran.err.startswith(f"error: the port {taken} cannot be used (")


def test_without_a_wish_the_next_free_port_serves(cli, served, opened, taken, monkeypatch):
    monkeypatch.setattr(command, "_USUAL", taken)
    assert cli("app").code == 0
    [(_, port, _)] = served
    assert taken < port < taken + 50


def test_when_no_port_is_free_it_says_where_it_looked(cli, served, taken, monkeypatch):
    monkeypatch.setattr(command, "_USUAL", taken)
    monkeypatch.setattr(command, "_TRIED", 1)
    ran = cli("app")
    assert (ran.code, served) == (1, [])
    assert f"no port from {taken} to {taken} is free" in ran.err


@pytest.mark.parametrize(
    ("port", "said"),
    [("x", "'x' is no whole number"), ("0", "1 to 65535"), ("70000", "1 to 65535")],
)
def test_a_port_that_is_none_is_wrong_usage(cli, served, port, said):
    ran = cli("app", "--port", port)
    assert (ran.code, served) == (2, [])
    assert said in ran.err


def test_without_voila_it_says_what_to_install(cli, served, monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    ran = cli("app", "--lang", "fr")
    assert (ran.code, served) == (1, [])
    assert "neuroanalysis[app]" in ran.err
    assert ran.err.startswith("erreur\u00a0:")


def made(name, lang="", theme="", usual="en"):
    notebook = nbformat.read(FOLDER / name, as_version=4)
    make_page(notebook, name, Wish(lang, theme, usual=usual))
    nbformat.validate(notebook)
    return notebook


def test_a_page_speaks_the_language_wished_for():
    notebook = made("neurotrio/01_hand_explorer.ipynb", "fr", "dark")
    opening, choice, speak, *rest = notebook.cells
    assert opening.source.startswith("# Que vaut une main ?\n\nDes mains de Neurotrio")
    assert "Exécuter" not in opening.source
    assert "set_language(None)" in choice.source
    assert speak.source.endswith("set_language('fr')")
    assert rest[-1].source.startswith("from neuroanalysis.widgets.neurotrio import HandExplorer")
    around = notebook.metadata["neuroanalysis"]
    assert around["lang"] == "fr"
    assert [link["address"] for link in around["links"]] == [
        "/voila/render/00_start.ipynb?lang=fr&theme=dark",
        "?lang=fr&theme=light",
        "?lang=en&theme=dark",
    ]
    assert around["links"][0]["words"] == "Tous les notebooks"


def test_a_wish_that_is_none_is_not_heard():
    notebook = made("neurotrio/01_hand_explorer.ipynb", "<b>", "<i>", usual="fr")
    assert notebook.cells[2].source.endswith("set_language('fr')")
    around = notebook.metadata["neuroanalysis"]
    assert "<" not in str(around)


def test_the_start_page_has_no_opening_of_its_own():
    speak, start = made("00_start.ipynb", "fr").cells
    assert speak.source.endswith("set_language('fr')")
    assert "StartPage()" in start.source


def test_a_notebook_without_a_widget_is_shown_whole():
    notebook = nbformat.read(FOLDER / "mhing/02_deals.ipynb", as_version=4)
    notebook.cells = [cell for cell in notebook.cells if "Explorer" not in cell.source]
    before = len(notebook.cells)
    make_page(notebook, "mhing/02_deals.ipynb", Wish("", "", usual="en"))
    assert len(notebook.cells) == before + 1
