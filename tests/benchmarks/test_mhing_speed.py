"""How fast Mhing hands are answered, beside the mahjong package; no limit that a test enforces.

``make bench`` measures and prints the figures in words. As plain tests, all run on a little work.
The figures are those after compilation; what compiling takes is measured in a fresh process.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time

import numpy as np
import pytest

from neuroanalysis.core.hands import deal_hands
from neuroanalysis.games.mhing import Rules, distance_many, evaluate, evaluate_many
from neuroanalysis.games.mhing.pieces import COPIES
from neuroanalysis.games.mhing.scoring import block_tables
from tests.benchmarks.measuring import each, rate, timed, times
from tests.games.mhing.support import array, winning_hand
from tests.oracles import mhing as oracle
from tests.project import ROOT


def winning_hands(n, jokers, seed=1):
    """Return random winning hands with so many jokers, in order of their making."""
    rng = random.Random(seed)
    return array([winning_hand(rng, jokers)[0] for _ in range(n)])


def random_hands(n, jokers=True):
    stock = [*COPIES[:34], COPIES[34] * jokers, 0]
    return deal_hands(n, 14, stock, np.random.default_rng(1))


def in_cpu(hand):
    """Return the seconds of CPU that the search for the best reading of a hand takes."""
    from neuroanalysis.games.mhing._kernels.readings import search, workspace

    work, rules = workspace(), Rules().to_arrays()
    laid, nothing = np.full(4, -1, dtype=np.int64), np.zeros((0, 5), dtype=np.int64)
    before = time.thread_time()
    search(hand, int(hand[34]), laid, rules, -1, nothing, work)
    return time.thread_time() - before


@pytest.mark.parametrize("jokers", range(7))
def test_best_credits_of_winning_hands(measure, jokers):
    measure.title = f"credits of the best reading, winning hands with {jokers} jokers, one core"
    n = 20_000 if measure.real else 20
    hands = winning_hands(n, jokers)
    measure.run(evaluate_many, hands, workers=1)
    spent = [in_cpu(hand) for hand in hands[:2000]]
    few = hands[: max(1, 20 - 10 * jokers)]
    if jokers < 3:
        by_oracle, judged = timed(each, lambda hand: oracle.evaluate(hand)[0], few.tolist())
        assert judged == evaluate_many(few).tolist()
        ratio = times(by_oracle / len(few), measure.seconds / n)
        measure.tell("ratio to trying every identity of every joker", ratio)
    measure.tell("speed", rate(n, measure.seconds))
    measure.tell("worst hand of 2,000", f"{1000 * max(spent):.2f} ms of CPU")


@pytest.mark.parametrize("jokers", [0, 3, 6])
def test_all_best_readings_explained(measure, jokers):
    measure.title = f"all best readings explained, winning hands with {jokers} jokers, one by one"
    hands = winning_hands(500 if measure.real else 3, jokers)
    answers = measure.run(each, evaluate, hands)
    assert all(answer.complete for answer in answers)
    measure.tell("speed", rate(len(hands), measure.seconds))


def in_words(measure, ours, n, theirs, few):
    measure.tell("mahjong", rate(few, theirs))
    measure.tell("here", rate(n, ours))
    measure.tell("ratio", times(theirs / few, ours / n))


@pytest.mark.parametrize("sort", ["random", "winning"])
def test_distance_beside_the_mahjong_package(measure, sort):
    shanten = pytest.importorskip("mahjong.shanten").Shanten
    measure.title = f"distance of {sort} hands without jokers, beside mahjong's, one core"
    n, few = (300_000, 3000) if measure.real else (100, 20)
    hands = random_hands(n, jokers=False) if sort == "random" else winning_hands(few, 0)
    hands[:, 35] = 0
    hands = np.resize(hands, (n, 36))
    found = measure.run(distance_many, hands, workers=1)
    theirs, judged = timed(
        each, shanten.calculate_shanten_for_regular_hand, hands[:few, :34].tolist()
    )
    assert found[:few].tolist() == [value + 1 for value in judged]
    in_words(measure, measure.seconds, n, theirs, few)


@pytest.mark.parametrize("sort", ["random", "winning"])
def test_win_check_beside_the_mahjong_package(measure, sort):
    from neuroanalysis.games.mhing._kernels.distance import wins

    agari = pytest.importorskip("mahjong.agari").Agari
    measure.title = f"win check of {sort} hands without jokers, beside mahjong's, one core"
    n, few = (300_000, 3000) if measure.real else (100, 20)
    hands = random_hands(n, jokers=False) if sort == "random" else winning_hands(few, 0)
    hands = np.resize(hands, (n, 36))
    answers, progress = np.zeros(n, dtype=np.bool_), np.zeros(2, dtype=np.int64)
    measure.run(wins, hands, block_tables(), answers, progress)
    theirs, judged = timed(each, agari.is_agari, hands[:few, :34].tolist())
    assert answers[:few].tolist() == judged
    in_words(measure, measure.seconds, n, theirs, few)


@pytest.mark.parametrize("jokers", [True, False])
def test_distance_of_random_hands(measure, jokers):
    measure.title = "distance of 14 random cards, " + (
        "jokers among them" if jokers else "no joker"
    )
    n = 300_000 if measure.real else 100
    measure.run(distance_many, random_hands(n, jokers), workers=1)
    measure.tell("speed", rate(n, measure.seconds))


# All questions of one hand in a process in which nothing is compiled yet.
COLD = """
import time
begun = time.process_time()
import numpy as np
from neuroanalysis.games.mhing import evaluate
hand = "{hand}"
before = time.process_time()
evaluate(hand)
print(before - begun, time.process_time() - before)
"""


def test_the_first_hand_of_a_fresh_machine(measure, tmp_path):
    measure.title = "the first hand where nothing is compiled yet, in CPU"
    if not measure.real:
        pytest.skip("compiles, which takes long")
    environment = dict(os.environ, NEUROANALYSIS_CACHE=str(tmp_path), PYTHONPATH=str(ROOT))
    source = COLD.format(hand="555m 5555p 5555s J J J")
    said = measure.run(
        lambda: (
            subprocess.run(
                [sys.executable, "-c", source],
                env=environment,
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        ),
        rounds=1,
        warmups=0,
    )
    measure.tell("time", f"{float(said.split()[1]):.1f} s")
