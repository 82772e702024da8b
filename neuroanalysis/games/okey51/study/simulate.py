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
from neuroanalysis.core.chunks import Cancel, Control
from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.spread import Figures, spread_of
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
    share_of_sums,
)
from neuroanalysis.core.work import Progress, run
from neuroanalysis.errors import InputError
from neuroanalysis.games.okey51.policies import PLAYERS_KNOWN, Skill
from neuroanalysis.games.okey51.rules import GAME, PLAYERS, Rules
from neuroanalysis.games.okey51.study.games import Games, play_games
from neuroanalysis.games.okey51.study.rounds import (
    CHARGES,
    ENDS,
    OPENINGS,
    RoundRows,
    Table,
    play_rounds,
    unused_options,
)
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EDITION", "Simulation", "job_key", "player_name", "simulate"]

# Raised with every change of what the same seed plays, so that nothing old is resumed as new.
EDITION: Final = 2

_OF_PLAYERS: Final = (
    "opened",
    "opening",
    "opening_turn",
    "opening_drawn",
    *CHARGES,
    "at_end",
    "left",
    "takes",
)
_OF_ROUNDS: Final = ("finisher", "end", "turns", "drawn", "doubled")
_MEANS: Final = ("points", *CHARGES, "at_end", "left", "takes")


def _play(part: Part, control: Control) -> RoundRows:
    """Play the rounds of a chunk."""
    table = Table.from_mapping(json.loads(part.table))
    return play_rounds(table, part.seed, part.begin, part.stop, control=control)


def job_key(table: Table, seed: int) -> dict[str, object]:
    """Return what the rows of all rounds of a job depend on, as JSON values."""
    return {"game": GAME, "edition": EDITION, "seed": seed, **table.to_mapping()}


def simulate(
    players: Sequence[str | Skill],
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
        Names of skills, or skills: four, clockwise.
    rules
        The default rules if None.
    rounds
        How many, 2 or more.
    seed
        What deals the tiles and decides the players' luck.
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
        For unknown skills, a number of players or rounds that cannot be, or a file that cannot be
        written.
    Cancelled
        When the token was used.

    Examples
    --------
    >>> simulation = simulate(["opener", "counter"] * 2, rounds=20, seed=7, workers=1)
    >>> len(simulation.rows), list(simulation.players["policy"])
    (80, ['opener', 'counter', 'opener', 'counter'])
    """
    table = Table.of(players, rules)
    check_whole("rounds", rounds, FEWEST_ROUNDS, MOST_ROUNDS)
    check_whole("seed", seed, 0, MOST_SEED)
    if out is not None:
        row_files.check_writable(out)
    played = run(
        _play,
        round_parts(json.dumps(table.to_mapping()), seed, 0, rounds),
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
    def remarks(self) -> tuple[str, ...]:
        """What to bear in mind with these figures: options that no player makes use of."""
        return unused_options(self.table.rules)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a player a round; less points are better.

        ============= ==================================================================
        round         number of the round, from 0
        seat          how far clockwise the player sits from who began the round: 0 began
        player        his place at the table, from 0, the same in all rounds
        policy        how he plays
        finished      whether he went out
        points        what the round brought him: the sum of the next five
        laid_off      charged for tiles laid off on his melds
        taken         charged for discards of his that were taken
        stolen        charged for okeys stolen from his melds
        penalised     charged for penalised discards
        at_end        what the end brought him
        opened        ``no``, ``melds``, ``pairs``
        opening       what his opening was worth; of pairs, how many
        opening_turn  in which turn of the round, from 0
        opening_drawn how many tiles had been drawn by then
        left          tiles left to him
        takes         discards that he took
        end           how the round ended: ``hand``, ``pairs``, ``okey``, ``empty``
        turns         how many turns it had
        ============= ==================================================================

        The three columns of the opening are empty where he has not opened. What `record` and the
        command line call a player's ``seat`` is his place, here ``player``.
        """
        import pandas as pd

        played, n = self.played, self.rounds
        opened = played.opened.ravel() > 0
        names = list(dict.fromkeys(self.table.names))
        columns: dict[str, object] = {
            "round": np.repeat(np.arange(played.begin, played.begin + n), PLAYERS),
            "seat": played.seat.ravel().astype(np.int8),
            "player": np.tile(np.arange(PLAYERS, dtype=np.int8), n),
            "policy": pd.Categorical(
                np.tile(np.array(self.table.names, dtype=object), n), categories=names
            ),
            "finished": played.finished.ravel(),
            "points": played.points.ravel(),
        }
        for name in (*CHARGES, "at_end"):
            columns[name] = getattr(played, name).ravel()
        columns["opened"] = pd.Categorical.from_codes(
            played.opened.ravel(), categories=pd.Index(OPENINGS)
        )
        for name in ("opening", "opening_turn", "opening_drawn"):
            values = pd.array(getattr(played, name).ravel(), dtype="Int16")
            values[~opened] = pd.NA
            columns[name] = values
        columns["left"], columns["takes"] = played.left.ravel(), played.takes.ravel()
        columns["end"] = pd.Categorical.from_codes(
            np.repeat(played.end, PLAYERS), categories=pd.Index(ENDS)
        )
        columns["turns"] = np.repeat(played.turns, PLAYERS)
        return pd.DataFrame(columns)

    @property
    def rounds_frame(self) -> pd.DataFrame:
        """One row a round: ``round``, ``first`` (who began), ``turns``, ``drawn`` (tiles),
        ``finisher`` (a place at the table as ``player`` of `rows`, no distance as ``seat``; -1 for
        nobody), ``end``, ``doubled``. ``first`` is a place too.
        """
        import pandas as pd

        played = self.played
        return pd.DataFrame(
            {
                "round": np.arange(played.begin, played.begin + self.rounds),
                "first": played.first.astype(np.int8),
                "turns": played.turns,
                "drawn": played.drawn,
                "finisher": played.finisher,
                "end": pd.Categorical.from_codes(played.end, categories=pd.Index(ENDS)),
                "doubled": played.doubled,
            }
        )

    @property
    def players(self) -> pd.DataFrame:
        """One row a player: place, policy, and an Estimate in each further column.

        ``finish_share``, ``open_share``, ``pairs_share`` (Wilson's intervals; opened at all, and by
        pairs); means of ``points``, ``laid_off``, ``taken``, ``stolen``, ``penalised``, ``at_end``,
        ``left`` and ``takes`` a round (normal intervals).
        """
        import pandas as pd

        columns: dict[str, object] = {"player": range(PLAYERS), "policy": self.table.names}
        for name, happened in self._events().items():
            columns[name] = [share_of(column, self.seed) for column in happened.T]
        for name in _MEANS:
            columns[name] = [mean_of(column, self.seed) for column in self._figures(name).T]
        return pd.DataFrame(columns)

    def _events(self) -> dict[str, NDArray[np.bool_]]:
        played = self.played
        return {
            "finish_share": played.finished,
            "open_share": played.opened > 0,
            "pairs_share": played.opened == OPENINGS.index("pairs"),
        }

    def _figures(self, name: str) -> NDArray[np.generic]:
        figures: NDArray[np.generic] = getattr(self.played, name)
        return figures

    @property
    def length(self) -> Estimate:
        """How many turns a round has on average."""
        return mean_of(self.played.turns, self.seed)

    @property
    def ends(self) -> dict[str, Estimate]:
        """How often a round ends by hand, by pairs, by an okey, or with an empty pile."""
        return {
            name: share_of(self.played.end == code, self.seed) for code, name in enumerate(ENDS)
        }

    @property
    def sides(self) -> tuple[Estimate, ...]:
        """What a round brings each side: a player, or a team, that of the first player first."""
        points = self.played.points
        return tuple(
            mean_of(points[:, list(side)].sum(axis=1), self.seed) for side in self.table.sides
        )

    def by(self, column: str) -> pd.DataFrame:
        """Return estimates by the values of a column of `rows`.

        Parameters
        ----------
        column
            ``"seat"``, ``"player"`` or ``"policy"``.

        Returns
        -------
        pandas.DataFrame
            Indexed by value: ``n`` (rounds), shares and means as in `players`. Rows of one round
            depend on each other: where a policy has several seats, they are summed a round first,
            and all intervals are normal, those of shares within 0 and 1.

        Raises
        ------
        InputError
            For another column.
        """
        import pandas as pd

        accepted = ("seat", "player", "policy")
        if column not in accepted:
            raise InputError("input.question", value=column, accepted=", ".join(accepted))
        rows = {}
        for value, belongs in self._groups(column).items():
            size = int(belongs[0].sum())
            row: dict[str, object] = {"n": self.rounds}
            for name, happened in self._events().items():
                sums = np.where(belongs, happened, 0).sum(axis=1)
                row[name] = share_of_sums(sums, size, self.seed)
            for name in _MEANS:
                row[name] = self._grouped(self._figures(name), belongs, size)
            rows[value] = row
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(column)

    def _groups(self, column: str) -> dict[object, NDArray[np.bool_]]:
        """Return for each value which (round, player) have it; as many in each round."""
        shape = (self.rounds, PLAYERS)
        if column == "seat":
            return {seat: self.played.seat == seat for seat in range(PLAYERS)}
        values: Sequence[object] = self.table.names if column == "policy" else range(PLAYERS)
        return {
            value: np.broadcast_to(np.array([value == other for other in values]), shape)
            for value in dict.fromkeys(values)
        }

    def _grouped(
        self, figures: NDArray[np.generic], belongs: NDArray[np.bool_], size: int
    ) -> Estimate:
        sums = mean_of(np.where(belongs, figures.astype(np.int64), 0).sum(axis=1), self.seed)
        low, high = sums.interval
        interval = Interval(low / size, high / size)
        return Estimate(sums.value / size, interval, sums.n, self.seed, LEVEL, "mean")

    def seat_advantage(self) -> Figures:
        """Return what each seat brings a round, counted from who began, and how far they differ.

        Whoever plays sits as often in each seat. Fewer points are better. The interval of the
        spread holds whichever two seats are furthest apart.
        """
        played = self.played
        order = np.argsort(played.seat, axis=1)
        by_seat = np.take_along_axis(played.points, order, axis=1).astype(np.float64)
        return spread_of(by_seat, LEVEL, shares=False)

    def games(self) -> Games:
        """Cut the rounds into games of as many rounds as the rules say (clause 6.10).

        Raises
        ------
        InputError
            When there are fewer rounds than two games take.
        """
        return play_games(self.played.points, self.table.sides, self.table.rules.rounds, self.seed)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        A player's ``minimum`` is the threshold of the rules, the same for all. His ``seat``, and
        those in ``seats`` of a side, are places at the table, what the column ``player`` of `rows`
        says; the table ``seats`` has figures by distance from who began, what the column ``seat``
        says. ``remarks`` has sentences, in the language in force: see `remarks`. Nothing in the
        record depends on who worked, or how fast.
        """
        rows = []
        for place, row in enumerate(self.players.to_dict("records")):
            told: dict[str, object] = {
                "seat": place,
                "policy": row["policy"],
                "minimum": self.table.rules.threshold,
            }
            for name in self._events():
                told[name] = row[name].value
                told[f"{name.removesuffix('_share')}_interval"] = list(row[name].interval)
            for name in _MEANS:
                told[f"mean_{name}"] = row[name].value
                told[f"{name}_interval"] = list(row[name].interval)
            rows.append(told)
        shortest, longest = int(self.played.turns.min()), int(self.played.turns.max())
        seats = self.seat_advantage()
        return {
            "game": GAME,
            "rounds": self.rounds,
            "seed": self.seed,
            "level": LEVEL,
            "rules": self.table.rules.differences(),
            "players": rows,
            "length": plain(self.length) | {"least": shortest, "most": longest},
            "ends": {name: plain(share) for name, share in self.ends.items()},
            "seats": {
                "mean_points": list(seats.means),
                "points_intervals": [list(interval) for interval in seats.intervals],
                "spread": seats.spread,
                "spread_interval": list(seats.interval),
            },
            "sides": [
                {
                    "seats": list(side),
                    "mean_points": mean.value,
                    "points_interval": list(mean.interval),
                }
                for side, mean in zip(self.table.sides, self.sides, strict=True)
            ],
            "games": self._games_record(),
            "remarks": list(self.remarks),
        }

    def _games_record(self) -> dict[str, object] | None:
        try:
            return self.games().record()
        except InputError:
            return None  # too few rounds for two games

    def __str__(self) -> str:
        """Say of each player how often he goes out and opens, and what a round brings him."""
        lines = [
            text(
                "okey51.study.simulation",
                rounds=number_text(self.rounds),
                seed=self.seed,
                level=number_text(100 * LEVEL),
            )
        ]
        lines += [
            text(
                "okey51.study.player",
                place=row["player"] + 1,
                policy=player_name(row["policy"]),
                finished=percent_text(row["finish_share"]),
                opened=percent_text(row["open_share"]),
                points=interval_text(row["points"]),
            )
            for row in self.players.to_dict("records")
        ]
        lines.append(text("okey51.study.length", turns=interval_text(self.length)))
        return "\n".join([*lines, *self.remarks])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rows as parquet, beside the file, then renamed.

        The columns are the arrays of the rounds, one row a player a round. The schema's metadata
        hold, under ``neuroanalysis``, JSON with game, players, rules, seed and version. The same
        seed writes the same bytes.

        Raises
        ------
        InputError
            When it cannot be written.
        """
        frame = self.rows
        for name in ("opening", "opening_turn", "opening_drawn"):
            frame[name] = getattr(self.played, name).ravel()
        for name in ("finisher", "drawn", "doubled"):
            frame[name] = np.repeat(getattr(self.played, name), PLAYERS)
        about = {"game": GAME, "seed": self.seed, **self.table.to_mapping()}
        row_files.write_parquet(frame, path, about)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Simulation:
        """Return the simulation that `save` wrote.

        Raises
        ------
        InputError
            For a file that is missing, or not one of these.
        """
        columns, said = row_files.read_parquet(path)
        missing = {"round", *_OF_PLAYERS, *_OF_ROUNDS} - {*columns}
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
        n, rest = divmod(len(columns["round"]), PLAYERS)
        if rest:
            raise ValueError(text("errors.input.cut_off"))
        # Two columns are words in the file.
        numbers = dict(columns)
        for name, words in (("opened", OPENINGS), ("end", ENDS)):
            codes = {word: code for code, word in enumerate(words)}
            numbers[name] = np.array([codes[str(word)] for word in columns[name]])
        kinds = play_rounds(table, 0, 0, 0)
        arrays = {}
        for name in (*_OF_PLAYERS, *_OF_ROUNDS):
            each = numbers[name].reshape(n, PLAYERS)
            values = each if name in _OF_PLAYERS else each[:, 0]
            arrays[name] = values.astype(getattr(kinds, name).dtype)
        begin = int(columns["round"][0].item())
        return cls(table, seed, RoundRows(begin, **arrays))


def player_name(name: str) -> str:
    """Return what a skill is called in the language in force; skills of one's own keep their name.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     player_name("counter"), player_name("Zoe")
    ('calculateur', 'Zoe')
    """
    return text(f"okey51.policies.{name}") if name in PLAYERS_KNOWN else name
