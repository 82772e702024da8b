"""The hand explorer of Tichu through its traits and its page's messages, without a browser."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.errors import CardError, PositionError
from neuroanalysis.games.tichu import Combination, Position, Rules, evaluate
from neuroanalysis.games.tichu.analysis import Unseen, beaten
from neuroanalysis.games.tichu.pieces import PIECES
from neuroanalysis.games.tichu.study import whether_to_call
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.tichu import HandExplorer

PATIENCE = 300
HAND = "5s 5h 5d 5c 6s 7s 8s 9s Ph Dr As Ah Dog 2c"
WHOLE = (
    "tichu | hand 7s 7h As Ph | trick 5s-5h | wish 7 | seen Dr | others 14 12 14 "
    "| rules tichu phoenix_full_house_from_quad=true"
)


@pytest.fixture
def explore():
    """Make explorers, and close them in the end."""
    made = []

    def make(*args, **options):
        made.append(HandExplorer(*args, **options))
        return settled(made[-1])

    set_language("en")
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


def test_cards_are_picked_and_answered(explore):
    explorer = explore()
    assert said(explorer).startswith("Pick cards, type them, or deal a hand")
    assert (explorer.position, explorer.answer) == (None, None)
    for code in ("7s", "7h", "Dog"):
        explorer.picker.add(PIECES.kind(code))
    assert said(explorer).startswith("2 plays at least In 1 way. Bombs: none.")
    explorer.picker.submit(HAND)
    assert settled(explorer).answer.evaluation == evaluate(HAND)
    assert "Bombs: 2." in said(explorer)


def test_a_second_click_takes_a_card_back_and_seen_takes_it_from_the_hand(explore):
    explorer = explore("7s 7h")
    card = PIECES.kind("7s")
    explorer.picker._perform({"do": "add", "kind": card, "role": "hand"})
    assert explorer.picker.text == "7h"
    explorer.picker._perform({"do": "add", "kind": card, "role": "hand"})
    explorer.picker._perform({"do": "add", "kind": card, "role": "seen"})
    assert explorer.picker.text == "7h | seen 7s"
    explorer.picker._perform({"do": "add", "kind": card, "role": "seen"})
    assert explorer.picker.text == "7h"


def test_it_begins_with_a_whole_position_which_survives_every_way(explore):
    explorer = explore(WHOLE)
    position = Position.of(WHOLE)
    assert explorer.position == position
    assert words(explorer._files).endswith(position.to_line())
    assert explorer.picker.text == "7s 7h As Ph | seen Dr"
    explorer.picker.clear()
    explorer.picker.submit("7s 7h As Ph | seen Dr")
    assert settled(explorer).position == position
    explorer.picker.submit("tichu | hand 2s")
    assert settled(explorer).position == Position.of("2s", rules=position.rules)
    assert explore(position).position == position


def test_partitions_are_turned_over(explore):
    explorer = explore(HAND)
    total = explorer.answer.evaluation.partition_count
    assert f"Partition 1 of {total}" in said(explorer)
    do(explorer, "partition", "2")
    assert f"Partition 2 of {total}" in said(explorer)
    do(explorer, "partition", "999")
    assert f"Partition {total} of {total}" in said(explorer)


def test_answers_follow_the_trick_and_the_wish(explore):
    explorer = explore("9s Ts Th Ph As")
    do(explorer, "show", "answers")
    assert "What may be led 12 plays" in said(explorer)
    do(explorer, "trick", "9h")
    assert "What may be laid 4 plays" in said(explorer)
    do(explorer, "wish", "10")
    assert "It can be laid, so it must." in said(explorer)
    do(explorer, "trick", "9h-Th-2s")
    assert "is no combination" in explorer.picker.message
    assert explorer.trick == Combination.of("9h")
    do(explorer, "trick", "9s")
    assert "the card 9s is in hand and in" in said(explorer)
    do(explorer, "trick", "")
    do(explorer, "wish", "")
    assert (explorer.trick, explorer.wish) == (None, None)


def test_chances_are_those_of_the_hand_and_say_what_the_others_are_taken_to_hold(explore):
    explorer = explore(HAND)
    do(explorer, "show", "beaten")
    for one in explorer.answer.beaten:
        assert one.chances == beaten(one.play, Unseen.of(explorer.position.bits)).chances
    assert len(explorer.answer.beaten) >= explorer.answer.evaluation.fewest_plays
    assert "The others are taken" not in said(explorer)
    explorer.picker.submit(f"{HAND} | seen Ks Kh Kd Kc")
    assert "The others are taken to hold 13 13 12 cards" in said(explorer)
    do(explorer, "others", "12 x 14")
    assert "12 x 14" in explorer.picker.message
    do(explorer, "others", "14 10 14")
    assert "Chance that somebody holds" in said(explorer)
    assert "The others are taken" not in said(explorer)


def test_a_call_is_judged_by_simulated_rounds(explore):
    explorer = explore(HAND, rounds=100)
    do(explorer, "show", "call")
    advice = explorer.answer.advice
    assert advice == whether_to_call(HAND, rounds=100, workers=1)
    assert "100 rounds, seed 0" in said(explorer)
    do(explorer, "rounds", "1")
    assert "Rounds simulated: 1 is outside 100 to 100000" in explorer.picker.message
    do(explorer, "language", "fr")
    assert "Mêmes donnes" in said(explorer)
    do(explorer, "again")
    assert explorer.answer.advice is advice
    do(explorer, "exchanged", "true")
    assert explorer.answer.exchanged
    explorer.picker.remove(PIECES.kind("Dog"))
    assert "S’il faut annoncer" in said(explorer)


def test_what_was_stopped_can_be_asked_again(explore):
    explorer = explore(HAND, rounds=100_000)
    explorer.shown = "call"
    do(explorer, "stop")
    assert explorer.answer is None or explorer.answer.advice is None
    explorer.rounds = 100
    assert settled(explorer).answer.advice.rounds == 100


def test_options_change_what_is_found(explore):
    explorer = explore("MJ 2s 3s 4s 5s")
    assert explorer.answer.evaluation.bombs == ()
    do(explorer, "mah_jong_in_straight_flush", "true")
    assert explorer.rules == Rules(mah_jong_in_straight_flush=True)
    assert len(explorer.answer.evaluation.bombs) == 1
    explorer.rules = Rules(target=500)
    assert "Changed as well: target=500" in words(explorer._options)


def test_any_number_of_cards_and_random_deals(explore):
    explorer = explore()
    for size in (8, 14):
        explorer.picker.deal(size)
        assert settled(explorer).answer.position.cards == size
    do(explorer, "show", "contents")
    assert "Combinations in it" in said(explorer)
    explorer.picker.submit("2s")
    do(explorer, "show", "leads")
    assert "losing leads: 1" in said(explorer)


def test_french(explore):
    explorer = explore(HAND, lang="fr")
    assert said(explorer).startswith("Au moins 5 combinaisons")
    assert explorer.picker.names[PIECES.kind("Ks")] == "roi de pique"
    assert ">R</text>" in explorer.picker.svgs[PIECES.kind("Ks")]
    do(explorer, "language", "en")
    assert said(explorer).startswith("5 plays at least")
    assert ">K</text>" in explorer.picker.svgs[PIECES.kind("Ks")]


def test_wrong_arguments_raise_at_once():
    with pytest.raises(CardError, match="x9"):
        HandExplorer("x9")
    with pytest.raises(PositionError, match="no combination"):
        HandExplorer("2s", trick="4s-5s")
    with pytest.raises(ValueError, match="klingon"):
        HandExplorer(lang="klingon")


def test_an_unknown_request_of_the_page_is_a_fault(explore):
    with pytest.raises(ValueError, match="fly"):
        do(explore(), "fly")


def test_without_a_kernel_the_answer_can_still_be_seen(explore):
    bundle = explore(HAND)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "5 plays at least" in words(type("H", (), {"html": bundle["text/html"]}))
    assert "<button" not in bundle["text/html"]
    assert bundle["text/plain"] == "Tichu hand explorer"
