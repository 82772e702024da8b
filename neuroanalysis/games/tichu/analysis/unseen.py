"""In how many deals of the unseen cards none of some hands can beat a play: exact integers.

The states of the suits (see `suits`), of the hands (see `automata`) and the hands' sizes are
carried along from rank to rank by a compiled sweep. How much work that is, is known beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from math import inf, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.tichu.analysis.automata import (
    BEATEN,
    CARDS_READ,
    DRAGON_RANK,
    LAYERS,
    Aim,
    Automaton,
    of_type,
)
from neuroanalysis.games.tichu.analysis.suits import Dealing, Gain, suits_of, ways_to_deal
from neuroanalysis.games.tichu.pieces import CARDS, DRAGON, MAH_JONG, PHOENIX, SUITS

__all__ = ["Effort", "effort", "ways_to_deal", "ways_unbeaten"]

_SIZES: Final = 3
_NO_FLUSH: Final = (CARDS, CARDS)
_WORD: Final = 1 << 63
# Numbers that are kept at a time, at most: a quarter of a gigabyte, twice.
_MOST_KEPT: Final = 1 << 25
# How many sums take as long as one step of the suits, and as a sum by two moduli.
_SUMS_A_STEP: Final = 1 << 12
_SUMS_BY_MODULI: Final = 8
# More sums than these are worth knowing better, if it takes no more steps than these (a
# second).
_FEW_SUMS: Final = 1 << 26
_FEW_STEPS: Final = 1 << 18
# No two have a common factor, and the sums of a sweep by one stay below 2**63.
_MODULI: Final = (1 << 57, (1 << 57) - 1)


def ways_unbeaten(aim: Aim, unseen: int, sizes: Sequence[int], *, mah_jong: bool) -> int:
    """Return in how many deals of hands from the unseen cards none of them has what is aimed at.

    Parameters
    ----------
    aim
        What it is.
    unseen
        The unseen cards, as bits; those left over by the hands stay elsewhere.
    sizes
        Of the hands.
    mah_jong
        Whether Mah Jong may be the 1 of a straight flush.

    Examples
    --------
    Of three cards one beats a single king, and it is in one of the hands of one card or elsewhere:

    >>> ways_unbeaten(Aim("single", 13), 1 << 48 | 3, (1, 1), mah_jong=False)
    2
    """
    cases = _cases(aim, unseen, sizes, mah_jong)
    return sum(times * _unbeaten(case) for times, case in cases)


class Effort(NamedTuple):
    """How much work a count is.

    Parameters
    ----------
    sums
        How many sums are made at most, or what takes as long; infinite where it is too much.
    steps
        What that of the suits takes besides; it serves all counts of the same dealing.
    """

    sums: float
    steps: dict[Dealing, int]

    @property
    def alone(self) -> float:
        """The work if nothing is counted before."""
        return self.sums + sum(self.steps.values())


def effort(aim: Aim, unseen: int, sizes: Sequence[int], *, mah_jong: bool) -> Effort:
    """Return how much work `ways_unbeaten` is, which takes much less to tell.

    Counted are the states that the unseen cards allow, of each suit and each hand, and the sizes
    that the hands can have there; where that is much, the states that are reached. It is too much
    where the memory would be.

    Parameters
    ----------
    aim, unseen, sizes, mah_jong
        See `ways_unbeaten`.

    Examples
    --------
    >>> effort(Aim("single", 13), 1 << 48 | 3, (1, 1), mah_jong=False).alone < 1e6
    True
    """
    found = [_effort(case) for _, case in _cases(aim, unseen, sizes, mah_jong)]
    steps = {dealing: n for one in found for dealing, n in one.steps.items()}
    return Effort(sum(one.sums for one in found), steps)


class _Case(NamedTuple):
    """What is asked, when it is known which hand has the Phoenix.

    Parameters
    ----------
    aim, mah_jong
        See `ways_unbeaten`.
    ranks
        The unseen cards of each rank from 1, as bits of the suits; Mah Jong as 1.
    free
        Unseen cards that make no difference.
    sizes
        Of the hands; the Phoenix is not counted any more.
    phoenix
        The place of the hand with the Phoenix.
    rest
        The cards that go elsewhere.
    """

    aim: Aim
    ranks: tuple[int, ...]
    free: int
    sizes: tuple[int, ...]
    phoenix: int | None
    rest: int
    mah_jong: bool

    @property
    def owners(self) -> tuple[int, ...]:
        """How many cards each hand gets, and what lies elsewhere if there is any."""
        return (*self.sizes, self.rest) if self.rest else self.sizes

    @property
    def moduli(self) -> tuple[int, ...]:
        """What is counted by: nothing where all numbers are small enough for a word."""
        cards, owners = sum(self.owners), len(self.owners)
        most = ways_to_deal(cards, (cards // owners,) * (owners - 1))
        return (0,) if most < _WORD else _MODULI

    def hands(self) -> list[Automaton]:
        """Return the automaton of each hand."""
        places = range(len(self.sizes))
        return [of_type(self.aim, place == self.phoenix, self.ranks) for place in places]

    def dealing(self) -> Dealing:
        """Return what has to be known of the suits."""
        flush = _NO_FLUSH if self.aim.flush is None else self.aim.flush
        hands, rest = len(self.sizes), self.rest > 0
        return Dealing(self.ranks, hands, rest, flush, self.mah_jong, self.aim.suited)


def _cases(
    aim: Aim, unseen: int, sizes: Sequence[int], mah_jong: bool
) -> Iterator[tuple[int, _Case]]:
    """Yield what has to be counted, each with how many times it occurs."""
    # The unseen cards of each rank from 1, as bits of the suits.
    suited = (unseen >> SUITS * place & (1 << SUITS) - 1 for place in range(LAYERS - 1))
    ranks = (unseen >> MAH_JONG & 1, *suited)
    free = (unseen >> MAH_JONG + 1).bit_count()
    rest = unseen.bit_count() - sum(sizes)
    phoenix = bool(unseen >> PHOENIX & 1)
    if aim.kind == "single" and aim.rank < DRAGON_RANK:
        # The Phoenix and the Dragon beat it by themselves, so neither may be in any hand.
        beating = phoenix + (unseen >> DRAGON & 1)
        if beating > rest:
            return
        rest, free, phoenix = rest - beating, free - beating, False
    ordered = tuple(sorted(sizes, reverse=True))
    if not phoenix:
        yield 1, _Case(aim, ranks, free, ordered, None, rest, mah_jong)
        return
    if rest:
        yield 1, _Case(aim, ranks, free - 1, ordered, None, rest - 1, mah_jong)
    for size, alike in Counter(ordered).items():
        if size:
            others = list(ordered)
            others.remove(size)
            yield alike, _Case(aim, ranks, free - 1, (size - 1, *others), 0, rest, mah_jong)


@lru_cache(maxsize=4096)
def _unbeaten(case: _Case) -> int:
    """Return in how many deals no hand has what is aimed at."""
    prepared = _Prepared.of(case)
    counted = _swept(case, prepared)
    free = case.free + sum(bits.bit_count() for bits in case.ranks) - prepared.dealt()
    total = 0
    for place, number in counted.items():
        left = [owner - n for owner, n in zip(case.owners[:-1], place, strict=True)]
        if number and sum(left) <= free:
            total += number * ways_to_deal(free, left)
    return total


class _Prepared(NamedTuple):
    """What the kernels read: see :func:`neuroanalysis.games.tichu._kernels.beaten.sweep`."""

    layers: NDArray[np.int64]
    steps: NDArray[np.int64]
    gains: NDArray[np.int64]
    following: NDArray[np.int64]

    @classmethod
    def of(cls, case: _Case) -> _Prepared:
        """Return it for a case: of the layers at which there is anything to know."""
        hands, suits, owners = case.hands(), suits_of(case.dealing()), case.owners
        kept = len(owners) - 1
        gains = np.zeros((len(suits.gains), _SIZES), dtype=np.int64)
        for row, gain in enumerate(suits.gains):
            gains[row, _SIZES - kept :] = [CARDS_READ[held] for held in gain[:kept]]
        rows, steps = [], [np.zeros((0, 4), dtype=np.int64)]
        tables = [np.zeros(0, dtype=np.int64)]
        begin = table = dealt = 0
        for layer, cards in enumerate(suits.cards):
            if suits.idle[layer] and all(hand.idle(layer) for hand in hands):
                continue
            end = begin + len(suits.steps[layer])
            following, before, after = _together(hands, layer, suits.gains)
            left = sum(owners) - dealt - cards
            states = (suits.states[layer], suits.states[layer + 1], before, after)
            rows.append((begin, end, *states, table, dealt, cards, left))
            steps.append(suits.steps[layer])
            tables.append(following)
            begin, table, dealt = end, table + len(following), dealt + cards
        layers = np.array(rows, dtype=np.int64).reshape(len(rows), 10)
        return cls(layers, np.concatenate(steps), gains, np.concatenate(tables))

    def dealt(self) -> int:
        """Return how many cards its layers have."""
        return int(self.layers[:, 8].sum())

    def places(self, owners: tuple[int, ...]) -> NDArray[np.int64]:
        """Return how many sizes the hands can have at each layer."""
        rows = self.layers[:, 7:9].tolist()
        return np.array([_places(owners, dealt, cards) for dealt, cards in rows], dtype=np.int64)


@lru_cache(maxsize=4096)
def _effort(case: _Case) -> Effort:
    hands, dealing = case.hands(), case.dealing()
    automata = dealing.automata()
    sums = steps = dealt = 0
    kept = 1
    for layer, (states, most) in enumerate(dealing.most_steps()):
        cards = case.ranks[layer].bit_count()
        if all(automaton.idle(layer) for automaton in (*hands, *automata)):
            continue
        held = prod(len(hand.tables[layer]) for hand in hands)
        sums += most * held * _places(case.owners, dealt, cards)
        steps += most
        kept = max(kept, states * held)
        dealt += cards
    if kept * prod(size + 1 for size in case.owners[:-1]) > _MOST_KEPT:
        return Effort(inf, {})
    by = 1 if len(case.moduli) == 1 else _SUMS_BY_MODULI
    if by * sums > _FEW_SUMS and steps <= _FEW_STEPS:
        sums = _reached(case)
    return Effort(by * sums, {dealing: _SUMS_A_STEP * steps})


def _reached(case: _Case) -> int:
    """Return how many sums are made at most, by the states of suits and hands together."""
    from neuroanalysis.games.tichu._kernels.beaten import reached

    layers, steps, _, following = prepared = _Prepared.of(case)
    return reached(layers, steps, following, prepared.places(case.owners))


@lru_cache(maxsize=4096)
def _places(owners: tuple[int, ...], dealt: int, cards: int) -> int:
    """Return how many sizes hands may have when so many cards are dealt, and so many are next."""
    left = sum(owners) - dealt - cards
    # One may get all the next cards, and all that are left then.
    least = [max(0, size - left - cards) for size in owners[:-1]]
    ranges = [
        np.arange(low, min(size, dealt) + 1) for low, size in zip(least, owners[:-1], strict=True)
    ]
    held = reduce(np.add.outer, ranges, np.zeros((), dtype=np.int64))
    elsewhere = dealt - held
    return int(np.count_nonzero((elsewhere >= 0) & (elsewhere <= owners[-1])))


def _swept(case: _Case, prepared: _Prepared) -> dict[tuple[int, ...], int]:
    """Return in how many ways the layers' cards go, by the sizes of all owners but one."""
    from neuroanalysis.games.tichu._kernels.beaten import sweep

    owners, moduli = case.owners, case.moduli
    kept = len(owners) - 1
    widths = np.ones(_SIZES + 1, dtype=np.int64)
    widths[_SIZES - kept :] = [*(size + 1 for size in owners[:-1]), owners[-1]]
    answers = []
    for modulus in moduli:
        answer = np.zeros(int(widths[:-1].prod()), dtype=np.int64)
        sweep(widths, *prepared, modulus, answer)
        answers.append(answer.tolist())
    sizes = product(*(range(size + 1) for size in owners[:-1]))
    if len(moduli) == 1:
        return dict(zip(sizes, answers[0], strict=True))
    joined = (_from_residues(*residues) for residues in zip(*answers, strict=True))
    return dict(zip(sizes, joined, strict=True))


def _from_residues(one: int, other: int) -> int:
    """Return the least number with these residues (the Chinese remainder theorem)."""
    first, second = _MODULI
    return one + first * ((other - one) * pow(first, -1, second) % second)


def _together(
    hands: Sequence[Automaton], layer: int, gains: Sequence[Gain]
) -> tuple[NDArray[np.int64], int, int]:
    """Return the table of the hands' joint states, and how many are before and after."""
    columns = np.array(gains, dtype=np.int64)
    following = np.zeros((len(gains), 1), dtype=np.int64)
    beaten = np.zeros((len(gains), 1), dtype=np.bool_)
    after_all = 1
    for place, hand in enumerate(hands):
        table = hand.tables[layer][:, columns[:, place]].T
        after = len(hand.tables[layer + 1]) if layer + 1 < LAYERS else 1
        following = (following[:, :, np.newaxis] * after + table[:, np.newaxis]).reshape(
            len(gains), -1
        )
        beaten = (beaten[:, :, np.newaxis] | (table == BEATEN)[:, np.newaxis]).reshape(
            len(gains), -1
        )
        after_all *= after
    following[beaten] = BEATEN
    return following.ravel(), following.shape[1], after_all
