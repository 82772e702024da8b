"""A student plays with the counting lesson and answers an exercise, in JupyterLab."""

from __future__ import annotations

import re
from math import comb

import pytest

from neuroanalysis.games.neurotrio.lessons import problem

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
# A kernel that has just begun loads all its libraries, perhaps beside other tests.
expect.set_options(timeout=60_000)

pytestmark = pytest.mark.browser


def source(lang="en"):
    return f"""
from IPython.display import display
from neuroanalysis import set_language
from neuroanalysis.widgets import lessons

set_language({lang!r})
plays = [lessons.CubePlay(), lessons.TriosPlay(), lessons.MultisetsPlay(), lessons.ChancesPlay(),
         lessons.SymmetryPlay(), lessons.ClassesPlay(), lessons.InclusionPlay(cards=14)]
display(*plays, lessons.ask("cube", "Ada"))
"""


def play(page, number):
    return page.locator(".na-panel").nth(number)


def choose(of, name, value):
    of.get_by_role("combobox", name=name, exact=True).select_option(value)


def test_every_play_answers(visit_lab):
    page = visit_lab(source())
    play(page, 0).get_by_role("button", name="2 stars on blue (2eb)").click()
    expect(play(page, 0)).to_contain_text("2 stars on blue lies on 3 lines and has 6 neighbours")
    choose(play(page, 1), "Forces", "1")
    # A square of nine cards with six lines: 6 trios of three kinds, 9 of one, 36 with a pair.
    expect(play(page, 1).get_by_role("cell", name="51", exact=True)).to_have_count(3)
    choose(play(page, 2), "Cards", "2")
    expect(play(page, 2)).to_contain_text(f"from {comb(12, 2)} hands of real cards")
    play(page, 3).get_by_role("button", name="Deal 1,000 times").click()
    expect(play(page, 3)).to_contain_text("1,000 hands dealt")
    choose(play(page, 4), "Cards", "3")
    expect(play(page, 4)).to_contain_text(f"({comb(29, 3):,} count vectors)")
    choose(play(page, 5), "Cards", "3")
    expect(play(page, 5)).to_contain_text(f"together {comb(29, 3):,}")
    assert page.locator(".jp-RenderedText[data-mime-type*='error']").count() == 0


def test_a_long_look_at_all_classes_is_stopped(visit_lab):
    page = visit_lab(source())
    looking = play(page, 6)
    looking.get_by_role("button", name="Look at every class (16,588,518)").click()
    bar = page.get_by_role("progressbar", name="Looking at every class…")
    expect(bar).to_be_visible()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(bar).to_have_count(0)
    choose(looking, "Cards", "4")
    looking.get_by_role("button", name=re.compile("Look at every class")).click()
    # Of four cards, all four of a kind: one hand for each of the 27 kinds.
    expect(looking).to_contain_text("27 hands have the property. The formula says the same.")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("Your answer", "Check", "Hint (1 of ", "✗", "✓")),
        ("fr", ("Votre réponse", "Vérifier", "Indice (1 sur ", "✗", "✓")),
    ],
)
def test_an_exercise_is_answered(visit_lab, lang, words):
    label, check, hint, wrong, right = words
    page = visit_lab(source(lang))
    box = page.get_by_role("textbox", name=label).first
    reply = page.locator(".na-panel").nth(9)
    box.fill("many, I think")
    page.get_by_role("button", name=check, exact=True).first.click()
    expect(reply).to_contain_text("many, I think")
    box.fill("26.5")
    box.press("Enter")
    expect(reply).to_contain_text(wrong)
    reply.get_by_role("button").click()
    expect(reply).to_contain_text(hint)
    box.fill(str(problem("cube_lines", "Ada").answer))
    box.press("Enter")
    expect(reply).to_contain_text(right)


NAMED = """
from IPython.display import display
from neuroanalysis import set_language
from neuroanalysis.widgets import lessons

set_language("en")
student = lessons.Student("Ada")
display(student, lessons.ask("cube", student), lessons.ask("chances", student))
"""


def test_a_name_is_typed_and_all_exercises_follow(visit_lab):
    page = visit_lab(NAMED)
    name = page.get_by_role("textbox", name="Your name or number")
    box = page.get_by_role("textbox", name="Your answer").first
    box.fill("26")
    box.press("Enter")
    expect(page.get_by_text("Not yet.").first).to_be_visible()
    name.fill("Zoé")
    name.press("Enter")
    expect(page.get_by_text("Exercises of “Zoé”")).to_have_count(2)
    expect(name).to_be_focused()
    expect(box).to_have_value("")
    expect(page.get_by_text("Not yet.")).to_have_count(0)
    box.fill(str(problem("cube_lines", "Zoé").answer))
    box.press("Enter")
    expect(page.get_by_text("Right!").first).to_be_visible()
    name.fill(" ")
    name.press("Enter")
    expect(page.get_by_text("Still the exercises of “Zoé”").first).to_be_visible()
    name.fill("ada")
    name.press("Enter")
    expect(box).to_have_value("26")
    expect(page.get_by_text("Not yet.").first).to_be_visible()


def test_a_page_without_code_keeps_the_name_and_a_notebook_does_not(visit_lab):
    # What such a page has and a notebook has not are the links above it.
    page = visit_lab(NAMED)
    name = page.get_by_role("textbox", name="Your name or number")
    for value, kept in (("Zoé", "Ada"), ("Emmy", "Emmy")):
        name.fill(value)
        name.press("Enter")
        expect(page.get_by_text(f"Exercises of “{value}”")).to_have_count(2)
        visit_lab(NAMED)
        expect(page.get_by_text(f"Exercises of “{kept}”")).to_have_count(2)
        expect(name).to_have_value(kept)
        page.evaluate(
            "() => { document.body.append(document.createElement('nav'));"
            " document.body.lastChild.className = 'na-page-links'; }"
        )
    page.evaluate("() => document.querySelectorAll('.na-page-links').forEach((n) => n.remove())")
