"""Numbers that are not exact, and how far they may be off.

An `Estimate` comes from a sample and carries n, seed and a confidence interval; a `Computed` comes
from floating-point arithmetic on an exact recursion and carries a bound on its error. Neither is
ever compared with or added to the other, or to an exact result, without being asked: `Apart`.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import ClassVar, Final, Literal, NamedTuple

from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import quoted_values

__all__ = [
    "Apart",
    "Computed",
    "DistributionError",
    "Estimate",
    "Interval",
    "binomial_tail",
    "check_level",
    "chi_square_tail",
    "ends_text",
    "normal",
    "number_text",
    "power_text",
    "wilson",
]

# From here on a rounded number is written with its power of ten.
_LONG: Final = 1e15


class DistributionError(NeuroanalysisError):
    """A question that a result cannot answer, or counts that cannot be."""

    def __str__(self) -> str:
        """Say it in the language in force."""
        return text(f"distribution.error.{self.key}", **quoted_values(self.values))


class Apart:
    """Base of exact, computed and sampled results: they never meet by accident.

    Results of one kind are equal when they say the same. Comparing or adding results of two kinds
    raises TypeError, since a test or a chart that mixes them means less than it shows.
    """

    __slots__ = ()

    kind: ClassVar[Literal["exact", "computed", "sampled"]]

    @abstractmethod
    def _identity(self) -> tuple[object, ...]:
        """Return, hashable, all that makes two results of one kind the same."""

    def _refuse(self, other: object) -> None:
        if isinstance(other, Apart) and other.kind != self.kind:
            one = text(f"distribution.kind.{self.kind}")
            two = text(f"distribution.kind.{other.kind}")
            raise TypeError(text("distribution.error.mixed", one=one, two=two))

    def __eq__(self, other: object) -> bool:
        self._refuse(other)
        if not isinstance(other, Apart) or type(other) is not type(self):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._identity()))

    def __lt__(self, other: object) -> bool:
        self._refuse(other)
        return NotImplemented

    def __add__(self, other: object) -> Apart:
        self._refuse(other)
        return NotImplemented

    __le__ = __gt__ = __ge__ = __lt__
    __radd__ = __sub__ = __rsub__ = __add__


class Interval(NamedTuple):
    """From ``low`` to ``high``, both included.

    Examples
    --------
    >>> Interval(0.25, 0.5).covers(Fraction(1, 3))
    True
    """

    low: float
    high: float

    def covers(self, value: float | Fraction) -> bool:
        """Return whether a value lies inside."""
        return self.low <= value <= self.high


def wilson(successes: int, n: int, level: float = 0.95) -> Interval:
    """Return Wilson's score interval of a share.

    It keeps close to its level for small samples and for shares near 0 and 1, where the normal
    interval fails.

    Parameters
    ----------
    successes
        From 0 to n.
    n
        Independent trials, 1 or more.
    level
        Confidence, between 0 and 1.

    Returns
    -------
    Interval
        Within 0 and 1.

    Raises
    ------
    DistributionError
        For numbers outside these ranges.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
    the American Statistical Association 22 (1927), 209-212.

    Examples
    --------
    >>> low, high = wilson(81, 263)
    >>> f"{low:.4f} {high:.4f}"
    '0.2553 0.3662'
    """
    if n < 1:
        raise DistributionError("sample_size", n=n, least=1)
    if not 0 <= successes <= n:
        raise DistributionError("successes", successes=successes, n=n)
    z = _quantile(level)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2) / (1 + z * z / n)
    # At the ends the formula gives 0 and 1, but for rounding.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Interval(low, high)


def normal(mean: float, variance: float, n: int, level: float = 0.95) -> Interval:
    """Return the normal interval of a mean.

    Parameters
    ----------
    mean, variance
        Of the sample; the variance with divisor n - 1, in the square of the mean's unit.
    n
        Independent values, 2 or more; a few dozen at least for the interval to mean much.
    level
        Confidence, between 0 and 1.

    Raises
    ------
    DistributionError
        For numbers outside these ranges.

    Examples
    --------
    >>> low, high = normal(10.0, 4.0, 100)
    >>> f"{low:.3f} {high:.3f}"
    '9.608 10.392'
    """
    if n < 2:
        raise DistributionError("sample_size", n=n, least=2)
    half = _quantile(level) * math.sqrt(variance / n)
    return Interval(mean - half, mean + half)


def _quantile(level: float) -> float:
    """Return z such that a standard normal value lies within -z and z with chance level."""
    check_level(level)
    return NormalDist().inv_cdf((1 + level) / 2)


def check_level(level: float) -> None:
    """Raise DistributionError unless a confidence level lies between 0 and 1."""
    if not 0 < level < 1:
        raise DistributionError("level", level=level)


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the chance that a chi-square value is at least ``statistic``.

    For whole degrees of freedom the tail is a finite sum: Poisson's terms, and for odd degrees
    the normal tail besides.

    Parameters
    ----------
    statistic
        0 or more.
    degrees
        Degrees of freedom, 1 or more.

    References
    ----------
    M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5.

    Examples
    --------
    >>> f"{chi_square_tail(18.307, 10):.4f}"
    '0.0500'
    """
    half = statistic / 2
    if half <= 0:  # asked of the half: that of the least float is 0
        return 1.0
    odd = degrees % 2
    tail = math.erfc(math.sqrt(half)) if odd else 0.0
    for term in range(degrees // 2):
        power = term + 0.5 * odd
        tail += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(1.0, tail)


def binomial_tail(successes: int, n: int, chance: float) -> float:
    """Return the chance of a count at least as far out as this one, on its side of the mean.

    Parameters
    ----------
    successes
        From 0 to n.
    n
        Independent trials.
    chance
        Of success in each, between 0 and 1, both left out.

    Returns
    -------
    float
        P(X <= successes) below the mean, else P(X >= successes).

    Examples
    --------
    >>> binomial_tail(0, 10, 0.5) == 0.5**10
    True
    """
    if successes < n * chance:
        return binomial_tail(n - successes, n, 1 - chance) if successes else (1 - chance) ** n
    odds = chance / (1 - chance)
    term = math.exp(
        math.lgamma(n + 1)
        - math.lgamma(successes + 1)
        - math.lgamma(n - successes + 1)
        + successes * math.log(chance)
        + (n - successes) * math.log1p(-chance)
    )
    tail = 0.0
    # Beyond the mean each term is smaller than the one before, soon by a constant factor.
    for count in range(successes, n + 1):
        tail += term
        if term <= tail * 1e-17:
            break
        term *= (n - count) / (count + 1) * odds
    return min(1.0, tail)


@dataclass(frozen=True, slots=True, eq=False)
class Estimate(Apart):
    """A number found by sampling, with the interval that it lies in.

    Attributes
    ----------
    value
        The sample's share or mean.
    interval
        Wilson's for a share, normal for a mean, cut at what no value can be below.
    n
        Independent draws.
    seed
        What they can be drawn again from.
    level
        Confidence of the interval.
    of
        ``"share"`` or ``"mean"``.

    Examples
    --------
    >>> estimate = Estimate.of_share(81, 263, seed=7)
    >>> print(estimate)
    0.308 (95 % interval: 0.2553 to 0.3662; sampled, n = 263, seed 7)
    >>> estimate.interval.covers(Fraction(1, 3))
    True
    """

    kind = "sampled"

    value: float
    interval: Interval
    n: int
    seed: int
    level: float
    of: Literal["share", "mean"]

    @classmethod
    def of_share(cls, successes: int, n: int, seed: int, level: float = 0.95) -> Estimate:
        """Estimate a share.

        Raises
        ------
        DistributionError
            As `wilson`.
        """
        interval = wilson(successes, n, level)
        return cls(successes / n, interval, n, seed, level, "share")

    @classmethod
    def of_mean(
        cls,
        total: int | Fraction,
        squares: int | Fraction,
        n: int,
        seed: int,
        level: float = 0.95,
        *,
        least: int | None = None,
    ) -> Estimate:
        """Estimate a mean from the sum of the values and the sum of their squares, both exact.

        Parameters
        ----------
        total, squares
            The two sums.
        n, seed, level
            As `Estimate` has them.
        least
            What no value can be below, such as 0 for what is counted. The normal interval is cut
            there: the true mean is never in the part that falls away, so the interval holds it as
            often as before.

        Raises
        ------
        DistributionError
            As `normal`.

        Notes
        -----
        Where all values are the same, the interval has no width: such a sample says nothing of how
        far they may differ. Ask for a share besides, whose interval does.

        Examples
        --------
        >>> mean = Estimate.of_mean(1, 1, 4, seed=7, least=0)
        >>> mean.value, mean.interval.low, round(mean.interval.high, 2)
        (0.25, 0.0, 0.74)
        """
        if n < 2:
            raise DistributionError("sample_size", n=n, least=2)
        mean = Fraction(total) / n
        variance = (squares - total * mean) / (n - 1)
        interval = normal(float(mean), float(variance), n, level)
        if least is not None:
            interval = Interval(max(float(least), interval.low), interval.high)
        return cls(float(mean), interval, n, seed, level, "mean")

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON.

        Examples
        --------
        >>> Estimate.of_share(0, 10, seed=7).to_dict()["kind"]
        'estimate'
        """
        return {
            "kind": "estimate",
            "of": self.of,
            "value": self.value,
            "interval": list(self.interval),
            "level": self.level,
            "n": self.n,
            "seed": self.seed,
        }

    def __str__(self) -> str:
        return text(
            "distribution.estimate.text",
            value=number_text(self.value),
            low=number_text(self.interval.low),
            high=number_text(self.interval.high),
            level=number_text(100 * self.level),
            n=number_text(self.n),
            seed=self.seed,
        )

    def _identity(self) -> tuple[object, ...]:
        return (self.value, self.interval, self.n, self.seed, self.level, self.of)


@dataclass(frozen=True, slots=True, eq=False)
class Computed(Apart):
    """Floating-point values of an exact recursion, with a bound on the error of each.

    Attributes
    ----------
    values
        One or more finite floats, such as the chance after each number of draws.
    error
        No value is further than this from the true one.

    Raises
    ------
    DistributionError
        For no values, values that are not finite, or a negative or infinite bound.

    Examples
    --------
    >>> odds = Computed([1 / 3, 5 / 9], error=1e-15)
    >>> print(odds)
    0.3333, 0.5556 (computed, error at most 10⁻¹⁵)
    >>> odds.interval(1).covers(Fraction(5, 9))
    True
    """

    kind = "computed"

    values: Sequence[float]
    error: float

    def __post_init__(self) -> None:
        values = tuple(float(value) for value in self.values)
        if not values or not all(math.isfinite(value) for value in values):
            raise DistributionError("computed_values")
        if not 0 <= self.error < math.inf:
            raise DistributionError("computed_error", error=self.error)
        object.__setattr__(self, "values", values)

    @property
    def value(self) -> float:
        """The only value; DistributionError if there are several."""
        if len(self.values) != 1:
            raise DistributionError("several", n=len(self.values))
        return self.values[0]

    def interval(self, index: int = 0) -> Interval:
        """Return where the true value of an entry lies for certain."""
        return Interval(self.values[index] - self.error, self.values[index] + self.error)

    def to_dict(self, name: str = "values") -> dict[str, object]:
        """Return it for JSON, with the values under a name.

        Examples
        --------
        >>> Computed([0.5, 0.75], error=1e-12).to_dict("probability")
        {'kind': 'computed', 'probability': [0.5, 0.75], 'error': 1e-12}
        """
        return {"kind": "computed", name: list(self.values), "error": self.error}

    def __str__(self) -> str:
        return text(
            "distribution.computed.text",
            values=text("distribution.number.between").join(map(number_text, self.values)),
            error=number_text(self.error, digits=2),
        )

    def _identity(self) -> tuple[object, ...]:
        return (self.values, self.error)


def number_text(value: float | Fraction, digits: int = 4) -> str:
    """Return a number as the language in force writes it.

    Parameters
    ----------
    value
        Integers are written in full; the rest is rounded. What is negative has a true minus sign:
        this is to be read by a person, and no program reads it back.
    digits
        Significant digits of the rest; more where a whole number has more.

    Examples
    --------
    >>> number_text(20592957740312160), number_text(Fraction(1, 3)), number_text(99.7, 2)
    ('20,592,957,740,312,160', '0.3333', '100')
    >>> number_text(2.5e-7), number_text(1e-12)
    ('2.5 × 10⁻⁷', '10⁻¹²')
    >>> number_text(-1)
    '−1'
    """
    if value < 0:
        return text("distribution.number.minus") + number_text(-value, digits)
    written = f"{value:,}" if isinstance(value, int) else f"{float(value):,.{digits}g}"
    if "e+" in written and abs(float(value)) < _LONG:
        written = f"{float(value):,.0f}"
    marks = {",": text("distribution.number.group"), ".": text("distribution.number.point")}
    mantissa, small_or_large, power = written.partition("e")
    shown = "".join(marks.get(letter, letter) for letter in mantissa)
    if not small_or_large:
        return shown
    raised = power_text(int(power))
    return raised if mantissa == "1" else f"{shown} × {raised}"


_RAISED: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def power_text(power: int) -> str:
    """Return a power of ten as it is read.

    Examples
    --------
    >>> power_text(-12)
    '10⁻¹²'
    """
    return f"10{str(power).translate(_RAISED)}"


def ends_text(interval: Interval, said: Callable[[float], str] = number_text) -> str:
    """Return both ends of an interval: a dash between them, or words beside a minus sign.

    Parameters
    ----------
    interval
        From where to where.
    said
        How an end is said.

    Examples
    --------
    >>> ends_text(Interval(0.25, 0.5)), ends_text(Interval(-0.5, 0.25))
    ('0.25 – 0.5', '−0.5 to 0.25')
    """
    key = "negative" if interval.low < 0 else "positive"
    return text(f"distribution.ends.{key}", low=said(interval.low), high=said(interval.high))
