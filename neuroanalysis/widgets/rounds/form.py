"""The fields in which a round is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_cards import open_point_fields, preset_field
from neuroanalysis.widgets.neurotrio_players import NAMES, Seats, seat_fields

__all__ = ["HIGHEST_SEED", "Form"]

HIGHEST_SEED: Final = 2**31 - 1

_TEXTS: Final = "widgets.rounds"


@dataclass(frozen=True)
class Form:
    """What the fields show; see the attributes of `RoundExplorer`."""

    seats: Seats
    rules: Rules
    seed: int
    number: int
    person: int | None
    open_hands: bool
    lesson: bool

    def html(self) -> str:
        """Return the fields; each sends its name."""
        nobody: list[tuple[object, str]] = [("", text(f"{_TEXTS}.nobody"))]
        people = nobody + [(seat, NAMES[seat]) for seat in range(len(self.seats))]
        chosen: object = "" if self.person is None else self.person
        return (
            controls.row(preset_field(self.rules), controls.view_buttons(lesson=self.lesson))
            + seat_fields(self.seats, self.rules, person=self.person)
            + controls.row(
                controls.select(text(f"{_TEXTS}.person"), "person", people, chosen),
                controls.checkbox(text(f"{_TEXTS}.open_hands"), "open_hands", self.open_hands),
                self._number("seed", self.seed),
                self._number("number", self.number),
                controls.button(text(f"{_TEXTS}.another"), "another"),
                controls.button(text(f"{_TEXTS}.again"), "again"),
            )
            + controls.unfold(
                text("widgets.neurotrio.options.more"), *open_point_fields(self.rules)
            )
        )

    def _number(self, name: str, value: int) -> str:
        label = text(f"{_TEXTS}.{name}")
        return controls.together(
            f"<span>{escape(label)}</span>",
            controls.number(label, name, value, 0, HIGHEST_SEED),
            one_line=True,
        )
