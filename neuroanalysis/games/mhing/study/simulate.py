"""Many rounds simulated, and what they say: rows to analyse, estimates with their intervals.

The work is cut into chunks of a fixed size, so that the same seed gives the same rows on threads,
processes and clusters of any size. Most of the work is plain Python, so processes help, and threads
hardly do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.chunks import Cancel, Control
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.rounds.files import SavedRounds
from neuroanalysis.core.rounds.rows import Column, in_words, named
from neuroanalysis.core.rounds.seats import points_by_seat, seats_record
from neuroanalysis.core.rounds.simulation import HowToWork, SimulatedRounds
from neuroanalysis.core.spread import Figures
from neuroanalysis.core.study import (
    Part,
    heading,
    interval_text,
    mean_of,
    percent_text,
    plain,
    share_of,
)
from neuroanalysis.core.work import Progress
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

# How a file has what the winner earned by each line of credits.
_LINES: Final = tuple(Column(f"line_{code}", np.int16) for code in CREDIT_LINES)


def _play(part: Part, control: Control) -> RoundRows:
    """Play the rounds of a chunk."""
    table = Table.from_mapping(json.loads(part.table))
    return play_rounds(table, part.seed, part.begin, part.stop, control=control)


def job_key(table: Table, seed: int) -> dict[str, object]:
    """Return what the rows of all rounds of a job depend on, as JSON values."""
    return {"game": GAME, "edition": EDITION, "seed": seed, **table.to_mapping()}


@checked
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
    work = HowToWork(
        workers=workers, executor=executor, resume=resume, progress=progress, cancel=cancel
    )
    key = job_key(table, seed)
    return Simulation.of(_play, table, rounds, seed, key, work, out=out, chunk=CHUNK)


@dataclass(frozen=True, eq=False)
class Simulation(SimulatedRounds[Table, RoundRows]):
    """Rounds that were played, and what they say.

    `players` and `by` tell the ``finish_share``, and means of ``points``, ``draws``, ``pangs``,
    ``tcheus``, ``flowers`` and ``distance`` a round.
    """

    game = GAME
    columns = RoundRows
    means = named(RoundRows.of_players)
    ending = "end"

    def _events(self) -> dict[str, NDArray[np.bool_]]:
        return {"finish_share": self.played.won}

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

        played, size = self.played, self.table.size
        columns = self._heads()
        columns |= {"won": played.won.ravel(), "points": played.points.ravel()}
        earned = pd.array(np.repeat(played.credits, size), dtype="Int16")
        earned[~played.won.ravel()] = pd.NA
        columns["credits"] = earned
        for name in self.means:
            columns[name] = getattr(played, name).ravel()
        columns["end"] = in_words(np.repeat(played.end, size), ENDS)
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
            "end": in_words(played.end, ENDS),
            "credits": played.credits,
            "points": played.points.sum(axis=1),
        }
        lines = dict(zip(CREDIT_LINES, played.lines.T, strict=True))
        return pd.DataFrame(columns | lines)

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
                "credits": mean_of(had, self.seed, least=0),
            }
            for code, had in zip(CREDIT_LINES, won.T, strict=True)
            if len(won)
        ]
        return pd.DataFrame(rows, columns=["line", "share", "credits"])

    def seat_advantage(self) -> Figures:
        """Return what each seat brings a round, counted from the dealer, and how far they differ.

        Whoever plays sits as often in each seat. The interval of the spread holds whichever two
        seats are furthest apart.
        """
        return points_by_seat(self.played.points, self.played.seat)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        A player's ``minimum`` is the credits that the rules ask, the same for all. Nothing in the
        record depends on who worked, or how fast.
        """
        rules = self.table.rules
        return self._record(rules, [rules.min_credits] * self.table.size) | {
            "void_rounds": int((self.played.winner == NOBODY).sum()),
            "wins": self._wins_record(),
            "seats": seats_record(self.seat_advantage()),
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
        lines = [heading("mhing.study.simulation", self.rounds, self.seed)]
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

    def _saved(self) -> pd.DataFrame:
        frame, played, size = self.rows, self.played, self.table.size
        frame["winner"] = np.repeat(played.winner, size)
        frame["credits"] = np.repeat(played.credits, size)
        for column, earned in zip(_LINES, played.lines.T, strict=True):
            frame[column.name] = np.repeat(earned, size)
        return frame

    @classmethod
    def _needed(cls) -> tuple[str, ...]:
        return (*super()._needed(), *named(_LINES))

    @classmethod
    def _of_saved(cls, saved: SavedRounds) -> Simulation:
        table = Table.from_mapping(saved.said)
        arrays = saved.arrays(RoundRows, table.size)
        lines = np.stack([saved.of_rounds(column, table.size) for column in _LINES], axis=1)
        played = RoundRows.made({"begin": saved.begin, **arrays, "lines": lines})
        return cls(table, saved.seed, played)


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
