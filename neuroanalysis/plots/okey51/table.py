"""A round of Okey drawn: racks, open melds, discards, what was done in words, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from neuroanalysis.games.okey51.pieces import PIECES, kind_name
from neuroanalysis.games.okey51.play import (
    Discard,
    Draw,
    Lay,
    LayOff,
    LayPair,
    Move,
    OnTable,
    Open,
    OpenPairs,
    RoundResult,
    RoundState,
    Steal,
    Take,
    result,
)
from neuroanalysis.games.okey51.position import Meld, MeldTile
from neuroanalysis.plots.groups import kinds_of
from neuroanalysis.plots.markup import block, row, small, table
from neuroanalysis.plots.okey51.tiles import (
    Tile,
    TileGroup,
    drawn_tile,
    rack_html,
    tile_svg,
    tiles_html,
)
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.plots.seats import pieces_row, seat_box, seats_html
from neuroanalysis.texts import text

__all__ = [
    "discards_line",
    "meld_tiles",
    "move_tile",
    "move_words",
    "phase_words",
    "pile_words",
    "result_html",
    "result_words",
    "round_html",
    "seat_html",
    "turned_html",
]

_TEXTS: Final = "plots.okey51.table"
_TILE: Final = 26
_SMALL: Final = 22
_NARROWEST: Final = 290


def round_html(state: RoundState) -> str:
    """Draw a round at one moment: racks, open melds and discards; at the end the points too.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play import deal
    >>> html = round_html(deal(["Ana", "Bo", "Cem", "Dua"], seed=1))
    >>> html.count("<svg")  # four racks, the first with one tile more; indicator and okey
    59
    """
    ended = result_html(state, result(state)) if state.phase == "over" else ""
    seats = "".join(seat_html(state, player) for player in range(state.players))
    return block(
        f"<b>{escape(phase_words(state))}</b> {small(pile_words(state))}",
        ended,
        turned_html(state),
        seats_html(seats, narrowest=_NARROWEST, most=2),
        discards_line(state),
        label=text(f"{_TEXTS}.label"),
    )


def turned_html(state: RoundState) -> str:
    """Draw the indicator, and the okey that it makes."""
    tiles = (
        (text(f"{_TEXTS}.indicator"), Tile(state.indicator)),
        (text(f"{_TEXTS}.okey"), Tile(state.okey, wild=True)),
    )
    drawn = "".join(
        f'<span style="display:inline-flex;align-items:center;gap:6px">{escape(name)} '
        f"{tile_svg(tile, width=_TILE)}</span>"
        for name, tile in tiles
    )
    return f'<div style="display:flex;flex-wrap:wrap;gap:6px 18px">{drawn}</div>'


def seat_html(state: RoundState, player: int, *, note: str = "", width: float = _TILE) -> str:
    """Draw what a player has: his rack, and under it the melds that he laid.

    Parameters
    ----------
    state, player
        Whose, and when.
    note
        What is said beside his name.
    width
        Of a tile, in pixels.
    """
    held = [
        drawn_tile(kind, state.okey, state.fake_identity) for kind in kinds_of(state.racks[player])
    ]
    parts = [rack_html(held, width=width)] if held else []
    laid = [
        TileGroup(meld_tiles(state, on_table), caption=_caption(state, on_table), style="plain")
        for on_table in state.table
        if on_table.owner == player
    ]
    if laid:
        parts.append(tiles_html(laid, width=_SMALL, label=text(f"{_TEXTS}.laid")))
    return seat_box(
        state.names[player],
        parts,
        note=note,
        marks=_marks(state, player),
        active=player == state.active and state.phase != "over",
    )


def meld_tiles(state: RoundState, laid: OnTable) -> tuple[Tile, ...]:
    """Return how the tiles of an open meld are drawn; the last of those that may are fake okeys."""
    tiles = [drawn_tile(tile) for tile in laid.meld.tiles]
    fakes = laid.fakes
    for place in reversed(range(len(tiles))):
        tile = laid.meld.tiles[place]
        if fakes and not tile.wild and tile.identity == state.fake_identity:
            tiles[place] = drawn_tile(_FAKE, None, tile.identity)
            fakes -= 1
    return tuple(tiles)


_FAKE: Final = PIECES.kind("fo")


def _caption(state: RoundState, laid: OnTable) -> str:
    if isinstance(laid.meld, Meld):
        return quantity("points", laid.meld.value(state.rules))
    return text(f"{_TEXTS}.pair")


def _marks(state: RoundState, player: int) -> list[str]:
    marks = []
    opening = state.opened[player]
    if opening is not None:
        marks.append(text(f"{_TEXTS}.opened_{opening.how}", value=opening.value))
    if state.phase != "over" and player == state.active:
        marks.append(text(f"{_TEXTS}.to_{state.phase}"))
    if state.phase == "over" and player == state.finisher:
        marks.append(text(f"{_TEXTS}.finished"))
    charged = sum(charge.points for charge in state.charges if charge.player == player)
    if charged:
        marks.append(text(f"{_TEXTS}.charged", points=charged))
    return marks


def discards_line(state: RoundState) -> str:
    """Draw the discards in their order; who discarded one is in its tooltip."""
    title = text(f"{_TEXTS}.discards", tiles=quantity("tiles", len(state.discards)))
    tiles = "".join(
        f'<span title="{escape(_whose(state, tile.player, tile.kind))}" style="line-height:0">'
        f"{tile_svg(_tile(state, tile.kind), width=_SMALL)}</span>"
        for tile in state.discards
    )
    empty = small(text(f"{_TEXTS}.none"))
    return (
        f'<div role="group" aria-label="{escape(title)}"><div style="margin-bottom:4px">'
        f"{escape(title)}</div>{pieces_row(tiles) if tiles else empty}</div>"
    )


def _whose(state: RoundState, player: int, kind: int) -> str:
    return f"{state.names[player]} · {_tile(state, kind).name} ({PIECES.codes[kind]})"


def _tile(state: RoundState, kind: int) -> Tile:
    return drawn_tile(kind, state.okey, state.fake_identity)


def pile_words(state: RoundState) -> str:
    """Say how many tiles are left to draw, and what opens."""
    return text(
        f"{_TEXTS}.pile", tiles=quantity("tiles", len(state.pile)), threshold=state.threshold
    )


def phase_words(state: RoundState) -> str:
    """Say who has to do what, or how the round ended.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play import deal
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     phase_words(deal(["Ana", "Bo", "Cem", "Dua"], seed=1))
    'Ana discards, having laid what is to be laid.'
    """
    if state.phase != "over":
        return text(f"{_TEXTS}.phase.{state.phase}", player=state.names[state.active])
    finisher = "" if state.finisher is None else state.names[state.finisher]
    return text(f"{_TEXTS}.end.{result(state).end}", player=finisher)


def move_words(state: RoundState, move: Move) -> str:
    """Say a move in a sentence.

    Parameters
    ----------
    state
        The moment before it.
    move
        A legal move.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play import deal
    >>> from neuroanalysis.texts import speaking
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> with speaking("en"):
    ...     move_words(state, Discard(0, PIECES.kind("r1")))
    'Ana discards red 1.'
    """
    player = state.names[move.player]
    if isinstance(move, Take):
        taken = text(f"{_TEXTS}.moves.takes", player=player, tile=_offered(state))
        if move.use is None:
            return taken
        return f"{taken} {move_words(state, move.use)}"
    key, fields = _told(state, move)
    return text(f"{_TEXTS}.moves.{key}", player=player, **fields)


def move_tile(state: RoundState, move: Move) -> str:
    """Draw the tile that a move is about, if it is about one."""
    kind: int | None = None
    if isinstance(move, Draw):
        kind = state.pile[0]
    elif isinstance(move, Discard):
        kind = move.kind
    elif isinstance(move, Take) and state.offered is not None:
        kind = state.offered.kind
    if kind is None:
        return ""
    return tile_svg(_tile(state, kind), width=16, decorative=True)


def _offered(state: RoundState) -> str:
    return "" if state.offered is None else kind_name(state.offered.kind)


def _told(state: RoundState, move: Move) -> tuple[str, dict[str, object]]:
    match move:
        case Draw():
            return "draws", {"tile": kind_name(state.pile[0])}
        case Discard(kind=kind):
            return "discards", {"tile": kind_name(kind)}
        case Open(melds=melds):
            value = sum(meld.value(state.rules) for meld in melds)
            return "opens", {"melds": _joined(meld.to_text() for meld in melds), "value": value}
        case OpenPairs(pairs=pairs):
            said = _joined(_codes(pair.tiles) for pair in pairs)
            return "opens_pairs", {"pairs": said, "n": len(pairs)}
        case Lay(meld=meld):
            return "lays", {"meld": meld.to_text()}
        case LayPair(pair=pair):
            return "pairs", {"pair": _codes(pair.tiles)}
        case LayOff(meld=place, tile=tile):
            return "adds", {"tile": tile.code, **_where(state, place)}
        case Steal(meld=place, identity=identity):
            return "steals", {"tile": kind_name(identity), **_where(state, place)}
        case _:
            raise TypeError(f"no move: {move!r}")


def _where(state: RoundState, place: int) -> dict[str, object]:
    laid = state.table[place]
    return {"owner": state.names[laid.owner], "meld": _codes(laid.meld.tiles)}


def _codes(tiles: Sequence[MeldTile]) -> str:
    return "-".join(tile.code for tile in tiles)


def _joined(melds: Iterable[str]) -> str:
    return ", ".join(melds)


def result_words(state: RoundState, ended: RoundResult) -> str:
    """Say how the round ended, and the points of everybody.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    points = ", ".join(f"{name} {n}" for name, n in zip(state.names, ended.points, strict=True))
    return text(f"{_TEXTS}.points", said=phase_words(state), points=points)


def result_html(state: RoundState, ended: RoundResult) -> str:
    """Tabulate what a round brings each player: for its end, for what was charged, in all.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    names = ("player", "at_end", *_CHARGES, "total")
    head = [text(f"{_TEXTS}.account.{name}") for name in names]
    numbers = range(1, len(head))
    double = 2 if state.doubled else 1
    rows = []
    for player, name in enumerate(state.names):
        charged = [
            double * sum(c.points for c in state.charges if c.player == player and c.kind == kind)
            for kind in _CHARGES
        ]
        cells = [ended.at_end[player], *charged, ended.points[player]]
        rows.append(row([escape(name), *map(str, cells)], numbers))
    label = text(f"{_TEXTS}.account.label")
    return table(head, rows, numbers, label)


_CHARGES: Final = ("laid_off", "taken", "stolen", "penalised")
