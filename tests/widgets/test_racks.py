"""The rack explorer through its traits and the messages of its page, without a browser."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.errors import CardError, PositionError
from neuroanalysis.games.okey51 import Position, Rules
from neuroanalysis.games.okey51.pieces import FAKE, PIECES
from neuroanalysis.games.okey51.scoring import evaluate
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.okey51 import RackExplorer
from neuroanalysis.widgets.okey51_tiles import tiles_free

PATIENCE = 200
RACK = "r1 r2 r3 r6 r13*2 b12 b13 k2 k10 k11 y5 fo*2"
WHOLE = (
    f"okey51 | hand {RACK} | okey r6 | melds b4-b5-b6* r9-k9-y9 | seen b1 b2 | threshold 60 "
    "| opened yes | rules okey51 one_after_13=14"
)


@pytest.fixture
def explore():
    """Make explorers, and close them in the end."""
    made = []

    def make(*args, **options):
        made.append(RackExplorer(*args, **options))
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


def turn(explorer, code):
    explorer.picker.add(PIECES.kind(code), "turned")
    return settled(explorer)


def test_first_the_indicator_then_tiles(explore):
    explorer = explore()
    assert said(explorer).startswith("First turn the indicator")
    assert (explorer.position, explorer.answer, explorer.picker.mode) == (None, None, "turned")
    turn(explorer, "r5")
    assert explorer.picker.mode == "hand"
    assert said(explorer).startswith("Pick tiles, type them, or deal a rack")
    assert explorer.picker.names[PIECES.kind("r6")] == "red 6 as okey (wild)"
    assert explorer.picker.names[FAKE] == "fake okey, counts as red 6"
    for code in ("r10", "r11", "r12", "b7", "k7", "y7"):
        explorer.picker.add(PIECES.kind(code))
    assert said(explorer).startswith("54 points in melds Opens by melds: 54, where 51 are needed.")
    assert explorer.answer.evaluation == evaluate("r10 r11 r12 b7 k7 y7", okey="r6")


def test_another_indicator_takes_the_place_of_the_first(explore):
    explorer = explore(RACK, indicator="r5")
    assert explorer.answer.evaluation.position.wilds == 1
    turn(explorer, "r12")
    assert explorer.answer.evaluation.position.wilds == 2
    assert explorer.picker.names[PIECES.kind("r6")] == "red 6"
    explorer.picker.undo()
    assert settled(explorer).answer.evaluation.position.wilds == 1
    assert explorer.picker.names[PIECES.kind("r6")] == "red 6 as okey (wild)"


def test_a_fake_okey_turned_is_a_message(explore):
    explorer = explore("r1 r2", indicator="r5")
    turn(explorer, "fo")
    assert said(explorer) == (
        "the okey, or the indicator, is a number tile such as r6; a fake okey is none"
    )
    assert explorer.answer is None


def test_illegal_clicks_are_refused_with_words(explore):
    explorer = explore(RACK, indicator="r5")
    kind = PIECES.kind("r13")
    explorer.picker._perform({"do": "add", "kind": PIECES.kind("r8"), "role": "hand"})
    with pytest.raises(CardError, match="no room for more: 15 at most"):
        explorer.picker.add(PIECES.kind("y1"))
    explorer.picker.remove(PIECES.kind("r8"))
    with pytest.raises(CardError, match="3 copies of r13; there are only 2"):
        explorer.picker.add(kind)
    # The indicator is a copy that lies apart.
    explorer.picker.add(PIECES.kind("r5"))
    explorer.picker.remove(PIECES.kind("y5"))
    with pytest.raises(CardError, match="3 copies of r5"):
        explorer.picker.add(PIECES.kind("r5"))
    explorer.picker.remove(PIECES.kind("r5"))
    explorer.rules = Rules(first_player_indicator_removed=False)
    explorer.picker.add(PIECES.kind("r5"))
    explorer.picker.add(PIECES.kind("r5"))
    assert settled(explorer).position.hand[PIECES.kind("r5")] == 2


def test_it_begins_with_a_whole_position(explore):
    explorer = explore(WHOLE)
    position = Position.of(WHOLE)
    assert explorer.position == position
    assert (explorer.threshold, explorer.opened) == (60, True)
    assert words(explorer._files).endswith(position.to_line())
    assert "Cannot go out now" in said(explorer)
    assert explore(position).position == position


def test_every_position_survives_the_line_of_the_picker(explore):
    explorer = explore()
    explorer.picker.submit(WHOLE)
    line = explorer.picker.text
    assert line == f"{RACK} | indicator r5 | seen b1 b2"
    explorer.picker.clear()
    explorer.picker.submit(line)
    assert settled(explorer).position == Position.of(WHOLE)


def test_tiles_can_be_typed_before_and_after_an_indicator_is_turned(explore):
    explorer = explore()
    explorer.picker.submit("n5 J7")
    assert explorer.picker.text == "k5 y7"
    assert said(explorer).startswith("First turn the indicator")
    turn(explorer, "b3")
    explorer.picker.submit("k5 b4")
    assert explorer.picker.text == "b4 k5 | indicator b3"
    assert settled(explorer).position.wilds == 1
    explorer.picker.submit("k5 | indicateur k5")
    assert settled(explorer).position.okey == PIECES.kind("k6")


def test_a_line_changes_what_it_names_and_a_whole_position_all(explore):
    explorer = explore(WHOLE)
    explorer.picker.submit("r1 r2 | threshold 70")
    assert explorer.threshold == 70
    assert [meld.to_text() for meld in explorer.melds] == ["b4-b5-b6*", "r9-k9-y9"]
    explorer.picker.submit("okey51 | hand r1 | okey b9")
    assert (explorer.melds, explorer.threshold, explorer.opened) == ((), 51, False)


def test_views_and_arrangements_are_turned_over(explore):
    explorer = explore(RACK, indicator="r5")
    evaluation = explorer.answer.evaluation
    assert evaluation.arrangement_count == 2
    first = said(explorer)
    assert "Arrangement 1 of 2" in first
    do(explorer, "arrangement", "2")
    assert "Arrangement 2 of 2" in said(explorer)
    do(explorer, "arrangement", "9")
    assert "Arrangement 2 of 2" in said(explorer)
    do(explorer, "view", "pairs")
    assert "Arrangement" not in said(explorer)
    assert re.search(r'data-value="pairs" aria-pressed="true"', explorer._shown.html)
    do(explorer, "view", "left")
    assert f"left: {evaluation.least_left_count} tiles" in said(explorer)
    # A new rack begins with the melds worth most.
    explorer.picker.add(PIECES.kind("b1"), "seen")
    assert said(explorer).startswith(first[:40])
    assert re.search(r'data-value="value" aria-pressed="true"', explorer._shown.html)


def test_useful_tiles_and_discards_are_buttons(explore):
    explorer = explore(RACK, indicator="r5")
    useful = [code for action, code in actions(explorer) if action == "add"]
    assert useful == [tile.code for tile in explorer.answer.useful]
    do(explorer, "add", useful[-1])
    assert explorer.answer.discards is not None
    rows = [code for action, code in actions(explorer) if action == "remove"]
    assert rows == [one.card for one in explorer.answer.discards.rows]
    do(explorer, "remove", rows[0])
    assert sum(explorer.picker.counts) == 14
    assert explorer.answer.discards is None


def test_options(explore):
    explorer = explore("b12 b13 b1 k5 r10 r11 r12", okey="k5")
    assert explorer.answer.evaluation.meld_value == 72
    do(explorer, "one_after_13", "14")
    assert explorer.rules == Rules(one_after_13=14)
    assert explorer.answer.evaluation.meld_value == 85
    do(explorer, "wrap_13_1", "false")
    assert explorer.answer.evaluation.meld_value < 85
    do(explorer, "fake_okey_value", "indicator")
    assert explorer.picker.names[FAKE] == "fake okey, counts as black 4"
    do(explorer, "preset", "okey101")
    assert (explorer.threshold, explorer.picker.deal_sizes) == (101, [21, 22])
    assert "Okey 101" in words(explorer._options)


def test_the_threshold_and_having_opened(explore):
    explorer = explore("r10 r11 r12 b7 k7 y7", okey="b1")
    do(explorer, "threshold", "55")
    assert said(explorer).startswith("54 points in melds Does not open")
    do(explorer, "threshold", "x")
    assert "the threshold 'x' is no whole number" in explorer.picker.message
    assert explorer.threshold == 55
    do(explorer, "opened", "true")
    assert explorer.position.opened
    assert "Does not open" not in said(explorer)


def test_open_melds_are_written_and_use_up_copies(explore):
    explorer = explore("r6 r7 b9", okey="b1")
    do(explorer, "melds", "r3-r4-r5 k9-y9-r9")
    assert [meld.to_text() for meld in explorer.position.melds] == ["r3-r4-r5", "r9-k9-y9"]
    assert explorer.picker.copies[PIECES.kind("r4")] == 1
    do(explorer, "opened", "true")
    do(explorer, "view", "left")
    assert "laid off r3-r4-r5" in said(explorer)
    do(explorer, "melds", "r3-r4")
    assert "'r3-r4' is no meld" in explorer.picker.message
    assert len(explorer.melds) == 2
    explorer.picker.submit("r4 b9 | indicator b13 | seen r7")
    do(explorer, "melds", "r3-r4-r5 r4-r5-r6")
    assert "Taken away, as there are too few of them now: r4." in explorer.picker.message
    do(explorer, "melds", "")
    assert explorer.melds == ()
    explorer.picker.undo()
    assert explorer.picker.text.startswith("r4 b9")


def test_melds_that_other_rules_do_not_know_go(explore):
    explorer = explore("r6 r7", okey="b1")
    do(explorer, "melds", "k12-k13-k1 r3-r4-r5")
    do(explorer, "wrap_13_1", "false")
    assert [meld.to_text() for meld in explorer.melds] == ["r3-r4-r5"]
    assert "'k12-k13-k1' is no meld" in explorer.picker.message


def test_free_copies_count_wilds_and_fakes():
    from neuroanalysis.games.okey51 import Meld

    okey = PIECES.kind("r6")
    melds = [Meld.of(words, Rules()) for words in ("r5-r6-r7*", "b2-k2-y2*")]
    free = tiles_free(melds, okey, okey)
    used = {PIECES.codes[kind]: 2 - n for kind, n in enumerate(free) if n < 2}
    assert used == {"r5": 1, "fo": 1, "r6": 2, "b2": 1, "k2": 1}


def test_deals_are_random_racks_with_an_indicator(explore):
    explorer = explore()
    seen = set()
    for _ in range(5):
        explorer.picker.deal(15)
        assert (sum(explorer.picker.counts), sum(explorer.picker.turned)) == (15, 1)
        seen.add(tuple(explorer.picker.counts))
    assert len(seen) > 1
    assert settled(explorer).answer.discards is not None


def test_french(explore):
    explorer = explore(RACK, indicator="r5", lang="fr")
    assert said(explorer).startswith("45 points en combinaisons N’ouvre pas")
    assert explorer.picker.labels["turned"] == "Indicateur"
    assert explorer.picker.names[PIECES.kind("r6")] == "6 rouge en okey (joker)"
    do(explorer, "language", "en")
    assert said(explorer).startswith("45 points in melds")
    assert explorer.picker.labels["hand"] == "Rack"


def test_wrong_arguments_raise_at_once():
    with pytest.raises(PositionError, match="the okey is not said"):
        RackExplorer("r1 r2")
    with pytest.raises(CardError, match="x9"):
        RackExplorer("x9", okey="r1")
    with pytest.raises(ValueError, match="klingon"):
        RackExplorer(lang="klingon")


def test_an_unknown_request_of_the_page_is_a_fault(explore):
    with pytest.raises(ValueError, match="fly"):
        do(explore(), "fly")


def test_without_a_kernel_the_answer_can_still_be_seen(explore):
    bundle = explore(RACK, indicator="r5")._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "45 points in melds" in re.sub("<[^>]*>", "", bundle["text/html"])
    assert "<button" not in bundle["text/html"]
    assert bundle["text/plain"] == "Okey rack explorer"
