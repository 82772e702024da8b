"""Measures, and the words in which benchmarks tell them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class Measure:
    """A benchmark: how much work it gets, and what is told about it."""

    benchmark: object
    title: str
    lines: list[str]
    figures: dict[str, str] = field(default_factory=dict)

    @property
    def real(self) -> bool:
        return not self.benchmark.disabled

    def run(self, function, *arguments, rounds=3, warmups=1, **how):
        """Time a call; return its answer."""
        return self.benchmark.pedantic(
            function, arguments, how, rounds=rounds, warmup_rounds=warmups, iterations=1
        )

    @property
    def seconds(self) -> float:
        """The median of the rounds; as a plain test, anything."""
        return self.benchmark.stats.stats.median if self.real else 1.0

    def tell(self, name: str, figure: str) -> None:
        self.figures[name] = figure

    def close(self) -> None:
        if self.real and self.figures:
            self.benchmark.extra_info.update(self.figures)
            said = "; ".join(f"{name} {figure}" for name, figure in self.figures.items())
            self.lines.append(f"{self.title}: {said}")


def timed(function, *arguments, **how):
    """Return the seconds of a call, and its answer."""
    before = time.perf_counter()
    answer = function(*arguments, **how)
    return time.perf_counter() - before, answer


def each(function, hands):
    return [function(hand) for hand in hands]


def rate(n: int, seconds: float) -> str:
    return f"{n / seconds:,.0f} hands/s"


def times(slow: float, fast: float) -> str:
    return f"{slow / fast:,.0f} times"
