"""How fast rounds of Okey 51 are played on both engines; no limit that a test enforces.

``make bench`` measures and prints the figures in words. As plain tests, all run on a little work.
"""

from __future__ import annotations

import pytest

from neuroanalysis.core.seeds import round_seed
from neuroanalysis.games.okey51._kernels.rounds import AT_END
from neuroanalysis.games.okey51.play import deal, result
from neuroanalysis.games.okey51.policies import compiled_rounds, play_out, player, skill
from neuroanalysis.games.okey51.rules import Rules
from tests.benchmarks.measuring import each, timed, times


@pytest.mark.parametrize("name", ["random", "opener", "counter", "pairs"])
def test_rounds(measure, name):
    measure.title = f"rounds of four players, {name}, one core"
    n = 2000 if measure.real else 4
    skills, rules = [skill(name)] * 4, Rules()
    played = measure.run(compiled_rounds, skills, rules, 1, 0, n)

    def readably(number):
        state = deal(["a", "b", "c", "d"], seed=round_seed(1, number), first=number % 4)
        return result(play_out(state, [player(name)] * 4, seed=round_seed(1, number)))

    seconds, ended = timed(each, readably, range(20 if measure.real else 2))
    assert played.told[: len(ended), :, AT_END].tolist() == [list(one.at_end) for one in ended]
    measure.tell("speed", f"{n / measure.seconds:,.0f} rounds/s")
    measure.tell("ratio to the readable engine", times(seconds / len(ended), measure.seconds / n))
