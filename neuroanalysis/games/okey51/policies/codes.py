"""Melds and moves as the numbers of the compiled engine, both ways."""

from __future__ import annotations

from collections.abc import Sequence

from neuroanalysis.games.okey51.pieces import COLOURS, NUMBERS, colour_of, identity, number_of
from neuroanalysis.games.okey51.play import (
    Discard,
    Draw,
    Lay,
    LayOff,
    LayPair,
    Move,
    Open,
    OpenPairs,
    Pair,
    Steal,
    Take,
    Use,
)
from neuroanalysis.games.okey51.position import Meld, MeldTile

__all__ = ["code_of", "meld_of", "move_of"]


def code_of(meld: Meld | Pair) -> int:
    """Return a meld or pair in one number; `_kernels/table.py` says how.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.rules import Rules
    >>> run = Meld.of("b12-b13*-b1", Rules())
    >>> meld_of(code_of(run)) == run, meld_of(code_of(Pair.of("b9-b9*"))).to_text()
    (True, 'b9-b9*')
    """
    from neuroanalysis.games.okey51._kernels import table

    if isinstance(meld, Pair):
        return table.PAIR | meld.identity << table.NAME | meld.wilds << table.WILDS
    first = meld.tiles[0].identity
    if meld.kind == "run":
        name, begin, length = colour_of(first), number_of(first), len(meld.tiles)
        wilds = sum(tile.wild << place for place, tile in enumerate(meld.tiles))
        kind = table.RUN
    else:
        name, begin = number_of(first), 0
        length = sum(1 << colour_of(tile.identity) for tile in meld.tiles)
        wilds = sum(tile.wild << colour_of(tile.identity) for tile in meld.tiles)
        kind = table.SET
    return (
        kind
        | name << table.NAME
        | begin << table.FIRST
        | length << table.LENGTH
        | wilds << table.WILDS
    )


def meld_of(code: int) -> Meld | Pair:
    """Return the meld or pair that a number says."""
    from neuroanalysis.games.okey51._kernels import table

    kind, wilds = code & table.KIND_MASK, code >> table.WILDS
    if kind == table.PAIR:
        return Pair(code >> table.NAME & table.SIX_BITS, wilds)
    name, length = code >> table.NAME & table.FOUR_BITS, code >> table.LENGTH & table.FOUR_BITS
    if kind == table.SET:
        return Meld(
            tuple(
                MeldTile(identity(colour, name), bool(wilds >> colour & 1))
                for colour in range(COLOURS)
                if length >> colour & 1
            )
        )
    first = code >> table.FIRST & table.FOUR_BITS
    return Meld(
        tuple(
            MeldTile(identity(name, (first + at - 1) % NUMBERS + 1), bool(wilds >> at & 1))
            for at in range(length)
        )
    )


def move_of(numbers: Sequence[int], player: int) -> Move:
    """Return the move of a player that the compiled engine wrote."""
    from neuroanalysis.games.okey51._kernels import players as kernel

    what = numbers[kernel.WHAT]
    if what == kernel.DRAW:
        return Draw(player)
    if what == kernel.DISCARD:
        return Discard(player, numbers[kernel.IDENTITY])
    laid = [meld_of(code) for code in numbers[kernel.CODES :][: numbers[kernel.MELDS]]]
    pairs = tuple(one for one in laid if isinstance(one, Pair))
    melds = tuple(one for one in laid if isinstance(one, Meld))
    place, tile = numbers[kernel.PLACE], numbers[kernel.IDENTITY]
    use: Use
    if what == kernel.LAY_PAIR:
        return LayPair(player, pairs[0])
    if what == kernel.OPEN:
        use = Open(player, melds)
    elif what == kernel.OPEN_PAIRS:
        use = OpenPairs(player, pairs)
    elif what == kernel.LAY:
        use = Lay(player, melds[0])
    elif what == kernel.LAY_OFF:
        use = LayOff(player, place, MeldTile(tile, bool(numbers[kernel.IS_WILD])))
    else:
        use = Steal(player, place, tile)
    return Take(player, use) if numbers[kernel.TAKEN] else use
