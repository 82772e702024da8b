"""An evaluation drawn: groups as cards, what counts and why, the other groupings worth as much.

Everything is one HTML string with inline SVG and inline styles, so that it also shows in an
exported page. Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from neuroanalysis.games.neurotrio.evaluation import (
    Cause,
    CountedBonus,
    DroppedBonus,
    Evaluation,
    Group,
    Grouping,
)
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.plots.markup import block, row, small, table
from neuroanalysis.plots.neurotrio._html import minis
from neuroanalysis.plots.neurotrio.words import (
    bonus_name,
    cause_name,
    group_name,
    verdict,
)
from neuroanalysis.plots.neurotrio_deck import CardGroup, hand_html, kinds_of
from neuroanalysis.plots.quantities import other_ways, quantity
from neuroanalysis.texts import text

__all__ = [
    "account_html",
    "evaluation_html",
    "grouping_html",
    "groups_html",
    "headline_html",
    "position_html",
]

_CARD: Final = 40
# A static answer draws so many of the other groupings, and so many reasons for one bonus.
_OTHERS: Final = 9
_CAUSES: Final = 3


def evaluation_html(evaluation: Evaluation) -> str:
    """Draw an answer whole: headline, best grouping, its account, the others folded away.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.scoring import evaluate
    >>> html = evaluation_html(evaluate("1cn*3 1cv"))
    >>> html.count("<svg"), "<script" in html
    (4, False)
    """
    best, rules = evaluation.best, evaluation.position.rules
    return block(
        headline_html(evaluation),
        groups_html(best),
        account_html(best, rules),
        _others_html(evaluation),
        label=str(evaluation),
    )


def headline_html(evaluation: Evaluation, *, finishing: bool | None = None) -> str:
    """Say the points in large type, and whether the player can finish.

    Parameters
    ----------
    evaluation
        The answer.
    finishing
        Whether to say the points with finishing, or those without; None for those of the best.
    """
    finishing = evaluation.can_finish if finishing is None else finishing
    points = evaluation.finish if finishing and evaluation.finish is not None else evaluation.points
    how = text(f"plots.verdict.{'finishing' if finishing else 'not_finishing'}")
    number, _, unit = quantity("points", points).partition(" ")
    return (
        f'<div><span style="font-size:30px;font-weight:700;line-height:1.15">{number}</span> '
        f'<span style="font-size:15px">{escape(unit)} {escape(how)}</span></div>'
        f"<div>{escape(verdict(evaluation))}</div>"
    )


def grouping_html(grouping: Grouping, rules: Rules | None = None) -> str:
    """Draw one grouping: its groups as cards, and its account.

    Parameters
    ----------
    grouping
        What to draw.
    rules
        The rules under which it was made; the default ones if None. They name dropped bonuses.
    """
    return block(groups_html(grouping), account_html(grouping, rules))


def groups_html(grouping: Grouping, *, width: float = _CARD) -> str:
    """Draw the groups as cards with brackets, laid ones in a frame, the rest faintly."""
    groups = [
        CardGroup(
            group.cards,
            caption=text(
                "plots.group.caption", group=group_name(group), points=_points(group.points)
            ),
            style="frame" if group.laid else "bracket",
        )
        for group in grouping.groups
    ]
    if grouping.rest:
        caption = text("plots.group.caption", group=text("plots.group.rest"), points=0)
        groups.append(CardGroup(grouping.rest, caption=caption, style="plain", faded=True))
    return hand_html(groups=groups, width=width, label=text("plots.group.groups"))


def account_html(grouping: Grouping, rules: Rules | None = None) -> str:
    """Tabulate what counts: groups, each bonus with the cards that make it, those dropped."""
    rules = Rules.or_default(rules)
    numbers = (1,)
    rows = [row([_sum_of(grouping.groups), _points(grouping.group_points)], numbers)]
    rows += [
        row([_reason(bonus, grouping, rules), _bonus_points(bonus)], numbers)
        for bonus in grouping.bonuses
    ]
    rows += [
        row([_dropped(bonus, rules), f'<s style="opacity:.7">{bonus.points}</s>'], numbers)
        for bonus in grouping.dropped
    ]
    if grouping.finish_points:
        finish = escape(text("plots.account.finish"))
        rows.append(row([finish, _points(grouping.finish_points)], numbers))
    total = escape(text("plots.account.total"))
    rows.append(row([total, _points(grouping.points)], numbers, strong=True))
    label = text("plots.account.label")
    return table([label, text("plots.account.points")], rows, numbers, label)


def position_html(position: Position) -> str:
    """Draw the cards of a position: hand, panged cards, laid carrés, cards seen elsewhere."""
    kept = kinds_of(position.kept)
    free = kinds_of(h - k for h, k in zip(position.hand, position.kept, strict=True))
    laid = [kind for kind, number in enumerate(position.laid) for _ in range(number)]
    seen = kinds_of(position.seen)
    groups = [
        CardGroup(free, caption=text("plots.position.hand"), style="plain"),
        CardGroup(kept, caption=text("plots.position.kept")),
        *(
            CardGroup((kind,) * 4, caption=text("plots.position.laid"), style="frame")
            for kind in laid
        ),
        CardGroup(seen, caption=text("plots.position.seen"), style="plain", faded=True),
    ]
    return block(
        hand_html(groups=[group for group in groups if group.kinds], width=_CARD),
        small(text("plots.position.minimum", minimum=position.minimum)),
        label=position.to_line(),
    )


def _points(points: int) -> str:
    return str(points)


def _sum_of(groups: Sequence[Group]) -> str:
    said = escape(text("plots.account.groups"))
    structures = [str(group.points) for group in groups if group.points]
    return f"{said} {small(' + '.join(structures))}" if len(structures) > 1 else said


def _bonus_points(bonus: CountedBonus) -> str:
    if bonus.times == 1:
        return str(bonus.points)
    each = bonus.points // bonus.times
    times = small(text("plots.bonus.times", points=each, times=bonus.times))
    return f"{times} {bonus.points}"


def _reason(bonus: CountedBonus, grouping: Grouping, rules: Rules) -> str:
    """A line for each reason why a bonus counts, over the cards that make it."""
    lines = [
        f"<div>{escape(cause_name(cause, grouping))} {small(bonus.code)}"
        f"{minis(_cards(cause, grouping, rules))}</div>"
        for cause in bonus.causes[:_CAUSES]
    ]
    if len(bonus.causes) > _CAUSES:
        lines.append(small(text("plots.bonus.more", n=len(bonus.causes) - _CAUSES)))
    return "".join(lines)


def _cards(cause: Cause, grouping: Grouping, rules: Rules) -> list[Sequence[int]]:
    if not cause.distinct:
        return [grouping.groups[place].cards for place in cause.groups]
    kinds = {kind for group in grouping.groups for kind in group.cards}
    if rules.distinct_scope == "hand":
        kinds |= set(grouping.rest)
    return [sorted(kinds)]


def _dropped(bonus: DroppedBonus, rules: Rules) -> str:
    row_of_table = rules.by_code.get(bonus.code)
    name = bonus_name(row_of_table) if row_of_table else ""
    reason = text("plots.bonus.contained", codes=", ".join(bonus.contained_in))
    return (
        f'<s style="opacity:.7">{escape(name)} <span style="font-size:12px">{bonus.code}</span></s>'
        f"<div>{small(reason)}</div>"
    )


def _others_html(evaluation: Evaluation) -> str:
    """Fold away the other groupings worth as much; a static page cannot turn them over."""
    finishing = evaluation.can_finish
    groupings = evaluation.finishes if finishing else evaluation.groupings
    number = evaluation.finish_count if finishing else evaluation.grouping_count
    if number == 1:
        return ""
    others = groupings[1 : 1 + _OTHERS]
    drawn = "".join(
        f'<div style="margin:10px 0;padding-top:10px;border-top:1px solid rgba(128,128,128,.35)">'
        f"{groups_html(grouping, width=28)}{_summary(grouping)}</div>"
        for grouping in others
    )
    unlisted = number - 1 - len(others)
    more = small(text("plots.verdict.unlisted", n=unlisted)) if unlisted else ""
    title = escape(other_ways("groupings", number - 1))
    return f'<details><summary style="cursor:pointer">{title}</summary>{drawn}{more}</details>'


def _summary(grouping: Grouping) -> str:
    """The account of a grouping in one line."""
    parts = [f"{text('plots.account.groups')} {grouping.group_points}"]
    parts += [f"{bonus.code} {bonus.points}" for bonus in grouping.bonuses]
    if grouping.finish_points:
        parts.append(f"{text('plots.account.finish')} {grouping.finish_points}")
    return f'<div style="margin-top:4px">{small(" · ".join(parts))}</div>'
