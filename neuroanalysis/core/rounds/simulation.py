"""Simulated rounds of any game: played in chunks, told in estimates, kept in files."""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core import row_files
from neuroanalysis.core.chunks import Cancel, Control
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.rounds.files import SavedRounds, read_rounds
from neuroanalysis.core.rounds.rows import Rows, named
from neuroanalysis.core.rounds.tables import Seated
from neuroanalysis.core.rule_sets import OptionRules
from neuroanalysis.core.skills import NamedSkill
from neuroanalysis.core.study import (
    CHUNK,
    FEWEST_ROUNDS,
    LEVEL,
    MOST_ROUNDS,
    MOST_SEED,
    Part,
    mean_of,
    mean_of_sums,
    plain,
    round_parts,
    share_of,
    share_of_sums,
)
from neuroanalysis.core.work import Progress, run
from neuroanalysis.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HowToWork", "SimulatedRounds", "work_for"]

T = TypeVar("T", bound=Seated[NamedSkill])
R = TypeVar("R", bound=Rows)


class HowToWork(TypedDict, total=False):
    """Who works, who is told, who may stop it: see :func:`neuroanalysis.core.work.imap`."""

    workers: int | None
    executor: Executor | None
    resume: str | os.PathLike[str] | None
    progress: Progress | None
    cancel: Cancel | None


def work_for(name: str, work: HowToWork) -> HowToWork:
    """Return how one of several simulations works: it has a folder of its own to resume from.

    Examples
    --------
    >>> work_for("after", {"workers": 1, "resume": None})
    {'workers': 1, 'resume': None}
    """
    resume = work.get("resume")
    return {**work, "resume": None if resume is None else Path(resume) / name}


@dataclass(frozen=True, eq=False)
class SimulatedRounds(ABC, Generic[T, R]):
    """The base of every game's ``Simulation``.

    Parameters
    ----------
    table
        Who played.
    seed
        What the rounds can be played again from.
    played
        What came of each, in arrays.
    """

    table: T
    seed: int
    played: R

    game: ClassVar[str]
    """The game's name."""
    columns: ClassVar[type[Rows]]
    """The class of the arrays, which knows their columns."""
    means: ClassVar[tuple[str, ...]]
    """The arrays of players whose mean is told."""
    signed: ClassVar[tuple[str, ...]] = ()
    """Those of them that may be below 0; an interval of the others is cut there."""
    ending: ClassVar[str]
    """The column of rounds that says how one ended."""
    questions: ClassVar[tuple[str, ...]] = ("seat", "player", "policy")
    """The columns by whose values `by` tells the rows apart."""

    @classmethod
    def of(
        cls,
        play: Callable[[Part, Control], R],
        table: T,
        rounds: int,
        seed: int,
        key: Mapping[str, object],
        work: HowToWork,
        *,
        out: str | os.PathLike[str] | None = None,
        chunk: int = CHUNK,
    ) -> Self:
        """Play rounds 0 to ``rounds - 1`` of a seed, the same ones wherever they are played.

        Parameters
        ----------
        play
            A function of a module that plays the rounds of a chunk.
        table, rounds, seed
            Who plays, how many, and which.
        key
            What the rows depend on; others are not resumed as these.
        work
            Who works, and where finished chunks are kept.
        out
            A file to write the rows to; a place where that cannot be is refused at once.
        chunk
            How many rounds are played together.

        Raises
        ------
        InputError
            For a number of rounds or a seed that cannot be, or a file that cannot be written.
        """
        check_whole("rounds", rounds, FEWEST_ROUNDS, MOST_ROUNDS)
        check_whole("seed", seed, 0, MOST_SEED)
        if out is not None:
            row_files.check_writable(out)
        parts = round_parts(json.dumps(table.to_mapping()), seed, 0, rounds, size=chunk)
        played = run(play, parts, key=key, **work)
        simulation = cls(table, seed, played[0].joined(played))
        if out is not None:
            simulation.save(out)
        return simulation

    @abstractmethod
    def _events(self) -> dict[str, NDArray[np.bool_]]:
        """Return by the name of its share what may happen to a player, (rounds, players) each."""

    @property
    @abstractmethod
    def rows(self) -> pd.DataFrame:
        """One row a player a round."""

    @property
    def rounds(self) -> int:
        """How many were played."""
        return len(self.played)

    @property
    def players(self) -> pd.DataFrame:
        """One row a player: place, what tells him apart, and an Estimate in each further column.

        First shares of rounds (Wilson's intervals), then means a round (normal intervals, cut at 0
        where nothing can be below it).
        """
        import pandas as pd

        columns: dict[str, object] = {"player": range(self.table.size), **self.table.traits}
        for name, happened in self._events().items():
            columns[name] = [share_of(column, self.seed) for column in happened.T]
        for name in self.means:
            columns[name] = [
                mean_of(column, self.seed, least=self._least(name))
                for column in self._figures(name).T
            ]
        return pd.DataFrame(columns)

    @property
    def length(self) -> Estimate:
        """How many turns a round has on average."""
        return mean_of(self._figures("turns"), self.seed, least=0)

    @property
    def ends(self) -> dict[str, Estimate]:
        """How often a round ends in each way."""
        return {name: share_of(ended, self.seed) for name, ended in self._endings().items()}

    def _endings(self) -> dict[str, NDArray[np.bool_]]:
        """Return for each way in which a round may end which (rounds,) did."""
        [column] = [one for one in self.columns.of_rounds if one.name == self.ending]
        return {name: self._figures(self.ending) == code for code, name in enumerate(column.words)}

    def by(self, column: str) -> pd.DataFrame:
        """Return estimates by the values of a column of `rows`, one of `questions`.

        Parameters
        ----------
        column
            Its name.

        Returns
        -------
        pandas.DataFrame
            Indexed by value: ``n`` (rounds that have it), shares and means as in `players`. Rows of
            one round depend on each other: where several have the value, they are taken a round
            first, and intervals are normal, those of shares within 0 and 1.

        Raises
        ------
        InputError
            For another column.
        """
        import pandas as pd

        if column not in self.questions:
            accepted = ", ".join(self.questions)
            raise InputError("input.question", value=column, accepted=accepted)
        rows = {}
        for value, belongs in self._groups(column).items():
            each = belongs.sum(axis=1)
            chosen = each > 0
            if chosen.sum() < FEWEST_ROUNDS:
                continue
            # A value has as many rows in every round in which it has any: that of its first.
            size = int(each[chosen][0])
            row: dict[str, object] = {"n": int(chosen.sum())}
            for name, happened in self._events().items():
                sums = np.where(belongs, happened, 0).sum(axis=1)[chosen]
                row[name] = self._share_of_group(sums, size)
            for name in self.means:
                figures = self._figures(name).astype(np.int64)
                sums = np.where(belongs, figures, 0).sum(axis=1)[chosen]
                row[name] = mean_of_sums(sums, size, self.seed, least=self._least(name))
            rows[value] = row
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(column)

    def _groups(self, column: str) -> dict[object, NDArray[np.bool_]]:
        """Return for each value which (round, player) have it."""
        places = range(self.table.size)
        if column == "seat":
            return {seat: self.played.seat == seat for seat in places}
        if column == self.ending:
            return {
                name: np.repeat(ended[:, np.newaxis], len(places), axis=1)
                for name, ended in self._endings().items()
            }
        values: Sequence[object] = places if column == "player" else self.table.traits[column]
        return {
            value: np.tile([value == other for other in values], (self.rounds, 1))
            for value in dict.fromkeys(values)
        }

    def _share_of_group(self, sums: NDArray[np.int64], size: int) -> Estimate:
        """Return the share of what happened to so many of each `size` players of a round."""
        return share_of_sums(sums, size, self.seed)

    def _least(self, name: str) -> int | None:
        return None if name in self.signed else 0

    def _figures(self, name: str) -> NDArray[np.generic]:
        figures: NDArray[np.generic] = getattr(self.played, name)
        return figures

    def _heads(self) -> dict[str, object]:
        """Return the first columns of `rows`: which round, seat and player, and how he plays."""
        import pandas as pd

        played, n, size, names = self.played, self.rounds, self.table.size, self.table.names
        return {
            "round": np.repeat(np.arange(played.begin, played.begin + n), size),
            "seat": played.seat.ravel().astype(np.int8),
            "player": np.tile(np.arange(size, dtype=np.int8), n),
            "policy": pd.Categorical(
                np.tile(np.array(names, dtype=object), n), categories=list(dict.fromkeys(names))
            ),
        }

    def _record(self, rules: OptionRules, minimums: Sequence[int]) -> dict[str, object]:
        """Return what the records of all games begin with; `minimums` are the players'."""
        rows = []
        for row, minimum in zip(self.players.to_dict("records"), minimums, strict=True):
            told = {"seat": row["player"], "policy": row["policy"], "minimum": minimum}
            for name in self._events():
                told[name] = row[name].value
                told[f"{name.removesuffix('_share')}_interval"] = list(row[name].interval)
            for name in self.means:
                told[f"mean_{name}"] = row[name].value
                told[f"{name}_interval"] = list(row[name].interval)
            rows.append(told)
        turns = self._figures("turns").astype(np.int64)
        return {
            "game": self.game,
            "rounds": self.rounds,
            "seed": self.seed,
            "level": LEVEL,
            "rules": rules.differences(),
            "players": rows,
            "length": plain(self.length) | {"least": int(turns.min()), "most": int(turns.max())},
            "ends": {name: plain(share) for name, share in self.ends.items()},
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rows as parquet, beside the file, then renamed.

        The columns are the arrays of the rounds, one row a player a round. The schema's metadata
        hold, under ``neuroanalysis``, JSON with game, table, rules, seed and version. The same seed
        writes the same bytes.

        Raises
        ------
        InputError
            When it cannot be written.
        """
        about = {"game": self.game, "seed": self.seed, **self.table.to_mapping()}
        row_files.write_parquet(self._saved(), path, about)

    @abstractmethod
    def _saved(self) -> pd.DataFrame:
        """Return the rows of a file: `rows`, and all else that the arrays say."""

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Return the simulation that `save` wrote.

        Raises
        ------
        InputError
            For a file that is missing, or not one of these.
        """
        return read_rounds(path, cls._needed(), cls._of_saved)

    @classmethod
    def _needed(cls) -> tuple[str, ...]:
        """Return the columns that a file must have."""
        return named((*cls.columns.of_players, *cls.columns.of_rounds))

    @classmethod
    @abstractmethod
    def _of_saved(cls, saved: SavedRounds) -> Self:
        """Return the simulation of what a file says."""
