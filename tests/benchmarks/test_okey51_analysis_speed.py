"""How fast Okey's distances, discards and chances are found; no limit that a test enforces.

``make bench`` measures and prints the figures in words. As plain tests, all run on a little work.
"""

from __future__ import annotations

import numpy as np
import pytest

from neuroanalysis.games.okey51.analysis import discards, distances, odds, sample_deals
from neuroanalysis.games.okey51.analysis.deals import deal_together
from neuroanalysis.games.okey51.position import Position
from neuroanalysis.games.okey51.rules import PRESETS, Rules
from tests.benchmarks.measuring import each, rate


def positions(n, rules, extra=0, threshold=None):
    """Deal racks to be asked about one by one."""
    dealt = deal_together(n, 1, rules.hand_size + extra, rules, np.random.default_rng(5))
    return [
        Position.of(tiles, okey=int(okey), rules=rules, threshold=threshold)
        for tiles, okey in zip(dealt.tiles, dealt.okey, strict=True)
    ]


@pytest.mark.parametrize(
    ("title", "rules", "threshold"),
    [("51", Rules(), 51), ("101 under doubling", Rules(), 101), ("101", PRESETS["okey101"], 101)],
)
def test_all_distances(measure, title, rules, threshold):
    measure.title = f"all four distances of a rack, threshold {title}"
    n = 100 if measure.real else 2
    asked = positions(n, rules, 1, threshold)
    answers = measure.run(each, distances, asked)
    assert all(answer.open is not None for answer in answers)
    measure.tell("distances", f"{measure.seconds / n * 1000:.2f} ms")


def test_ranked_discards(measure):
    measure.title = "the ranked discards of 15 random tiles"
    n = 100 if measure.real else 2
    tables = measure.run(each, discards, positions(n, Rules(), 1))
    assert all(len(table.rows) > 7 for table in tables)
    measure.tell("mean", f"{measure.seconds / n * 1000:.1f} ms")


@pytest.mark.parametrize("extra", [0, 1])
def test_chances_within_two_draws(measure, extra):
    measure.title = f"the exact chance to open within two draws, of {14 + extra} random tiles"
    n = 20 if measure.real else 1
    answers = measure.run(each, lambda position: odds(position, 2), positions(n, Rules(), extra))
    assert all(answer.method == "search" for answer in answers)
    measure.tell("mean", f"{measure.seconds / n * 1000:.1f} ms")


@pytest.mark.parametrize("of", ["opening", "distance"])
def test_sampled_deals(measure, of):
    measure.title = f"{of} of dealt racks, on one core"
    n = 100_000 if measure.real else 200
    answer = measure.run(sample_deals, of, samples=n, seed=1, workers=1)
    assert answer.n == n
    measure.tell("speed", rate(n, measure.seconds))
