"""Simulated rounds: the rows against rounds played move by move, and what is estimated of them."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from neuroanalysis.core.seeds import round_seed
from neuroanalysis.core.study import CHUNK
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.okey51.play import Draw, Take, deal, result
from neuroanalysis.games.okey51.policies import Skill, moves_of_round, player
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.games.okey51.study import (
    Table,
    balance_threshold,
    compare_rules,
    doubling_effect,
    play_rounds,
    simulate,
)
from neuroanalysis.games.okey51.study.balance import early_share, pile_size
from neuroanalysis.games.okey51.study.games import play_games
from neuroanalysis.games.okey51.study.rounds import CHARGES, ENDS, OPENINGS
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
from tests.refusals import refused_with

room = sys.modules["neuroanalysis.games.okey51.study.simulate"]
NAMES = ("random", "opener", "counter", "pairs")
N = 2 * CHUNK + 20
SEED = 7
HOW = {"players": NAMES, "rounds": N, "seed": SEED}


@pytest.fixture(scope="module")
def simulation():
    return simulate(NAMES, rounds=N, seed=SEED, workers=2)


# --- Rows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(threshold=30, teams=True, indicator_fake="double"), Rules(hand_size=21)],
    ids=lambda rules: str(rules.differences()),
)
def test_rows_are_those_of_rounds_played_move_by_move(rules):
    rows = play_rounds(Table.of(NAMES, rules), SEED, 3, 9)
    for row, number in enumerate(range(3, 9)):
        seed = round_seed(SEED, number)
        begin = now = deal(["0", "1", "2", "3"], seed=seed, rules=rules, first=number % 4)
        drawn, takes, opening_drawn = 0, [0] * 4, [0] * 4
        for move, after in moves_of_round(now, [player(name) for name in NAMES], seed=seed):
            drawn += isinstance(move, Draw)
            takes[move.player] += isinstance(move, Take)
            if after.opened != now.opened:
                opening_drawn[move.player] = drawn
            now = after
        ended = result(now)
        assert rows.points[row].tolist() == list(ended.points)
        assert rows.at_end[row].tolist() == list(ended.at_end)
        assert rows.takes[row].tolist() == takes
        assert rows.opening_drawn[row].tolist() == opening_drawn
        assert rows.drawn[row] == drawn == len(begin.pile) - len(now.pile)
        assert rows.turns[row] == now.turn
        assert rows.first[row] == begin.active
        assert rows.seat[row].tolist() == [(place - begin.active) % 4 for place in range(4)]
        assert ENDS[rows.end[row]] == ended.end
        assert rows.doubled[row] == now.doubled
        assert rows.left[row].tolist() == [sum(rack) for rack in now.racks]
        for seat, opening in enumerate(now.opened):
            assert OPENINGS[rows.opened[row, seat]] == (opening.how if opening else "no")
            if opening:
                assert rows.opening[row, seat] == opening.value
                assert rows.opening_turn[row, seat] == opening.turn
        for kind, column in zip(CHARGES, CHARGES, strict=True):
            charged = [0] * 4
            for charge in now.charges:
                if charge.kind == kind:
                    charged[charge.player] += charge.points * (1 + now.doubled)
            assert getattr(rows, column)[row].tolist() == charged


def test_rows_are_tidy(simulation):
    rows, rounds = simulation.rows, simulation.rounds_frame
    assert len(rows) == 4 * N
    assert len(rounds) == N
    assert (rows.groupby("round")["seat"].nunique() == 4).all()
    assert list(rows["policy"].cat.categories) == list(NAMES)
    parts = rows[[*CHARGES, "at_end"]].sum(axis=1)
    assert (parts == rows["points"]).all()
    opened = rows["opened"] != "no"
    assert rows["opening"].notna().equals(opened)
    assert (rows.loc[rows["opened"] == "melds", "opening"] >= 51).all()
    assert (rows.loc[rows["opened"] == "pairs", "opening"] >= 5).all()
    finishers = rows.loc[rows["finished"]].set_index("round")["player"]
    assert (rounds.set_index("round")["finisher"][finishers.index] == finishers).all()
    assert ((rounds["end"] == "empty") == (rounds["finisher"] == -1)).all()
    assert rows.loc[rows["finished"] & (rows["end"] == "hand"), "at_end"].eq(-500).all()
    unopened = (rows["opened"] == "no") & rows["end"].isin(["hand", "empty"])
    assert rows.loc[unopened, "at_end"].eq(500).all()


def test_what_is_estimated_is_the_mean_of_the_rows(simulation):
    rows, players = simulation.rows, simulation.players
    for place in range(4):
        mine = rows[rows["player"] == place]
        one = players.iloc[place]
        assert one["points"].value == pytest.approx(mine["points"].mean())
        assert one["finish_share"].value == pytest.approx(mine["finished"].mean())
        assert one["open_share"].value == pytest.approx((mine["opened"] != "no").mean())
        assert one["pairs_share"].value == pytest.approx((mine["opened"] == "pairs").mean())
        half = 1.959964 * mine["points"].std() / np.sqrt(N)
        assert one["points"].interval.high - one["points"].value == pytest.approx(half, rel=1e-4)
    by_seat = simulation.by("seat")
    for seat in range(4):
        mine = rows[rows["seat"] == seat]
        assert by_seat["points"][seat].value == pytest.approx(mine["points"].mean())
        assert by_seat["n"][seat] == N
    assert simulation.length.value == pytest.approx(simulation.rounds_frame["turns"].mean())
    ends = simulation.ends
    assert sum(share.value for share in ends.values()) == pytest.approx(1)


def test_players_of_one_policy_are_counted_a_round_first():
    played = simulate(["opener", "counter"] * 2, rounds=60, seed=1, workers=1)
    players_alike_are_taken_a_round_first(played)


def test_seats_are_compared_over_the_same_rounds(simulation):
    rows = simulation.rows.pivot_table(index="round", columns="seat", values="points")
    found = simulation.seat_advantage()
    assert found.means == pytest.approx(tuple(rows.mean()))
    assert found.spread == pytest.approx(rows.mean().max() - rows.mean().min())
    assert found.interval.low <= found.spread <= found.interval.high


# --- The same rows wherever they are played ------------------------------------------------------


def test_the_same_seed_brings_the_same_rows_whatever_the_workers(simulation):
    same_whatever_the_workers(room, simulation, HOW, 1, 3)


def test_a_longer_run_begins_with_the_same_rounds(simulation):
    longer = simulate(NAMES, rounds=N + CHUNK, seed=SEED, workers=1)
    assert (longer.played.points[:N] == simulation.played.points).all()


def test_a_stopped_run_goes_on(tmp_path, simulation, monkeypatch):
    others = {"rules": Rules(threshold=60)}
    stopped_run_goes_on(room, simulation, HOW, CHUNK, others, tmp_path, monkeypatch)


@pytest.mark.slow
def test_processes_play_the_same_rounds(simulation):
    processes_play_the_same(room, simulation, HOW)


def test_what_is_saved_is_read(tmp_path, simulation):
    what_is_saved_is_read(simulation, tmp_path)


def test_a_file_of_something_else_is_refused(tmp_path, simulation):
    other_files_are_refused(simulation, tmp_path)
    no_damaged_file_ends_in_another_error(simulation, tmp_path)


# --- Games and teams -----------------------------------------------------------------------------


def test_games_add_their_rounds_and_the_lowest_total_wins():
    points = np.array([[5, 1, 0, 2], [1, 1, 3, 9], [0, 9, 9, 9], [1, 0, 0, 0], [7, 7, 7, 7]])
    games = play_games(points, [(0,), (1,), (2,), (3,)], 2, SEED)
    assert games.totals.tolist() == [[6, 2, 3, 11], [1, 9, 9, 9]]
    assert [win.value for win in games.wins] == [0.5, 0.5, 0, 0]
    assert (len(games), games.left) == (2, 1)
    tie = play_games(np.zeros((4, 4), np.int64), [(0, 2), (1, 3)], 1, SEED)
    assert [win.value for win in tie.wins] == [0.5, 0.5]
    with pytest.raises(InputError, match="two games"):
        play_games(points[:3], [(0,), (1,), (2,), (3,)], 2, SEED)


def test_shares_of_games_stay_between_0_and_1():
    # Three games, two of them won alone: the normal interval would end at 108 %.
    points = np.array([[0, 1, 1, 1], [0, 1, 1, 1], [1, 0, 1, 1]])
    games = play_games(points, [(0,), (1,), (2,), (3,)], 1, SEED)
    for won, win in zip((2, 1, 0, 0), games.wins, strict=True):
        assert win.value == won / 3
        # Wilson's, with the constant of 95 %: the roots of (p - share)² = z² p (1 - p) / n.
        z = 1.959964**2 / 3
        roots = np.roots([1 + z, -2 * won / 3 - z, (won / 3) ** 2])
        assert sorted(win.interval) == pytest.approx(sorted(np.clip(roots, 0, 1)), abs=1e-5)
    shared = play_games(np.array([[0, 0, 1, 1]] * 2 + [[0, 1, 1, 1]]), games.sides, 1, SEED)
    assert [win.value for win in shared.wins] == pytest.approx([2 / 3, 1 / 3, 0, 0])
    for win in (*games.wins, *shared.wins):
        assert 0 <= win.interval.low <= win.value <= win.interval.high <= 1
        assert win.interval.low < win.interval.high


def test_the_interval_of_shared_games_holds_as_often_as_it_says():
    # Both of two sides are as good; a third of the games is shared, so each wins half of them.
    rng, held, trials = np.random.default_rng(5), 0, 2000
    for _ in range(trials):
        points = np.array([[0, 1], [1, 0], [0, 0]])[rng.integers(3, size=25)]
        held += play_games(points, [(0,), (1,)], 1, SEED).wins[0].interval.covers(0.5)
    assert held / trials > 0.95


def test_no_interval_of_a_share_is_impossible_or_proof():
    played = simulate(["pairs", "opener"] * 2, rounds=6, seed=2, workers=1)
    effect = compare_rules(Rules(), Rules(), ["opener"] * 4, rounds=6, workers=1).to_frame()
    shares = [one for name in ("seat", "policy") for one in played.by(name)["pairs_share"]]
    shares += [one for name in ("seat", "policy") for one in played.by(name)["open_share"]]
    shares += [effect.loc[name, part] for name in ("open_share", "went_out") for part in effect]
    assert len(shares) == 18
    for share in shares:
        assert -1 <= share.interval.low <= share.value <= share.interval.high <= 1
        assert share.interval.low < share.interval.high
    assert all(share.interval.low >= 0 for share in shares[:12])


def test_teams_are_added_up():
    played = simulate(
        ["counter", "random"] * 2, rules=Rules(teams=True, rounds=3), rounds=90, seed=2, workers=1
    )
    points = played.played.points
    assert played.table.sides == ((0, 2), (1, 3))
    assert [side.value for side in played.sides] == pytest.approx(
        [points[:, [0, 2]].sum(axis=1).mean(), points[:, [1, 3]].sum(axis=1).mean()]
    )
    games = played.games()
    assert len(games) == 30
    # Two who count beat two who leave it to chance.
    assert games.wins[0].interval.low > 0.5
    assert "3" in str(games)


def test_partners_cost_each_other_nothing():
    # In every round in which a team goes out, the partner pays nothing at the end.
    rows = play_rounds(Table.of(["opener"] * 4, Rules(teams=True)), SEED, 0, 200)
    went_out = rows.finisher >= 0
    partner = (rows.finisher[went_out] + 2) % 4
    assert went_out.sum() > 100
    assert (rows.at_end[went_out, partner] == 0).all()


# --- Questions -----------------------------------------------------------------------------------


def test_rule_sets_are_compared_on_the_same_deals():
    effect = doubling_effect(["opener"] * 4, rounds=120, seed=3, workers=1)
    before = simulate(["opener"] * 4, rules=Rules(doubling=False), rounds=120, seed=3, workers=1)
    after = simulate(["opener"] * 4, rounds=120, seed=3, workers=1)
    frame = effect.to_frame()
    for name, one, other in (
        ("points", before.played.points, after.played.points),
        ("open_share", before.played.opened > 0, after.played.opened > 0),
    ):
        paired = (other.mean(axis=1) - one.mean(axis=1)).astype(float)
        found = frame["difference"][name]
        assert found.value == pytest.approx(paired.mean())
        half = 1.959964 * paired.std(ddof=1) / np.sqrt(120)
        assert found.interval.high - found.value == pytest.approx(half, rel=1e-4)
        assert frame["before"][name].value == pytest.approx(one.mean())
    # Who must open higher opens less often.
    assert frame["difference"]["open_share"].interval.high < 0
    assert json.dumps(effect.record())


def test_without_a_change_nothing_changes():
    effect = compare_rules(Rules(), Rules(), ["counter"] * 4, rounds=20, workers=1)
    assert all(one.value == 0 for one in effect.to_frame()["difference"])


def test_early_openings_are_counted_before_the_middle_of_the_pile():
    played = simulate(["opener"] * 4, rounds=150, seed=4, workers=1)
    assert pile_size(Rules()) == len(deal(["a", "b", "c", "d"], seed=1).pile) == 48
    rows = played.rows
    early = (rows["opened"] != "no") & (rows["opening_drawn"].fillna(99) < 24)
    assert early_share(played).value == pytest.approx(early.mean())


@pytest.fixture(scope="module")
def balance():
    return balance_threshold(["opener"] * 4, rounds=500, seed=5, low=20, high=100)


def test_the_threshold_found_is_the_nearest_to_even(balance):
    shares = {}
    for threshold in range(balance.threshold - 1, balance.threshold + 2):
        rules = replace(Rules(), threshold=threshold)
        played = simulate(["opener"] * 4, rules=rules, rounds=500, seed=5)
        shares[threshold] = early_share(played).value
    distances = {threshold: abs(share - 0.5) for threshold, share in shares.items()}
    assert min(distances, key=distances.get) == balance.threshold
    assert balance.share.value == shares[balance.threshold]


def test_a_higher_threshold_makes_early_openings_rarer(balance):
    frame = balance.to_frame()
    assert list(frame["threshold"]) == sorted(frame["threshold"])
    low, high = balance.interval
    for (_, one), (_, other) in pairwise(balance.tried):
        assert other.value <= one.value + 0.02
    for threshold, share in balance.tried:
        has_even = share.interval.low < 0.5 <= share.interval.high
        assert has_even == (low <= threshold <= high), threshold


def test_a_balance_says_what_the_command_line_prints(balance):
    record = balance.record()
    assert {"target", "players", "minimums", "balanced", "spread", "spread_interval"} <= {*record}
    assert record["minimums"] == [balance.threshold] * 4
    assert record["spread"] == pytest.approx(abs(balance.share.value - 0.5))
    assert record["balanced"] == (record["spread_interval"][1] <= 0.05)
    assert json.loads(json.dumps(record)) == record
    again = balance_threshold(["opener"] * 4, rounds=500, seed=5, low=20, high=100, workers=1)
    assert again.record() == record


def test_a_range_without_an_even_chance_gives_its_end():
    found = balance_threshold(["opener"] * 4, rounds=100, low=140, high=142, workers=1)
    assert (found.threshold, found.interval, found.balanced) == (140, (140, 140), False)
    found = balance_threshold(["opener"] * 4, rounds=100, low=0, high=1, workers=1)
    assert (found.threshold, found.balanced) == (1, False)


def test_a_threshold_that_is_not_balanced_or_at_an_end_says_so(balance):
    assert not balance.at_edge
    assert (balance.tried[0][0], balance.tried[-1][0]) == (20, 100)
    far = balance_threshold(["opener"] * 4, rounds=100, low=140, high=142, workers=1)
    assert [threshold for threshold, _ in far.tried] == [140, 141, 142]
    unsure = replace(balance, tolerance=0.001)
    sure = replace(balance, tolerance=0.5)
    with speaking("en"):
        assert str(far).count("\n") == 2
        assert "Not balanced: the share is 50 percentage points" in str(far)
        assert "an end of the range tried, 140 to 142" in str(far)
        assert "Not surely balanced" in str(unsure)
        assert "an end" not in str(unsure)
        assert (sure.remarks, str(sure).count("\n")) == ((), 0)
        assert far.record()["remarks"] == list(far.remarks)


def test_an_option_that_no_player_uses_is_named():
    unused, used = Rules(taken_discard_may_return=True), Rules(taken_discard_new_meld=True)
    how = {"rounds": 4, "workers": 1}
    played = simulate(["opener"] * 4, rules=unused, **how)
    effect = compare_rules(Rules(), unused, ["opener"] * 4, **how)
    for found in (played, effect):
        for language in ("en", "fr"):
            with speaking(language):
                [remark] = found.record()["remarks"]
                assert "taken_discard_may_return" in remark
                assert str(found).endswith(remark)
    # Said of it because it is so.
    assert played.played.equals(simulate(["opener"] * 4, **how).played)
    assert simulate(["opener"] * 4, rules=used, **how).record()["remarks"] == []
    changed = compare_rules(Rules(), used, ["opener"] * 4, rounds=40, workers=1)
    assert changed.remarks == ()
    assert changed.to_frame()["difference"]["charges"].value != 0


# --- Words and refusals --------------------------------------------------------------------------


def test_the_record_is_the_contract_of_the_command_line(simulation):
    record_is_the_contract(simulation, [51] * 4)
    assert simulate(NAMES, rounds=2, rules=Rules(rounds=3), workers=1).record()["games"] is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_results_speak(simulation, balance, language):
    with speaking(language):
        effect = compare_rules(Rules(), Rules(), ["random"] * 4, rounds=5, workers=1)
        for said in (simulation, balance, effect, simulation.games()):
            assert str(said)
            assert "{" not in str(said)


@pytest.mark.parametrize(
    ("key", "ask"),
    [
        ("okey51.round.seats", lambda: simulate(["opener"] * 3)),
        ("input.skill", lambda: simulate(["opener", "expert", "opener", "opener"])),
        ("input.limit", lambda: simulate(NAMES, rounds=1)),
        ("input.limit", lambda: simulate(NAMES, seed=-1)),
        ("input.argument", lambda: simulate(NAMES, rounds=2.5)),
        ("input.choice", lambda: balance_threshold(NAMES, target="equal-points")),
        ("input.limit", lambda: balance_threshold(NAMES, low=60, high=50)),
        ("input.limit", lambda: balance_threshold(NAMES, tolerance=2.0)),
        ("input.limit", lambda: balance_threshold(NAMES, rounds=10)),
    ],
)
def test_what_cannot_be_is_refused(key, ask):
    refused_with(key, ask, (InputError, PositionError))


def test_a_skill_of_ones_own_travels():
    mine = Skill("mine", penalty=2.0, keep=3.0)
    skill_of_ones_own_travels(room, Table.of([mine, "opener", mine, "random"]), 4)


def test_another_column_is_refused(simulation):
    with pytest.raises(InputError, match="seat"):
        simulation.by("end")
