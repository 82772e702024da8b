"""Results are shown drawn in a notebook, and nothing is loaded for it before there is a result."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from importlib import import_module

import pytest
from IPython.core.interactiveshell import InteractiveShell

import neuroanalysis
from neuroanalysis.games import conquete, mhing, neurotrio, okey51, tichu
from neuroanalysis.games.conquete import analysis as conquete_analysis
from neuroanalysis.games.conquete import play as conquete_play
from neuroanalysis.games.mhing import analysis as mhing_analysis
from neuroanalysis.games.mhing import play as mhing_play
from neuroanalysis.games.mhing import study as mhing_study
from neuroanalysis.games.neurotrio.play import deal
from neuroanalysis.games.neurotrio.study import design_minimums, simulate
from neuroanalysis.games.neurotrio.study.compare import compare_deals
from neuroanalysis.games.neurotrio.study.sensitivity import sensitivity
from neuroanalysis.games.okey51 import analysis as okey51_analysis
from neuroanalysis.games.okey51 import play as okey51_play
from neuroanalysis.games.okey51 import scoring as okey51_scoring
from neuroanalysis.games.okey51 import study as okey51_study
from neuroanalysis.games.tichu import analysis as tichu_analysis
from neuroanalysis.games.tichu import play as tichu_play
from neuroanalysis.games.tichu import study as tichu_study
from neuroanalysis.plots import register_here
from neuroanalysis.plots.formatters import DRAWINGS
from tests.drawn import faults
from tests.project import ROOT

HAND = "123345567m 99m 2p 1z"
RACK = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9"

_TABULATED = {
    *("Distances", "Comparison", "RulesEffect", "Reach"),
    *("Beaten", "CallAdvice", "ExchangeRanking", "CardValues"),
    "PassingEffect",
}


@pytest.fixture
def shell():
    """A shell that keeps no history on disk and is gone afterwards."""
    shell = InteractiveShell()
    shell.history_manager.enabled = False
    yield shell
    shell.history_manager.end_session()


def mhing_results():
    answer = mhing.evaluate("123445566789m 11z")
    tables = mhing_study.compare_minimums(["fast", "fast"], (0, 1), rounds=2, workers=1)
    return [
        answer,
        answer.position,
        mhing_analysis.distances(HAND),
        mhing_analysis.discards(f"{HAND} 5s"),
        mhing_analysis.credits_reachable(HAND),
        mhing_analysis.odds(HAND, draws=2),
        mhing_analysis.choose_goal(HAND, aims=["fast"], samples=2),
        tables.tables[0],
        mhing_study.RulesEffect(tables.tables[0], tables.tables[1]),
        tables,
        mhing_play.deal(["Ana", "Bo"], seed=1),
    ]


def tichu_results():
    answer = tichu.evaluate("7s 7h 9d")
    hand = "2s 3h 4d 5c 7s 8h 9d Tc Js Qh Kd As Dr Ph"
    [play] = tichu.combinations("Dr")
    unseen = tichu_analysis.Unseen.of(play.bits)
    rules = tichu.Rules()
    return [
        answer,
        answer.best,
        answer.leads,
        tichu.answers("7s", trick="5s"),
        answer.position,
        tichu_analysis.beaten(play, unseen),
        tichu_study.whether_to_call(hand, rounds=2, workers=1),
        tichu_study.rank_exchanges(hand, ["2s As 3h"], rounds=2, workers=1),
        tichu_study.value_of_cards(["Dr"], rounds=2, workers=1),
        tichu_study.simulate(["planner"] * 4, rounds=2, workers=1),
        tichu_study.compare_rules(rules, rules, ["planner"] * 4, rounds=2, workers=1),
        tichu_play.deal(["Ana", "Bo", "Cem", "Dua"], seed=1),
    ]


def conquete_results():
    answer = conquete.evaluate("2cv 1eb", domain="0,0 2eb ; 0,1 2ev", player=1)
    rules = conquete.Rules()
    return [
        answer,
        answer.position,
        answer.position.domain,
        conquete_analysis.cell_chances("2ev 2cb"),
        conquete_analysis.cell_table(2),
        conquete_analysis.outlook(answer.position),
        conquete.simulate(["greedy"] * 2, rounds=2, workers=1),
        conquete.compare_rules(rules, rules, ["greedy"] * 2, rounds=2, workers=1),
        conquete.passing_effect(["greedy"] * 2, rounds=2, workers=1),
        conquete.design_extra_card(["greedy"] * 2, rounds=20, high=1, workers=1),
        conquete_play.deal(["Ana", "Bo"], seed=1),
    ]


@cache
def results():
    answer = neurotrio.evaluate("1cn*3 1cv")
    rack = okey51_scoring.evaluate(RACK, okey="y2")
    found = [
        answer,
        answer.best,
        answer.position,
        neurotrio.discards("1cn*4 1cv*4 1cb*4 2rb*2"),
        neurotrio.NEUROTRIO.under().ask("1cn*3"),
        neurotrio.odds("1cn*4 1cv*4 1cb*4 2rb*2", minimum=18),
        sensitivity(),
        compare_deals(neurotrio.Rules(), neurotrio.Rules(finish_points=11)),
        deal(["Ana", "Bo"], seed=1),
        simulate(["child", "child"], rounds=2),
        design_minimums(["child", "child"], rounds=100, high=18),
        neurotrio.deal_distribution("duos", 2),
        neurotrio.sample_deals("duos", 2, samples=10),
        rack,
        rack.position,
        okey51.OKEY51.under().ask(RACK, {"okey": "y2"}),
        okey51_analysis.odds(RACK, draws=2, okey="y2"),
        okey51_analysis.distances(RACK, okey="y2"),
        okey51_analysis.discards(f"{RACK} b2", okey="y2"),
        okey51_analysis.compare_openings(samples=20),
        okey51_study.simulate(["opener"] * 4, rounds=2),
        okey51_study.doubling_effect(["opener"] * 4, rounds=2),
        okey51_study.balance_threshold(["opener"] * 4, rounds=100, low=50, high=52),
        okey51_play.deal(["Ana", "Bo", "Cem", "Dua"], seed=1),
        *mhing_results(),
        *tichu_results(),
        *conquete_results(),
    ]
    return {(type(result).__module__, type(result).__name__): result for result in found}


def shown(shell, result):
    formats, _ = shell.display_formatter.format(result)
    return formats


@pytest.mark.parametrize(("module", "name"), DRAWINGS)
def test_a_drawn_type_is_where_it_is_said_to_be(module, name):
    kind = getattr(import_module(module), name)
    assert (kind.__module__, kind.__name__) == (module, name)
    assert (module, name) in results()


def test_results_are_drawn_once_the_extension_is_loaded(shell):
    for result in results().values():
        assert "text/html" not in shown(shell, result)
    shell.run_line_magic("load_ext", "neuroanalysis")
    for (_, name), result in results().items():
        formats = shown(shell, result)
        tabulated = "Distribution" in name or name in _TABULATED
        assert ("<table" if tabulated else "<svg") in formats["text/html"], name
        assert faults(formats["text/html"]) == (), name
        assert formats["text/plain"] == repr(result) or "(" in formats["text/plain"]
    assert "text/html" not in shown(shell, 42)


def test_outside_a_shell_nothing_happens():
    register_here()
    assert callable(neuroanalysis.load_ipython_extension)


def test_importing_the_package_in_a_notebook_is_enough_and_loads_nothing():
    script = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.history_manager.enabled = False
before = set(sys.modules)
import neuroanalysis
new = {name.split(".")[0] for name in set(sys.modules) - before}
print(sorted({"ipywidgets", "matplotlib", "numba", "pandas"} & new))
from neuroanalysis.games import neurotrio, okey51
formats, _ = shell.display_formatter.format(neurotrio.evaluate("1cn*3"))
print("<svg" in formats["text/html"])
"""
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert answer.stdout.split("\n")[:2] == ["[]", "True"]
