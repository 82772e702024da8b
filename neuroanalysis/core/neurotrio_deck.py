"""The 27 kinds of Neurotrio cards, with which several games are played: a 3 x 3 x 3 cube.

A kind has three attributes: force (1, 2, 3), nature (cœur, étoile, rose) and background (noir,
vert, bleu). Its number is ``9 * (force - 1) + 3 * nature + background``, each attribute counted
from 0 in that order.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from neuroanalysis.core.pieces import PieceSet
from neuroanalysis.texts import text

__all__ = [
    "ATTRIBUTE_VALUES",
    "BACKGROUNDS",
    "FORCES",
    "KINDS",
    "NATURES",
    "PIECES",
    "attributes",
    "kind_name",
    "shared_values",
    "value_name",
]

FORCES: Final = ("1", "2", "3")
NATURES: Final = ("c", "e", "r")
BACKGROUNDS: Final = ("n", "v", "b")
_ENGLISH: Final = {"c": "h", "e": "s", "r": "r", "n": "k", "v": "g", "b": "b"}
_NAMES: Final = {
    "c": "nature.heart",
    "e": "nature.star",
    "r": "nature.rose",
    "n": "background.black",
    "v": "background.green",
    "b": "background.blue",
}

KINDS: Final = 27
ATTRIBUTE_VALUES: Final = FORCES + NATURES + BACKGROUNDS
"""Codes of the nine attribute values; value ``3 * attribute + level`` is the position here."""

_CODES: Final = tuple("".join(values) for values in product(FORCES, NATURES, BACKGROUNDS))


def _aliases() -> dict[str, int]:
    # Each letter may be French or English by itself, so mixed spellings are understood as well.
    return {
        force + nature_letter + background_letter: _CODES.index(force + nature + background)
        for force, nature, background in product(FORCES, NATURES, BACKGROUNDS)
        for nature_letter in {nature, _ENGLISH[nature]}
        for background_letter in {background, _ENGLISH[background]}
    }


PIECES: Final = PieceSet(codes=_CODES, aliases=_aliases())


def attributes(kind: int) -> tuple[int, int, int]:
    """Return the levels (0, 1, 2) of a kind's force, nature and background.

    Examples
    --------
    >>> attributes(PIECES.kind("2eb"))
    (1, 1, 2)
    """
    return kind // 9, kind // 3 % 3, kind % 3


def shared_values(kinds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the attribute values that all the given kinds have, as positions.

    Examples
    --------
    >>> cards = tuple(PIECES.kind(code) for code in ("2eb", "2ev", "2en"))
    >>> [ATTRIBUTE_VALUES[value] for value in shared_values(cards)]
    ['2', 'e']
    """
    levels = [attributes(kind) for kind in kinds]
    return tuple(
        3 * axis + levels[0][axis]
        for axis in range(3)
        if all(level[axis] == levels[0][axis] for level in levels)
    )


def value_name(value: int) -> str:
    """Return what a person calls an attribute value: a force, a nature or a background."""
    code = ATTRIBUTE_VALUES[value]
    return code if code in FORCES else text(f"neurotrio.{_NAMES[code]}")


def kind_name(kind: int) -> str:
    """Return what a person calls a kind of card, in the language in force.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     kind_name(PIECES.kind("2eb"))
    '2 étoiles sur fond bleu'
    >>> with speaking("en"):
    ...     kind_name(PIECES.kind("1rv"))
    '1 rose on green'
    """
    force, nature, background = tuple(PIECES.codes[kind])
    figure = _NAMES[nature] if force == "1" else f"{_NAMES[nature]}s"
    return text(
        "neurotrio.card.name",
        force=force,
        figures=text(f"neurotrio.{figure}"),
        background=text(f"neurotrio.{_NAMES[background]}"),
    )
