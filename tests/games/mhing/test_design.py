"""Credits asked to go out that make players equal, against rounds simulated one by one."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.mhing import Rules, design_minimum, simulate
from neuroanalysis.games.mhing.study.design import MinimumDesign, fresh_seed
from neuroanalysis.texts import speaking

PLAYERS = ("fast", "rich")
RULES = Rules(flowers=2)
N, SEED = 20, 11


@pytest.fixture(scope="module")
def found():
    return design_minimum(PLAYERS, rules=RULES, rounds=N, seed=SEED, low=1, high=2, workers=1)


def means_of(minimum, seed):
    rules = replace(RULES, min_credits=minimum)
    rows = simulate(PLAYERS, rules=rules, rounds=N, seed=seed, workers=1).rows
    return rows.groupby("player")["points"].mean().tolist()


def test_the_credits_found_are_those_of_least_spread_and_judged_on_other_deals(found):
    means = {minimum: means_of(minimum, SEED) for minimum in (1, 2)}
    for one in found.tried:
        assert one.figures.means == pytest.approx(means[one.minimum])
    spreads = {minimum: np.ptp(each) for minimum, each in means.items()}
    assert found.minimum == min(spreads, key=spreads.get)
    assert found.table.rules == replace(RULES, min_credits=found.minimum)
    judged = means_of(found.minimum, fresh_seed(SEED))
    assert found.judgement.figures.means == pytest.approx(judged)
    assert found.spread == pytest.approx(np.ptp(judged))
    assert judged != means[found.minimum]


def test_shares_of_finishes_are_made_equal_as_well():
    asked = {"rules": RULES, "rounds": N, "seed": SEED, "workers": 1}
    found = design_minimum(PLAYERS, "equal-finishes", low=0, high=0, **asked)
    won = found.tried[0].figures.means
    # Somebody wins each round, as none is void here.
    assert found.tried[0].void.value == 0
    assert sum(won) == pytest.approx(1)
    assert [N * share for share in won] == pytest.approx([round(N * share) for share in won])
    assert (found.minimum, found.tolerance, found.at_edge) == (0, 0.05, False)


def test_it_is_told_as_json_as_a_table_and_in_words(found):
    record = found.record()
    assert json.loads(json.dumps(record)) == record
    assert record["minimums"] == [found.minimum] * 2
    assert [row["minimum"] for row in record["surface"]] == [1, 2]
    frame = found.to_frame()
    assert frame["minimum"].tolist() == [1, 2]
    assert frame["player_1"].tolist() == [one.figures.means[1] for one in found.tried]
    with speaking("en"):
        said = str(found)
    assert {1: "1 credit asked", 2: "2 credits asked"}[found.minimum] in said
    assert "2. rich" in said
    with speaking("fr"):
        assert {1: "1 crédit exigé ", 2: "2 crédits exigés "}[found.minimum] in str(found)


def told(found: MinimumDesign, interval, tolerance) -> tuple[bool, str]:
    figures = replace(found.judgement.figures, interval=interval, spread=sum(interval) / 2)
    judged = replace(found.judgement, figures=figures)
    other = replace(found, judgement=judged, tolerance=tolerance)
    with speaking("en"):
        return other.balanced, " ".join(other.remarks)


def test_balance_is_claimed_only_where_it_is_sure(found):
    interval = type(found.spread_interval)
    sure, said = told(found, interval(0, 1.9), 2.0)
    assert sure
    assert "alanced" not in said
    sure, said = told(found, interval(1, 3), 2.0)
    assert not sure
    assert "Not surely balanced" in said
    sure, said = told(found, interval(2.5, 3), 2.0)
    assert not sure
    assert "Not balanced" in said


def test_the_most_credits_tried_are_said_to_be_so(found):
    last = replace(found, judgement=replace(found.judgement, minimum=2))
    first = replace(found, judgement=replace(found.judgement, minimum=1))
    with speaking("en"):
        assert "1 to 2" in last.remarks[-1]
        assert not any("1 to 2" in remark for remark in first.remarks)


def test_a_stopped_run_goes_on_and_progress_is_of_the_whole(tmp_path):
    asked = {"rules": RULES, "rounds": 20, "seed": 1, "low": 0, "high": 0, "workers": 1}
    heard = []
    one = design_minimum(
        ["fast", "fast"],
        resume=tmp_path,
        progress=lambda done, total: heard.append((done, total)),
        **asked,
    )
    assert heard[-1] == (40, 40)
    assert heard == sorted(heard)
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == ["00", "judged-00"]
    again = design_minimum(["fast", "fast"], resume=tmp_path, **asked)
    assert again.record() == one.record()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"target": "no_such_target"}, "no_such_target"),
        ({"rounds": 19}, "rounds"),
        ({"rounds": 2.5}, "rounds"),
        ({"seed": -1}, "seed"),
        ({"low": -1}, "low"),
        ({"low": 3, "high": 2}, "low"),
        ({"high": 100}, "high"),
        ({"tolerance": 0}, "tolerance"),
        ({"tolerance": float("nan")}, "tolerance"),
        ({"players": ["fast", "no_such_player"]}, "no_such_player"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(changed, said):
    asked = {"players": ["fast", "fast"], "rounds": 20} | changed
    with pytest.raises(InputError, match=said):
        design_minimum(**asked)


def test_a_table_of_one_is_refused():
    with pytest.raises(PositionError, match="1 player"):
        design_minimum(["fast"], rounds=20)
