"""Rounds in order, cut into games (clause 5.7): who wins, and how many rounds it takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.study import win_shares
from neuroanalysis.errors import InputError
from neuroanalysis.texts import text

__all__ = ["Games", "play_games", "shared_wins"]

_FEWEST: int = 2


@dataclass(frozen=True, eq=False)
class Games:
    """Games one after the other.

    Parameters
    ----------
    lengths
        (games,): rounds of each.
    totals
        (games, players): points at its end.
    left
        Rounds at the end that make no whole game, and are left out.
    seed
        What the rounds can be played again from.
    level
        Confidence of the intervals.
    """

    lengths: NDArray[np.int64]
    totals: NDArray[np.int64]
    left: int
    seed: int
    level: float = 0.95

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """Each player's share of the games; one that several win counts for each in part.

        Where wins are shared, the interval is Wilson's for the next whole numbers of games below
        and above, so it is rather too wide than too narrow.
        """
        leads = self.totals == self.totals.max(axis=1, keepdims=True)
        return win_shares(leads, self.seed, self.level)

    @property
    def length(self) -> Estimate:
        """How many rounds a game has on average."""
        total, squares = int(self.lengths.sum()), int((self.lengths**2).sum())
        return Estimate.of_mean(total, squares, len(self), self.seed, self.level, least=0)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "n": len(self),
            "length": {"value": self.length.value, "interval": list(self.length.interval)},
            "wins": [
                {"seat": place, "win_share": win.value, "win_interval": list(win.interval)}
                for place, win in enumerate(self.wins)
            ],
        }

    def __str__(self) -> str:
        """Say how many rounds a game has, and how many each player wins."""
        wins = ", ".join(f"{number_text(100 * win.value, 3)} %" for win in self.wins)
        return text(
            "neurotrio.study.games",
            n=number_text(len(self)),
            length=number_text(self.length.value, 3),
            wins=wins,
            seed=self.seed,
        )


def play_games(points: NDArray[np.int16], target: int, seed: int) -> Games:
    """Cut rounds into games.

    Parameters
    ----------
    points
        (rounds, players), in the order in which they are played.
    target
        Points that end a game.
    seed
        Where they come from.

    Raises
    ------
    InputError
        When there are not two games among them, which an interval takes.

    Examples
    --------
    >>> games = play_games(np.array([[30, 4], [80, 8], [3, 100], [100, 100]]), 100, seed=7)
    >>> games.lengths.tolist(), games.totals.tolist(), [win.value for win in games.wins]
    ([2, 1, 1], [[110, 12], [3, 100], [100, 100]], [0.5, 0.5])
    """
    ends, totals = _ends(points, target)
    if len(ends) < _FEWEST:
        raise InputError("input.few_games", rounds=len(points), games=len(ends), target=target)
    lengths = np.diff(np.concatenate([[0], ends]))
    return Games(lengths, totals, len(points) - int(ends[-1]), seed)


def _ends(points: NDArray[np.int16], target: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return after which round each game ends, and everybody's points then."""
    so_far = np.cumsum(points.astype(np.int64), axis=0)
    before = np.zeros(points.shape[1], dtype=np.int64)
    ends: list[int] = []
    totals: list[NDArray[np.int64]] = []
    start = 0
    while start < len(points):
        # Each player's running total never falls, so where he reaches the target is found at once.
        at = min(
            start + int(np.searchsorted(so_far[start:, place], before[place] + target))
            for place in range(points.shape[1])
        )
        if at >= len(points):
            break
        ends.append(at + 1)
        totals.append(so_far[at] - before)
        before, start = so_far[at], at + 1
    return np.array(ends, np.int64), np.array(totals, np.int64).reshape(-1, points.shape[1])


def shared_wins(games: Games) -> NDArray[np.float64]:
    """Return (games, players): 1 for who wins alone, its part for each of several.

    Examples
    --------
    >>> shared_wins(play_games(np.array([[100, 4], [100, 100]]), 100, seed=7)).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    leads = games.totals == games.totals.max(axis=1, keepdims=True)
    wins: NDArray[np.float64] = leads / leads.sum(axis=1, keepdims=True)
    return wins
