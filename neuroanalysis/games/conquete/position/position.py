"""A domain and a hand with what belongs to them: the input of every question about a placement.

A position has a text form for files and for pasting::

    conquete | domain 0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2 | hand 1eb 2en | player 1
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
from neuroanalysis.games.conquete._kernels.layout import MOST_CARDS, MOST_PLAYERS
from neuroanalysis.games.conquete.pieces import KINDS, PIECES, compatible_kinds
from neuroanalysis.games.conquete.position.building import check_buildable
from neuroanalysis.games.conquete.position.domain import Domain, DomainLike, cell_words
from neuroanalysis.games.conquete.position.grid import fits_grid, fits_ratio
from neuroanalysis.games.conquete.rules import GAME, Rules
from neuroanalysis.texts import text

__all__ = ["PARTS", "Cards", "Position"]

Cards = str | CountsLike
"""Cards as text or as 27 counts."""

# French names of the parts are understood as well; the English ones are written.
PARTS: Final = PartNames(
    GAME,
    {
        "domain": "domain",
        "domaine": "domain",
        "hand": "hand",
        "main": "hand",
        "player": "player",
        "joueur": "player",
        "enlarged": "enlarged",
        "agrandi": "enlarged",
        "rules": "rules",
        "règles": "rules",
        "regles": "rules",
    },
)


@dataclass(frozen=True)
class Position:
    """A domain and a hand with what belongs to them, validated.

    Build one with `of`, `from_text` or `from_mapping`, which take text and plain values, and also
    refuse a domain that cannot have been placed in any order.

    Parameters
    ----------
    domain
        The cards that lie.
    hand
        27 counts: the cards in hand, any number of them.
    player
        Whose hand it is, a number from 1; None for a player without cards in the domain, whose
        placements are nobody's.
    enlarged
        How often the grid has been enlarged (section 5).
    rules
        The rule set.

    Raises
    ------
    CardError, PositionError
        For a copy too many, a domain of a shape that may not be, or a card that is compatible with
        no neighbour.
    """

    domain: Domain
    hand: tuple[int, ...]
    player: int | None = None
    enlarged: int = 0
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        """Check the parts against each other."""
        PIECES.check_copies(self.hand, self.rules.copies)
        PIECES.check_copies(tuple(self.domain.counts.tolist()), self.rules.copies)
        for kind, n in enumerate((self.domain.counts + self.counts).tolist()):
            if n > self.rules.copies:
                raise PositionError(
                    "conquete.position.copies",
                    n=n,
                    code=PIECES.codes[kind],
                    most=self.rules.copies,
                )
        if self.player is not None and not 1 <= self.player <= MOST_PLAYERS:
            raise PositionError("conquete.position.player", value=self.player, most=MOST_PLAYERS)
        if not 0 <= self.enlarged <= MOST_CARDS:
            raise PositionError("conquete.position.enlarged", value=self.enlarged, most=MOST_CARDS)
        self._check_shape()
        self._check_neighbours()

    def _check_shape(self) -> None:
        rows, columns, rules = self.domain.rows, self.domain.columns, self.rules
        if not fits_ratio(rows, columns, rules):
            raise PositionError(
                "conquete.domain.ratio", rows=rows, columns=columns, ratio=rules.shape_ratio
            )
        if not fits_grid(rows, columns, self.enlarged, rules):
            raise PositionError(
                "conquete.domain.grid",
                rows=rows,
                columns=columns,
                most_rows=rules.most_rows + self.enlarged * rules.rows_enlarged,
                most_columns=rules.most_columns + self.enlarged * rules.columns_enlarged,
                enlarged=self.enlarged,
            )

    def _check_neighbours(self) -> None:
        goes_with = compatible_kinds(self.rules.shared_attributes)
        for card in self.domain if len(self.domain) > 1 else ():
            touching = self.domain.touching(card.cell)
            if not any(goes_with[card.kind] >> other.kind & 1 for other in touching):
                raise PositionError(
                    "conquete.domain.lonely",
                    code=PIECES.codes[card.kind],
                    cell=cell_words(card.cell),
                )

    @cached_property
    def counts(self) -> Counts:
        """The hand as a count vector."""
        return np.array(self.hand, dtype=np.uint8)

    @property
    def cards(self) -> int:
        """Number of cards in hand."""
        return sum(self.hand)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds in hand, each once."""
        return tuple(kind for kind, n in enumerate(self.hand) if n)

    @property
    def unseen(self) -> Counts:
        """The cards neither in hand nor in the domain, as a count vector."""
        whole = np.full(KINDS, self.rules.copies, dtype=np.uint8)
        return whole - self.counts - self.domain.counts

    @classmethod
    def of(
        cls,
        hand: Cards | Position,
        *,
        domain: DomainLike | None = None,
        player: str | int | None = None,
        enlarged: str | int | None = None,
        rules: Rules | None = None,
    ) -> Position:
        """Build a position from text or lists.

        Parameters
        ----------
        hand
            Cards, or a whole position (as text or as it is), with which no other part goes.
        domain
            The cards that lie, as text or as a list.
        player, enlarged
            Numbers; see above.
        rules
            The rule set where the text names none; the default rules if None.

        Examples
        --------
        >>> position = Position.of("1eb 2en", domain="0,0 2eb ; 0,1 2ev 1", player=1)
        >>> position.to_line()
        'conquete | domain 0,0 2eb ; 0,1 2ev 1 | hand 1eb 2en | player 1 | rules conquete'
        """
        if isinstance(hand, Position) or (isinstance(hand, str) and PARTS.is_text(hand)):
            parts = {"domain": domain, "player": player, "enlarged": enlarged}
            for name, part in parts.items():
                if part is not None and part != "":
                    raise PositionError("position.part_twice", name=name)
            if isinstance(hand, str):
                return cls.from_text(hand, rules=rules)
            if rules is not None and rules != hand.rules:
                raise PositionError("position.part_twice", name="rules")
            return hand
        if domain is None:
            raise PositionError("conquete.position.no_domain")
        in_force = Rules.or_default(rules)
        position = cls(
            domain=Domain.of(domain),
            hand=_counts(hand, in_force),
            player=_number(player, "player", 1, MOST_PLAYERS),
            enlarged=_number(enlarged, "enlarged", 0, MOST_CARDS) or 0,
            rules=in_force,
        )
        check_buildable(position.domain, position.enlarged, in_force)
        return position

    @classmethod
    def from_text(cls, source: str, *, rules: Rules | None = None) -> Position:
        """Read the text form, in one line or several; lines that begin with ``#`` are remarks.

        Raises
        ------
        PositionError, CardError, RulesError
            For an unknown or repeated part, or whatever is wrong inside one.

        Examples
        --------
        >>> Position.from_text("main 1eb 2en | domaine 0,0 2eb | joueur 2").player
        2
        """
        parts = PARTS.read(source)
        if "hand" not in parts:
            raise PositionError("position.no_hand")
        in_force = Rules.of_words(parts["rules"].split(), rules) if "rules" in parts else rules
        return cls.of(
            _counts(parts["hand"], Rules.or_default(in_force)),
            domain=parts.get("domain"),
            player=parts.get("player"),
            enlarged=parts.get("enlarged"),
            rules=in_force,
        )

    @classmethod
    def from_mapping(cls, record: Mapping[str, object], *, rules: Rules | None = None) -> Position:
        """Read a JSON object: ``hand``, ``domain``, and where wanted the other parts.

        The ``hand`` may be a position's whole text instead, with its domain.

        Raises
        ------
        InputError, CardError, PositionError, RulesError
            For a missing field, one of the wrong type, or whatever is wrong inside one.

        Examples
        --------
        >>> Position.from_mapping({"domain": [[0, 0, "2eb"]], "hand": "1eb 2en"}).cards
        2
        """
        if "hand" not in record:
            raise InputError("input.field", name="hand")
        in_force = rules
        if "rules" in record:
            in_force = Rules.from_mapping(options.table(record["rules"], "rules"), rules)
        hand = text_field(record, "hand")
        if "domain" not in record:
            if not PARTS.is_text(hand):
                raise InputError("input.field", name="domain")
            for name in ("player", "enlarged"):
                if record.get(name) is not None:
                    raise PositionError("position.part_twice", name=name)
            return cls.from_text(hand, rules=in_force)
        domain = record["domain"]
        if not isinstance(domain, str | list | tuple):
            raise InputError(
                "input.field_type",
                name="domain",
                value=options.written(domain),
                expected=text("errors.type.list"),
            )
        return cls.of(
            _counts(hand, Rules.or_default(in_force)),
            domain=domain,
            player=_number(record.get("player"), "player", 1, MOST_PLAYERS),
            enlarged=_number(record.get("enlarged"), "enlarged", 0, MOST_CARDS),
            rules=in_force,
        )

    @staticmethod
    def parts(source: str) -> dict[str, str]:
        """Return the words of each part of a text form, by its English name.

        Raises
        ------
        PositionError
            For an unknown part, or one that stands twice.

        Examples
        --------
        >>> Position.parts("1eb 2en | domaine 0,0 2eb")
        {'hand': '1eb 2en', 'domain': '0,0 2eb'}
        """
        return PARTS.read(source)

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

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it, rules left out."""
        record: dict[str, object] = {
            "domain": self.domain.to_list(),
            "hand": PIECES.format(self.hand),
        }
        if self.player is not None:
            record["player"] = self.player
        return record | {"enlarged": self.enlarged} if self.enlarged else record

    def _segments(self) -> Iterable[str]:
        yield GAME
        yield f"domain {self.domain.to_text()}"
        yield f"hand {PIECES.format(self.hand)}".rstrip()
        if self.player is not None:
            yield f"player {self.player}"
        if self.enlarged:
            yield f"enlarged {self.enlarged}"
        yield f"rules {' '.join(self.rules.to_words())}"


def _counts(cards: Cards | Sequence[str], rules: Rules) -> tuple[int, ...]:
    return tuple(int(n) for n in as_counts(cards, PIECES, rules.copies))


def _number(value: object, name: str, low: int, high: int) -> int | None:
    """Return a part that is a whole number, as text has it or as it is; None where it is not."""
    if isinstance(value, str):
        words = value.strip()
        if not words:
            return None
        if not (words.isascii() and words.isdigit() and len(words) <= 9):
            raise PositionError(f"conquete.position.{name}", value=words, most=high)
        value = int(words)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"conquete.position.{name}", value=options.written(value), most=high)
    return value
