"""The 36 kinds of Mhing cards and the ways to write them.

Kinds 0-8 are characters 1-9, 9-17 circles, 18-26 bamboos, 27-30 the winds east, south, west, north,
31-33 the dragons white, green, red: 34 real kinds of four copies. Then come the joker (6 copies)
and the flower (8). Hands are written in mahjong notation: ``123m 555p 11z J F``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Final

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.pieces import Counts, PieceSet
from neuroanalysis.games.mhing._kernels.layout import DRAGONS, RANKS, REAL, SUITS, WINDS
from neuroanalysis.texts import text

__all__ = [
    "COPIES",
    "DRAGONS",
    "FLOWER",
    "JOKER",
    "KINDS",
    "PIECES",
    "REAL",
    "WINDS",
    "compact",
    "kind_name",
    "parse",
    "rank_of",
    "suit_of",
]

SUIT_LETTERS: Final = ("m", "p", "s")
_SUIT_NAMES: Final = ("characters", "circles", "bamboos")
_HONOUR_NAMES: Final = ("east", "south", "west", "north", "white", "green", "red")

JOKER: Final = REAL
FLOWER: Final = REAL + 1
KINDS: Final = REAL + 2
COPIES: Final = (4,) * REAL + (6, 8)
"""How many cards of each kind there are: 150 in all."""

_CODES: Final = (
    *(f"{rank}{suit}" for suit, rank in product(SUIT_LETTERS, range(1, RANKS + 1))),
    *(f"{place}z" for place in range(1, 8)),
    "J",
    "F",
)
# What a person may write besides; all English or French.
_SUIT_WORDS: Final = (
    ("character", "characters", "caractère", "caractères", "caractere", "caracteres"),
    ("circle", "circles", "cercle", "cercles"),
    ("bamboo", "bamboos", "bambou", "bambous"),
)
_HONOUR_WORDS: Final = (
    ("east", "est"),
    ("south", "sud"),
    ("west", "ouest"),
    ("north", "nord"),
    ("white", "blanc"),
    ("green", "vert"),
    ("red", "rouge"),
)
_OTHER_WORDS: Final = {
    "joker": JOKER,
    "jokers": JOKER,
    "flower": FLOWER,
    "flowers": FLOWER,
    "fleur": FLOWER,
    "fleurs": FLOWER,
}


def _aliases() -> dict[str, int]:
    found = dict(_OTHER_WORDS)
    for suit, words in enumerate(_SUIT_WORDS):
        for word, rank in product(words, range(1, RANKS + 1)):
            found[f"{rank}{word}"] = RANKS * suit + rank - 1
    for honour, names in enumerate(_HONOUR_WORDS):
        for name in names:
            found[name] = WINDS + honour
    return found | {"j": JOKER, "f": FLOWER}


PIECES: Final = PieceSet(codes=_CODES, aliases=_aliases())

# "123m" is three cards; "1m*2" and words are left to the piece set.
_SEVERAL: Final = re.compile(r"(?<![^\s,;])(\d{2,})([mpsz])(?![^\s,;])", re.IGNORECASE)
_MARKS: Final = re.compile(r"(?<![^\s,;])([JF]{2,})(?![^\s,;])", re.IGNORECASE)


def parse(source: str, copies: Sequence[int] | None = COPIES) -> Counts:
    """Read cards in mahjong notation, or card by card.

    Raises
    ------
    CardError
        For an unknown code, or a copy too many.

    Examples
    --------
    >>> PIECES.format(parse("555m 12z JJ east"))
    '5m*3 1z*2 2z J*2'
    """
    spread = _SEVERAL.sub(lambda several: _spread(several[1], several[2]), source)
    return PIECES.parse(_MARKS.sub(lambda several: " ".join(several[1]), spread), copies)


def _spread(digits: str, suit: str) -> str:
    return " ".join(f"{digit}{suit}" for digit in digits)


def compact(counts: Counts | Sequence[int]) -> str:
    """Write cards in mahjong notation.

    Examples
    --------
    >>> compact(parse("5m 5m 5m 1z 2z J J"))
    '555m 12z J J'
    """
    words: list[str] = []
    for suit, letter in enumerate((*SUIT_LETTERS, "z")):
        held = counts[RANKS * suit : min(RANKS * (suit + 1), REAL)]
        digits = "".join(str(rank) * int(n) for rank, n in enumerate(held, start=1))
        if digits:
            words.append(digits + letter)
    words += ["J"] * int(counts[JOKER]) + ["F"] * int(counts[FLOWER])
    return " ".join(words)


def suit_of(kind: int) -> int | None:
    """Return the suit of a real card (0 characters, 1 circles, 2 bamboos); None for an honour."""
    return kind // RANKS if kind < SUITS * RANKS else None


def rank_of(kind: int) -> int | None:
    """Return the number of a card of a suit; None for an honour.

    Examples
    --------
    >>> rank_of(PIECES.kind("7p")), rank_of(PIECES.kind("east"))
    (7, None)
    """
    return kind % RANKS + 1 if kind < SUITS * RANKS else None


@checked
def kind_name(kind: int) -> str:
    """Return what a person calls a kind of card, in the language in force.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     kind_name(PIECES.kind("3s")), kind_name(PIECES.kind("1z")), kind_name(JOKER)
    ('3 de bambous', 'vent d’est', 'joker')
    """
    if kind in (JOKER, FLOWER):
        return text(f"mhing.card.{'joker' if kind == JOKER else 'flower'}")
    rank, suit = rank_of(kind), suit_of(kind)
    if rank is None or suit is None:
        return text(f"mhing.card.{_HONOUR_NAMES[kind - WINDS]}")
    return text("mhing.card.name", rank=rank, suit=text(f"mhing.suit.{_SUIT_NAMES[suit]}"))
