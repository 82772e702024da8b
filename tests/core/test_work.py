"""Chunked work: same answers everywhere, bounded, stoppable, resumable."""

from __future__ import annotations

import _thread
import functools
import itertools
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.core import work
from neuroanalysis.core.shelf import Shelf
from neuroanalysis.core.work import (
    CANCEL,
    DONE,
    Cancel,
    Cancelled,
    Chunk,
    Control,
    Draws,
    WorkError,
    fold,
    imap,
    processes,
    progress_array,
    run,
    seeded_chunks,
    thread_chunks,
    usable_cores,
)
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import speaking

ROOT = Path(__file__).parents[2]
# A wait in a test ends long before; only a fault makes it last so long, and then fail.
PATIENCE = 60


def rolls(draws: Draws, control: Control) -> list[int]:
    """Random dice, at module level so that other processes find it."""
    values = draws.generator().integers(1, 7, size=len(draws))
    control.advance(len(draws))
    return values.tolist()


def expected_rolls(n: int, size: int, seed: int) -> list[int]:
    """The same dice from numpy's documented rule for spawned children."""
    values: list[int] = []
    for place, start in enumerate(range(0, n, size)):
        child = np.random.SeedSequence(seed, spawn_key=(place,))
        generator = np.random.Generator(np.random.PCG64(child))
        values += generator.integers(1, 7, size=min(size, n - start)).tolist()
    return values


def joined(results: list[list[int]]) -> list[int]:
    return [value for result in results for value in result]


def until_stopped(payload: object, control: Control) -> str:
    """Work that ends only when it is told to, and returns what must never be used."""
    del payload
    waiting = threading.Event()
    while not control.stopped:
        waiting.wait(0.001)
    return "partial"


# --- chunks --------------------------------------------------------------------------------------


@given(n=st.integers(0, 300), size=st.integers(1, 50))
def test_chunks_cover_every_item_once_and_in_order(n, size):
    chunks = thread_chunks(n, size)
    assert [item for chunk in chunks for item in chunk.payload] == list(range(n))
    assert all(0 < chunk.size <= size for chunk in chunks)
    assert sum(chunk.size for chunk in chunks) == n
    assert sorted({chunk.id for chunk in chunks}) == [chunk.id for chunk in chunks]


@given(n=st.integers(0, 100), size=st.integers(1, 30), seed=st.integers(0, 2**130))
def test_draws_follow_from_seed_and_size_only(n, size, seed):
    answer = joined([rolls(chunk.payload, Control()) for chunk in seeded_chunks(n, size, seed)])
    assert answer == expected_rolls(n, size, seed)


def test_more_draws_begin_with_the_same_ones():
    few = joined(run(rolls, seeded_chunks(20, 5, seed=3)))
    many = joined(run(rolls, seeded_chunks(45, 5, seed=3)))
    assert many[:20] == few
    assert many != joined(run(rolls, seeded_chunks(45, 5, seed=4)))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: thread_chunks(-1, 5), "cannot cut -1 items"),
        (lambda: thread_chunks(5, 0), "cannot make chunks of 0"),
        (lambda: seeded_chunks(5, 5, -2), "seed -2 is negative"),
        (lambda: run(rolls, [], workers=0), "cannot work with 0 workers"),
        (lambda: processes(-1), "cannot work with -1 workers"),
        (lambda: imap(rolls, [Chunk("a", 1), Chunk("a", 2)]), "'a' is repeated or unfit"),
        (lambda: imap(rolls, [Chunk("../a", 1)]), "'../a' is repeated or unfit"),
        (lambda: imap(rolls, [Chunk("", 1)]), "'' is repeated or unfit"),
        (lambda: imap(rolls, [Chunk("x" * 101, 1)]), "repeated or unfit"),
        (lambda: imap(rolls, [Chunk("a", 1, size=-1)]), "'a' has size -1"),
        (lambda: imap(rolls, [], resume="nowhere"), "needs a key"),
    ],
)
def test_impossible_work_is_refused_at_once(ask, said):
    with pytest.raises(WorkError, match=said) as caught:
        ask()
    assert isinstance(caught.value, NeuroanalysisError)
    with speaking("fr"):
        french = str(caught.value)
    assert french != str(caught.value)
    assert "{" not in french
    assert not Path("nowhere").exists()


# --- the same answer everywhere ------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_of_any_number_give_the_same(workers):
    assert joined(run(rolls, seeded_chunks(100, 7, seed=11), workers=workers)) == expected_rolls(
        100, 7, 11
    )


def test_processes_give_the_same(monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    with processes(2) as pool:
        seen: list[tuple[int, int]] = []
        answer = run(
            rolls,
            seeded_chunks(100, 7, seed=11),
            executor=pool,
            workers=2,
            progress=lambda *at: seen.append(at),
        )
    assert joined(answer) == expected_rolls(100, 7, 11)
    assert seen[0] == (0, 100)
    assert seen[-1] == (100, 100)


@pytest.mark.slow
@pytest.mark.parametrize("separate", [False, True], ids=["threads", "processes"])
def test_a_dask_cluster_gives_the_same(monkeypatch, tmp_path, separate):
    distributed = pytest.importorskip("distributed")
    monkeypatch.syspath_prepend(ROOT)
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=separate,
            dashboard_address=None,
            local_directory=str(tmp_path),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        options = {"executor": client.get_executor(), "workers": 2}
        chunks = seeded_chunks(100, 7, seed=11)
        assert joined(run(rolls, chunks, **options)) == expected_rolls(100, 7, 11)
        cancel = Cancel()
        with closing(imap(rolls, chunks, cancel=cancel, **options)) as results:
            next(results)
            cancel.cancel()
            with pytest.raises(Cancelled):
                next(results)


def test_results_come_in_the_order_of_chunks_not_of_their_ends():
    later_ended = threading.Event()

    def function(payload, control):
        if payload == 0:
            assert later_ended.wait(PATIENCE)
        if payload == 1:
            later_ended.set()
        return payload

    chunks = [Chunk(str(place), place) for place in range(6)]
    assert run(function, chunks, workers=2) == list(range(6))


def test_fold_combines_in_the_order_of_chunks():
    chunks = [Chunk(letter, letter) for letter in "abcdef"]
    folded = fold(lambda letter, control: letter, chunks, "({}{})".format, "", workers=3)
    assert folded == "((((((a)b)c)d)e)f)"


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_no_chunks_no_results(workers):
    seen = []
    assert run(rolls, [], workers=workers, progress=lambda *at: seen.append(at)) == []
    assert seen == [(0, 0)]


def test_a_result_may_be_none(tmp_path):
    chunks = [Chunk("a", 1)]
    for _ in range(2):
        assert run(lambda *_: None, chunks, resume=tmp_path, key={}) == [None]


def test_the_first_error_in_order_is_raised_whoever_fails_first():
    second_failed = threading.Event()

    def function(payload, control):
        if payload == 1:
            assert second_failed.wait(PATIENCE)
        if payload == 2:
            second_failed.set()
        if payload:
            raise ZeroDivisionError(payload)

    chunks = [Chunk(str(place), place) for place in range(9)]
    with pytest.raises(ZeroDivisionError, match="1"):
        run(function, chunks, workers=2)


def test_usable_cores_are_some():
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)


# --- bounded -------------------------------------------------------------------------------------


class CountingPool(ThreadPoolExecutor):
    """Threads that remember how many chunks they were given."""

    def __init__(self, workers):
        super().__init__(workers)
        self.begun = 0

    def submit(self, *args, **kwargs):
        self.begun += 1
        return super().submit(*args, **kwargs)


@pytest.mark.parametrize("workers", [1, 3])
def test_at_most_twice_the_workers_are_in_flight(workers):
    chunks = [Chunk(str(place), place) for place in range(20)]
    with CountingPool(workers) as pool:
        results = imap(lambda payload, control: payload, chunks, executor=pool, workers=workers)
        assert pool.begun == 0
        for fetched, result in enumerate(results):
            assert result == fetched
            assert pool.begun == min(20, fetched + 2 * workers)
        # It was not ours to shut down.
        assert pool.submit(int, "3").result() == 3


# --- progress ------------------------------------------------------------------------------------


def test_progress_counts_units_from_nothing_to_all():
    seen = []
    run(rolls, seeded_chunks(100, 7, seed=1), progress=lambda *at: seen.append(at))
    assert seen[0] == (0, 100)
    assert seen[-1] == (100, 100)
    assert all(before < after for before, after in itertools.pairwise(seen))


def test_progress_inside_a_chunk_is_seen_while_it_runs():
    half_seen = threading.Event()

    def function(payload, control):
        control.advance(5)
        assert half_seen.wait(PATIENCE)
        control.advance(20)  # more than it said it would be

    def progress(done, total):
        assert done <= total == 10
        if done == 5:
            half_seen.set()

    run(function, [Chunk("a", None, size=10)], progress=progress)
    assert half_seen.is_set()


@given(
    steps=st.lists(st.tuples(st.floats(0, 0.2), st.integers(0, 100)), max_size=60),
)
def test_progress_is_told_20_times_a_second_at_most_and_never_backwards(steps):
    now = 0.0
    told: list[tuple[float, int]] = []
    meter = work._Meter(lambda done, total: told.append((now, done)), 100, clock=lambda: now)
    for wait, done in steps:
        now += wait
        meter.report(done)
    assert all(later - sooner >= 0.05 for (sooner, _), (later, _) in itertools.pairwise(told))
    meter.finish()
    numbers = [done for _, done in told]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == 100


# --- stopping ------------------------------------------------------------------------------------


def test_a_cancel_stops_what_runs_and_begins_nothing_more():
    cancel = Cancel()
    begun = []

    def function(payload, control):
        begun.append(payload)
        if len(begun) == 2:
            threading.Thread(target=cancel.cancel).start()
        return until_stopped(payload, control)

    chunks = [Chunk(str(place), place) for place in range(10)]
    with pytest.raises(Cancelled, match="the work was cancelled"):
        run(function, chunks, workers=2, cancel=cancel)
    assert sorted(begun) == [0, 1]
    assert cancel.requested
    assert cancel._running == {}
    # The token stays used.
    with pytest.raises(Cancelled):
        run(function, chunks, workers=2, cancel=cancel)
    assert sorted(begun) == [0, 1]
    with speaking("fr"):
        assert str(Cancelled()) == "le travail a été annulé"


def test_a_compiled_kernel_hears_a_cancel_and_counts_its_progress():
    # A loop without end: were the interpreter's lock held, or the array read only once, this test
    # would not end.
    @numba.njit(nogil=True)
    def spin(out, array):
        step = 0
        while array[CANCEL] == 0:
            out[step % len(out)] = step
            step += 1
            array[DONE] = step

    spin(np.zeros(8, np.int64), np.array([0, 1]))  # compiled here, so that the loop is stopped
    cancel = Cancel()

    def function(payload, control):
        spin(np.zeros(8, np.int64), control.array)
        control.check()

    def progress(done, total):
        if done:
            cancel.cancel()

    with pytest.raises(Cancelled):
        run(function, [Chunk("a", None, size=10**6)], cancel=cancel, progress=progress)


def test_ctrl_c_stops_what_runs():
    threads_before = threading.active_count()
    waited_for = threading.Event()
    told = []

    def function(payload, control):
        control.advance()
        if payload == 0:
            assert waited_for.wait(PATIENCE)
            _thread.interrupt_main()
        until_stopped(payload, control)
        told.append(payload)

    def progress(done, total):
        if done:
            waited_for.set()

    chunks = [Chunk(str(place), place) for place in range(10)]
    with pytest.raises(KeyboardInterrupt):
        run(function, chunks, workers=2, progress=progress)
    assert set(told) <= {0, 1}
    assert 0 in told
    assert threading.active_count() == threads_before


def test_a_closed_generator_stops_what_runs():
    threads_before = threading.active_count()
    told = []

    def function(payload, control):
        if payload:
            until_stopped(payload, control)
            told.append(payload)
        return payload

    chunks = [Chunk(str(place), place) for place in range(10)]
    with closing(imap(function, chunks, workers=2)) as results:
        assert next(results) == 0
    assert set(told) <= {1, 2, 3}
    assert threading.active_count() == threads_before


def test_one_token_stops_two_jobs():
    cancel = Cancel()
    both = threading.Barrier(3)
    ended = []

    def function(payload, control):
        both.wait(PATIENCE)
        return until_stopped(payload, control)

    def job():
        try:
            run(function, [Chunk("a", None)], cancel=cancel)
        except Cancelled:
            ended.append("cancelled")

    jobs = [threading.Thread(target=job) for _ in range(2)]
    for thread in jobs:
        thread.start()
    both.wait(PATIENCE)
    cancel.cancel()
    for thread in jobs:
        thread.join(PATIENCE)
    assert ended == ["cancelled", "cancelled"]


def test_a_control_begins_anew_in_another_process():
    control = Control()
    control.advance(3)
    control.stop()
    copy = pickle.loads(pickle.dumps(control))
    assert (copy.done, copy.stopped) == (0, False)
    copy.advance(2)
    assert (copy.done, control.done) == (2, 3)
    with pytest.raises(Cancelled):
        control.check()


def test_a_progress_array_is_two_integers():
    array = progress_array()
    assert (array.shape, array.dtype) == ((2,), np.int64)
    assert sorted((DONE, CANCEL)) == [0, 1]


SCRIPT = """
import sys, time
from neuroanalysis.core.work import Chunk, processes, run

def nap(payload, control):
    time.sleep(0.3)
    return payload

if __name__ == "__main__":
    chunks = [Chunk(str(place), place) for place in range(100)]
    with processes(2) as pool:
        def progress(done, total):
            if done:
                print("running", flush=True)
        try:
            run(nap, chunks, executor=pool, workers=2, progress=progress,
                resume=sys.argv[1], key={})
        except KeyboardInterrupt:
            print("stopped")
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a process group")
def test_ctrl_c_in_a_terminal_stops_processes_in_order_and_keeps_what_was_finished(tmp_path):
    script, kept = tmp_path / "script.py", tmp_path / "kept"
    script.write_text(SCRIPT)
    child = subprocess.Popen(
        [sys.executable, str(script), str(kept)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "running\n"
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does: to the workers too
    said, complaints = child.communicate(timeout=PATIENCE)
    assert (said.splitlines()[-1], complaints, child.returncode) == ("stopped", "", 0)
    assert 1 <= len(list(kept.rglob("*.chunk"))) < 20
    assert list(kept.rglob("*.part")) == []


# --- going on ------------------------------------------------------------------------------------


class Recorder:
    """Doubles numbers in threads, remembers which it was given, and can fail at one."""

    def __init__(self, fails_at=None):
        self.given = []
        self.fails_at = fails_at

    def __call__(self, payload, control):
        self.given.append(payload)
        if payload == self.fails_at:
            raise ZeroDivisionError
        return 2 * payload

    def __reduce__(self):
        return (Recorder, ())


CHUNKS = [Chunk(f"chunk-{place}", place) for place in range(12)]
DOUBLES = [2 * place for place in range(12)]


def test_a_stopped_run_goes_on_where_it_was(tmp_path):
    first = Recorder(fails_at=6)
    with pytest.raises(ZeroDivisionError):
        run(first, CHUNKS, workers=1, resume=tmp_path, key={"seed": 1})
    second = Recorder()
    assert run(second, CHUNKS, workers=2, resume=tmp_path, key={"seed": 1}) == DOUBLES
    assert set(second.given).isdisjoint(range(6))
    assert {6, *range(8, 12)} <= set(second.given)  # 7 may have been done beside 6
    third = Recorder()
    seen = []
    options = {"resume": tmp_path, "key": {"seed": 1}, "progress": lambda *at: seen.append(at)}
    assert run(third, CHUNKS, **options) == DOUBLES
    assert third.given == []
    assert seen[-1] == (12, 12)


def test_longer_work_uses_the_chunks_of_shorter_work(tmp_path):
    run(Recorder(), CHUNKS[:5], resume=tmp_path, key={"seed": 1})
    more = Recorder()
    assert run(more, CHUNKS, resume=tmp_path, key={"seed": 1}) == DOUBLES
    assert sorted(more.given) == list(range(5, 12))


def test_a_changed_job_uses_no_old_chunk(tmp_path):
    def again(chunks, key, function=None):
        recorder = Recorder()
        run(function or recorder, chunks, resume=tmp_path, key=key)
        return sorted(recorder.given)

    everything = list(range(12))
    assert again(CHUNKS, {"seed": 1}) == everything
    assert again(CHUNKS, {"seed": 2}) == everything
    assert again(CHUNKS, {"seed": 1, "rules": ["a"]}) == everything
    assert again(CHUNKS, {"seed": 1}) == []
    shifted = [Chunk(chunk.id, chunk.payload + 1) for chunk in CHUNKS]
    assert again(shifted, {"seed": 1}) == list(range(1, 13))
    assert run(add, CHUNKS, resume=tmp_path, key={"seed": 1})[1] == 2
    partly = [functools.partial(add, more=more) for more in (5, 6)]
    for function in partly:
        assert run(function, CHUNKS, resume=tmp_path, key={})[0] == function.keywords["more"]


def add(payload: int, control: Control, more: int = 1) -> int:
    return payload + more


def test_what_a_damaged_file_held_is_computed_again(tmp_path):
    chunk = [Chunk("only", 21)]
    run(Recorder(), chunk, resume=tmp_path, key={})
    (file,) = tmp_path.rglob("*.chunk")
    whole = file.read_bytes()

    def damages():
        for place in range(len(whole)):
            yield whole[:place]  # cut off
            yield whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]

    for damaged in damages():
        file.write_bytes(damaged)
        recorder = Recorder()
        assert run(recorder, chunk, workers=1, resume=tmp_path, key={}) == [42]
        assert recorder.given == [21]
        assert file.read_bytes() == whole


def test_a_partial_result_is_neither_used_nor_kept(tmp_path):
    cancel = Cancel()

    def function(payload, control):
        if payload == 3:
            cancel.cancel()
            return until_stopped(payload, control)
        return payload

    with pytest.raises(Cancelled):
        run(function, CHUNKS, workers=1, cancel=cancel, resume=tmp_path, key={})
    kept = {file.stem for file in tmp_path.rglob("*.chunk")}
    assert kept <= {"chunk-0", "chunk-1", "chunk-2"}


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, OSError(28, "No space left")])
def test_an_interrupted_write_leaves_nothing_behind(tmp_path, monkeypatch, interruption):
    shelf = Shelf(tmp_path, add, {})
    stamp = shelf.stamp(CHUNKS[0])
    shelf.write("a", stamp, "old")

    def interrupted(self, target):
        raise interruption

    monkeypatch.setattr(Path, "replace", interrupted)
    expected = WorkError if isinstance(interruption, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        shelf.write("a", stamp, "new")
    monkeypatch.undo()
    assert list(tmp_path.rglob("*.part")) == []
    kept = shelf.read("a", stamp)
    assert kept is not None
    assert kept.result == "old"


def test_an_unfit_folder_or_key_is_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("no folder")
    with pytest.raises(WorkError, match=r"cannot keep finished chunks in .*file"):
        run(add, CHUNKS, resume=file, key={})
    for key in ({"rules": object()}, {"share": float("nan")}):
        with pytest.raises(WorkError, match="JSON values only"):
            run(add, CHUNKS, resume=tmp_path, key=key)


def test_stamps_are_the_same_in_another_process(monkeypatch):
    script = (
        "import tempfile, pathlib\n"
        "from neuroanalysis.core.shelf import Shelf\n"
        "from neuroanalysis.core.work import Chunk, run, seeded_chunks\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    shelf = Shelf(pathlib.Path(folder), run, {'b': 1, 'a': [2, 'x']})\n"
        "    payload = (range(3), 'text', {'key': (1, 2)})\n"
        "    for chunk in (Chunk('a', payload), seeded_chunks(9, 4, 7)[1]):\n"
        "        print(shelf.stamp(chunk))\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(hash_seed)},
        ).stdout
        for hash_seed in (1, 2)
    }
    assert len(said) == 1
    assert len(set(said.pop().split())) == 2


def test_dice_are_fair_over_chunks():
    # Were each chunk to begin the same stream, a chunk of six would repeat itself 500 times.
    counts = Counter(joined(run(rolls, seeded_chunks(3000, 6, seed=5))))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    # Five standard deviations around 500.
    assert all(abs(count - 500) < 5 * (3000 * 5 / 36) ** 0.5 for count in counts.values())
