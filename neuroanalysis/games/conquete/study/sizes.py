"""Tables of two to eight players of one style, beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Unpack

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.rounds.simulation import HowToWork, work_for
from neuroanalysis.core.study import LEVEL, heading, interval_text, mean_of_sums
from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete.policies import Skill
from neuroanalysis.games.conquete.rules import PLAYERS, Rules
from neuroanalysis.games.conquete.study.simulate import Simulation, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TablesCompared", "compare_players"]

_MEANS: Final = ("points", "placing", "sets", "finishing", "passing")


@dataclass(frozen=True, eq=False)
class TablesCompared:
    """Tables of several sizes.

    Parameters
    ----------
    tables
        The rounds by the number of players.
    """

    tables: Mapping[int, Simulation]

    def to_frame(self) -> pd.DataFrame:
        """Return one row a number of players.

        Columns, each an Estimate but the last two: ``points`` of a player and what they are for,
        ``extra_card_gap`` (None where nobody has a card more), ``turns``; ``seat_spread`` and
        ``best_seat``: how far two seats lie apart, and which has most.
        """
        import pandas as pd

        rows: dict[int, dict[str, object]] = {}
        for size, one in self.tables.items():
            row: dict[str, object] = {name: _mean(one, name) for name in _MEANS}
            seats = one.seats
            rows[size] = row | {
                "extra_card_gap": one.extra_card_gap,
                "turns": one.length,
                "seat_spread": seats.spread,
                "best_seat": seats.means.index(max(seats.means)),
            }
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("players")

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        first = next(iter(self.tables.values()))
        return {
            "rounds": first.rounds,
            "seed": first.seed,
            "level": LEVEL,
            "policy": first.table.names[0],
            "rules": first.table.rules.differences(),
            "tables": [one.record() for one in self.tables.values()],
        }

    def __str__(self) -> str:
        """Say of each size what a player has, and how unequal the seats are."""
        first = next(iter(self.tables.values()))
        lines = [heading("conquete.study.simulation", first.rounds, first.seed)]
        for size, one in self.tables.items():
            low, high = one.seats.interval
            lines.append(
                text(
                    "conquete.study.size",
                    players=size,
                    points=interval_text(_mean(one, "points")),
                    spread=number_text(one.seats.spread, 3),
                    low=number_text(low, 3),
                    high=number_text(high, 3),
                )
            )
        return "\n".join(lines)


def _mean(one: Simulation, name: str) -> Estimate:
    figures = getattr(one.played, name)
    return mean_of_sums(figures.sum(axis=1), one.table.size, one.seed)


@checked
def compare_players(
    policy: str | Skill,
    numbers: Sequence[int] = tuple(PLAYERS),
    *,
    rules: Rules | None = None,
    rounds: int = 1000,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> TablesCompared:
    """Play at tables of other sizes, all players of one style.

    Parameters
    ----------
    policy
        How all play.
    numbers
        How many play.
    rules
        The default rules if None.
    rounds, seed, **work
        See `~.simulate.simulate`.

    Raises
    ------
    InputError, RulesError
        For no number, or one that cannot be.

    Examples
    --------
    >>> found = compare_players("greedy", (2, 3), rounds=4, workers=1)
    >>> [one.table.size for one in found.tables.values()]
    [2, 3]
    """
    if not numbers:
        raise InputError("conquete.study.no_table")
    return TablesCompared(
        {
            n: simulate(
                [policy] * n, rules=rules, rounds=rounds, seed=seed, **work_for(f"{n}", work)
            )
            for n in numbers
        }
    )
