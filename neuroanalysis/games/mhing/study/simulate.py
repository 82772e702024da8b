"""Many rounds simulated, and what they say: rows to analyse, estimates with their intervals.

The work is cut into chunks of a fixed size, so that the same seed gives the same rows on threads,
processes and clusters of any size. Most of the work is plain Python, so processes help, and threads
hardly do.
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
)
from neuroanalysis.core.work import Progress, run
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing.policies import PLAYERS_KNOWN, Skill
from neuroanalysis.games.mhing.rules import CREDIT_LINES, GAME, Rules
from neuroanalysis.games.mhing.study.rounds import ENDS, NOBODY, RoundRows, Table, play_rounds
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CHUNK", "EDITION", "Simulation", "job_key", "player_name", "simulate"]

# Raised with every change of what the same seed plays, so that nothing old is resumed as new.
EDITION: Final = 1
# A second of play or a few.
CHUNK: Final = 20

_OF_PLAYERS: Final = ("points", "draws", "pangs", "tcheus", "flowers", "distance")
_OF_ROUNDS: Final = ("winner", "credits", "end", "turns", "reshuffles")
_LINE: Final = "line_"


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
    rounds: int = 200,
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
        Names of skills, or skills: two to six, clockwise.
    rules
        The default rules if None.
    rounds
        How many, 2 or more.
    seed
        What deals the cards and decides the luck of shuffles and players.
    workers, executor, progress, cancel
        Who works, who is told, who may stop it: see :func:`neuroanalysis.core.work.imap`. With
        ``executor=ProcessPoolExecutor()`` each core plays rounds.
    resume
        A folder that keeps finished chunks of 20 rounds; a run that was stopped goes on from there.
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
    >>> simulation = simulate(["fast", "fast", "fast"], rounds=4, seed=7, workers=1)
    >>> len(simulation.rows), list(simulation.players["policy"])
    (12, ['fast', 'fast', 'fast'])
    """
    table = Table.of(players, rules)
    check_whole("rounds", rounds, FEWEST_ROUNDS, MOST_ROUNDS)
    check_whole("seed", seed, 0, MOST_SEED)
    if out is not None:
        row_files.check_writable(out)
    played = run(
        _play,
        round_parts(json.dumps(table.to_mapping()), seed, 0, rounds, size=CHUNK),
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

        ============= ==================================================================
        round         number of the round, from 0
        seat          how far clockwise the player sits from the dealer, who plays first
        player        his place at the table, from 0
        policy        how he plays
        won           whether he went out
        points        what the round brought him
        credits       what his hand earned; empty for all but the winner
        draws         cards that he drew, in turns and for flowers
        pangs, tcheus what he claimed for triplets and runs, and got
        flowers       flowers that he had laid at the end
        distance      cards that he lacked at the end to combinations and a pair
        end           how the round ended: ``drawn``, ``claimed``, ``void``
        turns         turns that ended with a discard
        reshuffles    how often the discards became a pile
        ============= ==================================================================
        """
        import pandas as pd

        played, n, size = self.played, self.rounds, self.table.size
        names = list(dict.fromkeys(self.table.names))
        columns: dict[str, object] = {
            "round": np.repeat(np.arange(played.begin, played.begin + n), size),
            "seat": played.seat.ravel().astype(np.int8),
            "player": np.tile(np.arange(size, dtype=np.int8), n),
            "policy": pd.Categorical(
                np.tile(np.array(self.table.names, dtype=object), n), categories=names
            ),
            "won": played.won.ravel(),
            "points": played.points.ravel(),
        }
        earned = pd.array(np.repeat(played.credits, size), dtype="Int16")
        earned[~played.won.ravel()] = pd.NA
        columns["credits"] = earned
        for name in _OF_PLAYERS[1:]:
            columns[name] = getattr(played, name).ravel()
        columns["end"] = pd.Categorical.from_codes(
            np.repeat(played.end, size), categories=pd.Index(ENDS)
        )
        columns["turns"] = np.repeat(played.turns, size)
        columns["reshuffles"] = np.repeat(played.reshuffles, size)
        return pd.DataFrame(columns)

    @property
    def rounds_frame(self) -> pd.DataFrame:
        """One row a round.

        ``round``, ``dealer``, ``turns``, ``reshuffles``, ``winner`` (a place at the table, -1 for
        nobody), ``end``, ``credits`` (-1 for a void round), ``points``, and a column for each line
        of credits with what it earned the winner.
        """
        import pandas as pd

        played = self.played
        columns: dict[str, object] = {
            "round": np.arange(played.begin, played.begin + self.rounds),
            "dealer": played.dealer.astype(np.int8),
            "turns": played.turns,
            "reshuffles": played.reshuffles,
            "winner": played.winner,
            "end": pd.Categorical.from_codes(played.end, categories=pd.Index(ENDS)),
            "credits": played.credits,
            "points": played.points.sum(axis=1),
        }
        lines = dict(zip(CREDIT_LINES, played.lines.T, strict=True))
        return pd.DataFrame(columns | lines)

    @property
    def players(self) -> pd.DataFrame:
        """One row a player: place, policy, and an Estimate in each further column.

        ``finish_share`` (of rounds, Wilson's interval); means of ``points``, ``draws``, ``pangs``,
        ``tcheus``, ``flowers`` and ``distance`` a round (normal intervals).
        """
        import pandas as pd

        columns: dict[str, object] = {
            "player": range(self.table.size),
            "policy": self.table.names,
            "finish_share": [share_of(column, self.seed) for column in self.played.won.T],
        }
        for name in _OF_PLAYERS:
            columns[name] = [mean_of(column, self.seed) for column in self._figures(name).T]
        return pd.DataFrame(columns)

    def _figures(self, name: str) -> NDArray[np.generic]:
        figures: NDArray[np.generic] = getattr(self.played, name)
        return figures

    @property
    def length(self) -> Estimate:
        """How many turns a round has on average."""
        return mean_of(self.played.turns, self.seed)

    @property
    def ends(self) -> dict[str, Estimate]:
        """How often a round is won with a drawn card, with a claimed one, or is void."""
        return {
            name: share_of(self.played.end == code, self.seed) for code, name in enumerate(ENDS)
        }

    @property
    def worthless(self) -> Estimate | None:
        """The share of wins that are worth 0 credits, so no points; None when nobody won."""
        won = self.played.credits[self.played.winner != NOBODY]
        return share_of(won == 0, self.seed) if len(won) else None

    def wins_by_credits(self) -> pd.DataFrame:
        """Return how many wins each policy had with so many credits.

        Columns: ``policy``, ``credits``, ``points`` (what they bring), ``wins``, and ``share`` of
        the policy's wins, an Estimate with Wilson's interval.
        """
        import pandas as pd

        rows: list[dict[str, object]] = []
        names = np.array([*self.table.names, ""])[self.played.winner]
        for policy in dict.fromkeys(self.table.names):
            earned = self.played.credits[names == policy]
            for worth in np.unique(earned).tolist():
                same = earned == worth
                rows.append(
                    {
                        "policy": policy,
                        "credits": worth,
                        "points": self.table.rules.points(worth),
                        "wins": int(same.sum()),
                        "share": share_of(same, self.seed),
                    }
                )
        return pd.DataFrame(rows, columns=["policy", "credits", "points", "wins", "share"])

    def lines_of_credits(self) -> pd.DataFrame:
        """Return for each line of credits the share of wins that have it, and what it earns a win.

        Columns: ``line``, ``share`` and ``credits``, Estimates; no rows when nobody won.
        """
        import pandas as pd

        won = self.played.lines[self.played.winner != NOBODY]
        rows = [
            {
                "line": code,
                "share": share_of(had > 0, self.seed),
                "credits": mean_of(had, self.seed),
            }
            for code, had in zip(CREDIT_LINES, won.T, strict=True)
            if len(won)
        ]
        return pd.DataFrame(rows, columns=["line", "share", "credits"])

    def by(self, column: str) -> pd.DataFrame:
        """Return estimates by the values of a column of `rows`.

        Parameters
        ----------
        column
            ``"seat"``, ``"player"`` or ``"policy"``.

        Returns
        -------
        pandas.DataFrame
            Indexed by value: ``n`` (rounds), the share and means as in `players`. Rows of one round
            depend on each other: where a policy has several seats, they are summed a round first,
            and all intervals are normal.

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
            row["finish_share"] = self._grouped(self.played.won, belongs, size)
            for name in _OF_PLAYERS:
                row[name] = self._grouped(self._figures(name), belongs, size)
            rows[value] = row
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(column)

    def _groups(self, column: str) -> dict[object, NDArray[np.bool_]]:
        """Return for each value which (round, player) have it; as many in each round."""
        size = self.table.size
        if column == "seat":
            return {seat: self.played.seat == seat for seat in range(size)}
        values: Sequence[object] = self.table.names if column == "policy" else range(size)
        shape = (self.rounds, size)
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
        """Return what each seat brings a round, counted from the dealer, and how far they differ.

        Whoever plays sits as often in each seat. The interval of the spread holds whichever two
        seats are furthest apart.
        """
        played = self.played
        order = np.argsort(played.seat, axis=1)
        by_seat = np.take_along_axis(played.points, order, axis=1).astype(np.float64)
        return spread_of(by_seat, LEVEL, shares=False)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        A player's ``minimum`` is the credits that the rules ask, the same for all. Nothing in the
        record depends on who worked, or how fast.
        """
        rows = []
        for place, row in enumerate(self.players.to_dict("records")):
            told: dict[str, object] = {
                "seat": place,
                "policy": row["policy"],
                "minimum": self.table.rules.min_credits,
                "finish_share": row["finish_share"].value,
                "finish_interval": list(row["finish_share"].interval),
            }
            for name in _OF_PLAYERS:
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
            "void_rounds": int((self.played.winner == NOBODY).sum()),
            "wins": self._wins_record(),
            "seats": {
                "mean_points": list(seats.means),
                "points_intervals": [list(interval) for interval in seats.intervals],
                "spread": seats.spread,
                "spread_interval": list(seats.interval),
            },
        }

    def _wins_record(self) -> dict[str, object]:
        won = self.played.credits[self.played.winner != NOBODY]
        kinds, times = np.unique(won, return_counts=True)
        worthless = self.worthless
        return {
            "n": len(won),
            "zero_credits": None if worthless is None else plain(worthless),
            "credits": {
                str(worth): n for worth, n in zip(kinds.tolist(), times.tolist(), strict=True)
            },
            "lines": {
                row["line"]: {"share": plain(row["share"]), "credits": plain(row["credits"])}
                for row in self.lines_of_credits().to_dict("records")
            },
        }

    def __str__(self) -> str:
        """Say of each player how often he goes out and what a round brings him."""
        lines = [
            text(
                "mhing.study.simulation",
                rounds=number_text(self.rounds),
                seed=self.seed,
                level=number_text(100 * LEVEL),
            )
        ]
        lines += [
            text(
                "mhing.study.player",
                place=row["player"] + 1,
                policy=player_name(row["policy"]),
                finished=percent_text(row["finish_share"]),
                points=interval_text(row["points"]),
            )
            for row in self.players.to_dict("records")
        ]
        void = percent_text(self.ends["void"])
        lines.append(text("mhing.study.length", turns=interval_text(self.length), void=void))
        if self.worthless is not None:
            lines.append(text("mhing.study.worthless", share=percent_text(self.worthless)))
        return "\n".join(lines)

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
        frame, played, size = self.rows, self.played, self.table.size
        frame["winner"] = np.repeat(played.winner, size)
        frame["credits"] = np.repeat(played.credits, size)
        for code, earned in zip(CREDIT_LINES, played.lines.T, strict=True):
            frame[_LINE + code] = np.repeat(earned, size)
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
        lines = {_LINE + code for code in CREDIT_LINES}
        missing = {"round", *_OF_PLAYERS, *_OF_ROUNDS, *lines} - {*columns}
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
        n, rest = divmod(len(columns["round"]), table.size)
        if rest:
            raise ValueError(text("errors.input.cut_off"))
        numbers = dict(columns)
        codes = {word: code for code, word in enumerate(ENDS)}
        numbers["end"] = np.array([codes[str(word)] for word in columns["end"]])
        begin = int(columns["round"][0].item())
        empty = RoundRows.empty(begin, n, table.size)
        arrays = {}
        for name in (*_OF_PLAYERS, *_OF_ROUNDS):
            each = numbers[name].reshape(n, table.size)
            values = each if name in _OF_PLAYERS else each[:, 0]
            arrays[name] = values.astype(getattr(empty, name).dtype)
        lines = [numbers[_LINE + code].reshape(n, table.size)[:, 0] for code in CREDIT_LINES]
        arrays["lines"] = np.stack(lines, axis=1).astype(empty.lines.dtype)
        return cls(table, seed, RoundRows(begin, **arrays))


def player_name(name: str) -> str:
    """Return what a skill is called in the language in force; skills of one's own keep their name.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     player_name("fast"), player_name("Zoe")
    ('rapide', 'Zoe')
    """
    return text(f"mhing.policies.{name}") if name in PLAYERS_KNOWN else name
