"""How the players of Neurotrio conquête are told apart: a number, a colour and a kind of line.

The number says all; eight colours cannot be told apart in grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from neuroanalysis.plots.colours import PAGE
from neuroanalysis.texts import text

__all__ = ["NOBODY", "PLAYERS", "Look", "badge_html", "look", "player_name", "short_name"]

_TEXTS: Final = "plots.conquete.player"


class Look(NamedTuple):
    """The ground and ink of a player's badge, and the line of his frames."""

    ground: str
    ink: str
    line: str


# Each ink has 4.5:1 on its ground; two players whose frames are alike have colours far apart.
PLAYERS: Final = (
    Look(PAGE[0], "#000000", "solid"),
    Look(PAGE[1], "#ffffff", "dashed"),
    Look(PAGE[2], "#ffffff", "double"),
    Look(PAGE[3], "#000000", "dotted"),
    Look(PAGE[4], "#000000", "solid"),
    Look(PAGE[5], "#ffffff", "dashed"),
    Look(PAGE[6], "#000000", "double"),
    Look(PAGE[7], "#000000", "dotted"),
)
"""The looks of players 1 to 8."""

NOBODY: Final = Look("transparent", "inherit", "solid")
"""That of a card which belongs to nobody."""


def look(player: int | None) -> Look:
    """Return how a player, counted from 1, is shown.

    Examples
    --------
    >>> look(2).line
    'dashed'
    """
    return NOBODY if player is None else PLAYERS[player - 1]


def short_name(player: int) -> str:
    """Return the letter and the number of a player, as a badge has room for."""
    return text(f"{_TEXTS}.short", player=player)


def player_name(player: int | None, names: Sequence[str] = ()) -> str:
    """Say who a player is; his number goes along, as cards show that.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     player_name(2), player_name(1, ["Ana", "Bo"]), player_name(None)
    ('player 2', 'Ana (P1)', 'nobody')
    """
    if player is None:
        return text(f"{_TEXTS}.nobody")
    if names:
        return text(f"{_TEXTS}.named", name=names[player - 1], short=short_name(player))
    return text(f"{_TEXTS}.numbered", player=player)


def badge_html(player: int, *, more: str = "") -> str:
    """Draw a player's badge; `more` (plain words) stands in it behind his number."""
    shown = look(player)
    return (
        f'<span style="display:inline-block;padding:0 4px;border-radius:3px;'
        f"background:{shown.ground};color:{shown.ink};font-size:10.5px;line-height:14px;"
        f'font-weight:700">{escape(short_name(player) + more)}</span>'
    )
