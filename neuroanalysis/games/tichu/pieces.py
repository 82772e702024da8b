"""The 56 cards of Tichu and the ways to write them.

Cards 0-51 are ordered by rank, 2 to ace, and within a rank by suit; then Mah Jong (1), Dog, Phoenix
and Dragon. Each is there once, so a hand is a set: 56 counts of 0 or 1, or 56 bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.pieces import Counts, PieceSet
from neuroanalysis.games.tichu._kernels.layout import (
    ACE,
    CARDS,
    DOG,
    DRAGON,
    LOWEST,
    MAH_JONG,
    PHOENIX,
    RANKS,
    SUITS,
)
from neuroanalysis.texts import text

__all__ = [
    "ACE",
    "CARDS",
    "DOG",
    "DRAGON",
    "LOWEST",
    "MAH_JONG",
    "PHOENIX",
    "PIECES",
    "RANKS",
    "RANK_CODES",
    "SUITS",
    "SUIT_LETTERS",
    "as_bits",
    "bits_of",
    "cards_of",
    "kind_name",
    "rank_name",
    "rank_of",
    "suit_of",
]

SUIT_LETTERS: Final = ("s", "h", "d", "c")
RANK_CODES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
"""How each rank is written, from 2."""

_SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
_SPECIAL_NAMES: Final = ("mah_jong", "dog", "phoenix", "dragon")
_FACE_NAMES: Final = {11: "jack", 12: "queen", 13: "king", 14: "ace"}

_CODES: Final = (
    *(f"{rank}{suit}" for rank, suit in product(RANK_CODES, SUIT_LETTERS)),
    *("MJ", "Dog", "Ph", "Dr"),
)
# What a person may write besides: the suits of the game's own pack, and of a French pack.
_SUIT_WORDS: Final = (
    ("s", "jade", "spade", "spades", "pique", "piques", "♠"),
    ("h", "sword", "épée", "epee", "heart", "hearts", "coeur", "cœur", "coeurs", "cœurs", "♥"),
    ("d", "pagoda", "pagode", "diamond", "diamonds", "carreau", "carreaux", "♦"),
    (
        "c",
        "star",
        "étoile",
        "etoile",
        "club",
        "clubs",
        "trèfle",
        "trefle",
        "trèfles",
        "trefles",
        "♣",
    ),
)
_RANK_WORDS: Final = {10: ("t", "10"), 11: ("j", "v"), 12: ("q", "d"), 13: ("k", "r")}
_OTHER_WORDS: Final = {
    "1": MAH_JONG,
    "mj": MAH_JONG,
    "mahjong": MAH_JONG,
    "mah-jong": MAH_JONG,
    "dog": DOG,
    "chien": DOG,
    "ph": PHOENIX,
    "phoenix": PHOENIX,
    "phénix": PHOENIX,
    "phenix": PHOENIX,
    "dr": DRAGON,
    "dragon": DRAGON,
}


def _aliases() -> dict[str, int]:
    found = dict(_OTHER_WORDS)
    for place, suit in product(range(RANKS), range(SUITS)):
        for rank in _RANK_WORDS.get(LOWEST + place, (RANK_CODES[place].lower(),)):
            for word in _SUIT_WORDS[suit]:
                found[f"{rank}{word}"] = SUITS * place + suit
    return found


PIECES: Final = PieceSet(codes=_CODES, aliases=_aliases())


def bits_of(cards: Iterable[int]) -> int:
    """Return a set of cards as bits.

    Examples
    --------
    >>> bits_of([PIECES.kind("2s"), PIECES.kind("2h")])
    3
    """
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def cards_of(bits: int) -> list[int]:
    """Return the cards of a set, in their order.

    Examples
    --------
    >>> cards_of(bits_of([PHOENIX, 7])) == [7, PHOENIX]
    True
    """
    return [card for card in range(CARDS) if bits >> card & 1]


def as_bits(counts: Counts) -> int:
    """Return 56 counts as bits.

    Examples
    --------
    >>> cards_of(as_bits(PIECES.parse("Ph As"))) == [PIECES.kind("As"), PHOENIX]
    True
    """
    return bits_of(int(card) for card in np.flatnonzero(counts))


def rank_of(card: int) -> int | None:
    """Return the rank of a card, 1 for Mah Jong; None for the other three special cards.

    Examples
    --------
    >>> rank_of(PIECES.kind("Ts")), rank_of(MAH_JONG), rank_of(DOG)
    (10, 1, None)
    """
    if card < MAH_JONG:
        return card // SUITS + LOWEST
    return 1 if card == MAH_JONG else None


def suit_of(card: int) -> int | None:
    """Return the suit of a card (0 spades, 1 hearts, 2 diamonds, 3 clubs); None without one."""
    return card % SUITS if card < MAH_JONG else None


def rank_name(rank: int) -> str:
    """Return what a person calls a rank, in the language in force.

    Examples
    --------
    >>> rank_name(7), rank_name(13)
    ('7', 'king')
    """
    return text(f"tichu.rank.{_FACE_NAMES[rank]}") if rank in _FACE_NAMES else str(rank)


@checked
def kind_name(card: int) -> str:
    """Return what a person calls a card, in the language in force.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     kind_name(PIECES.kind("Ks")), kind_name(DOG)
    ('roi de pique', 'Chien')
    """
    suit, rank = suit_of(card), rank_of(card)
    if suit is None or rank is None:
        return text(f"tichu.card.{_SPECIAL_NAMES[card - MAH_JONG]}")
    return text(
        "tichu.card.name", rank=rank_name(rank), suit=text(f"tichu.suit.{_SUIT_NAMES[suit]}")
    )
