"""What a hand is worth to a player who weighs plans: see `~.skills.Skill`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER, KINDS
from neuroanalysis.games.mhing.play import NO_WIN, Counts36, credits_of
from neuroanalysis.games.mhing.policies.plans import Plan, plan_distances, plans_open
from neuroanalysis.games.mhing.policies.skills import Skill
from neuroanalysis.games.mhing.position import Combination
from neuroanalysis.games.mhing.rules import Rules

__all__ = ["Judge", "judge"]

# Hands and plans that come to less than this part of the best are not looked at more closely.
_NEAR: Final = 0.5
_DRAWN: Final = np.eye(KINDS, dtype=np.uint8)[: JOKER + 1]
# What a win is still worth that may not be made: enough to tell such hands apart.
_SHORT: Final = 1e-9
# Rules can be made under which a hand brings more than a float holds; none is told apart there.
_MOST_POINTS: Final = 2**500


@dataclass(frozen=True)
class Judge:
    """A style of play under a rule set.

    Parameters
    ----------
    skill
        How he plays.
    rules
        The rule set.
    """

    skill: Skill
    rules: Rules

    def weight(self, earned: int) -> float:
        """Return what a win of so many credits is worth to him."""
        points = min(self.rules.points(earned), _MOST_POINTS)
        worth: float = float(points) ** self.skill.weight
        return worth if earned >= self.rules.min_credits else worth * _SHORT

    def worths(
        self, hands: NDArray[np.uint8], laid: tuple[Combination, ...], unseen: Sequence[int]
    ) -> NDArray[np.float64]:
        """Return what each hand is worth, a card less than 14 held, those laid included.

        Parameters
        ----------
        hands
            (n, 36) counts.
        laid
            The combinations that all of them have on the table.
        unseen
            36 counts: the cards that he does not see.
        """
        plans = self._plans(laid)
        lacking = plan_distances(hands, laid, plans, self.rules)
        bounds = self._bounds(hands, plans, lacking)
        best = np.zeros(len(hands))
        near = bounds >= _NEAR * bounds.max()
        rows, columns = near.any(axis=1), near.any(axis=0)
        chosen = hands[rows]
        best[rows] = self._near(
            chosen,
            laid,
            [plan for plan, there in zip(plans, columns, strict=True) if there],
            lacking[np.ix_(rows, columns)],
            bounds[np.ix_(rows, columns)],
            np.array(unseen[: JOKER + 1], dtype=np.int64),
        )
        waiting = rows & (lacking.min(axis=1) <= 1)
        for row in np.flatnonzero(waiting):
            best[row] = max(best[row], self._waiting(hands[row], laid, unseen))
        return best

    def _plans(self, laid: tuple[Combination, ...]) -> tuple[Plan, ...]:
        plans = plans_open(self.rules, laid)
        if self.skill.weight == 0 and self.rules.min_credits == 0:
            # All wins are alike, and no hand is nearer to another plan of combinations.
            return (plans[0], *(plan for plan in plans if plan.sort.startswith("unmatched")))
        return plans

    def _bounds(
        self, hands: NDArray[np.uint8], plans: Sequence[Plan], lacking: NDArray[np.int32]
    ) -> NDArray[np.float64]:
        """Return what each plan is worth to each hand if its next missing card is sure to come."""
        flowers = self.rules.flowers * int(hands[0, FLOWER])
        sure = [
            plan.credits + flowers + self.skill.hoped * (not plan.sort.startswith("unmatched"))
            for plan in plans
        ]
        worths = np.array([self.weight(earned) for earned in sure])
        found: NDArray[np.float64] = worths * self.skill.step ** np.maximum(0, lacking - 1)
        return found

    def _near(
        self,
        hands: NDArray[np.uint8],
        laid: tuple[Combination, ...],
        plans: Sequence[Plan],
        lacking: NDArray[np.int32],
        bounds: NDArray[np.float64],
        unseen: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """Return what the best plan is worth to each hand."""
        kinds = np.flatnonzero(unseen)
        drawn = (hands[:, np.newaxis, :] + _DRAWN[kinds]).reshape(-1, KINDS)
        after = plan_distances(drawn, laid, plans, self.rules)
        nearer = after.reshape(len(hands), len(kinds), len(plans)) < lacking[:, np.newaxis, :]
        useful = (nearer * unseen[kinds, np.newaxis]).sum(axis=1)
        found: NDArray[np.float64] = (bounds * self._chance(useful, int(unseen.sum()))).max(axis=1)
        return found

    def _chance(self, useful: NDArray[np.int64], of: int) -> NDArray[np.float64]:
        """Return the chance that one of the useful cards is among those that he sees."""
        missed = 1 - useful / max(1, of)
        chance: NDArray[np.float64] = 1 - missed**self.skill.horizon
        return chance

    def _waiting(
        self, hand: NDArray[np.uint8], laid: tuple[Combination, ...], unseen: Sequence[int]
    ) -> float:
        """Return what a hand is worth that a single card completes: by what each of them earns."""
        kinds = [kind for kind in range(JOKER + 1) if unseen[kind]]
        drawn = hand + _DRAWN[kinds]
        earned = credits_of(drawn.tolist(), [laid] * len(kinds), self.rules)
        copies = [
            (unseen[kind], self.weight(n))
            for kind, n in zip(kinds, earned, strict=True)
            if n > NO_WIN and n >= self.rules.min_credits
        ]
        total = sum(n for n, _ in copies)
        if not total:
            return 0.0
        of = sum(unseen[: JOKER + 1])
        chance = float(self._chance(np.array(total), of))
        return chance * sum(n * worth for n, worth in copies) / total

    @lru_cache(maxsize=1 << 14)  # noqa: B019 - judges are few, and live as long as the cache
    def wanted(self, hand: Counts36, laid: tuple[Combination, ...]) -> frozenset[int]:
        """Return the kinds that bring a hand nearer to one of the plans that look best to him."""
        plans = self._plans(laid)
        row = np.array([hand], dtype=np.uint8)
        lacking = plan_distances(row, laid, plans, self.rules)
        bounds = self._bounds(row, plans, lacking)[0]
        near = bounds >= _NEAR * bounds.max()
        best = [plan for plan, there in zip(plans, near, strict=True) if there]
        held = [n + sum(one.kinds.count(kind) for one in laid) for kind, n in enumerate(hand)]
        # Of a kind of which he sees all four, none can come.
        kinds = np.array([kind for kind in range(JOKER + 1) if held[kind] < COPIES[kind]])
        after = plan_distances(row + _DRAWN[kinds], laid, best, self.rules)
        return frozenset(kinds[(after < lacking[:, near]).any(axis=1)].tolist())


@lru_cache(maxsize=64)
def judge(skill: Skill, rules: Rules) -> Judge:
    """Return the judge of a style under a rule set; the same one for the same two.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import PIECES, parse
    >>> from neuroanalysis.games.mhing.policies.skills import skill
    >>> hand = tuple(int(n) for n in parse("123m 456p 789s 23s 55z"))
    >>> sorted(PIECES.codes[kind] for kind in judge(skill("fast"), Rules()).wanted(hand, ()))
    ['1s', '4s', 'J']
    """
    return Judge(skill, rules)
