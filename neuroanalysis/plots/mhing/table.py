"""A round of Mhing drawn: hands, laid combinations, discards, what was done, how it ended."""

from __future__ import annotations

from html import escape
from typing import Final

from neuroanalysis.games.mhing.pieces import FLOWER, PIECES, kind_name
from neuroanalysis.games.mhing.play import (
    Discard,
    Draw,
    Mhing,
    Move,
    Pang,
    Pass,
    RoundResult,
    RoundState,
    Shuffle,
    Tcheu,
    result,
)
from neuroanalysis.plots.groups import kinds_of
from neuroanalysis.plots.markup import block, heading, small
from neuroanalysis.plots.mhing.cards import Card, card_svg, group_cards, hand_html
from neuroanalysis.plots.mhing.evaluation import credits_html, reading_html
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.plots.seats import named_set, pieces_row, seat_box, seats_html
from neuroanalysis.texts import text

__all__ = [
    "discards_line",
    "move_card",
    "move_words",
    "phase_words",
    "pile_words",
    "result_html",
    "result_words",
    "round_html",
    "seat_html",
]

_TEXTS: Final = "plots.mhing.table"
_CARD: Final = 27
_SMALL: Final = 22
_NARROWEST: Final = 290


def round_html(state: RoundState) -> str:
    """Draw a round at one moment: hands, laid combinations, discards; at the end the win too.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.play import deal
    >>> round_html(deal(["Ana", "Bo", "Cem"], seed=1)).count("<svg")
    39
    """
    ended = result_html(state, result(state)) if state.phase == "over" else ""
    seats = "".join(seat_html(state, player) for player in range(state.players))
    return block(
        f"<b>{escape(phase_words(state))}</b> {small(pile_words(state))}",
        ended,
        seats_html(seats, narrowest=_NARROWEST, most=2),
        discards_line(state),
        label=text(f"{_TEXTS}.label"),
    )


def seat_html(state: RoundState, player: int, *, note: str = "", width: float = _CARD) -> str:
    """Draw what a player has: his hand, the combinations that he laid, his flowers.

    Parameters
    ----------
    state, player
        Whose, and when.
    note
        What is said beside his name.
    width
        Of a card, in pixels.
    """
    held = [Card(kind) for kind in kinds_of(state.hands[player]) if kind != FLOWER]
    parts = [hand_html(held, width=width)] if held else []
    for one in state.laid[player]:
        drawn = "".join(card_svg(card, width=_SMALL) for card in group_cards(one))
        parts.append(named_set(text(f"{_TEXTS}.claim.{one.kind}"), drawn))
    flowers = state.hands[player][FLOWER]
    if flowers:
        drawn = card_svg(FLOWER, width=_SMALL) * flowers
        parts.append(named_set(text(f"{_TEXTS}.flowers"), drawn))
    return seat_box(
        state.names[player],
        parts,
        note=note,
        marks=_marks(state, player),
        active=player == state.active and state.phase != "over",
    )


def _marks(state: RoundState, player: int) -> list[str]:
    marks = []
    if player == state.dealer:
        marks.append(text(f"{_TEXTS}.dealer"))
    if state.phase in ("draw", "act") and player == state.active:
        marks.append(text(f"{_TEXTS}.to_{state.phase}"))
    if state.phase == "over" and player == state.finisher:
        marks.append(text(f"{_TEXTS}.mhing"))
    return marks


def discards_line(state: RoundState) -> str:
    """Draw the discards in their order, an open one in a frame; who discarded is in the tooltip."""
    title = text(f"{_TEXTS}.discards", cards=quantity("cards", len(state.discards)))
    cards = "".join(
        f'<span title="{escape(_whose(state, card.player, card.kind))}" style="line-height:0">'
        f"{card_svg(card.kind, width=_SMALL)}</span>"
        for card in state.discards
    )
    offered = ""
    if state.offered is not None:
        name = text(f"{_TEXTS}.offered", player=state.names[state.offered.player])
        offered = named_set(name, card_svg(state.offered.kind, width=_CARD))
    empty = small(text(f"{_TEXTS}.none"))
    return (
        f'<div role="group" aria-label="{escape(title)}"><div style="margin-bottom:4px">'
        f"{escape(title)}</div>{pieces_row(cards) if cards else empty}"
        f'<div style="display:flex;margin-top:6px">{offered}</div></div>'
    )


def _whose(state: RoundState, player: int, kind: int) -> str:
    return f"{state.names[player]} · {kind_name(kind)} ({PIECES.codes[kind]})"


def pile_words(state: RoundState) -> str:
    """Say how many cards are left to draw, and how often the pile was made anew."""
    said = text(f"{_TEXTS}.pile", cards=quantity("cards", len(state.pile)))
    if state.reshuffles:
        said += text(f"{_TEXTS}.reshuffled", n=state.reshuffles)
    return said


def phase_words(state: RoundState) -> str:
    """Say who has to do what, or how the round ended.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.play import deal
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     phase_words(deal(["Ana", "Bo", "Cem"], seed=30))
    'Ana draws.'
    """
    if state.phase != "over":
        return text(f"{_TEXTS}.phase.{state.phase}", player=state.names[state.active])
    if state.finisher is None:
        return text(f"{_TEXTS}.end.void")
    how = "claimed" if state.claimed else "drawn"
    return text(f"{_TEXTS}.end.{how}", player=state.names[state.finisher])


def move_words(state: RoundState, move: Move) -> str:
    """Say a move in a sentence.

    Parameters
    ----------
    state
        The moment before it.
    move
        A legal move.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.play import deal
    >>> from neuroanalysis.texts import speaking
    >>> state = deal(["Ana", "Bo", "Cem"], seed=30)
    >>> with speaking("en"):
    ...     move_words(state, Draw(0))
    'Ana draws 4 of bamboos.'
    """
    if isinstance(move, Shuffle):
        return text(f"{_TEXTS}.moves.shuffle")
    player = state.names[move.player]
    match move:
        case Draw():
            card = state.pile[0]
            if card == FLOWER:
                return text(f"{_TEXTS}.moves.flower", player=player)
            return text(f"{_TEXTS}.moves.draws", player=player, card=kind_name(card))
        case Discard(kind=kind):
            return text(f"{_TEXTS}.moves.discards", player=player, card=kind_name(kind))
        case Pang(combination=one) | Tcheu(combination=one):
            key = "pang" if isinstance(move, Pang) else "tcheu"
            return text(f"{_TEXTS}.moves.{key}", player=player, cards=one.to_text())
        case Pass():
            return text(f"{_TEXTS}.moves.pass", player=player)
        case Mhing():
            key = "mhing" if state.offered is None else "mhing_claimed"
            return text(f"{_TEXTS}.moves.{key}", player=player, card=_offered(state))


def _offered(state: RoundState) -> str:
    return "" if state.offered is None else kind_name(state.offered.kind)


def move_card(state: RoundState, move: Move) -> str:
    """Draw the card that a move is about, if it is about one."""
    kind: int | None = None
    if isinstance(move, Draw):
        kind = state.pile[0]
    elif isinstance(move, Discard):
        kind = move.kind
    elif isinstance(move, Pang | Tcheu | Mhing) and state.offered is not None:
        kind = state.offered.kind
    return "" if kind is None else card_svg(kind, width=16, decorative=True)


def result_words(state: RoundState, ended: RoundResult) -> str:
    """Say how the round ended, and what the winner gets.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    said = phase_words(state)
    if ended.winner is None:
        return said
    worth = text(
        f"{_TEXTS}.worth",
        credits=quantity("credits", ended.credits or 0),
        points=quantity("points", ended.points[ended.winner]),
    )
    return f"{said} {worth}"


def result_html(state: RoundState, ended: RoundResult) -> str:
    """Draw what the winner went out with, and what it earned, line by line.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    if ended.evaluation is None or ended.evaluation.best is None:
        return heading(phase_words(state))
    best = ended.evaluation.best
    return block(
        heading(result_words(state, ended)),
        reading_html(best, ended.evaluation.position, width=30),
        credits_html(best),
    )
