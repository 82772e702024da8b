"""A person asks for chances and trains discards, in JupyterLab and in voila."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.games.neurotrio import moves, odds
from neuroanalysis.games.neurotrio.lessons import training_position
from neuroanalysis.texts import catalogue
from tests.browser.pages import in_both_themes
from tests.browser.test_picker import CONTRASTS

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=60_000)

pytestmark = pytest.mark.browser

DRAWN = "1cv 1cb 1eb 2cv 2cb 2en 2eb*2 2rv 2rb*2 3cn 3cv 3cb"


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    moves(odds(DRAWN, 2, 20))
    odds(DRAWN, 1, 20, model="without-replacement")


def source(what="OddsExplorer", arguments="", lang="en"):
    return f"""
from neuroanalysis.widgets.odds import {what}

shown = {what}({arguments}{", " if arguments else ""}lang={lang!r})
shown
"""


def answer(page):
    return page.locator(".na-panel").last


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def table(page):
    return page.get_by_role("table", name="Moves compared")


def cards(page):
    return page.locator("[data-rove=hand] button")


def test_a_hand_is_dealt_and_its_moves_compared(visit_lab):
    page = visit_lab(source(arguments="minimum=18"))
    expect(answer(page)).to_contain_text("Pick 13 cards, or the 14 after a draw")
    line = page.locator(".na-picker .na-line")
    line.fill("1cn 9zz")
    line.press("Enter")
    expect(page.locator(".na-picker .na-error")).to_contain_text("unknown card '9zz'")
    button(page, "Deal 14").click()
    expect(table(page)).to_be_visible()
    expect(table(page).get_by_role("columnheader")).to_have_text(
        ["Move", "Distance left", "Useful copies", "Within 1 draw", "Within 2 draws",
         "Points expected", "Chance lost"]
    )  # fmt: skip
    button(page, "Français").click()
    expect(page.get_by_role("table", name="Comparaison des coups")).to_be_visible()
    expect(answer(page)).to_contain_text("de finir en 2 pioches, avec un minimum de 18")
    page.get_by_role("combobox", name="Pioches à venir").select_option("1")
    expect(answer(page)).to_contain_text("de finir en 1 pioche, avec un minimum de 18")


def test_a_card_of_the_table_goes_and_another_is_drawn(visit_lab):
    page = visit_lab(source(arguments=f"{DRAWN!r}, minimum=20"))
    expect(answer(page)).to_contain_text("20.4 % to finish within 2 draws")
    chart = answer(page).locator("svg[role=img]").first
    expect(chart).to_have_attribute("aria-label", re.compile("Discarding 2en: 3.16 %, 20.4 %"))
    table(page).get_by_role("button", name="Discard 2 stars on black").click()
    expect(page.locator(".na-tray")).to_contain_text("Hand · 13 cards")
    expect(chart).to_have_attribute("aria-label", re.compile("Best play: 3.16 %, 20.4 %"))
    button(page, "Draw a card").click()
    expect(page.locator(".na-tray")).to_contain_text("Hand · 14 cards")
    expect(table(page)).to_be_visible()


def test_three_draws_are_searched_while_two_are_shown(visit_lab):
    page = visit_lab(source(arguments=f"{DRAWN!r}, draws=3, minimum=20"))
    expect(answer(page)).to_contain_text("So far within 2 draws; 3 draws are being searched")
    button(page, "Stop").click()
    expect(answer(page)).to_contain_text("Stopped; within 2 draws it is known.")
    button(page, "Search after all").click()
    expect(answer(page)).to_contain_text("to finish within 3 draws", timeout=120_000)
    expect(table(page).get_by_role("columnheader", name="Within 3 draws")).to_be_visible()


def test_a_discard_is_trained_with_the_mouse_and_by_key(visit_lab):
    page = visit_lab(source("OddsTrainer", "'Ada', draws=1, minimum=20"))
    expect(cards(page)).to_have_count(14)
    expect(answer(page)).to_contain_text("Position 1 of “Ada”")
    assert "%" not in answer(page).inner_text()
    wanted = moves(training_position("Ada", 1, draws=1, minimum=20))
    worst = wanted.rows[-1].line.card
    page.locator(f"[data-rove=hand] [aria-label*='({worst})']").first.click()
    cost = 100 * wanted.rows[-1].cost
    expect(answer(page)).to_contain_text(f"It costs {cost:.3g} percentage points")
    expect(table(page).get_by_role("row", name=re.compile(f"{worst} yours"))).to_be_visible()
    expect(answer(page)).to_contain_text("Best chance found at 0 of 1 position")
    button(page, "Next position").click()
    expect(answer(page)).to_contain_text("Position 2 of “Ada”")
    # From the button the Tab key leads to the hand, and arrow keys through it.
    page.keyboard.press("Tab")
    expect(cards(page).first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cards(page).nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(answer(page)).to_contain_text("of 2 positions")
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("Position 2 de «\u00a0Ada\u00a0»")
    expect(answer(page)).to_contain_text("Comparaison des coups")


def test_dealing_that_takes_long_is_stopped(visit_lab):
    page = visit_lab(source("OddsTrainer", "'Ada', draws=3, minimum=20"))
    # The longest question that the page can be asked takes seconds.
    button(page, "Stop").click()
    expect(button(page, "Deal after all")).to_be_visible()
    page.get_by_role("combobox", name="Draws to come").select_option("1")
    expect(cards(page)).to_have_count(14)
    best = training_position("Ada", 1, draws=1, minimum=20).best.card
    page.locator(f"[data-rove=hand] [aria-label*='({best})']").first.click()
    expect(answer(page)).to_contain_text("No move has a better chance.")
    seed = page.get_by_role("textbox", name="Your name or a number")
    seed.fill(" ")
    seed.press("Enter")
    expect(page.locator(".na-panel .na-error")).to_be_visible()


def test_in_french_the_page_is_french(visit_lab):
    page = visit_lab(source("OddsTrainer", "'Ada', draws=1, minimum=20", lang="fr"))
    cards(page).first.click()
    expect(answer(page)).to_contain_text("Comparaison des coups")
    french = page.evaluate(
        """() => [...document.querySelectorAll('.na-panel')].flatMap((root) =>
          [root, ...root.querySelectorAll('*')].flatMap((node) => [
            ...[...node.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data),
            node.getAttribute('aria-label'), node.getAttribute('title'),
          ])).filter((words) => words?.trim())"""
    )
    fr, en = catalogue("fr"), catalogue("en")
    only_english = {
        re.escape(part.strip())
        for key, entry in en.items()
        if key.startswith(("widgets.trainer", "widgets.odds", "plots.odds")) and entry != fr[key]
        for part in re.split(r"\{[^}]*\}", entry)
        if re.fullmatch(r"[\w' ,-]{4,}", part.strip())
    }
    known = "\n".join(fr.values())
    only_english = {words for words in only_english if not re.search(rf"\b{words}\b", known)}
    assert len(only_english) > 20
    pattern = re.compile(rf"\b(?:{'|'.join(only_english)})\b")
    assert len(french) > 80
    assert [words for words in french if pattern.search(words) and words != "English"] == []


def test_answers_can_be_read_in_both_themes(visit_lab):
    page = visit_lab(source(arguments=f"{DRAWN!r}, minimum=20"))
    expect(table(page)).to_be_visible()
    for theme in in_both_themes(page):
        contrasts = page.evaluate(CONTRASTS.replace(".na-picker *", ".na-panel *"))
        assert len(contrasts) > 60
        assert [found for found in contrasts if found[1] < 4.5] == [], theme


def test_voila_on_a_narrow_page(visit_voila):
    page = visit_voila(source("OddsTrainer", "'Ada', draws=1, minimum=20", lang="fr"), width=390)
    cards(page).first.click()
    expect(answer(page)).to_contain_text("Comparaison des coups")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    boxes = [box for card in cards(page).all() if (box := card.bounding_box())]
    assert len(boxes) == 14
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    # A table that is wider than the page is moved by itself.
    region = page.get_by_role("region", name="Comparaison des coups")
    assert region.evaluate("node => node.scrollWidth > node.clientWidth")
