"""A hand with what belongs to it: the input of every question about a hand.

A position has a text form for files and for pasting::

    tichu | hand As Ks 7s 7h Ph | trick 5s-5h | wish 7 | seen 5s 5h Dr | others 14 12 14
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from neuroanalysis.core import options
from neuroanalysis.core.files import read_text, write_text
from neuroanalysis.core.hands import CountsLike, as_counts
from neuroanalysis.core.pieces import Counts
from neuroanalysis.core.position_text import PartNames, text_field
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.tichu.pieces import (
    ACE,
    CARDS,
    LOWEST,
    PIECES,
    RANK_CODES,
    as_bits,
    cards_of,
)
from neuroanalysis.games.tichu.position.combination import Combination, rank_of_word
from neuroanalysis.games.tichu.rules import GAME, PLAYERS, Rules

__all__ = ["Cards", "Position"]

Cards = str | CountsLike
"""Cards as text or as 56 counts."""

_NOTHING: Final = (0,) * CARDS
_ALL: Final = (1 << CARDS) - 1
# French names of the parts are understood as well; the English ones are written.
_PARTS: Final = PartNames(
    GAME,
    {
        "hand": "hand",
        "main": "hand",
        "trick": "trick",
        "pli": "trick",
        "wish": "wish",
        "demande": "wish",
        "souhait": "wish",
        "seen": "seen",
        "vues": "seen",
        "others": "others",
        "autres": "others",
        "rules": "rules",
        "règles": "rules",
        "regles": "rules",
    },
)


@dataclass(frozen=True)
class Position:
    """A hand with what belongs to it, validated.

    Build one with `of`, `from_text` or `from_mapping`, which take text and plain values.

    Parameters
    ----------
    hand
        56 counts of 0 or 1: the cards in hand, any number of them.
    trick
        The play on the table that is to be beaten; None to lead.
    wish
        The rank that Mah Jong's player wished for, while it is not fulfilled.
    seen
        56 counts: cards played, or known to be out of the others' hands. The trick's are anyway.
    others
        How many cards each other player holds, in turn order; none where it is not known.
    rules
        The rule set.

    Raises
    ------
    CardError, PositionError
        For a card in two places, a wish for no rank, or more cards in other hands than are left.
    """

    hand: tuple[int, ...]
    trick: Combination | None = None
    wish: int | None = None
    seen: tuple[int, ...] = _NOTHING
    others: tuple[int, ...] = ()
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        """Check the parts against each other."""
        PIECES.check_copies(self.hand, 1)
        PIECES.check_copies(self.seen, 1)
        for part, bits in (("seen", as_bits(self._seen_counts)), ("trick", self._trick_bits)):
            for card in cards_of(self.bits & bits):
                raise PositionError(
                    "tichu.position.both", code=PIECES.codes[card], part=_PARTS.said(part)
                )
        if self.wish is not None and not LOWEST <= self.wish <= ACE:
            raise PositionError("tichu.position.wish", value=self.wish)
        if self.others:
            most, left = self.rules.hand_size, self.unseen.bit_count()
            if len(self.others) != PLAYERS - 1 or not all(0 <= n <= most for n in self.others):
                raise PositionError(
                    "tichu.position.others", n=PLAYERS - 1, value=_spaced(self.others), most=most
                )
            if sum(self.others) > left:
                raise PositionError("tichu.position.left", held=sum(self.others), left=left)

    @property
    def _seen_counts(self) -> Counts:
        return np.array(self.seen, dtype=np.uint8)

    @property
    def _trick_bits(self) -> int:
        return self.trick.bits if self.trick else 0

    @cached_property
    def bits(self) -> int:
        """The hand as bits."""
        return as_bits(self.counts)

    @property
    def counts(self) -> Counts:
        """The hand as a count vector."""
        return np.array(self.hand, dtype=np.uint8)

    @property
    def cards(self) -> int:
        """Number of cards in hand."""
        return sum(self.hand)

    @cached_property
    def unseen(self) -> int:
        """The cards that are neither in hand nor seen nor in the trick, as bits."""
        return _ALL & ~(self.bits | as_bits(self._seen_counts) | self._trick_bits)

    @property
    def most_elsewhere(self) -> int:
        """The most cards that another player can hold."""
        left = self.unseen.bit_count()
        return min(left, max(self.others)) if self.others else min(left, self.rules.hand_size)

    @classmethod
    def of(
        cls,
        hand: Cards | Position,
        *,
        rules: Rules | None = None,
        trick: str | Combination | None = None,
        wish: str | int | None = None,
        seen: Cards = "",
        others: str | Sequence[int] = (),
    ) -> Position:
        """Build a position from text or counts.

        Parameters
        ----------
        hand
            Cards, or a whole position (as text or as it is), with which no other part goes.
        rules
            The rule set where the text names none; the default rules if None.
        trick
            The play to beat: ``"7s-8h-Ph=9-Ts-Jd"``.
        wish
            A rank, as a number or as it is written on a card.
        seen
            Cards.
        others
            Numbers.

        Examples
        --------
        >>> position = Position.of("As Ph 7s 7h", trick="5s-5h", wish="7", others=(14, 12, 14))
        >>> position.cards, position.trick.kind, position.wish, position.most_elsewhere
        (4, 'pair', 7, 14)
        >>> position.to_line()
        'tichu | hand 7s 7h As Ph | trick 5s-5h | wish 7 | others 14 12 14 | rules tichu'
        """
        if isinstance(hand, Position) or (isinstance(hand, str) and _PARTS.is_text(hand)):
            parts = {"trick": trick, "wish": wish, "seen": seen, "others": others}
            for name, part in parts.items():
                if part is not None and (not isinstance(part, str | tuple) or part):
                    raise PositionError("position.part_twice", name=name)
            if isinstance(hand, str):
                return cls.from_text(hand, rules=rules)
            if rules is not None and rules != hand.rules:
                raise PositionError("position.part_twice", name="rules")
            return hand
        in_force = Rules.or_default(rules)
        if isinstance(trick, str):
            trick = trick if trick.strip() else None
        if trick is not None:
            trick = Combination.of_play(trick, in_force)
        return cls(
            hand=_counts(hand),
            trick=trick,
            wish=_wish(wish),
            seen=_counts(seen),
            others=_numbers(others),
            rules=in_force,
        )

    @classmethod
    def from_text(cls, source: str, *, rules: Rules | None = None) -> Position:
        """Read the text form, in one line or several; lines that begin with ``#`` are remarks.

        Raises
        ------
        PositionError, CardError, RulesError
            For an unknown or repeated part, or whatever is wrong inside one.

        Examples
        --------
        >>> Position.from_text("main As Ks | pli 9s | autres 3 4 5").cards
        2
        """
        parts = _PARTS.read(source)
        if "hand" not in parts:
            raise PositionError("position.no_hand")
        in_force = Rules.of_words(parts["rules"].split(), rules) if "rules" in parts else rules
        return cls.of(
            _counts(parts["hand"]),
            rules=in_force,
            **{name: parts.get(name, "") for name in ("trick", "wish", "seen", "others")},
        )

    @classmethod
    def from_mapping(cls, record: Mapping[str, object], *, rules: Rules | None = None) -> Position:
        """Read a JSON object: ``hand``, and where wanted the other parts, as text.

        The ``wish`` may be a number, and ``others`` a list of numbers.

        Raises
        ------
        InputError, CardError, PositionError, RulesError
            For a missing ``hand``, a field of the wrong type, or whatever is wrong inside one.

        Examples
        --------
        >>> Position.from_mapping({"hand": "As 7s", "wish": 7, "others": [3, 2, 1]}).to_line()
        'tichu | hand 7s As | wish 7 | others 3 2 1 | rules tichu'
        """
        if "hand" not in record:
            raise InputError("input.field", name="hand")
        in_force = rules
        if "rules" in record:
            in_force = Rules.from_mapping(options.table(record["rules"], "rules"), rules)
        return cls.of(
            _counts(text_field(record, "hand")),
            rules=in_force,
            trick=text_field(record, "trick"),
            wish=_wish(record.get("wish")),
            seen=text_field(record, "seen"),
            others=_numbers(record.get("others", "")),
        )

    @classmethod
    def load(cls, path: str) -> Position:
        """Read a position from a file, as `save` writes it.

        Raises
        ------
        InputError
            When the file cannot be read or is empty; and as `from_text`.
        """
        return cls.from_text(read_text(path))

    def save(self, path: str) -> None:
        """Write the position to a file, one part a line."""
        write_text(path, self.to_text())

    def to_text(self) -> str:
        """Return the text form, one part a line."""
        return "\n".join(self._segments()) + "\n"

    def to_line(self) -> str:
        """Return the text form in one line, to be pasted elsewhere."""
        return " | ".join(self._segments())

    def _segments(self) -> Iterable[str]:
        yield GAME
        yield f"hand {PIECES.format(self.hand)}".rstrip()
        if self.trick:
            yield f"trick {self.trick.to_text()}"
        if self.wish is not None:
            yield f"wish {RANK_CODES[self.wish - LOWEST]}"
        if any(self.seen):
            yield f"seen {PIECES.format(self.seen)}"
        if self.others:
            yield f"others {_spaced(self.others)}"
        yield f"rules {' '.join(self.rules.to_words())}"


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _counts(cards: Cards) -> tuple[int, ...]:
    return tuple(int(n) for n in as_counts(cards, PIECES, 1))


def _wish(wish: object) -> int | None:
    if isinstance(wish, str) and not wish.strip():
        return None
    rank = rank_of_word(wish.strip()) if isinstance(wish, str) else wish
    if rank is None and wish is None:
        return None
    if isinstance(rank, bool) or not isinstance(rank, int):
        raise PositionError("tichu.position.wish", value=wish)
    return rank


def _numbers(value: object) -> tuple[int, ...]:
    """Read numbers of cards, from a text or a list; the position itself says which it accepts."""
    found: list[int] = []
    parts = value.replace(",", " ").split() if isinstance(value, str) else value
    for part in parts if isinstance(parts, Iterable) else [None]:
        number = part
        if isinstance(part, str) and part.isascii() and part.isdigit() and len(part) <= 2:
            number = int(part)
        if isinstance(number, bool) or not isinstance(number, int | np.integer):
            said = value if isinstance(value, str) else options.written(value)
            raise PositionError(
                "tichu.position.others", n=PLAYERS - 1, value=said, most=CARDS // PLAYERS
            )
        found.append(int(number))
    return tuple(found)
