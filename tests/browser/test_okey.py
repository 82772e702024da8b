"""A person picks a rack of Okey and looks through a round, in JupyterLab and in voila."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.games.okey51.scoring import evaluate
from tests.browser.language import english_words, spoken_words
from tests.browser.test_picker import CONTRASTS

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=30_000)

pytestmark = pytest.mark.browser

RACK = "r1 r2 r3 r6 r13*2 b12 b13 k2 k10 k11 y5 fo*2"


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    from neuroanalysis.widgets.okey51 import RackExplorer

    explorer = RackExplorer(RACK, indicator="r5")
    assert explorer.wait(600)
    explorer.close()


def source(more="", lang="en"):
    return f"""
from neuroanalysis.widgets.okey51 import RackExplorer

explorer = RackExplorer({more}lang={lang!r})
explorer
"""


def answer(page):
    return page.locator(".na-panel").last


def tile(page, name):
    return page.locator(".na-table").get_by_role("button", name=re.compile(f"^{name}(,| as)"))


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def test_an_indicator_is_turned_and_a_rack_is_picked(visit_lab):
    page = visit_lab(source())
    expect(answer(page)).to_contain_text("First turn the indicator")
    tile(page, "black 6").click()
    expect(button(page, "Rack")).to_have_attribute("aria-pressed", "true")
    expect(tile(page, "black 7")).to_have_attribute("aria-label", re.compile("okey .wild."))
    for name in ("red 10", "red 11", "red 12", "blue 7", "yellow 7", "black 7"):
        tile(page, name).click()
    expect(answer(page)).to_contain_text("Opens by melds: 54, where 51 are needed.")
    expect(answer(page)).to_contain_text("set · 21")
    tile(page, "red 10").click()
    tile(page, "red 10").click()
    error = page.locator(".na-picker .na-error")
    expect(error).to_have_text("3 copies of r10; there are only 2")
    # By key: the arrows go from tile to tile, Backspace takes one away.
    tile(page, "red 10").focus()
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".na-tray")).to_contain_text("Rack · 7 tiles")
    line = page.locator(".na-picker .na-line")
    expect(line).to_have_value("r10 r11 r12 b7 b10 k7 y7 | indicator k6")
    line.fill("r10 r99")
    line.press("Enter")
    expect(error).to_contain_text("unknown card 'r99'")
    line.fill(f"{RACK} | indicator r5")
    line.press("Enter")
    expect(answer(page)).to_contain_text("45 points in melds")
    assert evaluate(RACK, indicator="r5").meld_value == 45
    button(page, "Next arrangement").click()
    expect(answer(page)).to_contain_text("Arrangement 2 of 2")
    answer(page).get_by_role("button", name=re.compile("^Draw ")).first.click()
    expect(answer(page)).to_contain_text("Discards")
    tile(page, "yellow 1").click()
    expect(error).to_have_text("no room for more: 15 at most; take one away first")
    page.mouse.move(0, 0)
    assert_readable(page)
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("points en combinaisons")
    said = spoken_words(page)
    assert len(said) > 150
    assert english_words(said, "okey51") == []


def assert_readable(page):
    contrasts = page.evaluate(CONTRASTS) + page.evaluate(
        CONTRASTS.replace(".na-picker *", ".na-panel *")
    )
    assert len(contrasts) > 40
    assert [found for found in contrasts if found[1] < 4.5] == []


def test_a_narrow_dark_page_can_be_read(visit_voila):
    page = visit_voila(source(f"{RACK!r}, indicator='r5', ", lang="fr"), theme="dark", width=390)
    expect(answer(page)).to_contain_text("Tuiles qui rapprochent de l’ouverture")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    parts = page.locator(".na-picker button, .na-panel :is(button, select, td, svg)").all()
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert len(boxes) > 100
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    tiles = page.locator(".na-table button").all()
    assert min(one.bounding_box()["width"] for one in tiles) >= 24
    page.mouse.move(0, 0)
    assert_readable(page)


def test_a_round_is_looked_through(visit_lab):
    page = visit_lab(
        """
from neuroanalysis.games.okey51.play import deal
from neuroanalysis.games.okey51.policies import moves_of_round, player
from neuroanalysis.widgets.okey51_rounds import RoundViewer

begin = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
moves = [move for move, _ in moves_of_round(begin, [player("opener")] * 4, seed=1)]
RoundViewer(begin, moves, lang="en")
"""
    )
    expect(answer(page)).to_contain_text("Turn 1 · Ana discards", timeout=120_000)
    button(page, "Next move").focus()
    page.keyboard.press("Enter")
    expect(answer(page)).to_contain_text("Turn 2 · Bo draws")
    button(page, "On to the end, or your decision").click()
    expect(answer(page)).to_contain_text("discard taken")
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("défausse prise")
    assert english_words(spoken_words(page), "okey51") == []
