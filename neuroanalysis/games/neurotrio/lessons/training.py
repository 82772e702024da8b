"""Positions to train on: dealt by a seed, each with a decision that matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from neuroanalysis.core.exercises import Dice, seed_name
from neuroanalysis.core.work import Cancel
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.chances import Model, Odds
from neuroanalysis.games.neurotrio.analysis.odds import odds
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.scoring import distance, evaluate_many

__all__ = ["HOPELESS", "decides", "training_position"]

HOPELESS: Final = 0.001
"""Where the best move has less chance than this, a position teaches nothing."""

# So many hands are searched through, and so many dealt for each, before it is given up.
_MOST_SEARCHED: Final = 100
_DEALT_FOR_EACH: Final = 40
# Points that one draw adds to a hand, rarely more: hands worth too little are not searched.
_BY_A_DRAW: Final = 3


def training_position(
    seed: str | int,
    number: int,
    *,
    draws: int = 2,
    minimum: int | None = None,
    model: Model = "discards-return",
    rules: Rules | None = None,
    cancel: Cancel | None = None,
) -> Odds:
    """Return the odds of a dealt hand that has just drawn, the same for the same arguments.

    Hands are dealt until one has moves with different chances, the best of them not hopeless.

    Parameters
    ----------
    seed, number
        Decide the cards: whose positions they are (a number or a name), and which one of them.
    draws, minimum, model, rules, cancel
        See `odds`; the minimum is the rules' lowest suggested one if None.

    Raises
    ------
    InputError
        For arguments that `odds` refuses, or when no such hand was found.
    ExerciseError
        For an empty name.

    Examples
    --------
    >>> position = training_position("Ada", 1, draws=1)
    >>> position.position.to_discard, decides(position)
    (True, True)
    """
    rules = Rules.or_default(rules)
    if minimum is None:
        minimum = rules.least_minimum
    cancel = cancel or Cancel()
    dealt = _likely(Dice("training", seed_name(seed), number), rules, draws, minimum)
    for _, hand in zip(range(_MOST_SEARCHED), dealt, strict=False):
        cancel.check()
        found = odds(hand, draws, minimum, rules=rules, model=model, cancel=cancel)
        if decides(found):
            return found
    raise InputError("input.no_training", draws=draws, minimum=minimum)


def decides(found: Odds) -> bool:
    """Return whether it matters which move is made, and there is something to hope for.

    Examples
    --------
    >>> decides(odds("1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2 3cn", minimum=18))
    True
    >>> decides(odds("1cn*2 1ev*2 1rb*2 2cv*2 2en*2 3rb*2 3cv*2"))
    False
    """
    chances = {round(line.chances[-1], 12) for line in found.lines}
    return len(chances) > 1 and max(chances) >= HOPELESS


def _likely(dice: Dice, rules: Rules, draws: int, minimum: int) -> Iterator[tuple[int, ...]]:
    """Deal hands after their draw, and leave out those that so few draws hardly complete."""
    stock = [kind for kind in range(KINDS) for _ in range(rules.copies)]
    enough = minimum - rules.finish_points - _BY_A_DRAW * draws
    for _ in range(_MOST_SEARCHED * _DEALT_FOR_EACH):
        cards = dice.sample(stock, rules.finish_size)
        position = Position(tuple(cards.count(kind) for kind in range(KINDS)), rules=rules)
        if distance(position) > draws:
            continue
        if evaluate_many(position.counts[None, :], rules=rules, workers=1)[0] >= enough:
            yield position.hand
