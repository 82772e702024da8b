"""The hand explorer of Mhing through its traits and its page's messages, without a browser."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.errors import CardError, PositionError
from neuroanalysis.games.mhing import Position, Rules, evaluate
from neuroanalysis.games.mhing.analysis import Discards, credits_reachable, useful_cards
from neuroanalysis.games.mhing.pieces import FLOWER, PIECES
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.mhing import HandExplorer

PATIENCE = 300
WAITING = "123345567m 99m 2p 1z"
WINNING = "123445566789m 11z"
WHOLE = (
    "mhing | hand 123m 55p J F | laid 555z 4s-5s*-6s | seen 99p J "
    "| rules mhing min_credits=3 one_suit=9"
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


def actions(explorer):
    return re.findall(r'data-do="(\w+)" data-value="([^"]*)"', settled(explorer)._shown.html)


def test_cards_are_picked_and_answered(explore):
    explorer = explore()
    assert said(explorer).startswith("Pick cards, type them, or deal a hand")
    assert (explorer.position, explorer.answer) == (None, None)
    for code in ("1m", "2m", "3m", "F"):
        explorer.picker.add(PIECES.kind(code))
    assert said(explorer).startswith("11 cards from a winning hand")
    assert explorer.answer.evaluation == evaluate("123m F")
    explorer.picker.submit(WINNING)
    assert said(explorer).startswith("13 credits · 128 points Mhing: a winning hand.")


def test_flowers_take_no_room_but_a_fifteenth_card_has_none(explore):
    explorer = explore(WINNING)
    for _ in range(8):
        explorer.picker.add(FLOWER)
    assert settled(explorer).answer.evaluation.credits == 21
    with pytest.raises(CardError, match="no room for more: 14 at most"):
        explorer.picker.add(PIECES.kind("9p"))
    with pytest.raises(CardError, match="9 copies of F; there are only 8"):
        explorer.picker.add(FLOWER)


def test_it_begins_with_a_whole_position_which_survives_every_way(explore):
    explorer = explore(WHOLE)
    position = Position.of(WHOLE)
    assert explorer.position == position
    assert words(explorer._files).endswith(position.to_line())
    assert explorer.picker.text == "123m 55p J F | seen 99p J"
    explorer.picker.clear()
    explorer.picker.submit("123m 55p J F | seen 99p J")
    assert settled(explorer).position == position
    explorer.picker.submit("mhing | hand 1m")
    assert settled(explorer).position == Position.of("1m", rules=position.rules)
    assert explore(position).position == position


def test_laid_combinations_take_copies_and_room(explore):
    explorer = explore("55m 1z")
    do(explorer, "laid", "555m 4s-5s*-6s")
    assert explorer.picker.copies[PIECES.kind("5m")] == 1
    assert explorer.picker.copies[PIECES.kind("J")] == 5
    assert explorer.picker.deal_sizes == [7, 8]
    assert (
        "Taken away, as there is no room or no copy left for them: 5m." in explorer.picker.message
    )
    do(explorer, "laid", "45p")
    assert "'45p' is no combination" in explorer.picker.message
    assert len(explorer.laid) == 2
    do(explorer, "laid", "")
    explorer.picker.undo()
    assert explorer.picker.text == "55m 1z"


def test_readings_are_turned_over(explore):
    explorer = explore("555m 5555p 5555s J J J")
    assert explorer.answer.evaluation.reading_count == 2
    assert "Reading 1 of 2" in said(explorer)
    do(explorer, "reading", "2")
    assert "Reading 2 of 2" in said(explorer)
    do(explorer, "reading", "9")
    assert "Reading 2 of 2" in said(explorer)
    explorer.picker.add(FLOWER)
    assert "Reading 1 of 2" in said(explorer)


def test_useful_cards_and_discards_are_buttons(explore):
    explorer = explore(WAITING)
    useful = [code for action, code in actions(explorer) if action == "add"]
    assert set(useful) == {card.code for card in useful_cards(WAITING)}
    do(explorer, "add", useful[0])
    assert isinstance(explorer.answer.next, Discards)
    rows = [code for action, code in actions(explorer) if action == "remove"]
    assert rows == [one.card for one in explorer.answer.next.rows]
    do(explorer, "remove", rows[0])
    assert sum(explorer.picker.counts) == 13


def test_credits_in_reach_chances_and_goals_are_shown_when_asked(explore):
    explorer = explore(WAITING)
    do(explorer, "show", "reach")
    assert explorer.answer.reach == credits_reachable(WAITING)
    assert "Credits in reach the fewest further cards" in said(explorer)
    do(explorer, "draws", "2")
    do(explorer, "show", "odds")
    assert explorer.answer.odds.draws == 2
    assert "2.1 % to win within 2 draws" in said(explorer)
    assert "to win within 2 draws" in explorer._shown.spoken
    do(explorer, "draws", "0")
    assert "Draws to come: 0 is outside 1 to 30" in explorer.picker.message
    assert explorer.draws == 2
    do(explorer, "show", "goals")
    assert explorer.answer.goals.draws == 2
    assert "Quick against rich" in said(explorer)
    kept = explorer.answer.goals
    do(explorer, "language", "fr")
    assert "Vite ou riche ?" in said(explorer)
    do(explorer, "again")
    assert explorer.answer.goals is kept
    explorer.picker.remove(PIECES.kind("2p"))
    assert "Chances et buts se demandent pour 13 cartes" in said(explorer)


def test_what_was_stopped_can_be_asked_again(explore):
    explorer = explore(WAITING, draws=1)
    explorer.shown = "odds"
    do(explorer, "stop")
    if explorer.answer.odds is None:
        assert "Stopped before the answer was found." in said(explorer)
    do(explorer, "again")
    assert explorer.answer.odds.draws == 1


def test_options_and_credits_of_lines(explore):
    explorer = explore(WINNING)
    do(explorer, "royal_run", "5")
    assert explorer.rules == Rules(royal_run=5)
    assert explorer.answer.evaluation.credits == 17
    do(explorer, "royal_run", "x")
    assert "royal run" in explorer.picker.message
    assert explorer.rules == Rules(royal_run=5)
    do(explorer, "min_credits", "20")
    assert "A complete hand, but 20 credits are asked to go out." in said(explorer)
    do(explorer, "same_kind_triplets_match", "false")
    do(explorer, "honour_triplets_double", "true")
    assert "honour_triplets_double" in explorer.picker.message
    explorer.rules = Rules(max_reshuffles=3)
    assert "Changed as well: max_reshuffles=3" in words(explorer._options)


def test_deals_are_random_hands_with_their_flowers_besides(explore):
    explorer = explore()
    seen = set()
    for _ in range(6):
        explorer.picker.deal(14)
        assert sum(explorer.picker.counts[:FLOWER]) == 14
        seen.add(tuple(explorer.picker.counts))
    assert len(seen) > 1
    assert isinstance(settled(explorer).answer.next, Discards)


def test_french(explore):
    explorer = explore(WINNING, lang="fr")
    assert said(explorer).startswith("13 crédits · 128 points Mhing : une main gagnante.")
    assert explorer.picker.labels["seen"] == "Vues"
    assert explorer.picker.names[PIECES.kind("3z")] == "vent d’ouest"
    assert ">O</text>" in explorer.picker.svgs[PIECES.kind("3z")]
    do(explorer, "language", "en")
    assert said(explorer).startswith("13 credits")
    assert ">W</text>" in explorer.picker.svgs[PIECES.kind("3z")]


def test_wrong_arguments_raise_at_once():
    with pytest.raises(CardError, match="x9"):
        HandExplorer("x9")
    with pytest.raises(PositionError, match="no combination"):
        HandExplorer("1m", laid="45p")
    with pytest.raises(ValueError, match="klingon"):
        HandExplorer(lang="klingon")


def test_an_unknown_request_of_the_page_is_a_fault(explore):
    with pytest.raises(ValueError, match="fly"):
        do(explore(), "fly")


def test_without_a_kernel_the_answer_can_still_be_seen(explore):
    bundle = explore(WINNING)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "13 credits · 128 points" in words(type("H", (), {"html": bundle["text/html"]}))
    assert "<button" not in bundle["text/html"]
    assert bundle["text/plain"] == "Mhing hand explorer"
