"""Whole rounds: what ``play`` does move by move, on arrays, with players who decide as ``players``.

The order of questions is that of ``policies/playing.py``; both engines are compared move by move.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, apart, kernel
from neuroanalysis.games.tichu._kernels import players
from neuroanalysis.games.tichu._kernels.layout import (
    BOMB_OWN_TRICK,
    BOTH_PARTNERS_MAY_CALL,
    CARDS,
    DOUBLE_WIN_POINTS,
    DRAGON_GIFT_LAST_TRICK,
    GRAND_TICHU_POINTS,
    HAND_SIZE,
    LEAD_PASSES_TO_PARTNER,
    MAH_JONG,
    TICHU_BEFORE_EXCHANGE,
    TICHU_POINTS,
    RuleArrays,
)
from neuroanalysis.games.tichu._kernels.players import (
    CALLS,
    EXAMPLE,
    GIVEN,
    HAND,
    HOLDER,
    PARTNER,
    PASSES,
    POINTS,
    SEAT,
    SEEN,
    SIGHT,
    SIZES,
    TRICK,
    WISHED,
    Space,
    bombs_in,
    calls_grand,
    choose_gift,
    choose_wish,
    make_space,
)
from neuroanalysis.games.tichu._kernels.plays import (
    DOG_ALONE,
    DRAGON_RANK,
    FOUR_OF_A_KIND,
    KIND_SHIFT,
    LENGTH_SHIFT,
    SINGLE,
    held,
    laid_on,
    size_of,
)

# What is told of each player.
PLACE: Final = 0  # 1 for the first out; who is not out has the next place
CALL: Final = 1
DEALT_BOMBS: Final = 2  # whether he was dealt a bomb
HELD_BOMBS: Final = 3  # whether he held one after the exchange
LAID_BOMBS: Final = 4
TRICKS: Final = 5
LEFT: Final = 6
HELD_SPECIALS: Final = 7  # after the exchange: 1 Mah Jong, 2 Dog, 4 Phoenix, 8 Dragon
TOLD: Final = 8

# What is told of each round.
CARD_POINTS: Final = 0  # of both teams
CALL_POINTS: Final = 2
DOUBLE: Final = 4  # the team that won double, or -1
ALL_TRICKS: Final = 5
PLAYS: Final = 6
MOVES: Final = 7
ENDS: Final = 8

# A move in the log: who, what, and up to three numbers.
DECLINE: Final = 0
GRAND: Final = 1
TICHU: Final = 2
EXCHANGE: Final = 3
LAY: Final = 4
PASS: Final = 5
GIFT: Final = 6
MOVE: Final = 5

AS_HE_LIKES: Final = -1
"""In what is asked of players: they decide for themselves."""

NO_EXCHANGE: Final = -2
"""In place of the first card to give: the hands are those after the exchange."""

_DRAGON_ALONE: Final = SINGLE << KIND_SHIFT | 1 << LENGTH_SHIFT | 2 * DRAGON_RANK

# Numbers of the round that all see.
_TOP: Final = 0
_HOLDER: Final = 1
_CARDS: Final = 2  # of the trick
_WISH: Final = 3
_SEEN: Final = 4
_PASSES: Final = 5
_OUT: Final = 6  # how many are out
_WINNERS: Final = 7  # bits of the players who are out
_MOVES: Final = 8
_FIRST: Final = 9
_SECOND: Final = 10
_STATE: Final = 11


_ROW: Final = np.zeros(1, dtype=np.int64)
_SKILL: Final = np.zeros(1)
_ASKED: Final = (_ROW, np.uint64(1), _SKILL, _ROW, EXAMPLE)
calls_tichu = apart(players.calls_tichu, _ROW, _SKILL, _ROW, EXAMPLE)
choose_exchange = apart(players.choose_exchange, *_ASKED, _ROW)
choose_play = apart(players.choose_play, *_ASKED)
choose_bomb = apart(players.choose_bomb, *_ASKED)


@kernel
def play_rounds(
    hands: NDArray[np.int64],
    keys: NDArray[np.uint64],
    skills: NDArray[np.float64],
    asked: NDArray[np.int64],
    rules: RuleArrays,
    told: NDArray[np.int64],
    ends: NDArray[np.int64],
    logs: NDArray[np.int64],
    progress: NDArray[np.int64],
) -> None:
    """Play rounds to their end.

    Parameters
    ----------
    hands
        (rounds, players, 2): the first cards and all cards of each, as bits.
    keys
        (rounds,): of their luck.
    skills
        (players, PARAMETERS).
    asked
        (rounds, players, 4): what players are told to do: to call nothing (0), Tichu with 14 cards
        (1) or Grand Tichu (2), and which cards to give; `AS_HE_LIKES` for what they decide, or
        `NO_EXCHANGE`.
    rules
        The rule set.
    told, ends
        (rounds, players, TOLD), (rounds, ENDS): what is written.
    logs
        (rounds, moves, MOVE): the moves; none kept where there are no rounds in it.
    progress
        Rounds done, and not 0 to stop.
    """
    space = make_space()
    for row in range(len(hands)):
        if progress[1]:
            return
        log = logs[row if len(logs) else 0 : (row + 1) if len(logs) else 0]
        _play_round(
            hands[row], keys[row], skills, asked[row], rules, told[row], ends[row], log, space
        )
        progress[0] += 1


@kernel
def _note(
    log: NDArray[np.int64], state: NDArray[np.int64], who: Int, what: Int, a: Int, b: Int, c: Int
) -> None:
    """Count a move, and keep it where a log is kept."""
    if len(log) and state[_MOVES] < log.shape[1]:
        line = log[0, state[_MOVES]]
        line[0], line[1], line[2], line[3], line[4] = who, what, a, b, c
    state[_MOVES] += 1


@kernel
def _see(
    player: Int,
    hold: NDArray[np.int64],
    call: NDArray[np.int64],
    given: NDArray[np.int64],
    state: NDArray[np.int64],
    points: NDArray[np.int64],
    sight: NDArray[np.int64],
) -> None:
    """Write what a player sees."""
    sight[HAND], sight[TRICK], sight[WISHED] = hold[player], state[_TOP], state[_WISH]
    sight[HOLDER] = (state[_HOLDER] - player) % 4 if state[_TOP] else 0
    sight[SEEN], sight[SEAT], sight[PASSES] = state[_SEEN], player, state[_PASSES]
    worth, cards = 0, state[_CARDS]
    for card in range(CARDS):
        if cards >> card & 1:
            worth += points[card]
    sight[POINTS] = worth
    for step in range(4):
        other = (player + step) % 4
        sight[SIZES + step], sight[CALLS + step] = size_of(hold[other]), call[other]
    # Here as below one by one: to copy an array as a whole takes numba a second to compile.
    for way in range(3):
        sight[GIVEN + way] = given[player, way]


@kernel
def _may_call(player: Int, call: NDArray[np.int64], numbers: NDArray[np.int64]) -> bool:
    return call[player] == 0 and (
        call[(player + PARTNER) % 4] == 0 or numbers[BOTH_PARTNERS_MAY_CALL] != 0
    )


@kernel
def _lay(
    player: Int,
    cards: Int,
    code: Int,
    wish: Int,
    hold: NDArray[np.int64],
    told: NDArray[np.int64],
    state: NDArray[np.int64],
    log: NDArray[np.int64],
) -> None:
    """Lay cards on the trick."""
    code = laid_on(cards, code, state[_TOP])
    _note(log, state, player, LAY, cards, code, wish)
    hold[player] &= ~cards
    state[_TOP], state[_HOLDER], state[_PASSES] = code, player, 0
    state[_CARDS] |= cards
    state[_SEEN] |= cards
    if state[_WISH] and held(cards, state[_WISH]):
        state[_WISH] = 0
    if wish:
        state[_WISH] = wish
    if code >> KIND_SHIFT >= FOUR_OF_A_KIND:
        told[player, LAID_BOMBS] += 1
    if hold[player] == 0:
        if state[_OUT] < 2:
            state[_FIRST + state[_OUT]] = player
        state[_OUT] += 1
        told[player, PLACE] = state[_OUT]
        state[_WINNERS] |= 1 << player


@kernel
def _is_over(state: NDArray[np.int64]) -> bool:
    both = state[_OUT] == 2 and (state[_FIRST] + 2) % 4 == state[_SECOND]
    return both or state[_OUT] == 3


@kernel
def _next_in(state: NDArray[np.int64], player: Int) -> int:
    """Return the next player who still has cards."""
    for step in range(1, 4):
        other = (player + step) % 4
        if not state[_WINNERS] >> other & 1:
            return int(other)
    return int(player)


@kernel
def _play_round(
    hands: NDArray[np.int64],
    key: np.uint64,
    skills: NDArray[np.float64],
    asked: NDArray[np.int64],
    rules: RuleArrays,
    told: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
    space: Space,
) -> None:
    numbers, points = rules.numbers, rules.points
    told[:, :] = 0
    ends[:] = 0
    state = np.zeros(_STATE, dtype=np.int64)
    sight = np.zeros(SIGHT, dtype=np.int64)
    call = np.zeros(4, dtype=np.int64)
    hold = np.zeros(4, dtype=np.int64)
    won = np.zeros(4, dtype=np.int64)
    given = np.full((4, 3), -1, dtype=np.int64)
    for player in range(4):
        hold[player] = hands[player, 0]
    for player in range(4):
        _see(player, hold, call, given, state, points, sight)
        wanted = asked[player, 0]
        calls = wanted == 2
        if wanted == AS_HE_LIKES:
            calls = calls_grand(sight, skills[player])
        if calls and _may_call(player, call, numbers):
            call[player] = 2
        _note(log, state, player, GRAND if call[player] else DECLINE, 0, 0, 0)
    for player in range(4):
        hold[player] = hands[player, 1]
        told[player, DEALT_BOMBS] = (
            bombs_in(hold[player], 0, numbers, space.cards, space.codes, 0) > 0
        )
    if numbers[TICHU_BEFORE_EXCHANGE]:
        for player in range(4):
            _tichu(
                player, hold, call, given, state, asked, skills, numbers, points, sight, space, log
            )
    if asked[0, 1] == NO_EXCHANGE:
        # No card, but given: nobody waits for the exchange.
        given[:, :] = CARDS
    else:
        _exchange(hold, call, given, state, asked, key, skills, numbers, points, sight, space, log)
    active = 0
    for player in range(4):
        if hold[player] >> MAH_JONG & 1:
            active = player
        told[player, HELD_SPECIALS] = hold[player] >> MAH_JONG & 15
        told[player, HELD_BOMBS] = (
            bombs_in(hold[player], 0, numbers, space.cards, space.codes, 0) > 0
        )
    over = False
    while not over:
        if size_of(hold[active]) == numbers[HAND_SIZE]:
            _tichu(
                active, hold, call, given, state, asked, skills, numbers, points, sight, space, log
            )
        _see(active, hold, call, given, state, points, sight)
        cards, code = choose_play(sight, key, skills[active], numbers, space)
        if cards == 0:
            _note(log, state, active, PASS, 0, 0, 0)
            state[_PASSES] += 1
            holder = state[_HOLDER]
            others = 4 - state[_OUT] - (0 if state[_WINNERS] >> holder & 1 else 1)
            if state[_PASSES] < others:
                active = _next_in(state, active)
                continue
        else:
            while cards:
                wish = 0
                if cards >> MAH_JONG & 1:
                    _see(active, hold, call, given, state, points, sight)
                    wish = choose_wish(sight, cards, key, skills[active], numbers)
                ends[PLAYS] += 1
                _lay(active, cards, code, wish, hold, told, state, log)
                over = _is_over(state)
                cards = 0
                if over or code >> KIND_SHIFT == DOG_ALONE:
                    break
                for step in range(1, 4 + numbers[BOMB_OWN_TRICK]):
                    other = (active + step) % 4
                    if hold[other] and bombs_in(
                        hold[other], state[_TOP], numbers, space.cards, space.codes, 0
                    ):
                        _see(other, hold, call, given, state, points, sight)
                        cards, code = choose_bomb(sight, key, skills[other], numbers, space)
                        if cards:
                            active = other
                            break
            if not over and state[_TOP] >> KIND_SHIFT != DOG_ALONE:
                active = _next_in(state, active)
                continue
        # The trick is over.
        winner = state[_HOLDER]
        to = winner
        double = over and state[_OUT] == 2
        gives = not double and (not over or numbers[DRAGON_GIFT_LAST_TRICK] != 0)
        if state[_TOP] == _DRAGON_ALONE and gives:
            _see(winner, hold, call, given, state, points, sight)
            state[_PASSES] = 0
            sight[PASSES] = 0
            to = (winner + choose_gift(sight, key, skills[winner])) % 4
            _note(log, state, winner, GIFT, to, 0, 0)
        won[to] |= state[_CARDS]
        told[winner, TRICKS] += 1
        ends[ALL_TRICKS] += 1
        active = winner
        partner = (winner + PARTNER) % 4
        if state[_TOP] >> KIND_SHIFT == DOG_ALONE:
            active = _next_in(state, partner) if state[_WINNERS] >> partner & 1 else partner
        elif state[_WINNERS] >> winner & 1:
            active = _next_in(state, winner)
            if numbers[LEAD_PASSES_TO_PARTNER] and not state[_WINNERS] >> partner & 1:
                active = partner
        state[_TOP] = state[_CARDS] = state[_PASSES] = state[_HOLDER] = 0
    _count(hold, won, call, state, numbers, points, told, ends)


@kernel
def _exchange(
    hold: NDArray[np.int64],
    call: NDArray[np.int64],
    given: NDArray[np.int64],
    state: NDArray[np.int64],
    asked: NDArray[np.int64],
    key: np.uint64,
    skills: NDArray[np.float64],
    numbers: NDArray[np.int64],
    points: NDArray[np.int64],
    sight: NDArray[np.int64],
    space: Space,
    log: NDArray[np.int64],
) -> None:
    """Let all give, each without knowing what the others give."""
    chosen = np.zeros((4, 3), dtype=np.int64)
    for player in range(4):
        _see(player, hold, call, given, state, points, sight)
        for way in range(3):
            chosen[player, way] = asked[player, 1 + way]
        if asked[player, 1] == AS_HE_LIKES:
            choose_exchange(sight, key, skills[player], numbers, space, chosen[player])
        _note(log, state, player, EXCHANGE, chosen[player, 0], chosen[player, 1], chosen[player, 2])
    for player in range(4):
        for step in range(1, 4):
            given[player, step - 1] = chosen[player, step - 1]
            card = np.int64(1) << given[player, step - 1]
            hold[player] &= ~card
            hold[(player + step) % 4] |= card


@kernel
def _tichu(
    player: Int,
    hold: NDArray[np.int64],
    call: NDArray[np.int64],
    given: NDArray[np.int64],
    state: NDArray[np.int64],
    asked: NDArray[np.int64],
    skills: NDArray[np.float64],
    numbers: NDArray[np.int64],
    points: NDArray[np.int64],
    sight: NDArray[np.int64],
    space: Space,
    log: NDArray[np.int64],
) -> None:
    """Ask a player whether he calls Tichu."""
    if not _may_call(player, call, numbers):
        return
    _see(player, hold, call, given, state, points, sight)
    wanted = asked[player, 0]
    if wanted == 1 or (
        wanted == AS_HE_LIKES and calls_tichu(sight, skills[player], numbers, space)
    ):
        call[player] = 1
        _note(log, state, player, TICHU, 0, 0, 0)


@kernel
def _count(
    hold: NDArray[np.int64],
    won: NDArray[np.int64],
    call: NDArray[np.int64],
    state: NDArray[np.int64],
    numbers: NDArray[np.int64],
    points: NDArray[np.int64],
    told: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:
    """Count the points of both teams."""
    first, last = state[_FIRST], 0
    for player in range(4):
        told[player, CALL], told[player, LEFT] = call[player], size_of(hold[player])
        if told[player, PLACE] == 0:
            told[player, PLACE] = state[_OUT] + 1
            last = player
        if call[player]:
            worth = numbers[TICHU_POINTS if call[player] == 1 else GRAND_TICHU_POINTS]
            ends[CALL_POINTS + player % 2] += worth if player == first else -worth
    ends[MOVES] = state[_MOVES]
    ends[DOUBLE] = -1
    if state[_OUT] == 2:
        ends[DOUBLE] = first % 2
        ends[CARD_POINTS + first % 2] = numbers[DOUBLE_WIN_POINTS]
        return
    for card in range(CARDS):
        for player in range(4):
            if won[player] >> card & 1:
                to = first if player == last else player
                ends[CARD_POINTS + to % 2] += points[card]
        if hold[last] >> card & 1:
            ends[CARD_POINTS + 1 - last % 2] += points[card]
