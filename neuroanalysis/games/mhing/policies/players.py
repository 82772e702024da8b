"""The players of the table of skills: what each does with what he sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from neuroanalysis.core.seeds import tickets
from neuroanalysis.games.mhing.pieces import COPIES, JOKER, KINDS, WINDS, rank_of
from neuroanalysis.games.mhing.play import (
    NO_WIN,
    Claim,
    Counts36,
    Discard,
    Mhing,
    Pang,
    Pass,
    RoundState,
    Tcheu,
    claimed_credits,
    claims_of,
    combinations_with,
    credits_of,
    lay,
    legal_moves,
    with_card,
)
from neuroanalysis.games.mhing.policies.skills import Skill, skill
from neuroanalysis.games.mhing.policies.worth import Judge, judge
from neuroanalysis.games.mhing.position import Combination

__all__ = ["PlanPlayer", "RandomPlayer", "best_discard", "player", "unseen_by"]

_MIDDLE: Final = 5
_MOST_PLAYERS: Final = 8


def player(name: str | Skill) -> PlanPlayer | RandomPlayer:
    """Return a player of the table.

    Raises
    ------
    InputError
        For an unknown name.

    Examples
    --------
    >>> player("rich").name
    'rich'
    """
    chosen = skill(name)
    return RandomPlayer(chosen) if chosen.judgement == "chance" else PlanPlayer(chosen)


@dataclass(frozen=True)
class RandomPlayer:
    """Does any legal thing, each as likely."""

    skill: Skill

    @property
    def name(self) -> str:
        """What he is called."""
        return self.skill.name

    def move(self, state: RoundState, player: int, key: int) -> Mhing | Discard:
        """Return his next move: see `Player`."""
        moves = [move for move in legal_moves(state) if isinstance(move, Mhing | Discard)]
        return moves[self._luck(state, player, key) % len(moves)]

    def answer(self, state: RoundState, player: int, key: int) -> Claim | Pass:
        """Return what he says to the open discard: see `Player`."""
        answers = [*claims_of(state, player), Pass(player)]
        return answers[self._luck(state, player, key) % len(answers)]

    @staticmethod
    def _luck(state: RoundState, player: int, key: int) -> int:
        """Return a number that the key and how far the round has come determine."""
        when = 2 * (state.turn * _MOST_PLAYERS + player) + (state.phase == "claim")
        return tickets(1, key, when)[0]


@dataclass(frozen=True)
class PlanPlayer:
    """Weighs plans: see `~.skills.Skill`."""

    skill: Skill

    @property
    def name(self) -> str:
        """What he is called."""
        return self.skill.name

    def move(self, state: RoundState, player: int, key: int) -> Mhing | Discard:
        """Return his next move: see `Player`. He has no luck to ask."""
        del key
        one, hand, laid = judge(self.skill, state.rules), state.hands[player], state.laid[player]
        unseen = unseen_by(state, player)
        kind, worth = best_discard(one, hand, laid, unseen)
        earned = credits_of([hand], [laid], state.rules)[0]
        if self._goes_out(one, earned, worth):
            return Mhing(player)
        return Discard(player, kind)

    def answer(self, state: RoundState, player: int, key: int) -> Claim | Pass:
        """Return what he says to the open discard: see `Player`."""
        del key
        if state.offered is None:
            raise AssertionError("no discard lies open")
        kind, hand, laid = state.offered.kind, state.hands[player], state.laid[player]
        one = judge(self.skill, state.rules)
        with_it = with_card(hand, kind)
        earned = NO_WIN
        if credits_of([with_it], [laid], state.rules)[0] > NO_WIN:
            earned, _ = claimed_credits(with_it, laid, kind, state.rules)
        if kind not in one.wanted(hand, laid) and earned == NO_WIN:
            return Pass(player)
        unseen = unseen_by(state, player)
        going_on = float(one.worths(np.array([hand], dtype=np.uint8), laid, unseen)[0])
        if self._goes_out(one, earned, going_on):
            return Mhing(player)
        best, chosen = going_on, None
        for combination in combinations_with(with_it, kind):
            left = lay(with_it, combination)
            if left is not None and any(left[: JOKER + 1]):
                _, worth = best_discard(one, left, (*laid, combination), unseen)
                if worth > best:
                    best, chosen = worth, combination
        return Pass(player) if chosen is None else _claim(player, chosen)

    def _goes_out(self, one: Judge, earned: int, going_on: float) -> bool:
        may = earned > NO_WIN and earned >= one.rules.min_credits
        return may and one.weight(earned) >= self.skill.patience * going_on


def _claim(player: int, combination: Combination) -> Pang | Tcheu:
    return (Pang if combination.kind == "triplet" else Tcheu)(player, combination)


def unseen_by(state: RoundState, player: int) -> Counts36:
    """Return how many cards of each kind a player does not see.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.play import deal
    >>> sum(unseen_by(deal(["Ana", "Bo"], seed=30), 0))
    137
    """
    left = list(COPIES)
    for kind, n in enumerate(state.seen(player)):
        left[kind] -= n + state.hands[player][kind]
    for one in state.laid[player]:
        for kind, joker in zip(one.kinds, one.jokers, strict=True):
            left[JOKER if joker else kind] -= 1
    return tuple(left)


def _outer_first(kind: int) -> tuple[int, int]:
    """Rank kinds for a choice among discards of equal worth: honours first, the middle last."""
    rank = rank_of(kind)
    return (WINDS - kind, 0) if rank is None else (WINDS, -abs(rank - _MIDDLE))


def best_discard(
    one: Judge, hand: Counts36, laid: tuple[Combination, ...], unseen: Counts36
) -> tuple[int, float]:
    """Return the discard that leaves the hand of most worth, and that worth.

    A joker is kept as long as there is another card.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import PIECES, parse
    >>> from neuroanalysis.games.mhing.rules import Rules
    >>> hand = tuple(int(n) for n in parse("123m 456p 789s 23s 9m 55z"))
    >>> kind, worth = best_discard(judge(skill("fast"), Rules()), hand, (), (4,) * 34 + (6, 8))
    >>> PIECES.codes[kind], 0 < worth < 1
    ('9m', True)
    """
    kinds = [kind for kind in range(JOKER) if hand[kind]] or [JOKER]
    kinds.sort(key=_outer_first)
    hands = np.array(hand, dtype=np.uint8) - np.eye(KINDS, dtype=np.uint8)[kinds]
    worths = one.worths(hands, laid, unseen)
    place = int(np.argmax(worths))
    return kinds[place], float(worths[place])
