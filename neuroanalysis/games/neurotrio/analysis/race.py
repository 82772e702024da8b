"""Going for the finish or keeping value, when others may finish first: the round played out.

The source's last advice is not to try to finish with a very bad hand, but to limit the losses.
Whether that is so depends on who else plays: `race` deals the others random hands from the unseen
cards, plays the rest of the round many times in both ways, and compares what comes of it. Claims of
discards are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.work import Cancel
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.odds import (
    asked_position,
    check_playing,
    check_size,
)
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.analysis.styles import (
    Choices,
    Eager,
    Keeper,
    Nearest,
    Perfect,
    Style,
)
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.position import Cards, Position
from neuroanalysis.games.neurotrio.scoring import evaluate_many, finish_many
from neuroanalysis.texts import text

__all__ = ["STYLES", "Opponent", "Plan", "PlanName", "Race", "StyleName", "race"]

StyleName: TypeAlias = Literal["perfect", "nearest", "keeper"]
PlanName: TypeAlias = Literal["finish", "value"]

STYLES: Final[tuple[StyleName, ...]] = get_args(StyleName)
_PLANS: Final[tuple[PlanName, ...]] = get_args(PlanName)
_CARRE: Final = 4
# A player does not know when the round ends; this many draws of his own is what he reckons with.
_HORIZON: Final = 10
_LONGEST: Final = 40
_HIGHEST_MINIMUM: Final = 999


@dataclass(frozen=True)
class Opponent:
    """Another player.

    Parameters
    ----------
    minimum
        Points at which he may finish.
    style
        ``"nearest"``: least distance, of equals most points. ``"perfect"``: best chance within some
        draws, from the solved solitaire. ``"keeper"``: most points held. All finish as soon as they
        may.
    """

    minimum: int = 20
    style: StyleName = "nearest"


@dataclass(frozen=True)
class Plan:
    """What comes of playing one way.

    Parameters
    ----------
    name
        ``"finish"``: for the best chance to finish (where the minimum is not solved: with the next
        draw, else for the least distance); ``"value"``: keep most points.
    finished, overtaken, undecided
        How often the player finished, another did first, nobody did.
    points
        Mean points at the end.
    reached
        How often the target was reached, where one was given.
    """

    name: PlanName
    finished: Estimate
    overtaken: Estimate
    undecided: Estimate
    points: Estimate
    reached: Estimate | None

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        named = {
            "finished": self.finished,
            "overtaken": self.overtaken,
            "undecided": self.undecided,
            "points": self.points,
            "reached": self.reached,
        }
        told = {key: estimate.to_dict() for key, estimate in named.items() if estimate is not None}
        return {"plan": self.name, **told}


@dataclass(frozen=True)
class Race:
    """Both ways to play a position against others.

    Parameters
    ----------
    position, opponents
        The question.
    plans
        Both ways, the better first: by the target if one was given, else by points.
    """

    position: Position
    opponents: tuple[Opponent, ...]
    plans: tuple[Plan, ...]

    @property
    def best(self) -> Plan:
        """The better way; the intervals say how sure that is."""
        return self.plans[0]

    @property
    def clear(self) -> bool:
        """Whether the intervals of what is compared lie apart."""
        one, other = (plan.reached or plan.points for plan in self.plans)
        return one.interval.low > other.interval.high

    def __str__(self) -> str:
        """Say how both ways end, a line each, the better first."""
        return "\n".join(
            text(
                f"neurotrio.race.{plan.name}",
                finished=_percent(plan.finished),
                overtaken=_percent(plan.overtaken),
                points=plan.points,
            )
            for plan in self.plans
        )

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "best": self.best.name,
            "clear": self.clear,
            "plans": [plan.to_dict() for plan in self.plans],
        }


@checked
def race(
    position: Cards | Position,
    opponents: Sequence[Opponent],
    minimum: int | None = None,
    *,
    horizon: int = _HORIZON,
    score: int = 0,
    target: int | None = None,
    samples: int = 1000,
    seed: int = 0,
    solution: Solution | None = None,
    cancel: Cancel | None = None,
) -> Race:
    """Compare going for the finish with keeping value, the round played out against others.

    Parameters
    ----------
    position, minimum
        A hand between turns (the player draws next) or after its draw; see `odds`. Cards seen count
        as lying among the discards.
    opponents
        1 to 5 others in their order of play, each with 13 cards that the player does not see.
    horizon
        With how many draws a perfect player reckons, 1 to 40.
    score, target
        The player's score before this round, and a score to reach with it: then what counts is how
        often that is reached. Without a target it is the mean of the points.
    samples, seed
        How many rounds, and what decides their cards: both ways meet the same.
    solution
        The solved solitaire; that in the user's cache if None. Only perfect players need one.
    cancel
        Ends the work soon after it was used.

    Raises
    ------
    InputError, CardError
        For numbers out of range, too few cards for so many players, or a perfect opponent whose
        minimum is not solved.

    Notes
    -----
    Rules page, section "Play": discards become a new pile at most so many times as the rules say;
    who has not finished counts what he holds.

    Examples
    --------
    >>> ready = "1cn*3 1cv*3 1cb*3 2cn*3 2cv"
    >>> plan = race(ready, [Opponent(18)], 20, samples=200).best
    >>> plan.finished.value > 0.5, plan.points.value > 20
    (True, True)
    """
    held = asked_position(position, minimum)
    _check(held, opponents, horizon, samples, seed)
    solution = solution or Solution.find(held.rules)
    styles: list[Style] = [_style(held, one.style, one.minimum, solution) for one in opponents]
    plans = []
    for name in _PLANS:
        mine = _mine(held, name, solution)
        round_ = _Round(held, opponents, [mine, *styles], horizon, samples, seed)
        plans.append(_plan(name, round_.play(cancel or Cancel()), score, target, samples, seed))
    plans.sort(key=lambda plan: (plan.reached or plan.points).value, reverse=True)
    return Race(held, tuple(opponents), tuple(plans))


def _check(
    held: Position, opponents: Sequence[Opponent], horizon: int, samples: int, seed: int
) -> None:
    rules = held.rules
    check_whole("opponents", len(opponents), 1, rules.players_max - 1)
    for opponent in opponents:
        check_whole("minimum", opponent.minimum, 0, _HIGHEST_MINIMUM)
    check_whole("horizon", horizon, 1, _LONGEST)
    check_playing(samples, seed)
    if sum(held.unseen) < len(opponents) * rules.hand_size:
        raise InputError(
            "input.limit",
            name="opponents",
            value=len(opponents),
            low=1,
            high=sum(held.unseen) // rules.hand_size,
        )
    check_size(held)


def _style(held: Position, name: str, minimum: int, solution: Solution | None) -> Style:
    if name == "perfect":
        if solution is None:
            raise InputError("input.unsolved_style", minimum=minimum)
        solution.check_minimum(minimum)
        return Perfect(solution, minimum)
    if name == "nearest":
        return Nearest(held.rules)
    if name == "keeper":
        return Keeper(held.rules)
    raise InputError("input.choice", name="style", value=written(name), accepted=", ".join(STYLES))


def _mine(held: Position, plan: PlanName, solution: Solution | None) -> Style:
    if plan == "value":
        return Keeper(held.rules)
    if solution is not None and held.minimum in solution.minimums:
        return Perfect(solution, held.minimum)
    return Eager(held.rules, held.minimum)


@dataclass(frozen=True, eq=False)
class _Ends:
    """Who finished each round (0 for the player, -1 for nobody), and the player's points."""

    winners: NDArray[np.int64]
    points: NDArray[np.int64]


def _plan(name: PlanName, ends: _Ends, score: int, target: int | None, n: int, seed: int) -> Plan:
    def share(what: NDArray[np.bool_]) -> Estimate:
        return Estimate.of_share(int(what.sum()), n, seed)

    total, squares = int(ends.points.sum()), int((ends.points**2).sum())
    return Plan(
        name,
        share(ends.winners == 0),
        share(ends.winners > 0),
        share(ends.winners < 0),
        Estimate.of_mean(total, squares, n, seed, least=0),
        None if target is None else share(score + ends.points >= target),
    )


class _Round:
    """The rest of a round, many times side by side. The player is number 0."""

    def __init__(
        self,
        held: Position,
        opponents: Sequence[Opponent],
        styles: Sequence[Style],
        horizon: int,
        samples: int,
        seed: int,
    ) -> None:
        self.rules = held.rules
        self.styles = styles
        self.horizon = horizon
        self.minimums = [held.minimum, *(one.minimum for one in opponents)]
        self.begun = held.to_discard
        players, n = len(styles), samples
        self.random = np.random.default_rng(seed)
        self.hands = np.zeros((players, n, KINDS), dtype=np.uint8)
        self.laid = np.zeros((players, n, KINDS), dtype=np.uint8)
        self.kept = np.zeros((players, n, KINDS), dtype=np.int64)
        self.hands[0], self.laid[0], self.kept[0] = held.hand, held.laid, held.kept
        self.stock = np.repeat(np.array([held.unseen], dtype=np.int64), n, axis=0)
        self.pile = np.repeat(np.array([held.seen], dtype=np.int64), n, axis=0)
        self.reshuffles = np.zeros(n, dtype=np.int64)
        self.winners = np.full(n, -1, dtype=np.int64)
        self.totals = np.zeros(n, dtype=np.int64)
        self.going = np.ones(n, dtype=np.bool_)
        self._deal()

    def _deal(self) -> None:
        """Give the others their cards."""
        size = self.rules.hand_size
        unseen = np.repeat(np.arange(KINDS), self.stock[0])
        orders = self.random.permuted(
            np.repeat(unseen[np.newaxis], len(self.stock), axis=0), axis=1
        )
        rows = np.arange(len(self.stock))[:, np.newaxis]
        for player in range(1, len(self.styles)):
            cards = orders[:, size * (player - 1) : size * player]
            np.add.at(self.hands[player], (rows, cards), 1)
        self.stock -= self.hands[1:].astype(np.int64).sum(axis=0)

    def play(self, cancel: Cancel) -> _Ends:
        """Play until all rounds have ended."""
        everyone = np.arange(len(self.going))
        if self.begun:
            self._take_turn(0, everyone)
        first = int(self.begun)
        while self.going.any():
            for player in range(first, len(self.styles)):
                cancel.check()
                rows = np.flatnonzero(self.going)
                self._take_turn(player, self._draw(player, rows))
            first = 0
        points = self.totals
        others = np.flatnonzero(self.winners != 0)
        if len(others):
            points[others] = evaluate_many(
                self.hands[0, others], rules=self.rules, laid=self.laid[0, others], workers=1
            )
        return _Ends(self.winners, points)

    def _draw(self, player: int, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give a player a card in each of these rounds; return those that go on with one."""
        # One number for each round, used or not: both ways to play meet the same luck for long.
        luck = self.random.random(len(self.going))[rows]
        empty = rows[self.stock[rows].sum(axis=1) == 0]
        again = empty[self.reshuffles[empty] < self.rules.reshuffles]
        self.stock[again], self.pile[again] = self.pile[again], 0
        self.reshuffles[again] += 1
        left = self.stock[rows].sum(axis=1) > 0
        self.going[rows[~left]] = False
        rows, luck = rows[left], luck[left]
        upto = np.cumsum(self.stock[rows], axis=1)
        kinds = (upto <= (luck * upto[:, -1])[:, np.newaxis]).sum(axis=1)
        self.stock[rows, kinds] -= 1
        self.hands[player, rows, kinds] += 1
        return rows

    def _take_turn(self, player: int, drawn: NDArray[np.int64]) -> None:
        """Finish, or lay as long as that is the style's move, or discard."""
        hands, laid, kept = self.hands[player], self.laid[player], self.kept[player]
        while len(drawn):
            totals = finish_many(hands[drawn], rules=self.rules, laid=laid[drawn], workers=1)
            done = totals >= self.minimums[player]
            self.winners[drawn[done]] = player
            self.totals[drawn[done]] = totals[done]
            self.going[drawn[done]] = False
            drawn = drawn[~done]
            moves = Choices.of(hands[drawn], laid[drawn], kept[drawn], self.rules)
            scores = self.styles[player].scores(moves, self.horizon)
            chosen = moves.best(scores, len(drawn))
            discards = chosen < KINDS
            hands[drawn[discards], chosen[discards]] -= 1
            self.pile[drawn[discards], chosen[discards]] += 1
            laying, kinds = drawn[~discards], chosen[~discards] - KINDS
            hands[laying, kinds] -= _CARRE
            laid[laying, kinds] = 1
            drawn = self._draw(player, laying) if len(laying) else laying


def _percent(share: Estimate) -> str:
    return f"{number_text(100 * share.value, 3)} %"
