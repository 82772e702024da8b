"""Fields of the lesson's texts that speak when they are read: cards, attribute values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from neuroanalysis.games.neurotrio.pieces import PIECES, kind_name, value_name
from neuroanalysis.texts import text

__all__ = ["Attribute", "Cards", "CodeGroups", "Value"]

_ATTRIBUTES: Final = ("force", "nature", "background")


@dataclass(frozen=True)
class Cards:
    """Cards by name and code.

    Examples
    --------
    >>> str(Cards((14,)))
    '2 stars on blue (2eb)'
    """

    kinds: tuple[int, ...]

    def __str__(self) -> str:
        """Name them."""
        between = text("lessons.word.and")
        return between.join(f"{kind_name(kind)} ({PIECES.codes[kind]})" for kind in self.kinds)


@dataclass(frozen=True)
class Attribute:
    """One of the three attributes, 0 to 2.

    Examples
    --------
    >>> str(Attribute(1))
    'nature'
    """

    axis: int

    def __str__(self) -> str:
        """Name it."""
        return text(f"lessons.attribute.{_ATTRIBUTES[self.axis]}")


@dataclass(frozen=True)
class Value:
    """An attribute value, by its position among the nine.

    Examples
    --------
    >>> str(Value(1)), str(Value(8))
    ('force 2', 'blue background')
    """

    value: int

    def __str__(self) -> str:
        """Name it."""
        attribute = _ATTRIBUTES[self.value // 3]
        return text(f"lessons.value.{attribute}", value=value_name(self.value))


@dataclass(frozen=True)
class CodeGroups:
    """Groups of cards by their codes.

    Examples
    --------
    >>> str(CodeGroups(((0, 1, 2), (3,))))
    '1cn 1cv 1cb; 1en'
    """

    groups: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        """Write them in a row."""
        return "; ".join(" ".join(PIECES.codes[kind] for kind in group) for group in self.groups)
