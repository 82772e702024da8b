"""A hand with what belongs to it: the input of every question about a hand.

A position has a text form for files and for pasting::

    mhing | hand 123m 55p 1z J F | laid 555z 4s-5s*-6s | seen 9p
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np

from neuroanalysis.core import options
from neuroanalysis.core.arguments import entries
from neuroanalysis.core.files import read_text, write_text
from neuroanalysis.core.hands import CountsLike, as_counts
from neuroanalysis.core.pieces import Counts
from neuroanalysis.core.position_text import PartNames, text_field
from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.mhing.pieces import (
    COPIES,
    FLOWER,
    JOKER,
    KINDS,
    PIECES,
    REAL,
    compact,
    parse,
)
from neuroanalysis.games.mhing.position.combination import Combination
from neuroanalysis.games.mhing.rules import GAME, Rules
from neuroanalysis.texts import text

__all__ = ["Cards", "Position"]

Cards = str | CountsLike
"""Cards as text or as 36 counts."""

_NOTHING: Final = (0,) * KINDS
_COMBINATION: Final = 3
_BETWEEN: Final = re.compile(r"[\s,;]+")
# French names of the parts are understood as well; the English ones are written.
_PARTS: Final = PartNames(
    GAME,
    {
        "hand": "hand",
        "main": "hand",
        "laid": "laid",
        "posées": "laid",
        "posees": "laid",
        "posés": "laid",
        "poses": "laid",
        "seen": "seen",
        "vues": "seen",
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
        36 counts: the cards in hand, and the flowers laid.
    laid
        The combinations that were claimed and lie on the table.
    seen
        36 counts: cards seen elsewhere, which can no longer be drawn.
    rules
        The rule set.

    Raises
    ------
    CardError, PositionError
        For no card or too many, laid cards that are no combination, or a copy too many over all
        parts.
    """

    hand: tuple[int, ...]
    laid: tuple[Combination, ...] = ()
    seen: tuple[int, ...] = _NOTHING
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        """Check the parts against each other."""
        PIECES.check_copies(self.hand, COPIES)
        for combination in self.laid:
            if not combination.valid:
                said = "-".join(
                    PIECES.codes[kind] if 0 <= kind < KINDS else str(kind)
                    for kind in combination.kinds
                )
                raise PositionError("mhing.combination.none", combination=said)
        for kind, code in enumerate(PIECES.codes):
            n = self.hand[kind] + self.seen[kind] + self.laid_counts[kind]
            if n > COPIES[kind]:
                raise PositionError("position.copies", n=n, code=code, most=COPIES[kind])
        most = self.rules.hand_size + 1
        if not self.cards:
            raise CardError(
                "card.none_held",
                question=text("mhing.question.position"),
                accepted=text("mhing.question.cards", low=1, high=most),
            )
        if self.cards > most:
            raise CardError("mhing.position.many", n=self.cards, most=most)

    @cached_property
    def laid_counts(self) -> Counter[int]:
        """How many of each kind lie in laid combinations; jokers as jokers."""
        return Counter(
            JOKER if joker else kind
            for combination in self.laid
            for kind, joker in zip(combination.kinds, combination.jokers, strict=True)
        )

    @property
    def cards(self) -> int:
        """Number of cards, those of laid combinations included, flowers left out."""
        return sum(self.hand[:FLOWER]) + _COMBINATION * len(self.laid)

    @property
    def jokers(self) -> int:
        """Number of jokers in hand."""
        return self.hand[JOKER]

    @property
    def flowers(self) -> int:
        """Number of flowers laid."""
        return self.hand[FLOWER]

    @property
    def real(self) -> Counts:
        """34 counts: the real cards in hand."""
        return np.array(self.hand[:REAL], dtype=np.uint8)

    @property
    def counts(self) -> Counts:
        """The hand as a count vector."""
        return np.array(self.hand, dtype=np.uint8)

    @property
    def to_discard(self) -> bool:
        """Whether a card more than between turns is held: to win with it, or to discard one."""
        return self.cards == self.rules.hand_size + 1

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """Copies of each kind that the player does not see: 36 counts."""
        return tuple(
            COPIES[kind] - self.hand[kind] - self.seen[kind] - self.laid_counts[kind]
            for kind in range(KINDS)
        )

    @classmethod
    def of(
        cls,
        hand: Cards | Position,
        *,
        rules: Rules | None = None,
        laid: str | Iterable[Combination | str] = (),
        seen: Cards = "",
    ) -> Position:
        """Build a position from text or counts.

        Parameters
        ----------
        hand
            Cards, or a whole position (as text or as it is), with which no other part goes.
        rules
            The rule set where the text names none; the default rules if None.
        laid
            The combinations on the table: ``"555z 4s-5s*-6s"``.
        seen
            Cards.

        Examples
        --------
        >>> position = Position.of("1234m 55p JF", laid="555z")
        >>> position.cards, position.jokers, position.flowers
        (10, 1, 1)
        >>> position.to_line()
        'mhing | hand 1234m 55p J F | laid 555z | rules mhing'
        """
        if isinstance(hand, Position) or (isinstance(hand, str) and _PARTS.is_text(hand)):
            for name, part in (("laid", laid), ("seen", seen)):
                if not isinstance(part, str | tuple) or part:
                    raise PositionError("position.part_twice", name=name)
            if isinstance(hand, str):
                return cls.from_text(hand, rules=rules)
            if rules is not None and rules != hand.rules:
                raise PositionError("position.part_twice", name="rules")
            return hand
        words = _BETWEEN.split(laid) if isinstance(laid, str) else entries("laid", laid)
        lying = tuple(
            Combination.of(each) if isinstance(each, str) else each for each in words if each
        )
        return cls(
            hand=_counts(hand), laid=tuple(lying), seen=_counts(seen), rules=Rules.or_default(rules)
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
        >>> Position.from_text("main 123m 55p | posés 555z").cards
        8
        """
        parts = _PARTS.read(source)
        if "hand" not in parts:
            raise PositionError("position.no_hand")
        in_force = Rules.of_words(parts["rules"].split(), rules) if "rules" in parts else rules
        return cls.of(
            _counts(parts["hand"]),
            rules=in_force,
            laid=parts.get("laid", ""),
            seen=parts.get("seen", ""),
        )

    @classmethod
    def from_mapping(cls, record: Mapping[str, object], *, rules: Rules | None = None) -> Position:
        """Read a JSON object: ``hand``, and where wanted ``laid``, ``seen`` and ``rules``.

        Raises
        ------
        InputError, CardError, PositionError, RulesError
            For a missing ``hand``, a field of the wrong type, or whatever is wrong inside one.
        """
        if "hand" not in record:
            raise InputError("input.field", name="hand")
        in_force = rules
        if "rules" in record:
            in_force = Rules.from_mapping(options.table(record["rules"], "rules"), rules)
        hand, laid, seen = (text_field(record, name) for name in ("hand", "laid", "seen"))
        return cls.of(hand, rules=in_force, laid=laid, seen=seen)

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
        yield f"hand {compact(self.hand)}".rstrip()
        if self.laid:
            yield f"laid {' '.join(combination.to_text() for combination in self.laid)}"
        if any(self.seen):
            yield f"seen {compact(self.seen)}"
        yield f"rules {' '.join(self.rules.to_words())}"


def _counts(cards: Cards) -> tuple[int, ...]:
    counts = parse(cards) if isinstance(cards, str) else as_counts(cards, PIECES, COPIES)
    return tuple(int(n) for n in counts)
