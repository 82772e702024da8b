"""How an evaluated hand looks in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from neuroanalysis.cli.neurotrio.words import (
    card,
    cards,
    cause_words,
    condition,
    headings,
    joined,
    words,
)
from neuroanalysis.cli.output import grid, table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.games.neurotrio import Advised, Discards, Position, UsefulCard, kind_name
from neuroanalysis.games.neurotrio.evaluation import CountedBonus, Evaluation, Grouping
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import Rules

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["evaluation_screen", "position_table", "rules_line"]

# A distant hand has many useful cards: their number tells more than their names.
_NAMED: Final = 4


@answer_screen.register(Advised)
def evaluation_screen(answer: Advised) -> list[RenderableType]:
    """Return the position, the points, the groupings, and the advice."""
    evaluation = answer.evaluation
    screen: list[RenderableType] = [position_table(evaluation.position), Text()]
    screen += [Text(line, "bold") for line in _verdict(evaluation)]
    if evaluation.finish is not None:
        screen += _groupings(evaluation.finishes, evaluation.finish_count, evaluation, "finish")
    if not evaluation.can_finish:
        screen += _groupings(evaluation.groupings, evaluation.grouping_count, evaluation, "value")
    if isinstance(answer.advice, Discards):
        screen += _discards(answer.advice)
    elif answer.advice is not None:
        screen += _useful(answer.advice, evaluation.distance)
    return screen


def position_table(position: Position) -> Table:
    """Return the parts of a position."""
    parts = grid()
    laid = [4 * n for n in position.laid]
    parts.add_row(words("part.hand", n=sum(position.hand)), cards(position.hand))
    for name, counts in (("laid", laid), ("kept", position.kept), ("seen", position.seen)):
        if any(counts):
            parts.add_row(words(f"part.{name}"), cards(counts))
    parts.add_row(words("part.minimum"), str(position.minimum))
    parts.add_row(words("part.rules"), rules_line(position.rules))
    return parts


def rules_line(rules: Rules) -> str:
    """Return the preset and the options that make these rules."""
    return " ".join(rules.to_words())


def _verdict(evaluation: Evaluation) -> Iterator[str]:
    yield words("verdict.points", n=evaluation.points)
    minimum = evaluation.position.minimum
    if evaluation.finish is None:
        yield words("verdict.distance", n=evaluation.distance)
        return
    reached = "reached" if evaluation.can_finish else "missed"
    yield words(f"verdict.{reached}", n=evaluation.finish, minimum=minimum)
    to_lay = evaluation.best.carres_to_lay if evaluation.can_finish else ()
    if to_lay:
        counts = [4 * to_lay.count(kind) for kind in range(KINDS)]
        yield words("verdict.lay", cards=cards(counts).plain)


def _groupings(
    shown: Sequence[Grouping], number: int, evaluation: Evaluation, sort: str
) -> Iterator[RenderableType]:
    rules = evaluation.position.rules
    for place, grouping in enumerate(shown, start=1):
        key = f"grouping.{sort}_one" if number == 1 else f"grouping.{sort}_many"
        title = words(key, place=place, number=number, points=grouping.points)
        yield from (Text(), Text(title, "bold"), _grouping(grouping, rules))
    if len(shown) < number:
        yield Text(words("grouping.more", shown=len(shown), number=number))


def _grouping(grouping: Grouping, rules: Rules) -> Table:
    parts = table(*headings("number", "part", "what", "points"), numbers=[0, 3])
    for place, group in enumerate(grouping.groups, start=1):
        name = words(f"group.{group.kind}")
        if group.laid:
            name = words("group.laid", group=name)
        codes = Text(" ").join(card(kind) for kind in group.cards)
        parts.add_row(str(place), name, codes, str(group.points))
    if grouping.rest:
        rest = [grouping.rest.count(kind) for kind in range(KINDS)]
        parts.add_row("", words("group.rest"), cards(rest), "0")
    for bonus in grouping.bonuses:
        parts.add_row("", bonus.code, _because(bonus, rules), str(bonus.points))
    if grouping.finish_points:
        parts.add_row("", words("bonus.finish"), "", str(grouping.finish_points))
    for dropped in grouping.dropped:
        above = words("bonus.dropped", codes=joined(dropped.contained_in))
        parts.add_row("", dropped.code, above, f"({dropped.points})", style="dim")
    return parts


def _because(bonus: CountedBonus, rules: Rules) -> str:
    asked = condition(rules.by_code[bonus.code])
    because = words("cause.separator").join(cause_words(cause) for cause in bonus.causes)
    times = words("bonus.times", n=bonus.times) if bonus.times > 1 else ""
    return words("bonus.because", condition=asked, because=because) + times


def _discards(discards: Discards) -> Iterator[RenderableType]:
    rows = table(
        *headings("card", "distance", "kinds", "copies", "kept", "useful"),
        numbers=range(1, 5),
    )
    for row in discards.rows:
        named = [card(each.kind, each.copies) for each in row.useful[:_NAMED]]
        more = [Text("…")] if len(row.useful) > _NAMED else []
        numbers = (row.distance, len(row.useful), row.copies, row.points)
        rows.add_row(card(row.kind), *map(str, numbers), Text(" ").join([*named, *more]))
    yield from (Text(), Text(words("discards.title"), "bold"), rows, Text(discards.why()))


def _useful(useful: Sequence[UsefulCard], distance: int) -> Iterator[RenderableType]:
    yield Text()
    if not useful:
        yield Text(words("useful.complete" if distance == 0 else "useful.none"))
        return
    copies = sum(each.copies for each in useful)
    yield Text(words("useful.title", kinds=len(useful), copies=copies), "bold")
    rows = table(*headings("card", "", "left"), numbers=[2])
    for each in useful:
        rows.add_row(card(each.kind), kind_name(each.kind), str(each.copies))
    yield rows
