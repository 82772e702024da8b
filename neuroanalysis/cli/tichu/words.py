"""Cards and plays in a terminal, and words of this game's pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.games.tichu import PIECES, Combination
from neuroanalysis.games.tichu.pieces import suit_of
from neuroanalysis.plots.columns import percent as percent_of
from neuroanalysis.texts import text

__all__ = ["between", "card", "cards", "headings", "percent", "play", "share", "words"]

# Spades are black (the terminal's own colour of text), each other suit has a colour of its own.
_SUITS: Final = ("", "red", "blue", "green")
_SPECIAL: Final = "magenta"
_JOINED: Final = "-"


def words(key: str, **values: object) -> str:
    """Return an entry of the catalogue's table for this game."""
    return text(f"cli.tichu.{key}", **values)


def headings(*names: str) -> list[str]:
    """Return the headings of columns."""
    return [words(f"column.{name}") for name in names]


def card(kind: int) -> Text:
    """Return a card's code in its colour."""
    return Text(PIECES.codes[kind], _style(kind))


def cards(kinds: Iterable[int]) -> Text:
    """Return cards, each in its colour."""
    return Text(" ").join(map(card, kinds))


def play(shown: Combination) -> Text:
    """Return a play's text form, each card in its colour."""
    # A play is one long word, which is rather broken than cut.
    codes = shown.to_text().split(_JOINED)
    styles = map(_style, shown.cards)
    return Text(_JOINED, overflow="fold").join(
        Text(code, style) for code, style in zip(codes, styles, strict=True)
    )


def percent(chance: float) -> str:
    """Return a chance in percent; never 100 % for less than certain."""
    return percent_of(chance, 3)


def share(estimate: Estimate) -> str:
    """Return an estimated share in percent, with its interval."""
    return between(estimate.value, estimate.interval, 100)


def between(value: float, interval: Interval, scale: int = 1) -> str:
    """Return a number with its interval."""
    low, high = (number_text(scale * end, 3) for end in interval)
    return words("interval", value=number_text(scale * value, 3), low=low, high=high)


def _style(kind: int) -> str:
    suit = suit_of(kind)
    return _SPECIAL if suit is None else _SUITS[suit]
