"""Chances to open or to go out drawn: a curve for each discard, and all of them side by side."""

from __future__ import annotations

from html import escape
from typing import Final

from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.games.okey51.analysis.chances import Line, Odds
from neuroanalysis.games.okey51.pieces import PIECES, kind_name
from neuroanalysis.plots.chances import ChanceCurve, chance_cell, chance_words, chances_html
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.okey51.analysis import named_tile, small_tile
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["odds_html"]

_TEXTS: Final = "plots.okey51.odds"
_TILE: Final = 26


def odds_html(odds: Odds) -> str:
    """Draw all that was found of a rack within some draws.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.analysis.odds import odds
    >>> from neuroanalysis.texts import speaking
    >>> rack = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9"
    >>> with speaking("en"):
    ...     "11 % to open within 1 draw" in odds_html(odds(rack, draws=1, okey="y2"))
    True
    """
    discarding = odds.best.kind is not None and not odds.now
    chance = odds.chance
    estimates = chance if isinstance(chance, tuple) else ()
    values = tuple(one.value for one in estimates) or tuple(getattr(chance, "values", ()))
    said = text(
        f"{_TEXTS}.headline_{odds.aim}",
        chance=chance_words(values[-1]),
        draws=quantity("draws", odds.draws),
        threshold=odds.position.threshold,
    )
    head = f'<div style="font-weight:600;font-size:15px">{escape(said)}</div>'
    under = "".join(
        f"<div>{words}</div>"
        for words in (
            small(text(f"{_TEXTS}.model")),
            small(_method_words(odds, estimates)),
            escape(odds.remark),
        )
        if words
    )
    best = ChanceCurve(text(f"{_TEXTS}.best_play"), values, estimates)
    curves = [_curve(line) for line in odds.lines] if discarding else [best]
    chart = chances_html(
        text(f"{_TEXTS}.curves_{odds.aim}"),
        curves,
        others=lambda n: text("plots.odds.others", moves=quantity("moves", n)),
    )
    return block(head + under, "" if odds.now else chart, _table(odds) if discarding else "")


def _curve(line: Line) -> ChanceCurve:
    name = "" if line.kind is None else text(f"{_TEXTS}.discarding", tile=kind_name(line.kind))
    return ChanceCurve(name, line.chances, line.played)


def _method_words(odds: Odds, estimates: tuple[Estimate, ...]) -> str:
    if not estimates:
        return text(f"{_TEXTS}.search")
    first = estimates[0]
    return text(
        f"{_TEXTS}.simulation",
        n=number_text(first.n),
        seed=first.seed,
        level=number_text(100 * first.level),
    )


def _table(odds: Odds) -> str:
    title = text(f"{_TEXTS}.discards")
    shown = [1] if odds.draws == 1 else [1, odds.draws]
    head = [text(f"{_TEXTS}.tile")]
    head += [text("plots.odds.within", draws=quantity("draws", draws)) for draws in shown]
    head.append(text("plots.odds.cost"))
    numbers = range(1, len(head))
    rows = [
        row(
            [
                _tile(odds, line),
                *(chance_cell(line.chances, line.played, draws) for draws in shown),
                "–" if line is odds.best else chance_words(odds.cost(line)),
            ],
            numbers,
            middle=True,
        )
        for line in odds.lines
    ]
    return heading(title) + table(head, rows, numbers, title)


def _tile(odds: Odds, line: Line) -> str:
    if line.kind is None:
        return ""
    drawing = named_tile(line.kind, small_tile(line.kind, odds.position, _TILE))
    code = f'<span style="font:12px monospace">{PIECES.codes[line.kind]}</span>'
    return f'<span style="display:inline-flex;align-items:center;gap:6px">{drawing}{code}</span>'
