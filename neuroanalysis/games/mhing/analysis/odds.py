"""The chance to win within some draws and the points to expect, and what each discard makes of it.

A turn is: draw a card that one does not see, uniformly (flowers are laid and replaced); go out, or
discard a card, which never comes back. Nothing is claimed, and nobody else goes out. One and two
draws are looked at completely; more are played out by a stated player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Computed, Estimate
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.work import Chunk, Control, Draws, Options, run, seeded_chunks
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.mhing.analysis.chances import MODELS, Line, Method, Model, Odds
from neuroanalysis.games.mhing.analysis.search import Payoff, best_of_draws
from neuroanalysis.games.mhing.analysis.solitaire import Aim, check_points, played
from neuroanalysis.games.mhing.pieces import FLOWER
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import evaluate
from neuroanalysis.texts import text

__all__ = [
    "MOST_DRAWS",
    "MOST_SEARCHED",
    "SAMPLES",
    "check_question",
    "estimates",
    "odds",
    "play_many",
    "points_of",
    "without",
]

MOST_SEARCHED: Final = 2
"""So many draws are searched through."""
MOST_DRAWS: Final = 60
SAMPLES: Final = 2000
"""So many times a hand is played out where nothing else is asked."""
_MOST_SAMPLES: Final = 10**7
_GREATEST_SEED: Final = 2**63 - 1
# A constant of the program: an answer depends on it.
_CHUNK: Final = 256
_ROUNDING: Final = 1e-12


@checked
def odds(
    hand: Cards | Position,
    draws: int = 1,
    minimum: int | None = None,
    *,
    aim: str = "fast",
    model: Model = "without-replacement",
    samples: int = SAMPLES,
    seed: int = 0,
    how: Options | None = None,
    rules: Rules | None = None,
    laid: str | Iterable[Combination] = (),
    seen: Cards = "",
) -> Odds:
    """Return the chance to win within some draws, the points to expect, and each discard's.

    Parameters
    ----------
    hand, rules, laid, seen
        See `Position.of`; as many cards as between turns, or one more: then the chances are those
        after each discard. Those of laid combinations count, flowers do not.
    draws
        Draws still to come, 1 to 60; that of a hand after its draw is not among them.
    minimum
        The credits without which one does not go out; those of the rules if None.
    aim
        What a simulated player is after: see
        `neuroanalysis.games.mhing.analysis.solitaire.AIMS`. Any other than ``"fast"`` is always
        played out.
    model
        ``"without-replacement"``: each draw is uniform over the unseen cards; discards never come
        back.
    samples, seed
        Where hands are played out: how often, and what decides the draws. The same seed gives the
        same answer, whatever the number of workers; all discards have the same draws.
    how
        ``workers``, ``progress``, ``cancel``: see :func:`neuroanalysis.core.work.imap`.

    Returns
    -------
    Odds
        Up to two draws computed by search; beyond, estimates of what the stated player reaches.

    Raises
    ------
    CardError, InputError
        For another number of cards, draws out of range, an unknown model or aim.
    NeuroanalysisError
        For cards, rules or a position that are not valid.

    Examples
    --------
    >>> answer = odds("123456789m 11z 23p", draws=2)
    >>> [round(129 * chance, 9) for chance in answer.best.chances[:1]]
    [14.0]
    """
    position = Position.of(hand, rules=rules, laid=laid, seen=seen)
    check_question(position, draws, samples, seed)
    _check_model(model)
    least = position.rules.min_credits if minimum is None else minimum
    check_whole("minimum", least, 0, 999)
    wanted = Aim.of(aim, position.rules, least if aim == "fast" or minimum is not None else None)
    lefts: list[tuple[int | None, Position]] = [(None, position)]
    now = None
    if position.to_discard:
        lefts = [(kind, without(position, kind)) for kind in range(FLOWER) if position.hand[kind]]
        answer = evaluate(position, limit=1)
        if answer.credits is not None and answer.credits >= wanted.credits:
            now = answer.points
    searched = draws <= MOST_SEARCHED and aim == "fast"
    method: Method = "search" if searched else "simulation"
    if searched:
        lines = [_searched(left, kind, draws, wanted.credits) for kind, left in lefts]
    else:
        table = play_many([left for _, left in lefts], [wanted], draws, samples, seed, how or {})
        lines = [
            _played_line(row, kind, draws, position.rules, seed)
            for (kind, _), row in zip(lefts, table, strict=True)
        ]
    lines.sort(key=lambda line: (-line.chances[-1], -line.expected[-1]))
    return Odds(position, wanted.credits, model, draws, method, tuple(lines), wanted, now)


def _check_model(model: object) -> None:
    if model not in MODELS:
        raise InputError(
            "input.choice", name="model", value=written(model), accepted=", ".join(MODELS)
        )


def check_question(position: Position, draws: int, samples: int, seed: int) -> None:
    """Raise CardError or InputError for what cannot be played out."""
    check_whole("samples", samples, 2, _MOST_SAMPLES)
    check_whole("seed", seed, 0, _GREATEST_SEED)
    check_whole("draws", draws, 1, MOST_DRAWS)
    left = sum(position.unseen[:FLOWER])
    if draws > left:
        raise InputError("input.limit", name="draws", value=draws, low=1, high=left)
    size = position.rules.hand_size
    if position.cards not in {size, size + 1}:
        raise CardError(
            "card.few",
            n=position.cards,
            question=text("mhing.odds.question"),
            accepted=text("mhing.odds.either", one=size, other=size + 1),
        )


def without(position: Position, kind: int) -> Position:
    """Return what a discard leaves; the card is seen from then on."""
    hand, seen = list(position.hand), list(position.seen)
    hand[kind] -= 1
    seen[kind] += 1
    return replace(position, hand=tuple(hand), seen=tuple(seen))


def _searched(left: Position, kind: int | None, draws: int, least: int) -> Line:
    worth = left.rules.to_arrays().points.astype(np.float64)
    enough = np.arange(len(worth)) >= least
    payoffs = [
        Payoff(enough.astype(np.float64), least > 0),
        Payoff(worth * enough, credits_matter=True),
    ]
    chance, points = best_of_draws(left, payoffs, draws).tolist()
    check_points(max(points))
    return Line(Computed(chance, _ROUNDING), Computed(points, _ROUNDING * max(1.0, *points)), kind)


Ends = NDArray[np.int64]
"""(samples, 3): the draw that wins, 0 for none; the credits; the first discard, -1 for none."""


def play_many(
    positions: Sequence[Position],
    aims: Sequence[Aim],
    draws: int,
    samples: int,
    seed: int,
    how: Options,
) -> list[Ends]:
    """Play positions out with aims, each with each, all with the same order of the unseen cards.

    Returns
    -------
    list
        For each position and aim, the aims running fastest, the ends.
    """
    drawn = seeded_chunks(samples, _CHUNK, seed)
    pairs = [(position, aim) for position in positions for aim in aims]
    chunks = [
        Chunk(f"{place}-{chunk.id}", (*pair, draws, chunk.payload), chunk.size)
        for place, pair in enumerate(pairs)
        for chunk in drawn
    ]
    ends = run(_played_part, chunks, **how)
    n = len(drawn)
    return [np.concatenate(ends[n * place : n * (place + 1)]) for place in range(len(pairs))]


def _played_part(work: tuple[Position, Aim, int, Draws], control: Control) -> Ends:
    position, aim, draws, part = work
    control.check()
    stock = np.repeat(np.arange(len(position.unseen), dtype=np.uint8), position.unseen)
    orders = part.generator().permuted(np.tile(stock, (len(part), 1)), axis=1)
    piles = np.ascontiguousarray(orders[:, : draws + position.unseen[FLOWER]])
    return np.column_stack(
        played(position.counts[np.newaxis], piles, draws, aim, control, position)
    )


def _played_line(ends: Ends, kind: int | None, draws: int, rules: Rules, seed: int) -> Line:
    chances, points = zip(
        *(estimates(ends, within, rules, seed) for within in range(1, draws + 1)), strict=True
    )
    return Line(tuple(chances), tuple(points), kind)


def points_of(ends: Ends, within: int, rules: Rules) -> list[int]:
    """Return the points of each end within so many draws, 0 where it is none."""
    points = [
        rules.points(earned) if 0 < turn <= within else 0 for turn, earned, _ in ends.tolist()
    ]
    check_points(max(points))
    return points


def estimates(ends: Ends, within: int, rules: Rules, seed: int) -> tuple[Estimate, Estimate]:
    """Return the chance to have won within so many draws, and the points to expect."""
    won = int(((ends[:, 0] > 0) & (ends[:, 0] <= within)).sum())
    points = points_of(ends, within, rules)
    mean = Estimate.of_mean(
        Fraction(sum(points)), Fraction(sum(p * p for p in points)), len(ends), seed, least=0
    )
    return Estimate.of_share(won, len(ends), seed), mean
