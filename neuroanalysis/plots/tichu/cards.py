"""Tichu cards as SVG, for notebooks, reports and pages.

A card says what it is by form first, so that it reads in grey and at 30 pixels: its rank on top,
and under it the mark of its suit (spades a solid leaf on a stem, hearts a heart, diamonds an open
lozenge, clubs three discs). Ink only repeats it. Each special card has a figure of its own: Mah
Jong a bird, the Dog a head with hanging ears, the Phoenix three flames, the Dragon a coiled body
with a jagged back. A Phoenix that stands for a rank has a golden ground and shows that rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

from neuroanalysis.games.tichu.pieces import (
    CARDS,
    DOG,
    DRAGON,
    MAH_JONG,
    PHOENIX,
    PIECES,
    kind_name,
    rank_name,
    rank_of,
    suit_of,
)
from neuroanalysis.games.tichu.pieces import cards_of as cards_in
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.plots.colours import GOLD, GOLDEN_LIP, INKS, IVORY, LIP, OUTLINE
from neuroanalysis.plots.groups import PieceGroup, groups_row, kinds_of
from neuroanalysis.texts import text

__all__ = [
    "Card",
    "CardGroup",
    "card_svg",
    "cards_html",
    "cards_of",
    "hand_html",
    "play_cards",
    "play_html",
]


@dataclass(frozen=True)
class Card:
    """A card as it is drawn.

    Parameters
    ----------
    kind
        Which of the 56.
    stands
        The rank that the Phoenix stands for; None for any other card, and for the Phoenix alone.
    """

    kind: int
    stands: int | None = None

    @property
    def name(self) -> str:
        """What a person calls it, in the language in force."""
        if self.stands is None:
            return kind_name(self.kind)
        return text("plots.tichu.card.stands", rank=rank_name(self.stands))


CardGroup = PieceGroup[Card]
"""Cards that stand together in a drawing; see `PieceGroup`."""

_BLACK, _RED, _BLUE, _GREEN, _VIOLET, _, _SLATE = INKS
_SUIT_INKS: Final = (_BLACK, _RED, _BLUE, _GREEN)

_RATIO: Final = 4 / 3
_FONT: Final = (
    'text-anchor="middle" font-weight="700" font-family="system-ui,-apple-system,Segoe UI,Roboto,'
    'DejaVu Sans,sans-serif"'
)

# Marks of the suits lie in a box from -13 to 13.
_SPADES: Final = (
    f'<path d="M0-13C4-7 12-3 12 4C12 9 5 10 2 6L4 13H-4L-2 6C-5 10-12 9-12 4C-12-3-4-7 0-13Z" '
    f'fill="{_BLACK}"/>'
)
_HEARTS: Final = (
    f'<path d="M0 13C-7 6-13 1-13-5C-13-13-3-14 0-7C3-14 13-13 13-5C13 1 7 6 0 13Z" fill="{_RED}"/>'
)
_DIAMONDS: Final = (
    f'<path d="M0-12L9.5 0L0 12L-9.5 0Z" fill="none" stroke="{_BLUE}" stroke-width="4" '
    'stroke-linejoin="round"/>'
)
_CLUBS: Final = "".join(
    f'<circle cx="{x:g}" cy="{y:g}" r="5.9" fill="{_GREEN}"/>'
    for x, y in ((0, -7), (-7, 2.5), (7, 2.5))
) + (f'<path d="M0-2L4.5 13H-4.5Z" fill="{_GREEN}"/>')
_MARKS: Final = (_SPADES, _HEARTS, _DIAMONDS, _CLUBS)

# Figures of the special cards lie in a box from -20 to 20.
_LINE: Final = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
_BIRD: Final = (
    f'<path d="M-18-3Q-10-15 2-9Q8-16 15-11L21-9L15-6Q14 8 0 9Q-10 9-18-3Z" fill="{_GREEN}"/>'
    f'<circle cx="12.5" cy="-9" r="1.8" fill="{IVORY}"/>'
    f'<path d="M-9-2Q-1-3 4 3" {_LINE} stroke="{IVORY}" stroke-width="2.4"/>'
    f'<path d="M-2 9V15M4 8V15" {_LINE} stroke="{_GREEN}" stroke-width="2.4"/>'
)
_HEAD: Final = (
    f'<path d="M-9-13Q0-18 9-13Q14-4 9 6Q5 14 0 14Q-5 14-9 6Q-14-4-9-13Z" fill="none" '
    f'stroke="{_SLATE}" stroke-width="3"/>'
    f'<path d="M-9-14Q-21-13-18 5Q-12 5-9-4ZM9-14Q21-13 18 5Q12 5 9-4Z" fill="{_SLATE}"/>'
    f'<circle cx="-4.5" cy="-4" r="2.2" fill="{_SLATE}"/>'
    f'<circle cx="4.5" cy="-4" r="2.2" fill="{_SLATE}"/>'
    f'<ellipse cy="6" rx="4.4" ry="3.2" fill="{_SLATE}"/>'
)
_FLAMES: Final = "".join(
    f'<path d="M0 15Q-11 3 0-{height}Q11 3 0 15Z" transform="rotate({turn} 0 15)" fill="{ink}"/>'
    for height, turn, ink in ((12, -38, _RED), (12, 38, _RED), (19, 0, _VIOLET))
)
_COIL: Final = (
    f'<path d="M-14 13H6Q16 13 16 5Q16-2 6-2H-3Q-11-2-11-8Q-11-14-3-14H7" {_LINE} '
    f'stroke="{_RED}" stroke-width="6"/>'
    f'<path d="M6-21L20-13L7-8Z" fill="{_RED}"/>'
    f'<path d="M-6 9L-2 3L2 9ZM-1-6L3-11L6-5ZM4 9L8 3L12 9Z" fill="{_RED}"/>'
)
_FIGURES: Final = {MAH_JONG: _BIRD, DOG: _HEAD, PHOENIX: _FLAMES, DRAGON: _COIL}
_CODE_INKS: Final = {MAH_JONG: _GREEN, DOG: _SLATE, PHOENIX: _VIOLET, DRAGON: _RED}
_FACES: Final = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


def card_svg(
    card: Card | int,
    *,
    width: float | None = 44,
    faded: bool = False,
    decorative: bool = False,
) -> str:
    """Draw a card as one ``<svg>`` element.

    The element carries no id and refers to none, so any number of them can stand on one page.

    Parameters
    ----------
    card
        What to draw; a number alone is the card as it is.
    width
        Width in CSS pixels; the height is 4/3 of that. None leaves both to the page's style.
    faded
        Whether to draw it faintly.
    decorative
        Whether to leave out the alternative text, because what stands around the card says it.

    Returns
    -------
    str
        SVG markup, also valid as a file of its own.

    Raises
    ------
    ValueError
        For a card that there is not.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.pieces import PIECES
    >>> svg = card_svg(PIECES.kind("Ts"), width=30)
    >>> svg.startswith("<svg") and 'width="30"' in svg and ">10</text>" in svg
    True
    """
    if not isinstance(card, Card):
        card = Card(int(card))
    if not 0 <= card.kind < CARDS:
        raise ValueError(f"{card}: there are cards 0 to {CARDS - 1}")
    size = "" if width is None else f' width="{width:g}" height="{width * _RATIO:g}"'
    style = ' style="opacity:.5"' if faded else ""
    if decorative:
        spoken, title = 'aria-hidden="true"', ""
    else:
        name = escape(card.name)
        spoken, title = f'role="img" aria-label="{name}"', f"<title>{name}</title>"
    golden = card.stands is not None
    ground, lip = (GOLD, GOLDEN_LIP) if golden else (IVORY, LIP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"{size} {spoken}{style}>{title}'
        f'<rect x="1" y="1" width="58" height="78" rx="8" fill="{lip}" stroke="{OUTLINE}" '
        f'stroke-width="1.5"/><path d="M2 70V9Q2 2 9 2H51Q58 2 58 9V70Q58 74 51 74H9Q2 74 2 70Z" '
        f'fill="{ground}"/>{_face(card)}</svg>'
    )


def _face(card: Card) -> str:
    rank, suit = rank_of(card.kind), suit_of(card.kind)
    if card.stands is not None:
        flames = f'<g transform="translate(30 58) scale(.85)">{_FLAMES}</g>'
        return _letter(_index(card.stands), 37, 35, _VIOLET) + flames
    if rank is not None and suit is not None:
        mark = f'<g transform="translate(30 56)">{_MARKS[suit]}</g>'
        return _letter(_index(rank), 37, 35, _SUIT_INKS[suit]) + mark
    figure = f'<g transform="translate(30 28)">{_FIGURES[card.kind]}</g>'
    code = "1" if card.kind == MAH_JONG else PIECES.codes[card.kind]
    return figure + _letter(code, 67, 20 if len(code) < 3 else 18, _CODE_INKS[card.kind])


def _index(rank: int) -> str:
    """Return what stands on a card of a rank, in the language in force."""
    return text(f"plots.tichu.letter.{_FACES[rank]}") if rank in _FACES else str(rank)


def _letter(letter: str, y: float, size: float, ink: str) -> str:
    return f'<text x="30" y="{y:g}" font-size="{size:g}" fill="{ink}" {_FONT}>{letter}</text>'


def cards_html(groups: Iterable[PieceGroup[Card]], *, width: float = 34, label: str = "") -> str:
    """Draw cards in captioned groups, in a row that wraps.

    Parameters
    ----------
    groups
        What stands together.
    width
        Width of a card in CSS pixels.
    label
        What the whole row is, for a screen reader.

    Examples
    --------
    >>> html = cards_html([CardGroup((Card(4), Card(PHOENIX, stands=3)), caption="pair")])
    >>> html.count("<svg"), "pair" in html
    (2, True)
    """
    return groups_row(groups, _drawn, width=width, label=label)


def _drawn(card: Card, width: float, faded: bool) -> str:
    return card_svg(card, width=width, faded=faded)


def hand_html(cards: Iterable[Card], *, width: float = 38, label: str = "") -> str:
    """Draw cards side by side.

    Examples
    --------
    >>> hand_html([Card(0), Card(1), Card(2)]).count("<svg")
    3
    """
    spoken = f' role="group" aria-label="{escape(label)}"' if label else ""
    drawn = "".join(card_svg(card, width=width) for card in cards)
    return f'<div{spoken} style="display:flex;flex-wrap:wrap;gap:3px;line-height:0">{drawn}</div>'


def cards_of(cards: int | Iterable[int]) -> tuple[Card, ...]:
    """Return cards, as bits or 56 counts, as they are drawn.

    Examples
    --------
    >>> [card.kind for card in cards_of(0b101)], [card.kind for card in cards_of([0, 1])]
    ([0, 2], [1])
    """
    return tuple(map(Card, cards_in(cards) if isinstance(cards, int) else kinds_of(cards)))


def play_cards(play: Combination) -> tuple[Card, ...]:
    """Return the cards of a play as they are drawn, the Phoenix as what it stands for.

    Examples
    --------
    >>> [card.stands for card in play_cards(Combination.of("7s-8h-Ph=9-Ts-Jd"))]
    [None, None, 9, None, None]
    """
    return tuple(Card(card, play.phoenix if card == PHOENIX else None) for card in play.cards)


def play_html(play: Combination, *, width: float = 26) -> str:
    """Draw a play as one picture, named by what it is.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     'aria-label="pair of 7s: 7s-7h"' in play_html(Combination.of("7s-7h"))
    True
    """
    name = escape(f"{play.describe()}: {play.to_text()}")
    drawn = "".join(card_svg(card, width=width, decorative=True) for card in play_cards(play))
    return (
        f'<span role="img" aria-label="{name}" title="{name}" style="display:inline-flex;'
        f'flex-wrap:wrap;gap:2px;line-height:0">{drawn}</span>'
    )
