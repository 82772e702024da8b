"""Rounds by sections 4 to 6 of the rules, played by `players`: the compiled twin of ``play``.

It keeps to what ``play/turns.py`` says, clause by clause, and only gets moves from the players that
are legal.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.layout import IDENTITIES, NUMBERS, RuleArrays
from neuroanalysis.games.okey51._kernels.melds import WILDS
from neuroanalysis.games.okey51._kernels.players import (
    BY_MELDS,
    BY_PAIRS,
    CODES,
    DISCARD,
    DRAW,
    FAKE,
    FAKE_IDENTITY,
    IDENTITY,
    INDICATOR,
    INDICATOR_APART,
    IS_WILD,
    KINDS,
    LAID_OFF,
    LAY_OFF,
    MELDS,
    MOVE,
    NUMBERS_SEEN,
    OFFERED,
    OKEY,
    ON_TABLE,
    OPEN,
    OPEN_PAIRS,
    PLACE,
    PLAYER,
    STEAL,
    TAKEN,
    THRESHOLD,
    TO_DRAW,
    TURN,
    UNOPENED,
    WHAT,
    Sight,
    Thought,
    choose_move,
    make_thought,
)
from neuroanalysis.games.okey51._kernels.table import (
    dearest_value,
    fits_anywhere,
    meld_value,
    okey_place,
    okey_value,
    place_for,
    place_value,
    tiles_of,
    with_tile,
)

PLAYERS: Final = 4
_TABLE_ROOM: Final = 64
_STRIDE: Final = 16

# Columns of what is told of each player.
OPENED: Final = 0
OPENING: Final = 1
OPENING_TURN: Final = 2
CHARGED_LAID_OFF: Final = np.int64(3)
CHARGED_TAKEN: Final = np.int64(4)
CHARGED_STOLEN: Final = np.int64(5)
CHARGED_PENALISED: Final = np.int64(6)
AT_END: Final = 7
LEFT: Final = 8
TAKES: Final = 9
OPENING_DRAWN: Final = 10
TOLD: Final = 11

# Columns of what is told of a round.
FINISHER: Final = 0
END: Final = 1
TURNS: Final = 2
MOVES: Final = 3
DRAWN: Final = 4
ENDS: Final = 5

# How a round ends.
BY_HAND: Final = 0
PAIRS_END: Final = 1
BY_OKEY: Final = 2
EMPTY: Final = 3

NOBODY: Final = np.int64(-1)
_NO: Final = np.int64(0)
_YES: Final = np.int64(1)


class Tiles(NamedTuple):
    """Where all tiles of a round lie; rows belong to players."""

    racks: NDArray[np.int64]
    codes: NDArray[np.int64]
    owners: NDArray[np.int64]
    discards: NDArray[np.int64]
    """53 counts of those that lie there."""
    opened: NDArray[np.int64]
    numbers: NDArray[np.int64]
    """What the active player sees of single numbers."""
    laid: NDArray[np.int64]
    """52 counts: what a move lays."""


@kernel
def _make_tiles() -> Tiles:
    return Tiles(
        np.zeros((PLAYERS, KINDS), dtype=np.int64),
        np.zeros(_TABLE_ROOM, dtype=np.int64),
        np.zeros(_TABLE_ROOM, dtype=np.int64),
        np.zeros(KINDS, dtype=np.int64),
        np.zeros(PLAYERS, dtype=np.int64),
        np.zeros(NUMBERS_SEEN, dtype=np.int64),
        np.zeros(IDENTITIES, dtype=np.int64),
    )


@kernel
def _deal(
    deck: NDArray[np.uint8], indicator: Int, apart: Int, first: Int, rules: RuleArrays, tiles: Tiles
) -> Int:
    """Deal from the first player on (clause 5.1); return where the pile begins."""
    tiles.racks[:] = 0
    tiles.discards[:] = 0
    tiles.opened[:] = UNOPENED
    numbers = tiles.numbers
    numbers[:] = 0
    at = 0
    for place in range(PLAYERS):
        size = rules.numbers[layout.HAND_SIZE] + (1 if place == 0 else 0)
        for _ in range(size):
            tiles.racks[(first + place) % PLAYERS, deck[at]] += 1
            at += 1
    numbers[PLAYER] = first
    numbers[THRESHOLD] = rules.numbers[layout.THRESHOLD]
    numbers[OFFERED] = -1
    numbers[INDICATOR] = indicator
    after_13 = indicator % NUMBERS == NUMBERS - 1
    numbers[OKEY] = indicator + 1 - (NUMBERS if after_13 else 0)
    numbers[INDICATOR_APART] = apart
    return at


@kernel
def _partners(player: Int, other: Int, rules: RuleArrays) -> bool:
    return player == other or (rules.numbers[layout.TEAMS] > 0 and (player - other) % 2 == 0)


@kernel
def _remove(identity: Int, wild: Int, player: Int, tiles: Tiles) -> None:
    """Take a tile from a rack; a number tile goes before a fake okey (clause 4.7)."""
    rack, numbers = tiles.racks[player], tiles.numbers
    if wild:
        rack[numbers[OKEY]] -= 1
    elif identity != numbers[OKEY] and rack[identity]:
        rack[identity] -= 1
    else:
        rack[FAKE] -= 1


@kernel
def _put_down(code: Int, player: Int, tiles: Tiles) -> None:
    """Lay a meld or a pair from a rack."""
    numbers, laid = tiles.numbers, tiles.laid
    laid[:] = 0
    wilds = tiles_of(code, laid)
    for _ in range(wilds):
        _remove(_NO, _YES, player, tiles)
    for identity in range(IDENTITIES):
        for _ in range(laid[identity]):
            _remove(identity, _NO, player, tiles)
    place = numbers[ON_TABLE]
    tiles.codes[place] = code
    tiles.owners[place] = player
    numbers[ON_TABLE] += 1


@kernel
def _taken_value(move: NDArray[np.int64], kind: Int, tiles: Tiles, rules: RuleArrays) -> Int:
    """Return what a taken discard is worth where it is used (clause 6.6)."""
    numbers, what = tiles.numbers, move[WHAT]
    wild = 1 if kind == numbers[OKEY] else 0
    identity = numbers[FAKE_IDENTITY] if kind == FAKE else kind
    code = tiles.codes[move[PLACE]]
    if what == LAY_OFF:
        place = place_for(code, move[IDENTITY], rules)
        return place_value(code, move[IDENTITY], place, rules)
    if what == STEAL:
        return okey_value(code, okey_place(code, move[IDENTITY]), rules)
    best: Int = 0
    for place in range(move[MELDS]):
        best = max(best, dearest_value(move[CODES + place], identity, wild, rules))
    return best


@kernel
def _charge(
    player: Int, by: Int, column: Int, points: Int, rules: RuleArrays, told: NDArray[np.int32]
) -> None:
    if not _partners(player, by, rules):
        told[player, column] += points


@kernel
def _act(move: NDArray[np.int64], tiles: Tiles, rules: RuleArrays, told: NDArray[np.int32]) -> None:
    """Do what a move lays, and charge it."""
    numbers, what = tiles.numbers, move[WHAT]
    player, place, identity = numbers[PLAYER], move[PLACE], move[IDENTITY]
    owner, code = tiles.owners[place], tiles.codes[place]
    if what == LAY_OFF:
        where = place_for(code, identity, rules)
        points = rules.numbers[layout.LAYOFF_FACTOR] * place_value(code, identity, where, rules)
        _charge(owner, player, CHARGED_LAID_OFF, points, rules, told)
        _remove(identity, move[IS_WILD], player, tiles)
        tiles.codes[place] = with_tile(code, identity, where, move[IS_WILD])
        numbers[LAID_OFF] += 1
    elif what == STEAL:
        bit = okey_place(code, identity)
        points = rules.numbers[layout.STEAL_FACTOR] * okey_value(code, bit, rules)
        points += rules.numbers[layout.STEAL_POINTS]
        _charge(owner, player, CHARGED_STOLEN, points, rules, told)
        _remove(identity, _NO, player, tiles)
        tiles.codes[place] = code & ~(1 << WILDS + bit)
        tiles.racks[player, numbers[OKEY]] += 1
    else:
        value = 0
        for at in range(move[MELDS]):
            _put_down(move[CODES + at], player, tiles)
            if what == OPEN:
                value += meld_value(move[CODES + at], rules)
        if what in (OPEN, OPEN_PAIRS):
            how = BY_MELDS if what == OPEN else BY_PAIRS
            tiles.opened[player] = how
            told[player, OPENED] = how
            told[player, OPENING] = value if what == OPEN else move[MELDS]
            told[player, OPENING_TURN] = numbers[TURN]
            if what == OPEN and rules.numbers[layout.DOUBLING]:
                numbers[THRESHOLD] = value + 1


@kernel
def _left(player: Int, tiles: Tiles, rules: RuleArrays) -> Int:
    """Return what the tiles of a rack count (clause 6.4)."""
    numbers, rack, left = tiles.numbers, tiles.racks[player], 0
    for kind in range(KINDS):
        identity = numbers[FAKE_IDENTITY] if kind == FAKE else kind
        number = identity % NUMBERS + 1
        left += rack[kind] * (rules.numbers[layout.OKEY_LEFT] if kind == numbers[OKEY] else number)
    return left


@kernel
def _count(
    finisher: Int, last: Int, tiles: Tiles, rules: RuleArrays, told: NDArray[np.int32]
) -> Int:
    """Write what the end brings everybody (clauses 6.1 to 6.5); return which end it is."""
    end = EMPTY
    if finisher >= 0:
        end = BY_OKEY if last == tiles.numbers[OKEY] else BY_HAND
        if tiles.opened[finisher] == BY_PAIRS:
            end = PAIRS_END
    great = end in (PAIRS_END, BY_OKEY)
    for player in range(PLAYERS):
        how = tiles.opened[player]
        for kind in range(KINDS):
            told[player, LEFT] += tiles.racks[player, kind]
        if player == finisher:
            place = layout.DOUBLE_FINISH_POINTS if great else layout.FINISH_POINTS
            told[player, AT_END] = -rules.numbers[place]
        elif finisher >= 0 and _partners(player, finisher, rules):
            told[player, AT_END] = 0
        elif how == UNOPENED:
            place = layout.DOUBLE_UNOPENED_POINTS if great else layout.UNOPENED_POINTS
            told[player, AT_END] = rules.numbers[place]
        else:
            double = great or how == BY_PAIRS
            place = layout.DOUBLE_LEFT_FACTOR if double else layout.LEFT_FACTOR
            told[player, AT_END] = rules.numbers[place] * _left(player, tiles, rules)
    return end


@kernel
def _play(
    deck: NDArray[np.uint8],
    pile: Int,
    rows: NDArray[np.float64],
    key: np.uint64,
    rules: RuleArrays,
    tiles: Tiles,
    thought: Thought,
    move: NDArray[np.int64],
    told: NDArray[np.int32],
    ends: NDArray[np.int32],
    log: NDArray[np.int64],
) -> None:
    """Play a round that has been dealt to its end."""
    numbers, begin, by, last, moves = tiles.numbers, pile, NOBODY, NOBODY, 0
    finisher = NOBODY
    while True:
        player = numbers[PLAYER]
        sight = Sight(
            tiles.racks[player], tiles.codes, tiles.owners, tiles.discards, tiles.opened, numbers
        )
        choose_move(sight, rows[player], key, rules, thought, move)
        if moves < len(log):
            log[moves, 0] = player
            log[moves, 1:] = move
        moves += 1
        what = move[WHAT]
        if what == DRAW:
            tiles.racks[player, deck[pile]] += 1
            pile += 1
            numbers[TO_DRAW] = 0
        elif what == DISCARD:
            kind = move[IDENTITY]
            tiles.racks[player, kind] -= 1
            tiles.discards[kind] += 1
            numbers[TURN] += 1
            numbers[LAID_OFF] = 0
            left = 0
            for held in range(KINDS):
                left += tiles.racks[player, held]
            if not left:
                finisher, last = player, kind
                break
            wild = 1 if kind == numbers[OKEY] else 0
            identity = numbers[FAKE_IDENTITY] if kind == FAKE else kind
            if rules.numbers[layout.PENALISED] and fits_anywhere(
                identity, wild, tiles.codes, numbers[ON_TABLE], rules
            ):
                told[player, CHARGED_PENALISED] += rules.numbers[layout.PENALISED_POINTS]
            if pile == len(deck):
                break
            by, numbers[OFFERED] = player, kind
            numbers[TO_DRAW] = 1
            numbers[PLAYER] = (player + 1) % PLAYERS
        else:
            if move[TAKEN]:
                kind = numbers[OFFERED]
                points = _taken_value(move, kind, tiles, rules)
                points *= rules.numbers[layout.TAKEN_FACTOR]
                _charge(by, player, CHARGED_TAKEN, points, rules, told)
                told[player, TAKES] += 1
                tiles.discards[kind] -= 1
                tiles.racks[player, kind] += 1
                numbers[TO_DRAW] = 0
            _act(move, tiles, rules, told)
            if what in (OPEN, OPEN_PAIRS):
                told[player, OPENING_DRAWN] = pile - begin
    ends[FINISHER] = finisher
    ends[END] = _count(finisher, last, tiles, rules, told)
    ends[TURNS] = numbers[TURN]
    ends[MOVES] = moves
    ends[DRAWN] = pile - begin


@kernel
def play_rounds(
    decks: NDArray[np.uint8],
    indicators: NDArray[np.int64],
    apart: Int,
    doubled: NDArray[np.bool_],
    fake_is_okey: Int,
    firsts: NDArray[np.int64],
    keys: NDArray[np.uint64],
    rows: NDArray[np.float64],
    rules: RuleArrays,
    told: NDArray[np.int32],
    ends: NDArray[np.int32],
    logs: NDArray[np.int64],
    progress: NDArray[np.int64],
) -> None:
    """Play rounds.

    Parameters
    ----------
    decks
        (rounds, tiles): kinds in the order in which they are dealt and drawn.
    indicators, apart
        The tile turned in each round; 1 if it lies outside the pile.
    doubled
        Which rounds count double.
    fake_is_okey
        1 if a fake okey has the identity of the okey, 0 if that of the indicator.
    firsts, keys
        Who begins each round; what its luck is made of.
    rows
        The parameters of each player.
    rules
        The rules.
    told, ends
        (rounds, players, TOLD) and (rounds, ENDS): what came of it.
    logs
        (rounds, lines, 1 + MOVE): the moves, each behind its player; or no rounds.
    progress
        Rounds done; 1 in the second place stops.
    """
    tiles, thought = _make_tiles(), make_thought()
    move = np.zeros(MOVE, dtype=np.int64)
    nothing = np.zeros((0, 1 + MOVE), dtype=np.int64)
    for number in range(len(decks)):
        if number % _STRIDE == 0:
            if progress[1]:
                return
            progress[0] = number
        pile = _deal(decks[number], indicators[number], apart, firsts[number], rules, tiles)
        numbers = tiles.numbers
        numbers[FAKE_IDENTITY] = numbers[OKEY] if fake_is_okey else numbers[INDICATOR]
        log = logs[number] if len(logs) else nothing
        _play(
            decks[number],
            pile,
            rows,
            keys[number],
            rules,
            tiles,
            thought,
            move,
            told[number],
            ends[number],
            log,
        )
        if doubled[number]:
            told[number, :, CHARGED_LAID_OFF : AT_END + 1] *= 2
    progress[0] = len(decks)
