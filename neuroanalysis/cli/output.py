"""What is said where: answers on standard output, remarks and errors on standard error."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

from rich import box
from rich.console import Console, JustifyMethod, RenderableType
from rich.table import Table

from neuroanalysis.cli.narrow import fitting
from neuroanalysis.cli.usage import RefusedError
from neuroanalysis.texts import text

__all__ = [
    "grid",
    "remark",
    "show",
    "speaking_log",
    "stderr_console",
    "table",
    "write_json",
    "write_text",
]

_LOGGER: Final = logging.getLogger("neuroanalysis")


def show(*answers: RenderableType) -> None:
    """Print something for a person to read."""
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    with _writing():
        for answer in answers:
            # A grid has no heading: its cells are words, which may be broken.
            parts = (
                fitting(answer, console)
                if isinstance(answer, Table) and answer.show_header
                else [answer]
            )
            console.print(*parts, sep="\n")


def table(*columns: str, numbers: Collection[int] = ()) -> Table:
    """Return an empty table.

    Parameters
    ----------
    *columns
        The headings.
    numbers
        Places of the columns with numbers, which stand to the right and are never broken or cut.
    """
    empty = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for place, heading in enumerate(columns):
        number = place in numbers
        side: JustifyMethod = "right" if number else "left"
        empty.add_column(heading, justify=side, no_wrap=number, overflow="fold")
    return empty


def grid() -> Table:
    """Return an empty table without headings and lines."""
    return Table(box=None, show_header=False, padding=(0, 2, 0, 0))


def write_text(content: str) -> None:
    """Print text as it is."""
    with _writing():
        sys.stdout.write(content)
        sys.stdout.flush()


def write_json(record: Mapping[str, object]) -> None:
    """Print a JSON object as one line, and see to it that a reader gets it at once.

    It is plain ASCII, so neither the terminal's encoding nor odd characters in a question matter.
    """
    write_text(json.dumps(record) + "\n")


@contextmanager
def _writing() -> Iterator[None]:
    if sys.stdout is None:  # the process was started with it closed
        raise RefusedError(text("cli.error.output", reason=text("cli.error.closed")))
    try:
        yield
    except BrokenPipeError:  # the reader has had enough: no error of anybody's
        raise
    except OSError as reason:
        _give_up_writing()
        raise RefusedError(text("cli.error.output", reason=reason.strerror)) from None


def _give_up_writing() -> None:
    """Let go of what could not be written: at the end Python would try again, and complain."""
    with suppress(OSError, ValueError):  # where it is no file, nothing is written at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def stderr_console() -> Console:
    """Return the console for remarks; lines are left whole."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def remark(key: str, **values: object) -> None:
    """Say something beside the answer: an entry of the catalogue ``cli``, without that prefix."""
    stderr_console().print(text(f"cli.{key}", **values))


class _OneLine(logging.Handler):
    """Says each record as one line on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        message = " ".join(record.getMessage().split())
        remark("error.warning", reason=message)


@contextmanager
def speaking_log() -> Iterator[None]:
    """Show what the package logs, warnings and worse, while the command runs."""
    handler = _OneLine(logging.WARNING)
    propagates = _LOGGER.propagate
    _LOGGER.addHandler(handler)
    _LOGGER.propagate = False
    try:
        yield
    finally:
        _LOGGER.removeHandler(handler)
        _LOGGER.propagate = propagates
