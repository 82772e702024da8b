"""What a change of rules does, tabulated: a measure a line, under both, and the difference."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from html import escape
from typing import Final

from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.rule_sets import OptionRules
from neuroanalysis.core.study import interval_text
from neuroanalysis.plots.bars import of_estimates
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.texts import catalogue, language, text

__all__ = ["effect_table", "rule_changes"]

_TEXTS: Final = "plots.effect"


def rule_changes(before: OptionRules, after: OptionRules) -> list[str]:
    """Say what two rule sets of a game have differently, a line an option.

    Examples
    --------
    >>> from neuroanalysis.games.tichu import Rules
    >>> rule_changes(Rules(), Rules(bomb_own_trick=False))
    ['may a player bomb his own play (bomb_own_trick): yes → no']
    """
    return [
        text(
            f"{_TEXTS}.change",
            what=_meaning(before, name),
            option=name,
            before=_value(before, name),
            after=_value(after, name),
        )
        for name in before.changes(after)
    ]


def _meaning(rules: OptionRules, name: str) -> str:
    said = rules.meaning(name)
    # Where its values have words, what stands behind the colon and explains them is not needed.
    return said.partition(":")[0].rstrip() if _known(rules, name) else said


def _value(rules: OptionRules, name: str) -> str:
    value = getattr(rules, name)
    if isinstance(value, bool):
        return text(f"{_TEXTS}.{'true' if value else 'false'}")
    return _known(rules, name) or str(value)


def _known(rules: OptionRules, name: str) -> str:
    """Return the word for an option's value; nothing where there is none."""
    return catalogue(language()).get(f"{rules.game}.choice.{name}.{getattr(rules, name)}", "")


def effect_table(
    changes: Sequence[str],
    measures: Iterable[tuple[str, Mapping[Hashable, Estimate]]],
    rounds: int,
    seed: int,
    remarks: Sequence[str] = (),
) -> str:
    """Tabulate what a change of the rules does on the same deals, with intervals.

    Parameters
    ----------
    changes
        What the two rule sets have differently, as `rule_changes` says it.
    measures
        Of each measure its name, and the estimates ``before``, ``after`` and ``difference``.
    rounds, seed
        What was played.
    remarks
        What has to be said beside.

    Examples
    --------
    >>> share = Estimate.of_share(3, 10, seed=1)
    >>> both = dict.fromkeys(("before", "after", "difference"), share)
    >>> "wins" in effect_table(["a (option): 1 → 2"], [("wins", both)], 10, 1)
    True
    """
    title = text(f"{_TEXTS}.title")
    head = [text(f"{_TEXTS}.{name}") for name in ("measure", "before", "after", "difference")]
    numbers = (1, 2, 3)
    rows = [
        row(
            [
                escape(name),
                *(escape(interval_text(said[part])) for part in ("before", "after", "difference")),
            ],
            numbers,
        )
        for name, said in measures
    ]
    under = small(of_estimates(rounds, seed))
    same = small(text(f"{_TEXTS}.same_deals"))
    said = "".join(f"<div>{escape(change)}</div>" for change in changes)
    tabulated = heading(title) + said + table(head, rows, numbers, title) + f"{under} {same}"
    return block(tabulated, "".join(f"<div>{escape(remark)}</div>" for remark in remarks))
