"""The fields in which a question about deals is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.games.neurotrio.analysis.deals import MOST_CARDS
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.deals.questions import question_choices
from neuroanalysis.widgets.neurotrio_cards import open_point_fields, preset_field
from neuroanalysis.widgets.numbers import typed_number

__all__ = ["HIGHEST_SEED", "MOST_SAMPLES", "Form"]

MOST_SAMPLES: Final = 10_000_000
HIGHEST_SEED: Final = 2**31 - 1


@dataclass(frozen=True)
class Form:
    """What the fields show; see the attributes of `DealExplorer`."""

    of: str
    cards: int
    rules: Rules
    samples: int
    seed: int
    hand: str
    comparing: bool
    log: bool
    picking: bool
    lesson: bool

    def html(self) -> str:
        """Return the fields; each sends the name that `number` reads, or a choice."""
        scales = [(scale, text(f"deals.{scale}")) for scale in ("even", "log")]
        return (
            controls.row(
                controls.select(
                    text("deals.question"), "of", question_choices(self.rules), self.of
                ),
                self._number_field("cards"),
                preset_field(self.rules),
                controls.view_buttons(lesson=self.lesson),
            )
            + controls.row(
                *open_point_fields(self.rules),
                controls.checkbox(text("deals.comparing"), "comparing", self.comparing),
            )
            + controls.row(
                self._number_field("samples"),
                self._number_field("seed"),
                controls.select(
                    text("deals.scale"), "scale", scales, "log" if self.log else "even"
                ),
            )
            + controls.row(
                controls.words(text("deals.hand"), "hand", self.hand),
                controls.together(
                    controls.button(text("deals.pick"), "pick", pressed=self.picking),
                    controls.button(text("deals.deal"), "deal"),
                ),
            )
        )

    def number(self, name: str, value: str) -> int:
        """Return the whole number typed for ``cards``, ``samples`` or ``seed``.

        Raises
        ------
        InputError
            If it is none, or outside its limits.
        """
        return typed_number(value, text(f"deals.{name}"), *self._limits(name))

    def _number_field(self, name: str) -> str:
        label = text(f"deals.{name}")
        shown = {"cards": self.cards, "samples": self.samples, "seed": self.seed}[name]
        return controls.together(
            f"<span>{escape(label)}</span>",
            controls.number(label, name, shown, *self._limits(name)),
            one_line=True,
        )

    def _limits(self, name: str) -> tuple[int, int]:
        if name == "samples":
            return 0, MOST_SAMPLES
        if name == "seed":
            return 0, HIGHEST_SEED
        if self.of == "finish":
            return self.rules.finish_size, self.rules.most_cards
        return 1, min(MOST_CARDS, self.rules.deck_size)
