"""Chances to win and points to expect drawn: a curve for each discard, and goals side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from neuroanalysis.core.intervals import Estimate, ends_text, number_text
from neuroanalysis.games.mhing.analysis.chances import ByDraw, Line, Odds
from neuroanalysis.games.mhing.analysis.goals import Goal, Goals
from neuroanalysis.games.mhing.pieces import kind_name
from neuroanalysis.plots.axes import HEIGHT, RIGHT, WORDS, Axis, axis_lines
from neuroanalysis.plots.chances import ChanceCurve, chance_cell, chance_words, chances_html
from neuroanalysis.plots.colours import HERE, OTHER
from neuroanalysis.plots.columns import LEFT, percent, words_svg
from neuroanalysis.plots.curves import Trace, curves_html
from neuroanalysis.plots.markup import Around, block, heading, row, small, table
from neuroanalysis.plots.mhing.analysis import coded_card, named_card
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["goal_words", "goals_html", "goals_words", "odds_html", "odds_words"]

_TEXTS: Final = "plots.mhing.odds"
_GOALS: Final = "plots.mhing.goals"
_DIGITS: Final = 3
_SHOWN: Final = 3
_SUITS: Final = {"m": "characters", "p": "circles", "s": "bamboos"}


def odds_words(odds: Odds) -> str:
    """Say the best chance within all draws, and the points to expect, in a line."""
    if odds.now is not None:
        return text("mhing.odds.now", points=odds.now)
    return _chance_words(odds, "headline")


def _chance_words(odds: Odds, key: str) -> str:
    return text(
        f"{_TEXTS}.{key}",
        chance=chance_words(odds.best.chances[-1]),
        draws=quantity("draws", odds.draws),
        points=_points_words(odds.best.expected[-1]),
    )


def odds_html(odds: Odds, *, around: Around = named_card) -> str:
    """Draw all that was found of a hand within some draws.

    Parameters
    ----------
    odds
        What to draw.
    around
        What to put round each drawn card.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.analysis import odds
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     "10.9 % to win within 1 draw" in odds_html(odds("123456789m 11z 23p", draws=1))
    True
    """
    head = f'<div style="font-weight:600;font-size:15px">{escape(odds_words(odds))}</div>'
    minimum = ""
    if odds.minimum:
        minimum = text(f"{_TEXTS}.minimum", credits=quantity("credits", odds.minimum))
    under = "".join(
        f"<div>{words}</div>"
        for words in (
            escape(minimum),
            "" if odds.now is None else escape(_chance_words(odds, "on")),
            escape(_richest_words(odds)),
            small(text(f"{_TEXTS}.model")),
            small(_method_words(odds)),
            escape(odds.remark.removeprefix(odds_words(odds)).strip()),
        )
        if words
    )
    curves = [_curve(line) for line in odds.lines]
    chart = chances_html(
        text(f"{_TEXTS}.curves"),
        curves,
        others=lambda n: text("plots.odds.others", moves=quantity("moves", n)),
    )
    return block(
        head + under,
        chart,
        _points_chart(odds) if odds.draws > 1 else "",
        _table(odds, around),
    )


def _estimates(numbers: ByDraw) -> tuple[Estimate, ...]:
    return numbers if isinstance(numbers, tuple) else ()


def _points_words(points: float) -> str:
    """Say points, with as many digits as make sense of a mean."""
    return quantity("points", number_text(points, _DIGITS))


def _richest_words(odds: Odds) -> str:
    """Say which discard brings most points, where it is another than the surest."""
    line = odds.richest
    if line.kind is None or line.expected[-1] <= odds.best.expected[-1]:
        return ""
    return text(
        f"{_TEXTS}.richest",
        card=kind_name(line.kind),
        points=_points_words(line.expected[-1]),
        chance=chance_words(line.chances[-1]),
    )


def _line_name(line: Line) -> str:
    if line.kind is None:
        return text(f"{_TEXTS}.{'as_played' if _estimates(line.chance) else 'best_play'}")
    return text(f"{_TEXTS}.discarding", card=kind_name(line.kind))


def _curve(line: Line) -> ChanceCurve:
    return ChanceCurve(_line_name(line), line.chances, _estimates(line.chance))


def _points_chart(odds: Odds) -> str:
    """Draw the points to expect by draws, where they are estimates, of the richest lines."""
    richest = sorted(odds.lines, key=lambda line: -line.expected[-1])[:_SHOWN]
    traces = [
        Trace(_line_name(line), tuple(range(1, odds.draws + 1)), line.points)
        for line in richest
        if isinstance(line.points, tuple)
    ]
    if not traces:
        return ""
    return curves_html(text(f"{_TEXTS}.points"), traces, "points", text(f"{_TEXTS}.across"))


def _method_words(odds: Odds) -> str:
    estimates = _estimates(odds.best.chance)
    if not estimates:
        return text(f"{_TEXTS}.search")
    first = estimates[0]
    return text(
        f"{_TEXTS}.simulation",
        n=number_text(first.n),
        seed=first.seed,
        level=number_text(100 * first.level),
    )


def _table(odds: Odds, around: Around) -> str:
    title = text(f"{_TEXTS}.discards" if odds.best.kind is not None else f"{_TEXTS}.draws")
    shown = [1] if odds.draws == 1 else [1, odds.draws]
    head = [text(f"{_TEXTS}.card")] if odds.best.kind is not None else []
    head += [text("plots.odds.within", draws=quantity("draws", draws)) for draws in shown]
    head.append(text(f"{_TEXTS}.expected"))
    numbers = range(len(head)) if odds.best.kind is None else range(1, len(head))
    rows = [
        row(
            [
                *([] if line.kind is None else [coded_card(line.kind, around)]),
                *(chance_cell(line.chances, _estimates(line.chance), draws) for draws in shown),
                _points_cell(line),
            ],
            numbers,
            middle=True,
        )
        for line in odds.lines
    ]
    return heading(title) + table(head, rows, numbers, title)


def _points_cell(line: Line) -> str:
    said = escape(number_text(line.expected[-1], _DIGITS))
    estimates = _estimates(line.points)
    return said if not estimates else f"{said}<br>{_interval(estimates[-1])}"


def _interval(estimate: Estimate) -> str:
    return small(ends_text(estimate.interval, lambda end: number_text(end, _DIGITS)))


def goals_html(goals: Goals, *, around: Around = named_card) -> str:
    """Draw goals side by side: how often each wins against what it brings, then every number.

    Parameters
    ----------
    goals
        What to draw.
    around
        What to put round each drawn card.
    """
    first = goals.best.chance
    model = text(
        f"{_GOALS}.model",
        draws=quantity("draws", goals.draws),
        n=number_text(first.n),
        seed=first.seed,
        level=number_text(100 * first.level),
    )
    return block(
        f'<div style="font-weight:600">{escape(goals_words(goals))}</div><div>{small(model)}</div>',
        _trade(goals.rows),
        _goals_table(goals, around),
        label=text(f"{_GOALS}.title"),
    )


def goals_words(goals: Goals) -> str:
    """Say what is richest and what is surest, and whether the sample tells the first apart."""
    best, surest = goals.best, goals.surest
    said = text(
        f"mhing.goal.why.{'same' if best is surest else 'trade'}",
        draws=goals.draws,
        best=goal_words(best),
        chance=chance_words(best.chance.value),
        points=number_text(best.points.value, _DIGITS),
        surest=goal_words(surest),
        surest_chance=chance_words(surest.chance.value),
        surest_points=number_text(surest.points.value, _DIGITS),
    )
    return said if goals.decided else f"{said} {text('mhing.goal.why.close')}"


def goal_words(goal: Goal) -> str:
    """Say what a player is after: a line of credits, its suits, and what he goes out for.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.analysis import choose_goal
    >>> from neuroanalysis.texts import speaking
    >>> goals = choose_goal("123345567m 99m 2p 1z", aims=["one_suit:m"], samples=10)
    >>> with speaking("en"):
    ...     goal_words(goals.best)
    'one suit (characters), 8 credits or more'
    """
    line, _, letters = goal.aim.name.partition(":")
    name = text(f"mhing.credit.{line}") if goal.aim.line else text("mhing.goal.fast")
    if letters:
        names = [text(f"mhing.suit.{_SUITS[letter]}") for letter in letters]
        suits = text(f"{_GOALS}.and").join(names)
        name = text(f"{_GOALS}.suits", name=name, suits=suits)
    if not goal.aim.credits:
        return name
    return text(f"{_GOALS}.least", name=name, credits=quantity("credits", goal.aim.credits))


def _trade(rows: Sequence[Goal]) -> str:
    """Draw each goal as a numbered point: chance across, points upwards, with whiskers."""
    title = text(f"{_GOALS}.trade")
    # A normal interval may reach below 0, which neither chance nor points do.
    axis = Axis([0.0, *(max(0.0, end) for goal in rows for end in goal.points.interval)])
    across = Axis([0.0, *(end for goal in rows for end in goal.chance.interval)])

    def place(chance: float) -> float:
        share = (chance - across.low) / (across.high - across.low)
        return LEFT + 1 + (RIGHT - LEFT - 2) * share

    drawn = [axis_lines(axis, lambda value: number_text(value, _DIGITS))]
    drawn += [words_svg(place(chance), HEIGHT - 20, percent(chance, 2)) for chance in across.lines]
    drawn.append(
        words_svg((LEFT + RIGHT) / 2, HEIGHT - 3, text(f"{_GOALS}.chance_axis"), faint=True)
    )
    for number, goal in reversed([*enumerate(rows, 1)]):
        drawn.append(_goal_point(number, goal, place(goal.chance.value), axis, place))
    said = "; ".join(
        text(
            f"{_GOALS}.point",
            number=number,
            goal=goal_words(goal),
            chance=chance_words(goal.chance.value),
            points=number_text(goal.points.value, _DIGITS),
        )
        for number, goal in enumerate(rows, 1)
    )
    return (
        f'<div style="max-width:760px">{heading(title, text(f"{_GOALS}.points_axis"))}'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(f"{title}. {said}")}" '
        f'style="display:block;overflow:visible;{WORDS}">{"".join(drawn)}</svg></div>'
    )


def _goal_point(
    number: int, goal: Goal, x: float, axis: Axis, place: Callable[[float], float]
) -> str:
    y = axis.at(goal.points.value)
    low, high = (axis.at(max(0.0, end)) for end in goal.points.interval)
    left, right = (place(end) for end in goal.chance.interval)
    colour = HERE if number == 1 else OTHER
    whisker = f"stroke:{colour};stroke-width:1.3"
    return (
        f'<line x1="{x:.2f}%" x2="{x:.2f}%" y1="{low:.1f}" y2="{high:.1f}" style="{whisker}"/>'
        f'<line x1="{left:.2f}%" x2="{right:.2f}%" y1="{y:.1f}" y2="{y:.1f}" style="{whisker}"/>'
        f'<svg x="{x:.2f}%" y="{y:.1f}" style="overflow:visible"><circle r="9" '
        f'style="fill:#fff;stroke:{colour};stroke-width:2"/>'
        f'<text y="4" text-anchor="middle" style="fill:#1a1a1a;font-weight:600">{number}</text>'
        "</svg>"
    )


def _goals_table(goals: Goals, around: Around) -> str:
    title = text(f"{_GOALS}.title")
    columns = ["goal", "missing", "chance", "points", "won"]
    discarding = any(goal.first is not None for goal in goals.rows)
    if discarding:
        columns.insert(2, "discard")
    head = ["", *(text(f"{_GOALS}.{name}") for name in columns)]
    numbers = [0, 2, *range(4 if discarding else 3, len(head))]
    rows = []
    for number, goal in enumerate(goals.rows, 1):
        cells = [str(number), escape(goal_words(goal)), str(goal.distance)]
        if discarding:
            cells.append("" if goal.first is None else coded_card(goal.first, around))
        cells.append(chance_cell([goal.chance.value], [goal.chance], 1))
        cells.append(f"{number_text(goal.points.value, _DIGITS)}<br>{_interval(goal.points)}")
        cells.append("–" if goal.credits_won is None else number_text(goal.credits_won, _DIGITS))
        rows.append(row(cells, numbers, middle=True))
    return heading(title) + table(head, rows, numbers, title)
