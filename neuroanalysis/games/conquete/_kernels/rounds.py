"""Rounds played to their end: README.md, sections 5 to 7, by the players of `players`.

The same rounds as ``policies.play_out`` plays, move by move.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, apart, kernel
from neuroanalysis.games.conquete._kernels import board as boards
from neuroanalysis.games.conquete._kernels import players as player_kernels
from neuroanalysis.games.conquete._kernels.board import (
    BOARD,
    LISTING,
    RULES,
    Board,
    Listing,
    begin,
    put,
    set_scores,
)
from neuroanalysis.games.conquete._kernels.layout import (
    COPIES,
    EXTRA_CARD_VP,
    KINDS,
    MOST_CARDS,
    PASS_COST,
    ROUNDS_OF_PASSES,
    SET_LESS,
    SIDES,
    START_VP,
    VP_MAY_GO_NEGATIVE,
    RuleArrays,
)
from neuroanalysis.games.conquete._kernels.players import (
    ENLARGED,
    EXAMPLE,
    HAND,
    OUT,
    PASSES,
    PLACED,
    PLAYERS,
    SEAT,
    SIGHT,
    SIZES,
    TURN,
    UNSEEN,
    Space,
    kinds_in,
)

# What is told of each player.
VP: Final = 0  # all he has at the end
DEALT: Final = 1  # cards
EXTRA: Final = 2  # VP for a card more
PLACING: Final = 3  # VP for cards placed
PASSING: Final = 4  # VP that passing cost, below 0
FINISHING: Final = 5  # VP for having placed all
SETS: Final = 6  # VP of connected sets
PLACE: Final = 7  # 1 for the first out; 0 for who has cards left
LEFT: Final = 8
PASSED: Final = 9  # how often
BLOCKED: Final = 10  # how often of it because nothing could be placed
SET_COUNT: Final = 11
LARGEST: Final = 12  # size of his largest set
FITTING: Final = 13  # cards placed that were compatible with one, two, three, four
TOLD: Final = FITTING + SIDES

# What is told of each round.
END: Final = 0
MOVES: Final = 1
ENLARGEMENTS: Final = 2
ROWS: Final = 3
COLUMNS: Final = 4
ENDS: Final = 5

# How a round ends.
ALL_BUT_ONE_OUT: Final = 0
NOTHING_FITS: Final = 1
ALL_PASS: Final = 2

# A move in the log: who, and a code of `board.placements` or `PASSES`.
MOVE: Final = 2

_ROW: Final = np.zeros(1, dtype=np.int64)
# Large, and asked by several: compiled once.
anything_fits = apart(boards.anything_fits, BOARD, 1, 1, RULES, LISTING)
choose = apart(player_kernels.choose, _ROW, BOARD, np.uint64(1), np.zeros(1), RULES, EXAMPLE)


@kernel
def _change(told: NDArray[np.int64], player: Int, what: Int, vp: Int, rules: RuleArrays) -> None:
    """Let a player win or lose VP; none falls below 0 where the rules forbid it."""
    if rules.numbers[VP_MAY_GO_NEGATIVE] == 0:
        vp = max(vp, -told[player, VP])
    told[player, VP] += vp
    told[player, what] += vp


@kernel
def _see(
    player: Int,
    players: Int,
    hold: NDArray[np.int64],
    unseen: NDArray[np.int64],
    told: NDArray[np.int64],
    sight: NDArray[np.int64],
) -> None:
    """Write what a player sees of hands; the rest of his sight is kept up to date."""
    sight[PLAYERS], sight[SEAT] = players, player
    sight[PLACED] = told[player, DEALT] - told[player, LEFT]
    for step in range(players):
        sight[SIZES + step] = told[(player + step) % players, LEFT]
    for kind in range(KINDS):
        sight[HAND + kind] = hold[player, kind]
        sight[UNSEEN + kind] = unseen[kind] - hold[player, kind]


@kernel
def _blocked(
    board: Board,
    hold: NDArray[np.int64],
    enlarged: Int,
    rules: RuleArrays,
    room: Listing,
) -> int:
    """Return how often the grid is enlarged now: 0 when somebody can place; -1 to stop."""
    kinds = 0
    for player in range(len(hold)):
        kinds |= kinds_in(hold[player])
    for more in range(MOST_CARDS + 1):
        if anything_fits(board, kinds, enlarged + more, rules, room):
            return more
    return -1


@kernel
def _play_round(
    board: Board,
    hold: NDArray[np.int64],
    first: Int,
    key: np.uint64,
    skills: NDArray[np.float64],
    rules: RuleArrays,
    told: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
    space: Space,
) -> None:
    players, numbers = len(hold), rules.numbers
    sight = np.zeros(SIGHT, dtype=np.int64)
    # What lies neither in the domain: the cards in all hands.
    unseen = np.zeros(KINDS, dtype=np.int64)
    fewest = int(KINDS * numbers[COPIES])
    for player in range(players):
        cards = 0
        for kind in range(KINDS):
            unseen[kind] += hold[player, kind]
            cards += hold[player, kind]
        told[player, DEALT] = told[player, LEFT] = cards
        fewest = min(fewest, cards)
    for player in range(players):
        told[player, VP] = numbers[START_VP]
        if told[player, DEALT] > fewest:
            _change(told, player, EXTRA, numbers[EXTRA_CARD_VP], rules)
    active, out, moves, passes = first, 0, 0, 0
    while True:
        if players - out <= 1:
            ends[END] = ALL_BUT_ONE_OUT
            break
        more = _blocked(board, hold, ends[ENLARGEMENTS], rules, space.room)
        if more < 0:
            ends[END] = NOTHING_FITS
            break
        ends[ENLARGEMENTS] += more
        if passes >= (players - out) * numbers[ROUNDS_OF_PASSES]:
            ends[END] = ALL_PASS
            break
        while told[active, LEFT] == 0:
            active = (active + 1) % players
        _see(active, players, hold, unseen, told, sight)
        sight[TURN], sight[ENLARGED], sight[OUT] = moves, ends[ENLARGEMENTS], out
        code = choose(sight, board, key, skills[active], rules, space)
        if len(log):
            log[0, moves, 0], log[0, moves, 1] = active, code
        moves += 1
        if code == PASSES:
            passes += 1
            told[active, PASSED] += 1
            if not anything_fits(
                board, kinds_in(hold[active]), ends[ENLARGEMENTS], rules, space.room
            ):
                told[active, BLOCKED] += 1
            _change(told, active, PASSING, -numbers[PASS_COST], rules)
        else:
            passes = 0
            fitting, where = code % (SIDES + 1), code // (SIDES + 1)
            kind = where % KINDS
            put(board, where // KINDS, kind, active)
            hold[active, kind] -= 1
            unseen[kind] -= 1
            told[active, LEFT] -= 1
            told[active, FITTING + fitting - 1] += 1
            _change(told, active, PLACING, rules.placing[fitting], rules)
            if told[active, LEFT] == 0:
                if out < len(rules.finishing):
                    _change(told, active, FINISHING, rules.finishing[out], rules)
                out += 1
                told[active, PLACE] = out
        active = (active + 1) % players
    ends[MOVES] = moves
    ends[ROWS] = board.box[1] - board.box[0] + 1
    ends[COLUMNS] = board.box[3] - board.box[2] + 1
    scores = np.zeros(players, dtype=np.int64)
    tally = np.zeros((players, 2), dtype=np.int64)
    set_scores(board, numbers[SET_LESS], scores, tally)
    for player in range(players):
        _change(told, player, SETS, scores[player], rules)
        told[player, SET_COUNT], told[player, LARGEST] = tally[player, 0], tally[player, 1]


_TABLE: Final = np.zeros((1, 1), dtype=np.int64)
_LOG: Final = np.zeros((1, 1, 1), dtype=np.int64)
_one_round = apart(
    _play_round,
    *(BOARD, _TABLE, 1, np.uint64(1), np.zeros((1, 1)), RULES, _TABLE, _ROW, _LOG, EXAMPLE),
)


@kernel
def play_rounds(
    starts: NDArray[np.int64],
    hands: NDArray[np.int64],
    first: NDArray[np.int64],
    keys: NDArray[np.uint64],
    skills: NDArray[np.float64],
    rules: RuleArrays,
    told: NDArray[np.int64],
    ends: NDArray[np.int64],
    logs: NDArray[np.int64],
    progress: NDArray[np.int64],
    board: Board,
    space: Space,
) -> None:
    """Play rounds to their end.

    Parameters
    ----------
    starts
        (rounds,): the kind of the start card.
    hands
        (rounds, players, kinds): copies of each kind that each is dealt.
    first
        (rounds,): who begins.
    keys
        (rounds,): of their luck.
    skills
        (players, PARAMETERS).
    rules
        The rule set.
    told, ends
        (rounds, players, TOLD), (rounds, ENDS): zeros, into which is written.
    logs
        (rounds, moves, MOVE): the moves; none kept where there are no rounds in it.
    progress
        Rounds done, and not 0 to stop.
    board, space
        Room to work in, a board on which some round has begun.
    """
    hold = np.zeros((hands.shape[1], KINDS), dtype=np.int64)
    for row in range(len(starts)):
        if progress[1]:
            return
        for player in range(hands.shape[1]):
            for kind in range(KINDS):
                hold[player, kind] = hands[row, player, kind]
        log = logs[row if len(logs) else 0 : (row + 1) if len(logs) else 0]
        begin(board, starts[row])
        _one_round(
            board, hold, first[row], keys[row], skills, rules, told[row], ends[row], log, space
        )
        progress[0] += 1
