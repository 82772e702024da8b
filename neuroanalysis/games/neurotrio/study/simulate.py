"""Many rounds simulated, and what they say: rows to analyse, estimates with their intervals.

The work is cut into chunks of a fixed size, so that the same seed gives the same rows on threads,
processes and clusters of any size.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core import row_files
from neuroanalysis.core.chunks import Cancel, Chunk, Control
from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.study import (
    FEWEST_ROUNDS,
    LEVEL,
    MOST_ROUNDS,
    MOST_SEED,
    Part,
    interval_text,
    mean_of,
    percent_text,
    plain,
    round_parts,
    share_of,
)
from neuroanalysis.core.work import Progress, run
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.policies import LEVELS, Skill
from neuroanalysis.games.neurotrio.rules import GAME, Rules
from neuroanalysis.games.neurotrio.study.games import Games, play_games
from neuroanalysis.games.neurotrio.study.rounds import HOW, RoundRows, Table, play_rounds
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "EDITION",
    "Simulation",
    "job_key",
    "level_name",
    "parts",
    "play_part",
    "simulate",
]

# Raised with every change of what the same seed plays, so that nothing old is resumed as new.
EDITION: Final = 3

_COLUMNS: Final = (
    "round",
    "finished",
    "points",
    "value",
    "value_lost",
    "draws",
    "pangs",
    "carres",
    "distance",
    "turns",
    "reshuffles",
    "how",
)
_MEANS: Final = ("points", "value", "value_lost", "draws", "pangs", "carres", "distance")


def parts(table: Table, seed: int, begin: int, stop: int, prefix: str = "") -> list[Chunk[Part]]:
    """Cut rounds into chunks with ids that tell the rounds, and the same ones in a longer run.

    Examples
    --------
    >>> [chunk.id for chunk in parts(Table.of(["child", "child"]), 7, 0, 600)]
    ['000000000000', '000000000250', '000000000500']
    """
    return round_parts(json.dumps(table.to_mapping()), seed, begin, stop, prefix)


def play_part(part: Part, control: Control) -> RoundRows:
    """Play the rounds of a chunk."""
    table = Table.from_mapping(json.loads(part.table))
    return play_rounds(table, part.seed, part.begin, part.stop, control=control)


def job_key(table: Table, seed: int) -> dict[str, object]:
    """Return what the rows of all rounds of a job depend on, as JSON values."""
    return {"edition": EDITION, "seed": seed, **table.to_mapping()}


def simulate(
    players: Sequence[str | Skill],
    minimums: Sequence[int] | None = None,
    *,
    rules: Rules | None = None,
    rounds: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Simulation:
    """Play rounds at a table, the same ones for the same seed wherever they are played.

    Parameters
    ----------
    players
        Names of skills, or skills, clockwise: as many as the rules let play.
    minimums
        Points at which each may finish; those that go with their skills if None.
    rules
        The default rules if None.
    rounds
        How many, 2 or more.
    seed
        What deals the cards and decides the players' luck.
    workers, executor, progress, cancel
        Who works, who is told, who may stop it: see :func:`neuroanalysis.core.work.imap`. For a
        cluster, ``executor=distributed.Client(...).get_executor()``.
    resume
        A folder that keeps finished chunks of 250 rounds; a run that was stopped goes on from
        there, and has lost no more than what each worker was at.
    out
        A parquet file to write the rows to; see `Simulation.save`.

    Raises
    ------
    InputError, PositionError
        For unknown skills, a number of players, minimums or rounds that cannot be, or a file that
        cannot be written.
    Cancelled
        When the token was used.

    Examples
    --------
    >>> simulation = simulate(["hiker", "child"], rounds=20, seed=7, workers=1)
    >>> len(simulation.rows), list(simulation.players["policy"])
    (40, ['hiker', 'child'])
    """
    table = Table.of(players, minimums, rules)
    check_whole("rounds", rounds, FEWEST_ROUNDS, MOST_ROUNDS)
    check_whole("seed", seed, 0, MOST_SEED)
    if out is not None:
        row_files.check_writable(out)
    played = run(
        play_part,
        parts(table, seed, 0, rounds),
        workers=workers,
        executor=executor,
        resume=resume,
        key=job_key(table, seed),
        progress=progress,
        cancel=cancel,
    )
    simulation = Simulation(table, seed, RoundRows.joined(played))
    if out is not None:
        simulation.save(out)
    return simulation


@dataclass(frozen=True, eq=False)
class Simulation:
    """Rounds that were played, and what they say.

    Parameters
    ----------
    table
        Who played.
    seed
        What the rounds can be played again from.
    played
        What came of each, in arrays.
    """

    table: Table
    seed: int
    played: RoundRows

    @property
    def rounds(self) -> int:
        """How many were played."""
        return len(self.played)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a player a round.

        ========== =====================================================================
        round      number of the round, from 0
        seat       how far clockwise the player sits from who began the round
        player     his place at the table, from 0
        policy     how he plays
        minimum    points at which he could finish
        finished   whether he did
        points     what the round brought him
        value      what his cards are worth without finishing
        value_lost greatest worth of his cards after a turn, less that at the end; 0 if he finished
        draws      cards he drew, replacements of carrés included
        pangs      discards he took
        carres     carrés he laid
        distance   of his cards at the end
        how        how the round ended: ``draw``, ``pang``, ``carre``, ``nobody``
        ========== =====================================================================
        """
        import pandas as pd

        played, n, size = self.played, self.rounds, self.table.size
        numbers = np.arange(played.begin, played.begin + n)
        columns: dict[str, object] = {
            "round": np.repeat(numbers, size).astype(np.int32),
            "seat": played.seat.ravel().astype(np.int8),
            "player": np.tile(np.arange(size, dtype=np.int8), n),
            "policy": pd.Categorical(
                np.tile(np.array(self.table.names, dtype=object), n),
                categories=list(dict.fromkeys(self.table.names)),
            ),
            "minimum": played.minimum.ravel().astype(np.int16),
        }
        for name in ("finished", *_MEANS):
            columns[name] = getattr(played, name).ravel()
        columns["how"] = pd.Categorical.from_codes(
            np.repeat(played.how, size), categories=pd.Index(HOW)
        )
        return pd.DataFrame(columns)

    @property
    def rounds_frame(self) -> pd.DataFrame:
        """One row a round.

        ========== =====================================================================
        round      its number, from 0
        first      who began: a place at the table
        length     turns: draws that begin one
        finisher   who finished, as a place at the table; -1 for nobody
        how        ``draw``, ``pang``, ``carre`` (on the card drawn for it), ``nobody``
        reshuffles how often the discards became a pile
        ========== =====================================================================
        """
        import pandas as pd

        played = self.played
        return pd.DataFrame(
            {
                "round": np.arange(played.begin, played.begin + self.rounds),
                "first": played.first.astype(np.int8),
                "length": played.turns,
                "finisher": played.finisher,
                "how": pd.Categorical.from_codes(played.how, categories=pd.Index(HOW)),
                "reshuffles": played.reshuffles,
            }
        )

    @property
    def players(self) -> pd.DataFrame:
        """One row a player: place, policy, minimum, and an Estimate in each further column.

        ``finish_share`` (Wilson's interval); means of ``points``, ``value``, ``value_lost``,
        ``draws``, ``pangs``, ``carres`` and ``distance`` a round (normal intervals).
        """
        import pandas as pd

        known = {
            "player": range(self.table.size),
            "policy": self.table.names,
            "minimum": self.table.minimums,
        }
        estimates: dict[str, list[Estimate]] = {
            "finish_share": [self._share(column) for column in self.played.finished.T]
        }
        for name in _MEANS:
            estimates[name] = [self._mean(column) for column in getattr(self.played, name).T]
        return pd.DataFrame(known | estimates)

    @property
    def length(self) -> Estimate:
        """How many turns a round has on average."""
        return self._mean(self.played.turns)

    @property
    def ends(self) -> dict[str, Estimate]:
        """How often a round ends on a card drawn, panged, drawn for a carré, or with nobody."""
        return {name: self._share(self.played.how == code) for code, name in enumerate(HOW)}

    def by(self, column: str) -> pd.DataFrame:
        """Return estimates by the values of a column of `rows`.

        Parameters
        ----------
        column
            ``"policy"``, ``"seat"``, ``"player"``, ``"minimum"`` or ``"how"``.

        Returns
        -------
        pandas.DataFrame
            Indexed by value: ``n`` (rows), ``finish_share``, and the means, as in `players`. Rows
            of one round depend on each other: where a group has several rows of a round, means are
            taken a round first, and n is the number of rounds. Shares of such groups have normal
            intervals, since Wilson's is for independent trials.

        Raises
        ------
        InputError
            For another column.
        """
        import pandas as pd

        accepted = ("policy", "seat", "player", "minimum", "how")
        if column not in accepted:
            raise InputError("input.question", value=column, accepted=", ".join(accepted))
        groups = self._groups(column)
        rows = {}
        for value, belongs in groups.items():
            each = belongs.sum(axis=1)
            chosen = each > 0
            if chosen.sum() < FEWEST_ROUNDS:
                continue
            row: dict[str, object] = {"n": int(chosen.sum())}
            for name in ("finished", *_MEANS):
                figures = getattr(self.played, name)
                sums = np.where(belongs, figures, 0).sum(axis=1)[chosen]
                row["finish_share" if name == "finished" else name] = self._of_groups(
                    sums, each[chosen], share=name == "finished"
                )
            rows[value] = row
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(column)

    def _groups(self, column: str) -> dict[object, NDArray[np.bool_]]:
        """Return for each value which (round, player) have it."""
        played, shape = self.played, self.played.finished.shape
        if column == "how":
            codes = np.broadcast_to(played.how[:, np.newaxis], shape)
            return {name: codes == code for code, name in enumerate(HOW)}
        if column == "seat":
            return {seat: played.seat == seat for seat in range(self.table.size)}
        values: Sequence[object] = {
            "policy": self.table.names,
            "minimum": self.table.minimums,
            "player": range(self.table.size),
        }[column]
        return {
            value: np.broadcast_to(np.array([value == other for other in values]), shape)
            for value in dict.fromkeys(values)
        }

    def _of_groups(
        self, sums: NDArray[np.int64], each: NDArray[np.int64], *, share: bool
    ) -> Estimate:
        if (each == 1).all():
            return self._share(sums > 0) if share else self._mean(sums)
        # A group has as many rows in every round in which it has any: that of its first.
        mean = self._mean(sums)
        size = int(each[0])
        low, high = mean.interval
        return Estimate(
            mean.value / size,
            Interval(low / size, high / size),
            mean.n,
            self.seed,
            LEVEL,
            "mean",
        )

    def games(self) -> Games:
        """Cut the rounds into games: rounds in order until someone has the points that end one.

        Raises
        ------
        InputError
            When there are fewer rounds than two games take.
        """
        return play_games(self.played.points, self.table.rules.game_target, self.seed)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        Nothing in it depends on who worked, or how fast.
        """
        frame = self.players
        rows = []
        for place, row in enumerate(frame.to_dict("records")):
            told: dict[str, object] = {
                "seat": place,
                "policy": row["policy"],
                "minimum": int(row["minimum"]),
                "finish_share": row["finish_share"].value,
                "finish_interval": list(row["finish_share"].interval),
            }
            for name in _MEANS:
                told[f"mean_{name}"] = row[name].value
                told[f"{name}_interval"] = list(row[name].interval)
            rows.append(told)
        shortest, longest = int(self.played.turns.min()), int(self.played.turns.max())
        return {
            "game": GAME,
            "rounds": self.rounds,
            "seed": self.seed,
            "level": LEVEL,
            "rules": self.table.rules.differences(),
            "players": rows,
            "length": plain(self.length) | {"least": shortest, "most": longest},
            "ends": {name: plain(share) for name, share in self.ends.items()},
            "games": self._games_record(),
        }

    def _games_record(self) -> dict[str, object] | None:
        try:
            return self.games().record()
        except InputError:
            return None  # too few rounds for two games

    def __str__(self) -> str:
        """Say of each player how often he finishes and what a round brings him, with intervals."""
        lines = [
            text(
                "neurotrio.study.simulation",
                rounds=number_text(self.rounds),
                seed=self.seed,
                level=number_text(100 * LEVEL),
            )
        ]
        lines += [
            text(
                "neurotrio.study.player",
                place=row["player"] + 1,
                policy=level_name(row["policy"]),
                minimum=row["minimum"],
                finished=percent_text(row["finish_share"]),
                points=interval_text(row["points"]),
            )
            for row in self.players.to_dict("records")
        ]
        lines.append(text("neurotrio.study.length", turns=interval_text(self.length)))
        return "\n".join(lines)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rows as parquet, beside the file, then renamed.

        The columns are those of `rows`, and ``turns`` and ``reshuffles`` of the round. The schema's
        metadata hold, under ``neuroanalysis``, JSON with game, players, minimums, rules, seed and
        version. The same seed writes the same bytes.

        Raises
        ------
        InputError
            When it cannot be written.
        """
        frame = self.rows
        size = self.table.size
        frame["turns"] = np.repeat(self.played.turns, size)
        frame["reshuffles"] = np.repeat(self.played.reshuffles, size)
        row_files.write_parquet(
            frame, path, {"game": GAME, "seed": self.seed, **self.table.to_mapping()}
        )

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Simulation:
        """Return the simulation that `save` wrote.

        Raises
        ------
        InputError
            For a file that is missing, or not one of these.
        """
        columns, said = row_files.read_parquet(path)
        missing = {*_COLUMNS} - {*columns}
        if missing:
            reason = text("errors.input.lacks", names=", ".join(sorted(missing)))
            raise InputError("input.damaged", path=path, reason=reason)
        try:
            return cls._of_columns(columns, said)
        except (KeyError, TypeError, ValueError) as reason:
            raise InputError("input.damaged", path=path, reason=str(reason)) from None

    @classmethod
    def _of_columns(
        cls, columns: Mapping[str, NDArray[np.generic]], said: Mapping[str, object]
    ) -> Simulation:
        table, seed = Table.from_mapping(said), said["seed"]
        if not isinstance(seed, int):
            raise TypeError("seed")
        size = table.size
        n, rest = divmod(len(columns["round"]), size)
        if rest:
            raise ValueError(text("errors.input.cut_off"))
        rows = RoundRows.empty(int(columns["round"][0]), n, table.minimums)
        for name in ("finished", *_MEANS):
            getattr(rows, name)[:] = columns[name].reshape(n, size)
        for name in ("turns", "reshuffles"):
            getattr(rows, name)[:] = columns[name].reshape(n, size)[:, 0]
        codes = {name: code for code, name in enumerate(HOW)}
        rows.how[:] = [codes[str(name)] for name in columns["how"].reshape(n, size)[:, 0]]
        rows.finisher[:] = np.where(rows.finished.any(axis=1), rows.finished.argmax(axis=1), -1)
        return cls(table, seed, rows)

    def _share(self, happened: NDArray[np.bool_]) -> Estimate:
        return share_of(happened, self.seed)

    def _mean(self, values: NDArray[np.generic]) -> Estimate:
        return mean_of(values, self.seed)


def level_name(name: str) -> str:
    """Return what a skill is called in the language in force; skills of one's own keep their name.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     level_name("hiker"), level_name("Zoe")
    ('randonneur', 'Zoe')
    """
    return text(f"neurotrio.level.{name}") if name in LEVELS else name
