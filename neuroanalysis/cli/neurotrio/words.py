"""Cards, attribute values and bonuses in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from neuroanalysis.games.neurotrio.evaluation import Cause
from neuroanalysis.games.neurotrio.pieces import PIECES, value_name
from neuroanalysis.games.neurotrio.rules import Bonus
from neuroanalysis.plots.neurotrio.words import bonus_name
from neuroanalysis.texts import text

__all__ = ["card", "cards", "cause_words", "condition", "headings", "joined", "words"]

# By background, the last letter of a code; black takes the terminal's own colour of text.
_STYLES: Final = {"n": "", "v": "green", "b": "blue"}


def words(key: str, **values: object) -> str:
    """Return an entry of the catalogue's table for this game."""
    return text(f"cli.neurotrio.{key}", **values)


def headings(*names: str) -> list[str]:
    """Return the headings of columns."""
    return [words(f"column.{name}") if name else "" for name in names]


def card(kind: int, copies: int = 1) -> Text:
    """Return a card's code in the colour of its background."""
    code = PIECES.codes[kind]
    return Text(f"{code}*{copies}" if copies > 1 else code, _STYLES[code[-1]])


def cards(counts: Sequence[int]) -> Text:
    """Return the cards of a count vector."""
    return Text(" ").join(card(kind, copies) for kind, copies in enumerate(counts) if copies)


def joined(parts: Sequence[str]) -> str:
    """Return parts as a sentence lists them.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     joined(["a duo", "three trios"])
    'a duo and three trios'
    """
    if len(parts) < 2:
        return "".join(parts)
    return words("and", first=", ".join(parts[:-1]), last=parts[-1])


def condition(bonus: Bonus) -> str:
    """Return what a bonus asks.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     condition(Bonus("D_S3_2", 8, duos=1, structures=3, shared=2))
    '1 duo and 3 structures with 2 attribute values in common'
    """
    if bonus.distinct:
        return words("bonus.distinct", n=bonus.distinct)
    return bonus_name(bonus)


def cause_words(cause: Cause) -> str:
    """Return why a bonus counts: the values in common, and the numbers of the groups with them."""
    if cause.distinct:
        return words("cause.distinct", n=cause.distinct)
    values = [
        words("cause.force", force=value_name(value)) if value < 3 else value_name(value)
        for value in cause.shared
    ]
    places = [str(place + 1) for place in cause.groups]
    return words("cause.shared", values=" + ".join(values), groups=", ".join(places))
