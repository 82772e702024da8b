"""A person begins: the start page, an explorer behind it, and the same in JupyterLab."""

from __future__ import annotations

import re
import shutil
import signal
import urllib.error
import urllib.request

import pytest

from neuroanalysis.games.neurotrio import NEUROTRIO
from tests.browser.language import english_words, spoken_words
from tests.browser.starting import last_card, open_explorer, running_app
from tests.project import ROOT

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=60_000)

pytestmark = pytest.mark.browser

FOLDER = ROOT / "notebooks"


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    for _, task in NEUROTRIO.warm_up():
        task()


@pytest.fixture
def app():
    """The command that serves the pages, and the address that it says."""
    with running_app() as app:
        yield app


@pytest.fixture
def context(watch):
    """A browser's session."""
    context = watch.session(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(120_000)
    yield context
    context.close()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def answered(address):
    """Return how a request without token or cookie ends, and where."""
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, answer.url
    except urllib.error.HTTPError as error:
        return error.code, error.url


def test_pages_without_code(app, watch, context, request):
    process, address = app
    place = address.partition("?")[0]
    # Nobody comes in without the token.
    for page in ("", "voila/render/tichu/01_hand.ipynb", "voila/tree"):
        status, where = answered(place + page)
        assert (status, "/login?" in where) == (200, True)
    assert answered(f"{place}voila/api/contents/")[0] == 403
    assert answered(f"{place}voila/files/00_start.ipynb")[0] == 403

    start = context.new_page()
    start.goto(address)
    expect(start.get_by_role("heading", name="Okey 51")).to_be_visible()
    button(start, "Français").click()
    expect(start.get_by_text("Étudier les chances").first).to_be_visible()
    button(start, "Par but").click()
    expect(start.get_by_role("heading", name="Concevoir des règles")).to_be_visible()
    assert start.locator("body").get_by_text("StartPage").count() == 0

    page = open_explorer(start)
    expect(page).to_have_title("Que vaut une main\u202f? · neuroanalysis")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_text("Tous les notebooks")).to_be_visible()
    expect(page.get_by_role("heading", name="L’explorateur")).to_be_visible()
    assert page.get_by_text("import").count() == 0
    answer = page.locator(".na-panel").last
    expect(answer).to_contain_text("cartes utiles", ignore_case=True)
    last_card(page).click()
    expect(answer).to_contain_text("Rejets")
    said = spoken_words(page)
    assert len(said) > 100
    assert english_words(said, "neurotrio") == []
    button(page, "English").click()
    expect(answer).to_contain_text("Discards")

    watch.keep_pictures(request.node.nodeid)
    # A page that is closed takes its process with it; Ctrl-C ends all.
    page.close(run_before_unload=True)
    start.close(run_before_unload=True)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0
    assert process.stderr.read().splitlines()[-1] == "ended"


def test_jupyterlab_leads_from_the_start_page_to_a_notebook(visit_lab, folder):
    (folder / "neurotrio").mkdir()
    shutil.copy(FOLDER / "neurotrio" / "01_hand_explorer.ipynb", folder / "neurotrio")
    page = visit_lab("from neuroanalysis.widgets.start import StartPage\n\nStartPage(lang='en')")
    card = page.get_by_role("link", name=re.compile("What is a hand worth"))
    expect(card).to_be_visible()
    # The button that runs all of a notebook is there, and does.
    expect(page.get_by_text("[1]:").first).to_be_visible()
    page.get_by_role("button", name=re.compile("Run all · Tout exécuter")).click()
    expect(page.get_by_text("[2]:").first).to_be_visible()
    card.click()
    page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget?.context?.path ==="
        " 'neurotrio/01_hand_explorer.ipynb'"
    )
    assert len(page.context.pages) == 1
