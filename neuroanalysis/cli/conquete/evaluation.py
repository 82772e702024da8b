"""How an evaluated position looks in a terminal: the domain, placements, the best sequence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from neuroanalysis.cli.conquete.board import Board
from neuroanalysis.cli.conquete.words import card, cards, cell_name, headings, signed, words
from neuroanalysis.cli.output import grid, table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.conquete import Advised, Evaluation, Placement, Plan, Position

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["evaluation_screen", "position_table"]

# A full hand may go to a hundred places: JSON has them all.
_LISTED: Final = 20


@answer_screen.register(Advised)
def evaluation_screen(answer: Advised) -> list[RenderableType]:
    """Return the position, the domain, where cards may go, and the best sequence."""
    evaluation = answer.evaluation
    screen: list[RenderableType] = [position_table(evaluation.position), Text()]
    most: dict[tuple[int, int], int] = {}
    for one in evaluation.placements:
        most[one.cell] = max(one.vp, most.get(one.cell, one.vp))
    marks = {cell: signed(vp) for cell, vp in most.items()}
    screen += [Board(evaluation.position.domain, marks), Text(words("board"))]
    if evaluation.position.player is not None:
        screen.append(Text(_sets(evaluation)))
    if answer.play is not None:
        screen += [Text(), Text(words("placements.legal"), "bold"), _placements([answer.play])]
    else:
        screen += _all_placements(evaluation)
    if evaluation.plan is not None and evaluation.placements:
        screen += _plan(evaluation.plan)
    return screen


def position_table(position: Position) -> Table:
    """Return the parts of a position, the domain left out."""
    parts = grid()
    parts.add_row(words("part.hand", n=position.cards), cards(position.hand))
    if position.player is not None:
        parts.add_row(words("part.player"), str(position.player))
    if position.enlarged:
        parts.add_row(words("part.enlarged"), str(position.enlarged))
    parts.add_row(words("part.rules"), " ".join(position.rules.to_words()))
    return parts


def _sets(evaluation: Evaluation) -> str:
    if not evaluation.sets:
        return words("sets.none")
    sizes = ", ".join(map(str, evaluation.sets))
    number = "one" if len(evaluation.sets) == 1 else "many"
    return words(f"sets.{number}", sizes=sizes, vp=number_text(evaluation.sets_score))


def _all_placements(evaluation: Evaluation) -> Iterator[RenderableType]:
    yield Text()
    best = evaluation.best
    if best is None:
        key = "blocked" if evaluation.position.cards else "no_hand"
        yield Text(words(f"placements.{key}"), "bold")
        return
    title = words(
        "placements.title",
        n=len(evaluation.placements),
        best=best.to_text(),
        vp=number_text(best.vp),
        total=number_text(best.total),
    )
    ordered = sorted(evaluation.placements, key=lambda one: (-one.total, -one.vp))
    yield from (Text(title, "bold"), _placements(ordered[:_LISTED]))
    if len(ordered) > _LISTED:
        yield Text(words("placements.more", n=len(ordered) - _LISTED))


def _placements(shown: Sequence[Placement]) -> Table:
    columns = ("card", "cell", "touched", "compatible", "vp", "set", "change", "total")
    rows = table(*headings(*columns), numbers=range(1, len(columns)))
    for one in shown:
        rows.add_row(
            card(one.kind),
            cell_name(one.cell),
            str(one.touched),
            str(one.compatible),
            number_text(one.vp),
            str(one.set_size),
            signed(one.set_change),
            number_text(one.total),
        )
    return rows


def _plan(plan: Plan) -> Iterator[RenderableType]:
    yield from (Text(), Text(words("plan.title", value=number_text(plan.value)), "bold"))
    if plan.placements:
        yield _placements(plan.placements)
    else:
        yield Text(words("plan.nothing"))
    if plan.is_best:
        yield Text(words("plan.proved"))
    else:
        yield Text(
            words("plan.bound", bound=number_text(plan.bound), nodes=number_text(plan.nodes))
        )
