"""How a rule set looks in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from neuroanalysis.cli.neurotrio.evaluation import rules_line
from neuroanalysis.cli.neurotrio.words import condition, headings, words
from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import rules_screen
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.study.words import option_words
from neuroanalysis.texts import catalogue, language, text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["rule_set_screen"]

# Fields with a table of their own.
_TABLES: Final = ("game", "bonuses", "minimums")


@rules_screen.register(Rules)
def rule_set_screen(rules: Rules) -> list[RenderableType]:
    """Return each option with its value and meaning, the bonuses, and the minimums."""
    return [
        Text(text("neurotrio.title"), "bold"),
        Text(words("rules.base", rules=rules_line(rules))),
        *_titled("options", _options(rules)),
        *_titled("bonuses", _bonuses(rules)),
        *_titled("minimums", _minimums(rules)),
    ]


def _titled(name: str, content: Table) -> list[RenderableType]:
    return [Text(), Text(words(f"rules.{name}"), "bold"), content]


def _options(rules: Rules) -> Table:
    options = table(*headings("option", "value", "meaning"), numbers=[1])
    for name, value in rules.to_mapping().items():
        if name not in _TABLES:
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            options.add_row(name, shown, option_words(name))
    return options


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
