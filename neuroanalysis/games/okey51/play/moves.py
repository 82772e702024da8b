"""What can be done in a round: one small class a move. Players are numbered clockwise from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from neuroanalysis.games.okey51.play.pairs import Pair
from neuroanalysis.games.okey51.position import Meld, MeldTile

__all__ = [
    "Discard",
    "Draw",
    "Lay",
    "LayOff",
    "LayPair",
    "Move",
    "Open",
    "OpenPairs",
    "Steal",
    "Take",
    "Use",
]


@dataclass(frozen=True)
class Draw:
    """Take the top tile of the pile: the beginning of a turn."""

    player: int


@dataclass(frozen=True)
class Open:
    """Lay one's first melds, all that count towards the threshold at once."""

    player: int
    melds: tuple[Meld, ...]


@dataclass(frozen=True)
class OpenPairs:
    """Lay one's first pairs, all that are to count at once."""

    player: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Lay:
    """Lay a new meld, having opened by melds."""

    player: int
    meld: Meld


@dataclass(frozen=True)
class LayPair:
    """Lay a further pair, having opened by pairs."""

    player: int
    pair: Pair


@dataclass(frozen=True)
class LayOff:
    """Add a tile to an open meld; a wild with what it is to stand for.

    `meld` is the place of the meld on the table.
    """

    player: int
    meld: int
    tile: MeldTile


@dataclass(frozen=True)
class Steal:
    """Put the real tile in the place of an okey in an open meld, and take the okey."""

    player: int
    meld: int
    identity: int


Use: TypeAlias = Open | OpenPairs | Lay | LayOff | Steal
"""What a taken discard may be used for."""


@dataclass(frozen=True)
class Take:
    """Take the last discard, which is used at once; `use` is None where the rules do not ask it."""

    player: int
    use: Use | None


@dataclass(frozen=True)
class Discard:
    """Put a tile on the table face up: the end of a turn."""

    player: int
    kind: int


Move: TypeAlias = Draw | Take | Open | OpenPairs | Lay | LayPair | LayOff | Steal | Discard
"""Any move of a round."""
