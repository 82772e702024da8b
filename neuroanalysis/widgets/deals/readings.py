"""The open points of the rules, each read the other way."""

from __future__ import annotations

from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.texts import text
from neuroanalysis.widgets.neurotrio_cards import OPEN_POINTS, SCOPES, option_name

__all__ = ["other_readings", "reading_name"]


def other_readings(rules: Rules) -> tuple[tuple[str, Rules], ...]:
    """Return each open point's name, and the rules with that point read the other way.

    Examples
    --------
    >>> [(point, getattr(rules, point)) for point, rules in other_readings(Rules())]
    [('distinct_scope', 'grouped'), ('repeat_bonuses', True), ('one_duo', True)]
    """
    return tuple(
        (point, Rules.from_mapping({point: _other(point, rules)}, rules)) for point in OPEN_POINTS
    )


def reading_name(point: str, rules: Rules) -> str:
    """Say how a point is read the other way than under these rules."""
    option, other = option_name(point), _other(point, rules)
    if isinstance(other, str):
        return f"{option} {option_name(other)}"
    return text(f"deals.{'with' if other else 'without'}", option=option)


def _other(point: str, rules: Rules) -> str | bool:
    if point == "distinct_scope":
        return next(scope for scope in SCOPES if scope != rules.distinct_scope)
    return not getattr(rules, point)
