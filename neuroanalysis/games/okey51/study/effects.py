"""What a change of the rules does: two rule sets played on the same deals, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate, Interval
from neuroanalysis.core.rounds.simulation import HowToWork, work_for
from neuroanalysis.core.spread import least_half
from neuroanalysis.core.study import LEVEL, heading, interval_text, mean_of_sums, share_of_sums
from neuroanalysis.games.okey51.policies import Skill
from neuroanalysis.games.okey51.rules import PLAYERS, Rules
from neuroanalysis.games.okey51.study.rounds import ENDS, unused_options
from neuroanalysis.games.okey51.study.simulate import Simulation, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEASURES", "RulesEffect", "compare_rules", "doubling_effect"]

MEASURES: Final = ("points", "open_share", "charges", "went_out", "turns")
"""What is compared: points of a player a round, the share of players who open, what a player is
charged during a round, the share of rounds in which somebody goes out, turns of a round."""
_SHARES: Final = ("open_share", "went_out")


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

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to bear in mind with these figures: options that no player makes use of."""
        return unused_options(self.before.table.rules, self.after.table.rules)

    def to_frame(self) -> pd.DataFrame:
        """Return one row a measure: ``before``, ``after`` and ``difference``, each an Estimate.

        The difference is paired over the deals, so its interval is narrower than those of the two.
        Intervals of shares lie within 0 and 1, those of their differences within -1 and 1, and none
        of these is empty: that nothing happened in some rounds is no proof that nothing can.
        """
        import pandas as pd

        rows = {}
        for name in MEASURES:
            one, other, by = _each(self.before, name), _each(self.after, name), _divisor(name)
            seed = self.before.seed
            rows[name] = {
                "before": _estimate(name, one, by, seed),
                "after": _estimate(name, other, by, seed),
                "difference": _difference(name, other - one, by, seed),
            }
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("measure")

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it; ``remarks`` are sentences in the language in force."""
        measures = {
            name: {
                part: {"value": row[part].value, "interval": list(row[part].interval)}
                for part in ("before", "after", "difference")
            }
            for name, row in self.to_frame().to_dict("index").items()
        }
        return {
            "rounds": self.before.rounds,
            "seed": self.before.seed,
            "level": LEVEL,
            "players": list(self.before.table.names),
            "before": self.before.table.rules.differences(),
            "after": self.after.table.rules.differences(),
            "measures": measures,
            "remarks": list(self.remarks),
        }

    def __str__(self) -> str:
        """Say each measure under both, and the difference."""
        lines = [heading("okey51.study.effect", self.before.rounds, self.before.seed)]
        lines += [
            text(
                "okey51.study.measure",
                name=text(f"okey51.study.measure_of.{name}"),
                before=interval_text(row["before"]),
                after=interval_text(row["after"]),
                difference=interval_text(row["difference"]),
            )
            for name, row in self.to_frame().to_dict("index").items()
        ]
        return "\n".join([*lines, *self.remarks])


def _divisor(name: str) -> int:
    return 1 if name in ("went_out", "turns") else PLAYERS


def _each(simulation: Simulation, name: str) -> NDArray[np.int64]:
    """Return a measure of each round, summed over the players."""
    played = simulation.played
    if name == "turns":
        return played.turns.astype(np.int64)
    if name == "went_out":
        return np.asarray(played.end != ENDS.index("empty"), dtype=np.int64)
    figures = {
        "points": played.points,
        "open_share": played.opened > 0,
        "charges": played.points - played.at_end,
    }[name]
    sums: NDArray[np.int64] = figures.sum(axis=1, dtype=np.int64)
    return sums


def _estimate(name: str, values: NDArray[np.int64], by: int, seed: int) -> Estimate:
    if name in _SHARES:
        return share_of_sums(values, by, seed)
    return mean_of_sums(values, by, seed, least=None if name == "points" else 0)


def _difference(name: str, values: NDArray[np.int64], by: int, seed: int) -> Estimate:
    found = mean_of_sums(values, by, seed)
    if name not in _SHARES:
        return found
    low, high = found.interval
    half = max((high - low) / 2, least_half(found.n, LEVEL))
    interval = Interval(max(-1.0, found.value - half), min(1.0, found.value + half))
    return replace(found, interval=interval)


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
        The rule sets. Deals are the same where hand size and indicator rules are.
    players
        Four, clockwise.
    rounds, seed, **work
        See `simulate`.

    Examples
    --------
    >>> effect = compare_rules(Rules(), Rules(threshold=30), ["opener"] * 4, rounds=50, workers=1)
    >>> effect.to_frame()["difference"]["open_share"].value > 0
    True
    """
    play = partial(simulate, players, rounds=rounds, seed=seed)
    return RulesEffect(
        play(rules=before, **work_for("before", work)),
        play(rules=after, **work_for("after", work)),
    )


@checked
def doubling_effect(
    players: Sequence[str | Skill],
    *,
    rules: Rules | None = None,
    rounds: int = 1000,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> RulesEffect:
    """Play the same deals without and with doubling (clause 4.2).

    The parameters are those of `compare_rules`; `rules` are the default rules if None.

    Examples
    --------
    >>> effect = doubling_effect(["opener"] * 4, rounds=50, workers=1)
    >>> effect.to_frame()["difference"]["open_share"].value < 0
    True
    """
    rules = Rules.or_default(rules)
    without, doubled = replace(rules, doubling=False), replace(rules, doubling=True)
    return compare_rules(without, doubled, players, rounds=rounds, seed=seed, **work)
