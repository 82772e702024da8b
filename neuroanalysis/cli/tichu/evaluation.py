"""How an evaluated hand looks in a terminal: its partitions, what it contains, what may be laid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.text import Text

from neuroanalysis.cli.output import grid, table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.cli.tichu.words import cards, headings, percent, play, share, words
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.games.tichu import (
    Advised,
    Answers,
    Beaten,
    Combination,
    Controls,
    Evaluation,
    Leads,
    Position,
    Unseen,
)
from neuroanalysis.games.tichu.pieces import cards_of, rank_name
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["evaluation_screen", "position_table"]

# A hand with the Phoenix may lead hundreds of plays: JSON has them all.
_LISTED: Final = 24
Told: TypeAlias = tuple[Beaten, ...] | None
_CHANCES: Final = ("opponents", "opponents_bombs", "anyone", "anyone_bombs")


@answer_screen.register(Advised)
def evaluation_screen(answer: Advised) -> list[RenderableType]:
    """Return the position, its partitions and contents, and the chances that plays are beaten."""
    evaluation, beaten = answer.evaluation, answer.beaten
    screen: list[RenderableType] = [position_table(evaluation.position), Text()]
    screen += _verdict(evaluation)
    screen += _partitions(evaluation)
    if evaluation.answers is None and answer.play is None:
        screen += _leads(evaluation, beaten)
    elif answer.play is not None:
        screen += _played(answer.play, beaten)
    elif evaluation.answers is not None:
        screen += _answers(evaluation.answers, beaten)
    if evaluation.fewest_plays:
        screen.append(Text(_remark(evaluation.position, beaten)))
    return screen


def position_table(position: Position) -> Table:
    """Return the parts of a position."""
    parts = grid()
    parts.add_row(words("part.hand", n=position.cards), cards(cards_of(position.bits)))
    if position.trick is not None:
        parts.add_row(words("part.trick"), play(position.trick))
    if position.wish is not None:
        parts.add_row(words("part.wish"), rank_name(position.wish))
    if any(position.seen):
        seen = (card for card, n in enumerate(position.seen) if n)
        parts.add_row(words("part.seen"), cards(seen))
    if position.others:
        parts.add_row(words("part.others"), " ".join(map(str, position.others)))
    parts.add_row(words("part.rules"), " ".join(position.rules.to_words()))
    return parts


def _verdict(evaluation: Evaluation) -> Iterator[RenderableType]:
    number = {0: "none", 1: "one"}.get(evaluation.fewest_plays, "many")
    yield Text(words(f"verdict.{number}", plays=evaluation.fewest_plays), "bold")
    held = [
        words("contains.kind", kind=text(f"tichu.kind.{kind}"), n=n)
        for kind, n in evaluation.combinations.items()
        if n
    ]
    if held:
        yield Text(words("contains.all", kinds=", ".join(held)))
    if evaluation.bombs:
        bombs = Text(" ").join(map(play, evaluation.bombs))
        yield Text.assemble(words("contains.bombs", n=len(evaluation.bombs)), " ", bombs)
    yield Text(_controls(evaluation.controls))


def _controls(controls: Controls) -> str:
    return words(
        "controls",
        total=controls.total,
        aces=controls.aces,
        dragon=int(controls.dragon),
        phoenix=int(controls.phoenix),
        bombs=controls.bombs,
        outside=controls.bombs_outside,
    )


def _partitions(evaluation: Evaluation) -> Iterator[RenderableType]:
    if not evaluation.fewest_plays:
        return
    shown, number = evaluation.partitions, evaluation.partition_count
    rows = table(*headings("number", "partition"), numbers=[0])
    for place, partition in enumerate(shown, start=1):
        rows.add_row(str(place), Text("  ").join(map(play, partition.plays)))
    title = words("partitions.title", number=number_text(number))
    yield from (Text(), Text(title, "bold"), rows)
    if len(shown) < number:
        yield Text(words("partitions.more", shown=len(shown), number=number_text(number)))


def _leads(evaluation: Evaluation, beaten: Told) -> Iterator[RenderableType]:
    leads = evaluation.leads
    if leads is None:
        yield from (Text(), Text(words("leads.none")))
        return
    if not leads.partition.plays:
        return
    title = words("leads.title", losing=leads.losing, holding=leads.holding)
    yield from (Text(), Text(title, "bold"), _leads_table(leads, beaten))


def _leads_table(leads: Leads, beaten: Told) -> Table:
    told = {row.play: row for row in beaten or ()}
    rows = table(
        *headings("play", "what", "loses", *(_CHANCES if told else ())), numbers=range(3, 7)
    )
    for one, loses in zip(leads.partition.plays, leads.loses, strict=True):
        said = words("leads.loses" if loses else "leads.holds")
        rows.add_row(play(one), one.describe(), said, *_chances(told, one))
    return rows


def _answers(answers: Answers, beaten: Told) -> Iterator[RenderableType]:
    if not answers.plays:
        yield from (Text(), Text(words("answers.none"), "bold"))
        return
    key = "obliged" if answers.obliged else "pass" if answers.may_pass else "lead"
    title = words(f"answers.{key}", n=len(answers.plays))
    yield from (Text(), Text(title, "bold"), _plays(answers.plays[:_LISTED], beaten))
    if len(answers.plays) > _LISTED:
        yield Text(words("answers.more", n=len(answers.plays) - _LISTED))


def _played(laid: Combination, beaten: Told) -> Iterator[RenderableType]:
    yield from (Text(), Text(words("answers.legal"), "bold"), _plays([laid], beaten))


def _plays(plays: Sequence[Combination], beaten: Told) -> Table:
    told = {row.play: row for row in beaten or ()}
    rows = table(*headings("play", "what", *(_CHANCES if told else ())), numbers=range(2, 6))
    for one in plays:
        rows.add_row(play(one), one.describe(), *_chances(told, one))
    return rows


def _chances(told: Mapping[Combination, Beaten], one: Combination) -> Iterator[str]:
    """Give the chances that a play is beaten, in the order of the columns; nothing if not told."""
    if one not in told:
        return
    for who in ("opponents", "anyone"):
        for bombs in (False, True):
            chance = told[one].chance(who, bombs=bombs)
            yield f"{share(chance)} %" if isinstance(chance, Estimate) else percent(float(chance))


def _remark(position: Position, beaten: Told) -> str:
    """Say what the chances rest on, or why there are none."""
    if beaten is None:
        return words("beaten.untold", n=position.rules.hand_size)
    sizes = " ".join(map(str, Unseen.by(position).sizes))
    return words(
        f"beaten.{'said' if position.others else 'assumed'}", sizes=sizes, how=_how(beaten)
    )


def _how(beaten: Sequence[Beaten]) -> str:
    """Say how the chances were found."""
    for one in beaten:
        for chance in (*one.chances.of_type, *one.chances.with_bombs):
            if isinstance(chance, Estimate):
                level, n = number_text(100 * chance.level), number_text(chance.n)
                return words("beaten.sampled", level=level, n=n, seed=chance.seed)
    return words("beaten.exact")
