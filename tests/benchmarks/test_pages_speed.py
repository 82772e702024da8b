"""How soon ``neuroanalysis app`` can be used, and answers; no limit that a test enforces.

``make bench`` measures and prints the figures in words. Wished for are a page to use within 20 s
of the command on a warm machine, and the first click answered within 2 s with a warm cache. These
steps are those of tests/browser/test_app.py, so as plain tests they are left out.
"""

from __future__ import annotations

import time

import pytest

from neuroanalysis.games.neurotrio import NEUROTRIO
from tests.browser.starting import last_card, open_explorer, running_app, running_chromium

expect = pytest.importorskip("playwright.sync_api", reason="no playwright").expect
expect.set_options(timeout=60_000)


def seconds_to_begin(browser):
    """Return the seconds from the command on, and from the click on, until each can be used."""
    took = {}
    begun = time.perf_counter()

    def note(what):
        took[what] = time.perf_counter() - begun

    with running_app() as (_, address):
        note("address said")
        context = browser.new_context()
        context.set_default_timeout(60_000)
        start = context.new_page()
        start.goto(address)
        start.get_by_role("button", name="Français", exact=True).click()
        expect(start.get_by_text("Étudier les chances").first).to_be_visible()
        note("start page answers")
        begun = time.perf_counter()
        page = open_explorer(start)
        answer = page.locator(".na-panel").last
        expect(answer).to_contain_text("cartes utiles", ignore_case=True)
        note("explorer opened from there")
        begun = time.perf_counter()
        last_card(page).click()
        expect(answer).to_contain_text("Rejets")
        note("first click")
        context.close()
    return took


def test_app_from_the_command_to_the_first_answer(measure):
    for _, task in NEUROTRIO.warm_up():
        task()
    with running_chromium() as browser:
        took = measure.run(seconds_to_begin, browser)
    for what, seconds in took.items():
        measure.tell(what, f"{seconds:.2f} s")
