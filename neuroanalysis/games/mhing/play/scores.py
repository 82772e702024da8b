"""What a round brings, and a game: rounds one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from neuroanalysis.core.seeds import round_seed
from neuroanalysis.errors import MoveError
from neuroanalysis.games.mhing.evaluation import Evaluation
from neuroanalysis.games.mhing.play.state import RoundState, deal
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import evaluate

__all__ = ["Game", "RoundResult", "result"]


@dataclass(frozen=True)
class RoundResult:
    """How a round ended.

    Parameters
    ----------
    winner
        Who went out, or None for a void round.
    points
        Of each player; only the winner has any.
    evaluation
        Of the winner's hand, with its best readings.
    """

    winner: int | None
    points: tuple[int, ...]
    evaluation: Evaluation | None

    @property
    def credits(self) -> int | None:
        """What the winner's hand earned; None for a void round."""
        return None if self.evaluation is None else self.evaluation.credits


def result(state: RoundState) -> RoundResult:
    """Count the points of a round that is over (clauses 6.1 and 6.3).

    Raises
    ------
    MoveError
        When it is not over.
    """
    if state.phase != "over":
        raise MoveError("mhing.move.not_over")
    points = [0] * state.players
    if state.finisher is None:
        return RoundResult(None, tuple(points), None)
    # What was claimed to go out lies with the combination that it is part of (clause 5.4).
    evaluation = evaluate(state.position(state.finisher))
    points[state.finisher] = evaluation.points or 0
    return RoundResult(state.finisher, tuple(points), evaluation)


@dataclass(frozen=True)
class Game:
    """Rounds one after the other (clause 6.4). The source names no end of a game.

    Parameters
    ----------
    names
        Of the players, clockwise.
    rules
        The rule set.
    dealer
        Who deals the next round.
    totals
        Points so far; nought each if empty.
    rounds, void
        How many rounds have been played, and how many of them were void.

    Examples
    --------
    >>> game = Game(("Ana", "Bo"), dealer=1)
    >>> game.deal(seed=3).dealer, game.leaders
    (1, (0, 1))
    """

    names: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    dealer: int = 0
    totals: tuple[int, ...] = ()
    rounds: int = 0
    void: int = 0

    def __post_init__(self) -> None:
        """Begin with nothing."""
        if not self.totals:
            object.__setattr__(self, "totals", (0,) * len(self.names))

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has most points; several if they have as many."""
        most = max(self.totals)
        return tuple(player for player, total in enumerate(self.totals) if total == most)

    def deal(self, seed: int) -> RoundState:
        """Deal the next round; the seed and the number of the round determine the cards."""
        return deal(
            self.names, seed=round_seed(seed, self.rounds), rules=self.rules, dealer=self.dealer
        )

    def counting(self, state: RoundState) -> Game:
        """Return the game after a round that is over.

        Raises
        ------
        MoveError
            When the round is not over.
        """
        ended = result(state)
        return replace(
            self,
            totals=tuple(map(sum, zip(self.totals, ended.points, strict=True))),
            dealer=(self.dealer + 1) % len(self.names),
            rounds=self.rounds + 1,
            void=self.void + (ended.winner is None),
        )
