"""Panels: what they show and send, and work in the background of which only the newest counts."""

from __future__ import annotations

import re
import threading

import pytest

from neuroanalysis.core.work import Cancelled
from neuroanalysis.errors import CardError
from neuroanalysis.texts import language, speaking
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.panels import Latest, Panel
from tests.project import PACKAGE

SCRIPT = (PACKAGE / "widgets" / "panel.js").read_text(encoding="utf-8")
PATIENCE = 20


def working():
    return "working"


class Gate:
    """Work that stands still until it is let go."""

    def __init__(self, answer):
        self.answer = answer
        self.begun = threading.Event()
        self.open = threading.Event()

    def __call__(self, progress, cancel):
        self.begun.set()
        assert self.open.wait(PATIENCE)
        return self.answer


@pytest.fixture
def asked():
    """A panel, and what was done with it."""
    done = []
    panel = Panel(lambda do, value: done.append((do, value)))
    return panel, Latest(panel), done


def test_what_a_person_does_is_handed_on(asked):
    panel, _, done = asked
    panel._handle_custom_msg({"do": "add", "value": "2eb"}, [])
    panel._handle_custom_msg({"do": "stop"}, [])
    assert done == [("add", "2eb"), ("stop", "")]
    with pytest.raises(ValueError, match="fly"):
        panel.perform({"fly": 1})


def test_an_answer_is_shown(asked):
    panel, latest, _ = asked
    gate = Gate("<b>42</b>")
    latest.ask(gate, panel.show, working=working, stoppable=True)
    assert (panel.working, panel.stoppable) == ("working", True)
    assert not latest.wait(0)
    gate.open.set()
    assert latest.wait(PATIENCE)
    assert (panel.html, panel.working, panel.stoppable) == ("<b>42</b>", "", False)


def test_only_the_newest_question_is_answered(asked):
    panel, latest, _ = asked
    shown = []
    first, second, third = Gate("first"), Gate("second"), Gate("third")
    latest.ask(first, shown.append, working=working)
    assert first.begun.wait(PATIENCE)
    latest.ask(second, shown.append, working=working)
    latest.ask(third, shown.append, working=working)
    third.open.set()
    first.open.set()
    assert latest.wait(PATIENCE)
    assert shown == ["third"]
    assert not second.begun.is_set()
    assert panel.working == ""


def test_the_older_question_is_told_to_stop(asked):
    panel, latest, _ = asked
    begun, stopped = threading.Event(), threading.Event()

    def endless(progress, cancel):
        begun.set()
        while not cancel.requested:
            pass
        stopped.set()
        raise Cancelled

    latest.ask(endless, panel.show, working=working)
    assert begun.wait(PATIENCE)
    latest.ask(lambda progress, cancel: "next", panel.show, working=working)
    assert stopped.wait(PATIENCE)
    assert latest.wait(PATIENCE)
    assert panel.html == "next"


def test_stopping_shows_nothing_and_is_no_end(asked):
    panel, latest, _ = asked
    gate = Gate("stopped")
    latest.ask(gate, panel.show, working=working)
    assert gate.begun.wait(PATIENCE)
    latest.ask(Gate("waiting"), panel.show, working=working)
    latest.stop()
    assert panel.working == ""
    gate.open.set()
    assert latest.wait(PATIENCE)
    assert panel.html == ""
    latest.ask(lambda progress, cancel: "again", panel.show, working=working)
    assert latest.wait(PATIENCE)
    assert panel.html == "again"


def test_progress_is_a_share(asked):
    panel, latest, _ = asked
    seen = []
    panel.observe(lambda change: seen.append(change["new"]), "share")

    def work(progress, cancel):
        for done in range(5):
            progress(done, 4)
        return ""

    latest.ask(work, panel.show, working=working)
    assert latest.wait(PATIENCE)
    assert seen == [0, 0.25, 0.5, 0.75, 1, -1]


def test_a_mistake_is_shown_and_a_fault_is_reported(asked, monkeypatch):
    panel, latest, _ = asked

    def mistaken(progress, cancel):
        raise CardError("card.all_kept")

    latest.ask(mistaken, panel.show, fail=lambda error: panel.show(str(error)), working=working)
    assert latest.wait(PATIENCE)
    assert panel.html.startswith("every card of the hand is kept")

    faults = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    latest.ask(lambda progress, cancel: 1 / 0, panel.show, working=working)
    assert latest.wait(PATIENCE)
    thread = next((t for t in threading.enumerate() if t.name == "neuroanalysis-latest"), None)
    if thread is not None:
        thread.join(PATIENCE)
    assert [fault.exc_type for fault in faults] == [ZeroDivisionError]
    assert panel.working == ""
    latest.ask(lambda progress, cancel: "after it", panel.show, working=working)
    assert latest.wait(PATIENCE)
    assert panel.html == "after it"


def test_a_question_keeps_the_language_in_which_it_was_asked(asked):
    panel, latest, _ = asked
    with speaking("fr"):
        latest.ask(lambda progress, cancel: language(), panel.show, working=working)
    assert latest.wait(PATIENCE)
    assert panel.html == "fr"


def test_words_of_users_are_escaped():
    bad = "<&\"'>"
    parts = [
        controls.button(bad, bad, bad, name=bad, key=bad),
        controls.pick("", bad, bad, bad),
        controls.select(bad, bad, [(bad, bad)], bad),
        controls.checkbox(bad, bad, True),
        controls.number(bad, bad, 1, 0, 2),
        controls.copy_button(bad, bad, bad),
        controls.download(bad, bad, bad),
        controls.upload(bad, bad, bad),
        controls.unfold(bad),
        controls.message(bad, error=True),
        controls.together(label=bad),
    ]
    for part in parts:
        assert bad not in part
        assert "<&" not in part
        assert "&lt;&amp;&quot;" in part


def test_nothing_to_copy_or_save_is_disabled():
    for part in (controls.copy_button("copy", None, "done"), controls.download("save", "f", None)):
        assert 'aria-disabled="true"' in part
        assert not re.search("data-copy|href", part)
    assert "hand%201cn%0A" in controls.download("save", "f", "hand 1cn\n")


def test_the_page_asks_the_net_for_nothing():
    style = (PACKAGE / "widgets" / "panel.css").read_text(encoding="utf-8")
    assert not re.search(r"\bimport\b|https?:|@import|url\(", SCRIPT + style)


def test_words_of_the_page_are_labels(asked):
    panel, _, _ = asked
    assert set(re.findall(r'say\("(\w+)"\)', SCRIPT)) == set(panel.labels)
