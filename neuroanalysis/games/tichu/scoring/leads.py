"""Losing leads, the partition with fewest of them, and controls (clauses 3.5 and 3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.games.tichu.evaluation import Controls, Leads, Partition
from neuroanalysis.games.tichu.pieces import ACE, DOG, DRAGON, LOWEST, PHOENIX, SUITS
from neuroanalysis.games.tichu.position import Cards, Combination, Position
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.games.tichu.scoring.contents import bombs_of, most_bombs
from neuroanalysis.games.tichu.scoring.forms import places_of
from neuroanalysis.games.tichu.scoring.partitions import ROOM, Table, first_of, in_order

__all__ = ["controls", "fewest_losing", "loses_lead"]

# A losing lead outweighs as many plays as there are cards.
_LOSES: Final = 64
_ALL_SUITS: Final = 15
_ONE: Final = 1


@checked
def loses_lead(
    play: str | Combination, position: Cards | Position, *, against_bombs: bool = False
) -> bool:
    """Return whether a play, when it is led, can be beaten by cards outside (clause 3.5).

    Parameters
    ----------
    play
        The play.
    position
        The hand that it is led from, with the cards seen and the sizes of the other hands.
    against_bombs
        Whether bombs outside count for plays that are no bombs.

    Examples
    --------
    >>> ace, position = Combination.of("As"), Position.of("As Ks", seen="Dr")
    >>> loses_lead(ace, position), loses_lead(ace, Position.of("As Ph", seen="Dr"))
    (True, False)
    """
    held = Position.of(position)
    return _Outside(held, against_bombs).beats(Combination.of_play(play, held.rules).code)


class _Outside:
    """The cards outside, and what they beat.

    Parameters
    ----------
    position
        Says which they are, and how many another player can hold.
    against_bombs
        Whether their bombs count for plays that are no bombs.
    """

    def __init__(self, position: Position, against_bombs: bool) -> None:
        self._unseen = position.unseen
        self._most = position.most_elsewhere
        self._numbers = position.rules.to_arrays().numbers
        bombs = bombs_of(self._unseen, position.rules)
        self._bombs = [bomb.code for bomb in bombs if bomb.length <= self._most]
        self._against_bombs = against_bombs
        self.beats = cache(self._beats)

    def _beats(self, code: int) -> bool:
        from neuroanalysis.games.tichu._kernels.answers import ordinary_in
        from neuroanalysis.games.tichu._kernels.plays import (
            DOG_ALONE,
            FOUR_OF_A_KIND,
            KIND_SHIFT,
            LENGTH_SHIFT,
        )

        kind = code >> KIND_SHIFT
        if kind == DOG_ALONE:
            return True
        if (kind >= FOUR_OF_A_KIND or self._against_bombs) and any(
            bomb > code for bomb in self._bombs
        ):
            return True
        if kind >= FOUR_OF_A_KIND or code >> LENGTH_SHIFT & 255 > self._most:
            return False
        cards, codes = (np.zeros(_ONE, dtype=np.int64) for _ in range(2))
        return bool(ordinary_in(self._unseen, code, 0, self._numbers, cards, codes, 0))


@checked
def fewest_losing(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    seen: Cards = "",
    others: str | tuple[int, ...] = (),
    against_bombs: bool = False,
) -> Leads | None:
    """Return the partition with the fewest losing leads; of equal ones, one of fewest plays.

    All partitions are looked at, those in which straight flushes are laid as bombs among them. Of
    partitions equal in both, the one with fewest straight flushes comes first, then that whose
    lowest cards are in the longest plays.

    Parameters
    ----------
    hand, rules, seen, others
        See `Position.of`.
    against_bombs
        Whether bombs outside count for plays that are no bombs.

    Returns
    -------
    Leads or None
        None for a hand with more than `ROOM` parts, which no hand of up to 23 cards has.

    Examples
    --------
    >>> leads = fewest_losing("As Ah Dr 7s 8h 9s Td Js 2s Dog")
    >>> leads.losing, leads.holding, leads.partition.to_text()
    (3, 2, 'Dog 2s 7s-8h-9s-Td-Js As-Ah Dr')
    """
    position = Position.of(hand, rules=rules, seen=seen, others=others)
    outside = _Outside(position, against_bombs)
    held = places_of(position.bits)
    if prod(n + 1 for n in held) > ROOM:
        return None

    def cost(code: int) -> int:
        return 1 + _LOSES * outside.beats(code)

    table = Table(held, position.rules, lambda form: cost(form.code))
    flushes = [
        bomb for bomb in bombs_of(position.bits, position.rules) if bomb.kind == "straight_flush"
    ]

    def worth(chosen: tuple[Combination, ...]) -> tuple[int, int]:
        left = table.least_of(position.bits & ~sum(bomb.bits for bomb in chosen))
        return left + sum(cost(bomb.code) for bomb in chosen), len(chosen)

    laid = min(_disjoint(flushes), key=worth)
    rest = position.bits & ~sum(bomb.bits for bomb in laid)
    plays = [*laid, *first_of(rest, table, position.rules)]
    special = [card for card in (DOG, DRAGON) if position.bits >> card & 1]
    plays += [Combination.readings([card], position.rules)[0] for card in special]
    partition = Partition(in_order(plays))
    return Leads(
        partition=partition,
        loses=tuple(outside.beats(play.code) for play in partition.plays),
        against_bombs=against_bombs,
    )


def _disjoint(bombs: list[Combination]) -> Iterator[tuple[Combination, ...]]:
    """Give all choices of bombs that have no card in common, none of them first."""
    waiting: list[tuple[int, int, tuple[Combination, ...]]] = [(0, 0, ())]
    for begin, taken, chosen in waiting:
        yield chosen
        waiting += [
            (place + 1, taken | bombs[place].bits, (*chosen, bombs[place]))
            for place in range(begin, len(bombs))
            if not taken & bombs[place].bits
        ]


def controls(hand: Cards | Position) -> Controls:
    """Return the control measures of a hand.

    Examples
    --------
    >>> found = controls("As Ah Dr 7s 7h 7d 7c 2s")
    >>> found.aces, found.dragon, found.phoenix, found.bombs, found.total
    (2, True, False, 1, 4)
    """
    position = Position.of(hand)
    bits = position.bits
    return Controls(
        aces=(bits >> SUITS * (ACE - LOWEST) & _ALL_SUITS).bit_count(),
        dragon=bool(bits >> DRAGON & 1),
        phoenix=bool(bits >> PHOENIX & 1),
        bombs=most_bombs(bits, position.rules),
        bombs_outside=len(bombs_of(position.unseen, position.rules)),
    )
