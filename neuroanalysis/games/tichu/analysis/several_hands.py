"""Deals of several hands, counted by how many of the hands hold a bomb.

A transfer over the ranks in which every card goes to one of the players or stays in the pack. What
has to be known of the ranks below is who has the last card of each suit, and how many of that suit
in a row end with it. Suits are alike and so are players: of all states that differ in their names
only, one is kept. The ranks are gone through from both ends, and the halves are joined in the
middle, where a run of either may go on in the other: so no number outgrows 64 bits before the end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.tichu.pieces import CARDS, RANKS, SUITS
from neuroanalysis.games.tichu.rules import Rules

__all__ = ["Pack", "hands_with_bombs", "nobody_has"]

Multiset = tuple[int, ...]
State = tuple[Multiset, Multiset]
"""The last cards of the suits that this rank has been dealt in, and of the others."""
Values = NDArray[np.int64]
"""(states, sizes of hands): in how many ways."""


@dataclass(frozen=True)
class Pack:
    """What is dealt, and what is asked for.

    Parameters
    ----------
    ranks, specials
        Ranks of four cards, and cards without rank.
    least
        Cards of the shortest straight flush.
    mah_jong
        Whether one of the special cards may be the lowest of a straight flush of any suit.
    """

    ranks: int = RANKS
    specials: int = CARDS - RANKS * SUITS
    least: int = 5
    mah_jong: bool = False

    @classmethod
    def of(cls, rules: Rules) -> Pack:
        """Return the pack of a rule set."""
        return cls(least=rules.cards_in_straight, mah_jong=rules.mah_jong_in_straight_flush)

    @property
    def cards(self) -> int:
        """All cards."""
        return self.ranks * SUITS + self.specials


@lru_cache(maxsize=32)
def hands_with_bombs(cards: int, hands: int, pack: Pack) -> Counter[int]:
    """Return in how many deals of so many hands of so many cards how many hold a bomb.

    Each deal of hands in order is one case.
    """
    # In how many deals do the first j hands hold none? From that, how many hold none at all.
    free = [
        nobody_has(cards, j, pack) * _ways(pack.cards - j * cards, (cards,) * (hands - j))
        for j in range(hands + 1)
    ]
    found: Counter[int] = Counter()
    for without in range(hands + 1):
        found[hands - without] = sum(
            (-1) ** (j - without) * comb(j, without) * comb(hands, j) * free[j]
            for j in range(without, hands + 1)
        )
    return +found


def _ways(cards: int, sizes: tuple[int, ...]) -> int:
    """Return in how many ways hands of these sizes can be dealt from so many cards."""
    left = cards - sum(sizes)
    return factorial(cards) // prod(map(factorial, (*sizes, left)))


def nobody_has(cards: int, hands: int, pack: Pack) -> int:
    """Return in how many deals of so many hands of so many cards none holds a bomb."""
    if not hands or not cards:
        return 1
    return _Transfer(cards, hands, pack).count()


class _Sizes:
    """The sizes that hands can have when so many cards are dealt, numbered."""

    def __init__(self, cards: int, hands: int, dealt: int, kept: int) -> None:
        every = product(range(min(cards, dealt) + 1), repeat=hands)
        self.rows = [row for row in every if 0 <= dealt - sum(row) <= kept]
        self.place = {row: number for number, row in enumerate(self.rows)}
        self._renamed: dict[tuple[int, ...], NDArray[np.int64]] = {}

    def pulled(self, before: _Sizes, owner: int) -> NDArray[np.int64]:
        """Return where each size was before its last card; one place past the end for nowhere."""
        nowhere = len(before.rows)
        sources = (
            tuple(n - (player == owner) for player, n in enumerate(row)) for row in self.rows
        )
        return np.array([before.place.get(row, nowhere) for row in sources], dtype=np.int64)

    def renamed(self, names: tuple[int, ...]) -> NDArray[np.int64]:
        """Return the place of each size after the players have changed names; itself at the end."""
        if names in self._renamed:
            return self._renamed[names]
        places = np.arange(len(self.rows) + 1)
        for number, row in enumerate(self.rows):
            other = [0] * len(row)
            for player, n in enumerate(row):
                other[names[player]] = n
            places[number] = self.place[tuple(other)]
        self._renamed[names] = places
        return places


class _Transfer:
    """The transfer for one question. A suit's last card is coded ``owner * longest + run - 1``."""

    def __init__(self, cards: int, hands: int, pack: Pack) -> None:
        self.cards, self.hands, self.pack = cards, hands, pack
        self.kept = pack.cards - cards * hands
        self.longest = min(pack.least - 1, (pack.ranks + 1) // 2 + pack.mah_jong)
        self.nobody = hands * self.longest
        self.names = list(permutations(range(hands)))
        self._sizes: dict[int, _Sizes] = {}

    def count(self) -> int:
        """Return the number of deals."""
        lower = (self.pack.ranks + 1) // 2
        specials = self.pack.specials - self.pack.mah_jong
        low = self._mah_jong() if self.pack.mah_jong else self._empty()
        one, dealt = self._through(low, lower, int(self.pack.mah_jong))
        one = self._joined(one, dealt)
        other, reached = self._through(self._empty(), self.pack.ranks - lower, 0)
        for _ in range(specials):
            other = self._any_card(other, reached)
            reached += 1
        rows = self.sizes(reached).rows
        beside = self.sizes(dealt).place
        rest = [beside.get(tuple(self.cards - n for n in row), len(beside)) for row in rows]
        return sum(
            self._copies(state)
            * int(np.dot(values.astype(object), np.append(one[state], 0)[rest].astype(object)))
            for state, values in other.items()
            if state in one
        )

    def sizes(self, dealt: int) -> _Sizes:
        """Return the sizes of hands after so many cards."""
        if dealt not in self._sizes:
            self._sizes[dealt] = _Sizes(self.cards, self.hands, dealt, self.kept)
        return self._sizes[dealt]

    def _empty(self) -> dict[State, Values]:
        return {((), (self.nobody,) * SUITS): np.ones(1, dtype=np.int64)}

    def _mah_jong(self) -> dict[State, Values]:
        """Deal Mah Jong: a run of one card in every suit."""
        sizes = self.sizes(1)
        found = {}
        for owner in (0, self.hands):
            state = self.canonical(((), (self._first(owner),) * SUITS))[0]
            row = tuple(int(owner == player) for player in range(self.hands))
            values = np.zeros(len(sizes.rows), dtype=np.int64)
            if row in sizes.place:
                values[sizes.place[row]] = 1
            found[state] = values
        return found

    def _first(self, owner: int) -> int:
        return min(owner * self.longest, self.nobody)

    def _through(
        self, values: dict[State, Values], ranks: int, dealt: int
    ) -> tuple[dict[State, Values], int]:
        for _ in range(ranks):
            for _ in range(SUITS):
                values = self._card(values, dealt)
                dealt += 1
            values = {
                ((), done): numbers
                for (done, _), numbers in values.items()
                if not self._is_four(done)
            }
        return values, dealt

    def _is_four(self, done: Multiset) -> bool:
        owners = {code // self.longest for code in done}
        return len(owners) == 1 and done[0] != self.nobody

    def _owner(self, code: int) -> int:
        return code // self.longest

    def _next(self, code: int, owner: int) -> int | None:
        """Return a suit's last card after one more for an owner; None where that is a bomb."""
        if owner == self.hands:
            return self.nobody
        if code == self.nobody or self._owner(code) != owner:
            return owner * self.longest
        run = code % self.longest + 2
        return None if run > self.pack.least - 1 else code + 1

    def _card(self, values: dict[State, Values], dealt: int) -> dict[State, Values]:
        """Deal the card of one more suit of this rank."""
        targets = {
            self.canonical((_with(done, after), _without(undone, code)))[0]
            for done, undone in values
            for code in set(undone)
            for owner in range(self.hands + (self.kept > 0))
            if (after := self._next(code, owner)) is not None
        }
        before, following = self.sizes(dealt), self.sizes(dealt + 1)
        pulled = [following.pulled(before, owner) for owner in range(self.hands + 1)]
        padded = {state: np.append(numbers, 0) for state, numbers in values.items()}
        return {
            state: self._pulled(state, padded, pulled, before, len(following.rows))
            for state in targets
        }

    def _pulled(
        self,
        state: State,
        padded: dict[State, Values],
        pulled: list[NDArray[np.int64]],
        before: _Sizes,
        n: int,
    ) -> Values:
        done, undone = state
        # Any of the suits may be the last dealt; one that a single state leads to is quickest.
        code = max(done, key=lambda code: (code != self.nobody, code % self.longest))
        owner = self._owner(code)
        total = np.zeros(n, dtype=np.int64)
        for earlier in range(self.nobody + 1):
            if self._next(earlier, owner) == code:
                source, names = self.canonical((_without(done, code), _with(undone, earlier)))
                if source in padded:
                    total += padded[source][before.renamed(self.names[names])[pulled[owner]]]
        return total

    def _any_card(self, values: dict[State, Values], dealt: int) -> dict[State, Values]:
        """Deal a card that is in no bomb."""
        before, after = self.sizes(dealt), self.sizes(dealt + 1)
        pulled = [after.pulled(before, owner) for owner in range(self.hands + 1)]
        found = {}
        for state, numbers in values.items():
            padded = np.append(numbers, 0)
            found[state] = np.sum([padded[places] for places in pulled], axis=0)
        return found

    def _joined(self, values: dict[State, Values], dealt: int) -> dict[State, Values]:
        """Return, for what the ranks above may begin with, in how many ways those below fit."""
        sizes = self.sizes(dealt)
        for _ in range(SUITS):
            targets = {
                self.canonical((_with(done, code), _without(undone, other)))[0]
                for done, undone in values
                for other in set(undone)
                for code in range(self.nobody + 1)
            }
            padded = {state: np.append(numbers, 0) for state, numbers in values.items()}
            values = {}
            for done, undone in targets:
                total = np.zeros(len(sizes.rows), dtype=np.int64)
                code = done[-1]
                for other in filter(lambda other: self._fit(code, other), range(self.nobody + 1)):
                    source, names = self.canonical((_without(done, code), _with(undone, other)))
                    if source in padded:
                        total += padded[source][sizes.renamed(self.names[names])[:-1]]
                values[done, undone] = total
        return {((), done): numbers for (done, _), numbers in values.items()}

    def _fit(self, one: int, other: int) -> bool:
        if self.nobody in (one, other) or self._owner(one) != self._owner(other):
            return True
        return one % self.longest + other % self.longest + 2 < self.pack.least

    @cached_property
    def _canonical(self) -> dict[State, tuple[State, int]]:
        return {}

    @cached_property
    def _tables(self) -> list[list[int]]:
        return [
            [
                names[code // self.longest] * self.longest + code % self.longest
                for code in range(self.nobody)
            ]
            + [self.nobody]
            for names in self.names
        ]

    def canonical(self, state: State) -> tuple[State, int]:
        """Return the state that is kept for one, and the names that lead to it."""
        known = self._canonical.get(state)
        if known is None:
            done, undone = state
            known = self._canonical[state] = min(
                (
                    (
                        tuple(sorted([table[code] for code in done])),
                        tuple(sorted([table[code] for code in undone])),
                    ),
                    number,
                )
                for number, table in enumerate(self._tables)
            )
        return known

    def _copies(self, state: State) -> int:
        """Return for how many states, suits in order, one is kept."""
        others = {tuple(sorted(table[code] for code in state[1])) for table in self._tables}
        orders = factorial(SUITS)
        return len(others) * orders // prod(map(factorial, Counter(state[1]).values()))


def _with(codes: Multiset, code: int) -> Multiset:
    return tuple(sorted((*codes, code)))


def _without(codes: Multiset, code: int) -> Multiset:
    place = codes.index(code)
    return codes[:place] + codes[place + 1 :]
