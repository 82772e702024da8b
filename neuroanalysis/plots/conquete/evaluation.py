"""Drawn answers about a domain and a hand: placements and why they bring what they do, and plans.

Inline styles only, so that a saved notebook shows them anywhere; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Final, TypeAlias

from neuroanalysis.games.conquete.evaluation import Evaluation, Placement, Plan
from neuroanalysis.games.conquete.pieces import PIECES, kind_name
from neuroanalysis.games.conquete.position import Domain, Position
from neuroanalysis.games.conquete.position.domain import Cell
from neuroanalysis.plots.conquete.cells import points, small_card
from neuroanalysis.plots.conquete.domain import Mark, coordinate, domain_html, spot_name
from neuroanalysis.plots.conquete.players import player_name
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.neurotrio_deck import hand_html, kinds_of
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = [
    "best_marks",
    "evaluation_html",
    "headline_html",
    "joined_words",
    "placement_marks",
    "placements_html",
    "plan_html",
    "position_html",
    "reasons_html",
    "sets_words",
    "verdict",
    "why_words",
]

_TEXTS: Final = "plots.conquete.evaluation"
_CARD: Final = 24
_HAND: Final = 34
_MOST: Final = 12
_COLUMNS: Final = ("card", "cell", "vp", "total", "reason")
_NUMBERS: Final = (2, 3)

Around: TypeAlias = Callable[[Placement, str], str]
"""Puts something that names the placement round its card's drawing, such as a button."""


def evaluation_html(answer: Evaluation) -> str:
    """Draw what an evaluation says.

    Parameters
    ----------
    answer
        What to draw.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.scoring import evaluate
    >>> drawn = evaluation_html(evaluate("2cv", domain="0,0 2eb ; 0,1 2ev ; 1,0 2cb", plan=False))
    >>> drawn.count("<tr"), drawn.count("joins")
    (6, 0)
    """
    position = answer.position
    parts = [
        headline_html(answer),
        domain_html(position.domain, cells=best_marks(answer.placements)),
        _hand(position),
        placements_html(answer),
    ]
    if answer.plan is not None:
        parts.append(plan_html(answer.plan, position))
    return block(*parts, label=text("conquete.title"))


def headline_html(answer: Evaluation) -> str:
    """Say the best placement, and what there is besides."""
    first, *others = verdict(answer)
    more = "".join(f'<div style="opacity:.85">{escape(line)}</div>' for line in others)
    return f'<div style="font-weight:700;font-size:16px">{escape(first)}</div>{more}'


def verdict(answer: Evaluation) -> list[str]:
    """Say in sentences what the best placement is, how many there are, and the sets there are.

    Examples
    --------
    >>> from neuroanalysis.games.conquete.scoring import evaluate
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     verdict(evaluate("2cv", domain="0,0 2eb ; 0,1 2ev ; 1,0 2cb", plan=False))
    ... # doctest: +NORMALIZE_WHITESPACE
    ['Best placement: 2 hearts on green at row 1, column 1: 1 VP, and with connected sets 0 VP',
     '5 legal placements.']
    """
    best = answer.best
    if not answer.position.cards:
        said = [text(f"{_TEXTS}.no_hand")]
    elif best is None:
        said = [text(f"{_TEXTS}.blocked")]
    else:
        said = [
            text(
                f"{_TEXTS}.best",
                card=kind_name(best.kind),
                spot=spot_name(best.cell),
                vp=points(best.vp),
                total=points(best.total),
            ),
            text(f"{_TEXTS}.legal", n=quantity("placements", len(answer.placements))),
        ]
    if answer.position.player is not None:
        said.append(sets_words(answer))
    return said


def sets_words(answer: Evaluation) -> str:
    """Say which connected sets the player has, and what they score."""
    name = player_name(answer.position.player)
    if not answer.sets:
        return text(f"{_TEXTS}.no_sets", player=name)
    sizes = " + ".join(map(str, answer.sets))
    number = "one" if len(answer.sets) == 1 else "many"
    return text(f"{_TEXTS}.sets_{number}", player=name, sizes=sizes, vp=points(answer.sets_score))


def why_words(placement: Placement) -> str:
    """Say why a placement brings its points at once.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     why_words(Placement(0, 0, 14, 5, 4, 3, (), -1))
    'compatible with 3 of 4 touched'
    """
    if placement.touched == 1:
        return text(f"{_TEXTS}.why_one")
    return text(f"{_TEXTS}.why", compatible=placement.compatible, touched=placement.touched)


def joined_words(placement: Placement) -> str:
    """Say what a placement does to the connected sets of who places.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     joined_words(Placement(0, 0, 14, 0, 2, 2, (2, 1), 3))
    'joins 2 sets: 2 + 1 cards → 4'
    """
    sizes = " + ".join(map(str, placement.joined))
    match placement.joined:
        case ():
            return text(f"{_TEXTS}.joined.none")
        case (_,):
            return text(f"{_TEXTS}.joined.one", sizes=sizes, size=placement.set_size)
    return text(
        f"{_TEXTS}.joined.many", n=len(placement.joined), sizes=sizes, size=placement.set_size
    )


def placements_html(answer: Evaluation, *, around: Around | None = None) -> str:
    """Tabulate legal placements, those that bring most at once first; of many the rest is folded.

    Parameters
    ----------
    answer
        What to draw.
    around
        Makes something of a placement's card, such as a button.
    """
    title = text(f"{_TEXTS}.placements")
    if not answer.placements:
        which = "blocked" if answer.position.cards else "no_hand"
        return block(heading(title) + escape(text(f"{_TEXTS}.{which}")), label=title)
    ordered = sorted(answer.placements, key=lambda one: (-one.vp, -one.total, one.cell, one.kind))
    rows = [_row(one, around) for one in ordered]
    more = ""
    if rows[_MOST:]:
        further = text(f"{_TEXTS}.further", n=len(rows) - _MOST)
        rest = table(_head(), rows[_MOST:], _NUMBERS, further)
        more = (
            f'<details data-key="placements"><summary>{escape(further)}</summary>{rest}</details>'
        )
    beside = quantity("placements", len(ordered))
    remark = small(text(f"{_TEXTS}.nobody")) if answer.position.player is None else ""
    return block(
        heading(title, beside) + table(_head(), rows[:_MOST], _NUMBERS, title),
        more,
        remark,
        label=title,
    )


def _head() -> list[str]:
    return [text(f"{_TEXTS}.head.{name}") for name in _COLUMNS]


def _row(one: Placement, around: Around | None) -> str:
    drawn = small_card(one.kind, _CARD)
    cells = [
        drawn if around is None else around(one, drawn),
        f'<span style="white-space:nowrap">{_short(one.cell)}</span>',
        f"<b>{coordinate(one.vp)}</b>",
        f"<b>{coordinate(one.total)}</b>",
        f"{escape(why_words(one))}<br>{small(f'{joined_words(one)} ({_signed(one.set_change)})')}",
    ]
    return row(cells, _NUMBERS, middle=True)


def _short(cell: Cell) -> str:
    return f"{coordinate(cell[0])},&nbsp;{coordinate(cell[1])}"


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else coordinate(change)


def plan_html(plan: Plan, position: Position) -> str:
    """Draw a sequence of placements step by step, and whether it is proved to be the best.

    Parameters
    ----------
    plan
        What to draw.
    position
        Of which it is asked.
    """
    title = text(f"{_TEXTS}.plan.title")
    key = "proved" if plan.is_best else "bound"
    proof = text(f"{_TEXTS}.plan.{key}", bound=points(plan.bound))
    if not len(plan):
        said = f"<b>{escape(text(f'{_TEXTS}.plan.nothing'))}</b><br>{escape(proof)}"
        return block(heading(title) + said, label=title)
    rows = [_row(one, _numbered(step)) for step, one in enumerate(plan.placements, start=1)]
    parts = [
        text(f"{_TEXTS}.plan.placing", vp=points(plan.vp)),
        text(f"{_TEXTS}.plan.sets", vp=points(plan.set_change)),
    ]
    if plan.going_out:
        parts.append(text(f"{_TEXTS}.plan.out", vp=points(plan.going_out)))
    said = text(f"{_TEXTS}.plan.value", vp=points(plan.value), parts=", ".join(parts))
    left = position.cards - len(plan)
    return block(
        heading(title) + f"<b>{escape(said)}</b><br>{escape(proof)}",
        table(_head(), rows, _NUMBERS, title),
        domain_html(position.domain, cells=_steps(plan.placements), legend=False, width=_HAND),
        small(text(f"{_TEXTS}.plan.left", cards=quantity("cards", left))) if left else "",
        small(text(f"{_TEXTS}.plan.said")),
        label=title,
    )


def _numbered(step: int) -> Around:
    begin = f'<span style="display:inline-flex;gap:6px;align-items:center">{step}. '
    return lambda _, drawn: f"{begin}{drawn}</span>"


def _steps(placements: Sequence[Placement]) -> Mapping[Cell, Mark]:
    return {
        one.cell: Mark(
            str(step),
            one.code,
            text(f"{_TEXTS}.plan.step", step=step, card=kind_name(one.kind)),
        )
        for step, one in enumerate(placements, start=1)
    }


def placement_marks(placements: Iterable[Placement]) -> Mapping[Cell, Mark]:
    """Return what stands in the cells where one kind may go.

    Parameters
    ----------
    placements
        All of that kind.
    """
    return {one.cell: _mark(one) for one in placements}


def _mark(one: Placement) -> Mark:
    change = text(f"{_TEXTS}.change", change=_signed(one.set_change))
    name = f"{points(one.vp)} ({why_words(one)}); {joined_words(one)} ({change})"
    return Mark(coordinate(one.vp), text("plots.conquete.unit"), name)


def best_marks(placements: Sequence[Placement]) -> Mapping[Cell, Mark]:
    """Return what stands in the free cells of a domain: the most that a card of the hand brings."""
    marks = {}
    for cell, at_cell in groupby(
        sorted(placements, key=lambda one: one.cell), lambda one: one.cell
    ):
        found = list(at_cell)
        most = max(one.vp for one in found)
        cards = " ".join(PIECES.codes[one.kind] for one in found if one.vp == most)
        name = text(f"{_TEXTS}.most", vp=points(most), cards=cards)
        marks[cell] = Mark(coordinate(most), text("plots.conquete.unit"), name)
    return marks


def reasons_html(kind: int, reasons: Sequence[tuple[Cell, str]]) -> str:
    """Tabulate where a card may not go, and why.

    Parameters
    ----------
    kind
        The kind of card.
    reasons
        Cells and the sentence that refuses it there.
    """
    title = text(f"{_TEXTS}.reasons", card=kind_name(kind))
    if not reasons:
        return block(heading(title) + escape(text(f"{_TEXTS}.everywhere")), label=title)
    head = [text(f"{_TEXTS}.head.cell"), text(f"{_TEXTS}.head.reason")]
    rows = [
        row([f'<span style="white-space:nowrap">{_short(cell)}</span>', escape(why)], ())
        for cell, why in reasons
    ]
    return block(heading(title) + table(head, rows, (), title), label=title)


def position_html(position: Position | Domain) -> str:
    """Draw a position: the domain, the hand, whose it is; or a domain alone.

    Examples
    --------
    >>> position_html(Position.of("1eb 2en", domain="0,0 2eb")).count("<svg")
    3
    """
    if isinstance(position, Domain):
        return block(domain_html(position))
    return block(domain_html(position.domain), _hand(position), label=text("conquete.title"))


def _hand(position: Position) -> str:
    title = text(f"{_TEXTS}.hand")
    player = position.player
    whose = "" if player is None else player_name(player)
    drawn = hand_html(kinds_of(position.hand), width=_HAND, label=title)
    return heading(title, whose) + (drawn if position.cards else escape(text(f"{_TEXTS}.no_hand")))
