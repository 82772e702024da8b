"""A person builds a domain of conquête, and looks through a round, in JupyterLab and in voila."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.games.conquete import evaluate
from tests.browser.language import english_words, spoken_words
from tests.browser.test_picker import CONTRASTS

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=60_000)

pytestmark = pytest.mark.browser

# Wide, so that a narrow page has to shrink it, with owners of all looks.
DOMAIN = (
    "0,0 2eb ; 0,1 2ev 1 ; 0,2 2en 2 ; 0,3 1en 3 ; 0,4 1ev 4 ; 0,5 1eb 5 ; 1,0 2cb 6 ; 1,1 2cv 7 "
    "; 1,2 2cn 8 ; 2,0 3cb 1"
)
HAND = "2cv 1cn 3ev"


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    from neuroanalysis.widgets.conquete import DomainExplorer

    explorer = DomainExplorer(HAND, domain=DOMAIN)
    explorer.shown = "plan"
    assert explorer.wait(600)
    explorer.close()


def source(more="", lang="en"):
    return f"""
from neuroanalysis.widgets.conquete import DomainExplorer

explorer = DomainExplorer({more}lang={lang!r})
explorer
"""


def answer(page):
    return page.locator(".na-panel").last


def card(page, name):
    return page.locator(".na-table").get_by_role("button", name=re.compile(f"^{name}(,|:)"))


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def cell(page, row, column):
    return page.locator(f'[data-do="place"][data-value="{row},{column}"]')


def test_a_domain_is_built_by_clicks_and_by_keys(visit_lab):
    page = visit_lab(source("player=1, "))
    expect(answer(page)).to_contain_text("The domain is empty: choose the start card")
    card(page, "2 stars on blue").click()
    cell(page, 0, 0).click()
    card(page, "2 stars on green").click()
    expect(answer(page).locator(".na-cell")).to_have_count(4)
    # One stop of the Tab key, arrows from cell to cell where they point, Enter places.
    cell(page, -1, 0).focus()
    page.keyboard.press("ArrowUp")
    expect(cell(page, -1, 0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(cell(page, 1, 0)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cell(page, 0, 1)).to_be_focused()
    page.keyboard.press("Enter")
    line = page.locator(".na-panel .na-line")
    expect(line).to_contain_text("domain 0,0 2eb ; 0,1 2ev 1 |")
    button(page, "P2: player 2").click()
    card(page, "2 hearts on blue").click()
    cell(page, 1, 0).click()
    expect(line).to_contain_text("1,0 2cb 2 |")
    # An illegal click says the clause, and changes nothing.
    card(page, "1 heart on black").click()
    expect(cell(page, 1, 1)).to_have_text("–")
    cell(page, 1, 1).click()
    expect(answer(page).locator(".na-error")).to_contain_text("(clause 3.3)")
    expect(line).to_contain_text("0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2 |")
    card(page, "2 hearts on green").click()
    expect(cell(page, 1, 1)).to_have_text("1VP")
    cell(page, 1, 1).click()
    expect(line).to_contain_text("1,1 2cv 2 |")
    answer(page).get_by_role("button", name="Undo", exact=True).click()
    expect(line).not_to_contain_text("1,1 2cv")
    answer(page).get_by_role("button", name="Redo", exact=True).click()
    expect(line).to_contain_text("1,1 2cv 2 |")
    # Larger for a lesson, with all that is drawn; arrows still go where they point.
    small = cell(page, -1, 0).bounding_box()
    larger = page.get_by_role("button", name="Lesson mode")
    larger.click()
    expect(larger).to_have_attribute("aria-pressed", "true")
    large = cell(page, -1, 0).bounding_box()
    assert large["width"] > 1.3 * small["width"]
    assert large["height"] > 1.3 * small["height"]
    cell(page, -1, 0).focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, -1, 1)).to_be_focused()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_hand_is_pasted_and_its_answers_are_read(visit_lab):
    page = visit_lab(source("player=2, "))
    line = page.locator(".na-picker .na-line")
    line.fill(f"conquete | domain {DOMAIN} | hand {HAND} | player 2")
    line.press("Enter")
    found = evaluate(HAND, domain=DOMAIN, player=2)
    expect(answer(page)).to_contain_text(f"{len(found.placements)} legal placements.")
    line.fill("conquete | domain 0,0 2eb ; 0,1 1cn | hand 2eb")
    line.press("Enter")
    expect(page.locator(".na-picker .na-error")).to_contain_text("compatible with none")
    expect(answer(page)).to_contain_text(f"{len(found.placements)} legal placements.")
    button(page, "Best sequence").click()
    expect(answer(page)).to_contain_text(f"{found.plan.value} VP in all".replace("-", "−"))
    button(page, "Chances of cells").click()
    expect(answer(page)).to_contain_text("Where random unseen cards may go")
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("Où peuvent aller des cartes non vues")
    for view in ("Meilleure suite", "Pourquoi pas\u202f?", "Poses"):
        button(page, view).click()
        said = spoken_words(page)
        assert len(said) > 100
        assert english_words(said, "conquete", "neurotrio") == []


def test_a_narrow_dark_page_can_be_read(visit_voila):
    page = visit_voila(source(f"{HAND!r}, domain={DOMAIN!r}, ", lang="fr"), theme="dark", width=390)
    expect(answer(page)).to_contain_text("Meilleure pose")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    parts = page.locator(".na-picker button, .na-panel :is(button, select, td)").all()
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert len(boxes) > 60
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    page.mouse.move(0, 0)
    contrasts = page.evaluate(CONTRASTS) + page.evaluate(
        CONTRASTS.replace(".na-picker *", ".na-panel *")
    )
    assert len(contrasts) > 40
    assert [found for found in contrasts if found[1] < 4.5] == []


def test_a_round_is_looked_through(visit_lab):
    page = visit_lab(
        """
from neuroanalysis.games.conquete.play import deal
from neuroanalysis.games.conquete.policies import moves_of_round, player
from neuroanalysis.widgets.conquete_rounds import RoundViewer

begin = deal(["Ana", "Bo", "Cem", "Dua"], seed=30)
moves = [move for move, _ in moves_of_round(begin, [player("builder")] * 4, seed=1)]
RoundViewer(begin, moves, lang="en")
"""
    )
    expect(answer(page)).to_contain_text("Turn 1 · Ana places a card", timeout=120_000)
    button(page, "Next move").focus()
    page.keyboard.press("Enter")
    expect(answer(page)).to_contain_text("Turn 1 · Bo places")
    button(page, "On to the end, or your decision").click()
    expect(answer(page)).to_contain_text("A single player holds cards: the round is over.")
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("la manche est finie")
    assert english_words(spoken_words(page), "conquete") == []
