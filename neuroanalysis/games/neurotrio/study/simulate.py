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
from neuroanalysis.core.chunks import Cancel, Chunk, Control
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.rounds.files import SavedRounds
from neuroanalysis.core.rounds.rows import in_words, named
from neuroanalysis.core.rounds.simulation import HowToWork, SimulatedRounds
from neuroanalysis.core.study import (
    Part,
    heading,
    interval_text,
    percent_text,
    round_parts,
    share_of,
    share_of_sums,
)
from neuroanalysis.core.work import Progress
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


@checked
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
    work = HowToWork(
        workers=workers, executor=executor, resume=resume, progress=progress, cancel=cancel
    )
    key = job_key(table, seed)
    return Simulation.of(play_part, table, rounds, seed, key, work, out=out)


@dataclass(frozen=True, eq=False)
class Simulation(SimulatedRounds[Table, RoundRows]):
    """Rounds that were played, and what they say.

    `players` and `by` tell the ``finish_share``, and means of ``points``, ``value``,
    ``value_lost``, ``draws``, ``pangs``, ``carres`` and ``distance`` a round.
    """

    game = GAME
    columns = RoundRows
    means = named(RoundRows.of_players[1:])
    ending = "how"
    questions = ("policy", "seat", "player", "minimum", "how")

    def _events(self) -> dict[str, NDArray[np.bool_]]:
        return {"finish_share": self.played.finished}

    def _share_of_group(self, sums: NDArray[np.int64], size: int) -> Estimate:
        """Return a share with Wilson's interval where there is a player a round: see `by`."""
        if size == 1:
            return share_of(sums > 0, self.seed)
        return share_of_sums(sums, size, self.seed)

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

        played = self.played
        columns = self._heads()
        columns["round"] = np.asarray(columns["round"], dtype=np.int32)
        columns["minimum"] = played.minimum.ravel().astype(np.int16)
        for name in named(RoundRows.of_players):
            columns[name] = getattr(played, name).ravel()
        columns["how"] = in_words(np.repeat(played.how, self.table.size), HOW)
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
                "how": in_words(played.how, HOW),
                "reshuffles": played.reshuffles,
            }
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
        table = self.table
        return self._record(table.rules, table.minimums) | {"games": self._games_record()}

    def _games_record(self) -> dict[str, object] | None:
        try:
            return self.games().record()
        except InputError:
            return None  # too few rounds for two games

    def __str__(self) -> str:
        """Say of each player how often he finishes and what a round brings him, with intervals."""
        lines = [heading("neurotrio.study.simulation", self.rounds, self.seed)]
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

    def _saved(self) -> pd.DataFrame:
        frame = self.rows
        for name in ("turns", "reshuffles"):
            frame[name] = np.repeat(getattr(self.played, name), self.table.size)
        return frame

    @classmethod
    def _of_saved(cls, saved: SavedRounds) -> Simulation:
        table = Table.from_mapping(saved.said)
        arrays = saved.arrays(RoundRows, table.size)
        finished = arrays["finished"]
        winner = finished.argmax(axis=1).astype(np.int8)
        arrays["finisher"] = np.where(finished.any(axis=1), winner, np.int8(-1))
        of_table = {"begin": saved.begin, "minimums": table.minimums}
        return cls(table, saved.seed, RoundRows.made({**of_table, **arrays}))


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
