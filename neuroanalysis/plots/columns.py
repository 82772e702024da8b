"""Column charts as inline SVG: exact shares as columns, sampled ones with whiskers over them.

Positions across are percentages and the rest are pixels: a chart is as wide as its place, and its
words keep their size on a narrow page. The ground is transparent and words take the page's ink.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Final

from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.intervals import number_text, power_text
from neuroanalysis.core.outcomes import order, outcome_words
from neuroanalysis.plots.colours import ESTIMATE, HERE, OTHER
from neuroanalysis.texts import text

__all__ = [
    "EXACT",
    "LEFT",
    "COMPARED",
    "Scale",
    "axis_svg",
    "columns_svg",
    "percent",
    "share_text",
    "shares_svg",
    "words_svg",
]

EXACT: Final = f"fill:{HERE}"
COMPARED: Final = f"fill:none;stroke:{OTHER};stroke-width:2"

# The left part of the width has the numbers of the axis.
LEFT, _RIGHT = 8.5, 99.5
_TOP, _FOOT = 22, 20
_WIDEST_RANGE: Final = 80
_MOST_LABELS: Final = 16
# So few columns are wide enough for a word under each.
_WIDE_SLOTS: Final = 8
_LEAST_PERCENT: Final = Fraction(1, 10_000)
_WORDS: Final = "font:12px/1 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"


def percent(share: Fraction | float, digits: int = 4) -> str:
    """Return a share as a percentage in the language in force; never 100 % for less than all.

    Examples
    --------
    >>> percent(Fraction(1, 8)), percent(Fraction(999_999, 1_000_000))
    ('12.5 %', '> 99.99 %')
    """
    if share < 1 and float(f"{100 * float(share):.{digits}g}") >= 100:
        return f"> {number_text(100 - 10.0 ** (2 - digits), digits + 1)} %"
    return f"{number_text(100 * float(share), digits)} %"


def share_text(share: Fraction | float, digits: int = 4) -> str:
    """Return a share as a percentage, or as one in so many where it is small.

    Examples
    --------
    >>> share_text(Fraction(1, 8)), share_text(Fraction(1, 5_000_000)), share_text(0)
    ('12.5 %', '1 in 5,000,000', '0 %')
    """
    if not 0 < share < _LEAST_PERCENT:
        return percent(share, digits)
    return text("plots.distribution.one_in", n=number_text(round(1 / share)))


def columns_svg(
    parts: Sequence[Distribution],
    sampled: SampledDistribution | None = None,
    *,
    marked: Outcome | None = None,
    log: bool = False,
    height: int = 230,
    label: str = "",
) -> str:
    """Draw one or two distributions of single outcomes, and a sample over them.

    Parameters
    ----------
    parts
        The first is drawn as filled columns, a second as outlined ones beside them; none draws the
        sample alone.
    sampled
        Drawn as points with their intervals.
    marked
        An outcome to be pointed at.
    log
        Whether each step upwards is ten times as much, so that the rarest outcomes can be seen.
    height
        In pixels.
    label
        What it is called for a person who does not see it.

    Examples
    --------
    >>> coins = Distribution.from_counts({0: 1, 1: 2, 2: 1})
    >>> columns_svg([coins]).count("<rect")
    3
    """
    shares = [{key: n / part.total for key, n in part.counts.items()} for part in parts]
    return shares_svg(shares, sampled, marked=marked, log=log, height=height, label=label)


def shares_svg(
    shares: Sequence[Mapping[Outcome, float]],
    sampled: SampledDistribution | None = None,
    *,
    marked: Outcome | None = None,
    log: bool = False,
    height: int = 230,
    label: str = "",
) -> str:
    """Draw shares of outcomes that are computed and not counted; see `columns_svg`.

    Examples
    --------
    >>> shares_svg([{0: 0.25, 1: 0.75}]).count("<rect")
    2
    """
    counted = () if sampled is None else (sampled.counts,)
    places = _places([key for part in (*shares, *counted) for key in part])
    slots = max(places.values()) + 1
    intervals = {} if sampled is None else sampled.intervals()
    heights = [share for part in shares for share in part.values()]
    heights += [interval.high for interval in intervals.values()]
    scale = Scale(heights + [interval.low for interval in intervals.values()], height, log=log)
    slot = (_RIGHT - LEFT) / slots

    def across(key: Outcome, offset: float = 0.5) -> float:
        return LEFT + (places[key] + offset) * slot

    drawn = [axis_svg(scale, height)]
    wide = 0.74 / max(1, len(shares))
    for number, part in enumerate(shares):
        look = EXACT if number == 0 else COMPARED
        for key, share in part.items():
            left = across(key, 0.13 + number * wide)
            drawn.append(_column(left, wide * slot * 0.94, scale.at(share), scale.foot, look))
    if sampled is not None:
        for key, n in sampled.counts.items():
            low, high = intervals[key]
            ends = (scale.at(low), scale.at(high))
            drawn.append(
                _whisker(across(key), min(0.16 * slot, 0.8), scale.at(n / sampled.n), ends)
            )
    if marked in places:
        top = min(
            [scale.at(part[marked]) for part in shares if marked in part]
            + ([scale.at(intervals[marked].high)] if marked in intervals else []),
            default=scale.foot,
        )
        drawn.append(words_svg(across(marked), top - 5, "▼", strong=True))
    drawn += _labels(places, marked, height)
    name = f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{height}"{name} '
        f'style="display:block;max-width:760px;overflow:visible;{_WORDS}">{"".join(drawn)}</svg>'
    )


class Scale:
    """Where a share lies upwards, in pixels from the top, and which shares get a line."""

    def __init__(self, shares: Iterable[float], height: int, *, log: bool) -> None:
        known = [share for share in shares if share > 0]
        self.foot = height - _FOOT
        self.log = log
        if log:
            self.low: float = math.floor(math.log10(min(known)) - 0.2)
            self.high = 0.0
            step = max(1, math.ceil(-self.low / 6))
            self.lines = [10.0**power for power in range(0, int(self.low) - 1, -step)]
        else:
            step_of = _round_step(max(known) / 4)
            self.low = 0.0
            self.high = max(known)
            count = math.floor(self.high / step_of + 1e-9)
            self.lines = [number * step_of for number in range(1, count + 1)]

    def at(self, share: float) -> float:
        """Return the height of a share; what is below the scale lies on its foot."""
        here = share
        if self.log:
            here = self.low if share <= 0 else max(self.low, math.log10(share))
        return self.foot - (self.foot - _TOP) * (here - self.low) / (self.high - self.low)

    def name(self, share: float) -> str:
        """Return what stands beside a line."""
        if self.log:
            power = round(math.log10(share))
            return "1" if power == 0 else power_text(power)
        return percent(share, 3)


def _round_step(least: float) -> float:
    """Return the least of 1, 2, 5, 10, ... times a power of ten that is not smaller."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))


def _places(outcomes: Iterable[Outcome]) -> dict[Outcome, int]:
    """Return the place of each outcome from the left: words, a gap, numbers with their gaps."""
    ordered = sorted(set(outcomes), key=order)
    words = [key for key in ordered if not isinstance(key, int)]
    numbers = [key for key in ordered if isinstance(key, int)]
    places: dict[Outcome, int] = {key: place for place, key in enumerate(words)}
    if not numbers:
        return places
    gaps = numbers[-1] - numbers[0] < _WIDEST_RANGE
    first = len(words) + bool(words)
    for place, key in enumerate(numbers):
        places[key] = first + (key - numbers[0] if gaps else place)
    return places


def axis_svg(scale: Scale, height: int) -> str:
    """Return the lines across a chart with their shares at the left, and its foot."""
    lines = "".join(
        f'<line x1="{LEFT}%" x2="100%" y1="{scale.at(share):.1f}" y2="{scale.at(share):.1f}" '
        f'style="stroke:currentColor;opacity:.18"/>'
        + words_svg(LEFT - 1, scale.at(share) + 4, scale.name(share), anchor="end", faint=True)
        for share in scale.lines
    )
    foot = height - _FOOT
    return (
        f'{lines}<line x1="{LEFT}%" x2="100%" y1="{foot}" y2="{foot}" '
        'style="stroke:currentColor;opacity:.6"/>'
    )


def _column(left: float, width: float, top: float, foot: float, look: str) -> str:
    # A column that is there can be seen, however rare what it stands for.
    tall = max(foot - top, 1.0)
    return (
        f'<rect x="{left:.2f}%" y="{foot - tall:.1f}" width="{width:.2f}%" height="{tall:.1f}" '
        f'style="{look}"/>'
    )


def _whisker(at: float, half: float, middle: float, ends: tuple[float, float]) -> str:
    low, high = ends
    stroke = f'style="stroke:{ESTIMATE};stroke-width:2"'
    caps = "".join(
        f'<line x1="{at - half:.2f}%" x2="{at + half:.2f}%" y1="{y:.1f}" y2="{y:.1f}" {stroke}/>'
        for y in ends
    )
    return (
        f'<line x1="{at:.2f}%" x2="{at:.2f}%" y1="{low:.1f}" y2="{high:.1f}" {stroke}/>{caps}'
        f'<circle cx="{at:.2f}%" cy="{middle:.1f}" r="3.2" '
        f'style="fill:#fff;stroke:{ESTIMATE};stroke-width:2"/>'
    )


def _labels(places: Mapping[Outcome, int], marked: Outcome | None, height: int) -> list[str]:
    """Name as many outcomes under their columns as there is room for; always the marked one."""
    slots = max(places.values()) + 1
    step = next(step for step in (1, 2, 5, 10, 20, 50) if slots <= step * _MOST_LABELS)
    middle = None if marked is None else places.get(marked)
    drawn = []
    for key, place in places.items():
        here = key == marked
        beside = middle is not None and step > 1 and abs(place - middle) == 1
        wanted = not isinstance(key, int) or (key % step == 0 and not beside)
        if here or wanted:
            # A word is wider than a narrow column: it reaches to the left, where nothing stands.
            word = not isinstance(key, int) and slots > _WIDE_SLOTS
            at = LEFT + (place + (1 if word else 0.5)) * (_RIGHT - LEFT) / slots
            side = "end" if word else "middle"
            drawn.append(words_svg(at, height - 5, outcome_words(key), anchor=side, strong=here))
    return drawn


def words_svg(
    at: float,
    y: float,
    words: str,
    *,
    anchor: str = "middle",
    strong: bool = False,
    faint: bool = False,
) -> str:
    """Return words at a place: percent of the width, and pixels from the top."""
    look = "fill:currentColor" + ";font-weight:700" * strong + ";opacity:.8" * faint
    return (
        f'<text x="{at:.2f}%" y="{y:.1f}" text-anchor="{anchor}" style="{look}">'
        f"{escape(words)}</text>"
    )
