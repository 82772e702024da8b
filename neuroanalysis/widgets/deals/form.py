"""The fields in which a question about deals is chosen."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final, Generic, TypeVar

from neuroanalysis.core.contract import RuleSet
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.deals.game import Asked, DealGame
from neuroanalysis.widgets.deals.words import said
from neuroanalysis.widgets.numbers import typed_number

__all__ = ["HIGHEST_SEED", "MOST_SAMPLES", "Form"]

MOST_SAMPLES: Final = 10_000_000
HIGHEST_SEED: Final = 2**31 - 1

R = TypeVar("R", bound=RuleSet)


@dataclass(frozen=True)
class Form(Generic[R]):
    """What the fields show; see the attributes of `DealBase`.

    `dealing`: whether hands of so many cards can be dealt.
    """

    game: DealGame[R]
    asked: Asked[R]
    samples: int
    seed: int
    hand: str
    comparing: bool
    log: bool
    picking: bool
    lesson: bool
    dealing: bool = True

    def html(self) -> str:
        """Return the fields; each sends the name that `number` reads, or a choice."""
        game, rules = self.game, self.asked.rules
        choices = [(of, game.question(of)) for of in game.offer(rules).deal_questions()]
        scales = [(scale, text(f"deals.{scale}")) for scale in ("even", "log")]
        presets, fields = game.fields(rules)
        compare = self._label("comparing")
        return (
            controls.row(
                controls.select(text("deals.question"), "of", choices, self.asked.of),
                self._number_field("cards"),
                *presets,
                controls.view_buttons(lesson=self.lesson),
            )
            + controls.row(*fields, controls.checkbox(compare, "comparing", self.comparing))
            + controls.row(
                self._number_field("samples"),
                self._number_field("seed"),
                controls.select(
                    text("deals.scale"), "scale", scales, "log" if self.log else "even"
                ),
            )
            + controls.row(
                controls.words(self._label("hand"), "hand", self.hand),
                controls.together(
                    controls.button(self._label("pick"), "pick", pressed=self.picking),
                    controls.button(self._label("deal"), "deal", enabled=self.dealing),
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
        return typed_number(value, self._label(name), *self._limits(name))

    def _number_field(self, name: str) -> str:
        label = self._label(name)
        shown = {"cards": self.asked.cards, "samples": self.samples, "seed": self.seed}[name]
        return controls.together(
            f"<span>{escape(label)}</span>",
            controls.number(label, name, shown, *self._limits(name)),
            one_line=True,
        )

    def _label(self, name: str) -> str:
        return said(self.game.words, name)

    def _limits(self, name: str) -> tuple[int, int]:
        offer = self.game.offer(self.asked.rules)
        if name == "samples":
            return int(self.asked.of not in offer.exact_questions()), MOST_SAMPLES
        if name == "seed":
            return 0, HIGHEST_SEED
        if self.asked.of not in offer.deal_questions():
            return self.asked.cards, self.asked.cards
        return offer.card_limits(self.asked.of)
