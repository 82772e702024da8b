"""Long work in chunks: the same answer on any executor, with progress, cancel and resume.

Work is a list of `Chunk`; a function turns the payload of each into a result; results are handed
back in the order of the chunks, so an answer never depends on how many workers there were. Any
:class:`concurrent.futures.Executor` does the work:

- threads (the default): for compiled kernels that release the interpreter's lock;
- processes, from `processes`: for work in plain Python;
- ``distributed.Client(...).get_executor()``: for more than one machine.

>>> run(lambda rows, control: sum(rows), thread_chunks(10, 4))
[6, 22, 17]

A function is called as ``function(payload, control)``. The `Control` holds two integers that
compiled code can read while it runs: what is done, and whether to stop. For processes and clusters,
function, payload and result must be picklable and the function must live in a module.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import closing
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from typing import Final, Generic, TypedDict, TypeVar, Unpack

from neuroanalysis.core.chunks import (
    CANCEL,
    DONE,
    Cancel,
    Cancelled,
    Chunk,
    Control,
    Draws,
    WorkError,
    progress_array,
    seeded_chunks,
    thread_chunks,
)
from neuroanalysis.core.files import check_named
from neuroanalysis.core.shelf import Kept, Shelf

__all__ = [
    "CANCEL",
    "DONE",
    "Cancel",
    "Cancelled",
    "Chunk",
    "Control",
    "Draws",
    "Options",
    "Progress",
    "WorkError",
    "fold",
    "imap",
    "processes",
    "progress_array",
    "run",
    "seeded_chunks",
    "thread_chunks",
    "usable_cores",
]

P = TypeVar("P")
R = TypeVar("R")
A = TypeVar("A")

Progress = Callable[[int, int], None]
"""Called as ``progress(done, total)``, in units of the chunks' sizes, in the thread that waits."""

# A person sees no difference beyond 20 a second, and a widget's trait costs 0.5 ms to set.
_REPORT_SECONDS: Final = 0.05
# How long a wait may be deaf to a cancel or, on Windows, to Ctrl-C.
_POLL_SECONDS: Final = 0.05
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


# --- executors -----------------------------------------------------------------------------------


def usable_cores() -> int:
    """Return how many cores this process may use: 1 or more."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int | None = None) -> ProcessPoolExecutor:
    """Return a pool of fresh processes, to be used in a ``with`` block.

    The processes are spawned, never forked (a fork with threads about may hang), and leave Ctrl-C
    to the process that waits, which then stops the work in order. In a script, start such a pool
    under ``if __name__ == "__main__":`` only.

    Parameters
    ----------
    workers
        1 or more; None for the usable cores.
    """
    return ProcessPoolExecutor(
        _worker_count(workers), mp_context=_Spawning(), initializer=_leave_interrupts
    )


class _Spawned(SpawnProcess):
    """A process that Ctrl-C does not reach even while it starts.

    A terminal sends Ctrl-C to all processes of a group. One that is still importing would die of it
    and leave its pool broken, which then may hang.
    """

    def start(self) -> None:
        """Start with the signal blocked; the process inherits that until it ignores it."""
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Spawning(SpawnContext):
    """Spawned processes, each of them as above."""

    Process = _Spawned


def _leave_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _worker_count(workers: int | None) -> int:
    count = usable_cores() if workers is None else workers
    if count < 1:
        raise WorkError("workers", workers=count)
    return count


# --- doing the work ------------------------------------------------------------------------------


class Options(TypedDict, total=False):
    """How work is done, for functions that hand it on: see `imap` for what each means."""

    executor: Executor | None
    workers: int | None
    progress: Progress | None
    cancel: Cancel | None
    resume: str | os.PathLike[str] | None
    key: Mapping[str, object] | None


def imap(
    function: Callable[[P, Control], R],
    chunks: Sequence[Chunk[P]],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    resume: str | os.PathLike[str] | None = None,
    key: Mapping[str, object] | None = None,
) -> Generator[R, None, None]:
    """Return the results one by one, in the order of the chunks, while later chunks are computed.

    At most ``2 * workers`` chunks are in flight (computed, or waiting to be fetched), so memory
    stays bounded and a stopped run loses no more than these. However it ends (exhausted, closed,
    cancelled, Ctrl-C, a chunk's error), chunks that had not begun are withdrawn, running ones are
    told to stop, and in threads and processes nothing of it runs any more when it has ended. A
    chunk in another process cannot be told and is waited for, so keep chunks to a few seconds; on a
    cluster it may go on for as long, unheard.

    Use ``with contextlib.closing(imap(...)) as results:`` where the results may not all be fetched.

    Parameters
    ----------
    function
        ``function(payload, control) -> result``. If it or a kernel that it calls heeds the control
        and leaves early, what it returns is thrown away.
    chunks
        All the work, with unique ids.
    executor
        Who works; None for threads of its own. A given executor is not shut down.
    workers
        How many work at the same time; None for this machine's usable cores. With a given
        executor: how many it has.
    progress
        Told how many units are done of how many, at the beginning, then at most 20 times a second,
        and once at the end; never less than before.
    cancel
        A token by which another thread can stop the work.
    resume
        A folder in which finished chunks are kept, so that the same job goes on where it stopped.
        Chunks are pickled: use a folder of your own. A damaged file is computed anew.
    key
        With ``resume``: a description of the job (rules, seed, version, sizes: all that results
        depend on, so that a new version of the function makes a new key), as JSON values. Kept
        chunks are used only if the key, the function's name, the chunk's id and its payload are
        what they were.

    Yields
    ------
    R
        The result of each chunk.

    Raises
    ------
    Cancelled
        When the token was used.
    WorkError
        For repeated or unfit ids, workers below 1, a resume folder without key or not writable.
    Exception
        What the function raised, for the first chunk in order that failed.

    Examples
    --------
    >>> for total in imap(lambda rows, control: sum(rows), thread_chunks(10, 4)):
    ...     print(total)
    6
    22
    17
    """
    count = _worker_count(workers)
    seen: set[str] = set()
    for chunk in chunks:
        if _ID.fullmatch(chunk.id) is None or chunk.id in seen:
            raise WorkError("id", id=chunk.id)
        if chunk.size < 0:
            raise WorkError("negative", id=chunk.id, size=chunk.size)
        seen.add(chunk.id)
    shelf: Shelf[P, R] | None = None
    if resume is not None:
        check_named(os.fspath(resume))
        shelf = Shelf(Path(resume), function, key)
    return _results(function, chunks, executor, count, progress, cancel or Cancel(), shelf)


def run(
    function: Callable[[P, Control], R],
    chunks: Sequence[Chunk[P]],
    **options: Unpack[Options],
) -> list[R]:
    """Return the results of all chunks, in their order.

    Parameters
    ----------
    function, chunks, **options
        As for `imap`, which says also how it ends and what it raises.

    Examples
    --------
    >>> run(lambda rows, control: len(rows), thread_chunks(10, 4), workers=2)
    [4, 4, 2]
    """
    with closing(imap(function, chunks, **options)) as results:
        return list(results)


def fold(
    function: Callable[[P, Control], R],
    chunks: Sequence[Chunk[P]],
    combine: Callable[[A, R], A],
    initial: A,
    **options: Unpack[Options],
) -> A:
    """Combine the results of all chunks in their order, holding only a few of them at a time.

    Parameters
    ----------
    function, chunks, **options
        As for `imap`, which says also how it ends and what it raises.
    combine
        ``combine(so_far, result)``, called in the thread that waits.
    initial
        What to begin with; the answer if there are no chunks.

    Examples
    --------
    >>> fold(lambda rows, control: sum(rows), thread_chunks(10, 4), max, 0)
    22
    """
    answer = initial
    with closing(imap(function, chunks, **options)) as results:
        for result in results:
            answer = combine(answer, result)
    return answer


def _results(
    function: Callable[[P, Control], R],
    chunks: Sequence[Chunk[P]],
    executor: Executor | None,
    workers: int,
    progress: Progress | None,
    cancel: Cancel,
    shelf: Shelf[P, R] | None,
) -> Generator[R, None, None]:
    meter = _Meter(progress, sum(chunk.size for chunk in chunks))
    pool = ThreadPoolExecutor(workers, "neuroanalysis") if executor is None else executor
    begun = 0
    fetched = 0
    window: deque[_Flight[P, R]] = deque()
    try:
        meter.report(0)
        while True:
            cancel.check()
            while begun < len(chunks) and len(window) < 2 * workers:
                window.append(_Flight(chunks[begun], cancel, shelf))
                window[-1].begin(pool, function)
                begun += 1
            if not window:
                break
            while not window[0].landed:
                wait(
                    [flight.future for flight in window if flight.future and not flight.landed],
                    timeout=_POLL_SECONDS,
                    return_when=FIRST_COMPLETED,
                )
                for flight in window:
                    flight.look()
                meter.report(fetched + sum(flight.done for flight in window))
                cancel.check()
            first = window.popleft()
            fetched += first.chunk.size
            yield first.result()
        meter.finish()
    finally:
        try:
            _bring_down(window)
        finally:
            if executor is None:
                pool.shutdown(wait=True, cancel_futures=True)


def _bring_down(window: Iterable[_Flight[P, R]]) -> None:
    """Withdraw what has not begun, stop what runs, wait for it, keep what was whole."""
    running = []
    for flight in window:
        flight.control.stop()
        if flight.future is not None and not flight.future.cancel():
            running.append(flight.future)
    wait(running)
    for flight in window:
        flight.look()
        flight.forget()


def _call(function: Callable[[P, Control], R], payload: P, control: Control) -> tuple[R, bool]:
    """Do a chunk, at the worker; return its result and whether it was told to stop."""
    control.check()  # a pool's queue moves on by itself as soon as the running chunks stop
    result = function(payload, control)
    # Read after the work: a result is whole for sure only if nobody had asked to stop by then.
    return result, control.stopped


class _Flight(Generic[P, R]):
    """A chunk on its way: begun, perhaps landed, its result not fetched yet."""

    def __init__(self, chunk: Chunk[P], cancel: Cancel, shelf: Shelf[P, R] | None) -> None:
        self.chunk = chunk
        self.control = Control()
        self.future: Future[tuple[R, bool]] | None = None
        self._cancel = cancel
        self._shelf = shelf
        # Made before the work, which may change its payload (a seed sequence counts its children).
        self._stamp = "" if shelf is None else shelf.stamp(chunk)
        self._outcome: Kept[R] | BaseException | None = None

    @property
    def landed(self) -> bool:
        return self._outcome is not None

    @property
    def done(self) -> int:
        return self.chunk.size if self.landed else min(self.control.done, self.chunk.size)

    def begin(self, pool: Executor, function: Callable[[P, Control], R]) -> None:
        """Take the result from the shelf, or hand the chunk to the executor."""
        if self._shelf is not None:
            self._outcome = self._shelf.read(self.chunk.id, self._stamp)
        if self._outcome is None:
            self._cancel.attach(self.control)
            self.future = pool.submit(_call, function, self.chunk.payload, self.control)

    def forget(self) -> None:
        """Let the token know that there is nobody to tell any more."""
        self._cancel.detach(self.control)

    def look(self) -> None:
        """Take the outcome if there is one by now, and keep it on the shelf."""
        if self.landed or self.future is None or not self.future.done():
            return
        self.forget()
        if self.future.cancelled():
            self._outcome = Cancelled()
            return
        error = self.future.exception()
        if error is not None:
            self._outcome = error
            return
        result, stopped = self.future.result()
        if stopped:
            self._outcome = Cancelled()
            return
        self._outcome = Kept(result)
        if self._shelf is not None:
            self._shelf.write(self.chunk.id, self._stamp, result)

    def result(self) -> R:
        if isinstance(self._outcome, Kept):
            return self._outcome.result
        assert self._outcome is not None
        raise self._outcome


class _Meter:
    """Passes progress on: never backwards, at most 20 times a second, the end always."""

    def __init__(
        self,
        progress: Progress | None,
        total: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._progress = progress
        self._total = total
        self._clock = clock
        self._shown = -1
        self._when = float("-inf")

    def report(self, done: int) -> None:
        if self._progress is None or done <= self._shown:
            return
        now = self._clock()
        if now - self._when >= _REPORT_SECONDS:
            self._shown, self._when = done, now
            self._progress(done, self._total)

    def finish(self) -> None:
        if self._progress is not None and self._shown < self._total:
            self._shown = self._total
            self._progress(self._total, self._total)
