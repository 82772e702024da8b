"""An evaluation drawn: the cards, the best reading, and every credit with what earned it.

Everything is one HTML string with inline SVG and inline styles, so that it also shows in an
exported page. Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from neuroanalysis.games.mhing.evaluation import CountedLine, Evaluation, Reading
from neuroanalysis.games.mhing.pieces import FLOWER
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.mhing.cards import (
    Card,
    CardGroup,
    card_svg,
    cards_html,
    cards_of,
    group_cards,
    hand_html,
)
from neuroanalysis.plots.quantities import other_ways, quantity
from neuroanalysis.texts import text

__all__ = [
    "credits_html",
    "evaluation_html",
    "facts_html",
    "headline_html",
    "missing_html",
    "position_html",
    "reading_html",
    "verdict",
]

_TEXTS: Final = "plots.mhing.evaluation"
_CARD: Final = 36
_SMALL: Final = 22
# A static answer draws so many of the other readings.
_OTHERS: Final = 9
# So many causes of a line are drawn; the others are counted.
_CAUSES: Final = 6


def evaluation_html(evaluation: Evaluation) -> str:
    """Draw an answer whole: cards, headline, best reading with its credits, the other readings.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.scoring import evaluate
    >>> html = evaluation_html(evaluate("123445566789m 11z"))
    >>> "royal run" in html, "<script" in html
    (True, False)
    """
    parts = [position_html(evaluation.position), headline_html(evaluation)]
    if evaluation.best is not None:
        parts.append(reading_html(evaluation.best, evaluation.position))
        parts.append(credits_html(evaluation.best))
        parts.append(_others_html(evaluation))
    parts.append(facts_html(evaluation))
    return block(*parts, label=str(evaluation))


def headline_html(evaluation: Evaluation) -> str:
    """Say credits and points in large type, or how far the hand is; and whether it may go out."""
    if evaluation.best is None:
        number, unit = str(_nearest(evaluation)), text(f"{_TEXTS}.lacking")
        if _nearest(evaluation) == 1:
            unit = text(f"{_TEXTS}.lacking_one")
    else:
        number, _, unit = quantity("credits", evaluation.credits or 0).partition(" ")
        unit = f"{unit} · {quantity('points', evaluation.points or 0)}"
    lines = "".join(f"<div>{escape(words)}</div>" for words in verdict(evaluation))
    return (
        f'<div><span style="font-size:30px;font-weight:700;line-height:1.15">{number}</span> '
        f'<span style="font-size:15px">{escape(unit)}</span></div>{lines}'
    )


def _nearest(evaluation: Evaluation) -> int:
    if evaluation.unmatched_distance is None:
        return evaluation.distance
    return min(evaluation.distance, evaluation.unmatched_distance)


def verdict(evaluation: Evaluation) -> tuple[str, ...]:
    """Say whether the player may go out, a sentence each.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.scoring import evaluate
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     verdict(evaluate("123m 456p 789s 234s 11z"))[0]
    'Mhing: a winning hand.'
    """
    if evaluation.best is None:
        return ()
    least = evaluation.position.rules.min_credits
    if not evaluation.wins:
        return (text(f"{_TEXTS}.short", least=quantity("credits", least)),)
    said = [text(f"{_TEXTS}.wins")]
    if evaluation.credits == 0:
        said.append(text(f"{_TEXTS}.worthless"))
    return tuple(said)


def reading_html(reading: Reading, position: Position, *, width: float = _CARD) -> str:
    """Draw a reading: its groups with what they are, laid ones in a frame, and the flowers.

    Parameters
    ----------
    reading
        What to draw.
    position
        Of which hand.
    width
        Width of a card in CSS pixels.
    """
    groups = [
        CardGroup(
            group_cards(group),
            caption=text(f"{_TEXTS}.group.{group.kind}"),
            note=text(f"{_TEXTS}.laid") if group.laid else "",
            style="frame" if group.laid else "bracket",
        )
        for group in reading.groups
    ]
    if position.flowers:
        flowers = (Card(FLOWER),) * position.flowers
        groups.append(CardGroup(flowers, caption=text(f"{_TEXTS}.flowers"), style="plain"))
    return cards_html(groups, width=width, label=reading.to_text())


def credits_html(reading: Reading) -> str:
    """Tabulate the credits of a reading, line by line, with the groups that earned each.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.scoring import evaluate
    >>> from neuroanalysis.texts import speaking
    >>> best = evaluate("123m 456p 789s 234s 55m F").best
    >>> with speaking("en"):
    ...     "pair of 2, 5 or 8" in credits_html(best)
    True
    """
    title = text(f"{_TEXTS}.credits")
    earned = [line for line in reading.lines if line.credits]
    if not earned:
        return block(heading(title), escape(text(f"{_TEXTS}.no_credits")), label=title)
    head = [text(f"{_TEXTS}.{name}") for name in ("line", "cause", "earned")]
    rows = [row([_line_name(line), _causes(line, reading), str(line.credits)], (2,), middle=True)
            for line in earned]  # fmt: skip
    rows.append(row([escape(text(f"{_TEXTS}.sum")), "", str(reading.credits)], (2,), strong=True))
    return table(head, rows, (2,), title)


def _line_name(line: CountedLine) -> str:
    each = line.credits // max(1, line.times)
    if line.times == 1:
        return escape(line.name)
    times = text(f"{_TEXTS}.times", times=line.times, credits=each)
    return f"{escape(line.name)} {small(times)}"


def _causes(line: CountedLine, reading: Reading) -> str:
    """Draw what earned a line: the groups of each time that it counts."""
    whole = set(range(len(reading.groups)))
    if line.code == "flowers":
        return _tiny([Card(FLOWER)] * line.times)
    if any(set(places) == whole for places in line.causes):
        return escape(text(f"{_TEXTS}.whole"))
    drawn = [
        "".join(_apart(_tiny(group_cards(reading.groups[place]))) for place in places)
        for places in line.causes[:_CAUSES]
    ]
    more = len(line.causes) - len(drawn)
    if more:
        drawn.append(small(text(f"{_TEXTS}.more", n=more)))
    return "".join(f'<div style="line-height:0;padding:1px 0">{one}</div>' for one in drawn)


def _apart(drawn: str) -> str:
    return f'<span style="margin-right:6px;white-space:nowrap">{drawn}</span>'


def _tiny(cards: Sequence[Card]) -> str:
    return "".join(card_svg(card, width=_SMALL) for card in cards)


def facts_html(evaluation: Evaluation) -> str:
    """Tabulate the distances of a hand to each sort of winning hand."""
    return missing_html(
        evaluation.distance,
        evaluation.unmatched_distance,
        evaluation.unmatched_honours_distance,
    )


def missing_html(combinations: int, unmatched: int | None, honours: int | None) -> str:
    """Tabulate how many further cards are missing to each sort of winning hand; None for never."""
    title = text(f"{_TEXTS}.facts")
    lines = (
        ("combinations", combinations),
        ("unmatched", unmatched),
        ("unmatched_honours", honours),
    )
    rows = [
        row(
            [
                escape(text(f"{_TEXTS}.to.{name}")),
                f"<b>{escape(text('mhing.hand.never') if far is None else str(far))}</b>",
            ],
            (1,),
        )
        for name, far in lines
    ]
    drawn = table([title, text(f"{_TEXTS}.missing")], rows, (1,), title)
    return f'<div style="max-width:460px">{drawn}</div>'


def position_html(position: Position) -> str:
    """Draw a position: the hand, laid combinations and flowers, cards seen elsewhere."""
    hand = [card for card in cards_of(position.hand) if card.kind != FLOWER]
    groups = [
        CardGroup(
            group_cards(one),
            caption=text(f"{_TEXTS}.group.{one.kind}"),
            note=text(f"{_TEXTS}.laid"),
            style="frame",
        )
        for one in position.laid
    ]
    if position.flowers:
        flowers = (Card(FLOWER),) * position.flowers
        groups.append(CardGroup(flowers, caption=text(f"{_TEXTS}.flowers"), style="plain"))
    seen = cards_of(position.seen)
    if seen:
        caption = text(f"{_TEXTS}.seen")
        groups.append(CardGroup(seen, caption=caption, style="plain", faded=True))
    return block(
        hand_html(hand, label=text(f"{_TEXTS}.hand")),
        cards_html(groups, width=26) if groups else "",
        label=position.to_line(),
    )


def _others_html(evaluation: Evaluation) -> str:
    """Fold away the other readings worth as much; a static page cannot turn them over."""
    number = evaluation.reading_count
    if number == 1:
        return ""
    others = evaluation.readings[1 : 1 + _OTHERS]
    drawn = "".join(
        f'<div style="margin:10px 0;padding-top:10px;border-top:1px solid rgba(128,128,128,.35)">'
        f"{reading_html(one, evaluation.position, width=26)}</div>"
        for one in others
    )
    unlisted = number - 1 - len(others)
    more = small(text("plots.verdict.unlisted", n=unlisted)) if unlisted else ""
    title = escape(other_ways("readings", number - 1))
    return (
        '<details style="margin-top:6px"><summary style="cursor:pointer">'
        f"{title}</summary>{drawn}{more}</details>"
    )
