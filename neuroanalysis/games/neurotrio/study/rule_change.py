"""What a change of the rules does to whole rounds, played on the same cards before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.rounds.simulation import HowToWork, work_for
from neuroanalysis.core.spread import least_half
from neuroanalysis.core.study import LEVEL, heading
from neuroanalysis.games.neurotrio.policies import Skill
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.study.compare import RuleDifference, describe, differences
from neuroanalysis.games.neurotrio.study.rounds import NOBODY, RoundRows
from neuroanalysis.games.neurotrio.study.simulate import (
    Simulation,
    level_name,
    simulate,
)
from neuroanalysis.games.neurotrio.study.words import signed
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Measure", "RoundComparison", "compare_rules"]

Whole = tuple[NDArray[np.int64], int]
"""A number a round, and what it is to be divided by."""


@dataclass(frozen=True)
class Measure:
    """One thing before and after a change of the rules.

    Parameters
    ----------
    name
        ``"turns"``, ``"finished"``, ``"advantage"``, ``"points"`` or ``"finishes"``.
    player
        Whose, by his place at the table; None for the round's own.
    before, after
        Under each rule set.
    change
        The mean difference from round to round, on the same cards where both deal the same.
    """

    name: str
    player: int | None
    before: Estimate
    after: Estimate
    change: Estimate

    @property
    def shown(self) -> bool:
        """Whether the interval of the change leaves out nought."""
        return not self.change.interval.covers(0)


@dataclass(frozen=True, eq=False)
class RoundComparison:
    """Rounds of one table under two rule sets; shown in words.

    Parameters
    ----------
    before, after
        The rounds under each.
    """

    before: Simulation
    after: Simulation

    @property
    def differences(self) -> tuple[RuleDifference, ...]:
        """What the two rule sets have differently."""
        return differences(self.before.table.rules, self.after.table.rules)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The length of a round in turns, how often somebody finishes, what it is worth to begin
        (points of who began less the others' mean), and each player's points and finishes.
        """
        return tuple(self._measures())

    def _measures(self) -> Iterator[Measure]:
        for name, read in _OF_ROUND.items():
            yield self._measure(name, None, read)
        for player in range(self.before.table.size):
            for name, of_player in _OF_PLAYER.items():
                yield self._measure(name, player, partial(of_player, player=player))

    def _measure(
        self, name: str, player: int | None, read: Callable[[RoundRows], Whole]
    ) -> Measure:
        (old, by), (new, _) = read(self.before.played), read(self.after.played)
        share = name in ("finished", "finishes")
        least = None if name == "advantage" else 0
        return Measure(
            name,
            player,
            self._estimate(old, by, share=share, least=least),
            self._estimate(new, by, share=share, least=least),
            self._change(new - old, by, share=share),
        )

    def _change(self, differences: NDArray[np.int64], by: int, *, share: bool) -> Estimate:
        found = self._estimate(differences, by, share=False)
        low, high = found.interval
        least = least_half(found.n, LEVEL)
        if share and high - low < 2 * least:
            # That a share never changed in some rounds is no proof that it never does.
            return replace(found, interval=Interval(found.value - least, found.value + least))
        return found

    def _estimate(
        self, values: NDArray[np.int64], by: int, *, share: bool, least: int | None = None
    ) -> Estimate:
        n, seed, total = len(values), self.before.seed, int(values.sum())
        if share:
            return Estimate.of_share(total, n, seed, LEVEL)
        squares = int((values**2).sum())
        return Estimate.of_mean(
            Fraction(total, by), Fraction(squares, by * by), n, seed, LEVEL, least=least
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, one row a measure.

        Returns
        -------
        pandas.DataFrame
            ``measure``, ``player`` (his place, -1 for the round's own), ``policy``, and of
            ``before``, ``after`` and ``change`` the value, ``_low`` and ``_high``.
        """
        import pandas as pd

        rows = []
        for one in self.measures:
            seat = -1 if one.player is None else one.player
            row: dict[str, object] = {
                "measure": one.name,
                "player": seat,
                "policy": "" if seat < 0 else self.before.table.names[seat],
            }
            for column in ("before", "after", "change"):
                estimate: Estimate = getattr(one, column)
                row[column] = estimate.value
                row[f"{column}_low"], row[f"{column}_high"] = estimate.interval
            rows.append(row)
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield describe(self.before.table.rules, self.after.table.rules)
        yield ""
        yield heading("neurotrio.rule_change.title", self.before.rounds, self.before.seed)
        for one in self.measures:
            who = None if one.player is None else self.before.table.names[one.player]
            yield text(
                f"neurotrio.rule_change.{one.name}",
                place=0 if one.player is None else one.player + 1,
                policy="" if who is None else level_name(who),
                before=_said(one, one.before),
                after=_said(one, one.after),
                change=_change(one),
            )


def _said(measure: Measure, estimate: Estimate) -> str:
    share = measure.before.of == "share"
    return number_text(100 * estimate.value if share else estimate.value, 3)


def _change(measure: Measure) -> str:
    factor = 100 if measure.before.of == "share" else 1
    low, high = measure.change.interval
    return text(
        "neurotrio.rule_change.change",
        value=signed(factor * measure.change.value),
        low=signed(factor * low),
        high=signed(factor * high),
    )


def _turns(rows: RoundRows) -> Whole:
    return rows.turns.astype(np.int64), 1


def _finished(rows: RoundRows) -> Whole:
    return (rows.how != NOBODY).astype(np.int64), 1


def _advantage(rows: RoundRows) -> Whole:
    points = rows.points.astype(np.int64)
    began = points[np.arange(len(rows)), rows.first]
    return rows.players * began - points.sum(axis=1), rows.players - 1


def _points(rows: RoundRows, player: int) -> Whole:
    return rows.points[:, player].astype(np.int64), 1


def _finishes(rows: RoundRows, player: int) -> Whole:
    return rows.finished[:, player].astype(np.int64), 1


_OF_ROUND: Final = {"turns": _turns, "finished": _finished, "advantage": _advantage}
_OF_PLAYER: Final = {"points": _points, "finishes": _finishes}


@checked
def compare_rules(
    before: Rules,
    after: Rules,
    players: Sequence[str | Skill],
    minimums: Sequence[int] | None = None,
    *,
    rounds: int = 1000,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> RoundComparison:
    """Find what a change of the rules does to rounds: length, finishing, points, beginning.

    Both rule sets are played with the same seed, so on the same cards where they deal the same
    number from the same deck; the changes are then known much better than either figure.

    Parameters
    ----------
    before, after
        The rule sets: another bonus, another interpretation, another hand, no pang...
    players, minimums, rounds, seed, **work
        See `simulate`; minimums are the same under both, those suggested before if None.

    Raises
    ------
    InputError, PositionError
        As `simulate`.

    Examples
    --------
    >>> found = compare_rules(Rules(), Rules(pang=False), ["child", "child"], rounds=50, workers=1)
    >>> turns = found.measures[0]
    >>> turns.name, turns.before.value < turns.after.value
    ('turns', True)
    """
    play = partial(simulate, players, rounds=rounds, seed=seed)
    one = play(minimums=minimums, rules=before, **work_for("before", work))
    other = play(minimums=one.table.minimums, rules=after, **work_for("after", work))
    return RoundComparison(one, other)
