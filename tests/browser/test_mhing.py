"""A person picks a hand of Mhing, and looks through a round, in JupyterLab and in voila."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.mhing import evaluate
from neuroanalysis.games.mhing.analysis import choose_goal
from tests.browser.language import english_words, spoken_words
from tests.browser.test_picker import CONTRASTS

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=60_000)

pytestmark = pytest.mark.browser

WINNING = "123445566789m 11z F"
# Far from a winning hand, so that many goals are played out.
FAR = "1199m 1199p 1199s 1z"


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    from neuroanalysis.widgets.mhing import HandExplorer

    explorer = HandExplorer(WINNING)
    assert explorer.wait(600)
    explorer.close()


def source(more="", lang="en"):
    return f"""
from neuroanalysis.widgets.mhing import HandExplorer

explorer = HandExplorer({more}lang={lang!r})
explorer
"""


def answer(page):
    return page.locator(".na-panel").last


def card(page, name):
    return page.locator(".na-table").get_by_role("button", name=re.compile(f"^{name}(,|:)"))


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def test_a_hand_is_picked_and_explored(visit_lab):
    page = visit_lab(source())
    expect(answer(page)).to_contain_text("Pick cards, type them, or deal a hand")
    for name in ("east wind", "white dragon", "flower"):
        card(page, name).click()
    expect(answer(page)).to_contain_text("cards from a winning hand")
    # By key: the arrows go from card to card, Backspace takes one away.
    card(page, "east wind").focus()
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    line = page.locator(".na-picker .na-line")
    expect(line).to_have_value("1s 5z F")
    line.fill("123m 45x")
    line.press("Enter")
    expect(page.locator(".na-picker .na-error")).to_contain_text("unknown card '45x'")
    line.fill(WINNING)
    line.press("Enter")
    expect(answer(page)).to_contain_text("14 credits · 256 points")
    assert evaluate(WINNING).credits == 14
    answer(page).get_by_role("button", name="Discard east wind (1z)").click()
    expect(answer(page)).to_contain_text("1 card from a winning hand")
    button(page, "Credits in reach").click()
    expect(answer(page)).to_contain_text("one suit with honours")
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("1 carte manque pour gagner")
    said = spoken_words(page)
    assert len(said) > 100
    assert english_words(said, "mhing") == []


def test_a_long_question_is_stopped_and_a_short_one_answered(visit_lab):
    page = visit_lab(source(f"{FAR!r}, draws=30, "))
    expect(answer(page)).to_contain_text("from a winning hand")
    # The longest question there is takes seconds.
    button(page, "Quick or rich?").click()
    button(page, "Stop").click()
    expect(answer(page)).to_contain_text("Stopped before the answer was found.")
    draws = page.get_by_role("spinbutton", name="Draws to come")
    draws.fill("8")
    draws.press("Enter")
    best = choose_goal(FAR, 8).rows[0]
    assert best.chance.value > 0
    goals = page.get_by_role("table", name="Goals compared")
    expect(goals).to_contain_text(f"{number_text(100 * best.chance.value, 3)} %")


def test_a_narrow_dark_page_can_be_read(visit_voila):
    page = visit_voila(source(f"{WINNING!r}, ", lang="fr"), theme="dark", width=390)
    expect(answer(page)).to_contain_text("double suite identique")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    parts = page.locator(".na-picker button, .na-panel :is(button, select, td, svg)").all()
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert len(boxes) > 80
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    cards = page.locator(".na-table button").all()
    assert min(one.bounding_box()["width"] for one in cards) >= 24
    page.mouse.move(0, 0)
    contrasts = page.evaluate(CONTRASTS) + page.evaluate(
        CONTRASTS.replace(".na-picker *", ".na-panel *")
    )
    assert len(contrasts) > 40
    assert [found for found in contrasts if found[1] < 4.5] == []


def test_a_round_is_looked_through(visit_lab):
    page = visit_lab(
        """
from neuroanalysis.games.mhing.play import deal
from neuroanalysis.games.mhing.policies import moves_of_round, player
from neuroanalysis.widgets.mhing_rounds import RoundViewer

begin = deal(["Ana", "Bo", "Cem"], seed=30)
moves = [move for move, _ in moves_of_round(begin, [player("fast")] * 3, seed=1)]
RoundViewer(begin, moves, lang="en")
"""
    )
    expect(answer(page)).to_contain_text("Turn 1 · Ana draws", timeout=120_000)
    button(page, "Next move").focus()
    page.keyboard.press("Enter")
    expect(answer(page)).to_contain_text("Ana draws 4 of bamboos")
    button(page, "On to the end, or your decision").click()
    expect(answer(page)).to_contain_text("goes out with a")
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("Tour 1")
    assert english_words(spoken_words(page), "mhing") == []
