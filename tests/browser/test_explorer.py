"""A person explores a hand in JupyterLab and in voila: mouse, keys, languages, themes, files."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.games.neurotrio import NEUROTRIO
from tests import kernel_census
from tests.browser.language import english_words, spoken_words
from tests.browser.pages import in_both_themes
from tests.browser.test_picker import CONTRASTS

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=30_000)

pytestmark = pytest.mark.browser

# 13 cards with several groupings worth as much; 14 cards of which 3cn should go.
BETWEEN = "2eb*2 2ev 2en 1rb 2rb 3rb 1cn*3 1cv 1cb 3en"
DRAWN = "1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2 3cn"


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    for _, task in NEUROTRIO.warm_up():
        task()


def source(hand="", lang="en"):
    return f"""
from neuroanalysis.widgets.neurotrio import HandExplorer

explorer = HandExplorer({hand!r}, lang={lang!r})
explorer
"""


def answer(page):
    return page.locator(".na-panel").last


def line(page):
    return page.locator(".na-picker .na-line")


def card(page, name):
    return page.locator(".na-table").get_by_role("button", name=re.compile(f"^{name}"))


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def cells(page):
    return page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets.length")


def focused(page):
    return page.evaluate("() => document.activeElement.getAttribute('aria-label')")


def test_clicks_are_answered_beside_the_cards(visit_lab):
    page = visit_lab(source())
    expect(answer(page)).to_contain_text("Pick cards, type them, or deal a hand")
    for name in ("2 stars on black", "2 stars on green", "2 stars on blue"):
        card(page, name).click()
    expect(answer(page)).to_contain_text("2 points without finishing")
    expect(answer(page)).to_contain_text("trio · 2")
    card(page, "2 stars on blue").click()
    expect(answer(page)).to_contain_text("rest · 0")
    for name in ("2 stars on black", "2 stars on green"):
        card(page, name).click(modifiers=["Shift"])
    expect(answer(page)).to_contain_text("duo · 0")
    # A wide page has the answer at the right of the cards.
    left, right = page.locator(".na-picker").bounding_box(), answer(page).bounding_box()
    assert right["x"] >= left["x"] + left["width"]


def test_groupings_are_turned_over_and_the_focus_stays(visit_lab):
    page = visit_lab(source(BETWEEN))
    expect(answer(page)).to_contain_text("Grouping 1 of 3")
    before = cells(page)
    button(page, "Next grouping").focus()
    page.keyboard.press("Enter")
    expect(answer(page)).to_contain_text("Grouping 2 of 3")
    assert focused(page) == "Next grouping"
    page.keyboard.press("Enter")
    expect(answer(page)).to_contain_text("Grouping 3 of 3")
    expect(button(page, "Next grouping")).to_have_attribute("aria-disabled", "true")
    for key in ("Enter", "a", "b", "d", "d", "x"):
        page.keyboard.press(key)
    button(page, "Previous grouping").click()
    expect(answer(page)).to_contain_text("Grouping 2 of 3")
    assert cells(page) == before


def test_what_if_a_useful_card_came_and_another_went(visit_lab):
    page = visit_lab(source(DRAWN.removesuffix(" 3cn")))
    useful = answer(page).get_by_role("button", name=re.compile("^Draw "))
    expect(useful).to_have_count(3)
    expect(answer(page)).to_contain_text("3 kinds, 10 copies left")
    useful.first.focus()
    page.keyboard.press("ArrowRight")
    assert focused(page).startswith("Draw 2 stars on blue")
    page.keyboard.press("Enter")
    expect(page.locator(".na-tray")).to_contain_text("Hand · 14 cards")
    expect(answer(page)).to_contain_text("Discard")
    button(page, "Undo").click()
    expect(useful).to_have_count(3)
    line(page).fill(DRAWN)
    line(page).press("Enter")
    expect(answer(page)).to_contain_text("3cn leaves a hand at distance 1; the next best, 2en")
    discards = answer(page).get_by_role("button", name=re.compile("^Discard "))
    expect(discards).to_have_count(11)
    discards.first.click()
    expect(page.locator(".na-tray")).to_contain_text("Hand · 13 cards")
    expect(useful).to_have_count(3)


def test_a_hand_that_cannot_be_shows_a_message(visit_lab):
    page = visit_lab(source("1cn*4 1cv*4 1cb*4 1eb*4 1rb*2"))
    # What is typed wrong changes nothing.
    line(page).fill("1cn 9zz")
    line(page).press("Enter")
    expect(page.locator(".na-picker .na-error")).to_contain_text("unknown card '9zz'")
    expect(answer(page)).to_contain_text("To be laid first: the carré of 1 heart on black")
    button(page, "without finishing · 40").click()
    expect(answer(page)).to_contain_text("40 points without finishing")
    card(page, "3 roses on green").click()
    expect(answer(page).locator(".na-error")).to_have_text("19 cards; a position takes 1 to 18")
    expect(button(page, "Copy as one line")).to_have_attribute("aria-disabled", "true")
    assert page.locator(".jp-RenderedText[data-mime-type*='error']").count() == 0
    button(page, "Undo").click()
    expect(answer(page)).to_contain_text("finishing")


def test_rules_and_minimum(visit_lab):
    page = visit_lab(source("1cn*3 1cv*3 1cb*3 1eb*2 1rv 3rn*2"))
    minimum = page.get_by_role("spinbutton", name="Minimum to finish, in points")
    minimum.fill("40")
    minimum.press("Enter")
    expect(page.locator("div.na-line")).to_contain_text("| minimum 40 |")
    page.get_by_role("combobox", name="Minimum to finish").select_option("24")
    expect(minimum).to_have_value("24")
    page.get_by_text("Options of the rules").click()
    page.get_by_role("combobox", name="Distinct cards are counted among").select_option("grouped")
    expect(page.locator("div.na-line")).to_contain_text('distinct_scope="grouped"')
    expect(page.get_by_role("combobox", name="Distinct cards are counted among")).to_be_visible()
    page.get_by_role("combobox", name="Rules").select_option("one_deck_shape")
    expect(page.locator(".na-picker .na-error")).to_contain_text("Taken away, as these rules")
    expect(button(page, "Deal 10")).to_be_visible()
    expect(button(page, "Carré laid")).to_have_count(0)
    line(page).fill("2eb*4 | minimum 26 | rules two_decks")
    line(page).press("Enter")
    expect(line(page)).to_have_value("2eb*4")
    expect(minimum).to_have_value("26")
    expect(answer(page)).to_contain_text("carré · 8")


def test_a_position_is_copied_saved_and_loaded(visit_lab, tmp_path):
    page = visit_lab(source("1cv*3 1cb*3 1eb*3 1rb*2 | laid 1cn*4 | kept 1rb | minimum 22"))
    shown = page.locator("div.na-line")
    expect(shown).to_contain_text("neurotrio | hand")
    said = shown.text_content()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy as one line").click()
    expect(button(page, "Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == said
    with page.expect_download() as download:
        page.get_by_role("link", name="Save").click()
    saved = tmp_path / "saved.txt"
    download.value.save_as(saved)
    assert saved.read_text(encoding="utf-8").splitlines() == said.split(" | ")
    button(page, "Clear").click()
    expect(answer(page)).to_contain_text("Pick cards")
    page.locator("input[type=file]").set_input_files(saved)
    expect(shown).to_have_text(said)
    expect(answer(page)).to_contain_text("38 points finishing")
    saved.write_text("hand 9zz\n", encoding="utf-8")
    page.locator("input[type=file]").set_input_files(saved)
    expect(page.locator(".na-picker .na-error")).to_contain_text("unknown card '9zz'")
    expect(shown).to_have_text(said)


def test_french_is_french_everywhere(visit_lab):
    page = visit_lab(source(DRAWN))
    expect(answer(page)).to_contain_text("Discards")
    english = page.locator(".na-panel, .na-picker").all_inner_texts()
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("Rejets")
    expect(answer(page)).to_contain_text("Sans 3cn, la main est à distance 1")
    french = spoken_words(page)
    assert len(french) > 100
    assert sum(map(len, english)) > 500
    assert english_words(french, "neurotrio") == []
    button(page, "English").click()
    expect(answer(page)).to_contain_text("Discards")


def test_the_answer_can_be_read_in_both_themes(visit_lab):
    page = visit_lab(source(DRAWN))
    expect(answer(page)).to_contain_text("Discards")
    # Codes on the grounds of cards keep their own contrast, whatever the page has behind them.
    for theme in in_both_themes(page):
        contrasts = page.evaluate(CONTRASTS.replace(".na-picker *", ".na-panel *"))
        assert len(contrasts) > 100
        assert [found for found in contrasts if found[1] < 4.5] == [], theme


def test_the_kernel_answers_while_it_compiles(visit_lab, tmp_path):
    # Only what finds the value: seconds are enough to see.
    kernel_census.copy_cache(tmp_path, without="value.*")
    page = visit_lab(
        f"""
import os

os.environ["NEUROANALYSIS_CACHE"] = {str(tmp_path)!r}
{source(BETWEEN)}""",
        fresh=True,
    )
    working = page.locator(".na-panel.na-working .na-note")
    expect(working).to_have_text("Preparing the calculation (compiling, once)…")
    expect(answer(page).get_by_role("progressbar")).to_be_visible()
    expect(button(page, "Stop")).to_be_visible()
    expect(answer(page)).not_to_contain_text("Pick cards")
    card(page, "3 roses on green").click()
    expect(line(page)).to_have_value(re.compile("3rv"), timeout=4000)
    expect(working).to_be_visible()
    # However long compiling takes here.
    expect(answer(page)).to_contain_text("Discards", timeout=120_000)
    expect(working).to_have_count(0)


def test_voila_on_a_narrow_page(visit_voila):
    page = visit_voila(source(DRAWN, lang="fr"), width=390)
    expect(answer(page)).to_contain_text("Rejets")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    parts = page.locator(".na-panel :is(button, select, input:not([type=file]), td, svg)").all()
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert len(boxes) > 60
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    # Below the cards, since there is no room beside them.
    above, below = page.locator(".na-picker").bounding_box(), answer(page).bounding_box()
    assert below["y"] >= above["y"] + above["height"]
