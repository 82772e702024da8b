"""Simulated rounds: the rows against rounds played move by move, and what is estimated of them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.core.seeds import round_seed
from neuroanalysis.core.study import CHUNK as USUAL
from neuroanalysis.core.study import round_parts
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.mhing.pieces import COPIES
from neuroanalysis.games.mhing.play import Draw, Pang, Tcheu, deal, result
from neuroanalysis.games.mhing.policies import Skill, moves_of_round, player
from neuroanalysis.games.mhing.rules import CREDIT_LINES, Rules
from neuroanalysis.games.mhing.study import (
    Simulation,
    Table,
    compare_minimums,
    compare_players,
    compare_rules,
    play_rounds,
    simulate,
)
from neuroanalysis.games.mhing.study.rounds import ENDS
from neuroanalysis.games.mhing.study.simulate import CHUNK
from neuroanalysis.texts import speaking
from tests.games.simulations import (
    no_damaged_file_ends_in_another_error,
    other_files_are_refused,
    players_alike_are_taken_a_round_first,
    processes_play_the_same,
    record_is_the_contract,
    same_whatever_the_workers,
    skill_of_ones_own_travels,
    stopped_run_goes_on,
    what_is_saved_is_read,
)
from tests.oracles import mhing as oracle
from tests.refusals import refused_with

room = sys.modules["neuroanalysis.games.mhing.study.simulate"]
NAMES = ("fast", "random", "balanced", "rich")
N = 2 * CHUNK + 5
SEED = 7
HOW = {"players": NAMES, "rounds": N, "seed": SEED}
NO_ROUNDS = Rules(max_reshuffles=0, min_credits=30)
"""Nobody earns so much: all rounds are void."""


@pytest.fixture(scope="module")
def simulation():
    return simulate(NAMES, rounds=N, seed=SEED, workers=2)


# --- Rows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        (NAMES, Rules()),
        (["random"] * 3, Rules(max_reshuffles=0)),
        (["fast"] * 2, Rules(min_credits=2)),
    ],
    ids=["styles", "void", "minimum"],
)
def test_rows_are_those_of_rounds_played_move_by_move(names, rules):
    table = Table.of(names, rules)
    rows = play_rounds(table, SEED, 3, 9)
    assert len(rows) == 6
    size = len(names)
    for row, number in enumerate(range(3, 9)):
        seed = round_seed(SEED, number)
        now = deal([*"abcd"][:size], seed=seed, rules=rules, dealer=number % size)
        draws, laid = [0] * size, [[], [], [], []]
        for move, after in moves_of_round(now, [player(name) for name in names], seed=seed):
            if isinstance(move, Draw):
                draws[move.player] += 1
            for seat in range(size):
                # What lies more than before was claimed, but for the combination of the last card.
                if len(after.laid[seat]) > len(now.laid[seat]) and not after.claimed:
                    laid[seat].append(Pang if after.laid[seat][-1].kind == "triplet" else Tcheu)
            now = after
            assert now.cards() == Counter(dict(enumerate(COPIES)))
        ended = result(now)
        assert rows.points[row].tolist() == list(ended.points)
        assert rows.draws[row].tolist() == draws
        assert rows.pangs[row].tolist() == [one.count(Pang) for one in laid[:size]]
        assert rows.tcheus[row].tolist() == [one.count(Tcheu) for one in laid[:size]]
        assert rows.flowers[row].tolist() == [hand[35] for hand in now.hands]
        assert (rows.turns[row], rows.reshuffles[row]) == (now.turn, now.reshuffles)
        end = "void" if now.finisher is None else "claimed" if now.claimed else "drawn"
        assert ENDS[rows.end[row]] == end
        if now.finisher is None:
            assert (rows.winner[row], rows.credits[row]) == (-1, -1)
            assert not rows.lines[row].any()
            continue
        assert (rows.winner[row], rows.credits[row]) == (now.finisher, ended.credits)
        _, breakdowns, _ = oracle.evaluate(
            list(now.hands[now.finisher]), laid=[one.kinds for one in now.laid[now.finisher]]
        )
        found = {
            code: n for code, n in zip(CREDIT_LINES, rows.lines[row].tolist(), strict=True) if n
        }
        assert found in breakdowns


def test_rows_are_tidy(simulation):
    rows, rounds = simulation.rows, simulation.rounds_frame
    assert len(rows) == 4 * N
    assert len(rounds) == N
    assert (rows.groupby("round")["seat"].nunique() == 4).all()
    assert list(rows["policy"].cat.categories) == list(NAMES)
    assert (rows["credits"].notna() == rows["won"]).all()
    assert rows.loc[~rows["won"], "points"].eq(0).all()
    for earned, points in rows.loc[rows["won"], ["credits", "points"]].itertuples(index=False):
        assert points == oracle.points(earned)
    winners = rows.loc[rows["won"]].set_index("round")["player"]
    assert (rounds.set_index("round")["winner"][winners.index] == winners).all()
    assert ((rounds["end"] == "void") == (rounds["winner"] == -1)).all()
    assert (rounds["dealer"] == rounds["round"] % 4).all()
    won = rounds[rounds["winner"] >= 0]
    assert (won[list(CREDIT_LINES)].sum(axis=1) == won["credits"]).all()


def test_what_is_estimated_is_the_mean_of_the_rows(simulation):
    rows, players = simulation.rows, simulation.players
    for place in range(4):
        mine = rows[rows["player"] == place]
        one = players.iloc[place]
        for name in ("points", "draws", "pangs", "tcheus", "flowers", "distance"):
            assert one[name].value == pytest.approx(mine[name].mean())
        assert one["finish_share"].value == pytest.approx(mine["won"].mean())
        half = 1.959964 * mine["points"].std() / np.sqrt(N)
        assert one["points"].interval.high - one["points"].value == pytest.approx(half, rel=1e-4)
    by_seat = simulation.by("seat")
    for seat in range(4):
        mine = rows[rows["seat"] == seat]
        assert by_seat["points"][seat].value == pytest.approx(mine["points"].mean())
        assert by_seat["n"][seat] == N
    assert simulation.length.value == pytest.approx(simulation.rounds_frame["turns"].mean())
    assert sum(share.value for share in simulation.ends.values()) == pytest.approx(1)
    means = rows.groupby("seat")["points"].mean()
    seats = simulation.seat_advantage()
    assert seats.means == pytest.approx(tuple(means))
    assert seats.spread == pytest.approx(means.max() - means.min())


def test_wins_are_counted_by_credits_and_lines(simulation):
    rounds = simulation.rounds_frame
    won = rounds[rounds["winner"] >= 0]
    found = simulation.wins_by_credits()
    assert found["wins"].sum() == len(won)
    for policy, earned, points, wins, share in found.itertuples(index=False):
        mine = won[won["winner"].map(lambda place: NAMES[place]) == policy]
        assert wins == (mine["credits"] == earned).sum()
        assert share.value == pytest.approx(wins / len(mine))
        assert points == oracle.points(earned)
    assert simulation.worthless.value == pytest.approx((won["credits"] == 0).mean())
    for line, share, earned in simulation.lines_of_credits().itertuples(index=False):
        assert share.value == pytest.approx((won[line] > 0).mean())
        assert earned.value == pytest.approx(won[line].mean())


def test_players_of_one_policy_are_counted_a_round_first():
    played = simulate(["fast", "balanced"] * 2, rounds=16, seed=1, workers=1)
    players_alike_are_taken_a_round_first(played)


def test_void_rounds_are_counted():
    played = simulate(["fast"] * 2, rules=NO_ROUNDS, rounds=2, workers=1)
    record = played.record()
    assert (record["void_rounds"], record["ends"]["void"]["value"]) == (2, 1.0)
    assert record["wins"] == {"n": 0, "zero_credits": None, "credits": {}, "lines": {}}
    assert played.worthless is None
    assert len(played.wins_by_credits()) == len(played.lines_of_credits()) == 0
    assert all(not row["mean_points"] for row in record["players"])
    assert "void" in str(played)


# --- The same rows wherever they are played ------------------------------------------------------


def test_the_same_seed_brings_the_same_rows_whatever_the_workers(simulation):
    same_whatever_the_workers(room, simulation, HOW, 1)


def test_a_longer_run_begins_with_the_same_rounds(simulation):
    shorter = simulate(NAMES, rounds=CHUNK + 3, seed=SEED, workers=1)
    assert (shorter.played.points == simulation.played.points[: CHUNK + 3]).all()


def test_chunks_may_have_another_size():
    assert [chunk.size for chunk in round_parts("{}", 7, 0, 45, size=20)] == [20, 20, 5]
    assert [chunk.size for chunk in round_parts("{}", 7, 0, USUAL + 1)] == [USUAL, 1]


def test_a_stopped_run_goes_on(tmp_path, simulation, monkeypatch):
    others = {"rules": Rules(min_credits=1)}
    stopped_run_goes_on(room, simulation, HOW, CHUNK, others, tmp_path, monkeypatch)


@pytest.mark.slow
def test_processes_play_the_same_rounds(simulation):
    processes_play_the_same(room, simulation, HOW)


def test_what_is_saved_is_read(tmp_path, simulation):
    what_is_saved_is_read(simulation, tmp_path)
    simulate(["fast"] * 2, rounds=2, workers=1, out=tmp_path / "other.parquet")
    assert Simulation.read(tmp_path / "other.parquet").table.size == 2


def test_a_file_of_something_else_is_refused(tmp_path, simulation):
    other_files_are_refused(simulation, tmp_path)
    no_damaged_file_ends_in_another_error(simulation, tmp_path)


# --- Questions -----------------------------------------------------------------------------------


def test_rule_sets_are_compared_on_the_same_deals():
    after = Rules(min_credits=4, pair_2_5_8=0)
    effect = compare_rules(Rules(), after, ["fast"] * 3, rounds=20, seed=3, workers=1)
    one = simulate(["fast"] * 3, rounds=20, seed=3, workers=1)
    other = simulate(["fast"] * 3, rules=after, rounds=20, seed=3, workers=1)
    frame = effect.to_frame()
    for name, old, new in (
        ("points", one.played.points.sum(axis=1), other.played.points.sum(axis=1)),
        ("turns", one.played.turns, other.played.turns),
        ("worthless", one.played.credits == 0, other.played.credits == 0),
        ("points_1", one.played.points[:, 1], other.played.points[:, 1]),
    ):
        paired = new.astype(float) - old.astype(float)
        found = frame["difference"][name]
        assert found.value == pytest.approx(paired.mean())
        half = 1.959964 * paired.std(ddof=1) / np.sqrt(20)
        if name == "worthless":
            half = max(half, 1.959964**2 / (20 + 1.959964**2))  # Wilson's for what never happened
        assert found.interval.high - found.value == pytest.approx(half, rel=1e-4)
        assert frame["before"][name].value == pytest.approx(old.mean())
    # Where 4 credits are asked, rounds last longer, and nobody wins with none.
    assert frame["difference"]["turns"].interval.low > 0
    assert frame["after"]["worthless"].value == 0
    assert json.loads(json.dumps(effect.record())) == effect.record()


def test_without_a_change_nothing_changes():
    effect = compare_rules(Rules(), Rules(), ["balanced"] * 2, rounds=5, workers=1)
    assert all(one.value == 0 for one in effect.to_frame()["difference"])


def test_the_more_credits_are_asked_the_longer_a_round():
    found = compare_minimums(["fast"] * 3, (0, 2, 6), rounds=12, seed=2, workers=1)
    frame = found.to_frame()
    assert list(frame.index) == [0, 2, 6]
    turns = [one.value for one in frame["turns"]]
    assert turns[2] > max(turns[:2])
    for least, table in found.tables.items():
        won = table.played.credits[table.played.winner >= 0]
        assert won.min() >= least
        rules = replace(Rules(), min_credits=least)
        alone = simulate(["fast"] * 3, rules=rules, rounds=12, seed=2, workers=1)
        assert alone.played.equals(table.played)
        row = found.record()["tables"][list(found.tables).index(least)]
        assert row["min_credits"] == least
        assert row["points"]["value"] == pytest.approx(table.played.points.sum(axis=1).mean())
        assert row["a_player"]["value"] == pytest.approx(table.played.points.mean())


def test_tables_of_two_to_six():
    found = compare_players("fast", rounds=6, seed=2, workers=1)
    assert [table.table.size for table in found.tables.values()] == [2, 3, 4, 5, 6]
    assert found.to_frame().index.name == "players"
    for size, table in found.tables.items():
        assert table.played.points.shape == (6, size)
        assert table.played.dealer.tolist() == [n % size for n in range(6)]


def test_comparisons_are_resumed(tmp_path):
    how = {"rounds": 4, "workers": 1, "resume": tmp_path}
    first = compare_minimums(["fast"] * 2, (0, 1), **how)
    assert len(list(tmp_path.rglob("*.chunk"))) == 2
    assert compare_minimums(["fast"] * 2, (0, 1), **how).record() == first.record()


# --- Words and refusals --------------------------------------------------------------------------


def test_the_record_is_the_contract_of_the_command_line(simulation):
    record_is_the_contract(simulation, [0] * 4)
    record = simulation.record()
    assert sum(record["wins"]["credits"].values()) == record["wins"]["n"]
    assert record["wins"]["n"] + record["void_rounds"] == N


@pytest.mark.parametrize("language", ["en", "fr"])
def test_results_speak(simulation, language):
    with speaking(language):
        effect = compare_rules(Rules(), Rules(), ["fast"] * 2, rounds=2, workers=1)
        minimums = compare_minimums(["fast"] * 2, (0, 1), rounds=2, workers=1)
        players = compare_players("fast", (2, 3), rounds=2, workers=1)
        for said in (simulation, effect, minimums, players):
            assert str(said)
            assert "{" not in str(said)


@pytest.mark.parametrize(
    ("key", "ask"),
    [
        ("mhing.round.players", lambda: simulate(["fast"])),
        ("mhing.round.players", lambda: simulate(["fast"] * 7)),
        ("input.skill", lambda: simulate(["fast", "expert"])),
        ("input.limit", lambda: simulate(NAMES, rounds=1)),
        ("input.limit", lambda: simulate(NAMES, seed=-1)),
        ("input.argument", lambda: simulate(NAMES, rounds=2.5)),
        ("mhing.study.no_table", lambda: compare_minimums(["fast"] * 2, ())),
        ("mhing.study.no_table", lambda: compare_players("fast", ())),
        (
            "mhing.study.points",
            lambda: simulate(
                ["fast"] * 2,
                rules=Rules(flowers=40, runs_only=99, honour_triplet=99, credits_a_doubling=1),
                rounds=20,
                workers=1,
            ),
        ),
    ],
)
def test_what_cannot_be_is_refused(key, ask):
    refused_with(key, ask, (InputError, PositionError))


def test_a_skill_of_ones_own_travels():
    mine = Skill("mine", weight=0.5, step=0.3)
    skill_of_ones_own_travels(room, Table.of([mine, "fast", mine]), 2)


def test_another_column_is_refused(simulation):
    with pytest.raises(InputError, match="seat"):
        simulation.by("end")
