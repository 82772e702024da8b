"""Whether a card may be placed on a cell, and what it brings (sections 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from neuroanalysis.errors import MoveError
from neuroanalysis.games.conquete.pieces import PIECES, compatible_kinds
from neuroanalysis.games.conquete.play.state import RoundState
from neuroanalysis.games.conquete.position.grid import fits_grid, fits_ratio

__all__ = ["Placed", "anything_fits", "placed", "placed_by", "placements_of", "shape_with"]

Cell = tuple[int, int]


@dataclass(frozen=True)
class Placed:
    """A card that may be placed on a cell.

    Parameters
    ----------
    row, column, kind
        The cell and the card.
    compatible
        How many of the cards that it touches it is compatible with.
    vp
        What it brings.
    """

    row: int
    column: int
    kind: int
    compatible: int
    vp: int


def shape_with(state: RoundState, cell: Cell) -> tuple[int, int]:
    """Return how many rows and columns are open with a card on a cell more (clause 4.1)."""
    top, bottom, left, right = state.domain.box
    row, column = cell
    rows = max(bottom, row) - min(top, row) + 1
    return rows, max(right, column) - min(left, column) + 1


def _fits(state: RoundState, cell: Cell, enlarged: int | None) -> bool:
    rows, columns = shape_with(state, cell)
    return fits_ratio(rows, columns, state.rules) and (
        enlarged is None or fits_grid(rows, columns, enlarged, state.rules)
    )


def _compatible(state: RoundState, cell: Cell, kind: int) -> tuple[int, int]:
    """Return how many cards a card touches on a cell, and with how many it is compatible."""
    goes_with = compatible_kinds(state.rules.shared_attributes)[kind]
    touching = state.domain.touching(cell)
    return len(touching), sum(goes_with >> other.kind & 1 for other in touching)


def _needed(state: RoundState, touched: int) -> int:
    return 1 if touched == 1 else state.rules.needed


def placed(state: RoundState, cell: Cell, kind: int) -> Placed:
    """Return what a card does on a cell, whoever places it.

    Raises
    ------
    MoveError
        Where it may not lie, with the clause.
    """
    row, column = cell
    said = {"code": PIECES.codes[kind], "cell": f"{row},{column}"}
    if state.domain.at(cell) is not None:
        raise MoveError("conquete.move.taken", **said)
    touched, compatible = _compatible(state, cell, kind)
    if not touched:
        raise MoveError("conquete.move.apart", **said)
    needed = _needed(state, touched)
    if compatible < needed:
        raise MoveError(
            "conquete.move.incompatible",
            **said,
            touched=touched,
            compatible=compatible,
            needed=needed,
        )
    rows, columns = shape_with(state, cell)
    if not fits_ratio(rows, columns, state.rules):
        ratio = state.rules.shape_ratio
        raise MoveError("conquete.move.ratio", **said, rows=rows, columns=columns, ratio=ratio)
    if not fits_grid(rows, columns, state.enlarged, state.rules):
        raise MoveError("conquete.move.grid", **said, rows=rows, columns=columns)
    return Placed(row, column, kind, compatible, state.rules.placing[compatible - 1])


def _legal(state: RoundState, kinds: Iterable[int], enlarged: int | None) -> Iterator[Placed]:
    kinds = tuple(kinds)
    for cell in state.domain.free_cells():
        if _fits(state, cell, enlarged):
            for kind in kinds:
                touched, compatible = _compatible(state, cell, kind)
                if compatible >= _needed(state, touched):
                    vp = state.rules.placing[compatible - 1]
                    yield Placed(*cell, kind, compatible, vp)


def placements_of(state: RoundState, player: int) -> tuple[Placed, ...]:
    """Return what a player may place, by cell and kind, be it his turn or not."""
    return tuple(_legal(state, state.kinds(player), state.enlarged))


def placed_by(state: RoundState, player: int) -> bool:
    """Return whether a player can place a card."""
    return any(True for _ in _legal(state, state.kinds(player), state.enlarged))


def anything_fits(state: RoundState, enlarged: int | None) -> bool:
    """Return whether anybody could place a card with the grid enlarged so often.

    With None the grid has no limits, but the shape ratio holds.
    """
    kinds = {kind for player in state.holding for kind in state.kinds(player)}
    return any(True for _ in _legal(state, sorted(kinds), enlarged))
