"""How fast conquête's placements and sequences are found; no limit that a test enforces.

``make bench`` measures and prints the figures in words. As plain tests, all run on a little work.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from neuroanalysis.games.conquete import Rules, best_plan, placements
from neuroanalysis.games.conquete._kernels import domain as kernels
from neuroanalysis.games.conquete.position.building import building_order
from tests.benchmarks.measuring import each, timed
from tests.games.conquete.support import position
from tests.oracles import conquete as oracle


def random_positions(n, size, cards, seed=1):
    """Return positions with domains that were placed by three players, and random hands."""
    rng = random.Random(seed)
    grown = (oracle.grow(rng, size, 3, {}) for _ in range(n))
    return [position(domain, rng.sample(left, cards), {}, 1) for domain, left in grown]


def test_placements(measure):
    measure.title = "legal placements of 8 cards beside 25, one by one"
    asked = random_positions(200 if measure.real else 2, 25, 8)
    measure.run(each, placements, asked)
    measure.tell("speed", f"{len(asked) / measure.seconds:,.0f} positions/s")


def test_cells_and_kinds_in_compiled_code(measure):
    measure.title = "all kinds on all cells of a domain of 30 cards, by the kernels"
    arrays, rules = random_positions(1, 30, 0)[0].domain.to_arrays(), Rules().to_arrays()
    cells, kinds = np.zeros(200, dtype=np.int32), np.zeros(5, dtype=np.int64)

    def judge(rounds):
        for _ in range(rounds):
            n = kernels.legal_cells(arrays.grid, *arrays.box, rules.numbers, 0, cells)
            for cell in cells[:n]:
                kernels.places(arrays.grid, cell, rules.numbers, rules.compatible, kinds)
        return n

    rounds = 2000 if measure.real else 1
    n = measure.run(judge, rounds)
    measure.tell("speed", f"{n * rounds / measure.seconds:,.0f} cells/s, called from Python")


@pytest.mark.parametrize("cards", [4, 6, 8])
def test_best_sequences(measure, cards):
    measure.title = f"best sequence of {cards} cards beside 20, one by one"
    if cards == 8 and not measure.real:
        pytest.skip("takes seconds")
    asked = random_positions(50 if measure.real else 1, 20, cards)
    plans = measure.run(each, best_plan, asked, rounds=1)
    slowest = max(timed(best_plan, one)[0] for one in asked)
    measure.tell("time", f"{1e3 * measure.seconds / len(asked):.1f} ms")
    measure.tell("slowest", f"{1e3 * slowest:.0f} ms")
    measure.tell("proved best", f"{sum(plan.is_best for plan in plans)} of {len(plans)}")
    measure.tell("sets of placements", f"{sum(plan.nodes for plan in plans) / len(plans):,.0f}")


def test_orders_of_placing(measure):
    measure.title = "an order in which 50 cards can have been placed"
    domains = [one.domain for one in random_positions(20 if measure.real else 1, 50, 0)]
    found = measure.run(each, building_order, domains, rounds=1)
    measure.tell("time", f"{1e3 * measure.seconds / len(domains):.0f} ms")
    measure.tell("found", f"{sum(order is not None for order in found)} of {len(found)}")
