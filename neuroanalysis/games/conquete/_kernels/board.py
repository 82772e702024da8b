"""A domain with its owners while a round is played: cards put on it, and where a hand may go.

What a domain is in arrays stands in `layout`; the rules of a cell stand in `domain`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.core._kernels.luck import mixed
from neuroanalysis.games.conquete._kernels.domain import (
    joined,
    legal_cells,
    own,
    places,
)
from neuroanalysis.games.conquete._kernels.layout import (
    KINDS,
    MIDDLE,
    MOST_CARDS,
    SET_LESS,
    SIDE,
    SIDES,
    RuleArrays,
)

# Places in a box.
TOP: Final = 0
BOTTOM: Final = 1
LEFT: Final = 2
RIGHT: Final = 3

NOBODY: Final = -1

_NUMBERS: Final = np.zeros(1, dtype=np.int64)
_CELLS: Final = np.zeros(1, dtype=np.int8)
_LINKS: Final = np.zeros(1, dtype=np.int32)

_MOST_CELLS: Final = 2 * MOST_CARDS + 2  # free cells round so many cards
MOST_PLACEMENTS: Final = _MOST_CELLS * KINDS
_U64 = np.uint64
_JITTER: Final = 1e-6 / 2.0**64


class Board(NamedTuple):
    """A domain, and whose its cards are."""

    grid: NDArray[np.int8]
    """(cells,): 0 for a free cell, else kind + 1."""
    owners: NDArray[np.int8]
    """(cells,): player + 1, or 0 for nobody's."""
    parents: NDArray[np.int32]
    """(cells,): how each player's cards hang together; see `domain.root`."""
    box: NDArray[np.int64]
    """Open rows and columns."""


class Listing(NamedTuple):
    """Room for the placements of a hand."""

    cells: NDArray[np.int32]
    by_compatible: NDArray[np.int64]
    codes: NDArray[np.int64]
    values: NDArray[np.float64]


RULES: Final = RuleArrays(_NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS)
BOARD: Final = Board(_CELLS, _CELLS, _LINKS, _NUMBERS)
LISTING: Final = Listing(_LINKS, _NUMBERS, _NUMBERS, np.zeros(1))
"""Of the types that these have, for kernels that are compiled apart."""


@kernel
def make_board() -> Board:
    """Make an empty board."""
    cells = SIDE * SIDE
    row, column = divmod(MIDDLE, SIDE)
    return Board(
        np.zeros(cells, dtype=np.int8),
        np.zeros(cells, dtype=np.int8),
        np.zeros(cells, dtype=np.int32),
        np.array([row, row, column, column], dtype=np.int64),
    )


@kernel
def make_listing() -> Listing:
    """Make the room."""
    return Listing(
        np.zeros(_MOST_CELLS, dtype=np.int32),
        np.zeros(SIDES + 1, dtype=np.int64),
        np.zeros(MOST_PLACEMENTS, dtype=np.int64),
        np.zeros(MOST_PLACEMENTS),
    )


@kernel
def begin(board: Board, kind: Int) -> None:
    """Take all cards away, and turn the start card."""
    box = board.box
    for row in range(box[TOP], box[BOTTOM] + 1):
        for column in range(box[LEFT], box[RIGHT] + 1):
            board.grid[SIDE * row + column] = 0
            board.owners[SIDE * row + column] = 0
    board.grid[MIDDLE] = kind + 1
    box[TOP] = box[BOTTOM] = MIDDLE // SIDE
    box[LEFT] = box[RIGHT] = MIDDLE % SIDE


@kernel
def put(board: Board, cell: Int, kind: Int, player: Int) -> None:
    """Put a player's card on a free cell."""
    board.grid[cell] = kind + 1
    own(board.owners, board.parents, cell, player + 1)
    box, row, column = board.box, cell // SIDE, cell % SIDE
    box[TOP], box[BOTTOM] = min(box[TOP], row), max(box[BOTTOM], row)
    box[LEFT], box[RIGHT] = min(box[LEFT], column), max(box[RIGHT], column)


@kernel
def copy_board(board: Board, to: Board, margin: Int) -> None:
    """Copy a board and free cells round it, as far out as cards will be put on the copy."""
    box = board.box
    last = SIDE - 1
    for row in range(max(0, box[TOP] - margin), min(last, box[BOTTOM] + margin) + 1):
        for column in range(max(0, box[LEFT] - margin), min(last, box[RIGHT] + margin) + 1):
            cell = SIDE * row + column
            to.grid[cell] = board.grid[cell]
            to.owners[cell] = board.owners[cell]
            to.parents[cell] = board.parents[cell]
    for side in range(4):
        to.box[side] = box[side]


@kernel
def anything_fits(
    board: Board, kinds: Int, enlarged: Int, rules: RuleArrays, room: Listing
) -> bool:
    """Return whether a card of a set of kinds may go anywhere."""
    box, by_compatible = board.box, room.by_compatible
    n = legal_cells(
        board.grid,
        box[TOP],
        box[BOTTOM],
        box[LEFT],
        box[RIGHT],
        rules.numbers,
        enlarged,
        room.cells,
    )
    for place in range(n):
        places(board.grid, room.cells[place], rules.numbers, rules.compatible, by_compatible)
        for fitting in range(1, SIDES + 1):
            if by_compatible[fitting] & kinds:
                return True
    return False


@kernel
def placements(
    board: Board,
    kinds: Int,
    player: Int,
    enlarged: Int,
    set_worth: float,
    luck: np.uint64,
    rules: RuleArrays,
    room: Listing,
) -> tuple[int, int]:
    """List what a hand may place; return how many placements, and which of them is worth most.

    A code is ``(cell * KINDS + kind) * 5`` and how many neighbours are compatible. Worth are its
    VP, and so many times what it changes in the score of his sets; luck decides between equals.
    """
    box, by_compatible = board.box, room.by_compatible
    less = rules.numbers[SET_LESS]
    n = legal_cells(
        board.grid,
        box[TOP],
        box[BOTTOM],
        box[LEFT],
        box[RIGHT],
        rules.numbers,
        enlarged,
        room.cells,
    )
    found, best = 0, 0
    for place in range(n):
        cell = np.int64(room.cells[place])
        places(board.grid, cell, rules.numbers, rules.compatible, by_compatible)
        sets = 0.0
        if set_worth != 0.0:
            touched = joined(board.owners, board.parents, cell, player + 1)
            sets = set_worth * (1 + (touched - 1) * less)
        for fitting in range(1, SIDES + 1):
            left = by_compatible[fitting] & kinds
            for kind in range(KINDS):
                if left >> kind & 1:
                    code = (cell * KINDS + kind) * (SIDES + 1) + fitting
                    more = float(mixed(luck ^ mixed(_U64(code)))) * _JITTER
                    room.codes[found] = code
                    room.values[found] = rules.placing[fitting] + sets + more
                    if room.values[found] > room.values[best]:
                        best = found
                    found += 1
    return found, best


@kernel
def set_scores(
    board: Board, less: Int, scores: NDArray[np.int64], tally: NDArray[np.int64]
) -> None:
    """Score the connected sets of each player.

    Parameters
    ----------
    board
        The domain at the end.
    less
        A set scores its size less this.
    scores
        (players,): zeros, to which is added.
    tally
        (players, 2): how many sets each has, and the size of the largest: zeros.
    """
    box = board.box
    size = np.zeros(MOST_CARDS, dtype=np.int64)
    roots = np.zeros(MOST_CARDS, dtype=np.int64)
    n = 0
    for row in range(box[TOP], box[BOTTOM] + 1):
        for column in range(box[LEFT], box[RIGHT] + 1):
            cell = SIDE * row + column
            if board.owners[cell] == 0:
                continue
            here = int(cell)
            while board.parents[here] != here:
                here = int(board.parents[here])
            place = 0
            while place < n and roots[place] != here:
                place += 1
            if place == n:
                roots[n], size[n] = here, 0
                n += 1
            size[place] += 1
    for place in range(n):
        player = board.owners[roots[place]] - 1
        scores[player] += size[place] - less
        tally[player, 0] += 1
        tally[player, 1] = max(tally[player, 1], size[place])
