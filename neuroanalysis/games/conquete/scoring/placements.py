"""All legal placements of a hand, and the evaluation of a position."""

from __future__ import annotations

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.games.conquete._kernels.layout import SIDES
from neuroanalysis.games.conquete.evaluation import Evaluation, Placement
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.games.conquete.position import Cards, DomainLike, Position
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.games.conquete.scoring.plans import best_plan
from neuroanalysis.games.conquete.scoring.sets import SetsOf

__all__ = ["evaluate", "placements"]


@checked
def evaluate(
    hand: Cards | Position,
    *,
    domain: DomainLike | None = None,
    player: str | int | None = None,
    enlarged: str | int | None = None,
    rules: Rules | None = None,
    plan: bool = True,
    budget: int = 20_000,
) -> Evaluation:
    """Answer where the cards of a hand may be placed, and what that brings.

    Parameters
    ----------
    hand
        Cards as text or 27 counts, or a whole position (as text or object).
    domain, player, enlarged, rules
        See `Position.of`.
    plan
        Whether to look for the best sequence of placements as well.
    budget
        How long to look for it; see `best_plan`.

    Returns
    -------
    Evaluation
        All of it.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a domain that are not valid.

    Examples
    --------
    >>> answer = evaluate("2cv 1ev", domain="0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 1", player=1)
    >>> answer.best.to_text(), answer.best.vp, answer.best.set_change
    ('2cv 1,1', 1, 3)
    >>> print(answer.plan)
    Best sequence: 2cv 1,1, 1ev -1,1, which brings 5
    >>> print(evaluate("1cn", domain="0,0 2eb"))
    no card of the hand may be placed
    """
    position = Position.of(hand, domain=domain, player=player, enlarged=enlarged, rules=rules)
    sets = position.domain.sets(position.player)
    return Evaluation(
        position=position,
        placements=placements(position),
        sets=tuple(sorted(map(len, sets), reverse=True)),
        plan=best_plan(position, budget=budget) if plan else None,
    )


def placements(
    hand: Cards | Position,
    *,
    domain: DomainLike | None = None,
    player: str | int | None = None,
    enlarged: str | int | None = None,
    rules: Rules | None = None,
) -> tuple[Placement, ...]:
    """Return all legal placements of a hand, by row, column and card (sections 3 and 4).

    Parameters
    ----------
    hand, domain, player, enlarged, rules
        See `Position.of`.

    Examples
    --------
    >>> found = placements("2cv*2", domain="0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 1", player=1)
    >>> [(one.to_text(), one.vp, one.joined, one.set_change) for one in found]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('2cv -1,1', 0, (1,), 1), ('2cv 0,2', 0, (1,), 1), ('2cv 1,-1', 0, (1,), 1),
     ('2cv 1,1', 1, (1, 1), 3), ('2cv 2,0', 0, (1,), 1)]
    """
    from neuroanalysis.games.conquete._kernels.domain import legal_cells, places

    position = Position.of(hand, domain=domain, player=player, enlarged=enlarged, rules=rules)
    arrays, rule_arrays = position.domain.to_arrays(), position.rules.to_arrays()
    cells = np.zeros(SIDES * len(position.domain), dtype=np.int32)
    n = legal_cells(arrays.grid, *arrays.box, rule_arrays.numbers, position.enlarged, cells)
    sets = SetsOf(position.domain, position.player, position.rules)
    by_compatible = np.zeros(SIDES + 1, dtype=np.int64)
    found: list[Placement] = []
    for place in cells[:n].tolist():
        row, column = arrays.cell_at(place)
        touched = places(
            arrays.grid, place, rule_arrays.numbers, rule_arrays.compatible, by_compatible
        )
        joined = sets.joined((row, column))
        found += (
            Placement(
                row=row,
                column=column,
                kind=kind,
                vp=position.rules.placing[compatible - 1],
                touched=int(touched),
                compatible=compatible,
                joined=joined,
                set_change=sets.change(joined),
            )
            for kind in position.kinds
            for compatible in range(1, SIDES + 1)
            if by_compatible[compatible] >> kind & 1
        )
    # As text the cards stand in another order than their kinds.
    return tuple(sorted(found, key=lambda one: (one.row, one.column, PIECES.codes[one.kind])))
