"""Chances drawn: a curve for each move, the moves side by side, the points at the end.

Inline styles only, so that a saved notebook shows them anywhere; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import Final, TypeAlias

from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.outcomes import Outcome
from neuroanalysis.games.neurotrio.analysis import Line, Move, Moves, Odds, moves
from neuroanalysis.plots.columns import LEFT, Scale, axis_svg, shares_svg, words_svg
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.neurotrio._html import named
from neuroanalysis.plots.neurotrio.cards import card_svg
from neuroanalysis.plots.neurotrio.reasons import (
    chance_words,
    headline_words,
    method_words,
    move_name,
    points_words,
    sentence,
    why_words,
)
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["AroundMove", "curves_html", "moves_html", "odds_headline", "odds_html", "outcomes_html"]

AroundMove: TypeAlias = Callable[[Line, str], str]
"""Puts something that names the move round its drawing, such as a button."""

_TEXTS: Final = "plots.odds"
_HEIGHT: Final = 210
_RIGHT: Final = 98.0
_MOST_LABELS: Final = 10
# Colour, dashes and the shape of the points: each tells the lines apart without the others.
_LOOKS: Final = (("#3b8fd0", "", "round"), ("#d55e00", "7 4", "square"), ("#a05cc0", "2 3", "tip"))
_GREY: Final = "stroke:currentColor;opacity:.22;stroke-width:1.3"


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
    if odds.draws == 1 or not any(max(line.chances) > 0 for line in lines):
        return ""
    shown = lines[: len(_LOOKS)]
    chances = [chance for line in lines for chance in line.chances]
    ends = [end for line in shown for one in _estimates(line) for end in one.interval]
    scale = Scale(chances + ends, _HEIGHT, log=False)
    drawn = [axis_svg(scale, _HEIGHT), *_labels(odds.draws)]
    drawn += [_curve(line, scale, _GREY) for line in lines[len(shown) :]]
    for line, (colour, dashes, shape) in reversed([*zip(shown, _LOOKS, strict=False)]):
        look = f"stroke:{colour};stroke-width:2.4;stroke-dasharray:{dashes or 'none'}"
        drawn.append(_curve(line, scale, look))
        drawn += _points(line, scale, colour, shape)
    names = [
        text(f"{_TEXTS}.curve", move=sentence(move_name(line)), chances=_by_draw(line))
        for line in shown
    ]
    title = text(f"{_TEXTS}.curves")
    label = text(f"{_TEXTS}.alt", title=title, said="; ".join(names))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{_HEIGHT}" role="img" '
        f'aria-label="{escape(label)}" style="display:block;max-width:760px;overflow:visible;'
        'font:12px/1 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif">'
        f"{''.join(drawn)}</svg>"
    )
    legend = "".join(_key(look, words) for look, words in zip(_LOOKS, names, strict=False))
    if len(lines) > len(shown):
        legend += _key(
            None, text(f"{_TEXTS}.others", moves=quantity("moves", len(lines) - len(shown)))
        )
    return heading(title) + svg + legend


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
        f'style="overflow-x:auto;max-width:100%">{drawn}</div>'
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
    cells += [_chance_cell(line, draws) for draws in _shown(of.odds)]
    cost = "–" if move.rank == 1 else chance_words(move.cost)
    return row([*cells, points_words(line), cost], numbers, middle=True)


def _chance_cell(line: Line, draws: int) -> str:
    said = escape(chance_words(line.chances[draws - 1]))
    estimates = _estimates(line)
    if not estimates:
        return said
    low, high = estimates[draws - 1].interval
    return f"{said}<br>{small(f'{chance_words(low)} – {chance_words(high)}')}"


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


def _by_draw(line: Line) -> str:
    """Say the chances of a line, the last one only where there are many."""
    chances = line.chances
    if len(chances) <= 3:
        return ", ".join(map(chance_words, chances))
    return f"{chance_words(chances[0])} … {chance_words(chances[-1])}"


def _estimates(line: Line) -> tuple[Estimate, ...]:
    return line.chance if isinstance(line.chance, tuple) else ()


def _across(draw: int, draws: int) -> float:
    return LEFT + (draw - 0.5) * (_RIGHT - LEFT) / draws


def _labels(draws: int) -> list[str]:
    step = next(step for step in (1, 2, 5, 10) if draws <= step * _MOST_LABELS)
    return [
        words_svg(_across(draw, draws), _HEIGHT - 5, str(draw))
        for draw in range(1, draws + 1)
        if draw % step == 0 or draw == 1
    ]


def _curve(line: Line, scale: Scale, look: str) -> str:
    draws = len(line.chances)
    places = [(_across(n, draws), scale.at(chance)) for n, chance in enumerate(line.chances, 1)]
    return "".join(
        f'<line x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}" style="{look}"/>'
        for (x1, y1), (x2, y2) in pairwise(places)
    )


def _points(line: Line, scale: Scale, colour: str, shape: str) -> list[str]:
    draws = len(line.chances)
    drawn = []
    for number, estimate in enumerate(_estimates(line), 1):
        x = _across(number, draws)
        low, high = map(scale.at, estimate.interval)
        drawn.append(
            f'<line x1="{x:.2f}%" x2="{x:.2f}%" y1="{low:.1f}" y2="{high:.1f}" '
            f'style="stroke:{colour};stroke-width:1.5"/>'
        )
    if draws <= 3 * _MOST_LABELS:
        drawn += [
            _point(f"{_across(n, draws):.2f}%", f"{scale.at(chance):.1f}", colour, shape)
            for n, chance in enumerate(line.chances, 1)
        ]
    return drawn


def _point(x: str, y: str, colour: str, shape: str) -> str:
    """Return a point; a nested drawing lets a shape stand at a percentage."""
    drawn = {
        "round": '<circle r="4"/>',
        "square": '<rect x="-3.6" y="-3.6" width="7.2" height="7.2"/>',
        "tip": '<path d="M0-4.8L4.6 3.4H-4.6Z"/>',
    }[shape]
    return f'<svg x="{x}" y="{y}" style="overflow:visible;fill:{colour}">{drawn}</svg>'


def _key(look: tuple[str, str, str] | None, words: str) -> str:
    """Return a line of the legend: a line as it is in the chart, and what it stands for."""
    if look is None:
        mark = f'<line x1="0" x2="30" y1="8" y2="8" style="{_GREY}"/>'
    else:
        colour, dashes, shape = look
        style = f"stroke:{colour};stroke-width:2.4;stroke-dasharray:{dashes or 'none'}"
        mark = f'<line x1="0" x2="30" y1="8" y2="8" style="{style}"/>'
        mark += _point("15", "8", colour, shape)
    return (
        '<div style="display:flex;gap:8px;align-items:flex-start;margin:3px 0 0">'
        f'<svg width="30" height="16" aria-hidden="true" style="flex:none;margin-top:1px">{mark}'
        f"</svg><span>{escape(words)}</span></div>"
    )
