"""Mhing cards as SVG, for notebooks, reports and pages.

A card says what it is by form first, so that it reads in grey and at 30 pixels: a suit by the
figure under the number (characters a sign of three strokes, circles a ring round a dot, bamboos
three jointed sticks), a wind by its letter over a compass, a dragon by a frame (the white one's is
empty), a joker by its star, a flower by its petals. Ink only repeats it. A joker in a reading has a
golden ground and a star beside what it stands for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

from neuroanalysis.games.mhing.evaluation import Group
from neuroanalysis.games.mhing.pieces import (
    DRAGONS,
    FLOWER,
    JOKER,
    KINDS,
    WINDS,
    kind_name,
    rank_of,
    suit_of,
)
from neuroanalysis.games.mhing.position import Combination
from neuroanalysis.plots.colours import GOLD, GOLDEN_LIP, INKS, IVORY, LIP, OUTLINE
from neuroanalysis.plots.groups import PieceGroup, groups_row, kinds_of
from neuroanalysis.texts import text

__all__ = ["Card", "CardGroup", "card_svg", "cards_html", "cards_of", "group_cards", "hand_html"]


@dataclass(frozen=True)
class Card:
    """A card as it is drawn.

    Parameters
    ----------
    kind
        What it shows.
    joker
        Whether it is a joker; `kind` is then what it stands for.
    """

    kind: int
    joker: bool = False

    @property
    def name(self) -> str:
        """What a person calls it, in the language in force."""
        if self.joker:
            return text("plots.mhing.card.stands", card=kind_name(self.kind))
        return kind_name(self.kind)


CardGroup = PieceGroup[Card]
"""Cards that stand together in a drawing; see `PieceGroup`."""

# Inks have at least 4.5:1 on ivory and on gold.
_BLACK, _RED, _BLUE, _GREEN, _VIOLET, _ROSE, _SLATE = INKS
_SUIT_INKS: Final = (_BLACK, _RED, _GREEN)

_RATIO: Final = 4 / 3
_FONT: Final = (
    'text-anchor="middle" font-weight="700" font-family="system-ui,-apple-system,Segoe UI,Roboto,'
    'DejaVu Sans,sans-serif"'
)

# Figures of the suits lie in a box from -10 to 10.
_STROKES: Final = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
_CHARACTERS: Final = (
    f'<path d="M-11-9H11M-1-9Q-2 4-10 10M-2-2H8.5Q8 10 3 9.5" {_STROKES} stroke="{_BLACK}" '
    'stroke-width="3.4"/>'
)
_CIRCLES: Final = (
    f'<circle r="9" fill="none" stroke="{_RED}" stroke-width="3.2"/><circle r="3.4" fill="{_RED}"/>'
)
_BAMBOOS: Final = "".join(
    f'<rect x="{x - 2.4:g}" y="{y:g}" width="4.8" height="9.2" rx="2" fill="{_GREEN}"/>'
    for x in (-8, 0, 8)
    for y in (-10.2, 1)
)
_SUITS: Final = (_CHARACTERS, _CIRCLES, _BAMBOOS)
# A needle that points up, turned to where the wind comes from.
_COMPASS: Final = (
    f'<circle r="12" fill="none" stroke="{_BLUE}" stroke-width="1.8"/>'
    '<g transform="rotate({turn})"><path d="M0-11L5.5 6L0 2.5L-5.5 6Z" fill="' + _BLUE + '"/></g>'
)
_WIND_NAMES: Final = ("east", "south", "west", "north")
_TURNS: Final = (90, 180, 270, 0)
_DRAGON_NAMES: Final = ("white", "green", "red")
_DRAGON_INKS: Final = (_SLATE, _GREEN, _RED)


def _star(points: int, outer: float, inner: float) -> str:
    """A star round the origin, its first point up."""
    corners = (
        (
            (inner if turn % 2 else outer) * math.sin(math.pi * turn / points),
            -(inner if turn % 2 else outer) * math.cos(math.pi * turn / points),
        )
        for turn in range(2 * points)
    )
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "Z"


_SMALL_STAR: Final = (
    f'<path transform="translate(48 12.5)" d="{_star(5, 10.5, 4.4)}" fill="{_VIOLET}" '
    'stroke="#fff" stroke-width="1.6" stroke-linejoin="round" paint-order="stroke"/>'
)
_PETALS: Final = "".join(
    f'<ellipse cy="-12.5" rx="7.6" ry="10" transform="rotate({72 * turn})" fill="#f3a6c8" '
    f'stroke="{_ROSE}" stroke-width="2"/>'
    for turn in range(5)
)


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
        What to draw; a kind alone is an ordinary card.
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
        For a kind that there is not.

    Examples
    --------
    >>> from neuroanalysis.games.mhing import PIECES
    >>> svg = card_svg(PIECES.kind("5p"), width=30)
    >>> svg.startswith("<svg") and 'width="30"' in svg and ">5</text>" in svg
    True
    """
    if not isinstance(card, Card):
        card = Card(int(card))
    if not 0 <= card.kind < KINDS:
        raise ValueError(f"{card}: there are kinds 0 to {KINDS - 1}")
    size = "" if width is None else f' width="{width:g}" height="{width * _RATIO:g}"'
    style = ' style="opacity:.5"' if faded else ""
    if decorative:
        spoken, title = 'aria-hidden="true"', ""
    else:
        name = escape(card.name)
        spoken, title = f'role="img" aria-label="{name}"', f"<title>{name}</title>"
    golden = card.joker or card.kind == JOKER
    ground, lip = (GOLD, GOLDEN_LIP) if golden else (IVORY, LIP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"{size} {spoken}{style}>{title}'
        f'<rect x="1" y="1" width="58" height="78" rx="8" fill="{lip}" stroke="{OUTLINE}" '
        f'stroke-width="1.5"/><path d="M2 70V9Q2 2 9 2H51Q58 2 58 9V70Q58 74 51 74H9Q2 74 2 70Z" '
        f'fill="{ground}"/>{_face(card.kind)}{_SMALL_STAR if card.joker else ""}</svg>'
    )


def _face(kind: int) -> str:
    rank, suit = rank_of(kind), suit_of(kind)
    if kind == JOKER:
        star = f'<path transform="translate(30 29)" d="{_star(5, 21, 8.6)}" fill="{_VIOLET}"/>'
        return star + _letter("J", 30, 67, 19, _VIOLET)
    if kind == FLOWER:
        heart = f'<circle r="6" fill="#ffd24d" stroke="{_ROSE}" stroke-width="2"/>'
        return f'<g transform="translate(30 40)">{_PETALS}{heart}</g>'
    if rank is not None and suit is not None:
        return (
            _letter(str(rank), 30, 39, 35, _SUIT_INKS[suit])
            + f'<g transform="translate(30 57)">{_SUITS[suit]}</g>'
        )
    if kind < DRAGONS:
        place = kind - WINDS
        letter = _letter(text(f"plots.mhing.letter.{_WIND_NAMES[place]}"), 30, 37, 33, _BLUE)
        compass = _COMPASS.format(turn=_TURNS[place])
        return f'{letter}<g transform="translate(30 57)">{compass}</g>'
    return _dragon(kind - DRAGONS)


def _dragon(place: int) -> str:
    ink = _DRAGON_INKS[place]
    frame = (
        f'<rect x="11" y="11" width="38" height="54" rx="4" fill="none" stroke="{ink}" '
        'stroke-width="4"/>'
    )
    name = _DRAGON_NAMES[place]
    if name == "white":
        return frame + (
            f'<rect x="19" y="19" width="22" height="38" rx="2" fill="none" stroke="{ink}" '
            'stroke-width="1.8"/>'
        )
    return frame + _letter(text(f"plots.mhing.letter.{name}"), 30, 50, 34, ink)


def _letter(letter: str, x: float, y: float, size: float, ink: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{ink}" {_FONT}>{letter}</text>'


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
    >>> html = cards_html([CardGroup((Card(4), Card(5, joker=True)), caption="two")])
    >>> html.count("<svg"), "two" in html
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


def cards_of(counts: Iterable[int]) -> tuple[Card, ...]:
    """Return the cards of 36 counts as they are drawn.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import parse
    >>> [card.kind for card in cards_of(parse("11m J"))]
    [0, 0, 34]
    """
    return tuple(Card(kind) for kind in kinds_of(counts))


def group_cards(group: Group | Combination) -> tuple[Card, ...]:
    """Return the cards of a group of a reading, or of a laid combination, as they are drawn.

    Examples
    --------
    >>> [card.joker for card in group_cards(Combination.of("4s-5s*-6s"))]
    [False, True, False]
    """
    kinds = group.cards if isinstance(group, Group) else group.kinds
    return tuple(Card(kind, joker) for kind, joker in zip(kinds, group.jokers, strict=True))
