"""What a change of the rules does: two rule sets on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.rounds.simulation import HowToWork, work_for
from neuroanalysis.core.study import LEVEL, heading, interval_text, mean_of, plain
from neuroanalysis.games.tichu.policies import Skill
from neuroanalysis.games.tichu.rules import PLAYERS, Rules
from neuroanalysis.games.tichu.study.simulate import Simulation, simulate
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEASURES", "RulesEffect", "compare_rules"]

MEASURES: Final = ("lead", "double_win", "calls", "laid_bombs", "turns", "plays")
"""What is compared of each round: the first team's lead, whether it is a double win, calls, bombs
laid, tricks, combinations laid."""


def _each(simulation: Simulation, name: str) -> NDArray[np.int64]:
    """Return a measure of each round."""
    played = simulation.played
    figures: dict[str, NDArray[np.generic]] = {
        "lead": played.points[:, 0] - played.points[:, 1],
        "double_win": played.end == 1,
        "calls": (played.call > 0).sum(axis=1),
        "laid_bombs": played.laid_bombs.sum(axis=1),
        "turns": played.turns,
        "plays": played.plays,
    }
    return figures[name].astype(np.int64)


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

        The measures of `MEASURES`, then ``points_0`` to ``points_3``: of each player's team. The
        difference is paired over the deals, so its interval is narrower than those of the two.
        """
        import pandas as pd

        seed, rows = self.before.seed, {}
        pairs = {name: (_each(self.before, name), _each(self.after, name)) for name in MEASURES}
        for place in range(PLAYERS):
            columns = [side.played.points[:, place] for side in (self.before, self.after)]
            pairs[f"points_{place}"] = (columns[0].astype(np.int64), columns[1].astype(np.int64))
        for name, (one, other) in pairs.items():
            # Leads and points may be below 0, all else is counted.
            least = None if name == "lead" or name.startswith("points") else 0
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
        lines = [heading("tichu.study.effect", self.before.rounds, self.before.seed)]
        frame = self.to_frame()
        lines += [
            text(
                "tichu.study.measure",
                name=text(f"tichu.study.measure_of.{name}"),
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
    >>> effect = compare_rules(Rules(), Rules(wish="off"), ["planner"] * 4, rounds=20, workers=1)
    >>> effect.to_frame()["before"]["lead"].n
    20
    """
    played = [
        simulate(players, rules=rules, rounds=rounds, seed=seed, **work_for(name, work))
        for name, rules in (("before", before), ("after", after))
    ]
    return RulesEffect(*played)
