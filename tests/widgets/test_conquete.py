"""The domain explorer of conquête through its traits and its page's messages, without a browser."""

from __future__ import annotations

import random
import re
import threading
from html import unescape

import pytest

from neuroanalysis.errors import (
    CardError,
    InputError,
    PositionError,
    RulesError,
)
from neuroanalysis.games.conquete import Position, Rules, best_plan, check_placement, evaluate
from neuroanalysis.games.conquete.analysis import outlook
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.texts import set_language
from neuroanalysis.widgets import conquete as widget
from neuroanalysis.widgets.conquete import DomainExplorer
from neuroanalysis.widgets.conquete_cards import CHOSEN

PATIENCE = 300
CORNER = "0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2"
WHOLE = f"conquete | domain {CORNER} | hand 1eb 2en 2cv | player 3 | rules conquete shape_ratio=3"


@pytest.fixture
def explore():
    """Make explorers, and close them in the end."""
    made = []

    def make(*args, **options):
        made.append(DomainExplorer(*args, **options))
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
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", bare)).split())


def said(explorer):
    return words(settled(explorer)._shown)


def do(explorer, action, value=""):
    """Use the page."""
    explorer._shown.perform({"do": action, "value": value})
    return settled(explorer)


def pick(explorer, code, role="hand"):
    """Click a card of the picker."""
    request = {"do": "add", "kind": PIECES.kind(code), "role": role}
    explorer.picker._perform(request)
    return settled(explorer)


def cells(explorer):
    """What stands in the cells that can be clicked, by cell."""
    found = re.findall(
        r'data-do="place" data-value="([^"]*)" aria-label="([^"]*)"', settled(explorer)._shown.html
    )
    return {tuple(map(int, cell.split(","))): unescape(name) for cell, name in found}


def lit(explorer):
    """The cells that are lit, with the points that their words say."""
    names = cells(explorer)
    return {
        cell: int(match[1].replace("−", "-"))
        for cell, name in names.items()
        if (match := re.match(r".*?: (−?\d+) VP ", name))
    }


def test_a_domain_is_built_by_clicks(explore):
    explorer = explore(player=1)
    assert "choose the start card" in said(explorer)
    assert explorer.picker.mode == CHOSEN
    pick(explorer, "2eb", CHOSEN)
    assert list(cells(explorer)) == [(0, 0)]
    do(explorer, "place", "0,0")
    pick(explorer, "2ev", CHOSEN)
    do(explorer, "place", "0,1")
    do(explorer, "player", "2")
    pick(explorer, "2cb", CHOSEN)
    do(explorer, "place", "1,0")
    assert explorer.domain.to_text() == CORNER
    assert "placed last" in explorer._shown.html
    # The chosen card stays chosen while there is a copy of it.
    assert explorer.chosen == PIECES.kind("2cb")
    do(explorer, "place", "2,0")
    assert explorer.chosen is None


def test_legal_cells_of_the_chosen_card_are_lit_with_their_points(explore):
    explorer = explore("", domain=CORNER, player=2)
    for code in ("2cv", "2eb", "1cn", "2cb"):
        explorer.choose(code)
        legal = evaluate(code, domain=CORNER, player=2, plan=False).placements
        assert lit(explorer) == {one.cell: one.vp for one in legal}, code
        assert set(cells(explorer)) == set(explorer.domain.free_cells())


def test_an_illegal_click_says_the_clause_and_changes_nothing(explore):
    explorer = explore("1cn", domain=CORNER, player=1)
    explorer.choose("1cn")
    before = explorer._trail.current
    with pytest.raises(PositionError) as refused:
        check_placement("1cn", "1cn", (1, 1), domain=CORNER)
    for cell in ("1,1", "5,5", "0,0"):
        do(explorer, "place", cell)
        assert explorer.message
        assert explorer.message in said(explorer)
        assert explorer._shown.spoken == explorer.message
        assert explorer._trail.current == before
        if cell == "1,1":
            assert explorer.message == str(refused.value)
            assert "(clause 3.3)" in explorer.message
    explorer.choose("2cv")
    assert explorer.message == ""
    do(explorer, "place", "1,1")
    assert explorer.domain.at((1, 1)).owner == 1


def test_a_card_of_the_hand_leaves_it_when_it_is_placed(explore):
    explorer = explore("2cv*2 1eb", domain=CORNER)
    assert explorer.picker.mode == "hand"
    do(explorer, "choose", "2cv")
    do(explorer, "place", "1,1")
    assert PIECES.format(explorer.position.hand) == "1eb 2cv"
    assert explorer.domain.at((1, 1)).owner is None
    assert explorer.chosen == PIECES.kind("2cv")
    do(explorer, "place", "1,2")
    assert PIECES.format(explorer.position.hand) == "1eb"
    assert explorer.chosen is None
    # From the table of placements, without choosing before.
    do(explorer, "take", "1eb -1,0")
    assert explorer.domain.at((-1, 0)).kind == PIECES.kind("1eb")
    assert explorer.position.cards == 0


def test_every_step_is_undone_and_done_again(explore):
    explorer = explore(player=1)
    explorer.place(0, 0, "2eb")
    pick(explorer, "2ev")
    explorer.choose("2ev")
    explorer.place(0, 1)
    explorer.rules = Rules(shape_ratio=3)
    explorer.clear()
    seen = []
    while explorer.picker.can_undo:
        seen.append((explorer.domain, tuple(explorer.picker.counts), explorer.rules))
        do(explorer, "undo")
    assert len(seen) == 5
    assert explorer.domain is None
    assert not explorer._trail.can_undo
    back = []
    while explorer.picker.can_redo:
        explorer.picker.redo()
        back.append((explorer.domain, tuple(explorer.picker.counts), explorer.rules))
    assert back == seen[::-1]
    assert explorer.domain is None
    assert explorer.rules == Rules(shape_ratio=3)


def test_choosing_a_card_or_a_player_is_no_step(explore):
    explorer = explore(player=1)
    explorer.place(0, 0, "2eb")
    explorer.choose("2ev")
    do(explorer, "player", "4")
    assert explorer.picker.can_undo
    explorer.undo()
    assert explorer.domain is None
    assert not explorer.picker.can_undo


def test_copies_that_lie_can_no_longer_be_picked(explore):
    explorer = explore("", domain="0,0 2eb ; 0,1 2eb")
    kind = PIECES.kind("2eb")
    assert explorer.picker.copies[kind] == 0
    with pytest.raises(PositionError, match="3 copies of 2eb in hand and domain"):
        explorer.picker.add(kind)
    with pytest.raises(PositionError, match="3 copies"):
        explorer.place(1, 0, "2eb")
    explorer.undo()
    assert explorer.domain.to_text() == "0,0 2eb ; 0,1 2eb"
    explorer.clear()
    assert explorer.picker.copies[kind] == 2


def test_a_whole_position_survives_every_way(explore):
    explorer = explore(WHOLE)
    position = Position.of(WHOLE)
    assert explorer.position == position
    assert words(explorer._files).endswith(position.to_line())
    explorer.clear()
    assert (explorer.position, explorer.answer) == (None, None)
    explorer.picker.submit(WHOLE)
    assert settled(explorer).position == position
    explorer.load("2en*2")
    assert explorer.position == Position.of("2en*2", domain=CORNER, player=3, rules=position.rules)
    explorer.load(position.to_text())
    assert explore(explorer.position).position == position


def test_a_pasted_position_that_cannot_be_changes_nothing(explore):
    explorer = explore(WHOLE)
    before = explorer._trail.current
    for line, mistake in (
        ("conquete | domain 0,0 2eb ; 0,1 1cn | hand 2eb", "compatible with none"),
        ("conquete | domain 0,0 2eb ; 0,2 2ev | hand", "hangs together"),
        (f"conquete | domain {CORNER} | hand 2eb*2", "copies of 2eb"),
        ("conquete | hand 2eb", "no domain"),
        ("2eb*2", "3 copies of 2eb"),
        ("4xx", "4xx"),
    ):
        explorer._files.perform({"do": "load", "value": line})
        assert mistake in explorer.picker.message, line
        assert settled(explorer)._trail.current == before
    explorer.load("")
    assert explorer.position.cards == 0


def test_rules_that_the_domain_cannot_be_under_are_refused(explore):
    explorer = explore("", domain="0,0 2eb ; 0,1 2ev ; 1,0 2cb ; 2,0 2cv ; 3,0 3cv")
    with pytest.raises(PositionError, match="4 open row"):
        explorer.rules = Rules(shape_ratio=1)
    explorer._options.perform({"do": "shape_ratio", "value": "1"})
    assert "4 open row" in explorer.picker.message
    assert explorer.rules == Rules()
    explorer._options.perform({"do": "shape_ratio", "value": "x"})
    assert "x" in explorer.picker.message
    explorer._options.perform({"do": "grid_either_way_up", "value": "true"})
    explorer._options.perform({"do": "enlarged", "value": "2"})
    assert explorer.rules == Rules(grid_either_way_up=True)
    assert settled(explorer).position.enlarged == 2
    explorer.rules = Rules(pass_cost=3)
    assert "Changed as well: pass_cost=3" in words(explorer._options)


def test_the_best_sequence_is_the_one_found_elsewhere(explore):
    explorer = explore("2cv 1eb 2en", domain=CORNER, player=2)
    do(explorer, "show", "plan")
    assert explorer.answer.plan.value == best_plan("2cv 1eb 2en", domain=CORNER, player=2).value
    assert "Best sequence of placements" in said(explorer)
    do(explorer, "going_out", "5")
    assert explorer.answer.plan.going_out == 5
    assert "going out 5 VP" in said(explorer)
    do(explorer, "going_out", "1000")
    assert "1000 is outside 0 to 100" in explorer.picker.message
    explorer.load("")
    assert "Pick cards of the hand first." in said(explorer)


def test_a_long_search_is_stopped_and_taken_up_again(explore, monkeypatch):
    begun = threading.Event()

    def endless(*_, cancel, **__):
        begun.set()
        while True:
            cancel.check()

    explorer = explore("2cv 1eb 2en", domain=CORNER, player=2)
    with monkeypatch.context() as held:
        held.setattr(widget, "best_plan", endless)
        explorer.shown = "plan"
        assert begun.wait(PATIENCE)
        assert explorer._status.stoppable
        do(explorer, "stop")
    assert "Stopped before the answer was found. Calculate again" in said(explorer)
    assert explorer._shown.spoken.startswith("Stopped")
    do(explorer, "language", "fr")
    assert "Arrêté avant d’avoir trouvé la réponse. Recalculer" in said(explorer)
    do(explorer, "language", "en")
    do(explorer, "again")
    assert explorer.answer.plan is not None
    assert "Stopped" not in said(explorer)
    do(explorer, "stop")  # too late: the answer is there
    assert "Stopped" not in said(explorer)


def test_without_a_card_a_cell_says_what_it_accepts(explore):
    explorer = explore("", domain=CORNER)
    names = cells(explorer)
    assert names[1, 1] == "row 1, column 1: kinds of card that may go there: 2; click to see them"
    do(explorer, "place", "1,1")
    assert explorer.shown == "cells"
    assert explorer.domain.to_text() == CORNER
    found = outlook(explorer.position)
    [corner] = [one.chances for one in found.rows if one.cell == (1, 1)]
    text = said(explorer)
    assert f"row 1, column 1 {corner.fitting} of {corner.scores.total} unseen cards" in text
    assert "Where random unseen cards may go" in text
    assert "a random unseen card may go there with chance" in cells(explorer)[1, 1]
    do(explorer, "place", "0,2")
    assert "row 0, column 2" in said(explorer)


def test_why_the_chosen_card_may_not_go_somewhere_is_told(explore):
    explorer = explore("", domain=CORNER)
    do(explorer, "show", "reasons")
    assert "None: choose one among the cards" in said(explorer)
    do(explorer, "choose", "1ev")
    assert "1ev on cell 1,1 touches 2 cards and is compatible with 1" in said(explorer)


def test_a_hand_marks_the_most_that_it_brings(explore):
    explorer = explore("2cv 1ev", domain=CORNER)
    assert cells(explorer)[1, 1] == "row 1, column 1: 1 VP at most, with 2cv"
    assert said(explorer).count("Best placement") == 1


def test_deals_turn_a_start_card(explore):
    explorer = explore(player=3)
    for size in (6, 13):
        explorer.deal(size)
        position = settled(explorer).position
        assert (len(position.domain), position.cards, position.player) == (1, size, 3)
        assert position.domain.cards[0].cell == (0, 0)
    with pytest.raises(ValueError, match="7"):
        explorer.deal(7)
    do(explorer, "undo")
    assert explorer.position.cards == 6


def test_a_hand_may_be_picked_before_there_is_a_domain(explore):
    explorer = explore("2eb*2")
    assert explorer.position is None
    explorer.place(-3, 7, "2ev")
    assert explorer.domain.to_text() == "-3,7 2ev"
    assert explorer.position.cards == 2
    with pytest.raises(CardError, match="3 copies"):
        explore("2eb*3")


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_clicked_the_domain_can_be_and_every_step_leads_back(explore, seed):
    chance = random.Random(seed)
    explorer = explore(player=1)
    first = explorer._trail.current
    for _ in range(60):
        spots = [*cells(explorer), (chance.randrange(-3, 3), chance.randrange(-3, 3))]
        spot = ",".join(map(str, chance.choice(spots)))
        code = chance.choice(PIECES.codes)
        before = explorer._trail.current
        match chance.randrange(10):
            case 0:
                explorer._shown.perform({"do": "undo", "value": ""})
            case 1:
                explorer._shown.perform({"do": "redo", "value": ""})
            case 2:
                do(explorer, "player", str(chance.randrange(1, 9)))
            case 3:
                pick(explorer, code)
            case 4:
                do(explorer, "take", f"{code} {spot}")
            case _:
                explorer.choose(code)
                do(explorer, "place", spot)
        here = explorer._trail.current
        if explorer.message:
            assert (here.domain, here.hand) == (before.domain, before.hand)
        if here.domain is None:
            continue
        # As if it had been pasted: some order of placing it exists, and no copy is there too often.
        assert Position.of(explorer.position.to_line()) == explorer.position
        assert tuple(explorer.picker.counts) == here.hand
        assert explorer.picker.copies == [2 - n for n in here.domain.counts.tolist()]
        assert set(cells(explorer)) == set(here.domain.free_cells())
    while explorer.picker.can_undo:
        explorer.undo()
    assert (explorer.domain, explorer._trail.current.hand) == (first.domain, first.hand)


def test_french(explore):
    explorer = explore("2cv 1ev", domain=CORNER, player=1, lang="fr")
    assert "Meilleure pose" in said(explorer)
    explorer.choose("1ev")
    do(explorer, "place", "1,1")
    french = explorer.message
    assert " ".join(french.split()) in said(explorer)
    do(explorer, "language", "en")
    assert explorer.message == ""
    assert french not in explorer._shown.html
    assert "Best placement" in said(explorer)
    assert "touches 2 cards" in cells(explorer)[1, 1]


def test_wrong_arguments_raise_at_once():
    with pytest.raises(CardError, match="x9"):
        DomainExplorer("x9")
    with pytest.raises(PositionError, match="hangs together"):
        DomainExplorer("2eb", domain="0,0 2eb ; 4,4 2eb")
    with pytest.raises(PositionError, match="9"):
        DomainExplorer(player=9)
    with pytest.raises(RulesError):
        DomainExplorer(f"{WHOLE} moons=3")
    with pytest.raises(ValueError, match="klingon"):
        DomainExplorer(lang="klingon")


def test_placing_without_a_card_or_one_that_there_is_not(explore):
    explorer = explore("")
    with pytest.raises(InputError, match="no card is chosen"):
        explorer.place(0, 0)
    with pytest.raises(InputError, match="27"):
        explorer.place(0, 0, 27)
    with pytest.raises(ValueError, match="fly"):
        do(explorer, "fly")


def test_without_a_kernel_the_answer_can_still_be_seen(explore):
    bundle = explore(WHOLE)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "Best placement" in bundle["text/html"]
    assert "<button" not in bundle["text/html"]
    assert bundle["text/plain"] == "Neurotrio conquête domain explorer"
