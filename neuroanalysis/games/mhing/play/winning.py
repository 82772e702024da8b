"""Going out: what combinations a card can be claimed for, and what a winning hand earns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing.pieces import JOKER, REAL, rank_of
from neuroanalysis.games.mhing.position import Combination
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import block_tables, group_number

__all__ = ["NO_WIN", "claimed_credits", "combinations_with", "credits_of", "distances", "lay"]

NO_WIN: Final = -1
"""The credits of cards that make no winning hand."""
_LAST_RUN: Final = 7
_MOST_LAID: Final = 4


@cache
def _shapes(kind: int) -> tuple[Combination, ...]:
    """Return all combinations with a card of that kind, by what may be jokers in each.

    The jokers of a triplet are its last cards: another place makes no other combination.
    """
    triplets = [(one,) * 3 for one in range(REAL)]
    runs = [(one, one + 1, one + 2) for one in range(REAL) if one + 2 < REAL and _starts_a_run(one)]
    found = []
    for kinds in triplets + runs:
        masks = list(product((False, True), repeat=3))
        if kinds in triplets:
            masks = [tuple(place >= 3 - n for place in range(3)) for n in range(4)]
        for jokers in masks:
            used = [JOKER if joker else one for one, joker in zip(kinds, jokers, strict=True)]
            if kind in used:
                found.append(Combination(kinds, (jokers[0], jokers[1], jokers[2])))
    return tuple(sorted(found, key=lambda one: sum(one.jokers)))


def _starts_a_run(kind: int) -> bool:
    rank = rank_of(kind)
    return rank is not None and rank <= _LAST_RUN


def lay(hand: Sequence[int], combination: Combination) -> tuple[int, ...] | None:
    """Return 36 counts without the cards of a combination; None if they are not there.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import compact, parse
    >>> compact(lay(parse("12m 55p J"), Combination.of("1m-2m-3m*")))
    '55p'
    """
    left = list(hand)
    for kind, joker in zip(combination.kinds, combination.jokers, strict=True):
        used = JOKER if joker else kind
        if not left[used]:
            return None
        left[used] -= 1
    return tuple(left)


def combinations_with(hand: Sequence[int], kind: int) -> tuple[Combination, ...]:
    """Return every combination of cards of a hand in which a card of that kind is.

    Parameters
    ----------
    hand
        36 counts, that card included.
    kind
        Of the card; a joker is in it as a joker.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import parse
    >>> [one.to_text() for one in combinations_with(parse("1235m J"), 2)]
    ['123m', '1m-2m*-3m', '1m*-2m-3m', '2m-3m-4m*', '3m-4m*-5m']
    """
    return tuple(one for one in _shapes(kind) if lay(hand, one) is not None)


def credits_of(
    hands: Sequence[Sequence[int]], laid: Sequence[Sequence[Combination]], rules: Rules
) -> list[int]:
    """Return the most credits of each hand with its laid combinations, -1 where it does not win.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import parse
    >>> laid = [Combination.of(words) for words in ("444s", "666p", "777m")]
    >>> credits_of([parse("123m 55p F"), parse("19m 5p")], [laid, []], Rules())
    [2, -1]
    """
    from neuroanalysis.games.mhing._kernels.worth import most_credits

    numbers = np.full((len(hands), _MOST_LAID), NO_WIN, dtype=np.int64)
    for row, combinations in enumerate(laid):
        numbers[row, : len(combinations)] = [group_number(one) for one in combinations]
    answers = np.zeros(len(hands), dtype=np.int32)
    progress = np.zeros(2, dtype=np.int64)
    most_credits(np.array(hands, dtype=np.uint8), numbers, rules.to_arrays(), answers, progress)
    return [int(n) for n in answers]


def claimed_credits(
    hand: Sequence[int], laid: Sequence[Combination], kind: int, rules: Rules
) -> tuple[int, Combination | None]:
    """Return what a hand earns with a claimed card, and the combination that the card is laid in.

    Parameters
    ----------
    hand
        36 counts, the claimed card included.
    laid
        The combinations already on the table.
    kind
        Of the claimed card.
    rules
        The rule set.

    Returns
    -------
    tuple
        The most credits of a reading in which the card is part of a combination (clause 5.4), or
        -1; and that combination. None where the card need not be in any: where nothing matches, or
        the rules let it be of the pair.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import PIECES, parse
    >>> claimed_credits(parse("111222m 567p 123s 22z"), [], PIECES.kind("3s"), Rules())[0]
    0
    >>> claimed_credits(parse("111222m 567p 123s 22z"), [], PIECES.kind("2z"), Rules())
    (-1, None)
    """
    whole = credits_of([hand], [laid], rules)[0]
    if whole == NO_WIN or rules.claim_pair_for_mhing or (not laid and _unmatched(hand)):
        return whole, None
    forms = combinations_with(hand, kind)
    if len(laid) == _MOST_LAID or not forms:
        return NO_WIN, None
    rests = [rest for rest in (lay(hand, one) for one in forms) if rest is not None]
    earned = credits_of(rests, [(*laid, one) for one in forms], rules)
    best = max(earned)
    return best, forms[earned.index(best)] if best > NO_WIN else None


def _unmatched(hand: Sequence[int]) -> bool:
    """Return whether a winning hand is one in which nothing matches: it is never both."""
    return max(hand[:REAL]) == 1 and int(distances(np.array([hand]))[0]) > 0


def distances(hands: NDArray[np.integer], to_come: int = _MOST_LAID) -> NDArray[np.int32]:
    """Return how many further cards hands lack to so many combinations and a pair.

    That is the distance of clause 2.5, but that cards of combinations on the table are not counted
    among the four of a kind: it is asked often, and whoever asks knows which cards are left.

    Parameters
    ----------
    hands
        (n, 36) counts.
    to_come
        How many combinations: four less those on the table.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import parse
    >>> distances(np.array([parse("12m 55p J"), parse("12m 5p")]), 1)
    array([0, 2], dtype=int32)
    """
    from neuroanalysis.games.mhing._kernels.distance import distance_workspace
    from neuroanalysis.games.mhing._kernels.distance import distances as write

    answers = np.zeros(len(hands), dtype=np.int32)
    work, progress = distance_workspace(), np.zeros(2, dtype=np.int64)
    nothing = np.zeros(REAL, dtype=np.uint8)
    write(hands.astype(np.uint8), nothing, to_come, block_tables(), work, answers, progress)
    return answers
