"""The options that say which rules are in force, shared by all commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from neuroanalysis.cli.usage import RefusedError
from neuroanalysis.core.contract import Game, Ruled
from neuroanalysis.core.files import read_text
from neuroanalysis.core.options import assignments, read_toml
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import text

__all__ = ["OptionWords", "PresetName", "RulesFile", "in_file", "under"]

PresetName = Annotated[str | None, typer.Option("--preset", metavar="name", help="option.preset")]
RulesFile = Annotated[str | None, typer.Option("--rules", metavar="toml_file", help="option.rules")]
OptionWords = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="assignment", help="option.option")
]


def under(game: Game, preset: str | None, file: str | None, words: list[str] | None) -> Ruled:
    """Return a game under the rules asked for: a preset, a file over it, single options over both.

    Raises
    ------
    NeuroanalysisError, RefusedError
        For rules that are not valid; what is wrong in a file is said with the file's name.
    """
    layers: list[Mapping[str, object]] = []
    if preset is not None:
        layers.append({"preset": preset})
    if file is not None:
        content = read_text(file)
        with in_file(file):
            layers.append(read_toml(content))
            game.under(*layers)
    if words:
        layers.append(assignments(words))
    return game.under(*layers)


@contextmanager
def in_file(path: str | Path) -> Iterator[None]:
    """Say of errors in a file's content which file it is."""
    try:
        yield
    except NeuroanalysisError as error:
        raise RefusedError(text("cli.error.in_file", path=path, reason=error)) from None
