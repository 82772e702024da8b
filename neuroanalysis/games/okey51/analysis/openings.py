"""How often a deal opens: by threshold, and under other options, from racks dealt once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.distribution import Outcome, SampledDistribution
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.study import percent_text
from neuroanalysis.core.work import Chunk, Control, Draws, Options, fold, seeded_chunks
from neuroanalysis.errors import InputError
from neuroanalysis.games.okey51.analysis.deals import (
    SAMPLE_CHUNK,
    Question,
    deal_question,
    deal_together,
)
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import written

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Comparison", "Variant", "compare_openings", "opening_curve"]


@checked
def opening_curve(
    values: SampledDistribution, thresholds: Sequence[int] = tuple(range(30, 151))
) -> pd.DataFrame:
    """Return how often melds reach each threshold, all from one sample of what they are worth.

    Parameters
    ----------
    values
        From ``sample_deals("meld_value", ...)``.
    thresholds
        Which ones.

    Returns
    -------
    pandas.DataFrame
        ``threshold``, ``share``, ``low``, ``high``: each interval by itself.

    Examples
    --------
    >>> values = SampledDistribution({0: 60, 40: 20, 55: 20}, n=100, seed=1)
    >>> opening_curve(values, [41, 51, 60]).share.tolist()
    [0.2, 0.2, 0.0]
    """
    import pandas as pd

    rows = []
    for threshold in thresholds:
        estimate = values.share(partial(_reaches, threshold))
        rows.append(
            {
                "threshold": threshold,
                "share": estimate.value,
                "low": estimate.interval.low,
                "high": estimate.interval.high,
            }
        )
    return pd.DataFrame(rows)


def _reaches(threshold: int, value: Outcome) -> bool:
    # A threshold of 0 still wants a meld.
    return isinstance(value, int) and value >= max(1, threshold)


@dataclass(frozen=True)
class Variant:
    """How often racks open under other options, and how they differ from the rules in force.

    Parameters
    ----------
    name
        What it is called.
    share
        Of racks that open.
    gained, lost
        Racks that open under the variant only, and under the rules in force only.
    difference
        The mean of +1 for a rack gained, -1 for one lost, 0 else: as the racks are the same, its
        interval is far narrower than that of two samples.
    """

    name: str
    share: Estimate
    gained: int
    lost: int
    difference: Estimate

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "name": self.name,
            "share": self.share.to_dict(),
            "gained": self.gained,
            "lost": self.lost,
            "difference": self.difference.to_dict(),
        }


@dataclass(frozen=True)
class Comparison:
    """How often the same racks open under the rules in force and under others.

    Parameters
    ----------
    base
        Under the rules in force.
    variants
        The others.
    """

    base: Estimate
    variants: tuple[Variant, ...]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "base": self.base.to_dict(),
            "variants": [variant.to_dict() for variant in self.variants],
        }

    def __str__(self) -> str:
        """Say how often racks open under the rules in force, then each variant in a line."""
        base = text(
            "okey51.deals.base",
            share=percent_text(self.base),
            n=number_text(self.base.n),
            seed=self.base.seed,
            level=number_text(100 * self.base.level),
        )
        return "\n".join([base, *(_line(variant) for variant in self.variants)])

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table: ``name``, ``share``, ``low``, ``high``, ``gained``, ``lost``,
        ``difference``, ``difference_low``, ``difference_high``.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "name": variant.name,
                    "share": variant.share.value,
                    "low": variant.share.interval.low,
                    "high": variant.share.interval.high,
                    "gained": variant.gained,
                    "lost": variant.lost,
                    "difference": variant.difference.value,
                    "difference_low": variant.difference.interval.low,
                    "difference_high": variant.difference.interval.high,
                }
                for variant in self.variants
            ]
        )


def _line(variant: Variant) -> str:
    return text(
        "okey51.deals.variant",
        name=variant.name,
        share=percent_text(variant.share),
        gained=number_text(variant.gained),
        lost=number_text(variant.lost),
        difference=percent_text(variant.difference),
    )


@checked
def compare_openings(
    variants: Mapping[str, Rules] | None = None,
    tiles: int | None = None,
    rules: Rules | None = None,
    *,
    samples: int = 100_000,
    seed: int = 0,
    **how: Unpack[Options],
) -> Comparison:
    """Return how often the same racks open by melds under each of several rule sets.

    Parameters
    ----------
    variants
        Rule sets by name; if None, the rules in force with `wrap_13_1` turned over, and with the
        other value of `one_after_13`.
    tiles, rules, samples, seed, **how
        See `sample_deals`.

    Raises
    ------
    InputError
        For variants that deal from other tiles, and as `sample_deals`.

    Examples
    --------
    >>> comparison = compare_openings(samples=2000, seed=1)
    >>> [(variant.name, variant.gained) for variant in comparison.variants]
    [('wrap_13_1=False', 0), ('one_after_13=14', ...)]
    """
    asked = deal_question("opening", tiles, rules)
    base = asked.rules
    if variants is None:
        variants = {
            f"{name}={value}": Rules.from_mapping({name: value}, base)
            for name, value in (
                ("wrap_13_1", not base.wrap_13_1),
                ("one_after_13", 14 if base.one_after_13 == 1 else 1),
            )
        }
    if not isinstance(variants, Mapping):
        expected = text("errors.type.table")
        said = written(variants)
        raise InputError("input.argument", name="variants", value=said, expected=expected)
    for name, other in variants.items():
        if other.first_player_indicator_removed != base.first_player_indicator_removed:
            raise InputError("okey51.deals.other_tiles", name=name)
    if not 1 < samples <= 10**9:
        raise InputError("input.limit", name="samples", value=samples, low=2, high=10**9)
    questions = tuple(
        Question("opening", asked.tiles, one, asked.keep) for one in (base, *variants.values())
    )
    chunks = [
        Chunk(id=chunk.id, payload=(questions, chunk.payload), size=chunk.size)
        for chunk in seeded_chunks(samples, SAMPLE_CHUNK, seed)
    ]
    # Opened, gained and lost, for the base and each variant.
    start = np.zeros((len(questions), 3), dtype=np.int64)
    sums = fold(_compare_part, chunks, _added, start, **how)
    rows = []
    for name, (opened, gained, lost) in zip(variants, sums[1:].tolist(), strict=True):
        difference = Estimate.of_mean(gained - lost, gained + lost, samples, seed)
        share = Estimate.of_share(opened, samples, seed)
        rows.append(Variant(name, share, gained, lost, difference))
    return Comparison(Estimate.of_share(int(sums[0, 0]), samples, seed), tuple(rows))


def _added(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    return one + other


def _compare_part(work: tuple[tuple[Question, ...], Draws], control: Control) -> NDArray[np.int64]:
    questions, draws = work
    sums = np.zeros((len(questions), 3), dtype=np.int64)
    first: NDArray[np.int64] | None = None
    for place, question in enumerate(questions):
        # A fake okey may have another identity under other rules: dealt anew, the same tiles.
        dealt = deal_together(len(draws), 1, question.tiles, question.rules, draws.generator())
        opens = question.codes(dealt, control)
        first = opens if first is None else first
        sums[place] = opens.sum(), ((opens - first) > 0).sum(), ((first - opens) > 0).sum()
    control.advance(len(draws))
    return sums
