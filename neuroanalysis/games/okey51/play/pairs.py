"""A pair of an opening by pairs (clause 2.5)."""

from __future__ import annotations

from dataclasses import dataclass

from neuroanalysis.errors import CardError, PositionError
from neuroanalysis.games.okey51.pieces import FAKE, PIECES
from neuroanalysis.games.okey51.position import MeldTile

__all__ = ["Pair"]

_WILD = "*"


@dataclass(frozen=True, order=True)
class Pair:
    """Two tiles of one identity, one or both of which may be wild.

    Parameters
    ----------
    identity
        What both stand for; of two wilds, what they are.
    wilds
        How many of them are wild.

    Examples
    --------
    >>> Pair.of("b9*-b9").to_text()
    'b9-b9*'
    >>> Pair.of("b9-b8")
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.PositionError: 'b9-b8' is no pair; write b9-b9, or b9-b9* where ...
    """

    identity: int
    wilds: int = 0

    @classmethod
    def of(cls, words: str) -> Pair:
        """Read a pair: two codes joined by ``-``, ``*`` behind a wild.

        Raises
        ------
        CardError, PositionError
            For an unknown code, a fake okey (its identity is written), or what is no pair.
        """
        codes = words.replace("-", " ").split()
        kinds = [
            PIECES.kind(code.removesuffix(_WILD), place)
            for place, code in enumerate(codes, start=1)
        ]
        if FAKE in kinds:
            raise CardError("okey51.meld.fake", position=kinds.index(FAKE) + 1)
        if len(kinds) != 2 or kinds[0] != kinds[1]:
            raise PositionError("okey51.move.pair_text", pair=words)
        return cls(kinds[0], sum(code.endswith(_WILD) for code in codes))

    @property
    def tiles(self) -> tuple[MeldTile, MeldTile]:
        """Both tiles, a wild behind a real one."""
        return MeldTile(self.identity, self.wilds > 1), MeldTile(self.identity, self.wilds > 0)

    def to_text(self) -> str:
        """Return the text form, as `of` reads it."""
        return "-".join(tile.code for tile in self.tiles)
