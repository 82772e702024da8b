"""How a rule set looks in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from neuroanalysis.cli.neurotrio.words import condition, headings, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.rule_screens import option_screen, titled
from neuroanalysis.cli.screens import rules_screen
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.texts import catalogue, language

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["rule_set_screen"]

# Fields with a table of their own.
_TABLES: Final = ("bonuses", "minimums")


@rules_screen.register(Rules)
def rule_set_screen(rules: Rules) -> list[RenderableType]:
    """Return each option with its value and meaning, the bonuses, and the minimums."""
    return [
        *option_screen(rules, without=_TABLES),
        *titled(words("rules.bonuses"), _bonuses(rules)),
        *titled(words("rules.minimums"), _minimums(rules)),
    ]


def _bonuses(rules: Rules) -> Table:
    bonuses = table(*headings("code", "points", "condition", "contains"), numbers=[1])
    for bonus in rules.bonuses:
        repeats = rules.repeat_bonuses and bonus.per_line
        asked = condition(bonus) + (words("rules.per_line") if repeats else "")
        bonuses.add_row(bonus.code, str(bonus.points), asked, " ".join(bonus.contains))
    return bonuses


def _minimums(rules: Rules) -> Table:
    minimums = table(*headings("name", "points", "who"), numbers=[1])
    known = catalogue(language())
    for name, points in rules.minimums:
        # A designer's own names speak for themselves.
        minimums.add_row(name, str(points), known.get(f"neurotrio.minimum.{name}", ""))
    return minimums
