"""The shapes of winning hands that show a line of credits (clause 7.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.games.mhing._kernels.layout import DRAGONS, RANKS, REAL, SUITS, WINDS
from neuroanalysis.games.mhing.pieces import JOKER, rank_of
from neuroanalysis.games.mhing.position import Combination, Position

if TYPE_CHECKING:
    from neuroanalysis.games.mhing._kernels.reach import Shapes

__all__ = ["ANY", "Shape", "arrays", "shapes_of"]

_Kinds = tuple[int, ...]
_MIDDLE: Final = 5
_EVERYTHING: Final = frozenset(range(REAL))
_HONOURS: Final = frozenset(range(WINDS, REAL))
_SUITS: Final = tuple(frozenset(range(RANKS * n, RANKS * (n + 1))) for n in range(SUITS))
_FAMILIES: Final = (*_SUITS, frozenset(range(WINDS, DRAGONS)), frozenset(range(DRAGONS, REAL)))
_RUN_CARDS: Final = 3


@dataclass(frozen=True)
class Shape:
    """What a winning hand of four combinations and a pair must have, and may.

    Parameters
    ----------
    fixed
        Combinations that must be there.
    kinds
        Of which all groups are.
    runs, triplets
        Whether further ones may be there.
    pairs
        The kinds of the pair.
    without
        Runs, by their lowest kind, that must not be there.
    parts
        Sets of kinds, one after the other, in each of which some group must be.
    """

    fixed: tuple[_Kinds, ...] = ()
    kinds: frozenset[int] = _EVERYTHING
    runs: bool = True
    triplets: bool = True
    pairs: frozenset[int] = _EVERYTHING
    without: frozenset[int] = frozenset()
    parts: tuple[frozenset[int], ...] = ()

    def left(self, laid: Iterable[Combination], most: int) -> tuple[tuple[_Kinds, ...], int] | None:
        """Return what is still fixed and how many others may come, None if it cannot be any more.

        Parameters
        ----------
        laid
            The combinations on the table.
        most
            Combinations of a winning hand.
        """
        fixed = Counter(self.fixed)
        n = 0
        for combination in laid:
            n += 1
            group = combination.kinds
            if fixed[group]:
                fixed[group] -= 1
                continue
            fits = self.runs if combination.kind == "run" else self.triplets
            if combination.kind == "run" and group[0] in self.without:
                fits = False
            if not fits or not self.kinds.issuperset(group):
                return None
        rest = tuple(fixed.elements())
        further = most - n - len(rest)
        return (rest, further) if further >= 0 else None


ANY: Final = Shape()
"""Any four combinations and a pair."""


def _run(kind: int) -> _Kinds:
    return (kind, kind + 1, kind + 2)


def _triplet(kind: int) -> _Kinds:
    return (kind,) * _RUN_CARDS


_RUN_STARTS: Final = tuple(kind for kind in range(WINDS) if kind % RANKS <= RANKS - _RUN_CARDS)


def shapes_of(line: str, position: Position) -> tuple[Shape, ...]:
    """Return the shapes of which each winning hand that shows a line has one.

    Parameters
    ----------
    line
        A line of credits that combinations and a pair can show.
    position
        Its rules count, and whether there are jokers.
    """
    return tuple(_shapes(line, position))


def _shapes(line: str, position: Position) -> Iterator[Shape]:
    rules = position.rules
    match line:
        case "pair_2_5_8":
            yield Shape(pairs=frozenset(k for k in range(WINDS) if k % 3 == 1))
        case "runs_only":
            yield Shape(triplets=False)
        case "triplets_only":
            yield Shape(runs=False)
        case "double_run":
            for start in range(RANKS - _RUN_CARDS + 1):
                for one, other in combinations(range(SUITS), 2):
                    yield Shape((_run(RANKS * one + start), _run(RANKS * other + start)))
            if not rules.double_run_excludes_identical:
                yield from _shapes("identical_runs", position)
        case "identical_runs":
            for kind in _RUN_STARTS:
                yield Shape((_run(kind),) * 2)
        case "double_triplet":
            yield from _double_triplets(position)
        case "royal_run" | "broken_royal_run":
            for suit in range(SUITS):
                first, middle, last = (_run(RANKS * suit + rank) for rank in (0, 3, 6))
                if line == "royal_run":
                    yield Shape((first, middle, last))
                else:
                    barred = {middle[0]} if rules.broken_royal_excludes_royal else set()
                    yield Shape((first, last), without=frozenset(barred))
        case "honour_triplet":
            for kind in sorted(_HONOURS):
                yield Shape((_triplet(kind),))
        case "three_dragons":
            yield Shape(tuple(_triplet(kind) for kind in range(DRAGONS, REAL)))
        case _:
            yield from _of_kinds(line)


def _of_kinds(line: str) -> Iterator[Shape]:
    """Give the shapes of lines that say of which kinds the groups are."""
    match line:
        case "one_suit":
            for suit in _SUITS:
                yield Shape(kinds=suit)
        case "two_suits":
            for pair in combinations(_SUITS, 2):
                yield Shape(kinds=pair[0] | pair[1], parts=pair)
        case "one_suit_with_honours":
            for suit in _SUITS:
                yield Shape(kinds=suit | _HONOURS, parts=(suit, _HONOURS))
        case "five_kinds":
            yield Shape(parts=_FAMILIES)
        case "low_hand":
            yield Shape(kinds=frozenset(k for k in range(WINDS) if (rank_of(k) or 0) <= _MIDDLE))
        case "high_hand":
            yield Shape(kinds=frozenset(k for k in range(WINDS) if (rank_of(k) or 0) >= _MIDDLE))


def _double_triplets(position: Position) -> Iterator[Shape]:
    rules = position.rules
    for rank in range(RANKS):
        for one, other in combinations(range(SUITS), 2):
            yield Shape((_triplet(RANKS * one + rank), _triplet(RANKS * other + rank)))
    # Two triplets of one kind are six cards, of which two at least are jokers.
    jokers = position.jokers + position.laid_counts[JOKER]
    if rules.same_kind_triplets_match and jokers > 1:
        for kind in range(REAL if rules.honour_triplets_double else WINDS):
            yield Shape((_triplet(kind),) * 2)


def arrays(shapes: Iterable[Shape], position: Position) -> Shapes:
    """Return those shapes that a position can still have, as the kernel reads them."""
    from neuroanalysis.games.mhing._kernels.reach import ENDS, MET, Shapes

    laid = position.laid
    possible = [
        (shape, left)
        for shape in shapes
        if (left := shape.left(laid, position.rules.combinations)) is not None
    ]
    n = len(possible)
    fixed = np.zeros((n, REAL), dtype=np.int64)
    runs, triplets, pairs, ends = (np.zeros((n, REAL), dtype=np.uint8) for _ in range(4))
    further = np.array([left[1] for _, left in possible], dtype=np.int64)
    for row, (shape, (rest, _)) in enumerate(possible):
        for group in rest:
            for kind in group:
                fixed[row, kind] += 1
        for kind in shape.kinds:
            triplets[row, kind] = shape.triplets
            pairs[row, kind] = kind in shape.pairs
            runs[row, kind] = (
                shape.runs
                and kind in _RUN_STARTS
                and kind not in shape.without
                and shape.kinds.issuperset(_run(kind))
            )
        for part in shape.parts:
            met = any(part.issuperset(combination.kinds) for combination in laid)
            ends[row, max(part)] = MET if met else ENDS
    return Shapes(fixed, runs, triplets, pairs, ends, further)
