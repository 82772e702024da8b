"""What drawings of estimates have in common: an upward axis, its numbers, colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final, Literal

from neuroanalysis.core.intervals import number_text
from neuroanalysis.plots.columns import LEFT, percent, words_svg

__all__ = [
    "FOOT",
    "HEIGHT",
    "NOUGHT",
    "RIGHT",
    "TOP",
    "WORDS",
    "Axis",
    "Unit",
    "axis_lines",
    "number_words",
]


Unit = Literal["share", "points"]
"""What a number is: a share, shown in percent, or points."""

WORDS: Final = "font:12px/1 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif"
HEIGHT: Final = 240
TOP: Final = 14
FOOT: Final = 36
RIGHT: Final = 98.0
# What sums of steps leave in the place of nought.
NOUGHT: Final = 1e-9


def number_words(value: float, unit: Unit) -> str:
    """Return a share in percent, or points."""
    if unit == "share":
        return percent(value, 3)
    return number_text(value if abs(value) > NOUGHT else 0, 3)


class Axis:
    """Where a number lies upwards, in pixels, and which numbers get a line."""

    def __init__(self, values: Iterable[float]) -> None:
        known = list(values)
        low, high = min(known), max(known)
        if high - low < 1e-9:
            low, high = low - 0.5, high + 0.5
        step = _round_step((high - low) / 5)
        self.low = math.floor(low / step) * step
        self.high = math.ceil(high / step) * step
        self.lines = [
            self.low + number * step for number in range(round((self.high - self.low) / step) + 1)
        ]

    def at(self, value: float) -> float:
        """Return how far below the top a number lies."""
        foot = HEIGHT - FOOT
        return foot - (foot - TOP) * (value - self.low) / (self.high - self.low)


def _round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least * (1 - 1e-9))


def axis_lines(axis: Axis, name: Callable[[float], str]) -> str:
    """Return the lines of an axis and their names."""
    return "".join(
        f'<line x1="{LEFT}%" x2="100%" y1="{axis.at(value):.1f}" y2="{axis.at(value):.1f}" '
        f'style="stroke:currentColor;opacity:.18"/>'
        + words_svg(LEFT - 1, axis.at(value) + 4, name(value), anchor="end", faint=True)
        for value in axis.lines
    )
