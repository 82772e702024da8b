"""What deal explorers say of questions and of options, where a game's tables of words suffice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, Generic, TypeVar

from neuroanalysis.core import options
from neuroanalysis.core.rule_sets import OptionRules
from neuroanalysis.texts import text
from neuroanalysis.widgets.deals.game import Asked, Vectors
from neuroanalysis.widgets.selection import Selection

__all__ = ["YES_OR_NO", "OptionDeals", "other_value"]

YES_OR_NO: Final = (False, True)
"""The values of an option that holds or not."""

R = TypeVar("R", bound=OptionRules)


class OptionDeals(ABC, Generic[R]):
    """The part of a :class:`neuroanalysis.widgets.deals.game.DealGame` that is told by tables."""

    words: ClassVar[str]

    def question(self, of: str) -> str:
        """Say a question in words, a joint one part by part."""
        return ", ".join(text(f"{self.words}.of.{part}") for part in of.split(","))

    def title(self, asked: Asked[R]) -> str:
        """Say a question, of how many cards, and under which rules."""
        changes = asked.rules.differences()
        preset = self.preset(str(changes.pop("preset")))
        changed = " ".join(options.words(changes))
        words = self.question(asked.of)
        said = text(f"{self.words}.title", asked=words, cards=asked.cards, rules=preset)
        said = said[:1].upper() + said[1:]
        return f"{said} · {changed}" if changed else said

    def logarithmic(self, of: str) -> bool:
        """Return whether outcomes are too rare for an even scale: none, unless a game says so."""
        del of
        return False

    def lacking(self, picked: Selection, asked: Asked[R]) -> str:
        """Say what has to be picked first: nothing, unless a game says so."""
        del picked, asked
        return ""

    def looks(self, asked: Asked[R], picked: Vectors) -> object:
        """Return what cards look like by: nothing, unless a game says so."""
        del asked, picked
        return None

    def readings(self, asked: Asked[R]) -> Sequence[tuple[str, R]]:
        """Return each option that is compared, and the rules with that option alone changed."""
        rules = asked.rules
        return [
            (name, rules.from_mapping({name: self._other(name, rules)}, rules))
            for name in self.compared(asked.of)
        ]

    def reading(self, point: str, rules: R) -> str:
        """Say how an option is changed from these rules."""
        value = self._other(point, rules)
        if isinstance(value, bool):
            key = "deals.with" if value else "deals.without"
            return text(key, option=self.option(point))
        return f"{self.option(point)} {self.value(value)}"

    def preset(self, name: str) -> str:
        """Say a preset; nothing where a game has only one."""
        del name
        return ""

    def value(self, value: object) -> str:
        """Say an option's value that is neither yes nor no."""
        return str(value)

    @abstractmethod
    def compared(self, of: str) -> Sequence[str]:
        """Return the options whose effect on a question is shown."""

    @abstractmethod
    def option(self, name: str) -> str:
        """Say an option."""

    def _other(self, name: str, rules: R) -> object:
        return other_value(self.values(name), getattr(rules, name))

    def values(self, name: str) -> Sequence[object]:
        """Return the values that an option is compared at: yes and no, unless a game says so."""
        del name
        return YES_OR_NO


def other_value(values: Sequence[object], value: object) -> object:
    """Return the value after one, or the first after the last or after one that is not listed.

    Examples
    --------
    >>> other_value(("hand", "grouped"), "hand"), other_value((False, True), True)
    ('grouped', False)
    """
    place = values.index(value) + 1 if value in values else 0
    return values[place % len(values)]
