"""The fields in which a table is chosen, and a house rule beside it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final, Literal, get_args

from neuroanalysis.core import options
from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_cards import (
    OPEN_POINTS,
    SCOPES,
    option_name,
    preset_field,
)
from neuroanalysis.widgets.neurotrio_players import NAMES, Seats, seat_fields
from neuroanalysis.widgets.numbers import typed_number

__all__ = [
    "FEWEST_ROUNDS",
    "HIGHEST_SEED",
    "MOST_ROUNDS",
    "TARGETS",
    "Form",
    "Target",
    "house_rules",
    "house_words",
    "target_of",
]

FEWEST_ROUNDS: Final = 100
MOST_ROUNDS: Final = 1_000_000
HIGHEST_SEED: Final = 2**31 - 1
Target = Literal["equal-points", "equal-finishes", "equal-games"]
TARGETS: Final[tuple[Target, ...]] = get_args(Target)
"""What minimums may make equal."""

HOUSE_POINTS: Final = ("trio_points", "triple_points", "carre_points", "finish_points")
"""The options whose points a house rule's fields change; others are typed."""

_TEXTS: Final = "widgets.balance"
_MOST_POINTS: Final = 99


@dataclass(frozen=True)
class Form:
    """What the fields show; see the attributes of `BalanceExplorer`."""

    seats: Seats
    rules: Rules
    house: Rules | None
    rounds: int
    seed: int
    target: str
    moving: int
    lesson: bool

    def html(self) -> str:
        """Return the fields; each sends its name."""
        targets = [(name, text(f"{_TEXTS}.target.{name}")) for name in TARGETS]
        players = [(seat, NAMES[seat]) for seat in range(len(self.seats))]
        return (
            controls.row(preset_field(self.rules), controls.view_buttons(lesson=self.lesson))
            + seat_fields(self.seats, self.rules, sliders=True)
            + controls.row(
                self._number("rounds", self.rounds, FEWEST_ROUNDS, MOST_ROUNDS),
                self._number("seed", self.seed, 0, HIGHEST_SEED),
                controls.button(text(f"{_TEXTS}.suggested"), "suggested"),
            )
            + self._house()
            + '<div style="height:10px"></div>'
            + controls.row(
                controls.button(text(f"{_TEXTS}.simulate"), "simulate"),
                controls.together(
                    controls.button(text(f"{_TEXTS}.curve"), "curve"),
                    controls.select(text(f"{_TEXTS}.moving"), "moving", players, self.moving),
                ),
                controls.together(
                    controls.button(text(f"{_TEXTS}.balance"), "balance"),
                    controls.select(text(f"{_TEXTS}.equal"), "target", targets, self.target),
                ),
            )
        )

    def _house(self) -> str:
        """Return the fields of a house rule, folded away."""
        tried = self.house or self.rules
        scopes = [(scope, option_name(scope)) for scope in SCOPES]
        points = [
            self._number(f"house-{name}", getattr(tried, name), 0, _MOST_POINTS, name)
            for name in HOUSE_POINTS
        ]
        flags = [
            controls.checkbox(option_name(point), f"house-{point}", getattr(tried, point))
            for point in ("repeat_bonuses", "one_duo")
        ]
        scope = controls.select(
            option_name("distinct_scope"), "house-distinct_scope", scopes, tried.distinct_scope
        )
        said = controls.words(
            text(f"{_TEXTS}.house_words"), "house-words", house_words(self.rules, self.house)
        )
        none = controls.button(
            text(f"{_TEXTS}.no_house"), "no-house", enabled=self.house is not None
        )
        note = ""
        if self.house is not None:
            words = text(f"{_TEXTS}.house_in_force", rules=house_words(self.rules, self.house))
            note = controls.message(words)
        return controls.unfold(text(f"{_TEXTS}.house"), *points, scope, *flags, said, none) + note

    def _number(self, do: str, value: int, low: int, high: int, name: str = "") -> str:
        label = text(f"{_TEXTS}.{name or do}")
        return controls.together(
            f"<span>{escape(label)}</span>",
            controls.number(label, do, value, low, high),
            one_line=True,
        )


def house_words(rules: Rules, house: Rules | None) -> str:
    """Return in which options a house rule differs, as the command line takes them.

    Examples
    --------
    >>> house_words(Rules(), Rules(trio_points=3))
    'trio_points=3'
    """
    if house is None:
        return ""
    before, short = rules.to_mapping(), house.differences()
    changed = {
        name: short.get(name, value)
        for name, value in house.to_mapping().items()
        if value != before[name]
    }
    return " ".join(options.words(changed))


def house_rules(rules: Rules, house: Rules | None, do: str, value: str) -> Rules | None:
    """Return the rules tried after a request of the fields of a house rule.

    Parameters
    ----------
    rules, house
        Those in force, and those tried so far.
    do, value
        The request: ``house-`` and an option, or ``house-words`` with all that differs.

    Returns
    -------
    Rules or None
        None where nothing differs from the rules in force any more.

    Raises
    ------
    NeuroanalysisError
        For what is no option, or no value of it.

    Examples
    --------
    >>> house_rules(Rules(), None, "house-trio_points", "3").trio_points
    3
    >>> house_rules(Rules(), Rules(one_duo=True), "house-one_duo", "false") is None
    True
    """
    name = do.removeprefix("house-")
    tried = house or rules
    if name == "words":
        tried = Rules.of_words(value.split(), rules) if value.strip() else rules
    elif name in HOUSE_POINTS:
        points = typed_number(value, text(f"{_TEXTS}.{name}"), 0, _MOST_POINTS)
        tried = Rules.from_mapping({name: points}, tried)
    elif name in OPEN_POINTS:
        given = value if name == "distinct_scope" else value == "true"
        tried = Rules.from_mapping({name: given}, tried)
    else:
        raise ValueError(f"unknown request of the page: {do!r}")
    return None if tried == rules else tried


def target_of(value: str) -> Target:
    """Return what minimums shall make equal; ValueError for what no page of ours sends.

    Examples
    --------
    >>> target_of("equal-points")
    'equal-points'
    """
    for target in TARGETS:
        if target == value:
            return target
    raise ValueError(f"unknown target {value!r}")
