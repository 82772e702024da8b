"""The balance explorer, driven through its traits and its page's requests; no browser."""

from __future__ import annotations

import io
import json
import re
import sys
import threading
from html import unescape

import pandas as pd
import pytest

from neuroanalysis.errors import InputError, NeuroanalysisError
from neuroanalysis.games.neurotrio import Rules, study
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.balance import BalanceExplorer, Question
from neuroanalysis.widgets.balance.form import house_rules, house_words
from neuroanalysis.widgets.balance.questions import stages
from tests.widgets.table_players import quick_rounds

PATIENCE = 120


@pytest.fixture
def quick(monkeypatch):
    """Rounds that take no time; what is worked out from them is the real thing."""
    module = sys.modules["neuroanalysis.games.neurotrio.study.simulate"]
    monkeypatch.setattr(module, "play_rounds", quick_rounds)


@pytest.fixture
def explore(quick):
    """Make explorers, and close them in the end."""
    made = []

    def make(*args, **options):
        made.append(BalanceExplorer(*args, **{"lang": "en", "rounds": 300, **options}))
        return made[-1]

    yield make
    for explorer in made:
        explorer.close()
    set_language(None)


def words(panel):
    bare = re.sub(r"<svg.*?</svg>", "", panel.html, flags=re.S)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", bare).split()))


def do(explorer, action, value=""):
    """Use the page."""
    explorer._options.perform({"do": action, "value": value})
    assert explorer.wait(PATIENCE)
    return explorer


def test_nothing_is_saved_before_it_is_found(explore, tmp_path):
    with pytest.raises(InputError, match="no answer"):
        explore().save(tmp_path / "table.json")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_simulated_before_it_is_asked_for(explore):
    explorer = explore()
    assert explorer.answers.simulation is None
    assert words(explorer._shown).startswith("Choose players and minimums, then simulate")


def test_a_table_is_simulated_as_study_does(explore):
    explorer = explore(["child", "expert"])
    do(explorer, "simulate")
    wanted = study.simulate(["child", "expert"], [18, 24], rounds=300, seed=1)
    found = explorer.answers.simulation
    assert found.played.equals(wanted.played)
    said = words(explorer._shown)
    share = wanted.players["finish_share"][0]
    assert f"Ana · child · 18 {100 * share.value:.3g} %" in said
    assert f"{100 * share.interval.low:.3g} % – {100 * share.interval.high:.3g} %" in said
    mean = wanted.players["points"][1]
    assert f"Bo · expert · 24 {mean.value:.3g}" in said
    assert f"turns {wanted.length.value:.3g}" in said
    assert "Estimates from 300 rounds, seed 1; intervals of 95 %." in said


def test_a_minimum_is_moved_by_its_slider(explore):
    explorer = explore(["child", "child"])
    do(explorer, "simulate")
    before = explorer.answers.simulation.players["finish_share"][0].value
    do(explorer, "minimum-0", "30")
    assert explorer.seats.minimums == (30, 18)
    assert "has changed since" in words(explorer._shown)
    do(explorer, "simulate")
    assert explorer.answers.simulation.players["finish_share"][0].value < before
    assert "has changed since" not in words(explorer._shown)
    do(explorer, "suggested")
    assert explorer.seats.minimums == (18, 18)
    do(explorer, "minimum-0", "1000")
    assert "1000" in words(explorer._shown)
    assert explorer.seats.minimums == (18, 18)


def test_the_curve_has_a_point_for_each_minimum_tried(explore):
    explorer = explore(["child", "hiker"])
    do(explorer, "moving", "1")
    do(explorer, "curve")
    sweep = explorer.answers.sweep
    assert sweep.minimums == (18, 20, 22, 24, 26)
    for place, minimum in enumerate(sweep.minimums):
        wanted = study.simulate(["child", "hiker"], [18, minimum], rounds=300, seed=1)
        assert sweep.points[place] == tuple(wanted.players["points"])
        assert sweep.finishes[place] == tuple(wanted.players["finish_share"])
    # It is saved with a row for each minimum and player, and estimates as numbers.
    read = pd.read_csv(io.StringIO(explorer._saved().content("csv")))
    assert read["points"].tolist() == [one.value for found in sweep.points for one in found]
    assert (read["finishes_low"] <= read["finishes"]).all()
    curve = json.loads(explorer._saved().content("json"))["sweep"]["curve"]
    assert [one["minimum"] for one in curve] == [18, 20, 22, 24, 26]
    said = words(explorer._shown)
    assert "What everybody has as the minimum of Bo moves" in said
    assert explorer._shown.html.count('role="img"') == 2


def test_balance_finds_what_the_search_finds(explore):
    explorer = explore(["child", "expert"])
    do(explorer, "balance")
    wanted = study.design_minimums(["child", "expert"], rounds=300, seed=1)
    design = explorer.answers.design
    assert design.minimums == wanted.minimums
    assert design.spread == wanted.spread
    said = words(explorer._shown)
    assert f"Minimums found: {' / '.join(map(str, wanted.minimums))}" in said
    fair = "Fair within 1" if wanted.balanced else "Not shown to be fair within 1"
    assert fair in said
    # Beside the suggested minimums, on the same cards.
    suggested = study.simulate(["child", "expert"], [18, 24], rounds=300, seed=1)
    assert explorer.answers.suggested.played.equals(suggested.played)
    assert explorer.answers.found.table.minimums == wanted.minimums
    assert "suggested: 18 / 24" in said
    do(explorer, "adopt")
    assert explorer.seats.minimums == wanted.minimums


def test_what_is_to_be_equal_is_asked(explore):
    explorer = explore(["child", "expert"])
    do(explorer, "target", "equal-finishes")
    do(explorer, "balance")
    assert explorer.answers.design.target == "equal-finishes"
    assert "%" in words(explorer._shown).split("Minimums found")[1].split("What was looked at")[0]


def test_a_house_rule_stands_beside_the_rules(explore):
    explorer = explore(["child", "child"])
    do(explorer, "house-trio_points", "3")
    assert explorer.house == Rules(trio_points=3)
    assert "House rule: trio_points=3" in words(explorer._options)
    do(explorer, "simulate")
    tried = study.simulate(
        ["child", "child"], [18, 18], rules=Rules(trio_points=3), rounds=300, seed=1
    )
    assert explorer.answers.house.played.equals(tried.played)
    assert explorer.answers.simulation.table.rules == Rules()
    assert "rules as they are trio_points=3" in words(explorer._shown)
    do(explorer, "balance")
    assert explorer.answers.design.table.rules == Rules(trio_points=3)
    do(explorer, "house-words", "reshuffles=1 one_duo=true")
    assert explorer.house == Rules(reshuffles=1, one_duo=True)
    do(explorer, "house-words", "reshufles=1")
    assert "reshuffles" in words(explorer._shown)
    do(explorer, "no-house")
    assert explorer.house is None


@pytest.mark.parametrize(
    ("rules", "house"),
    [
        (Rules(), Rules(trio_points=3)),
        (Rules(one_duo=True), Rules()),
        (Rules(), Rules(reshuffles=0, finish_points=8)),
        (Rules(trio_points=3), Rules(trio_points=3, carre=False)),
    ],
)
def test_the_words_of_a_house_rule_make_it_again(rules, house):
    assert house_rules(rules, None, "house-words", house_words(rules, house)) == house
    assert house_rules(rules, house, "house-words", "") is None


def test_other_rules_bring_their_players_and_minimums(explore):
    explorer = explore(["child"] * 4, house=Rules(trio_points=3))
    do(explorer, "preset", "three_trios")
    assert explorer.rules.hand_size == 8
    assert explorer.house is None
    assert len(explorer.seats) == 4
    do(explorer, "count", "2")
    do(explorer, "level-1", "expert")
    wanted = dict(explorer.rules.minimums)["expert"]
    assert explorer.seats[1] == ("expert", wanted)


def test_rounds_are_shown_as_they_come_and_stay_when_stopped(explore, monkeypatch):
    begun, release = threading.Event(), threading.Event()

    def slow(table, seed, begin, stop, *, control=None):
        if begin >= 250:
            begun.set()
            while not release.wait(0.01):
                control.check()
        return quick_rounds(table, seed, begin, stop, control=control)

    module = sys.modules["neuroanalysis.games.neurotrio.study.simulate"]
    monkeypatch.setattr(module, "play_rounds", slow)
    explorer = explore(["child", "child"], rounds=600)
    explorer._options.perform({"do": "simulate", "value": ""})
    assert begun.wait(PATIENCE)
    for _ in range(500):
        if explorer.answers.simulation is not None:
            break
        release.wait(0.01)
    assert explorer.answers.simulation.rounds == 250
    assert "250 rounds of 600 so far." in words(explorer._shown)
    assert explorer._status.working
    explorer._status.perform({"do": "stop"})
    assert explorer.wait(PATIENCE)
    assert "Stopped. What was found stays." in words(explorer._shown)
    assert explorer.answers.simulation.rounds == 250
    release.set()
    do(explorer, "simulate")
    assert explorer.answers.simulation.rounds == 600


def test_it_speaks_french(explore):
    explorer = explore(["child", "expert"], house=Rules(trio_points=3))
    for action in ("simulate", "curve", "balance"):
        do(explorer, action)
    do(explorer, "language", "fr")
    said = words(explorer._options) + words(explorer._shown)
    for part in (
        "La table simulée",
        "Part des manches finies par chacun",
        "Ana · enfant · 18",
        "règles telles quelles",
        "Minimums trouvés",
        "Les minimums trouvés à côté des minimums suggérés",
        "Faire varier le minimum",
    ):
        assert part in said


def test_what_cannot_be_is_said(explore):
    with pytest.raises(NeuroanalysisError):
        explore(["wizard", "child"])
    explorer = explore(["child", "child"])
    do(explorer, "rounds", "5")
    assert "100" in words(explorer._shown)
    assert explorer.rounds == 300
    with pytest.raises(ValueError, match="unknown request"):
        do(explorer, "dance")


def test_a_saved_notebook_keeps_what_was_found(explore):
    explorer = explore(["child", "child"])
    assert "text/html" not in explorer._repr_mimebundle_()
    do(explorer, "simulate")
    bundle = explorer._repr_mimebundle_()
    assert "Estimates from 300 rounds" in bundle["text/html"]


def test_what_was_played_is_not_played_again(tmp_path, monkeypatch):
    played = []

    def counted(table, seed, begin, stop, *, control=None):
        played.append((begin, stop))
        return quick_rounds(table, seed, begin, stop, control=control)

    module = sys.modules["neuroanalysis.games.neurotrio.study.simulate"]
    monkeypatch.setattr(module, "play_rounds", counted)
    question = Question(("child", "child"), (18, 18), Rules(), 500, 1)
    question.simulate(tmp_path)
    assert sorted(played) == [(0, 250), (250, 500)]
    question.simulate(tmp_path, rounds=250)
    assert len(played) == 2
    # Another table's rounds are others.
    question.with_minimum(0, 19).simulate(tmp_path, rounds=250)
    assert len(played) == 3
    assert stages(500) == [250, 500]
