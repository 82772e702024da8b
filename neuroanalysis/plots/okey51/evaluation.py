"""An evaluation drawn: the rack, the best melds, what is left at least, pairs, the other ways.

Everything is one HTML string with inline SVG and inline styles, so that it also shows in an
exported page. Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, Literal, TypeAlias, get_args

from neuroanalysis.games.okey51.evaluation import Arrangement, Evaluation
from neuroanalysis.games.okey51.pieces import COLOURS, FAKE
from neuroanalysis.games.okey51.position import Meld, MeldTile, Position
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.okey51.tiles import (
    Tile,
    TileGroup,
    drawn_tile,
    rack_html,
    tiles_html,
    tiles_of,
)
from neuroanalysis.plots.quantities import other_ways, quantity
from neuroanalysis.texts import text

__all__ = [
    "VIEWS",
    "View",
    "arrangement_html",
    "evaluation_html",
    "facts_html",
    "headline_html",
    "listed",
    "pairs_html",
    "position_html",
    "verdict",
    "view_words",
]

View: TypeAlias = Literal["value", "left", "pairs"]
"""What is shown: the melds worth most, what leaves least, or the pairs."""

VIEWS: Final[tuple[View, ...]] = get_args(View)

_TEXTS: Final = "plots.okey51.evaluation"
_TILE: Final = 36
_OTHER: Final = 26
# A static answer draws so many of the other arrangements.
_OTHERS: Final = 9


def evaluation_html(evaluation: Evaluation) -> str:
    """Draw an answer whole: rack, headline, best melds, what is left at least, pairs, the others.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.scoring import evaluate
    >>> html = evaluation_html(evaluate("r3 r4 r5 k9 k9", okey="y9"))
    >>> html.count("<svg"), "<script" in html
    (15, False)
    """
    position = evaluation.position
    best = evaluation.opening
    parts = [
        rack_html(tiles_of(position), label=text(f"{_TEXTS}.rack")),
        headline_html(evaluation),
        _titled(evaluation, "value", arrangement_html(best, position))
        + _others_html(evaluation, "value"),
    ]
    least = evaluation.least_arrangements[0]
    if least != best:
        parts.append(
            _titled(evaluation, "left", arrangement_html(least, position))
            + _others_html(evaluation, "left")
        )
    if evaluation.pairs:
        parts.append(_titled(evaluation, "pairs", pairs_html(evaluation)))
    parts.append(facts_html(evaluation))
    return block(*parts, label=str(evaluation))


def headline_html(evaluation: Evaluation) -> str:
    """Say the greatest value of melds in large type, and whether the player opens or goes out."""
    number, _, unit = quantity("points", evaluation.meld_value).partition(" ")
    lines = "".join(f"<div>{escape(words)}</div>" for words in verdict(evaluation))
    return (
        f'<div><span style="font-size:30px;font-weight:700;line-height:1.15">{number}</span> '
        f'<span style="font-size:15px">{escape(unit)} {escape(text(f"{_TEXTS}.in_melds"))}</span>'
        f"</div>{lines}"
    )


def verdict(evaluation: Evaluation) -> tuple[str, ...]:
    """Say whether the player opens, and whether he goes out, a sentence each.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.scoring import evaluate
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     verdict(evaluate("r10 r11 r12 b7 k7 y7", okey="b1"))[0]
    'Opens by melds: 54, where 51 are needed.'
    """
    position = evaluation.position
    fields: dict[str, object] = {
        "value": evaluation.meld_value,
        "threshold": position.threshold,
        "pairs": evaluation.pairs,
        "needed": position.rules.pairs_to_open,
    }
    said = []
    if not position.opened:
        said.append(text(f"{_TEXTS}.opens.{evaluation.opens or 'none'}", **fields))
        if evaluation.opens == "both":
            said.append(text(f"{_TEXTS}.better.{evaluation.better_way}"))
    if evaluation.goes_out is not None:
        said.append(text(f"{_TEXTS}.out.{evaluation.goes_out}"))
    elif position.opened:
        said.append(
            text(f"{_TEXTS}.out.none", tiles=quantity("tiles", max(1, evaluation.tiles_away)))
        )
    return tuple(said)


def view_words(evaluation: Evaluation, view: View) -> str:
    """Say in few words what is shown."""
    number: dict[View, str] = {
        "value": str(evaluation.meld_value),
        "left": quantity("tiles", evaluation.least_left_count),
        "pairs": str(evaluation.pairs),
    }
    return text(f"{_TEXTS}.view.{view}", n=number[view])


def listed(evaluation: Evaluation, view: View) -> tuple[tuple[Arrangement, ...], int]:
    """Return the arrangements that are as good, or the first of them, and how many there are.

    The one that leaves fewest tiles comes first.
    """
    if view == "left":
        return evaluation.least_arrangements, evaluation.least_arrangement_count
    others = tuple(one for one in evaluation.arrangements if one != evaluation.opening)
    return (evaluation.opening, *others)[: len(evaluation.arrangements)], (
        evaluation.arrangement_count
    )


def arrangement_html(arrangement: Arrangement, position: Position, *, width: float = _TILE) -> str:
    """Draw an arrangement: melds with their values, tiles laid off in a frame, the rest faintly.

    Parameters
    ----------
    arrangement
        What to draw.
    position
        Of which rack: it says which naturals are fake okeys.
    width
        Width of a tile in CSS pixels.
    """
    draw = _Drawer(position)
    groups = [
        TileGroup(draw.tiles(meld.tiles), caption=_meld_caption(meld, position))
        for meld in arrangement.melds
    ]
    groups += [
        TileGroup(
            draw.tiles(part.tiles),
            caption=text(f"{_TEXTS}.laid_off"),
            note=part.meld.to_text(),
            style="frame",
        )
        for part in arrangement.laid
    ]
    if arrangement.rest:
        caption = text(
            f"{_TEXTS}.rest",
            tiles=quantity("tiles", len(arrangement.rest)),
            value=arrangement.rest_value,
        )
        groups.append(
            TileGroup(draw.tiles(arrangement.rest), caption=caption, style="plain", faded=True)
        )
    return tiles_html(groups, width=width, label=arrangement.to_text())


def pairs_html(evaluation: Evaluation, *, width: float = _TILE) -> str:
    """Draw the most pairs that can be had at once, and faintly what is left."""
    position = evaluation.position
    draw = _Drawer(position)
    groups = [TileGroup(draw.tiles(pair)) for pair in evaluation.paired]
    left = list(tiles_of(position))
    for pair in groups:
        for tile in pair.kinds:
            held = Tile(position.okey, wild=True) if tile.wild else tile
            left.remove(held)
    if left:
        caption = quantity("tiles", len(left))
        groups.append(TileGroup(tuple(left), caption=caption, style="plain", faded=True))
    return tiles_html(groups, width=width, label=text(f"{_TEXTS}.pairs"))


def facts_html(evaluation: Evaluation) -> str:
    """Tabulate the numbers of an answer."""
    title = text(f"{_TEXTS}.facts")
    left = text(
        f"{_TEXTS}.left_worth",
        tiles=quantity("tiles", evaluation.least_left_count),
        value=evaluation.least_left_value,
    )
    said = (
        ("meld_value", quantity("points", evaluation.meld_value)),
        ("arrangement_count", str(evaluation.arrangement_count)),
        ("least_left", left),
        ("least_arrangement_count", str(evaluation.least_arrangement_count)),
        ("pairs", str(evaluation.pairs)),
        ("tiles_away", str(evaluation.tiles_away)),
    )
    rows = [row([escape(text(f"{_TEXTS}.{name}")), escape(words)], (1,)) for name, words in said]
    drawn = table([title, ""], rows, (1,), title)
    return f'<div style="max-width:460px">{drawn}</div>'


def position_html(position: Position) -> str:
    """Draw a position: the rack, the melds on the table, tiles seen elsewhere."""
    seen = tiles_of(position, position.seen)
    groups = [
        TileGroup(
            tuple(drawn_tile(tile, position.okey) for tile in meld.tiles),
            caption=_meld_caption(meld, position),
            style="frame",
        )
        for meld in position.melds
    ]
    if seen:
        caption = text(f"{_TEXTS}.seen")
        groups.append(TileGroup(seen, caption=caption, style="plain", faded=True))
    opened = text(f"{_TEXTS}.{'opened' if position.opened else 'unopened'}")
    return block(
        rack_html(tiles_of(position), label=text(f"{_TEXTS}.rack")),
        tiles_html(groups, width=_OTHER) if groups else "",
        small(text(f"{_TEXTS}.threshold", threshold=position.threshold, opened=opened)),
        label=position.to_line(),
    )


class _Drawer:
    """Draws a rack's tiles: where a real tile and a fake okey are alike, the real ones first."""

    def __init__(self, position: Position) -> None:
        self._okey = position.okey
        self._alike = position.fake_identity
        self._real = 0 if self._alike == position.okey else position.hand[self._alike]

    def tiles(self, tiles: Sequence[MeldTile]) -> tuple[Tile, ...]:
        return tuple(map(self._tile, tiles))

    def _tile(self, tile: MeldTile) -> Tile:
        if tile.wild or tile.identity != self._alike:
            return drawn_tile(tile, self._okey)
        if self._real:
            self._real -= 1
            return Tile(tile.identity)
        return Tile(FAKE, counts_as=tile.identity)


def _meld_caption(meld: Meld, position: Position) -> str:
    kind = "four" if meld.kind == "set" and len(meld.tiles) == COLOURS else meld.kind
    return text(
        f"{_TEXTS}.meld",
        kind=text(f"{_TEXTS}.{kind}"),
        value=meld.value(position.rules),
    )


def _titled(evaluation: Evaluation, view: View, drawn: str) -> str:
    return heading(view_words(evaluation, view)) + drawn


def _others_html(evaluation: Evaluation, view: View) -> str:
    """Fold away the other arrangements as good; a static page cannot turn them over."""
    found, number = listed(evaluation, view)
    if number == 1:
        return ""
    others = found[1 : 1 + _OTHERS]
    drawn = "".join(
        f'<div style="margin:10px 0;padding-top:10px;border-top:1px solid rgba(128,128,128,.35)">'
        f"{arrangement_html(one, evaluation.position, width=_OTHER)}</div>"
        for one in others
    )
    unlisted = number - 1 - len(others)
    more = small(text("plots.verdict.unlisted", n=unlisted)) if unlisted else ""
    title = escape(other_ways("arrangements", number - 1))
    return (
        '<details style="margin-top:6px"><summary style="cursor:pointer">'
        f"{title}</summary>{drawn}{more}</details>"
    )
