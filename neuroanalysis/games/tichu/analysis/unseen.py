"""In how many deals of the unseen cards none of some hands can beat a play: exact integers.

Suits matter for straight flushes only, and for them what a suit's cards allow: mostly the cards
seen leave few of them possible. So the suits' state is small, and the hands' states (see
`automata`) and sizes are carried along with it from rank to rank by a compiled sweep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.tichu.analysis.automata import (
    BEATEN,
    CARDS_READ,
    DRAGON_RANK,
    LAYERS,
    ONE_OF,
    Aim,
    Automaton,
    of_suit,
    of_type,
)
from neuroanalysis.games.tichu.pieces import CARDS, DRAGON, LOWEST, MAH_JONG, PHOENIX, SUITS

__all__ = ["too_many", "ways_to_deal", "ways_unbeaten"]

Gain = tuple[int, ...]
"""What each hand gets of a rank, as its automaton reads it."""

_SIZES: Final = 3
_NO_FLUSH: Final = (CARDS, CARDS)
_WORD: Final = 1 << 63
# Steps from one state of the suits to another; sums over states of suits and hands, and sizes of
# hands, at most (some seconds); numbers that are kept at a time (a quarter of a gigabyte, twice).
_MOST_STEPS: Final = 1 << 20
_MOST_SUMS: Final = 1 << 33
_MOST_KEPT: Final = 1 << 25
# No two have a common factor, and the sums of a sweep by one stay below 2**63.
_MODULI: Final = (1 << 57, (1 << 57) - 1)


def ways_to_deal(cards: int, sizes: Sequence[int]) -> int:
    """Return in how many ways hands of these sizes can be dealt from so many cards.

    Examples
    --------
    >>> ways_to_deal(4, (2, 1))
    12
    """
    return factorial(cards) // prod(map(factorial, (*sizes, cards - sum(sizes))))


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
    ranks = _by_rank(unseen)
    free = (unseen >> MAH_JONG + 1).bit_count()
    rest = unseen.bit_count() - sum(sizes)
    phoenix = bool(unseen >> PHOENIX & 1)
    if aim.kind == "single" and aim.rank < DRAGON_RANK:
        # The Phoenix and the Dragon beat it by themselves, so neither may be in any hand.
        beating = phoenix + (unseen >> DRAGON & 1)
        if beating > rest:
            return 0
        rest, free, phoenix = rest - beating, free - beating, False
    ordered = tuple(sorted(sizes, reverse=True))
    if not phoenix:
        return _unbeaten(aim, ranks, free, ordered, None, rest, mah_jong)
    total = 0
    if rest:
        total += _unbeaten(aim, ranks, free - 1, ordered, None, rest - 1, mah_jong)
    for size, alike in Counter(ordered).items():
        if size:
            others = list(ordered)
            others.remove(size)
            held = (size - 1, *others)
            total += alike * _unbeaten(aim, ranks, free - 1, held, 0, rest, mah_jong)
    return total


def too_many(aim: Aim, unseen: int, sizes: Sequence[int], *, mah_jong: bool) -> bool:
    """Return whether `ways_unbeaten` would take minutes, or more memory than there is.

    So it is with suits and three hands when much less than a hand has been seen. Some states that
    are reckoned with are never reached, so that it may say so of what takes less.
    """
    if aim.flush is None and not aim.suited:
        return False
    ranks = _by_rank(unseen)
    owners = len(sizes) + (unseen.bit_count() > sum(sizes))
    flush = _NO_FLUSH if aim.flush is None else aim.flush
    suits = [of_suit(*flush, cards, len(sizes), mah_jong) for cards in _by_suit(ranks)]
    first = of_type(aim, bool(unseen >> PHOENIX & 1))
    others = of_type(aim, phoenix=False)
    places = prod(size + 1 for size in (sizes if owners > len(sizes) else sorted(sizes)[1:]))
    steps = joint = kept = 0
    for layer in range(LAYERS):
        choices = [
            (
                table := automaton.tables[layer],
                owners if _marked(aim.suited, layer, suit) or (table != table[:, :1]).any() else 1,
            )
            for suit, automaton in enumerate(suits)
        ]
        here = prod(len(table) * ways for table, ways in choices)
        steps += here
        hands = len(first.tables[layer]) * len(others.tables[layer]) ** (len(sizes) - 1)
        joint += here * hands
        kept = max(kept, hands * prod(len(table) for table, _ in choices))
    return steps > _MOST_STEPS or joint * places > _MOST_SUMS or kept * places > _MOST_KEPT


def _marked(suited: int, layer: int, suit: int) -> bool:
    """Return whether a hand's automaton wants to know a suit's card of a layer from others."""
    return layer > 0 and bool(suited >> SUITS * (layer + 1 - LOWEST) + suit & 1)


def _by_rank(unseen: int) -> tuple[int, ...]:
    """Return the unseen cards of each rank from 1, as bits of the suits; Mah Jong as 1."""
    suited = (unseen >> SUITS * place & (1 << SUITS) - 1 for place in range(LAYERS - 1))
    return (unseen >> MAH_JONG & 1, *suited)


def _by_suit(ranks: tuple[int, ...]) -> list[tuple[bool, ...]]:
    """Return for each suit whether its cards are unseen, from 1."""
    return [
        (bool(ranks[0]), *(bool(bits >> suit & 1) for bits in ranks[1:])) for suit in range(SUITS)
    ]


@lru_cache(maxsize=4096)
def _unbeaten(
    aim: Aim,
    ranks: tuple[int, ...],
    free: int,
    sizes: tuple[int, ...],
    phoenix: int | None,
    rest: int,
    mah_jong: bool,
) -> int:
    """Return the same when it is known which hand has the Phoenix, which is not counted any more.

    Parameters
    ----------
    aim, mah_jong
        See `ways_unbeaten`.
    ranks
        The unseen cards of each rank from 1, as bits of the suits.
    free
        Unseen cards that make no difference.
    sizes
        Of the hands.
    phoenix
        The place of the hand with the Phoenix.
    rest
        The cards that go elsewhere.
    """
    hands = [of_type(aim, place == phoenix) for place in range(len(sizes))]
    flush = _NO_FLUSH if aim.flush is None else aim.flush
    suits = _suits(ranks, len(sizes), rest > 0, flush, mah_jong, aim.suited)
    busy = [
        layer
        for layer in range(LAYERS)
        if not (suits.idle[layer] and all(hand.idle(layer) for hand in hands))
    ]
    free += sum(ranks[layer].bit_count() for layer in range(LAYERS) if layer not in busy)
    owners = (*sizes, rest) if rest else sizes
    counted = _swept(hands, suits, busy, owners)
    total = 0
    for place, number in counted.items():
        left = [owner - n for owner, n in zip(owners[:-1], place, strict=True)]
        if number and sum(left) <= free:
            total += number * ways_to_deal(free, left)
    return total


class _Suits(NamedTuple):
    """What the suits may do at each layer.

    ``steps[layer]`` are rows of: state before and after, row of `gains`, ways. `states` has one
    number more than there are layers; `cards` is how many are unseen.
    """

    states: list[int]
    steps: list[NDArray[np.int64]]
    gains: list[Gain]
    idle: list[bool]
    cards: list[int]


@lru_cache(maxsize=256)
def _suits(
    ranks: tuple[int, ...],
    hands: int,
    rest: bool,
    flush: tuple[int, int],
    mah_jong: bool,
    suited: int,
) -> _Suits:
    automata = [
        of_suit(
            *flush,
            tuple(
                bool(bits >> suit & 1 or (not place and bits)) for place, bits in enumerate(ranks)
            ),
            hands,
            mah_jong,
        )
        for suit in range(SUITS)
    ]
    row_of: dict[Gain, int] = {}
    states: dict[tuple[int, ...], int] = {(0,) * SUITS: 0}
    numbers, steps = [1], []
    for layer, bits in enumerate(ranks):
        following: dict[tuple[int, ...], int] = {}
        rows = []
        for state, number in states.items():
            marked = [_marked(suited, layer, suit) for suit in range(SUITS)]
            found = _of_layer(automata, layer, state, bits, hands, rest, marked)
            for (after, gain), ways in found.items():
                to = following.setdefault(after, len(following))
                rows.append((number, to, row_of.setdefault(gain, len(row_of)), ways))
        states = following
        numbers.append(len(states))
        steps.append(np.array(rows, dtype=np.int64).reshape(len(rows), 4))
    idle = [all(automaton.idle(layer) for automaton in automata) for layer in range(LAYERS)]
    return _Suits(numbers, steps, list(row_of), idle, [bits.bit_count() for bits in ranks])


def _of_layer(
    automata: Sequence[Automaton],
    layer: int,
    state: tuple[int, ...],
    bits: int,
    hands: int,
    rest: bool,
    marked: Sequence[bool],
) -> Counter[tuple[tuple[int, ...], Gain]]:
    """Return where the cards of a rank may go: the suits' state after, and what each hand gets."""
    nobody, nothing = hands, (0,) * hands
    owners = range(hands + rest)
    tables = [automaton.tables[layer] for automaton in automata]
    if not layer:  # Mah Jong, which may be of all suits at once
        found: Counter[tuple[tuple[int, ...], Gain]] = Counter()
        for owner in owners if bits else (nobody,):
            after = tuple(int(table[0, owner]) for table in tables)
            if BEATEN not in after:
                found[after, _taken(nothing, owner, 1)] += 1
        return found
    reached: Counter[tuple[tuple[int, ...], Gain]] = Counter({((), nothing): 1})
    apart = 0
    for suit, table in enumerate(tables):
        row = table[state[suit]].tolist()
        unseen = bits >> suit & 1
        if not unseen or (len(set(row)) == 1 and not marked[suit]):
            apart += unseen  # whoever gets it
            reached = Counter({((*s, row[nobody]), gain): n for (s, gain), n in reached.items()})
            continue
        reading = ONE_OF + suit if marked[suit] else 1
        more: Counter[tuple[tuple[int, ...], Gain]] = Counter()
        for (before, gain), ways in reached.items():
            for owner in owners:
                if row[owner] != BEATEN:
                    more[(*before, row[owner]), _taken(gain, owner, reading)] += ways
        reached = more
    if not apart:
        return reached
    shared = list(_shares(apart, hands, rest))
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


def _swept(
    hands: Sequence[Automaton], suits: _Suits, busy: Sequence[int], owners: Sequence[int]
) -> dict[tuple[int, ...], int]:
    """Return in how many ways the busy layers' cards go, by the sizes of all owners but one."""
    from neuroanalysis.games.tichu._kernels.beaten import sweep

    kept = len(owners) - 1
    widths = np.ones(_SIZES + 1, dtype=np.int64)
    widths[_SIZES - kept :] = [*(size + 1 for size in owners[:-1]), owners[-1]]
    gains = np.zeros((len(suits.gains), _SIZES), dtype=np.int64)
    for row, gain in enumerate(suits.gains):
        gains[row, _SIZES - kept :] = [CARDS_READ[held] for held in gain[:kept]]
    layers, tables, begin, table, dealt = [], [], 0, 0, 0
    for layer in busy:
        end = begin + len(suits.steps[layer])
        following, before, after = _together(hands, layer, suits.gains)
        left = sum(owners) - dealt - suits.cards[layer]
        states = (suits.states[layer], suits.states[layer + 1], before, after)
        layers.append((begin, end, *states, table, dealt, suits.cards[layer], left))
        tables.append(following)
        begin, table = end, table + len(following)
        dealt += suits.cards[layer]
    steps = np.concatenate([np.zeros((0, 4), dtype=np.int64), *(suits.steps[n] for n in busy)])
    flat = np.concatenate([np.zeros(0, dtype=np.int64), *tables])
    described = np.array(layers, dtype=np.int64).reshape(len(layers), 10)
    balanced = sum(owners) // len(owners)
    most = ways_to_deal(sum(owners), (balanced,) * kept)
    answers = []
    moduli = (0,) if most < _WORD else _MODULI
    for modulus in moduli:
        answer = np.zeros(int(widths[:-1].prod()), dtype=np.int64)
        sweep(widths, described, steps, gains, flat, modulus, answer)
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
