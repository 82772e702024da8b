"""The odds explorer, driven through its traits and its page's requests; no browser."""

from __future__ import annotations

import re
import threading
from html import unescape
from importlib import import_module

import pytest
import traitlets

from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio import Position, Rules, discards, odds
from neuroanalysis.games.neurotrio.analysis.solitaire import solve
from neuroanalysis.games.neurotrio.analysis.solution import solution_folder
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.odds import OddsExplorer

PATIENCE = 120
DRAWN = "1cv 1cb 1eb 2cv 2cb 2en 2eb*2 2rv 2rb*2 3cn 3cv 3cb"
CARRE = "1cn*4 1cv*4 1cb*4 2cn 3rv"
TINY = Rules(structures=1, hand_size=4)

module = import_module("neuroanalysis.widgets.odds.explorer")


@pytest.fixture
def explore():
    """Make explorers, and close them in the end."""
    made = []

    def make(*args, **options):
        made.append(OddsExplorer(*args, **{"lang": "en", "minimum": 20, **options}))
        return settled(made[-1])

    yield make
    for explorer in made:
        explorer.close()
        assert explorer.wait(PATIENCE)
    set_language(None)


@pytest.fixture
def gate(monkeypatch):
    """Hold the search through three draws back; it goes on, or is stopped, when told."""
    begun, release = threading.Event(), threading.Event()
    real = module.odds

    def slow(position, draws, **how):
        if draws < 3:
            return real(position, draws, **how)
        begun.set()
        while not release.wait(0.01):
            how["cancel"].check()
        # What the search would give for three draws; two are quicker and as good here.
        return real(position, 2, **how)

    monkeypatch.setattr(module, "odds", slow)
    return begun, release


def settled(explorer):
    assert explorer.wait(PATIENCE)
    return explorer


def words(panel):
    bare = re.sub(r"<svg.*?</svg>", "", panel.html, flags=re.S)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", bare).split()))


def said(explorer):
    return words(settled(explorer)._shown)


def do(explorer, action, value=""):
    """Use the page."""
    explorer._options.perform({"do": action, "value": value})
    return settled(explorer)


def test_a_drawn_hand_has_its_moves_compared(explore):
    explorer = explore(DRAWN)
    answer = odds(DRAWN, 2, 20)
    assert explorer.answer == answer
    page = said(explorer)
    assert page.startswith("20.4 % to finish within 2 draws, at a minimum of 20")
    gone = {PIECES.codes[row.kind]: row for row in discards(DRAWN).rows}
    rows = re.findall(r"<tr.*?</tr>", explorer._shown.html, flags=re.S)[1:]
    assert len(rows) == len(answer.lines)
    for row, line in zip(rows, answer.lines, strict=True):
        cells = re.findall(r"<td.*?</td>", row, flags=re.S)
        code, left, copies = (
            re.sub(r"<svg.*?</svg>|<[^>]*>", "", c, flags=re.S).split() for c in cells[:3]
        )
        assert code[0] == line.card
        other = gone[line.card]
        assert (left, copies) == ([str(other.distance)], [str(other.copies)])
    assert "Points at the end" in page
    assert explorer._shown.spoken.startswith(
        "20.4 % to finish within 2 draws, at a minimum of 20. Discarding 2en finishes"
    )


def test_a_card_of_the_table_is_discarded_and_another_drawn(explore):
    explorer = explore(DRAWN)
    names = re.findall(r'data-do="remove" data-value="(\w+)" aria-label="([^"]*)"',
                       explorer._shown.html)  # fmt: skip
    assert names[0] == ("2en", "Discard 2 stars on black")
    explorer._shown.perform({"do": "remove", "value": "2en"})
    assert sum(explorer.picker.counts) == 13
    page = said(explorer)
    assert "Best play: 3.16 %, 20.4 %" in page
    assert "Moves compared" not in page
    do(explorer, "draw")
    assert sum(explorer.picker.counts) == 14
    assert "Moves compared" in said(explorer)


def test_a_carre_is_laid(explore):
    explorer = explore(CARRE, 1, minimum=26)
    assert explorer.answer.best.action == "lay"
    assert "Lay 1cv best" in said(explorer)
    explorer._shown.perform({"do": "lay", "value": "1cv"})
    settled(explorer)
    assert explorer.picker.laid[PIECES.kind("1cv")] == 4
    assert explorer.answer.chance == odds("1cn*4 1cb*4 2cn 3rv", 1, 26, laid="1cv*4").chance


def test_roles_and_model_count(explore):
    position = Position.of(DRAWN, kept="2en", seen="3cn*2", minimum=20)
    explorer = explore(position, 1, minimum=None)
    assert explorer.answer == odds(position, 1)
    assert "Seen cards change no chance here" in said(explorer)
    assert all(line.card != "2en" for line in explorer.answer.lines)
    do(explorer, "model", "without-replacement")
    assert explorer.answer == odds(position, 1, model="without-replacement")
    assert "Seen cards change" not in said(explorer)
    assert "over the unseen cards" in said(explorer)


def test_minimum_and_draws_count(explore):
    explorer = explore(DRAWN, 1)
    do(explorer, "minimum", "22")
    do(explorer, "draws", "2")
    assert explorer.answer == odds(DRAWN, 2, 22)
    assert "selected>2 draws" in explorer._options.html
    do(explorer, "minimum", "200")
    assert "No finishing hand worth 200 points" in said(explorer)


def test_missing_cards_are_no_mistake(explore):
    explorer = explore()
    assert said(explorer).startswith("Pick 13 cards, or the 14 after a draw")
    explorer.picker.add(0)
    assert said(explorer).startswith("12 cards missing")
    explorer.picker.submit("1cn*4 1cv*4 1cb*4 1eb*3")
    assert "na-error" in settled(explorer)._shown.html
    assert "15" in said(explorer)
    explorer.picker.clear()
    assert said(explorer).startswith("Pick 13 cards")
    assert explorer.answer is None


def test_few_draws_are_shown_while_more_are_searched(explore, gate):
    begun, release = gate
    explore(DRAWN, 1)  # compiles
    explorer = OddsExplorer(DRAWN, 3, minimum=20, lang="en")
    assert begun.wait(PATIENCE)
    assert explorer.answer == odds(DRAWN, 2, 20)
    assert explorer._status.working == "Searching through 3 draws…"
    assert explorer._status.stoppable
    assert words(explorer._shown).startswith(
        "So far within 2 draws; 3 draws are being searched through. 20.4 % to finish within 2"
    )
    release.set()
    settled(explorer).close()
    assert explorer._status.working == ""


def test_a_long_search_is_stopped_and_taken_up_again(explore, gate):
    begun, release = gate
    explorer = OddsExplorer(DRAWN, 3, minimum=20, lang="en")
    assert begun.wait(PATIENCE)
    explorer._status.perform({"do": "stop"})
    assert said(explorer).startswith("Stopped; within 2 draws it is known. Search after all")
    assert explorer.answer.draws == 2
    begun.clear()
    explorer._shown.perform({"do": "again", "value": ""})
    assert begun.wait(PATIENCE)
    assert "Stopped" not in words(explorer._shown)
    release.set()
    settled(explorer).close()


def test_a_newer_hand_is_not_overwritten_by_an_older_answer(explore, gate):
    begun, _ = gate
    explorer = OddsExplorer(DRAWN, 3, minimum=20, lang="en")
    assert begun.wait(PATIENCE)
    older = explorer._asked
    explorer.picker.clear()
    explorer._take((older, odds(DRAWN, 1, 20)))
    assert settled(explorer).answer is None
    assert said(explorer).startswith("Pick 13 cards")
    explorer.close()


def test_more_draws_are_looked_up_where_it_is_solved(explore, monkeypatch, tmp_path):
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    hand = "1cn 1cv 1cb 2eb 3rv"
    explorer = explore(hand, 2, rules=TINY, minimum=16)
    assert "solve the solitaire once" in words(explorer._options)
    assert "neuroanalysis solve neurotrio" in words(explorer._options)
    do(explorer, "draws", "5")
    assert "run neuroanalysis solve neurotrio" in said(explorer)
    solve(TINY, [16], 6, folder=solution_folder(TINY))
    explorer._refresh_texts()
    do(explorer, "draws", "6")
    assert explorer.answer == odds(hand, 6, 16, rules=TINY)
    assert explorer.answer.method == "solution"
    assert 'max="6"' in explorer._options.html
    assert "solve the solitaire" not in words(explorer._options)
    assert "looked up in the solved solitaire" in said(explorer)


def test_wrong_requests_are_said_or_are_faults(explore):
    explorer = explore(DRAWN, 1)
    do(explorer, "draws", "99")
    assert "Draws to come: 99 is outside 1 to 40" in explorer.picker.message
    assert explorer.draws == 1
    do(explorer, "model", "luck")
    assert "luck" in explorer.picker.message
    with pytest.raises(ValueError, match="fly"):
        do(explorer, "fly")
    with pytest.raises(traitlets.TraitError):
        explorer.draws = 0
    with pytest.raises(InputError, match="luck"):
        OddsExplorer(model="luck")


def test_in_french_everything_is_french(explore):
    explorer = explore(f"{DRAWN} | seen 3cn | minimum 20", minimum=None)
    english = said(explorer) + words(explorer._options)
    do(explorer, "language", "fr")
    page = said(explorer) + words(explorer._options)
    assert page.startswith("20,4 % de finir en 2 pioches")
    for word in ("draws", "Moves", "Points at", "return", "Rules", "best", "Seen"):
        assert word in english
        assert word not in page
    do(explorer, "language", "en")
    assert said(explorer) + words(explorer._options) == english


def test_without_a_kernel_the_answer_can_still_be_seen(explore):
    bundle = explore(DRAWN)._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "20.4 % to finish" in bundle["text/html"]
    assert bundle["text/plain"] == "Neurotrio odds explorer"
