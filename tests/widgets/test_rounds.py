"""The round explorer, driven through its traits and its page's requests; no browser."""

from __future__ import annotations

import re
import threading
from html import unescape
from importlib import import_module

import pytest

from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.neurotrio import PIECES, Rules, kind_name
from neuroanalysis.games.neurotrio.play import Draw, deal, replay, result
from neuroanalysis.games.neurotrio.study import simulate
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.rounds import RoundExplorer
from tests.project import ROOT
from tests.widgets.table_players import Lucky

PATIENCE = 120
TRANSCRIPTS = ROOT / "tests" / "games" / "neurotrio" / "transcripts"

module = import_module("neuroanalysis.widgets.rounds.explorer")


@pytest.fixture
def watch(monkeypatch):
    """Make explorers with quick players, and close them in the end."""
    monkeypatch.setattr(module, "player", lambda level, minimum, rules: Lucky())
    made = []

    def make(*args, **options):
        made.append(RoundExplorer(*args, **{"lang": "en", **options}))
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
    bare = re.sub(r"<svg.*?</svg>", "", panel.html, flags=re.S)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", bare).split()))


def do(explorer, action, value=""):
    """Use the page."""
    explorer._shown.perform({"do": action, "value": value})
    return settled(explorer)


def buttons(explorer, action):
    """The values of the buttons of an action that can be used."""
    found = re.findall(rf'data-do="{action}" data-value="([^"]*)"([^>]*)>', explorer._shown.html)
    return [value for value, rest in found if "aria-disabled" not in rest]


def test_it_deals_the_round_that_a_simulation_plays(watch):
    explorer = watch(["child", "hiker", "expert"], seed=3, number=4)
    wanted = deal(["Ana", "Bo", "Cam"], seed=(3 << 32) + 4, first=1, minimums=[18, 22, 24])
    assert explorer.course.state == wanted
    said = words(explorer._shown)
    assert "Turn 1 · Bo draws. Round 4 of seed 3 · pile of 69 cards" in said
    assert "Ana child · minimum 18" in said
    assert "Bo hiker · minimum 22 to draw" in said
    do(explorer, "another")
    assert explorer.course.state.active == 2
    assert "Round 5 of seed 3" in words(explorer._shown)


def test_it_is_watched_move_by_move_and_back(watch):
    explorer = watch()
    top = PIECES.codes[explorer.course.state.pile[0]]
    assert buttons(explorer, "back") == []
    do(explorer, "next")
    assert explorer._shown.spoken == f"Ana draws {top}."
    assert "pile of 81 cards" in words(explorer._shown)
    do(explorer, "next")
    thrown = explorer.course.moves[1]
    assert f"Ana discards {PIECES.codes[thrown.kind]}. Ana draws {top}." in words(explorer._shown)
    assert "Discarded by Ana" in words(explorer._shown)
    do(explorer, "turn")
    assert explorer.course.turn == 2
    at = explorer.course.at
    do(explorer, "back")
    assert explorer.course.at < at
    do(explorer, "begin")
    assert explorer.course.at == 0
    do(explorer, "turn")
    do(explorer, "turn")
    assert explorer.course.turn == 3


def test_the_end_tells_points_and_groups(watch):
    explorer = watch(["child"] * 4)
    do(explorer, "end")
    assert explorer.course.over
    ended = result(explorer.course.state)
    said = words(explorer._shown)
    names = explorer.course.state.names
    points = ", ".join(f"{name} {n}" for name, n in zip(names, ended.points, strict=True))
    assert points in said
    for name in names:
        assert f"What counts for {name}" in said
    assert buttons(explorer, "next") == buttons(explorer, "end") == []


def test_a_finished_round_of_the_rules_is_told(watch):
    explorer = watch()
    explorer.open((TRANSCRIPTS / "pang_to_finish.txt").read_text(encoding="utf-8"))
    settled(explorer)
    source = (TRANSCRIPTS / "pang_to_finish.txt").read_text(encoding="utf-8")
    points = re.search(r"^scores (.*)$", source, flags=re.M)[1]
    finisher = re.search(r"^(\w+) finishes", source, flags=re.M)[1]
    said = words(explorer._shown)
    assert f"{finisher} has finished. {points}." in said
    assert "Round opened from text" in said
    assert f"{finisher} finishes." in said
    do(explorer, "back")
    assert not explorer.course.over


def test_closed_hands_are_not_on_the_page(watch):
    explorer = watch(["child"] * 3, person=1, open_hands=False)
    for _ in range(4):
        state = explorer.course.state
        if state.phase == "over":
            break
        seen = {card.kind for card in state.discards}
        seen |= {state.offered.kind} if state.offered else set()
        seen |= {kind for kind, n in enumerate(state.hands[1]) if n}
        for player in range(3):
            seen |= {kind for kind in range(27) if state.kept[player][kind]}
            seen |= {kind for kind in range(27) if state.laid[player][kind]}
        told = [move.kind for move in explorer.course.done if hasattr(move, "kind")]
        hidden = set(range(27)) - seen - set(told)
        page = explorer._shown.html + explorer._shown.spoken
        # What the person drew himself is told to him.
        drawn = {
            explorer.course.states[place].pile[0]
            for place, move in enumerate(explorer.course.done)
            if move == Draw(1)
        }
        for kind in hidden - drawn:
            assert PIECES.codes[kind] not in page
            assert kind_name(kind) not in page
        assert "draws a card." in page or explorer.course.at < 2
        if explorer.course.awaited is not None:
            act(explorer)
    free = sum(explorer.course.state.hands[0]) - sum(explorer.course.state.kept[0])
    assert f"{free} cards, not shown" in explorer._shown.html
    explorer.open_hands = True
    assert "not shown" not in explorer._shown.html


def act(explorer):
    """Decide somehow."""
    for action in ("draw", "pass", "discard"):
        values = buttons(explorer, action)
        if values:
            do(explorer, action, values[0])
            return


def test_a_person_plays_against_the_players(watch):
    explorer = watch(["child", "child"], person=0)
    assert explorer.course.awaited == 0
    assert "Ana, it is your turn: draw a card." in words(explorer._shown)
    assert buttons(explorer, "next") == []
    do(explorer, "draw", "0")
    state = explorer.course.state
    wanted = [f"1 {PIECES.codes[kind]}" for kind, n in enumerate(state.hands[0]) for _ in range(n)]
    assert buttons(explorer, "discard") == wanted
    do(explorer, "discard", wanted[0])
    # Bo has gone on; something is to be decided again.
    assert explorer.course.awaited == 0
    assert explorer.course.at > 2
    for _ in range(60):
        if explorer.course.over:
            break
        act(explorer)
    do(explorer, "take-back")
    assert explorer.course.awaited == 0
    assert not explorer.course.latest


def test_what_is_against_the_rules_changes_nothing_and_says_why(watch):
    explorer = watch(["child", "child"], person=0)
    do(explorer, "draw", "0")
    before = explorer.course
    do(explorer, "finish", "1")
    assert explorer.course is before
    assert "Ana cannot finish: his cards are not 1 duo and 4 structures" in words(explorer._shown)
    assert "clauses 4.1 and 4.2" in explorer._shown.spoken
    # The buttons are still there, and the next move clears the reproach.
    do(explorer, "discard", buttons(explorer, "discard")[0])
    assert "cannot finish" not in words(explorer._shown)


def test_buttons_of_a_moment_that_is_gone_do_nothing(watch):
    explorer = watch(["child", "child"], person=0)
    do(explorer, "draw", "0")
    before = explorer.course
    do(explorer, "draw", "0")
    do(explorer, "discard", "0 1cn")
    assert explorer.course is before


def test_a_panged_card_of_the_person_may_not_go(watch):
    explorer = watch()
    source = (TRANSCRIPTS / "pangs.txt").read_text(encoding="utf-8")
    read = replay(source)
    # Up to the first pang, played on by the person who said it.
    lines, panged = [], ""
    for line in source.splitlines():
        lines.append(line)
        if " pangs " in line and not line.startswith(("#", "refused")):
            panged = line
            break
    name, _, code = panged.split()
    explorer.person = read.begin.names.index(name)
    settled(explorer)
    explorer.open("\n".join(lines))
    settled(explorer)
    do(explorer, "next")  # the others pass
    course = explorer.course
    assert course.awaited == explorer.person
    kind = PIECES.kind(code)
    assert course.state.hands[explorer.person][kind] == course.state.kept[explorer.person][kind]
    do(explorer, "discard", f"{course.at} {code}")
    assert explorer.course is course
    assert f"{name} panged {code} and may never discard that card" in words(explorer._shown)


def test_a_round_is_saved_and_opened_again(watch):
    explorer = watch(["child"] * 3)
    do(explorer, "end")
    saved, end = explorer.transcript, explorer.course.state
    assert replay(saved).end == end
    do(explorer, "saving")
    assert "data:text/plain" in explorer._files.html
    other = watch()
    do(other, "load", saved)
    assert other.course.state == end
    assert len(other.seats) == 3
    assert other.course.turn == explorer.course.turn
    do(other, "load", "players Ana 18, Bo 20\nhand Ana: 9zz")
    assert other.course.state == end
    assert "line 2" in words(other._shown)
    do(other, "load-large", "deal.txt")
    assert "deal.txt is no transcript: it is too large" in words(other._shown)


def test_an_opened_round_goes_on(watch):
    explorer = watch()
    do(explorer, "next")
    do(explorer, "next")
    saved = explorer.transcript
    do(explorer, "load", saved)
    assert explorer.course.at == 2
    do(explorer, "end")
    assert explorer.course.over
    assert explorer.course.moves[:2] == replay(saved).moves[:2]
    explorer.number = 1
    settled(explorer)
    assert "Round 1 of seed 1" in words(explorer._shown)


def test_settings_begin_anew(watch):
    explorer = watch()
    do(explorer, "next")
    do(explorer, "count", "5")
    assert len(explorer.course.state.names) == 5
    assert explorer.course.at == 0
    do(explorer, "level-4", "child")
    do(explorer, "minimum-0", "33")
    assert explorer.course.state.minimums == (33, 22, 22, 22, 18)
    do(explorer, "preset", "three_trios")
    assert sum(explorer.course.state.hands[0]) == 8
    do(explorer, "one_duo", "true")
    assert explorer.course.state.rules.one_duo
    do(explorer, "seed", "77")
    assert explorer.seed == 77
    do(explorer, "seed", "many")
    assert "many" in words(explorer._shown)
    assert explorer.seed == 77
    do(explorer, "person", "2")
    assert explorer.person == 2
    assert explorer.course.awaited == 2 or explorer.course.over
    do(explorer, "count", "2")
    assert explorer.person is None


def test_the_page_speaks_both_languages(watch):
    explorer = watch(["child", "expert"], person=0)
    do(explorer, "draw", "0")
    do(explorer, "finish", "1")
    do(explorer, "language", "fr")
    said = words(explorer._options) + words(explorer._shown) + words(explorer._files)
    assert "Ana, finissez, posez un carré, ou cliquez la carte à rejeter." in said
    assert "Ana ne peut pas finir" in said
    assert "Bo expert · minimum 24 piochera ensuite" in said
    assert "Manche 0 de la graine 1 · pioche de 81 cartes" in said
    assert "Transcription" in said


def test_a_round_that_runs_can_be_stopped(watch, monkeypatch):
    gate, begun = threading.Event(), threading.Event()

    class Slow(Lucky):
        def move(self, state, player, key):
            if len(state.pile) < 78:
                begun.set()
                gate.wait(PATIENCE)
            return super().move(state, player, key)

    monkeypatch.setattr(module, "player", lambda level, minimum, rules: Slow())
    explorer = watch()
    explorer._shown.perform({"do": "end", "value": ""})
    assert begun.wait(PATIENCE)
    assert explorer._shown.working
    explorer._shown.perform({"do": "stop"})
    gate.set()
    settled(explorer)
    assert 0 < explorer.course.at < 40
    assert not explorer.course.over
    do(explorer, "next")
    assert not explorer.course.over


def test_without_a_kernel_the_round_is_shown_as_it_was(watch):
    bundle = watch()._repr_mimebundle_()
    assert bundle["text/plain"] == "A round of Neurotrio, step by step"
    assert bundle["text/html"].count("<svg") >= 26
    assert "<button" not in bundle["text/html"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"players": ["child"]}, PositionError),
        ({"players": ["child", "wizard"]}, InputError),
        ({"players": ["child", "child"], "person": 2}, InputError),
        ({"players": ["child"] * 2, "minimums": [18, 20], "rules": Rules(players_min=3)},
         PositionError),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(arguments, error):
    with pytest.raises(error):
        RoundExplorer(**arguments)


def test_an_unknown_request_is_a_fault_of_the_program(watch):
    with pytest.raises(ValueError, match="unknown request"):
        do(watch(), "dance")


@pytest.mark.parametrize(("levels", "number"), [(["child", "hiker"], 4), (["beginner"] * 3, 1)])
def test_a_watched_round_is_that_of_the_simulation(levels, number):
    """The readable engine, move by move, against the compiled one, which is another program."""
    explorer = settled(RoundExplorer(levels, seed=3, number=number, lang="en"))
    try:
        do(explorer, "end")
        played = simulate(levels, rounds=number + 1, seed=3).played
        assert explorer.course.over
        assert list(explorer.course.result.points) == played.points[number].tolist()
        assert explorer.course.turn == played.turns[number]
        assert explorer.course.state.reshuffles == played.reshuffles[number]
    finally:
        explorer.close()
        set_language(None)
