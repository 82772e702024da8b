"""The evaluator: best groupings of a hand and their bonuses explained, finishing, distance.

Input is validated here; kernels find the groupings; what a grouping earns is then worked out again
in plain Python, clause by clause (see README.md), because that is what explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.hands import as_batch
from neuroanalysis.core.pieces import Counts
from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.neurotrio.evaluation import (
    Cause,
    CountedBonus,
    DroppedBonus,
    Evaluation,
    Group,
    Grouping,
    GroupKind,
)
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES, shared_values
from neuroanalysis.games.neurotrio.position import Cards, Position, checked_minimum
from neuroanalysis.games.neurotrio.rules import Bonus, Rules

if TYPE_CHECKING:
    from neuroanalysis.core.work import Control, Options

__all__ = [
    "LIMIT",
    "distance",
    "distance_many",
    "evaluate",
    "evaluate_many",
    "explain",
    "finish_many",
    "finish_total",
    "finishes_worth",
    "goal_arrays",
]

Question = Literal["value", "finish", "distance"]

LIMIT: Final = 100
"""How many optimal groupings are listed where nothing else is asked."""

# Chunks of a batch: long enough that a thread is worth it, short enough that progress moves.
_CHUNK: Final = 1 << 16
_MOST_LISTED: Final = 1 << 20
# Hands of this size, the greatest of the default rules, may be asked about under any rules.
_LARGEST: Final = 18


@checked
def evaluate(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
    minimum: int | None = None,
    limit: int = LIMIT,
) -> Evaluation:
    """Answer what a hand is worth, with every optimal grouping and bonus (clauses 2, 3 and 4).

    Parameters
    ----------
    hand
        Cards as text or 27 counts, or a whole position (as text or object).
    rules, laid, kept, seen, minimum
        See `Position.of`.
    limit
        How many optimal groupings to list; their number is exact whatever the limit.

    Returns
    -------
    Evaluation
        Points without finishing, the finishing total if there is one, all optimal groupings of
        both kinds, the distance.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Notes
    -----
    A grouping is a choice of structures; every duo left over is then declared (with the rule option
    `one_duo` one of them). Laid carrés are structures of every grouping.

    Examples
    --------
    >>> best = evaluate("1cn*4 1cv*4 1cb*4 1eb*4 1rb*2")
    >>> best.points, best.finish, best.distance
    (40, 50, 0)
    >>> [bonus.code for bonus in best.finishes[0].bonuses]
    ['S3_2', 'D_S2_2', 'D_S4_1']
    """
    if not 1 <= limit <= _MOST_LISTED:
        raise InputError("input.limit", name="limit", value=limit, low=1, high=_MOST_LISTED)
    position = Position.of(hand, rules=rules, laid=laid, kept=kept, seen=seen, minimum=minimum)
    points, finish, lacking = (
        _one(question, position) for question in ("value", "finish", "distance")
    )
    groupings, number = _groupings(position, points, limit)
    finishes, finish_number = finishes_worth(position, finish, limit)
    return Evaluation(
        position=position,
        points=points,
        groupings=groupings,
        grouping_count=number,
        finish=None if finish < 0 else finish,
        finishes=finishes,
        finish_count=finish_number,
        distance=lacking,
    )


def _one(question: Question, position: Position) -> int:
    from neuroanalysis.core.work import Control

    part = _Part(
        question, position.counts[np.newaxis], position.laid_counts[np.newaxis], position.rules
    )
    return int(_answer(part, Control())[0])


def finish_total(position: Position) -> int | None:
    """Return the best finishing total of a position's cards, or None if they make no such hand.

    It is `Evaluation.finish` alone, for those who ask it at every move.
    """
    total = _one("finish", position)
    return None if total < 0 else total


def _groupings(position: Position, points: int, limit: int) -> tuple[tuple[Grouping, ...], int]:
    """Return the groupings worth `points`, `limit` at most, and their number."""
    from neuroanalysis.games.neurotrio._kernels.value import optimal_groupings

    # With one duo to declare, a choice of structures may be several groupings.
    several = position.rules.one_duo
    width = position.rules.structures
    arrays = position.rules.to_arrays()
    found = np.full((limit, width), -1, dtype=np.int64)
    counts, laid = position.counts, position.laid_counts
    number = optimal_groupings(counts, laid, arrays, points, found)
    if several and number > limit:
        found = np.full((number, width), -1, dtype=np.int64)
        optimal_groupings(counts, laid, arrays, points, found)
    groupings = [
        grouping
        for row in found[:number]
        for grouping in _declared(position, [int(s) for s in row if s >= 0], points)
    ]
    return tuple(groupings[:limit]), len(groupings) if several else int(number)


def finishes_worth(position: Position, total: int, limit: int) -> tuple[tuple[Grouping, ...], int]:
    """Return the finishing groupings worth `total`, `limit` at most, and their number."""
    from neuroanalysis.games.neurotrio._kernels.finish import optimal_finishes

    if total < 0:
        return (), 0
    rules = position.rules
    found = np.full((limit, rules.duos + rules.structures), -1, dtype=np.int64)
    number = optimal_finishes(
        position.counts, position.laid_counts, rules.to_arrays(), total, found
    )
    finishes = [_finishing(position, [int(g) for g in row if g >= 0]) for row in found[:number]]
    for grouping in finishes:
        _agree(grouping.points, total)
    return tuple(finishes), int(number)


def _declared(position: Position, structures: Sequence[int], points: int) -> list[Grouping]:
    """Return the groupings worth `points` with these structures (numbers of the kernels)."""
    groups = [_group(position, _structure_cards(number)) for number in structures]
    left = list(position.hand)
    for group in groups:
        for kind in group.cards:
            left[kind] -= 1
    pairs = [kind for kind in range(KINDS) for _ in range(left[kind] // 2)]
    choices = [[kind] for kind in sorted(set(pairs))] if position.rules.one_duo else [pairs]
    groupings = [
        explain(position, [*groups, *(_group(position, (kind, kind)) for kind in duos)])
        for duos in choices or [[]]
    ]
    best = [grouping for grouping in groupings if grouping.points == points]
    _agree(max(grouping.points for grouping in groupings), points)
    return best


def _finishing(position: Position, numbers: Sequence[int]) -> Grouping:
    """Return a finishing grouping from the kernel's numbers of its groups."""
    from neuroanalysis.games.neurotrio._kernels.finish import DUO

    cards = [
        (number - DUO, number - DUO) if number >= DUO else _structure_cards(number)
        for number in numbers
    ]
    groups = sorted((_group(position, kinds) for kinds in cards), key=lambda g: not g.is_structure)
    return explain(position, groups, finishing=True)


def _agree(explained: int, computed: int) -> None:
    if explained != computed:
        raise AssertionError(f"explained as {explained} points, but computed as {computed}")


def _structure_cards(number: int) -> tuple[int, ...]:
    from neuroanalysis.games.neurotrio._kernels.cube import TRIO_KINDS, TRIOS

    if number >= TRIO_KINDS:
        return (number - TRIO_KINDS,) * 4
    return tuple(int(kind) for kind in TRIOS[number])


def _group(position: Position, cards: tuple[int, ...], *, laid: bool = False) -> Group:
    rules = position.rules
    kind: GroupKind
    if len(cards) == 2:
        kind, points = "duo", rules.duo_points
    elif len(cards) == 4:
        kind, points = "carre", rules.carre_points
    elif len(set(cards)) == 1:
        kind, points = "triple", rules.triple_points
    else:
        kind, points = "trio", rules.trio_points
    return Group(kind=kind, cards=cards, points=points, laid=laid)


def explain(position: Position, groups: Sequence[Group], *, finishing: bool = False) -> Grouping:
    """Return a grouping of a position's cards with all its points explained (clause 3).

    Parameters
    ----------
    position
        Whose cards they are; its laid carrés are added as groups.
    groups
        Groups of cards of the hand, no card in two of them.
    finishing
        Whether the player finishes with it.
    """
    rules = position.rules
    laid = [
        _group(position, (kind,) * 4, laid=True) for kind in range(KINDS) if position.laid[kind]
    ]
    everything = (*laid, *groups)
    left = list(position.hand)
    for group in groups:
        for kind in group.cards:
            left[kind] -= 1
    rest = tuple(kind for kind in range(KINDS) for _ in range(left[kind]))
    grouped = {kind for group in everything for kind in group.cards}
    distinct = len(grouped if rules.distinct_scope == "grouped" else grouped | set(rest))
    causes = {bonus.code: tuple(_causes(bonus, everything, distinct)) for bonus in rules.bonuses}
    satisfied = [bonus for bonus in rules.bonuses if causes[bonus.code]]
    contained = frozenset().union(*(rules.containment[bonus.code] for bonus in satisfied))
    counting = [bonus for bonus in satisfied if bonus.code not in contained]
    counted: list[CountedBonus] = []
    dropped: list[DroppedBonus] = []
    for bonus in satisfied:
        if bonus.code in contained:
            above = tuple(
                other.code for other in counting if bonus.code in rules.containment[other.code]
            )
            dropped.append(DroppedBonus(bonus.code, bonus.points, above))
        else:
            repeats = rules.repeat_bonuses and bonus.per_line
            times = len(causes[bonus.code]) if repeats else 1
            counted.append(
                CountedBonus(bonus.code, times * bonus.points, times, causes[bonus.code])
            )
    return Grouping(
        groups=everything,
        rest=rest,
        bonuses=tuple(counted),
        dropped=tuple(dropped),
        finish_points=rules.finish_points if finishing else 0,
    )


def _causes(bonus: Bonus, groups: Sequence[Group], distinct: int) -> Iterator[Cause]:
    """Give every choice of shared attribute values for which a bonus's condition holds."""
    if bonus.distinct:
        if distinct >= bonus.distinct:
            yield Cause(distinct=distinct)
        return
    values = [set(shared_values(group.cards)) for group in groups]
    choices = {choice for shared in values for choice in combinations(sorted(shared), bonus.shared)}
    for choice in sorted(choices):
        having = [place for place, shared in enumerate(values) if shared.issuperset(choice)]
        structures = [place for place in having if groups[place].is_structure]
        duos = [place for place in having if not groups[place].is_structure]
        if len(structures) >= bonus.structures and len(duos) >= bonus.duos:
            named = structures * (bonus.structures > 0) + duos * (bonus.duos > 0)
            yield Cause(shared=choice, groups=tuple(named))


@overload
def distance(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
    minimum: None = None,
) -> int: ...


@overload
def distance(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
    minimum: int,
) -> int | None: ...


@checked
def distance(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
    minimum: int | None = None,
) -> int | None:
    """Return the fewest further cards that complete a finishing hand, of any worth or a given one.

    0 means complete with the cards held. Without a minimum a carré counts as its trio, and only the
    copies that the rules give exist (clause 4.5). With one it is a finishing hand worth at least
    that, in which a carré may be used with its fourth card; the cards held that it does not use are
    discarded, except kept ones, which must be part of it; seen cards cannot be drawn (clause 4.6).

    Parameters
    ----------
    hand, rules, laid, kept, seen
        See `Position.of`; kept and seen cards matter with a minimum only.
    minimum
        Points, those for finishing included. A position's own minimum is not looked at.

    Returns
    -------
    int or None
        None when no finishing hand that can still be had is worth the minimum.

    Raises
    ------
    NeuroanalysisError
        For cards, rules, a minimum or a position that are not valid.

    Examples
    --------
    >>> hand = "1cn 1cv 1cb 2en 2en 2en 3rb 3rv 3rn 1eb 2eb 2rv 2rv"
    >>> distance(hand), distance(hand, minimum=24), distance(hand, minimum=50)
    (1, 2, 12)
    >>> print(distance(hand, minimum=51))
    None
    """
    position = Position.of(hand, rules=rules, laid=laid, kept=kept, seen=seen)
    lacking = _one("distance", position)
    if minimum is None:
        return lacking
    return _distance_to(position, checked_minimum(minimum), lacking)


def _distance_to(position: Position, minimum: int, lacking: int) -> int | None:
    """Return the distance to a finishing hand worth a minimum; it is at least `lacking`."""
    from neuroanalysis.games.neurotrio._kernels.goals import search

    rules = position.rules
    table, values = np.zeros((1, 2), dtype=np.uint64), np.full(1, -1, dtype=np.int32)
    for cards in range(lacking, rules.most_cards + 1):
        if search(*goal_arrays(position), rules.to_arrays(), cards, minimum, True, table, values):
            return cards
    return None


def goal_arrays(position: Position) -> tuple[Counts, Counts, Counts, Counts]:
    """Return what the search for goals reads of a position.

    Its hand, its kept cards, the most cards of each kind that its hand could come to hold, and its
    laid carrés.
    """
    kept = np.array(position.kept, dtype=np.uint8)
    unseen = np.array(position.unseen, dtype=np.uint8)
    return position.counts, kept, position.counts + unseen, position.laid_counts


def evaluate_many(
    counts: NDArray[np.integer],
    *,
    rules: Rules | None = None,
    laid: NDArray[np.integer] | None = None,
    **how: Unpack[Options],
) -> NDArray[np.int32]:
    """Return the best value without finishing of each hand of a batch.

    Parameters
    ----------
    counts
        (n, 27) whole numbers, a hand a row.
    rules
        The default rules if None.
    laid
        Laid carrés, 1 for each: (27,) for all hands or (n, 27).
    **how
        ``executor``, ``workers``, ``progress``, ``cancel``, ``resume`` and ``key``: see
        :func:`neuroanalysis.core.work.imap`; threads by default, one a core.

    Returns
    -------
    (n,) int32 array

    Raises
    ------
    CardError, PositionError
        For another shape, more copies than there are, more laid carrés than structures, or a hand
        of 20 cards or more (two more than the greatest finishing hand, if that is greater).
    Cancelled
        When it was cancelled.

    Examples
    --------
    >>> hands = np.zeros((2, 27), dtype=np.uint8)
    >>> hands[0, 0], hands[1, :3] = 4, 1
    >>> evaluate_many(hands).tolist()
    [8, 2]
    """
    return _batch("value", counts, rules, laid, how).astype(np.int32)


def finish_many(
    counts: NDArray[np.integer],
    *,
    rules: Rules | None = None,
    laid: NDArray[np.integer] | None = None,
    **how: Unpack[Options],
) -> NDArray[np.int32]:
    """Return the best finishing total of each hand of a batch, -1 where it cannot finish.

    Parameters and errors are those of `evaluate_many`.

    Examples
    --------
    >>> hands = np.zeros((1, 27), dtype=np.uint8)
    >>> hands[0, [0, 1, 2, 5, 8]] = [4, 4, 4, 4, 2]
    >>> finish_many(hands).tolist()
    [50]
    """
    return _batch("finish", counts, rules, laid, how).astype(np.int32)


def distance_many(
    counts: NDArray[np.integer],
    *,
    rules: Rules | None = None,
    laid: NDArray[np.integer] | None = None,
    **how: Unpack[Options],
) -> NDArray[np.uint8]:
    """Return the distance of each hand of a batch.

    Parameters and errors are those of `evaluate_many`.

    Examples
    --------
    >>> distance_many(np.zeros((1, 27), dtype=np.uint8)).tolist()
    [14]
    """
    return _batch("distance", counts, rules, laid, how).astype(np.uint8)


@dataclass(frozen=True)
class _Part:
    """A part of a batch, with all that a worker in another process needs."""

    question: Question
    counts: NDArray[np.uint8]
    laid: NDArray[np.uint8]
    rules: Rules


def _batch(
    question: Question,
    counts: NDArray[np.integer],
    rules: Rules | None,
    laid: NDArray[np.integer] | None,
    how: Options,
) -> NDArray[np.int32]:
    from neuroanalysis.core.work import Chunk, run, thread_chunks

    rules = Rules.or_default(rules)
    batch = as_batch(counts, PIECES, rules.copies)
    on_table = _laid_batch(laid, batch, rules)
    _check_sizes(batch, rules)
    parts = [
        Chunk(
            id=chunk.id,
            payload=_Part(
                question,
                batch[chunk.payload.start : chunk.payload.stop],
                on_table[chunk.payload.start : chunk.payload.stop]
                if len(on_table) > 1
                else on_table,
                rules,
            ),
            size=chunk.size,
        )
        for chunk in thread_chunks(len(batch), _CHUNK)
    ]
    answers = run(_answer, parts, **how)
    return np.concatenate([np.zeros(0, dtype=np.int32), *answers])


def _check_sizes(batch: NDArray[np.uint8], rules: Rules) -> None:
    """Refuse hands more than a card beyond any of play: a search could take seconds a hand."""
    sizes = batch.sum(axis=1, dtype=np.int64)
    most = max(rules.most_cards, _LARGEST) + 1
    if (sizes > most).any():
        row = int(np.argmax(sizes > most))
        raise CardError("card.many", row=row, n=int(sizes[row]), most=most)


def _laid_batch(
    laid: NDArray[np.integer] | None, batch: NDArray[np.uint8], rules: Rules
) -> NDArray[np.uint8]:
    """Return the laid carrés as one row for all hands or one a hand, after checking them."""
    if laid is None:
        return np.zeros((1, KINDS), dtype=np.uint8)
    rows = np.atleast_2d(np.asarray(laid))
    if rows.shape not in {(1, KINDS), batch.shape}:
        raise CardError("card.shape", shape=rows.shape, expected=f"(27,) or {batch.shape}")
    on_table = as_batch(rows, PIECES, 1)
    if on_table.any():
        as_batch(batch + 4 * on_table.astype(np.int64), PIECES, rules.copies)
        most = int(on_table.sum(axis=1).max())
        if not rules.carre or most > rules.structures:
            limit = rules.structures if rules.carre else 0
            raise PositionError("position.laid_many", n=most, most=limit)
    return on_table


def _answer(part: _Part, control: Control) -> NDArray[np.int32]:
    from neuroanalysis.games.neurotrio._kernels.distance import distances
    from neuroanalysis.games.neurotrio._kernels.finish import best_finishes
    from neuroanalysis.games.neurotrio._kernels.value import best_values

    arrays = part.rules.to_arrays()
    answers = np.zeros(len(part.counts), dtype=np.int32)
    if part.question == "value":
        best_values(part.counts, part.laid, arrays, answers, control.array)
    elif part.question == "finish":
        best_finishes(part.counts, part.laid, arrays, answers, control.array)
    else:
        distances(part.counts, part.laid, arrays, answers, control.array)
    return answers
