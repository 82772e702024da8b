"""Cards and combinations in a terminal, and words of this game's pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from neuroanalysis.games.mhing import Group
from neuroanalysis.games.mhing.pieces import DRAGONS, FLOWER, JOKER, KINDS, PIECES, compact, suit_of
from neuroanalysis.texts import text

__all__ = ["card", "cards", "group", "headings", "words"]

# As the cards are printed (clause 1.1): characters are black (the terminal's own colour of text),
# circles red, bamboos green, winds blue; dragons, written among the winds, have no colour here.
_SUITS: Final = ("", "red", "green")
_WINDS: Final = "blue"
_OTHERS: Final = {JOKER: "magenta", FLOWER: "yellow"}


def words(key: str, **values: object) -> str:
    """Return an entry of the catalogue's table for this game."""
    return text(f"cli.mhing.{key}", **values)


def headings(*names: str) -> list[str]:
    """Return the headings of columns."""
    return [words(f"column.{name}") if name else "" for name in names]


def card(kind: int, copies: int = 1) -> Text:
    """Return a card's code in its colour."""
    code = PIECES.codes[kind]
    return Text(f"{code}*{copies}" if copies > 1 else code, _style(kind))


def cards(counts: Sequence[int]) -> Text:
    """Return the cards of a count vector in mahjong notation, each suit in its colour."""
    # The cards of a suit are one long word, which is rather broken than cut.
    return Text(" ", overflow="fold").join(
        Text(word, _style(PIECES.kind(word[0] + word[-1] if len(word) > 1 else word)))
        for word in compact(counts).split()
    )


def group(shown: Group) -> Text:
    """Return the cards of a group; ``*`` stands behind what a joker stands for."""
    if shown.kind == "unmatched":
        if not any(shown.jokers):
            return cards([shown.cards.count(kind) for kind in range(KINDS)])
        parts = [
            Text(PIECES.codes[kind] + "*" * joker, _style(kind))
            for kind, joker in zip(shown.cards, shown.jokers, strict=True)
        ]
        return Text(" ").join(parts)
    return Text(shown.to_text(), _style(shown.cards[0]))


def _style(kind: int) -> str:
    suit = suit_of(kind)
    if suit is not None:
        return _SUITS[suit]
    return _OTHERS.get(kind, _WINDS if kind < DRAGONS else "")
