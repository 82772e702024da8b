"""What the commands that play many rounds have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from neuroanalysis.cli.output import remark
from neuroanalysis.cli.usage import whole_number

__all__ = ["PlayerNames", "ResumeFolder", "names", "numbers", "saying_what_is_kept"]

PlayerNames = Annotated[str, typer.Option("--players", metavar="names", help="simulate.players")]
ResumeFolder = Annotated[
    str | None, typer.Option("--resume", metavar="folder", help="simulate.resume")
]


def names(words: str) -> list[str]:
    """Return the names in a list with commas.

    Examples
    --------
    >>> names("expert, child")
    ['expert', 'child']
    """
    return [word.strip() for word in words.split(",")]


def numbers(words: str | None, option: str) -> list[int] | None:
    """Return the whole numbers in a list with commas; None if the option was not given."""
    if words is None:
        return None
    return [whole_number(word.strip(), option) for word in words.split(",")]


@contextmanager
def saying_what_is_kept(resume: str | None) -> Iterator[None]:
    """Say, when long work is interrupted, how it can go on."""
    try:
        yield
    except KeyboardInterrupt:
        if resume is None:
            remark("simulate.lost")
        else:
            remark("simulate.kept", folder=resume)
        raise
