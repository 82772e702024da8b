"""A person asks about deals in JupyterLab and in voila: hands, rules, languages, stopping."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.games.neurotrio import deal_distribution, outcome_of, sample_deals
from neuroanalysis.plots.distributions import distribution_html
from neuroanalysis.texts import catalogue, speaking
from tests.browser.pages import in_both_themes
from tests.browser.test_picker import CONTRASTS

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=30_000)

pytestmark = pytest.mark.browser

DEALT = "1cn*3 1cv 1cb 1rb 2en 2ev 2eb*2 2rb 3en 3rb"


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile here what the pages' kernels then find ready."""
    for of in ("value,distance", "bonus:N9"):
        deal_distribution(of, 3, method="classes")
    outcome_of(DEALT, "value")


def source(arguments="", lang="en"):
    return f"""
from neuroanalysis.widgets.deals import DealExplorer

explorer = DealExplorer({arguments}{", " if arguments else ""}lang={lang!r})
explorer
"""


def answer(page):
    return page.locator(".na-panel").last


def rarity(page):
    return page.locator(".na-panel").nth(1)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def field(page, name):
    return page.get_by_role("spinbutton", name=name)


def choice(page, name):
    return page.get_by_role("combobox", name=name)


def hand(page):
    return page.get_by_role("textbox", name="How rare is this hand?")


def columns(page):
    return answer(page).locator("svg[role=img]").first


def test_a_question_is_chosen_and_answered(visit_lab):
    page = visit_lab(source())
    expect(answer(page)).to_contain_text("exact, from data: total 20,592,957,740,312,160")
    expect(columns(page).locator("rect")).to_have_count(27)
    expect(columns(page)).to_have_attribute("aria-label", re.compile("Most often: 8"))
    choice(page, "Question").select_option("duos")
    expect(answer(page)).to_contain_text("Kinds held exactly twice · cards dealt: 13")
    field(page, "Cards dealt").fill("2")
    field(page, "Cards dealt").press("Enter")
    # 27 kinds, each with 6 pairs.
    expect(answer(page).get_by_role("cell", name="162", exact=True)).to_be_visible()
    expect(answer(page)).to_contain_text("exact, computed: total 5,778")
    expect(columns(page).locator("circle")).to_have_count(2)
    field(page, "Random hands over it").fill("0")
    field(page, "Random hands over it").press("Enter")
    expect(columns(page).locator("circle")).to_have_count(0)
    expect(answer(page)).not_to_contain_text("estimate")
    choice(page, "Scale").select_option("log")
    expect(columns(page)).to_contain_text("10⁻")


def test_a_hand_is_typed_and_picked(visit_lab):
    page = visit_lab(source())
    hand(page).fill(DEALT)
    hand(page).press("Enter")
    expect(rarity(page)).to_contain_text("This hand counts as 10: of all deals, 83.04 % lie below")
    expect(columns(page)).to_contain_text("▼")
    expect(answer(page).get_by_role("row", name=re.compile("^▸ 10"))).to_be_visible()
    button(page, "Pick cards").click()
    card = page.locator(".na-table").get_by_role("button", name=re.compile("^3 roses on blue"))
    card.click()
    expect(rarity(page)).to_contain_text("This hand has 14 of the 13 cards")
    expect(hand(page)).to_have_value(re.compile(r"3rb\*2$"))
    button(page, "Undo").click()
    expect(rarity(page)).to_contain_text("This hand counts as 10")
    button(page, "Deal a hand").click()
    expect(hand(page)).not_to_have_value(DEALT)
    expect(rarity(page)).to_contain_text("This hand counts as")
    button(page, "Pick cards").click()
    expect(page.locator(".na-picker")).to_be_hidden()


def test_mistakes_are_said_on_the_page(visit_lab):
    page = visit_lab(source("'duos', cards=2"))
    hand(page).fill("9zz")
    hand(page).press("Enter")
    expect(rarity(page).locator(".na-error")).to_contain_text("unknown card '9zz'")
    field(page, "Cards dealt").fill("99")
    field(page, "Cards dealt").press("Enter")
    expect(answer(page).locator(".na-error")).to_have_text("Cards dealt: 99 is outside 1 to 14")
    assert page.locator(".jp-RenderedText[data-mime-type*='error']").count() == 0
    field(page, "Cards dealt").fill("3")
    field(page, "Cards dealt").press("Enter")
    expect(answer(page).locator(".na-error")).to_have_count(0)


def test_keys_stay_with_the_explorer(visit_lab):
    page = visit_lab(source("'duos', cards=2"))
    expect(answer(page)).to_contain_text("exact, computed")
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    before = page.evaluate(cells)
    hand(page).focus()
    page.keyboard.type("2eb*2")
    page.keyboard.press("Enter")
    expect(rarity(page)).to_contain_text("This hand counts as 1")
    button(page, "Pick cards").focus()
    for key in ("b", "a", "d", "d", "x"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator(".na-picker")).to_be_visible()
    assert page.evaluate("() => document.activeElement.textContent") == "Pick cards"
    assert page.evaluate(cells) == before


def test_a_long_count_shows_how_far_it_is_and_can_be_stopped(visit_lab):
    page = visit_lab(source("'duos', cards=2"))
    expect(answer(page)).to_contain_text("exact, computed")
    choice(page, "Question").select_option("value")
    expect(answer(page)).to_contain_text("Best value")
    # Under these rules nothing ships with the package.
    choice(page, "Distinct cards are counted among").select_option("grouped")
    expect(answer(page)).to_contain_text("grouped")
    field(page, "Cards dealt").fill("14")
    field(page, "Cards dealt").press("Enter")
    bar = page.get_by_role("progressbar", name="Counting over all classes of hands…")
    expect(bar).to_be_visible()
    expect(bar).to_have_attribute("aria-valuenow", re.compile("^[1-9]"), timeout=120_000)
    # The page answers meanwhile, and what is shown says what it is about.
    choice(page, "Scale").select_option("log")
    expect(columns(page)).to_contain_text("10⁻", timeout=5000)
    expect(answer(page)).to_contain_text("cards dealt: 2")
    expect(bar).to_be_visible()
    button(page, "Stop").click()
    expect(bar).to_have_count(0)
    expect(answer(page)).to_contain_text("Stopped; below stands the answer found before.")
    expect(button(page, "Count after all")).to_be_visible()
    choice(page, "Question").select_option("duos")
    field(page, "Cards dealt").fill("3")
    field(page, "Cards dealt").press("Enter")
    # Two of one kind and one of another: 27 kinds, 6 pairs, 104 cards.
    expect(answer(page).get_by_role("cell", name="16,848", exact=True)).to_be_visible()


def test_open_points_of_the_rules_are_compared(visit_lab):
    page = visit_lab(source("'bonus:N9', cards=9, samples=500"))
    page.get_by_role("checkbox", name="Compare the open points of the rules").check()
    expect(answer(page)).to_contain_text("Distinct cards are counted among cards in groups")
    expect(answer(page)).to_contain_text("Largest difference: outcome 0, from")
    expect(answer(page).get_by_text("This changes nothing here")).to_have_count(2)
    expect(answer(page).locator("svg[role=img]")).to_have_count(2)


def test_joint_outcomes_are_a_map(visit_lab):
    page = visit_lab(source(f"'value,distance', hand={DEALT!r}"))
    expect(rarity(page)).to_contain_text("This hand has value 10, distance 1, as have 1.828 %")
    expect(answer(page).locator("td[style*=outline]")).to_have_text("1.83 %")
    answer(page).get_by_text("Every pair with its count").click()
    expect(answer(page).get_by_role("row", name=re.compile(r"^▸ \(10, 1\)"))).to_be_visible()


def test_french_is_french_everywhere(visit_lab):
    page = visit_lab(source(f"hand={DEALT!r}"))
    expect(rarity(page)).to_contain_text("This hand counts as 10: of all deals")
    button(page, "Français").click()
    expect(rarity(page)).to_contain_text("Cette main compte pour 10\u00a0: parmi toutes les donnes")
    expect(answer(page)).to_contain_text("exact, lu dans les données")
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
        if key.startswith(("deals.", "plots.distribution", "distribution.")) and entry != fr[key]
        for part in re.split(r"\{[^}]*\}", entry)
        if re.fullmatch(r"[\w' ,-]{4,}", part.strip())
    }
    known = "\n".join(fr.values())
    only_english = {words for words in only_english if not re.search(rf"\b{words}\b", known)}
    assert len(only_english) > 30
    pattern = re.compile(rf"\b(?:{'|'.join(only_english)})\b")
    assert len(french) > 100
    assert [words for words in french if pattern.search(words) and words != "English"] == []


@pytest.mark.parametrize("of", ["value", "value,distance"])
def test_the_answer_can_be_read_in_both_themes(visit_lab, of):
    page = visit_lab(source(f"{of!r}, hand={DEALT!r}"))
    expect(rarity(page)).to_contain_text("of all deals")
    for theme in in_both_themes(page):
        contrasts = page.evaluate(CONTRASTS.replace(".na-picker *", ".na-panel *"))
        assert len(contrasts) > 100
        assert [found for found in contrasts if found[1] < 4.5] == [], theme


def test_voila_on_a_narrow_page(visit_voila):
    page = visit_voila(source(f"hand={DEALT!r}", lang="fr"), width=390)
    expect(rarity(page)).to_contain_text("Cette main compte pour 10")
    button(page, "Choisir les cartes").click()
    expect(page.locator(".na-picker")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    parts = page.locator(".na-panel :is(button, select, input, svg, rect), .na-picker button")
    boxes = [box for part in parts.all() if (box := part.bounding_box())]
    assert len(boxes) > 60
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    # A table that is wider than the page is moved by itself.
    table = answer(page).get_by_role("region", name="Fréquence de chaque résultat")
    assert table.evaluate("node => node.scrollWidth > node.clientWidth")
    assert table.bounding_box()["width"] <= 390


def test_a_distribution_is_drawn_in_a_cell(visit_lab):
    page = visit_lab(
        "from neuroanalysis import set_language\n"
        "from neuroanalysis.games.neurotrio import deal_distribution\n"
        'set_language("en")\n'
        'deal_distribution("duos", 2)'
    )
    output = page.locator(".jp-OutputArea-output")
    expect(output).to_contain_text("exact, computed: total 5,778")
    expect(output.locator("svg[role=img] rect")).to_have_count(2)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_column_is_seen_beside_files_and_a_shade_says_where_more_is(new_page, lang):
    # What JupyterLab leaves to an answer in a window of 1280 pixels with its file browser open.
    with speaking(lang):
        drawn = [
            distribution_html(deal_distribution("value"), sample_deals("value", samples=2000)),
            distribution_html(deal_distribution("finish"), sample_deals("finish", samples=2000)),
        ]
    page = new_page()
    for content in drawn:
        for width, fits in ((820, True), (300, False)):
            page.set_content(f'<body style="margin:0;width:{width}px">{content}</body>')
            table = page.get_by_role("region").last
            clear = table.evaluate("box => box.scrollWidth <= box.clientWidth")
            assert clear is fits
            # A shade that stays with the edge, and a cover that moves with the table.
            attachments = table.evaluate("box => getComputedStyle(box).backgroundAttachment")
            assert attachments == "local, local, scroll, scroll"
    # At the right end the cover lies over the shade.
    shades = []
    for end in (0, 10_000):
        table.evaluate("(box, end) => box.scrollTo(end, 0)", end)
        shades.append(table.screenshot())
    assert shades[0] != shades[1]


def test_the_deals_of_the_other_games_are_asked_on_a_narrow_page(visit_voila):
    # All four on one page, which starts one kernel; nothing here has to be compiled.
    page = visit_voila(
        """
from IPython.display import display

from neuroanalysis.widgets import conquete_deals, mhing_deals, okey51_deals, tichu_deals

for module, of in (
    (okey51_deals, "okeys"),
    (mhing_deals, "jokers"),
    (tichu_deals, "aces"),
    (conquete_deals, "compatible"),
):
    display(module.DealExplorer(of, samples=0, lang="fr"))
""",
        width=390,
    )
    panels = page.locator(".na-panel")
    expect(panels).to_have_count(12)
    dealt = ("Donner un chevalet", *["Donner une main"] * 2, "Donner des cartes")
    for game, name in enumerate(dealt):
        options, told, shown = (panels.nth(3 * game + place) for place in range(3))
        expect(shown).to_contain_text("exact, calculé")
        options.get_by_role("button", name=name, exact=True).click()
        expect(told).to_contain_text(re.compile(r"compte(nt)? pour .*\s: parmi toutes les donnes"))
        expect(shown.locator("svg[role=img]").first).to_contain_text("▼")
        options.get_by_role("checkbox").last.check()
        expect(shown).to_contain_text("Effet de chaque option de la règle")
    # A rack needs its indicator, which is picked first.
    rack = panels.nth(0)
    rack.get_by_role("textbox").first.fill("")
    rack.get_by_role("textbox").first.press("Enter")
    rack.get_by_role("button", name="Choisir les tuiles").click()
    tiles = page.locator(".na-picker:visible")
    tiles.get_by_role("button", name=re.compile("^5 rouge")).click()
    tiles.get_by_role("button", name=re.compile("^9 bleu")).click()
    expect(panels.nth(1)).to_contain_text("Ce chevalet a 1 tuile ; la question en demande 14.")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    contrasts = page.evaluate(CONTRASTS.replace(".na-picker *", ".na-panel *"))
    assert len(contrasts) > 100
    assert [found for found in contrasts if found[1] < 4.5] == []
