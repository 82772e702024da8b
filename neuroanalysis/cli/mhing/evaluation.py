"""How an evaluated hand looks in a terminal: its credits line by line, and what would better it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from neuroanalysis.cli.mhing.words import card, cards, group, headings, words
from neuroanalysis.cli.output import grid, table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.games.mhing import (
    Advised,
    CountedLine,
    Discards,
    Distances,
    Evaluation,
    Outlook,
    Position,
    Prospect,
    Reach,
    Reading,
    kind_name,
)
from neuroanalysis.games.mhing.pieces import FLOWER

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["evaluation_screen", "position_table"]

# A distant hand has many useful cards: their number tells more than their names.
_NAMED: Final = 6
_LISTED: Final = 12
_FURTHER: Final = 1
# Lines of credits are told up to so many cards further than the nearest winning hand.


@answer_screen.register(Advised)
def evaluation_screen(answer: Advised) -> list[RenderableType]:
    """Return the position, the verdict, the best readings with their credits, and the advice."""
    evaluation = answer.evaluation
    screen: list[RenderableType] = [position_table(evaluation.position), Text()]
    screen += [Text(line, "bold") for line in _verdict(evaluation)]
    screen += _readings(evaluation)
    if isinstance(answer.advice, Discards):
        screen += _discards(answer.advice)
        if answer.after is not None:
            screen += [Text(), Text(words("after", card=answer.advice.best.card))]
            screen += list(_outlook(answer.after))[1:]
    elif answer.advice is not None:
        screen += _outlook(answer.advice)
    return screen


def position_table(position: Position) -> Table:
    """Return the parts of a position."""
    parts = grid()
    held = [*position.hand[:FLOWER], 0]
    parts.add_row(words("part.hand", n=sum(held)), cards(held))
    if position.flowers:
        parts.add_row(words("part.flowers"), str(position.flowers))
    if position.laid:
        laid = Text(" ").join(Text(combination.to_text()) for combination in position.laid)
        parts.add_row(words("part.laid"), laid)
    if any(position.seen):
        parts.add_row(words("part.seen"), cards(position.seen))
    parts.add_row(words("part.rules"), " ".join(position.rules.to_words()))
    return parts


def _verdict(evaluation: Evaluation) -> Iterator[str]:
    if evaluation.complete:
        yield words(
            "verdict.wins" if evaluation.wins else "verdict.short",
            credits=evaluation.credits,
            points=evaluation.points,
            least=evaluation.position.rules.min_credits,
        )
        return
    yield words("verdict.none" if evaluation.position.to_discard else "verdict.between")
    yield str(
        Distances(
            evaluation.distance,
            evaluation.unmatched_distance,
            evaluation.unmatched_honours_distance,
        )
    )


def _readings(evaluation: Evaluation) -> Iterator[RenderableType]:
    shown, number = evaluation.readings, evaluation.reading_count
    for place, reading in enumerate(shown, start=1):
        key = f"reading.{'one' if number == 1 else 'many'}"
        title = words(key, place=place, number=number, credits=reading.credits)
        yield from (Text(), Text(title, "bold"), _reading(reading))
    if len(shown) < number:
        yield Text(words("reading.more", shown=len(shown), number=number))


def _reading(reading: Reading) -> Table:
    """Return a table of the groups, numbered, and of each line of credits with what earned it."""
    rows = table(*headings("number", "part", "what", "credits"), numbers=[0, 3])
    for place, each in enumerate(reading.groups, start=1):
        name = words(f"group.{each.kind}")
        said = words("group.laid", group=name) if each.laid else name
        rows.add_row(str(place), said, group(each), "")
    for line in reading.lines:
        times = words("line.times", n=line.times) if line.times > 1 else ""
        rows.add_row("", line.name + times, _because(line, reading), str(line.credits))
    return rows


def _because(line: CountedLine, reading: Reading) -> str:
    """Say which groups earn a line, by their numbers."""
    if not any(line.causes):
        return ""
    if len(line.causes[0]) == len(reading.groups):
        return words("line.hand")
    several = ["+".join(str(place + 1) for place in places) for places in line.causes]
    one = len(several) == 1 and len(line.causes[0]) == 1
    return words("line.group" if one else "line.groups", groups=", ".join(several))


def _discards(discards: Discards) -> Iterator[RenderableType]:
    rows = table(*headings("card", "distance", "copies", "near", "useful"), numbers=range(1, 4))
    for row in discards.rows:
        named = [card(each.kind, each.copies) for each in row.useful[:_NAMED]]
        more = [Text("…")] if len(row.useful) > _NAMED else []
        numbers = (row.distance, row.copies, row.credits)
        rows.add_row(card(row.kind), *map(str, numbers), Text(" ").join([*named, *more]))
    title = words("discards")
    yield from (Text(), Text(title, "bold"), rows, Text(discards.why()))


def _outlook(outlook: Outlook) -> Iterator[RenderableType]:
    if outlook.prospects.rows:
        yield from _prospects(outlook)
    near = outlook.distances.nearest + _FURTHER
    lines = _lines(outlook.reach, near)
    if lines.row_count:
        yield from (Text(), Text(words("reach", n=near), "bold"), lines)


def _prospects(outlook: Outlook) -> Iterator[RenderableType]:
    prospects = outlook.prospects
    wins = outlook.distances.nearest == 1
    key = "useful.wins" if wins else "useful.nearer"
    title = words(key, kinds=len(prospects.rows), copies=prospects.copies)
    rows = table(*headings("card", "", "unseen", "credits", "points"), numbers=range(2, 5))
    shown = prospects.rows if wins else prospects.rows[:_LISTED]
    for row in shown:
        kind = row.card.kind
        rows.add_row(card(kind), kind_name(kind), str(row.card.copies), *_brings(row))
    yield from (Text(), Text(title, "bold"), rows)
    if len(shown) < len(prospects.rows):
        yield Text(words("useful.more", n=len(prospects.rows) - len(shown)))
    if not all(row.enough for row in shown):
        least = prospects.position.rules.min_credits
        yield Text(words("useful.short", least=least))


def _brings(row: Prospect) -> list[str]:
    """Return the credits and the points that a card leads to, or that they are not known."""
    none = words("useful.none")
    if row.credits is None:
        return [none, none]
    return [str(row.credits), str(row.points) if row.enough else none]


def _lines(reach: Reach, most: int) -> Table:
    rows = table(*headings("line", "credits", "missing"), numbers=[1, 2])
    for line in reach:
        if line.distance is not None and line.distance <= most:
            rows.add_row(line.name, str(line.credits), str(line.distance))
    return rows
