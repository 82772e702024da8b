"""What a change of the rules or of the table does: a rule set beside another, minimums, players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate, Interval
from neuroanalysis.core.rounds.simulation import HowToWork, work_for
from neuroanalysis.core.spread import least_half
from neuroanalysis.core.study import (
    LEVEL,
    heading,
    interval_text,
    mean_of,
    mean_of_sums,
    plain,
    share_of,
)
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing.policies import Skill
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.study.rounds import NOBODY
from neuroanalysis.games.mhing.study.simulate import Simulation, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "MEASURES",
    "RulesEffect",
    "Variants",
    "compare_minimums",
    "compare_players",
    "compare_rules",
]

MEASURES: Final = ("points", "won", "worthless", "credits", "turns", "reshuffles")
"""What is compared of each round: the winner's points, whether somebody won, whether with 0
credits, the winner's credits (0 in a void round), turns, reshuffles."""
_SHARES: Final = ("won", "worthless")


Name = TypeVar("Name", str, int)


def _each(simulation: Simulation, name: str) -> NDArray[np.int64]:
    """Return a measure of each round."""
    played = simulation.played
    figures: dict[str, NDArray[np.generic]] = {
        "points": played.points.sum(axis=1, dtype=np.int64),
        "won": played.winner != NOBODY,
        "worthless": played.credits == 0,
        "credits": np.maximum(played.credits, 0),
        "turns": played.turns,
        "reshuffles": played.reshuffles,
    }
    return figures[name].astype(np.int64)


def _estimate(name: str, values: NDArray[np.int64], seed: int) -> Estimate:
    return share_of(values > 0, seed) if name in _SHARES else mean_of(values, seed, least=0)


def _difference(name: str, values: NDArray[np.int64], seed: int) -> Estimate:
    """Return a mean difference; that of shares has no empty interval, and none beyond -1 and 1."""
    found = mean_of(values, seed)
    if name not in _SHARES:
        return found
    low, high = found.interval
    half = max((high - low) / 2, least_half(found.n, LEVEL))
    interval = Interval(max(-1.0, found.value - half), min(1.0, found.value + half))
    return replace(found, interval=interval)


@dataclass(frozen=True, eq=False)
class RulesEffect:
    """Two rule sets on the same deals.

    Parameters
    ----------
    before, after
        The rounds under each.
    """

    before: Simulation
    after: Simulation

    def to_frame(self) -> pd.DataFrame:
        """Return one row a measure: ``before``, ``after`` and ``difference``, each an Estimate.

        The measures of `MEASURES`, then ``points_0``, ``points_1``...: what a round brings each
        player, by his place at the table. The difference is paired over the deals, so its interval
        is narrower than those of the two. Shares have Wilson's intervals, and their differences
        none that is empty: that nothing happened in some rounds is no proof that nothing can.
        """
        import pandas as pd

        seed, rows = self.before.seed, {}
        pairs = {name: (_each(self.before, name), _each(self.after, name)) for name in MEASURES}
        for place in range(self.before.table.size):
            columns = [side.played.points[:, place] for side in (self.before, self.after)]
            pairs[f"points_{place}"] = (columns[0].astype(np.int64), columns[1].astype(np.int64))
        for name, (one, other) in pairs.items():
            rows[name] = {
                "before": _estimate(name, one, seed),
                "after": _estimate(name, other, seed),
                "difference": _difference(name, other - one, seed),
            }
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("measure")

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "rounds": self.before.rounds,
            "seed": self.before.seed,
            "level": LEVEL,
            "players": list(self.before.table.names),
            "before": self.before.table.rules.differences(),
            "after": self.after.table.rules.differences(),
            "measures": {
                name: {part: plain(estimate) for part, estimate in row.items()}
                for name, row in self.to_frame().to_dict("index").items()
            },
        }

    def __str__(self) -> str:
        """Say each measure under both, and the difference."""
        lines = [heading("mhing.study.effect", self.before.rounds, self.before.seed)]
        frame = self.to_frame()
        lines += [
            text(
                "mhing.study.measure",
                name=text(f"mhing.study.measure_of.{name}"),
                before=interval_text(frame["before"][name]),
                after=interval_text(frame["after"][name]),
                difference=interval_text(frame["difference"][name]),
            )
            for name in MEASURES
        ]
        return "\n".join(lines)


@checked
def compare_rules(
    before: Rules,
    after: Rules,
    players: Sequence[str | Skill],
    *,
    rounds: int = 200,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> RulesEffect:
    """Play the same deals under two rule sets.

    Parameters
    ----------
    before, after
        The rule sets.
    players
        Clockwise.
    rounds, seed, **work
        See `simulate`.

    Examples
    --------
    >>> effect = compare_rules(Rules(), Rules(flowers=0), ["fast"] * 2, rounds=10, workers=1)
    >>> frame = effect.to_frame()
    >>> frame["difference"]["credits"].value <= 0 == frame["difference"]["turns"].value
    True
    """
    asked = {"before": (players, before), "after": (players, after)}
    return RulesEffect(**_played(asked, rounds, seed, work))


@dataclass(frozen=True, eq=False)
class Variants:
    """The same question of several tables: how rounds go at each.

    Parameters
    ----------
    what
        What tells the tables apart: ``"min_credits"`` or ``"players"``.
    tables
        The rounds at each, by that number.
    """

    what: str
    tables: Mapping[int, Simulation]

    def to_frame(self) -> pd.DataFrame:
        """Return one row a table, indexed by what tells them apart.

        Columns, Estimates all: ``points`` (the winner's), ``a_player`` (points of a player a
        round), ``won``, ``worthless``, ``credits``, ``turns``, ``reshuffles`` a round as in
        `MEASURES`.
        """
        import pandas as pd

        rows = {}
        for number, simulation in self.tables.items():
            means = {
                name: _estimate(name, _each(simulation, name), simulation.seed) for name in MEASURES
            }
            each, size = _each(simulation, "points"), simulation.table.size
            row: dict[str, Estimate] = {"points": means.pop("points")}
            row["a_player"] = mean_of_sums(each, size, simulation.seed, least=0)
            rows[number] = row | means
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(self.what)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        frame, tables = self.to_frame(), []
        for number, simulation in self.tables.items():
            about: dict[str, object] = {
                self.what: number,
                "policies": list(simulation.table.names),
                "void_rounds": int((simulation.played.winner == NOBODY).sum()),
            }
            about |= {name: plain(frame[name][number]) for name in frame.columns}
            tables.append(about)
        one = next(iter(self.tables.values()))
        return {"rounds": one.rounds, "seed": one.seed, "level": LEVEL, "tables": tables}

    def __str__(self) -> str:
        """Say of each table how rounds go."""
        frame = self.to_frame()
        one = next(iter(self.tables.values()))
        lines = [heading("mhing.study.variants", one.rounds, one.seed)]
        lines += [
            text(
                f"mhing.study.variant.{self.what}",
                number=number,
                points=interval_text(frame["a_player"][number]),
                credits=interval_text(frame["credits"][number]),
                turns=interval_text(frame["turns"][number]),
                void=int((simulation.played.winner == NOBODY).sum()),
            )
            for number, simulation in self.tables.items()
        ]
        return "\n".join(lines)


@checked
def compare_minimums(
    players: Sequence[str | Skill],
    minimums: Sequence[int] = (0, 1, 2, 3, 4, 5),
    *,
    rules: Rules | None = None,
    rounds: int = 200,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> Variants:
    """Play the same deals under house rules that ask other credits to go out (clause 6.2).

    Parameters
    ----------
    players
        Clockwise.
    minimums
        The credits asked.
    rules
        All else; the default rules if None.
    rounds, seed, **work
        See `simulate`.

    Examples
    --------
    >>> found = compare_minimums(["fast"] * 3, (0, 2), rounds=4, workers=1)
    >>> [int(table.played.credits.min()) >= least for least, table in found.tables.items()]
    [True, True]
    """
    rules = Rules.or_default(rules)
    asked = {least: (players, replace(rules, min_credits=least)) for least in minimums}
    return Variants("min_credits", _played(asked, rounds, seed, work))


@checked
def compare_players(
    policy: str | Skill,
    numbers: Sequence[int] = (2, 3, 4, 5, 6),
    *,
    rules: Rules | None = None,
    rounds: int = 200,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> Variants:
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
        See `simulate`.

    Examples
    --------
    >>> found = compare_players("fast", (2, 3), rounds=4, workers=1)
    >>> [table.table.size for table in found.tables.values()]
    [2, 3]
    """
    asked = {number: ([policy] * number, Rules.or_default(rules)) for number in numbers}
    return Variants("players", _played(asked, rounds, seed, work))


def _played(
    asked: Mapping[Name, tuple[Sequence[str | Skill], Rules]],
    rounds: int,
    seed: int,
    work: HowToWork,
) -> dict[Name, Simulation]:
    """Simulate each of several tables; each has a folder of its own to resume from."""
    if not asked:
        raise InputError("mhing.study.no_table")
    play = partial(simulate, rounds=rounds, seed=seed)
    return {
        name: play(players, rules=rules, **work_for(f"{name}", work))
        for name, (players, rules) in asked.items()
    }
