"""Rounds simulated: the same for a seed whoever works, and estimates that say what the rows say."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist, mean, stdev

import numpy as np
import pyarrow.parquet as pq
import pytest

from neuroanalysis.core.study import CHUNK
from neuroanalysis.core.work import processes
from neuroanalysis.errors import InputError, NeuroanalysisError
from neuroanalysis.games.neurotrio import Simulation, simulate
from neuroanalysis.games.neurotrio.play import deal
from neuroanalysis.games.neurotrio.policies import SKILLS
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules
from neuroanalysis.games.neurotrio.study.games import play_games
from neuroanalysis.games.neurotrio.study.readable import play_rounds_readably
from neuroanalysis.games.neurotrio.study.rounds import HOW, Table, play_rounds
from neuroanalysis.texts import speaking
from tests.games.simulations import (
    no_damaged_file_ends_in_another_error,
    other_files_are_refused,
    players_alike_are_taken_a_round_first,
    record_is_the_contract,
    stopped_run_goes_on,
    what_is_saved_is_read,
)

ROOT = Path(__file__).parents[3]
# The function of that name hides its module.
room = sys.modules[Simulation.__module__]
PLAYERS = ["hiker", "child", "random"]
# Three chunks, the last one shorter.
N = 2 * CHUNK + 20
SEED = 7


def play(**options) -> Simulation:
    return simulate(PLAYERS, rounds=N, seed=SEED, **options)


@pytest.fixture(scope="module")
def played():
    return play(workers=1)


# --- the same everywhere -------------------------------------------------------------------------


def test_two_threads_play_what_one_plays(played):
    assert play(workers=2).played.equals(played.played)


def test_processes_play_the_same(played, monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    with processes(2) as pool:
        assert play(executor=pool, workers=2).played.equals(played.played)


@pytest.mark.slow
def test_a_dask_cluster_plays_the_same_and_writes_the_same_file(played, monkeypatch, tmp_path):
    distributed = pytest.importorskip("distributed")
    monkeypatch.syspath_prepend(ROOT)
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(tmp_path),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        there = play(executor=client.get_executor(), workers=2, out=tmp_path / "there.parquet")
    assert there.played.equals(played.played)
    played.save(tmp_path / "here.parquet")
    assert (tmp_path / "there.parquet").read_bytes() == (tmp_path / "here.parquet").read_bytes()


def test_more_rounds_begin_with_the_same_ones(played):
    few = simulate(PLAYERS, rounds=20, seed=SEED).played
    assert np.array_equal(few.points, played.played.points[:20])
    other = simulate(PLAYERS, rounds=20, seed=SEED + 1).played
    assert not np.array_equal(few.points, other.points)


def test_a_round_can_be_looked_at_alone(played):
    alone = play_rounds(played.table, SEED, CHUNK + 3, CHUNK + 4)
    for name in alone.array_names():
        assert np.array_equal(
            getattr(alone, name)[0], getattr(played.played, name)[CHUNK + 3], equal_nan=False
        )


def test_the_cards_of_a_round_do_not_depend_on_who_plays():
    # Nobody can finish with 999, and nobody who wants nothing changes his hand before his turn.
    one = deal(["a", "b"], seed=(SEED << 32) + 5, first=1, minimums=[18, 18])
    other = deal(["c", "d"], seed=(SEED << 32) + 5, first=1, minimums=[50, 20])
    assert (one.hands, one.pile) == (other.hands, other.pile)


# --- the readable twin ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (["expert", "hiker", "beginner", "child"], Rules()),
        (["random", "expert"], PRESETS["three_trios"]),
        (["child", "expert", "random"], PRESETS["one_deck_shape"]),
        (["hiker", "expert", "beginner"], Rules(distinct_scope="grouped", reshuffles=0)),
    ],
)
def test_rounds_are_those_of_the_readable_engine(players, rules):
    table = Table.of(players, None, rules)
    fast = play_rounds(table, SEED, 3, 9)
    slow = play_rounds_readably(table, SEED, 3, 9)
    for name in fast.array_names():
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name


# --- what a round says hangs together ------------------------------------------------------------


def test_a_round_is_finished_once_at_most_and_by_who_has_the_points(played):
    rows, rounds = played.rows, played.rounds_frame
    by_round = rows.groupby("round")
    assert (by_round["finished"].sum() == (rounds["finisher"] >= 0)).all()
    finishers = rows[rows["finished"]]
    assert len(finishers) > 20
    assert (finishers["points"] >= finishers["minimum"]).all()
    assert (finishers["distance"] == 0).all()
    assert (finishers["value_lost"] == 0).all()
    others = rows[~rows["finished"]]
    assert (others["points"] == others["value"]).all()
    assert (others["value_lost"] >= 0).all()
    assert others["value_lost"].max() > 0


def test_who_begins_goes_round_and_seats_are_counted_from_him(played):
    rows = played.rows
    first = rows[rows["seat"] == 0]
    assert (first["player"].to_numpy() == np.arange(N) % 3).all()
    assert (rows["player"].to_numpy() == np.tile([0, 1, 2], N)).all()
    assert ((rows["seat"] + rows["round"] % 3) % 3 == rows["player"]).all()
    assert list(played.rounds_frame["first"]) == list(first["player"])


def test_turns_are_the_draws_that_replace_no_carre(played):
    drawn = played.rows.groupby("round")[["draws", "carres"]].sum()
    assert (drawn["draws"] - drawn["carres"] == played.rounds_frame["length"]).all()


def test_a_round_that_nobody_finishes_ends_so(played):
    frame = played.rounds_frame
    assert ((frame["how"] == "nobody") == (frame["finisher"] == -1)).all()
    never = simulate(["child", "child"], [999, 999], rounds=4, seed=1)
    assert set(never.rounds_frame["how"]) == {"nobody"}
    # 82 cards lie in the pile, and every discard not panged comes back twice.
    assert (never.rounds_frame["reshuffles"] == 2).all()
    assert (never.rounds_frame["length"] > 82).all()


# --- estimates -----------------------------------------------------------------------------------


def z(level=0.95):
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson_ends(successes, n):
    """Both roots of (share - p)^2 = z^2 p (1 - p) / n, by the formula for quadratic equations."""
    share = successes / n
    a, b, c = 1 + z() ** 2 / n, -(2 * share + z() ** 2 / n), share**2
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def test_players_have_the_shares_and_means_of_their_rows(played):
    rows = played.rows
    for told in played.players.to_dict("records"):
        own = rows[rows["player"] == told["player"]]
        assert told["policy"] == PLAYERS[told["player"]]
        share = told["finish_share"]
        assert share.value == own["finished"].mean()
        assert share.interval == pytest.approx(wilson_ends(own["finished"].sum(), N), abs=1e-9)
        assert (share.n, share.seed, share.of) == (N, SEED, "share")
        for name in ("points", "pangs", "draws", "value_lost"):
            values = own[name].tolist()
            half = z() * stdev(values) / math.sqrt(N)
            assert told[name].value == pytest.approx(mean(values))
            assert told[name].interval == pytest.approx((mean(values) - half, mean(values) + half))


def test_lengths_and_ends_are_those_of_the_rounds(played):
    frame = played.rounds_frame
    assert played.length.value == pytest.approx(frame["length"].mean())
    ends = played.ends
    assert list(ends) == list(HOW)
    assert sum(share.value for share in ends.values()) == pytest.approx(1)
    for how, share in ends.items():
        assert share.value == (frame["how"] == how).mean()


def test_groups_are_told_apart(played):
    rows = played.rows
    for column in ("policy", "seat", "player", "minimum"):
        told = played.by(column)
        for value, row in told.iterrows():
            own = rows[rows[column] == value]
            assert row["points"].value == pytest.approx(own["points"].mean())
            assert row["finish_share"].value == pytest.approx(own["finished"].mean())
    how = played.by("how")
    assert "nobody" not in how.index or how.loc["nobody", "finish_share"].value == 0
    with pytest.raises(InputError, match="policy, seat"):
        played.by("weather")


def test_players_alike_are_taken_together_a_round_at_a_time():
    alike = simulate(["child", "child", "hiker"], rounds=40, seed=3)
    players_alike_are_taken_a_round_first(alike)


# --- games ---------------------------------------------------------------------------------------


def games_one_by_one(points, target):
    """Add up round after round, as people do."""
    games, totals, length = [], [0] * len(points[0]), 0
    for row in points:
        totals = [total + p for total, p in zip(totals, row, strict=True)]
        length += 1
        if max(totals) >= target:
            games.append((length, totals))
            totals, length = [0] * len(row), 0
    return games, length


def test_games_are_rounds_until_someone_has_the_points(played):
    points = played.played.points.tolist()
    expected, left = games_one_by_one(points, 100)
    games = played.games()
    assert len(expected) > 20
    assert [(n, t) for n, t in zip(games.lengths.tolist(), games.totals.tolist(), strict=True)] == [
        (n, t) for n, t in expected
    ]
    assert games.left == left
    assert games.length.value == pytest.approx(mean(n for n, _ in expected))
    wins = [Fraction(0)] * 3
    for _, totals in expected:
        best = [place for place, total in enumerate(totals) if total == max(totals)]
        for place in best:
            wins[place] += Fraction(1, len(best))
    assert [win.value for win in games.wins] == [float(w / len(expected)) for w in wins]
    assert sum(win.value for win in games.wins) == pytest.approx(1)


def test_shared_wins_count_in_part_and_widen_the_interval():
    games = play_games(np.array([[60, 60, 0], [50, 50, 10], [0, 0, 100]]), 100, SEED)
    assert [win.value for win in games.wins] == [0.25, 0.25, 0.5]
    low, high = games.wins[0].interval
    assert low == pytest.approx(0, abs=1e-9)
    assert high == pytest.approx(wilson_ends(1, 2)[1])


def test_too_few_rounds_for_two_games_are_refused():
    with pytest.raises(InputError, match="0 whole game"):
        simulate(PLAYERS, rounds=2, seed=1).games()


# --- the record ----------------------------------------------------------------------------------


def test_the_record_is_json_and_says_nothing_of_who_worked(played):
    record_is_the_contract(played, played.table.minimums)
    record = played.record()
    assert json.dumps(play(workers=2).record()) == json.dumps(record)
    assert [row["policy"] for row in record["players"]] == PLAYERS
    assert record["games"]["n"] == len(played.games())


def test_its_text_says_how_many_which_and_how_sure(played):
    with speaking("en"):
        said = str(played)
    assert f"{N} rounds, seed {SEED}" in said
    assert "95 % intervals" in said
    share = played.players["finish_share"][0]
    assert f"{100 * share.interval.low:.3g} to {100 * share.interval.high:.3g}" in said
    with speaking("fr"):
        assert "randonneur" in str(played)


# --- files ---------------------------------------------------------------------------------------


def test_a_file_brings_everything_back(played, tmp_path):
    what_is_saved_is_read(played, tmp_path)
    about = json.loads(pq.read_schema(tmp_path / "rounds.parquet").metadata[b"neuroanalysis"])
    assert about["seed"] == SEED
    assert about["players"] == PLAYERS
    assert about["rules"] == played.table.rules.to_mapping()
    assert {"game", "version", "minimums"} <= set(about)


@pytest.mark.parametrize("content", [b"", b"PAR1 not really PAR1"])
def test_what_is_no_such_file_is_refused(tmp_path, content):
    path = tmp_path / "x.parquet"
    path.write_bytes(content)
    with pytest.raises(InputError, match="damaged"):
        Simulation.read(path)


def test_other_parquet_files_and_missing_ones_are_refused(tmp_path, played):
    other_files_are_refused(played, tmp_path)


def test_a_place_that_cannot_be_written_is_said_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "play_rounds", lambda *_, **__: pytest.fail("played"))
    for place in (tmp_path, tmp_path / "none" / "x.parquet", ""):
        with pytest.raises(InputError):
            play(out=place)


# --- stopped, and gone on ------------------------------------------------------------------------


def test_a_stopped_run_goes_on_where_it_was(played, tmp_path, monkeypatch):
    how = {"players": PLAYERS, "rounds": N, "seed": SEED}
    others = {"minimums": [30, 18, 18]}
    stopped_run_goes_on(room, played, how, CHUNK, others, tmp_path, monkeypatch)


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        ({"players": ["hiker"]}, "1 player"),
        ({"players": ["hiker"] * 7}, "7 player"),
        ({"players": []}, "0 player"),
        ({"players": ["hiker", "wizard"]}, "'wizard'; accepted: random, child, beginner, hiker"),
        ({"players": ["hiker", 3]}, "'3'; accepted: random"),
        ({"minimums": [18]}, "3 player.* but 1 minimum"),
        ({"minimums": [18, 18, -1]}, "'-1' is no whole number from 0 to 999|-1"),
        ({"minimums": [18, 18, 1000]}, "1000"),
        ({"minimums": [18, 18, 18.5]}, "18.5"),
        ({"rounds": 1}, "rounds: 1 is outside 2 to"),
        ({"rounds": 2.5}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"seed": -1}, "seed: -1 is outside"),
        ({"seed": 2**70}, "seed"),
        ({"workers": 0}, "0 workers"),
    ],
)
def test_what_cannot_be_is_refused_by_name(ask, said):
    asked = {"players": PLAYERS, "rounds": 2, **ask}
    with pytest.raises(NeuroanalysisError, match=said) as caught:
        simulate(**asked)
    with speaking("fr"):
        assert str(caught.value)


def test_a_table_comes_back_from_its_form_with_skills_of_ones_own_too():
    own = replace(SKILLS["hiker"], name="Zoe")
    table = Table.of([own, "child"], [21, 18], PRESETS["three_trios"])
    said = json.loads(json.dumps(table.to_mapping()))
    assert said["players"][1] == "child"
    assert Table.from_mapping(said) == table


def test_no_damaged_file_of_rounds_ends_in_another_error(tmp_path):
    played = simulate(["child", "child"], rounds=4, seed=1, workers=1)
    no_damaged_file_ends_in_another_error(played, tmp_path)


def test_a_table_larger_than_the_source_allows():
    # Eight players of 13 cards, a house rule: the pile has four cards.
    rules = Rules(players_max=8)
    table = Table.of(["child", "beginner"] * 4, [18] * 8, rules)
    fast, slow = play_rounds(table, 3, 0, 4), play_rounds_readably(table, 3, 0, 4)
    assert fast.equals(slow)
