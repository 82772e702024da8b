"""What has to be remembered of a hand, rank by rank, to know whether it can beat a play.

An automaton reads what cards of each rank a hand holds, from Mah Jong (rank 1) to the ace: how
many, and the suit of one alone, since cards of one suit are a bomb and no straight (clause 2.7).
Its state forgets all that no longer matters: states from which the same cards lead to the same end
are made one (Moore's partition, from the ace down). `BEATEN` is left by no card. What cannot be
read, since the cards are not unseen, leads nowhere and keeps no states apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.games.tichu.pieces import ACE, LOWEST, SUITS

__all__ = [
    "BEATEN",
    "CARDS_READ",
    "DRAGON_RANK",
    "LAYERS",
    "ONE_OF",
    "Aim",
    "Automaton",
    "of_suit",
    "of_type",
]

BEATEN: Final = -1
LAYERS: Final = ACE
"""Layer i is about rank i + 1."""

DRAGON_RANK: Final = ACE + 1
"""The Phoenix lies half a rank above any single but the Dragon."""

ONE_OF: Final = SUITS + 1
"""What is read of a single card of the first suit, then of the others; else how many there are."""

CARDS_READ: Final = (*range(SUITS + 1), *(1,) * SUITS)
"""How many cards each reading is."""

_MIXED: Final = -1

Step = Callable[[Hashable, int, int], Hashable]
"""From a state, a rank and what is read there to the next state; None for beaten."""


@dataclass(frozen=True, eq=False)
class Automaton:
    """States by number, layer by layer.

    Parameters
    ----------
    tables
        For each layer (states, readings): the state that follows, or `BEATEN`; 0 for what cannot be
        read there.
    """

    tables: tuple[NDArray[np.int64], ...]

    def idle(self, layer: int) -> bool:
        """Whether what is read at a layer makes no difference, and leaves no choice of state."""
        table = self.tables[layer]
        return len(table) == 1 and bool((table == 0).all())


@dataclass(frozen=True)
class Aim:
    """What beats a play: one of a type, bombs, or both.

    Parameters
    ----------
    kind
        A kind of combination whose plays beat it; None for bombs alone.
    rank
        They beat it when their rank is higher.
    length
        Their number of cards.
    quads_above
        Four of a kind of a higher rank than this beat it as well; None where they do not.
    flush
        The straight flushes that do: longer than so many cards, or as long and with a highest
        card above this rank; None where they do not.
    phoenix_full_house_from_quad
        Whether four of a rank and the Phoenix are a full house.
    suited
        For straights where straight flushes are none: the cards, as bits, that can be in a straight
        flush of that length and a higher rank; 0 where these are straights as well.
    """

    kind: str | None
    rank: int = 0
    length: int = 0
    quads_above: int | None = None
    flush: tuple[int, int] | None = None
    phoenix_full_house_from_quad: bool = False
    suited: int = 0


def _minimised(
    start: Hashable, step: Step, width: int, possible: Sequence[Sequence[int]]
) -> Automaton:
    """Return the automaton of so many readings, of which these are possible at each layer."""
    layers: list[list[Hashable]] = [[start]]
    for layer, readings in enumerate(possible):
        following = {
            after
            for state in layers[-1]
            for reading in readings
            if (after := step(state, layer + 1, reading)) is not None
        }
        layers.append(list(following))
    numbers: dict[Hashable, int] = dict.fromkeys(layers[-1], 0)
    tables: list[NDArray[np.int64]] = []
    for layer in range(LAYERS - 1, -1, -1):
        rows: dict[tuple[int, ...], int] = {}
        merged = {}
        for state in layers[layer]:
            ahead = [0] * width
            for reading in possible[layer]:
                after = step(state, layer + 1, reading)
                ahead[reading] = BEATEN if after is None else numbers[after]
            merged[state] = rows.setdefault(tuple(ahead), len(rows))
        tables.append(np.array(list(rows), dtype=np.int64).reshape(len(rows), width))
        numbers = merged
    return Automaton(tuple(reversed(tables)))


@lru_cache(maxsize=1024)
def of_type(
    aim: Aim, phoenix: bool, unseen: tuple[int, ...] = (1, *((1 << SUITS) - 1,) * (LAYERS - 1))
) -> Automaton:
    """Return the automaton of a hand with or without the Phoenix.

    Parameters
    ----------
    aim
        What beats a play.
    phoenix
        Whether the hand has it.
    unseen
        The cards of each rank from 1 that it may have, as bits of the suits; Mah Jong as 1.

    Examples
    --------
    A pair beats a pair of kings when it is of aces: two of them, or one and the Phoenix.

    >>> of_type(Aim("pair", rank=13), phoenix=False).tables[13]
    array([[ 0,  0, -1, -1, -1,  0,  0,  0,  0]])
    >>> of_type(Aim("pair", rank=13), phoenix=True).tables[13]
    array([[ 0, -1, -1, -1, -1, -1, -1, -1, -1]])
    """
    possible = [_readings(bits) for bits in unseen]
    # The Phoenix in place of one of its cards makes a straight of any straight flush.
    if aim.suited and not phoenix:
        return _minimised((0, _MIXED), _rows_of_suits(aim), len(CARDS_READ), possible)
    start, step = _steps(aim, phoenix)

    def with_bombs(state: Hashable, rank: int, reading: int) -> Hashable:
        held, quads = CARDS_READ[reading], aim.quads_above
        if held == SUITS and quads is not None and rank > max(quads, LOWEST - 1):
            return None
        # Mah Jong is there once: more of it is not asked about.
        return step(state, rank, min(held, 1) if rank < LOWEST else held)

    return _minimised(start, with_bombs, len(CARDS_READ), possible)


def _readings(bits: int) -> list[int]:
    """Return what may be read of a rank of which there are these cards."""
    alone = (ONE_OF + suit for suit in range(SUITS) if bits >> suit & 1)
    return [*range(bits.bit_count() + 1), *alone]


def _steps(aim: Aim, phoenix: bool) -> tuple[Hashable, Step]:
    match aim.kind:
        case "single":
            return _enough(aim.rank, 1)
        case "pair":
            return _enough(aim.rank, 2 - phoenix)
        case "three":
            return _enough(aim.rank, 3 - phoenix)
        case "straight":
            return (0, 0), _rows(aim.length, aim.rank, 1, phoenix)
        case "pair_sequence":
            return (0, 0), _rows(aim.length // 2, aim.rank, 2, phoenix)
        case "full_house" if phoenix:
            return "nothing", _full_house_with_phoenix(aim)
        case "full_house":
            return "nothing", _full_house(aim.rank)
        case _:
            return 0, lambda state, _rank, _held: state


def _enough(above: int, wanted: int) -> tuple[Hashable, Step]:
    def step(state: Hashable, rank: int, held: int) -> Hashable:
        return None if rank > max(above, LOWEST - 1) and held >= wanted else state

    return 0, step


def _rows(ranks: int, above: int, wanted: int, phoenix: bool) -> Step:
    """Return the step for so many ranks in a row with so many cards of each.

    A state is how many in a row end here, of cards alone and with the Phoenix for one of them.
    """

    def step(state: Hashable, rank: int, held: int) -> Hashable:
        assert isinstance(state, tuple)
        plain, helped = state
        if held >= wanted:
            plain, helped = plain + 1, helped + 1
        else:
            stands = phoenix and held >= wanted - 1 and rank >= LOWEST
            plain, helped = 0, plain + 1 if stands else 0
        if max(plain, helped) >= ranks and rank > above:
            return None
        return min(plain, ranks), min(helped, ranks)

    return step


def _rows_of_suits(aim: Aim) -> Step:
    """Return the step for a straight that is not all of one suit.

    A state is how many ranks in a row end here, and the suit that all of them are of, each held
    once. Ranks that no higher straight can reach down to are left out, so that a row which is long
    enough and of several suits always has such a straight at its end.
    """
    lowest = aim.rank - aim.length + 2

    def step(state: Hashable, rank: int, reading: int) -> Hashable:
        assert isinstance(state, tuple)
        run, suit = state
        if rank < lowest or not CARDS_READ[reading]:
            return 0, _MIXED
        own = reading - ONE_OF
        if own < 0 or rank < LOWEST or not aim.suited >> SUITS * (rank - LOWEST) + own & 1:
            own = _MIXED
        suit = own if run == 0 or own == suit else _MIXED
        run = min(run + 1, aim.length)
        return None if run == aim.length and suit == _MIXED else (run, suit)

    return step


def _full_house(above: int) -> Step:
    """Return the step for a full house of cards alone.

    ``"pairs"``: ranks held twice or more, but none that is high enough three times; ``"three"``:
    one that is, and no other rank twice.
    """

    def step(state: Hashable, rank: int, held: int) -> Hashable:
        if held < 2 or rank < LOWEST:
            return state
        if held >= 3 and rank > above:
            return "three" if state == "nothing" else None
        return None if state == "three" else "pairs"

    return step


def _full_house_with_phoenix(aim: Aim) -> Step:
    """Return the step for a full house with the Phoenix: a three and a card, or two pairs.

    ``"cards"``: none twice; ``"pairs"``: ranks twice or more, none high enough; ``"high"``: one
    that is, twice, and perhaps single cards; ``"three"``: one that is, three times, and no other
    card.
    """

    def step(state: Hashable, rank: int, held: int) -> Hashable:
        if held == 0 or rank < LOWEST:
            return state
        if state == "three":
            return None
        if rank <= aim.rank:  # these come first: no state is "high" yet
            return "pairs" if held >= 2 or state == "pairs" else "cards"
        if held == 1:
            return "cards" if state == "nothing" else state
        if state in ("pairs", "high"):
            return None
        if held == 2:
            return "high"
        if state == "cards" or (held == SUITS and aim.phoenix_full_house_from_quad):
            return None
        return "three"

    return step


@lru_cache(maxsize=1024)
def of_suit(
    length: int, above: int, unseen: tuple[bool, ...], hands: int, rest: bool, mah_jong: bool
) -> Automaton:
    """Return the automaton of one suit: which of the hands gets its card of each rank.

    Read is the hand, or one more than the last for a card that none gets: seen, or left in the
    pack. A straight flush in one hand that is longer than ``length``, or as long with a highest
    card above a rank, is `BEATEN`.

    Parameters
    ----------
    length, above
        See `Aim.flush`.
    unseen
        Whether the card of each rank, from 1, may be anybody's.
    hands
        How many there are.
    rest
        Whether an unseen card may be left in the pack.
    mah_jong
        Whether Mah Jong is this suit's 1.
    """

    def step(state: Hashable, rank: int, owner: int) -> Hashable:
        assert isinstance(state, tuple)
        if owner == hands or not unseen[rank - 1] or (rank < LOWEST and not mah_jong):
            return (hands, 0)
        run = state[1] + 1 if state[0] == owner else 1
        if run > length or (run == length and rank > above):
            return None
        return (owner, run)

    possible = [range(hands + rest) if open_ else (hands,) for open_ in unseen]
    return _minimised((hands, 0), step, hands + 1, possible)
