"""Minimums that make a table fair: searched for with the same deals for every choice.

Every choice of minimums meets the same rounds, so that what differs between two choices is the
choice and little else. The search looks at many choices on few rounds, at the better ones on more,
and takes the best. That one looks better than it is, having been picked for it; so it is judged on
as many fresh rounds, which no choice has seen, and only these say how fair the table is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.chunks import Cancel, Chunk, Control
from neuroanalysis.core.intervals import check_level, number_text
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.spread import Figures
from neuroanalysis.core.study import CHUNK, LEVEL, MOST_SEED, Part
from neuroanalysis.core.work import Options, Progress, run
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.policies import Skill
from neuroanalysis.games.neurotrio.rules import GAME, Rules
from neuroanalysis.games.neurotrio.study.figures import (
    TARGETS,
    TOLERANCES,
    Target,
    figures,
)
from neuroanalysis.games.neurotrio.study.rounds import Table
from neuroanalysis.games.neurotrio.study.simulate import (
    job_key,
    level_name,
    parts,
    play_part,
)
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ROUNDS",
    "Design",
    "Point",
    "Stage",
    "checked_target",
    "design_minimums",
    "trial_part",
]

Minimums: TypeAlias = tuple[int, ...]
Stage: TypeAlias = Literal["search", "finalist", "judgement"]

ROUNDS: Final = 4000
FEWEST_ROUNDS: Final = 100
MOST_ROUNDS: Final = 10_000_000
HIGHEST_MINIMUM: Final = 999
# Above the highest suggested minimum; hardly a hand is worth more than that.
ABOVE: Final = 8
CHOICES: Final = 80
# The search begins with great strides and ends with the least there are.
STRIDES: Final = (4, 2, 1)
# A part of the rounds for all, more for so many, all rounds for so many.
SEARCH_PART: Final = 16
SECOND_PART: Final = 4
SECOND: Final = 6
LAST: Final = 3
# The judgement's rounds have numbers that the search cannot reach: the upper half of those there
# are for a seed.
FRESH: Final = 1 << 31


@dataclass(frozen=True)
class Point:
    """A choice of minimums that was looked at.

    Parameters
    ----------
    minimums
        The choice.
    stage
        ``"search"``, ``"finalist"`` (more rounds) or ``"judgement"`` (fresh rounds).
    rounds
        How many were played.
    figures
        What came of it.
    """

    minimums: Minimums
    stage: Stage
    rounds: int
    figures: Figures

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "minimums": list(self.minimums),
            "stage": self.stage,
            "rounds": self.rounds,
            "figures": list(self.figures.means),
            "intervals": [list(interval) for interval in self.figures.intervals],
            "spread": self.figures.spread,
            "spread_interval": list(self.figures.interval),
        }

    @property
    def rank(self) -> tuple[float, float, Minimums]:
        """What the search goes by: spread, then how the others lie, then the lower minimums."""
        return self.figures.spread, float(np.var(self.figures.means)), self.minimums


@dataclass(frozen=True, eq=False)
class Design:
    """Minimums found, and how fair they are.

    Parameters
    ----------
    table
        The players with these minimums.
    target
        What was to be equal.
    points
        Every choice that was looked at, in order; the last one is the judgement.
    tolerance, confidence
        The table is fair if the true spread is at most `tolerance` with this confidence.
    low, high
        The range of minimums that was searched.
    rounds, seed
        How many rounds the best choices, and then the judgement, were played; where they come from.
    """

    table: Table
    target: Target
    points: tuple[Point, ...]
    tolerance: float
    confidence: float
    low: int
    high: int
    rounds: int
    seed: int

    @property
    def minimums(self) -> Minimums:
        """The minimums found: fair ones, or the nearest to it."""
        return self.table.minimums

    @property
    def judgement(self) -> Point:
        """What fresh rounds say of them."""
        return self.points[-1]

    @property
    def spread(self) -> float:
        """The greatest difference between two players' figures, on fresh rounds."""
        return self.judgement.figures.spread

    @property
    def balanced(self) -> bool:
        """Whether the upper end of the spread's interval is within the tolerance."""
        return self.judgement.figures.interval.high <= self.tolerance

    @property
    def surface(self) -> pd.DataFrame:
        """One row for each choice and number of rounds: the response surface, as far as seen.

        ``stage``, ``rounds``, then for each player ``minimum_0``, ``figure_0``, ``low_0``,
        ``high_0`` and so on, then ``spread``, ``spread_low``, ``spread_high``.
        """
        import pandas as pd

        return pd.DataFrame([_row(point) for point in self.points])

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line."""
        judged = self.judgement.figures
        return {
            "game": GAME,
            "target": self.target,
            "players": [
                {
                    "seat": place,
                    "policy": name,
                    "minimum": minimum,
                    "figure": value,
                    "figure_interval": list(interval),
                }
                for place, (name, minimum, value, interval) in enumerate(
                    zip(
                        self.table.names,
                        self.minimums,
                        judged.means,
                        judged.intervals,
                        strict=True,
                    )
                )
            ],
            "minimums": list(self.minimums),
            "balanced": self.balanced,
            "spread": judged.spread,
            "spread_interval": list(judged.interval),
            "tolerance": self.tolerance,
            "confidence": self.confidence,
            "low": self.low,
            "high": self.high,
            "rounds": self.rounds,
            "seed": self.seed,
            "rules": self.table.rules.differences(),
            "surface": [point.to_dict() for point in self.points],
        }

    def __str__(self) -> str:
        """Say the minimums, whether they are fair, and how sure that is."""
        judged, unit = self.judgement.figures, f"neurotrio.design.{self.target}"
        scale, digits = (1, 3) if self.target == "equal-points" else (100, 3)

        def said(value: float) -> str:
            return number_text(scale * value, digits)

        lines = [
            text(
                "neurotrio.design.fair" if self.balanced else "neurotrio.design.unfair",
                unit=text(unit),
                spread=said(judged.spread),
                low=said(judged.interval.low),
                high=said(judged.interval.high),
                tolerance=said(self.tolerance),
            )
        ]
        for place, name in enumerate(self.table.names):
            lines.append(
                text(
                    "neurotrio.design.player",
                    place=place + 1,
                    policy=level_name(name),
                    minimum=self.minimums[place],
                    value=said(judged.means[place]),
                    low=said(judged.intervals[place].low),
                    high=said(judged.intervals[place].high),
                )
            )
        lines.append(
            text(
                "neurotrio.design.judged",
                rounds=number_text(self.rounds),
                seed=self.seed,
                level=number_text(100 * self.confidence),
                choices=len({point.minimums for point in self.points}),
            )
        )
        return "\n".join(lines)


def _row(point: Point) -> dict[str, object]:
    row: dict[str, object] = {"stage": point.stage, "rounds": point.rounds}
    found = point.figures
    for place, minimum in enumerate(point.minimums):
        row[f"minimum_{place}"] = minimum
        row[f"figure_{place}"] = found.means[place]
        row[f"low_{place}"], row[f"high_{place}"] = found.intervals[place]
    row["spread"] = found.spread
    row["spread_low"], row["spread_high"] = found.interval
    return row


@checked
def design_minimums(
    players: Sequence[str | Skill],
    target: Target = "equal-points",
    *,
    rules: Rules | None = None,
    rounds: int = ROUNDS,
    seed: int = 0,
    low: int | None = None,
    high: int | None = None,
    anchored: bool = True,
    confidence: float = LEVEL,
    tolerance: float | None = None,
    choices: int = CHOICES,
    workers: int | None = None,
    executor: Executor | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Design:
    """Find minimums with which players of different skill have equal figures.

    Parameters
    ----------
    players
        Names of skills, or skills, clockwise.
    target
        What is to be equal: mean points a round (``"equal-points"``), how often each finishes
        (``"equal-finishes"``), or each one's share of games won (``"equal-games"``).
    rules
        The default rules if None.
    rounds
        How many the best choices are played, and then the chosen one again on fresh ones; most
        choices are dropped after a sixteenth of them. 100 or more.
    seed
        What deals the cards: the same ones for every choice.
    low, high
        The range of minimums; the lowest suggested one, and 8 above the highest, if None.
    anchored
        Whether somebody's minimum stays at `low`: raising all together mostly lengthens rounds.
    confidence
        Of the judgement.
    tolerance
        The greatest spread that counts as fair; if None 1 point a round, or 0.05 of a share.
    choices
        How many choices the search looks at, at most.
    workers, executor, progress, cancel
        See :func:`neuroanalysis.core.work.imap`. The total that `progress` is told is the most
        that it can take: a search that ends early jumps to it.
    resume
        A folder that keeps finished chunks, so that a stopped search goes on from there.

    Returns
    -------
    Design
        With `balanced` False and the nearest choice, when no choice is fair, or when the rounds are
        too few to say so.

    Raises
    ------
    InputError, PositionError
        For unknown skills or targets, and numbers out of range.
    Cancelled
        When the token was used.

    Notes
    -----
    A pattern search: from the better of the suggested minimums and all at `low`, who is ahead is
    raised and who is behind lowered in strides of 4, 2 and 1, as long as the spread falls; with
    the last two every single neighbour is looked at, with the last every change of two players.
    Then 6 choices that cannot be told from the best have a quarter of the rounds, and 3 of these
    all of them. It finds a local optimum. Points come in whole totals, some of which hardly a hand
    is worth: there may be no fair choice although players are near each other in skill.

    Examples
    --------
    >>> design = design_minimums(["child", "child"], rounds=100, high=18, workers=1)
    >>> design.minimums, [point.stage for point in design.points]
    ((18, 18), ['search', 'judgement'])
    """
    table = Table.of(players, None, rules)
    checked_target(target)
    check_whole("rounds", rounds, FEWEST_ROUNDS, MOST_ROUNDS)
    check_whole("seed", seed, 0, MOST_SEED)
    check_whole("choices", choices, 1, MOST_ROUNDS)
    check_level(confidence)
    least = table.rules.least_minimum if low is None else low
    suggested = max(points for _, points in table.rules.minimums)
    most = max(least, suggested + ABOVE) if high is None else high
    check_whole("low", least, 0, HIGHEST_MINIMUM)
    check_whole("high", most, 0, HIGHEST_MINIMUM)
    if most < least:
        raise InputError("input.minimum_range", low=least, high=most)
    bound = TOLERANCES[target] if tolerance is None else tolerance
    if not 0 < bound < float("inf"):
        raise InputError("input.tolerance", value=written(bound))
    space = _Space(table.size, least, most, anchored)
    how: Options = {
        "workers": workers,
        "executor": executor,
        "resume": resume,
        "cancel": cancel,
        "key": job_key(replace(table, minimums=(least,) * table.size), seed) | {"target": target},
    }
    plan = _Plan(rounds, choices, progress)
    trials = _Trials(table, target, seed, confidence, how, plan)
    best = _search(trials, space, plan, table.minimums)
    judged = trials.judge(best.minimums, rounds)
    plan.finish()
    return Design(
        replace(table, minimums=best.minimums),
        target,
        (*trials.points, judged),
        bound,
        confidence,
        least,
        most,
        rounds,
        seed,
    )


def checked_target(target: str) -> Target:
    """Return a target; InputError for anything else, with those there are."""
    for known in TARGETS:
        if target == known:
            return known
    accepted = ", ".join(TARGETS)
    raise InputError("input.choice", name="target", value=written(target), accepted=accepted)


# --- the search ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Space:
    """The choices there are."""

    players: int
    low: int
    high: int
    anchored: bool

    def point(self, minimums: Iterable[int]) -> Minimums | None:
        """Return a choice as one of this space, None if there is none like it.

        With the anchor all are moved together, so that the lowest is at `low`: lowering one who is
        there already means raising all others.
        """
        wanted = tuple(minimums)
        if self.anchored:
            down = min(wanted) - self.low
            wanted = tuple(minimum - down for minimum in wanted)
        return wanted if all(self.low <= each <= self.high for each in wanted) else None

    def nearest(self, minimums: Minimums) -> Minimums:
        """Return the choice of this space that is meant by minimums which may lie outside."""
        down = min(minimums) - self.low if self.anchored else 0
        return tuple(min(max(each - down, self.low), self.high) for each in minimums)

    def moves(self, at: Point, stride: int) -> list[Minimums]:
        """Return what to try next: raise who is ahead, lower who is behind."""
        values = np.array(at.figures.means)
        ahead, behind = int(values.argmax()), int(values.argmin())
        above = values > values.mean()
        one = np.eye(self.players, dtype=np.int64)
        changes = [
            one[ahead],
            -one[behind],
            one[ahead] - one[behind],
            above * 1,
            above * 1 - ~above,
        ]
        # A step of 1 may change nothing at all, where no hand is worth that total: so the single
        # neighbours are looked at with both of the last strides.
        if stride <= 2:
            changes += [*one, *-one]
        if stride == 1:
            pairs = list(combinations(range(self.players), 2))
            changes += [one[a] + one[b] for a, b in pairs]
            changes += [way * (one[a] - one[b]) for a, b in pairs for way in (1, -1)]
        found = (self.point((np.array(at.minimums) + stride * c).tolist()) for c in changes)
        return list(dict.fromkeys(choice for choice in found if choice is not None))


def _search(trials: _Trials, space: _Space, plan: _Plan, suggested: Minimums) -> Point:
    """Return the best choice found, with all rounds of the search."""
    starts = dict.fromkeys([space.nearest(suggested), (space.low,) * space.players])
    seen = {point.minimums: point for point in trials.play(list(starts), plan.first, "search")}
    best = min(seen.values(), key=lambda point: point.rank)
    for stride in STRIDES:
        while True:
            new = [choice for choice in space.moves(best, stride) if choice not in seen]
            new = new[: plan.choices - len(seen)]
            found = trials.play(new, plan.first, "search") if new else []
            seen |= {point.minimums: point for point in found}
            better = min(found, key=lambda point: point.rank, default=best)
            if better.rank >= best.rank:
                break
            best = better
    finalists = list(seen.values())
    for rounds, most in ((plan.second, SECOND), (plan.rounds, LAST)):
        if len(finalists) > 1 or rounds == plan.rounds:
            chosen = [point.minimums for point in _hopeful(finalists)[:most]]
            if rounds > finalists[0].rounds:
                finalists = trials.play(chosen, rounds, "finalist")
    return _hopeful(finalists)[0]


def _hopeful(points: Sequence[Point]) -> list[Point]:
    """Return the points that cannot be told from the best one, best first.

    Of choices between which no round went another way, only the first goes on.
    """
    ranked = sorted(points, key=lambda point: point.rank)
    reach = ranked[0].figures.interval.high
    apart = {point.figures.means: point for point in reversed(ranked)}
    return [
        point
        for point in ranked
        if point.figures.interval.low <= reach and apart[point.figures.means] is point
    ]


class _Plan:
    """How many rounds each stage has, and how much of the most that it can take is done."""

    def __init__(self, rounds: int, choices: int, progress: Progress | None) -> None:
        self.rounds = rounds
        self.choices = choices
        self.first = _whole_chunks(rounds // SEARCH_PART, rounds)
        self.second = _whole_chunks(rounds // SECOND_PART, rounds)
        self.total = (
            choices * self.first
            + SECOND * (self.second - self.first)
            + LAST * (rounds - self.second)
            + rounds
        )
        self.done = 0
        self._progress = progress

    def told(self) -> Progress | None:
        """Return what a stage tells its progress to."""
        progress, before = self._progress, self.done
        if progress is None:
            return None
        return lambda done, total: progress(min(before + done, self.total), self.total)

    def finish(self) -> None:
        """Say that all is done."""
        if self._progress is not None:
            self._progress(self.total, self.total)


def _whole_chunks(rounds: int, most: int) -> int:
    return min(most, max(1, -(-rounds // CHUNK)) * CHUNK)


@dataclass(eq=False)
class _Trials:
    """Plays choices, and keeps what came of each round so that more can follow."""

    table: Table
    target: Target
    seed: int
    confidence: float
    how: Options
    plan: _Plan
    points: list[Point] = field(default_factory=list)
    _kept: dict[Minimums, list[NDArray[np.int16]]] = field(default_factory=dict)

    def play(self, choices: Sequence[Minimums], rounds: int, stage: Stage) -> list[Point]:
        """Play the first rounds of the seed for each choice, as far as they are missing."""
        work = [(choice, self._had(choice), rounds) for choice in choices]
        for (choice, _, _), trials in zip(work, self._played(work), strict=True):
            self._kept.setdefault(choice, []).append(trials)
        new = [self._point(choice, stage, np.concatenate(self._kept[choice])) for choice in choices]
        self.points += new
        return new

    def judge(self, choice: Minimums, rounds: int) -> Point:
        """Play fresh rounds, which the search has not seen."""
        [trials] = self._played([(choice, FRESH, FRESH + rounds)])
        return self._point(choice, "judgement", trials)

    def _had(self, choice: Minimums) -> int:
        return sum(map(len, self._kept.get(choice, [])))

    def _point(self, choice: Minimums, stage: Stage, trials: NDArray[np.int16]) -> Point:
        found = figures(
            trials, self.target, self.table.rules.game_target, self.seed, self.confidence
        )
        return Point(choice, stage, len(trials), found)

    def _played(self, work: Sequence[tuple[Minimums, int, int]]) -> list[NDArray[np.int16]]:
        chunks: list[Chunk[tuple[Part, Target]]] = []
        owners: list[int] = []
        for place, (choice, begin, stop) in enumerate(work):
            table = replace(self.table, minimums=choice)
            name = "-".join(map(str, choice)) + "-"
            for chunk in parts(table, self.seed, begin, stop, name):
                chunks.append(Chunk(chunk.id, (chunk.payload, self.target), chunk.size))
                owners.append(place)
        how = self.how.copy()
        how["progress"] = self.plan.told()
        results = run(trial_part, chunks, **how)
        self.plan.done += sum(chunk.size for chunk in chunks)
        by_choice: list[list[NDArray[np.int16]]] = [[] for _ in work]
        for place, result in zip(owners, results, strict=True):
            by_choice[place].append(result)
        return [np.concatenate(each) for each in by_choice]


def trial_part(work: tuple[Part, Target], control: Control) -> NDArray[np.int16]:
    """Play the rounds of a chunk; return what the target is about, (rounds, players)."""
    part, target = work
    played = play_part(part, control)
    return played.finished.astype(np.int16) if target == "equal-finishes" else played.points
