"""A progress bar on standard error, for long work; nothing where nobody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from neuroanalysis.cli.output import stderr_console

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(about: str) -> Iterator[Callable[[int, int], None]]:
    """Give what long work tells its progress to: done, of how many.

    The bar is drawn on a terminal only, and is gone when the work has ended.
    """
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
