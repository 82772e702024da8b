"""What is said of moves and their chances: what they are called, and why the best one is best."""

from __future__ import annotations

from typing import Final

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.neurotrio.analysis import Line, Move, Moves, Odds
from neuroanalysis.plots.chances import chance_words
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = [
    "headline_words",
    "method_words",
    "move_name",
    "points_words",
    "sentence",
    "why_words",
]

_DIGITS: Final = 3


def move_name(line: Line) -> str:
    """Say what a move is, inside a sentence.

    Examples
    --------
    >>> from neuroanalysis.core.intervals import Computed
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     move_name(Line(Computed((0.5,), 0.0), action="discard", kind=0))
    'discarding 1cn'
    """
    return text(f"plots.odds.move.{line.action or 'draw'}", card=line.card)


def sentence(words: str) -> str:
    """Return words with a capital at their beginning."""
    return words[:1].upper() + words[1:]


def points_words(line: Line) -> str:
    """Say the points that are to be expected, or that nobody knows them."""
    return "–" if line.points is None else number_text(line.rank[1], _DIGITS)


def headline_words(odds: Odds) -> str:
    """Say the best chance, within how many draws, and with which minimum."""
    return text(
        "plots.odds.headline",
        chance=chance_words(odds.best.chances[-1]),
        draws=quantity("draws", odds.draws),
        minimum=odds.position.minimum,
    )


def method_words(odds: Odds) -> str:
    """Say where the numbers come from and how sure they are."""
    chance = odds.best.chance
    if isinstance(chance, tuple):
        first = chance[0]
        return text(
            "plots.odds.simulation",
            n=number_text(first.n),
            seed=first.seed,
            level=number_text(100 * first.level),
        )
    return text(f"plots.odds.{odds.method}", error=number_text(chance.error, 2))


def why_words(moves: Moves) -> str:
    """Say why the first move is first, with the numbers that decided.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio import moves, odds
    >>> from neuroanalysis.texts import speaking
    >>> answer = odds("1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2 3cn", minimum=18)
    >>> with speaking("en"):
    ...     print(why_words(moves(answer)).split(". ")[0])
    Discarding 3cn finishes within 1 draw with a chance of 10.6 %, against 0 % for discarding 1eb
    """
    best, second = moves.best, moves.second
    draws = quantity("draws", moves.odds.draws)
    other = second or best
    said = text(
        f"plots.odds.why.{_reason(moves)}",
        move=sentence(move_name(best.line)),
        second=move_name(other.line),
        chance=chance_words(best.line.chances[-1]),
        second_chance=chance_words(other.line.chances[-1]),
        points=points_words(best.line),
        second_points=points_words(other.line),
        draws=draws,
    )
    if moves.reason == "chance" and _overlap(best.line, other.line):
        return said + " " + text("plots.odds.why.overlap")
    if moves.reason == "chance" and moves.nearest is not None:
        said += " " + _beside_distance(best, moves.nearest, moves.odds.position.minimum)
    return said


def _reason(moves: Moves) -> str:
    """Return what to say: points that are not known are not spoken of, nor is luck called sure."""
    reason = moves.reason
    if reason == "nothing" and moves.odds.method == "simulation":
        return "none_played"
    if moves.best.line.points is None:
        return {"nothing": "none", "order": "equal"}.get(reason, reason)
    return reason


def _overlap(one: Line, other: Line) -> bool:
    """Return whether chances are estimates of which either may be the greater."""
    if isinstance(one.chance, tuple) and isinstance(other.chance, tuple):
        return other.chance[-1].interval.high >= one.chance[-1].interval.low
    return False


def _beside_distance(best: Move, nearest: Move, minimum: int) -> str:
    """Say whether distance and useful copies alone would have chosen the same."""
    if best.line.action == "discard" and nearest.rank == 1:
        return text(
            "plots.odds.why.agrees",
            distance=best.distance,
            copies=quantity("copies", best.copies),
        )
    return text(
        "plots.odds.why.differs",
        move=move_name(nearest.line),
        chance=chance_words(nearest.line.chances[-1]),
        distance=nearest.distance,
        copies=quantity("copies", nearest.copies),
        best=move_name(best.line),
        best_distance=best.distance,
        best_copies=quantity("copies", best.copies),
        minimum=minimum,
    )
