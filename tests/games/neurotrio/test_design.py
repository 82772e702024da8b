"""Minimums designed: found where the answer is known, refused where there is none."""

from __future__ import annotations

import json
import math
from itertools import combinations
from statistics import NormalDist

import numpy as np
import pytest

from neuroanalysis.core.chunks import Cancel, Cancelled
from neuroanalysis.core.spread import spread_of
from neuroanalysis.core.study import CHUNK
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import design_minimums
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.study import design as room
from neuroanalysis.games.neurotrio.study.figures import TARGETS, figures
from neuroanalysis.games.neurotrio.study.rounds import Table, play_rounds
from neuroanalysis.texts import speaking

# One duo and one trio from four cards of two copies: a round takes no time, and a finish is worth
# 12 points, or 14 with a bonus.
SMALL = Rules(structures=1, hand_size=4, carre=False, copies=2, game_target=40)
ROUNDS = 4 * CHUNK
WIDE = {"equal-points": 2.0, "equal-finishes": 0.15, "equal-games": 0.35}


def small(players, **options):
    return design_minimums(
        players, **{"rules": SMALL, "rounds": ROUNDS, "low": 12, "high": 16, "seed": 3} | options
    )


@pytest.fixture(scope="module")
def alike():
    return small(["child", "child"])


# --- answers that are known ----------------------------------------------------------------------


@pytest.mark.parametrize("target", TARGETS)
def test_players_alike_have_minimums_alike(target):
    # The true spread is 0; of so few rounds the interval reaches four standard errors at most.
    found = small(["child", "child"], target=target, tolerance=WIDE[target])
    assert found.minimums == (12, 12)
    assert found.balanced


def test_the_suggested_minimums_do_not_hide_the_answer():
    """The search begins where one of two players alike has a much higher minimum."""
    table = Table.of(["child", "child"], [16, 12], SMALL)
    apart = play_rounds(table, 3, 0, 2000).points.mean(axis=0)
    assert abs(apart[0] - apart[1]) > 1
    space = room._Space(2, 12, 16, anchored=True)
    trials = room._Trials(table, "equal-points", 3, 0.95, {"key": {}}, room._Plan(ROUNDS, 80, None))
    assert room._search(trials, space, trials.plan, (16, 12)).minimums == (12, 12)


def test_a_handicap_too_wide_for_the_range_is_said_not_to_be_balanced():
    found = small(["hiker", "random"], high=12)
    assert found.minimums == (12, 12)
    assert not found.balanced
    assert found.spread > found.tolerance
    assert found.record()["balanced"] is False


def test_too_few_rounds_show_nothing():
    """With players alike the true spread is 0; too few rounds cannot tell."""
    few = small(["child", "child"], rounds=100, tolerance=0.01)
    assert few.minimums == (12, 12) or few.points
    assert not few.balanced
    assert few.judgement.figures.interval.high > 0.01


# --- how it is found -----------------------------------------------------------------------------


def test_every_choice_meets_the_same_deals_and_the_judgement_fresh_ones(monkeypatch):
    played = []
    original = room.play_part

    def watched(part, control):
        minimums = tuple(json.loads(part.table)["minimums"])
        played.append((minimums, part.seed, part.begin, part.stop))
        return original(part, control)

    monkeypatch.setattr(room, "play_part", watched)
    found = small(["hiker", "child"], workers=1)
    search = [one for one in played if one[2] < room.FRESH]
    fresh = [one for one in played if one[2] >= room.FRESH]
    assert {one[1] for one in played} == {3}
    by_choice = {}
    for minimums, _, begin, stop in search:
        by_choice.setdefault(minimums, []).extend(range(begin, stop))
    assert len(by_choice) > 2
    for rounds in by_choice.values():
        assert rounds == list(range(len(rounds)))
    assert {minimums for minimums, *_ in fresh} == {found.minimums}
    assert sum(stop - begin for *_, begin, stop in fresh) == ROUNDS
    assert max(len(rounds) for rounds in by_choice.values()) == ROUNDS
    assert len(by_choice[found.minimums]) == ROUNDS


def test_the_judgement_is_that_of_the_rows(alike):
    table = Table.of(["child", "child"], alike.minimums, SMALL)
    points = play_rounds(table, 3, room.FRESH, room.FRESH + ROUNDS).points
    judged = alike.judgement
    assert judged.stage == "judgement"
    assert judged.figures.means == pytest.approx(points.mean(axis=0))
    assert alike.spread == pytest.approx(abs(points[:, 0].mean() - points[:, 1].mean()))


def test_one_minimum_stays_at_the_lowest_unless_asked_otherwise():
    few = {"rounds": CHUNK, "choices": 12, "high": 14}
    found = small(["hiker", "child"], **few)
    assert all(min(point.minimums) == 12 for point in found.points)
    assert all(max(point.minimums) <= 14 for point in found.points)
    free = small(["hiker", "child"], anchored=False, **few)
    assert any(min(point.minimums) > 12 for point in free.points)


def test_lowering_who_is_at_the_lowest_raises_the_others():
    space = room._Space(3, 18, 30, anchored=True)
    assert space.point([17, 20, 24]) == (18, 21, 25)
    assert space.point([20, 20, 24]) == (18, 18, 22)
    assert space.point([17, 20, 30]) is None
    assert space.nearest((24, 22, 60)) == (20, 18, 30)
    free = room._Space(3, 18, 30, anchored=False)
    assert free.point([20, 20, 24]) == (20, 20, 24)
    assert free.point([17, 20, 24]) is None


def test_the_same_whoever_works(alike):
    assert json.dumps(small(["child", "child"], workers=2).record()) == json.dumps(alike.record())


def test_no_more_choices_than_allowed():
    found = small(["hiker", "child"], choices=3, high=14)
    assert len({point.minimums for point in found.points}) <= 3


# --- the statistics ------------------------------------------------------------------------------


def test_the_spread_is_the_greatest_difference_with_a_simultaneous_interval():
    rng = np.random.default_rng(1)
    points = rng.integers(0, 40, size=(500, 3)).astype(np.int16)
    found = figures(points, "equal-points", 100, 0, 0.95)
    level = 1 - 0.05 / 3
    z = NormalDist().inv_cdf((1 + level) / 2)
    lows, highs, apart = [], [], []
    for one, other in combinations(range(3), 2):
        d = [int(row[one]) - int(row[other]) for row in points]
        m = sum(d) / 500
        s = math.sqrt(sum((x - m) ** 2 for x in d) / 499 / 500)
        apart.append(abs(m))
        lows.append(abs(m) - z * s)
        highs.append(abs(m) + z * s)
    assert found.spread == pytest.approx(max(apart))
    assert found.interval == pytest.approx((max(0, *lows), max(highs)))


def test_the_interval_covers_as_often_as_it_says():
    """Four players, of whom the outer two are truly 1 apart: 1000 samples of 200 rounds."""
    rng = np.random.default_rng(5)
    truth = np.array([0.0, 0.4, 0.6, 1.0])
    covered = 0
    for _ in range(1000):
        luck = rng.normal(size=(200, 1))  # a round's luck is common to all
        values = truth + luck + rng.normal(scale=2, size=(200, 4))
        covered += spread_of(values, 0.9, shares=False).interval.covers(1.0)
    # 90 % or more; three standard errors of the count below it are 870.
    assert covered > 870


def test_shares_of_which_nothing_was_seen_are_not_taken_for_nought():
    none = np.zeros((100, 2), np.int16)
    found = figures(none, "equal-finishes", 100, 0, 0.95)
    assert found.spread == 0
    z = NormalDist().inv_cdf(0.975)
    assert found.interval.high == pytest.approx(z * z / (100 + z * z))


# --- what it says --------------------------------------------------------------------------------


def test_the_record_and_the_surface_hold_every_point(alike):
    record = alike.record()
    assert json.loads(json.dumps(record)) == record
    needed = {"target", "players", "minimums", "balanced", "spread", "spread_interval"}
    assert needed | {"surface", "seed"} <= set(record)
    assert record["minimums"] == list(alike.minimums)
    surface = alike.surface
    assert len(surface) == len(record["surface"]) == len(alike.points)
    assert list(surface["stage"])[-1] == "judgement"
    for row, told in zip(surface.to_dict("records"), record["surface"], strict=True):
        assert [row["minimum_0"], row["minimum_1"]] == told["minimums"]
        assert row["rounds"] == told["rounds"]
        assert row["low_0"] <= row["figure_0"] <= row["high_0"]
        assert row["spread"] == pytest.approx(abs(row["figure_0"] - row["figure_1"]))


@pytest.mark.parametrize("target", TARGETS)
def test_its_text_gives_the_verdict_and_how_sure_it_is(target):
    found = small(["child", "beginner"], target=target, rounds=CHUNK, high=13)
    with speaking("en"):
        said = str(found)
    verdict = "Fair within" if found.balanced else "Not shown to be fair"
    assert said.startswith(verdict)
    assert f"{CHUNK} fresh rounds" in said
    assert "seed 3" in said
    with speaking("fr"):
        assert str(found) != said


# --- stopped, told, refused ----------------------------------------------------------------------


def test_a_stopped_search_goes_on_where_it_was(alike, tmp_path, monkeypatch):
    cancel = Cancel()
    played = []
    original = room.play_part

    def watched(part, control):
        played.append(part.begin)
        if len(played) == 4:
            cancel.cancel()
        return original(part, control)

    monkeypatch.setattr(room, "play_part", watched)
    with pytest.raises(Cancelled):
        small(["child", "child"], workers=1, resume=tmp_path, cancel=cancel)
    kept = len(list(tmp_path.rglob("*.chunk")))
    assert 1 <= kept <= 4
    monkeypatch.setattr(room, "play_part", original)
    assert small(["child", "child"], workers=1, resume=tmp_path).record() == alike.record()


def test_progress_only_grows_and_reaches_its_total():
    told = []
    small(["child", "hiker"], high=13, progress=lambda done, total: told.append((done, total)))
    assert len({total for _, total in told}) == 1
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        ({"players": ["hiker"]}, "1 player"),
        ({"players": ["hiker", "wizard"]}, "'wizard'; accepted: random"),
        ({"target": "equal-luck"}, 'target: "equal-luck" is none of equal-points'),
        ({"rounds": 99}, "rounds: 99 is outside 100"),
        ({"seed": -1}, "seed"),
        ({"low": 20, "high": 19}, "minimums from 20 to 19"),
        ({"low": -1}, "low: -1 is outside 0 to 999"),
        ({"high": 1000}, "high: 1000 is outside"),
        ({"confidence": 1.0}, "level|confidence"),
        ({"tolerance": 0}, "tolerance: 0 is no number above 0"),
        ({"tolerance": float("nan")}, "tolerance"),
        ({"choices": 0}, "choices"),
        ({"target": "equal-games", "rules": Rules(game_target=999), "rounds": 100}, "whole game"),
    ],
)
def test_what_cannot_be_is_refused_by_name(ask, said):
    with pytest.raises(NeuroanalysisError, match=said) as caught:
        design_minimums(**{"players": ["child", "child"], "rounds": 100, **ask})
    with speaking("fr"):
        assert str(caught.value)
