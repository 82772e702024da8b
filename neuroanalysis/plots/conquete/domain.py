"""The domain drawn: cards in place under their coordinates, whose they are, and marked free cells.

Inline styles only, so that a saved notebook shows it anywhere. The drawing knows no rule: what is
said of a free cell is handed in, and so is what makes it a button.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

from neuroanalysis.games.conquete.pieces import kind_name
from neuroanalysis.games.conquete.position import DomainCard
from neuroanalysis.games.conquete.position.domain import Cell
from neuroanalysis.plots.conquete.players import badge_html, look, player_name
from neuroanalysis.plots.neurotrio_deck import card_svg
from neuroanalysis.texts import text

__all__ = ["Mark", "Press", "coordinate", "domain_html", "domain_words", "legend_html", "spot_name"]

_TEXTS: Final = "plots.conquete.domain"
_LAST: Final = "◆"
_NARROWEST: Final = 22
_GREY: Final = "rgba(128,128,128,.6)"


@dataclass(frozen=True)
class Mark:
    """What is said of a free cell.

    Parameters
    ----------
    words
        What stands in it, such as a number of points; as short as the cell is narrow.
    note
        A smaller line under that.
    name
        What is said of it to who points at it or hears it; where it is, is said before.
    strong
        Whether it is lit: a card may go there.
    """

    words: str
    note: str = ""
    name: str = ""
    strong: bool = True


Press: TypeAlias = Callable[[Cell, str, str], str]
"""Makes a button of a cell's drawing: called with the cell, its drawing and its name."""


def domain_html(
    cards: Iterable[DomainCard],
    *,
    cells: Mapping[Cell, Mark] | None = None,
    last: Cell | None = None,
    names: Sequence[str] = (),
    width: float = 46,
    press: Press | None = None,
    legend: bool = True,
) -> str:
    """Draw a domain.

    Parameters
    ----------
    cards
        Those in place.
    cells
        Free cells of which something is said.
    last
        Where the card lies that was placed last.
    names
        Of the players, the first one's first; numbers if none are given.
    width
        Of a card in CSS pixels, where there is room.
    press
        Makes buttons of those cells.
    legend
        Whether to say under it whose the cards are.

    Examples
    --------
    >>> html = domain_html([DomainCard(0, 0, 14), DomainCard(-1, 0, 13, owner=2)], last=(-1, 0))
    >>> html.count("<svg"), "−1" in html
    (2, True)
    """
    placed = {(card.row, card.column): card for card in cards}
    marked = dict(cells or {})
    spots = [*placed, *marked]
    if not spots:
        return f"<div>{escape(text(f'{_TEXTS}.empty'))}</div>"
    rows = range(min(row for row, _ in spots), max(row for row, _ in spots) + 1)
    columns = range(min(at for _, at in spots), max(at for _, at in spots) + 1)

    def cell(spot: Cell) -> str:
        if spot in placed:
            return _card(placed[spot], names, spot == last)
        if spot in marked:
            return _marked(spot, marked[spot], press)
        return ""

    head = _line(
        '<span role="cell"></span>',
        *(
            _number("columnheader", text(f"{_TEXTS}.column", column=coordinate(n)), n)
            for n in columns
        ),
    )
    body = "".join(
        _line(
            _number("rowheader", text(f"{_TEXTS}.row", row=coordinate(row)), row),
            *(f'<div role="cell">{cell((row, column))}</div>' for column in columns),
        )
        for row in rows
    )
    # One stop of the Tab key where cells are buttons; arrow keys go from cell to cell.
    rove = ' data-rove="cells" data-board=""' if press is not None else ""
    grid = (
        f'<div role="table" aria-label="{escape(domain_words(placed.values()))}"{rove} '
        f'style="display:grid;gap:2px;grid-template-columns:max-content '
        f"repeat({len(columns)},minmax({_NARROWEST}px,{width:g}px));"
        f'font:13px/1.3 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif">'
        f"{head}{body}</div>"
    )
    owners = {card.owner for card in placed.values()}
    under = legend_html(owners, names, last=last is not None) if legend else ""
    # Room for the ring of a focused button, which a scrolling box would cut off.
    return f'<div style="overflow-x:auto;padding:4px">{grid}</div>{under}'


def domain_words(cards: Iterable[DomainCard]) -> str:
    """Say how large a domain is.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     domain_words([DomainCard(0, 0, 14), DomainCard(0, 1, 13)])
    'Domain: cards 2, open rows 1, open columns 2'
    """
    spots = [(card.row, card.column) for card in cards]
    return text(
        f"{_TEXTS}.label",
        cards=len(spots),
        rows=len({row for row, _ in spots}),
        columns=len({column for _, column in spots}),
    )


def legend_html(owners: Iterable[int | None], names: Sequence[str], *, last: bool) -> str:
    """Say whose the cards with each badge are, and what the mark of the last card is."""
    shown = sorted(owner for owner in set(owners) if owner is not None)
    parts = [f"{badge_html(owner)} {escape(_who(owner, names))}" for owner in shown]
    if shown and None in set(owners):
        parts.append(escape(text(f"{_TEXTS}.unowned")))
    if last:
        parts.append(f"{_LAST} {escape(text(f'{_TEXTS}.last'))}")
    if not parts:
        return ""
    spans = "".join(f'<span style="white-space:nowrap">{part}</span>' for part in parts)
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:2px 14px;font-size:12px;margin-top:4px">'
        f"{spans}</div>"
    )


def _who(owner: int, names: Sequence[str]) -> str:
    return names[owner - 1] if names else player_name(owner)


def coordinate(number: int) -> str:
    """Write a row or a column, with a true minus sign."""
    return str(number).replace("-", "−")


def spot_name(spot: Cell) -> str:
    """Say where a cell is.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     spot_name((-1, 2))
    'row −1, column 2'
    """
    return text(f"{_TEXTS}.spot", row=coordinate(spot[0]), column=coordinate(spot[1]))


def _line(*cells: str) -> str:
    return f'<div role="row" style="display:contents">{"".join(cells)}</div>'


def _number(role: str, name: str, number: int) -> str:
    return (
        f'<span role="{role}" aria-label="{escape(name)}" style="font-size:11px;opacity:.75;'
        f'text-align:center;align-self:center;padding:0 2px">{coordinate(number)}</span>'
    )


def _card(card: DomainCard, names: Sequence[str], last: bool) -> str:
    shown = look(card.owner)
    name = text(
        f"{_TEXTS}.card",
        card=kind_name(card.kind),
        spot=spot_name((card.row, card.column)),
        owner=player_name(card.owner, names),
    )
    if last:
        name += text(f"{_TEXTS}.and_last")
    border = f"1px solid {_GREY}" if card.owner is None else f"3px {shown.line} {shown.ground}"
    ring = "outline:2px solid currentColor;outline-offset:-1px;" if last else ""
    mark = _LAST if last else ""
    strip = badge_html(card.owner, more=mark) if card.owner is not None else mark
    drawn = card_svg(card.kind, width=None, decorative=True)
    return (
        f'<div role="img" aria-label="{escape(name)}" title="{escape(name)}" style="{ring}'
        f"border:{border};border-radius:6px;box-sizing:border-box;padding:1px;"
        f'text-align:center;line-height:0;height:100%">{drawn}'
        f'<div style="line-height:14px;height:14px;font-size:10.5px">{strip}</div></div>'
    )


def _marked(spot: Cell, mark: Mark, press: Press | None) -> str:
    name = f"{spot_name(spot)}: {mark.name or mark.words}"
    edge = "2px dashed currentColor" if mark.strong else f"1px dotted {_GREY}"
    ground = "background:rgba(128,128,128,.16);" if mark.strong else ""
    weight = "700" if mark.strong else "400"
    note = (
        f'<span style="display:block;font-size:10px;font-weight:400">{escape(mark.note)}</span>'
        if mark.note
        else ""
    )
    # A free cell is as high as a card with its strip, also in a row that has no card.
    drawing = (
        f'<span style="display:flex;flex-direction:column;justify-content:center;width:100%;'
        f"height:100%;min-height:58px;box-sizing:border-box;border:{edge};border-radius:6px;"
        f"{ground}text-align:center;font-size:13px;line-height:1.15;font-weight:{weight}"
        f'"><span>{escape(mark.words)}</span>{note}</span>'
    )
    if press is not None:
        return press(spot, drawing, name)
    return (
        f'<div role="img" aria-label="{escape(name)}" title="{escape(name)}" '
        f'style="height:100%">{drawing}</div>'
    )
