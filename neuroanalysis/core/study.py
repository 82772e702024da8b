"""What the studies of all games that play rounds have in common: chunks, and estimates in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.chunks import Chunk
from neuroanalysis.core.intervals import Estimate, Interval, number_text, wilson
from neuroanalysis.core.spread import least_half
from neuroanalysis.texts import text

__all__ = [
    "CHUNK",
    "FEWEST_ROUNDS",
    "LEVEL",
    "MOST_ROUNDS",
    "MOST_SEED",
    "Part",
    "heading",
    "interval_text",
    "mean_of",
    "mean_of_sums",
    "percent_text",
    "plain",
    "round_parts",
    "share_of",
    "share_of_sums",
    "win_shares",
]

FEWEST_ROUNDS: Final = 2
MOST_ROUNDS: Final = 100_000_000
MOST_SEED: Final = 2**63 - 1
LEVEL: Final = 0.95
# Fixed, for it decides what a stopped run has kept: some tenths of a second of compiled play.
CHUNK: Final = 250


@dataclass(frozen=True)
class Part:
    """Some rounds of a table: the payload of a chunk, which travels to wherever it is played.

    Parameters
    ----------
    table
        A table as JSON: text is the same bytes whatever has been asked of the rules before.
    seed, begin, stop
        Which rounds.
    """

    table: str
    seed: int
    begin: int
    stop: int


def round_parts(
    table: str, seed: int, begin: int, stop: int, prefix: str = "", size: int = CHUNK
) -> list[Chunk[Part]]:
    """Cut rounds into chunks with ids that tell the rounds, and the same ones in a longer run.

    `size` is the number of rounds of a chunk: fewer where they are played move by move.

    Examples
    --------
    >>> [chunk.id for chunk in round_parts("{}", 7, 0, 600)]
    ['000000000000', '000000000250', '000000000500']
    """
    cuts = [range(at, min(at + size, stop)) for at in range(begin, stop, size)]
    return [
        Chunk(f"{prefix}{cut.start:012d}", Part(table, seed, cut.start, cut.stop), len(cut))
        for cut in cuts
    ]


def share_of(happened: NDArray[np.bool_], seed: int) -> Estimate:
    """Return the share of rounds in which something happened, with Wilson's interval."""
    return Estimate.of_share(int(happened.sum()), len(happened), seed, LEVEL)


def share_of_sums(happened: NDArray[np.bool_ | np.integer], size: int, seed: int) -> Estimate:
    """Return a share of what happened to several players of each round, who depend on each other.

    Parameters
    ----------
    happened
        (rounds,): to how many.
    size
        Of how many.
    seed
        Where the rounds come from.

    Notes
    -----
    The interval is normal over the rounds, cut to 0 and 1 beyond which no share lies, and no
    narrower than Wilson's where nothing happened: no number of rounds is proof that nothing can.

    Examples
    --------
    >>> never = share_of_sums(np.zeros(100, dtype=np.int64), 4, seed=7)
    >>> never.value, round(never.interval.low, 4), round(never.interval.high, 4)
    (0.0, 0.0, 0.037)
    """
    found = mean_of(happened, seed)
    share = found.value / size
    half = max((found.interval.high - found.interval.low) / 2 / size, least_half(found.n, LEVEL))
    interval = Interval(max(0.0, share - half), min(1.0, share + half))
    return Estimate(share, interval, found.n, seed, LEVEL, "share")


def win_shares(leads: NDArray[np.bool_], seed: int, level: float = LEVEL) -> tuple[Estimate, ...]:
    """Return each side's share of the games; one that several win counts for each in part.

    Parameters
    ----------
    leads
        (games, sides): who wins, one or more in each game.
    seed
        Where the games come from.
    level
        Confidence of the intervals.

    Notes
    -----
    Where wins are shared, the interval is Wilson's for the next whole numbers of games below and
    above, so it is rather too wide than too narrow: a part of a win varies less than a whole one.

    Examples
    --------
    >>> one, other = win_shares(np.array([[True, False], [True, True]] * 50), seed=7)
    >>> one.value, other.value, round(other.interval.low, 3), round(other.interval.high, 3)
    (0.75, 0.25, 0.175, 0.343)
    """
    several, n = leads.sum(axis=1), len(leads)
    sums: Sequence[Fraction] = [Fraction(0)] * leads.shape[1]
    for winners in range(1, leads.shape[1] + 1):
        games = leads[several == winners].sum(axis=0)
        sums = [s + Fraction(int(won), winners) for s, won in zip(sums, games, strict=True)]
    return tuple(_win_share(wins, n, seed, level) for wins in sums)


def _win_share(wins: Fraction, n: int, seed: int, level: float) -> Estimate:
    low, high = wilson(int(wins), n, level).low, wilson(-int(-wins // 1), n, level).high
    return Estimate(float(wins / n), Interval(low, high), n, seed, level, "share")


def mean_of(values: NDArray[np.generic], seed: int, *, least: int | None = None) -> Estimate:
    """Return the mean of whole numbers, one a round, with its normal interval.

    The interval is cut at what no number can be below, `least`; see `Estimate.of_mean`.
    """
    wide = values.astype(np.int64)
    total, squares = int(wide.sum()), int((wide**2).sum())
    return Estimate.of_mean(total, squares, len(values), seed, LEVEL, least=least)


def mean_of_sums(
    sums: NDArray[np.generic], size: int, seed: int, *, least: int | None = None
) -> Estimate:
    """Return what one of `size` players of each round has on average, from their sums a round.

    The players of a round depend on each other, so n is the number of rounds. What no player can
    have less than is `least`, as in `mean_of`.

    Examples
    --------
    >>> mean_of_sums(np.array([2, 4, 6]), 2, seed=7).value
    2.0
    """
    mean = mean_of(sums, seed, least=None if least is None else least * size)
    interval = Interval(mean.interval.low / size, mean.interval.high / size)
    return Estimate(mean.value / size, interval, mean.n, seed, LEVEL, "mean")


def heading(key: str, rounds: int, seed: int) -> str:
    """Return the first line of a study's text: how many rounds, of which seed, how sure."""
    return text(key, rounds=number_text(rounds), seed=seed, level=number_text(100 * LEVEL))


def plain(estimate: Estimate) -> dict[str, object]:
    """Return an estimate as JSON holds it."""
    return {"value": estimate.value, "interval": list(estimate.interval)}


def percent_text(share: Estimate) -> str:
    """Return a share and its interval in percent.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     percent_text(share_of(np.array([True, False] * 50), seed=7))
    '50 % (40.4 to 59.6)'
    """
    low, high = (number_text(100 * end, 3) for end in share.interval)
    value = number_text(100 * share.value, 3)
    return text("distribution.estimate.percent", value=value, low=low, high=high)


def interval_text(mean: Estimate) -> str:
    """Return a mean and its interval."""
    low, high = (number_text(end, 3) for end in mean.interval)
    return text(
        "distribution.estimate.interval", value=number_text(mean.value, 3), low=low, high=high
    )
