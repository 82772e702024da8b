"""How the chances of a hand look in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from neuroanalysis.cli.neurotrio.evaluation import position_table
from neuroanalysis.cli.neurotrio.words import card, headings, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.core.intervals import Computed, Estimate, number_text
from neuroanalysis.games.neurotrio import Discard, Line, Odds, discards

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from neuroanalysis.games.neurotrio.analysis.chances import ByDraw

__all__ = ["odds_screen"]

_LEAST_SHARE: Final = 5e-5


@answer_screen.register(Odds)
def odds_screen(answer: Odds) -> list[RenderableType]:
    """Return the position, the chances by move or by draw, and what decided."""
    screen: list[RenderableType] = [position_table(answer.position), Text()]
    screen.append(Text(_title(answer), "bold"))
    if answer.best.action is None:
        screen.append(_by_draw(answer.best))
    else:
        screen += [_by_move(answer), *_reasons(answer)]
    if answer.outcomes is not None:
        screen += _outcomes(answer, answer.outcomes)
    if remark := answer.remark:
        screen += [Text(), Text(remark)]
    return screen


def _title(answer: Odds) -> str:
    model = words(
        "odds.model_return" if answer.model == "discards-return" else "odds.model_without"
    )
    minimum = answer.position.minimum
    chance = answer.best.chance
    if isinstance(chance, Computed):
        method = words(f"odds.{answer.method}")
        error = number_text(chance.error, 2)
        return words("odds.title", minimum=minimum, model=model, method=method, error=error)
    method = words("odds.simulation", n=number_text(chance[0].n), seed=chance[0].seed)
    return words("odds.estimated", minimum=minimum, model=model, method=method)


def _by_draw(line: Line) -> Table:
    estimated = not isinstance(line.chance, Computed)
    names = ["draws", "chance"] + ["interval"] * estimated + ["mean"] * (line.points is not None)
    rows = table(*headings(*names), numbers=range(len(names)))
    for place, chance in enumerate(line.chances):
        cells = [str(place + 1), _percent(chance)]
        if not isinstance(line.chance, Computed):
            cells.append(_interval(line.chance[place]))
        if line.points is not None:
            cells.append(_points(line.points, place))
        rows.add_row(*cells)
    return rows


def _by_move(answer: Odds) -> Table:
    """Return a table of the moves: chances now and later, points, and what a person looks at."""
    estimated = not isinstance(answer.best.chance, Computed)
    names = ["move", *_within(answer), "cost"]
    shown = headings("move") + [words("column.within", draws=n) for n in _within(answer)]
    more = ["cost"] + ["interval"] * estimated + ["mean"] * (answer.best.points is not None)
    shown += headings(*more, "distance", "copies")
    rows = table(*shown, numbers=range(1, len(names) + 4))
    known = {row.kind: row for row in _plain_discards(answer)}
    for line in answer.lines:
        cells: list[str | Text] = [_move(line)]
        cells += [_percent(line.chances[n - 1]) for n in _within(answer)]
        cells.append(_percent(answer.cost(line)))
        if not isinstance(line.chance, Computed):
            cells.append(_interval(line.chance[-1]))
        if answer.best.points is not None:
            cells.append("" if line.points is None else _points(line.points, answer.draws - 1))
        if line.action == "discard" and line.kind in known:
            cells += [str(known[line.kind].distance), str(known[line.kind].copies)]
        else:
            cells += ["", ""]
        rows.add_row(*cells)
    return rows


def _within(answer: Odds) -> list[int]:
    return [1] if answer.draws == 1 else [1, answer.draws]


def _plain_discards(answer: Odds) -> tuple[Discard, ...]:
    position = answer.position
    return () if position.hand == position.kept else discards(position).rows


def _reasons(answer: Odds) -> Iterator[Text]:
    best = answer.best
    if best.action == "finish":
        yield Text(words("odds.now"), "bold")
    elif len(answer.lines) > 1:
        second = answer.lines[1]
        yield Text(
            words(
                "odds.why",
                card=_move(best).plain,
                chance=_percent(best.chances[-1]),
                draws=answer.draws,
                second=_move(second).plain,
                second_chance=_percent(second.chances[-1]),
            )
        )
    most = answer.most_points
    if most is not None and most.most_points is not None:
        points = _points(most.most_points, answer.draws - 1)
        yield Text(words("odds.most_points", card=_move(most).plain, points=points))


def _outcomes(answer: Odds, outcomes: tuple[float, ...]) -> Iterator[RenderableType]:
    yield from (Text(), Text(words("odds.outcomes", draws=answer.draws), "bold"))
    rows = table(*headings("points", "share"), numbers=[0, 1])
    for points, share in enumerate(outcomes):
        if share >= _LEAST_SHARE:
            rows.add_row(str(points), _percent(share))
    yield rows


def _move(line: Line) -> Text:
    if line.kind is None:
        return Text(words("odds.finish") if line.action == "finish" else "")
    if line.action == "lay":
        return Text(words("odds.lay", card=card(line.kind, 4).plain))
    return card(line.kind)


def _points(values: ByDraw, place: int) -> str:
    if isinstance(values, Computed):
        return number_text(float(values.values[place]))
    return number_text(values[place].value)


def _interval(estimate: Estimate) -> str:
    low, high = estimate.interval
    return words("odds.interval", low=_percent(low), high=_percent(high))


def _percent(share: float) -> str:
    return f"{number_text(100 * share, 3)} %"
