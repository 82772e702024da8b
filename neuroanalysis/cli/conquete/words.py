"""Cards, cells and numbers in a terminal, and words of this game's pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from rich.text import Text

from neuroanalysis.core.intervals import Estimate, Interval, number_text
from neuroanalysis.games.conquete import PIECES
from neuroanalysis.plots.columns import percent as percent_of
from neuroanalysis.texts import text

__all__ = [
    "between",
    "card",
    "cards",
    "cell_name",
    "headings",
    "kinds",
    "mean",
    "percent",
    "share",
    "signed",
    "words",
]

# By background, the last letter of a code; black takes the terminal's own colour of text.
_STYLES: Final = {"n": "", "v": "green", "b": "blue"}


def words(key: str, **values: object) -> str:
    """Return an entry of the catalogue's table for this game."""
    return text(f"cli.conquete.{key}", **values)


def headings(*names: str) -> list[str]:
    """Return the headings of columns."""
    return [words(f"column.{name}") for name in names]


def card(kind: int, behind: str = "") -> Text:
    """Return a card's code in the colour of its background, and what stands behind it."""
    code = PIECES.codes[kind]
    return Text.assemble((code, _STYLES[code[-1]]), behind)


def cards(counts: Sequence[int]) -> Text:
    """Return the cards of a count vector."""
    held = ((kind, n) for kind, n in enumerate(counts) if n)
    return Text(" ").join(card(kind, f"*{n}" if n > 1 else "") for kind, n in held)


def kinds(shown: Iterable[int]) -> Text:
    """Return cards, one of each kind."""
    return Text(" ").join(map(card, shown))


def cell_name(cell: tuple[int, int]) -> str:
    """Return a cell as the text form of a domain has it."""
    return f"{cell[0]},{cell[1]}"


def signed(number: int) -> str:
    """Return a number with its sign.

    Examples
    --------
    >>> signed(3), signed(0), signed(-1)
    ('+3', '+0', '−1')
    """
    return number_text(number) if number < 0 else f"+{number_text(number)}"


def percent(chance: float | Fraction) -> str:
    """Return a chance in percent; never 100 % for less than certain."""
    return percent_of(chance, 3)


def share(estimate: Estimate) -> str:
    """Return an estimated share in percent, with its interval."""
    return between(estimate.value, estimate.interval, 100)


def mean(estimate: Estimate) -> str:
    """Return an estimated mean, with its interval."""
    return between(estimate.value, estimate.interval)


def between(value: float, interval: Interval, scale: int = 1) -> str:
    """Return a number with its interval."""
    low, high = (number_text(scale * end, 3) for end in interval)
    return words("interval", value=number_text(scale * value, 3), low=low, high=high)
