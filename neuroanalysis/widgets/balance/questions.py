"""What is asked of a table, and how it is worked out step by step; it knows no widget."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.study import plain
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.plots.curves import Trace

if TYPE_CHECKING:
    import pandas as pd

    from neuroanalysis.games.neurotrio.study import Simulation

__all__ = ["Question", "Sweep", "stages", "swept"]

# What is shown first: as many rounds as one chunk of a simulation has.
_FIRST: Final = 250
_PARTS: Final = 1000


@dataclass(frozen=True)
class Question:
    """A table, and how long it is played.

    Parameters
    ----------
    levels, minimums
        Of the players, clockwise.
    rules
        The rule set.
    rounds, seed
        How many rounds, of which seed.
    """

    levels: tuple[str, ...]
    minimums: tuple[int, ...]
    rules: Rules
    rounds: int
    seed: int

    def simulate(
        self,
        keep: Path,
        *,
        rounds: int | None = None,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
    ) -> Simulation:
        """Play the rounds, or the first of them.

        Parameters
        ----------
        keep
            A folder in which rounds are kept, so that more of them begin where these end.
        rounds
            How many; all if None.
        progress, cancel
            See :func:`neuroanalysis.core.work.imap`.
        """
        from neuroanalysis.games.neurotrio.study import simulate

        return simulate(
            self.levels,
            self.minimums,
            rules=self.rules,
            rounds=self.rounds if rounds is None else rounds,
            seed=self.seed,
            resume=keep / self._name,
            progress=progress,
            cancel=cancel,
        )

    def growing(self, keep: Path, progress: Progress, cancel: Cancel) -> Iterator[Simulation]:
        """Yield simulations of ever more rounds, the last one of all."""
        for rounds in stages(self.rounds):
            yield self.simulate(
                keep,
                rounds=rounds,
                progress=lambda done, _: progress(done, self.rounds),
                cancel=cancel,
            )

    def with_minimum(self, player: int, minimum: int) -> Question:
        """Return the same question with another minimum of a player."""
        minimums = (*self.minimums[:player], minimum, *self.minimums[player + 1 :])
        return replace(self, minimums=minimums)

    @property
    def _name(self) -> str:
        said = [self.levels, self.minimums, self.seed, self.rules.to_mapping()]
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]


def stages(rounds: int) -> list[int]:
    """Return after how many rounds something is shown: each time twice as many.

    Examples
    --------
    >>> stages(100), stages(1200)
    ([100], [250, 500, 1000, 1200])
    """
    shown = []
    so_far = _FIRST
    while so_far < rounds:
        shown.append(so_far)
        so_far *= 2
    return [*shown, rounds]


@dataclass(frozen=True)
class Sweep:
    """What every player has, as the minimum of one of them moves.

    Parameters
    ----------
    question
        The table that it began from.
    player
        Whose minimum moves.
    minimums
        Where it has been so far, in order.
    finishes, points
        For each of these minimums, of each player.
    """

    question: Question
    player: int
    minimums: tuple[int, ...] = ()
    finishes: tuple[tuple[Estimate, ...], ...] = ()
    points: tuple[tuple[Estimate, ...], ...] = ()

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "player": self.player,
            "players": list(self.question.levels),
            "minimums": list(self.question.minimums),
            "rounds": self.question.rounds,
            "seed": self.question.seed,
            "rules": self.question.rules.differences(),
            "curve": [
                {
                    "minimum": minimum,
                    "finishes": [plain(one) for one in finishes],
                    "points": [plain(one) for one in points],
                }
                for minimum, finishes, points in zip(
                    self.minimums, self.finishes, self.points, strict=True
                )
            ],
        }

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each minimum and player: ``finishes`` and ``points``, estimates."""
        import pandas as pd

        rows = [
            (minimum, seat, level, *found)
            for minimum, *each in zip(self.minimums, self.finishes, self.points, strict=True)
            for seat, (level, *found) in enumerate(zip(self.question.levels, *each, strict=True))
        ]
        return pd.DataFrame(rows, columns=["minimum", "seat", "player", "finishes", "points"])

    def with_point(self, minimum: int, simulation: Simulation) -> Sweep:
        """Return the sweep with what came of one more minimum."""
        found = sorted(
            [
                *zip(self.minimums, self.finishes, self.points, strict=True),
                (
                    minimum,
                    tuple(simulation.players["finish_share"]),
                    tuple(simulation.players["points"]),
                ),
            ],
            key=lambda one: one[0],
        )
        minimums, finishes, points = zip(*found, strict=True)
        return replace(self, minimums=minimums, finishes=finishes, points=points)

    def traces(self, names: tuple[str, ...], *, points: bool) -> list[Trace]:
        """Return the curve of each player: his mean points, or how often he finishes."""
        table = self.points if points else self.finishes
        return [
            Trace(name, self.minimums, tuple(row[place] for row in table))
            for place, name in enumerate(names)
        ]


def swept(
    question: Question,
    player: int,
    keep: Path,
    progress: Progress,
    cancel: Cancel,
    *,
    step: int = 2,
    steps: int = 2,
) -> Iterator[Sweep]:
    """Yield a sweep with ever more minimums, from the one in force outwards.

    Every minimum meets the same cards, so that the curves differ by the minimum and little else.

    Parameters
    ----------
    question
        The table.
    player
        Whose minimum moves.
    keep, progress, cancel
        As for `Question.simulate`.
    step, steps
        How far it moves each time, and how often in each direction; only upwards where there is
        no lower suggested minimum, since no hand finishes with less than that.
    """
    tried = _tried(question.minimums[player], question.rules.least_minimum, step, steps)
    sweep = Sweep(question, player)
    for place, minimum in enumerate(tried):
        simulation = question.with_minimum(player, minimum).simulate(
            keep,
            progress=_part_of(progress, place, len(tried)),
            cancel=cancel,
        )
        sweep = sweep.with_point(minimum, simulation)
        yield sweep


def _part_of(progress: Progress, place: int, places: int) -> Progress:
    """Return what tells the progress of one of several equal parts of some work."""

    def told(done: int, total: int) -> None:
        progress(place * _PARTS + _PARTS * done // max(1, total), places * _PARTS)

    return told


def _tried(here: int, least: int, step: int, steps: int) -> list[int]:
    """Return minimums from the one in force outwards.

    Examples
    --------
    >>> _tried(22, 18, 2, 2), _tried(19, 18, 2, 2), _tried(10, 18, 2, 2)
    ([22, 20, 24, 18, 26], [19, 21, 23, 25, 27], [10, 12, 14, 16, 18])
    """
    below = min(steps, max(0, here - least) // step)
    moves = range(-below, 2 * steps + 1 - below)
    return [here + step * move for move in sorted(moves, key=lambda move: (abs(move), move))]
