"""What a change of rules does, tabulated: a measure a line, under both, and the difference."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from html import escape
from typing import Final

from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.study import interval_text
from neuroanalysis.plots.bars import of_estimates
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.texts import text

__all__ = ["effect_table"]

_TEXTS: Final = "plots.effect"


def effect_table(
    said_of: Sequence[str],
    measures: Iterable[tuple[str, Mapping[Hashable, Estimate]]],
    rounds: int,
    seed: int,
    remarks: Sequence[str] = (),
) -> str:
    """Tabulate what a change of the rules does on the same deals, with intervals.

    Parameters
    ----------
    said_of
        What tells the two rule sets apart, of each.
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
    >>> "wins" in effect_table(["a=1", "a=2"], [("wins", both)], 10, 1)
    True
    """
    title = text(f"{_TEXTS}.title")
    head = [text(f"{_TEXTS}.measure"), *said_of, text(f"{_TEXTS}.difference")]
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
    tabulated = heading(title) + table(head, rows, numbers, title) + f"{under} {same}"
    return block(tabulated, "".join(f"<div>{escape(remark)}</div>" for remark in remarks))
