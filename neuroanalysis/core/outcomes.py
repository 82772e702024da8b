"""Outcomes and how often each occurs: what exact and sampled distributions share.

An *outcome* is an integer, a word such as ``"none"``, or a tuple of those (a joint outcome); never
a float. Outcomes are ordered with words before numbers, so that "none" lies below every total.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from neuroanalysis.core.intervals import DistributionError
from neuroanalysis.texts import catalogue, language, text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Outcome",
    "checked_counts",
    "checked_outcome",
    "count_column",
    "mapped",
    "numbers",
    "numeric",
    "order",
    "ordered",
    "outcome_from_text",
    "outcome_text",
    "outcome_words",
    "picker",
    "range_text",
]

Outcome = int | str | tuple[int | str, ...]

_INTEGER: Final = re.compile(r"-?[0-9]+")
# Counts beyond this stay Python integers in a table.
_INT64_MAX: Final = 2**63 - 1


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as a JSON key: joint outcomes with commas.

    Examples
    --------
    >>> outcome_text(18), outcome_text("none"), outcome_text((18, 2))
    ('18', 'none', '18,2')
    """
    return ",".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)


def outcome_words(outcome: Outcome) -> str:
    r"""Return an outcome as a person reads it, in the language in force.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     outcome_words("none"), outcome_words((0, 4))
    ('aucun', '(0\u202f; 4)')
    """
    if isinstance(outcome, tuple):
        parts = text("distribution.outcome.between").join(map(outcome_words, outcome))
        return text("distribution.outcome.joint", parts=parts)
    # A word that only its game knows stands for itself.
    return catalogue(language()).get(f"distribution.outcome.{outcome}", str(outcome))


def outcome_from_text(key: str) -> Outcome:
    """Return the outcome of a JSON key.

    Examples
    --------
    >>> outcome_from_text("18"), outcome_from_text("none"), outcome_from_text("18,2")
    (18, 'none', (18, 2))
    """
    parts = [int(part) if _INTEGER.fullmatch(part) else part for part in key.split(",")]
    return parts[0] if len(parts) == 1 else tuple(parts)


def _part(part: object) -> int | str:
    if isinstance(part, str):
        # Words must be told from numbers and joint outcomes in JSON keys.
        if part and "," not in part and not _INTEGER.fullmatch(part):
            return str(part)
    elif not isinstance(part, float):
        try:
            return int(operator.index(cast("int", part)))
        except TypeError:
            pass
    raise DistributionError("outcome", outcome=part)


def checked_outcome(outcome: object) -> Outcome:
    """Return an outcome with plain integers and strings; DistributionError if it is none."""
    if not isinstance(outcome, tuple):
        return _part(outcome)
    if len(outcome) < 2:
        raise DistributionError("outcome", outcome=outcome)
    return tuple(map(_part, outcome))


def order(outcome: Outcome) -> tuple[tuple[bool, int, str], ...]:
    """Return a key to sort outcomes by: words before numbers, joint outcomes part by part."""
    parts = outcome if isinstance(outcome, tuple) else (outcome,)
    return tuple((False, 0, p) if isinstance(p, str) else (True, p, "") for p in parts)


def checked_counts(counts: Mapping[Outcome, int]) -> Mapping[Outcome, int]:
    """Return counts in order, unchangeable, without zeros; DistributionError if one is none."""
    kept: dict[Outcome, int] = {}
    for given, given_count in counts.items():
        outcome = checked_outcome(given)
        try:
            count = operator.index(given_count)
        except TypeError:
            raise DistributionError("count", outcome=outcome, count=given_count) from None
        if count < 0:
            raise DistributionError("count", outcome=outcome, count=count)
        if count:
            kept[outcome] = count
    return MappingProxyType({outcome: kept[outcome] for outcome in sorted(kept, key=order)})


def mapped(
    counts: Mapping[Outcome, int], function: Callable[[Outcome], Outcome]
) -> dict[Outcome, int]:
    """Return the counts of a function of the outcome."""
    image: dict[Outcome, int] = {}
    for outcome, count in counts.items():
        to = checked_outcome(function(outcome))
        image[to] = image.get(to, 0) + count
    return image


def picker(positions: tuple[int, ...]) -> Callable[[Outcome], Outcome]:
    """Return the function that takes the parts at these positions out of a joint outcome."""

    def pick(outcome: Outcome) -> Outcome:
        if not isinstance(outcome, tuple) or not positions:
            raise DistributionError("not_joint", outcome=outcome)
        try:
            parts = tuple(outcome[position] for position in positions)
        except IndexError:
            raise DistributionError("not_joint", outcome=outcome) from None
        return parts if len(parts) > 1 else parts[0]

    return pick


def numbers(counts: Mapping[Outcome, int]) -> Mapping[int, int]:
    """Return the same counts, known to be of numbers; DistributionError if one is not."""
    for outcome in counts:
        if not isinstance(outcome, int):
            raise DistributionError("no_number", outcome=outcome)
    return cast("Mapping[int, int]", counts)


def numeric(counts: Mapping[Outcome, int]) -> bool:
    """Return whether all outcomes are numbers."""
    return all(isinstance(outcome, int) for outcome in counts)


def ordered(counts: Iterable[Outcome]) -> bool:
    """Return whether some outcomes lie below others: joint ones do not, nor words alone.

    Examples
    --------
    >>> ordered(["none", 18]), ordered(["melds", "pairs"]), ordered([(18, 2)])
    (True, False, False)
    """
    return any(isinstance(outcome, int) for outcome in counts)


def range_text(counts: Mapping[Outcome, int]) -> str:
    """Say which outcomes there are: from the first to the last; words are named one by one."""
    outcomes = tuple(counts)
    if all(isinstance(outcome, str) for outcome in outcomes):
        return text("distribution.outcome.between").join(map(outcome_words, outcomes))
    first, last = outcome_words(outcomes[0]), outcome_words(outcomes[-1])
    return text("distribution.outcome.range", first=first, last=last)


def count_column(counts: Iterable[int]) -> pd.Series[int]:
    """Return counts for a table: 64-bit integers, or Python's own where these do not hold them."""
    import pandas as pd

    whole = list(counts)
    small = max(whole, default=0) <= _INT64_MAX
    return pd.Series(whole, dtype="int64" if small else "object")
