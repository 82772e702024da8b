"""What simulated rounds of every game must do: be the same for all workers, go on, be kept.

`simulation` is what a test's module has played once; `how` are the arguments that play it again.
"""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise

import numpy as np
import pyarrow.parquet as pq
import pytest

from neuroanalysis.core import work
from neuroanalysis.core.chunks import Cancel, Cancelled
from neuroanalysis.errors import InputError


def same_whatever_the_workers(room, simulation, how, *workers: int) -> None:
    for n in workers:
        again = room.simulate(**how, workers=n)
        assert again.played.equals(simulation.played)
        assert again.record() == simulation.record()
    other = room.simulate(**how | {"seed": how["seed"] + 1}, workers=1)
    assert not other.played.equals(simulation.played)


def processes_play_the_same(room, simulation, how) -> None:
    with ProcessPoolExecutor(2) as executor:
        again = room.simulate(**how, executor=executor)
    assert again.played.equals(simulation.played)


def stopped_run_goes_on(room, simulation, how, chunk, others, tmp_path, monkeypatch) -> None:
    """Stop three chunks in the second; `others` changes what is played to something else."""
    cancel, kept, told = Cancel(), tmp_path / "kept", []

    def stop_in_the_second_chunk(done, total):
        told.append(done)
        if chunk <= done < total:
            cancel.cancel()

    # Progress is told at most 20 times a second, and chunks may be quicker than that.
    monkeypatch.setattr(work, "_REPORT_SECONDS", 0)
    how = {**how, "workers": 1, "resume": kept}
    with pytest.raises(Cancelled):
        room.simulate(**how, progress=stop_in_the_second_chunk, cancel=cancel)
    assert all(one <= other for one, other in pairwise(told))
    chunks = list(kept.rglob("*.chunk"))
    assert 1 <= len(chunks) < 3

    began, whole = [], room.play_rounds

    def counted(table, seed, begin, stop, **how):
        began.append(begin)
        return whole(table, seed, begin, stop, **how)

    monkeypatch.setattr(room, "play_rounds", counted)
    assert room.simulate(**how).played.equals(simulation.played)
    assert len(began) == 3 - len(chunks)
    # Other rules, players, minimums or seeds are other jobs.
    began.clear()
    room.simulate(**how | {"rounds": 2} | others)
    assert began == [0]


def what_is_saved_is_read(simulation, tmp_path) -> None:
    path = tmp_path / "rounds.parquet"
    simulation.save(path)
    read = type(simulation).read(path)
    assert read.played.equals(simulation.played)
    assert (read.table, read.seed) == (simulation.table, simulation.seed)
    assert read.record() == simulation.record()
    assert read.rows.equals(simulation.rows)
    before = path.read_bytes()
    simulation.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def other_files_are_refused(simulation, tmp_path) -> None:
    simulation.rows.to_parquet(tmp_path / "other.parquet")
    with pytest.raises(InputError, match="no simulated rounds"):
        type(simulation).read(tmp_path / "other.parquet")
    with pytest.raises(InputError, match="no file"):
        type(simulation).read(tmp_path / "missing.parquet")
    with pytest.raises(InputError):
        simulation.save(tmp_path / "nowhere" / "deep" / "rows.parquet")


def no_damaged_file_ends_in_another_error(simulation, tmp_path) -> None:
    path, size = tmp_path / "rounds.parquet", simulation.table.size
    simulation.save(path)
    whole = pq.read_table(path)
    about = whole.schema.metadata
    damaged = {
        "columns are missing: turns": whole.drop_columns(["turns"]),
        "rows are missing": whole.slice(0, 2 * size - 1),
        "rounds": whole.slice(0, 0),
        "round": whole.replace_schema_metadata({**about, b"neuroanalysis": b"{"}),
        "rou": whole.replace_schema_metadata({**about, b"neuroanalysis": b"[]"}),
        "dam": whole.replace_schema_metadata({**about, b"neuroanalysis": b"{}"}),
        "seed": whole.replace_schema_metadata(
            {**about, b"neuroanalysis": about[b"neuroanalysis"].replace(b'"seed": ', b'"sown": ')}
        ),
    }
    for words, rows in damaged.items():
        pq.write_table(rows, path)
        with pytest.raises(InputError, match=words):
            type(simulation).read(path)


def players_alike_are_taken_a_round_first(simulation) -> None:
    rows, by_policy = simulation.rows, simulation.by("policy")
    n = simulation.rounds
    for name, mine in rows.groupby("policy", observed=True):
        means = mine.groupby("round")["points"].mean()
        found = by_policy["points"][name]
        assert (found.n, by_policy["n"][name]) == (n, n)
        assert found.value == pytest.approx(means.mean())
        half = 1.959964 * means.std() / np.sqrt(n)
        assert found.interval.high - found.value == pytest.approx(half, rel=1e-4)


def record_is_the_contract(simulation, minimums) -> None:
    """The record is JSON with what the command line promises of every game."""
    record = simulation.record()
    assert json.loads(json.dumps(record)) == record
    assert {"game", "rounds", "seed", "rules", "players", "length", "ends"} <= {*record}
    told = [(one["seat"], one["policy"], one["minimum"]) for one in record["players"]]
    assert told == list(zip(range(len(told)), simulation.table.names, minimums, strict=True))
    for one in record["players"]:
        for value, interval in (
            ("finish_share", "finish_interval"),
            ("mean_points", "points_interval"),
        ):
            low, high = one[interval]
            assert low <= one[value] <= high
    for name in simulation.means:
        lows = [one[f"{name}_interval"][0] for one in record["players"]]
        lows += [found.interval.low for found in simulation.by("policy")[name]]
        least = getattr(simulation.played, name).min()
        # What has been below 0 is not cut there, and what cannot be is.
        assert name in simulation.signed or (least >= 0 and min(lows) >= 0), name


def skill_of_ones_own_travels(room, table, rounds: int) -> None:
    said = json.loads(json.dumps(table.to_mapping()))
    assert type(table).from_mapping(said) == table
    assert room.simulate(table.players, rounds=rounds, workers=1).table == table
