"""How long work still takes, told by a panel alone: without a server, by a clock of its own."""

from __future__ import annotations

import pytest

from neuroanalysis.texts import speaking
from neuroanalysis.widgets.panels import Panel
from tests.project import PACKAGE

pytestmark = pytest.mark.browser

SCRIPT = (PACKAGE / "widgets" / "panel.js").read_text(encoding="utf-8")

# A panel whose traits are set by the test.
RENDER = """async ([source, labels]) => {
  const blob = new Blob([source], { type: "text/javascript" });
  const panel = (await import(URL.createObjectURL(blob))).default;
  const traits = { html: "", spoken: "", working: "", share: -1, task: 0, labels };
  const listeners = [];
  window.model = {
    get: (name) => traits[name],
    on: (events, listener) => listeners.push([events, listener]),
    off: () => {},
    send: () => {},
    set(changed) {
      Object.assign(traits, changed);
      for (const [events, listener] of listeners) {
        if (events.split(" ").some((event) => event.replace("change:", "") in changed)) listener();
      }
    },
  };
  panel.render({ model: window.model, el: document.body });
  window.written = [0, 0];
  [".na-left", ".na-note"].forEach((name, place) => new MutationObserver(
    () => { window.written[place] += 1; },
  ).observe(document.querySelector(name), { childList: true, characterData: true, subtree: true }));
}"""


def labels(lang):
    with speaking(lang):
        return Panel(lambda _do, _value: None).labels


@pytest.fixture
def page(browser):
    context = browser.new_context()
    page = context.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.evaluate(RENDER, [SCRIPT, labels("en")])
    yield page
    context.close()


def tell(page, **traits):
    page.evaluate("traits => window.model.set(traits)", traits)


def begin(page, task):
    tell(page, task=task, working="counting", share=-1, stoppable=True)


def work(page, shares, each):
    """Report each share after some milliseconds; return what was said of the time left after it."""
    said = []
    for share in shares:
        page.clock.run_for(each)
        tell(page, share=share)
        said.append(page.locator(".na-left").text_content())
    return said


def test_the_time_left_is_told_when_there_is_enough_to_go_by(page):
    begin(page, 1)
    assert set(work(page, [n / 1000 for n in range(1, 30)], 100)) == {""}  # three hundredths
    begin(page, 2)
    said = work(page, [n / 100 for n in range(1, 91)], 200)  # 20 s in all
    assert set(said[:9]) == {""}  # two seconds
    assert said[15] == "about 17 s left"
    assert said[50] == "about 10 s left"
    assert page.locator(".na-left").is_visible()
    # Not more often than once a second, and no screen reader is told, neither of it nor anew of
    # what is worked on.
    written, noted = page.evaluate("() => window.written")
    assert written <= 20
    assert noted == 1
    assert page.locator("[role=status] .na-left, .na-left[role], .na-left[aria-live]").count() == 0


def test_a_leap_and_a_pause_are_no_pace(page):
    begin(page, 1)
    tell(page, share=0.5)  # found at once
    said = work(page, [0.5 + n / 400 for n in range(1, 21)], 500)  # the rest takes 100 s
    assert said[-1] == "about 90 s left"
    # The last 5 s of work brought 0.025; with 19.5 s overdue it takes 24.5 s / 0.025 * 0.45.
    page.clock.run_for(20_000)
    assert page.locator(".na-left").text_content() == "about 7 min left"


def test_each_work_has_its_time_and_its_language(page):
    begin(page, 1)
    assert work(page, [0.1, 0.2, 0.3, 0.4], 60_000)[-1] == "about 6 min left"
    tell(page, labels=labels("fr"))
    assert work(page, [0.5], 60_000) == ["encore 5 min environ"]
    begin(page, 2)
    assert page.locator(".na-left").text_content() == ""
    assert work(page, [0.1, 0.2, 0.3, 0.4, 0.5], 1000)[-1] == "encore 5 s environ"
    # Another stage of the same work begins at nothing: what the first took says nothing of it.
    assert "" in work(page, [0.01, 0.1, 0.2], 1000)
    tell(page, working="", share=-1, stoppable=False)
    assert not page.locator(".na-left").is_visible()
