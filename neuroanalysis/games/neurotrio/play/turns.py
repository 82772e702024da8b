"""What may be done in a round, and what comes of it: `verify`, `can` and `do` share one check.

Each rule stands once, in `verify`, beside the number of its clause (README.md, section 5). `do`
verifies first and then only moves cards, so an illegal move changes nothing.

Readings of what the source leaves open: a player does not pang his own discard; the discards become
a pile when a card has to be drawn and there is none, so the discard after the last card can still
be panged; a carré is not laid when no card can replace it (it is worth the same in the hand).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from neuroanalysis.core.seeds import shuffled
from neuroanalysis.errors import MoveError
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.games.neurotrio.play.moves import (
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Pang,
    Pass,
    Shuffle,
)
from neuroanalysis.games.neurotrio.play.state import Discarded, RoundState
from neuroanalysis.games.neurotrio.scoring import finish_total

__all__ = ["can", "do", "legal_moves", "shuffle", "verify"]

_CARRE: Final = 4


def verify(state: RoundState, move: Move) -> None:
    """Refuse a move that the rules do not allow now.

    Raises
    ------
    MoveError
        With what was tried, why it is refused, and the clause.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.play.state import deal
    >>> verify(deal(["Ana", "Bo"], seed=1), Draw(1))
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.MoveError: it is Ana's turn, not Bo's (clause 5.2)
    """
    if state.phase == "over":
        raise MoveError("move.over")
    if isinstance(move, Shuffle):
        _verify_shuffle(state, move)
        return
    if not 0 <= move.player < state.players:
        raise MoveError("move.seat", player=move.player, high=state.players - 1)
    if isinstance(move, Pang | Pass):
        _verify_answer(state, move)
        return
    name, active = state.names[move.player], state.names[state.active]
    if state.phase == "pang":
        raise MoveError("move.open", player=name)
    if move.player != state.active:
        raise MoveError("move.turn", player=name, active=active)
    if state.phase == "shuffle":
        raise MoveError("move.to_shuffle", player=name)
    if isinstance(move, Draw):
        if state.phase != "draw":
            raise MoveError("move.to_act", player=name)
        return
    if state.phase != "act":
        raise MoveError("move.to_draw", player=name)
    if isinstance(move, Discard):
        _verify_discard(state, move)
    elif isinstance(move, Lay):
        _verify_lay(state, move)
    else:
        _verify_finish(state, move)


def _verify_discard(state: RoundState, move: Discard) -> None:
    name, code = state.names[move.player], _code(move.kind)
    held, kept = state.hands[move.player][move.kind], state.kept[move.player][move.kind]
    if not held:
        raise MoveError("move.not_held", player=name, code=code)
    if held == kept:
        raise MoveError("move.kept", player=name, code=code)


def _verify_lay(state: RoundState, move: Lay) -> None:
    name, code = state.names[move.player], _code(move.kind)
    laid = state.laid[move.player]
    if not state.rules.carre:
        raise MoveError("move.no_carre", player=name)
    if state.hands[move.player][move.kind] < _CARRE:
        held = state.hands[move.player][move.kind]
        raise MoveError("move.not_four", player=name, n=held, code=code)
    if sum(laid) >= state.rules.structures:
        raise MoveError("move.laid_all", player=name, n=sum(laid))
    if not state.can_draw:
        raise MoveError("move.no_replacement", player=name, code=code)


def _verify_finish(state: RoundState, move: Finish) -> None:
    # Clause 4.2 needs no line: who has not laid a carré has a card too few for it.
    name, minimum = state.names[move.player], state.minimums[move.player]
    points = finish_total(state.position(move.player))
    if points is None:
        rules = state.rules
        raise MoveError("move.no_finish", player=name, duos=rules.duos, structures=rules.structures)
    if points < minimum:
        raise MoveError("move.minimum", player=name, points=points, minimum=minimum)


def _verify_answer(state: RoundState, move: Pang | Pass) -> None:
    name = state.names[move.player]
    if state.offered is None:
        raise MoveError("move.nothing_open", player=name)
    if move.player == state.offered.player:
        raise MoveError("move.own", player=name, code=_code(state.offered.kind))
    if move.player in state.panging | state.passing:
        raise MoveError("move.answered", player=name)
    if isinstance(move, Pang):
        if not state.rules.pang:
            raise MoveError("move.no_pang", player=name)
        taken = _taken(state, move.player)
        if not any(can(taken, then) for then in reversed(_moves_to_act(taken))):
            raise MoveError("move.all_kept", player=name)


def _verify_shuffle(state: RoundState, move: Shuffle) -> None:
    if state.phase != "shuffle":
        raise MoveError("move.no_shuffle")
    if Counter(move.cards) != Counter(card.kind for card in state.discards):
        raise MoveError("move.shuffle_cards", n=len(state.discards))


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
    >>> from neuroanalysis.games.neurotrio.play.state import deal
    >>> state = do(deal(["Ana", "Bo"], seed=1), Draw(0))
    >>> state.phase, sum(state.hands[0]), len(state.pile)
    ('act', 14, 81)
    """
    verify(state, move)
    if isinstance(move, Draw):
        hands = _with(state.hands, move.player, state.pile[0], 1)
        return replace(state, hands=hands, pile=state.pile[1:], phase="act")
    if isinstance(move, Finish):
        return replace(state, phase="over", finisher=move.player)
    if isinstance(move, Lay):
        return _laid(state, move)
    if isinstance(move, Discard):
        hands = _with(state.hands, move.player, move.kind, -1)
        offered = Discarded(move.player, move.kind)
        return replace(state, hands=hands, offered=offered, phase="pang")
    if isinstance(move, Shuffle):
        return replace(
            state, pile=move.cards, discards=(), reshuffles=state.reshuffles + 1, phase="draw"
        )
    said = {move.player}
    if isinstance(move, Pang):
        return _when_all_have_answered(replace(state, panging=state.panging | said))
    return _when_all_have_answered(replace(state, passing=state.passing | said))


def _laid(state: RoundState, move: Lay) -> RoundState:
    """Lay a carré; its replacement is the next card drawn. Panged cards may be part of it."""
    kept = state.kept[move.player][move.kind]
    return _to_draw(
        replace(
            state,
            hands=_with(state.hands, move.player, move.kind, -_CARRE),
            kept=_with(state.kept, move.player, move.kind, -min(kept, _CARRE)),
            laid=_with(state.laid, move.player, move.kind, 1),
        )
    )


def _when_all_have_answered(state: RoundState) -> RoundState:
    if len(state.panging) + len(state.passing) < state.players - 1 or state.offered is None:
        return state
    for player in state.clockwise_after(state.offered.player):
        if player in state.panging:  # the first clockwise of those who said it (clause 5.4)
            return _taken(state, player)
    return _to_draw(
        replace(
            _answered(state),
            discards=(*state.discards, state.offered),
            active=state.due,  # where the turns were before the pangs (clause 5.5)
            due=state.after(state.due),
        )
    )


def _taken(state: RoundState, player: int) -> RoundState:
    """Give the open discard to a player, who is then the active one; who is due stays due."""
    if state.offered is None:
        raise AssertionError("no discard lies open")
    kind = state.offered.kind
    return replace(
        _answered(state),
        hands=_with(state.hands, player, kind, 1),
        kept=_with(state.kept, player, kind, 1),
        active=player,
        phase="act",
    )


def _answered(state: RoundState) -> RoundState:
    return replace(state, offered=None, panging=frozenset(), passing=frozenset())


def _to_draw(state: RoundState) -> RoundState:
    """Let the active player draw: from the pile, after a shuffle, or not at all (clause 5.6)."""
    if state.pile:
        return replace(state, phase="draw")
    return replace(state, phase="shuffle" if state.can_shuffle else "over")


def _with(
    of_players: tuple[tuple[int, ...], ...], player: int, kind: int, change: int
) -> tuple[tuple[int, ...], ...]:
    counts = list(of_players[player])
    counts[kind] += change
    return (*of_players[:player], tuple(counts), *of_players[player + 1 :])


def legal_moves(state: RoundState) -> tuple[Move, ...]:
    """Return every legal move of the players.

    While a discard lies open these are the answers of all who have not answered. A shuffle is up to
    chance and not listed: see `shuffle`.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.play.state import deal
    >>> legal_moves(deal(["Ana", "Bo"], seed=1))
    (Draw(player=0),)
    """
    if state.phase == "pang":
        answers = [move(player) for player in range(state.players) for move in (Pang, Pass)]
        return tuple(move for move in answers if can(state, move))
    if state.phase == "draw":
        return (Draw(state.active),)
    if state.phase == "act":
        return tuple(move for move in _moves_to_act(state) if can(state, move))
    return ()


def _moves_to_act(state: RoundState) -> list[Move]:
    """Return what the active player could do, legal or not."""
    player = state.active
    moves: list[Move] = [Finish(player)]
    moves += [Lay(player, kind) for kind in range(KINDS)]
    moves += [Discard(player, kind) for kind in range(KINDS)]
    return moves


def shuffle(state: RoundState, seed: int) -> Shuffle:
    """Return the shuffle that a seed makes of the discards; each shuffle of a round is another."""
    cards = [card.kind for card in state.discards]
    return Shuffle(shuffled(cards, seed, shuffle=state.reshuffles + 1))
