"""What players of stated skill do, decided by what they see, their parameters and luck.

One move is decided at a time: `choose_move` writes it into an array of numbers. A player sees his
rack, what lies open, the discards, who has opened, and the numbers of the round that all know.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.core._kernels.luck import mixed
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.choosing import (
    A_WILD,
    KEEP_NONE,
    KEEP_ONE,
    MOST_PAIRS,
    MOST_TILES,
    MOST_VALUE,
    NO_TILE,
    Space,
    best_melds,
    best_pairs,
    make_space,
)
from neuroanalysis.games.okey51._kernels.layout import COLOURS, IDENTITIES, NUMBERS, RuleArrays
from neuroanalysis.games.okey51._kernels.table import (
    NOWHERE,
    fits_anywhere,
    okey_place,
    place_for,
    place_value,
    tiles_of,
)

FAKE: Final = IDENTITIES
KINDS: Final = IDENTITIES + 1

# Parameters of a player; see `policies/skills.py`.
COIN: Final = 0
PENALTY: Final = 1
LEFT: Final = 2
KEEP: Final = 3
PAIRS_FROM: Final = 4
PARAMETERS: Final = 5

# Single numbers that a player sees.
PLAYER: Final = 0
ON_TABLE: Final = 1
THRESHOLD: Final = 2
TO_DRAW: Final = 3
OFFERED: Final = 4
LAID_OFF: Final = 5
INDICATOR: Final = 6
OKEY: Final = 7
FAKE_IDENTITY: Final = 8
TURN: Final = 9
INDICATOR_APART: Final = 10
NUMBERS_SEEN: Final = 11

# How somebody has opened.
UNOPENED: Final = 0
BY_MELDS: Final = 1
BY_PAIRS: Final = 2

# A move: what, whether the last discard is taken for it, the place on the table, the identity (of a
# discard: the kind), whether it is a wild, how many melds or pairs, and these.
WHAT: Final = 0
TAKEN: Final = 1
PLACE: Final = 2
IDENTITY: Final = 3
IS_WILD: Final = 4
MELDS: Final = 5
CODES: Final = 6
MOVE: Final = CODES + MOST_PAIRS

DRAW: Final = 0
DISCARD: Final = 1
OPEN: Final = 2
OPEN_PAIRS: Final = 3
LAY: Final = 4
LAY_PAIR: Final = 5
LAY_OFF: Final = 6
STEAL: Final = 7

# What a coin is thrown for, by players who leave things to chance.
_FOR_TAKING: Final = np.int64(1)
_FOR_OPENING: Final = np.int64(2)
_FOR_PAIRS: Final = np.int64(3)
_FOR_MELDS: Final = np.int64(4)
_FOR_THEFT: Final = np.int64(5)
_FOR_LAYING_OFF: Final = np.int64(6)
_FOR_DISCARD: Final = np.int64(7)

# What neighbours are worth to a tile that is in no meld: held, or for each copy not seen.
_NEXT: Final = 3.0
_NEXT_UNSEEN: Final = 0.6
_NEXT_BUT_ONE: Final = 2.0
_NEXT_BUT_ONE_UNSEEN: Final = 0.4
_LIKE: Final = 2.5
_LIKE_UNSEEN: Final = 0.5
# A tile in a meld, a wild, or one of a pair for whoever goes for pairs.
_MELDED: Final = 100.0
_OKEY: Final = 200.0
# Who has not opened needs dear tiles.
_DEARNESS: Final = 0.1


class Sight(NamedTuple):
    """What a player sees."""

    rack: NDArray[np.int64]
    """53 counts."""
    codes: NDArray[np.int64]
    """Melds and pairs on the table; as many as `ON_TABLE` says."""
    owners: NDArray[np.int64]
    discards: NDArray[np.int64]
    """53 counts of the discards that lie there."""
    opened: NDArray[np.int64]
    """How each player has."""
    numbers: NDArray[np.int64]


class Thought(NamedTuple):
    """Room to think."""

    space: Space
    naturals: NDArray[np.int64]
    """The rack by identity, okeys left out."""
    unseen: NDArray[np.int64]
    """Copies of each identity that the player does not see, okeys left out."""
    melded: NDArray[np.int64]
    """By identity: how many of the rack are in melds."""


@kernel
def make_thought() -> Thought:
    """Make room to think."""
    return Thought(
        make_space(),
        np.zeros(IDENTITIES, dtype=np.int64),
        np.zeros(IDENTITIES, dtype=np.int64),
        np.zeros(IDENTITIES, dtype=np.int64),
    )


@kernel
def choose_move(
    sight: Sight,
    row: NDArray[np.float64],
    key: np.uint64,
    rules: RuleArrays,
    thought: Thought,
    move: NDArray[np.int64],
) -> None:
    """Write the next move of a player, which is legal.

    Parameters
    ----------
    sight
        What he sees.
    row
        His parameters.
    key
        What his luck is made of.
    rules, thought
        The rules; room to think.
    move
        `MOVE` numbers.
    """
    move[:] = 0
    numbers, naturals = sight.numbers, thought.naturals
    how = sight.opened[numbers[PLAYER]]
    wilds = _look_at_rack(sight, thought)
    if numbers[TO_DRAW]:
        if numbers[OFFERED] >= 0 and _take(how, wilds, sight, row, key, rules, thought, move):
            move[TAKEN] = 1
            return
        move[:] = 0
        move[WHAT] = DRAW
        return
    size = _size(sight)
    if how == UNOPENED:
        if rules.numbers[layout.STEAL_BEFORE_OPENING] and _coin(sight, row, key, _FOR_THEFT):
            if _steal_any(sight, thought, move):
                return
        if _open(wilds, NO_TILE, sight, row, key, rules, thought, move):
            return
    elif how == BY_PAIRS:
        if size > 2 and _coin(sight, row, key, _FOR_PAIRS):
            n = best_pairs(naturals, wilds, KEEP_ONE, NO_TILE, numbers[OKEY], rules, thought.space)
            if n:
                move[WHAT] = LAY_PAIR
                move[MELDS] = 1
                move[CODES] = thought.space.found[0]
                return
    elif _act_open(size, wilds, sight, row, key, rules, thought, move):
        return
    move[:] = 0
    move[WHAT] = DISCARD
    if row[COIN] > 0:
        move[IDENTITY] = _any_tile(size, sight, key)
    else:
        move[IDENTITY] = _least_missed(how, wilds, sight, row, rules, thought)


@kernel
def _size(sight: Sight) -> Int:
    size = 0
    for kind in range(KINDS):
        size += sight.rack[kind]
    return size


@kernel
def _look_at_rack(sight: Sight, thought: Thought) -> Int:
    """Write the rack by identity; return the number of wilds."""
    okey = sight.numbers[OKEY]
    for identity in range(IDENTITIES):
        thought.naturals[identity] = sight.rack[identity]
    thought.naturals[okey] = 0
    thought.naturals[sight.numbers[FAKE_IDENTITY]] += sight.rack[FAKE]
    return sight.rack[okey]


@kernel
def _luck(sight: Sight, key: np.uint64, purpose: Int) -> np.uint64:
    """Return the number of what a player sees; `purpose` tells two questions apart."""
    word = np.uint64(sight.numbers[TURN]) * np.uint64(64) + np.uint64(purpose)
    for kind in range(KINDS):
        word = word * np.uint64(3) + np.uint64(sight.rack[kind])
    return mixed(np.uint64(key) ^ mixed(word))


@kernel
def _coin(sight: Sight, row: NDArray[np.float64], key: np.uint64, purpose: Int) -> bool:
    """Return whether a player makes use of what he may do."""
    if row[COIN] <= 0:
        return True
    return np.float64(_luck(sight, key, purpose) >> np.uint64(11)) / 2.0**53 >= row[COIN]


@kernel
def _any_tile(size: Int, sight: Sight, key: np.uint64) -> Int:
    """Return a tile of the rack, each with the same chance."""
    at = np.int64(_luck(sight, key, _FOR_DISCARD) % np.uint64(size))
    for kind in range(KINDS):
        at -= sight.rack[kind]
        if at < 0:
            return kind
    return -1


@kernel
def _take(
    how: Int,
    wilds: Int,
    sight: Sight,
    row: NDArray[np.float64],
    key: np.uint64,
    rules: RuleArrays,
    thought: Thought,
    move: NDArray[np.int64],
) -> bool:
    """Write how the last discard is used, if it is to be taken."""
    numbers = sight.numbers
    kind = numbers[OFFERED]
    if how == BY_PAIRS or not _coin(sight, row, key, _FOR_TAKING):
        return False
    wild = 1 if kind == numbers[OKEY] else 0
    identity = numbers[FAKE_IDENTITY] if kind == FAKE else kind
    if how == BY_MELDS or rules.numbers[layout.STEAL_BEFORE_OPENING]:
        if not wild and _steal(identity, sight, move):
            return True
    if how == BY_MELDS:
        if wild:
            return _lay_off_wild(sight, rules, move)
        return _lay_off(identity, sight, rules, move)
    if not wild:
        thought.naturals[identity] += 1
    tile = A_WILD if wild else identity
    return _open(wilds + wild, tile, sight, row, key, rules, thought, move)


@kernel
def _open(
    wilds: Int,
    tile: Int,
    sight: Sight,
    row: NDArray[np.float64],
    key: np.uint64,
    rules: RuleArrays,
    thought: Thought,
    move: NDArray[np.int64],
) -> bool:
    """Write an opening, with a tile among it if one is named, or return that there is none."""
    space, naturals, size = thought.space, thought.naturals, wilds
    for identity in range(IDENTITIES):
        size += naturals[identity]
    okey, least = sight.numbers[OKEY], rules.numbers[layout.PAIRS_TO_OPEN]
    pairs = best_pairs(naturals, wilds, KEEP_ONE, tile, okey, rules, space)
    by_pairs = pairs >= least and _coin(sight, row, key, _FOR_PAIRS)
    prefers = by_pairs and (2 * pairs == size - 1 or pairs >= row[PAIRS_FROM])
    if not prefers and _coin(sight, row, key, _FOR_OPENING):
        value, melds = best_melds(naturals, wilds, KEEP_ONE, tile, MOST_VALUE, rules, space)
        if melds and value >= sight.numbers[THRESHOLD]:
            move[WHAT] = OPEN
            move[MELDS] = melds
            for place in range(melds):
                move[CODES + place] = space.found[place]
            return True
    if by_pairs:
        pairs = best_pairs(naturals, wilds, KEEP_ONE, tile, okey, rules, space)
        move[WHAT] = OPEN_PAIRS
        move[MELDS] = pairs
        for place in range(pairs):
            move[CODES + place] = space.found[place]
        return True
    return False


@kernel
def _act_open(
    size: Int,
    wilds: Int,
    sight: Sight,
    row: NDArray[np.float64],
    key: np.uint64,
    rules: RuleArrays,
    thought: Thought,
    move: NDArray[np.int64],
) -> bool:
    """Write what somebody does who has opened by melds, other than to discard."""
    if _coin(sight, row, key, _FOR_THEFT) and _steal_any(sight, thought, move):
        return True
    if size > 3 and _coin(sight, row, key, _FOR_MELDS):
        _, melds = best_melds(
            thought.naturals, wilds, KEEP_ONE, NO_TILE, MOST_TILES, rules, thought.space
        )
        if melds:
            move[WHAT] = LAY
            move[MELDS] = 1
            move[CODES] = thought.space.found[0]
            return True
    limit = rules.numbers[layout.LAYOFFS_PER_TURN]
    if size < 2 or (limit and sight.numbers[LAID_OFF] >= limit):
        return False
    if not _coin(sight, row, key, _FOR_LAYING_OFF):
        return False
    for identity in range(IDENTITIES):
        if thought.naturals[identity] and _lay_off(identity, sight, rules, move):
            return True
    return bool(wilds > 0 and _lay_off_wild(sight, rules, move))


@kernel
def _partners(player: Int, other: Int, rules: RuleArrays) -> bool:
    return player == other or (rules.numbers[layout.TEAMS] > 0 and (player - other) % 2 == 0)


@kernel
def _lay_off(identity: Int, sight: Sight, rules: RuleArrays, move: NDArray[np.int64]) -> bool:
    """Write where a tile is laid off, on an opponent's meld if there is a place on one."""
    found, player = -1, sight.numbers[PLAYER]
    for place in range(sight.numbers[ON_TABLE]):
        if place_for(sight.codes[place], identity, rules) == NOWHERE:
            continue
        if not _partners(sight.owners[place], player, rules):
            found = place
            break
        if found < 0:
            found = place
    if found < 0:
        return False
    move[WHAT] = LAY_OFF
    move[PLACE] = found
    move[IDENTITY] = identity
    return True


@kernel
def _lay_off_wild(sight: Sight, rules: RuleArrays, move: NDArray[np.int64]) -> bool:
    """Write where an okey is laid off: where it costs an opponent most."""
    best: Int = -1
    player = sight.numbers[PLAYER]
    for place in range(sight.numbers[ON_TABLE]):
        code = sight.codes[place]
        other = not _partners(sight.owners[place], player, rules)
        for identity in range(IDENTITIES):
            where = place_for(code, identity, rules)
            if where == NOWHERE:
                continue
            costs = place_value(code, identity, where, rules) if other else 0
            if costs > best:
                best = costs
                move[WHAT] = LAY_OFF
                move[PLACE] = place
                move[IDENTITY] = identity
                move[IS_WILD] = 1
    return bool(best >= 0)


@kernel
def _steal(identity: Int, sight: Sight, move: NDArray[np.int64]) -> bool:
    """Write where a tile is given for an okey: the first place on the table."""
    for place in range(sight.numbers[ON_TABLE]):
        if okey_place(sight.codes[place], identity) >= 0:
            move[WHAT] = STEAL
            move[PLACE] = place
            move[IDENTITY] = identity
            return True
    return False


@kernel
def _steal_any(sight: Sight, thought: Thought, move: NDArray[np.int64]) -> bool:
    for identity in range(IDENTITIES):
        if thought.naturals[identity] and _steal(identity, sight, move):
            return True
    return False


@kernel
def _look_around(sight: Sight, thought: Thought) -> None:
    """Write what the player does not see, okeys left out, by identity."""
    numbers, unseen = sight.numbers, thought.unseen
    okey, fake_identity = numbers[OKEY], numbers[FAKE_IDENTITY]
    unseen[:] = 2
    unseen[okey] = 0
    unseen[fake_identity] += 2 - sight.discards[FAKE]
    unseen[numbers[INDICATOR]] -= numbers[INDICATOR_APART]
    unseen -= thought.naturals
    for identity in range(IDENTITIES):
        if identity != okey:
            unseen[identity] -= sight.discards[identity]
    for place in range(numbers[ON_TABLE]):
        thought.melded[:] = 0
        tiles_of(sight.codes[place], thought.melded)
        unseen -= thought.melded


@kernel
def _neighbour(identity: Int, held: float, unseen: float, thought: Thought) -> float:
    """Return what a neighbour is worth to a tile."""
    if thought.naturals[identity]:
        return held
    return unseen * max(0, thought.unseen[identity])


@kernel
def _promise(identity: Int, rules: RuleArrays, thought: Thought) -> float:
    """Return what a tile that is in no meld promises to become one."""
    colour, number = identity // NUMBERS, identity % NUMBERS + 1
    promise = 0.0
    for step in (-2, -1, 1, 2):
        column = number + step
        if number == 1 and step < 0:
            if not rules.numbers[layout.WRAP]:
                continue
            column += NUMBERS  # the 1 after the 13
        if column == NUMBERS + 1 and rules.numbers[layout.WRAP]:
            column = 1
        if 1 <= column <= NUMBERS:
            other = NUMBERS * colour + column - 1
            if abs(step) == 1:
                promise += _neighbour(other, _NEXT, _NEXT_UNSEEN, thought)
            else:
                promise += _neighbour(other, _NEXT_BUT_ONE, _NEXT_BUT_ONE_UNSEEN, thought)
    for other_colour in range(COLOURS):
        if other_colour != colour:
            other = NUMBERS * other_colour + number - 1
            promise += _neighbour(other, _LIKE, _LIKE_UNSEEN, thought)
    return promise


@kernel
def _least_missed(
    how: Int,
    wilds: Int,
    sight: Sight,
    row: NDArray[np.float64],
    rules: RuleArrays,
    thought: Thought,
) -> Int:
    """Return the tile whose discard costs least: what it promises, charges, and what is left."""
    numbers, naturals, space = sight.numbers, thought.naturals, thought.space
    _look_around(sight, thought)
    melded = thought.melded
    melded[:] = 0
    pairs = how == BY_PAIRS
    if how == UNOPENED:
        held = best_pairs(naturals, wilds, KEEP_NONE, NO_TILE, numbers[OKEY], rules, space)
        pairs = held >= row[PAIRS_FROM]
    if not pairs:
        _, melds = best_melds(naturals, wilds, KEEP_ONE, NO_TILE, MOST_VALUE, rules, space)
        for place in range(melds):
            tiles_of(space.found[place], melded)
    following = sight.opened[(numbers[PLAYER] + 1) % len(sight.opened)]
    factor = rules.numbers[layout.LEFT_FACTOR]
    if how == BY_PAIRS:
        factor = rules.numbers[layout.DOUBLE_LEFT_FACTOR]
    best_kind, best = -1, 0.0
    for kind in range(KINDS):
        if not sight.rack[kind]:
            continue
        wild = kind == numbers[OKEY]
        identity = numbers[FAKE_IDENTITY] if kind == FAKE else kind
        number = identity % NUMBERS + 1
        if wild:
            promise = _OKEY
        elif pairs:
            promise = _MELDED if naturals[identity] > 1 else float(thought.unseen[identity])
        elif melded[identity] >= naturals[identity]:
            promise = _MELDED
        else:
            promise = _promise(identity, rules, thought)
            if naturals[identity] > 1:
                promise *= 0.5
        if how == UNOPENED:
            promise += _DEARNESS * number
        gain = -row[KEEP] * promise
        if how != UNOPENED:
            left = rules.numbers[layout.OKEY_LEFT] if wild else number
            gain += row[LEFT] * factor * left
        if row[PENALTY] > 0:
            codes = sight.codes
            if fits_anywhere(identity, 1 if wild else 0, codes, numbers[ON_TABLE], rules):
                charge = rules.numbers[layout.PENALISED] * rules.numbers[layout.PENALISED_POINTS]
                if following == BY_MELDS:
                    charge += rules.numbers[layout.TAKEN_FACTOR] * number
                gain -= row[PENALTY] * charge
        if best_kind < 0 or gain > best:
            best_kind, best = kind, gain
    return best_kind
