"""How a rule set looks in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from neuroanalysis.cli.rule_screens import option_screen
from neuroanalysis.cli.screens import rules_screen
from neuroanalysis.games.conquete import Rules

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["rule_set_screen"]


@rules_screen.register(Rules)
def rule_set_screen(rules: Rules) -> list[RenderableType]:
    """Return each option with its value and meaning."""
    return option_screen(rules)
