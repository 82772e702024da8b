"""Simulated rounds: the rows against rounds played move by move, and what is estimated of them."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.core.intervals import Interval
from neuroanalysis.core.seeds import round_seed
from neuroanalysis.core.study import CHUNK
from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete import Rules
from neuroanalysis.games.conquete.play import ENDS, Pass, deal, record, result
from neuroanalysis.games.conquete.policies import Skill, moves_of_round, player
from neuroanalysis.games.conquete.study import (
    Simulation,
    Table,
    compare_players,
    compare_rules,
    design_extra_card,
    passing_effect,
    play_rounds,
    simulate,
)
from neuroanalysis.games.conquete.study.design import fresh_seed
from neuroanalysis.games.conquete.study.rounds import FITTING, PARTS
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
from tests.oracles.conquete_rounds import DEFAULT, Round
from tests.refusals import refused_with

room = sys.modules["neuroanalysis.games.conquete.study.simulate"]
NAMES = ("builder", "random", "greedy", "patient")
N = 2 * CHUNK + 5
SEED = 7
HOW = {"players": NAMES, "rounds": N, "seed": SEED}
SMALL = Rules(most_rows=3, most_columns=4, vp_may_go_negative=False, pass_cost=2)


@pytest.fixture(scope="module")
def simulation():
    return simulate(NAMES, rounds=N, seed=SEED, workers=2)


# --- Rows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "rules"),
    [([*NAMES, "lookahead"], Rules()), (["random", "patient"], SMALL)],
    ids=["styles", "small"],
)
def test_rows_are_those_of_rounds_that_a_slow_judge_finds_legal(names, rules):
    rows, size = play_rounds(Table.of(names, rules), SEED, 3, 6), len(names)
    for row, number in enumerate(range(3, 6)):
        seed = round_seed(SEED, number)
        now = deal([*"ABCDE"][:size], seed=seed, rules=rules, first=number % size)
        begin, made = now, []
        for move, after in moves_of_round(now, [player(name) for name in names], seed=seed):
            made.append(move)
            now = after
            assert now.cards() == (2,) * 27
        source = record(begin, made)
        judged = Round(source, **{name: getattr(rules, name) for name in DEFAULT})
        assert judged.over == now.end == ENDS[rows.end[row]]
        for seat, name in enumerate(begin.names):
            told = {part: int(getattr(rows, part)[row, seat]) for part in PARTS}
            assert sum(told.values()) == rows.points[row, seat] == judged.vp[name]
            assert {part: vp for part, vp in told.items() if vp} == {
                part: vp for part, vp in judged.parts[name].items() if vp
            }
            sizes = judged.sets(name)
            assert rows.set_count[row, seat] == len(sizes)
            assert rows.largest_set[row, seat] == max(sizes, default=0)
            assert rows.cards_left[row, seat] == len(judged.hands[name])
            place = judged.out.index(name) + 1 if name in judged.out else 0
            assert rows.place[row, seat] == place
        fitting = [int(getattr(rows, name)[row].sum()) for name in FITTING]
        assert fitting == [judged.placed.count(n) for n in (1, 2, 3, 4)]
        assert rows.passes[row].sum() == sum(isinstance(move, Pass) for move in made)
        assert (rows.turns[row], rows.enlargements[row]) == (len(made), judged.enlarged)
        assert rows.won[row].nonzero()[0].tolist() == list(result(now).winners)
        tall, wide = (max(side) - min(side) + 1 for side in zip(*judged.domain, strict=True))
        assert (rows.rows[row], rows.columns[row]) == (tall, wide)


def test_rows_are_tidy(simulation):
    rows, rounds = simulation.rows, simulation.rounds_frame
    assert len(rows) == 4 * N
    assert len(rounds) == N
    assert (rows.groupby("round")["seat"].nunique() == 4).all()
    assert list(rows["policy"].cat.categories) == list(NAMES)
    assert (rows[list(PARTS)].sum(axis=1) == rows["points"]).all()
    # 53 cards: who plays first has one more.
    assert (rows["extra_card"] == (rows["seat"] == 0)).all()
    assert (rows["extra"] == rows["extra_card"]).all()
    placed = rows[list(FITTING)].sum(axis=1)
    assert (placed + rows["cards_left"] == 13 + rows["extra_card"]).all()
    assert (rounds["first"] == rounds["round"] % 4).all()
    most = rows.groupby("round")["points"].max().to_numpy()
    assert (rounds["winning_vp"].to_numpy() == most).all()


def test_what_is_estimated_is_the_mean_of_the_rows(simulation):
    rows, players = simulation.rows, simulation.players
    for place in range(4):
        mine, one = rows[rows["player"] == place], players.iloc[place]
        for name in simulation.means:
            assert one[name].value == pytest.approx(mine[name].mean())
        assert one["finish_share"].value == pytest.approx((mine["place"] == 1).mean())
    for column in ("seat", "extra_card"):
        by = simulation.by(column)
        for value, mine in rows.groupby(column):
            assert by["points"][value].value == pytest.approx(mine["points"].mean())
            assert by["n"][value] == N
    means = rows.groupby("extra_card")["points"].mean()
    assert simulation.extra_card_gap.value == pytest.approx(means[1] - means[0])
    seats = rows.groupby("seat")["points"].mean()
    assert simulation.seats.spread == pytest.approx(seats.max() - seats.min())
    assert sum(one.value for one in simulation.wins) == pytest.approx(1)
    assert sum(one.value for one in simulation.ends.values()) == pytest.approx(1)
    for name, part in simulation.parts.items():
        assert part.value == pytest.approx(rows[name].mean())
    rounds = simulation.rounds_frame
    for name, (_, row) in zip(FITTING, simulation.placements().iterrows(), strict=True):
        assert row["mean"].value == pytest.approx(rounds[name].mean())
        assert row["share"].value == pytest.approx((rounds[name] > 0).mean())
    passing = simulation.passing()
    assert passing["passes"].value == pytest.approx(rounds["passes"].mean())
    assert passing["blocked"].value == pytest.approx(4 * rows["blocked"].mean())
    assert passing["enlarged_rounds"].value == pytest.approx((rounds["enlargements"] > 0).mean())
    sets = simulation.sets()
    assert sets["count"].value == pytest.approx(rows["set_count"].mean())
    assert sets["single_share"].value == pytest.approx((rows["largest_set"] <= 1).mean())


def test_where_all_get_as_many_cards_there_is_no_gap():
    # 26 cards beside the start card.
    played = simulate(["greedy"] * 2, rules=Rules(copies=1), rounds=5, workers=1)
    assert played.extra_card_gap is None
    assert list(played.by("extra_card").index) == [0]
    assert played.record()["extra_card_gap"] is None
    assert str(played)


def test_players_of_one_policy_are_counted_a_round_first():
    played = simulate(["greedy", "builder"] * 2, rounds=16, seed=1, workers=1)
    players_alike_are_taken_a_round_first(played)


# --- The same rows wherever they are played ------------------------------------------------------


def test_the_same_seed_brings_the_same_rows_whatever_the_workers(simulation):
    same_whatever_the_workers(room, simulation, HOW, 1)


def test_a_stopped_run_goes_on(tmp_path, simulation, monkeypatch):
    others = {"rules": Rules(set_less=1)}
    stopped_run_goes_on(room, simulation, HOW, CHUNK, others, tmp_path, monkeypatch)


@pytest.mark.slow
def test_processes_play_the_same_rounds(simulation):
    processes_play_the_same(room, simulation, HOW)


def test_what_is_saved_is_read(tmp_path, simulation):
    what_is_saved_is_read(simulation, tmp_path)
    simulate(["greedy"] * 2, rounds=2, workers=1, out=tmp_path / "other.parquet")
    assert Simulation.read(tmp_path / "other.parquet").table.size == 2


def test_a_file_of_something_else_is_refused(tmp_path, simulation):
    other_files_are_refused(simulation, tmp_path)
    no_damaged_file_ends_in_another_error(simulation, tmp_path)


def test_a_skill_of_ones_own_travels():
    mine = Skill("Zoe", "ahead", set_worth=0.5, width=2, samples=1)
    skill_of_ones_own_travels(room, Table.of([mine, "greedy"]), 2)


# --- Questions -----------------------------------------------------------------------------------


def test_rule_sets_are_compared_on_the_same_deals():
    players, after, n = ["greedy"] * 3, Rules(four_vp=0, first_out_vp=9), 40
    effect = compare_rules(Rules(), after, players, rounds=n, seed=3, workers=1)
    one = simulate(players, rounds=n, seed=3, workers=1).rows
    other = simulate(players, rules=after, rounds=n, seed=3, workers=1).rows
    frame = effect.to_frame()
    for name, old, new in (
        ("points", one.groupby("round")["points"].sum(), other.groupby("round")["points"].sum()),
        ("turns", one.groupby("round")["turns"].first(), other.groupby("round")["turns"].first()),
        (
            "seat_1",
            one[one["seat"] == 1].set_index("round")["points"],
            other[other["seat"] == 1].set_index("round")["points"],
        ),
    ):
        paired = new - old
        found = frame["difference"][name]
        assert found.value == pytest.approx(paired.mean())
        half = 1.959964 * paired.std() / np.sqrt(n)
        assert found.interval.high - found.value == pytest.approx(half, rel=1e-4, abs=1e-9)
        assert frame["before"][name].value == pytest.approx(old.mean())
    # Somebody is first out in each round, and gets 4 more.
    assert frame["difference"]["finishing"].value == pytest.approx(4)
    assert json.loads(json.dumps(effect.record())) == effect.record()


def test_without_a_change_nothing_changes():
    effect = compare_rules(Rules(), Rules(), ["builder"] * 2, rounds=5, workers=1)
    assert all(one.value == 0 for one in effect.to_frame()["difference"])


def test_passing_is_weighed_on_the_same_deals():
    players = ["patient", "builder", "builder"]
    effect = passing_effect(players, place=0, rounds=60, seed=2, workers=1)
    may = simulate(players, rounds=60, seed=2, workers=1)
    # A patient player who may not pass is a builder.
    may_not = simulate(["builder"] * 3, rounds=60, seed=2, workers=1)
    paired = may.played.points[:, 0] - may_not.played.points[:, 0]
    assert effect.gain.value == pytest.approx(paired.mean())
    free = may.played.passes[:, 0] - may.played.blocked[:, 0]
    assert effect.passes.value == pytest.approx(free.mean())
    assert effect.passes.value > 0
    assert json.loads(json.dumps(effect.record())) == effect.record()


def test_tables_of_several_sizes():
    found = compare_players("greedy", (2, 5), rounds=30, seed=2, workers=1)
    frame = found.to_frame()
    assert list(frame.index) == [2, 5]
    for size in (2, 5):
        rows = simulate(["greedy"] * size, rounds=30, seed=2, workers=1).rows
        assert frame["points"][size].value == pytest.approx(rows["points"].mean())
        seats = rows.groupby("seat")["points"].mean()
        assert frame["best_seat"][size] == seats.idxmax()
        assert frame["seat_spread"][size] == pytest.approx(seats.max() - seats.min())
    assert [len(one["players"]) for one in found.record()["tables"]] == [2, 5]


# --- The card more -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found():
    return design_extra_card(["builder"] * 5, rounds=60, seed=5, low=-1, high=4, workers=1)


def gap_of(vp, seed, n=60):
    rules = Rules(extra_card_vp=vp)
    rows = simulate(["builder"] * 5, rules=rules, rounds=n, seed=seed, workers=1).rows
    means = rows.groupby("extra_card")["points"].mean()
    return means[1] - means[0]


def test_the_vp_found_leave_the_least_gap_and_are_judged_on_other_deals(found):
    gaps = {vp: gap_of(vp, 5) for vp in range(-1, 5)}
    assert {one.vp: one.gap.value for one in found.tried} == pytest.approx(gaps)
    # Players do not look at it, so each VP more is a VP more of the gap.
    assert gaps[4] - gaps[-1] == pytest.approx(5)
    assert found.vp == min(gaps, key=lambda vp: abs(gaps[vp]))
    assert found.judgement.gap.value == pytest.approx(gap_of(found.vp, fresh_seed(5)))
    assert found.spread == abs(found.judgement.gap.value)
    assert found.table.rules == Rules(extra_card_vp=found.vp)


def test_seats_are_made_equal_as_well():
    asked = {"rounds": 30, "seed": 5, "workers": 1}
    equal = design_extra_card(["greedy"] * 3, "equal-seats", low=0, high=1, **asked)
    for one in equal.tried:
        rules = Rules(extra_card_vp=one.vp)
        rows = simulate(["greedy"] * 3, rules=rules, **asked).rows
        seats = rows.groupby("seat")["points"].mean()
        assert one.spread == pytest.approx(seats.max() - seats.min())


def test_balance_is_claimed_only_where_it_is_sure(found):
    for interval, balanced, word in (
        (Interval(0.1, 0.9), True, ""),
        (Interval(0.1, 1.9), False, "Not surely"),
        (Interval(1.1, 1.9), False, "Not balanced"),
    ):
        judged = replace(found.judgement, interval=interval, vp=2)
        other = replace(found, judgement=judged, tolerance=1.0)
        with speaking("en"):
            assert other.balanced == balanced
            assert " ".join(other.remarks).startswith(word)
    assert replace(found, judgement=replace(found.judgement, vp=4)).at_edge
    assert not replace(found, judgement=replace(found.judgement, vp=3)).at_edge


def test_the_design_is_told_as_json_and_as_a_table(found):
    record = found.record()
    assert json.loads(json.dumps(record)) == record
    assert record["minimums"] == [0] * 5
    assert [row["extra_card_vp"] for row in record["surface"]] == [-1, 0, 1, 2, 3, 4]
    frame = found.to_frame()
    assert frame["seat_4"].tolist() == [one.seats.means[4] for one in found.tried]


# --- Words and refusals --------------------------------------------------------------------------


def test_the_record_is_the_contract_of_the_command_line(simulation):
    record_is_the_contract(simulation, [0] * 4)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_results_speak(simulation, found, language):
    with speaking(language):
        effect = compare_rules(Rules(), Rules(), ["greedy"] * 2, rounds=2, workers=1)
        passing = passing_effect(["greedy"] * 2, rounds=2, workers=1)
        sizes = compare_players("greedy", (2, 3), rounds=2, workers=1)
        for said in (simulation, effect, passing, sizes, found):
            assert str(said)
            assert "{" not in str(said)


@pytest.mark.parametrize(
    ("key", "ask"),
    [
        ("conquete.rules.players", lambda: simulate(["greedy"])),
        ("conquete.rules.players", lambda: simulate(["greedy"] * 9)),
        ("input.skill", lambda: simulate(["greedy", "expert"])),
        ("input.limit", lambda: simulate(NAMES, rounds=1)),
        ("input.limit", lambda: passing_effect(NAMES, place=4)),
        ("input.choice", lambda: design_extra_card(NAMES, "equal-hands")),
        ("input.limit", lambda: design_extra_card(NAMES, low=3, high=2)),
        ("input.limit", lambda: design_extra_card(NAMES, tolerance=0)),
        ("conquete.study.no_table", lambda: compare_players("greedy", ())),
        (
            "conquete.study.no_extra_card",
            lambda: design_extra_card(
                ["greedy"] * 2, rules=Rules(copies=1), rounds=20, high=0, workers=1
            ),
        ),
    ],
)
def test_refusals(key, ask):
    refused_with(key, ask)


def test_an_unknown_question_is_refused(simulation):
    with pytest.raises(InputError, match="extra_card"):
        simulation.by("colour")
