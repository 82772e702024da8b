"""A person watches and plays a round, and balances a table, in JupyterLab and in voila."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.games.neurotrio.play import deal
from neuroanalysis.games.neurotrio.policies import round_seed
from neuroanalysis.games.neurotrio.study import design_minimums, simulate
from neuroanalysis.texts import catalogue
from tests.browser.pages import in_both_themes
from tests.browser.test_picker import CONTRASTS

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=60_000)

pytestmark = pytest.mark.browser

LEVELS = ["child", "beginner"]


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    simulate(LEVELS, rounds=2)


def rounds(arguments="", lang="en"):
    return f"""
from neuroanalysis.widgets.rounds import RoundExplorer

shown = RoundExplorer({LEVELS}, seed=7, lang={lang!r}, {arguments})
shown
"""


def balance(arguments="", lang="en"):
    return f"""
from neuroanalysis.widgets.balance import BalanceExplorer

shown = BalanceExplorer({LEVELS}, rounds=100, seed=7, lang={lang!r}, {arguments})
shown
"""


def panel(page, number):
    return page.locator(".na-panel").nth(number)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def cards(page):
    return page.locator("[data-rove=hand] button")


def test_a_round_is_clicked_through(visit_lab):
    page = visit_lab(rounds())
    table = panel(page, 1)
    expect(table).to_contain_text("Turn 1 · Ana draws.")
    button(page, "Next move").click()
    expect(table).to_contain_text("pile of 81 cards")
    button(page, "On to the next turn, or your decision").click()
    expect(table).to_contain_text("Turn 2 · Bo draws.")
    button(page, "One move back").click()
    expect(table).not_to_contain_text("Turn 2")
    button(page, "On to the end, or your decision").click()
    points = simulate(LEVELS, rounds=2, seed=7).played.points[0]
    expect(table).to_contain_text(f"Ana {points[0]}, Bo {points[1]}.")
    expect(table.locator("summary")).to_have_text(["What counts for Ana", "What counts for Bo"])
    button(page, "Transcript").click()
    written = page.get_by_role("textbox", name=re.compile("The round as text"))
    expect(written).to_have_value(re.compile(r"^players Ana 18, Bo 20\n"))
    button(page, "Next round").click()
    expect(table).to_contain_text("Round 1 of seed 7")
    expect(table).to_contain_text("Turn 1 · Bo draws.")
    button(page, "Français").click()
    expect(table).to_contain_text("Manche 1 de la graine 7")
    expect(table).to_contain_text("Tour 1 · ")


def test_a_person_plays_with_mouse_and_keys(visit_lab):
    page = visit_lab(rounds("person=0, open_hands=False"))
    table = panel(page, 1)
    expect(table).to_contain_text("Ana, it is your turn: draw a card.")
    expect(table.get_by_role("img", name="13 cards, not shown")).to_be_visible()
    button(page, "Draw").click()
    expect(cards(page)).to_have_count(14)
    button(page, "Finish").click()
    expect(table).to_contain_text("clauses 4.1 and 4.2")
    expect(cards(page)).to_have_count(14)
    # One stop of the Tab key for the hand, arrow keys inside; Enter discards.
    cards(page).first.focus()
    page.keyboard.press("ArrowRight")
    expect(cards(page).nth(1)).to_be_focused()
    name = cards(page).nth(1).get_attribute("aria-label")
    code = re.search(r"\((\w+)\)", name)[1]
    page.keyboard.press("Enter")
    expect(table).to_contain_text(f"Ana discards {code}.")
    # Bo has played; now something is the person's to decide, or the round is over.
    expect(table).to_contain_text(re.compile("do you pang|it is your turn|has finished"))
    expect(table).to_contain_text("Bo draws a card.")


def test_a_saved_round_is_opened_by_pasting_it(visit_lab):
    page = visit_lab(rounds())
    button(page, "Transcript").click()
    first = deal(["Ana", "Bo"], seed=round_seed(7, 0)).pile[0]
    field = page.get_by_role("textbox", name=re.compile("The round as text"))
    source = field.input_value()
    from neuroanalysis.games.neurotrio import PIECES

    field.fill(f"{source}\nAna sings\n")
    field.blur()
    expect(page.locator(".na-panel .na-error")).to_contain_text("line 10: not understood")
    field.fill(f"{source}\nAna draws {PIECES.codes[first]}\n")
    field.blur()
    expect(panel(page, 1)).to_contain_text("Round opened from text")
    expect(panel(page, 1)).to_contain_text("Turn 1 · Ana discards, lays or finishes.")
    button(page, "Next move").click()
    expect(panel(page, 1)).to_contain_text("Who pangs what Ana discarded?")


def test_a_table_is_simulated_and_balanced(visit_lab):
    page = visit_lab(balance())
    answer = panel(page, 2)
    expect(answer).to_contain_text("Choose players and minimums")
    rounds = page.get_by_role("spinbutton", name="Rounds")
    rounds.fill("7")
    rounds.press("Enter")
    expect(answer.locator(".na-error")).to_contain_text("7")
    # Minutes of rounds are stopped; a hundred then answer.
    rounds.fill("1000000")
    rounds.press("Enter")
    button(page, "Simulate").click()
    expect(page.locator(".na-panel").get_by_role("progressbar")).to_be_visible()
    button(page, "Stop").click()
    expect(answer).to_contain_text("Stopped. What was found stays.")
    rounds.fill("100")
    rounds.press("Enter")
    button(page, "Simulate").click()
    expect(answer).to_contain_text("Estimates from 100 rounds, seed 7")
    share = simulate(LEVELS, rounds=100, seed=7).players["finish_share"][0]
    expect(answer).to_contain_text(f"{100 * share.value:.3g} %")
    slider = page.get_by_role("slider", name="Minimum of Ana to finish")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("spinbutton", name="Minimum of Ana to finish")).to_have_value("19")
    expect(answer).to_contain_text("has changed since")
    button(page, "Balance").click()
    wanted = design_minimums(LEVELS, rounds=100, seed=7)
    said = f"Minimums found: {' / '.join(map(str, wanted.minimums))}"
    expect(answer).to_contain_text(said, timeout=180_000)
    expect(answer.get_by_role("table").first).to_be_visible()
    expect(answer).to_contain_text("suggested: 18 / 20", timeout=180_000)
    button(page, "Take these minimums").click()
    low = page.get_by_role("spinbutton", name="Minimum of Ana to finish")
    expect(low).to_have_value(str(wanted.minimums[0]))
    button(page, "Français").click()
    expect(answer).to_contain_text("Estimations sur 100 manches")


def only_english(*prefixes):
    """A pattern of the words that only English entries have."""
    fr, en = catalogue("fr"), catalogue("en")
    found = {
        re.escape(part.strip())
        for key, entry in en.items()
        if key.startswith(prefixes) and entry != fr[key]
        for part in re.split(r"\{[^}]*\}", entry)
        if re.fullmatch(r"[\w' ,-]{4,}", part.strip())
    }
    known = "\n".join(fr.values())
    found = {words for words in found if not re.search(rf"\b{words}\b", known)}
    assert len(found) > 20
    return re.compile(rf"\b(?:{'|'.join(found)})\b")


SAID = """() => [...document.querySelectorAll('.na-panel')].flatMap((root) =>
  [root, ...root.querySelectorAll('*')].flatMap((node) => [
    ...[...node.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data),
    node.getAttribute('aria-label'), node.getAttribute('title'),
  ])).filter((words) => words?.trim())"""


def test_in_french_the_pages_are_french(visit_lab):
    pattern = only_english("widgets.rounds", "widgets.balance", "widgets.players", "plots.table",
                           "plots.rounds", "neurotrio.level")  # fmt: skip
    page = visit_lab(rounds("person=1", lang="fr"))
    expect(panel(page, 1)).to_contain_text("Rejets, dans l’ordre")
    button(page, "Transcription").click()
    expect(page.get_by_role("textbox", name=re.compile("La manche en texte"))).to_be_visible()
    found = page.evaluate(SAID)
    assert len(found) > 80
    # A transcript has one language, which is English.
    found = [words for words in found if not words.startswith("players ")]
    assert [words for words in found if pattern.search(words) and words != "English"] == []
    page = visit_lab(balance(lang="fr"))
    button(page, "Simuler").click()
    expect(panel(page, 2)).to_contain_text("Estimations sur 100 manches")
    found = page.evaluate(SAID)
    assert len(found) > 80
    assert [words for words in found if pattern.search(words) and words != "English"] == []


def test_rounds_can_be_read_in_both_themes(visit_lab):
    page = visit_lab(rounds("person=0"))
    button(page, "Draw").click()
    expect(cards(page)).to_have_count(14)
    for theme in in_both_themes(page):
        contrasts = page.evaluate(CONTRASTS.replace(".na-picker *", ".na-panel *"))
        assert len(contrasts) > 30
        assert [found for found in contrasts if found[1] < 4.5] == [], theme


def test_voila_on_a_narrow_page(visit_voila):
    both = f"from IPython.display import display\n{rounds('person=0', lang='fr')}"
    both = f"{both.rstrip().removesuffix('shown')}display(shown)\n{balance(lang='fr')}"
    page = visit_voila(both, width=390)
    button(page, "Piocher").click()
    expect(cards(page)).to_have_count(14)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    boxes = [box for card in cards(page).all() if (box := card.bounding_box())]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    button(page, "Simuler").click()
    expect(page.locator(".na-panel").last).to_contain_text("Estimations sur 100 manches")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
