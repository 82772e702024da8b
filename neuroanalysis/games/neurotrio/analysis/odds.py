"""The chance to finish within some draws, and what each move now makes of it.

Two models of what is drawn: *discards return*, where each draw is uniform over the cards not held,
and *without replacement*, where it is uniform over the unseen cards and a discard never comes back.
Few draws are searched through; more are looked up in the solved solitaire (see `solitaire`), or
played out with its moves where the model is another (see `playout`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypedDict, Unpack

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Computed
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.work import Cancel
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.neurotrio.analysis.chances import (
    MODELS,
    Action,
    Line,
    Model,
    Odds,
    plain,
    reachable,
)
from neuroanalysis.games.neurotrio.analysis.draw_tree import DrawTree, Worth
from neuroanalysis.games.neurotrio.analysis.playout import FEWEST_SAMPLES, MOST_SAMPLES, Playout
from neuroanalysis.games.neurotrio.analysis.solution import QUANTUM, Solution, solution_folder
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.position import Cards, Position
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.scoring import finish_many
from neuroanalysis.texts import text

__all__ = [
    "MOST_DRAWS",
    "MOST_SEARCHED",
    "POINTS_ROUNDING",
    "ROUNDING",
    "SAMPLES",
    "How",
    "Playing",
    "asked_position",
    "check_playing",
    "check_size",
    "checked_model",
    "never",
    "odds",
    "played_out",
]

MOST_SEARCHED: Final = 3
"""So many draws are searched through; beyond, states are too many."""
MOST_DRAWS: Final = 40
SAMPLES: Final = 2000
"""So many games are played out where nothing else is asked."""
_GREATEST_SEED: Final = 2**63 - 1
# Sums of at most a few hundred products of numbers below 1 (chances) or 100 (points), a few deep.
ROUNDING: Final = 1e-12
POINTS_ROUNDING: Final = 1e-10


class Playing(TypedDict):
    """How games are played out; see `odds`."""

    samples: int
    seed: int
    solution: Solution | None
    cancel: Cancel | None


class How(TypedDict, total=False):
    """How chances are found; see `odds`."""

    model: Model
    samples: int
    seed: int
    solution: Solution | None
    cancel: Cancel | None


@checked
def odds(
    hand: Cards | Position,
    draws: int = 1,
    minimum: int | None = None,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
    model: Model = "discards-return",
    samples: int = SAMPLES,
    seed: int = 0,
    solution: Solution | None = None,
    cancel: Cancel | None = None,
) -> Odds:
    """Return the best chance to finish within some draws, and what each move makes of it.

    A turn is: draw a card; then finish if the total reaches the minimum, or lay a carré and take a
    replacement (no draw of the count; one may finish on it or lay again), or discard. Claims of
    other players' discards are left out.

    Parameters
    ----------
    hand, rules, laid, kept, seen
        See `Position.of`. The hand is between turns (13 cards, or three fewer for each laid carré)
        or holds its drawn card. Kept cards are never discarded. Seen cards matter to the model
        without replacement only: where discards return, so do they.
    draws
        Draws still to come, 1 to 40; of a hand after its draw, that one is not among them.
    minimum
        Points at which one may finish; the position's if None.
    model
        ``"discards-return"``: each draw is uniform over the cards not held.
        ``"without-replacement"``: uniform over the unseen cards; discards never come back.
    samples, seed
        For what is played out: how many times, and what decides the cards. The same seed gives
        the same answer.
    solution
        The solved solitaire; the one in the user's cache if None. Up to three draws need none.
    cancel
        Ends the work soon after it was used.

    Returns
    -------
    Odds
        Up to three draws: computed by search, points and outcomes too. Beyond: computed, chances
        only, from the solution; or estimated by playing it out without replacement or with kept
        cards, of which the solution knows nothing: then a lower bound.

    Raises
    ------
    CardError, InputError
        For another number of cards, draws out of range, an unknown model, or a solution that is
        needed and not there. A minimum that nobody can reach is no error: the chance is 0.
    Cancelled
        When it was cancelled.

    Notes
    -----
    Rules page, section "Finishing" and "Play". Games of this kind are Markov decision processes
    with a finite horizon; the search and the solution are backward inductions (M. L. Puterman,
    "Markov Decision Processes", Wiley 1994, chapter 4).

    Examples
    --------
    >>> hand = "3cn 2rn 3ev 1eb 3cn 3rv 3ev 1cb 3cn 2rn 1cn 1cb 2rn"
    >>> print(odds(hand, draws=2, minimum=20).chance)
    0.117, 0.265 (computed, error at most 10⁻¹²)
    >>> answer = odds("1cn*4 1cv*4 1cb*4 2cn 3rv", minimum=26)
    >>> answer.best.action, answer.best.card
    ('lay', '1cv')
    >>> print(f"{answer.cost(answer.lines[1]):.4f}")
    0.0091
    """
    position = asked_position(hand, minimum, rules=rules, laid=laid, kept=kept, seen=seen)
    checked_model(model)
    _check(position, draws)
    check_playing(samples, seed)
    cancel = cancel or Cancel()
    if draws <= MOST_SEARCHED and position.minimum <= position.rules.greatest_total:
        return _searched(position, model, draws, cancel)
    if not reachable(position):
        return never(position, model, draws)
    if model == "discards-return" and not any(position.kept):
        return _looked_up(position, draws, _solution_for(position, draws, solution))
    return played_out(
        position, model, draws, samples=samples, seed=seed, solution=solution, cancel=cancel
    )


def asked_position(
    hand: Cards | Position,
    minimum: int | None,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
) -> Position:
    """Return the position of these parts, with another minimum if one is given."""
    position = Position.of(hand, rules=rules, laid=laid, kept=kept, seen=seen)
    if minimum is None:
        return position
    # Checked as the position's own: a plain integer from 0 up.
    checked = Position.of(position.hand, rules=position.rules, minimum=minimum)
    return replace(position, minimum=checked.minimum)


def checked_model(name: object) -> Model:
    """Return a model by name; InputError for an unknown one."""
    for model in MODELS:
        if name == model:
            return model
    accepted = ", ".join(MODELS)
    raise InputError("input.choice", name="model", value=written(name), accepted=accepted)


def _check(position: Position, draws: object) -> None:
    check_whole("draws", draws, 1, MOST_DRAWS)
    check_size(position)


def check_playing(samples: object, seed: object) -> None:
    """Raise InputError for samples or a seed that cannot be, whether they are needed or not."""
    check_whole("samples", samples, FEWEST_SAMPLES, MOST_SAMPLES)
    check_whole("seed", seed, 0, _GREATEST_SEED)


def check_size(position: Position) -> None:
    """Raise CardError unless a position is between turns, or after a draw with a move to make."""
    if position.to_discard:
        if position.hand == position.kept and not _moves(position):
            raise CardError("card.all_kept")
        return
    wanted = position.rules.hand_size - 3 * sum(position.laid)
    if sum(position.hand) != wanted:
        raise CardError(
            "card.few",
            n=sum(position.hand),
            question=text("neurotrio.question.odds"),
            accepted=text("neurotrio.question.either", one=wanted, other=wanted + 1),
        )


def _moves(position: Position) -> list[tuple[Action, int | None]]:
    """Return all moves of a hand after its draw; of one between turns none."""
    if not position.to_discard:
        return []
    moves: list[tuple[Action, int | None]] = []
    total = finish_many(
        position.counts[np.newaxis], rules=position.rules, laid=position.laid_counts, workers=1
    )[0]
    if total >= position.minimum:
        moves.append(("finish", None))
    hand, kept, rules = position.hand, position.kept, position.rules
    moves += [("discard", kind) for kind in range(KINDS) if hand[kind] > kept[kind]]
    if rules.carre and sum(position.laid) < rules.structures:
        moves += [("lay", kind) for kind in range(KINDS) if hand[kind] >= 4]
    return moves


def _ranked(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: line.rank, reverse=True))


def never(position: Position, model: Model, draws: int) -> Odds:
    """Return the answer for a minimum that no hand reaches."""
    zero = Computed((0.0,) * draws, 0.0)
    lines = [Line(zero, action=action, kind=kind) for action, kind in _moves(position)]
    return Odds(position, model, draws, "search", tuple(lines or [Line(zero)]))


def _searched(position: Position, model: Model, draws: int, cancel: Cancel) -> Odds:
    returning = model == "discards-return"
    tree = DrawTree(
        position.rules,
        position.counts[np.newaxis],
        position.laid_counts[np.newaxis],
        None if returning else np.array([position.unseen], dtype=np.uint8),
        np.array(position.kept, dtype=np.uint8),
        draws,
        position.minimum,
        cancel,
        after_draw=position.to_discard,
    )
    counted = range(1, draws + 1)
    if not position.to_discard:
        lines = [_line(tree, [tree.worth(0, t) for t in counted])]
    else:
        by_draw = [tree.moves(0, t) for t in counted]
        lines = [_line(tree, [worths[move] for worths in by_draw], move) for move in by_draw[0]]
    return Odds(position, model, draws, "search", _ranked(lines))


def _line(tree: DrawTree, worths: Sequence[Worth], move: int | None = None) -> Line:
    """Return a line from what it is worth by draws, and its move as the tree numbers it."""
    outcomes = tuple(
        tuple(tree.outcomes(0, draws, move).tolist()) for draws in range(1, len(worths) + 1)
    )
    chance, points, most = zip(*worths, strict=True)
    action: Action | None = None
    kind = None
    if move is not None:
        action = "finish" if move < 0 else "discard" if move < KINDS else "lay"
        kind = move % KINDS if move >= 0 else None
    return Line(
        Computed(chance, ROUNDING),
        Computed(points, POINTS_ROUNDING),
        Computed(most, POINTS_ROUNDING),
        action,
        kind,
        outcomes,
    )


def _solution_for(
    position: Position, draws: int, given: Solution | None, key: str = "input.unsolved_draws"
) -> Solution:
    solution = given or Solution.find(position.rules)
    if solution is None:
        raise InputError(key, draws=draws, most=MOST_SEARCHED, minimum=position.minimum)
    if solution.rules.scoring_digest() != position.rules.scoring_digest():
        raise InputError("input.unsolved", folder=solution_folder(position.rules))
    if draws > solution.draws:
        raise InputError("input.limit", name="draws", value=draws, low=1, high=solution.draws)
    return solution


def _looked_up(position: Position, draws: int, solution: Solution) -> Odds:
    if not position.to_discard:
        curve = solution.curve(position)
        lines = [Line(Computed(plain(curve)[:draws], curve.error))]
        return Odds(position, "discards-return", draws, "solution", tuple(lines))
    kept = np.zeros(KINDS, dtype=np.uint8)
    rows: dict[tuple[Action, int | None], Computed] = {
        ("lay" if lay else "discard", kind): Computed(chances[:draws].tolist(), QUANTUM)
        for kind, lay, chances in solution.moves(
            position.counts, position.laid_counts, kept, position.minimum
        )
    }
    sure = Computed((1.0,) * draws, 0.0)
    lines = [
        Line(sure if action == "finish" else rows[action, kind], action=action, kind=kind)
        for action, kind in _moves(position)
    ]
    return Odds(position, "discards-return", draws, "solution", _ranked(lines))


def played_out(
    position: Position,
    model: Model,
    draws: int,
    *,
    offers: int = 0,
    unsolved: str = "input.unsolved_draws",
    **playing: Unpack[Playing],
) -> Odds:
    """Return the same estimated: played out with the solution's moves; see `Playout`."""
    _check(position, draws)
    if not reachable(position):
        return never(position, model, draws)
    solution = _solution_for(position, draws, playing["solution"], unsolved)
    playout = Playout(
        position,
        model == "discards-return",
        draws,
        solution,
        playing["samples"],
        playing["seed"],
        playing["cancel"] or Cancel(),
        offers,
    )

    def line(action: Action | None, kind: int | None) -> Line:
        ends = playout.run(action, kind)
        return Line(ends.chances, ends.points, None, action, kind)

    if position.to_discard:
        lines = [line(*move) for move in _moves(position)]
    else:
        lines = [line(None, None)]
    return Odds(position, model, draws, "simulation", _ranked(lines))
