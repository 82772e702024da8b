"""Distributions: exact ones, and sampled ones.

`Distribution` counts equally likely cases in Python integers and answers in fractions;
`SampledDistribution` counts independent draws and answers in `Estimate`. They are different types
and never meet by accident; :mod:`neuroanalysis.core.agreement` compares them when asked to.
Outcomes are described in :mod:`neuroanalysis.core.outcomes`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from neuroanalysis.core.intervals import (
    Apart,
    Computed,
    DistributionError,
    Estimate,
    Interval,
    check_level,
    number_text,
    wilson,
)
from neuroanalysis.core.outcomes import (
    Outcome,
    checked_counts,
    checked_outcome,
    count_column,
    mapped,
    numbers,
    numeric,
    order,
    outcome_from_text,
    outcome_text,
    picker,
    range_text,
)
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Computed",
    "Distribution",
    "DistributionError",
    "Estimate",
    "Interval",
    "Outcome",
    "Percentile",
    "SampledDistribution",
    "Source",
    "outcome_from_text",
    "outcome_text",
]

Source = Literal["computed", "data"]


@dataclass(frozen=True, slots=True)
class Percentile:
    """How rare a value is: the shares of outcomes below it, equal to it, and above it.

    Attributes
    ----------
    below, equal, above
        Exact, with sum 1.
    """

    below: Fraction
    equal: Fraction
    above: Fraction


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Distribution(Apart):
    """How often each outcome occurs among equally likely cases: exact.

    Attributes
    ----------
    counts
        Cases of each outcome, Python integers; in order, unchangeable, without zero counts.
    total
        All cases; their sum.
    source
        ``"computed"`` or ``"data"`` (read from a table that ships with the package). Two
        distributions that differ only in this are equal.
    parts
        What the parts of joint outcomes are, such as ``("value", "distance")``; empty where that is
        not known. It tells two distributions no more apart than the source does.

    Raises
    ------
    DistributionError
        For an outcome that is none, a negative count, or counts that do not add up to the total.

    Examples
    --------
    Heads among three coins:

    >>> heads = Distribution({0: 1, 1: 3, 2: 3, 3: 1}, total=8)
    >>> heads.probability(2)
    Fraction(3, 8)
    >>> heads.mean(), heads.variance()
    (Fraction(3, 2), Fraction(3, 4))
    >>> print(heads)
    exact, computed: total 8, outcomes 0 to 3, mean 1.5
    """

    kind = "exact"

    counts: Mapping[Outcome, int]
    total: int
    source: Source = "computed"
    parts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        counts = checked_counts(self.counts)
        total = operator.index(self.total)
        if sum(counts.values()) != total:
            raise DistributionError("total", total=total, sum=sum(counts.values()))
        if total == 0:
            raise DistributionError("empty")
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "total", total)

    @classmethod
    def from_counts(
        cls, counts: Mapping[Outcome, int], source: Source = "computed"
    ) -> Distribution:
        """Return the distribution with these counts and their sum as the total.

        Examples
        --------
        >>> Distribution.from_counts({"none": 3, 20: 1}).total
        4
        """
        checked = checked_counts(counts)
        return cls(checked, sum(checked.values()), source)

    @classmethod
    def from_dict(cls, said: Mapping[str, object], source: Source = "data") -> Distribution:
        """Return what `to_dict` said.

        Raises
        ------
        DistributionError
            If it is not of that form.

        Examples
        --------
        >>> dice = Distribution.from_counts({1: 1, 6: 5})
        >>> Distribution.from_dict(dice.to_dict()) == dice
        True
        """
        counts, total = said.get("counts"), said.get("total")
        if not isinstance(counts, Mapping) or not isinstance(total, int):
            raise DistributionError("form")
        return cls({outcome_from_text(str(key)): n for key, n in counts.items()}, total, source)

    @classmethod
    def mixture(cls, parts: Iterable[tuple[int | Fraction, Distribution]]) -> Distribution:
        """Return the distribution of an outcome of a part that is chosen by chance.

        Parameters
        ----------
        parts
            Each with its weight, 0 or more; only their ratios matter. Weighting parts with their
            totals pools their cases.

        Raises
        ------
        DistributionError
            For a weight that is negative or a float, or no weight above 0.

        Examples
        --------
        >>> coin, stuck = Distribution.from_counts({0: 1, 1: 1}), Distribution.from_counts({1: 1})
        >>> Distribution.mixture([(2, coin), (1, stuck)]).counts
        mappingproxy({0: 1, 1: 2})
        """
        pairs = list(parts)
        weights = [weight for weight, _ in pairs]
        if not any(weights) or any(isinstance(w, float) or w < 0 for w in weights):
            raise DistributionError("weights")
        chances: dict[Outcome, Fraction] = {}
        whole = Fraction(sum(weights))
        for weight, part in pairs:
            for outcome, count in part.counts.items():
                chance = Fraction(count, part.total) * weight / whole
                chances[outcome] = chances.get(outcome, Fraction(0)) + chance
        total = math.lcm(*(chance.denominator for chance in chances.values()))
        source: Source = "data" if all(part.source == "data" for _, part in pairs) else "computed"
        return cls({outcome: int(p * total) for outcome, p in chances.items()}, total, source)

    def probability(self, outcome: Outcome) -> Fraction:
        """Return the chance of an outcome; 0 if it never occurs."""
        return Fraction(self.counts.get(checked_outcome(outcome), 0), self.total)

    def share(self, condition: Callable[[Outcome], bool]) -> Fraction:
        """Return the chance that a condition holds.

        Examples
        --------
        >>> Distribution.from_counts({0: 1, 1: 3, 2: 3, 3: 1}).share(lambda heads: heads != 2)
        Fraction(5, 8)
        """
        return Fraction(
            sum(n for outcome, n in self.counts.items() if condition(outcome)), self.total
        )

    def given(self, condition: Callable[[Outcome], bool]) -> Distribution:
        """Return the distribution among the cases in which a condition holds.

        Raises
        ------
        DistributionError
            If it never holds.

        Examples
        --------
        >>> totals = Distribution.from_counts({"none": 6, 18: 1, 20: 3})
        >>> totals.given(lambda total: total != "none").mean()
        Fraction(39, 2)
        """
        kept = {outcome: n for outcome, n in self.counts.items() if condition(outcome)}
        return replace(Distribution.from_counts(kept, self.source), parts=self.parts)

    def cumulative(self, outcome: Outcome) -> Fraction:
        """Return the chance of an outcome at most this one (words lie below all numbers).

        Raises
        ------
        DistributionError
            If outcomes are joint.
        """
        percentile = self.percentile(outcome)
        return percentile.below + percentile.equal

    def percentile(self, value: Outcome) -> Percentile:
        """Return how rare a value is.

        Parameters
        ----------
        value
            A number or word; need not be an outcome.

        Raises
        ------
        DistributionError
            If outcomes are joint.

        Examples
        --------
        >>> Distribution.from_counts({0: 1, 1: 3, 2: 3, 3: 1}).percentile(2)
        Percentile(below=Fraction(1, 2), equal=Fraction(3, 8), above=Fraction(1, 8))
        """
        self._need_single()
        value = checked_outcome(value)
        if isinstance(value, tuple):
            raise DistributionError("joint", outcome=value)
        here = order(value)
        below = self.share(lambda outcome: order(outcome) < here)
        equal = self.probability(value)
        return Percentile(below, equal, 1 - below - equal)

    def quantile(self, chance: Fraction | float) -> Outcome:
        """Return the least outcome that is reached with at least a chance.

        Parameters
        ----------
        chance
            From 0 to 1; a float is read as the decimal fraction that it shows (0.1 is 1/10).

        Raises
        ------
        DistributionError
            For another chance, or if outcomes are joint.

        Examples
        --------
        >>> heads = Distribution.from_counts({0: 1, 1: 3, 2: 3, 3: 1})
        >>> heads.quantile(0.5), heads.quantile(Fraction(51, 100))
        (1, 2)
        """
        self._need_single()
        if not 0 <= chance <= 1:
            raise DistributionError("chance", chance=chance)
        exact = Fraction(repr(float(chance))) if isinstance(chance, float) else Fraction(chance)
        reached = 0
        for outcome, count in self.counts.items():
            reached += count
            if reached >= exact * self.total:
                return outcome
        raise AssertionError("the counts add up to the total")

    def mean(self) -> Fraction:
        """Return the mean.

        Raises
        ------
        DistributionError
            If some outcome is no number.
        """
        return Fraction(sum(x * n for x, n in numbers(self.counts).items()), self.total)

    def variance(self) -> Fraction:
        """Return the variance, in the square of the outcomes' unit.

        Raises
        ------
        DistributionError
            If some outcome is no number.
        """
        squares = sum(x * x * n for x, n in numbers(self.counts).items())
        return Fraction(squares, self.total) - self.mean() ** 2

    def map(self, function: Callable[[Outcome], Outcome]) -> Distribution:
        """Return the distribution of a function of the outcome.

        Examples
        --------
        >>> heads = Distribution.from_counts({0: 1, 1: 3, 2: 3, 3: 1})
        >>> heads.map(lambda n: n % 2)
        Distribution({0: 4, 1: 4}, total=8, source='computed')
        """
        return Distribution(mapped(self.counts, function), self.total, self.source)

    def marginal(self, *positions: int) -> Distribution:
        """Return the distribution of some parts of joint outcomes.

        Parameters
        ----------
        *positions
            Of the parts, from 0, in the order wanted.

        Raises
        ------
        DistributionError
            If outcomes have no such parts.

        Examples
        --------
        >>> joint = Distribution.from_counts({(0, 2): 1, (0, 3): 2, (1, 2): 1})
        >>> joint.marginal(0)
        Distribution({0: 3, 1: 1}, total=4, source='computed')
        """
        left = self.map(picker(positions))
        if len(positions) < 2 or not self.parts:
            return left
        return replace(left, parts=tuple(self.parts[position] for position in positions))

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, one row an outcome.

        Returns
        -------
        pandas.DataFrame
            ``outcome``; ``count``, integers (Python's own where 64 bits do not hold them);
            ``probability`` and ``cumulative`` (over the rows so far), floats.

        Examples
        --------
        >>> list(Distribution.from_counts({0: 1, 1: 1}).to_frame().columns)
        ['outcome', 'count', 'probability', 'cumulative']
        """
        import pandas as pd

        reached, cumulative = 0, []
        for count in self.counts.values():
            reached += count
            cumulative.append(reached / self.total)
        return pd.DataFrame(
            {
                "outcome": list(self.counts),
                "count": count_column(self.counts.values()),
                "probability": [count / self.total for count in self.counts.values()],
                "cumulative": cumulative,
            }
        )

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON: keys are text, integers stay integers.

        Examples
        --------
        >>> Distribution.from_counts({(18, 2): 1, (20, 0): 3}).to_dict()
        {'exact': True, 'total': 4, 'counts': {'18,2': 1, '20,0': 3}}
        """
        return {
            "exact": True,
            "total": self.total,
            "counts": {outcome_text(outcome): count for outcome, count in self.counts.items()},
        }

    def __str__(self) -> str:
        said = text(
            "distribution.exact.text",
            source=text(f"distribution.source.{self.source}"),
            total=number_text(self.total),
            outcomes=range_text(self.counts),
        )
        if numeric(self.counts):
            said += text("distribution.exact.mean", mean=number_text(self.mean()))
        return said

    def __repr__(self) -> str:
        return f"Distribution({dict(self.counts)}, total={self.total}, source={self.source!r})"

    def __reduce__(self) -> tuple[type[Distribution], tuple[object, ...]]:
        return (Distribution, (dict(self.counts), self.total, self.source, self.parts))

    def _identity(self) -> tuple[object, ...]:
        return tuple(self.counts.items())

    def _need_single(self) -> None:
        for outcome in self.counts:
            if isinstance(outcome, tuple):
                raise DistributionError("joint", outcome=outcome)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SampledDistribution(Apart):
    """How often each outcome occurred among independent random draws.

    Attributes
    ----------
    counts
        Draws with each outcome, Python integers; in order, unchangeable, without zero counts.
    n
        All draws; their sum.
    seed
        What they can be drawn again from.
    level
        Confidence of each interval, taken by itself.

    Raises
    ------
    DistributionError
        For an outcome that is none, a negative count, counts that do not add up to n, or a level
        outside 0 and 1.

    Examples
    --------
    >>> heads = SampledDistribution({0: 14, 1: 36, 2: 41, 3: 9}, n=100, seed=7)
    >>> print(heads.estimate(2))
    0.41 (95 % interval: 0.3187 to 0.508; sampled, n = 100, seed 7)
    >>> print(heads)
    sampled: n = 100, seed 7, outcomes 0 to 3, mean 1.45 (95 % interval: 1.284 to 1.616)
    """

    kind = "sampled"

    counts: Mapping[Outcome, int]
    n: int
    seed: int
    level: float = 0.95

    def __post_init__(self) -> None:
        counts = checked_counts(self.counts)
        n = operator.index(self.n)
        check_level(self.level)
        if sum(counts.values()) != n:
            raise DistributionError("total", total=n, sum=sum(counts.values()))
        if n == 0:
            raise DistributionError("empty")
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "n", n)
        object.__setattr__(self, "seed", operator.index(self.seed))

    @classmethod
    def from_counts(
        cls, counts: Mapping[Outcome, int], seed: int, level: float = 0.95
    ) -> SampledDistribution:
        """Return the sample with these counts and their sum as n."""
        checked = checked_counts(counts)
        return cls(checked, sum(checked.values()), seed, level)

    def estimate(self, outcome: Outcome) -> Estimate:
        """Estimate the chance of an outcome, which need not have occurred."""
        count = self.counts.get(checked_outcome(outcome), 0)
        return Estimate.of_share(count, self.n, self.seed, self.level)

    def share(self, condition: Callable[[Outcome], bool]) -> Estimate:
        """Estimate the chance that a condition holds."""
        count = sum(n for outcome, n in self.counts.items() if condition(outcome))
        return Estimate.of_share(count, self.n, self.seed, self.level)

    def intervals(self, *, simultaneous: bool = False) -> dict[Outcome, Interval]:
        """Return Wilson's interval of the chance of each outcome that occurred.

        Parameters
        ----------
        simultaneous
            Whether the level holds for all of them together (Bonferroni: wider) instead of for
            each by itself.
        """
        tests = len(self.counts) if simultaneous else 1
        level = 1 - (1 - self.level) / tests
        return {outcome: wilson(count, self.n, level) for outcome, count in self.counts.items()}

    def mean(self) -> Estimate:
        """Estimate the mean.

        Raises
        ------
        DistributionError
            If some outcome is no number, or there is one draw only.
        """
        values = numbers(self.counts)
        total = sum(x * count for x, count in values.items())
        squares = sum(x * x * count for x, count in values.items())
        return Estimate.of_mean(total, squares, self.n, self.seed, self.level)

    def map(self, function: Callable[[Outcome], Outcome]) -> SampledDistribution:
        """Return the same draws with a function of their outcomes."""
        counts = mapped(self.counts, function)
        return SampledDistribution(counts, self.n, self.seed, self.level)

    def marginal(self, *positions: int) -> SampledDistribution:
        """Return the same draws with some parts of their joint outcomes.

        Parameters and errors as in `Distribution.marginal`.
        """
        return self.map(picker(positions))

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, one row an outcome that occurred.

        Returns
        -------
        pandas.DataFrame
            ``outcome``; ``count``, integers; ``share``, ``low`` and ``high``, floats: the estimate
            and its interval, each by itself.

        Examples
        --------
        >>> list(SampledDistribution({0: 5, 1: 5}, n=10, seed=7).to_frame().columns)
        ['outcome', 'count', 'share', 'low', 'high']
        """
        import pandas as pd

        intervals = self.intervals().values()
        return pd.DataFrame(
            {
                "outcome": list(self.counts),
                "count": count_column(self.counts.values()),
                "share": [count / self.n for count in self.counts.values()],
                "low": [interval.low for interval in intervals],
                "high": [interval.high for interval in intervals],
            }
        )

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON: keys are text, each interval is a list of two.

        Examples
        --------
        >>> SampledDistribution({"none": 10}, n=10, seed=7).to_dict()["counts"]
        {'none': 10}
        """
        intervals = self.intervals()
        return {
            "exact": False,
            "n": self.n,
            "seed": self.seed,
            "level": self.level,
            "counts": {outcome_text(outcome): count for outcome, count in self.counts.items()},
            "intervals": {outcome_text(key): list(value) for key, value in intervals.items()},
        }

    def __str__(self) -> str:
        said = text(
            "distribution.sampled.text",
            n=number_text(self.n),
            seed=self.seed,
            outcomes=range_text(self.counts),
        )
        level = number_text(100 * self.level)
        if self.n < 2 or not numeric(self.counts):
            return said + text("distribution.sampled.level", level=level)
        mean = self.mean()
        return said + text(
            "distribution.sampled.mean",
            mean=number_text(mean.value),
            low=number_text(mean.interval.low),
            high=number_text(mean.interval.high),
            level=level,
        )

    def __repr__(self) -> str:
        return (
            f"SampledDistribution({dict(self.counts)}, n={self.n}, seed={self.seed}, "
            f"level={self.level})"
        )

    def __reduce__(
        self,
    ) -> tuple[type[SampledDistribution], tuple[dict[Outcome, int], int, int, float]]:
        return (SampledDistribution, (dict(self.counts), self.n, self.seed, self.level))

    def _identity(self) -> tuple[object, ...]:
        return (*self.counts.items(), self.n, self.seed, self.level)
