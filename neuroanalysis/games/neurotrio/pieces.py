"""The 27 kinds of cards, and the lines on which they lie.

The kinds are those of :mod:`neuroanalysis.core.neurotrio_deck`. A *line* is a set of three kinds
with two attribute values in common.
"""

from __future__ import annotations

from typing import Final

from neuroanalysis.core.neurotrio_deck import (
    ATTRIBUTE_VALUES,
    BACKGROUNDS,
    FORCES,
    KINDS,
    NATURES,
    PIECES,
    attributes,
    kind_name,
    shared_values,
    value_name,
)

__all__ = [
    "ATTRIBUTE_VALUES",
    "BACKGROUNDS",
    "FORCES",
    "KINDS",
    "LINES",
    "NATURES",
    "PIECES",
    "attributes",
    "kind_name",
    "shared_values",
    "value_name",
]


def _lines() -> tuple[tuple[int, int, int], ...]:
    steps = (9, 3, 1)
    return tuple(
        (kind, kind + step, kind + 2 * step)
        for axis, step in enumerate(steps)
        for kind in range(KINDS)
        if attributes(kind)[axis] == 0
    )


LINES: Final = _lines()
"""The 27 lines, three rising kinds each: nine along each of force, nature and background."""
