"""Who may get the unseen cards of each rank, as far as straight flushes are concerned.

Suits matter for straight flushes only, and for them what a suit's cards allow: mostly the cards
seen leave few of them possible. So the state of the suits is small. What each hand gets of a rank
goes along with it, and is what the hands' own automata read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.tichu.analysis.automata import (
    BEATEN,
    CARDS_READ,
    LAYERS,
    ONE_OF,
    Automaton,
    of_suit,
)
from neuroanalysis.games.tichu.pieces import LOWEST, SUITS

__all__ = ["Dealing", "Gain", "Suits", "suits_of", "ways_to_deal"]

Gain = tuple[int, ...]
"""What each hand gets of a rank, as its automaton reads it."""


def ways_to_deal(cards: int, sizes: Sequence[int]) -> int:
    """Return in how many ways hands of these sizes can be dealt from so many cards.

    Examples
    --------
    >>> ways_to_deal(4, (2, 1))
    12
    """
    return factorial(cards) // prod(map(factorial, (*sizes, cards - sum(sizes))))


class Dealing(NamedTuple):
    """Which cards go to hands, and what has to be known of their suits.

    Parameters
    ----------
    ranks
        The unseen cards of each rank from 1, as bits of the suits; Mah Jong as 1.
    hands
        How many hands get them.
    rest
        Whether some go elsewhere.
    flush
        What straight flushes no hand may have; see `Aim.flush`.
    mah_jong
        Whether Mah Jong may be the 1 of one.
    suited
        Cards of which a hand is told whose suit they are; see `Aim.suited`.
    """

    ranks: tuple[int, ...]
    hands: int
    rest: bool
    flush: tuple[int, int]
    mah_jong: bool
    suited: int

    @property
    def owners(self) -> int:
        """The hands, and what is elsewhere."""
        return self.hands + self.rest

    def automata(self) -> list[Automaton]:
        """Return that of each suit."""
        ranks = self.ranks
        unseen = [
            (bool(ranks[0]), *(bool(bits >> suit & 1) for bits in ranks[1:]))
            for suit in range(SUITS)
        ]
        return [
            of_suit(*self.flush, cards, self.hands, self.rest, self.mah_jong) for cards in unseen
        ]

    def marked(self, layer: int, suit: int) -> bool:
        """Return whether a hand is told that it has a suit's card of a layer."""
        return layer > 0 and bool(self.suited >> SUITS * (layer + 1 - LOWEST) + suit & 1)

    def apart(self, layer: int, suit: int, row: Sequence[int]) -> bool:
        """Return whether it makes no difference who gets a suit's card, by its automaton's row."""
        following = set(row[: self.owners])
        return len(following) == 1 and BEATEN not in following and not self.marked(layer, suit)

    def most_steps(self) -> list[tuple[int, int]]:
        """Return for each layer how many states and steps there are at most, without making them.

        There are fewer where Mah Jong has been in several suits at once, or where cards of
        different suits come to the same.
        """
        automata = self.automata()
        found = []
        for layer, bits in enumerate(self.ranks):
            tables = [automaton.tables[layer].tolist() for automaton in automata]
            states = prod(map(len, tables))
            if not layer:
                found.append((states, self.owners if bits else 1))
                continue
            # By how many cards are apart: how many steps the others have.
            steps = {0: 1}
            for suit, table in enumerate(tables):
                unseen = bits >> suit & 1
                alike = sum(self.apart(layer, suit, row) for row in table) if unseen else 0
                others = sum(
                    sum(after != BEATEN for after in row[: self.owners])
                    for row in table
                    if not self.apart(layer, suit, row)
                )
                kept = others if unseen else len(table)
                more: Counter[int] = Counter()
                for cards, number in steps.items():
                    more[cards] += number * kept
                    more[cards + 1] += number * alike
                steps = more
            last = self.owners - 1
            total = sum(number * comb(cards + last, last) for cards, number in steps.items())
            found.append((states, total))
        return found


class Suits(NamedTuple):
    """What the suits may do at each layer.

    ``steps[layer]`` are rows of: state before and after, row of `gains`, ways. `states` has one
    number more than there are layers; `cards` is how many are unseen.
    """

    states: list[int]
    steps: list[NDArray[np.int64]]
    gains: list[Gain]
    idle: list[bool]
    cards: list[int]


@lru_cache(maxsize=16)
def suits_of(dealing: Dealing) -> Suits:
    """Return what the suits may do, state by state as they are reached."""
    automata = dealing.automata()
    row_of: dict[Gain, int] = {}
    states: dict[tuple[int, ...], int] = {(0,) * SUITS: 0}
    numbers, steps = [1], []
    for layer, bits in enumerate(dealing.ranks):
        tables = [automaton.tables[layer].tolist() for automaton in automata]
        following: dict[tuple[int, ...], int] = {}
        rows = []
        for state, number in states.items():
            read = [table[place] for table, place in zip(tables, state, strict=True)]
            for (after, gain), ways in _of_layer(dealing, layer, bits, read).items():
                to = following.setdefault(after, len(following))
                rows.append((number, to, row_of.setdefault(gain, len(row_of)), ways))
        states = following
        numbers.append(len(states))
        steps.append(np.array(rows, dtype=np.int64).reshape(len(rows), 4))
    idle = [all(automaton.idle(layer) for automaton in automata) for layer in range(LAYERS)]
    return Suits(numbers, steps, list(row_of), idle, [bits.bit_count() for bits in dealing.ranks])


def _of_layer(
    dealing: Dealing, layer: int, bits: int, rows: Sequence[Sequence[int]]
) -> Counter[tuple[tuple[int, ...], Gain]]:
    """Return where the cards of a rank may go: the suits' state after, and what each hand gets.

    Parameters
    ----------
    dealing, layer, bits
        The cards.
    rows
        For each suit what follows its state, by the owner.
    """
    nobody, nothing = dealing.hands, (0,) * dealing.hands
    owners = range(dealing.owners)
    if not layer:  # Mah Jong, which may be of all suits at once
        found: Counter[tuple[tuple[int, ...], Gain]] = Counter()
        for owner in owners if bits else (nobody,):
            after = tuple(row[owner] for row in rows)
            if BEATEN not in after:
                found[after, _taken(nothing, owner, 1)] += 1
        return found
    reached: Counter[tuple[tuple[int, ...], Gain]] = Counter({((), nothing): 1})
    apart = 0
    for suit, row in enumerate(rows):
        unseen = bits >> suit & 1
        if not unseen or dealing.apart(layer, suit, row):
            apart += unseen  # whoever gets it
            to = row[0 if unseen else nobody]
            reached = Counter({((*s, to), gain): n for (s, gain), n in reached.items()})
            continue
        reading = ONE_OF + suit if dealing.marked(layer, suit) else 1
        more: Counter[tuple[tuple[int, ...], Gain]] = Counter()
        for (before, gain), ways in reached.items():
            for owner in owners:
                if row[owner] != BEATEN:
                    more[(*before, row[owner]), _taken(gain, owner, reading)] += ways
        reached = more
    if not apart:
        return reached
    shared = list(_shares(apart, dealing.hands, dealing.rest))
    whole: Counter[tuple[tuple[int, ...], Gain]] = Counter()
    for (after, gain), ways in reached.items():
        for share, times in shared:
            whole[after, _added(gain, share)] += ways * times
    return whole


def _taken(gain: Gain, owner: int, reading: int) -> Gain:
    """Return what the hands have when an owner, who may be none of them, gets one card more."""
    return tuple(
        (CARDS_READ[held] + 1 if held else reading) if hand == owner else held
        for hand, held in enumerate(gain)
    )


def _added(gain: Gain, share: tuple[int, ...]) -> Gain:
    """Return what the hands have when each gets so many cards more."""
    return tuple(
        CARDS_READ[held] + cards if cards else held for held, cards in zip(gain, share, strict=True)
    )


def _shares(cards: int, hands: int, rest: bool) -> Iterable[tuple[tuple[int, ...], int]]:
    """Return how so many cards may be shared out, and in how many ways each."""
    for gain in product(range(cards + 1), repeat=hands):
        if sum(gain) == cards or (rest and sum(gain) < cards):
            yield gain, ways_to_deal(cards, gain)
