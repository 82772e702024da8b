"""What a player's draws are worth, by plain recursion in fractions: the judge of the fast ones.

A player between turns draws a card, each unseen copy being as likely; then he finishes if his total
reaches the minimum, or lays a carré and takes a replacement (no draw of his), or discards. Nothing
here is shared with the package: groups and points come from the other oracle.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracles import neurotrio
from tests.oracles.deals import moved, symmetries

KINDS = 27
Hand = tuple[int, ...]
Worth = tuple[Fraction, Fraction]


@dataclass
class Solitaire:
    """One player alone under a rule set, with a minimum; discards return to the pile or do not."""

    rules: dict[str, Any]
    minimum: int
    returning: bool
    kept: Hand = (0,) * KINDS
    memory: dict[tuple[object, ...], object] = field(default_factory=dict)

    def best_chance(self, hand: Hand, laid: Hand, unseen: Hand, draws: int) -> Worth:
        """Return the best chance, and the most points of all ways to play that have it."""
        return self._draw(hand, laid, unseen, draws, lambda worth: worth)

    def best_move(self, hand: Hand, laid: Hand, unseen: Hand, draws: int) -> Worth:
        """Return the same for a hand that holds its drawn card, with so many draws to come."""
        return self._after(hand, laid, unseen, draws + 1, lambda worth: worth)

    def offered(self, hand: Hand, laid: Hand, offers: int) -> Worth:
        """Return the same with one draw to come, after so many offers of which one may be taken."""
        waiting = self._draw(hand, laid, (0,) * KINDS, 1, lambda worth: worth)
        pile = self._pile(hand, laid)
        for _ in range(offers):
            parts = []
            for kind, n in enumerate(pile):
                if n:
                    bound = Solitaire(self.rules, self.minimum, True, _more(self.kept, kind))
                    taken = bound.best_move(_more(hand, kind), laid, (0,) * KINDS, 1)
                    parts.append((n, max(taken, waiting)))
            total = Fraction(sum(pile))
            waiting = tuple(sum(n * worth[i] for n, worth in parts) / total for i in (0, 1))
        return waiting

    def most_points(self, hand: Hand, laid: Hand, unseen: Hand, draws: int) -> Fraction:
        """Return the most points that can be expected."""
        return self._draw(hand, laid, unseen, draws, lambda worth: worth[1:])[1]

    def _draw(self, hand, laid, unseen, draws, rank) -> Worth:
        """Value a hand that is about to draw, with `draws` draws to come, this one among them."""
        key = (hand, laid, unseen, draws, rank((0, 1)) == (1,))
        if key in self.memory:
            return self.memory[key]
        if draws == 0:
            points, _ = neurotrio.evaluate(hand, _kinds(laid), self.rules)
            worth = (Fraction(0), Fraction(points))
        else:
            pile = self._pile(hand, laid) if self.returning else unseen
            total = sum(pile)
            if total == 0:
                worth = self._draw(hand, laid, unseen, 0, rank)
            else:
                parts = [
                    (n, self._after(_more(hand, kind), laid, _less(unseen, kind), draws, rank))
                    for kind, n in enumerate(pile)
                    if n
                ]
                worth = (
                    sum(n * chance for n, (chance, _) in parts) / Fraction(total),
                    sum(n * points for n, (_, points) in parts) / Fraction(total),
                )
        self.memory[key] = worth
        return worth

    def _pile(self, hand: Hand, laid: Hand) -> Hand:
        copies = self.rules["copies"]
        return tuple(copies - n - 4 * q for n, q in zip(hand, laid, strict=True))

    def _after(self, hand, laid, unseen, draws, rank) -> Worth:
        """Value a hand that holds a drawn card; `draws` still counts the draw that brought it."""
        options: list[Worth] = []
        total, _ = neurotrio.finish(hand, _kinds(laid), self.rules)
        if total is not None and total >= self.minimum:
            options.append((Fraction(1), Fraction(total)))
        for kind in range(KINDS):
            if hand[kind] > self.kept[kind]:
                options.append(self._draw(_less(hand, kind), laid, unseen, draws - 1, rank))
            if hand[kind] >= 4 and self.rules["carre"]:
                left = tuple(n - 4 * (at == kind) for at, n in enumerate(hand))
                options.append(self._draw(left, _more(laid, kind), unseen, draws, rank))
        return max(options, key=rank)


@dataclass
class Nearest:
    """A player who only minimises his distance; discards return.

    He finishes at once where he may. Else he leaves the hand of least distance, of equals one with
    most unseen cards that lessen it; of those each that differs by more than relabelling is as
    likely. He lays a carré where that takes him no further away than the best discard.
    """

    rules: dict[str, Any]
    minimum: int
    ranks: dict[tuple[Hand, Hand], tuple[int, int]] = field(default_factory=dict)

    def chance(self, hand: Hand, laid: Hand, draws: int) -> Fraction:
        """Return his chance to finish within so many draws."""
        if draws == 0:
            return Fraction(0)
        pile = [self.rules["copies"] - n - 4 * q for n, q in zip(hand, laid, strict=True)]
        parts = [
            n * self._after(_more(hand, kind), laid, draws) for kind, n in enumerate(pile) if n
        ]
        return sum(parts, Fraction(0)) / sum(pile)

    def _after(self, hand: Hand, laid: Hand, draws: int) -> Fraction:
        total, _ = neurotrio.finish(hand, _kinds(laid), self.rules)
        if total is not None and total >= self.minimum:
            return Fraction(1)
        discards, lays = [], []
        for kind in range(KINDS):
            if hand[kind]:
                discards.append((_less(hand, kind), laid))
            if hand[kind] >= 4 and self.rules["carre"]:
                left = tuple(n - 4 * (at == kind) for at, n in enumerate(hand))
                lays.append((left, _more(laid, kind)))
        if draws == 1 and not lays:
            return Fraction(0)
        nearest = min(self.rank(*left) for left in discards)
        if lays and min(self.rank(*left) for left in lays)[0] <= nearest[0]:
            choices, still = lays, draws
        else:
            choices, still = discards, draws - 1
        if still == 0:
            return Fraction(0)
        ranks = [self.rank(*left) for left in choices]
        best = [left for left, rank in zip(choices, ranks, strict=True) if rank == min(ranks)]
        different = {_canonical(*left): left for left in best}
        return sum((self.chance(*left, still) for left in different.values()), Fraction(0)) / len(
            different
        )

    def rank(self, hand: Hand, laid: Hand) -> tuple[int, int]:
        """Return the distance, and how many unseen cards lessen it, that less 0."""
        if (hand, laid) in self.ranks:
            return self.ranks[hand, laid]
        table = _kinds(laid)
        useful = neurotrio.useful_cards(hand, table, self.rules)
        cards = sum(self.rules["copies"] - hand[kind] - 4 * laid[kind] for kind in useful)
        lacking = neurotrio.distance(hand, table, self.rules)
        assert lacking is not None
        self.ranks[hand, laid] = (lacking, -cards)
        return lacking, -cards


def _canonical(hand: Hand, laid: Hand) -> tuple[Hand, Hand]:
    return min((moved(hand, symmetry), moved(laid, symmetry)) for symmetry in symmetries())


def _kinds(laid: Hand) -> list[int]:
    return [kind for kind, n in enumerate(laid) if n]


def _more(hand: Hand, kind: int) -> Hand:
    return (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])


def _less(hand: Hand, kind: int) -> Hand:
    # What is unseen is not kept track of where discards return, and never read there.
    return (*hand[:kind], max(hand[kind] - 1, 0), *hand[kind + 1 :])
