"""What a change does: two rule sets, or two ways of playing, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.rounds.simulation import HowToWork, work_for
from neuroanalysis.core.study import LEVEL, heading, interval_text, mean_of, plain
from neuroanalysis.games.conquete.policies import Skill
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.games.conquete.study.rounds import Table
from neuroanalysis.games.conquete.study.simulate import Simulation, player_name, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEASURES", "PassingEffect", "RulesEffect", "compare_rules", "passing_effect"]

MEASURES: Final = (
    "points",
    "winning_vp",
    "sets",
    "finishing",
    "fitting_three",
    "fitting_four",
    "passes",
    "enlargements",
    "turns",
)
"""What is compared of each round: the VP of all, of the winner, for sets and for going out; cards
placed beside three and four compatible ones; passes, enlargements, moves."""

_OF_ROUNDS: Final = {"enlargements", "turns"}
# The rest are points, which may be below 0.
_COUNTS: Final = {*_OF_ROUNDS, "fitting_three", "fitting_four", "passes"}


def _each(simulation: Simulation, name: str) -> NDArray[np.int64]:
    """Return a measure of each round."""
    played = simulation.played
    if name == "winning_vp":
        most: NDArray[np.int64] = played.points.max(axis=1).astype(np.int64)
        return most
    figures: NDArray[np.int64] = getattr(played, name).astype(np.int64)
    if name not in _OF_ROUNDS:
        figures = figures.sum(axis=1)
    return figures


def _by_seat(simulation: Simulation) -> NDArray[np.int64]:
    """Return (rounds, seats): VP by how far somebody sits from who plays first."""
    order = np.argsort(simulation.played.seat, axis=1)
    return np.take_along_axis(simulation.played.points, order, axis=1).astype(np.int64)


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

        The measures of `MEASURES`, then ``seat_0``, ``seat_1``...: the VP of who plays first, of
        the next one, and so on. The difference is paired over the deals, so its interval is
        narrower than those of the two.
        """
        import pandas as pd

        seed, rows = self.before.seed, {}
        pairs = {name: (_each(self.before, name), _each(self.after, name)) for name in MEASURES}
        seats = _by_seat(self.before), _by_seat(self.after)
        for seat in range(self.before.table.size):
            pairs[f"seat_{seat}"] = seats[0][:, seat], seats[1][:, seat]
        for name, (one, other) in pairs.items():
            least = 0 if name in _COUNTS else None
            rows[name] = {
                "before": mean_of(one, seed, least=least),
                "after": mean_of(other, seed, least=least),
                "difference": mean_of(other - one, seed),
            }
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("measure")

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "rounds": self.before.rounds,
            "seed": self.before.seed,
            "level": LEVEL,
            "players": list(self.before.table.names),
            "before": self.before.table.rules.differences(),
            "after": self.after.table.rules.differences(),
            "measures": {
                name: {part: plain(estimate) for part, estimate in row.items()}
                for name, row in self.to_frame().to_dict("index").items()
            },
        }

    def __str__(self) -> str:
        """Say each measure under both, and the difference."""
        lines = [heading("conquete.study.effect", self.before.rounds, self.before.seed)]
        frame = self.to_frame()
        lines += [
            text(
                "conquete.study.measure",
                name=text(f"conquete.study.measure_of.{name}"),
                before=interval_text(frame["before"][name]),
                after=interval_text(frame["after"][name]),
                difference=interval_text(frame["difference"][name]),
            )
            for name in MEASURES
        ]
        return "\n".join(lines)


@checked
def compare_rules(
    before: Rules,
    after: Rules,
    players: Sequence[str | Skill],
    *,
    rounds: int = 1000,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> RulesEffect:
    """Play the same deals under two rule sets.

    Parameters
    ----------
    before, after
        The rule sets.
    players
        In turn order.
    rounds, seed, **work
        See `~.simulate.simulate`.

    Examples
    --------
    >>> effect = compare_rules(Rules(), Rules(shape_ratio=0), ["greedy"] * 3, rounds=20, workers=1)
    >>> effect.to_frame()["before"]["turns"].n
    20
    """
    played = [
        simulate(players, rules=rules, rounds=rounds, seed=seed, **work_for(name, work))
        for name, rules in (("before", before), ("after", after))
    ]
    return RulesEffect(*played)


@dataclass(frozen=True, eq=False)
class PassingEffect:
    """A player who may pass though he could place, and the same one who may not.

    Parameters
    ----------
    may_not, may
        The rounds in which he places whenever he can, and those in which he may pass.
    place
        His place at the table.
    """

    may_not: Simulation
    may: Simulation
    place: int

    @property
    def gain(self) -> Estimate:
        """The VP a round that he has more where he may pass, paired over the deals."""
        one, other = (
            side.played.points[:, self.place].astype(np.int64) for side in (self.may_not, self.may)
        )
        return mean_of(other - one, self.may.seed)

    @property
    def passes(self) -> Estimate:
        """How often he passes a round though he could place, where he may."""
        played = self.may.played
        free = played.passes[:, self.place] - played.blocked[:, self.place]
        return mean_of(free, self.may.seed, least=0)

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "rounds": self.may.rounds,
            "seed": self.may.seed,
            "level": LEVEL,
            "players": list(self.may.table.names),
            "place": self.place,
            "gain": plain(self.gain),
            "passes": plain(self.passes),
        }

    def __str__(self) -> str:
        """Say what passing gains, and how often he passes."""
        lines = [heading("conquete.study.effect_of_passing", self.may.rounds, self.may.seed)]
        lines.append(
            text(
                "conquete.study.passing_gain",
                policy=player_name(self.may.table.names[self.place]),
                gain=interval_text(self.gain),
                passes=interval_text(self.passes),
            )
        )
        return "\n".join(lines)


@checked
def passing_effect(
    players: Sequence[str | Skill],
    *,
    place: int = 0,
    rules: Rules | None = None,
    rounds: int = 1000,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> PassingEffect:
    """Play the same deals with a player who may pass though he could place, and who may not.

    Parameters
    ----------
    players
        In turn order; only the one at the place given is changed.
    place
        His place, from 0.
    rules, rounds, seed, **work
        See `~.simulate.simulate`.

    Raises
    ------
    InputError
        For a place at which nobody sits.

    Examples
    --------
    >>> effect = passing_effect(["patient", "builder"], rounds=20, workers=1)
    >>> effect.gain.n, effect.passes.value > 0
    (20, True)
    """
    table = Table.of(players, rules)
    check_whole("place", place, 0, table.size - 1)
    played = []
    for name, may in (("may_not", False), ("may", True)):
        seated = list(table.players)
        seated[place] = replace(seated[place], may_pass=may)
        played.append(
            simulate(seated, rules=table.rules, rounds=rounds, seed=seed, **work_for(name, work))
        )
    may_not, may_pass = played
    return PassingEffect(may_not, may_pass, place)
