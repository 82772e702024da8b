"""Calls of the kernels that evaluate domains."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.core.work import progress_array
from neuroanalysis.games.conquete._kernels import domain, planning
from neuroanalysis.games.conquete._kernels.layout import MIDDLE, SIDE
from neuroanalysis.games.conquete.position import Position
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.games.conquete.scoring.plans import desk_of

RULES = Rules().to_arrays()
ROW = SIDE // 2
BOX = (ROW, ROW + 1, ROW, ROW + 1)


def _corner():
    """Return the grid and the owners of 2eb, a 2ev to the right, a 2cb below."""
    grid, owners = (np.zeros(SIDE * SIDE, dtype=np.int8) for _ in range(2))
    for cell, kind, owner in ((MIDDLE, 14, 0), (MIDDLE + 1, 13, 1), (MIDDLE + SIDE, 11, 1)):
        grid[cell], owners[cell] = kind + 1, owner
    return grid, owners


def placed() -> list[int]:
    """List free cells, and the kinds that may lie on each."""
    grid, _ = _corner()
    cells, kinds = np.zeros(20, dtype=np.int32), np.zeros(5, dtype=np.int64)
    n = domain.legal_cells(grid, *BOX, RULES.numbers, 0, cells)
    found = [n, domain.neighbour(MIDDLE, 3) - MIDDLE]
    for cell in cells[:n].tolist():
        found += [cell - MIDDLE, domain.places(grid, cell, RULES.numbers, RULES.compatible, kinds)]
        found += kinds.tolist()
    found.append(domain.fits_shape(*BOX, ROW + 5, ROW, RULES.numbers, 1))
    return [int(n) for n in found]


def owned() -> list[int]:
    """Join connected sets."""
    owners, parents = np.zeros(SIDE * SIDE, dtype=np.int8), np.zeros(SIDE * SIDE, dtype=np.int32)
    corner = MIDDLE + SIDE + 1
    for cell in (MIDDLE + 1, MIDDLE + SIDE):
        domain.own(owners, parents, cell, 1)
    found = [domain.joined(owners, parents, corner, 1), domain.joined(owners, parents, corner, 2)]
    domain.own(owners, parents, corner, 1)
    found.append(domain.joined(owners, parents, corner + 1, 1))
    found += [domain.root(parents, cell) - MIDDLE for cell in (MIDDLE + 1, MIDDLE + SIDE)]
    return [int(n) for n in found]


def planned() -> list[int]:
    """Look for the best sequence of two cards."""
    asked = Position.of("2cn 2ev", domain="0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 1")
    plan, answer = np.zeros(2, dtype=np.int64), np.zeros(planning.ANSWERS, dtype=np.int64)
    arrays = asked.domain.to_arrays()
    how = (1, *RULES[:3], 0, 5, 1 << 30, 1000, desk_of(asked))
    planning.best_plan(arrays.grid, arrays.owners, *how, plan, answer, progress_array())
    return [*answer.tolist(), *plan.tolist()]


CALLS: dict[str, Callable[[], list[int]]] = {
    "domain.neighbour domain.places domain.fits_shape domain.legal_cells": placed,
    "domain.root domain.joined domain.own": owned,
    "planning.best_plan": planned,
}
