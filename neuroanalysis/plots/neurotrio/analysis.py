"""Useful cards and discards drawn: what to hope for, and what to throw.

One HTML string each, with inline SVG and inline styles. `around` lets a page make a button of a
card; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from neuroanalysis.games.neurotrio import Advised
from neuroanalysis.games.neurotrio.analysis import Discard, Discards, UsefulCard
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.plots.markup import Around, block, counted, heading, row, table
from neuroanalysis.plots.neurotrio._html import chip, named
from neuroanalysis.plots.neurotrio.evaluation import evaluation_html
from neuroanalysis.plots.neurotrio_deck import card_svg
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["advice_html", "advised_html", "discards_html", "useful_html"]

_CARD: Final = 34


def advised_html(answer: Advised) -> str:
    """Draw an evaluation, and under it the useful cards or the discards."""
    return evaluation_html(answer.evaluation) + advice_html(answer)


def advice_html(answer: Advised, *, around: Around = named) -> str:
    """Draw the useful cards or the discards of an answer; nothing where it has neither.

    Parameters
    ----------
    answer
        What was found.
    around
        What to put round each drawn card.
    """
    if answer.advice is None:
        return ""
    if isinstance(answer.advice, Discards):
        return discards_html(answer.advice, around=around)
    complete = answer.evaluation.distance == 0
    return useful_html(answer.advice, complete=complete, around=around)


def useful_html(
    useful: Sequence[UsefulCard], *, complete: bool = False, around: Around = named
) -> str:
    """Draw the useful cards with the copies left of each.

    Parameters
    ----------
    useful
        What `useful_cards` returned.
    complete
        Whether there are none because none is needed.
    around
        What to put round each drawn card.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     "3 left" in useful_html([UsefulCard(kind=5, copies=3)])
    True
    """
    title = text("plots.useful.title")
    if not useful:
        none = text(f"plots.useful.{'complete' if complete else 'none'}")
        return block(heading(title), escape(none))
    total = text(
        "plots.useful.total",
        kinds=quantity("kinds", len(useful)),
        copies=quantity("copies", sum(card.copies for card in useful)),
    )
    drawn = counted((_card(card, around), quantity("left", card.copies)) for card in useful)
    return block(heading(title, total) + drawn, label=title)


def discards_html(discards: Discards, *, around: Around = named) -> str:
    """Tabulate the discards, best first, under the sentence that says why the first is first.

    Parameters
    ----------
    discards
        What to draw.
    around
        What to put round each drawn card that may go.
    """
    title = text("plots.discards.title")
    head = [text(f"plots.discards.{name}") for name in ("card", "distance", "useful", "points")]
    numbers = (1, 3)
    rows = [_row(discard, around, numbers) for discard in discards.rows]
    return block(
        heading(title) + f"<div>{escape(discards.why())}</div>",
        table(head, rows, numbers, title),
        label=title,
    )


def _card(card: UsefulCard, around: Around) -> str:
    return around(card.kind, card_svg(card.kind, width=_CARD, decorative=True))


def _row(discard: Discard, around: Around, numbers: Sequence[int]) -> str:
    code = f'<span style="font:12px monospace">{PIECES.codes[discard.kind]}</span>'
    drawing = around(discard.kind, card_svg(discard.kind, width=26, decorative=True))
    card = f'<span style="display:inline-flex;align-items:center;gap:6px">{drawing}{code}</span>'
    kinds, copies = quantity("kinds", len(discard.useful)), quantity("copies", discard.copies)
    chips = "".join(chip(useful.kind, useful.copies) for useful in discard.useful)
    return row(
        [
            card,
            str(discard.distance),
            f"{escape(kinds)}, <b>{escape(copies)}</b>",
            str(discard.points),
        ],
        numbers,
        below=f'<div style="display:flex;flex-wrap:wrap;gap:2px 6px">{chips}</div>',
    )
