"""A person picks a hand of Tichu, and looks through a round, in JupyterLab and in voila."""

from __future__ import annotations

import json
import re

import pytest
from matplotlib.image import imread

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.tichu import evaluate
from neuroanalysis.games.tichu.study import whether_to_call
from tests.browser.language import english_words, spoken_words
from tests.browser.test_picker import CONTRASTS

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=60_000)

pytestmark = pytest.mark.browser

HAND = "5s 5h 5d 5c 6s 7s 8s 9s Ph Dr As Ah Dog 2c"


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    from neuroanalysis.widgets.tichu import HandExplorer

    explorer = HandExplorer(HAND)
    explorer.rounds, explorer.shown = 100, "call"
    assert explorer.wait(600)
    explorer.close()


def source(more="", lang="en"):
    return f"""
from neuroanalysis.widgets.tichu import HandExplorer

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
    for name in ("7 of spades", "7 of hearts", "Dog", "Dragon"):
        card(page, name).click()
    expect(answer(page)).to_contain_text("3 plays at least")
    card(page, "Dragon").click()
    expect(answer(page)).to_contain_text("2 plays at least")
    # By key: the arrows go from card to card, Backspace takes one away.
    card(page, "Dog").focus()
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    line = page.locator(".na-picker .na-line")
    expect(line).to_have_value("7s 7h MJ")
    line.fill("7s 45x")
    line.press("Enter")
    expect(page.locator(".na-picker .na-error")).to_contain_text("unknown card '45x'")
    line.fill(HAND)
    line.press("Enter")
    expect(answer(page)).to_contain_text("5 plays at least")
    assert evaluate(HAND).fewest_plays == 5
    button(page, "Next partition").click()
    expect(answer(page)).to_contain_text("Partition 2 of")
    button(page, "What may be laid").click()
    expect(answer(page)).to_contain_text("What may be led")
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("Ce qu’on peut entamer")
    said = spoken_words(page)
    assert len(said) > 100
    assert english_words(said, "tichu") == []
    # What is shown can be saved, the picture as the page makes it.
    files = [saved(page, f"Enregistrer la réponse en {kind}") for kind in ("JSON", "tableau (CSV)")]
    assert json.loads(files[0].read_text())["fewest_plays"] == 5
    assert files[1].read_text().startswith("kind,")
    picture = imread(saved(page, "Enregistrer une image de la réponse (PNG)"))
    width = answer(page).bounding_box()["width"]
    assert picture.shape[1] == pytest.approx(2 * width, abs=2)
    assert (picture[:, :, :3].std(axis=(1, 2)) > 0).mean() > 0.3  # lines that are not empty


def saved(page, name):
    """Press a button that saves a file, and return where it is."""
    with page.expect_download() as download:
        button(page, name).click()
    return download.value.path()


def test_minutes_of_rounds_are_stopped_and_a_moment_of_them_answers(visit_lab):
    page = visit_lab(source(f"{HAND!r}, "))
    expect(answer(page)).to_contain_text("5 plays at least")
    button(page, "Call?").click()
    rounds = page.get_by_role("spinbutton", name="Rounds simulated")
    rounds.fill("100000")
    rounds.press("Enter")
    expect(page.locator(".na-panel").get_by_role("progressbar")).to_be_visible()
    button(page, "Stop").focus()
    page.keyboard.press("Enter")
    expect(answer(page)).to_contain_text("Stopped before the answer was found.")
    expect(page.locator(".na-panel").get_by_role("progressbar")).to_have_count(0)
    rounds.fill("100")
    rounds.press("Enter")
    first_out = whether_to_call(HAND, rounds=100).results["tichu"].first_out.value
    expect(answer(page)).to_contain_text(f"Tichu: first out {number_text(100 * first_out, 3)} %")


def test_a_narrow_dark_page_can_be_read(visit_voila):
    page = visit_voila(source(f"{HAND!r}, ", lang="fr"), theme="dark", width=390)
    expect(answer(page)).to_contain_text("Au moins 5 combinaisons")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    parts = page.locator(".na-picker button, .na-panel :is(button, select, td, svg)").all()
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert len(boxes) > 80
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
from neuroanalysis.games.tichu.play import deal
from neuroanalysis.games.tichu.policies import moves_of_round, player
from neuroanalysis.widgets.tichu_rounds import RoundViewer

begin = deal(["Ana", "Bo", "Cem", "Dua"], seed=30)
moves = [move for move, _ in moves_of_round(begin, [player("planner")] * 4, seed=1)]
RoundViewer(begin, moves, lang="en")
"""
    )
    expect(answer(page)).to_contain_text("Before the first trick", timeout=120_000)
    button(page, "Next move").focus()
    page.keyboard.press("Enter")
    expect(answer(page)).to_contain_text("Ana gives")
    button(page, "On to the end, or your decision").click()
    expect(answer(page)).to_contain_text("Out in this order")
    button(page, "Français").click()
    expect(answer(page)).to_contain_text("Sortis dans cet ordre")
    assert english_words(spoken_words(page), "tichu") == []
