"""A run or a triplet, with what its jokers stand for (clauses 2.1 and 2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from neuroanalysis.errors import PositionError
from neuroanalysis.games.mhing.pieces import PIECES, REAL, SUIT_LETTERS, rank_of, suit_of

__all__ = ["Combination"]

_SIZE: Final = 3
_STANDS: Final = "*"


@dataclass(frozen=True, order=True)
class Combination:
    """Three cards: a run (in order) or a triplet.

    Build one with `of`, which takes text and checks it.

    Parameters
    ----------
    kinds
        What its cards are, or stand for.
    jokers
        Which of them are jokers.

    Examples
    --------
    >>> Combination.of("123m").kind, Combination.of("5z-5z*-5z").to_text()
    ('run', '5z-5z*-5z')
    >>> Combination.of("124m")
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.PositionError: '124m' is no combination: neither a run nor a triplet; ...
    """

    kinds: tuple[int, ...]
    jokers: tuple[bool, ...] = (False, False, False)

    @classmethod
    def of(cls, words: str) -> Combination:
        """Read ``123m``, or codes joined by ``-`` with ``*`` behind what a joker stands for.

        Raises
        ------
        CardError
            For an unknown code.
        PositionError
            For cards that are no combination.
        """
        suit = words[-1:].lower()
        whole = words[:-1].isdigit() and (suit in SUIT_LETTERS or suit == "z")
        codes = [digit + suit for digit in words[:-1]] if whole else words.split("-")
        kinds = [
            PIECES.kind(code.removesuffix(_STANDS), place)
            for place, code in enumerate(codes, start=1)
        ]
        found = cls(tuple(kinds), tuple(code.endswith(_STANDS) for code in codes))
        if not found.valid:
            raise PositionError("mhing.combination.none", combination=words)
        return found

    @property
    def valid(self) -> bool:
        """Whether it is one: three real kinds that make a run or a triplet, and three marks.

        Examples
        --------
        >>> Combination((0, 1, 2)).valid, Combination((0, 5, 9)).valid
        (True, False)
        """
        if not len(self.kinds) == len(self.jokers) == _SIZE:
            return False
        real = all(0 <= kind < REAL for kind in self.kinds)
        return real and (self._is_run() or self._is_triplet())

    @property
    def kind(self) -> Literal["run", "triplet"]:
        """Whether it is a run or a triplet."""
        return "triplet" if self.kinds[0] == self.kinds[1] else "run"

    def to_text(self) -> str:
        """Return the text form, as `of` reads it."""
        if not any(self.jokers):
            return (
                "".join(PIECES.codes[kind][0] for kind in self.kinds)
                + (PIECES.codes[self.kinds[0]][1])
            )
        return "-".join(
            PIECES.codes[kind] + _STANDS * joker
            for kind, joker in zip(self.kinds, self.jokers, strict=True)
        )

    def _is_triplet(self) -> bool:
        return len(set(self.kinds)) == 1

    def _is_run(self) -> bool:
        suits = {suit_of(kind) for kind in self.kinds}
        if len(suits) > 1 or suits == {None}:
            return False
        first, second, third = (rank_of(kind) or 0 for kind in self.kinds)
        return (second, third) == (first + 1, first + 2)
