"""Which kinds may go to a cell between given cards: the rule of compatible neighbours alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from neuroanalysis.core.arguments import entries
from neuroanalysis.core.options import check_whole
from neuroanalysis.games.conquete._kernels.layout import SIDES
from neuroanalysis.games.conquete.pieces import KINDS, PIECES, compatible_kinds
from neuroanalysis.games.conquete.rules import Rules

__all__ = [
    "NONE",
    "CardList",
    "Score",
    "fitting",
    "fitting_by_score",
    "kinds_in",
    "kinds_of",
    "scores_of_kinds",
    "values",
]

CardList: TypeAlias = str | Sequence[int]
"""Codes in a text, or kinds; their order is kept."""

Score: TypeAlias = int | Literal["none"]
"""What a card brings on a cell; ``"none"`` where it may not go there."""

NONE: Final = "none"

_EVERY: Final = (1 << KINDS) - 1


def fitting(neighbours: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Return the kinds that may go between neighbours, as sets by compatible neighbours.

    Parameters
    ----------
    neighbours
        Their kinds; at most four.
    rules
        The rule set.

    Returns
    -------
    tuple of int
        At place n (0 to 4) the kinds, as bits, that are compatible with exactly n and may go there
        (clauses 3.2 and 3.3).

    Examples
    --------
    Between a card and the like of it with another background go the three of that row:

    >>> [kinds.bit_count() for kinds in fitting((0, 1), Rules())]
    [0, 0, 3, 0, 0]
    """
    compatible = compatible_kinds(rules.shared_attributes)
    exactly = [_EVERY, 0, 0, 0, 0]
    for place, neighbour in enumerate(neighbours):
        more = compatible[neighbour]
        for n in range(place, -1, -1):
            exactly[n + 1] |= exactly[n] & more
            exactly[n] &= ~more
    least = rules.needed if len(neighbours) > 1 else 1
    return tuple(kinds if n >= least else 0 for n, kinds in enumerate(exactly))


def fitting_by_score(neighbours: Sequence[int], rules: Rules) -> dict[int, int]:
    """Return the kinds that may go between neighbours, as sets by what they bring.

    Examples
    --------
    >>> {vp: kinds.bit_count() for vp, kinds in fitting_by_score((0, 0, 0), Rules()).items()}
    {1: 0, 5: 7}
    """
    least = 1 if len(neighbours) == 1 else rules.needed
    found = fitting(neighbours, rules)
    by_score: dict[int, int] = {}
    for n in range(least, len(neighbours) + 1):
        vp = rules.placing[n - 1]
        by_score[vp] = by_score.get(vp, 0) | found[n]
    return dict(sorted(by_score.items()))


def scores_of_kinds(neighbours: Sequence[int], rules: Rules) -> tuple[Score, ...]:
    """Return what each kind brings between neighbours, or that it may not go there.

    Examples
    --------
    >>> scores_of_kinds((0, 0), Rules())[:3]
    (1, 1, 1)
    """
    scores: list[Score] = [NONE] * KINDS
    for vp, kinds in fitting_by_score(neighbours, rules).items():
        for kind in kinds_in(kinds):
            scores[kind] = vp
    return tuple(scores)


def values(rules: Rules, neighbours: int = SIDES) -> tuple[int, ...]:
    """Return what a card may bring between so many neighbours at most, each value once."""
    return tuple(sorted(set(rules.placing[:neighbours])))


def kinds_in(kinds: int) -> Iterator[int]:
    """Yield the kinds of a set, in order.

    Examples
    --------
    >>> list(kinds_in(0b1001))
    [0, 3]
    """
    return (kind for kind in range(KINDS) if kinds >> kind & 1)


def kinds_of(cards: CardList) -> tuple[int, ...]:
    """Return the kinds of cards, in their order.

    Raises
    ------
    CardError
        For an unknown code.

    Examples
    --------
    >>> kinds_of("1cn 1cv"), kinds_of((0, 1))
    ((0, 1), (0, 1))
    """
    if isinstance(cards, str):
        codes = cards.replace(",", " ").split()
        return tuple(PIECES.kind(code, place) for place, code in enumerate(codes, start=1))
    kinds = entries("cards", cards)
    for kind in kinds:
        check_whole("cards", kind, 0, KINDS - 1)
    return kinds
