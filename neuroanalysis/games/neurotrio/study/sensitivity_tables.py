"""What one point more or less does, as it ships with the package: made, read, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.distribution import (
    Distribution,
    Outcome,
    outcome_from_text,
    outcome_text,
)
from neuroanalysis.core.tables import Table, find_table, read_rows
from neuroanalysis.games.neurotrio.analysis.deals import deal_distribution
from neuroanalysis.games.neurotrio.analysis.preset_tables import WholeTable
from neuroanalysis.games.neurotrio.rules import GAME, Rules
from neuroanalysis.games.neurotrio.study.effects import OF, Effect, Of
from neuroanalysis.games.neurotrio.study.sensitivity import (
    Sensitivity,
    compute_sensitivity,
    possible_changes,
    with_effects,
)
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.work import Options

__all__ = ["ABOUT", "COLUMNS", "SensitivityTable", "sensitivity_rows", "shipped_sensitivity"]

ABOUT: Final = "sensitivity"
COLUMNS: Final = ("of", "option", "step", "before", "after", "count")
# Rows that say what deals are worth under the rules as they are.
_UNCHANGED: Final = ("", 0)
# Stands for both worths where a row says how many deals a change leaves as they were.
_SAME: Final = "same"

_Moved = dict[tuple[Outcome, Outcome], int]
_Kept = dict[tuple[Of, str, int], _Moved]


@dataclass(frozen=True)
class SensitivityTable(WholeTable):
    """The table of a preset's sensitivity, as one to be made and checked."""

    about = ABOUT
    column_names = COLUMNS

    def rows(
        self, told: Callable[[str], None] = lambda what: None, **how: Unpack[Options]
    ) -> list[tuple[object, ...]]:
        """Compute the whole table over all classes of hands."""
        told(f"{self.preset}: {ABOUT}")
        return sensitivity_rows(compute_sensitivity(self.rules, **how))

    def faults(self, rows: Sequence[Mapping[str, str]]) -> list[str]:
        """Return what cannot be right in a table.

        What deals are worth as they are stands in the table of deals too, and so does how many
        have each bonus in a best grouping: just these gain by one point more. No point more makes
        a hand worth less, and none is worth more without it.
        """
        kept = _kept(rows)
        faults = []
        for of in OF:
            # Another table's damage is told where that table is checked.
            known = deal_distribution(of, rules=self.rules)
            base = {old: n for (old, _), n in kept.get((of, *_UNCHANGED), {}).items()}
            if base != known.counts:
                faults.append(text("neurotrio.tables.base", question=of))
        for (option, step), found in possible_changes(self.rules).items():
            if isinstance(found, Rules):
                faults += self._faults_of(option, step, kept)
        return faults

    def _faults_of(self, option: str, step: int, kept: _Kept) -> Iterator[str]:
        for of in OF:
            name = f"{of}, {option} {step:+d}"
            base = {old: n for (old, _), n in kept.get((of, *_UNCHANGED), {}).items()}
            moved = kept.get((of, option, step), {})
            found, total = sum(moved.values()), sum(base.values())
            if found != total:
                yield text("neurotrio.tables.total", question=name, sum=found, total=total)
            left: dict[Outcome, int] = {}
            for (old, new), n in _changed(moved).items():
                left[old] = left.get(old, 0) + n
                moves = isinstance(old, int) and isinstance(new, int) and (new - old) * step > 0
                if not moves or n <= 0:
                    yield text("neurotrio.tables.wrong_way", question=name)
                    break
            if any(n > base.get(old, 0) for old, n in left.items()):
                yield text("neurotrio.tables.too_many", question=name)
        expected = self._gaining(option, kept) if step == 1 else {}
        for of, number in expected.items():
            found = sum(_changed(kept.get((of, option, step), {})).values())
            if found != number:
                yield text(
                    "neurotrio.tables.known",
                    question=f"{of}, {option} {step:+d}",
                    outcome="±",
                    found=found,
                    expected=number,
                )

    def _gaining(self, option: str, kept: _Kept) -> dict[Of, int]:
        """Return how many deals one point more must change, where that is known otherwise."""
        if option == "finish_points":
            base = kept.get(("finish", *_UNCHANGED), {})
            return {"value": 0, "finish": sum(n for (old, _), n in base.items() if old != "none")}
        code = option.removeprefix("bonuses.")
        bonus = self.rules.by_code.get(code)
        if bonus is None or (self.rules.repeat_bonuses and bonus.per_line):
            return {}
        return {"value": deal_distribution(f"bonus:{code}", rules=self.rules).counts.get(1, 0)}


def _changed(moved: _Moved) -> _Moved:
    return {pair: n for pair, n in moved.items() if pair != (_SAME, _SAME)}


def sensitivity_rows(found: Sensitivity) -> list[tuple[object, ...]]:
    """Return the rows of a table: what deals are worth, then what each change does.

    Of the deals that a change leaves as they were there is only the number.
    """
    rows: list[tuple[object, ...]] = []
    for of, base in zip(OF, (found.value, found.finish), strict=True):
        rows += [
            (of, *_UNCHANGED, outcome_text(worth), outcome_text(worth), n)
            for worth, n in base.counts.items()
        ]
        for change in found.possible:
            moved = change.effects[of].moved
            head = (of, change.option, change.step)
            rows.append((*head, _SAME, _SAME, base.total - sum(moved.values())))
            rows += [
                (*head, outcome_text(old), outcome_text(new), n) for (old, new), n in moved.items()
            ]
    return rows


def shipped_sensitivity(rules: Rules) -> Sensitivity | None:
    """Return what ships with the package, or None where there is nothing for these rules.

    Raises
    ------
    InputError
        For a table that is damaged.

    Examples
    --------
    >>> shipped_sensitivity(Rules(trio_points=3)) is None
    True
    """
    table = find_table(GAME, ABOUT, rules.scoring_digest())
    if table is None:
        return None
    kept = _read(table)
    variants = possible_changes(rules)
    totals = (
        comb(rules.deck_size, rules.hand_size),
        comb(rules.deck_size, rules.finish_size),
    )
    base: dict[Of, Distribution] = {
        of: Distribution(
            {old: n for (old, _), n in kept[(of, *_UNCHANGED)].items()}, total, source="data"
        )
        for of, total in zip(OF, totals, strict=True)
    }
    effects = {
        (option, step): {
            of: Effect(base[of], _changed(kept.get((of, option, step), {}))) for of in OF
        }
        for (option, step), found in variants.items()
        if isinstance(found, Rules)
    }
    return with_effects(rules, variants, effects, "data")


@lru_cache(maxsize=8)
def _read(table: Table) -> _Kept:
    return _kept(read_rows(table))


def _kept(rows: Sequence[Mapping[str, str]]) -> _Kept:
    found: _Kept = {}
    for row in rows:
        [of] = [known for known in OF if known == row["of"]]
        pair = (outcome_from_text(row["before"]), outcome_from_text(row["after"]))
        found.setdefault((of, row["option"], int(row["step"])), {})[pair] = int(row["count"])
    return found
