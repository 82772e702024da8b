"""The graph of one hand within a few draws, and the chances on it.

A *state* is five words: the packed cards in hand, the packed cards still unseen, and the laid kinds
as bits. Held states lead by a draw to drawn ones, these by a discard to held states a draw later,
or by laying a carré to held states of the same draw. Where discards return, what is unseen follows
from the hand, and those two words are 0.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.neurotrio._kernels.cube import KINDS, LOW_KINDS, U64, bit_count, count_of

WORDS: Final = 5
HAND_LOW: Final = 0
HAND_HIGH: Final = 1
UNSEEN_LOW: Final = 2
UNSEEN_HIGH: Final = 3
LAID: Final = 4
_CARRE: Final = 4
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
_FOUR_OR_MORE: Final = np.uint64(0xCCCCCCCCCCCCCCCC)
_MIX: Final = np.uint64(0xBF58476D1CE4E5B9)


@kernel
def _slot(state: NDArray[np.uint64], mask: Int) -> Int:
    mixed = U64(0)
    for word in range(WORDS):
        mixed = (mixed ^ state[word]) * _SPREAD
        mixed ^= mixed >> U64(29)
    mixed *= _MIX
    return np.int64(mixed >> U64(32)) & mask


@kernel
def intern(
    state: NDArray[np.uint64], states: NDArray[np.uint64], n: Int, slots: NDArray[np.int32]
) -> Int:
    """Return the place of a state among the first `n`, or `n` after writing it there."""
    mask = len(slots) - 1
    slot = _slot(state, mask)
    while slots[slot] >= 0:
        place = np.int64(slots[slot])
        same = True
        for word in range(WORDS):
            same &= states[place, word] == state[word]
        if same:
            return place
        slot = (slot + 1) & mask
    slots[slot] = n
    for word in range(WORDS):
        states[n, word] = state[word]
    return n


@kernel
def fill_state_slots(states: NDArray[np.uint64], n: Int, slots: NDArray[np.int32]) -> None:
    """Put the places of the first `n` states into `slots`, all -1 before."""
    mask = len(slots) - 1
    for place in range(n):
        slot = _slot(states[place], mask)
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = place


@kernel
def _add(state: NDArray[np.uint64], first: Int, kind: Int, cards: Int) -> None:
    """Add (or take, if below 0) cards of a kind to the pair of words that begins at `first`."""
    word = first if kind < LOW_KINDS else first + 1
    place = U64(4 * (kind if kind < LOW_KINDS else kind - LOW_KINDS))
    if cards >= 0:
        state[word] += U64(cards) << place
    else:
        state[word] -= U64(-cards) << place


@kernel
def _has_four(low: np.uint64, high: np.uint64) -> bool:
    """Return whether a packed hand has four or more of a kind (see `cube.pack`: 4 bits each)."""
    return (low | high) & _FOUR_OR_MORE != U64(0)


@kernel
def list_draws(
    held: NDArray[np.uint64],
    begin: Int,
    end: Int,
    copies: Int,
    returning: bool,
    last: bool,
    drawn: NDArray[np.uint64],
    n_drawn: Int,
    slots: NDArray[np.int32],
    edges: NDArray[np.int32],
    weights: NDArray[np.uint8],
) -> Int:
    """List what the held states from `begin` to `end` lead to by a draw; return how many drawn are.

    Row ``h`` of `edges` and `weights` has, for each kind, the drawn state and how many unseen
    cards lead there; weight 0 where there are none. After the last draw what is unseen matters only
    to a hand that can lay a carré, and is forgotten of the others, so that many are the same.
    """
    state = np.empty(WORDS, dtype=np.uint64)
    for place in range(begin, end):
        for kind in range(KINDS):
            if returning:
                unseen: Int = 0
                if held[place, LAID] >> U64(kind) & U64(1) == U64(0):
                    unseen = copies - count_of(held[place, HAND_LOW], held[place, HAND_HIGH], kind)
            else:
                unseen = count_of(held[place, UNSEEN_LOW], held[place, UNSEEN_HIGH], kind)
            weights[place, kind] = unseen
            if unseen == 0:
                continue
            for word in range(WORDS):
                state[word] = held[place, word]
            _add(state, HAND_LOW, kind, 1)
            if not returning:
                _add(state, UNSEEN_LOW, kind, -1)
                if last and not _has_four(state[HAND_LOW], state[HAND_HIGH]):
                    state[UNSEEN_LOW] = U64(0)
                    state[UNSEEN_HIGH] = U64(0)
            where = intern(state, drawn, n_drawn, slots)
            n_drawn += where == n_drawn
            edges[place, kind] = where
    return n_drawn


@kernel
def list_moves(
    drawn: NDArray[np.uint64],
    begin: Int,
    end: Int,
    kept: NDArray[np.uint8],
    laying: bool,
    held: NDArray[np.uint64],
    n_held: Int,
    slots: NDArray[np.int32],
    edges: NDArray[np.int32],
) -> Int:
    """List where discards (or lays, if `laying`) of drawn states lead; return how many held are.

    Row ``d`` of `edges` has the held state for each kind, -1 where there is no such move.
    """
    state = np.empty(WORDS, dtype=np.uint64)
    for place in range(begin, end):
        for kind in range(KINDS):
            count = count_of(drawn[place, HAND_LOW], drawn[place, HAND_HIGH], kind)
            if (laying and count < _CARRE) or (not laying and count <= np.int64(kept[kind])):
                edges[place, kind] = -1
                continue
            for word in range(WORDS):
                state[word] = drawn[place, word]
            if laying:
                _add(state, HAND_LOW, kind, -_CARRE)
                state[LAID] |= U64(1) << U64(kind)
            else:
                _add(state, HAND_LOW, kind, -1)
            where = intern(state, held, n_held, slots)
            n_held += where == n_held
            edges[place, kind] = where
    return n_held


@kernel
def forget_unseen(states: NDArray[np.uint64]) -> None:
    """Set what is unseen to 0 in all states."""
    for place in range(len(states)):
        states[place, UNSEEN_LOW] = U64(0)
        states[place, UNSEEN_HIGH] = U64(0)


@kernel
def unpack_states(
    states: NDArray[np.uint64], counts: NDArray[np.uint8], laid: NDArray[np.uint8]
) -> None:
    """Write the counts in hand and the laid kinds of each state."""
    for row in range(len(states)):
        for kind in range(KINDS):
            counts[row, kind] = count_of(states[row, HAND_LOW], states[row, HAND_HIGH], kind)
            laid[row, kind] = states[row, LAID] >> U64(kind) & U64(1)


@kernel
def value_drawn(
    drawn: NDArray[np.uint64],
    laid: Int,
    finishes: NDArray[np.int32],
    minimum: Int,
    discards: NDArray[np.int32],
    after: NDArray[np.float64],
    lays: NDArray[np.int32],
    same: NDArray[np.float64],
    values: NDArray[np.float64],
    choices: NDArray[np.int16],
) -> None:
    """Fill in what drawn states with so many laid carrés are worth.

    Columns of `after` (held states a draw later), `same` (of this draw) and `values`: the best
    chance, the points it comes with (of equal chances the most), the most points by themselves.
    `choices` gets the moves of the first policy: -1 to finish, a kind to discard, 27 + kind to lay.
    """
    for place in range(len(values)):
        if bit_count(drawn[place, LAID]) != laid:
            continue
        chance = -1.0
        points = -1.0
        most = -1.0
        choice: Int = -1
        if finishes[place] >= minimum:
            chance = 1.0
            points = np.float64(finishes[place])
            most = points
        for option in range(2 * KINDS):
            if option < KINDS:
                where = discards[place, option]
                table = after
            else:
                where = lays[place, option - KINDS]
                table = same
            if where < 0:
                continue
            # Chances that are equal but for rounding are equal: points decide.
            better = table[where, 0] > chance + 1e-12
            if better or (table[where, 0] > chance - 1e-12 and table[where, 1] > points):
                chance = table[where, 0]
                points = table[where, 1]
                choice = option
            most = max(most, table[where, 2])
        values[place, 0] = chance
        values[place, 1] = points
        values[place, 2] = most
        choices[place] = choice


@kernel
def value_held(
    held: NDArray[np.uint64],
    laid: Int,
    edges: NDArray[np.int32],
    weights: NDArray[np.uint8],
    drawn: NDArray[np.float64],
    stuck: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Fill in what held states with so many laid carrés are worth: the mean over their draws.

    `stuck` has their points where there is no card left to draw.
    """
    for place in range(len(values)):
        if bit_count(held[place, LAID]) != laid:
            continue
        total: Int = 0
        for column in range(3):
            values[place, column] = 0.0
        for kind in range(KINDS):
            weight = np.int64(weights[place, kind])
            if weight > 0:
                total += weight
                for column in range(3):
                    values[place, column] += weight * drawn[edges[place, kind], column]
        for column in range(3):
            if total > 0:
                values[place, column] /= total
            else:
                values[place, column] = 0.0 if column == 0 else stuck[place]


@kernel
def spread_held(
    held: NDArray[np.uint64],
    laid: Int,
    edges: NDArray[np.int32],
    weights: NDArray[np.uint8],
    shares: NDArray[np.float64],
    drawn: NDArray[np.float64],
    stuck: NDArray[np.int64],
    outcomes: NDArray[np.float64],
) -> None:
    """Pass the probability of held states with so many laid carrés on to what they lead to."""
    for place in range(len(shares)):
        if shares[place] == 0.0 or bit_count(held[place, LAID]) != laid:
            continue
        total: Int = 0
        for kind in range(KINDS):
            total += np.int64(weights[place, kind])
        if total == 0:
            outcomes[stuck[place]] += shares[place]
        for kind in range(KINDS):
            if weights[place, kind] > 0:
                drawn[edges[place, kind]] += shares[place] * np.int64(weights[place, kind]) / total


@kernel
def spread_drawn(
    states: NDArray[np.uint64],
    laid: Int,
    finishes: NDArray[np.int32],
    choices: NDArray[np.int16],
    discards: NDArray[np.int32],
    lays: NDArray[np.int32],
    shares: NDArray[np.float64],
    after: NDArray[np.float64],
    same: NDArray[np.float64],
    outcomes: NDArray[np.float64],
) -> None:
    """Pass the probability of drawn states on along the moves of the policy."""
    for place in range(len(shares)):
        if shares[place] == 0.0 or bit_count(states[place, LAID]) != laid:
            continue
        choice = np.int64(choices[place])
        if choice < 0:
            outcomes[finishes[place]] += shares[place]
        elif choice < KINDS:
            after[discards[place, choice]] += shares[place]
        else:
            same[lays[place, choice - KINDS]] += shares[place]
