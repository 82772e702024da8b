"""Chances drawn: a curve for each move, the moves side by side, the points at the end.

Inline styles only, so that a saved notebook shows them anywhere; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final, TypeAlias

from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.outcomes import Outcome
from neuroanalysis.games.neurotrio.analysis import Line, Move, Moves, Odds, moves
from neuroanalysis.plots.chances import ChanceCurve, chance_cell, chance_words, chances_html
from neuroanalysis.plots.columns import shares_svg
from neuroanalysis.plots.markup import FOCUS, block, heading, row, small, table
from neuroanalysis.plots.neurotrio._html import named
from neuroanalysis.plots.neurotrio.reasons import (
    headline_words,
    method_words,
    move_name,
    points_words,
    sentence,
    why_words,
)
from neuroanalysis.plots.neurotrio_deck import card_svg
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["AroundMove", "curves_html", "moves_html", "odds_headline", "odds_html", "outcomes_html"]

AroundMove: TypeAlias = Callable[[Line, str], str]
"""Puts something that names the move round its drawing, such as a button."""

_TEXTS: Final = "plots.odds"


def odds_html(odds: Odds) -> str:
    """Draw all that was found of a position within some draws.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio import odds
    >>> "<svg" in odds_html(odds("1cn*3 1cv*3 1cb*3 1eb*3 1rb", minimum=18))
    True
    """
    after_draw = odds.best.action is not None
    return block(
        odds_headline(odds),
        curves_html(odds),
        moves_html(moves(odds)) if after_draw else "",
        outcomes_html(odds),
    )


def odds_headline(odds: Odds) -> str:
    """Return the best chance and where the numbers come from."""
    said = escape(headline_words(odds))
    first = f'<div style="font-weight:600;font-size:15px">{said}</div>'
    under = [text(f"{_TEXTS}.model.{odds.model}"), method_words(odds)]
    lines = "".join(f"<div>{small(words)}</div>" for words in under)
    remark = f"<div>{escape(odds.remark)}</div>" if odds.remark else ""
    return first + lines + remark


def curves_html(odds: Odds) -> str:
    """Draw the chance of each move within 1, 2, ... draws; the best few stand out.

    Finishing now, which is certain, is left out where there are other moves. One draw, or no
    chance, makes no curve.
    """
    lines = [line for line in odds.lines if line.action != "finish"] or list(odds.lines)
    curves = [
        ChanceCurve(sentence(move_name(line)), line.chances, _estimates(line)) for line in lines
    ]
    return chances_html(
        text(f"{_TEXTS}.curves"),
        curves,
        others=lambda n: text(f"{_TEXTS}.others", moves=quantity("moves", n)),
    )


def moves_html(
    table_of: Moves, chosen: Move | None = None, *, around: AroundMove | None = None
) -> str:
    """Tabulate the moves, best first, under the sentence that says why the first is first.

    Parameters
    ----------
    table_of
        The moves.
    chosen
        One that is marked as the player's.
    around
        What to put round the drawing of a move.
    """
    odds = table_of.odds
    title = text(f"{_TEXTS}.moves")
    head = [text(f"{_TEXTS}.{name}") for name in ("action", "distance", "useful")]
    head += [text(f"{_TEXTS}.within", draws=quantity("draws", draws)) for draws in _shown(odds)]
    head += [text(f"{_TEXTS}.{name}") for name in ("points", "cost")]
    numbers = range(1, len(head))
    rows = [_row(move, table_of, chosen, around or _named, numbers) for move in table_of.rows]
    drawn = table(head, rows, numbers, title)
    scrolled = (
        f'<div role="region" aria-label="{escape(title)}" tabindex="0" '
        f'style="{FOCUS};overflow-x:auto;max-width:100%">{drawn}</div>'
    )
    said = f'<div style="margin-bottom:6px">{escape(why_words(table_of))}</div>'
    return heading(title) + said + scrolled + _for_points(odds)


def outcomes_html(odds: Odds) -> str:
    """Draw the chance of each number of points at the end; nothing where it is not known."""
    if odds.outcomes is None or odds.best.action == "finish":
        return ""
    shares: dict[Outcome, float] = {
        points: chance for points, chance in enumerate(odds.outcomes) if chance > 0
    }
    most = max(range(len(odds.outcomes)), key=odds.outcomes.__getitem__)
    mean = sum(points * chance for points, chance in enumerate(odds.outcomes))
    title = text(f"{_TEXTS}.outcomes")
    said = text(
        f"{_TEXTS}.outcomes_said",
        most=quantity("points", most),
        share=chance_words(shares[most]),
        mean=number_text(mean, 3),
    )
    beside = text(f"{_TEXTS}.outcomes_beside", draws=quantity("draws", odds.draws))
    chart = shares_svg([shares], height=190, label=f"{title}. {said}")
    if odds.best.action is None:
        said += _also_for_points(odds)
    return heading(title, beside) + chart + f"<div>{escape(said)}</div>"


def _shown(odds: Odds) -> list[int]:
    return [1] if odds.draws == 1 else [1, odds.draws]


def _row(
    move: Move, of: Moves, chosen: Move | None, around: AroundMove, numbers: Sequence[int]
) -> str:
    line = move.line
    marks = []
    if move is of.best or (move.rank == 1 and of.reason != "nothing"):
        marks.append(text(f"{_TEXTS}.best"))
    if move is chosen:
        marks.append(text(f"{_TEXTS}.yours"))
    drawing = (
        "" if line.kind is None else around(line, card_svg(line.kind, width=26, decorative=True))
    )
    code = f'<span style="font:12px monospace">{escape(line.card or "")}</span>'
    if line.action != "discard":
        code = f"<span>{escape(text(f'{_TEXTS}.short.{line.action}', card=line.card))}</span>"
    mark = f"<b>{escape(' · '.join(marks))}</b>" if marks else ""
    first = (
        '<span style="display:inline-flex;align-items:center;gap:6px;white-space:nowrap">'
        f"{drawing}{code} {mark}</span>"
    )
    cells = [first, str(move.distance), str(move.copies)]
    cells += [chance_cell(line.chances, _estimates(line), draws) for draws in _shown(of.odds)]
    cost = "–" if move.rank == 1 else chance_words(move.cost)
    return row([*cells, points_words(line), cost], numbers, middle=True)


def _for_points(odds: Odds) -> str:
    """Say which move a player makes who has only points in view, where it is another."""
    line = odds.most_points
    if line is None or line is odds.best:
        return ""
    said = text(f"{_TEXTS}.for_points", move=move_name(line), points=_most_points(line))
    return f'<div style="margin-top:8px">{escape(said)}</div>'


def _also_for_points(odds: Odds) -> str:
    line = odds.most_points
    if line is None:
        return ""
    return " " + text(f"{_TEXTS}.most_points", points=_most_points(line))


def _most_points(line: Line) -> str:
    values = line.most_points
    if values is None or isinstance(values, tuple):
        return "–"
    return number_text(values.values[-1], 3)


def _named(line: Line, drawing: str) -> str:
    return drawing if line.kind is None else named(line.kind, drawing)


def _estimates(line: Line) -> tuple[Estimate, ...]:
    return line.chance if isinstance(line.chance, tuple) else ()
