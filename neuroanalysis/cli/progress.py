"""A progress bar on standard error, for long work; nothing where nobody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from neuroanalysis.cli.output import remark, stderr_console

__all__ = ["progress_bar", "saying_stopped"]


@contextmanager
def progress_bar(about: str, *, resumable: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Give what long work tells its progress to: done, of how many.

    The bar is drawn on a terminal only, and is gone when the work has ended. When the work is
    interrupted that is said, but for `resumable` work, whose command says what is kept.
    """
    with nullcontext() if resumable else saying_stopped(), _shown(about) as told:
        yield told


@contextmanager
def saying_stopped() -> Iterator[None]:
    """Say it when work is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        remark("error.stopped")
        raise


@contextmanager
def _shown(about: str) -> Iterator[Callable[[int, int], None]]:
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = stderr_console()
    if not console.is_terminal:
        yield lambda done, total: None
        return
    progress = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    with progress:
        bar = progress.add_task(about, total=None)
        yield lambda done, total: progress.update(bar, completed=done, total=total)
