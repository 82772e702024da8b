"""How an evaluated rack looks in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from neuroanalysis.cli.okey51.words import (
    headings,
    laid_off,
    meld,
    meld_tiles,
    tile,
    tiles,
    words,
)
from neuroanalysis.cli.output import grid, table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.games.okey51 import Advised, Discards, Nearness, Position, Rules
from neuroanalysis.games.okey51.evaluation import Arrangement, Evaluation
from neuroanalysis.games.okey51.pieces import kind_name
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["evaluation_screen", "position_table"]

# A distant rack has many useful tiles: their number tells more than their names.
_NAMED: Final = 6


@answer_screen.register(Advised)
def evaluation_screen(answer: Advised) -> list[RenderableType]:
    """Return the position, the verdict, the arrangements, and the advice."""
    evaluation = answer.evaluation
    screen: list[RenderableType] = [position_table(evaluation.position), Text()]
    screen += [Text(line, "bold") for line in _verdict(evaluation)]
    if evaluation.meld_value:
        screen += _arrangements(evaluation, "value")
    screen += _arrangements(evaluation, "left")
    if evaluation.paired:
        pairs = Text("  ").join(meld_tiles(pair, "-") for pair in evaluation.paired)
        screen += [Text(), Text.assemble(words("pairs", n=evaluation.pairs), " ", pairs)]
    if isinstance(answer.advice, Discards):
        screen += _discards(answer.advice)
    elif answer.advice is not None:
        screen += _nearness(answer.advice)
    return screen


def position_table(position: Position) -> Table:
    """Return the parts of a position."""
    parts = grid()
    parts.add_row(words("part.hand", n=position.tiles), tiles(position.hand))
    okey, indicator = (tile(kind) for kind in (position.okey, position.indicator))
    parts.add_row(words("part.okey"), Text.assemble(okey, " ", words("part.from"), " ", indicator))
    if position.melds:
        parts.add_row(words("part.melds"), Text("  ").join(meld(one) for one in position.melds))
    if any(position.seen):
        parts.add_row(words("part.seen"), tiles(position.seen))
    state = words("part.opened") if position.opened else str(position.threshold)
    parts.add_row(words("part.threshold"), state)
    parts.add_row(words("part.rules"), " ".join(position.rules.to_words()))
    return parts


def _verdict(evaluation: Evaluation) -> Iterator[str]:
    position = evaluation.position
    if not position.opened:
        yield words(
            f"verdict.{evaluation.opens or 'none'}",
            value=evaluation.meld_value,
            threshold=position.threshold,
            pairs=evaluation.pairs,
        )
        if evaluation.opens == "both":
            yield words(f"verdict.better_{evaluation.better_way}")
    yield words("verdict.left", n=evaluation.least_left_count, points=evaluation.least_left_value)
    if evaluation.goes_out is not None:
        yield words("verdict.out")


def _arrangements(evaluation: Evaluation, objective: str) -> Iterator[RenderableType]:
    """Return the arrangements of most value, or those that leave least."""
    shown, number = evaluation.arrangements, evaluation.arrangement_count
    if objective == "left":
        shown, number = evaluation.least_arrangements, evaluation.least_arrangement_count
    for place, one in enumerate(shown, start=1):
        key = f"arrangement.{objective}_{'one' if number == 1 else 'many'}"
        figures = {"points": one.value, "n": len(one.rest), "left": one.rest_value}
        title = words(key, place=place, number=number, **figures)
        yield from (Text(), Text(title, "bold"), _arrangement(one, evaluation.position.rules))
    if len(shown) < number:
        yield Text(words("arrangement.more", shown=len(shown), number=number))


def _arrangement(one: Arrangement, rules: Rules) -> Table:
    rows = table(*headings("part", "tiles", "points"), numbers=[2])
    for each in one.melds:
        rows.add_row(words(f"part.{each.kind}"), meld(each), str(each.value(rules)))
    for part in one.laid:
        rows.add_row(words("part.laid_off"), laid_off(part), "")
    if one.rest:
        rows.add_row(words("part.rest"), meld_tiles(one.rest), f"({one.rest_value})", style="dim")
    return rows


def _discards(discards: Discards) -> Iterator[RenderableType]:
    title = words(f"discards.{discards.aim}")
    names = ("tile", "distance", "copies", "kept", "left", "penalty", "taken", "useful")
    rows = table(*headings(*names), numbers=range(1, 7))
    for row in discards.rows:
        named = [tile(each.kind, each.copies) for each in row.useful[:_NAMED]]
        more = [Text("…")] if len(row.useful) > _NAMED else []
        numbers = (row.copies, row.meld_value, row.left_value, row.penalty, row.taken)
        far = text("okey51.hand.never") if row.distance is None else str(row.distance)
        shown = Text(" ").join([*named, *more])
        rows.add_row(tile(row.kind), far, *map(str, numbers), shown)
    yield from (Text(), Text(title, "bold"), rows, Text(discards.why()))


def _nearness(nearness: Nearness) -> Iterator[RenderableType]:
    yield from (Text(), Text(str(nearness.distances), "bold"))
    if not nearness.useful:
        return
    copies = sum(each.copies for each in nearness.useful)
    title = words("useful", kinds=len(nearness.useful), copies=copies)
    rows = table(*headings("tile", "", "unseen"), numbers=[2])
    for each in nearness.useful:
        rows.add_row(tile(each.kind), kind_name(each.kind), str(each.copies))
    yield from (Text(title), rows)
