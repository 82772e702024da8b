"""How fast Tichu hands are answered, beside an integer programme; no limit that a test enforces.

``make bench`` measures and prints the figures in words. As plain tests, all run on a little work.
The figures are those after compilation; what compiling takes is measured in a fresh process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from neuroanalysis.core.hands import deal_hands
from neuroanalysis.games.tichu import (
    PIECES,
    Rules,
    answers,
    evaluate,
    fewest_losing,
    fewest_plays_many,
)
from neuroanalysis.games.tichu.scoring import bits_many
from tests.benchmarks.measuring import each, rate, timed, times
from tests.oracles import tichu as oracle
from tests.project import ROOT

PHOENIX = 54


def random_hands(n, phoenix=None):
    """Return random hands of 14 cards, all with the Phoenix or none of them where it is said."""
    stock = [1] * 56
    if phoenix is not None:
        stock[PHOENIX] = 0
    hands = deal_hands(n, 14 - bool(phoenix), stock, np.random.default_rng(1))
    hands[:, PHOENIX] += bool(phoenix)
    return hands


def in_text(hands):
    return [PIECES.format(hand) for hand in hands]


def slowest(hands):
    """Return the seconds of CPU that the slowest hand takes, the best of three tries each."""
    from neuroanalysis.games.tichu._kernels.fewest import fewest, workspace

    work, numbers = workspace(), Rules().to_arrays().numbers
    most = 0.0
    for hand in bits_many(hands).tolist():
        spent = []
        for _ in range(3):
            before = time.thread_time()
            fewest(hand, numbers, work)
            spent.append(time.thread_time() - before)
        most = max(most, min(spent))
    return most


@pytest.mark.parametrize("phoenix", [None, False, True])
def test_fewest_plays_beside_an_integer_programme(measure, phoenix):
    sort = {None: "random", False: "no Phoenix", True: "all with the Phoenix"}[phoenix]
    measure.title = f"fewest plays of 14 cards, {sort}, one core"
    n, few = (300_000, 300) if measure.real else (100, 3)
    hands = random_hands(n, phoenix)
    found = measure.run(fewest_plays_many, hands, workers=1)
    theirs, judged = timed(
        each, oracle.fewest_plays, [text.split() for text in in_text(hands[:few])]
    )
    assert found[:few].tolist() == judged
    measure.tell("integer programme", rate(few, theirs))
    measure.tell("here", rate(n, measure.seconds))
    measure.tell("ratio", times(theirs / few, measure.seconds / n))
    n = 5000 if measure.real else 10
    measure.tell(f"slowest of {n}", f"{1e6 * slowest(hands[:n]):.0f} µs of CPU")


def test_hands_with_most_open_rows(measure):
    measure.title = "fewest plays of two suits of seven ranks and the Phoenix, one core"
    hand = PIECES.parse("2s 2h 3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s Ph")
    n = 20_000 if measure.real else 10
    found = measure.run(fewest_plays_many, np.array([hand] * n), workers=1)
    assert set(found.tolist()) == {1}
    measure.tell("speed", rate(n, measure.seconds))


def test_all_of_a_hand(measure):
    measure.title = "all partitions, leads, controls and contents of 14 random cards, one by one"
    hands = in_text(random_hands(300 if measure.real else 3))
    measure.run(each, evaluate, hands)
    measure.tell("speed", rate(len(hands), measure.seconds))


def test_fewest_losing_leads(measure):
    measure.title = "the partition with the fewest losing leads of 14 random cards, one by one"
    hands = in_text(random_hands(300 if measure.real else 3))
    measure.run(each, fewest_losing, hands)
    measure.tell("speed", rate(len(hands), measure.seconds))


def test_legal_answers(measure):
    measure.title = "legal answers of 14 random cards to a pair of fives, one by one"
    hands = [
        " ".join(card for card in text.split() if card not in ("5s", "5h"))
        for text in in_text(random_hands(1000 if measure.real else 3))
    ]
    measure.run(each, lambda hand: answers(hand, trick="5s-5h"), hands)
    measure.tell("speed", rate(len(hands), measure.seconds))


def test_the_partitions_of_the_whole_pack(measure):
    measure.title = "all questions of the whole pack of 56 cards"
    if not measure.real:
        pytest.skip("takes a second")
    answer = measure.run(evaluate, " ".join(oracle.PACK), rounds=1)
    measure.tell("partitions counted", str(answer.partition_count))
    measure.tell("time", f"{measure.seconds:.2f} s")


# All questions of one hand in a process in which nothing is compiled yet.
COLD = """
import time
begun = time.process_time()
from neuroanalysis.games.tichu import evaluate
before = time.process_time()
evaluate("hand Ts Js Qs Ks As 2h 2d Ph Dog | trick 9s | wish T")
print(before - begun, time.process_time() - before)
"""


def test_the_first_hand_of_a_fresh_machine(measure, tmp_path):
    measure.title = "the first hand where nothing is compiled yet, in CPU"
    if not measure.real:
        pytest.skip("compiles, which takes long")
    environment = dict(os.environ, NEUROANALYSIS_CACHE=str(tmp_path), PYTHONPATH=str(ROOT))
    said = measure.run(
        lambda: (
            subprocess.run(
                [sys.executable, "-c", COLD],
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
