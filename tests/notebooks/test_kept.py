"""What a notebook says of many rounds is what these rounds say."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.games.neurotrio.study import simulate
from neuroanalysis.texts import LANGUAGES, catalogue

LEVELS = ["child", "beginner", "hiker", "expert"]

pytestmark = pytest.mark.notebook


def kept(lang):
    """The numbers of the table, a row each."""
    words = catalogue(lang)["notebooks.minimums.kept"]
    rows = re.findall(r"^\| [^|-]+ \| (\d.*) \|$", words, flags=re.M)
    return [[float(cell.replace(",", ".")) for cell in row.split("|")] for row in rows]


@pytest.fixture(scope="module")
def simulated():
    """The rounds that the table is of."""
    minimums = [[int(n) for n in row] for row in kept("en")[::3]]
    return minimums, [simulate(LEVELS, four, rounds=1000, seed=2) for four in minimums]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_kept_table_of_minimums_is_what_is_simulated(simulated, lang):
    minimums, simulations = simulated
    assert minimums[0] == [18, 20, 22, 24]  # as the rules suggest
    found = []
    for four, simulation in zip(minimums, simulations, strict=True):
        shares, points = simulation.players["finish_share"], simulation.players["points"]
        found.append(four)
        found.append([float(f"{100 * one.value:.3g}") for one in shares])
        found.append([float(f"{one.value:.3g}") for one in points])
    assert kept(lang) == found


def test_the_kept_table_is_no_surer_than_it_says(simulated):
    _, simulations = simulated
    for simulation in simulations:
        for column, most in (("finish_share", 0.032), ("points", 0.4)):
            for one in simulation.players[column]:
                low, high = one.interval
                assert max(high - one.value, one.value - low) <= most
