"""The credits asked to go out with which players of different style are nearest to equal.

A house rule that asks more credits (clause 6.2) slows quick hands down, and leaves rich ones as
they are. Every number of credits of a range is tried on the same deals; the one with which the
players lie least apart is judged on fresh deals, for it was chosen for looking well on those tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.seeds import tickets
from neuroanalysis.core.spread import Figures, spread_of
from neuroanalysis.core.study import LEVEL, MOST_SEED, mean_of
from neuroanalysis.core.work import Progress
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing.policies import Skill
from neuroanalysis.games.mhing.rules import GAME, Rules
from neuroanalysis.games.mhing.study.rounds import Table
from neuroanalysis.games.mhing.study.simulate import Simulation, player_name, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TARGETS", "CreditsTried", "MinimumDesign", "design_minimum", "fresh_seed"]

TARGETS: Final = ("equal-points", "equal-finishes")
"""What can be made equal among the players of a table, the default first."""
HIGH: Final = 6
"""The most credits tried where nothing else is asked."""
_TOLERANCES: Final = {"equal-points": 1.0, "equal-finishes": 0.05}
_FEWEST: Final = 20
_MOST: Final = 10_000_000
_MOST_CREDITS: Final = Rules.ranges["min_credits"][1]


@dataclass(frozen=True)
class CreditsTried:
    """What came of rounds under a number of credits asked.

    Parameters
    ----------
    minimum
        The credits asked to go out.
    figures
        Each player's points or finishes a round, and how far they lie apart.
    turns
        How long a round is.
    void
        The share of rounds in which nobody went out.
    """

    minimum: int
    figures: Figures
    turns: Estimate
    void: Estimate

    @classmethod
    def of(cls, played: Simulation, target: str) -> CreditsTried:
        """Return what rounds say of a target."""
        shares = target == "equal-finishes"
        each = played.played.won if shares else played.played.points
        figures = spread_of(each.astype(np.float64), LEVEL, shares=shares)
        turns = mean_of(played.played.turns, played.seed, least=0)
        return cls(played.table.rules.min_credits, figures, turns, played.ends["void"])

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "minimum": self.minimum,
            "means": list(self.figures.means),
            "intervals": [list(interval) for interval in self.figures.intervals],
            "spread": self.figures.spread,
            "spread_interval": list(self.figures.interval),
            "turns": self.turns.value,
            "void_share": self.void.value,
        }


@dataclass(frozen=True)
class MinimumDesign:
    """Credits asked to go out with which players are nearest to equal, and how near they are.

    Parameters
    ----------
    table
        Who plays; the rules ask the credits found.
    target
        What was to be equal.
    tried
        Every number of credits tried, the lowest first, all on the same deals.
    judgement
        The credits found, on fresh deals.
    rounds, seed
        What each was tried on, and how many it was judged on.
    tolerance
        How far apart players may be to be called balanced.
    """

    table: Table
    target: str
    tried: tuple[CreditsTried, ...]
    judgement: CreditsTried
    rounds: int
    seed: int
    tolerance: float

    @property
    def minimum(self) -> int:
        """The credits found."""
        return self.judgement.minimum

    @property
    def scale(self) -> int:
        """What figures are multiplied by for a person: shares are told in percent."""
        return 100 if self.target == "equal-finishes" else 1

    @property
    def spread(self) -> float:
        """How far apart the players are with them, on the fresh deals."""
        return self.judgement.figures.spread

    @property
    def spread_interval(self) -> Interval:
        """Where the true spread lies."""
        return self.judgement.figures.interval

    @property
    def balanced(self) -> bool:
        """Whether players are surely no further apart than the tolerance says."""
        return self.spread_interval.high <= self.tolerance

    @property
    def at_edge(self) -> bool:
        """Whether the credits are the most that were tried, so that more might be better."""
        return len(self.tried) > 1 and self.minimum == self.tried[-1].minimum

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the credits found are not: surely balanced, or inside the range."""
        remarks: list[str] = []
        if not self.balanced:
            surely = self.spread_interval.low > self.tolerance
            remarks.append(
                text(
                    f"mhing.design.{'unbalanced' if surely else 'unsure'}",
                    spread=self._said(self.spread),
                    most=self._said(self.spread_interval.high),
                    tolerance=self._said(self.tolerance),
                    unit=self.unit,
                )
            )
        if self.at_edge:
            low, high = self.tried[0].minimum, self.tried[-1].minimum
            remarks.append(text("mhing.design.edge", low=low, high=high))
        return tuple(remarks)

    @property
    def unit(self) -> str:
        """What is counted, in the language in force."""
        return text(f"mhing.design.unit.{self.target}")

    def _said(self, value: float) -> str:
        return number_text(self.scale * value, 3)

    def to_frame(self) -> pd.DataFrame:
        """Return one row for each number of credits tried.

        Columns: ``minimum``, ``spread``, ``low``, ``high`` (its interval), ``turns``,
        ``void_share``, and ``player_0``, ``player_1``...: each one's points or share.
        """
        import pandas as pd

        rows = []
        for one in self.tried:
            row: dict[str, float] = {
                "minimum": one.minimum,
                "spread": one.figures.spread,
                "low": one.figures.interval.low,
                "high": one.figures.interval.high,
                "turns": one.turns.value,
                "void_share": one.void.value,
            }
            rows.append(row | {f"player_{i}": mean for i, mean in enumerate(one.figures.means)})
        return pd.DataFrame(rows)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        ``minimums`` are the credits, once a player; ``remarks`` are sentences in the language in
        force.
        """
        return {
            "game": GAME,
            "target": self.target,
            "players": list(self.table.names),
            "minimums": [self.minimum] * self.table.size,
            "balanced": self.balanced,
            "tolerance": self.tolerance,
            "spread": self.spread,
            "spread_interval": list(self.spread_interval),
            "judgement": self.judgement.record(),
            "surface": [one.record() for one in self.tried],
            "rules": self.table.rules.differences(),
            "rounds": self.rounds,
            "level": LEVEL,
            "seed": self.seed,
            "remarks": list(self.remarks),
        }

    @property
    def headline(self) -> str:
        """The credits found and how far apart the players are with them, in words."""
        low, high = self.spread_interval
        return text(
            "mhing.design.found",
            minimum=self.minimum,
            spread=self._said(self.spread),
            low=self._said(low),
            high=self._said(high),
            unit=self.unit,
            rounds=number_text(self.rounds),
            seed=self.seed,
            level=number_text(100 * LEVEL),
        )

    def __str__(self) -> str:
        """Say the headline, each player's figure, and the remarks."""
        lines = [
            text(
                "mhing.design.player",
                place=place + 1,
                policy=player_name(name),
                value=self._said(mean),
                low=self._said(interval.low),
                high=self._said(interval.high),
                unit=self.unit,
            )
            for place, (name, mean, interval) in enumerate(
                zip(
                    self.table.names,
                    self.judgement.figures.means,
                    self.judgement.figures.intervals,
                    strict=True,
                )
            )
        ]
        return "\n".join([self.headline, *lines, *self.remarks])


def fresh_seed(seed: int) -> int:
    """Return the seed of the deals on which what was found with a seed is judged.

    Examples
    --------
    >>> fresh_seed(1) == fresh_seed(1) != fresh_seed(2)
    True
    """
    return tickets(1, seed, 1)[0] >> 1


@checked
def design_minimum(
    players: Sequence[str | Skill],
    target: str = TARGETS[0],
    *,
    rules: Rules | None = None,
    rounds: int = 200,
    seed: int = 0,
    low: int | None = None,
    high: int | None = None,
    tolerance: float | None = None,
    workers: int | None = None,
    resume: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> MinimumDesign:
    """Find the credits asked to go out with which players are nearest to equal (clause 6.2).

    Parameters
    ----------
    players
        Clockwise.
    target
        ``"equal-points"`` (a round) or ``"equal-finishes"`` (shares of rounds).
    rules
        All else; the default rules if None.
    rounds, seed
        What each number of credits is tried on; and as many fresh deals for the judgement. 20
        rounds at least.
    low, high
        The range of credits: 0 to 6 if None.
    tolerance
        How far apart players may be to be called balanced: 1 point, or 0.05 of a share, if None.
    workers, resume, progress
        See `simulate`.

    Raises
    ------
    InputError, PositionError
        For another target, players or numbers that cannot be.

    Examples
    --------
    >>> found = design_minimum(["fast", "rich"], rounds=20, high=1, workers=1)
    >>> [one.minimum for one in found.tried], found.minimum in (0, 1)
    ([0, 1], True)
    """
    if target not in TARGETS:
        accepted = ", ".join(TARGETS)
        raise InputError("input.choice", name="target", value=written(target), accepted=accepted)
    most = HIGH if high is None else high
    least = 0 if low is None else low
    if high is None:
        most = max(most, least)
    allowed = _TOLERANCES[target] if tolerance is None else tolerance
    check_whole("rounds", rounds, _FEWEST, _MOST)
    check_whole("seed", seed, 0, MOST_SEED)
    check_whole("high", most, 0, _MOST_CREDITS)
    check_whole("low", least, 0, most)
    if not 0 < allowed <= _MOST:
        raise InputError("input.limit", name="tolerance", value=allowed, low=0, high=_MOST)
    table = Table.of(players, rules)
    numbers = range(least, most + 1)
    parts, done = len(numbers) + 1, 0

    def told(here: int, _: int) -> None:
        if progress is not None:
            progress(done * rounds + here, parts * rounds)

    def tried(minimum: int, where: str, dealt: int) -> CreditsTried:
        nonlocal done
        played = simulate(
            players,
            rules=replace(table.rules, min_credits=minimum),
            rounds=rounds,
            seed=dealt,
            workers=workers,
            resume=None if resume is None else Path(resume) / where,
            progress=told,
        )
        done += 1
        return CreditsTried.of(played, target)

    found = [tried(minimum, f"{minimum:02d}", seed) for minimum in numbers]
    best = min(found, key=lambda one: (one.figures.spread, one.minimum)).minimum
    judged = tried(best, f"judged-{best:02d}", fresh_seed(seed))
    equal = Table(table.players, replace(table.rules, min_credits=best))
    return MinimumDesign(equal, target, tuple(found), judged, rounds, seed, allowed)
