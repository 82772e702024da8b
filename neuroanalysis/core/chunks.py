"""Chunks of work: what they are given, how they are watched, how they are told to stop.

:mod:`neuroanalysis.core.work` does them and offers all names of this module too.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import numpy as np

from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import quoted_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "CANCEL",
    "DONE",
    "Cancel",
    "Cancelled",
    "Chunk",
    "Control",
    "Draws",
    "WorkError",
    "progress_array",
    "seeded_chunks",
    "thread_chunks",
]

P = TypeVar("P")

DONE: Final = 0
"""Place in a progress array of the units done so far; the kernel counts it up."""
CANCEL: Final = 1
"""Place in a progress array of the wish to stop; the kernel returns soon once it is not 0."""


class WorkError(NeuroanalysisError):
    """Chunked work asked for in a way that cannot be done: chunk ids, workers, resume folder."""

    def __str__(self) -> str:
        """Say it in the language in force."""
        return text(f"work.error.{self.key}", **quoted_values(self.values))


# The name is that of a state, as in concurrent.futures: being cancelled is no error.
class Cancelled(Exception):  # noqa: N818
    """The work was cancelled through its `Cancel` token."""

    def __str__(self) -> str:
        """Say it in the language in force."""
        return text("work.state.cancelled")


def progress_array() -> NDArray[np.int64]:
    """Return the two integers through which a compiled kernel is watched and stopped.

    Returns
    -------
    numpy.ndarray
        Shape (2,), int64: ``[DONE]`` is counted up by the kernel, ``[CANCEL]`` is read by it.

    Notes
    -----
    Between two looks a kernel must write into some other array, as one that fills in results does.
    If nothing else is written, the compiler keeps both integers in registers: no progress is seen,
    and no cancel is heard.

    Examples
    --------
    >>> progress_array()
    array([0, 0])
    """
    return np.zeros(2, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Control:
    """What a running chunk shares with whoever waits for it.

    Attributes
    ----------
    array
        The `progress_array` to hand to a kernel. Threads share it with the waiting side. A chunk
        in another process has a copy: its inner progress is not seen, and it runs to its end.

    Examples
    --------
    >>> control = Control()
    >>> control.advance(3)
    >>> control.done, control.stopped
    (3, False)
    """

    array: NDArray[np.int64] = field(default_factory=progress_array)

    @property
    def done(self) -> int:
        """Units done so far."""
        return int(self.array[DONE])

    @property
    def stopped(self) -> bool:
        """Whether the chunk was told to stop."""
        return bool(self.array[CANCEL])

    def advance(self, units: int = 1) -> None:
        """Count units as done; for functions in Python, as kernels count by themselves."""
        self.array[DONE] += units

    def stop(self) -> None:
        """Tell the chunk to stop."""
        self.array[CANCEL] = 1

    def check(self) -> None:
        """Raise `Cancelled` if the chunk was told to stop.

        Call it now and then in a long Python loop, and after a kernel that may have left early.
        """
        if self.stopped:
            raise Cancelled

    def __reduce__(self) -> tuple[type[Control], tuple[()]]:
        """Begin anew in another process, which nobody can tell; and so never as a locked array."""
        return (Control, ())


class Cancel:
    """A token that stops work from another thread, such as the one that serves a button.

    One token may be given to several pieces of work. Once used it stays so: make a new one.

    Examples
    --------
    >>> from neuroanalysis.core.work import run
    >>> cancel = Cancel()
    >>> cancel.cancel()
    >>> run(lambda rows, control: sum(rows), thread_chunks(10, 4), cancel=cancel)
    Traceback (most recent call last):
    ...
    neuroanalysis.core.chunks.Cancelled: the work was cancelled
    """

    def __init__(self) -> None:
        # Reentrant, so that a signal handler may cancel in the thread that is just attaching.
        self._lock = threading.RLock()
        self._requested = False
        self._running: dict[int, Control] = {}

    @property
    def requested(self) -> bool:
        """Whether someone asked to stop."""
        return self._requested

    def cancel(self) -> None:
        """Ask all work that has this token to stop: what runs is told at once, the rest not begun.

        Returns at once; the work raises `Cancelled` where it was started.
        """
        with self._lock:
            self._requested = True
            for control in self._running.values():
                control.stop()

    def check(self) -> None:
        """Raise `Cancelled` if someone asked to stop."""
        if self._requested:
            raise Cancelled

    def attach(self, control: Control) -> None:
        """Let a running chunk be told when the token is used."""
        with self._lock:
            self._running[id(control)] = control
            if self._requested:
                control.stop()

    def detach(self, control: Control) -> None:
        """Forget a chunk that ended."""
        with self._lock:
            self._running.pop(id(control), None)


@dataclass(frozen=True)
class Chunk(Generic[P]):
    """One piece of work.

    Attributes
    ----------
    id
        Its stable name, unique in the job: letters, digits, ``.``, ``_``, ``-``; at most 100.
    payload
        What the function is given.
    size
        How many units of progress it counts for.
    """

    id: str
    payload: P
    size: int = 1


def thread_chunks(n: int, size: int) -> list[Chunk[range]]:
    """Cut n items into ranges, for threads that share the arrays which the ranges point into.

    Parameters
    ----------
    n
        Number of items, 0 or more.
    size
        Items a chunk, 1 or more; the last chunk may be shorter.

    Raises
    ------
    WorkError
        If one of them is too small.

    Examples
    --------
    >>> [(chunk.id, chunk.payload, chunk.size) for chunk in thread_chunks(5, 3)]
    [('000000000000', range(0, 3), 3), ('000000000003', range(3, 5), 2)]
    """
    return [Chunk(f"{rows.start:012d}", rows, len(rows)) for rows in _cuts(n, size)]


@dataclass(frozen=True, eq=False)
class Draws:
    """The payload of a chunk of random draws.

    Attributes
    ----------
    start, stop
        The draws of this chunk, counted over the whole job; ``stop`` is not one of them.
    seed
        The chunk's own seed sequence.
    """

    start: int
    stop: int
    seed: np.random.SeedSequence

    def __len__(self) -> int:
        return self.stop - self.start

    def generator(self) -> np.random.Generator:
        """Return a new generator (PCG64) at the beginning of the chunk's stream."""
        return np.random.Generator(np.random.PCG64(self.seed))


def seeded_chunks(n: int, size: int, seed: int) -> list[Chunk[Draws]]:
    """Cut n random draws into chunks, each with a stream of its own.

    The streams belong to chunks and never to workers: the draws depend on ``seed`` and ``size``
    only. More draws with the same two begin with the same ones.

    Parameters
    ----------
    n
        Number of draws, 0 or more.
    size
        Draws a chunk, 1 or more. Keep it a constant of the program, not a choice of the machine.
    seed
        0 or more.

    Raises
    ------
    WorkError
        If one of them is too small.

    Examples
    --------
    >>> from neuroanalysis.core.work import run
    >>> def draw(draws, control):
    ...     return draws.generator().integers(6, size=len(draws)).tolist()
    >>> run(draw, seeded_chunks(5, 3, seed=7), workers=1) == run(
    ...     draw, seeded_chunks(5, 3, seed=7), workers=2
    ... )
    True
    """
    if seed < 0:
        raise WorkError("seed", seed=seed)
    cuts = _cuts(n, size)
    children = np.random.SeedSequence(seed).spawn(len(cuts))
    return [
        Chunk(f"{rows.start:012d}", Draws(rows.start, rows.stop, child), len(rows))
        for rows, child in zip(cuts, children, strict=True)
    ]


def _cuts(n: int, size: int) -> list[range]:
    if n < 0:
        raise WorkError("items", n=n)
    if size < 1:
        raise WorkError("size", size=size)
    return [range(start, min(start + size, n)) for start in range(0, n, size)]
