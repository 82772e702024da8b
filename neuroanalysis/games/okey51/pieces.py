"""The 53 kinds of tiles of Okey 51, and what a tile stands for.

A number tile has a colour (red, blue, black, yellow) and a number from 1 to 13; its kind is
``13 * colour + number - 1``, which is also its *identity*. The fake okey is the last kind; which
identity it has depends on the round.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.pieces import PieceSet
from neuroanalysis.games.okey51._kernels.layout import COLOURS, IDENTITIES, NUMBERS
from neuroanalysis.texts import text

__all__ = [
    "COLOURS",
    "COLOUR_LETTERS",
    "COPIES",
    "FAKE",
    "IDENTITIES",
    "NUMBERS",
    "PIECES",
    "TILES",
    "colour_name",
    "colour_of",
    "identity",
    "indicator_of",
    "kind_name",
    "number_of",
    "okey_of",
]

COLOUR_LETTERS: Final = ("r", "b", "k", "y")
_FRENCH: Final = {"r": "r", "b": "b", "k": "n", "y": "j"}
_NAMES: Final = ("red", "blue", "black", "yellow")

FAKE: Final = IDENTITIES
"""The kind of the fake okey."""
TILES: Final = IDENTITIES + 1
"""How many kinds there are."""
COPIES: Final = 2
"""Copies of each kind, the fake okey included: 106 tiles."""

_CODES: Final = (
    *(f"{letter}{number}" for letter, number in product(COLOUR_LETTERS, range(1, NUMBERS + 1))),
    "fo",
)

PIECES: Final = PieceSet(
    codes=_CODES,
    aliases={_FRENCH[code[0]] + code[1:]: kind for kind, code in enumerate(_CODES[:FAKE])},
)


def colour_of(kind: int) -> int:
    """Return the colour of a number tile: 0 red, 1 blue, 2 black, 3 yellow.

    Examples
    --------
    >>> colour_of(PIECES.kind("k7")), number_of(PIECES.kind("k7"))
    (2, 7)
    """
    return kind // NUMBERS


def number_of(kind: int) -> int:
    """Return the number of a number tile."""
    return kind % NUMBERS + 1


def identity(colour: int, number: int) -> int:
    """Return the kind of a number tile by its colour and number.

    Examples
    --------
    >>> PIECES.codes[identity(3, 13)]
    'y13'
    """
    return NUMBERS * colour + number - 1


def okey_of(indicator: int) -> int:
    """Return the okey that an indicator makes: the next number of its colour, 1 after 13.

    Examples
    --------
    >>> PIECES.codes[okey_of(PIECES.kind("r5"))], PIECES.codes[okey_of(PIECES.kind("r13"))]
    ('r6', 'r1')
    """
    return identity(colour_of(indicator), number_of(indicator) % NUMBERS + 1)


def indicator_of(okey: int) -> int:
    """Return the indicator that makes a tile the okey.

    Examples
    --------
    >>> PIECES.codes[indicator_of(PIECES.kind("r1"))]
    'r13'
    """
    return identity(colour_of(okey), (number_of(okey) - 2) % NUMBERS + 1)


def colour_name(colour: int) -> str:
    """Return what a person calls a colour, in the language in force."""
    return text(f"okey51.colour.{_NAMES[colour]}")


@checked
def kind_name(kind: int) -> str:
    """Return what a person calls a kind of tile, in the language in force.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     kind_name(PIECES.kind("r5")), kind_name(FAKE)
    ('red 5', 'fake okey')
    >>> with speaking("fr"):
    ...     kind_name(PIECES.kind("k12")), kind_name(FAKE)
    ('12 noir', 'fausse okey')
    """
    if kind == FAKE:
        return text("okey51.tile.fake")
    return text("okey51.tile.name", colour=colour_name(colour_of(kind)), number=number_of(kind))
