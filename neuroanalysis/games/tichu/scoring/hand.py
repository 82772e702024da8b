"""One hand: its partitions into the fewest plays, what it contains, its leads, its answers."""

from __future__ import annotations

from itertools import islice
from typing import Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.tichu.evaluation import Answers, Evaluation, Partition
from neuroanalysis.games.tichu.pieces import DOG, DRAGON, PIECES, cards_of, rank_name, rank_of
from neuroanalysis.games.tichu.position import Cards, Combination, Position
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.games.tichu.scoring.contents import bombs_of, combination_counts, rising
from neuroanalysis.games.tichu.scoring.leads import controls, fewest_losing
from neuroanalysis.games.tichu.scoring.partitions import (
    in_order,
    least_partitions,
    parts_of,
)

__all__ = ["LIMIT", "answers", "check_answer", "evaluate", "fewest_plays"]

LIMIT: Final = 20
"""How many partitions are listed where nothing else is asked."""

_MOST_LISTED: Final = 1 << 16
_ROOM: Final = 1 << 12


@checked
def evaluate(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    trick: str | Combination | None = None,
    wish: str | int | None = None,
    seen: Cards = "",
    others: str | tuple[int, ...] = (),
    limit: int = LIMIT,
    against_bombs: bool = False,
) -> Evaluation:
    """Answer what a hand is worth (section 3): partitions, bombs, leads, controls, answers.

    Parameters
    ----------
    hand
        Cards as text or 56 counts, any number of them, or a whole position (as text or object).
    rules, trick, wish, seen, others
        See `Position.of`.
    limit
        How many partitions to list; their number is exact whatever the limit.
    against_bombs
        Whether bombs outside make losing leads of plays that are no bombs.

    Returns
    -------
    Evaluation
        All of it.

    Raises
    ------
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> answer = evaluate("3s 4h 5d 6c 7s 7h 7d 8s 9h Tc Jd")
    >>> answer.fewest_plays, answer.partition_count, len(answer.bombs)
    (2, 3, 0)
    >>> answer.best.to_text()
    '7h-7d 3s-4h-5d-6c-7s-8s-9h-Tc-Jd'
    >>> print(evaluate("Dog Ph As"))
    2 plays at least: Dog Ph=A-As; 0 bombs contained
    """
    if not 1 <= limit <= _MOST_LISTED:
        raise InputError("input.limit", name="limit", value=limit, low=1, high=_MOST_LISTED)
    position = Position.of(hand, rules=rules, trick=trick, wish=wish, seen=seen, others=others)
    bits, in_force = position.bits, position.rules
    special = [
        Combination.readings([card], in_force)[0] for card in (DOG, DRAGON) if bits >> card & 1
    ]
    parts = parts_of(bits, in_force)
    whole = parts.whole
    return Evaluation(
        position=position,
        fewest_plays=parts.least(whole) + len(special),
        partitions=tuple(
            Partition(in_order([*special, *plays]))
            for plays in islice(least_partitions(bits, parts, in_force), limit)
        ),
        partition_count=parts.number(whole),
        combinations=combination_counts(position),
        bombs=bombs_of(bits, in_force),
        leads=fewest_losing(position, against_bombs=against_bombs),
        controls=controls(position),
        answers=answers(position) if position.trick or position.wish else None,
    )


def fewest_plays(hand: Cards | Position, *, rules: Rules | None = None) -> int:
    """Return the fewest plays that use up a hand (clause 3.1).

    Parameters
    ----------
    hand, rules
        See `Position.of`; a hand of any size.

    Examples
    --------
    >>> fewest_plays("5s 5h 5d 5c 6s 7s 8s 9s Ph"), fewest_plays("")
    (2, 0)
    """
    from neuroanalysis.games.tichu._kernels.fewest import fewest, workspace

    position = Position.of(hand, rules=rules)
    return int(fewest(position.bits, position.rules.to_arrays().numbers, workspace()))


def answers(
    hand: Cards | Position,
    *,
    rules: Rules | None = None,
    trick: str | Combination | None = None,
    wish: str | int | None = None,
) -> Answers:
    """Return what a player in turn may lay, on a trick or to lead, under a wish.

    Parameters
    ----------
    hand, rules, trick, wish
        See `Position.of`.

    Raises
    ------
    PositionError
        For a hand that contains more plays than are listed, which 14 cards do not.

    Examples
    --------
    >>> found = answers("9s Ts Th Ph", trick="9h")
    >>> [play.to_text() for play in found.plays], found.may_pass
    (['Ph=9+', 'Ts', 'Th'], True)
    >>> found = answers("9s Ts Th Ph", trick="9h", wish="T")
    >>> [play.to_text() for play in found.plays], found.may_pass
    (['Ts', 'Th'], False)
    """
    from neuroanalysis.games.tichu._kernels.answers import legal_plays

    position = Position.of(hand, rules=rules, trick=trick, wish=wish)
    cards, codes = (np.zeros(_ROOM, dtype=np.int64) for _ in range(2))
    n, obliged = legal_plays(
        position.bits,
        position.trick.code if position.trick else 0,
        position.wish or 0,
        1,
        position.rules.to_arrays().numbers,
        cards,
        codes,
    )
    if n > _ROOM:
        raise PositionError("tichu.answer.many", most=_ROOM)
    return Answers(position, rising(cards[:n], codes[:n]), bool(obliged))


def check_answer(hand: Cards | Position, play: str | Combination) -> Combination:
    """Return a play as it is when laid; refuse one that may not be.

    Parameters
    ----------
    hand
        The position, with the trick to beat and the wish.
    play
        What is laid.

    Raises
    ------
    PositionError
        For a card that is not held, a play that does not beat the trick, or one that leaves a wish
        unfulfilled that can be met.

    Examples
    --------
    >>> check_answer("hand Ph 2s | trick Ks", "Ph").to_text()
    'Ph=K+'
    >>> check_answer("hand Ph 2s | trick Ks", "2s")
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.PositionError: 2s does not beat Ks; ...
    """
    position = Position.of(hand)
    laid = Combination.of_play(play, position.rules).laid_on(position.trick)
    for card in cards_of(laid.bits & ~position.bits):
        raise PositionError("tichu.answer.held", play=laid.to_text(), code=PIECES.codes[card])
    if position.trick and not laid.beats(position.trick):
        raise PositionError(
            "tichu.answer.follow", play=laid.to_text(), trick=position.trick.to_text()
        )
    wish = position.wish
    if wish and wish not in map(rank_of, laid.cards) and answers(position).obliged:
        raise PositionError("tichu.answer.wish", play=laid.to_text(), rank=rank_name(wish))
    return laid
