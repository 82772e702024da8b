"""How a game's answers look in a terminal: each game has a folder here, named like it.

Importing that folder registers functions that turn the game's own classes into what rich prints.
"""

from __future__ import annotations

from functools import singledispatch
from importlib import import_module
from typing import TYPE_CHECKING

from neuroanalysis.cli.output import show
from neuroanalysis.core.contract import Answer, RuleSet, Study

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "answer_screen",
    "rules_screen",
    "show_answer",
    "show_rules",
    "show_study",
    "study_screen",
]


@singledispatch
def answer_screen(answer: object) -> list[RenderableType]:
    """Return what shows an answer; games register their own class of answers."""
    raise TypeError(f"no screen for {type(answer).__name__}")


@singledispatch
def rules_screen(rules: object) -> list[RenderableType]:
    """Return what shows rules; games register their own class of rules."""
    raise TypeError(f"no screen for {type(rules).__name__}")


@singledispatch
def study_screen(study: object) -> list[RenderableType]:
    """Return what shows what many rounds say; games register their own classes of studies."""
    raise TypeError(f"no screen for {type(study).__name__}")


def show_answer(game: str, answer: Answer) -> None:
    """Print an answer for a person to read."""
    import_module(f"neuroanalysis.cli.{game}")
    show(*answer_screen(answer))


def show_rules(game: str, rules: RuleSet) -> None:
    """Print rules for a person to read."""
    import_module(f"neuroanalysis.cli.{game}")
    show(*rules_screen(rules))


def show_study(game: str, study: Study) -> None:
    """Print what many rounds say for a person to read."""
    import_module(f"neuroanalysis.cli.{game}")
    show(*study_screen(study))
