"""How fast Okey racks are answered, beside an integer programme; no limit that a test enforces.

``make bench`` measures and prints the figures in words. As plain tests, all run on a little work.
The figures are those after compilation; what compiling takes is measured in a fresh process.
"""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from neuroanalysis.games.okey51 import PIECES, Position, evaluate, evaluate_many
from neuroanalysis.games.okey51.rules import PRESETS, Rules
from neuroanalysis.games.okey51.scoring import split_wilds
from tests.benchmarks.measuring import each, rate, timed, times
from tests.games.okey51.support import oracle_rules
from tests.oracles import okey51 as oracle
from tests.project import ROOT

OKEY, INDICATOR = PIECES.kind("r6"), PIECES.kind("r5")


def racks(n, tiles, wilds=None, seed=1):
    """Deal racks from the 105 tiles that are no indicator; of so many wilds, if that is said."""
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.arange(53), 2)
    deck = np.delete(deck, np.flatnonzero(deck == INDICATOR)[0])
    ordered = np.argsort(rng.random((n, len(deck))), axis=1)[:, :tiles]
    if wilds is not None:
        others = np.flatnonzero(deck != OKEY)
        ordered = others[np.argsort(rng.random((n, len(others))), axis=1)[:, :tiles]]
        ordered[:, :wilds] = np.flatnonzero(deck == OKEY)[:wilds]
    counts = np.zeros((n, 53), dtype=np.uint8)
    np.add.at(counts, (np.arange(n)[:, None], deck[ordered]), 1)
    return counts


def by_programme(counts, rules):
    """Answer both questions of a rack by integer programmes."""
    naturals, wilds = split_wilds(counts[None], OKEY, rules)
    rack = (naturals[0].tolist(), int(wilds[0]), oracle_rules(rules))
    outside = int(counts.sum()) > rules.hand_size
    return [
        oracle.meld_value(*rack, outside=outside),
        *oracle.least_left(*rack, outside=outside),
    ]


@pytest.mark.parametrize(
    ("title", "tiles", "wilds", "rules"),
    [
        ("14 random tiles", 14, None, Rules()),
        ("15 random tiles", 15, None, Rules()),
        ("12 random tiles and two wilds", 14, 2, Rules()),
        ("22 random tiles (101)", 22, None, PRESETS["okey101"]),
        ("20 random tiles and two wilds (101)", 22, 2, PRESETS["okey101"]),
    ],
)
def test_racks_in_a_batch(measure, title, tiles, wilds, rules):
    measure.title = f"melds, least left and pairs of {title}, in batches on one core"
    n, few = (200_000, 300) if measure.real else (200, 10)
    if measure.real and wilds:
        n = 50_000
    hands = racks(n, tiles, wilds)
    answers = measure.run(evaluate_many, hands, okey=OKEY, rules=rules, workers=1)
    slow, judged = timed(each, lambda hand: by_programme(hand, rules), hands[:few])
    assert [[int(column[row]) for column in answers[:3]] for row in range(few)] == judged
    measure.tell("speed", rate(n, measure.seconds))
    measure.tell("the integer programme", rate(few, slow))
    measure.tell("ratio", times(slow / few, measure.seconds / n))


@pytest.mark.parametrize("wilds", [0, 1, 2])
def test_one_rack_with_all_its_best_arrangements(measure, wilds):
    measure.title = f"all best arrangements of 15 random tiles, {wilds} of them wild"
    positions = [
        Position.of(hand, okey=OKEY) for hand in racks(100 if measure.real else 3, 15, wilds)
    ]
    answers = measure.run(each, evaluate, positions)
    assert all(answer.arrangement_count >= len(answer.arrangements) for answer in answers)
    measure.tell("mean", f"{measure.seconds / len(positions) * 1000:.1f} ms")
    most = max(answer.least_arrangement_count for answer in answers)
    measure.tell("most arrangements", str(most))


COMPILE = """
import time
before = time.process_time()
from neuroanalysis.games.okey51 import evaluate, evaluate_many, PIECES
imported = time.process_time()
evaluate_many(PIECES.parse("r1 r2 r3")[None], okey="b5", workers=1)
batch = time.process_time()
evaluate("r1 r2 r3", okey="b5")
print(batch - imported, time.process_time() - batch)
"""


def test_the_first_call(measure, tmp_path):
    measure.title = "the first call ever, CPU seconds"
    environment = dict(os.environ, NEUROANALYSIS_CACHE=str(tmp_path), PYTHONPATH=str(ROOT))

    def ask():
        told = subprocess.run(
            [sys.executable, "-c", COMPILE],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        return [float(word) for word in told.split()]

    if not measure.real:
        environment["NUMBA_DISABLE_JIT"] = "1"  # a plain test asks whether it runs
    batch, one = measure.run(ask, rounds=1, warmups=0)
    assert batch > 0
    measure.tell("a batch", f"{batch:.1f}")
    measure.tell("one rack with its arrangements after that", f"{one:.1f}")
