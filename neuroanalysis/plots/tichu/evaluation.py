"""Drawn answers about a hand: partitions, bombs, leads, controls, legal answers.

Inline styles only, so that a saved notebook shows them anywhere; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Final

from neuroanalysis.games.tichu.evaluation import Answers, Controls, Evaluation, Leads, Partition
from neuroanalysis.games.tichu.pieces import MAH_JONG, rank_name
from neuroanalysis.games.tichu.position import Combination, Position
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.quantities import other_ways, quantity
from neuroanalysis.plots.seats import badge
from neuroanalysis.plots.tichu.cards import (
    CardGroup,
    cards_html,
    cards_of,
    hand_html,
    play_cards,
    play_html,
)
from neuroanalysis.texts import text

__all__ = [
    "answers_html",
    "bombs_html",
    "contents_html",
    "controls_html",
    "evaluation_html",
    "headline_html",
    "leads_html",
    "partition_html",
    "position_html",
    "verdict",
]

_TEXTS: Final = "plots.tichu.evaluation"
_CARD: Final = 34
_SMALL: Final = 26
_MOST_ANSWERS: Final = 60


def evaluation_html(answer: Evaluation) -> str:
    """Draw what an evaluation says.

    Examples
    --------
    >>> from neuroanalysis.games.tichu import evaluate
    >>> evaluation_html(evaluate("7s 7h")).count("<svg")
    4
    """
    others = len(answer.partitions) - 1
    rest = ""
    if others > 0:
        title = other_ways("partitions", answer.partition_count - 1)
        if others < answer.partition_count - 1:
            title += " " + text(f"{_TEXTS}.first", n=others)
        inside = "".join(
            f'<div style="margin:8px 0 0">{partition_html(one)}</div>'
            for one in answer.partitions[1:]
        )
        rest = f"<details><summary>{escape(title)}</summary>{inside}</details>"
    parts = [headline_html(answer), partition_html(answer.best), rest, bombs_html(answer.bombs)]
    if answer.leads is not None:
        parts.append(leads_html(answer.leads))
    parts.append(controls_html(answer.controls))
    if answer.answers is not None:
        parts.append(answers_html(answer.answers))
    return block(*parts, label=text("tichu.title"))


def headline_html(answer: Evaluation) -> str:
    """Say the fewest plays, and what there is besides."""
    first, *others = verdict(answer)
    more = "".join(f'<div style="opacity:.85">{escape(line)}</div>' for line in others)
    return f'<div style="font-weight:700;font-size:16px">{escape(first)}</div>{more}'


def verdict(answer: Evaluation) -> list[str]:
    """Say in sentences how many plays a hand needs, in how many ways, and its bombs.

    Examples
    --------
    >>> from neuroanalysis.games.tichu import evaluate
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     verdict(evaluate("7s 7h 9d"))
    ['2 plays at least', 'In 1 way. Bombs: none.']
    """
    said = text(f"{_TEXTS}.fewest", plays=quantity("plays", answer.fewest_plays))
    bombs = text(f"{_TEXTS}.no_bombs")
    if answer.bombs:
        bombs = text(f"{_TEXTS}.n_bombs", n=len(answer.bombs))
    ways = text(f"{_TEXTS}.ways", ways=quantity("ways", answer.partition_count))
    return [said, f"{ways} {bombs}"]


def partition_html(
    partition: Partition, leads: Leads | None = None, *, width: float = _CARD
) -> str:
    """Draw the plays of a partition, each over what it is; with `leads`, which ones lose the lead.

    Parameters
    ----------
    partition
        What to draw.
    leads
        Of this partition, or None.
    width
        Of a card, in pixels.
    """
    notes: Sequence[str] = ("",) * len(partition)
    if leads is not None:
        notes = [text(f"{_TEXTS}.{'loses' if one else 'holds'}") for one in leads.loses]
    groups = [
        CardGroup(play_cards(play), caption=_caption(play), note=note)
        for play, note in zip(partition.plays, notes, strict=True)
    ]
    return cards_html(groups, width=width, label=text(f"{_TEXTS}.partition"))


def _caption(play: Combination) -> str:
    """Say what a drawn play is; a card's rank can be seen."""
    plain = play.kind == "single" and play.cards[0] < MAH_JONG
    return text("tichu.kind.single") if plain else play.describe()


def leads_html(leads: Leads) -> str:
    """Draw the partition with the fewest losing leads.

    Parameters
    ----------
    leads
        What to draw.
    """
    title = text(f"{_TEXTS}.leads")
    said = text(f"{_TEXTS}.losing", losing=leads.losing, holding=leads.holding)
    which = "bombs" if leads.against_bombs else "no"
    return (
        heading(title, said)
        + partition_html(leads.partition, leads)
        + f'<div style="margin-top:8px">{small(text(f"{_TEXTS}.counted.{which}"))}</div>'
    )


def controls_html(controls: Controls) -> str:
    """Say what takes the lead back: aces, Dragon, Phoenix, bombs."""
    held = [text(f"{_TEXTS}.control.aces", n=controls.aces)] if controls.aces else []
    held += [
        text(f"tichu.card.{name}") for name in ("dragon", "phoenix") if getattr(controls, name)
    ]
    if controls.bombs:
        held.append(text(f"{_TEXTS}.control.bombs", n=controls.bombs))
    title = text(f"{_TEXTS}.controls", n=controls.total)
    badges = " ".join(map(badge, held))
    outside = small(text(f"{_TEXTS}.outside", n=controls.bombs_outside))
    return heading(title) + f'<div style="margin-bottom:4px">{badges}</div>{outside}'


def bombs_html(bombs: Sequence[Combination]) -> str:
    """Draw the bombs that a hand contains; nothing where it contains none."""
    if not bombs:
        return ""
    groups = [CardGroup(play_cards(bomb), caption=bomb.describe()) for bomb in bombs]
    title = text(f"{_TEXTS}.bombs")
    return heading(title) + cards_html(groups, width=_SMALL, label=title)


def contents_html(answer: Evaluation) -> str:
    """Tabulate how many combinations of each kind a hand contains."""
    title = text(f"{_TEXTS}.contents")
    head = [text(f"{_TEXTS}.kind"), text(f"{_TEXTS}.number")]
    rows = [
        row([escape(text(f"tichu.kind.{kind}")), str(n)], (1,))
        for kind, n in answer.combinations.items()
    ]
    tabulated = f'<div style="max-width:320px">{table(head, rows, (1,), title)}</div>'
    return block(heading(title) + tabulated, label=title)


def answers_html(answers: Answers) -> str:
    """Draw what may be laid now, grouped by kind.

    Parameters
    ----------
    answers
        What to draw; of more than 60 plays the first.
    """
    position = answers.position
    title = text(f"{_TEXTS}.{'answers' if position.trick else 'may_lead'}")
    lines = [] if position.trick is None else [_trick(position.trick)]
    if position.wish is not None:
        which = "obliged" if answers.obliged else "free"
        wish = text(f"{_TEXTS}.wish.{which}", rank=rank_name(position.wish))
        lines.append(f"<div>{escape(wish)}</div>")
    if not answers.plays:
        lines.append(f"<div><b>{escape(text(f'{_TEXTS}.none'))}</b></div>")
    elif answers.may_pass:
        lines.append(small(text(f"{_TEXTS}.may_pass")))
    lines += [
        _of_kind(kind, list(plays))
        for kind, plays in groupby(answers.plays[:_MOST_ANSWERS], key=lambda play: play.kind)
    ]
    further = len(answers.plays) - _MOST_ANSWERS
    if further > 0:
        lines.append(small(text(f"{_TEXTS}.further", n=further)))
    return block(heading(title, quantity("plays", len(answers.plays))), *lines, label=title)


def _trick(trick: Combination) -> str:
    beaten = escape(text(f"{_TEXTS}.to_beat", play=trick.describe()))
    return (
        '<div style="display:flex;gap:10px;align-items:center;flex-wrap:wrap">'
        f"<span>{beaten}</span>{play_html(trick)}</div>"
    )


def _of_kind(kind: str, plays: Sequence[Combination]) -> str:
    name = f"<div>{escape(text(f'tichu.kind.{kind}'))}</div>"
    drawn = "".join(play_html(play) for play in plays)
    return f'{name}<div style="display:flex;flex-wrap:wrap;gap:6px 14px">{drawn}</div>'


def position_html(position: Position) -> str:
    """Draw a position: the hand, the trick, the wish, the cards seen.

    Examples
    --------
    >>> position_html(Position.of("7s 7h", trick="5s-5h")).count("<svg")
    4
    """
    parts = [heading(text(f"{_TEXTS}.hand")) + hand_html(cards_of(position.hand))]
    if position.trick is not None:
        parts.append(_trick(position.trick))
    if position.wish is not None:
        parts.append(escape(text(f"{_TEXTS}.wished", rank=rank_name(position.wish))))
    if any(position.seen):
        seen = hand_html(cards_of(position.seen), width=_SMALL)
        parts.append(heading(text(f"{_TEXTS}.seen")) + seen)
    return block(*parts, label=text(f"{_TEXTS}.hand"))
