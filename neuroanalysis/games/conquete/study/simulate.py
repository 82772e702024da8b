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
from neuroanalysis.core.study import (
    Part,
    heading,
    interval_text,
    mean_of,
    mean_of_sums,
    percent_text,
    plain,
    share_of,
    share_of_sums,
    win_shares,
)
from neuroanalysis.core.work import Progress
from neuroanalysis.games.conquete.play import ENDS
from neuroanalysis.games.conquete.policies import PLAYERS_KNOWN, Skill
from neuroanalysis.games.conquete.rules import GAME, Rules
from neuroanalysis.games.conquete.study.rounds import (
    FITTING,
    PARTS,
    RoundRows,
    Table,
    play_rounds,
)
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
        Names of skills, or skills: two to eight, in turn order.
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
    InputError, RulesError
        For unknown skills, a number of players or rounds that cannot be, or a file that cannot be
        written.
    Cancelled
        When the token was used.

    Examples
    --------
    >>> simulation = simulate(["builder", "greedy", "random"], rounds=4, seed=7, workers=1)
    >>> len(simulation.rows), simulation.length.value > 50
    (12, True)
    """
    table = Table.of(players, rules)
    work = HowToWork(
        workers=workers, executor=executor, resume=resume, progress=progress, cancel=cancel
    )
    return Simulation.of(_play, table, rounds, seed, job_key(table, seed), work, out=out)


@dataclass(frozen=True, eq=False)
class Simulation(SimulatedRounds[Table, RoundRows]):
    """Rounds that were played, and what they say.

    `players` and `by` tell the ``finish_share`` (first to have placed all cards) and the
    ``win_share`` (nobody has more VP; several may share a win) of rounds, and means of ``points``
    (all VP), of what they are for, and of ``passes`` and ``cards_left`` a round.
    """

    game = GAME
    columns = RoundRows
    means = ("points", "placing", "sets", "finishing", "passing", "passes", "cards_left")
    signed = ("points", "placing", "sets", "finishing", "passing")
    ending = "end"
    questions = ("seat", "player", "policy", "extra_card")

    def _events(self) -> dict[str, NDArray[np.bool_]]:
        return {"finish_share": self.played.first_out, "win_share": self.played.won}

    def _groups(self, column: str) -> dict[object, NDArray[np.bool_]]:
        if column == "extra_card":
            return {value: self.played.extra_card == value for value in (0, 1)}
        return super()._groups(column)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a player a round.

        ================ ===============================================================
        round            number of the round, from 0
        seat             how far in turn order from who played first, from 0
        player           his place at the table, from 0
        policy           how he plays
        points           his VP at the end
        start, extra, placing, passing, finishing, sets
                         what they are for; their sum are the points
        extra_card       whether he was dealt a card more than others
        place            1 for the first to have placed all cards, and so on; 0 for no place
        cards_left       cards in his hand at the end
        passes, blocked  how often he passed, and how often of it because nothing fitted
        set_count, largest_set
                         his connected sets, and the size of the largest
        fitting_one to fitting_four
                         cards that he placed, by compatible neighbours
        end              how the round ended: a place in `ENDS`, in words
        turns            moves of the round, passes too
        enlargements     how often the grid was enlarged
        rows, columns    open ones at the end
        ================ ===============================================================
        """
        import pandas as pd

        played, columns = self.played, self._heads()
        for column in RoundRows.of_players:
            columns[column.name] = getattr(played, column.name).ravel()
        columns["end"] = in_words(np.repeat(played.end, self.table.size), ENDS)
        for column in RoundRows.of_rounds[1:]:
            columns[column.name] = np.repeat(getattr(played, column.name), self.table.size)
        return pd.DataFrame(columns)

    @property
    def rounds_frame(self) -> pd.DataFrame:
        """One row a round.

        ``round``, ``end``, ``turns``, ``enlargements``, ``rows``, ``columns``, ``first`` (who
        played first), ``winning_vp``, ``passes``, and ``fitting_one`` to ``fitting_four``: cards
        placed by compatible neighbours.
        """
        import pandas as pd

        played = self.played
        return pd.DataFrame(
            {
                "round": np.arange(played.begin, played.begin + self.rounds),
                "end": in_words(played.end, ENDS),
                "turns": played.turns,
                "enlargements": played.enlargements,
                "rows": played.rows,
                "columns": played.columns,
                "first": played.first,
                "winning_vp": played.points.max(axis=1),
                "passes": played.passes.sum(axis=1),
                **{name: self._sum(name) for name in FITTING},
            }
        )

    def _sum(self, name: str) -> NDArray[np.int64]:
        """Return the sum of a column of players, (rounds,)."""
        sums: NDArray[np.int64] = self._figures(name).sum(axis=1, dtype=np.int64)
        return sums

    @property
    def seats(self) -> Figures:
        """What each seat brings a round, and how far two of them lie apart."""
        return points_by_seat(self.played.points, self.played.seat)

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """Each player's share of the wins; one that several share counts for each in part."""
        return win_shares(self.played.won, self.seed)

    @property
    def parts(self) -> dict[str, Estimate]:
        """The VP of a player on average, by what they are for: a mean for each of `PARTS`."""
        size = self.table.size
        return {name: mean_of_sums(self._sum(name), size, self.seed) for name in PARTS}

    @property
    def extra_card_gap(self) -> Estimate | None:
        """What players with a card more have more than the others, on average; None without any."""
        played = self.played
        more = played.extra_card.astype(np.int64)
        n = int(more[0].sum())
        if not n:
            return None
        others = self.table.size - n
        points = played.points.astype(np.int64)
        gaps = others * (points * more).sum(axis=1) - n * (points * (1 - more)).sum(axis=1)
        return mean_of_sums(gaps, n * others, self.seed)

    def placements(self) -> pd.DataFrame:
        """Return how often cards are placed beside one to four compatible ones.

        Columns: ``compatible``, ``vp``, ``mean`` (an Estimate of how many a round) and ``share``
        (of rounds with at least one).
        """
        import pandas as pd

        rows = []
        for n, (name, vp) in enumerate(zip(FITTING, self.table.rules.placing, strict=True), 1):
            sums = self._sum(name)
            rows.append(
                {
                    "compatible": n,
                    "vp": vp,
                    "mean": mean_of(sums, self.seed, least=0),
                    "share": share_of(sums > 0, self.seed),
                }
            )
        return pd.DataFrame(rows)

    def passing(self) -> dict[str, Estimate]:
        """Return how often players pass, and how often the grid is enlarged.

        ``passes`` and ``blocked`` (because nothing fitted): a round; ``enlargements``: a round;
        ``enlarged_rounds``: the share of rounds with any.
        """
        seed, enlarged = self.seed, self.played.enlargements
        return {
            "passes": mean_of(self._sum("passes"), seed, least=0),
            "blocked": mean_of(self._sum("blocked"), seed, least=0),
            "enlargements": mean_of(enlarged, seed, least=0),
            "enlarged_rounds": share_of(enlarged > 0, seed),
        }

    def sets(self) -> dict[str, Estimate]:
        """Return what a player's connected sets are like: ``count``, ``largest``, ``single_share``.

        The last one is the share of players whose largest set is a single card.
        """
        size, seed = self.table.size, self.seed
        alone = (self.played.largest_set <= 1).sum(axis=1)
        return {
            "count": mean_of_sums(self._sum("set_count"), size, seed, least=0),
            "largest": mean_of_sums(self._sum("largest_set"), size, seed, least=0),
            "single_share": share_of_sums(alone, size, seed),
        }

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        ``minimum`` is 0 for all: nothing has to be reached to go out. Nothing in the record depends
        on who worked, or how fast.
        """
        gap = self.extra_card_gap
        placements = [
            {
                "compatible": row["compatible"],
                "vp": row["vp"],
                "mean": plain(row["mean"]),
                "share": plain(row["share"]),
            }
            for row in self.placements().to_dict("records")
        ]
        return self._record(self.table.rules, [0] * self.table.size) | {
            "seats": seats_record(self.seats),
            "wins": [plain(one) for one in self.wins],
            "extra_card_gap": None if gap is None else plain(gap),
            "parts": {name: plain(one) for name, one in self.parts.items()},
            "placements": placements,
            "passing": {name: plain(one) for name, one in self.passing().items()},
            "sets": {name: plain(one) for name, one in self.sets().items()},
        }

    def __str__(self) -> str:
        """Say each player's VP and wins, what seats bring, and what placements there are."""
        lines = [heading("conquete.study.simulation", self.rounds, self.seed)]
        lines += [
            text(
                "conquete.study.player",
                place=row["player"] + 1,
                policy=player_name(row["policy"]),
                points=interval_text(row["points"]),
                won=percent_text(row["win_share"]),
                finished=percent_text(row["finish_share"]),
            )
            for row in self.players.to_dict("records")
        ]
        gap = self.extra_card_gap
        if gap is not None:
            lines.append(text("conquete.study.gap", gap=interval_text(gap)))
        placements = self.placements()
        lines.append(
            text(
                "conquete.study.length",
                turns=interval_text(self.length),
                three=interval_text(placements["mean"][2]),
                four=interval_text(placements["mean"][3]),
                enlarged=percent_text(self.passing()["enlarged_rounds"]),
            )
        )
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
    ...     player_name("greedy"), player_name("Zoe")
    ('gourmand', 'Zoe')
    """
    return text(f"conquete.policies.{name}") if name in PLAYERS_KNOWN else name
