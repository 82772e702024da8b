"""The hand explorer through its traits and the messages of its page, without a browser."""

from __future__ import annotations

import re
import threading

import pytest
import traitlets

from neuroanalysis.errors import PositionError, RulesError
from neuroanalysis.games.neurotrio import Discards, Position, Rules, evaluate, preset
from neuroanalysis.games.neurotrio.offer import NEUROTRIO
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.texts import set_language
from neuroanalysis.widgets import neurotrio as widget
from neuroanalysis.widgets.explorer import Explorer
from neuroanalysis.widgets.neurotrio import HandExplorer

PATIENCE = 120
BETWEEN = "1cn*3 1cv 1cb 1rb 2en 2ev 2eb*2 2rb 3en 3rb"
DRAWN = "1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2 3cn"
FINISHED = "1cv*3 1cb*3 1eb*3 1rb*2 | laid 1cn*4 | kept 1rb | seen 3rb | minimum 22"


@pytest.fixture
def explore():
    """Make explorers, and close them in the end."""
    made = []

    def make(*args, **options):
        made.append(HandExplorer(*args, **options))
        return settled(made[-1])

    yield make
    for explorer in made:
        explorer.close()
        assert explorer.wait(PATIENCE)
    set_language(None)


def settled(explorer):
    assert explorer.wait(PATIENCE)
    return explorer


def words(panel):
    bare = re.sub(r"<svg.*?</svg>", "", panel.html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def said(explorer):
    return words(settled(explorer)._shown)


def do(explorer, action, value=""):
    """Use the page."""
    explorer._options.perform({"do": action, "value": value})
    return settled(explorer)


def actions(explorer):
    return re.findall(r'data-do="(\w+)" data-value="([^"]*)"', settled(explorer)._shown.html)


def test_an_empty_explorer_says_what_to_do(explore):
    explorer = explore()
    assert said(explorer) == "Pick cards, type them, or deal a hand: what it is worth is said here."
    assert (explorer.position, explorer.answer) == (None, None)
    assert 'aria-disabled="true"' in explorer._files.html


def test_picking_is_answered(explore):
    explorer = explore()
    for code in ("2en", "2ev", "2eb"):
        explorer.picker.add(PIECES.kind(code))
    assert said(explorer).startswith("2 points without finishing Cannot finish yet: 11 cards short")
    assert explorer.answer.evaluation == evaluate("2en 2ev 2eb")
    explorer.picker.clear()
    assert said(explorer).startswith("Pick cards")
    assert explorer.answer is None
    explorer.picker.undo()
    assert said(explorer).startswith("2 points")


def test_an_answer_to_an_older_hand_does_not_stand_for_the_stopped_one(explore, monkeypatch):
    begun, release = threading.Event(), threading.Event()

    class Slow:
        def ask(self, line):
            begun.set()
            assert release.wait(PATIENCE)
            return NEUROTRIO.under().ask(line)

    class Game:
        def under(self):
            return Slow()

    explorer = explore("2en 2ev 2eb")
    with monkeypatch.context() as held:
        held.setattr(widget, "NEUROTRIO", Game())
        explorer.picker.add(PIECES.kind("1cn"))
        assert begun.wait(PATIENCE)
        explorer._options.perform({"do": "stop", "value": ""})
    assert words(explorer._shown) == "Stopped before the answer was found. Calculate again"
    assert (explorer.answer, explorer._shown.working) == (None, "")
    release.set()
    assert said(explorer).startswith("Stopped")
    do(explorer, "again")
    assert explorer.answer.evaluation == evaluate("2en 2ev 2eb 1cn")


def test_it_begins_with_a_whole_position(explore):
    explorer = explore(FINISHED)
    position = Position.of(FINISHED)
    assert explorer.position == position
    assert explorer.minimum == 22
    assert explorer.picker.text == "1cv*3 1cb*3 1eb*3 1rb*2 | kept 1rb | laid 1cn*4 | seen 3rb"
    assert words(explorer._files).endswith(position.to_line())
    assert said(explorer).startswith("38 points finishing Can finish with 38 points")
    assert explore(position).position == position


def test_every_position_survives_the_line_of_the_picker(explore):
    explorer = explore()
    explorer.picker.submit(FINISHED)
    line = explorer.picker.text
    explorer.picker.clear()
    explorer.picker.submit(line)
    assert settled(explorer).position == Position.of(FINISHED)
    explorer.picker.submit("  ")
    assert explorer.position is None


def test_a_pasted_line_brings_rules_and_minimum(explore):
    explorer = explore(BETWEEN, minimum=24)
    explorer.picker.submit("2eb*2")
    assert explorer.minimum == 24
    explorer.picker.submit("2eb*2 | minimum 20 | rules one_deck_shape trio_points=3")
    assert (explorer.minimum, explorer.rules.trio_points, explorer.rules.copies) == (20, 3, 2)
    assert "Changed as well: trio_points=3" in words(explorer._options)
    # Over the rules in force, as with hands in files.
    explorer.picker.submit("2eb")
    assert explorer.rules.trio_points == 3
    explorer.picker.submit("2eb*4 | rules two_decks")
    assert explorer.rules == Rules()
    assert explorer.picker.text == "2eb*4"


def test_groupings_are_turned_over(explore):
    explorer = explore(BETWEEN)
    answer = evaluate(BETWEEN)
    pages = []
    for number in (1, 2, 3):
        do(explorer, "grouping", str(number))
        assert f"Grouping {number} of 3" in said(explorer)
        pages.append(said(explorer))
    assert len(set(pages)) == answer.grouping_count == 3
    assert ("grouping", "2") in actions(explorer)
    do(explorer, "grouping", "9")
    assert said(explorer) == pages[2]
    do(explorer, "grouping", "-9")
    assert said(explorer) == pages[0]
    # A new hand begins with its first.
    do(explorer, "grouping", "3")
    explorer.picker.add(0, "seen")
    assert "Grouping 1 of 3" in said(explorer)


def test_finishing_or_not(explore):
    explorer = explore(FINISHED)
    assert "without finishing · 28 finishing · 38" in said(explorer)
    do(explorer, "finishing", "false")
    assert said(explorer).startswith("28 points without finishing")
    do(explorer, "finishing", "true")
    assert said(explorer).startswith("38 points finishing")
    # Below the minimum it shows what counts now, and how much finishing would be.
    explorer.minimum = 40
    assert said(explorer).startswith("28 points without finishing All cards form a finishing hand")
    explorer.picker.submit(BETWEEN)
    do(explorer, "finishing", "true")
    assert said(explorer).startswith("10 points without finishing")


def test_more_groupings_than_are_listed(explore):
    explorer = explore("1cn*2 1cv*2 1cb*2 1en*2 1ev*2 1eb*2 1rn*2 1rv*2 1rb*2")
    number = explorer.answer.evaluation.grouping_count
    assert number > 100
    assert f"Grouping 1 of {number} (the first 100 are listed)" in said(explorer)
    do(explorer, "grouping", "101")
    assert f"Grouping 100 of {number}" in said(explorer)


def test_useful_cards_can_be_drawn(explore):
    explorer = explore(DRAWN.removesuffix(" 3cn") + " | seen 3eb")
    assert [code for action, code in actions(explorer) if action == "add"] == ["1eb", "2eb", "3eb"]
    assert "3 kinds, 9 copies left" in said(explorer)
    do(explorer, "add", "2eb")
    assert sum(explorer.picker.counts) == 14
    assert isinstance(explorer.answer.advice, Discards)
    explorer.picker.undo()
    assert "3 kinds, 9 copies left" in said(explorer)


def test_discards_can_be_made_and_panged_cards_cannot(explore):
    explorer = explore(DRAWN + " | kept 2en")
    offered = [code for action, code in actions(explorer) if action == "remove"]
    assert (offered[0], len(offered)) == ("3cn", 11)
    assert "3cn leaves a hand at distance 1; the next best, 2en, leaves 2." in said(explorer)
    explorer.picker.submit("3cn | kept 3cn")
    explorer.picker.submit(DRAWN + " | kept 3cn")
    assert "3cn" not in [code for action, code in actions(explorer) if action == "remove"]
    do(explorer, "remove", "2en")
    assert sum(explorer.picker.counts) == 13


def test_a_hand_that_cannot_be_is_a_message(explore):
    explorer = explore("1cn*4 1cv*4 1cb*4 1eb*4 1rb*2")
    assert said(explorer).startswith("50 points finishing")
    explorer.picker.add(PIECES.kind("1rb"))
    assert said(explorer) == "19 cards; a position takes 1 to 18"
    assert explorer.answer is None
    assert 'class="na-error"' in explorer._shown.html
    with pytest.raises(ValueError, match="19 cards"):
        _ = explorer.position
    set_language("fr")
    explorer._refresh_texts()
    assert said(explorer) == "19 cartes ; pour une position il en faut 1 à 18"


def test_a_laid_carre_alone_is_a_position(explore):
    explorer = explore()
    explorer.picker.add(0, "laid")
    assert said(explorer).startswith("8 points without finishing")


def test_five_laid_carres_are_a_message(explore):
    explorer = explore()
    for kind in range(5):
        explorer.picker.add(kind, "laid")
    assert said(explorer) == "5 laid carrés; a hand has at most 4 structures"


def test_rules_are_chosen(explore):
    explorer = explore("1cn*3 2en*2")
    do(explorer, "one_duo", "true")
    do(explorer, "distinct_scope", "grouped")
    assert explorer.rules == Rules(one_duo=True, distinct_scope="grouped")
    assert explorer.answer.position.rules == explorer.rules
    do(explorer, "preset", "three_trios")
    assert explorer.rules == Rules.from_mapping(
        {"preset": "three_trios", "one_duo": True, "distinct_scope": "grouped"}
    )
    assert explorer.picker.deal_sizes == [8, 9]
    assert [role["name"] for role in explorer.picker.roles] == ["hand", "kept", "seen"]
    do(explorer, "one_duo", "false")
    assert not explorer.rules.one_duo
    explorer.rules = Rules()
    assert [role["name"] for role in explorer.picker.roles] == ["hand", "kept", "laid", "seen"]
    assert settled(explorer).answer.position.rules == Rules()


def test_cards_that_the_new_rules_have_not_are_taken_away_and_said(explore):
    explorer = explore("2eb*4 1cn | laid 3rb*4 | seen 1cn*2")
    explorer.picker.mode = "laid"
    do(explorer, "preset", "one_deck_shape")
    assert explorer.picker.text == "1cn 2eb*2 | seen 1cn"
    assert "too few of them: 1cn 2eb*2 3rb*4." in explorer.picker.message
    assert (explorer.picker.mode, explorer.picker.can_undo) == ("hand", False)
    assert explorer.answer.position == Position.of(
        "1cn 2eb*2", seen="1cn", rules=preset("one_deck_shape"), minimum=18
    )


def test_cards_that_went_with_the_rules_come_back_with_undo(explore):
    explorer = explore("2eb*4 1cn | laid 3rb*4 | seen 1cn*2")
    explorer.picker.add(0)
    before = explorer.picker.text
    do(explorer, "preset", "one_deck_shape")
    explorer.picker.add(3)
    picked = explorer.picker.text
    do(explorer, "preset", "two_decks")
    assert explorer.picker.text == picked
    explorer.picker.undo()
    explorer.picker.undo()
    assert explorer.picker.text == before
    explorer.picker.redo()
    explorer.picker.redo()
    assert explorer.picker.text == picked
    assert settled(explorer).answer.position.rules == Rules()


@pytest.mark.parametrize("typed", ["9999999999999999999999", "x"])
def test_a_mistake_in_the_minimum_goes_with_the_next_entry(explore, typed):
    explorer = explore(FINISHED)
    for after in ("", "22"):
        do(explorer, "minimum", typed)
        assert "is no whole number from 0 to 999" in explorer.picker.message
        do(explorer, "minimum", after)
        assert (explorer.minimum, explorer.picker.message) == (22, "")


def test_the_minimum(explore):
    explorer = explore(FINISHED)
    do(explorer, "minimum", "39")
    assert explorer.minimum == 39
    assert re.search(r'<option value="" selected>own<', explorer._options.html)
    do(explorer, "minimum", "")
    assert explorer.minimum == 39
    do(explorer, "minimum", "-3")
    assert explorer.minimum == 39
    assert explorer.picker.message == "the minimum '-3' is no whole number from 0 to 999"
    do(explorer, "minimum", "24")
    assert re.search(r'<option value="24" selected>expert · 24<', explorer._options.html)
    assert "minimum 24" in words(explorer._files)
    with pytest.raises(traitlets.TraitError):
        explorer.minimum = -1


def test_files(explore):
    explorer = explore()
    do(explorer, "load", Position.of(FINISHED).to_text())
    assert explorer.position == Position.of(FINISHED)
    do(explorer, "load", "hand 9zz")
    assert "9zz" in explorer.picker.message
    assert explorer.position == Position.of(FINISHED)
    do(explorer, "load-large", "film.mp4")
    assert explorer.picker.message == "film.mp4 is no saved position: it is too large"


def test_french(explore):
    explorer = explore(DRAWN, lang="fr")
    assert said(explorer).startswith("11 points sans finir")
    assert "Sans 3cn, la main est à distance 1" in said(explorer)
    assert explorer.picker.labels["kept"] == "Panguées"
    do(explorer, "language", "en")
    assert said(explorer).startswith("11 points without finishing")
    assert explorer.picker.labels["kept"] == "Panged"
    assert "Two decks" in words(explorer._options)
    assert words(explorer._files).startswith("Copy as one line")


def test_deals_are_random_hands_of_the_rules(explore):
    explorer = explore()
    hands = set()
    for _ in range(5):
        explorer.picker.deal(13)
        hands.add(tuple(explorer.picker.counts))
        assert sum(explorer.picker.counts) == 13
    assert len(hands) > 1
    assert settled(explorer).answer.position.cards == 13


def test_many_quick_changes_end_with_the_last(explore):
    explorer = explore()
    for kind in range(13):
        explorer.picker.add(kind)
    assert settled(explorer).answer.position.hand == (1,) * 13 + (0,) * 14
    assert explorer._shown.working == ""


def test_clicks_do_not_wait_for_an_answer(explore, monkeypatch):
    explorer = explore(BETWEEN)
    begun, release = threading.Event(), threading.Event()

    def slow(progress, cancel):
        begun.set()
        assert release.wait(PATIENCE)

    monkeypatch.setattr("neuroanalysis.widgets.neurotrio._warm_up", slow)
    explorer.picker.add(PIECES.kind("3rv"))
    assert begun.wait(PATIENCE)
    explorer.picker.add(PIECES.kind("3rn"))
    explorer.picker.undo()
    assert explorer._shown.working == "Calculating…"
    assert "3rv" in explorer.picker.text
    assert explorer.answer.position.cards == 13
    release.set()
    assert settled(explorer).answer.position.cards == 14


def test_wrong_arguments_raise_at_once():
    with pytest.raises(PositionError, match="kept"):
        HandExplorer("1cn | kept 1cv")
    with pytest.raises(RulesError, match="no_such"):
        HandExplorer("1cn | rules two_decks no_such=1")
    with pytest.raises(ValueError, match="klingon"):
        HandExplorer(lang="klingon")


def test_an_unknown_request_of_the_page_is_a_fault(explore):
    with pytest.raises(ValueError, match="fly"):
        do(explore(), "fly")


def test_without_a_kernel_the_answer_can_still_be_seen(explore):
    bundle = explore(BETWEEN)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "10 points without finishing" in re.sub("<[^>]*>", "", bundle["text/html"])
    assert bundle["text/plain"] == "Neurotrio hand explorer"
    assert "text/html" not in explore()._repr_mimebundle_()


def test_an_explorer_that_leaves_a_part_unsaid_is_refused():
    with pytest.raises(TypeError, match="_answer_html"):
        Explorer({})
