"""A round drawn: who holds what, the pile, the discards, and what was done in words.

Whoever looks sees the hands he may see: hidden ones are backs, and what they drew is not said.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from html import escape
from typing import Final

from neuroanalysis.games.neurotrio.evaluation import Grouping
from neuroanalysis.games.neurotrio.pieces import PIECES, kind_name
from neuroanalysis.games.neurotrio.play import (
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Pang,
    Pass,
    RoundResult,
    RoundState,
    Shuffle,
    result,
)
from neuroanalysis.plots.markup import Around, block, small
from neuroanalysis.plots.neurotrio.evaluation import account_html, groups_html
from neuroanalysis.plots.neurotrio_deck import card_svg, kinds_of
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.plots.seats import named_set, pieces_row, seat_box, seats_html
from neuroanalysis.texts import text

__all__ = [
    "back_svg",
    "discards_line",
    "move_kind",
    "move_words",
    "phase_words",
    "pile_words",
    "result_html",
    "result_words",
    "round_html",
    "seat_html",
    "told_card",
]

_TEXTS: Final = "plots.table"
_CARD: Final = 30
_SMALL: Final = 24
_CARRE: Final = 4
_WHOLE: Final = '<div style="flex:1 1 100%;min-width:0">'


def round_html(state: RoundState, *, hidden: Collection[int] = ()) -> str:
    """Draw a round at one moment: seats, pile and discards; at the end the groups and points.

    Parameters
    ----------
    state
        The moment.
    hidden
        The players whose hands are not shown.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.play import deal
    >>> state = deal(["Ana", "Bo"], seed=1)
    >>> round_html(state).count("<svg")
    26
    >>> "13 cards, not shown" in round_html(state, hidden={1})
    True
    """
    if state.phase == "over":
        hands = result_html(state, result(state))
    else:
        hands = seats_html(
            "".join(
                seat_html(state, player, hidden=player in hidden) for player in range(state.players)
            )
        )
    return block(
        f"<b>{escape(phase_words(state))}</b> {small(pile_words(state))}",
        hands,
        discards_line(state),
        label=text(f"{_TEXTS}.label"),
    )


def seat_html(
    state: RoundState,
    player: int,
    *,
    hidden: bool = False,
    note: str = "",
    around: Around | None = None,
    free: bool = True,
    width: float = _CARD,
) -> str:
    """Draw what a player has: his hand, the cards that he panged, the carrés that he laid.

    Parameters
    ----------
    state, player
        Whose, and when.
    hidden
        Whether his hand is not to be seen.
    note
        What is said beside his name.
    around
        What to put round each card of his hand that is no panged one.
    free
        Whether his hand is drawn here, and not only what lies before him.
    width
        Of a card, in pixels.
    """
    kept = state.kept[player]
    held = [n - k for n, k in zip(state.hands[player], kept, strict=True)]
    if hidden:
        n = sum(held)
        name = escape(text(f"{_TEXTS}.hidden", cards=quantity("cards", n)))
        # Backs overlap: nothing is to be read on them but how many there are.
        backs = "".join(
            f'<span style="display:inline-block;margin-right:-{0.55 * width:.3g}px">'
            f"{back_svg(width)}</span>"
            for _ in range(n)
        )
        cards = (
            f'<span role="img" aria-label="{name}" title="{name}" '
            f'style="display:inline-block;padding-right:{0.55 * width + 6:.3g}px;line-height:0">'
            f"{backs}</span>"
        )
    else:
        draw = around or (lambda _, drawing: drawing)
        cards = "".join(
            draw(kind, card_svg(kind, width=width, decorative=around is not None))
            for kind in kinds_of(held)
        )
    parts = [pieces_row(cards)] if sum(held) and free else []
    if any(kept):
        parts.append(_named_set(text(f"{_TEXTS}.kept"), kinds_of(kept), width))
    parts += [
        _named_set(text(f"{_TEXTS}.laid"), (kind,) * _CARRE, width)
        for kind in kinds_of(state.laid[player])
    ]
    return seat_box(
        state.names[player],
        parts,
        note=note,
        marks=_marks(state, player),
        active=player == state.active and state.phase not in {"over", "pang", "shuffle"},
    )


def _marks(state: RoundState, player: int) -> list[str]:
    marks = []
    if state.phase in {"draw", "act"} and player == state.active:
        marks.append(text(f"{_TEXTS}.to_{state.phase}"))
    if state.phase == "over" and player == state.finisher:
        marks.append(text(f"{_TEXTS}.finished"))
    if state.phase in {"act", "pang"} and player == state.due:
        marks.append(text(f"{_TEXTS}.due"))
    return marks


def _named_set(name: str, kinds: Sequence[int], width: float) -> str:
    """Return cards in a frame under a word for what they are."""
    return named_set(name, "".join(card_svg(kind, width=width) for kind in kinds))


def back_svg(width: float = _CARD) -> str:
    """Draw the back of a card; what stands around it says what it is.

    Examples
    --------
    >>> back_svg(30).startswith("<svg")
    True
    """
    lines = "".join(f"M{x} 6L{x - 24} 78" for x in range(18, 84, 12))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 84" width="{width:g}" '
        f'height="{1.4 * width:g}" aria-hidden="true"><rect x="1" y="1" width="58" height="82" '
        'rx="7" fill="#5b4a6b" stroke="#8f8f8f" stroke-width="1.5"/>'
        '<svg x="6" y="6" width="48" height="72" viewBox="6 6 48 72">'
        f'<path d="{lines}" stroke="#9c8bb0" stroke-width="2.5"/></svg></svg>'
    )


def discards_line(state: RoundState) -> str:
    """Draw the discards in their order, the open one first and apart."""
    count = quantity("cards", len(state.discards))
    title = text(f"{_TEXTS}.discards", cards=count)
    cards = "".join(
        f'<span title="{escape(_whose(state, card.player, card.kind))}" '
        f'style="line-height:0">{card_svg(card.kind, width=_SMALL)}</span>'
        for card in state.discards
    )
    empty = small(text(f"{_TEXTS}.none"))
    line = (
        f'<div role="group" aria-label="{escape(title)}"><div style="margin-bottom:4px">'
        f"{escape(title)}</div>{pieces_row(cards) if cards else empty}</div>"
    )
    if state.offered is None:
        return line
    said = text(f"{_TEXTS}.open", player=state.names[state.offered.player])
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:8px 20px;align-items:flex-start">'
        f'<div role="group" aria-label="{escape(said)}"><div style="margin-bottom:4px">'
        f"<b>{escape(said)}</b></div>{card_svg(state.offered.kind, width=46)}</div>{line}</div>"
    )


def _whose(state: RoundState, player: int, kind: int) -> str:
    return f"{state.names[player]} · {kind_name(kind)} ({PIECES.codes[kind]})"


def pile_words(state: RoundState) -> str:
    """Say how many cards are left to draw, and how often the discards may become a pile.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.play import deal
    >>> pile_words(deal(["Ana", "Bo"], seed=1))
    'pile of 82 cards · discards shuffled 0 times of 2'
    """
    return text(
        f"{_TEXTS}.pile",
        cards=quantity("cards", len(state.pile)),
        done=state.reshuffles,
        most=state.rules.reshuffles,
    )


def phase_words(state: RoundState) -> str:
    """Say who has to do what.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.play import deal
    >>> phase_words(deal(["Ana", "Bo"], seed=1))
    'Ana draws.'
    """
    if state.phase == "over":
        if state.finisher is None:
            return text(f"{_TEXTS}.phase.nobody")
        return text(f"{_TEXTS}.phase.over", player=state.names[state.finisher])
    return text(f"{_TEXTS}.phase.{state.phase}", player=state.names[state.active])


def move_words(state: RoundState, move: Move, *, hidden: Collection[int] = ()) -> str:
    """Say a move in a sentence.

    Parameters
    ----------
    state
        The moment before it.
    move
        A legal move.
    hidden
        The players of whom it is not said what they draw.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.play import deal
    >>> state = deal(["Ana", "Bo"], seed=1)
    >>> move_words(state, Draw(0)), move_words(state, Draw(0), hidden={0})
    ('Ana draws 3cv.', 'Ana draws a card.')
    """
    if isinstance(move, Shuffle):
        return text(f"{_TEXTS}.shuffles", cards=quantity("cards", len(move.cards)))
    key, kind = _told(state, move)
    if isinstance(move, Draw) and move.player in hidden:
        return text(f"{_TEXTS}.draws_hidden", player=state.names[move.player])
    card = "" if kind is None else PIECES.codes[kind]
    return text(f"{_TEXTS}.{key}", player=state.names[move.player], card=card)


def move_kind(state: RoundState, move: Move, *, hidden: Collection[int] = ()) -> int | None:
    """Return the kind that a move is about, if it is about one that may be seen."""
    if isinstance(move, Shuffle) or (isinstance(move, Draw) and move.player in hidden):
        return None
    return _told(state, move)[1]


def _told(
    state: RoundState, move: Draw | Finish | Lay | Discard | Pang | Pass
) -> tuple[str, int | None]:
    offered = None if state.offered is None else state.offered.kind
    match move:
        case Draw():
            return "draws", state.pile[0]
        case Discard(kind=kind):
            return "discards_card", kind
        case Lay(kind=kind):
            return "lays", kind
        case Pang():
            return "pangs", offered
        case Pass():
            return "passes", offered
        case _:
            return "finishes", None


def result_words(state: RoundState, ended: RoundResult) -> str:
    """Say who finished, and the points of everybody.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    """
    points = ", ".join(f"{name} {n}" for name, n in zip(state.names, ended.points, strict=True))
    return text(f"{_TEXTS}.points", said=phase_words(state), points=points)


def result_html(
    state: RoundState, ended: RoundResult, fold: Callable[[str, str], str] | None = None
) -> str:
    """Draw how a round ended: the points of each player, with his groups and what counts.

    Parameters
    ----------
    state
        A round that is over.
    ended
        Its result.
    fold
        Puts the account of a player away under a title; without it, it stands open.
    """
    best = max(ended.points)
    parts = []
    for player, points in enumerate(ended.points):
        grouping = _grouping(ended, player)
        account = account_html(grouping, state.rules)
        title = text(f"{_TEXTS}.account", player=state.names[player])
        if fold is not None:
            account = fold(title, account)
        said = f"{state.names[player]} · {quantity('points', points)}"
        finished = [text(f"{_TEXTS}.finished")] if player == state.finisher else []
        parts.append(
            seat_box(
                said,
                [f"{_WHOLE}{groups_html(grouping, width=_CARD)}{account}</div>"],
                marks=finished,
                strong=points == best,
            )
        )
    return (
        f'<div style="font-weight:600;font-size:15px;margin-bottom:8px">'
        f"{escape(result_words(state, ended))}</div>{seats_html(''.join(parts))}"
    )


def _grouping(ended: RoundResult, player: int) -> Grouping:
    evaluation = ended.evaluations[player]
    if player == ended.finisher:
        return evaluation.finishes[0]
    return evaluation.groupings[0]


def told_card(kind: int | None) -> str:
    """Draw what a told move is about, if it is about a card."""
    return "" if kind is None else card_svg(kind, width=16, decorative=True)
