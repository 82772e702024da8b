"""The threshold at which it is an even chance that a player opens early.

*Early* is before the middle of the draw pile: when he opens, fewer than half of its tiles have been
drawn. All thresholds are tried on the same deals; the share of players who open early falls as the
threshold rises, so the one sought is found by halving.
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
from neuroanalysis.core.study import LEVEL, MOST_SEED, percent_text, share_of_sums
from neuroanalysis.core.work import Progress
from neuroanalysis.errors import InputError
from neuroanalysis.games.okey51.policies import Skill
from neuroanalysis.games.okey51.rules import GAME, PLAYERS, Rules
from neuroanalysis.games.okey51.study.rounds import Table, unused_options
from neuroanalysis.games.okey51.study.simulate import Simulation, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TARGETS", "ThresholdBalance", "balance_threshold", "early_share", "pile_size"]

TARGETS: Final = ("even-openings",)
"""What can be designed: a threshold, the same for all."""
TOLERANCE: Final = 0.05
LOW: Final = 0
HIGH: Final = 150
_EVEN: Final = 0.5
_FEWEST: Final = 100
_MOST: Final = 10_000_000


@dataclass(frozen=True)
class ThresholdBalance:
    """A threshold at which opening early is an even chance, and how surely.

    Parameters
    ----------
    table
        Who plays; the rules have the threshold found.
    tried
        Every threshold tried, the lowest first, with the share of players who open early; the first
        and the last are the ends of the range.
    interval
        The lowest and the highest threshold whose interval has the even chance in it; both ends
        of the range asked for where that goes beyond.
    rounds, seed
        What each threshold was tried on.
    tolerance
        How far from even the share may be to be called balanced.
    """

    table: Table
    tried: tuple[tuple[int, Estimate], ...]
    interval: tuple[int, int]
    rounds: int
    seed: int
    tolerance: float = TOLERANCE

    @property
    def threshold(self) -> int:
        """The threshold whose share is nearest to even."""
        return self.table.rules.threshold

    @property
    def share(self) -> Estimate:
        """The share of players who open early there."""
        return dict(self.tried)[self.threshold]

    @property
    def spread(self) -> float:
        """How far the share is from even."""
        return abs(self.share.value - _EVEN)

    @property
    def spread_interval(self) -> Interval:
        """Where the true distance from even lies."""
        low, high = (end - _EVEN for end in self.share.interval)
        nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        return Interval(nearest, max(abs(low), abs(high)))

    @property
    def balanced(self) -> bool:
        """Whether the share is surely as near to even as the tolerance says."""
        return self.spread_interval.high <= self.tolerance

    @property
    def at_edge(self) -> bool:
        """Whether the threshold is an end of the range, so that a better one may lie outside."""
        return self.threshold in (self.tried[0][0], self.tried[-1][0])

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the threshold found is not: balanced, or inside the range; and options unused."""
        remarks: list[str] = []
        if not self.balanced:
            surely = self.spread_interval.low > self.tolerance
            remarks.append(
                text(
                    f"okey51.study.{'unbalanced' if surely else 'unsure'}",
                    spread=number_text(100 * self.spread, 3),
                    most=number_text(100 * self.spread_interval.high, 3),
                    tolerance=number_text(100 * self.tolerance, 3),
                )
            )
        if self.at_edge:
            low, high = self.tried[0][0], self.tried[-1][0]
            remarks.append(text("okey51.study.edge", low=low, high=high))
        return (*remarks, *unused_options(self.table.rules))

    def to_frame(self) -> pd.DataFrame:
        """Return one row a threshold tried: ``threshold``, ``share``, ``low``, ``high``."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "threshold": threshold,
                    "share": share.value,
                    "low": share.interval.low,
                    "high": share.interval.high,
                }
                for threshold, share in self.tried
            ]
        )

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        ``minimums`` are the threshold, once a player; ``remarks`` are sentences in the language in
        force.
        """
        return {
            "game": GAME,
            "target": TARGETS[0],
            "players": list(self.table.names),
            "minimums": [self.threshold] * PLAYERS,
            "threshold": self.threshold,
            "threshold_interval": list(self.interval),
            "share": self.share.value,
            "share_interval": list(self.share.interval),
            "balanced": self.balanced,
            "tolerance": self.tolerance,
            "spread": self.spread,
            "spread_interval": list(self.spread_interval),
            "surface": self.to_frame().to_dict("records"),
            "rules": self.table.rules.differences(),
            "rounds": self.rounds,
            "level": LEVEL,
            "seed": self.seed,
            "remarks": list(self.remarks),
        }

    @property
    def headline(self) -> str:
        """The threshold, its interval and the share there, in words."""
        low, high = self.interval
        return text(
            "okey51.study.balance",
            threshold=self.threshold,
            low=low,
            high=high,
            share=percent_text(self.share),
            rounds=number_text(self.rounds),
            seed=self.seed,
            level=number_text(100 * LEVEL),
        )

    def __str__(self) -> str:
        """Say the headline and the remarks."""
        return "\n".join([self.headline, *self.remarks])


def pile_size(rules: Rules) -> int:
    """Return how many tiles there are to draw when a round begins.

    Examples
    --------
    >>> pile_size(Rules()), pile_size(Rules(hand_size=21))
    (48, 20)
    """
    dealt = PLAYERS * rules.hand_size + 1
    return rules.deck_size - dealt - int(rules.first_player_indicator_removed)


def early_share(simulation: Simulation) -> Estimate:
    """Return the share of players who open before the middle of the draw pile.

    The four of a round depend on each other, so they are counted a round first.
    """
    played, middle = simulation.played, pile_size(simulation.table.rules)
    early = (played.opened > 0) & (2 * played.opening_drawn.astype(np.int64) < middle)
    return share_of_sums(early.sum(axis=1), PLAYERS, simulation.seed)


@checked
def balance_threshold(
    players: Sequence[str | Skill],
    *,
    rules: Rules | None = None,
    rounds: int = 1000,
    seed: int = 0,
    low: int | None = None,
    high: int | None = None,
    tolerance: float | None = None,
    target: str = TARGETS[0],
    workers: int | None = None,
    resume: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> ThresholdBalance:
    """Find the threshold at which opening early is an even chance.

    Parameters
    ----------
    players
        Four, clockwise.
    rules
        The default rules if None; their threshold is what is sought.
    rounds, seed
        What each threshold is tried on; 100 rounds at least.
    low, high
        The range of thresholds looked at: 0 to 150 if None.
    tolerance
        How far from even the share may be to be called balanced: 0.05 if None.
    target
        ``"even-openings"``, the only one.
    workers, resume, progress
        See `simulate`.

    Raises
    ------
    InputError
        For another target, or numbers that cannot be.

    Examples
    --------
    >>> found = balance_threshold(["opener"] * 4, rounds=100, low=20, high=60, workers=1)
    >>> found.interval[0] <= found.threshold <= found.interval[1]
    True
    """
    if target not in TARGETS:
        accepted = ", ".join(TARGETS)
        raise InputError("input.choice", name="target", value=written(target), accepted=accepted)
    lowest, highest = LOW if low is None else low, HIGH if high is None else high
    allowed = TOLERANCE if tolerance is None else tolerance
    check_whole("rounds", rounds, _FEWEST, _MOST)
    check_whole("seed", seed, 0, MOST_SEED)
    check_whole("high", highest, 0, Rules.ranges["threshold"][1])
    check_whole("low", lowest, 0, highest)
    if not 0 < allowed < 1:
        raise InputError("input.limit", name="tolerance", value=allowed, low=0, high=1)
    table, tried = Table.of(players, rules), dict[int, Estimate]()

    def share(threshold: int) -> Estimate:
        if threshold not in tried:
            simulation = simulate(
                players,
                rules=replace(table.rules, threshold=threshold),
                rounds=rounds,
                seed=seed,
                workers=workers,
                resume=None if resume is None else Path(resume) / f"{threshold:03d}",
                progress=progress,
            )
            tried[threshold] = early_share(simulation)
        return tried[threshold]

    def last_at_least(end: int | None) -> int:
        """Return the highest threshold whose share, or an end of its interval, is even or more.

        One below the range if there is none.
        """

        def figure(threshold: int) -> float:
            found = share(threshold)
            return found.value if end is None else found.interval[end]

        below, above = lowest - 1, highest + 1
        while above - below > 1:
            middle = (below + above) // 2
            if figure(middle) >= _EVEN:
                below = middle
            else:
                above = middle
        return below

    # Both ends of the range are tried, so that the surface shows all of it.
    share(lowest)
    share(highest)
    last = min(highest, max(lowest, last_at_least(None)))
    threshold = min((last, min(highest, last + 1)), key=lambda one: abs(share(one).value - _EVEN))
    # Those between the last that is surely more than even and the last that may still be even.
    interval = (
        min(threshold, max(lowest, last_at_least(0) + 1)),
        max(threshold, min(highest, last_at_least(1))),
    )
    found = Table(table.players, replace(table.rules, threshold=threshold))
    return ThresholdBalance(found, tuple(sorted(tried.items())), interval, rounds, seed, allowed)
