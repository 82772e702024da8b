"""What a change of the rules does: two rule sets played on the same deals, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.study import LEVEL, interval_text, mean_of
from neuroanalysis.core.work import Progress
from neuroanalysis.games.okey51.policies import Skill
from neuroanalysis.games.okey51.rules import PLAYERS, Rules
from neuroanalysis.games.okey51.study.rounds import ENDS
from neuroanalysis.games.okey51.study.simulate import Simulation, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEASURES", "RulesEffect", "compare_rules", "doubling_effect"]

MEASURES: Final = ("points", "open_share", "charges", "went_out", "turns")
"""What is compared: points of a player a round, the share of players who open, what a player is
charged during a round, the share of rounds in which somebody goes out, turns of a round."""


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

        The difference is paired over the deals, so its interval is narrower than those of the two.
        """
        import pandas as pd

        rows = {}
        for name in MEASURES:
            one, other, by = _each(self.before, name), _each(self.after, name), _divisor(name)
            seed = self.before.seed
            rows[name] = {
                "before": _mean(one, by, seed),
                "after": _mean(other, by, seed),
                "difference": _mean(other - one, by, seed),
            }
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("measure")

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        measures = {
            name: {
                part: {"value": row[part].value, "interval": list(row[part].interval)}
                for part in ("before", "after", "difference")
            }
            for name, row in self.to_frame().to_dict("index").items()
        }
        return {
            "rounds": self.before.rounds,
            "seed": self.before.seed,
            "level": LEVEL,
            "players": list(self.before.table.names),
            "before": self.before.table.rules.differences(),
            "after": self.after.table.rules.differences(),
            "measures": measures,
        }

    def __str__(self) -> str:
        """Say each measure under both, and the difference."""
        lines = [
            text(
                "okey51.study.effect",
                rounds=number_text(self.before.rounds),
                seed=self.before.seed,
                level=number_text(100 * LEVEL),
            )
        ]
        lines += [
            text(
                "okey51.study.measure",
                name=text(f"okey51.study.measure_of.{name}"),
                before=interval_text(row["before"]),
                after=interval_text(row["after"]),
                difference=interval_text(row["difference"]),
            )
            for name, row in self.to_frame().to_dict("index").items()
        ]
        return "\n".join(lines)


def _divisor(name: str) -> int:
    return 1 if name in ("went_out", "turns") else PLAYERS


def _each(simulation: Simulation, name: str) -> NDArray[np.int64]:
    """Return a measure of each round, summed over the players."""
    played = simulation.played
    if name == "turns":
        return played.turns.astype(np.int64)
    if name == "went_out":
        return np.asarray(played.end != ENDS.index("empty"), dtype=np.int64)
    figures = {
        "points": played.points,
        "open_share": played.opened > 0,
        "charges": played.points - played.at_end,
    }[name]
    sums: NDArray[np.int64] = figures.sum(axis=1, dtype=np.int64)
    return sums


def _mean(values: NDArray[np.int64], by: int, seed: int) -> Estimate:
    found = mean_of(values, seed)
    low, high = found.interval
    return Estimate(found.value / by, Interval(low / by, high / by), found.n, seed, LEVEL, "mean")


def compare_rules(
    players: Sequence[str | Skill],
    before: Rules,
    after: Rules,
    *,
    rounds: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    resume: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> RulesEffect:
    """Play the same deals under two rule sets.

    Parameters
    ----------
    players
        Four, clockwise.
    before, after
        The rule sets. Deals are the same where hand size and indicator rules are.
    rounds, seed, workers, resume, progress
        See `simulate`.

    Examples
    --------
    >>> effect = compare_rules(["opener"] * 4, Rules(), Rules(threshold=30), rounds=50, workers=1)
    >>> effect.to_frame()["difference"]["open_share"].value > 0
    True
    """

    def played(rules: Rules, name: str) -> Simulation:
        return simulate(
            players,
            rules=rules,
            rounds=rounds,
            seed=seed,
            workers=workers,
            resume=None if resume is None else Path(resume) / name,
            progress=progress,
        )

    return RulesEffect(played(before, "before"), played(after, "after"))


def doubling_effect(
    players: Sequence[str | Skill],
    *,
    rules: Rules | None = None,
    rounds: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    resume: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> RulesEffect:
    """Play the same deals without and with doubling (clause 4.2).

    The parameters are those of `compare_rules`; `rules` are the default rules if None.

    Examples
    --------
    >>> effect = doubling_effect(["opener"] * 4, rounds=50, workers=1)
    >>> effect.to_frame()["difference"]["open_share"].value < 0
    True
    """
    rules = rules or Rules()
    return compare_rules(
        players,
        replace(rules, doubling=False),
        replace(rules, doubling=True),
        rounds=rounds,
        seed=seed,
        workers=workers,
        resume=resume,
        progress=progress,
    )
