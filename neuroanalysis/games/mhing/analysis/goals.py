"""What to go for: quick cheap hands against slow rich ones, with numbers.

Points grow exponentially with credits, so a hand that wins half as often may be worth more. Each
goal is played out by a player who keeps to it (see `neuroanalysis.games.mhing.analysis.solitaire`)
on the same draws; nothing is claimed and nobody else goes out, so the number of draws stands for
how long the round lasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.core.arguments import checked, entries
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.work import Options
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing.analysis.near import FAR, nearest
from neuroanalysis.games.mhing.analysis.odds import (
    Ends,
    check_question,
    estimates,
    play_many,
    points_of,
)
from neuroanalysis.games.mhing.analysis.reach import line_distances
from neuroanalysis.games.mhing.analysis.solitaire import AIMS, Aim
from neuroanalysis.games.mhing.pieces import PIECES
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Goal", "Goals", "choose_goal"]

_PATIENT: Final = (3, 5, 8)
"""Credits for which a player who keeps nearest may hold out."""
_FURTHER: Final = 5
_MOST_CREDITS: Final = 999
# Goals that are so much further than the nearest winning hand are tried only if asked for.


@dataclass(frozen=True)
class Goal:
    """A goal, and what comes of keeping to it.

    Parameters
    ----------
    aim
        What the player is after, and the credits without which he does not go out.
    distance
        The fewest further cards to a winning hand that shows the aim's line.
    first
        Of a hand to discard from, what he discards.
    chance
        To win within the draws.
    points
        To expect within the draws, 0 where he does not win.
    gain
        How many points more than with the goal that is first in `Goals`, on the same draws; None
        for that one.
    credits_won
        The mean credits of the hands that win; None where none does.
    """

    aim: Aim
    distance: int
    first: int | None
    chance: Estimate
    points: Estimate
    gain: Estimate | None
    credits_won: float | None

    @property
    def card(self) -> str | None:
        """The code of what is discarded."""
        return None if self.first is None else PIECES.codes[self.first]

    @property
    def name(self) -> str:
        """What a person calls the goal, in the language in force."""
        line, _, suits = self.aim.name.partition(":")
        said = text("mhing.goal.fast") if not self.aim.line else text(f"mhing.credit.{line}")
        where = "suits" if suits else "plain"
        return text(f"mhing.goal.{where}", name=said, suits=suits, least=self.aim.credits)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "aim": self.aim.name,
            "credits_wanted": self.aim.credits,
            "distance": self.distance,
            "card": self.card,
            "chance": self.chance.to_dict(),
            "points": self.points.to_dict(),
            "gain": None if self.gain is None else self.gain.to_dict(),
            "credits_won": self.credits_won,
        }


@dataclass(frozen=True)
class Goals:
    """All goals, that with most points to expect first."""

    position: Position
    draws: int
    rows: tuple[Goal, ...]

    @property
    def best(self) -> Goal:
        """The goal with most points to expect."""
        return self.rows[0]

    @property
    def surest(self) -> Goal:
        """The goal with the best chance to win."""
        return max(self.rows, key=lambda goal: (goal.chance.value, goal.points.value))

    @property
    def decided(self) -> bool:
        """Whether the first has more points than the second beyond the doubt of the sample."""
        return len(self.rows) == 1 or (
            (gain := self.rows[1].gain) is not None and gain.interval.high < 0
        )

    def why(self) -> str:
        """Say what is best and what is surest, with the numbers, in the language in force."""
        best, surest = self.best, self.surest
        key = "same" if best is surest else "trade"
        said = text(
            f"mhing.goal.why.{key}",
            draws=self.draws,
            best=best.name,
            chance=best.chance,
            points=best.points,
            surest=surest.name,
            surest_chance=surest.chance,
            surest_points=surest.points,
        )
        return said if self.decided else f"{said} {text('mhing.goal.why.close')}"

    def __str__(self) -> str:
        """Say it."""
        return self.why()

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "draws": self.draws,
            "goals": [goal.to_dict() for goal in self.rows],
            "decided": self.decided,
            "why": self.why(),
        }

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, best first: ``goal``, ``credits_wanted``, ``distance``, ``card``,
        ``chance``, ``low``, ``high``, ``points``, ``points_low``, ``points_high``,
        ``credits_won``.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "goal": goal.aim.name,
                    "credits_wanted": goal.aim.credits,
                    "distance": goal.distance,
                    "card": goal.card,
                    "chance": goal.chance.value,
                    "low": goal.chance.interval.low,
                    "high": goal.chance.interval.high,
                    "points": goal.points.value,
                    "points_low": goal.points.interval.low,
                    "points_high": goal.points.interval.high,
                    "credits_won": goal.credits_won,
                }
                for goal in self.rows
            ]
        )


@checked
def choose_goal(
    hand: Cards | Position,
    draws: int = 12,
    *,
    aims: Sequence[str] | None = None,
    samples: int = 1000,
    seed: int = 0,
    how: Options | None = None,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> Goals:
    """Return what comes of each goal within some draws, that with most points to expect first.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`; as many cards as between turns, or one more: then each player discards
        first, even if the hand wins.
    draws
        Draws still to come, 1 to 60.
    aims
        Of `neuroanalysis.games.mhing.analysis.solitaire.AIMS`; a number of credits may follow after
        ``>=``, as in ``"fast>=5"``, without which the player does not go out (else those of the
        aim's line). If None, all that lack at most 5 cards more than the nearest winning hand and
        no more than the draws, and ``"fast"`` besides, also with 3, 5 and 8 credits.
    samples, seed
        How often each is played out, and what decides the draws: the same for all goals.
    how
        ``workers``, ``progress``, ``cancel``: see :func:`neuroanalysis.core.work.imap`.

    Returns
    -------
    Goals
        Estimates with intervals. They are of these players, not of the best play for each goal.

    Raises
    ------
    CardError, InputError
        For another number of cards, draws out of range, an unknown aim, or one that can no longer
        be reached.
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> table = choose_goal("123345567m 99m 2p 1z", 15, aims=["fast", "one_suit:m"], samples=400)
    >>> table.best.aim.name, table.surest.aim.name
    ('one_suit:m', 'fast')
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    check_question(position, draws, samples, seed)
    chosen = _aims(position, aims, draws)
    table = play_many([position], [aim for aim, _ in chosen], draws, samples, seed, how or {})
    ends = sorted(
        zip(chosen, table, strict=True),
        key=lambda pair: -sum(points_of(pair[1], draws, position.rules)),
    )
    first = ends[0][1]
    rows = [
        _goal(aim, far, row, draws, seed, None if place == 0 else first)
        for place, ((aim, far), row) in enumerate(ends)
    ]
    return Goals(position, draws, tuple(rows))


def _aims(position: Position, names: Sequence[str] | None, draws: int) -> list[tuple[Aim, int]]:
    """Return the aims asked for, or all, with their distances."""
    if names is not None:
        found = [(name, _aim(name, position.rules)) for name in entries("aims", names)]
    else:
        found = [(name, _aim(name, position.rules)) for name in AIMS]
        found += [
            (f"fast>={n}", Aim.of("fast", position.rules, n))
            for n in _PATIENT
            if n > position.rules.min_credits
        ]
    far = [_distance(aim, position) for _, aim in found]
    if names is not None:
        for (name, _), lacking in zip(found, far, strict=True):
            if lacking >= FAR:
                raise InputError("mhing.goal.never", value=name)
        most = FAR
    else:
        here = int(nearest(position.counts[np.newaxis], position)[0])
        most = min(here + _FURTHER, draws)
    chosen = [
        (aim, lacking)
        for (_, aim), lacking in zip(found, far, strict=True)
        if lacking <= most or aim.name == "fast"
    ]
    if not chosen:
        raise InputError("mhing.goal.none", accepted=", ".join(AIMS))
    return chosen


def _aim(name: str, rules: Rules) -> Aim:
    if not isinstance(name, str):
        raise InputError("mhing.goal.unknown", value=name, accepted=", ".join(AIMS))
    plain, sign, least = name.partition(">=")
    if not sign:
        return Aim.of(plain, rules)
    if not (least.isascii() and least.isdigit() and len(least) <= len(str(_MOST_CREDITS))):
        raise InputError("mhing.goal.credits", value=name, most=_MOST_CREDITS)
    return Aim.of(plain, rules, int(least))


def _distance(aim: Aim, position: Position) -> int:
    """Return the fewest further cards to what an aim is after; `FAR` for never."""
    hands = position.counts[np.newaxis]
    if not aim.line:
        return int(nearest(hands, position)[0])
    if any(not aim.kinds.issuperset(combination.kinds) for combination in position.laid):
        return FAR
    kept = hands.copy()
    for kind in range(len(PIECES.codes) - 2):
        if kind not in aim.kinds:
            kept[0, kind] = 0
    return int(line_distances(kept, position, [aim.line])[0, 0])


def _goal(aim: Aim, far: int, ends: Ends, draws: int, seed: int, first: Ends | None) -> Goal:
    rules = aim.rules
    chance, points = estimates(ends, draws, rules, seed)
    gain = None
    if first is not None:
        more = [
            mine - other
            for mine, other in zip(
                points_of(ends, draws, rules), points_of(first, draws, rules), strict=True
            )
        ]
        gain = Estimate.of_mean(
            Fraction(sum(more)), Fraction(sum(n * n for n in more)), len(more), seed
        )
    won = ends[ends[:, 0] > 0, 1]
    gone = int(ends[0, 2])
    return Goal(
        aim=aim,
        distance=far,
        first=None if gone < 0 else gone,
        chance=chance,
        points=points,
        gain=gain,
        credits_won=float(won.mean()) if len(won) else None,
    )
