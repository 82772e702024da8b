"""How fast Mhing hands are answered, beside other packages; no limit that a test enforces.

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
from neuroanalysis.games.mhing.analysis import useful_credits
from neuroanalysis.games.mhing.pieces import COPIES
from neuroanalysis.games.mhing.scoring import block_tables
from tests.benchmarks.measuring import each, rate, timed, times
from tests.games.mhing.support import array, random_hand, winning_hand
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


SORTS = ("random", "winning", "one card off", "one suit")


def joker_free(sort, n):
    """Return hands of 14 cards without jokers and flowers: by chance, winning, nearly so..."""
    rng = random.Random(4)
    if sort == "random":
        return random_hands(n, jokers=False)
    if sort == "one suit":
        return array([random_hand(rng, 14, kinds=range(9)) for _ in range(n)])
    hands = winning_hands(n, 0)
    hands[:, 35] = 0
    if sort == "one card off":
        for hand in hands:
            hand[rng.choice(np.flatnonzero(hand))] -= 1
            hand[rng.choice([kind for kind in range(34) if hand[kind] < 4])] += 1
    return hands


def beside(measure, ours, n, others):
    """Tell speeds: ours, and for each other its seconds and its number of hands."""
    measure.tell("here", rate(n, ours))
    for name, (seconds, few) in others.items():
        measure.tell(name, f"{rate(few, seconds)}, {times(seconds / few, ours / n)} slower")


def best_of(rounds, function, hands):
    """Return the seconds of the quickest of some calls with each hand, and the answers."""
    spent = [timed(each, function, hands) for _ in range(rounds)]
    return min(seconds for seconds, _ in spent), spent[0][1]


@pytest.mark.parametrize("sort", SORTS)
def test_distance_beside_other_packages(measure, sort):
    shanten = pytest.importorskip("mahjong.shanten").Shanten
    xiangting = pytest.importorskip("xiangting")
    measure.title = f"distance of hands without jokers ({sort}), beside other packages, one core"
    n, few = (300_000, 3000) if measure.real else (100, 20)
    hands = np.resize(joker_free(sort, few), (n, 36))
    found = measure.run(distance_many, hands, workers=1)
    listed = hands[:few, :34].tolist()
    rounds = 3 if measure.real else 1
    by_mahjong, judged = best_of(rounds, shanten.calculate_shanten_for_regular_hand, listed)
    assert found[:few].tolist() == [value + 1 for value in judged]
    four = xiangting.PlayerCount.FOUR
    by_xiangting, judged = best_of(
        rounds, lambda hand: xiangting.calculate_replacement_number(hand, four), listed
    )
    # Theirs counts seven pairs, and terminals with honours, as winning too.
    assert judged == [shanten.calculate_shanten(hand) + 1 for hand in listed]
    others = {"mahjong": (by_mahjong, few), "xiangting": (by_xiangting, few)}
    beside(measure, measure.seconds, n, others)


@pytest.mark.parametrize("sort", SORTS)
def test_win_check_beside_other_packages(measure, sort):
    from neuroanalysis.games.mhing._kernels.distance import wins

    agari = pytest.importorskip("mahjong.agari").Agari
    xiangting = pytest.importorskip("xiangting")
    measure.title = f"win check of hands without jokers ({sort}), beside other packages, one core"
    n, few = (300_000, 3000) if measure.real else (100, 20)
    hands = np.resize(joker_free(sort, few), (n, 36))
    answers, progress = np.zeros(n, dtype=np.bool_), np.zeros(2, dtype=np.int64)
    measure.run(wins, hands, block_tables(), answers, progress)
    listed = hands[:few, :34].tolist()
    rounds = 3 if measure.real else 1
    by_mahjong, judged = best_of(rounds, agari.is_agari, listed)
    seven = [sorted(hand)[-7:] == [2] * 7 and sum(hand) == 14 for hand in listed]
    assert all(
        theirs == ours or (theirs and pairs)
        for theirs, ours, pairs in zip(judged, answers.tolist(), seven, strict=False)
    )
    # It has no win check of its own: what has distance 0 wins.
    four = xiangting.PlayerCount.FOUR
    by_xiangting, judged = best_of(
        rounds, lambda hand: xiangting.calculate_replacement_number(hand, four) == 0, listed
    )
    others = {"mahjong": (by_mahjong, few), "xiangting": (by_xiangting, few)}
    beside(measure, measure.seconds, n, others)


@pytest.mark.parametrize("cards", [13, 14])
def test_credits_that_useful_cards_lead_to(measure, cards):
    measure.title = f"credits that the useful cards of {cards} random cards lead to, one by one"
    hands = deal_hands(
        100 if measure.real else 2, cards, [*COPIES[:35], 0], np.random.default_rng(2)
    )
    measure.run(each, useful_credits, hands)
    measure.tell("speed", rate(len(hands), measure.seconds))


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
