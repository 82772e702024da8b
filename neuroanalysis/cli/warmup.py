"""``neuroanalysis warmup``: compile once what the first questions would have to wait for."""

from __future__ import annotations

from neuroanalysis import games
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import remark, stderr_console
from neuroanalysis.cli.progress import saying_stopped
from neuroanalysis.texts import text

__all__ = ["warmup"]


def warmup(show_usage: Help = False) -> None:
    """Compile the kernels of all games."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    tasks = [
        (text(f"cli.warmup.{name}.{part}"), work)
        for name in games.names()
        for part, work in games.game(name).warm_up()
    ]
    progress = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        console=stderr_console(),
    )
    with saying_stopped(), progress:
        bar = progress.add_task("", total=len(tasks))
        for part, work in tasks:
            progress.update(bar, description=part)
            work()
            progress.advance(bar)
        progress.update(bar, description=text("cli.warmup.all"))
    remark("warmup.done", count=len(tasks))
