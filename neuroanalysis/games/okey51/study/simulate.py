"""Many rounds simulated, and what they say: rows to analyse, estimates with their intervals.

The work is cut into chunks of a fixed size, so that the same seed gives the same rows on threads,
processes and clusters of any size.
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
from neuroanalysis.core.rounds.rows import in_words
from neuroanalysis.core.rounds.seats import points_by_seat, seats_record
from neuroanalysis.core.rounds.simulation import HowToWork, SimulatedRounds
from neuroanalysis.core.spread import Figures
from neuroanalysis.core.study import Part, heading, interval_text, mean_of, percent_text
from neuroanalysis.core.work import Progress
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

_OPENING: Final = ("opening", "opening_turn", "opening_drawn")


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
    work = HowToWork(
        workers=workers, executor=executor, resume=resume, progress=progress, cancel=cancel
    )
    key = job_key(table, seed)
    return Simulation.of(_play, table, rounds, seed, key, work, out=out)


@dataclass(frozen=True, eq=False)
class Simulation(SimulatedRounds[Table, RoundRows]):
    """Rounds that were played, and what they say.

    `players` and `by` tell the ``finish_share``, ``open_share`` and ``pairs_share`` (opened at all,
    and by pairs), and means of ``points``, ``laid_off``, ``taken``, ``stolen``, ``penalised``,
    ``at_end``, ``left`` and ``takes`` a round.
    """

    game = GAME
    columns = RoundRows
    means = ("points", *CHARGES, "at_end", "left", "takes")
    signed = ("points", "at_end")
    ending = "end"

    def _events(self) -> dict[str, NDArray[np.bool_]]:
        opened = self.played.opened
        return {
            "finish_share": self.played.finished,
            "open_share": opened > 0,
            "pairs_share": opened == OPENINGS.index("pairs"),
        }

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

        played = self.played
        columns = self._heads()
        columns |= {"finished": played.finished.ravel(), "points": played.points.ravel()}
        for name in (*CHARGES, "at_end"):
            columns[name] = getattr(played, name).ravel()
        columns["opened"] = in_words(played.opened.ravel(), OPENINGS)
        for name in _OPENING:
            values = pd.array(getattr(played, name).ravel(), dtype="Int16")
            values[played.opened.ravel() == 0] = pd.NA
            columns[name] = values
        columns["left"], columns["takes"] = played.left.ravel(), played.takes.ravel()
        columns["end"] = in_words(np.repeat(played.end, PLAYERS), ENDS)
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
                "end": in_words(played.end, ENDS),
                "doubled": played.doubled,
            }
        )

    @property
    def sides(self) -> tuple[Estimate, ...]:
        """What a round brings each side: a player, or a team, that of the first player first."""
        points = self.played.points
        return tuple(
            mean_of(points[:, list(side)].sum(axis=1), self.seed) for side in self.table.sides
        )

    def seat_advantage(self) -> Figures:
        """Return what each seat brings a round, counted from who began, and how far they differ.

        Whoever plays sits as often in each seat. Fewer points are better. The interval of the
        spread holds whichever two seats are furthest apart.
        """
        return points_by_seat(self.played.points, self.played.seat)

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
        rules = self.table.rules
        return self._record(rules, [rules.threshold] * PLAYERS) | {
            "seats": seats_record(self.seat_advantage()),
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
        lines = [heading("okey51.study.simulation", self.rounds, self.seed)]
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

    def _saved(self) -> pd.DataFrame:
        frame = self.rows
        for name in _OPENING:
            frame[name] = getattr(self.played, name).ravel()
        for name in ("finisher", "drawn", "doubled"):
            frame[name] = np.repeat(getattr(self.played, name), PLAYERS)
        return frame

    @classmethod
    def _of_saved(cls, saved: SavedRounds) -> Simulation:
        arrays = saved.arrays(RoundRows, PLAYERS)
        table = Table.from_mapping(saved.said)
        return cls(table, saved.seed, RoundRows.made({"begin": saved.begin, **arrays}))


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
