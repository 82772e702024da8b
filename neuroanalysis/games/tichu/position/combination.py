"""A combination: cards laid at once, with what the Phoenix among them stands for (section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, Self, get_args

import numpy as np

from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.tichu.pieces import (
    DRAGON,
    MAH_JONG,
    PHOENIX,
    PIECES,
    RANK_CODES,
    bits_of,
    cards_of,
    rank_name,
    rank_of,
)
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import written

__all__ = ["BOMBS", "KINDS", "Combination", "Kind", "rank_of_word"]

Kind = Literal[
    "dog",
    "single",
    "pair",
    "pair_sequence",
    "three",
    "full_house",
    "straight",
    "four_of_a_kind",
    "straight_flush",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""In the order of the kernels, which begin with no play at all."""

BOMBS: Final[tuple[Kind, ...]] = ("four_of_a_kind", "straight_flush")

_STANDS: Final = "="
_ABOVE: Final = "+"
_LOWEST: Final = 2
_ACE: Final = 14
_DRAGON_RANK: Final = 15


@dataclass(frozen=True, order=True)
class Combination:
    """Cards laid at once: a play.

    Build one with `of`, which takes text and checks it, or with `readings` from cards.

    Parameters
    ----------
    kind
        What it is; the Dog alone is a kind by itself.
    rank
        The rank of its highest card, of its three for a full house: 1 for Mah Jong, 2 to 14, 15 for
        the Dragon, 0 for the Dog. For the Phoenix alone that above which it lies, 1 when led.
    cards
        Its cards, in the order in which they stand.
    phoenix
        The rank that the Phoenix stands for; None where it is alone or not among them.

    Examples
    --------
    >>> straight = Combination.of("7s-8h-Ph=9-Ts-Jd")
    >>> straight.kind, straight.rank, straight.length, straight.to_text()
    ('straight', 11, 5, '7s-8h-Ph=9-Ts-Jd')
    >>> Combination.of("Ph-As").to_text(), Combination.of("7s-7h-7d-7c").is_bomb
    ('Ph=A-As', True)
    >>> Combination.of("7s-7h-7d-Ph")
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.PositionError: '7s-7h-7d-Ph' is no combination; ...
    """

    kind: Kind
    rank: int
    cards: tuple[int, ...]
    phoenix: int | None = None

    @classmethod
    def of_play(cls, play: str | Combination, rules: Rules | None = None) -> Combination:
        """Return a play that is given as it is or as text; see `of`.

        Raises
        ------
        InputError
            For anything else.

        Examples
        --------
        >>> Combination.of_play("7s-7h").kind
        'pair'
        """
        if isinstance(play, str):
            return cls.of(play, rules)
        if not isinstance(play, cls):
            said, accepted = written(play), text("errors.type.text")
            raise InputError("input.argument", name="play", value=said, expected=accepted)
        return play

    @classmethod
    def of(cls, words: str, rules: Rules | None = None) -> Combination:
        """Read codes joined by ``-`` or spaces, where ``Ph=9`` is the Phoenix as a nine.

        What the Phoenix stands for may be left out where there is but one way. Alone, ``Ph`` is the
        Phoenix led, and ``Ph=9+`` lies on a nine.

        Raises
        ------
        CardError
            For an unknown code.
        PositionError
            For a card that stands twice, cards that are no combination, a Phoenix that does not
            stand so, or one that may stand in several ways.
        """
        codes = re.sub("mah-jong", "mahjong", words, flags=re.I).replace("-", " ").split()
        cards: list[int] = []
        wanted = ""
        for place, code in enumerate(codes, start=1):
            name, _, stands = code.partition(_STANDS)
            cards.append(PIECES.kind(name, place))
            if stands and cards[-1] != PHOENIX:
                raise PositionError("tichu.combination.stands", combination=words, code=name)
            wanted = stands or wanted
        for card in cards:
            if cards.count(card) > 1:
                raise PositionError(
                    "tichu.combination.twice", combination=words, code=PIECES.codes[card]
                )
        found = cls.readings(bits_of(cards), rules)
        if not found:
            raise PositionError("tichu.combination.none", combination=words)
        if len(cards) == 1 and wanted:
            return cls._above(words, wanted)
        if wanted:
            found = tuple(one for one in found if one.phoenix == rank_of_word(wanted))
            if not found:
                raise PositionError("tichu.combination.phoenix", combination=words, rank=wanted)
        if len({one.phoenix for one in found}) > 1:
            ways = ", ".join(one.to_text() for one in found)
            raise PositionError("tichu.combination.several", combination=words, accepted=ways)
        return found[0]

    @classmethod
    def _above(cls, words: str, wanted: str) -> Combination:
        rank = rank_of_word(wanted.removesuffix(_ABOVE))
        if rank is None or not wanted.endswith(_ABOVE):
            raise PositionError("tichu.combination.phoenix", combination=words, rank=wanted)
        return cls("single", rank, (PHOENIX,))

    @classmethod
    def readings(cls, cards: int | Iterable[int], rules: Rules | None = None) -> tuple[Self, ...]:
        """Return every combination that a set of cards is, the higher rank first; none for none.

        Parameters
        ----------
        cards
            As bits, or one by one.
        rules
            The default rules if None.

        Examples
        --------
        >>> from neuroanalysis.games.tichu.pieces import PIECES, as_bits
        >>> pairs = as_bits(PIECES.parse("7s 7h 9s 9h Ph"))
        >>> [one.to_text() for one in Combination.readings(pairs)]
        ['7s-7h-Ph=9-9s-9h', 'Ph=7-7s-7h-9s-9h']
        """
        from neuroanalysis.games.tichu._kernels.plays import MOST_READINGS, recognise

        bits = cards if isinstance(cards, int) else bits_of(cards)
        codes = np.zeros(MOST_READINGS, dtype=np.int64)
        n = recognise(bits, Rules.or_default(rules).to_arrays().numbers, codes)
        return tuple(cls.of_code(bits, int(code)) for code in codes[:n])

    @classmethod
    def of_code(cls, cards: int, code: int) -> Self:
        """Return the combination of cards as bits and a code of the kernels, not checked."""
        from neuroanalysis.games.tichu._kernels.plays import KIND_SHIFT, phoenix_rank

        stands = int(phoenix_rank(cards, code)) or None

        def place(card: int) -> tuple[int, int]:
            if card == PHOENIX:
                return stands or 0, -1
            return rank_of(card) or 0, card

        return cls(
            kind=KINDS[(code >> KIND_SHIFT) - 1],
            rank=code >> 1 & 127,
            cards=tuple(sorted(cards_of(cards), key=place)),
            phoenix=stands,
        )

    @property
    def bits(self) -> int:
        """Its cards as bits."""
        return bits_of(self.cards)

    @property
    def code(self) -> int:
        """The code by which the kernels know it."""
        kind = KINDS.index(self.kind) + 1
        return kind << 16 | self.length << 8 | 2 * self.rank + (self.cards == (PHOENIX,))

    @property
    def length(self) -> int:
        """Number of cards."""
        return len(self.cards)

    @property
    def is_bomb(self) -> bool:
        """Whether it is a bomb."""
        return self.kind in BOMBS

    def beats(self, other: Combination) -> bool:
        """Return whether it beats another one; the Phoenix alone where it was laid.

        Examples
        --------
        >>> ace, phoenix = Combination.of("As"), Combination.of("Ph")
        >>> phoenix.beats(ace), phoenix.laid_on(ace).beats(ace)
        (False, True)
        >>> Combination.of("2s-2h-2d-2c").beats(Combination.of("Dr"))
        True
        """
        from neuroanalysis.games.tichu._kernels.plays import beats

        return bool(beats(self.code, other.code))

    def laid_on(self, trick: Combination | None) -> Combination:
        """Return it as it is when laid on another: the Phoenix alone is half a rank above a single.

        Examples
        --------
        >>> Combination.of("Ph").laid_on(Combination.of("Ks")).to_text()
        'Ph=K+'
        """
        if self.cards != (PHOENIX,):
            return self
        if trick is None:
            return Combination("single", 1, self.cards)
        if trick.kind != "single" or trick.rank == _DRAGON_RANK:
            return self
        return Combination("single", trick.rank, self.cards)

    def to_text(self) -> str:
        """Return the text form, as `of` reads it."""
        if self.cards == (PHOENIX,):
            above = f"{_STANDS}{_code(self.rank)}{_ABOVE}" if self.rank > 1 else ""
            return PIECES.codes[PHOENIX] + above
        return "-".join(
            f"{PIECES.codes[card]}{_STANDS}{_code(self.phoenix)}"
            if card == PHOENIX and self.phoenix
            else PIECES.codes[card]
            for card in self.cards
        )

    def describe(self) -> str:
        """Say in words what it is, in the language in force.

        Examples
        --------
        >>> Combination.of("7s-7h-9s-9h-9d").describe()
        'full house, three 9s'
        >>> Combination.of("7s-8h-9s-Ts-Jd").describe()
        'straight of 5 cards, up to jack'
        """
        if self.kind in ("dog", "single"):
            special = self.cards[0] if self.cards[0] >= MAH_JONG else None
            names = {MAH_JONG: "mah_jong", PHOENIX: "phoenix", DRAGON: "dragon"}
            if self.kind == "dog":
                return text("tichu.card.dog")
            if special is not None:
                return text(f"tichu.card.{names[special]}")
        return text(
            f"tichu.combination.{self.kind}",
            rank=rank_name(self.rank),
            length=self.length,
            pairs=self.length // 2,
        )

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"kind": self.kind, "rank": self.rank, "cards": self.to_text()}


def rank_of_word(word: str) -> int | None:
    """Return the rank that a word such as ``9``, ``10`` or ``T`` names; None for none of 2 to ace.

    Examples
    --------
    >>> rank_of_word("9"), rank_of_word("T"), rank_of_word("v"), rank_of_word("1")
    (9, 10, 11, None)
    """
    code = {"10": "T", "V": "J", "D": "Q", "R": "K"}.get(word.upper(), word.upper())
    return RANK_CODES.index(code) + _LOWEST if code in RANK_CODES else None


def _code(rank: int) -> str:
    return RANK_CODES[rank - _LOWEST] if _LOWEST <= rank <= _ACE else "1"
