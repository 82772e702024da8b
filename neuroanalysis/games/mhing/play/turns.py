"""What may be done in a round, and what comes of it: `verify`, `can` and `do` share one check.

Each rule stands once, in `verify`, beside the number of its clause (README.md, sections 4 to 6).
`do` verifies first and then only moves cards, so an illegal move changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from neuroanalysis.core.seeds import shuffled
from neuroanalysis.errors import MoveError
from neuroanalysis.games.mhing.pieces import FLOWER, JOKER, KINDS, PIECES
from neuroanalysis.games.mhing.play.moves import (
    Claim,
    Discard,
    Draw,
    Mhing,
    Move,
    Pang,
    Pass,
    Shuffle,
    Tcheu,
)
from neuroanalysis.games.mhing.play.state import Counts36, Discarded, RoundState, first_owed
from neuroanalysis.games.mhing.play.winning import NO_WIN, claimed_credits, credits_of, lay
from neuroanalysis.games.mhing.position import Combination

__all__ = ["can", "do", "shuffle", "verify", "with_card"]

_PRIORITY: Final = (Mhing, Pang, Tcheu)


def verify(state: RoundState, move: Move) -> None:
    """Refuse a move that the rules do not allow now.

    Raises
    ------
    MoveError
        With what was tried, why it is refused, and the clause.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.play.state import deal
    >>> verify(deal(["Ana", "Bo"], seed=30), Draw(1))
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.MoveError: it is for Ana to draw or play now, not for Bo (clauses 4.2 ...)
    """
    if state.phase == "over":
        raise MoveError("mhing.move.over")
    if isinstance(move, Shuffle):
        _verify_shuffle(state, move)
        return
    if not 0 <= move.player < state.players:
        raise MoveError("move.seat", player=move.player, high=state.players - 1)
    if isinstance(move, Pang | Tcheu | Pass) or (
        isinstance(move, Mhing) and state.phase == "claim"
    ):
        _verify_answer(state, move)
        return
    name, active = state.names[move.player], state.names[state.active]
    if state.phase == "claim":
        raise MoveError("mhing.move.open", player=name)
    if move.player != state.active:
        raise MoveError("mhing.move.turn", player=name, active=active)
    if state.phase == "shuffle":
        raise MoveError("mhing.move.to_shuffle", player=name)
    if isinstance(move, Draw):
        if state.phase != "draw":
            raise MoveError("mhing.move.to_act", player=name)
        return
    if state.phase != "act":
        raise MoveError("mhing.move.to_draw", player=name)
    if isinstance(move, Mhing):
        hand, laid = state.hands[move.player], state.laid[move.player]
        _verify_credits(state, move.player, credits_of([hand], [laid], state.rules)[0])
        return
    code = _code(move.kind)
    if move.kind == FLOWER:
        raise MoveError("mhing.move.flower", player=name)
    if not state.hands[move.player][move.kind]:
        raise MoveError("mhing.move.not_held", player=name, code=code)


def _verify_answer(state: RoundState, move: Claim | Pass) -> None:
    name, offered = state.names[move.player], state.offered
    if offered is None:
        raise MoveError("mhing.move.nothing_open", player=name)
    code = PIECES.codes[offered.kind]
    if move.player == offered.player:
        raise MoveError("mhing.move.own", player=name, code=code)
    if move.player in state.passing or any(one.player == move.player for one in state.claims):
        raise MoveError("mhing.move.answered", player=name)
    if isinstance(move, Mhing):
        earned, _ = claimed_credits(
            with_card(state.hands[move.player], offered.kind),
            state.laid[move.player],
            offered.kind,
            state.rules,
        )
        if earned == NO_WIN:
            raise MoveError("mhing.move.no_claim", player=name, code=code)
        _verify_credits(state, move.player, earned)
    elif not isinstance(move, Pass):
        _verify_combination(state, move, offered.kind)


def _verify_combination(state: RoundState, move: Pang | Tcheu, kind: int) -> None:
    name, said = state.names[move.player], move.combination
    if not said.valid or (said.kind == "triplet") != isinstance(move, Pang):
        if isinstance(move, Pang):
            raise MoveError("mhing.move.no_pang", player=name)
        raise MoveError("mhing.move.no_tcheu", player=name)
    used = [JOKER if joker else one for one, joker in zip(said.kinds, said.jokers, strict=True)]
    code, words = PIECES.codes[kind], said.to_text()
    if kind not in used:
        raise MoveError("mhing.move.without", player=name, code=code, combination=words)
    if lay(with_card(state.hands[move.player], kind), said) is None:
        raise MoveError("mhing.move.lacks", player=name, combination=words)


def _verify_credits(state: RoundState, player: int, earned: int) -> None:
    name, least = state.names[player], state.rules.min_credits
    if earned == NO_WIN:
        raise MoveError("mhing.move.no_win", player=name)
    if earned < least:
        raise MoveError("mhing.move.credits", player=name, n=earned, least=least)


def _verify_shuffle(state: RoundState, move: Shuffle) -> None:
    if state.phase != "shuffle":
        raise MoveError("mhing.move.no_shuffle")
    if Counter(move.cards) != Counter(card.kind for card in state.discards):
        raise MoveError("mhing.move.shuffle_cards", n=len(state.discards))


def _code(kind: int) -> str:
    if not 0 <= kind < KINDS:
        raise MoveError("move.kind", kind=kind, high=KINDS - 1)
    return PIECES.codes[kind]


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
    >>> from neuroanalysis.games.mhing.play.state import deal
    >>> state = do(deal(["Ana", "Bo", "Cem"], seed=30), Draw(0))
    >>> state.phase, sum(state.hands[0]), len(state.pile)
    ('act', 14, 110)
    """
    verify(state, move)
    if isinstance(move, Draw):
        return _drawn(state, move.player)
    if isinstance(move, Discard):
        hands = _replaced(
            state.hands, move.player, with_card(state.hands[move.player], move.kind, -1)
        )
        offered = Discarded(move.player, move.kind)
        return replace(state, hands=hands, offered=offered, phase="claim", turn=state.turn + 1)
    if isinstance(move, Shuffle):
        return replace(
            state, pile=move.cards, discards=(), reshuffles=state.reshuffles + 1, phase="draw"
        )
    if isinstance(move, Mhing) and state.phase == "act":
        return replace(state, phase="over", finisher=move.player)
    if isinstance(move, Pass):
        return _when_all_have_answered(replace(state, passing=state.passing | {move.player}))
    return _when_all_have_answered(replace(state, claims=(*state.claims, move)))


def _drawn(state: RoundState, player: int) -> RoundState:
    """Give the top card to a player; a flower lies on the table, and he draws again."""
    kind = state.pile[0]
    state = replace(
        state,
        hands=_replaced(state.hands, player, with_card(state.hands[player], kind)),
        pile=state.pile[1:],
    )
    if kind == FLOWER:
        return _to_draw(state)
    if not state.owed[player]:
        return replace(state, phase="act")
    owed = list(state.owed)
    owed[player] -= 1
    return _to_draw(replace(state, owed=tuple(owed), active=first_owed(owed, state.dealer)))


def _when_all_have_answered(state: RoundState) -> RoundState:
    if len(state.claims) + len(state.passing) < state.players - 1 or state.offered is None:
        return state
    order = state.clockwise_after(state.offered.player)
    claims = sorted(  # clause 5.2
        state.claims, key=lambda one: (_PRIORITY.index(type(one)), order.index(one.player))
    )
    if claims:
        return _claimed(state, claims[0], state.offered.kind)
    return _to_draw(
        replace(
            _answered(state),
            discards=(*state.discards, state.offered),
            active=state.after(state.active),
        )
    )


def _claimed(state: RoundState, claim: Claim, kind: int) -> RoundState:
    """Give the open discard to a player who lays it at once, or goes out with it."""
    player = claim.player
    hand, laid = with_card(state.hands[player], kind), state.laid[player]
    if isinstance(claim, Mhing):
        _, combination = claimed_credits(hand, laid, kind, state.rules)
    else:
        combination = claim.combination
    if combination is not None:
        laid = (*laid, combination)
        hand = _laid_from(hand, combination)
    out = isinstance(claim, Mhing)
    return replace(
        _answered(state),
        hands=_replaced(state.hands, player, hand),
        laid=(*state.laid[:player], laid, *state.laid[player + 1 :]),
        active=player,
        phase="over" if out else "act",
        finisher=player if out else None,
        claimed=out,
    )


def _laid_from(hand: Counts36, combination: Combination) -> Counts36:
    left = lay(hand, combination)
    if left is None:
        raise AssertionError("verified before")
    return left


def _answered(state: RoundState) -> RoundState:
    return replace(state, offered=None, claims=(), passing=frozenset())


def _to_draw(state: RoundState) -> RoundState:
    """Let the active player draw: from the pile, after a shuffle, or not at all (clause 4.5)."""
    if state.pile:
        return replace(state, phase="draw")
    return replace(state, phase="shuffle" if state.can_shuffle else "over")


def with_card(hand: Sequence[int], kind: int, change: int = 1) -> Counts36:
    """Return 36 counts with a card more, or less.

    Examples
    --------
    >>> sum(with_card([0] * 36, 35))
    1
    """
    counts = list(hand)
    counts[kind] += change
    return tuple(counts)


def _replaced(hands: tuple[Counts36, ...], player: int, hand: Counts36) -> tuple[Counts36, ...]:
    return (*hands[:player], hand, *hands[player + 1 :])


def shuffle(state: RoundState, seed: int) -> Shuffle:
    """Return the shuffle that a seed makes of the discards; each shuffle of a round is another."""
    cards = [card.kind for card in state.discards]
    return Shuffle(shuffled(cards, seed, shuffle=state.reshuffles + 1))
