"""The picker through its traits and the messages of its page, without a browser."""

from __future__ import annotations

import re

import pytest
import traitlets

from neuroanalysis.errors import CardError
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.texts import LANGUAGES, catalogue, set_language
from neuroanalysis.widgets.picker import ROLES, HandPicker
from tests.project import PACKAGE
from tests.widgets.example import game

SCRIPT = (PACKAGE / "widgets" / "picker.js").read_text(encoding="utf-8")


@pytest.fixture
def picker():
    return HandPicker(game())


@pytest.fixture
def page(picker, monkeypatch):
    """Send a request as the page would; returns the answer."""
    sent = []
    monkeypatch.setattr(picker, "send", sent.append)

    def ask(**request):
        picker._handle_custom_msg({**request, "id": "1"}, [])
        return sent[-1]

    return ask


def counts(text):
    return PIECES.parse(text).tolist()


def test_a_new_picker_is_empty(picker):
    assert picker.counts == picker.kept == picker.laid == picker.seen == [0] * 27
    assert picker.text == picker.message == ""
    assert not picker.can_undo


def test_it_can_begin_with_a_selection():
    picker = HandPicker(game(), hand=counts("2eb*2"), seen=counts("1cn"))
    assert picker.text == "2eb*2; seen: 1cn"
    assert not picker.can_undo
    with pytest.raises(CardError, match="5 copies of 1cn"):
        HandPicker(game(), hand=counts("1cn*4"), seen=counts("1cn"))


def test_clicks_of_the_page(picker, page):
    kind = PIECES.kind("2eb")
    for _ in range(4):
        assert page(do="add", kind=kind, role="hand")["done"]
    assert picker.counts == counts("2eb*4")
    assert page(do="add", kind=kind, role="hand") == {"answer": "1", "done": False}
    assert picker.message == "5 copies of 2eb; there are only 4"
    assert picker.counts == counts("2eb*4")
    assert page(do="remove", kind=kind, role="hand")["done"]
    assert (picker.text, picker.message) == ("2eb*3", "")


def test_text_is_read_by_the_game(picker, page):
    assert page(do="submit", line="2EB x2, 1cn; kept: 2eb")["done"]
    assert picker.counts == counts("1cn 2eb*2")
    assert picker.kept == counts("2eb")
    assert picker.text == "1cn 2eb*2; kept: 2eb"
    before = picker.version
    assert not page(do="submit", line="2eb 9zz")["done"]
    assert "9zz" in picker.message
    assert (picker.text, picker.version) == ("1cn 2eb*2; kept: 2eb", before)


def test_deals_and_clear_can_be_undone(picker, page):
    page(do="deal", size=13)
    dealt = picker.counts
    assert sum(dealt) == 13
    page(do="clear")
    assert sum(picker.counts) == 0
    page(do="undo")
    assert picker.counts == dealt
    page(do="undo")
    assert (sum(picker.counts), picker.can_undo, picker.can_redo) == (0, False, True)
    page(do="redo")
    assert picker.counts == dealt
    assert picker.deal_sizes == [13, 14]
    with pytest.raises(ValueError, match="20"):
        picker.deal(20)


def test_one_history_over_all_roles(picker):
    picker.add(0)
    picker.add(0, "kept")
    picker.add(1, "laid")
    picker.add(2, "seen")
    for expected in ("1cn; kept: 1cn; laid: 1cv*4", "1cn; kept: 1cn", "1cn", ""):
        picker.undo()
        assert picker.text == expected


def test_assigning_a_trait_is_a_step_too(picker):
    picker.counts = counts("1cn*2")
    picker.seen = counts("1cn")
    assert picker.text == "1cn*2; seen: 1cn"
    with pytest.raises(CardError, match="5 copies"):
        picker.counts = counts("1cn*4")
    assert picker.counts == counts("1cn*2")
    picker.kept = counts("1cn*3")  # a mark needs a card
    assert picker.kept == counts("1cn*2")
    picker.undo()
    picker.undo()
    assert picker.text == "1cn*2"


def test_one_observer_sees_one_whole_change(picker):
    seen = []
    picker.observe(lambda _: seen.append((picker.counts, picker.laid, picker.text)), "version")
    picker.select(hand=counts("1cn"), laid=counts("2eb*4"))
    picker.submit("1cn; laid: 3rb*4")
    assert seen == [
        (counts("1cn"), counts("2eb*4"), "1cn; laid: 2eb*4"),
        (counts("1cn"), counts("3rb*4"), "1cn; laid: 3rb*4"),
    ]


def test_observers_of_counts_may_change_the_picker(picker):
    picker.observe(lambda change: sum(change["new"]) == 2 and picker.add(1), "counts")
    picker.add(0)
    picker.add(0)
    assert picker.text == "1cn*2 1cv"
    picker.undo()
    assert picker.text == "1cn*2 1cv"  # back to two cards, which the observer answers again
    picker.counts = counts("3rb")
    assert picker.text == "3rb"


def test_a_role_that_the_game_has_not():
    plain = HandPicker(
        type(game())(**{**vars(game()), "roles": game().roles[:1], "write": lambda _: ""})
    )
    with pytest.raises(traitlets.TraitError, match="seen"):
        plain.seen = counts("1cn")
    with pytest.raises(traitlets.TraitError, match="kept"):
        plain.mode = "kept"
    assert [role["name"] for role in plain.roles] == ["hand"]


def test_the_line_can_be_written_anew_when_more_than_the_cards_stands_in_it():
    minimum = [18]
    picker = HandPicker(
        type(game())(**{**vars(game()), "write": lambda _: f"minimum {minimum[0]}"})
    )
    minimum[0] = 22
    picker.refresh_text()
    assert picker.text == "minimum 22"


def test_an_unknown_request_is_answered_and_raises(picker):
    with pytest.raises(ValueError, match="fly"):
        picker._perform({"do": "fly"})


def test_words_follow_the_language(picker):
    try:
        set_language("fr")
        picker.refresh_texts()
        assert picker.labels["undo"] == "Annuler"
        assert picker.labels["language"] == "fr"
        assert picker.names[14] == "2 étoiles sur fond bleu"
    finally:
        set_language(None)


def test_a_game_has_its_own_words():
    words = {"kept": "Panged"}
    picker = HandPicker(type(game())(**{**vars(game()), "words": lambda: words}))
    assert picker.labels["kept"] == "Panged"
    assert picker.labels["undo"] == "Undo"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_that_the_page_says_is_in_the_catalogue(lang):
    named = set(re.findall(r'say\("(\w+)"', SCRIPT)) | {"undo", "redo", "clear", "one", "many"}
    named |= {name for role in ROLES for name in (role, f"{role}_hint")}
    assert len(named) > 15
    assert {f"widgets.picker.{name}" for name in named} <= set(catalogue(lang))


def test_the_page_asks_the_net_for_nothing():
    style = (PACKAGE / "widgets" / "picker.css").read_text(encoding="utf-8")
    assert not re.search(r"\bimport\b|https?:(?!//www\.w3\.org)|@import|url\(", SCRIPT + style)
