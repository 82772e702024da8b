"""What a round brings, and a game: rounds one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from neuroanalysis.core.seeds import round_seed
from neuroanalysis.errors import MoveError
from neuroanalysis.games.tichu.pieces import cards_of
from neuroanalysis.games.tichu.play.state import RoundState, deal
from neuroanalysis.games.tichu.rules import PLAYERS, Rules

__all__ = ["TEAMS", "Game", "RoundResult", "result", "team_of"]

TEAMS: Final = 2


def team_of(player: int) -> int:
    """Return a player's team: 0 for the first and third player, 1 for the others."""
    return player % TEAMS


@dataclass(frozen=True)
class RoundResult:
    """How a round ended; of each pair the first is of the first and third player.

    Parameters
    ----------
    points
        Of each team.
    cards
        What of these is for cards in tricks, or for a double win.
    calls
        What is for calls won and lost.
    double_win
        The team that won double, or None.
    order
        Who went out, the first first.
    """

    points: tuple[int, int]
    cards: tuple[int, int]
    calls: tuple[int, int]
    double_win: int | None
    order: tuple[int, ...]

    @property
    def of_players(self) -> tuple[int, ...]:
        """The points of each player's team."""
        return tuple(self.points[team_of(player)] for player in range(PLAYERS))


def result(state: RoundState) -> RoundResult:
    """Count the points of a round that is over (section 7).

    Raises
    ------
    MoveError
        When it is not over.
    """
    if state.phase != "over":
        raise MoveError("tichu.move.not_over")
    rules, first = state.rules, state.out[0]
    calls, cards = [0] * TEAMS, [0] * TEAMS
    for player, call in enumerate(state.calls):
        if call is not None:
            worth = rules.tichu_points if call == "tichu" else rules.grand_tichu_points
            calls[team_of(player)] += worth if player == first else -worth
    double = team_of(first) if state.double_win else None
    if double is not None:
        cards[double] = rules.double_win_points
    else:
        last = next(player for player in range(PLAYERS) if player not in state.out)
        for player, won in enumerate(state.won):
            cards[team_of(first if player == last else player)] += _points(won, rules)
        cards[1 - team_of(last)] += _points(state.hands[last], rules)
    return RoundResult(
        points=(cards[0] + calls[0], cards[1] + calls[1]),
        cards=(cards[0], cards[1]),
        calls=(calls[0], calls[1]),
        double_win=double,
        order=state.out,
    )


def _points(cards: int, rules: Rules) -> int:
    worth = rules.to_arrays().points
    return sum(int(worth[card]) for card in cards_of(cards))


@dataclass(frozen=True)
class Game:
    """Rounds one after the other, until a team has the points of the target (clause 7.5).

    Parameters
    ----------
    names
        Of the players, in turn order.
    rules
        The rule set.
    totals
        Points of the teams so far.
    rounds
        How many rounds have been played.

    Examples
    --------
    >>> game = Game(("Ana", "Bo", "Cem", "Dua"), totals=(1010, 990))
    >>> game.winner, Game(game.names, totals=(1010, 1010)).winner
    (0, None)
    """

    names: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    totals: tuple[int, int] = (0, 0)
    rounds: int = 0

    @property
    def winner(self) -> int | None:
        """The team that has won; None while nobody has, and in a tie, which goes on."""
        if max(self.totals) < self.rules.target or self.totals[0] == self.totals[1]:
            return None
        return int(self.totals[1] > self.totals[0])

    def deal(self, seed: int) -> RoundState:
        """Deal the next round; the seed and the number of the round determine the cards.

        Raises
        ------
        MoveError
            When the game is over.
        """
        self._check()
        return deal(self.names, seed=round_seed(seed, self.rounds), rules=self.rules)

    def counting(self, state: RoundState) -> Game:
        """Return the game after a round that is over.

        Raises
        ------
        MoveError
            When the round is not over, or the game is.
        """
        self._check()
        one, other = result(state).points
        totals = (self.totals[0] + one, self.totals[1] + other)
        return replace(self, totals=totals, rounds=self.rounds + 1)

    def _check(self) -> None:
        if self.winner is not None:
            raise MoveError("tichu.move.game_over", target=self.rules.target)
