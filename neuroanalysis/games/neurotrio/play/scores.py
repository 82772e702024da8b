"""What a round brings, and a game: rounds until somebody has a hundred points."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from neuroanalysis.errors import MoveError
from neuroanalysis.games.neurotrio.evaluation import Evaluation
from neuroanalysis.games.neurotrio.play.state import RoundState, deal
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.scoring import evaluate

__all__ = ["Game", "RoundResult", "result"]


@dataclass(frozen=True)
class RoundResult:
    """How a round ended.

    Parameters
    ----------
    finisher
        Who finished, or None: then nobody has the points for finishing (clause 5.6).
    points
        Of each player.
    evaluations
        Of each player's cards, with all groupings and bonuses.
    """

    finisher: int | None
    points: tuple[int, ...]
    evaluations: tuple[Evaluation, ...]


def result(state: RoundState) -> RoundResult:
    """Count the points of a round that is over (clause 4.4).

    Raises
    ------
    MoveError
        When it is not over.
    """
    if state.phase != "over":
        raise MoveError("move.not_over")
    evaluations = tuple(evaluate(state.position(player)) for player in range(state.players))
    points = [evaluation.points for evaluation in evaluations]
    if state.finisher is not None:
        points[state.finisher] = evaluations[state.finisher].finish or 0
    return RoundResult(state.finisher, tuple(points), evaluations)


@dataclass(frozen=True)
class Game:
    """A game between rounds (clause 5.7).

    The source says that the players agree on who begins; that the next in clockwise order begins
    the next round, and that most points win, is a house definition.

    Parameters
    ----------
    names, minimums
        Of the players, clockwise.
    rules
        The rule set.
    first
        Who begins the next round.
    totals
        Points so far; nought each if empty.
    rounds
        How many rounds have been counted.

    Examples
    --------
    >>> game = Game(("Ana", "Bo"), (18, 20))
    >>> game.deal(seed=3).minimums, game.over, game.leaders
    ((18, 20), False, (0, 1))
    """

    names: tuple[str, ...]
    minimums: tuple[int, ...]
    rules: Rules = field(default_factory=Rules)
    first: int = 0
    totals: tuple[int, ...] = ()
    rounds: int = 0

    def __post_init__(self) -> None:
        """Begin with nothing."""
        if not self.totals:
            object.__setattr__(self, "totals", (0,) * len(self.names))

    @property
    def over(self) -> bool:
        """Whether somebody has the points that end a game."""
        return max(self.totals) >= self.rules.game_target

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has most points; several if they have as many."""
        most = max(self.totals)
        return tuple(player for player, total in enumerate(self.totals) if total == most)

    def deal(self, seed: int) -> RoundState:
        """Deal the next round; the seed and the number of the round determine the cards.

        Raises
        ------
        MoveError
            When the game is over.
        """
        if self.over:
            raise MoveError("move.game_over", most=self.rules.game_target)
        return deal(
            self.names,
            seed=(seed << 32) + self.rounds,
            rules=self.rules,
            minimums=self.minimums,
            first=self.first,
        )

    def counting(self, state: RoundState) -> Game:
        """Return the game after a round that is over.

        Raises
        ------
        MoveError
            When the round is not over, or the game was.
        """
        if self.over:
            raise MoveError("move.game_over", most=self.rules.game_target)
        points = result(state).points
        return replace(
            self,
            totals=tuple(map(sum, zip(self.totals, points, strict=True))),
            first=(self.first + 1) % len(self.names),
            rounds=self.rounds + 1,
        )
