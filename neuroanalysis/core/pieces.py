"""Kinds of pieces, hands as count vectors, and text codes both ways.

A game has *kinds* (numbered from 0) and so many *copies* of each. A hand is a *count vector*: a
numpy uint8 array with the number of copies held of every kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.errors import CardError

__all__ = ["Counts", "PieceSet"]

Counts: TypeAlias = NDArray[np.uint8]

_SEPARATORS = re.compile(r"[\s,;]+")
# "2eb * 3" and "2eb x3" say the same as "2eb*3".
_SPACED_COPIES = re.compile(r"\s*\*\s*|\s+[x×]\s*(?=\d)")
_TOKEN = re.compile(r"(?P<code>[^*×]*?)(?:[*×](?P<copies>.*))?")
_SUGGESTIONS = 3
# How many copies an example in a message shows, where there are so many.
_SHOWN_COPIES = 3


@dataclass(frozen=True)
class PieceSet:
    """The kinds of a game and how they are written.

    Parameters
    ----------
    codes
        The canonical code of each kind, in the order of the kinds.
    aliases
        Further codes that are understood, with the kind each means.

    Examples
    --------
    >>> coins = PieceSet(codes=("heads", "tails"), aliases={"h": 0, "t": 1})
    >>> counts = coins.parse("H tails*2")
    >>> counts
    array([1, 2], dtype=uint8)
    >>> coins.format(counts)
    'heads tails*2'
    """

    codes: tuple[str, ...]
    aliases: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of kinds."""
        return len(self.codes)

    @cached_property
    def _kind_of_code(self) -> dict[str, int]:
        return {**self.aliases, **{code: kind for kind, code in enumerate(self.codes)}}

    def kind(self, code: str, position: int = 1) -> int:
        """Return the kind that a code names; case does not matter.

        Raises
        ------
        CardError
            For an unknown code; the message names it, its position and the nearest codes.
        """
        try:
            return self._kind_of_code[code.lower()]
        except KeyError:
            nearest = ", ".join(self.nearest(code))
            raise CardError(
                "card.unknown", code=code, position=position, accepted=nearest
            ) from None

    def nearest(self, code: str) -> list[str]:
        """Return the canonical codes that look most like a wrong one, best first.

        Examples
        --------
        >>> PieceSet(("1cn", "2cn", "3rb")).nearest("4cn")[:2]
        ['1cn', '2cn']
        """
        # What is much longer than a code is like none of them.
        wanted = code[: 2 * max(map(len, self.codes))].lower()

        def unlikeness(candidate: str) -> tuple[int, float]:
            letters = len(set(wanted) & set(candidate))
            return -letters, -SequenceMatcher(None, wanted, candidate).ratio()

        return sorted(self.codes, key=unlikeness)[:_SUGGESTIONS]

    def parse(self, text: str, copies: int | Sequence[int] | None = None) -> Counts:
        """Read a hand: codes separated by spaces or commas, ``2eb*3`` or ``2eb x3`` for copies.

        Parameters
        ----------
        text
            Order and case do not matter; an empty text is an empty hand.
        copies
            How many copies of each kind exist, or one number for all; None for no such check.

        Raises
        ------
        CardError
            For an unknown code, a wrong number of copies, or a copy too many.
        """
        most = self._copies_of_each(255 if copies is None else copies)
        held = [0] * len(self)
        for kind, number in self._cards(text, most):
            held[kind] += number
        self.check_copies(held, most)
        return np.array(held, dtype=np.uint8)

    def in_order(self, text: str, copies: int | Sequence[int] | None = None) -> tuple[int, ...]:
        """Read the cards of a text as `parse` does, but keep their order.

        Returns
        -------
        tuple of int
            The kind of each card.

        Raises
        ------
        CardError
            As `parse`.

        Examples
        --------
        >>> PieceSet(("heads", "tails")).in_order("tails*2 heads")
        (1, 1, 0)
        """
        most = self._copies_of_each(255 if copies is None else copies)
        kinds: list[int] = []
        for kind, number in self._cards(text, most):
            kinds += [kind] * number
        self.check_copies([kinds.count(kind) for kind in range(len(self))], most)
        return tuple(kinds)

    def _cards(self, text: str, most: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the kind and the number of copies of each word of a hand."""
        # Single spaces first: over a long run of them the search would take its square in time.
        spaced = " ".join(text.split())
        tokens = _SEPARATORS.split(_SPACED_COPIES.sub("*", spaced))
        for position, token in enumerate(filter(None, tokens), start=1):
            yield self._card(token, position, most)

    def _copies_of_each(self, copies: int | Sequence[int]) -> Sequence[int]:
        return [copies] * len(self) if isinstance(copies, int) else copies

    def _card(self, token: str, position: int, copies_of_each: Sequence[int]) -> tuple[int, int]:
        match = _TOKEN.fullmatch(token)
        code, copies = (match["code"], match["copies"]) if match else (token, None)
        if copies is None and code.lower() not in self._kind_of_code:
            # "2ebx3": an x is a sign of copies only behind a known code.
            head, sign, tail = code.lower().rpartition("x")
            if sign and head in self._kind_of_code and tail.isdigit():
                code, copies = head, tail
        if copies is None:
            return self.kind(code, position), 1
        if not code:
            some = min(copies_of_each[0], _SHOWN_COPIES)
            raise CardError(
                "card.copies_alone",
                copies=f"*{copies}",
                position=position,
                code=self.codes[0],
                some=some,
            )
        kind = self.kind(code, position)
        most = copies_of_each[kind]
        if not (copies.isascii() and copies.isdigit() and 1 <= int(copies[:6]) <= most):
            if copies.isascii() and copies.isdigit() and int(copies[:6]) > most:
                raise CardError("card.too_many", held=copies, code=self.codes[kind], most=most)
            raise CardError(
                "card.copies",
                copies=copies,
                position=position,
                code=self.codes[kind],
                some=min(most, _SHOWN_COPIES),
                most=most,
            )
        return kind, int(copies)

    def check_copies(self, held: Sequence[int], most: int | Sequence[int]) -> None:
        """Refuse counts of which one is above the number of copies that exist.

        Raises
        ------
        CardError
            With the kind, what is held and what there is.
        """
        for code, number, copies in zip(self.codes, held, self._copies_of_each(most), strict=True):
            if number > copies:
                raise CardError("card.too_many", held=number, code=code, most=copies)

    def format(self, counts: Counts | Sequence[int], *, starred: bool = True) -> str:
        """Write a hand with canonical codes, in the order of the kinds.

        Parameters
        ----------
        counts
            Copies held of each kind.
        starred
            Whether ``2eb*3`` stands for ``2eb 2eb 2eb``.
        """
        words: list[str] = []
        for code, number in zip(self.codes, counts, strict=True):
            if starred and number > 1:
                words.append(f"{code}*{number}")
            else:
                words.extend([code] * int(number))
        return " ".join(words)
