"""The VP for a card more with which players with and without it are nearest to equal.

Every number of VP of a range is tried on the same deals; the one with which the two groups lie
least apart is judged on fresh deals, for it was chosen for looking well on those tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.rounds.seats import seats_record
from neuroanalysis.core.seeds import tickets
from neuroanalysis.core.spread import Figures
from neuroanalysis.core.study import LEVEL, MOST_SEED, plain
from neuroanalysis.core.work import Progress
from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete.policies import Skill
from neuroanalysis.games.conquete.rules import GAME, Rules
from neuroanalysis.games.conquete.study.rounds import Table
from neuroanalysis.games.conquete.study.simulate import Simulation, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TARGETS", "ExtraCardDesign", "ExtraCardTried", "design_extra_card", "fresh_seed"]

TARGETS: Final = ("extra-card", "equal-seats")
"""What can be made equal, the default first: players with a card more and those without, or the
seats, as far as VP for the card can."""
LOW: Final = 0
HIGH: Final = 8
"""The VP tried where nothing else is asked."""
TOLERANCE: Final = 1.0
_FEWEST: Final = 20
_MOST: Final = 10_000_000


@dataclass(frozen=True)
class ExtraCardTried:
    """What came of rounds with some VP for a card more.

    Parameters
    ----------
    vp
        The VP for it.
    gap
        What players with a card more have more than the others.
    seats
        What each seat brings, and how far two lie apart.
    spread, interval
        How far apart those lie who are to be equal.
    """

    vp: int
    gap: Estimate
    seats: Figures
    spread: float
    interval: Interval

    @classmethod
    def of(cls, played: Simulation, target: str) -> ExtraCardTried:
        """Return what rounds say of a target."""
        gap, seats = played.extra_card_gap, played.seats
        if gap is None:
            n = played.table.size
            raise InputError("conquete.study.no_extra_card", players=n)
        vp = played.table.rules.extra_card_vp
        if target == "equal-seats":
            return cls(vp, gap, seats, seats.spread, seats.interval)
        low, high = gap.interval
        least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        return cls(vp, gap, seats, abs(gap.value), Interval(least, max(abs(low), abs(high))))

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "extra_card_vp": self.vp,
            "gap": plain(self.gap),
            "seats": seats_record(self.seats),
            "spread": self.spread,
            "spread_interval": list(self.interval),
        }


@dataclass(frozen=True)
class ExtraCardDesign:
    """The VP for a card more with which players are nearest to equal, and how near they are.

    Parameters
    ----------
    table
        Who plays; the rules give the VP found.
    target
        What was to be equal.
    tried
        Every number of VP tried, the lowest first, all on the same deals.
    judgement
        The VP found, on fresh deals.
    rounds, seed
        What each was tried on, and how many it was judged on.
    tolerance
        How far apart they may be to be called balanced.
    """

    table: Table
    target: str
    tried: tuple[ExtraCardTried, ...]
    judgement: ExtraCardTried
    rounds: int
    seed: int
    tolerance: float

    @property
    def vp(self) -> int:
        """The VP found."""
        return self.judgement.vp

    @property
    def spread(self) -> float:
        """How far apart they are with it, on the fresh deals."""
        return self.judgement.spread

    @property
    def spread_interval(self) -> Interval:
        """Where the true spread lies."""
        return self.judgement.interval

    @property
    def balanced(self) -> bool:
        """Whether they are surely no further apart than the tolerance says."""
        return self.spread_interval.high <= self.tolerance

    @property
    def at_edge(self) -> bool:
        """Whether the VP are the least or most that were tried, so that others might be better."""
        return len(self.tried) > 1 and self.vp in (self.tried[0].vp, self.tried[-1].vp)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the VP found are not: surely balanced, or inside the range."""
        remarks: list[str] = []
        if not self.balanced:
            surely = self.spread_interval.low > self.tolerance
            remarks.append(
                text(
                    f"conquete.design.{'unbalanced' if surely else 'unsure'}",
                    spread=number_text(self.spread, 3),
                    most=number_text(self.spread_interval.high, 3),
                    tolerance=number_text(self.tolerance, 3),
                )
            )
        if self.at_edge:
            low, high = self.tried[0].vp, self.tried[-1].vp
            remarks.append(text("conquete.design.edge", low=low, high=high))
        return tuple(remarks)

    def to_frame(self) -> pd.DataFrame:
        """Return one row for each number of VP tried.

        Columns: ``extra_card_vp``, ``gap`` (an Estimate), ``spread``, ``low``, ``high`` (its
        interval), and ``seat_0``, ``seat_1``...: what each seat brings.
        """
        import pandas as pd

        rows = []
        for one in self.tried:
            row: dict[str, object] = {
                "extra_card_vp": one.vp,
                "gap": one.gap,
                "spread": one.spread,
                "low": one.interval.low,
                "high": one.interval.high,
            }
            rows.append(row | {f"seat_{seat}": vp for seat, vp in enumerate(one.seats.means)})
        return pd.DataFrame(rows)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it: the contract of the command line.

        ``minimums`` are 0: nothing has to be reached to go out. ``remarks`` are sentences in the
        language in force.
        """
        return {
            "game": GAME,
            "target": self.target,
            "players": list(self.table.names),
            "minimums": [0] * self.table.size,
            "extra_card_vp": self.vp,
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
        """The VP found and how far apart players are with them, in words."""
        low, high = self.spread_interval
        return text(
            "conquete.design.found",
            vp=self.vp,
            who=text(f"conquete.design.who.{self.target}"),
            spread=number_text(self.spread, 3),
            low=number_text(low, 3),
            high=number_text(high, 3),
            rounds=number_text(self.rounds),
            seed=self.seed,
            level=number_text(100 * LEVEL),
        )

    def __str__(self) -> str:
        """Say the headline, what each seat brings, and the remarks."""
        seats = self.judgement.seats
        lines = [
            text(
                "conquete.design.seat",
                seat=seat + 1,
                value=number_text(mean, 3),
                low=number_text(interval.low, 3),
                high=number_text(interval.high, 3),
            )
            for seat, (mean, interval) in enumerate(zip(seats.means, seats.intervals, strict=True))
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
def design_extra_card(
    players: Sequence[str | Skill],
    target: str = TARGETS[0],
    *,
    rules: Rules | None = None,
    rounds: int = 1000,
    seed: int = 0,
    low: int = LOW,
    high: int = HIGH,
    tolerance: float = TOLERANCE,
    workers: int | None = None,
    resume: str | PathLike[str] | None = None,
    progress: Progress | None = None,
) -> ExtraCardDesign:
    """Find the VP for a card more with which players are nearest to equal (clause 1.5).

    Parameters
    ----------
    players
        In turn order.
    target
        ``"extra-card"``: players with a card more and those without; ``"equal-seats"``: all seats.
    rules
        All else; the default rules if None.
    rounds, seed
        What each number of VP is tried on; and as many fresh deals for the judgement. 20 rounds at
        least.
    low, high
        The range of VP.
    tolerance
        How far apart they may be to be called balanced, in VP.
    workers, resume, progress
        See `simulate`.

    Raises
    ------
    InputError, RulesError
        For another target, players or numbers that cannot be, or where all get as many cards.

    Examples
    --------
    >>> found = design_extra_card(["greedy"] * 4, rounds=40, high=2, workers=1)
    >>> [one.vp for one in found.tried], found.vp in (0, 1, 2)
    ([0, 1, 2], True)
    """
    if target not in TARGETS:
        accepted = ", ".join(TARGETS)
        raise InputError("input.choice", name="target", value=written(target), accepted=accepted)
    least, most = Rules.ranges["extra_card_vp"]
    check_whole("rounds", rounds, _FEWEST, _MOST)
    check_whole("seed", seed, 0, MOST_SEED)
    check_whole("high", high, least, most)
    check_whole("low", low, least, high)
    if not 0 < tolerance <= _MOST:
        raise InputError("input.limit", name="tolerance", value=tolerance, low=0, high=_MOST)
    table = Table.of(players, rules)
    numbers = range(low, high + 1)
    parts, done = len(numbers) + 1, 0

    def told(here: int, _: int) -> None:
        if progress is not None:
            progress(done * rounds + here, parts * rounds)

    def tried(vp: int, where: str, dealt: int) -> ExtraCardTried:
        nonlocal done
        played = simulate(
            players,
            rules=replace(table.rules, extra_card_vp=vp),
            rounds=rounds,
            seed=dealt,
            workers=workers,
            resume=None if resume is None else Path(resume) / where,
            progress=told,
        )
        done += 1
        return ExtraCardTried.of(played, target)

    found = [tried(vp, f"{vp:03d}", seed) for vp in numbers]
    best = min(found, key=lambda one: (one.spread, abs(one.vp))).vp
    judged = tried(best, f"judged-{best:03d}", fresh_seed(seed))
    equal = Table(table.players, replace(table.rules, extra_card_vp=best))
    return ExtraCardDesign(equal, target, tuple(found), judged, rounds, seed, tolerance)
