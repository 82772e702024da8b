"""A deck of Neurotrio to print and cut out: nine cards a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree

from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.plots import neurotrio_shapes as _shapes
from neuroanalysis.plots.neurotrio_deck import card_svg
from neuroanalysis.plots.paper import Page, paper
from neuroanalysis.texts import text

__all__ = ["IN_A_DECK", "MOST_DECKS", "card_back_svg", "deck_pages"]

IN_A_DECK: Final = 2
"""Copies of each kind in one deck, of 54 cards."""
MOST_DECKS: Final = 8

_COLUMNS: Final = 3
_ROWS: Final = 3
# Millimetres. The width is a playing card's; 60 units of the drawing are as wide.
_WIDTH: Final = 63.0
_SCALE: Final = _WIDTH / 60
_HEIGHT: Final = 84 * _SCALE
# How far a cut line sticks out of the cards, and where it begins.
_GAP: Final = 1.0
_MARK: Final = 5.0
_SMALL: Final = 1.8
_PALE: Final = "#8f8f8f"
_BACK: Final = "#2b3350"
_BACK_FIGURES: Final = "#8d99c9"


def deck_pages(decks: int = 2, size: str = "a4", *, backs: bool = False) -> list[Page]:
    """Draw a deck for the table, in the language in force.

    A page has the nine cards of one force at the size of playing cards, 63 mm wide, with lines to
    cut along; in its corner each card bears its code, which can be typed.

    Parameters
    ----------
    decks
        How many decks of 54: one, two, ...
    size
        The paper: ``"a4"`` or ``"letter"``.
    backs
        Whether a page of backs follows each page, for printing on both sides.

    Raises
    ------
    InputError
        For less than one deck or more than eight, or another paper.

    Examples
    --------
    >>> len(deck_pages(1))
    6
    """
    if not 1 <= decks <= MOST_DECKS:
        raise InputError("input.limit", name="decks", value=decks, low=1, high=MOST_DECKS)
    paper(size)
    pages: list[Page] = []
    fitting = _COLUMNS * _ROWS
    sheets = [range(first, first + fitting) for first in range(0, KINDS, fitting)]
    sheets *= decks * IN_A_DECK
    for number, kinds in enumerate(sheets, start=1):
        foot = text("plots.deck.foot", number=number, all=len(sheets))
        pages.append(_page(size, [_with_code(kind) for kind in kinds], foot))
        if backs:
            pages.append(_page(size, [card_back_svg()] * len(kinds), ""))
    return pages


def card_back_svg() -> str:
    """Draw the back of a card as one ``<svg>`` element: the same either way up.

    Examples
    --------
    >>> card_back_svg().count("<g transform")
    6
    """
    shapes = (_shapes.HEART, _shapes.STAR, _shapes.ROSE)
    figures = "".join(
        f'<g transform="translate({x} {y}) scale({side * 0.62:g})">{shape}</g>'
        for side in (1, -1)
        for shape, x, y in zip(
            shapes if side == 1 else reversed(shapes),
            (16, 30, 44),
            (27 if side == 1 else 57,) * 3,
            strict=True,
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 84" color="{_BACK}">'
        f'<rect x="1" y="1" width="58" height="82" rx="7" fill="currentColor" '
        f'stroke="{_PALE}" stroke-width="1.5"/>'
        f'<rect x="5" y="5" width="50" height="74" rx="4" fill="none" '
        f'stroke="{_BACK_FIGURES}" stroke-width="0.8"/>'
        f'<path d="M10 42H50" stroke="{_BACK_FIGURES}" stroke-width="0.8"/>'
        f'<g fill="{_BACK_FIGURES}">{figures}</g></svg>'
    )


def _with_code(kind: int) -> str:
    """Draw a card with its code in the corner that the digit leaves free."""
    card = card_svg(kind)
    ground = ElementTree.fromstring(card).attrib["color"]
    code = (
        f'<rect x="43.5" y="75" width="14.5" height="7" rx="2" fill="{ground}"/>'
        f'<text x="51" y="80.3" fill="#fff" text-anchor="middle" font-size="5.4">'
        f"{PIECES.codes[kind]}</text>"
    )
    return card.removesuffix("</svg>") + code + "</svg>"


def _page(size: str, cards: Sequence[str], foot: str) -> Page:
    page = Page(paper(size))
    left = (page.size.width - _COLUMNS * _WIDTH) / 2
    top = (page.size.height - _ROWS * _HEIGHT) / 2
    right, bottom = left + _COLUMNS * _WIDTH, top + _ROWS * _HEIGHT
    # Cards touch, so that one cut parts two; beside them stand marks to lay a ruler on.
    for column in range(_COLUMNS + 1):
        x = left + column * _WIDTH
        page.line((x, top), (x, bottom), width=0.1, colour=_PALE)
        for one, other in ((top - _MARK, top - _GAP), (bottom + _GAP, bottom + _MARK)):
            page.line((x, one), (x, other))
    for row in range(_ROWS + 1):
        y = top + row * _HEIGHT
        page.line((left, y), (right, y), width=0.1, colour=_PALE)
        for one, other in ((left - _MARK, left - _GAP), (right + _GAP, right + _MARK)):
            page.line((one, y), (other, y))
    for number, card in enumerate(cards):
        row, column = divmod(number, _COLUMNS)
        page.drawing(left + column * _WIDTH, top + row * _HEIGHT, card, _SCALE)
    # Between the marks.
    page.words(left + 2, bottom + _MARK, foot, _SMALL, colour="#555555")
    return page
