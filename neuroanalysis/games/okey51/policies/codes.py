"""Melds and moves as the numbers of the compiled engine, both ways."""

from __future__ import annotations

from collections.abc import Sequence

from neuroanalysis.games.okey51.pieces import colour_of
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
from neuroanalysis.games.okey51.scoring import meld_codes, meld_tiles

__all__ = ["code_of", "meld_of", "move_of"]


def code_of(meld: Meld | Pair) -> int:
    """Return a meld or pair in one number; `_kernels/melds.py` says how.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.rules import Rules
    >>> run = Meld.of("b12-b13*-b1", Rules())
    >>> meld_of(code_of(run)) == run, meld_of(code_of(Pair.of("b9-b9*"))).to_text()
    (True, 'b9-b9*')
    """
    from neuroanalysis.games.okey51._kernels import melds, table

    if isinstance(meld, Pair):
        return table.PAIR | meld.identity << melds.NAME | meld.wilds << melds.WILDS
    run = meld.kind == "run"
    wilds = sum(
        tile.wild << (place if run else colour_of(tile.identity))
        for place, tile in enumerate(meld.tiles)
    )
    return int(meld_codes([meld])[0]) | wilds << melds.WILDS


def meld_of(code: int) -> Meld | Pair:
    """Return the meld or pair that a number says."""
    from neuroanalysis.games.okey51._kernels import melds, table

    if code & melds.KIND_MASK == table.PAIR:
        return Pair(code >> melds.NAME & table.SIX_BITS, code >> melds.WILDS)
    return Meld(meld_tiles(code))


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
