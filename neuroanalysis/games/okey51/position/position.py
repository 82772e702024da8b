"""A rack with what belongs to it: the input of every question about a hand.

A position has a text form for files and for pasting::

    okey51 | hand r5 r6 r7 fo b9 | okey r6 | melds b4-b5-b6 | seen k3 | threshold 60 | opened yes
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from typing import Final

import numpy as np

from neuroanalysis.core import options
from neuroanalysis.core.files import read_text, write_text
from neuroanalysis.core.hands import CountsLike, as_counts
from neuroanalysis.core.pieces import Counts
from neuroanalysis.core.position_text import PartNames, text_field
from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.okey51.pieces import (
    COPIES,
    FAKE,
    IDENTITIES,
    PIECES,
    TILES,
    indicator_of,
    okey_of,
)
from neuroanalysis.games.okey51.position.meld import Meld
from neuroanalysis.games.okey51.rules import GAME, Rules
from neuroanalysis.texts import text

__all__ = ["Position", "Tiles", "checked_threshold", "okey_of_words", "open_melds"]

Tiles = str | CountsLike | Sequence[str]
"""Tiles as text, as 53 counts, or as a list of codes."""

_NOTHING: Final = (0,) * TILES
_HIGHEST: Final = 999
# French names of the parts are understood as well; the English ones are written.
_PARTS: Final = PartNames(
    GAME,
    {
        "hand": "hand",
        "main": "hand",
        "okey": "okey",
        "indicator": "indicator",
        "indicateur": "indicator",
        "melds": "melds",
        "combinaisons": "melds",
        "seen": "seen",
        "vues": "seen",
        "threshold": "threshold",
        "seuil": "threshold",
        "opened": "opened",
        "ouvert": "opened",
        "rules": "rules",
        "règles": "rules",
        "regles": "rules",
    },
)
_ANSWERS: Final = {
    "yes": True,
    "oui": True,
    "true": True,
    "no": False,
    "non": False,
    "false": False,
}


@dataclass(frozen=True)
class Position:
    """A rack with what belongs to it, validated.

    Build one with `of`, `from_text` or `from_mapping`, which take text and plain values.

    Parameters
    ----------
    hand
        53 counts: the tiles on the player's rack.
    okey
        The kind that is wild: an `identity`.
    melds
        The melds open on the table, in their order.
    seen
        53 counts: further tiles seen elsewhere, melds and the indicator left out, which can no
        longer be drawn.
    threshold
        What an opening is worth at least; with doubling on, one more than the last opener's total.
    opened
        Whether the player has opened (by melds).
    rules
        The rule set.

    Raises
    ------
    CardError, PositionError
        For no tile or too many, a copy too many over all parts, a fake okey as okey.
    """

    hand: tuple[int, ...]
    okey: int
    melds: tuple[Meld, ...] = ()
    seen: tuple[int, ...] = _NOTHING
    threshold: int = field(default_factory=lambda: Rules().threshold)
    opened: bool = False
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        """Check the parts against each other."""
        PIECES.check_copies(self.hand, COPIES)
        if not any(self.hand):
            raise CardError(
                "card.none_held",
                question=text("okey51.question.position"),
                accepted=text("okey51.question.tiles", low=1, high=self.rules.hand_size + 1),
            )
        if self.tiles > self.rules.hand_size + 1:
            raise CardError("okey51.position.many", n=self.tiles, high=self.rules.hand_size + 1)
        PIECES.check_copies(self.seen, COPIES)
        for kind, code in enumerate(PIECES.codes):
            self._check_copies(kind, code)
        okeys = self.wilds + self.seen[self.okey] + sum(meld.wilds for meld in self.melds)
        if okeys > COPIES:
            raise PositionError("okey51.position.copies", n=okeys, code="okey", most=COPIES)

    def _check_copies(self, kind: int, code: str) -> None:
        """Refuse more tiles of a kind, over hand, table and what was seen, than there are."""
        held = self.hand[kind] + self.seen[kind]
        apart = int(kind == self.indicator and self.rules.first_player_indicator_removed)
        # In a meld a fake okey cannot be told from the tile that it stands for; an okey in its own
        # place is said to be wild, so that a natural one there is a fake.
        fakes = COPIES - self.hand[FAKE] - self.seen[FAKE] if kind == self.fake_identity else 0
        on_table = self._open_naturals[kind]
        free = 0 if kind == self.okey else max(0, COPIES - apart - held)
        if held > COPIES - apart or on_table > free + fakes:
            n = held + on_table + apart
            raise PositionError("okey51.position.copies", n=n, code=code, most=COPIES + fakes)

    @cached_property
    def _open_naturals(self) -> Counter[int]:
        return Counter(tile.identity for meld in self.melds for tile in meld.tiles if not tile.wild)

    @property
    def fake_identity(self) -> int:
        """What a fake okey stands for under the rules."""
        return self.okey if self.rules.fake_okey_value == "okey" else self.indicator

    @property
    def indicator(self) -> int:
        """The tile that was turned."""
        return indicator_of(self.okey)

    @property
    def tiles(self) -> int:
        """Number of tiles on the rack."""
        return sum(self.hand)

    @property
    def wilds(self) -> int:
        """Number of okeys on the rack."""
        return self.hand[self.okey]

    @property
    def to_discard(self) -> bool:
        """Whether a tile more than between turns is on the rack, so that one is to be discarded."""
        return self.tiles == self.rules.hand_size + 1

    @property
    def counts(self) -> Counts:
        """The rack as a count vector."""
        return np.array(self.hand, dtype=np.uint8)

    @cached_property
    def naturals(self) -> Counts:
        """52 counts by identity: fake okeys under what they stand for, okeys left out."""
        counts = np.array(self.hand[:IDENTITIES], dtype=np.uint8)
        counts[self.okey] = 0
        counts[self.fake_identity] += self.hand[FAKE]
        return counts

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """Copies of each kind that the player does not see: 53 counts."""
        left = [COPIES - self.hand[kind] - self.seen[kind] for kind in range(TILES)]
        if self.rules.first_player_indicator_removed:
            left[self.indicator] -= 1
        left[self.okey] -= sum(meld.wilds for meld in self.melds)
        for kind, n in self._open_naturals.items():
            # First the tiles themselves, then fake okeys that stand for them.
            own = min(n, left[kind]) if kind != self.okey else 0
            left[kind] -= own
            left[FAKE] -= n - own
        return tuple(max(0, n) for n in left)

    @classmethod
    def of(
        cls,
        hand: Tiles | Position,
        *,
        okey: str | int | None = None,
        indicator: str | int | None = None,
        rules: Rules | Mapping[str, object] | None = None,
        melds: str | Iterable[Meld | str] = (),
        seen: Tiles = "",
        threshold: int | None = None,
        opened: bool = False,
    ) -> Position:
        """Build a position from text or counts.

        Parameters
        ----------
        hand
            Tiles (as text, as a list of codes or as 53 counts), or a whole position (as text or as
            it is), with which no other part goes.
        okey, indicator
            One of them: the tile that is wild, or the one that was turned; its code, or its kind as
            a number from 0 to 51 (``13 * colour + number - 1``).
        rules
            The rule set where the text names none, or option values by name; the default rules if
            None.
        melds
            The open melds: ``"r4-r5*-r6 b9-r9-k9"``, or a list of such texts or of `Meld`.
        seen
            Tiles.
        threshold
            What an opening is worth at least; that of the rules if None.
        opened
            Whether the player has opened.

        Raises
        ------
        CardError, InputError, PositionError, RulesError
            For a part of the wrong type, or whatever is wrong inside one; it is named.

        Examples
        --------
        >>> position = Position.of("r5 r6 r7 fo b9", indicator="r5")
        >>> position.tiles, position.wilds, position.to_line()
        (5, 1, 'okey51 | hand r5 r6 r7 b9 fo | okey r6 | threshold 51 | rules okey51')
        >>> Position.of(["b9"], okey="y2", melds=["r5-r6-r7"], rules={"threshold": 60}).threshold
        60
        """
        if not isinstance(rules, Rules | None):
            rules = _rules(rules)
        if not isinstance(opened, bool):
            raise _wrong_type("opened", opened, "boolean")
        if isinstance(hand, Position) or (isinstance(hand, str) and _PARTS.is_text(hand)):
            for name, part in (("melds", melds), ("seen", seen)):
                if not isinstance(part, str | tuple) or part:
                    raise PositionError("position.part_twice", name=name)
            for name, number in (("threshold", threshold), ("opened", opened or None)):
                if number is not None:
                    raise PositionError("position.part_twice", name=name)
            if isinstance(hand, str):
                return cls.from_text(hand, rules=rules, okey=okey, indicator=indicator)
            for name, given in (("rules", rules), ("okey", okey), ("indicator", indicator)):
                if given is not None:
                    raise PositionError("position.part_twice", name=name)
            return hand
        rules = Rules.or_default(rules)
        return cls(
            hand=_counts(hand, "hand"),
            okey=okey_of_words(okey, indicator),
            melds=open_melds(melds, rules),
            seen=_counts(seen, "seen"),
            threshold=rules.threshold if threshold is None else checked_threshold(threshold),
            opened=opened,
            rules=rules,
        )

    @classmethod
    def from_text(
        cls,
        source: str,
        *,
        rules: Rules | None = None,
        okey: str | int | None = None,
        indicator: str | int | None = None,
    ) -> Position:
        """Read the text form, in one line or several; lines that begin with ``#`` are remarks.

        Raises
        ------
        PositionError, CardError, RulesError
            For an unknown or repeated part, or whatever is wrong inside one.

        Examples
        --------
        >>> Position.from_text("r5 r6 r7 | okey b2 | threshold 60").threshold
        60
        """
        parts = _PARTS.read(source)
        if "hand" not in parts:
            raise PositionError("position.no_hand")
        in_force = Rules.of_words(parts["rules"].split(), rules) if "rules" in parts else rules
        named = "okey" in parts or "indicator" in parts
        return cls.of(
            _counts(parts["hand"], "hand"),
            rules=in_force,
            okey=parts.get("okey") if named else okey,
            indicator=parts.get("indicator") if named else indicator,
            melds=parts.get("melds", ""),
            seen=parts.get("seen", ""),
            threshold=checked_threshold(parts["threshold"]) if "threshold" in parts else None,
            opened=_opened(parts.get("opened", "no")),
        )

    @classmethod
    def from_mapping(cls, record: Mapping[str, object], *, rules: Rules | None = None) -> Position:
        """Read a JSON object: ``hand`` and ``okey`` or ``indicator``, and where wanted ``melds``,
        ``seen``, ``threshold``, ``opened`` and ``rules``. Other fields are ignored.

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
        threshold = record.get("threshold")
        opened = record.get("opened", False)
        # As an answer writes them: a list of texts.
        written = record.get("melds")
        if isinstance(written, list):
            melds = " ".join(options.strings(written, "melds"))
            record = {**record, "melds": melds}
        hand, okey, indicator, melds, seen = (
            text_field(record, name) for name in ("hand", "okey", "indicator", "melds", "seen")
        )
        return cls.of(
            hand,
            rules=in_force,
            okey=okey or None,
            indicator=indicator or None,
            melds=melds,
            seen=seen,
            threshold=None if threshold is None else checked_threshold(threshold),
            opened=opened if isinstance(opened, bool) else _opened(options.written(opened)),
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
        yield f"hand {PIECES.format(self.hand)}"
        yield f"okey {PIECES.codes[self.okey]}"
        if self.melds:
            yield f"melds {' '.join(meld.to_text() for meld in self.melds)}"
        if any(self.seen):
            yield f"seen {PIECES.format(self.seen)}"
        yield f"threshold {self.threshold}"
        if self.opened:
            yield "opened yes"
        yield f"rules {' '.join(self.rules.to_words())}"


def okey_of_words(okey: str | int | None, indicator: str | int | None) -> int:
    """Return the kind that is wild, by its own name or by the indicator's.

    Raises
    ------
    PositionError
        For none or both of them, and for a fake okey.
    InputError
        For a number that is no kind of a number tile, or neither text nor number.

    Examples
    --------
    >>> PIECES.codes[okey_of_words(None, "k13")]
    'k1'
    """
    if (okey is None) == (indicator is None):
        raise PositionError("okey51.position.no_okey" if okey is None else "okey51.position.both")
    name, named = ("okey", okey) if okey is not None else ("indicator", indicator)
    if isinstance(named, str):
        kind = PIECES.kind(named.strip())
    elif isinstance(named, bool) or not isinstance(named, Integral):
        raise _wrong_type(name, named, "tile")
    else:
        kind = int(named)
        options.check_whole(name, kind, 0, TILES - 1)
    if kind >= IDENTITIES:
        raise PositionError("okey51.position.fake_okey")
    return kind if okey is not None else okey_of(kind)


def checked_threshold(value: object) -> int:
    """Return what an opening is worth at least, as a number; refuse what is none."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _HIGHEST:
        said = value if isinstance(value, str) else options.written(value)
        raise PositionError("okey51.position.threshold", value=said, most=_HIGHEST)
    return value


def _opened(word: str) -> bool:
    if word.lower() not in _ANSWERS:
        raise PositionError("okey51.position.opened", value=word)
    return _ANSWERS[word.lower()]


def open_melds(melds: str | Iterable[Meld | str], rules: Rules) -> tuple[Meld, ...]:
    """Return open melds from one text, or from a list of texts and melds.

    Raises
    ------
    InputError
        For anything else.
    CardError, PositionError
        For what is no meld under the rules.

    Examples
    --------
    >>> [meld.kind for meld in open_melds(["r4-r5-r6", "b9-r9-k9 y1-y2-y3"], Rules())]
    ['run', 'set', 'run']
    """
    if isinstance(melds, Meld) or not isinstance(melds, Iterable):
        raise _wrong_type("melds", melds, "melds")
    found: list[Meld] = []
    for one in [melds] if isinstance(melds, str) else melds:
        if isinstance(one, Meld):
            found.append(one)
        elif isinstance(one, str):
            found += [Meld.of(words, rules) for words in one.split()]
        else:
            raise _wrong_type("melds", one, "melds")
    return tuple(found)


def _rules(given: object) -> Rules:
    """Return rules that came as option values by name."""
    if isinstance(given, Mapping):
        return Rules.from_mapping(options.table(given, "rules"))
    raise _wrong_type("rules", given, "rules")


def _wrong_type(name: str, value: object, expected: str) -> InputError:
    said = options.written(value)
    return InputError(
        "input.field_type", name=name, value=said, expected=text(f"okey51.type.{expected}")
    )


def _counts(tiles: object, name: str) -> tuple[int, ...]:
    if not isinstance(tiles, str | Sequence | np.ndarray):
        raise _wrong_type(name, tiles, "tiles")
    return tuple(int(n) for n in as_counts(tiles, PIECES, COPIES))
