"""The curves that ship with the package, one table a preset: made, read, checked, found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.tables import Table, find_table, read_rows
from neuroanalysis.games.neurotrio.analysis.curves import (
    ERROR,
    PLAYERS,
    Curves,
    Player,
    compute_curves,
)
from neuroanalysis.games.neurotrio.analysis.preset_tables import WholeTable
from neuroanalysis.games.neurotrio.analysis.solitaire import MOST_DRAWS
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.rules import GAME, Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.work import Options

__all__ = [
    "ABOUT",
    "COLUMNS",
    "KEPT_ERROR",
    "CurveTable",
    "curve_rows",
    "deal_curves",
    "find_curves",
    "shipped_curves",
]

ABOUT: Final = "curves"
COLUMNS: Final = ("player", "minimum", "draws", "chance", "error")
_DIGITS: Final = 12
KEPT_ERROR: Final = 2 * ERROR
"""What is kept is rounded to twelve digits: half a unit of the last one besides."""


@dataclass(frozen=True)
class CurveTable(WholeTable):
    """The table of a preset's curves, as one to be made and checked."""

    about = ABOUT
    column_names = COLUMNS

    @property
    def minimums(self) -> tuple[int, ...]:
        """The minimums that the rules suggest."""
        return tuple(sorted({points for _, points in self.rules.minimums}))

    def rows(
        self, told: Callable[[str], None] = lambda what: None, **how: Unpack[Options]
    ) -> list[tuple[object, ...]]:
        """Compute both players' curves; the best one's are taken from a solution that is kept."""
        told(f"{self.preset}: {ABOUT}")
        solution = Solution.find(self.rules)
        curves = compute_curves(
            self.rules,
            self.minimums,
            known=solution.meta.curves if solution else None,
            workers=how.get("workers"),
            progress=how.get("progress"),
            cancel=how.get("cancel"),
        )
        return curve_rows(curves)

    def same(self, kept: Sequence[Sequence[str]], made: Sequence[Sequence[str]]) -> bool:
        """Return whether two tables say the same, up to their errors."""
        if len(kept) != len(made):
            return False
        return all(
            (*one[:3], one[4]) == (*other[:3], other[4])
            and abs(float(one[3]) - float(other[3])) <= 2 * KEPT_ERROR
            for one, other in zip(kept, made, strict=True)
        )

    def faults(self, rows: Sequence[Mapping[str, str]]) -> list[str]:
        """Return what cannot be right in a table: missing curves, falling ones, a better loser."""
        chances = _chances(rows)
        faults = []
        for player in PLAYERS:
            for minimum in self.minimums:
                curve = chances.get((player, minimum), ())
                name = f"{player}, {minimum}"
                if len(curve) != MOST_DRAWS:
                    faults.append(text("neurotrio.tables.missing", question=name))
                elif not _rising((0.0, *curve, 1.0)):
                    faults.append(text("neurotrio.tables.falls", question=name))
        for low, high in pairwise(self.minimums):
            if not _below(chances.get(("best", high), ()), chances.get(("best", low), ())):
                faults.append(text("neurotrio.tables.above", question=f"best, {high}", other=low))
        for minimum in self.minimums:
            if not _below(
                chances.get(("nearest", minimum), ()), chances.get(("best", minimum), ())
            ):
                name = f"nearest, {minimum}"
                faults.append(text("neurotrio.tables.above", question=name, other="best"))
        if any(float(row["error"]) != KEPT_ERROR for row in rows):
            faults.append(text("neurotrio.tables.error", error=KEPT_ERROR))
        return faults


def _rising(curve: Sequence[float]) -> bool:
    return all(one <= other + KEPT_ERROR for one, other in pairwise(curve))


def _below(low: Sequence[float], high: Sequence[float]) -> bool:
    return all(one <= other + KEPT_ERROR for one, other in zip(low, high, strict=False))


def curve_rows(curves: Curves) -> list[tuple[object, ...]]:
    """Return the rows of a table."""
    return [
        (player, minimum, t, f"{chance:.{_DIGITS}f}", KEPT_ERROR)
        for (player, minimum), curve in sorted(curves.chances.items())
        for t, chance in enumerate(curve, start=1)
    ]


def shipped_curves(rules: Rules) -> Curves | None:
    """Return the curves that ship with the package, or None where there are none for these rules.

    Raises
    ------
    InputError
        For a table that is damaged.

    Examples
    --------
    >>> shipped_curves(Rules(trio_points=3)) is None
    True
    """
    table = find_table(GAME, ABOUT, rules.scoring_digest())
    if table is None:
        return None
    return Curves(rules, _read(table), "data", KEPT_ERROR)


def find_curves(
    rules: Rules, minimums: Sequence[int] | None = None, draws: int = MOST_DRAWS
) -> Curves | None:
    """Return curves without computing any: from the package's table, then from a kept solution.

    Parameters
    ----------
    rules
        The rule set.
    minimums
        All that are known if None.
    draws
        Within how many draws.

    Returns
    -------
    Curves or None
        None unless all that was asked for is known.
    """
    solution = Solution.find(rules)
    kept = solution.meta.curves if solution is not None and solution.draws >= draws else {}
    shipped = shipped_curves(rules)
    if shipped is None or shipped.draws < draws:
        shipped = Curves(rules, {}, "data", 0.0)
    besides: dict[tuple[Player, int], Sequence[float]] = {
        ("best", m): tuple(curve) for m, curve in kept.items() if m not in shipped.minimums
    }
    known = (*shipped.minimums, *(minimum for _, minimum in besides))
    wanted = known if minimums is None else tuple(minimums)
    if not wanted or not set(wanted) <= set(known):
        return None
    if set(wanted) <= set(shipped.minimums):
        return shipped.only(wanted, draws)
    together = Curves(rules, {**shipped.chances, **besides}, "solution", max(shipped.error, ERROR))
    return together.only(wanted, draws)


@checked
def deal_curves(
    rules: Rules | None = None,
    minimums: Sequence[int] | None = None,
    draws: int = MOST_DRAWS,
    **how: Unpack[Options],
) -> Curves:
    """Return how soon random deals finish: from the package, the user's cache, or computed now.

    Computing takes some minutes and 3 GB of memory for rules as large as the default ones.

    Parameters
    ----------
    rules
        The default rules if None.
    minimums
        All that are known if None, else those that the rules suggest.
    draws
        Up to 40.
    **how
        ``workers``, ``progress``, ``cancel``: see :func:`neuroanalysis.core.work.imap`.

    Examples
    --------
    >>> curves = deal_curves()
    >>> print(f"{curves.curve(20).values[9]:.3f} {curves.skill_gap(20).values[9]:.3f}")
    0.768 0.115
    >>> curves.wait(20).half, curves.wait(20, "nearest").half
    (7, 8)
    """
    rules = Rules.or_default(rules)
    suggested = tuple(sorted({points for _, points in rules.minimums}))
    return find_curves(rules, minimums, draws) or compute_curves(
        rules,
        minimums or suggested,
        draws,
        workers=how.get("workers"),
        progress=how.get("progress"),
        cancel=how.get("cancel"),
    )


@lru_cache(maxsize=8)
def _read(table: Table) -> dict[tuple[Player, int], tuple[float, ...]]:
    return _chances(read_rows(table))


def _chances(rows: Sequence[Mapping[str, str]]) -> dict[tuple[Player, int], tuple[float, ...]]:
    found: dict[tuple[Player, int], list[float]] = {}
    for row in rows:
        [player] = [known for known in PLAYERS if known == row["player"]]
        curve = found.setdefault((player, int(row["minimum"])), [])
        if int(row["draws"]) != len(curve) + 1:
            raise ValueError(row["draws"])
        curve.append(float(row["chance"]))
    return {key: tuple(curve) for key, curve in found.items()}
