"""What may be placed on a cell, where cells are free, and how a player's cards hang together.

A cell's neighbours are counted bit by bit: each adds its set of compatible kinds to sets of "at
least one", "at least two" and so on, so that all 27 kinds are judged at once. A box is the rows and
columns that are open, as (top, bottom, left, right); cells are as `layout` says.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.conquete._kernels.layout import (
    COLUMNS_ENLARGED,
    EITHER_WAY_UP,
    MOST_COLUMNS,
    MOST_ROWS,
    NEEDED,
    ROWS_ENLARGED,
    SHAPE_RATIO,
    SIDE,
    SIDES,
)


@kernel
def neighbour(cell: Int, side: Int) -> Int:
    """Return the cell above (0), to the left (1), to the right (2) or below (3)."""
    if side == 0:
        return cell - SIDE
    if side == 1:
        return cell - 1
    return cell + 1 if side == 2 else cell + SIDE


@kernel
def places(
    grid: NDArray[np.int8],
    cell: Int,
    numbers: NDArray[np.int64],
    compatible: NDArray[np.int64],
    by_compatible: NDArray[np.int64],
) -> int:
    """Write the sets of kinds that may go on a free cell; return how many cards it touches.

    ``by_compatible[n]``, n from 1 to 4, are the kinds that may go there and are compatible with
    exactly n neighbours; all are empty where it touches nothing. The shape is not looked at.
    """
    touched = 0
    one, two, three, four = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for side in range(SIDES):
        card = grid[neighbour(cell, side)]
        if card:
            touched += 1
            kinds = compatible[card - 1]
            four |= three & kinds
            three |= two & kinds
            two |= one & kinds
            one |= kinds
    needed = 1 if touched == 1 else numbers[NEEDED]
    by_compatible[0] = 0
    by_compatible[1] = one & ~two if needed <= 1 else 0
    by_compatible[2] = two & ~three if needed <= 2 else 0
    by_compatible[3] = three & ~four if needed <= 3 else 0
    by_compatible[4] = four
    return touched


@kernel
def fits_shape(
    top: Int,
    bottom: Int,
    left: Int,
    right: Int,
    row: Int,
    column: Int,
    numbers: NDArray[np.int64],
    enlarged: Int,
) -> bool:
    """Return whether rows and columns may be open as they are with a card on a cell more."""
    rows = max(bottom, row) - min(top, row) + 1
    columns = max(right, column) - min(left, column) + 1
    ratio = numbers[SHAPE_RATIO]
    if ratio and (rows > ratio * columns or columns > ratio * rows):
        return False
    most_rows = numbers[MOST_ROWS] + enlarged * numbers[ROWS_ENLARGED]
    most_columns = numbers[MOST_COLUMNS] + enlarged * numbers[COLUMNS_ENLARGED]
    if rows <= most_rows and columns <= most_columns:
        return True
    return numbers[EITHER_WAY_UP] != 0 and rows <= most_columns and columns <= most_rows


@kernel
def legal_cells(
    grid: NDArray[np.int8],
    top: Int,
    bottom: Int,
    left: Int,
    right: Int,
    numbers: NDArray[np.int64],
    enlarged: Int,
    cells: NDArray[np.int32],
) -> int:
    """List the free cells that touch the domain and fit the shape, row by row; return how many."""
    found = 0
    for row in range(top - 1, bottom + 2):
        for column in range(left - 1, right + 2):
            cell = SIDE * row + column
            if grid[cell]:
                continue
            if not (grid[cell - SIDE] or grid[cell - 1] or grid[cell + 1] or grid[cell + SIDE]):
                continue
            if fits_shape(top, bottom, left, right, row, column, numbers, enlarged):
                cells[found] = cell
                found += 1
    return found


@kernel
def root(parents: NDArray[np.int32], cell: Int) -> int:
    """Return the cell that stands for a connected set; ways to it are made shorter."""
    here = int(cell)
    while parents[here] != here:
        parents[here] = parents[parents[here]]
        here = int(parents[here])
    return here


@kernel
def joined(owners: NDArray[np.int8], parents: NDArray[np.int32], cell: Int, player: Int) -> int:
    """Return how many connected sets of a player (a number from 1) touch a cell.

    A card of his on it changes what his sets score by 1 + (this - 1) * `SET_LESS`.
    """
    sets = 0
    seen_0, seen_1, seen_2 = -1, -1, -1
    for side in range(SIDES):
        other = neighbour(cell, side)
        if owners[other] != player:
            continue
        here = root(parents, other)
        if here not in (seen_0, seen_1, seen_2):
            seen_0, seen_1, seen_2 = seen_1, seen_2, here
            sets += 1
    return sets


@kernel
def own(owners: NDArray[np.int8], parents: NDArray[np.int32], cell: Int, player: Int) -> None:
    """Mark a cell as a player's, and join his connected sets that touch it."""
    owners[cell] = player
    parents[cell] = cell
    for side in range(SIDES):
        other = neighbour(cell, side)
        if owners[other] == player:
            parents[root(parents, other)] = cell
