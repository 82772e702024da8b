"""The colours by which things are told apart in drawings, one palette for each kind of ground.

Any two colours of a palette differ by at least 10 in CIEDE2000, also for eyes without red or green
cones. Colour never says alone what a drawing means: a shape, a kind of line, a pattern or a word
says it too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = [
    "DEEPEST",
    "ESTIMATE",
    "GOLD",
    "GOLDEN_LIP",
    "HERE",
    "INKS",
    "IVORY",
    "LIP",
    "OTHER",
    "OUTLINE",
    "PAGE",
    "RIGHT",
    "WRONG",
    "Inks",
    "tint",
]

PAGE: Final = (
    "#5e97cf",
    "#b55706",
    "#a946a5",
    "#0b9168",
    "#c2882a",
    "#6c7175",
    "#1377e8",
    "#c66098",
)
"""Lines, columns, frames, badges: blue, vermilion, violet, green, amber, grey, bright blue, pink.

Each has 3:1 on a white page and on a notebook's dark ones.
"""

HERE: Final = PAGE[0]
"""What is exact, yours, chosen, or whose turn it is."""

ESTIMATE: Final = PAGE[1]
"""What is estimated; also what is less, where `HERE` is more."""

OTHER: Final = PAGE[4]
"""What is compared with that."""

RIGHT: Final = PAGE[3]
"""The sign of a right answer."""

WRONG: Final = PAGE[1]
"""The sign of a wrong answer."""


DEEPEST: Final = 0.55
"""The depth of a `tint` up to which numbers on it can be read."""


class Inks(NamedTuple):
    """What is printed on ivory or golden cards; each has 4.5:1 on both."""

    black: str
    red: str
    blue: str
    green: str
    violet: str
    rose: str
    slate: str


INKS: Final = Inks(
    black="#1a1a1a",
    red="#c10030",
    blue="#2163c5",
    green="#196328",
    violet="#5c02a5",
    rose="#8c244d",
    slate="#4f5f6e",
)
"""The inks of cards."""

IVORY: Final = "#fbf5e3"
"""The ground of cards and tiles."""

GOLD: Final = "#ffe49a"
"""The ground of those that stand for others."""

LIP: Final = "#d8caa2"
"""The lower edge of ivory."""

GOLDEN_LIP: Final = "#d9a92e"
"""The lower edge of gold."""

OUTLINE: Final = "#8f8a7c"
"""Round cards and tiles: a mid tone, visible on a white page and on a dark one."""


def tint(colour: str, depth: float) -> str:
    """Return a colour that lets its ground through: nothing of it at depth 0, all of it at 1.

    Examples
    --------
    >>> tint("#0080ff", 0.25)
    'rgba(0,128,255,0.250)'
    """
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return f"rgba({red},{green},{blue},{depth:.3f})"
