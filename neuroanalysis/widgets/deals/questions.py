"""The questions about deals in words."""

from __future__ import annotations

from neuroanalysis.core import options
from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.games.neurotrio.analysis.deals import QUESTIONS, Question
from neuroanalysis.texts import text
from neuroanalysis.widgets.neurotrio_cards import preset_name

__all__ = ["axes", "question_choices", "title"]


def question_choices(rules: Rules) -> list[tuple[str, str]]:
    """Return all that can be asked under these rules, each with its words."""
    asked = [*QUESTIONS, *(f"bonus:{bonus.code}" for bonus in rules.bonuses)]
    return [(of, _asked(of)) for of in asked]


def title(question: Question) -> str:
    """Say a question, of how many cards, and under which rules.

    Examples
    --------
    >>> title(Question("duos", 2, Rules(one_duo=True)))
    'Kinds held exactly twice · cards dealt: 2 · ... · one_duo=true'
    """
    changes = question.rules.differences()
    preset = preset_name(str(changes.pop("preset")))
    changed = " ".join(options.words(changes))
    said = text("deals.title", asked=_asked(question.of), cards=question.cards, rules=preset)
    said = said[:1].upper() + said[1:]
    return f"{said} · {changed}" if changed else said


def axes() -> list[str]:
    """Name the parts of the joint question's outcomes."""
    return [text(f"deals.axis.{name}") for name in ("value", "distance")]


def _asked(of: str) -> str:
    if of.startswith("bonus:"):
        return text("deals.of.bonus", code=of.removeprefix("bonus:"))
    return text(f"deals.of.{of.replace(',', '_')}")
