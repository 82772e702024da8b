"""The response surface: what a search for fair minimums has looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from neuroanalysis.core.intervals import number_text
from neuroanalysis.plots.axes import (
    FOOT,
    HEIGHT,
    NOUGHT,
    RIGHT,
    TOP,
    WORDS,
    Axis,
    Unit,
    axis_lines,
    number_words,
)
from neuroanalysis.plots.colours import DEEPEST, ESTIMATE, HERE, OTHER, tint
from neuroanalysis.plots.columns import LEFT, words_svg
from neuroanalysis.plots.markup import FOCUS, heading, row, small, table
from neuroanalysis.texts import text

__all__ = ["Seen", "surface_html"]

_TEXTS: Final = "plots.rounds"


@dataclass(frozen=True)
class Seen:
    """A choice of minimums that a search has looked at.

    Parameters
    ----------
    minimums
        One a player.
    values
        What each player has of what is to be equal.
    spread
        The greatest difference between two of the values.
    rounds
        How many were played.
    stage
        ``"search"``, ``"finalist"`` or ``"judgement"``.
    """

    minimums: tuple[int, ...]
    values: tuple[float, ...]
    spread: float
    rounds: int
    stage: str


def surface_html(
    seen: Sequence[Seen], names: Sequence[str], unit: Unit, suggested: Sequence[int] = ()
) -> str:
    """Draw what a search for minimums has looked at.

    Two players make a map: one's minimum across, the other's downwards, darker where they are
    further apart. More players make a picture of parallel lines, and all choices stand in a table.

    Parameters
    ----------
    seen
        The choices, in the order in which they were looked at; the last one is the judgement.
    names
        Of the players.
    unit
        What is to be equal: shares or points.
    suggested
        Minimums to be pointed at beside those chosen.

    Examples
    --------
    >>> seen = [
    ...     Seen((18, 18), (9.0, 11.0), 2.0, 100, "search"),
    ...     Seen((18, 20), (9.6, 10.4), 0.8, 400, "judgement"),
    ... ]
    >>> "chosen" in surface_html(seen, ["Ana", "Bo"], "points")
    True
    """
    chosen = seen[-1].minimums
    # What was played longest is known best.
    best: dict[tuple[int, ...], Seen] = {}
    for one in seen:
        if one.minimums not in best or one.rounds >= best[one.minimums].rounds:
            best[one.minimums] = one
    drawn = (
        _map(best, names, unit, chosen, tuple(suggested))
        if len(names) == 2
        else _parallel(best, names, chosen, tuple(suggested))
    )
    return heading(text(f"{_TEXTS}.surface")) + drawn + _choices(best, names, unit, chosen)


def _map(
    seen: Mapping[tuple[int, ...], Seen],
    names: Sequence[str],
    unit: Unit,
    chosen: tuple[int, ...],
    suggested: tuple[int, ...],
) -> str:
    down, across = (sorted({minimums[place] for minimums in seen}) for place in (0, 1))
    most = max(*(one.spread for one in seen.values()), NOUGHT)
    cell = "padding:5px 8px;text-align:right;border:1px solid rgba(128,128,128,.25);font-size:13px;"
    head = "".join(
        f'<th scope="col" style="{cell}background:none;font-weight:600">{n}</th>' for n in across
    )
    rows = []
    for one in down:
        cells = [f'<th scope="row" style="{cell}background:none;font-weight:600">{one}</th>']
        for two in across:
            found = seen.get((one, two))
            if found is None:
                cells.append(f'<td style="{cell}background:none"></td>')
                continue
            depth = DEEPEST * (found.spread / most) ** 0.7
            marks = "outline:2.5px solid currentColor;outline-offset:-3px;font-weight:700;"
            mark = marks if (one, two) == chosen else ""
            star = "* " if (one, two) == suggested else ""
            values = " / ".join(number_words(value, unit) for value in found.values)
            apart = number_words(found.spread, unit)
            cells.append(
                f'<td title="{escape(values)}" style="{cell}{mark}'
                f'background:{tint(ESTIMATE, depth)}">{star}{apart}</td>'
            )
        rows.append(f'<tr style="background:none">{"".join(cells)}</tr>')
    corner = escape(f"{names[0]}\u00a0↓ {names[1]}\u00a0→")
    label = escape(text(f"{_TEXTS}.map"))
    notes = text(f"{_TEXTS}.map_said")
    if suggested in seen:
        notes += " " + text(f"{_TEXTS}.map_suggested")
    return (
        f'<div role="region" tabindex="0" aria-label="{label}" style="{FOCUS};overflow-x:auto">'
        f'<table aria-label="{label}" style="border-collapse:collapse;margin:0;width:auto;'
        f'font:inherit;color:inherit;background:none"><thead><tr style="background:none">'
        f'<th style="{cell}background:none;font-weight:600;text-align:left">{corner}</th>{head}'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        f"<div>{small(notes)}</div>"
    )


def _parallel(
    seen: Mapping[tuple[int, ...], Seen],
    names: Sequence[str],
    chosen: tuple[int, ...],
    suggested: tuple[int, ...],
) -> str:
    """Draw each choice as a line over the players; the nearer they are, the stronger it is."""
    lines = [*seen, *([suggested] if suggested else [])]
    axis = Axis([float(minimum) for minimums in lines for minimum in minimums])
    spreads = sorted(one.spread for one in seen.values())
    least, most = spreads[0], max(spreads[-1], spreads[0] + 1e-9)

    def place(player: int) -> float:
        return LEFT + (RIGHT - LEFT) * (player + 0.5) / len(names)

    def path(minimums: tuple[int, ...], style: str) -> str:
        spots = [(place(player), axis.at(minimum)) for player, minimum in enumerate(minimums)]
        return "".join(
            f'<line x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}" style="{style}"/>'
            for (x1, y1), (x2, y2) in pairwise(spots)
        )

    drawn = [axis_lines(axis, lambda value: number_text(round(value, 1), 3))]
    for player, name in enumerate(names):
        x = f"{place(player):.2f}%"
        drawn.append(
            f'<line x1="{x}" x2="{x}" y1="{TOP}" y2="{HEIGHT - FOOT}" '
            'style="stroke:currentColor;opacity:.4"/>'
        )
        drawn.append(words_svg(place(player), HEIGHT - 18, name))
    for one in sorted(seen.values(), key=lambda one: -one.spread):
        near = 1 - (one.spread - least) / (most - least)
        drawn.append(
            path(one.minimums, f"stroke:{HERE};opacity:{0.1 + 0.5 * near:.2f};stroke-width:1.5")
        )
    if suggested:
        drawn.append(path(suggested, f"stroke:{OTHER};stroke-width:2.4;stroke-dasharray:6 4"))
    drawn.append(path(chosen, "stroke:currentColor;stroke-width:3"))
    said = text(f"{_TEXTS}.parallel_said")
    if suggested:
        said += " " + text(f"{_TEXTS}.parallel_suggested")
    label = text(f"{_TEXTS}.parallel", chosen=" / ".join(map(str, chosen)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(label)}" style="display:block;max-width:760px;overflow:visible;'
        f'{WORDS}">{"".join(drawn)}</svg><div>{small(said)}</div>'
    )


def _choices(
    seen: Mapping[tuple[int, ...], Seen],
    names: Sequence[str],
    unit: Unit,
    chosen: tuple[int, ...],
) -> str:
    """Tabulate the choices, the fairest first, folded away."""
    head = [text(f"{_TEXTS}.minimums"), *names]
    head += [text(f"{_TEXTS}.{name}") for name in ("spread", "played")]
    numbers = range(1, len(head))
    rows = [
        row(
            [
                escape(" / ".join(map(str, one.minimums)))
                + (f" · <b>{escape(text(f'{_TEXTS}.chosen'))}</b>" * (one.minimums == chosen)),
                *(number_words(value, unit) for value in one.values),
                number_words(one.spread, unit),
                number_text(one.rounds),
            ],
            numbers,
        )
        for one in sorted(seen.values(), key=lambda one: one.spread)
    ]
    title = text(f"{_TEXTS}.choices", n=len(rows))
    drawn = table(head, rows, numbers, title)
    return (
        f'<details data-key="choices" style="padding-top:6px"><summary>{escape(title)}</summary>'
        f'<div role="region" tabindex="0" aria-label="{escape(title)}" '
        f'style="{FOCUS};overflow-x:auto">'
        f"{drawn}</div></details>"
    )
