"""A meld: a run or a set, with what its wild tiles stand for (clauses 2.1 to 2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from neuroanalysis.errors import CardError, PositionError
from neuroanalysis.games.okey51.pieces import (
    COLOURS,
    FAKE,
    NUMBERS,
    PIECES,
    colour_of,
    identity,
    number_of,
)
from neuroanalysis.games.okey51.rules import Rules

__all__ = ["Meld", "MeldTile"]

_LEAST: Final = 3
_WILD: Final = "*"


@dataclass(frozen=True, order=True)
class MeldTile:
    """A tile in a meld: what it stands for, and whether a wild does."""

    identity: int
    wild: bool = False

    @property
    def code(self) -> str:
        """Its text: the code of what it stands for, ``*`` behind it for a wild."""
        return PIECES.codes[self.identity] + _WILD * self.wild


@dataclass(frozen=True, order=True)
class Meld:
    """A run (its tiles in order, a 1 after a 13 last) or a set (its tiles in order of colours).

    Build one with `of`, which takes text and checks it.

    Parameters
    ----------
    tiles
        What it is made of.

    Examples
    --------
    >>> run = Meld.of("b12-b13*-b1", Rules())
    >>> run.kind, run.value(Rules()), run.value(Rules(one_after_13=14))
    ('run', 26, 39)
    >>> Meld.of("r9 b9 k9", Rules()).to_text()
    'r9-b9-k9'
    >>> Meld.of("b13-b1-b2", Rules())
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.PositionError: 'b13-b1-b2' is no meld: neither a run nor a set; ...
    """

    tiles: tuple[MeldTile, ...]

    @classmethod
    def of(cls, words: str, rules: Rules) -> Meld:
        """Read a meld: codes joined by ``-`` (or spaces), ``*`` behind what a wild stands for.

        Raises
        ------
        CardError
            For an unknown code.
        PositionError
            For tiles that are no meld under the rules.
        """
        tiles: list[MeldTile] = []
        codes = words.replace("-", " ").split()
        for place, code in enumerate(codes, start=1):
            kind = PIECES.kind(code.removesuffix(_WILD), place)
            if kind == FAKE:
                raise CardError("okey51.meld.fake", position=place)
            tiles.append(MeldTile(kind, code.endswith(_WILD)))
        meld = cls(tuple(tiles))
        if not meld._is_run(rules):
            ordered = cls(tuple(sorted(tiles)))
            if not ordered._is_set():
                raise PositionError("okey51.meld.none", meld="-".join(codes))
            return ordered
        return meld

    @property
    def kind(self) -> Literal["run", "set"]:
        """Whether it is a run or a set."""
        return "set" if number_of(self.tiles[0].identity) == self._number(1) else "run"

    def _number(self, place: int) -> int:
        return number_of(self.tiles[place].identity)

    @property
    def wilds(self) -> int:
        """How many of its tiles are wild."""
        return sum(tile.wild for tile in self.tiles)

    def value(self, rules: Rules) -> int:
        """Return the sum of its numbers, a wild counting what it stands for (clause 2.4)."""
        return sum(self.tile_value(place, rules) for place in range(len(self.tiles)))

    def tile_value(self, place: int, rules: Rules) -> int:
        """Return what one of its tiles is worth in it."""
        number = self._number(place)
        after_13 = self.kind == "run" and number == 1 and place > 0
        return rules.one_after_13 if after_13 else number

    def extensions(self, rules: Rules) -> tuple[int, ...]:
        """Return what may be laid off on it: the tiles before and after a run, a set's fourth.

        Examples
        --------
        >>> [PIECES.codes[k] for k in Meld.of("r11-r12-r13", Rules()).extensions(Rules())]
        ['r10', 'r1']
        """
        colours = {colour_of(tile.identity) for tile in self.tiles}
        if self.kind == "set":
            return tuple(
                identity(colour, self._number(0))
                for colour in range(COLOURS)
                if colour not in colours
            )
        (colour,) = colours
        first, last = self._number(0), self._number(-1)
        ends = [identity(colour, first - 1)] if first > 1 else []
        if last == NUMBERS and rules.wrap_13_1:
            ends.append(identity(colour, 1))
        elif 1 < last < NUMBERS:
            ends.append(identity(colour, last + 1))
        # No tile stands twice in a run: a 1 at one end of it only.
        return tuple(kind for kind in ends if kind not in {tile.identity for tile in self.tiles})

    def with_tile(self, tile: MeldTile, rules: Rules) -> Meld:
        """Return the meld with a tile laid off on it.

        Raises
        ------
        PositionError
            For a tile that does not fit.
        """
        if tile.identity not in self.extensions(rules):
            raise PositionError(
                "okey51.meld.no_place",
                tile=tile.code,
                meld=self.to_text(),
                accepted=", ".join(PIECES.codes[kind] for kind in self.extensions(rules)) or "-",
            )
        if self.kind == "set":
            return Meld(tuple(sorted((*self.tiles, tile))))
        before = number_of(tile.identity) == self._number(0) - 1
        return Meld((tile, *self.tiles) if before else (*self.tiles, tile))

    def to_text(self) -> str:
        """Return the text form, as `of` reads it."""
        return "-".join(tile.code for tile in self.tiles)

    def _is_run(self, rules: Rules) -> bool:
        if len(self.tiles) < _LEAST or len({colour_of(tile.identity) for tile in self.tiles}) > 1:
            return False
        numbers = [number_of(tile.identity) for tile in self.tiles]
        after = numbers[-1] == 1 and rules.wrap_13_1
        if after and numbers[0] > 1:  # no tile stands twice in a run
            numbers[-1] = NUMBERS + 1
        return numbers == list(range(numbers[0], numbers[0] + len(numbers)))

    def _is_set(self) -> bool:
        colours = {colour_of(tile.identity) for tile in self.tiles}
        numbers = {number_of(tile.identity) for tile in self.tiles}
        return len(numbers) == 1 and len(colours) == len(self.tiles) >= _LEAST
