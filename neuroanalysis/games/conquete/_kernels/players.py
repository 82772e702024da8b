"""What players of stated style do, decided by what they see, their parameters and luck.

What a player sees beside the domain is an array of numbers, a *sight*, in which players are counted
from himself: 0 himself, 1 the next. The answer is a code of `board.placements`, or `PASSES`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, apart, kernel
from neuroanalysis.core._kernels.luck import mixed
from neuroanalysis.games.conquete._kernels import board as boards
from neuroanalysis.games.conquete._kernels.board import (
    BOARD,
    LISTING,
    MOST_PLACEMENTS,
    RULES,
    Board,
    Listing,
    copy_board,
    make_board,
    make_listing,
    put,
)
from neuroanalysis.games.conquete._kernels.domain import joined
from neuroanalysis.games.conquete._kernels.layout import (
    KINDS,
    MAY_PASS_WHEN_ABLE,
    MOST_CARDS,
    MOST_PLAYERS,
    PASS_COST,
    SET_LESS,
    SIDES,
    RuleArrays,
)

# Places in a sight.
PLAYERS: Final = 0
SEAT: Final = 1
TURN: Final = 2  # moves of the round so far
ENLARGED: Final = 3
OUT: Final = 4  # how many have placed all their cards
PLACED: Final = 5  # cards that he has placed
SIZES: Final = 6  # of hands
HAND: Final = SIZES + MOST_PLAYERS  # copies of each kind
UNSEEN: Final = HAND + KINDS  # in other hands: what lies neither in the domain nor in his hand
SIGHT: Final = UNSEEN + KINDS

# Parameters of a player; see `policies/skills.py`.
JUDGEMENT: Final = 0
SET_WORTH: Final = 1
PASS_BELOW: Final = 2
MAY_PASS: Final = 3
WIDTH: Final = 4
SAMPLES: Final = 5
AGAINST: Final = 6
PARAMETERS: Final = 7

CHANCE: Final = 0
NOW: Final = 1
AHEAD: Final = 2

PASSES: Final = -1

_U64 = np.uint64
_KEYS: Final = 64
_ROW: Final = np.zeros(1, dtype=np.int64)


# Large, and asked by several: compiled once.
placements = apart(boards.placements, BOARD, 1, 1, 1, 1.0, np.uint64(1), RULES, LISTING)


class Space(NamedTuple):
    """What decisions need to work in."""

    room: Listing
    trial: Board
    hands: NDArray[np.int64]
    """(players, kinds): the hands that others might hold."""
    cards: NDArray[np.int64]
    sums: NDArray[np.float64]
    tried: NDArray[np.int64]


EXAMPLE: Final = Space(LISTING, BOARD, np.zeros((1, 1), dtype=np.int64), _ROW, np.zeros(1), _ROW)
"""Of the types that a workspace has."""


@kernel
def make_space() -> Space:
    """Make the workspace of decisions."""
    return Space(
        make_listing(),
        make_board(),
        np.zeros((MOST_PLAYERS, KINDS), dtype=np.int64),
        np.zeros(MOST_CARDS, dtype=np.int64),
        np.zeros(MOST_PLACEMENTS + 1),
        np.zeros(MOST_PLACEMENTS + 1, dtype=np.int64),
    )


@kernel
def kinds_in(hand: NDArray[np.int64]) -> int:
    """Return the set of kinds in a hand."""
    kinds = 0
    for kind in range(KINDS):
        if hand[kind]:
            kinds |= 1 << kind
    return kinds


@kernel
def _finishing(rules: RuleArrays, out: Int) -> int:
    return int(rules.finishing[out]) if out < len(rules.finishing) else 0


@kernel
def _deal_unseen(sight: NDArray[np.int64], luck: np.uint64, space: Space) -> None:
    """Deal the cards that a player does not see to the others, as many as each holds."""
    n = 0
    for kind in range(KINDS):
        for _ in range(sight[UNSEEN + kind]):
            space.cards[n] = kind
            n += 1
    at = 0
    for other in range(1, sight[PLAYERS]):
        for kind in range(KINDS):
            space.hands[other, kind] = 0
        for _ in range(sight[SIZES + other]):
            pick = at + np.int64(mixed(luck ^ _U64(at)) % _U64(n - at))
            kind = space.cards[pick]
            space.cards[pick] = space.cards[at]
            space.hands[other, kind] += 1
            at += 1


@kernel
def _worth(
    board: Board, code: Int, player: Int, skill: NDArray[np.float64], rules: RuleArrays
) -> float:
    """Return what a placement is worth at once."""
    fitting, cell = code % (SIDES + 1), code // (SIDES + 1) // KINDS
    touched = joined(board.owners, board.parents, cell, player + 1)
    sets = 1 + (touched - 1) * rules.numbers[SET_LESS]
    return rules.placing[fitting] + skill[SET_WORTH] * sets


@kernel
def _tried(
    sight: NDArray[np.int64],
    board: Board,
    code: Int,
    luck: np.uint64,
    skill: NDArray[np.float64],
    rules: RuleArrays,
    space: Space,
) -> float:
    """Return what a way of playing is worth until the next turn, against the hands dealt."""
    trial, room = space.trial, space.room
    players, seat, out = sight[PLAYERS], sight[SEAT], sight[OUT]
    enlarged, cost = sight[ENLARGED], float(rules.numbers[PASS_COST])
    copy_board(board, trial, players + 2)
    gain, others, kept = 0.0, 0.0, -1
    holding = 1
    for other in range(1, players):
        holding += 1 if sight[SIZES + other] else 0
    rivals = max(1, holding - 1)
    for step in range(players + 1):
        # 0: what is tried; then each other player; last the player himself again.
        mine = step in (0, players)
        other = step % players
        left = sight[SIZES + other] - (1 if step == players and kept >= 0 else 0)
        if left == 0 or holding == 1:
            continue
        chosen = code
        worth = -cost
        if step:
            if mine:
                kinds = 0
                for held in range(KINDS):
                    if sight[HAND + held] - (1 if held == kept else 0) > 0:
                        kinds |= 1 << held
            else:
                kinds = kinds_in(space.hands[other])
            n, best = placements(
                trial,
                kinds,
                (seat + other) % players,
                enlarged,
                skill[SET_WORTH],
                luck ^ _U64(step),
                rules,
                room,
            )
            chosen = room.codes[best] if n else PASSES
            if n:
                worth = room.values[best]
        elif code >= 0:
            worth = _worth(board, code, seat, skill, rules)
        if chosen >= 0:
            cell, kind = chosen // (SIDES + 1) // KINDS, chosen // (SIDES + 1) % KINDS
            put(trial, cell, kind, (seat + other) % players)
            if step == 0:
                kept = int(kind)
            if left == 1:
                worth += _finishing(rules, out)
                out += 1
                holding -= 1
        if mine:
            gain += worth
        else:
            others += worth
    return gain - skill[AGAINST] * others / rivals


_until_next = apart(_tried, _ROW, BOARD, 1, np.uint64(1), np.zeros(1), RULES, EXAMPLE)


@kernel
def _ahead(
    sight: NDArray[np.int64],
    board: Board,
    luck: np.uint64,
    skill: NDArray[np.float64],
    may_pass: bool,
    n: Int,
    rules: RuleArrays,
    space: Space,
) -> int:
    """Return the best of the likely placements, looked at until the player's next turn.

    Each is tried against the same hands that others might hold: they answer with what is worth
    most at once, and so does the player. Worth is what he gains, less what the others do on
    average.
    """
    room, sums, tried = space.room, space.sums, space.tried
    width = min(n, np.int64(skill[WIDTH]))
    for rank in range(width):
        best = 0
        for place in range(n):
            if room.values[place] > room.values[best]:
                best = place
        tried[rank], sums[rank] = room.codes[best], 0.0
        room.values[best] = -np.inf
    if may_pass:
        tried[width], sums[width] = PASSES, 0.0
        width += 1
    for sample in range(np.int64(skill[SAMPLES])):
        fresh = mixed(luck ^ mixed(_U64(sample * _KEYS + 1)))
        _deal_unseen(sight, fresh, space)
        for way in range(width):
            sums[way] += _until_next(sight, board, tried[way], fresh, skill, rules, space)
    best = 0
    for way in range(1, width):
        if sums[way] > sums[best]:
            best = way
    return int(tried[best])


@kernel
def choose(
    sight: NDArray[np.int64],
    board: Board,
    key: np.uint64,
    skill: NDArray[np.float64],
    rules: RuleArrays,
    space: Space,
) -> int:
    """Return what a player does in turn; he passes when he can place nothing."""
    luck = mixed(key ^ mixed(_U64(sight[TURN] * MOST_PLAYERS + sight[SEAT])))
    room, seat = space.room, sight[SEAT]
    kinds = kinds_in(sight[HAND : HAND + KINDS])
    n, best = placements(board, kinds, seat, sight[ENLARGED], skill[SET_WORTH], luck, rules, room)
    if n == 0:
        return PASSES
    may_pass = skill[MAY_PASS] != 0.0 and rules.numbers[MAY_PASS_WHEN_ABLE] != 0
    if skill[JUDGEMENT] == CHANCE:
        place = np.int64(luck % _U64(n + (1 if may_pass else 0)))
        return PASSES if place == n else int(room.codes[place])
    if sight[SIZES] == 1:
        # To go out brings what it brings, and no card waits for a better place.
        return int(room.codes[best])
    if skill[JUDGEMENT] == AHEAD:
        return _ahead(sight, board, luck, skill, may_pass, n, rules, space)
    # A first card stands alone, wherever it lies: who waited for a better place would for ever.
    if may_pass and sight[PLACED] and room.values[best] < skill[PASS_BELOW]:
        return PASSES
    return int(room.codes[best])
