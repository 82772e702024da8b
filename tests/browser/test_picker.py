"""A person picks cards in JupyterLab and in voila: mouse, keys, text, themes, a narrow page."""

from __future__ import annotations

import re

import pytest

from tests.browser.pages import in_both_themes

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect

pytestmark = pytest.mark.browser

SOURCE = """
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.picker import HandPicker
from tests.widgets.example import game

set_language("en")
picker = HandPicker(game())
picker
"""

# The contrast of each text on the page with what lies behind it (WCAG 2, relative luminance).
CONTRASTS = """
() => {
  const parse = (css) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
  const linear = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ground = (node) => {
    const above = [];
    for (let at = node; at; at = at.parentElement) {
      above.push(parse(getComputedStyle(at).backgroundColor));
    }
    return above.reduceRight((under, top) => over(top, under), [255, 255, 255]);
  };
  const found = [];
  for (const node of document.querySelectorAll('.na-picker *')) {
    const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || !node.offsetParent) continue;
    if (node.closest('svg, .na-spoken, [aria-disabled=true]')) continue;
    const under = ground(node);
    const pair = [light(over(parse(getComputedStyle(node).color), under)), light(under)];
    found.push([node.textContent, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)]);
  }
  return found;
}
"""


def card(page, name):
    """The card of the table whose name begins so."""
    return page.locator(".na-table").get_by_role("button", name=re.compile(f"^{name}"))


def line(page):
    return page.get_by_role("textbox", name="Cards as text")


def in_tray(page, what):
    """The first card of the tray that a click does this to."""
    return page.locator(".na-tray").get_by_role("button", name=re.compile(what)).first


def button(page, name):
    return page.locator(".na-picker").get_by_role("button", name=name, exact=True)


def cells(page):
    return page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets.length")


@pytest.fixture
def picker_page(visit_lab):
    page = visit_lab(SOURCE)
    page.locator(".na-picker").wait_for()
    return page


def test_clicks_add_and_take_away(picker_page):
    page = picker_page
    star = card(page, "2 stars on blue")
    star.click()
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(star.locator(".na-mark-hand")).to_have_count(2)
    expect(line(page)).to_have_value("2eb*2")
    star.click(modifiers=["Shift"])
    expect(line(page)).to_have_value("2eb")
    card(page, "1 heart on black").click()
    star.click(button="right")
    expect(line(page)).to_have_value("1cn")
    button(page, "1 heart on black: take away from Hand").click()
    expect(line(page)).to_have_value("")
    expect(page.locator(".na-none")).to_be_visible()


def test_a_copy_too_many_shows_a_message_and_changes_nothing(picker_page):
    page = picker_page
    rose = card(page, "3 roses on green")
    for _ in range(5):
        rose.click()
    expect(page.locator(".na-error")).to_have_text("5 copies of 3rv; there are only 4")
    expect(line(page)).to_have_value("3rv*4")
    button(page, "Undo").click()
    expect(line(page)).to_have_value("3rv*3")
    expect(page.locator(".na-error")).to_be_empty()


def test_keys_alone_and_none_reaches_the_notebook(picker_page):
    page = picker_page
    before = cells(page)
    card(page, "1 heart on black").focus()
    for key in ("Enter", "Space", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    # The third step to the right crossed into the next pane.
    expect(line(page)).to_have_value("1cn*2 2cn")
    for key in ("End", "ArrowDown", "Enter", "Home", "ArrowUp", "Backspace"):
        page.keyboard.press(key)
    expect(line(page)).to_have_value("1cn 2cn 3eb")
    page.keyboard.press("Control+z")
    expect(line(page)).to_have_value("1cn*2 2cn 3eb")
    page.keyboard.press("Control+Shift+z")
    expect(line(page)).to_have_value("1cn 2cn 3eb")
    for key in ("a", "b", "c", "m", "d", "d", "x"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert cells(page) == before
    expect(page.locator(".na-table [tabindex='0']")).to_have_count(1)


def test_a_wrong_text_is_kept_and_explained(picker_page):
    page = picker_page
    line(page).fill("2eb*2 1CN")
    line(page).press("Enter")
    expect(line(page)).to_have_value("1cn 2eb*2")
    line(page).fill("2eb 9zz")
    button(page, "Apply").click()
    expect(page.locator(".na-error")).to_contain_text("unknown card '9zz' at position 2")
    expect(line(page)).to_have_value("2eb 9zz")
    expect(line(page)).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".na-tray .na-card")).to_have_count(3)
    line(page).press("Escape")
    expect(line(page)).to_have_value("1cn 2eb*2")
    expect(page.locator(".na-error")).to_be_empty()
    line(page).fill("2eb 9zz")
    line(page).press("Enter")
    expect(page.locator(".na-error")).to_contain_text("unknown card '9zz' at position 2")


def test_roles_in_the_tray(picker_page):
    page = picker_page
    button(page, "Deal 13").click()
    expect(page.locator(".na-tray")).to_contain_text("Hand · 13 cards")
    # A click on a card means what it says: before the role has changed, another thing.
    button(page, "Kept").click()
    in_tray(page, "mark as Kept").click()
    expect(page.locator(".na-flag")).to_have_count(1)
    expect(line(page)).to_have_value(re.compile("; kept: 1cn$"))
    button(page, "Laid").click()
    in_tray(page, "mark as Laid").click()
    expect(page.locator(".na-tray")).to_contain_text("Hand · 12 cards")
    expect(page.locator(".na-tray")).to_contain_text("Laid · 4 cards")
    expect(line(page)).to_have_value(re.compile(r"; laid: 1cn\*4$"))


def test_quick_clicks_are_all_counted(picker_page):
    page = picker_page
    page.evaluate(
        "() => { for (const one of document.querySelectorAll('.na-table .na-card'))"
        " { one.click(); one.click(); } }"
    )
    expect(page.locator(".na-tray")).to_contain_text("Hand · 54 cards")


def test_words_can_be_read_in_both_themes(visit_lab):
    page = visit_lab(SOURCE)
    page.locator(".na-picker").wait_for()
    line(page).fill("9zz")
    line(page).press("Enter")
    expect(page.locator(".na-error")).not_to_be_empty()
    for theme in in_both_themes(page):
        contrasts = page.evaluate(CONTRASTS)
        assert len(contrasts) >= 12
        assert [found for found in contrasts if found[1] < 4.5] == [], theme


def test_voila_on_a_narrow_page(visit_voila):
    page = visit_voila(SOURCE, width=390)
    page.locator(".na-picker").wait_for()
    button(page, "Deal 14").click()
    expect(page.locator(".na-tray")).to_contain_text("Hand · 14 cards")
    boxes = [one.bounding_box() for one in page.locator(".na-picker button").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    assert min(box["width"] for box in boxes) >= 24
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
