"""A round of Neurotrio conquête drawn: domain, hands, points, what was done, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from neuroanalysis.games.conquete.pieces import PIECES, kind_name
from neuroanalysis.games.conquete.play import (
    Ledger,
    Move,
    Pass,
    Place,
    RoundResult,
    RoundState,
    placement_of,
    result,
)
from neuroanalysis.games.conquete.position.domain import Cell
from neuroanalysis.plots.conquete.cells import points
from neuroanalysis.plots.conquete.domain import coordinate, domain_html, spot_name
from neuroanalysis.plots.conquete.players import badge_html
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.neurotrio_deck import card_svg, hand_html, kinds_of
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.plots.seats import seat_box, seats_html
from neuroanalysis.texts import text

__all__ = [
    "domain_of",
    "move_card",
    "move_words",
    "phase_words",
    "result_html",
    "result_words",
    "round_html",
    "seat_html",
    "table_words",
]

_TEXTS: Final = "plots.conquete.table"
_CARD: Final = 24
_NARROWEST: Final = 250
_MOST_SEATS: Final = 3
_PARTS: Final = ("start", "extra", "placing", "passing", "finishing", "sets")


def round_html(state: RoundState) -> str:
    """Draw a round at one moment: the domain, the hands, and at the end the points.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.play import deal
    >>> round_html(deal(["Ana", "Bo"], seed=1)).count("<svg")
    54
    """
    ended = result_html(state, result(state)) if state.phase == "over" else ""
    seats = "".join(seat_html(state, player) for player in range(state.players))
    return block(
        f"<b>{escape(phase_words(state))}</b> {small(table_words(state))}",
        ended,
        domain_of(state),
        seats_html(seats, narrowest=_NARROWEST, most=_MOST_SEATS),
        label=text(f"{_TEXTS}.label"),
    )


def domain_of(state: RoundState, last: Cell | None = None) -> str:
    """Draw the domain of a round.

    Parameters
    ----------
    state
        The moment.
    last
        Where the card lies that was placed last.
    """
    return domain_html(state.domain, last=last, names=state.names)


def seat_html(state: RoundState, player: int, *, note: str = "", width: float = _CARD) -> str:
    """Draw what a player holds; beside his name his points, in badges whether he is out.

    Parameters
    ----------
    state, player
        Whose, and when.
    note
        What is said beside his name.
    width
        Of a card, in pixels.
    """
    cards = kinds_of(state.hands[player])
    parts = [badge_html(player + 1)]
    if cards:
        parts.append(hand_html(cards, width=width))
    said = [points(state.vp[player]), quantity("cards", len(cards))]
    marks = []
    if player in state.out:
        marks.append(text(f"{_TEXTS}.out", place=state.out.index(player) + 1))
    active = player == state.active and state.phase == "play"
    if active:
        marks.append(text(f"{_TEXTS}.to_place"))
    return seat_box(
        state.names[player],
        parts,
        note=" · ".join(filter(None, (note, *said))),
        marks=marks,
        active=active,
    )


def table_words(state: RoundState) -> str:
    """Say how large the domain is, and what room the grid has."""
    rules, domain = state.rules, state.domain
    said = text(
        f"{_TEXTS}.open",
        rows=domain.rows,
        most_rows=rules.most_rows + state.enlarged * rules.rows_enlarged,
        columns=domain.columns,
        most_columns=rules.most_columns + state.enlarged * rules.columns_enlarged,
    )
    if state.enlarged:
        said += " " + text(f"{_TEXTS}.enlarged", n=state.enlarged)
    return said


def phase_words(state: RoundState) -> str:
    """Say whose turn it is, or how the round ended.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.play import deal
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     phase_words(deal(["Ana", "Bo"], seed=1))
    'Ana places a card or passes.'
    """
    if state.end is not None:
        return text(f"{_TEXTS}.end.{state.end}")
    return text(f"{_TEXTS}.turn", player=state.names[state.active])


def move_words(state: RoundState, move: Move) -> str:
    """Say a move in a sentence, with what it brings.

    Parameters
    ----------
    state
        The moment before it.
    move
        A legal move.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.play import deal
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     move_words(deal(["Ana", "Bo"], seed=1), Pass(0))
    'Ana passes (−1 VP).'
    """
    player = state.names[move.player]
    if isinstance(move, Pass):
        return text(f"{_TEXTS}.moves.pass", player=player, vp=points(-state.rules.pass_cost))
    found = placement_of(state, move.player, move.cell, move.kind)
    said = text(
        f"{_TEXTS}.moves.place",
        player=player,
        card=kind_name(move.kind),
        code=PIECES.codes[move.kind],
        spot=spot_name(move.cell),
        vp=points(found.vp),
    )
    if state.size(move.player) == 1:
        said += " " + text(f"{_TEXTS}.moves.out", place=len(state.out) + 1)
    return said


def move_card(move: Move) -> str:
    """Draw the card that a move places, if it places one."""
    return card_svg(move.kind, width=16, decorative=True) if isinstance(move, Place) else ""


def result_words(state: RoundState, ended: RoundResult) -> str:
    """Say how the round ended, and what each player has.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    scores = ", ".join(
        text(f"{_TEXTS}.scores", player=name, vp=points(vp))
        for name, vp in zip(state.names, ended.vp, strict=True)
    )
    return f"{phase_words(state)} {_winners(state, ended)} {scores}."


def _winners(state: RoundState, ended: RoundResult) -> str:
    names = text(f"{_TEXTS}.and").join(state.names[player] for player in ended.winners)
    key = "one" if len(ended.winners) == 1 else "many"
    return text(f"{_TEXTS}.wins.{key}", names=names)


def result_html(state: RoundState, ended: RoundResult) -> str:
    """Tabulate what each player has, and for what.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    title = f"{phase_words(state)} {_winners(state, ended)}"
    head = [text(f"{_TEXTS}.sum.{name}") for name in ("player", *_PARTS, "vp", "sizes")]
    numbers = tuple(range(1, len(_PARTS) + 2))
    rows = [
        _ended_row(state, player, ledger, numbers) for player, ledger in enumerate(ended.ledgers)
    ]
    return block(heading(title), table(head, rows, numbers, title))


def _ended_row(state: RoundState, player: int, ledger: Ledger, numbers: Sequence[int]) -> str:
    sizes = sorted(map(len, state.domain.sets(player + 1)), reverse=True)
    return row(
        [
            f"{badge_html(player + 1)} {escape(state.names[player])}",
            *(coordinate(getattr(ledger, part)) for part in _PARTS),
            f"<b>{coordinate(ledger.vp)}</b>",
            " + ".join(map(str, sizes)) or "–",
        ],
        numbers,
    )
