"""What players of stated style do, decided by what they see, their parameters and luck.

What a player sees is an array of numbers, a *sight*, in which players are counted from himself: 0
himself, 1 the next, 2 his partner, 3 the one before. One question is answered at a time.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, apart, kernel
from neuroanalysis.core._kernels.luck import mixed
from neuroanalysis.games.tichu._kernels import answers, planning
from neuroanalysis.games.tichu._kernels.answers import ROOM
from neuroanalysis.games.tichu._kernels.layout import (
    ACE,
    CARDS,
    DOG,
    DRAGON,
    LOWEST,
    MAH_JONG,
    PHOENIX,
    PLACES,
    SUITS,
    WISH,
)
from neuroanalysis.games.tichu._kernels.planning import (
    MOST_PLAYS,
    SCRATCH,
    chance_of,
)
from neuroanalysis.games.tichu._kernels.plays import (
    DOG_ALONE,
    DRAGON_RANK,
    FOUR_OF_A_KIND,
    KIND_SHIFT,
    KINDS,
    LENGTH_SHIFT,
    PAIR,
    held,
    recognise,
    size_of,
)

# Places in a sight.
HAND: Final = 0
TRICK: Final = 1  # the code to beat, or 0
HOLDER: Final = 2  # whose it is
POINTS: Final = 3  # of the trick
WISHED: Final = 4
SEEN: Final = 5  # all cards laid in the round
SEAT: Final = 6  # of the player, for his luck alone
PASSES: Final = 7
SIZES: Final = 8  # of hands, of players 0 to 3
CALLS: Final = 12  # 0 none, 1 Tichu, 2 Grand Tichu
GIVEN: Final = 16  # to players 1 to 3, or -1
SIGHT: Final = 19

# Parameters of a player; see `policies/skills.py`.
JUDGEMENT: Final = 0
LEAD_WORTH: Final = 1
EAGER: Final = 2
BOMB_FROM: Final = 3
TICHU_FROM: Final = 4
GRAND_FROM: Final = 5
PARAMETERS: Final = 6

CHANCE: Final = 0
LOWEST_FIRST: Final = 1
PLANS: Final = 2

NEXT: Final = 1
PARTNER: Final = 2
PREVIOUS: Final = 3

# What luck is asked for.
_TO_EXCHANGE: Final = 1
_TO_PLAY: Final = 2
_TO_BOMB: Final = 3
_TO_WISH: Final = 4
_TO_GIVE: Final = 5

_MASTER: Final = 0.95
_U64 = np.uint64


class Space(NamedTuple):
    """What decisions need to work in."""

    cards: NDArray[np.int64]
    codes: NDArray[np.int64]
    plan_cards: NDArray[np.int64]
    plan_codes: NDArray[np.int64]
    nothing: NDArray[np.int64]
    scratch: NDArray[np.int64]
    chances: NDArray[np.float64]


_NUMBERS: Final = np.zeros(PLACES, dtype=np.int64)
_ROW: Final = np.zeros(1, dtype=np.int64)
_LISTS: Final = (_NUMBERS, _ROW, _ROW)
_TABLE: Final = np.zeros((KINDS, DRAGON_RANK + 1))
EXAMPLE: Final = Space(_ROW, _ROW, _ROW, _ROW, _ROW, np.zeros(SCRATCH, dtype=np.int64), _TABLE)
"""Of the types that a workspace has."""

# Large, and asked by many: compiled once.
plan = apart(planning.plan, 1, _TABLE, _NUMBERS, EXAMPLE.scratch, _ROW, _ROW)
win_chances = apart(planning.win_chances, 1, 1, _TABLE)
legal_plays = apart(answers.legal_plays, 1, 1, 1, 1, *_LISTS)
bombs_in = apart(answers.bombs_in, 1, 1, *_LISTS, 1)


@kernel
def make_space() -> Space:
    """Make the workspace of decisions."""
    return Space(
        np.zeros(ROOM, dtype=np.int64),
        np.zeros(ROOM, dtype=np.int64),
        np.zeros(MOST_PLAYS, dtype=np.int64),
        np.zeros(MOST_PLAYS, dtype=np.int64),
        np.zeros(0, dtype=np.int64),
        np.zeros(SCRATCH, dtype=np.int64),
        np.zeros((KINDS, DRAGON_RANK + 1)),
    )


@kernel
def _luck(sight: NDArray[np.int64], key: np.uint64, what: Int, below: Int) -> int:
    """Return a number below another one, which the key and how far the round has come determine."""
    when = ((size_of(sight[SEEN]) * 4 + sight[PASSES]) * 4 + sight[SEAT]) * 8 + what
    return int(mixed(key ^ mixed(_U64(when))) % _U64(below))


# --- Calls ---------------------------------------------------------------------------------------


@kernel
def hand_cost(sight: NDArray[np.int64], numbers: NDArray[np.int64], space: Space) -> float:
    """Return what the plan of a hand costs: the turns it takes, less what its winners bring."""
    win_chances(sight[HAND], sight[SEEN], space.chances)
    _, cost = plan(sight[HAND], space.chances, numbers, space.scratch, space.nothing, space.nothing)
    return float(cost)


# Logistic regressions on 6000 rounds of planners (seed 21), of whether each was first out. They are
# held against other rounds in `tests/games/tichu/test_policies.py`.
@kernel
def first_out_chance(hand: Int, cost: float) -> float:
    """Return the estimated chance to be first out with 14 cards after the exchange.

    `cost` is that of the plan of the hand, see `hand_cost`.
    """
    odds = -1.412 - 0.318 * cost - 0.615 * min(cost, 0.0) + 0.518 * size_of(held(hand, ACE))
    odds += 0.696 * (hand >> DRAGON & 1) + 0.308 * (hand >> PHOENIX & 1)
    odds += 0.499 * (hand >> MAH_JONG & 1) - 1.385 * (hand >> DOG & 1)
    return float(1 / (1 + np.exp(-odds)))


@kernel
def first_out_chance_of_first(cards: Int) -> float:
    """Return the estimated chance to be first out with the first eight cards."""
    odds = -1.733 + 0.449 * size_of(held(cards, ACE)) + 0.183 * size_of(held(cards, ACE - 1))
    odds += 0.527 * (cards >> DRAGON & 1) + 0.481 * (cards >> PHOENIX & 1)
    odds += 0.097 * size_of(held(cards, ACE - 2)) - 0.14 * (cards >> DOG & 1)
    for rank in range(LOWEST, ACE + 1):
        odds += 0.891 * (held(cards, rank) == 15)
    return float(1 / (1 + np.exp(-odds)))


@kernel
def calls_grand(sight: NDArray[np.int64], skill: NDArray[np.float64]) -> bool:
    """Return whether a player calls Grand Tichu with his first cards."""
    if skill[JUDGEMENT] != PLANS or sight[CALLS + PARTNER]:
        return False
    return first_out_chance_of_first(sight[HAND]) >= skill[GRAND_FROM]


@kernel
def calls_tichu(
    sight: NDArray[np.int64], skill: NDArray[np.float64], numbers: NDArray[np.int64], space: Space
) -> bool:
    """Return whether a player calls Tichu; not beside his partner, nor when somebody is out."""
    if skill[JUDGEMENT] != PLANS or sight[CALLS + PARTNER] or skill[TICHU_FROM] > 1:
        return False
    for other in range(1, 4):
        # Before the exchange he waits for his cards, and late he has seen others run out.
        if sight[SIZES + other] == 0 or sight[GIVEN + other - 1] < 0:
            return False
        if sight[CALLS + other] and sight[SIZES + other] < sight[SIZES]:
            return False
    cost = hand_cost(sight, numbers, space)
    return first_out_chance(sight[HAND], cost) >= skill[TICHU_FROM]


# --- The exchange --------------------------------------------------------------------------------


@kernel
def worth_to_hold(card: Int) -> float:
    """Return how welcome a card is to somebody whose hand is not known."""
    if card in (DRAGON, PHOENIX):
        return 3.0
    if card == DOG:
        return -0.8
    if card == MAH_JONG:
        return 0.1
    rank = card // SUITS + LOWEST
    return float(1.6 * (rank / ACE) ** 3)


@kernel
def choose_exchange(
    sight: NDArray[np.int64],
    key: np.uint64,
    skill: NDArray[np.float64],
    numbers: NDArray[np.int64],
    space: Space,
    given: NDArray[np.int64],
) -> None:
    """Write the cards that a player gives to the next player, his partner and the one before."""
    hand, n = sight[HAND], 0
    for card in range(CARDS):
        if hand >> card & 1:
            space.cards[n] = card
            n += 1
    if skill[JUDGEMENT] == CHANCE:
        for place in range(3):
            left = n - place
            word = _luck(sight, key ^ mixed(_U64(place)), _TO_EXCHANGE, left)
            given[place] = space.cards[word]
            space.cards[word] = space.cards[left - 1]
        return
    if skill[JUDGEMENT] == LOWEST_FIRST:
        # Cards are numbered by rank, but the specials, which stay.
        given[0], given[2], given[1] = space.cards[0], space.cards[1], space.cards[2]
        return
    caller = sight[CALLS] > 0
    for turn in range(3):
        to = (PREVIOUS, NEXT, PARTNER)[turn]
        best, chosen = -1e9, 0
        for place in range(n):
            card = space.cards[place]
            if not hand >> card & 1:
                continue
            win_chances(hand & ~(1 << card), sight[SEEN], space.chances)
            _, cost = plan(
                hand & ~(1 << card),
                space.chances,
                numbers,
                space.scratch,
                space.nothing,
                space.nothing,
            )
            worth = worth_to_hold(card)
            if to == PARTNER:
                # Who has called keeps what he needs; a partner who has gets the best.
                share = 0.3 if caller else 1.6 if sight[CALLS + PARTNER] else 0.8
                value = share * worth - cost
            else:
                value = -1.2 * worth - cost
            if value > best:
                best, chosen = value, card
        given[to - 1] = chosen
        hand &= ~(1 << chosen)


# --- Plays ---------------------------------------------------------------------------------------


@kernel
def _danger(sight: NDArray[np.int64], length: Int) -> float:
    """Return how bad a play of so many cards is that an opponent could end with."""
    found = 0.0
    for other in (NEXT, PREVIOUS):
        if sight[SIZES + other] == length:
            found += 1.2 if length == 1 else 0.6
        if sight[CALLS + other] and sight[SIZES + other]:
            found += 0.1
    return found


@kernel
def _lead(sight: NDArray[np.int64], numbers: NDArray[np.int64], space: Space) -> tuple[int, int]:
    """Return the play of the plan that a planner leads."""
    chances = space.chances
    n, _ = plan(sight[HAND], chances, numbers, space.scratch, space.plan_cards, space.plan_codes)
    losers = 0
    for row in range(n):
        losers += chance_of(space.plan_cards[row], space.plan_codes[row], chances) < _MASTER
    best, chosen = 1e9, 0
    for row in range(n):
        cards, code = space.plan_cards[row], space.plan_codes[row]
        kind, length = code >> KIND_SHIFT, code >> LENGTH_SHIFT & 255
        chance = chance_of(cards, code, chances)
        value = chance - 0.04 * length + (1 - min(1.0, chance)) * _danger(sight, length)
        if kind >= FOUR_OF_A_KIND:
            value += 0.5
        if kind == DOG_ALONE:
            value = 0.15
            if sight[SIZES + PARTNER] == 0:
                value = 0.7
            elif sight[CALLS + PARTNER] or sight[SIZES + PARTNER] <= 3:
                value = -2.0
            elif sight[CALLS]:
                value = 0.6
        elif losers <= 1 and n > 1:
            # All else wins the lead again: the loser goes last, bombs just before.
            value = (10.0 if chance < _MASTER else 0.0) + (kind >= FOUR_OF_A_KIND)
        elif length == 1 and sight[SIZES + PARTNER] == 1 and not sight[CALLS]:
            value -= 0.3
        if value < best:
            best, chosen = value, row
    return space.plan_cards[chosen], space.plan_codes[chosen]


@kernel
def _bombs_away(
    sight: NDArray[np.int64], skill: NDArray[np.float64], plays_after: Int, cost_after: float
) -> bool:
    """Return whether a planner bombs a trick of an opponent."""
    holder = sight[HOLDER]
    if holder == 0 or holder == PARTNER:
        return False
    stake = sight[POINTS] / 25 + (1.0 if plays_after <= 1 else 0.0) - 0.2 * cost_after
    if sight[SIZES + holder] <= 3:
        stake += 0.6
    if sight[CALLS + holder]:
        stake += 0.6
    return stake >= skill[BOMB_FROM]


@kernel
def _planned(
    sight: NDArray[np.int64],
    skill: NDArray[np.float64],
    numbers: NDArray[np.int64],
    space: Space,
    n: Int,
    bound: Int,
) -> tuple[int, int]:
    """Return what a planner lays of `n` legal plays, or no cards for passing."""
    hand, trick, holder = sight[HAND], sight[TRICK], sight[HOLDER]
    chances = space.chances
    win_chances(hand, sight[SEEN], chances)
    if trick == 0 and not bound:
        # A plan may part what could be laid at once.
        if recognise(hand, numbers, space.codes) > 0:
            return hand, space.codes[0]
        return _lead(sight, numbers, space)
    _, now = plan(hand, chances, numbers, space.scratch, space.nothing, space.nothing)
    partners = trick != 0 and holder == PARTNER
    top = min(1.0, chances[trick >> KIND_SHIFT, trick >> 1 & 15]) if trick else 0.0
    stake = 0.0
    if trick and not partners:
        stake = sight[POINTS] / 30
        if sight[SIZES + holder] <= 2:
            stake += 0.4
        if sight[CALLS + holder] or sight[CALLS + PARTNER]:
            stake += 0.3
    best, chosen = -1e9 if bound else 0.0, -1
    for row in range(n):
        cards, code = space.cards[row], space.codes[row]
        rest = hand & ~cards
        if rest == 0:
            return cards, code
        plays, after = plan(rest, chances, numbers, space.scratch, space.nothing, space.nothing)
        chance = min(1.0, chance_of(cards, code, chances))
        if code >> KIND_SHIFT >= FOUR_OF_A_KIND:
            if not bound and not _bombs_away(sight, skill, plays, after):
                continue
            value = 5.0 - after
        elif partners:
            # A low card of one's own may go on a low one of the partner's, nothing else.
            low = top < 0.3 and chance < 0.35 and trick >> KIND_SHIFT <= PAIR
            if not bound and (not low or sight[CALLS + PARTNER]):
                continue
            value = now - after - 0.75
        else:
            value = now - after + (skill[LEAD_WORTH] + stake) * chance - skill[EAGER]
            if plays == 1 and chance >= _MASTER:
                value += 3.0
        if value > best:
            best, chosen = value, row
    if chosen < 0:
        return 0, 0
    return space.cards[chosen], space.codes[chosen]


@kernel
def choose_play(
    sight: NDArray[np.int64],
    key: np.uint64,
    skill: NDArray[np.float64],
    numbers: NDArray[np.int64],
    space: Space,
) -> tuple[int, int]:
    """Return the cards and code of what a player in turn lays; no cards for passing."""
    hand, trick = sight[HAND], sight[TRICK]
    by_chance = skill[JUDGEMENT] == CHANCE
    n, bound = 0, False
    if trick or sight[WISHED] or skill[JUDGEMENT] != PLANS:
        every = 1 if by_chance else 0
        wish = sight[WISHED]
        n, bound = legal_plays(hand, trick, wish, every, numbers, space.cards, space.codes)
        if n == 0:
            return 0, 0
    if by_chance:
        passing = 1 if trick and not bound else 0
        row = _luck(sight, key, _TO_PLAY, n + passing)
        return (space.cards[row], space.codes[row]) if row < n else (0, 0)
    if skill[JUDGEMENT] == PLANS:
        return _planned(sight, skill, numbers, space, n, int(bound))
    best, chosen = 1 << 40, 0
    for row in range(n):
        code = space.codes[row]
        # The lowest rank, of those the most cards; bombs after all else.
        value = (code & 255) << 8 | (255 - (code >> LENGTH_SHIFT & 255))
        if code >> KIND_SHIFT >= FOUR_OF_A_KIND:
            value += 1 << 20
        if value < best:
            best, chosen = value, row
    if best >> 20 and trick and not bound and space.cards[chosen] != hand:
        return 0, 0
    return space.cards[chosen], space.codes[chosen]


@kernel
def _is_next(sight: NDArray[np.int64]) -> bool:
    """Return whether nobody between the holder of the trick and the player has cards."""
    for step in range(sight[HOLDER] + 1, 4):
        if sight[SIZES + step]:
            return False
    return True


@kernel
def choose_bomb(
    sight: NDArray[np.int64],
    key: np.uint64,
    skill: NDArray[np.float64],
    numbers: NDArray[np.int64],
    space: Space,
) -> tuple[int, int]:
    """Return the bomb that a player lays out of turn; no cards for none."""
    hand, wish = sight[HAND], sight[WISHED]
    n = bombs_in(hand, sight[TRICK], numbers, space.cards, space.codes, 0)
    if n == 0 or skill[JUDGEMENT] == LOWEST_FIRST:
        return 0, 0
    if wish and held(hand, wish) and _is_next(sight):
        # His turn comes next, so that the wish obliges him in bombs as in all else.
        rows, _ = legal_plays(hand, sight[TRICK], wish, 0, numbers, space.cards, space.codes)
        n = 0
        for row in range(rows):
            if space.codes[row] >> KIND_SHIFT >= FOUR_OF_A_KIND:
                space.cards[n], space.codes[n] = space.cards[row], space.codes[row]
                n += 1
        if n == 0:
            return 0, 0
    if skill[JUDGEMENT] == CHANCE:
        row = _luck(sight, key, _TO_BOMB, n + 1)
        return (space.cards[row], space.codes[row]) if row < n else (0, 0)
    win_chances(hand, sight[SEEN], space.chances)
    best, chosen = 1e9, -1
    for row in range(n):
        rest = hand & ~space.cards[row]
        if rest == 0:
            return space.cards[row], space.codes[row]
        plays, after = plan(
            rest, space.chances, numbers, space.scratch, space.nothing, space.nothing
        )
        if after < best and _bombs_away(sight, skill, plays, after):
            best, chosen = after, row
    return (space.cards[chosen], space.codes[chosen]) if chosen >= 0 else (0, 0)


@kernel
def choose_wish(
    sight: NDArray[np.int64],
    cards: Int,
    key: np.uint64,
    skill: NDArray[np.float64],
    numbers: NDArray[np.int64],
) -> int:
    """Return the rank that a player wishes for who lays cards with Mah Jong; 0 for none."""
    if numbers[WISH] == 0:
        return 0
    must = numbers[WISH] == 2
    if skill[JUDGEMENT] == CHANCE:
        rank = _luck(sight, key, _TO_WISH, ACE - LOWEST + 1 + (0 if must else 1)) + LOWEST
        return rank if rank <= ACE else 0
    if skill[JUDGEMENT] == LOWEST_FIRST:
        return LOWEST if must else 0
    # The highest rank of which he keeps none himself, so that others spend what could beat him.
    rest = sight[HAND] & ~cards
    for rank in range(ACE, LOWEST - 1, -1):
        if held(rest, rank) == 0 and held(sight[SEEN] | cards, rank) != 15:
            return rank
    return ACE if must else 0


@kernel
def choose_gift(sight: NDArray[np.int64], key: np.uint64, skill: NDArray[np.float64]) -> int:
    """Return who gets the Dragon's trick: 1 the next player, 3 the one before."""
    if skill[JUDGEMENT] == CHANCE:
        return NEXT if _luck(sight, key, _TO_GIVE, 2) == 0 else PREVIOUS
    if skill[JUDGEMENT] == PLANS and sight[SIZES + PREVIOUS] > sight[SIZES + NEXT]:
        return PREVIOUS
    return NEXT
