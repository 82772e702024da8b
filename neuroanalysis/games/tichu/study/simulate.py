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
from neuroanalysis.core.rounds.simulation import HowToWork, SimulatedRounds
from neuroanalysis.core.study import (
    Part,
    heading,
    interval_text,
    mean_of,
    percent_text,
    plain,
    share_of,
    share_of_sums,
)
from neuroanalysis.core.work import Progress
from neuroanalysis.games.tichu.policies import PLAYERS_KNOWN, Skill
from neuroanalysis.games.tichu.rules import GAME, PLAYERS, Rules
from neuroanalysis.games.tichu.study.rounds import CALLS, ENDS, RoundRows, Table, play_rounds
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EDITION", "Simulation", "job_key", "player_name", "simulate"]

# Raised with every change of what the same seed plays, so that nothing old is resumed as new.
EDITION: Final = 1


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
        Names of skills, or skills: four, in turn order; first and third are partners.
    rules
        The default rules if None.
    rounds
        How many, 2 or more.
    seed
        What deals the cards and decides the luck of players.
    workers, executor, progress, cancel
        Who works, who is told, who may stop it: see :func:`neuroanalysis.core.work.imap`.
    resume
        A folder that keeps finished chunks of 250 rounds; a run that was stopped goes on there.
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
    >>> simulation = simulate(["planner", "shedder"] * 2, rounds=4, seed=7, workers=1)
    >>> (
    ...     len(simulation.rows),
    ...     int(simulation.played.points[:, :2].sum()) in (400, 500, 600, 700, 800),
    ... )
    (16, True)
    """
    table = Table.of(players, rules)
    work = HowToWork(
        workers=workers, executor=executor, resume=resume, progress=progress, cancel=cancel
    )
    return Simulation.of(_play, table, rounds, seed, job_key(table, seed), work, out=out)


@dataclass(frozen=True, eq=False)
class Simulation(SimulatedRounds[Table, RoundRows]):
    """Rounds that were played, and what they say.

    `players` and `by` tell the ``finish_share`` (first out), the ``call_share`` and the
    ``call_won_share`` of rounds, and means of ``points`` (of the team), ``tricks``, ``laid_bombs``
    and ``cards_left`` a round.
    """

    game = GAME
    columns = RoundRows
    means = ("points", "tricks", "laid_bombs", "cards_left")
    signed = ("points",)
    ending = "end"

    def _events(self) -> dict[str, NDArray[np.bool_]]:
        played = self.played
        return {
            "finish_share": played.first_out,
            "call_share": played.call > 0,
            "call_won_share": played.call_won,
        }

    @property
    def rows(self) -> pd.DataFrame:
        """One row a player a round.

        ================ ===============================================================
        round            number of the round, from 0
        seat, player     his place at the table, from 0; places 0 and 2 are partners
        policy           how he plays
        points           what the round brought his team
        card_points      what of it is for cards or a double win
        place            1 for who was first out; who has cards left has the next place
        call             ``none``, ``tichu`` or ``grand_tichu``
        dealt_bomb       whether his 14 cards held a bomb before the exchange
        held_bomb        whether they did after it
        laid_bombs       bombs that he laid
        tricks           tricks that he won
        cards_left       cards in his hand at the end
        end              how the round ended: ``counted``, ``double_win``
        turns            tricks of the round
        plays            combinations laid in it
        ================ ===============================================================
        """
        import pandas as pd

        played, columns = self.played, self._heads()
        for column in RoundRows.of_players:
            told = getattr(played, column.name).ravel()
            columns[column.name] = in_words(told, column.words) if column.words else told
        columns["end"] = in_words(np.repeat(played.end, PLAYERS), ENDS)
        for name in ("turns", "plays"):
            columns[name] = np.repeat(getattr(played, name), PLAYERS)
        return pd.DataFrame(columns)

    @property
    def rounds_frame(self) -> pd.DataFrame:
        """One row a round.

        ``round``, ``end``, ``turns`` (tricks), ``plays``, ``points_0`` and ``points_1`` (of the
        teams), ``first_out`` (a place at the table), ``laid_bombs``.
        """
        import pandas as pd

        played = self.played
        return pd.DataFrame(
            {
                "round": np.arange(played.begin, played.begin + self.rounds),
                "end": in_words(played.end, ENDS),
                "turns": played.turns,
                "plays": played.plays,
                "points_0": played.points[:, 0],
                "points_1": played.points[:, 1],
                "first_out": played.first_out.argmax(axis=1),
                "laid_bombs": played.laid_bombs.sum(axis=1),
            }
        )

    @property
    def lead(self) -> Estimate:
        """What the first team has more than the other, a round on average."""
        points = self.played.points.astype(np.int64)
        return mean_of(points[:, 0] - points[:, 1], self.seed)

    def calls(self) -> pd.DataFrame:
        """Return how often each policy called, and won what it called.

        Columns: ``policy``, ``call``, ``n`` (calls), ``share`` of player-rounds in which he did,
        ``won`` (an Estimate of the share of calls won; None without any).
        """
        import pandas as pd

        rows: list[dict[str, object]] = []
        names = np.array(self.table.names)
        for policy in dict.fromkeys(self.table.names):
            seats = names == policy
            for code, call in enumerate(CALLS[1:], start=1):
                called = self.played.call[:, seats] == code
                won = self.played.first_out[:, seats][called]
                rows.append(
                    {
                        "policy": policy,
                        "call": call,
                        "n": int(called.sum()),
                        "share": share_of_sums(called.sum(axis=1), int(seats.sum()), self.seed),
                        "won": share_of(won, self.seed) if len(won) else None,
                    }
                )
        return pd.DataFrame(rows, columns=["policy", "call", "n", "share", "won"])

    def bombs(self) -> dict[str, Estimate]:
        """Return how often there are bombs.

        ``dealt_hands`` and ``held_hands``: the share of hands with a bomb before the exchange and
        after it; ``dealt_rounds`` and ``held_rounds``: of rounds in which a hand has one;
        ``laid_rounds``: of rounds in which one is laid; ``laid``: bombs laid a round.
        """
        played, seed = self.played, self.seed
        found = {}
        for name, had in (("dealt", played.dealt_bomb), ("held", played.held_bomb)):
            found[f"{name}_hands"] = share_of_sums(had.sum(axis=1), PLAYERS, seed)
            found[f"{name}_rounds"] = share_of(had.sum(axis=1) > 0, seed)
        laid = played.laid_bombs.sum(axis=1)
        found["laid_rounds"] = share_of(laid > 0, seed)
        return found | {"laid": mean_of(laid, seed, least=0)}

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        ``minimum`` is 0 for all: nothing has to be reached to go out. Nothing in the record depends
        on who worked, or how fast.
        """
        calls = [
            {
                "policy": row["policy"],
                "call": row["call"],
                "n": row["n"],
                "share": plain(row["share"]),
                "won": None if row["won"] is None else plain(row["won"]),
            }
            for row in self.calls().to_dict("records")
        ]
        return self._record(self.table.rules, [0] * PLAYERS) | {
            "lead": plain(self.lead),
            "calls": calls,
            "bombs": {name: plain(one) for name, one in self.bombs().items()},
        }

    def __str__(self) -> str:
        """Say of each player how often he is first out and what a round brings his team."""
        lines = [heading("tichu.study.simulation", self.rounds, self.seed)]
        lines += [
            text(
                "tichu.study.player",
                place=row["player"] + 1,
                policy=player_name(row["policy"]),
                finished=percent_text(row["finish_share"]),
                points=interval_text(row["points"]),
            )
            for row in self.players.to_dict("records")
        ]
        double = percent_text(self.ends["double_win"])
        bombs = percent_text(self.bombs()["laid_rounds"])
        turns = interval_text(self.length)
        lines.append(text("tichu.study.length", turns=turns, double=double, bombs=bombs))
        return "\n".join(lines)

    def _saved(self) -> pd.DataFrame:
        return self.rows

    @classmethod
    def _of_saved(cls, saved: SavedRounds) -> Simulation:
        table = Table.from_mapping(saved.said)
        arrays = saved.arrays(RoundRows, table.size)
        return cls(table, saved.seed, RoundRows.made({"begin": saved.begin, **arrays}))


def player_name(name: str) -> str:
    """Return what a skill is called in the language in force; skills of one's own keep their name.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     player_name("planner"), player_name("Zoe")
    ('planificateur', 'Zoe')
    """
    return text(f"tichu.policies.{name}") if name in PLAYERS_KNOWN else name
