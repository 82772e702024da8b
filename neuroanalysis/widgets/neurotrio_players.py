"""The players at a table of Neurotrio: names, levels, minimums, and the fields that choose them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.games.neurotrio.policies import LEVELS, suggested_minimum
from neuroanalysis.games.neurotrio.study.simulate import level_name
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_position import HIGHEST_MINIMUM
from neuroanalysis.widgets.numbers import typed_number

__all__ = [
    "NAMES",
    "Seats",
    "seat_fields",
]

NAMES: Final = ("Ana", "Bo", "Cam", "Dia", "Eli", "Flo")
"""What players are called, clockwise; as many as ever play."""

_TEXTS: Final = "widgets.players"


class Seats(tuple[tuple[str, int], ...]):
    """Level and minimum of each player, clockwise from the one who begins.

    Examples
    --------
    >>> seats = Seats.of(["child", "expert"], None, Rules())
    >>> seats.levels, seats.minimums
    (('child', 'expert'), (18, 24))
    >>> seats.obeying("count", "3", Rules()).levels
    ('child', 'expert', 'expert')
    """

    __slots__ = ()

    @classmethod
    def of(cls, levels: Sequence[str], minimums: Sequence[int] | None, rules: Rules) -> Seats:
        """Return seats; without minimums everybody has the one suggested for his level.

        Raises
        ------
        NeuroanalysisError
            For a level that there is not.
        ValueError
            For another number of minimums than of levels.
        """
        suggested = [suggested_minimum(level, rules) for level in levels]
        return cls(zip(levels, suggested if minimums is None else minimums, strict=True))

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of each player."""
        return tuple(level for level, _ in self)

    @property
    def minimums(self) -> tuple[int, ...]:
        """The minimum of each player."""
        return tuple(minimum for _, minimum in self)

    def under(self, rules: Rules) -> Seats:
        """Return the seats under other rules: as many as may play, with minimums as suggested."""
        few = max(rules.players_min, min(len(self), rules.players_max))
        levels = [*self.levels, *[self[-1][0]] * few][:few]
        return Seats.of(levels, None, rules)

    def obeying(self, do: str, value: str, rules: Rules) -> Seats | None:
        """Return the seats after a request of `seat_fields`; None for another's.

        Raises
        ------
        InputError
            For a number outside its limits.
        """
        if do == "count":
            count = typed_number(
                value, text(f"{_TEXTS}.count"), rules.players_min, rules.players_max
            )
            last = self[-1]
            return Seats([*self, *[last] * count][:count])
        what, _, place = do.partition("-")
        if what not in {"level", "minimum"} or not place.isdecimal() or int(place) >= len(self):
            return None
        seat = int(place)
        level, minimum = self[seat]
        if what == "level":
            level, minimum = value, suggested_minimum(value, rules)
        else:
            minimum = typed_number(value, text(f"{_TEXTS}.minimum"), 0, HIGHEST_MINIMUM)
        return Seats([*self[:seat], (level, minimum), *self[seat + 1 :]])


def seat_fields(
    seats: Seats, rules: Rules, *, sliders: bool = False, person: int | None = None
) -> str:
    """Return the fields of a table: how many play, level and minimum of each.

    Parameters
    ----------
    seats, rules
        What they show, and within which limits.
    sliders
        Whether minimums are moved by sliders too.
    person
        The seat of a person, who has no level.
    """
    counts = [(n, str(n)) for n in range(rules.players_min, rules.players_max + 1)]
    fields = [controls.select(text(f"{_TEXTS}.count"), "count", counts, len(seats))]
    fields += [
        _seat(seat, level, minimum, sliders=sliders, person=seat == person)
        for seat, (level, minimum) in enumerate(seats)
    ]
    return controls.row(*fields)


def _seat(seat: int, level: str, minimum: int, *, sliders: bool, person: bool) -> str:
    name = NAMES[seat]
    choices = [(one, level_name(one)) for one in dict.fromkeys([*LEVELS, level])]
    who = (
        f"<span>{escape(text(f'{_TEXTS}.you'))}</span>"
        if person
        else controls.select(
            text(f"{_TEXTS}.level_of", player=name), f"level-{seat}", choices, level, shown=name
        )
    )
    label = text(f"{_TEXTS}.minimum_of", player=name)
    parts = [who]
    if person:
        parts.insert(0, f"<b>{escape(name)}</b>")
    if sliders:
        parts.append(controls.slider(label, f"minimum-{seat}", minimum, *SLIDER))
    parts.append(controls.number(label, f"minimum-{seat}", minimum, 0, HIGHEST_MINIMUM))
    return controls.together(*parts, label=name, one_line=True)


SLIDER: Final = (10, 40)
"""The range of minimums on a slider: no finishing hand is worth less than 18, few more than 40."""
