"""The best sequence of a player's own placements (clause 10.3)."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.work import DONE, Cancel, Chunk, Control, Progress, run
from neuroanalysis.games.conquete._kernels.layout import (
    KINDS,
    MOST_CARDS,
    MOST_PLAYERS,
    SIDE,
    SIDES,
)
from neuroanalysis.games.conquete.evaluation import Placement, Plan
from neuroanalysis.games.conquete.pieces import compatible_kinds
from neuroanalysis.games.conquete.position import Cards, DomainLike, Position
from neuroanalysis.games.conquete.position.domain import Cell, Domain
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.games.conquete.scoring.sets import SetsOf

if TYPE_CHECKING:
    from neuroanalysis.games.conquete._kernels.planning import Desk

__all__ = ["BUDGET", "MOST_BUDGET", "best_plan", "desk_of"]

BUDGET: Final = 1_000_000
"""How many sets of placements are looked at where nothing else is asked."""

MOST_BUDGET: Final = 1_000_000_000
_MOST_BONUS: Final = 1000
# A player without cards stands for nobody: his number is nobody else's.
_NEW_PLAYER: Final = MOST_PLAYERS + 1
# Before all placements are tried, the few that gain most at each step: a good sequence to beat.
_FEW: Final = ((1, 50), (2, 3), (3, 3), (5, 3))


@checked
def best_plan(
    hand: Cards | Position,
    *,
    domain: DomainLike | None = None,
    player: str | int | None = None,
    enlarged: str | int | None = None,
    rules: Rules | None = None,
    going_out: int = 0,
    budget: int = BUDGET,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Plan:
    """Return the sequence of own placements that brings most, as if nobody else placed between.

    What counts is the VP of placing, the change of what the player's connected sets score, and a
    bonus for placing all cards. Cards that would bring less than nothing are left in hand. The
    answer is the best where the search comes to its end; else its `bound` says what it may miss.

    Parameters
    ----------
    hand, domain, player, enlarged, rules
        See `Position.of`.
    going_out
        VP for having placed all cards: those of the first to be out, say (0 to 1000).
    budget
        How many sets of placements to look at. Hands of up to six cards mostly take far fewer than
        the default.
    progress
        Called as ``progress(done, total)`` in sets of placements; it may end long before the total.
    cancel
        Ends the work soon after it was used.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid, or numbers out of range.
    Cancelled
        When it was cancelled.

    Examples
    --------
    The second card fills a corner that the first makes:

    >>> plan = best_plan("2ev 2cv", domain="0,0 2eb ; 1,0 2cb", going_out=5)
    >>> [(one.to_text(), one.vp, one.set_change) for one in plan.placements], plan.value
    ([('2ev 0,-1', 0, -1), ('2cv 1,-1', 1, 1)], 6)
    >>> plan.is_best
    True
    """
    from neuroanalysis.games.conquete._kernels import planning

    check_whole("going_out", going_out, 0, _MOST_BONUS)
    check_whole("budget", budget, 1, MOST_BUDGET)
    position = Position.of(hand, domain=domain, player=player, enlarged=enlarged, rules=rules)
    arrays, rule_arrays = position.domain.to_arrays(), position.rules.to_arrays()
    bonus = going_out if position.cards else 0  # who has none was out before
    plan = np.zeros(max(position.cards, 1), dtype=np.int64)
    answer = np.zeros(planning.ANSWERS, dtype=np.int64)

    def search(branches: int, most: int, control: Control) -> None:
        planning.best_plan(
            arrays.grid,
            arrays.owners,
            position.player or _NEW_PLAYER,
            *rule_arrays[:3],
            position.enlarged,
            bonus,
            branches,
            most,
            desk_of(position),
            plan,
            answer,
            control.array,
        )

    stages = [(branches, max(1, budget // part)) for branches, part in _FEW] + [(1 << 30, budget)]
    before = list(accumulate((most for _, most in stages), initial=0))

    def work(_: None, control: Control) -> None:
        for (branches, most), done in zip(stages, before, strict=False):
            control.array[DONE] = done
            search(branches, most, control)
            if answer[planning.FINISHED] or control.stopped:
                break

    run(work, [Chunk("plan", None, before[-1])], workers=1, progress=progress, cancel=cancel)
    value, length = int(answer[planning.VALUE]), int(answer[planning.LENGTH])
    steps = tuple((arrays.cell_at(int(move) >> 5), int(move) & 31) for move in plan[:length])
    return Plan(
        placements=_told(position, steps),
        going_out=bonus if length == position.cards else 0,
        bound=value if answer[planning.FINISHED] else int(answer[planning.BOUND]),
        nodes=int(answer[planning.NODES]),
    )


def desk_of(position: Position) -> Desk:
    """Return what a search writes on, with the hand and the box of the domain.

    Examples
    --------
    >>> int(desk_of(Position.of("2ev 2cv", domain="0,0 2eb")).hand.sum())
    2
    """
    from neuroanalysis.games.conquete._kernels import planning as sizes

    depths = position.cards + 1
    desk = sizes.Desk(
        moves=np.zeros((depths, sizes.MOVES), dtype=np.int64),
        gains=np.zeros((depths, sizes.MOVES), dtype=np.int32),
        labels=np.zeros(SIDE * SIDE, dtype=np.int32),
        aliases=np.zeros((depths, sizes.LABELS), dtype=np.int32),
        best=np.zeros((2, KINDS, SIDES + 1), dtype=np.int64),
        table=np.zeros(1 << sizes.ORDERED, dtype=np.int64),
        keys=np.zeros(sizes.SLOTS, dtype=np.int64),
        values=np.zeros(sizes.SLOTS, dtype=np.int32),
        stack=np.zeros((depths, sizes.FRAME), dtype=np.int64),
        hand=np.array(position.hand, dtype=np.int64),
        cards=np.zeros(SIDES * MOST_CARDS, dtype=np.int64),
    )
    desk.stack[0, sizes.BOX :] = position.domain.to_arrays().box
    return desk


def _told(position: Position, steps: tuple[tuple[Cell, int], ...]) -> tuple[Placement, ...]:
    """Return what each step brings when its turn comes."""
    domain, player = position.domain, position.player
    if player is None:
        # The placed cards are those of somebody who had none: whose the others are is nothing to
        # him, and all numbers may be taken.
        domain = Domain(tuple(replace(card, owner=None) for card in domain))
        player = 1
    goes_with = compatible_kinds(position.rules.shared_attributes)
    told = []
    for cell, kind in steps:
        touching = domain.touching(cell)
        compatible = sum(goes_with[kind] >> other.kind & 1 for other in touching)
        sets = SetsOf(domain, player, position.rules)
        joined = sets.joined(cell)
        told.append(
            Placement(
                row=cell[0],
                column=cell[1],
                kind=kind,
                vp=position.rules.placing[compatible - 1],
                touched=len(touching),
                compatible=compatible,
                joined=joined,
                set_change=sets.change(joined),
            )
        )
        domain = domain.with_card(cell, kind, player)
    return tuple(told)
