"""What may be done in a round, and what comes of it: `verify`, `can` and `do` share one check.

Each rule stands once, beside the number of its clause (README.md). `do` verifies first and then
only moves cards, so an illegal move changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from neuroanalysis.errors import MoveError
from neuroanalysis.games.conquete.pieces import KINDS, PIECES
from neuroanalysis.games.conquete.play.ending import settled
from neuroanalysis.games.conquete.play.moves import Move, Pass, Place
from neuroanalysis.games.conquete.play.placing import can_place, placement_of, placements_of
from neuroanalysis.games.conquete.play.state import RoundState

__all__ = ["can", "do", "legal_moves", "verify"]

T = TypeVar("T")


def verify(state: RoundState, move: Move) -> None:
    """Refuse a move that the rules do not allow now.

    Raises
    ------
    MoveError
        With what was tried, why it is refused, and the clause.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.play.dealing import start
    >>> verify(start(["Ana", "Bo"], ["2ev", "3cv"], "2eb"), Place(0, 1, 1, PIECES.kind("2ev")))
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.MoveError: 2ev cannot go on cell 1,1: ...
    """
    if state.phase == "over":
        raise MoveError("conquete.move.over")
    if not 0 <= move.player < state.players:
        raise MoveError("move.seat", player=move.player, high=state.players - 1)
    name = state.names[move.player]
    if move.player != state.active:
        raise MoveError("conquete.move.turn", player=name, active=state.names[state.active])
    if isinstance(move, Pass):
        if not state.rules.may_pass_when_able and can_place(state, move.player):
            raise MoveError("conquete.move.must_place", player=name)
        return
    if not 0 <= move.kind < KINDS:
        raise MoveError("move.kind", kind=move.kind, high=KINDS - 1)
    if not state.hands[move.player][move.kind]:
        raise MoveError("conquete.move.not_held", player=name, code=PIECES.codes[move.kind])
    placement_of(state, move.player, move.cell, move.kind)


def can(state: RoundState, move: Move) -> bool:
    """Return whether a move is legal now."""
    try:
        verify(state, move)
    except MoveError:
        return False
    return True


def legal_moves(state: RoundState) -> tuple[Move, ...]:
    """Return every legal move of the player in turn: by cell and kind, then passing.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.play.dealing import start
    >>> legal_moves(start(["Ana", "Bo"], ["2ev", "3cv"], "2eb"))[-2:]
    (Place(player=0, row=1, column=0, kind=13), Pass(player=0))
    """
    if state.phase == "over":
        return ()
    player = state.active
    listed: list[Move] = [
        Place(player, one.row, one.column, one.kind) for one in placements_of(state, player)
    ]
    if state.rules.may_pass_when_able or not listed:
        listed.append(Pass(player))
    return tuple(listed)


def do(state: RoundState, move: Move) -> RoundState:
    """Return the state after a move; the state given stays as it is.

    Raises
    ------
    MoveError
        As `verify`.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.play.dealing import start
    >>> state = do(start(["Ana", "Bo"], ["2ev", "3cv"], "2eb"), Place(0, 0, 1, PIECES.kind("2ev")))
    >>> state.end, state.vp
    ('all_but_one_out', (9, 5))
    """
    verify(state, move)
    after = _passed(state) if isinstance(move, Pass) else _placed(state, move)
    after = replace(after, moves=state.moves + 1, active=(state.active + 1) % state.players)
    return settled(after)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _passed(state: RoundState) -> RoundState:
    player, rules = state.active, state.rules
    ledger = state.ledgers[player].changed(rules, passing=-rules.pass_cost)
    ledgers = _put(state.ledgers, player, ledger)
    return replace(state, ledgers=ledgers, passes=state.passes + 1)


def _placed(state: RoundState, move: Place) -> RoundState:
    player, rules = move.player, state.rules
    vp = placement_of(state, player, move.cell, move.kind).vp
    ledger = state.ledgers[player].changed(rules, placing=vp)
    hand = _put(state.hands[player], move.kind, state.hands[player][move.kind] - 1)
    out = state.out
    if not any(hand):
        if len(out) < len(rules.finishing):
            ledger = ledger.changed(rules, finishing=rules.finishing[len(out)])
        out = (*out, player)
    return replace(
        state,
        hands=_put(state.hands, player, hand),
        domain=state.domain.with_card(move.cell, move.kind, player + 1),
        ledgers=_put(state.ledgers, player, ledger),
        passes=0,
        out=out,
    )
