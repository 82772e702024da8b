"""What one player holds and sees: the input of every question about a hand.

A position has a text form for files and for pasting: parts separated by line breaks or ``|``, each
its name and its words, the hand first::

    neurotrio | hand 2eb*2 2ev | laid 3rb*4 | kept 2ev | seen 1cv | minimum 22

Only the hand is needed, and its name may be left out, so a plain hand is a position too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from neuroanalysis.core import options
from neuroanalysis.core.files import read_text, write_text
from neuroanalysis.core.hands import CountsLike, as_counts
from neuroanalysis.core.pieces import Counts
from neuroanalysis.core.position_text import PartNames, text_field
from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.games.neurotrio.rules import GAME, Rules
from neuroanalysis.texts import text

__all__ = ["Cards", "Position", "checked_minimum"]

Cards = str | CountsLike
"""Cards as text or as 27 counts."""

_NOTHING: Final = (0,) * KINDS
_CARRE: Final = 4
_HIGHEST_MINIMUM: Final = 999
# French names of the parts are understood as well; the English ones are written.
_PARTS: Final = PartNames(
    GAME,
    {
        "hand": "hand",
        "main": "hand",
        "laid": "laid",
        "posés": "laid",
        "poses": "laid",
        "kept": "kept",
        "gardées": "kept",
        "gardees": "kept",
        "seen": "seen",
        "vues": "seen",
        "minimum": "minimum",
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
        27 counts: the cards in the player's hand, kept ones included, laid carrés left out.
    laid
        27 numbers, 1 for each carré laid on the table.
    kept
        27 counts, at most `hand`: cards that were panged and may never be discarded.
    seen
        27 counts: cards seen elsewhere, which can no longer be drawn.
    minimum
        Points at which this player may finish, the 10 for finishing included.
    rules
        The rule set.

    Raises
    ------
    CardError, PositionError
        For no card or too many, a copy too many over all parts, a kept card that is not held, more
        laid carrés than structures.
    """

    hand: tuple[int, ...]
    laid: tuple[int, ...] = _NOTHING
    kept: tuple[int, ...] = _NOTHING
    seen: tuple[int, ...] = _NOTHING
    minimum: int = field(default_factory=lambda: Rules().least_minimum)
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        """Check the parts against each other."""
        rules = self.rules
        PIECES.check_copies(self.hand, rules.copies)
        laid = [kind for kind in range(KINDS) if self.laid[kind]]
        if laid and not rules.carre:
            raise PositionError("position.laid_never", code=PIECES.codes[laid[0]])
        if len(laid) > rules.structures:
            raise PositionError("position.laid_many", n=len(laid), most=rules.structures)
        for kind, code in enumerate(PIECES.codes):
            if self.kept[kind] > self.hand[kind]:
                raise PositionError(
                    "position.kept", code=code, held=self.hand[kind], n=self.kept[kind]
                )
            copies = self.hand[kind] + _CARRE * self.laid[kind] + self.seen[kind]
            if copies > rules.copies:
                raise PositionError("position.copies", n=copies, code=code, most=rules.copies)
        accepted = text("neurotrio.question.cards", low=1, high=rules.most_cards)
        question = text("neurotrio.question.position")
        if not any(self.hand) and not laid:
            raise CardError("card.none_held", question=question, accepted=accepted)
        if self.cards > rules.most_cards:
            raise CardError("card.few", n=self.cards, question=question, accepted=accepted)

    @property
    def cards(self) -> int:
        """Number of cards, the four of each laid carré included."""
        return sum(self.hand) + _CARRE * sum(self.laid)

    @property
    def counts(self) -> Counts:
        """The hand as a count vector."""
        return np.array(self.hand, dtype=np.uint8)

    @property
    def laid_counts(self) -> Counts:
        """One for each laid carré, as the kernels take it."""
        return np.array(self.laid, dtype=np.uint8)

    @property
    def unseen(self) -> tuple[int, ...]:
        """Copies of each kind that the player does not see: 27 counts."""
        return tuple(
            self.rules.copies - self.hand[kind] - _CARRE * self.laid[kind] - self.seen[kind]
            for kind in range(KINDS)
        )

    @property
    def to_discard(self) -> bool:
        """Whether the player holds a drawn or panged card, and has to finish, lay or discard."""
        return sum(self.hand) == self.rules.finish_size - 3 * sum(self.laid)

    @classmethod
    def of(
        cls,
        hand: Cards | Position,
        *,
        rules: Rules | None = None,
        laid: Cards = "",
        kept: Cards = "",
        seen: Cards = "",
        minimum: int | None = None,
    ) -> Position:
        """Build a position from text or counts.

        Parameters
        ----------
        hand
            Cards, or a whole position (as text or as it is), with which no other part goes.
        rules
            The rule set where the text names none; the default rules if None.
        laid
            Cards of the laid carrés, four of each kind: ``"2eb*4"``.
        kept, seen
            Cards.
        minimum
            Points; the lowest suggested minimum if None.

        Examples
        --------
        >>> position = Position.of("2eb*2 2ev", laid="1cn*4", minimum=22)
        >>> position.cards, position.minimum
        (7, 22)
        >>> print(position.to_line())
        neurotrio | hand 2ev 2eb*2 | laid 1cn*4 | minimum 22 | rules two_decks
        """
        if isinstance(hand, Position) or (isinstance(hand, str) and _PARTS.is_text(hand)):
            for name, part in (("laid", laid), ("kept", kept), ("seen", seen)):
                if not isinstance(part, str) or part:
                    raise PositionError("position.part_twice", name=name)
            if minimum is not None:
                raise PositionError("position.part_twice", name="minimum")
            if isinstance(hand, Position):
                if rules is not None and rules != hand.rules:
                    raise PositionError("position.part_twice", name="rules")
                return hand
            return cls.from_text(hand, rules=rules)
        rules = Rules.or_default(rules)
        return cls(
            hand=_counts(hand, rules),
            laid=_laid(laid, rules),
            kept=_counts(kept, rules),
            seen=_counts(seen, rules),
            minimum=rules.least_minimum if minimum is None else checked_minimum(minimum),
            rules=rules,
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
        >>> Position.from_text("2eb*2 2ev | minimum 24").minimum
        24
        """
        parts = _PARTS.read(source)
        if "hand" not in parts and "laid" not in parts:
            raise PositionError("position.no_hand")
        in_force = Rules.of_words(parts["rules"].split(), rules) if "rules" in parts else rules
        return cls.of(
            _counts(parts.get("hand", ""), Rules.or_default(in_force)),
            rules=in_force,
            laid=parts.get("laid", ""),
            kept=parts.get("kept", ""),
            seen=parts.get("seen", ""),
            minimum=checked_minimum(parts["minimum"]) if "minimum" in parts else None,
        )

    @classmethod
    def from_mapping(cls, record: Mapping[str, object], *, rules: Rules | None = None) -> Position:
        """Read a JSON object: ``hand``, and where wanted ``laid``, ``kept``, ``seen``, ``minimum``
        and ``rules`` (option values by name). Other fields are ignored.

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
        minimum = record.get("minimum")
        hand, laid, kept, seen = (
            text_field(record, name) for name in ("hand", "laid", "kept", "seen")
        )
        return cls.of(
            hand or [0] * KINDS,
            rules=in_force,
            laid=laid,
            kept=kept,
            seen=seen,
            minimum=None if minimum is None else checked_minimum(minimum),
        )

    @classmethod
    def load(cls, path: str | Path) -> Position:
        """Read a position from a file, as `save` writes it.

        Raises
        ------
        InputError
            When the file cannot be read or is empty; and as `from_text`.
        """
        return cls.from_text(read_text(path))

    def save(self, path: str | Path) -> None:
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
        if any(self.laid):
            yield f"laid {PIECES.format([_CARRE * n for n in self.laid])}"
        if any(self.kept):
            yield f"kept {PIECES.format(self.kept)}"
        if any(self.seen):
            yield f"seen {PIECES.format(self.seen)}"
        yield f"minimum {self.minimum}"
        yield f"rules {' '.join(self.rules.to_words())}"


def _counts(cards: Cards, rules: Rules) -> tuple[int, ...]:
    return tuple(int(n) for n in as_counts(cards, PIECES, rules.copies))


def _laid(cards: Cards, rules: Rules) -> tuple[int, ...]:
    counts = _counts(cards, rules)
    for code, n in zip(PIECES.codes, counts, strict=True):
        if n % _CARRE:
            raise PositionError("position.laid", n=n, code=code)
    return tuple(n // _CARRE for n in counts)


def checked_minimum(value: object) -> int:
    """Return points at which a player may finish, as a number; refuse what is none."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _HIGHEST_MINIMUM:
        said = value if isinstance(value, str) else options.written(value)
        raise PositionError("position.minimum", value=said, most=_HIGHEST_MINIMUM)
    return value
