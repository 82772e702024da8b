"""What may be done in a round, and what comes of it: `verify`, `can` and `do` share one check.

Each rule stands once, in `verify`, beside the number of its clause (README.md, sections 4 to 7).
`do` verifies first and then only moves cards, so an illegal move changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from neuroanalysis.errors import MoveError
from neuroanalysis.games.tichu.pieces import (
    ACE,
    CARDS,
    DRAGON,
    LOWEST,
    MAH_JONG,
    PHOENIX,
    PIECES,
    RANK_CODES,
    rank_of,
)
from neuroanalysis.games.tichu.play.moves import (
    Decline,
    Exchange,
    Gift,
    GrandTichu,
    Lay,
    Move,
    Pass,
    Tichu,
)
from neuroanalysis.games.tichu.play.plays import may_bomb, must_fulfil
from neuroanalysis.games.tichu.play.state import Call, Laid, RoundState, partner_of
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import PLAYERS

__all__ = ["can", "do", "verify"]

T = TypeVar("T")
_OUT_AT_THE_END = 3


def verify(state: RoundState, move: Move) -> None:
    """Refuse a move that the rules do not allow now.

    Raises
    ------
    MoveError
        With what was tried, why it is refused, and the clause.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.play.state import deal
    >>> verify(deal(["Ana", "Bo", "Cem", "Dua"], seed=1), Pass(1))
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.MoveError: Bo has to wait: first all call Grand Tichu or decline ...
    """
    if state.phase == "over":
        raise MoveError("tichu.move.over")
    if not 0 <= move.player < PLAYERS:
        raise MoveError("move.seat", player=move.player, high=PLAYERS - 1)
    if isinstance(move, GrandTichu | Decline):
        _verify_grand(state, move)
    elif isinstance(move, Tichu):
        _verify_tichu(state, move)
    elif isinstance(move, Exchange):
        _verify_exchange(state, move)
    elif isinstance(move, Gift):
        _verify_gift(state, move)
    elif isinstance(move, Lay):
        _verify_lay(state, move)
    else:
        _verify_phase(state, move, "play")
        _verify_turn(state, move.player)
        if not state.trick:
            raise MoveError("tichu.move.lead", player=state.names[move.player])
        if must_fulfil(state, move.player):
            raise _bound(state, move.player)


def _verify_phase(state: RoundState, move: Move, phase: str) -> None:
    if state.phase == phase:
        return
    name = state.names[move.player]
    if state.phase == "grand":
        raise MoveError("tichu.move.in_grand", player=name)
    if state.phase == "exchange":
        raise MoveError("tichu.move.in_exchange", player=name)
    if state.phase == "gift":
        raise MoveError("tichu.move.in_gift", player=name, active=state.names[state.active])
    raise MoveError("tichu.move.in_play", player=name)


def _verify_turn(state: RoundState, player: int) -> None:
    if player != state.active:
        name, active = state.names[player], state.names[state.active]
        raise MoveError("tichu.move.turn", player=name, active=active)


def _bound(state: RoundState, player: int) -> MoveError:
    code = RANK_CODES[(state.wish or LOWEST) - LOWEST]
    return MoveError("tichu.move.wish_binds", player=state.names[player], rank=code)


def _verify_grand(state: RoundState, move: GrandTichu | Decline) -> None:
    _verify_phase(state, move, "grand")
    if move.player in state.declined or state.calls[move.player] is not None:
        raise MoveError("tichu.move.answered", player=state.names[move.player])
    if isinstance(move, GrandTichu):
        _verify_partner(state, move.player)


def _verify_partner(state: RoundState, player: int) -> None:
    partner = partner_of(player)
    if state.calls[partner] is not None and not state.rules.both_partners_may_call:
        name, other = state.names[player], state.names[partner]
        raise MoveError("tichu.move.partner_called", player=name, partner=other)


def _verify_tichu(state: RoundState, move: Tichu) -> None:
    name = state.names[move.player]
    if state.phase != "play" and not (
        state.phase == "exchange" and state.rules.tichu_before_exchange
    ):
        raise MoveError("tichu.move.no_call_now", player=name)
    if state.calls[move.player] is not None:
        raise MoveError("tichu.move.called", player=name)
    if state.has_laid(move.player):
        raise MoveError("tichu.move.too_late", player=name)
    _verify_partner(state, move.player)


def _verify_exchange(state: RoundState, move: Exchange) -> None:
    _verify_phase(state, move, "exchange")
    name, cards = state.names[move.player], _given(move)
    if state.given[move.player] is not None:
        raise MoveError("tichu.move.has_given", player=name)
    if len(set(cards)) < len(cards):
        raise MoveError("tichu.move.three_cards", player=name)
    _verify_held(state, move.player, cards)


def _given(move: Exchange) -> tuple[int, int, int]:
    return move.to_next, move.to_partner, move.to_previous


def _verify_held(state: RoundState, player: int, cards: Sequence[int]) -> None:
    for card in cards:
        if not 0 <= card < CARDS:
            raise MoveError("move.kind", kind=card, high=CARDS - 1)
        if not state.hands[player] >> card & 1:
            code = PIECES.codes[card]
            raise MoveError("tichu.move.not_held", player=state.names[player], code=code)


def _verify_gift(state: RoundState, move: Gift) -> None:
    name = state.names[move.player]
    if state.phase != "gift":
        raise MoveError("tichu.move.no_gift", player=name)
    _verify_turn(state, move.player)
    if not 0 <= move.to < PLAYERS:
        raise MoveError("move.seat", player=move.to, high=PLAYERS - 1)
    if move.to in (move.player, partner_of(move.player)):
        raise MoveError("tichu.move.gift_to", player=name, to=state.names[move.to])


def _verify_lay(state: RoundState, move: Lay) -> None:
    _verify_phase(state, move, "play")
    player, name = move.player, state.names[move.player]
    if player in state.out:
        raise MoveError("tichu.move.out", player=name)
    _verify_held(state, player, move.combination.cards)
    one = _as_laid(state, move.combination)
    said = move.combination.to_text()
    if one is None:
        raise MoveError("tichu.move.no_combination", player=name, combination=said)
    if player != state.active:
        if not one.is_bomb or not state.trick:
            raise MoveError("tichu.move.turn", player=name, active=state.names[state.active])
        if not may_bomb(state, player):
            raise MoveError("tichu.move.own_trick", player=name)
    if state.top is not None and not one.beats(state.top):
        top = state.top.to_text()
        raise MoveError("tichu.move.beats", player=name, combination=said, top=top)
    bound = player == state.active and not _has_rank(one, state.wish)
    if bound and must_fulfil(state, player):
        raise _bound(state, player)
    _verify_wish(state, move)


def _as_laid(state: RoundState, said: Combination) -> Combination | None:
    """Return a combination as it lies on the trick; None for cards that are none."""
    readings = Combination.readings(said.bits, state.rules)
    if said.cards == (PHOENIX,):
        return readings[0].laid_on(state.top)
    # A combination of the same cards may stand in another order, or with a Phoenix elsewhere.
    same = (one for one in readings if (one.kind, one.rank) == (said.kind, said.rank))
    return next((one for one in same if one.phoenix == said.phoenix), None)


def _has_rank(one: Combination, rank: int | None) -> bool:
    """Return whether a card of a rank is in a combination; the Phoenix is none (clause 5.5)."""
    return rank is not None and any(rank_of(card) == rank for card in one.cards)


def _verify_wish(state: RoundState, move: Lay) -> None:
    name = state.names[move.player]
    if move.wish is None:
        if state.rules.wish == "mandatory" and MAH_JONG in move.combination.cards:
            raise MoveError("tichu.move.must_wish", player=name)
        return
    if state.rules.wish == "off" or MAH_JONG not in move.combination.cards:
        raise MoveError("tichu.move.no_wish", player=name)
    if not LOWEST <= move.wish <= ACE:
        raise MoveError("tichu.move.wish_rank", rank=move.wish, low=LOWEST, high=ACE)


def can(state: RoundState, move: Move) -> bool:
    """Return whether a move is legal now."""
    try:
        verify(state, move)
    except MoveError:
        return False
    return True


def do(state: RoundState, move: Move) -> RoundState:
    """Return the state after a move; the state given stays as it is.

    Raises
    ------
    MoveError
        As `verify`.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.play.state import deal
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> for player in range(4):
    ...     state = do(state, Decline(player))
    >>> state.phase, state.size(0)
    ('exchange', 14)
    """
    verify(state, move)
    if isinstance(move, GrandTichu):
        return _when_all_have_answered(_called(state, move))
    if isinstance(move, Decline):
        declined = state.declined | {move.player}
        return _when_all_have_answered(replace(state, declined=declined))
    if isinstance(move, Tichu):
        return _called(state, move)
    if isinstance(move, Exchange):
        given = _put(state.given, move.player, _given(move))
        return _when_all_have_given(replace(state, given=given))
    if isinstance(move, Gift):
        return _collected(state, move.to)
    if isinstance(move, Pass):
        return _passed(state)
    return _laid(state, move)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _called(state: RoundState, move: GrandTichu | Tichu) -> RoundState:
    kind: Call = "grand_tichu" if isinstance(move, GrandTichu) else "tichu"
    return replace(state, calls=_put(state.calls, move.player, kind))


def _when_all_have_answered(state: RoundState) -> RoundState:
    if len(state.declined) + len(state.calls) - state.calls.count(None) < PLAYERS:
        return state
    hands = tuple(one | other for one, other in zip(state.hands, state.to_come, strict=True))
    return replace(
        state, hands=hands, to_come=(0,) * PLAYERS, phase="exchange", declined=frozenset()
    )


def _when_all_have_given(state: RoundState) -> RoundState:
    hands = list(state.hands)
    for player, cards in enumerate(state.given):
        if cards is None:
            return state
        for step, card in enumerate(cards, start=1):
            hands[player] &= ~(1 << card)
            hands[(player + step) % PLAYERS] |= 1 << card
    first = next(player for player in range(PLAYERS) if hands[player] >> MAH_JONG & 1)
    return replace(state, hands=tuple(hands), phase="play", active=first)


def _laid(state: RoundState, move: Lay) -> RoundState:
    player, one = move.player, _as_laid(state, move.combination)
    if one is None:
        raise AssertionError("verified before")
    hand = state.hands[player] & ~one.bits
    wish = None if _has_rank(one, state.wish) else state.wish
    after = replace(
        state,
        hands=_put(state.hands, player, hand),
        trick=(*state.trick, Laid(player, one)),
        passes=0,
        wish=wish if move.wish is None else move.wish,
        out=state.out if hand else (*state.out, player),
    )
    if after.double_win or len(after.out) == _OUT_AT_THE_END:
        return _won(after)
    if one.kind == "dog":
        partner = partner_of(player)
        leader = after.next_in(partner) if partner in after.out else partner
        return replace(_collected(after, player), active=leader)
    return replace(after, active=after.next_in(player))


def _passed(state: RoundState) -> RoundState:
    passes = state.passes + 1
    others = PLAYERS - len(state.out) - (state.holder not in state.out)
    if passes == others:
        return _won(state)
    return replace(state, passes=passes, active=state.next_in(state.active))


def _won(state: RoundState) -> RoundState:
    """Let the holder of the trick take it, or give it away (clause 6.1)."""
    holder, top = state.trick[-1].player, state.trick[-1].combination
    ends = state.double_win or len(state.out) == _OUT_AT_THE_END
    given = not ends or (state.rules.dragon_gift_last_trick and not state.double_win)
    if top.cards == (DRAGON,) and given:
        return replace(state, phase="gift", active=holder, passes=0)
    return _collected(state, holder)


def _collected(state: RoundState, to: int) -> RoundState:
    """Put the trick to a player's won cards; its winner leads, or somebody for him (clause 6.3)."""
    winner = state.trick[-1].player
    leader, partner = winner, partner_of(winner)
    if winner in state.out:
        leader = state.next_in(winner)
        if state.rules.lead_passes_when_out == "partner" and partner not in state.out:
            leader = partner
    ends = state.double_win or len(state.out) == _OUT_AT_THE_END
    return replace(
        state,
        won=_put(state.won, to, state.won[to] | state.trick_cards),
        trick=(),
        passes=0,
        active=leader,
        phase="over" if ends else "play",
    )
