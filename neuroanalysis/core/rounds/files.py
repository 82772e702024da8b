"""Simulated rounds read from a parquet file, one row a player a round."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.rounds.rows import Column, Rows
from neuroanalysis.core.row_files import read_parquet
from neuroanalysis.errors import InputError
from neuroanalysis.texts import text

__all__ = ["SavedRounds", "read_rounds"]

R = TypeVar("R")


@dataclass(frozen=True)
class SavedRounds:
    """The columns of a file, and what it says of itself.

    What is wrong with them is told as a KeyError, TypeError or ValueError: see `read_rounds`.

    Parameters
    ----------
    columns
        By name.
    said
        What ``to_mapping`` of a table wrote, and ``seed``.
    """

    columns: Mapping[str, NDArray[np.generic]]
    said: Mapping[str, object]

    @property
    def seed(self) -> int:
        """What the rounds can be played again from."""
        seed = self.said["seed"]
        if not isinstance(seed, int):
            raise TypeError("seed")
        return seed

    @property
    def begin(self) -> int:
        """The number of the first round."""
        return int(self.columns["round"][0].item())

    def of_players(self, column: Column, players: int) -> NDArray[np.generic]:
        """Return (rounds, players): what a column says."""
        told = self.columns[column.name]
        if len(told) % players:
            raise ValueError(text("errors.input.cut_off"))
        if column.words:
            codes = {word: code for code, word in enumerate(column.words)}
            told = np.array([codes[str(word)] for word in told])
        return told.reshape(-1, players).astype(column.kind)

    def of_rounds(self, column: Column, players: int) -> NDArray[np.generic]:
        """Return what a column says of each round, which stands there once for each player."""
        return self.of_players(column, players)[:, 0]

    def arrays(self, rows: type[Rows], players: int) -> dict[str, NDArray[np.generic]]:
        """Return the arrays of all columns."""
        whole = {c.name: self.of_players(c, players) for c in rows.of_players}
        return whole | {c.name: self.of_rounds(c, players) for c in rows.of_rounds}


def read_rounds(
    path: str | os.PathLike[str], needed: Iterable[str], make: Callable[[SavedRounds], R]
) -> R:
    """Return what is made of the columns of a file.

    Parameters
    ----------
    path
        Where it is.
    needed
        The columns that it must have.
    make
        What makes something of them.

    Raises
    ------
    InputError
        For a file that is missing, or not one of these.
    """
    columns, said = read_parquet(path)
    missing = {"round", *needed} - {*columns}
    if missing:
        reason = text("errors.input.lacks", names=", ".join(sorted(missing)))
        raise InputError("input.damaged", path=path, reason=reason)
    try:
        return make(SavedRounds(columns, said))
    except (KeyError, TypeError, ValueError) as reason:
        raise InputError("input.damaged", path=path, reason=str(reason)) from None
