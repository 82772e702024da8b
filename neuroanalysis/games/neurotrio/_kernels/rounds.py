"""Rounds by section 5 of the rules, played by `players`: the compiled twin of ``play``.

It keeps to what ``play/turns.py`` says, clause by clause, and only asks the players for moves that
are legal. A player says which kinds he wants when he has discarded (and at the deal); a discard
goes to the first, clockwise after its owner, who wants it and may take it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, apart, kernel
from neuroanalysis.games.neurotrio._kernels import classes, judging, layout, players
from neuroanalysis.games.neurotrio._kernels.classes import ClassTables
from neuroanalysis.games.neurotrio._kernels.cube import KINDS
from neuroanalysis.games.neurotrio._kernels.judging import (
    CARRE,
    Tools,
    away,
    may_lay,
    tools,
    total,
    worth,
)
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio._kernels.simple_players import DISCARD, FINISH, LAY
from neuroanalysis.games.neurotrio._kernels.solved_player import Solved

# Columns of what is told of each player.
FINISHED = 0
POINTS = 1
VALUE = 2
VALUE_LOST = 3
DRAWS = 4
PANGS = 5
CARRES = 6
DISTANCE = 7
TOLD = 8

# Columns of what is told of a round.
FINISHER = 0
HOW = 1
TURNS = 2
RESHUFFLES = 3
MOVES = 4
ENDS = 5

# How a round ended: on a drawn card, on a panged one, on a replacement, or by an empty pile.
BY_DRAW = 0
BY_PANG = 1
BY_REPLACEMENT = 2
NOBODY = 3

# A line of the log: what, by whom, which kind. Passes are not written.
DREW = np.int64(0)
FINISHED_ROUND = np.int64(1)
LAID = np.int64(2)
DISCARDED = np.int64(3)
PANGED = np.int64(4)
SHUFFLED = np.int64(5)
NONE = np.int64(-1)

# Places in `Cards.numbers`.
_TOP = 0
_END = 1
_DISCARDS = 2
_RESHUFFLES = 3
_OPEN = 4
_LOGGED = 5


class Cards(NamedTuple):
    """Where all cards of a round lie; rows belong to players."""

    hands: NDArray[np.uint8]
    kept: NDArray[np.uint8]
    laid: NDArray[np.uint8]
    wants: NDArray[np.bool_]
    pile: NDArray[np.uint8]
    """Kinds; those from the top to the end are still to be drawn."""
    discards: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    unseen: NDArray[np.uint8]
    """What the player who is asked does not see."""
    best: NDArray[np.int64]
    """The greatest worth of each player's cards after a turn of his."""


class Solutions(NamedTuple):
    """The solved solitaire for the minimum of each seat; empty where nobody needs it.

    There is a place for each of twelve players whatever their number, so that one compiled function
    serves all tables.
    """

    keys: NDArray[np.int64]
    begins: NDArray[np.int64]
    chances: tuple[NDArray[np.uint16], ...]


def _chances() -> NDArray[np.uint16]:
    nothing = np.zeros((1, 0), dtype=np.uint16)
    nothing.flags.writeable = False  # as those of a solution that lies in a file
    return nothing


_HAND = np.zeros(KINDS, dtype=np.uint8)
_SIGHT = (_HAND, _HAND, _HAND, _HAND)
_SKILL = np.zeros(players.PARAMETERS)
_KNOWN = (
    *(np.uint64(0), Solved(np.zeros(1, np.int64), np.zeros(1, np.int64), _chances())),
    *(classes.EXAMPLE, layout.EXAMPLE, judging.EXAMPLE),
)
_choose_move = apart(players.choose_move, *_SIGHT, 1, True, _SKILL, *_KNOWN)
_choose_wishes = apart(
    players.choose_wishes, *_SIGHT, 1, _SKILL, *_KNOWN, np.zeros(KINDS, dtype=np.bool_)
)


@kernel
def _solved_for(player: Int, solutions: Solutions) -> Solved:
    return Solved(solutions.keys, solutions.begins, solutions.chances[player])


@kernel
def _cards(players: Int, deck: Int) -> Cards:
    """Make the arrays of a round."""
    return Cards(
        np.zeros((players, KINDS), dtype=np.uint8),
        np.zeros((players, KINDS), dtype=np.uint8),
        np.zeros((players, KINDS), dtype=np.uint8),
        np.zeros((players, KINDS), dtype=np.bool_),
        np.zeros(deck, dtype=np.uint8),
        np.zeros(deck, dtype=np.uint8),
        np.zeros(6, dtype=np.int64),
        np.zeros(KINDS, dtype=np.uint8),
        np.zeros(players, dtype=np.int64),
    )


@kernel
def _deal(deck: NDArray[np.uint8], first: Int, size: Int, cards: Cards) -> None:
    """Deal from the first player on (clause 5.1)."""
    players = len(cards.hands)
    cards.hands[:] = 0
    cards.kept[:] = 0
    cards.laid[:] = 0
    cards.wants[:] = False
    cards.best[:] = 0
    cards.numbers[:] = 0
    cards.pile[:] = deck
    for place in range(players):
        player = (first + place) % players
        for card in range(size):
            cards.hands[player, deck[place * size + card]] += 1
    cards.numbers[_TOP] = players * size
    cards.numbers[_END] = len(deck)
    cards.numbers[_OPEN] = -1


@kernel
def _look_around(player: Int, rules: RuleArrays, cards: Cards) -> None:
    """Fill in what a player does not see: the pile and what others hold and have not panged."""
    unseen = cards.unseen
    unseen[:] = rules.numbers[layout.COPIES]
    unseen -= cards.hands[player]
    for other in range(len(cards.hands)):
        for kind in range(KINDS):
            unseen[kind] -= CARRE * cards.laid[other, kind]
            if other != player:
                unseen[kind] -= cards.kept[other, kind]
    for card in range(cards.numbers[_DISCARDS]):
        unseen[cards.discards[card]] -= 1
    if cards.numbers[_OPEN] >= 0:
        unseen[cards.numbers[_OPEN]] -= 1


@kernel
def _can_draw(reshuffles: Int, cards: Cards) -> bool:
    """Return whether there is a card to draw, now or after a shuffle (clause 5.6)."""
    numbers = cards.numbers
    if numbers[_TOP] < numbers[_END]:
        return True
    return numbers[_DISCARDS] > 0 and numbers[_RESHUFFLES] < reshuffles


@kernel
def _draw(player: Int, orders: NDArray[np.uint8], log: NDArray[np.int16], cards: Cards) -> None:
    """Give a player the top card, after a shuffle if the pile is empty; there must be one."""
    numbers = cards.numbers
    if numbers[_TOP] == numbers[_END]:
        n = 0
        order = orders[numbers[_RESHUFFLES]]
        for place in range(len(order)):
            if order[place] < numbers[_DISCARDS]:
                cards.pile[n] = cards.discards[order[place]]
                n += 1
        numbers[_TOP] = 0
        numbers[_END] = n
        numbers[_DISCARDS] = 0
        numbers[_RESHUFFLES] += 1
        _write(SHUFFLED, NONE, np.int64(n), log, cards)
    kind = np.int64(cards.pile[numbers[_TOP]])
    numbers[_TOP] += 1
    cards.hands[player, kind] += 1
    _write(DREW, player, kind, log, cards)


@kernel
def _write(what: Int, player: Int, kind: Int, log: NDArray[np.int16], cards: Cards) -> None:
    place = cards.numbers[_LOGGED]
    cards.numbers[_LOGGED] += 1
    if place < len(log):
        log[place, 0] = what
        log[place, 1] = player
        log[place, 2] = kind


@kernel
def _may_take(
    player: Int,
    kind: Int,
    minimum: Int,
    can_draw: bool,
    rules: RuleArrays,
    cards: Cards,
    work: Tools,
) -> bool:
    """Return whether a player may pang: he must then have a legal move (clause 5.3)."""
    if rules.numbers[layout.PANG] == 0:
        return False
    hand = cards.hands[player]
    kept = cards.kept[player]
    laid = cards.laid[player]
    hand[kind] += 1
    kept[kind] += 1
    found = False
    for other in range(KINDS):
        if hand[other] > kept[other] or may_lay(hand, laid, other, can_draw, rules):
            found = True
            break
    if not found and total(hand, laid, rules, work) >= minimum:
        found = True
    hand[kind] -= 1
    kept[kind] -= 1
    return found


@kernel
def _ask_wishes(
    player: Int,
    minimums: NDArray[np.int64],
    skills: NDArray[np.float64],
    key: np.uint64,
    solutions: Solutions,
    tables: ClassTables,
    rules: RuleArrays,
    cards: Cards,
    work: Tools,
) -> None:
    """Ask a player which kinds he will pang until his next turn is over."""
    _look_around(player, rules, cards)
    _choose_wishes(
        cards.hands[player],
        cards.kept[player],
        cards.laid[player],
        cards.unseen,
        minimums[player],
        skills[player],
        key,
        _solved_for(player, solutions),
        tables,
        rules,
        work,
        cards.wants[player],
    )


@kernel
def _play(
    first: Int,
    minimums: NDArray[np.int64],
    reshuffles: Int,
    skills: NDArray[np.float64],
    orders: NDArray[np.uint8],
    key: np.uint64,
    solutions: Solutions,
    tables: ClassTables,
    rules: RuleArrays,
    told: NDArray[np.int32],
    ends: NDArray[np.int32],
    log: NDArray[np.int16],
    cards: Cards,
    work: Tools,
) -> None:
    """Play a dealt round to its end."""
    players = len(minimums)
    numbers = cards.numbers
    told[:] = 0
    ends[:] = 0
    ends[FINISHER] = -1
    ends[HOW] = NOBODY
    for player in range(players):
        _ask_wishes(player, minimums, skills, key, solutions, tables, rules, cards, work)
    active = first
    due = (first + 1) % players
    while _can_draw(reshuffles, cards):
        ends[TURNS] += 1
        told[active, DRAWS] += 1
        _draw(active, orders, log, cards)
        came = BY_DRAW
        # Until nobody pangs: the active player acts, and a discard may make another one active.
        while True:
            can_draw = _can_draw(reshuffles, cards)
            _look_around(active, rules, cards)
            hand = cards.hands[active]
            kept = cards.kept[active]
            laid = cards.laid[active]
            move = _choose_move(
                hand,
                kept,
                laid,
                cards.unseen,
                minimums[active],
                can_draw,
                skills[active],
                key,
                _solved_for(active, solutions),
                tables,
                rules,
                work,
            )
            if move == FINISH:
                _write(FINISHED_ROUND, active, NONE, log, cards)
                ends[FINISHER] = active
                ends[HOW] = came
                break
            if move >= LAY:
                kind = move - LAY
                hand[kind] -= CARRE
                kept[kind] -= min(kept[kind], np.uint8(CARRE))
                laid[kind] = 1
                told[active, CARRES] += 1
                told[active, DRAWS] += 1
                _write(LAID, active, kind, log, cards)
                _draw(active, orders, log, cards)
                came = BY_REPLACEMENT
                continue
            kind = move - DISCARD
            hand[kind] -= 1
            numbers[_OPEN] = kind
            _write(DISCARDED, active, kind, log, cards)
            cards.best[active] = max(cards.best[active], worth(hand, laid, rules, work))
            _ask_wishes(active, minimums, skills, key, solutions, tables, rules, cards, work)
            taker = np.int64(-1)
            for step in range(1, players):
                other = (active + step) % players
                if cards.wants[other, kind] and _may_take(
                    other, kind, minimums[other], can_draw, rules, cards, work
                ):
                    taker = np.int64(other)
                    break
            numbers[_OPEN] = -1
            if taker < 0:
                cards.discards[numbers[_DISCARDS]] = kind
                numbers[_DISCARDS] += 1
                break
            cards.hands[taker, kind] += 1
            cards.kept[taker, kind] += 1
            told[taker, PANGS] += 1
            _write(PANGED, taker, kind, log, cards)
            active = taker
            came = BY_PANG
        if ends[FINISHER] >= 0:
            break
        active = due
        due = (due + 1) % players
    ends[RESHUFFLES] = numbers[_RESHUFFLES]
    ends[MOVES] = numbers[_LOGGED]


@kernel
def _count(
    rules: RuleArrays, told: NDArray[np.int32], finisher: Int, cards: Cards, work: Tools
) -> None:
    """Fill in what each player has at the end (clause 4.4)."""
    for player in range(len(told)):
        hand = cards.hands[player]
        laid = cards.laid[player]
        value = worth(hand, laid, rules, work)
        told[player, VALUE] = value
        told[player, POINTS] = value
        told[player, DISTANCE] = away(hand, laid, rules, work)
        if player == finisher:
            told[player, FINISHED] = 1
            told[player, POINTS] = total(hand, laid, rules, work)
        else:
            told[player, VALUE_LOST] = max(0, cards.best[player] - value)


@kernel
def play_rounds(
    decks: NDArray[np.uint8],
    orders: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    firsts: NDArray[np.int64],
    size: Int,
    minimums: NDArray[np.int64],
    skills: NDArray[np.float64],
    solutions: Solutions,
    tables: ClassTables,
    rules: RuleArrays,
    told: NDArray[np.int32],
    ends: NDArray[np.int32],
    logs: NDArray[np.int16],
    progress: NDArray[np.int64],
) -> None:
    """Play rounds, each from its own deck, shuffles and luck.

    Parameters
    ----------
    decks
        (rounds, cards): kinds in the order in which they are dealt and drawn.
    orders
        (rounds, reshuffles, cards): places in the order in which discards are taken up; of fewer
        discards those places that there are.
    keys, firsts
        (rounds,): the luck of the players, and who begins.
    size
        How many cards each player is dealt.
    minimums, skills
        One row a player.
    told, ends
        (rounds, players, TOLD) and (rounds, ENDS), to be filled.
    logs
        (rounds, lines, 3) to be filled with moves; (0, 0, 3) for none.
    """
    work = tools(rules)
    cards = _cards(len(minimums), decks.shape[1])
    nothing = np.zeros((0, 3), dtype=np.int16)
    for number in range(len(decks)):
        if progress[1] != 0:
            return
        progress[0] = number
        _deal(decks[number], firsts[number], size, cards)
        log = logs[number] if len(logs) > 0 else nothing
        _play(
            firsts[number],
            minimums,
            orders.shape[1],
            skills,
            orders[number],
            keys[number],
            solutions,
            tables,
            rules,
            told[number],
            ends[number],
            log,
            cards,
            work,
        )
        _count(rules, told[number], ends[number, FINISHER], cards, work)
    progress[0] = len(decks)


@kernel
def decide(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    can_draw: bool,
    skill: NDArray[np.float64],
    key: np.uint64,
    solutions: Solutions,
    tables: ClassTables,
    rules: RuleArrays,
) -> Int:
    """Return one move of one player, for the readable engine; the first seat's solution is his."""
    return _choose_move(
        hand,
        kept,
        laid,
        unseen,
        minimum,
        can_draw,
        skill,
        key,
        _solved_for(0, solutions),
        tables,
        rules,
        tools(rules),
    )


@kernel
def wish(
    hand: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    minimum: Int,
    skill: NDArray[np.float64],
    key: np.uint64,
    solutions: Solutions,
    tables: ClassTables,
    rules: RuleArrays,
    wants: NDArray[np.bool_],
) -> None:
    """Fill in what one player will pang, for the readable engine."""
    _choose_wishes(
        hand,
        kept,
        laid,
        unseen,
        minimum,
        skill,
        key,
        _solved_for(0, solutions),
        tables,
        rules,
        tools(rules),
        wants,
    )
