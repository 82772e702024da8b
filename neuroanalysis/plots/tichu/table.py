"""A round of Tichu drawn: hands, calls, the trick, what was done, how it ended."""

from __future__ import annotations

from html import escape
from typing import Final

from neuroanalysis.games.tichu.pieces import PIECES, rank_name
from neuroanalysis.games.tichu.pieces import cards_of as cards_in
from neuroanalysis.games.tichu.play import (
    Decline,
    Exchange,
    Gift,
    GrandTichu,
    Lay,
    Move,
    Pass,
    RoundResult,
    RoundState,
    Tichu,
    result,
)
from neuroanalysis.games.tichu.rules import PLAYERS
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.plots.seats import named_set, seat_box, seats_html
from neuroanalysis.plots.tichu.cards import card_svg, cards_of, hand_html, play_html
from neuroanalysis.texts import text

__all__ = [
    "move_card",
    "move_words",
    "phase_words",
    "result_html",
    "result_words",
    "round_html",
    "seat_html",
    "table_words",
    "trick_html",
]

_TEXTS: Final = "plots.tichu.table"
_CARD: Final = 27
_SMALL: Final = 24
_NARROWEST: Final = 290


def round_html(state: RoundState) -> str:
    """Draw a round at one moment: hands, the trick, the wish; at the end the points too.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.play import deal
    >>> round_html(deal(["Ana", "Bo", "Cem", "Dua"], seed=1)).count("<svg")
    32
    """
    ended = result_html(state, result(state)) if state.phase == "over" else ""
    seats = "".join(seat_html(state, player) for player in range(PLAYERS))
    return block(
        f"<b>{escape(phase_words(state))}</b> {small(table_words(state))}",
        ended,
        seats_html(seats, narrowest=_NARROWEST, most=2),
        trick_html(state),
        label=text(f"{_TEXTS}.label"),
    )


def seat_html(state: RoundState, player: int, *, note: str = "", width: float = _CARD) -> str:
    """Draw what a player has: his hand; in badges what he called, and whether he is out.

    Parameters
    ----------
    state, player
        Whose, and when.
    note
        What is said beside his name.
    width
        Of a card, in pixels.
    """
    parts = [hand_html(cards_of(state.hands[player]), width=width)] if state.hands[player] else []
    given = state.given[player]
    if state.phase == "exchange" and given is not None:
        drawn = "".join(card_svg(card, width=_SMALL) for card in given)
        parts.append(named_set(text(f"{_TEXTS}.gives"), drawn))
    points = sum(_points(state, card) for card in cards_in(state.won[player]))
    won = text(f"{_TEXTS}.won", points=quantity("points", points)) if state.won[player] else ""
    return seat_box(
        state.names[player],
        parts,
        note=" · ".join(filter(None, (note, won))),
        marks=_marks(state, player),
        active=player == state.active and state.phase in ("play", "gift"),
    )


def _points(state: RoundState, card: int) -> int:
    return int(state.rules.to_arrays().points[card])


def _marks(state: RoundState, player: int) -> list[str]:
    marks = []
    call = state.calls[player]
    if call is not None:
        marks.append(text(f"tichu.call.{call}"))
    if player in state.out:
        marks.append(text(f"{_TEXTS}.out", place=state.out.index(player) + 1))
    elif player == state.active and state.phase == "play":
        marks.append(text(f"{_TEXTS}.{'to_answer' if state.trick else 'to_lead'}"))
    return marks


def trick_html(state: RoundState) -> str:
    """Draw the trick that lies on the table, the latest play last, each under its player's name."""
    title = text(f"{_TEXTS}.trick")
    sets = "".join(
        named_set(
            f"{state.names[laid.player]} · {laid.combination.describe()}",
            play_html(laid.combination, width=_SMALL),
        )
        for laid in state.trick
    )
    drawn = f'<div style="display:flex;flex-wrap:wrap;gap:8px">{sets}</div>'
    return (
        f'<div role="group" aria-label="{escape(title)}"><div style="margin-bottom:4px">'
        f"{escape(title)}</div>{drawn if sets else small(text(f'{_TEXTS}.no_trick'))}</div>"
    )


def table_words(state: RoundState) -> str:
    """Say which rank is wished for, while it is, and what the trick counts."""
    said = []
    if state.wish is not None:
        said.append(text(f"{_TEXTS}.wish", rank=rank_name(state.wish)))
    if state.trick:
        points = sum(_points(state, card) for card in cards_in(state.trick_cards))
        said.append(text(f"{_TEXTS}.counts", points=quantity("points", points)))
    return " ".join(said)


def phase_words(state: RoundState) -> str:
    """Say who has to do what, or how the round ended.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.play import deal
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     phase_words(deal(["Ana", "Bo", "Cem", "Dua"], seed=1))
    'Each sees the first cards: who calls Grand Tichu?'
    """
    if state.phase in ("grand", "exchange"):
        return text(f"{_TEXTS}.phase.{state.phase}")
    if state.phase == "over":
        names = [state.names[player] for player in state.out]
        if state.double_win:
            return text(f"{_TEXTS}.end.double_win", first=names[0], second=names[1])
        return text(f"{_TEXTS}.end.counted", first=names[0])
    which = "gift" if state.phase == "gift" else "answer" if state.trick else "lead"
    return text(f"{_TEXTS}.phase.{which}", player=state.names[state.active])


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
    >>> from neuroanalysis.games.tichu.play import deal
    >>> from neuroanalysis.texts import speaking
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> with speaking("en"):
    ...     move_words(state, GrandTichu(0))
    'Ana calls Grand Tichu!'
    """
    player = state.names[move.player]
    match move:
        case GrandTichu():
            return text(f"{_TEXTS}.moves.grand", player=player)
        case Decline():
            return text(f"{_TEXTS}.moves.decline", player=player)
        case Tichu():
            return text(f"{_TEXTS}.moves.tichu", player=player)
        case Exchange():
            cards = (move.to_next, move.to_partner, move.to_previous)
            codes = [PIECES.codes[card] for card in cards]
            names = [state.names[other] for other in state.in_turn_after(move.player)]
            pairs = ", ".join(f"{code} → {name}" for code, name in zip(codes, names, strict=True))
            return text(f"{_TEXTS}.moves.exchange", player=player, cards=pairs)
        case Lay():
            return _lay_words(state, move)
        case Pass():
            return text(f"{_TEXTS}.moves.pass", player=player)
        case Gift():
            return text(f"{_TEXTS}.moves.gift", player=player, other=state.names[move.to])


def _lay_words(state: RoundState, move: Lay) -> str:
    play = move.combination.laid_on(state.top)
    key = "bombs" if play.is_bomb else "lays" if state.trick else "leads"
    said = text(
        f"{_TEXTS}.moves.{key}",
        player=state.names[move.player],
        play=play.describe(),
        cards=play.to_text(),
    )
    if move.wish is not None:
        said += " " + text(f"{_TEXTS}.moves.wishes", rank=rank_name(move.wish))
    return said


def move_card(state: RoundState, move: Move) -> str:
    """Draw the highest card that a move lays, if it lays any."""
    del state
    if not isinstance(move, Lay):
        return ""
    return card_svg(move.combination.cards[-1], width=16, decorative=True)


def result_words(state: RoundState, ended: RoundResult) -> str:
    """Say how the round ended, and what each team gets.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    teams = [_team(state, team) for team in range(2)]
    scores = ", ".join(
        text(f"{_TEXTS}.scores", team=team, points=quantity("points", points))
        for team, points in zip(teams, ended.points, strict=True)
    )
    return f"{phase_words(state)} {scores}."


def _team(state: RoundState, team: int) -> str:
    return text(f"{_TEXTS}.team", one=state.names[team], other=state.names[team + 2])


def result_html(state: RoundState, ended: RoundResult) -> str:
    """Tabulate what each team gets, for cards and for calls.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    title = phase_words(state)
    head = [text(f"{_TEXTS}.sum.{name}") for name in ("team", "cards", "calls", "points")]
    numbers = (1, 2, 3)
    rows = [
        row(
            [
                escape(_team(state, team)),
                str(ended.cards[team]),
                str(ended.calls[team]),
                f"<b>{ended.points[team]}</b>",
            ],
            numbers,
        )
        for team in range(2)
    ]
    order = ", ".join(state.names[player] for player in ended.order)
    return block(
        heading(title),
        f'<div style="max-width:480px">{table(head, rows, numbers, title)}</div>',
        small(text(f"{_TEXTS}.order", names=order)),
    )
