"""How a question about a rack is asked: tiles and what goes with them, or a whole position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, Unpack

from neuroanalysis.games.okey51.position import Meld, Position, Tiles
from neuroanalysis.games.okey51.rules import Rules

__all__ = ["Parts", "asked"]


class Parts(TypedDict, total=False):
    """What goes with tiles; see `Position.of`."""

    okey: str | int | None
    indicator: str | int | None
    rules: Rules | None
    melds: str | Iterable[Meld]
    seen: Tiles
    threshold: int | None
    opened: bool


def asked(hand: Tiles | Position, **parts: Unpack[Parts]) -> Position:
    """Return the position that is meant; with a whole position no other part goes.

    Raises
    ------
    NeuroanalysisError
        For tiles, rules or a position that are not valid.

    Examples
    --------
    >>> asked("r5 r6 r7", okey="b2", threshold=60).threshold
    60
    """
    return Position.of(hand, **parts)
