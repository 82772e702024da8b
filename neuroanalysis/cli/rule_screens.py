"""What the rule sets of all games look like in a terminal: their name, and a table of options."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.output import table
from neuroanalysis.core.rule_sets import OptionRules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["option_screen", "titled"]


def option_screen(rules: OptionRules, without: Collection[str] = ()) -> list[RenderableType]:
    """Return the game's title, the words that make the rules, and each option with its meaning.

    Parameters
    ----------
    rules
        A rule set.
    without
        Options that have a table of their own.
    """
    return [
        Text(text(f"{rules.game}.title"), "bold"),
        Text(text("cli.rules.base", rules=" ".join(rules.to_words()))),
        *titled(text("cli.rules.options"), _options(rules, without)),
    ]


def titled(title: str, content: Table) -> list[RenderableType]:
    """Return a table below its title."""
    return [Text(), Text(title, "bold"), content]


def _options(rules: OptionRules, without: Collection[str]) -> Table:
    headings = [text(f"cli.rules.column.{name}") for name in ("option", "value", "meaning")]
    options = table(*headings, numbers=[1])
    for name in rules.field_names():
        if name not in without:
            value = rules.plain_field(name)
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            options.add_row(name, shown, rules.meaning(name))
    return options
