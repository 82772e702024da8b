"""What may be placed in a round (sections 3 and 4), judged as of any position."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from neuroanalysis.errors import MoveError, PositionError
from neuroanalysis.games.conquete._kernels.layout import SIDES
from neuroanalysis.games.conquete.evaluation import Placement
from neuroanalysis.games.conquete.play.state import RoundState
from neuroanalysis.games.conquete.position import Position
from neuroanalysis.games.conquete.scoring import check_placement, placements

__all__ = ["can_place", "fits_anywhere", "placement_of", "placements_of", "position_of"]


def position_of(state: RoundState, player: int) -> Position:
    """Return what a player sees, as a position; the others' cards are not in it."""
    return Position(state.domain, state.hands[player], player + 1, state.enlarged, state.rules)


def placement_of(state: RoundState, player: int, cell: tuple[int, int], kind: int) -> Placement:
    """Return what a card of a player does on a cell, be it his turn or not.

    Raises
    ------
    MoveError
        Where it may not lie, with the clause.
    """
    try:
        return check_placement(position_of(state, player), kind, cell)
    except PositionError as reason:
        raise MoveError(reason.key, **reason.values) from None


def placements_of(state: RoundState, player: int) -> tuple[Placement, ...]:
    """Return what a player may place, by cell and card, be it his turn or not."""
    return placements(position_of(state, player))


def can_place(state: RoundState, player: int) -> bool:
    """Return whether a player can place a card."""
    return fits_anywhere(state, [player], state.enlarged)


def fits_anywhere(state: RoundState, players: Iterable[int], enlarged: int) -> bool:
    """Return whether some player could place a card with the grid enlarged so often."""
    from neuroanalysis.games.conquete._kernels.domain import legal_cells, places

    kinds = 0
    for player in players:
        for kind in state.kinds(player):
            kinds |= 1 << kind
    domain, rules = state.domain.to_arrays(), state.rules.to_arrays()
    cells = np.zeros(SIDES * len(state.domain), dtype=np.int32)
    by_compatible = np.zeros(SIDES + 1, dtype=np.int64)
    n = legal_cells(domain.grid, *domain.box, rules.numbers, enlarged, cells)
    for cell in cells[:n].tolist():
        places(domain.grid, cell, rules.numbers, rules.compatible, by_compatible)
        if int(np.bitwise_or.reduce(by_compatible)) & kinds:
            return True
    return False
