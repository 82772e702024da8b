"""What a round brings, and a game: as many rounds as the rules say, and least points win."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from neuroanalysis.core.seeds import round_seed
from neuroanalysis.errors import MoveError
from neuroanalysis.games.okey51.play.state import RoundState, deal
from neuroanalysis.games.okey51.rules import Rules

__all__ = ["End", "Game", "RoundResult", "result"]

End = Literal["hand", "pairs", "okey", "empty"]


@dataclass(frozen=True)
class RoundResult:
    """How a round ended.

    Parameters
    ----------
    end
        By hand, by pairs, by discarding an okey, or because the pile was empty.
    finisher
        Who went out, or None.
    at_end
        What the end brings each player (clause 6.3).
    charged
        What each was charged during the round (clauses 6.6 and 6.7).
    teams
        Whether those who face each other are partners.
    """

    end: End
    finisher: int | None
    at_end: tuple[int, ...]
    charged: tuple[int, ...]
    teams: bool = False

    @property
    def points(self) -> tuple[int, ...]:
        """What the round brings each player; less is better."""
        return tuple(map(sum, zip(self.at_end, self.charged, strict=True)))

    @property
    def sides(self) -> tuple[int, ...]:
        """What it brings each side: a player, or a team, that of the first player first."""
        return _sides(self.points, self.teams)


def _sides(points: tuple[int, ...], teams: bool) -> tuple[int, ...]:
    return (sum(points[::2]), sum(points[1::2])) if teams else points


def result(state: RoundState) -> RoundResult:
    """Count the points of a round that is over (clauses 6.3 to 6.9).

    Raises
    ------
    MoveError
        When it is not over.
    """
    if state.phase != "over":
        raise MoveError("okey51.move.not_over")
    end = _end(state)
    double = 2 if state.doubled else 1
    charged = [0] * state.players
    for charge in state.charges:
        charged[charge.player] += double * charge.points
    at_end = (double * _at_end(state, end, player) for player in range(state.players))
    return RoundResult(end, state.finisher, tuple(at_end), tuple(charged), state.rules.teams)


def _end(state: RoundState) -> End:
    if state.finisher is None:
        return "empty"
    opening = state.opened[state.finisher]
    if opening is not None and opening.how == "pairs":  # also when the last tile is an okey
        return "pairs"
    return "okey" if state.last == state.okey else "hand"


def _at_end(state: RoundState, end: End, player: int) -> int:
    rules, opening = state.rules, state.opened[player]
    great = end in ("pairs", "okey")
    if player == state.finisher:
        return -(rules.double_finish_points if great else rules.finish_points)
    if state.finisher is not None and state.partners(player, state.finisher):
        return 0  # clause 6.8
    if opening is None:
        return rules.double_unopened_points if great else rules.unopened_points
    factor = rules.double_left_factor if great or opening.how == "pairs" else rules.left_factor
    return factor * sum(
        n * (rules.okey_left if kind == state.okey else state.value_of(kind))
        for kind, n in enumerate(state.racks[player])
    )


@dataclass(frozen=True)
class Game:
    """A game between rounds (clause 6.10).

    Parameters
    ----------
    names
        Of the players, clockwise.
    rules
        The rule set.
    first
        Who begins the next round.
    totals
        Points so far, of each player; nought each if empty.
    rounds
        How many rounds have been counted.

    Examples
    --------
    >>> game = Game(("Ana", "Bo", "Cem", "Dua"), Rules(rounds=3, teams=True))
    >>> game.deal(seed=3).names[0], game.over, game.sides
    ('Ana', False, (0, 0))
    """

    names: tuple[str, ...]
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
        """Whether all rounds have been played."""
        return self.rounds >= self.rules.rounds

    @property
    def sides(self) -> tuple[int, ...]:
        """Points of each side: a player, or a team, that of the first player first."""
        return _sides(self.totals, self.rules.teams)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Which sides have least points; several if they have as many."""
        least = min(self.sides)
        return tuple(side for side, total in enumerate(self.sides) if total == least)

    def deal(self, seed: int) -> RoundState:
        """Deal the next round; the seed and the number of the round determine the tiles.

        Raises
        ------
        MoveError
            When the game is over.
        """
        self._check_open()
        return deal(
            self.names, seed=round_seed(seed, self.rounds), rules=self.rules, first=self.first
        )

    def counting(self, state: RoundState) -> Game:
        """Return the game after a round that is over.

        Raises
        ------
        MoveError
            When the round is not over, or the game was.
        """
        self._check_open()
        points = result(state).points
        return replace(
            self,
            totals=tuple(map(sum, zip(self.totals, points, strict=True))),
            first=(self.first + 1) % len(self.names),
            rounds=self.rounds + 1,
        )

    def _check_open(self) -> None:
        if self.over:
            raise MoveError("okey51.move.game_over", rounds=self.rules.rounds)
