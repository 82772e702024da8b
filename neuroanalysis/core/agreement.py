"""The test whether a sample agrees with an exact distribution: the only place where they meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.intervals import (
    binomial_tail,
    check_level,
    chi_square_tail,
    number_text,
)
from neuroanalysis.core.outcomes import Outcome, order, outcome_words
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.core.distribution import Distribution, SampledDistribution

__all__ = ["Agreement", "agreement"]

# Cells of a chi-square sum that expect fewer cases than this are pooled (Cochran's rule).
_EXPECTED_LEAST: Final = 5


@dataclass(frozen=True, slots=True)
class Agreement:
    """Whether a sample may have come from an exact distribution.

    Attributes
    ----------
    level
        The chance that a true sample agrees is at least about this.
    impossible
        Outcomes that were drawn and cannot be; one is enough to disagree.
    outside
        Outcomes whose exact chance lies outside the sample's simultaneous intervals.
    statistic, degrees, p_value
        The chi-square sum over outcomes (rare ones pooled), its degrees of freedom, and the chance
        of a sum at least as large.
    """

    level: float
    impossible: tuple[Outcome, ...]
    outside: tuple[Outcome, ...]
    statistic: float
    degrees: int
    p_value: float

    @property
    def agrees(self) -> bool:
        """Whether nothing speaks against it."""
        doubt = (1 - self.level) / 2
        return not self.impossible and not self.outside and self.p_value >= doubt

    def __str__(self) -> str:
        named = {
            "impossible": " ".join(map(outcome_words, self.impossible)) or "–",
            "outside": " ".join(map(outcome_words, self.outside)) or "–",
        }
        return text(
            f"distribution.agreement.{'agrees' if self.agrees else 'disagrees'}",
            level=number_text(100 * self.level),
            statistic=number_text(self.statistic),
            degrees=self.degrees,
            p_value=number_text(self.p_value, digits=2),
            **named,
        )


def agreement(sample: SampledDistribution, exact: Distribution, level: float = 0.999) -> Agreement:
    """Test whether a sample may have come from an exact distribution.

    Half of the doubt ``1 - level`` goes to the outcomes one by one, shared out evenly (Bonferroni);
    half to a chi-square sum, which sees many small shifts together. The intervals are those of
    Clopper and Pearson, through binomial tails: Wilson's are too narrow for outcomes that are
    expected less than once, of which the tail of a distribution has many.

    Parameters
    ----------
    sample
        Independent draws. Hands dealt together from one pack are not independent: judge the seats
        one by one.
    exact
        What they should follow.
    level
        The chance that a true sample is found to agree.

    Raises
    ------
    DistributionError
        For a level outside 0 and 1.

    Examples
    --------
    >>> from neuroanalysis.core.distribution import Distribution, SampledDistribution
    >>> coins = Distribution.from_counts({0: 1, 1: 3, 2: 3, 3: 1})
    >>> agreement(SampledDistribution({0: 14, 1: 36, 2: 41, 3: 9}, n=100, seed=7), coins).agrees
    True
    >>> print(agreement(SampledDistribution({0: 40, 1: 30, 2: 30}, n=100, seed=7), coins))
    disagrees at level 99.9 %: impossible –; outside 0 3; chi-square 76, 3 degrees, p = 2.2 × 10⁻¹⁶
    """
    check_level(level)
    impossible = tuple(outcome for outcome in sample.counts if outcome not in exact.counts)
    doubt = (1 - level) / 2 / len(exact.counts)
    outside = tuple(
        outcome
        for outcome, count in exact.counts.items()
        if count < exact.total
        and 2 * binomial_tail(sample.counts.get(outcome, 0), sample.n, count / exact.total) < doubt
    )
    statistic, degrees = _chi_square(sample, exact)
    p_value = chi_square_tail(statistic, degrees) if degrees else 1.0
    return Agreement(level, impossible, outside, statistic, degrees, p_value)


def _chi_square(sample: SampledDistribution, exact: Distribution) -> tuple[float, int]:
    """Return the sum over the exact outcomes, rarest first pooled, and its degrees of freedom."""
    cells: list[tuple[float, int]] = []
    expected, seen = 0.0, 0
    for outcome, count in sorted(exact.counts.items(), key=lambda pair: (pair[1], order(pair[0]))):
        expected += sample.n * (count / exact.total)
        seen += sample.counts.get(outcome, 0)
        if expected >= _EXPECTED_LEAST:
            cells.append((expected, seen))
            expected, seen = 0.0, 0
    # What is left over at the end (a tiny sample) joins the last cell.
    if expected and cells:
        last_expected, last_seen = cells.pop()
        cells.append((last_expected + expected, last_seen + seen))
    statistic = sum((seen - expected) ** 2 / expected for expected, seen in cells)
    return statistic, max(0, len(cells) - 1)
