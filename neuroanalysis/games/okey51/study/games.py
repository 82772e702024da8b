"""Rounds in order, cut into games (clause 6.10): which side has the lowest total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.spread import spread_of
from neuroanalysis.core.study import LEVEL, percent_text
from neuroanalysis.errors import InputError
from neuroanalysis.texts import text

__all__ = ["Games", "play_games"]

_FEWEST: int = 2


@dataclass(frozen=True, eq=False)
class Games:
    """Games one after the other.

    Parameters
    ----------
    totals
        (games, sides): points of each player, or of each team.
    sides
        The places at the table that count together.
    rounds
        Rounds of each game.
    left
        Rounds at the end that make no whole game, and are left out.
    seed
        What the rounds can be played again from.
    """

    totals: NDArray[np.int64]
    sides: tuple[tuple[int, ...], ...]
    rounds: int
    left: int
    seed: int

    def __len__(self) -> int:
        return len(self.totals)

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """Each side's share of the games; one that several win counts for each in part."""
        leads = self.totals == self.totals.min(axis=1, keepdims=True)
        found = spread_of(leads / leads.sum(axis=1, keepdims=True), LEVEL, shares=True)
        return tuple(
            Estimate(mean, interval, found.n, self.seed, LEVEL, "share")
            for mean, interval in zip(found.means, found.intervals, strict=True)
        )

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "n": len(self),
            "rounds": self.rounds,
            "wins": [
                {
                    "seats": list(side),
                    "win_share": win.value,
                    "win_interval": list(win.interval),
                }
                for side, win in zip(self.sides, self.wins, strict=True)
            ],
        }

    def __str__(self) -> str:
        """Say how many games each side wins."""
        return text(
            "okey51.study.games",
            n=number_text(len(self)),
            rounds=self.rounds,
            seed=self.seed,
            wins=", ".join(percent_text(win) for win in self.wins),
        )


def play_games(
    points: NDArray[np.integer], sides: Sequence[tuple[int, ...]], rounds: int, seed: int
) -> Games:
    """Cut rounds into games.

    Parameters
    ----------
    points
        (rounds, players), in the order in which they are played.
    sides
        The places that count together.
    rounds
        Rounds of a game.
    seed
        Where they come from.

    Raises
    ------
    InputError
        When there are not two games among them, which an interval takes.

    Examples
    --------
    >>> rows = np.array([[5, 1, 0, 2], [1, 1, 3, 9], [0, 9, 9, 9], [1, 0, 0, 0]])
    >>> games = play_games(rows, [(0, 2), (1, 3)], 2, seed=7)
    >>> games.totals.tolist(), [win.value for win in games.wins]
    ([[9, 13], [10, 18]], [1.0, 0.0])
    """
    n = len(points) // rounds
    if n < _FEWEST:
        raise InputError("okey51.study.few_games", rounds=len(points), n=n, each=rounds)
    each = points[: n * rounds].astype(np.int64).reshape(n, rounds, -1).sum(axis=1)
    totals = np.stack([each[:, list(side)].sum(axis=1) for side in sides], axis=1)
    return Games(totals, tuple(sides), rounds, len(points) - n * rounds, seed)
